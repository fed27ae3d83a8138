// The table of `gel run --explain --ranks N`: what a cluster would make of a scene.
#pragma once

#include "app/output.h"
#include "gel/gel.h"

// Refuses a world that ranks cannot share out. Reports and returns the exit code.
int gelCheckRanks(gelOutput* output, gelWorld* world, int rankCount);

// The table has 1, 2, 4 and so on up to `rankCount` ranks, and it. Both return false if memory ran out.
bool gelPrintRanks(const gelOutput* output, gelWorld* world, int rankCount);
bool gelAddRanks(cJSON* object, gelWorld* world, int rankCount);
