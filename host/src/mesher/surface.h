// The surface in an order of its own, its triangles turned to one side.
#pragma once

#include "gel/surface.h"
#include "surface/tree.h"

// A copy of the surface that depends neither on the order of triangles nor on the side they face: vertices sorted by place,
// triangles by vertices, no triangle twice, neighbours facing the same side, every part of the surface outwards.
typedef struct gelMesherSurface {
    int vertexCount, triangleCount;
    double* positions; // [vertexCount][3]
    int* triangles;    // [triangleCount][3]
    int* sources;      // [vertexCount]: the vertex of the surface it came from
    bool* sheets; // [triangleCount]: belongs to a part with an edge that has no, or more than one, other side
    int partCount;
    int* parts;  // [triangleCount], of the source; the lowest where a triangle was there twice
    bool closed; // no sheets, and all neighbours agree: every winding number is a whole one
    bool
        tangled; // not closed, and its triangles so large and many that a winding number is a sum over hundreds of them, and
    // tells nothing: only what cannot be reached is inside
    double area, volume, lower[3], upper[3];
    gelSurfaceTree tree; // for winding numbers
} gelMesherSurface;

// With keepSides parts face where most of their area did, else outwards.
gelStatus gelMakeMesherSurface(const gelSurfaceMesh* source, bool keepSides, gelMesherSurface* surface);
void gelClearMesherSurface(gelMesherSurface* surface);
