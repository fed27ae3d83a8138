// Memory order of vertices and constraints, so that neighbours are close together: affects speed only, never
// bits.
#pragma once

#include "base/core.h"
#include "gel/mesh.h"

// Numbers the vertices along a space-filling curve through their rest positions: places[v], from 0, is where
// a device keeps vertex v of the mesh. On success release *places [vertexCount] with gelFree.
gelStatus gelPlaceVertices(const gelTetMesh* mesh, int** places);

// Sorts constraints by colour and, within a colour, by the first of their places. On success *order
// [count] holds the constraints; those of colour c start at (*starts)[c], with *starts [colourCount + 1].
// Release both with gelFree. On failure both are NULL.
gelStatus gelSortByColour(const int* vertices, int arity, int count, const int* places, const int* colours,
                          int colourCount, int** starts, int** order);
