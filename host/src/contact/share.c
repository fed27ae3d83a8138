#include "contact/share.h"
#include "contact/restitution.h"
#include "plan/ranks.h"

#include <string.h>

void gelClearContactShare(gelContactShare* share)
{
    gelFree(share->sent.items);
    gelFree(share->received.items);
    gelFree(share->owned.items);
    gelFree(share->isMine);
    gelFree(share->hasNewReaders);
    gelFree(share->readers);
    gelFree(share->solvers);
    *share = (gelContactShare){0};
}

static void clearItems(gelRankItems* list)
{
    memset(list->starts, 0, sizeof list->starts);
}

// Counts an item, or puts it where the items that were counted have their places.
static void addItem(gelRankItems* list, int rank, int item, bool isPut)
{
    int* next = &list->starts[rank + (isPut ? 1 : 2)];
    if (isPut)
        list->items[*next] = item;
    *next += 1;
}

static gelStatus placeItems(gelRankItems* list)
{
    for (int rank = 0; rank < gel_mostSharingRanks; rank++)
        list->starts[rank + 2] += list->starts[rank + 1];
    return gelReserve(&list->items, &list->capacity, list->starts[gel_mostSharingRanks + 1], sizeof(int));
}

static uint64_t bitOf(int rank)
{
    return (uint64_t)1 << rank;
}

static uint64_t allRanks(const gelSurfaceTables* tables)
{
    return ~(uint64_t)0 >> (gel_mostSharingRanks - tables->plan->ranks->rankCount);
}

static bool isOfOne(uint64_t ranks)
{
    return (ranks & (ranks - 1)) == 0;
}

// Returns a bit for the rank where all vertices are at home that a contact may move, by the bodies alone, or 0.
static uint64_t findOnlySolver(const gelSurfaceTables* tables, const gelContactSource* source)
{
    uint64_t solvers = 0;
    for (int side = 0; side < 2; side++) {
        const int body = source->bodies[side];
        if (body < 0 || tables->bodies[body].is_fixed != 0)
            continue;
        const int rank = tables->plan->ranks->bodyRanks[body];
        if (rank == gel_everyRank)
            return 0;
        solvers |= bitOf(rank);
    }
    return isOfOne(solvers) ? solvers : 0;
}

// At first a vertex is needed at home alone. All ranks move one without a home.
static void startReaders(const gelSurfaceTables* tables, const gelContactSource* sources, int contactCount,
                         gelContactShare* share)
{
    const gelRanks* ranks = tables->plan->ranks;
    for (int v = 0; v < ranks->vertexCount; v++)
        share->readers[gelPlaceOf(tables, v)] =
            ranks->homes[v] == gel_everyRank ? allRanks(tables) : bitOf(ranks->homes[v]);
    for (int i = 0; i < contactCount; i++)
        share->solvers[i] = findOnlySolver(tables, &sources[i]);
    for (int b = 0; b < tables->bodyCount; b++)
        share->hasNewReaders[b] = false;
}

// A rank has the right push of a contact with a vertex of its own. The first of them reports it, unless all have it.
static gelStatus listOwned(const gelSurfaceTables* tables, int contactCount, gelContactShare* share)
{
    gelStatus status = gel_success;
    clearItems(&share->owned);
    for (int pass = 0; pass < 2 && status == gel_success; pass++) {
        for (int i = 0; i < contactCount; i++) {
            const uint64_t solvers = share->solvers[i];
            int owner = 0;
            if (solvers == 0 || solvers == allRanks(tables))
                continue;
            while ((solvers & bitOf(owner)) == 0)
                owner++;
            addItem(&share->owned, owner, i, pass > 0);
        }
        status = pass == 0 ? placeItems(&share->owned) : status;
    }
    return status;
}

// Whether a contact may get solvers in a step: it has none yet, or the last step has added readers to a vertex of one of its
// bodies.
static bool mayGetSolvers(const gelSurfaceTables* tables, const bool* hasNewReaders, uint64_t solvers,
                          const gelContactSource* source)
{
    return solvers == 0 ||
           (solvers != allRanks(tables) && ((source->bodies[0] >= 0 && hasNewReaders[source->bodies[0]]) ||
                                            (source->bodies[1] >= 0 && hasNewReaders[source->bodies[1]])));
}

