// What a work-group does with the vertices of the body or tile that it has to itself, between two sweeps.
#ifndef GEL_VERTICES_H
#define GEL_VERTICES_H

#include "frame.h"
#include "sweep.h"

static inline void pass_vertices(PLACES float4* places, __global float4* predicted, __global float4* velocity,
                                 int count, const StepParameters* step, int substep, int substep_count)
{
    FOR_MY_ITEMS (item, 0, count) {
        Record x = load_run(places, item, count);
        Record q = load_run(predicted, item, count), v = load_run(velocity, item, count);
        pass_substep(&x, &q, &v, step, substep, substep_count);
        store_run(places, item, count, x);
        store_run(predicted, item, count, q);
        store_run(velocity, item, count, v);
    }
}

// Goals refer to vertices of the world; those of the group's own, from `first_vertex` on, are handled here,
// each by all lanes alike. This reads the motion of a vertex that another work-item moves, so global memory
// needs a barrier too.
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

#endif
