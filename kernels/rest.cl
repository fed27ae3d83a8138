// How bodies move: physics/rest.h. A work-item goes through a chunk of a body; the host puts the chunks of a
// body together.
#include "motion_tables.h"
#include "physics/rest.h"

__kernel void measure_motion(MOTION_BUFFERS(BUFFER_PARAMETER) const float frame_time, const int chunk_count)
{
    int i = (int)get_global_id(0);
    if (i >= chunk_count)
        return;
    int first = chunks[i].first_vertex, end = first + chunks[i].vertex_count;
    BodyMotion motion = {{{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}, 0};
    for (int k = first; k < end; k++) {
        vec3 x = {position[k].x, position[k].y, position[k].z},
             v = {velocity[k].x, velocity[k].y, velocity[k].z};
        motion_include(&motion, x, v, position[k].w, frame_time);
    }
    motions[i] = motion;
}
