// Where a world can go on after its device was lost.
#pragma once

#include "gel/gel.h"

enum { gel_mostFallbacks = 18, gel_mostLosses = 3 };

typedef struct gelFallback {
    gelBackendKind backend;
    int device;
} gelFallback;

// The world's own device, unless it was lost more than gel_mostLosses times, then the others, then the reference. Returns
// their number.
int gelListFallbacks(const gelWorld* world, int lossCount, gelFallback places[gel_mostFallbacks]);
