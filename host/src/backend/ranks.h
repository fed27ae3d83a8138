// The back end of ranks: some of this process, each with a back end of its own.
#pragma once

#include "backend/backend.h"
#include "gel/ranks.h"

// Joins back ends of one kind, which are then the new one's, also on failure. Without a transport (NULL) they are all the
// ranks, and run in threads; else there is one. Errors: gel_outOfMemory.
gelStatus gelJoinRanks(gelBackend* const* inner, int count, const gelTransport* transport,
                       gelBackend** backend);
