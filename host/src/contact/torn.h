// Surface elements that have torn: a torn edge joined two of their vertices. docs/tearing.md.
#pragma once

#include "contact/tables.h"

// Keys of the edges that have torn, ascending.
typedef struct gelTornEdges {
    uint64_t* keys;
    int count, capacity;
} gelTornEdges;

// Replaces the edges by those of all bodies, as the host knows them. Cost: linear in the edges of bodies that tear.
gelStatus gelFindTornEdges(const gelSurfaceTables* tables, gelTornEdges* torn);
// Whether one of the two elements has torn. A point of a skin has if its tet has, a vertex never.
bool gelHitsTorn(const gelSurfaceTables* tables, const gelTornEdges* torn, const SearchHit* hit);
// A hash of which edges have torn.
uint64_t gelHashTornEdges(const gelPlan* plan);
