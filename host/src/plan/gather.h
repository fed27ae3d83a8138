// The corrections that each vertex adds up, in Jacobi orders (kernels/jacobi.h), integrators and
// damped springs.
#pragma once

#include "plan/list.h"

// The gather of one kind of constraint.
typedef struct gelGather {
    int vertexCount;            // those with constraints of the kind
    int* vertices;              // [vertexCount]: of the world, ascending
    int* starts;                // [vertexCount + 1] into corners
    int* corners;               // k * slotCount + slot for vertex k of the constraint in a slot, by slot
    float* divisors;            // [vertexCount]: d_i
    float* parts[max_vertices]; // [slotCount] each, as many as the kind's arity: p_i
} gelGather;

// Makes the gather of constraints that have been listed. On failure clear it.
gelStatus gelMakeGather(const gelPlanConstraints* list, gelConstraintOrder order, int worldVertexCount,
                        gelGather* gather);
void gelClearGather(gelGather* gather);
