// Normalises the surface: the order and orientation of its triangles.
#pragma once

#include "gel/surface.h"
#include "surface/tree.h"

// A copy of the surface that depends neither on the order of its triangles nor on their orientation: vertices
// sorted by position, triangles by vertices, no duplicates, neighbours oriented alike, every part outwards.
typedef struct gelMesherSurface {
    int vertexCount, triangleCount;
    double* positions; // [vertexCount][3]
    int* triangles;    // [triangleCount][3]
    int* sources;      // [vertexCount]: the vertex of the surface it came from
    bool* sheets;      // [triangleCount]: belongs to a part with open or ambiguous edges
    int partCount;
    int* parts;  // [triangleCount], of the source; the lowest of duplicates
    bool closed; // no sheets, and all neighbours agree: every winding number is an integer
    // Not closed, with so many large triangles that a winding number, a sum over hundreds of them, is
    // meaningless: only what cannot be reached is inside.
    bool tangled;
    double area, volume, lower[3], upper[3];
    gelSurfaceTree tree; // for winding numbers
} gelMesherSurface;

// With keepSides, parts are oriented as most of their area was, otherwise outwards.
gelStatus gelMakeMesherSurface(const gelSurfaceMesh* source, bool keepSides, gelMesherSurface* surface);
void gelClearMesherSurface(gelMesherSurface* surface);
