// Tets inside convex surfaces.
#pragma once

#include "base/core.h"

// Cuts the inside of a closed surface into tets from its vertex 0 to its triangles. None if the surface is
// open, or if a triangle turns its back to that vertex, as in surfaces that are not convex. On success release
// *tets [*tetCount][4] with gelFree.
gelStatus gelFillConvex(const float* positions, int vertexCount, const int* triangles, int triangleCount,
                        int** tets, int* tetCount);
