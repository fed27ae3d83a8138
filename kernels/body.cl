// The body strategy: a work-group runs all substeps of a frame for one body.
//
// With scalars (GPUs) positions are in local memory and a barrier ends each colour; predicted positions and
// velocities stay in global memory, where each is written by only one work-item. With vectors (CPU devices) a
// work-group is one work-item, so there is nothing to wait for, and positions stay in place: in the
// processor's cache.
#include "frame.h"
#include "sweep.h"

// Goals refer to vertices of the world; those of this body are handled here, each by all lanes alike. This
// reads the motion of a vertex that another work-item moves, so global memory needs a barrier too.
static inline void pull_to_goals(PLACES float4* places, __global const float4* predicted,
                                 __global const float4* velocity, __global const int* goal_vertex,
                                 __global const float4* goal, int first_vertex, int vertex_count,
                                 int goal_count, const StepParameters* step)
{
    if (goal_count == 0)
        return;
    WAIT_FOR_ALL_MEMORY();
    for (int i = (int)get_local_id(0); i < goal_count; i += (int)get_local_size(0)) {
        int vertex = goal_vertex[i] / 4 - first_vertex;
        if (vertex < 0 || vertex >= vertex_count)
            continue;
        Record x = load_same(places, vertex), q = load_same(predicted, vertex);
        Record v = load_same(velocity, vertex), g = load_same(goal, i);
        solve_goal(&x.xyz, q.xyz, v.xyz, g.xyz, x.w, g.w, step);
        store_same(places, vertex, x);
    }
    WAIT_FOR_ALL_MEMORY();
}

__kernel void step_bodies(__global float4* position, __global float4* predicted, __global float4* velocity,
                          __global const BodyClass* classes, __global const int* indices,
                          __global const float* numbers, __global const BodyEntry* bodies,
                          __global const int* goal_vertex, __global const float4* goal,
                          const StepParameters step, const int substep_count, const int goal_count
#if GEL_LANES == 1
                          ,
                          __local float4* places
#endif
)
{
    BodyEntry body = bodies[get_group_id(0)];
    __global const BodyClass* constants = classes + body.body_class;
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
    for (int substep = 0; substep <= substep_count; substep++) {
        FOR_MY_ITEMS (item, 0, count) {
            Record x = load_run(places, item, count);
            Record q = load_run(predicted, item, count), v = load_run(velocity, item, count);
            pass_substep(&x, &q, &v, &step, substep, substep_count);
            store_run(places, item, count, x);
            store_run(predicted, item, count, q);
            store_run(velocity, item, count, v);
        }
        WAIT_FOR_ALL();
        if (substep == substep_count)
            break;
        sweep_constraints(places, constants->constraints, indices, numbers, step.inverse_h2);
        pull_to_goals(places, predicted, velocity, goal_vertex, goal, body.first_vertex, count, goal_count,
                      &step);
    }
#if GEL_LANES == 1
    FOR_MY_ITEMS (i, 0, count)
        position[i] = places[i];
#endif
}
