// The patch strategy: a work-group sweeps over the constraints of a part of a body, one launch per substep.
//
// A vertex at the interface of patches has a copy in each of them, with its share of the mass
// (physics/split.h). Each launch continues from the previous one: a patch takes the mean of all copies of its
// vertices from `copies_in`, completes the substep, begins the next, sweeps, and writes its copies to
// `copies_out`; the next launch swaps the two arrays. So patches only read what the previous launch wrote,
// and never wait for each other. Every copy of a vertex has the same predicted position and velocity,
// computed by each patch separately.
//
// Positions are in local memory, or in the cache, as in body.cl.
#include "frame.h"
#include "physics/split.h"
#include "sweep.h"

// Processes the vertices of a group, one by one or GEL_LANES at once, with the same result.
#define FOR_MY_VERTICES(i, count) for (int i = (int)get_local_id(0); i < (count); i += (int)get_local_size(0))

// The motion of a patch's copies: `motion_components` rows of numbers.
static inline void load_motion_of_copies(__global const float* motion, int stride, int item, Record* q,
                                         Record* v)
{
    q->xyz.x = load_real(motion, item);
    q->xyz.y = load_real(motion + stride, item);
    q->xyz.z = load_real(motion + 2 * stride, item);
    v->xyz.x = load_real(motion + 3 * stride, item);
    v->xyz.y = load_real(motion + 4 * stride, item);
    v->xyz.z = load_real(motion + 5 * stride, item);
    v->w = load_real(motion + 6 * stride, item);
}

static inline void store_motion_of_copies(__global float* motion, int stride, int item, const Record* q,
                                          const Record* v)
{
    store_real(motion, item, q->xyz.x);
    store_real(motion + stride, item, q->xyz.y);
    store_real(motion + 2 * stride, item, q->xyz.z);
    store_real(motion + 3 * stride, item, v->xyz.x);
    store_real(motion + 4 * stride, item, v->xyz.y);
    store_real(motion + 5 * stride, item, v->xyz.z);
}

// copies: of the body; list: the numbers of the vertices' first copies, the following ones `stride` apart.
static inline vec3 take_mean(__global const float4* copies, __global const int* list, int stride,
                             int copy_count, vec3 predicted)
{
    vec3 sum = {(real)0.0f, (real)0.0f, (real)0.0f};
    for (int k = 0; k < copy_count; k++) {
        Record copy = load_record(copies, list + k * stride);
        sum = add_change_of_copy(sum, copy.xyz, predicted);
    }
    return mean_of_copies(predicted, sum, (scalar)copy_count);
}

// The data of a patch in a launch: its groups and motion, and the copies left by the previous launch.
typedef struct OwnPatch {
    __global const PatchGroup* groups;
    __global const int* indices;
    __global const float4 *copies_in, *own_copies_in; // of the body, of the patch
    __global float* motion;
    int group_count;
    int stride; // from one component of the motion to the next
} OwnPatch;

// A vertex, or GEL_LANES of them, as left by the previous launch: the mean of its copies.
static inline void load_mean(const OwnPatch* own, const PatchGroup* group, int item, vec3 predicted,
                             Record* x)
{
    *x = load_run(own->own_copies_in, item, item + GEL_LANES);
    int padded = (group->vertex_count + list_padding - 1) / list_padding * list_padding;
    if (group->copy_count > 1)
        x->xyz = take_mean(own->copies_in,
                           own->indices + group->first_list + padded + (item - group->first_vertex), padded,
                           group->copy_count, predicted);
}

static inline void place_means(PLACES float4* places, const OwnPatch* own)
{
    for (int g = 0; g < own->group_count; g++) {
        PatchGroup group = own->groups[g];
        FOR_MY_ITEMS (item, group.first_vertex, group.first_vertex + group.vertex_count) {
            Record x, q, v;
            load_motion_of_copies(own->motion, own->stride, item, &q, &v);
            load_mean(own, &group, item, q.xyz, &x);
            store_run(places, item, item + GEL_LANES, x);
        }
    }
}

// From the end of a substep to the beginning of the next, as selected by `tasks`; in_places: positions are
// there already.
static inline void pass_copies(PLACES float4* places, const OwnPatch* own, const StepParameters* step,
                               int tasks, bool in_places)
{
    for (int g = 0; g < own->group_count; g++) {
        PatchGroup group = own->groups[g];
        FOR_MY_ITEMS (item, group.first_vertex, group.first_vertex + group.vertex_count) {
            Record x, q, v;
            load_motion_of_copies(own->motion, own->stride, item, &q, &v);
            if (in_places)
                x = load_run(places, item, item + GEL_LANES);
            else
                load_mean(own, &group, item, q.xyz, &x);
            if (tasks & patch_end)
                end_substep(&x, &q, &v, step);
            if (tasks & patch_begin)
                begin_substep(&x, &q, &v, step);
            store_run(places, item, item + GEL_LANES, x);
            store_motion_of_copies(own->motion, own->stride, item, &q, &v);
        }
    }
}

