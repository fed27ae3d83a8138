// How bodies move: physics/rest.h. A work-item goes through up to `motion_chunk` vertices of a body; the host
// puts the chunks of a body together.
#include "physics/rest.h"

// chunks: {first vertex, vertices} of each.
__kernel void measure_motion(__global const SearchRecord* position, __global const SearchRecord* velocity,
                             __global const int* chunks, __global BodyMotion* motions, const float frame_time,
                             const int chunk_count)
{
    int i = (int)get_global_id(0);
    if (i >= chunk_count)
        return;
    int first = chunks[2 * i], count = chunks[2 * i + 1];
    BodyMotion motion = {{{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}, 0};
    for (int k = first; k < first + count; k++) {
        vec3 x = {position[k].x, position[k].y, position[k].z},
             v = {velocity[k].x, velocity[k].y, velocity[k].z};
        motion_include(&motion, x, v, position[k].w, frame_time);
    }
    motions[i] = motion;
}
