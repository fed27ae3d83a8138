// Point caches: the positions of all points of a mesh, frame by frame. Written by bake/cache.c.
#pragma once

#include "base/core.h"

typedef struct gelPointCache {
    int pointCount, frameCount;
    double* times;    // [frameCount], s, ascending
    float* positions; // [frameCount][pointCount][3], m
} gelPointCache;

// Reads a .pc2 or .mdd, by its extension. A .pc2 counts in frames, of which `framesPerSecond` says the length;
// a .mdd has the times of its own. On failure *cache is empty. Errors: gel_fileError, gel_formatError (the
// message names the place), gel_unsupported (another extension, 2 GiB or more), gel_outOfMemory.
gelStatus gelLoadPointCache(const char* path, double framesPerSecond, gelPointCache* cache);
void gelDestroyPointCache(gelPointCache* cache);

// The positions at a time, in between two frames the mean of both by their distance in time: [pointCount][3].
// Before the first frame and after the last those of that; or, in a loop, the last frame is where the first
// begins again.
void gelSamplePointCache(const gelPointCache* cache, double time, bool loop, float* positions);
