// The body strategy: a work-group runs all substeps of a frame for one body.
//
// With scalars (GPUs) positions are in local memory and a barrier ends each colour; predicted positions and
// velocities stay in global memory, where each is written by only one work-item. With vectors (CPU devices) a
// work-group is one work-item, so there is nothing to wait for, and positions stay in place: in the
// processor's cache.
//
// `stops`: the first substep ends after its constraints.
#include "vertices.h"

__kernel void step_bodies(__global float4* position, __global float4* predicted, __global float4* velocity,
                          __global const BodyClass* classes, __global const Tile* tiles,
                          __global const int* indices, __global const float* numbers,
                          __global const BodyEntry* bodies, __global const int* goal_vertex,
                          __global const float4* goal, const StepParameters step, const int substep_count,
                          const int goal_count, const int stops
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
    FOR_MY_ITEMS (i, 0, count) {
        places[i] = position[i];
    }
#else
    __global float4* places = position;
#endif
    for (int substep = 0; substep <= substep_count; substep++) {
        pass_vertices(places, predicted, velocity, count, &step, substep, substep_count);
        WAIT_FOR_ALL();
        if (substep == substep_count)
            break;
        for (int tile = constants->first_tile; tile < constants->first_tile + constants->tile_count; tile++)
            sweep_tile(places, tiles + tile, indices, numbers, step.inverse_h2);
        if (stops != 0)
            break;
        pull_to_goals(places, predicted, velocity, goal_vertex, goal, body.first_vertex, count, goal_count,
                      &step);
    }
#if GEL_LANES == 1
    FOR_MY_ITEMS (i, 0, count) {
        position[i] = places[i];
    }
#endif
}
