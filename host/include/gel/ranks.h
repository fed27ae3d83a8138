// Ranks: how the constraints of a world would be shared out among the processes of a cluster. Gel
// does not run on ranks yet: these are counts, found from the plan, for any number of ranks.
//
//     gelRankShare share;
//     gelWorld_GetRankShare(world, 64, &share);
//     printf("%lld bytes per substep\n", (long long)share.bytes);
#pragma once

#include "gel/id.h"

// The most ranks for which a share is counted.
enum { GEL_MAXIMUM_RANKS = 65536 };

// How a substep is shared out among ranks. Each tile is solved by one rank. The positions of its
// vertices, 12 bytes each, come from the ranks that moved them last. "Busiest" is the most of one
// rank in each phase or exchange, added up: the others wait for it.
typedef struct gelRankShare {
    int rankCount;
    int idleRanks; // which have no tile in any phase
    int phaseCount;
    int exchanges; // before each phase but the first, and after the last: those with messages
    int64_t tets;
    int64_t constraints, busiestConstraints; // solved per substep
    int64_t messages, busiestMessages;       // sent per substep
    int64_t bytes, busiestBytes;
    // Stages of the last step that would exchange more than is counted, such as "contact, tethers".
    // Empty without any, and before the first step.
    char uncounted[160];
} gelRankShare;

// Counts how a substep would be shared out among `rankCount` ranks, from 1 to GEL_MAXIMUM_RANKS.
// Errors: gel_invalidArgument (rankCount), gel_unsupported (not gel_colourOrder, or an integrator
// other than gel_xpbd: there are no tiles), gel_outOfMemory, and the errors of gelWorld_Step.
// Cost: rebuilds the constraint arrays if bodies have changed; then about 0.01 s per million tets.
GEL_API gelStatus gelWorld_GetRankShare(gelWorld* world, int rankCount, gelRankShare* share);
