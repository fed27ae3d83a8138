// The program of fields, which takes one lane: field_passes.h. Built when a world has fields.
#define GEL_DIALECT_OPENCL

#include "field_passes.h"

#define FIELDS FIELD_BUFFERS(BUFFER_PARAMETER) const StepParameters step, const FieldCounts counts
#define FIELD_SET(set) FieldSet set = {FIELD_BUFFERS(BUFFER_VALUE).counts = counts}

__kernel void average_samples(FIELDS)
{
    int i = (int)get_global_id(0);
    FIELD_SET(set);
    if (i < counts.bodies)
        average_velocity(&set, i);
    if (i < counts.samples)
        average_depths(&set, i, &step);
}

__kernel void push_triangles(FIELDS)
{
    int i = (int)get_global_id(0);
    FIELD_SET(set);
    if (i < counts.triangles)
        push_triangle(&set, i, &step);
}

__kernel void push_vertices(FIELDS)
{
    int i = (int)get_global_id(0);
    FIELD_SET(set);
    if (i < counts.vertices)
        push_vertex(&set, i, &step);
}
