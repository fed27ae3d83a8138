// Loads and stores of the kernels: GEL_LANES consecutive values, or 16-byte records {x, y, z, w}, gathered
// and transposed into one vector per component.
//
// Lists of vertices hold the offset of a vertex's record in floats, 4 times its number, which gives an
// address without further computation; a CPU would need one per lane.
#ifndef GEL_LANES_H
#define GEL_LANES_H

#include "physics/vector.h"

typedef struct Record {
    vec3 xyz;
    real w;
} Record;

// Returns a record that is `a` in every lane.
static inline Record broadcast(float4 a)
{
    Record record = {{(real)a.x, (real)a.y, (real)a.z}, (real)a.w};
    return record;
}

#define load_broadcast(array, i) broadcast((array)[i])

// 1 in the first `rest` lanes, 0 in the others.
#if GEL_LANES == 1
#define PRESENT(rest) ((rest) > 0 ? (real)1.0f : (real)0.0f)
#elif GEL_LANES == 8
#define LANE_NUMBERS (real)(0, 1, 2, 3, 4, 5, 6, 7)
#else
#define LANE_NUMBERS (real)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#endif
#if GEL_LANES > 1
#define PRESENT(rest) (LANE_NUMBERS < (real)(float)(rest) ? (real)1.0f : (real)0.0f)
#endif

// 1 in the lanes whose offset is at least `first` and below `end`.
#if GEL_LANES == 1
#define IS_AMONG(offsets, first, end)                                                                        \
    ((offsets)[0] >= (first) && (offsets)[0] < (end) ? (real)1.0f : (real)0.0f)
#elif GEL_LANES == 8
#define LOAD_INTEGERS(offsets) vload8(0, offsets)
#else
#define LOAD_INTEGERS(offsets) vload16(0, offsets)
#endif
#if GEL_LANES > 1
#define IS_AMONG(offsets, first, end)                                                                        \
    (((LOAD_INTEGERS(offsets) >= (first)) & (LOAD_INTEGERS(offsets) < (end))) ? (real)1.0f : (real)0.0f)
#endif

#if GEL_LANES == 1

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

// Macros, since oclgrind cannot handle what compilers make of functions that read memory and return
// structures, and since arrays may be in global or local memory.
#define load_record(array, offsets) broadcast((array)[(uint)(offsets)[0] / 4])
#define load_contiguous(array, first, end) broadcast(((void)(end), (array)[first]))
#define store_first(array, i, record)                                                                        \
    ((array)[i] = (float4)((record).xyz.x, (record).xyz.y, (record).xyz.z, (record).w))
#define store_record(array, offsets, record) store_first(array, (uint)(offsets)[0] / 4, record)
#define store_contiguous(array, first, end, record) ((void)(end), store_first(array, first, record))

#else

#define ALWAYS __attribute__((always_inline)) // a call would pass the vectors through memory

#if GEL_LANES == 8

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

// Every fourth record, from one on.
#define EVERY_FOURTH(at, k) (real)(at(k), at(k + 4))
#define PUT_EVERY_FOURTH(at, k, value)                                                                       \
    at(k) = (value).s0123;                                                                                   \
    at(k + 4) = (value).s4567

static inline real mix_low(real a, real b)
{
    return (real)(a.s0, b.s0, a.s1, b.s1, a.s4, b.s4, a.s5, b.s5);
}

static inline real mix_high(real a, real b)
{
    return (real)(a.s2, b.s2, a.s3, b.s3, a.s6, b.s6, a.s7, b.s7);
}

static inline real pair_low(real a, real b)
{
    return (real)(a.s0, a.s1, b.s0, b.s1, a.s4, a.s5, b.s4, b.s5);
}

static inline real pair_high(real a, real b)
{
    return (real)(a.s2, a.s3, b.s2, b.s3, a.s6, a.s7, b.s6, b.s7);
}

#else // 16

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

