// Computes how much of a tet is inside.
#pragma once

#include "mesher/cover.h"

// Triangles that touch a tet; only those that touch one of the wanted small tets count.
typedef struct gelTouchList {
    int count;
    const int* triangles;
    const uint64_t* masks; // the small tets that each touches
    uint64_t wanted;
} gelTouchList;

// The fraction of a tet, large or small, that lies inside a closed surface, by the divergence theorem: exact
// up to rounding. Overlapping parts of the surface count twice. `winding` is the winding number at corner
// `known`, which the surface must keep clear of. The triangles must include those that touch the tet.
double gelShareInside(const gelMesherCover* cover, double corners[4][3], const gelTouchList* touches,
                      int known, int winding);

// The area of the sheets within a tet, square lattice units.
double gelSheetArea(const gelMesherCover* cover, double corners[4][3], const gelTouchList* touches);
