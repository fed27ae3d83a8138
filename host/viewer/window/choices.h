// The choices that the panel offers.
#pragma once

#include "session.h"

typedef struct gelWindowLists {
    char** paths; // of the scenes in the folder of the session's scene
    char** names;
    int sceneCount, pathCount; // equal
    char** backends;           // as in gelParseBackend; the first is the session's own
    int backendCount;
} gelWindowLists;

// False if out of memory; then there is nothing to clear.
bool gelListForWindow(const gelSession* session, gelWindowLists* lists);
void gelClearLists(gelWindowLists* lists);
