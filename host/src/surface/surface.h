// Surfaces inside the library: from what a reader found to the public structure.
#pragma once

#include "base/core.h"

#include "gel/surface.h"

#include <math.h>

// Limits set by single precision and by the masses of bodies, metres: distance from the origin, and longest
// side.
static const double gelLargestSurface = 1e9, gelSmallestSurface = 1e-6;

// The longest side of a box, and its largest coordinate.
static inline void gelMeasureExtent(const double lower[3], const double upper[3], double* side, double* reach)
{
    *side = *reach = 0.0;
    for (int k = 0; k < 3; k++) {
        *side = fmax(*side, upper[k] - lower[k]);
        *reach = fmax(*reach, fmax(fabs(lower[k]), fabs(upper[k])));
    }
}

// Welds vertices, drops degenerate triangles and orients the surface. `raw` is a surface as a reader found
// it: vertices may coincide or be unused, triangles may be degenerate, normals of any length; originals are
// not read; parts, partNames and corner attributes may be NULL. The caller keeps ownership. Errors: as for
// gelCreateSurfaceMesh.
gelStatus gelMakeSurfaceMesh(const gelSurfaceMesh* raw, gelSurfaceMesh* surface, gelSurfaceRepair* repair);

// Computes welded[v], the index of the distinct position that vertex v has, and how many there are. Errors:
// gel_outOfMemory.
gelStatus gelWeldVertices(const float* positions, int vertexCount, int* welded, int* placeCount);

// All vertices of a surface's file, [*count][3], in the order of gelSurfaceMesh.originals, whether or not triangles have
// them. Release *positions with gelFree. Errors: as of gelLoadSurfaceMesh.
gelStatus gelLoadSurfacePoints(const char* path, float** positions, int* count);

gelStatus gelCopySurfaceMesh(const gelSurfaceMesh* surface, gelSurfaceMesh* copy);
bool gelSurfaceMesh_IsEqual(const gelSurfaceMesh* a, const gelSurfaceMesh* b);

gelStatus gelCopyLineMesh(const gelLineMesh* mesh, gelLineMesh* copy);
bool gelLineMesh_IsEqual(const gelLineMesh* a, const gelLineMesh* b);

// Adds room for one more name; returns the part's number, or -1 if out of memory.
int gelAddSurfacePart(gelSurfaceMesh* raw, const char* name, size_t length);
