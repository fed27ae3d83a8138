// The strategy tiles: a work-group sweeps over a tile of a body, one launch per phase of a substep.
//
// A phase cuts a body into tiles that share no vertex, so its work-groups never wait for each other; the end
// of a launch is the barrier between phases. The tiles of the first phase hold all vertices of a body between
// them: its launch also ends the substep before and begins the next. Later phases, for the constraints that
// span tiles, are small; the last ones may share a launch, in which a group sweeps one tile after another.
//
// Positions are in local memory with scalars, and in place with vectors, as in body.cl.
#include "vertices.h"

// With scalars: vertex i of a tile in the world. In the first phase they follow one another.
#define VERTEX(i) (phase == 0 ? first + (i) : entry.body_first_vertex + list[i])

// Group g of the launch has entries group_starts[first_group + g] up to the next. `phase` is that of its
// first tile; the launch of phase 0 passes from substep - 1 to `substep`, which it does not sweep after the
// last.
__kernel void step_tiles(__global float4* position, __global float4* predicted, __global float4* velocity,
                         __global const Tile* tiles, __global const int* indices,
                         __global const float* numbers, __global const TileEntry* entries,
                         __global const int* group_starts, __global const int* goal_vertex,
                         __global const float4* goal, const StepParameters step, const int substep,
                         const int substep_count, const int goal_count, const int first_group, const int phase
#if GEL_LANES == 1
                         ,
                         __local float4* places
#endif
)
{
    __global const int* starts = group_starts + first_group + (int)get_group_id(0);
    for (int e = starts[0]; e < starts[1]; e++) {
        TileEntry entry = entries[e];
        __global const Tile* tile = tiles + entry.tile;
        int first = entry.body_first_vertex + tile->first_vertex, count = tile->vertex_count;
#if GEL_LANES == 1
        __global const int* list = indices + tile->first_list;
        FOR_MY_ITEMS (i, 0, count) {
            places[i] = position[VERTEX(i)];
        }
        __local float4* own = places;
#else
        __global float4 *places = position + entry.body_first_vertex, *own = places + tile->first_vertex;
#endif
        pull_to_goals(own, predicted + first, velocity + first, goal_vertex, goal, first, count, goal_count,
                      &step);
        pass_vertices(own, predicted + first, velocity + first, phase == 0 ? count : 0, &step, substep,
                      substep_count);
        if (substep < substep_count) {
            WAIT_FOR_ALL();
            sweep_tile(places, tile, indices, numbers, step.inverse_h2);
        }
#if GEL_LANES == 1
        FOR_MY_ITEMS (i, 0, count) {
            position[VERTEX(i)] = places[i];
        }
        WAIT_FOR_ALL_MEMORY(); // the group's next tile may have these vertices
#endif
    }
}