// A step from contact to contact: whoever needs one of its vertices solves the contact, and needs all of them.
// `hasNewReaders`: the bodies in which the step before has added readers, and then those of this step. A contact whose
// solvers stay as they were adds none.
static void spreadReaders(const gelSurfaceTables* tables, const Contact* contacts,
                          const gelContactSource* sources, int contactCount, gelContactShare* share)
{
    bool *before = share->hasNewReaders, *after = before + tables->bodyCount, *hasGrown = share->isMine;
    memset(after, 0, (size_t)tables->bodyCount * sizeof *after);
    for (int i = 0; i < contactCount; i++) {
        const uint64_t solvers = share->solvers[i];
        if (mayGetSolvers(tables, before, solvers, &sources[i]))
            GEL_FOR_MOVABLE_VERTICES(vertex, tables, &contacts[i], &sources[i])
            {
                share->solvers[i] |= share->readers[*vertex];
            }
        hasGrown[i] = share->solvers[i] != solvers;
    }
    for (int i = 0; i < contactCount; i++) {
        bool isNew = false;
        if (!hasGrown[i])
            continue;
        GEL_FOR_MOVABLE_VERTICES(vertex, tables, &contacts[i], &sources[i])
        {
            isNew = isNew || share->readers[*vertex] != share->solvers[i];
            share->readers[*vertex] |= share->solvers[i];
        }
        for (int side = 0; side < 2 && isNew; side++)
            if (sources[i].bodies[side] >= 0)
                after[sources[i].bodies[side]] = true;
    }
    memcpy(before, after, (size_t)tables->bodyCount * sizeof *before);
}

static gelStatus listMoved(const gelSurfaceTables* tables, gelContactShare* share)
{
    const gelRanks* ranks = tables->plan->ranks;
    const int own = tables->plan->rank;
    gelStatus status = gel_success;
    clearItems(&share->sent);
    clearItems(&share->received);
    for (int pass = 0; pass < 2 && status == gel_success; pass++) {
        for (int v = 0; v < ranks->vertexCount; v++) {
            const int home = ranks->homes[v];
            const uint64_t readers = share->readers[gelPlaceOf(tables, v)];
            if (home != gel_everyRank && home != own && (readers & bitOf(own)) != 0)
                addItem(&share->received, home, v, pass > 0);
            for (int rank = 0; rank < ranks->rankCount && home == own && readers != bitOf(own); rank++)
                if (rank != own && (readers & bitOf(rank)) != 0)
                    addItem(&share->sent, rank, v, pass > 0);
        }
        status = pass == 0 ? placeItems(&share->sent) : status;
        if (pass == 0 && status == gel_success)
            status = placeItems(&share->received);
    }
    return status;
}

bool gelMayShareContacts(const gelPlan* plan, int rankCount, bool hasTwoLevel, double groundRestitution)
{
    return rankCount <= gel_mostSharingRanks && !hasTwoLevel && !gelMayBounce(plan, groundRestitution);
}

gelStatus gelShareContacts(const gelSurfaceTables* tables, const Contact* contacts,
                           const gelContactSource* sources, int contactCount, gelContactShare* share)
{
    gelStatus status = gelReserve(&share->readers, &share->readerCapacity, tables->plan->vertexCapacity,
                                  sizeof *share->readers);
    if (status == gel_success)
        status = gelReserve(&share->solvers, &share->solverCapacity, contactCount, sizeof *share->solvers);
    if (status == gel_success)
        status = gelReserve(&share->isMine, &share->isMineCapacity, contactCount, sizeof *share->isMine);
    if (status == gel_success)
        status = gelReserve(&share->hasNewReaders, &share->hasNewReadersCapacity, 2 * tables->bodyCount,
                            sizeof *share->hasNewReaders);
    if (status != gel_success)
        return status;
    startReaders(tables, sources, contactCount, share);
    for (int step = 0; step < 2 * contact_iterations && status == gel_success; step++) {
        spreadReaders(tables, contacts, sources, contactCount, share);
        status = step == 0 ? listOwned(tables, contactCount, share) : status;
    }
    if (status == gel_success)
        status = listMoved(tables, share);
    for (int i = 0; i < contactCount && status == gel_success; i++)
        share->isMine[i] = (share->solvers[i] & bitOf(tables->plan->rank)) != 0;
    share->isShared = status == gel_success;
    return status;
}
