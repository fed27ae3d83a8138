// The vertices and pushes that ranks exchange when they share out contacts.
#include "backend/rank.h"

// Copies positions, and velocities, of the vertices that are listed for another rank.
static gelStatus copyVertices(const gelRank* rank, const gelRankItems* list, int other, bool withVelocities,
                              char* bytes, bool isWritten)
{
    const gelBackendFunctions* functions = rank->inner->functions;
    const int* vertices = list->items + list->starts[other];
    const int count = gelCountItems(list, other);
    gelStatus status = isWritten
                           ? functions->writeVertices(rank->inner, gel_positions, vertices, count, bytes)
                           : functions->readVertices(rank->inner, gel_positions, vertices, count, bytes);
    bytes += (size_t)count * gelVertexSize(rank);
    if (status != gel_success || !withVelocities)
        return status;
    return isWritten ? functions->writeVertices(rank->inner, gel_velocities, vertices, count, bytes)
                     : functions->readVertices(rank->inner, gel_velocities, vertices, count, bytes);
}

// Sends vertices at home here to the ranks that solve contacts with them.
static gelStatus moveVertices(gelRank* rank, const gelContactShare* share, bool withVelocities)
{
    const int rankCount = rank->transport.rankCount;
    const int parts = withVelocities ? 2 : 1,
              count = share->sent.starts[rankCount] + share->received.starts[rankCount];
    const size_t size = (size_t)parts * gelVertexSize(rank);
    gelParcel *sent = rank->parcels, *received = sent + rankCount;
    int sentCount = 0, receivedCount = 0;
    gelStatus status =
        gelReserve(&rank->contactBytes, &rank->contactCapacity, parts * count, gelVertexSize(rank));
    char* next = rank->contactBytes;
    for (int other = 0; other < rankCount && status == gel_success; other++) {
        const int out = gelCountItems(&share->sent, other), in = gelCountItems(&share->received, other);
        if (out > 0) {
            sent[sentCount++] = (gelParcel){other, next, (size_t)out * size};
            status = copyVertices(rank, &share->sent, other, withVelocities, next, false);
            next += (size_t)out * size;
        }
        if (in > 0) {
            received[receivedCount++] = (gelParcel){other, next, (size_t)in * size};
            next += (size_t)in * size;
        }
    }
    if (status == gel_success)
        status = gelExchange(rank, sentCount, receivedCount);
    for (int i = 0; i < receivedCount && status == gel_success; i++)
        status =
            copyVertices(rank, &share->received, received[i].rank, withVelocities, received[i].bytes, true);
    return status;
}

gelStatus gelSolveSharedContacts(gelRank* rank, const gelContactShare* share,
                                 const gelStepParameters* parameters, gelPlanStage stage)
{
    const gelBackendFunctions* functions = rank->inner->functions;
    gelStatus status = rank->isWhole ? gel_success : moveVertices(rank, share, false);
    rank->isWhole = false;
    rank->lacksPushes = true;
    if (status == gel_success)
        status = functions->runStage(rank->inner, parameters, stage);
    if (status == gel_success)
        status = moveVertices(rank, share, true);
    return status == gel_success ? functions->beginContacts(rank->inner, parameters) : status;
}

gelStatus gelGatherPushes(gelRank* rank, bool toAll)
{
    const gelContactShare* share = gelShareOfContacts(rank);
    const gelBackendFunctions* functions = rank->inner->functions;
    const int own = rank->transport.rank, rankCount = rank->transport.rankCount;
    const bool receives = toAll || own == 0;
    const size_t size = gel_pushReals * sizeof(float);
    gelParcel *sent = rank->parcels, *received = sent + rankCount;
    int sentCount = 0, receivedCount = 0;
    rank->lacksPushes = share != NULL && share->owned.starts[rankCount] > 0;
    if (!rank->lacksPushes)
        return gel_success;
    const gelRankItems* owned = &share->owned;
    gelStatus status = gelReserve(&rank->contactBytes, &rank->contactCapacity, 3 * owned->starts[rankCount],
                                  gelVertexSize(rank)); // a push is smaller
    for (int other = 0; other < rankCount && status == gel_success; other++) {
        if (other != own && (toAll || other == 0) && gelCountItems(owned, own) > 0)
            sent[sentCount++] = (gelParcel){other, rank->contactBytes + (size_t)owned->starts[own] * size,
                                            (size_t)gelCountItems(owned, own) * size};
        if (other != own && receives && gelCountItems(owned, other) > 0)
            received[receivedCount++] =
                (gelParcel){other, rank->contactBytes + (size_t)owned->starts[other] * size,
                            (size_t)gelCountItems(owned, other) * size};
    }
    if (status == gel_success)
        status =
            functions->copyPushes(rank->inner, owned->items + owned->starts[own], gelCountItems(owned, own),
                                  rank->contactBytes + (size_t)owned->starts[own] * size, false);
    if (status == gel_success)
        status = gelExchange(rank, sentCount, receivedCount);
    if (status == gel_success && receives) // the own ones come back as they were
        status = functions->copyPushes(rank->inner, owned->items, owned->starts[rankCount],
                                       rank->contactBytes, true);
    rank->lacksPushes = status != gel_success || !receives;
    return status;
}
