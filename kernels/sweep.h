// A work-group's sweep over the constraints of a tile, kind by kind, colour by colour.
//
// With scalars positions are in local memory and a barrier ends each colour. With vectors a work-group is one
// work-item, so there is nothing to wait for, and positions stay in place.
#ifndef GEL_SWEEP_H
#define GEL_SWEEP_H

#include "lanes.h"
#include "solve.h"
#include "tables.h"

#if GEL_LANES == 1
#define PLACES __local
#define WAIT_FOR_ALL() barrier(CLK_LOCAL_MEM_FENCE)
#define WAIT_FOR_ALL_MEMORY() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#else
#define PLACES __global
#define WAIT_FOR_ALL()
#define WAIT_FOR_ALL_MEMORY()
#endif

// Work-items take turns over the vertices or constraints of a body or tile.
#define FOR_MY_ITEMS(item, first, end)                                                                       \
    for (int item = (first) + (int)get_local_id(0) * GEL_LANES; item < (end);                                \
         item += (int)get_local_size(0) * GEL_LANES)

// One function per kind of constraint: sweep_distance and so on.
#define SWEEP(name, arity, value_count)                                                                      \
    static inline void sweep_##name(PLACES float4* places, __global const ConstraintTable* table,            \
                                    __global const int* indices, __global const float* numbers,              \
                                    scalar inverse_h2)                                                       \
    {                                                                                                        \
        int slots = table->slot_count;                                                                       \
        __global const int* all_vertices = indices + table->first_vertex;                                    \
        __global const float* all_values = numbers + table->first_number;                                    \
        __global const int* colours = indices + table->first_colour;                                         \
        for (int colour = 0; colour < table->colour_count; colour++) {                                       \
            int first = colours[2 * colour], end = first + colours[2 * colour + 1];                          \
            FOR_MY_ITEMS (item, first, end) {                                                                \
                __global const int* vertices = all_vertices + item;                                          \
                __global const float* values = all_values + item;                                            \
                SOLVE_CONSTRAINT(GATHERED, lambda_##name, arity, value_count, inverse_h2)                    \
            }                                                                                                \
            WAIT_FOR_ALL();                                                                                  \
        }                                                                                                    \
    }
CONSTRAINT_LIST(SWEEP)

static inline void sweep_tile(PLACES float4* places, __global const Tile* tile, __global const int* indices,
                              __global const float* numbers, scalar inverse_h2)
{
#define ROW(name, arity, value_count)                                                                        \
    sweep_##name(places, tile->constraints + constraint_##name, indices, numbers, inverse_h2);
    CONSTRAINT_LIST(ROW)
#undef ROW
}

#endif
