// The torn edges and tets of the bodies of a bake, and the surfaces that are left:
// docs/tearing.md.
#pragma once

#include "bake/bake.h"

typedef struct gelTornParts {
    int* edges; // [edgeCount][2] of sheets and ropes, the lower first, in ascending order
    int edgeCount;
    int* tets; // [tetCount], ascending
    int tetCount;
} gelTornParts;

// Reads what has torn of a body so far. On failure *parts is empty.
gelStatus gelReadTornParts(gelWorld* world, gelBodyId id, gelTornParts* parts);
void gelClearTornParts(gelTornParts* parts);
// Whether a tet, a triangle or a line of 4, 3 or 2 corners, is torn: itself, or an edge of it.
bool gelIsCellTorn(const gelTornParts* parts, int cell, const int* corners, int cornerCount);

// The triangles and wires of a body that are left; what is not its own is to be released.
typedef struct gelFacesLeft {
    const int *triangles, *wires;
    int triangleCount, wireCount;
    int *ownTriangles, *ownWires; // NULL: those of the body
} gelFacesLeft;

// Finds the faces left of each body: *left is [bodyCount]. With `whole`, nothing counts as torn.
// Release *left with gelClearFacesLeft, which accepts NULL.
gelStatus gelFindFacesLeft(const gelBake* bake, bool whole, gelFacesLeft** left);
void gelClearFacesLeft(const gelBake* bake, gelFacesLeft* left);
