// Counts what ranks would solve and send in a substep, for the contacts of a frame.
#pragma once

#include "contact/list.h"
#include "plan/ranks.h"

// The work and the messages of all ranks; "busiest": the most of one.
typedef struct gelContactTraffic {
    int64_t contacts;                  // of the list
    int64_t solved, busiestSolved;     // ranks share some
    int exchanges;                     // with messages
    int64_t messages, busiestMessages; // sent
    int64_t bytes, busiestBytes;
} gelContactTraffic;

// Counts for contacts that one process has listed, and that ranks may share out (gelMayShareContacts). Errors: gel_outOfMemory.
gelStatus gelCountContactTraffic(const gelSurfaceTables* tables, const gelContactList* list,
                                 const gelRanks* ranks, gelContactTraffic* traffic);
