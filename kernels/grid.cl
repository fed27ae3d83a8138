// The grid strategy: one launch per stage and colour over all bodies at once; a work-item processes GEL_LANES
// vertices or constraints. The physics is in physics/: a kernel here computes the index, loads, calls,
// stores.
//
//   position   {x, y, z, inverse mass}     of each vertex
//   predicted  {x, y, z, unused}
//   velocity   {x, y, z, damping}
//
// Surplus lanes at the end of a colour or of the vertices repeat the last item: they load, compute and store
// the same. Goals are padded with a vertex of inverse mass 0 after the last.
//
// A launch over vertices covers `count` of them, from `first` on; a launch over a colour covers at least its
// constraints, whose number is stored on the device. Surplus work-items return.
#include "physics/goal.h"
#include "physics/ground.h"
#include "physics/integrate.h"
#include "physics/velocity.h"
#include "lanes.h"
#include "solve.h"
#include "tables.h"

__kernel void integrate_vertices(__global float4* position, __global float4* predicted,
                                 __global float4* velocity, const StepParameters step, const int first,
                                 const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    item += first;
    int end = first + count;
    Record x = load_run(position, item, end), v = load_run(velocity, item, end);
    integrate(&x.xyz, &v.xyz, x.w, &step);
    store_run(position, item, end, x);
    store_run(predicted, item, end, x);
    store_run(velocity, item, end, v);
}

// One kernel per kind of constraint, grid_distance and so on: solves one colour.
#define GRID_KERNEL(name, arity, value_count)                                                                \
    __kernel void grid_##name(__global float4* places, __global const ConstraintTable* tables,               \
                              __global const int* indices, __global const float* numbers,                    \
                              const StepParameters step, const int colour)                                   \
    {                                                                                                        \
        __global const ConstraintTable* table = tables + constraint_##name;                                  \
        __global const int* range = indices + table->first_colour + 2 * colour;                              \
        int item = (int)get_global_id(0) * GEL_LANES, slots = table->slot_count;                             \
        if (item >= range[1])                                                                                \
            return;                                                                                          \
        __global const int* vertices = indices + table->first_vertex + range[0] + item;                      \
        __global const float* values = numbers + table->first_number + range[0] + item;                      \
        SOLVE_CONSTRAINT(GATHERED, multiplier_##name, arity, value_count, step.inverse_h2)                   \
    }
CONSTRAINT_LIST(GRID_KERNEL)

// goal = {x, y, z, stiffness}; no vertex has two, and padding joins padding vertices.
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
    Record x = load_record(position, i), q = load_record(predicted, i), v = load_record(velocity, i);
    Record g = load_run(goal, item, first + count);
    solve_goal(&x.xyz, q.xyz, v.xyz, g.xyz, x.w, g.w, &step);
    store_record(position, i, x);
}

__kernel void solve_grounds(__global float4* position, __global float4* predicted,
                            __global const float4* velocity, const StepParameters step, const int first,
                            const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    item += first;
    int end = first + count;
    Record x = load_run(position, item, end), q = load_run(predicted, item, end),
           v = load_run(velocity, item, end);
    solve_ground(&x.xyz, &q.xyz, v.xyz, mass_on_ground(x.w, v.w), &step);
    store_run(position, item, end, x);
    store_run(predicted, item, end, q);
}

__kernel void update_velocities(__global const float4* position, __global const float4* predicted,
                                __global float4* velocity, const StepParameters step, const int first,
                                const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    item += first;
    int end = first + count;
    Record x = load_run(position, item, end), q = load_run(predicted, item, end),
           v = load_run(velocity, item, end);
    v.xyz = new_velocity(v.xyz, x.xyz, q.xyz, x.w, v.w, &step);
    store_run(velocity, item, end, v);
}
