// The body strategy: a work-group does all substeps of a frame for one body.
//
// With scalars (GPUs) positions are in local memory and a barrier ends each colour; predicted positions and
// velocities stay in global memory, where each is touched by one work-item only. With vectors (CPU devices) a
// work-group is one work-item, so that there is nothing to wait for, and positions stay where they are: in the
// processor's cache.
#include "frame.h"

#if GEL_LANES == 1

#define PLACES __local
#define WAIT_FOR_ALL() barrier(CLK_LOCAL_MEM_FENCE)

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

// Goals name vertices of the world: those of this body are its own affair. All lanes do the same one.
static inline void pull_to_goals(PLACES float4* places, __global const float4* predicted,
                                 __global const float4* velocity, __global const int* goal_vertex,
                                 __global const float4* goal, int first_vertex, int vertex_count,
                                 const Frame* frame)
{
    for (int i = (int)get_local_id(0); i < frame->goal_count; i += (int)get_local_size(0)) {
        int vertex = goal_vertex[i] / 4 - first_vertex;
        if (vertex < 0 || vertex >= vertex_count)
            continue;
        Record x = load_same_place(places, vertex), q = load_same(predicted, vertex);
        Record v = load_same(velocity, vertex), g = load_same(goal, i);
        solve_goal(&x.xyz, q.xyz, v.xyz, g.xyz, x.w, g.w, frame->goal_times);
        store_same_place(places, vertex, x);
    }
    if (frame->goal_count > 0)
        WAIT_FOR_ALL();
}

__kernel void step_bodies(__global float4* position, __global float4* predicted, __global float4* velocity,
                          __global const BodyClass* classes, __global const int* indices,
                          __global const float* numbers, __global const BodyEntry* bodies,
                          __global const int* goal_vertex, __global const float4* goal, FRAME_PARAMETERS
#if GEL_LANES == 1
                          ,
                          __local float4* places
#endif
)
{
    BodyEntry body = bodies[get_group_id(0)];
    __global const BodyClass* constants = classes + body.body_class;
    Frame frame = FRAME_OF_PARAMETERS;
    int count = constants->vertex_count;
    position += body.first_vertex;
    predicted += body.first_vertex;
    velocity += body.first_vertex;
#if GEL_LANES == 1
    FOR_MY_ITEMS (i, 0, count)
        places[i] = position[i];
#else
    __global float4* places = position;
#endif
    for (int substep = 0; substep <= frame.substep_count; substep++) {
        FOR_MY_ITEMS (item, 0, count) {
            Record x = load_place_run(places, item, count);
            Record q = load_run(predicted, item, count), v = load_run(velocity, item, count);
            pass_substep(&x, &q, &v, &frame, substep);
            store_place_run(places, item, count, x);
            store_run(predicted, item, count, q);
            store_run(velocity, item, count, v);
        }
        WAIT_FOR_ALL();
        if (substep == frame.substep_count)
            break;
        sweep_edges(places, &constants->edges, indices, numbers, frame.inverse_h2);
        sweep_tets(places, &constants->tets, indices, numbers, frame.inverse_h2);
        pull_to_goals(places, predicted, velocity, goal_vertex, goal, body.first_vertex, count, &frame);
    }
#if GEL_LANES == 1
    FOR_MY_ITEMS (i, 0, count)
        position[i] = places[i];
#endif
}
