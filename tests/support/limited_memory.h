// An allocator that fails when it has granted so much, for tests of what then happens.
#pragma once

#include <stddef.h>
#include <stdlib.h>

// The number of allocations granted before all fail, and the number of live blocks.
static _Atomic int granted, living; // some drivers free on threads of their own

static inline void* limitedResize(void* block, size_t size)
{
    if (granted <= 0)
        return NULL;
    granted--;
    void* resized = realloc(block, size);
    living += block == NULL && resized != NULL;
    return resized;
}

static inline void limitedFree(void* block)
{
    living -= block != NULL;
    free(block);
}
