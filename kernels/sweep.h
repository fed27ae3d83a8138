// A sweep of a work-group over the constraints of a body or patch, colour by colour.
//
// With scalars positions are in local memory and a barrier ends each colour. With vectors a work-group is one work-item,
// so that there is nothing to wait for, and positions stay where they are.
#ifndef GEL_SWEEP_H
#define GEL_SWEEP_H

#include "physics/distance.h"
#include "physics/volume.h"
#include "lanes.h"
#include "tables.h"

#if GEL_LANES == 1

#define PLACES __local
#define WAIT_FOR_ALL() barrier(CLK_LOCAL_MEM_FENCE)
#define WAIT_FOR_ALL_MEMORY() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

static inline void store_same_place(__local float4* places, int i, Record record)
{
    places[i] = (float4)(record.xyz.x, record.xyz.y, record.xyz.z, record.w);
}

#define load_same_place load_same
#define load_place(places, offsets) spread((places)[(offsets)[0] / 4])
#define store_place(places, offsets, record) store_same_place(places, (offsets)[0] / 4, record)
#define load_place_run load_run
#define store_place_run(places, first, end, record) store_same_place(places, first, record)

#else

#define PLACES __global
#define WAIT_FOR_ALL()
#define WAIT_FOR_ALL_MEMORY()
#define load_same_place load_same
#define store_same_place store_same
#define load_place load_record
#define store_place store_record
#define load_place_run load_run
#define store_place_run store_run

#endif

// Work-items take turns over the vertices or constraints of a body.
#define FOR_MY_ITEMS(item, first, end)                                                                       \
    for (int item = (first) + (int)get_local_id(0) * GEL_LANES; item < (end);                                \
         item += (int)get_local_size(0) * GEL_LANES)

static inline void sweep_edges(PLACES float4* places, __global const ConstraintTable* table,
                               __global const int* indices, __global const float* numbers, scalar inverse_h2)
{
    int slots = table->slot_count;
    __global const int *vertex0 = indices + table->first_vertex, *vertex1 = vertex0 + slots;
    __global const float *rest = numbers + table->first_number, *compliance = rest + slots;
    for (int colour = 0; colour < table->colour_count; colour++) {
        int first = indices[table->first_colour + 2 * colour];
        int end = first + indices[table->first_colour + 2 * colour + 1];
        FOR_MY_ITEMS (item, first, end) {
            __global const int *i0 = vertex0 + item, *i1 = vertex1 + item;
            Record x0 = load_place(places, i0), x1 = load_place(places, i1);
            solve_distance(&x0.xyz, &x1.xyz, x0.w, x1.w, load_real(rest, item), load_real(compliance, item),
                           inverse_h2);
            store_place(places, i0, x0);
            store_place(places, i1, x1);
        }
        WAIT_FOR_ALL();
    }
}

static inline void sweep_tets(PLACES float4* places, __global const ConstraintTable* table,
                              __global const int* indices, __global const float* numbers, scalar inverse_h2)
{
    int slots = table->slot_count;
    __global const int *vertex0 = indices + table->first_vertex, *vertex1 = vertex0 + slots,
                       *vertex2 = vertex1 + slots, *vertex3 = vertex2 + slots;
    __global const float *rest = numbers + table->first_number, *compliance = rest + slots;
    for (int colour = 0; colour < table->colour_count; colour++) {
        int first = indices[table->first_colour + 2 * colour];
        int end = first + indices[table->first_colour + 2 * colour + 1];
        FOR_MY_ITEMS (item, first, end) {
            __global const int *i0 = vertex0 + item, *i1 = vertex1 + item;
            __global const int *i2 = vertex2 + item, *i3 = vertex3 + item;
            Record x0 = load_place(places, i0), x1 = load_place(places, i1);
            Record x2 = load_place(places, i2), x3 = load_place(places, i3);
            TetPositions x = {x0.xyz, x1.xyz, x2.xyz, x3.xyz};
            TetInverseMasses w = {x0.w, x1.w, x2.w, x3.w};
            solve_volume(&x, w, load_real(rest, item), load_real(compliance, item), inverse_h2);
            x0.xyz = x.x0;
            x1.xyz = x.x1;
            x2.xyz = x.x2;
            x3.xyz = x.x3;
            store_place(places, i0, x0);
            store_place(places, i1, x1);
            store_place(places, i2, x2);
            store_place(places, i3, x3);
        }
        WAIT_FOR_ALL();
    }
}

#endif
