// Tets over the inside of closed surfaces.
#pragma once

#include "base/core.h"

// Covers the inside of a closed surface with tets of its own vertices. They may overlap and stick out, but whoever
// is inside is in one of them, but for what is within a millionth of their size of their faces. None if the
// surface is open. On success release with gelFree *tets [*tetCount][4] and *levels [*tetCount]: on each level they
// are three times larger than on the one before. Cost: 0.02 s for 10,000 triangles.
gelStatus gelCoverInside(const float* positions, int vertexCount, const int* triangles, int triangleCount,
                         int** tets, int** levels, int* tetCount);
