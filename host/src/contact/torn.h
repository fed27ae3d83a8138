// Surface elements that have torn: edges; tets with one of them; triangles with one of them, or of such a tet.
// docs/tearing.md.
#pragma once

#include "contact/tables.h"

// By the places of their vertices, ascending.
typedef struct gelTornFace {
    int places[3];
} gelTornFace;

typedef struct gelTornElements {
    uint64_t* edges;
    gelTornFace* faces; // of the tets
    int edgeCount, faceCount, edgeCapacity, faceCapacity;
} gelTornElements;

// Room for all that can tear, so that finding it in a frame allocates nothing.
gelStatus gelReserveTornElements(const gelSurfaceTables* tables, gelTornElements* torn);
// Replaces them by those of all bodies, as the host knows them. Cost: linear in the edges and tets of bodies that tear.
gelStatus gelFindTornElements(const gelSurfaceTables* tables, gelTornElements* torn);
void gelClearTornElements(gelTornElements* torn);
// Whether one of the two elements has torn. A point of a skin has if its tet has, a vertex never.
bool gelIsTornCandidate(const gelSurfaceTables* tables, const gelTornElements* torn,
                        const CandidatePair* candidate);
// A hash of which edges have torn.
uint64_t gelHashTornEdges(const gelPlan* plan);
