// The program of fields, which takes one lane: field_passes.h. Built when a world has fields.
#define GEL_DIALECT_OPENCL

#include "field_passes.h"

#define FIELDS                                                                                               \
    __global const FieldRecord *fields, __global const float *weights, __global const int *bodies,           \
        __global const OuterTriangle *triangles, __global const int *starts, __global const int *corners,    \
        __global const int *edges, __global const float *lengths, __global const FieldPoint *position,       \
        __global FieldPoint *velocity, __global FieldPoint *forces, const StepParameters step,               \
        const FieldCounts counts

#define FIELD_SET(set)                                                                                       \
    FieldSet set = {fields, weights, bodies,   triangles, starts, corners,                                   \
                    edges,  lengths, position, velocity,  forces, counts}

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
