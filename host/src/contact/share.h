// The contacts of a world on ranks: each rank solves those that its own vertices depend on.
//
// In an iteration a vertex moves by its contacts. How hard these push follows from how their vertices are split among
// contacts, and so from the gaps of the contacts next to them: two steps from contact to contact. A rank therefore solves
// all contacts within 2 * contact_iterations steps of its vertices. Their other vertices come from the ranks at home there.
// So its own vertices have the bits of one process, and no rank waits for another amid the iterations.
#pragma once

#include "contact/patches.h"

enum { gel_mostSharingRanks = 64 }; // a bit each

// Items of each rank, one rank after another.
typedef struct gelRankItems {
    int starts[gel_mostSharingRanks + 2];
    int* items;
    int capacity;
} gelRankItems;

typedef struct gelContactShare {
    bool isShared;         // or every rank solves all contacts
    gelRankItems sent;     // vertices at home here that others need
    gelRankItems received; // vertices at home there that are needed here
    gelRankItems owned;    // contacts whose pushes a rank reports
    bool* isMine;          // of each contact: this rank solves it
    uint64_t* readers;     // [vertices of the plan], by their places: a bit for each rank that needs one
    uint64_t* solvers;     // the same of contacts
    bool* hasNewReaders;   // [2][bodies]: scratch
    int isMineCapacity, readerCapacity, solverCapacity, hasNewReadersCapacity;
} gelContactShare;

// Whether ranks may share out contacts at all. Bounces and bodies of the two-level solver are of all contacts of a body.
bool gelMayShareContacts(const gelPlan* plan, int rankCount, bool hasTwoLevel, double groundRestitution);
// Shares out contacts whose points are numbers in the tables, which must be those of the plan of a rank.
gelStatus gelShareContacts(const gelSurfaceTables* tables, const Contact* contacts,
                           const gelContactSource* sources, int contactCount, gelContactShare* share);
void gelClearContactShare(gelContactShare* share);

static inline int gelCountItems(const gelRankItems* list, int rank)
{
    return list->starts[rank + 1] - list->starts[rank];
}
