// Plasticity: a program of its own, for worlds with bodies that flow. At the end of a substep a work-item has an edge,
// and then a slot of the constraints, which get its new rest length.
//
//   position, low_parts    as in grid.cl
//   vertex                 two offsets of records an edge, as lanes.h explains
//   terms                  physics/plasticity.h
//   lengths                rest lengths, m
#define GEL_DIALECT_OPENCL

#include "lanes.h"

#include "physics/parameters.h"
#include "physics/plasticity.h"
#include "solve.h"

__kernel void yield_edges(__global const float4* position, __global const int* vertex,
                          __global const float* terms, __global float* lengths, const StepParameters step,
                          const int count WITH_LOW(__global const float4* low_parts))
{
    int item = (int)get_global_id(0);
    if (item >= count)
        return;
    __global const int* i = vertex + 2 * item;
    Record a = load_record(position, i), b = load_record(position, i + 1);
    vec3 edge = vec3_subtract(b.xyz, a.xyz);
#ifdef GEL_COMPENSATED
    Record low_a = load_record(low_parts, i), low_b = load_record(low_parts, i + 1);
    edge = vec3_add(edge, vec3_subtract(low_b.xyz, low_a.xyz));
#endif
    __global const float* t = terms + 5 * item;
    const real of_edge[5] = {t[0], t[1], t[2], t[3], t[4]};
    lengths[item] = yielded_length(edge, a.w + b.w, lengths[item], of_edge, step.h);
}

// `slots`: {slot, edge}. Rest lengths begin at `first` of `numbers`: tables.h.
__kernel void spread_lengths(__global const float* lengths, __global const int2* slots,
                             __global float* numbers, const int first, const int count)
{
    int item = (int)get_global_id(0);
    if (item < count)
        numbers[first + slots[item].x] = lengths[slots[item].y];
}
