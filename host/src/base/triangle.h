// Single triangles in space, in double precision.
#pragma once

#include "base/core.h"

// Squared distance from the point to a triangle of any shape, even degenerate. `nearest` is set to the
// nearest point of the triangle.
double gelNearestOnTriangle(const double corners[3][3], const double point[3], double nearest[3]);

// Where a ray meets the triangle, from either side, in lengths of `direction`; infinity if nowhere or if the
// triangle is seen from its edge. A billionth of the triangle beyond its edges counts as well, so that no ray
// slips between neighbours (Moeller and Trumbore, "Fast, minimum storage ray-triangle intersection", 1997).
double gelMeetRay(const double corners[3][3], const double origin[3], const double direction[3]);

// The solid angle of the triangle as seen from the point, as a fraction of the sphere, -1/2 to 1/2; positive
// if the point sees its back, that is, its corners clockwise. The sum over a closed surface is 1 inside and 0
// outside (van Oosterom and Strackee 1983).
double gelTriangleWinding(const double corners[3][3], const double point[3]);

// How two triangles meet; the values add up.
typedef enum gelTriangleMeeting {
    gel_firstPierced = 1,     // an edge of the second goes through the first
    gel_secondPierced = 2,    // an edge of the first goes through the second
    gel_trianglesOverlap = 4, // in one plane, with an area in common
} gelTriangleMeeting;

// 0 if they do not meet, or only touch or share corners. Triangles that share one corner intersect if the
// opposite edge of one goes through the interior of the other; those that share an edge, if one is folded
// onto the other. The side of a plane is decided up to rounding (1e-15 of the products in the determinant);
// anything closer counts as in the plane or on the line. Both must have an area.
int gelMeetTriangles(const double first[3][3], const double second[3][3]);
