// The mass-spring model with perColour: for each evaluation a launch over the constraints of each kind, one that adds up
// their forces (gather_corrections), and one over the vertices. Built in when a world asks for an integrator.
//
//   corrections  forces of constraints, as in jacobi.cl
//   forces       {x, y, z, unused} of each vertex: the sum so far, 0 between evaluations
//   slopes       three runs of `capacity` records: velocity at the start of the step, sums of slopes of x and of v
#ifndef GEL_WITHOUT_integrators
#include "integrators.h"
#include "lanes.h"
#include "tables.h"

#define GATHERED_FORCE(k, force)                                                                             \
    Record pull = {force, (real)0.0f};                                                                       \
    store_contiguous(corrections, first + k * slots, first + k * slots + GEL_LANES, pull)

// One kernel per kind of constraint, force_distance and so on.
#define FORCE_KERNEL(name, arity, value_count)                                                               \
    __kernel void force_##name(__global const float4* places, __global const float4* velocity,               \
                               __global const ConstraintTable* tables, __global const int* indices,          \
                               __global const float* numbers, __global float4* corrections,                  \
                               const StepParameters step)                                                    \
    {                                                                                                        \
        __global const ConstraintTable* table = tables + constraint_##name;                                  \
        int item = (int)get_global_id(0) * GEL_LANES, slots = table->slot_count;                             \
        if (item >= slots)                                                                                   \
            return;                                                                                          \
        int first = gather_width + item;                                                                     \
        __global const int* vertices = indices + table->first_vertex + item;                                 \
        __global const float* values = numbers + table->first_number + item;                                 \
        FORCE_CONSTRAINT(GATHERED, lambda_##name, constraint_##name, arity, value_count,                     \
                         step.spring_damping)                                                                \
    }
CONSTRAINT_LIST(FORCE_KERNEL)

__kernel void evaluate_vertices(__global float4* position, __global float4* predicted,
                                __global float4* velocity, const StepParameters step, const int first,
                                const int count, __global float4* forces, __global float4* slopes,
                                const int capacity, const Evaluation row)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    item += first;
    int end = first + count;
    Vertex a = {load_contiguous(position, item, end), load_contiguous(predicted, item, end),
                load_contiguous(velocity, item, end)};
    Record force = load_contiguous(forces, item, end), start = load_contiguous(slopes, item, end),
           sum_x = load_contiguous(slopes, item + capacity, end + capacity),
           sum_v = load_contiguous(slopes, item + 2 * capacity, end + 2 * capacity);
    Slopes kept = {start.xyz, sum_x.xyz, sum_v.xyz};
    evaluate_vertex(&a, &kept, force.xyz, &row, &step);
    Record none = {{(real)0.0f, (real)0.0f, (real)0.0f}, (real)0.0f};
    start.xyz = kept.start_v;
    sum_x.xyz = kept.sum_x;
    sum_v.xyz = kept.sum_v;
    store_contiguous(position, item, end, a.x);
    store_contiguous(predicted, item, end, a.q);
    store_contiguous(velocity, item, end, a.v);
    store_contiguous(forces, item, end, none);
    store_contiguous(slopes, item, end, start);
    store_contiguous(slopes, item + capacity, end + capacity, sum_x);
    store_contiguous(slopes, item + 2 * capacity, end + 2 * capacity, sum_v);
}

__kernel void push_velocities(__global const float4* position, __global const float4* predicted,
                              __global float4* velocity, const StepParameters step, const int first,
                              const int count)
{
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= count)
        return;
    item += first;
    int end = first + count;
    Vertex a = {load_contiguous(position, item, end), load_contiguous(predicted, item, end),
                load_contiguous(velocity, item, end)};
    push_velocity(&a, &step);
    store_contiguous(velocity, item, end, a.v);
}

// The largest distance between the results of one step and of two halves, for each lane of each work-item: the host
// takes the largest of those. A maximum is the same in any order.
__kernel void measure_errors(__global const float4* once, __global const float4* twice, const int count,
                             __global float* errors)
{
    int id = (int)get_global_id(0) * GEL_LANES, stride = (int)get_global_size(0) * GEL_LANES;
    real worst = (real)0.0f;
    for (int item = id; item < count; item += stride) {
        Record a = load_contiguous(once, item, count), b = load_contiguous(twice, item, count);
        real error = step_error(a.xyz, b.xyz);
        worst = error > worst ? error : worst;
    }
    store_real(errors, id, worst);
}
#endif
