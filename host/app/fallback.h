// Where a world can go on after its device was lost.
#pragma once

#include "gel/gel.h"

enum { gel_maxFallbacks = 18, gel_maxLosses = 3 };

// How often each device was lost, by its number.
typedef struct gelLosses {
    int counts[gel_maxFallbacks];
} gelLosses;

typedef struct gelFallback {
    gelBackendKind backend;
    int device;
} gelFallback;

// Counts that the world's device was lost. Lists that device, the others by preference, and the reference, without
// devices that were lost more than gel_maxLosses times. Returns their number.
int gelListFallbacks(const gelWorld* world, gelLosses* losses, gelFallback places[gel_maxFallbacks]);
