// Where vertices and constraints lie, so that what is used together is near: for speed alone, never for bits.
#pragma once

#include "base/core.h"
#include "gel/mesh.h"

// Numbers the vertices along a curve that fills space, by their positions at rest: places[v], from 0 on, is where a
// device keeps vertex v of the mesh. On success *places [vertexCount] is to be released with gelFree.
gelStatus gelPlaceVertices(const gelTetMesh* mesh, int** places);

// Sorts constraints by colour and, within a colour, by the first of their places (NULL: of their vertices). On success
// *order [count] holds the constraints, those of colour c from *starts [colourCount + 1] at c on; both to be released
// with gelFree. On failure both are NULL.
gelStatus gelSortByColour(const int* vertices, int arity, int count, const int* places, const int* colours,
                          int colourCount, int** starts, int** order);
