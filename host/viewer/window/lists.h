// What the panel offers to choose from.
#pragma once

#include "session.h"

typedef struct gelWindowLists {
    char** paths; // of the scenes in the folder of the session's
    char** names;
    int sceneCount, pathCount; // equal
    char** backends;           // as in gelParseBackend; the first is the session's own
    int backendCount;
} gelWindowLists;

// False where memory ran out; there is nothing to clear then.
bool gelListForWindow(const gelSession* session, gelWindowLists* lists);
void gelClearLists(gelWindowLists* lists);
