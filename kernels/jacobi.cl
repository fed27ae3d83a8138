// The Jacobi orders with perColour: for each kind of constraint a launch over all its constraints, then one over
// the vertices that have any. Damping along springs goes the same way, with velocities in place of positions. Built in
// when a world asks for either.
//
//   corrections  {x, y, z, unused}: first gather_width zeros, then those of vertex k of the constraints from
//                gather_width + k * slot_count on
#ifndef GEL_WITHOUT_jacobi
#include "damping.h"
#include "jacobi.h"
#include "lanes.h"
#include "tables.h"

#define GATHERED_PARTS(k) load_real(parts, k* slots)
#define GATHERED_CORRECT(k, move)                                                                            \
    Record correction = {move, (real)0.0f};                                                                  \
    store_contiguous(corrections, first + k * slots, first + k * slots + GEL_LANES, correction)

// One kernel per kind of constraint, correct_distance and so on.
#define CORRECT_KERNEL(name, arity, value_count)                                                             \
    __kernel void correct_##name(__global const float4* places, __global const ConstraintTable* tables,      \
                                 __global const GatherTable* gathers, __global const int* indices,           \
                                 __global const float* numbers, __global float4* corrections,                \
                                 const StepParameters step)                                                  \
    {                                                                                                        \
        __global const ConstraintTable* table = tables + constraint_##name;                                  \
        int item = (int)get_global_id(0) * GEL_LANES, slots = table->slot_count;                             \
        if (item >= slots)                                                                                   \
            return;                                                                                          \
        int first = gather_width + item;                                                                     \
        __global const int* vertices = indices + table->first_vertex + item;                                 \
        __global const float* values = numbers + table->first_number + item;                                 \
        __global const float* parts = numbers + gathers[constraint_##name].first_part + item;                \
        CORRECT_CONSTRAINT(GATHERED, lambda_##name, arity, value_count, step.inverse_h2)                     \
    }
CONSTRAINT_LIST(CORRECT_KERNEL)

// One kernel per kind of spring, damp_distance and so on.
#define DAMP_KERNEL(name, arity, value_count)                                                                \
    __kernel void damp_##name(__global const float4* places, __global const float4* velocity,                \
                              __global const ConstraintTable* tables, __global const GatherTable* gathers,   \
                              __global const int* indices, __global const float* numbers,                    \
                              __global float4* corrections, const StepParameters step)                       \
    {                                                                                                        \
        __global const ConstraintTable* table = tables + constraint_##name;                                  \
        int item = (int)get_global_id(0) * GEL_LANES, slots = table->slot_count;                             \
        if (item >= slots)                                                                                   \
            return;                                                                                          \
        int first = gather_width + item;                                                                     \
        __global const int* vertices = indices + table->first_vertex + item;                                 \
        __global const float* values = numbers + table->first_number + item;                                 \
        __global const float* parts = numbers + gathers[constraint_##name].first_part + item;                \
        DAMP_SPRING(GATHERED, damping_##name, step)                                                          \
    }
SPRING_LIST(DAMP_KERNEL)

// `places` are what is moved: positions, sums of forces, or velocities.
__kernel void gather_corrections(__global float4* places, __global const GatherTable* gathers,
                                 __global const int* indices, __global const float* numbers,
                                 __global const float4* corrections, const int kind)
{
    __global const GatherTable* table = gathers + kind;
    int item = (int)get_global_id(0) * GEL_LANES;
    if (item >= table->vertex_count)
        return;
    __global const int* vertex = indices + table->first_vertex + item;
    __global const int* group = indices + table->first_group + 2 * (item / gather_width);
    // Not %, which compilers combine with the division into what oclgrind does not know.
    __global const int* row = indices + group[0] + (item & (gather_width - 1));
    Record x = load_record(places, vertex);
    vec3 sum = no_correction();
    for (int i = 0; i < group[1]; i++, row += gather_width) {
        Record correction = load_record(corrections, row);
        sum = vec3_add(sum, correction.xyz);
    }
    x.xyz = add_corrections(x.xyz, sum, load_real(numbers, table->first_divisor + item));
    store_record(places, vertex, x);
}
#endif