#define EVERY_FOURTH(at, k) (real)(at(k), at(k + 4), at(k + 8), at(k + 12))
#define PUT_EVERY_FOURTH(at, k, value)                                                                       \
    at(k) = (value).s0123;                                                                                   \
    at(k + 4) = (value).s4567;                                                                               \
    at(k + 8) = (value).s89ab;                                                                               \
    at(k + 12) = (value).scdef

static inline real mix_low(real a, real b)
{
    return (real)(a.s0, b.s0, a.s1, b.s1, a.s4, b.s4, a.s5, b.s5, a.s8, b.s8, a.s9, b.s9, a.sc, b.sc, a.sd,
                  b.sd);
}

static inline real mix_high(real a, real b)
{
    return (real)(a.s2, b.s2, a.s3, b.s3, a.s6, b.s6, a.s7, b.s7, a.sa, b.sa, a.sb, b.sb, a.se, b.se, a.sf,
                  b.sf);
}

static inline real pair_low(real a, real b)
{
    return (real)(a.s0, a.s1, b.s0, b.s1, a.s4, a.s5, b.s4, b.s5, a.s8, a.s9, b.s8, b.s9, a.sc, a.sd, b.sc,
                  b.sd);
}

static inline real pair_high(real a, real b)
{
    return (real)(a.s2, a.s3, b.s2, b.s3, a.s6, a.s7, b.s6, b.s7, a.sa, a.sb, b.sa, b.sb, a.se, a.sf, b.se,
                  b.sf);
}

#endif

// Four vectors hold every fourth record each, so that 4 x 4 matrices occupy the same quarters of all of them:
// they are transposed by shuffles within quarters, which are the cheap ones.
static inline void transpose(real* a, real* b, real* c, real* d)
{
    real ab = mix_low(*a, *b), AB = mix_high(*a, *b), cd = mix_low(*c, *d), CD = mix_high(*c, *d);
    *a = pair_low(ab, cd);
    *b = pair_high(ab, cd);
    *c = pair_low(AB, CD);
    *d = pair_high(AB, CD);
}

#define LOAD_LANES(record, at)                                                                               \
    record.xyz.x = EVERY_FOURTH(at, 0);                                                                      \
    record.xyz.y = EVERY_FOURTH(at, 1);                                                                      \
    record.xyz.z = EVERY_FOURTH(at, 2);                                                                      \
    record.w = EVERY_FOURTH(at, 3);                                                                          \
    transpose(&record.xyz.x, &record.xyz.y, &record.xyz.z, &record.w)

#define STORE_LANES(record, at)                                                                              \
    transpose(&record.xyz.x, &record.xyz.y, &record.xyz.z, &record.w);                                       \
    PUT_EVERY_FOURTH(at, 0, record.xyz.x);                                                                   \
    PUT_EVERY_FOURTH(at, 1, record.xyz.y);                                                                   \
    PUT_EVERY_FOURTH(at, 2, record.xyz.z);                                                                   \
    PUT_EVERY_FOURTH(at, 3, record.w)

// The record at an offset of an array.
#define RECORD_AT(memory, array, offset) (*(memory float4*)((memory float*)(array) + (offset)))

static inline Record load_record(__global const float4* array, __global const int* offsets)
{
    Record record;
#define AT(k) RECORD_AT(__global const, array, offsets[k])
    LOAD_LANES(record, AT);
#undef AT
    return record;
}

static inline void store_record(__global float4* array, __global const int* offsets, Record record)
{
#define AT(k) RECORD_AT(__global, array, offsets[k])
    STORE_LANES(record, AT);
#undef AT
}

// The record of the first lane.
static inline void store_first(__global float4* array, int i, Record record)
{
    array[i] = (float4)(record.xyz.x.s0, record.xyz.y.s0, record.xyz.z.s0, record.w.s0);
}

