// Ranks: the constraints of a world, shared out among threads or among the processes of a cluster.
// Each rank solves some tiles, and sends the others the positions that they read. Nothing is added
// up on the way, so the bits are those of one process, whatever the number of ranks.
//
// gelWorldDef.rankCount makes threads of this process the ranks. With gelWorldDef.transport the
// process is one rank: all processes make the same world and call the same functions, and each has
// the state of all bodies after each step.
//
// Ranks share out the search for contacts, and each solves those that its vertices depend on. With
// restitution, the two-level solver, more than 64 ranks or the back end `reference`, every rank
// solves all contacts, and so it does while bodies that overlap are moved apart as a whole. Other
// stages that read more than single vertices and constraints, such as tethers, are run by every
// rank for all bodies, after all positions and velocities were sent to all. They have the same
// bits, and gain no speed.
//
// How a world would be shared out is counted from the plan, for any number of ranks:
//
//     gelRankShare share;
//     gelWorld_GetRankShare(world, 64, &share);
//     printf("%lld bytes per substep\n", (long long)share.bytes);
#pragma once

#include "gel/id.h"

// The most ranks for which a share is counted, and the most that are threads of one process.
enum { GEL_MAXIMUM_RANKS = 65536, GEL_MAXIMUM_RANK_THREADS = 64 };

// Bytes that go to another rank, or come from it.
typedef struct gelParcel {
    int rank;
    void* bytes;
    size_t size;
} gelParcel;

// Begins to send parcels, at most one to each rank, and to fill those that come, at most one from
// each, and returns at once. All ranks call it together; two ranks agree on the sizes.
typedef gelStatus gelBeginExchangeFunction(void* context, const gelParcel* sent, int sentCount,
                                           const gelParcel* received, int receivedCount);
// Returns when all bytes have been taken and all have come. The rank works before it; parcels and
// their bytes stay as they are until then.
typedef gelStatus gelEndExchangeFunction(void* context);
// Tells the others that this rank has failed, as gelLastError says: they must not wait for it. May
// end the process.
typedef void gelRankFailedFunction(void* context);

// How this process, as one rank, reaches the others.
typedef struct gelTransport {
    int rank, rankCount;
    void* context;
    gelBeginExchangeFunction* begin;
    gelEndExchangeFunction* end;
    gelRankFailedFunction* fail;
} gelTransport;

// How a substep is shared out among ranks. Each tile is solved by one rank. The positions of its
// vertices, 12 bytes each, come from the ranks that moved them last. "Busiest" is the most of one
// rank in each phase or exchange, added up: the others wait for it.
typedef struct gelRankShare {
    int rankCount;
    int idleRanks;   // which have no tile in any phase
    int bodies;      // with tiles; they are shared out along a curve through their centres
    int wholeBodies; // of which one rank solves all tiles: nothing is sent for them
    int phaseCount;
    int exchanges; // before each phase but the first, and after the last: those with messages
    int64_t tets;
    int64_t constraints, busiestConstraints; // solved per substep
    int64_t messages, busiestMessages;       // sent per substep
    int64_t bytes, busiestBytes;
    // The contacts of the last step, if they are counted. Several ranks solve some, as each solves
    // those near its own vertices. Exchanges, messages and bytes above have theirs, too.
    bool countsContacts;
    int64_t contacts, solvedContacts, busiestContacts;
    // Stages of the last step that would exchange more than is counted, such as "contact, tethers".
    // Empty without any, and before the first step.
    char uncounted[160];
} gelRankShare;

// Counts how a substep would be shared out among `rankCount` ranks, from 1 to GEL_MAXIMUM_RANKS.
// Errors: gel_invalidArgument (rankCount), gel_unsupported (not gel_colourOrder, or an integrator
// other than gel_xpbd: there are no tiles), gel_outOfMemory, and the errors of gelWorld_Step.
// Cost: rebuilds the constraint arrays if bodies have changed; then about 0.01 s per million tets.
GEL_API gelStatus gelWorld_GetRankShare(gelWorld* world, int rankCount, gelRankShare* share);
