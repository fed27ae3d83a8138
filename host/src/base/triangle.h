// Single triangles in space, in double precision.
#pragma once

#include "base/core.h"

// Squared distance from the point to the triangle, of any shape: its corners may lie on a line or in one place. `nearest`
// becomes the point of the triangle that is nearest.
double gelNearestOnTriangle(const double corners[3][3], const double point[3], double nearest[3]);

// The share of a sphere around the point that the triangle covers, -1/2 to 1/2; positive if the point sees its back, that is
// its corners clockwise. Summed over a closed surface: 1 inside, 0 outside (van Oosterom and Strackee 1983).
double gelTriangleWinding(const double corners[3][3], const double point[3]);

// How two triangles meet; the values add up.
typedef enum gelTriangleMeeting {
    gel_firstPierced = 1,     // an edge of the second goes through the first
    gel_secondPierced = 2,    // an edge of the first goes through the second
    gel_trianglesOverlap = 4, // in one plane, with an area in common
} gelTriangleMeeting;

// 0 if they meet nowhere, or only touch or share corners. Triangles that share one corner meet where the edge opposite goes
// through the other's inside; those that share an edge where one is folded onto the other. Which side a point is on is decided
// down to rounding (1e-15 of the products in the determinant); what is closer counts as in the plane or on the line.
// Both must have an area.
int gelMeetTriangles(const double first[3][3], const double second[3][3]);
