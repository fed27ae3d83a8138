// Plasticity: a program of its own, for worlds with bodies that flow or tear. At the end of a substep a work-item has an
// edge, where tets tear then a tet and again an edge, and at last a slot of the constraints, which get its new rest value.
// Their buffers: plasticity_tables.h; position as in per_colour.cl.
#define GEL_DIALECT_OPENCL

#include "lanes.h"

#include "physics/parameters.h"
#include "physics/plasticity.h"
#include "solve.h"
#include "tearing_passes.h"

__kernel void yield_edges(YIELD_BUFFERS(BUFFER_PARAMETER) const StepParameters step, const int count)
{
    int item = (int)get_global_id(0);
    if (item >= count)
        return;
    __global const int* i = vertices + 2 * item;
    Record a = load_record(position, i), b = load_record(position, i + 1);
    vec3 edge = vec3_subtract(b.xyz, a.xyz);
    __global const float* t = terms + plastic_terms * item;
    const real of_edge[plastic_terms] = {t[0], t[1], t[2], t[3], t[4]};
    lengths[item] = yielded_length(edge, a.w + b.w, lengths[item], of_edge, step.h);
}

// The kernels of tearing_passes.h.
#define TEARING TEARING_BUFFERS(BUFFER_PARAMETER) const int count
#define TEARING_SET(name) const TearingSet name = {TEARING_BUFFERS(BUFFER_VALUE)}

__kernel void tear_tets(TEARING)
{
    int item = (int)get_global_id(0);
    TEARING_SET(set);
    if (item < count)
        tear_tet(&set, item);
}

__kernel void tear_bare_edges(TEARING)
{
    int item = (int)get_global_id(0);
    TEARING_SET(set);
    if (item < count)
        tear_bare_edge(&set, item);
}

// Rest values begin at `first` of `numbers`.
__kernel void spread_values(SPREAD_BUFFERS(BUFFER_PARAMETER) const int first, const int count)
{
    int item = (int)get_global_id(0);
    if (item < count)
        numbers[first + slots[item].x] = values[slots[item].y];
}
