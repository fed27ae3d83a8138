// Surfaces within the library: from what a reader found to what is handed out.
#pragma once

#include "core.h"

#include "gel/surface.h"

// Welds, drops and turns. `raw` is a surface as a reader found it: vertices may share a place or be unused, triangles may
// be degenerate, normals of any length; originals are not read; parts, partNames and what belongs to corners may be NULL.
// It stays the caller's. Errors: as of gelCreateSurfaceMesh.
gelStatus gelMakeSurfaceMesh(const gelSurfaceMesh* raw, gelSurfaceMesh* surface, gelSurfaceRepair* repair);

gelStatus gelCopySurfaceMesh(const gelSurfaceMesh* surface, gelSurfaceMesh* copy);
bool gelSurfaceMesh_IsEqual(const gelSurfaceMesh* a, const gelSurfaceMesh* b);
