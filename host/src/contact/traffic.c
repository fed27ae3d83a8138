#include "contact/traffic.h"

// Positions before the solve, and positions and velocities behind it: backend/rank_contacts.c.
enum { exchangesPerSubstep = 2, bytesOfVertex = 3 * 3 * (int)sizeof(float) };

// The contacts as they were before patches numbered their points.
static Contact* copyContacts(const gelContactList* list)
{
    Contact* contacts = gelAllocate((size_t)list->contactCount, sizeof *contacts);
    for (int i = 0; i < list->contactCount && contacts != NULL; i++) {
        contacts[i] = list->contacts[i];
        for (int k = 0; k < 4; k++)
            contacts[i].points[k] = list->points[contacts[i].points[k]].surface_point;
    }
    return contacts;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static bool hasRank(uint64_t ranks, int rank)
{
    return (ranks >> rank & 1) != 0;
}

static void countSolved(const gelContactShare* share, int rankCount, gelContactTraffic* traffic)
{
    for (int rank = 0; rank < rankCount; rank++) {
        int64_t solved = 0;
        for (int64_t i = 0; i < traffic->contacts; i++)
            solved += hasRank(share->solvers[i], rank);
        traffic->solved += solved;
        traffic->busiestSolved = larger(traffic->busiestSolved, solved);
    }
}

// `sent`: scratch, of the vertices that each rank sends each.
static void countSent(const gelSurfaceTables* tables, const gelContactShare* share, const gelRanks* ranks,
                      int (*sent)[gel_mostSharingRanks], gelContactTraffic* traffic)
{
    for (int v = 0; v < ranks->vertexCount; v++)
        for (int to = 0, home = ranks->homes[v]; to < ranks->rankCount && home != gel_everyRank; to++)
            sent[home][to] += to != home && hasRank(share->readers[gelPlaceOf(tables, v)], to);
    for (int from = 0; from < ranks->rankCount; from++) {
        int64_t messages = 0, bytes = 0;
        for (int to = 0; to < ranks->rankCount; to++) {
            messages += sent[from][to] > 0 ? exchangesPerSubstep : 0;
            bytes += (int64_t)bytesOfVertex * sent[from][to];
        }
        traffic->messages += messages;
        traffic->bytes += bytes;
        traffic->busiestMessages = larger(traffic->busiestMessages, messages);
        traffic->busiestBytes = larger(traffic->busiestBytes, bytes);
    }
    traffic->exchanges = traffic->messages > 0 ? exchangesPerSubstep : 0;
}

gelStatus gelCountContactTraffic(const gelSurfaceTables* tables, const gelContactList* list,
                                 const gelRanks* ranks, gelContactTraffic* traffic)
{
    gelPlan plan = *tables->plan;
    gelSurfaceTables ranked = *tables;
    gelContactShare share = {.isShared = false};
    plan.ranks = ranks;
    plan.rank = 0;
    ranked.plan = &plan;
    *traffic = (gelContactTraffic){.contacts = list->contactCount};
    Contact* contacts = copyContacts(list);
    int(*sent)[gel_mostSharingRanks] = gelAllocate(gel_mostSharingRanks, sizeof *sent);
    gelStatus status = contacts != NULL && sent != NULL
                           ? gelShareContacts(&ranked, contacts, list->sources, list->contactCount, &share)
                           : gelFailMemory((size_t)list->contactCount, sizeof *contacts);
    if (status == gel_success) {
        countSolved(&share, ranks->rankCount, traffic);
        countSent(tables, &share, ranks, sent, traffic);
    }
    gelClearContactShare(&share);
    gelFree(contacts);
    gelFree(sent);
    return status;
}
