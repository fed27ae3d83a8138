// The triangles of a surface in a tree: nearest-point, box and inside queries.
//
// Results depend only on the set of triangles, not on their order in the file or on which corner comes first:
// they are sorted by the positions of their corners before the tree is built, and sums run in the order of
// the tree. Once built it is read-only, so any number of threads may query it at once.
#pragma once

#include "base/box_tree.h"

#include "gel/skin.h"

typedef struct gelSurfaceCorners {
    double corners[3][3]; // the lowest corner first, orientation kept
} gelSurfaceCorners;

// A node from afar.
typedef struct gelSurfaceDipole {
    double centre[3]; // of area
    double area[3];   // sum of the area vectors, outwards, m^2
    double reach;     // squared; beyond this distance, centre and area stand for the triangles
    // The node lies between two planes across `area`: area . (point - centre), m^3, widened by rounding.
    double lower, upper;
} gelSurfaceDipole;

typedef struct gelSurfaceTree {
    int triangleCount;
    gelSurfaceCorners* corners; // [triangleCount], sorted: the items of `boxes`
    int* triangles;             // [triangleCount], number of each item in the surface
    gelBoxTree boxes;
    gelSurfaceDipole* dipoles; // one per node of `boxes`
} gelSurfaceTree;

// A place on a surface.
typedef struct gelSurfacePlace {
    int triangle; // number in the surface
    double point[3];
    double distance; // metres
} gelSurfacePlace;

// The surface must have triangles; it may be changed or destroyed afterwards. Errors: gel_outOfMemory. Cost:
// about n log n: 0.1 s for 100,000 triangles.
gelStatus gelCreateSurfaceTree(const gelSurfaceMesh* surface, gelSurfaceTree* tree);
void gelDestroySurfaceTree(gelSurfaceTree* tree);

// The winding number of the surface about a point: 1 inside, 0 outside, -1 inside a surface that is inside
// out, 2 where two parts overlap, fractional near holes. Distant nodes count as dipoles (Barill et al. 2018),
// with an error of up to 0.06: enough to tell 0 from 1. On the surface itself, where it jumps, it is some
// value in between. Cost: about log n, a microsecond or so.
double gelSurfaceTree_Winding(const gelSurfaceTree* tree, const double point[3]);

// Returns the nearest place of the surface to a point; among equals, the first in the tree's
// order.
gelSurfacePlace gelSurfaceTree_Nearest(const gelSurfaceTree* tree, const double point[3]);
// Returns the nearest place, or triangle -1 if none is within `max`, m. Faster than
// gelSurfaceTree_Nearest.
gelSurfacePlace gelSurfaceTree_NearestWithin(const gelSurfaceTree* tree, const double point[3], double max);

// Returns the distance along a ray, in lengths of `direction`, at which it first meets the
// surface, from either side, at `min` or further from its origin; or infinity.
double gelSurfaceTree_CastRay(const gelSurfaceTree* tree, const double origin[3], const double direction[3],
                              double min);
