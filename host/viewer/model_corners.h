// Corners of a surface: where a vertex lies on a crease it becomes several, so that flat sides stay flat.
#pragma once

#include "gel/mesh.h"

typedef struct gelCorners {
    int cornerCount, triangleCount;
    int* vertices;  // [cornerCount], of the mesh
    int* triangles; // [triangleCount][3], vertices of the mesh
    int* cornersOf; // [triangleCount][3], corners
    int* firsts;    // [cornerCount + 1], into `around`
    int* around;    // the triangles that meet in a corner, as if smooth
} gelCorners;

// False where memory ran out or the surface cannot be had.
bool gelFindCorners(const gelTetMesh* mesh, gelCorners* corners);
void gelClearCorners(gelCorners* corners);
