// The program of what fills closed surfaces, which takes one lane: pressure_passes.h. Built when a world has such bodies.
#define GEL_DIALECT_OPENCL

#include "pressure_passes.h"

#define PRESSURES PRESSURE_BUFFERS(BUFFER_PARAMETER) const int count
#define PRESSURE_SET(set) PressureSet set = {PRESSURE_BUFFERS(BUFFER_VALUE)}

__kernel void measure_vertices(PRESSURES, const StepParameters step)
{
    int i = (int)get_global_id(0);
    PRESSURE_SET(set);
    if (i < count)
        measure_vertex(&set, i, &step);
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
