// How much of a tet is inside.
#pragma once

#include "mesher/cover.h"

// Triangles that touch a tet; only those count that touch one of the wanted small tets.
typedef struct gelTouchList {
    int count;
    const int* triangles;
    const uint64_t* masks; // the small tets that each touches
    uint64_t wanted;
} gelTouchList;

// The share of a tet, a large or a small one, that lies inside a closed surface, by the divergence theorem: exact but for
// rounding. Where parts of the surface overlap it counts twice. `winding` is the winding number at corner `known`, of which the
// surface must keep clear. The triangles are those that touch the tet, and may be more.
double gelShareInside(const gelMesherCover* cover, double corners[4][3], const gelTouchList* touches,
                      int known, int winding);

// The area of the sheets among the triangles within a tet, square lattice units.
double gelSheetArea(const gelMesherCover* cover, double corners[4][3], const gelTouchList* touches);
