// Corners of surfaces as they are drawn: where a vertex lies on an edge it becomes several, so that flat sides stay flat.
#pragma once

#include "gel/skin.h"

// A surface with its corners.
typedef struct gelCorneredSurface {
    const void* source; // the mesh's tets or the skin's triangles, which copies of a body share
    gelSurfaceMesh surface;
    gelCornerGroups corners;
} gelCorneredSurface;

// Each surface that was asked for, once: the corners of 14 000 triangles take 3 ms. Begin with {0}.
typedef struct gelCornerStore {
    gelCorneredSurface* found;
    int count;
} gelCornerStore;

// Of a tet mesh and of a skin, which must outlive the store; valid until the next is asked for. NULL where memory ran out.
// Vertices without triangles, such as those inside a tet mesh, have no corners.
const gelCorneredSurface* gelCornerStore_OfMesh(gelCornerStore* store, const gelTetMesh* mesh);
const gelCorneredSurface* gelCornerStore_OfSkin(gelCornerStore* store, const gelSkin* skin);
void gelClearCornerStore(gelCornerStore* store);
