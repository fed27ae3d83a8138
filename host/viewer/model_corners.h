// Corners of a surface: where a vertex lies on a crease it becomes several, so that flat sides stay flat.
#pragma once

#include "gel/skin.h"

typedef struct gelCorners {
    int cornerCount, triangleCount;
    int* vertices;  // [cornerCount], of the surface
    int* cornersOf; // [triangleCount][3], corners
    int* firsts;    // [cornerCount + 1], into `around`
    int* around;    // the triangles that meet in a corner, as if smooth
} gelCorners;

// False where memory ran out. Vertices without triangles, such as those inside a tet mesh, have no corners.
bool gelFindCorners(const gelSurfaceMesh* surface, gelCorners* corners);
void gelClearCorners(gelCorners* corners);
