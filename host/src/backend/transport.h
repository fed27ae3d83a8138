// A transport (gel/ranks.h) whose ranks are threads of this process.
#pragma once

#include "gel/ranks.h"

extern const char* const gelOtherFailedText; // of a rank that did not fail itself

typedef struct gelThreadTransport gelThreadTransport;

// Errors: gel_outOfMemory.
gelStatus gelOpenThreadTransport(int rankCount, gelThreadTransport** threads);
void gelCloseThreadTransport(gelThreadTransport* threads); // NULL is allowed

// Returns that of a rank.
gelTransport gelTransportOf(gelThreadTransport* threads, int rank);

// Takes back a failure, while no rank exchanges.
void gelResetThreadTransport(gelThreadTransport* threads);
