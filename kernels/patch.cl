// The patch strategy: a work-group sweeps over the constraints of a part of a body, one launch for each substep.
//
// A vertex at the interface of patches has a copy in each of them, with its share of the mass (physics/split.h). A
// launch begins where the one before ended: a patch takes the mean of all copies of its vertices out of `copies_in`,
// completes the substep, begins the next, sweeps, and leaves its copies in `copies_out`; the next launch has the two the
// other way round. So patches only read what the launch before wrote, and need not wait for each other. Every copy of a
// vertex has the same predicted position and velocity, computed by each patch for itself.
//
// Positions are in local memory, or in the cache, as in body.cl.
#include "frame.h"
#include "physics/split.h"
#include "sweep.h"

// A work-item gets the same vertices of a group in each of these.
#define FOR_MY_VERTICES(item, group)                                                                         \
    FOR_MY_ITEMS (item, (group).first_vertex, (group).first_vertex + (group).vertex_count)

// copies: of the body; list: the numbers of a vertex's first copies, the next ones `padded` further on.
static inline void take_mean(Record* x, __global const float4* copies, __global const int* list, int padded,
                             int copy_count, const Record* predicted)
{
    vec3 sum = {(real)0.0f, (real)0.0f, (real)0.0f};
    for (int k = 0; k < copy_count; k++) {
        Record copy = load_record(copies, list + k * padded);
        sum = add_change_of_copy(sum, copy.xyz, predicted->xyz);
    }
    x->xyz = mean_of_copies(predicted->xyz, sum, (scalar)copy_count);
}

// goals of entry e: goal_starts[e] to goal_starts[e + 1]; goal_vertex: of the patch; tasks: see tables.h
__kernel void step_patches(__global float4* position, __global float4* predicted, __global float4* velocity,
                           __global float4* copy_predicted, __global float4* copy_velocity,
                           __global const Patch* patches, __global const PatchGroup* groups,
                           __global const int* indices, __global const float* numbers,
                           __global const PatchEntry* entries, __global const int* goal_starts,
                           __global const int* goal_vertex, __global const float4* goal,
                           __global const float4* copies_in, __global float4* copies_out, FRAME_PARAMETERS,
                           const int tasks
#if GEL_LANES == 1
                           ,
                           __local float4* places
#endif
)
{
    int number = (int)get_group_id(0);
    PatchEntry entry = entries[number];
    __global const Patch* patch = patches + entry.patch;
    Frame frame = FRAME_OF_PARAMETERS;
    groups += patch->first_group;
    position += entry.body_first_vertex;
    predicted += entry.body_first_vertex;
    velocity += entry.body_first_vertex;
    copy_predicted += entry.first_copy;
    copy_velocity += entry.first_copy;
#if GEL_LANES > 1
    __global float4* places = copies_out + entry.first_copy;
#endif
    for (int g = 0; g < patch->group_count; g++) {
        PatchGroup group = groups[g];
        int end = group.first_vertex + group.vertex_count;
        int padded = (group.vertex_count + list_padding - 1) / list_padding * list_padding;
        FOR_MY_VERTICES (item, group) {
            __global const int* list = indices + group.first_list + (item - group.first_vertex);
            Record x;
            if (tasks & patch_from_world) {
                Record q = load_record(predicted, list), v = load_record(velocity, list);
                x = load_record(position, list);
                x.w = split_inverse_mass(x.w, (scalar)group.copy_count);
                store_run(copy_predicted, item, end, q);
                store_run(copy_velocity, item, end, v);
            } else {
                x = load_run(copies_in + entry.first_copy, item, end);
                if (group.copy_count > 1) {
                    Record q = load_run(copy_predicted, item, end);
                    take_mean(&x, copies_in + entry.body_first_copy, list + padded, padded, group.copy_count, &q);
                }
            }
            store_place_run(places, item, end, x);
        }
    }
    if ((tasks & patch_end) && frame.goal_count > 0) {
        WAIT_FOR_ALL();
        for (int i = goal_starts[number] + (int)get_local_id(0); i < goal_starts[number + 1];
             i += (int)get_local_size(0)) {
            Record x = load_same_place(places, goal_vertex[i]), aim = load_same(goal, i);
            solve_goal(&x.xyz, aim.xyz, x.w, aim.w, frame.h2);
            store_same_place(places, goal_vertex[i], x);
        }
        WAIT_FOR_ALL();
    }
    for (int g = 0; g < patch->group_count; g++) {
        PatchGroup group = groups[g];
        int end = group.first_vertex + group.vertex_count;
        FOR_MY_VERTICES (item, group) {
            Record x = load_place_run(places, item, end);
            Record q = load_run(copy_predicted, item, end), v = load_run(copy_velocity, item, end);
            if (tasks & patch_end)
                end_substep(&x, &q, &v, &frame);
            if (tasks & patch_begin)
                begin_substep(&x, &q, &v, &frame);
            if (!(tasks & patch_to_world)) {
                store_place_run(places, item, end, x);
                store_run(copy_predicted, item, end, q);
                store_run(copy_velocity, item, end, v);
            } else if (group.owned) {
                __global const int* list = indices + group.first_list + (item - group.first_vertex);
                Record old = load_record(position, list);
                x.w = old.w;
                store_record(position, list, x);
                store_record(predicted, list, q);
                store_record(velocity, list, v);
            }
        }
    }
    if (tasks & patch_sweep) {
        WAIT_FOR_ALL();
        sweep_edges(places, &patch->edges, indices, numbers, frame.inverse_h2);
        sweep_tets(places, &patch->tets, indices, numbers, frame.inverse_h2);
#if GEL_LANES == 1
        for (int g = 0; g < patch->group_count; g++)
            FOR_MY_VERTICES (item, groups[g])
                copies_out[entry.first_copy + item] = places[item];
#endif
    }
}
