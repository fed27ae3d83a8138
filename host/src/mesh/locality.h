// Memory order of vertices and constraints, so that neighbours are close together: affects speed only, never
// bits.
#pragma once

#include "base/core.h"
#include "gel/mesh.h"
#include "mesh/tiling.h"

// Numbers the vertices tile by tile of the first phase and, in a tile, along a space-filling curve through
// their rest positions: places[v], from 0, is where a device keeps vertex v of the mesh. Sorts the vertices
// of all tiles by place. On success release *places [vertexCount] with gelFree.
gelStatus gelPlaceVertices(const gelTetMesh* mesh, gelTiling* tiling, int** places);
// Lists points [count][3] along a space-filling curve. On success release *order [count] with gelFree.
gelStatus gelSortAlongCurve(const float* points, int count, int** order);
// Sorts the vertices of the tiles by place.
gelStatus gelSortTiles(gelTiling* tiling, const int* places, int vertexCount);

// Sorts constraints by colour and, within a colour, by the lowest of their vertices. On success *order
// [count] holds the constraints; those of colour c start at (*starts)[c], with *starts [colourCount + 1].
// Release both with gelFree. On failure both are NULL.
gelStatus gelSortByColour(const int* vertices, int arity, int count, int vertexCount, const int* colours,
                          int colourCount, int** starts, int** order);
