// Loads and stores of the contact passes, for GEL_LANES items at a time: plain C and OpenCL C.
//
// A lane is one item: a contact or a point. Items are in memory in two ways:
//
//     contiguous    lane k has element first + k
//     gathered      lane k has element at[k]; the numbers are in an array of GEL_LANES
//
// Functions return through pointers: oclgrind crashes where functions that read memory return
// structures (lanes.h).
#ifndef GEL_CONTACT_LANES_H
#define GEL_CONTACT_LANES_H

#include "memory.h"
#include "physics/vector.h"

// A record of four numbers in all lanes at once, such as position and inverse mass.
typedef struct ContactLanes {
    vec3 xyz;
    real w;
} ContactLanes;

#ifdef GEL_DIALECT_OPENCL
#include "lanes.h"
typedef float4 ContactRecord;
#define FOR_LANES _Pragma("unroll") for (int k = 0; k < GEL_LANES; k++)
#else
#define GEL_LANES 1
typedef struct ContactRecord {
    scalar x, y, z, w;
} ContactRecord;
#define FOR_LANES for (int k = 0; k < GEL_LANES; k++)
#endif

// at[k] = first + k.
static inline void number_lanes(int first, int at[GEL_LANES])
{
    FOR_LANES
    at[k] = first + k;
}

// The numbers of all lanes.
static inline real join_lanes(const scalar numbers[GEL_LANES])
{
#if GEL_LANES == 1
    return numbers[0];
#elif GEL_LANES == 8
    return vload8(0, numbers);
#else
    return vload16(0, numbers);
#endif
}

static inline void split_lanes(real lanes, scalar numbers[GEL_LANES])
{
#if GEL_LANES == 1
    numbers[0] = lanes;
#elif GEL_LANES == 8
    vstore8(lanes, 0, numbers);
#else
    vstore16(lanes, 0, numbers);
#endif
}

#ifndef GEL_DIALECT_OPENCL // lanes.h has these for kernels
static inline real load_real(const scalar* numbers, int first)
{
    return numbers[first];
}

static inline void store_real(scalar* numbers, int first, real value)
{
    numbers[first] = value;
}
#endif

static inline real gather_reals(MEMORY const scalar* numbers, const int at[GEL_LANES])
{
    scalar lanes[GEL_LANES];
    FOR_LANES
    lanes[k] = numbers[at[k]];
    return join_lanes(lanes);
}

static inline void scatter_reals(MEMORY scalar* numbers, const int at[GEL_LANES], real value)
{
    scalar lanes[GEL_LANES];
    split_lanes(value, lanes);
    FOR_LANES
    numbers[at[k]] = lanes[k];
}

// Lane k has records[stride * at[k]]: a record may be a member of a structure of `stride` records.
#if GEL_LANES == 1
static inline void load_records(MEMORY const ContactRecord* records, int stride, const int at[GEL_LANES],
                                ContactLanes* lanes)
{
    MEMORY const ContactRecord* record = records + stride * at[0];
    lanes->xyz.x = record->x;
    lanes->xyz.y = record->y;
    lanes->xyz.z = record->z;
    lanes->w = record->w;
}

static inline void store_records(MEMORY ContactRecord* records, int stride, const int at[GEL_LANES],
                                 const ContactLanes* lanes)
{
    const ContactRecord record = {lanes->xyz.x, lanes->xyz.y, lanes->xyz.z, lanes->w};
    records[stride * at[0]] = record;
}
#else
static inline ALWAYS void load_records(MEMORY const ContactRecord* records, int stride,
                                       const int at[GEL_LANES], ContactLanes* lanes)
{
#define AT(k) records[stride * at[k]]
    ContactLanes loaded;
    LOAD_LANES(loaded, AT);
    *lanes = loaded;
#undef AT
}

static inline ALWAYS void store_records(MEMORY ContactRecord* records, int stride, const int at[GEL_LANES],
                                        const ContactLanes* lanes)
{
#define AT(k) records[stride * at[k]]
    ContactLanes stored = *lanes;
    STORE_LANES(stored, AT);
#undef AT
}
#endif

#endif
