// The table of `gel run --explain --ranks N`: what a cluster would make of a scene.
#pragma once

#include "app/output.h"
#include "gel/gel.h"

// Refuses a world that ranks cannot share out. Reports and returns the exit code.
int gelCheckRanks(gelOutput* output, gelWorld* world, int rankCount);

// The table has rows for 1, 2, 4 and so on, and for `rankCount` ranks. One that failed is replaced by the reason,
// in JSON by null.
void gelPrintRanks(const gelOutput* output, gelWorld* world, int rankCount);
void gelAddRanks(cJSON* object, gelWorld* world, int rankCount);
