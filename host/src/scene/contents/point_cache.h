// Point caches: the positions of all points of a mesh, frame by frame. Written by bake/cache.c.
#pragma once

#include "base/core.h"

typedef struct gelPointCache {
    int pointCount, frameCount;
    double* times;    // [frameCount], s, ascending; at first in frames, unless the file has times of its own
    float* positions; // [frameCount][pointCount][3], m
} gelPointCache;

// Whether a cache has times of its own: a .mdd.
bool gelIsTimedCache(const char* path);
// Reads a .pc2 or .mdd, by its extension. On failure *cache is empty. Errors: gel_fileError, gel_formatError (the
// message names the place), gel_unsupported (another extension, 2 GiB or more), gel_outOfMemory.
gelStatus gelLoadPointCache(const char* path, gelPointCache* cache);
void gelDestroyPointCache(gelPointCache* cache);

// The positions at a time, in between two frames the mean of both by their distance in time: [pointCount][3].
// Before the first frame and after the last those of that; or, in a loop, the last frame is where the first
// begins again.
void gelSamplePointCache(const gelPointCache* cache, double time, bool loop, float* positions);
