// The corners of surfaces as drawn: a vertex on a sharp edge becomes several corners, so that flat sides stay
// flat.
#pragma once

#include "gel/skin.h"

// A surface with its corners.
typedef struct gelCorneredSurface {
    const void* source; // the mesh's tets or the surface's triangles, which copies of a body share
    gelSurfaceMesh surface;
    gelCornerGroups corners;
} gelCorneredSurface;

// A cache of surfaces, as the corners of 14,000 triangles take 3 ms. Initialise with {0}.
typedef struct gelCornerStore {
    gelCorneredSurface* found;
    int count;
} gelCornerStore;

// The corners of a tet mesh or a surface, which must outlive the store; valid until the next call. NULL if out
// of memory. Vertices without triangles, such as those inside a tet mesh, have no corners.
const gelCorneredSurface* gelCornerStore_OfMesh(gelCornerStore* store, const gelTetMesh* mesh);
const gelCorneredSurface* gelCornerStore_OfSurface(gelCornerStore* store, const gelSurfaceMesh* surface);
void gelClearCornerStore(gelCornerStore* store);
