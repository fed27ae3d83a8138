// Output for drawing: positions and speeds in the user's order, and their bounding box. Nothing here changes
// the state. The arrays written hold whole lanes. place_offsets: of each vertex of the user; padding repeats
// the last one.
#include "physics/bounds.h"
#include "lanes.h"

enum { box_lanes = 64 }; // of a work-group, at most

// positions {x, y, z, 1}; boxes [work-group][6] {lower x, y, z, -upper x, y, z} of the finite positions.
// Work-groups stride over the vertices, so that a few of them cover a mesh of any size.
__kernel void share_positions(__global const float4* position, __global const int* place_offsets,
                              __global float4* positions, __global float* boxes, const int count)
{
    __local float extremes[6][box_lanes];
    int local_item = (int)get_local_id(0), stride = (int)get_global_size(0) * GEL_LANES;
    Bounds bounds = bounds_empty();
    for (int item = (int)get_global_id(0) * GEL_LANES; item < count; item += stride) {
        Record x = load_record(position, place_offsets + item);
        x.w = (real)1.0f;
        store_contiguous(positions, item, count, x);
        bounds_include(&bounds, x.xyz);
    }
    store_local(extremes[0], local_item * GEL_LANES, bounds.lower.x);
    store_local(extremes[1], local_item * GEL_LANES, bounds.lower.y);
    store_local(extremes[2], local_item * GEL_LANES, bounds.lower.z);
    store_local(extremes[3], local_item * GEL_LANES, -bounds.upper.x);
    store_local(extremes[4], local_item * GEL_LANES, -bounds.upper.y);
    store_local(extremes[5], local_item * GEL_LANES, -bounds.upper.z);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = local_item; k < 6; k += (int)get_local_size(0)) {
        float least = extremes[k][0];
        for (int i = 1; i < (int)get_local_size(0) * GEL_LANES; i++)
            least = extremes[k][i] < least ? extremes[k][i] : least;
        boxes[6 * (int)get_group_id(0) + k] = least;
    }
}

__kernel void share_speeds(__global const float4* velocity, __global const int* place_offsets,
                           __global float* speeds, const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    Record v = load_record(velocity, place_offsets + item);
    store_real(speeds, item, real_sqrt(vec3_dot(v.xyz, v.xyz)));
}
