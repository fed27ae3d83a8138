// What the passes of contact load and store, for GEL_LANES contacts or points at a time. Plain C and OpenCL C.
//
// Memory holds records of four numbers; `at(k)` is that of lane k.
#ifndef GEL_CONTACT_LANES_H
#define GEL_CONTACT_LANES_H

#include "memory.h"
#include "physics/vector.h"

// The same record in all lanes at once: position and inverse mass, velocity and damping, or what a pass keeps.
typedef struct ContactLanes {
    vec3 xyz;
    real w;
} ContactLanes;

#ifdef GEL_DIALECT_OPENCL
#include "lanes.h"
typedef float4 ContactRecord;
#else
#define GEL_LANES 1
typedef struct ContactRecord {
    scalar x, y, z, w;
} ContactRecord;
#endif

#if GEL_LANES == 1
#define LOAD_RECORDS(record, at)                                                                             \
    record.xyz.x = at(0).x;                                                                                  \
    record.xyz.y = at(0).y;                                                                                  \
    record.xyz.z = at(0).z;                                                                                  \
    record.w = at(0).w
#ifdef GEL_DIALECT_OPENCL
#define STORE_RECORDS(record, at) at(0) = (float4)((record).xyz.x, (record).xyz.y, (record).xyz.z, (record).w)
#else
#define STORE_RECORDS(record, at)                                                                            \
    at(0).x = (record).xyz.x;                                                                                \
    at(0).y = (record).xyz.y;                                                                                \
    at(0).z = (record).xyz.z;                                                                                \
    at(0).w = (record).w
#endif
#define LOAD_NUMBERS(at) ((real)at(0))
#define STORE_NUMBERS(value, at) at(0) = (value)
#define is_any(a) ((a) > 0.0f)

#else
#define LOAD_RECORDS(record, at) LOAD_LANES(record, at)
#define STORE_RECORDS(record, at)                                                                            \
    do {                                                                                                     \
        ContactLanes turned = record;                                                                        \
        STORE_LANES(turned, at);                                                                             \
    } while (0)
#define is_any(a) any((a) > 0.0f)
#if GEL_LANES == 8
#define LOAD_NUMBERS(at) (real)(at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7))
#define STORE_NUMBERS(value, at)                                                                             \
    at(0) = (value).s0;                                                                                      \
    at(1) = (value).s1;                                                                                      \
    at(2) = (value).s2;                                                                                      \
    at(3) = (value).s3;                                                                                      \
    at(4) = (value).s4;                                                                                      \
    at(5) = (value).s5;                                                                                      \
    at(6) = (value).s6;                                                                                      \
    at(7) = (value).s7
#else
#define LOAD_NUMBERS(at)                                                                                     \
    (real)(at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9), at(10), at(11), at(12),     \
           at(13), at(14), at(15))
#define STORE_NUMBERS(value, at)                                                                             \
    at(0) = (value).s0;                                                                                      \
    at(1) = (value).s1;                                                                                      \
    at(2) = (value).s2;                                                                                      \
    at(3) = (value).s3;                                                                                      \
    at(4) = (value).s4;                                                                                      \
    at(5) = (value).s5;                                                                                      \
    at(6) = (value).s6;                                                                                      \
    at(7) = (value).s7;                                                                                      \
    at(8) = (value).s8;                                                                                      \
    at(9) = (value).s9;                                                                                      \
    at(10) = (value).sa;                                                                                     \
    at(11) = (value).sb;                                                                                     \
    at(12) = (value).sc;                                                                                     \
    at(13) = (value).sd;                                                                                     \
    at(14) = (value).se;                                                                                     \
    at(15) = (value).sf
#endif
#endif

#endif
