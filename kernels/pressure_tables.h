// Bodies that are filled with gas or liquid, shared by host and device. Plain C and OpenCL C.
#ifndef GEL_PRESSURE_TABLES_H
#define GEL_PRESSURE_TABLES_H

#include "buffers.h"

// The contents of a body, in the order of gelContents.
enum { filled_with_nothing, filled_with_gas, filled_with_liquid };

enum { pressure_sum_size = 32 }; // vertices whose terms are added up in one go

// A filled body.
typedef struct PressureRecord {
    int first, end;         // its vertices in the list of all that are pushed
    int first_sum, end_sum; // and their sums
    int filling;
    float rest;       // m^3: at which gas has its overpressure, or which liquid fills
    float excess;     // of gas: overpressure times that volume, J
    float ambient;    // of gas: the pressure outside, Pa
    float compliance; // of liquid, m^3/Pa
    float
        expected; // m^3: the volume that the last substep would have ended with, had nothing else moved; 0: unknown
    float pressure; // over that outside, in the last substep, Pa
    float volume;   // at its start, m^3
} PressureRecord;

// The buffers of what fills bodies: buffers.h. The host writes the records in each step, those of `surface`
// with each plan; the others belong to the state.
// clang-format off
#define PRESSURE_SURFACE_BUFFERS(ROW)                                                                   \
    ROW(vertices,   const int,   surface->listed, surface->vertices) /* those that are pushed */        \
    ROW(owners,     const int,   surface->listed, surface->owners) /* their records */                  \
    ROW(starts,     const int,   surface->listed + 1, surface->starts) /* into rings, in pairs */       \
    /* the two other corners of each triangle of a vertex */                                            \
    ROW(rings,      const int,   2 * surface->starts[surface->listed], surface->rings)                  \
    /* the first vertex of each sum */                                                                  \
    ROW(sum_starts, const int,   surface->sumCount + 1, surface->sumStarts)                             \
    ROW(gradients,  Point,       surface->listed, NULL) /* w: inverse mass */                           \
    ROW(terms,      Point,       surface->listed, NULL) /* 3 V, grad V . v, w |grad V|^2 */             \
    /* of terms; w: of what fields have added to grad V . v */                                          \
    ROW(sums,       Point,       surface->sumCount, NULL)
#define PRESSURE_BUFFERS(ROW)                                                                           \
    ROW(records,    PressureRecord, count, records)                                                     \
    PRESSURE_SURFACE_BUFFERS(ROW)                                                                       \
    ROW(position,   const Point, 0, NULL) /* w: inverse mass */                                         \
    ROW(velocity,   Point,       0, NULL)
// clang-format on
#define PRESSURE_BUFFER_NUMBER(member, type, count, content) pressure_buffer_##member,

enum { PRESSURE_BUFFERS(PRESSURE_BUFFER_NUMBER) pressure_buffer_count };

#endif
