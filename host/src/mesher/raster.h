// Finds the tets that each triangle touches.
#pragma once

#include "mesher/cover.h"

// Fills cover->touched and, unless only counting, the triangles that touch each of its tets.
gelStatus gelRasterise(gelMesherCover* cover, bool counting);

// The corners of a triangle of the surface, in lattice units.
void gelTriangleCorners(const gelMesherCover* cover, int triangle, double corners[3][3]);
