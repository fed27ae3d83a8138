// Colours: sets of constraints that share no vertex, so that each set can be solved in parallel and still
// gives the bits of the sequential loop in colour order.
#pragma once

#include "base/core.h"

// Assigns a colour to each of `constraintCount` constraints over `arity` vertices. Colours are balanced: as
// nearly equal in size as the mesh allows. Deterministic. More than 4096 colours: gel_unsupported, with a
// message that calls vertex v names[v] (NULL: v). On success release *colours [constraintCount] with gelFree.
gelStatus gelColourConstraints(const int* vertices, int arity, int constraintCount, int vertexCount,
                               const int* names, int** colours, int* colourCount);
