// The list of constraints: one row per kind, in the order in which a substep solves them. Plain C and
// OpenCL C.
//
//     name     physics/NAME.h has lambda_NAME and measure_NAME
//     arity    vertices of one constraint
//     values   numbers of one constraint: its rest value, its compliance, then whatever else the kind needs
//
// Kernels, reference loops, measures, colours, counters and stage names are generated from this list or loop
// over it.
#ifndef GEL_CONSTRAINTS_H
#define GEL_CONSTRAINTS_H

// Kinds that few worlds have are left out of a device's program until a body has them, because they would cost every
// world registers and time to compile. Then gelMakeBuildOptions, or host/cmake/native.cmake, which reads the names here,
// defines GEL_WITHOUT_NAME, which removes the row.
#ifdef GEL_WITHOUT_bending
#define BENDING(ROW)
#else
#define BENDING(ROW) ROW(bending, 4, 2)
#endif
#ifdef GEL_WITHOUT_neo_hookean
#define NEO_HOOKEAN(ROW)
#else
#define NEO_HOOKEAN(ROW) ROW(neo_hookean, 4, 9)
#endif
#ifdef GEL_WITHOUT_rod
#define ROD(ROW)
#else
#define ROD(ROW) ROW(rod, 3, 4)
#endif
#ifdef GEL_WITHOUT_tension
#define TENSION(ROW)
#else
#define TENSION(ROW) ROW(tension, 2, 3)
#endif
#define DISTANCE(ROW) ROW(distance, 2, 2)
#ifdef GEL_WITHOUT_isometric
#define ISOMETRIC(ROW)
#else
#define ISOMETRIC(ROW) ROW(isometric, 4, 5)
#endif

// clang-format off
//      name        arity   values
#define CONSTRAINT_LIST(ROW) \
    DISTANCE(ROW) \
    ROW(volume,     4,      2) \
    BENDING(ROW) \
    NEO_HOOKEAN(ROW) \
    ROD(ROW) \
    TENSION(ROW) \
    ISOMETRIC(ROW)
// clang-format on

// The kinds that are springs along an edge. They may be damped: damping.h.
#define SPRING_LIST(ROW) DISTANCE(ROW) TENSION(ROW)

// With a dialect, include the formulas too.
#if defined(GEL_DIALECT_FLOAT) || defined(GEL_DIALECT_DOUBLE) || defined(GEL_DIALECT_OPENCL)
#include "physics/distance.h"
#include "physics/volume.h"
#include "physics/bending.h"
#include "physics/neo_hookean.h"
#include "physics/rod.h"
#include "physics/tension.h"
#include "physics/isometric.h"
#endif

// The kinds, in the order of their rows. A kind that is left out keeps its number.
enum {
    constraint_distance,
    constraint_volume,
    constraint_bending,
    constraint_neo_hookean,
    constraint_rod,
    constraint_tension,
    constraint_isometric,
    constraint_kinds, // their number
    max_vertices = 4, // of one constraint of any kind
    max_values = 9
};

// The rows that a constraint has in a linear system: row_NAME.
enum {
    rows_of_distance = 1,
    rows_of_volume = 1,
    rows_of_bending = 1,
    rows_of_neo_hookean = 7,
    rows_of_rod = 1,
    rows_of_tension = 1,
    rows_of_isometric = 1
};

#endif
