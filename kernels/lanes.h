// Loads and stores of the kernels: GEL_LANES consecutive values, or 16-byte records {x, y, z, w} gathered by
// index and turned into one vector per component.
#ifndef GEL_LANES_H
#define GEL_LANES_H

#include "physics/vector.h"

typedef struct Record {
    vec3 xyz;
    real w;
} Record;

#if GEL_LANES == 1

typedef int index_type;

static inline index_type load_index(__global const int* array, int first)
{
    return array[first];
}

static inline real load_real(__global const float* array, int first)
{
    return array[first];
}

static inline void store_real(__global float* array, int first, real value)
{
    array[first] = value;
}

static inline void store_local(__local float* array, int first, real value)
{
    array[first] = value;
}

static inline index_type consecutive(int first)
{
    return first;
}

static inline Record load_record(__global const float4* array, index_type i)
{
    float4 a = array[i];
    Record record = {{a.x, a.y, a.z}, a.w};
    return record;
}

static inline void store_record(__global float4* array, index_type i, Record record)
{
    array[i] = (float4)(record.xyz.x, record.xyz.y, record.xyz.z, record.w);
}

#else

// Four records as the rows of a 4 x 4 matrix, transposed: all x, then all y, all z, all w, four of each; and
// back.
static inline float16 transpose4(float16 a)
{
    return a.s048c159d26ae37bf;
}

static inline float16 load4(__global const float4* array, int4 i)
{
    return transpose4((float16)(array[i.s0], array[i.s1], array[i.s2], array[i.s3]));
}

static inline void store4(__global float4* array, int4 i, float16 transposed)
{
    float16 a = transpose4(transposed);
    array[i.s0] = a.s0123;
    array[i.s1] = a.s4567;
    array[i.s2] = a.s89ab;
    array[i.s3] = a.scdef;
}

#if GEL_LANES == 8

typedef int8 index_type;

static inline index_type load_index(__global const int* array, int first)
{
    return vload8(0, array + first);
}

static inline real load_real(__global const float* array, int first)
{
    return vload8(0, array + first);
}

static inline void store_real(__global float* array, int first, real value)
{
    vstore8(value, 0, array + first);
}

static inline void store_local(__local float* array, int first, real value)
{
    vstore8(value, 0, array + first);
}

static inline index_type consecutive(int first)
{
    return first + (int8)(0, 1, 2, 3, 4, 5, 6, 7);
}

static inline Record load_record(__global const float4* array, index_type i)
{
    float16 a = load4(array, i.lo), b = load4(array, i.hi);
    Record record = {{(real)(a.s0123, b.s0123), (real)(a.s4567, b.s4567), (real)(a.s89ab, b.s89ab)},
                     (real)(a.scdef, b.scdef)};
    return record;
}

static inline void store_record(__global float4* array, index_type i, Record record)
{
    real x = record.xyz.x, y = record.xyz.y, z = record.xyz.z, w = record.w;
    store4(array, i.lo, (float16)(x.lo, y.lo, z.lo, w.lo));
    store4(array, i.hi, (float16)(x.hi, y.hi, z.hi, w.hi));
}

#else // 16

typedef int16 index_type;

static inline index_type load_index(__global const int* array, int first)
{
    return vload16(0, array + first);
}

static inline real load_real(__global const float* array, int first)
{
    return vload16(0, array + first);
}

static inline void store_real(__global float* array, int first, real value)
{
    vstore16(value, 0, array + first);
}

static inline void store_local(__local float* array, int first, real value)
{
    vstore16(value, 0, array + first);
}

static inline index_type consecutive(int first)
{
    return first + (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

static inline Record load_record(__global const float4* array, index_type i)
{
    float16 a = load4(array, i.s0123), b = load4(array, i.s4567), c = load4(array, i.s89ab),
            d = load4(array, i.scdef);
    Record record = {{(real)(a.s0123, b.s0123, c.s0123, d.s0123), (real)(a.s4567, b.s4567, c.s4567, d.s4567),
                      (real)(a.s89ab, b.s89ab, c.s89ab, d.s89ab)},
                     (real)(a.scdef, b.scdef, c.scdef, d.scdef)};
    return record;
}

static inline void store_record(__global float4* array, index_type i, Record record)
{
    real x = record.xyz.x, y = record.xyz.y, z = record.xyz.z, w = record.w;
    store4(array, i.s0123, (float16)(x.s0123, y.s0123, z.s0123, w.s0123));
    store4(array, i.s4567, (float16)(x.s4567, y.s4567, z.s4567, w.s4567));
    store4(array, i.s89ab, (float16)(x.s89ab, y.s89ab, z.s89ab, w.s89ab));
    store4(array, i.scdef, (float16)(x.scdef, y.scdef, z.scdef, w.scdef));
}

#endif
#endif
#endif
