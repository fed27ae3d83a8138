// One rank: a back end that solves some tiles of a plan, and exchanges vertices with the others.
#pragma once

#include "backend/backend.h"
#include "gel/ranks.h"
#include "plan/ranks.h"

typedef struct gelRankShares {
    gelRanks ranks;
    int* exchangeStarts; // [phaseCount + 2] into the messages
    int* homeStarts;     // [rankCount + 1]
    int* homeVertices;   // those of a rank, in ascending order
} gelRankShares;

gelStatus gelListShares(const gelPlan* plan, int rankCount, gelRankShares* shares);
void gelClearShares(gelRankShares* shares);

// An exchange of positions that has begun; 0: none.
typedef struct gelRankMove {
    int exchange;
    bool isBack; // it is taken back
    int sentCount, receivedCount;
} gelRankMove;

typedef struct gelRank {
    gelBackend* inner;
    gelTransport transport;
    const gelRankShares* shares;
    gelPlan plan;             // of this rank
    gelTwoLevelList twoLevel; // the world's, with values of its own: they flow and tear
    bool push;                // fields act on outer triangles
    gelRankMove move;         // under way
    int phase;                // up to which positions have been exchanged
    bool isSolving;           // constraints, in this substep
    bool isWhole;             // it has the newest records of all vertices
    bool lacksPushes;         // of contacts that other ranks have solved
    gelAllGather gather;      // of the candidates of contacts
    char* bytes;
    char* contactBytes; // of vertices and pushes that contacts need
    char* gathered;     // candidates of all ranks
    int contactCapacity, gatheredCapacity;
    int* starts;        // [rankCount + 1] of the candidates of each
    gelParcel* parcels; // [2 * rankCount]: sent, received
} gelRank;

// Returns the bytes of a part of a vertex.
static inline size_t gelVertexSize(const gelRank* rank)
{
    return 3 * (rank->inner->doublePrecision ? sizeof(double) : sizeof(float));
}

// NULL: every rank solves all contacts.
static inline const gelContactShare* gelShareOfContacts(const gelRank* rank)
{
    const gelBackendFunctions* functions = rank->inner->functions;
    return functions->shareOfContacts != NULL ? functions->shareOfContacts(rank->inner) : NULL;
}

// Sends and receives the parcels of the rank, if there are any.
static inline gelStatus gelExchange(const gelRank* rank, int sentCount, int receivedCount)
{
    const gelTransport* transport = &rank->transport;
    if (sentCount + receivedCount == 0)
        return gel_success;
    gelStatus status = transport->begin(transport->context, rank->parcels, sentCount,
                                        rank->parcels + transport->rankCount, receivedCount);
    return status == gel_success ? transport->end(transport->context) : status;
}

// Makes a back end a rank. `rank` stays where it is as long as the back end.
void gelOpenRank(gelBackend* inner, gelTransport transport, gelRank* rank);
// Gives the rank its part of the plan that has been shared out. On failure the rank has none.
gelStatus gelPlanRank(gelRank* rank, const gelRankShares* shares);
void gelClearRank(gelRank* rank); // its plan

// Called by all ranks together, as are stages: gives each the newest records of all vertices.
gelStatus gelMakeRankWhole(gelRank* rank);
// Called by all ranks together, also by those that have them: gives each, or the first only, the pushes of all contacts of
// the step.
gelStatus gelGatherPushes(gelRank* rank, bool toAll);
// Runs gel_stageContact where ranks share out the contacts: `share` is that of the rank.
gelStatus gelSolveSharedContacts(gelRank* rank, const gelContactShare* share,
                                 const gelStepParameters* parameters, gelPlanStage stage);
// Exchanges what a stage reads, and runs it.
gelStatus gelRunRankStage(gelRank* rank, const gelStepParameters* parameters, gelPlanStage stage);
// Runs a whole step, with the bits of its stages in order.
gelStatus gelRunRankStep(gelRank* rank, const gelStepParameters* parameters, const gelStageList* stages,
                         int substepCount);
