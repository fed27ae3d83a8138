// Memory, messages and small helpers used throughout the library.
#pragma once

#include "common/clock.h"
#include "common/hash.h"
#include "gel/base.h"

#include <stdarg.h>

// Stores the message for gelLastError and returns the status: `return gelFail(gel_fileError, "%s: ...",
// path);`
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
gelStatus
gelFail(gelStatus status, const char* format, ...);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void gelLog(gelLogLevel level, const char* format, ...);

// Sets the place that this thread's messages begin with, such as "scene.json: $.bodies[0]"; NULL:
// none.
void gelSetLogPlace(const char* place);

// Appends to a text in an array of `capacity`; truncates what does not fit.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void gelAppend(char* text, size_t capacity, const char* format, ...);

// All allocation goes through these. A count of 0 returns a block of one element, so NULL always means
// failure; count * size is checked for overflow. gelFree is public.
void* gelAllocate(size_t count, size_t size); // zeroed
void* gelResize(void* block, size_t count, size_t size);

// Grows the array that the pointer at `array` points to, whatever its type, to hold `count` elements, with room for
// more. On failure, gel_outOfMemory, it is as before.
gelStatus gelReserve(void* array, int* capacity, int count, size_t size);

// Copies an array into a new block, which gelFree releases and the pointer at `copy` then points to, whatever its type.
// On failure, gel_outOfMemory, it is as before.
gelStatus gelCopyBlock(const void* from, size_t count, size_t size, void* copy);

// Allocates *copy, which gelFree releases. Errors: gel_outOfMemory.
gelStatus gelCopyText(const char* text, char** copy);

// gelFail with gel_outOfMemory and a common message.
gelStatus gelFailMemory(size_t count, size_t size);

// In double precision.
double gelVec3Length(gelVec3 v);

// Hash the bits of numbers, from the lowest byte up: the result does not depend on the host's
// byte order.
uint64_t gelHashBits(uint64_t hash, uint64_t bits, int byteCount);
uint64_t gelHashFloats(uint64_t hash, const float* numbers, size_t count);
// Hashes a number in the precision of a back end.
uint64_t gelHashNumber(uint64_t hash, double number, bool doublePrecision);
