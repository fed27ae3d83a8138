// An allocator of which one call fails, for tests of what then happens.
#pragma once

#include "gel/gel.h"
#include "support/harness.h"
#include "support/tries_all.h"

#include <cjson/cJSON.h>
#include <stdatomic.h>

// The calls since it was armed, the one that fails (0: none), and the living blocks. Drivers and the mesher have threads.
static _Atomic int askedFor, failsAt, livingBlocks;

static inline void* failingResize(void* block, size_t size)
{
    if (++askedFor == failsAt)
        return NULL;
    void* resized = realloc(block, size);
    livingBlocks += block == NULL && resized != NULL;
    return resized;
}

static inline void* failingAllocate(size_t size)
{
    return failingResize(NULL, size);
}

static inline void failingFree(void* block)
{
    livingBlocks -= block != NULL;
    free(block);
}

static inline void armMemory(int at)
{
    askedFor = 0;
    failsAt = at;
}

// Also what cJSON takes.
static inline void useFailingMemory(bool use)
{
    cJSON_Hooks hooks = {failingAllocate, failingFree};
    armMemory(0);
    cJSON_InitHooks(use ? &hooks : NULL);
    gelSetAllocator(use ? failingResize : NULL, use ? failingFree : NULL);
}

// Returns the call after `at` that fails next, of `calls` in all. The last one is among them, and
// about `samples` in all.
static inline int nextToFail(int at, int calls, int samples)
{
    int next = at + (calls - 1) / samples + 1;
    return next > calls && at < calls ? calls : next;
}
