// Surfaces within the library: from what a reader found to what is handed out.
#pragma once

#include "base/core.h"

#include "gel/surface.h"

#include <math.h>

// What single precision and the masses of bodies can bear, metres: how near to the origin, how long its longest side.
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

// Welds, drops and turns. `raw` is a surface as a reader found it: vertices may share a place or be unused, triangles may
// be degenerate, normals of any length; originals are not read; parts, partNames and what belongs to corners may be NULL.
// It stays the caller's. Errors: as of gelCreateSurfaceMesh.
gelStatus gelMakeSurfaceMesh(const gelSurfaceMesh* raw, gelSurfaceMesh* surface, gelSurfaceRepair* repair);

gelStatus gelCopySurfaceMesh(const gelSurfaceMesh* surface, gelSurfaceMesh* copy);
bool gelSurfaceMesh_IsEqual(const gelSurfaceMesh* a, const gelSurfaceMesh* b);

// Room for one more name; the part's number, or -1 if memory ran out.
int gelAddSurfacePart(gelSurfaceMesh* raw, const char* name, size_t length);
