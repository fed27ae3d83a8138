// Separates bodies that have got into each other.
//
// A point inside another body leaves through the nearest of a few triangles. If a pair overlaps
// deeply, its points would leave to all sides. The contacts of such a pair are skipped, and both
// bodies are separated along one direction: that of the area vectors of their overlapping
// surfaces.
//
// Only elasticity can restore a crushed body: its contacts with itself are skipped while it has
// less than half of its rest volume.
#pragma once

#include "contact/pairs.h"
#include "contact/torn.h"

// Two bodies that are being separated, and the direction of the first one's motion.
typedef struct gelDeepPair {
    int bodies[2];
    double way[3], shares[2]; // of length 1; of the motion, of sum 1
} gelDeepPair;

// Whether the places of the surfaces are needed to judge a candidate.
static inline bool gelNeedsPlaces(const SearchPair* pairs, const CandidatePair* candidate)
{
    return candidate->kind == search_points_tets || candidate->kind == search_tets_points ||
           pairs[candidate->pair].bodies[0] == pairs[candidate->pair].bodies[1];
}

// Whether a candidate is a point in a tet, and not two elements near each other.
static inline bool gelIsInside(const CandidatePair* candidate)
{
    return candidate->kind == search_points_tets || candidate->kind == search_tets_points;
}

typedef struct gelDepth {
    CandidatePair* exits; // points, and the triangles by which they leave
    int exitCount, exitCapacity;
    bool* isDeep; // of each pair
    int pairCapacity;
    int* seenIn1;           // [points]: scratch; 1 + the last pair that found the point inside
    gelDeepPair* deepPairs; // in ascending order
    int deepPairCount, deepPairCapacity;
} gelDepth;

// The findings of a frame's search.
typedef struct gelSurfaceIssues {
    const SearchPair* pairs;
    int pairCount;
    const CandidatePair* candidates; // in order
    int candidateCount;
    const float (*x)[3]; // of the surfaces' points; of use if a candidate needs places
    const float (*normals)[3];
    bool isShared; // ranks share out the contacts, unless bodies are separated as a whole
    bool isCached; // the candidates serve several frames: none is inside a tet, though some may get there
    float groundFriction;
    const double* masses; // of the bodies, kg; infinite if a vertex is pinned
} gelSurfaceIssues;

gelStatus gelCreateDepth(const gelSurfaceTables* tables, gelDepth* depth);
void gelClearDepth(gelDepth* depth);
gelStatus gelMeasureDepth(const gelSurfaceTables* tables, const gelSurfaceIssues* findings,
                          const gelTornElements* torn, gelDepth* depth);
