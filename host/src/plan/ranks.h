// Ranks: which of N processes solves which tile, and which positions travel between them. Found once from the plan.
//
// Tiles of phase 0 are numbered depth first as the bisection makes them, so equal runs of them are a recursive bisection
// over any number of ranks. The rank of a vertex's first tile is its home, and does all that concerns the vertex alone. A
// tile of a later phase goes to the rank that holds most of its vertices. Bodies are shared out along a curve through
// their centres, and small ones as a whole, so neighbours are mostly on the same rank. Positions are copied and never added
// up, so neither the number of ranks nor the order in which messages arrive can change a bit.
#pragma once

#include "plan/plan.h"

typedef struct gelRankTile {
    const gelBody* body;
    int phase, tile; // tile: in the body's phase
    int rank;        // which solves it
    bool waits;      // for positions from other ranks, before its phase
    int64_t constraintCount;
} gelRankTile;

// The positions that one rank sends another before phase `exchange`, or home if that is phaseCount.
typedef struct gelRankMessage {
    int exchange, from, to;
    int first, count; // in gelRanks.moved
} gelRankMessage;

typedef struct gelRanks {
    const gelPlan* plan; // must outlive them
    int rankCount, phaseCount, bodyCount, vertexCount, tileCount, messageCount;
    int* phaseStarts;         // [phaseCount + 1] into `tiles`
    int* bodyStarts;          // [phaseCount * bodyCount + 1] into `tiles`, phase by phase
    gelRankTile* tiles;       // phase by phase, in each phase in the order of bodies and of their tiles
    int* homes;               // [vertexCount]; gel_everyRank for obstacles
    int* bodyRanks;           // [bodyCount]: which solves all tiles of a small body; or gel_everyRank
    gelRankMessage* messages; // sorted by exchange, sender and receiver
    int* moved;               // vertices of the world, in ascending order in each message
} gelRanks;

enum { gel_everyRank = -1 };

// Refuses a plan without tiles: gel_unsupported.
gelStatus gelCheckRankedPlan(const gelPlan* plan);

// Whether a stage reads more than the vertex that it changes, beyond what the lists of constraints say. `push`: fields act
// on outer triangles.
bool gelReadsAllVertices(gelStage stage, bool push);

// Shares out the constraints of a plan in colour order. On failure (gel_outOfMemory) *ranks is empty.
gelStatus gelShareOut(const gelPlan* plan, int rankCount, gelRanks* ranks);
void gelClearRanks(gelRanks* ranks);

// Returns the tiles of a phase of a body.
static inline const gelRankTile* gelRankTilesOf(const gelRanks* ranks, int phase, const gelBody* body)
{
    int index = gelFindPlanBody(ranks->plan, body->firstVertex);
    return ranks->tiles + ranks->bodyStarts[phase * ranks->bodyCount + index];
}

// Whether passes over the vertices of a plan change one: in the plan of a rank those at home there, and those without a
// home, which all ranks treat alike.
static inline bool gelIsPassed(const gelPlan* plan, int vertex)
{
    return plan->ranks == NULL || plan->ranks->homes[vertex] == plan->rank ||
           plan->ranks->homes[vertex] == gel_everyRank;
}

// The plan with the constraints of one rank alone, not listed. `ranks` must outlive it.
void gelMakeRankPlan(const gelRanks* ranks, int rank, gelPlan* mine);
void gelClearRankPlan(gelPlan* mine);

// Returns the vertices of a tile, numbered as in its body.
const int* gelRankTileVertices(const gelRankTile* tile, int* count);