// Goals `first` to `end`, each for a vertex of the patch. All lanes compute the same one.
static inline void pull_copies_to_goals(PLACES float4* places, __global const float* motion, int stride,
                                        __global const int* goal_vertex, __global const float4* goal,
                                        int first, int end, const StepParameters* step)
{
    for (int i = first + (int)get_local_id(0); i < end; i += (int)get_local_size(0)) {
        int item = goal_vertex[i];
        __global const float* m = motion + item;
        Record x = load_same(places, item), aim = load_same(goal, i);
        vec3 q = {(real)m[0], (real)m[stride], (real)m[2 * stride]};
        vec3 v = {(real)m[3 * stride], (real)m[4 * stride], (real)m[5 * stride]};
        solve_goal(&x.xyz, q, v, aim.xyz, x.w, aim.w, step);
        store_same(places, item, x);
    }
}

// Padding repeats the last vertex, so that nothing is computed from uninitialised numbers.
static inline void take_from_world(PLACES float4* places, const OwnPatch* own,
                                   __global const float4* position, __global const float4* predicted,
                                   __global const float4* velocity)
{
    for (int g = 0; g < own->group_count; g++) {
        PatchGroup group = own->groups[g];
        FOR_MY_VERTICES(i, (group.vertex_count + GEL_LANES - 1) / GEL_LANES * GEL_LANES)
        {
            int vertex = own->indices[group.first_list + i] / 4;
            float4 x = position[vertex], q = predicted[vertex], v = velocity[vertex];
            float rows[motion_components] = {q.x, q.y, q.z, v.x, v.y, v.z, v.w};
            x.w = FIRST_LANE(split_inverse_mass((real)x.w, (scalar)group.copy_count));
            places[group.first_vertex + i] = x;
            for (int k = 0; k < motion_components; k++)
                own->motion[k * own->stride + group.first_vertex + i] = rows[k];
        }
    }
}

// Uses the first copy of each vertex.
static inline void give_to_world(PLACES const float4* places, const OwnPatch* own, __global float4* position,
                                 __global float4* predicted, __global float4* velocity)
{
    __global const float* motion = own->motion;
    int stride = own->stride;
    for (int g = 0; g < own->group_count; g++) {
        PatchGroup group = own->groups[g];
        FOR_MY_VERTICES(i, group.owned ? group.vertex_count : 0)
        {
            int vertex = own->indices[group.first_list + i] / 4, at = group.first_vertex + i;
            float4 x = places[at];
            position[vertex] = (float4)(x.x, x.y, x.z, position[vertex].w);
            predicted[vertex] =
                (float4)(motion[at], motion[stride + at], motion[2 * stride + at], predicted[vertex].w);
            velocity[vertex] = (float4)(motion[3 * stride + at], motion[4 * stride + at],
                                        motion[5 * stride + at], motion[6 * stride + at]);
        }
    }
}

// goals of entry e: goal_starts[e] to goal_starts[e + 1]; goal_vertex: of the patch; tasks: see tables.h
__kernel void step_patches(__global float4* position, __global float4* predicted, __global float4* velocity,
                           __global float* motion, __global const Patch* patches,
                           __global const PatchGroup* groups, __global const int* indices,
                           __global const float* numbers, __global const PatchEntry* entries,
                           __global const int* goal_starts, __global const int* goal_vertex,
                           __global const float4* goal, __global const float4* copies_in,
                           __global float4* copies_out, const StepParameters step, const int goal_count,
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
    bool pulls = (tasks & patch_end) && goal_count > 0 && goal_starts[number] < goal_starts[number + 1];
    motion += entry.first_copy * motion_components;
    position += entry.body_first_vertex;
    predicted += entry.body_first_vertex;
    velocity += entry.body_first_vertex;
    OwnPatch own = {groups + patch->first_group,  indices, copies_in + entry.body_first_copy,
                    copies_in + entry.first_copy, motion,  patch->group_count,
                    patch->vertex_count};
#if GEL_LANES > 1
    __global float4* places = copies_out + entry.first_copy;
#endif
    if (tasks & patch_from_world)
        take_from_world(places, &own, position, predicted, velocity);
    if (pulls) {
        place_means(places, &own);
        WAIT_FOR_ALL();
        pull_copies_to_goals(places, motion, own.stride, goal_vertex, goal, goal_starts[number],
                             goal_starts[number + 1], &step);
        WAIT_FOR_ALL_MEMORY(); // the motion just read is written next
    }
    pass_copies(places, &own, &step, tasks, (tasks & patch_from_world) || pulls);
    if (tasks & patch_sweep) {
        WAIT_FOR_ALL();
        sweep_constraints(places, patch->constraints, indices, numbers, step.inverse_h2);
    }
#if GEL_LANES == 1
    for (int g = 0; g < own.group_count; g++) {
        PatchGroup group = own.groups[g];
        FOR_MY_VERTICES(i, group.vertex_count)
        copies_out[entry.first_copy + group.first_vertex + i] = places[group.first_vertex + i];
    }
#endif
    if (tasks & patch_to_world)
        give_to_world(places, &own, position, predicted, velocity);
}