// Consecutive records. On the native back end sixteen fill four whole vectors, which need fewer instructions than gathered
// ones; oclgrind cannot handle these.
#if GEL_LANES == 16 && defined(GEL_NATIVE)
// x and y, or z and w, of eight records.
#define SPLIT_LOW(a, b) (real)((a).s048c, (b).s048c, (a).s159d, (b).s159d)
#define SPLIT_HIGH(a, b) (real)((a).s26ae, (b).s26ae, (a).s37bf, (b).s37bf)
// Four of these records, from one on. Clang makes far more instructions of a list of components.
#define JOIN(a, b, i)                                                                                        \
    __builtin_shufflevector(a, b, i, i + 8, i + 16, i + 24, i + 1, i + 9, i + 17, i + 25, i + 2, i + 10,     \
                            i + 18, i + 26, i + 3, i + 11, i + 19, i + 27)

#define LOAD_RUN(record, array, first)                                                                       \
    __global const float* at = (__global const float*)((array) + (first));                                   \
    real a = vload16(0, at), b = vload16(1, at), c = vload16(2, at), d = vload16(3, at);                     \
    real low = SPLIT_LOW(a, b), LOW = SPLIT_LOW(c, d), high = SPLIT_HIGH(a, b), HIGH = SPLIT_HIGH(c, d);     \
    record.xyz.x = (real)(low.lo, LOW.lo);                                                                   \
    record.xyz.y = (real)(low.hi, LOW.hi);                                                                   \
    record.xyz.z = (real)(high.lo, HIGH.lo);                                                                 \
    record.w = (real)(high.hi, HIGH.hi)
#define STORE_RUN(record, array, first)                                                                      \
    __global float* at = (__global float*)((array) + (first));                                               \
    real low = (real)((record).xyz.x.lo, (record).xyz.y.lo),                                                 \
         high = (real)((record).xyz.z.lo, (record).w.lo),                                                    \
         LOW = (real)((record).xyz.x.hi, (record).xyz.y.hi),                                                 \
         HIGH = (real)((record).xyz.z.hi, (record).w.hi);                                                    \
    vstore16(JOIN(low, high, 0), 0, at);                                                                     \
    vstore16(JOIN(low, high, 4), 1, at);                                                                     \
    vstore16(JOIN(LOW, HIGH, 0), 2, at);                                                                     \
    vstore16(JOIN(LOW, HIGH, 4), 3, at)
#else
#define RUN_AT(k) array[first + k]
#define LOAD_RUN(record, array, first) LOAD_LANES(record, RUN_AT)
#define STORE_RUN(record, array, first) STORE_LANES(record, RUN_AT)
#endif

// Consecutive records from `first` on; beyond `end` the last one is repeated: lanes with the same record
// compute and store the same.
static inline ALWAYS Record load_contiguous(__global const float4* array, int first, int end)
{
    Record record;
    if (first + GEL_LANES <= end) {
        LOAD_RUN(record, array, first);
    } else {
#define AT(k) array[min(first + k, end - 1)]
        LOAD_LANES(record, AT);
#undef AT
    }
    return record;
}

static inline ALWAYS void store_contiguous(__global float4* array, int first, int end, Record record)
{
    if (first + GEL_LANES <= end) {
        STORE_RUN(record, array, first);
    } else {
#define AT(k) array[min(first + k, end - 1)]
        STORE_LANES(record, AT);
#undef AT
    }
}

#endif
// For SOLVE_CONSTRAINT: vertices are records in `places`; their offsets, and the values, are `slots`
// apart. Velocities are for those that look at them.
#define GATHERED_LOAD(k, position, inverse_mass)                                                             \
    Record record = load_record(places, vertices + k * slots);                                               \
    position = record.xyz;                                                                                   \
    inverse_mass = record.w
#define GATHERED_STORE(k, position, inverse_mass)                                                            \
    Record record = {position, inverse_mass};                                                                \
    store_record(places, vertices + k * slots, record)
#define GATHERED_LOAD_VELOCITY(k, speed)                                                                     \
    Record motion = load_record(velocity, vertices + k * slots);                                             \
    speed = motion.xyz
#define GATHERED_VALUE(k) load_real(values, k* slots)

#endif
