// Memory of the command itself. That it ran out is noted, so that no result lacks anything without a word: cJSON leaves
// out of an object what there was no memory for.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// From now on what cJSON takes is noted, too.
void gelWatchMemory(void);
// Whether any of the following, or cJSON, was refused memory since.
bool gelMemoryRanOut(void);
// Notes that the library was refused memory for something that the caller leaves out.
void gelNoteLackOfMemory(void);
// Returns gelMemoryRanOut, and resets it: for callers that report what is missing, or do without
// it.
bool gelForgetMemory(void);

// Zeroed; free releases it. NULL if there is none.
void* gelNew(size_t count, size_t size);
// Resizes a block like realloc: on failure the block is as before.
void* gelGrow(void* block, size_t count, size_t size);
char* gelCopyOf(const char* text);
