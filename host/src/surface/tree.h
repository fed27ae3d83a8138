// The triangles of a surface in a tree: what is near a point, what meets a box, and whether a point is inside.
//
// Answers depend on the set of triangles alone, not on the order in which a file lists them or with which corner each begins:
// they are sorted by the places of their corners before the tree is built, and sums run in the order of the tree. Once
// made it is only read, so any number of threads may ask at once.
#pragma once

#include "base/box_tree.h"

#include "gel/skin.h"

typedef struct gelSurfaceCorners {
    double corners[3][3]; // the least corner first, then round as in the surface
} gelSurfaceCorners;

// What a node looks like from afar.
typedef struct gelSurfaceDipole {
    double centre[3]; // of area
    double area[3];   // sum of the area vectors, outwards, m^2
    double reach;     // squared; further from the centre than this, centre and area stand for the triangles
} gelSurfaceDipole;

typedef struct gelSurfaceTree {
    int triangleCount;
    gelSurfaceCorners* corners; // [triangleCount], sorted: the items of `boxes`
    int* triangles;             // [triangleCount], number of each item in the surface
    gelBoxTree boxes;
    gelSurfaceDipole* dipoles; // one per node of `boxes`
} gelSurfaceTree;

// Where on a surface.
typedef struct gelSurfacePlace {
    int triangle; // number in the surface
    double point[3];
    double distance; // metres
} gelSurfacePlace;

// The surface must have triangles; it may change or go afterwards. Errors: gel_outOfMemory. Cost: about n log n: 0.1 s for
// 100 000 triangles.
gelStatus gelCreateSurfaceTree(const gelSurfaceMesh* surface, gelSurfaceTree* tree);
void gelDestroySurfaceTree(gelSurfaceTree* tree);

// How often the surface goes round a point: 1 inside, 0 outside, -1 inside of one that is inside out, 2 where two parts
// overlap, in between near holes. From afar nodes count as dipoles (Barill et al. 2018), which is off by up to 0.06:
// enough to tell 0 from 1. On the surface itself, where it leaps, it is some value in between. Cost: about log n, a microsecond or few.
double gelSurfaceTree_Winding(const gelSurfaceTree* tree, const double point[3]);

// The place of the surface nearest to a point; of several the first in the tree's order.
gelSurfacePlace gelSurfaceTree_Nearest(const gelSurfaceTree* tree, const double point[3]);
