// Packs values into bytes and reads them back by the same calls, so that the two directions cannot differ.
#pragma once

#include "base/core.h"

typedef struct gelArchive {
    unsigned char* bytes; // while writing its own, which gelFree releases
    size_t size, capacity;
    size_t position; // of reading
    bool isReading;
    gelStatus status; // of the first failure; from there on nothing is written, and what is read is 0
} gelArchive;

void gelArchiveBytes(gelArchive* archive, void* data, size_t size);
#define GEL_ARCHIVE(archive, value) gelArchiveBytes((archive), &(value), sizeof(value))
void gelArchiveSwitch(gelArchive* archive, bool* value);
// Archives a count from 0 to `max` of items that take at least `size` bytes each of what follows.
void gelArchiveCount(gelArchive* archive, int* count, int max, size_t size);
// Archives a count and an array of items of `size` bytes. On reading, *array is resized and
// filled.
void gelArchiveArray(gelArchive* archive, void* array, int* count, int max, size_t size);
// Archives an array of `count` that may be absent. On reading, *values is made, filled or
// released.
void gelArchiveFloats(gelArchive* archive, float** values, size_t count);

// Whether all is well so far, so that what was read may be used.
static inline bool gelArchiveIsGood(const gelArchive* archive)
{
    return archive->status == gel_success;
}
// Fails, unless it has failed before.
void gelFailArchive(gelArchive* archive, gelStatus status);
