// The program of what fills closed surfaces, which takes one lane: pressure_passes.h. Built when a world has such bodies.
#define GEL_DIALECT_OPENCL

#include "pressure_passes.h"

#define PRESSURES                                                                                            \
    __global PressureRecord *records, __global const int *vertices, __global const int *owners,              \
        __global const int *starts, __global const int *rings, __global const int *sum_starts,               \
        __global const Point *position, __global Point *velocity, __global Point *gradients,                 \
        __global Point *terms, __global Point *sums, const int count

#define PRESSURE_SET(set)                                                                                    \
    PressureSet set = {records,  vertices, owners,    starts, rings, sum_starts,                             \
                       position, velocity, gradients, terms,  sums}

__kernel void measure_vertices(PRESSURES)
{
    int i = (int)get_global_id(0);
    PRESSURE_SET(set);
    if (i < count)
        measure_vertex(&set, i);
}

__kernel void add_up_terms(PRESSURES)
{
    int i = (int)get_global_id(0);
    PRESSURE_SET(set);
    if (i < count)
        add_terms(&set, i);
}

__kernel void find_pressures(PRESSURES, const StepParameters step)
{
    int i = (int)get_global_id(0);
    PRESSURE_SET(set);
    if (i < count)
        find_pressure(&set, i, &step);
}

__kernel void inflate_vertices(PRESSURES, const StepParameters step)
{
    int i = (int)get_global_id(0);
    PRESSURE_SET(set);
    if (i < count)
        inflate_vertex(&set, i, &step);
}
