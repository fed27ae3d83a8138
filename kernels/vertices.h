// The passes of a work-group over the vertices of its own body or tile, between two sweeps.
#ifndef GEL_VERTICES_H
#define GEL_VERTICES_H

#include "sweep.h"
#include "vertex.h"

static inline void pass_vertices(PLACES float4* places, __global float4* predicted, __global float4* velocity,
                                 int count, const StepParameters* step, int substep, int substep_count)
{
    FOR_MY_ITEMS (item, 0, count) {
        Vertex a = {load_contiguous(places, item, count), load_contiguous(predicted, item, count),
                    load_contiguous(velocity, item, count)};
        finish_and_begin_substep(&a, step, substep, substep_count);
        store_contiguous(places, item, count, a.x);
        store_contiguous(predicted, item, count, a.q);
        store_contiguous(velocity, item, count, a.v);
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
        Record g = load_broadcast(goal, i);
        Vertex a = {load_broadcast(places, vertex), load_broadcast(predicted, vertex),
                    load_broadcast(velocity, vertex)};
        pull_to_goal(&a, g.xyz, g.w, step);
        store_first(places, vertex, a.x);
    }
    WAIT_FOR_ALL_MEMORY();
}

#endif
