// The strategy perColour: one launch per stage and colour, over all bodies at once. A work-item processes GEL_LANES
// vertices or constraints. The formulas are in physics/. A kernel here computes an index, loads, calls a formula and
// stores.
//
//   position   {x, y, z, inverse mass}     of each vertex
//   predicted  {x, y, z, unused}
//   velocity   {x, y, z, damping}
//
// Surplus lanes at the end of a colour or of the vertices repeat the last item: they load, compute and store
// the same. The list of goals is padded, too: padding goals belong to a vertex of inverse mass 0 after the last vertex.
//
// A launch over vertices covers `count` of them, from `first` on; a launch over a colour covers at least its
// constraints, whose number is stored on the device. Surplus work-items return.
#include "lanes.h"
#include "solve.h"
#include "tables.h"
#include "vertex.h"

// Saves the state before a step, so that a failed step can be undone. One kernel copies both arrays:
// some drivers copy buffers on a single core.
__kernel void keep_vertices(__global const float4* position, __global const float4* velocity,
                            __global float4* kept_position, __global float4* kept_velocity, const int count)
{
    int i = (int)get_global_id(0);
    if (i < count) {
        kept_position[i] = position[i];
        kept_velocity[i] = velocity[i];
    }
}

// One kernel per PASS of stages.h: per_colour_integrate, _ground and _velocity. Only passes after the constraints
// load predicted positions.
#define CHANGES(changes, part) ((changes & part) != 0)
#define GRID_PASS(name, text, present, scope, note, kernel_name, function, changes)                          \
    __kernel void per_colour_##kernel_name(__global float4* position, __global float4* predicted,            \
                                           __global float4* velocity, const StepParameters step,             \
                                           const int first, const int count)                                 \
    {                                                                                                        \
        int item = (int)get_global_id(0) * GEL_LANES;                                                        \
        if (item >= count)                                                                                   \
            return;                                                                                          \
        item += first;                                                                                       \
        int end = first + count;                                                                             \
        Record place = load_contiguous(position, item, end);                                                 \
        Vertex a = {place, place, load_contiguous(velocity, item, end)};                                     \
        if (stage_##name > stage_Constraints)                                                                \
            a.q = load_contiguous(predicted, item, end);                                                     \
        function(&a, &step);                                                                                 \
        if (CHANGES(changes_##changes, changes_x))                                                           \
            store_contiguous(position, item, end, a.x);                                                      \
        if (CHANGES(changes_##changes, changes_q))                                                           \
            store_contiguous(predicted, item, end, a.q);                                                     \
        if (CHANGES(changes_##changes, changes_v))                                                           \
            store_contiguous(velocity, item, end, a.v);                                                      \
    }
GEL_STAGES(NO_PASS, GRID_PASS)

// One kernel per kind of constraint: per_colour_distance, per_colour_volume and so on. A launch solves one colour.
#define GRID_KERNEL(name, arity, value_count)                                                                \
    __kernel void per_colour_##name(__global float4* places, __global const ConstraintTable* tables,         \
                                    __global const int* indices, __global const float* numbers,              \
                                    const StepParameters step, const int colour)                             \
    {                                                                                                        \
        __global const ConstraintTable* table = tables + constraint_##name;                                  \
        __global const int* range = indices + table->first_colour + 2 * colour;                              \
        int item = (int)get_global_id(0) * GEL_LANES, slots = table->slot_count;                             \
        if (item >= range[1])                                                                                \
            return;                                                                                          \
        __global const int* vertices = indices + table->first_vertex + range[0] + item;                      \
        __global const float* values = numbers + table->first_number + range[0] + item;                      \
        SOLVE_CONSTRAINT(GATHERED, lambda_##name, arity, value_count, step.inverse_h2)                       \
    }
CONSTRAINT_LIST(GRID_KERNEL)

// goal = {x, y, z, stiffness}. No vertex has two goals. Goals that only pad the list belong to the padding vertex.
__kernel void solve_goals(__global float4* position, __global const float4* predicted,
                          __global const float4* velocity, __global const int* vertex,
                          __global const float4* goal, const StepParameters step, const int first,
                          const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    item += first;
    __global const int* i = vertex + item;
    Vertex a = {load_record(position, i), load_record(predicted, i), load_record(velocity, i)};
    Record g = load_contiguous(goal, item, first + count);
    pull_to_goal(&a, g.xyz, g.w, &step);
    store_record(position, i, a.x);
}
