// Colours: sets of constraints that share no vertex, so that a set can be solved in parallel and still give
// the bits of the sequential loop in colour order.
#pragma once

#include "base/core.h"

// Gives each of `constraintCount` constraints over `arity` vertices a colour. Colours are balanced: as nearly
// equal in size as the mesh allows. Deterministic. At most 4096 colours: gel_unsupported beyond. On success
// *colours [constraintCount] is to be released with gelFree.
gelStatus gelColourConstraints(const int* vertices, int arity, int constraintCount, int vertexCount,
                               int** colours, int* colourCount);
