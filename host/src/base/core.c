#include "base/core.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Hooks, and the last message and the place of each thread: the only mutable state outside a world.
static gelLogFunction* logFunction;
static void* logContext;
static gelResizeFunction* resizeFunction = realloc;
static gelFreeFunction* freeFunction = free;

// Long enough for the relevant end of a kernel's build log.
static _Thread_local char lastError[8192];
static _Thread_local const char* logPlace;

const char* gelStatusText(gelStatus status)
{
    static const char* const texts[] = {
#define GEL_STATUS_TEXT(code, meaning) meaning,
        GEL_STATUS_LIST(GEL_STATUS_TEXT)
#undef GEL_STATUS_TEXT
    };
    return (unsigned)status < (unsigned)gel_statusCount ? texts[status] : "unknown status";
}

const char* gelLastError(void)
{
    return lastError;
}

const char* gelVersionText(void)
{
    return GEL_VERSION_TEXT;
}

gelStatus gelFail(gelStatus status, const char* format, ...)
{
    char text[sizeof lastError]; // an argument may be the last error itself
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    memcpy(lastError, text, sizeof text);
    return status;
}

gelStatus gelFailMemory(size_t count, size_t size)
{
    return gelFail(gel_outOfMemory, "out of memory: requested %zu x %zu bytes", count, size);
}

gelStatus gelReserve(void* array, int* capacity, int count, size_t size)
{
    void* block;
    if (count <= *capacity)
        return gel_success;
    int wanted = count < INT_MAX / 2 ? count + count / 2 + 64 : count;
    memcpy(&block, array, sizeof block);
    block = gelResize(block, (size_t)wanted, size);
    if (block == NULL)
        return gelFailMemory((size_t)wanted, size);
    memcpy(array, &block, sizeof block);
    *capacity = wanted;
    return gel_success;
}

gelStatus gelCopyBlock(const void* from, size_t count, size_t size, void* copy)
{
    void* block = gelAllocate(count, size);
    if (block == NULL)
        return gelFailMemory(count, size);
    if (count > 0)
        memcpy(block, from, count * size);
    memcpy(copy, &block, sizeof block);
    return gel_success;
}

void gelAppend(char* text, size_t capacity, const char* format, ...)
{
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, capacity - length, format, arguments);
    va_end(arguments);
}

void gelLog(gelLogLevel level, const char* format, ...)
{
    if (logFunction == NULL)
        return;
    char text[8192];
    int length = logPlace != NULL ? snprintf(text, sizeof text, "%.6000s: ", logPlace) : 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, sizeof text - (size_t)length, format, arguments);
    va_end(arguments);
    logFunction(logContext, level, text);
}

void gelSetLogPlace(const char* place)
{
    logPlace = place;
}

void gelSetLogFunction(gelLogFunction* function, void* context)
{
    logFunction = function;
    logContext = context;
}

void gelSetAllocator(gelResizeFunction* resize, gelFreeFunction* release)
{
    resizeFunction = resize != NULL ? resize : realloc;
    freeFunction = release != NULL ? release : free;
}

void* gelResize(void* block, size_t count, size_t size)
{
    if (count == 0)
        count = 1;
    if (size != 0 && count > SIZE_MAX / 2 / size)
        return NULL;
    return resizeFunction(block, count * size);
}

void* gelAllocate(size_t count, size_t size)
{
    void* block = gelResize(NULL, count, size);
    if (block != NULL)
        memset(block, 0, (count == 0 ? 1 : count) * size);
    return block;
}

void gelFree(void* block)
{
    if (block != NULL)
        freeFunction(block);
}

uint64_t gelHashBits(uint64_t hash, uint64_t bits, int byteCount)
{
    unsigned char bytes[8];
    for (int i = 0; i < byteCount; i++)
        bytes[i] = (unsigned char)(bits >> (8 * i));
    return gelHashBytes(hash, bytes, (size_t)byteCount);
}

uint64_t gelHashFloats(uint64_t hash, const float* numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        hash = gelHashBits(hash, bits, sizeof bits);
    }
    return hash;
}

uint64_t gelHashNumber(uint64_t hash, double number, bool doublePrecision)
{
    float single = (float)number;
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return doublePrecision ? gelHashBits(hash, bits, sizeof bits) : gelHashFloats(hash, &single, 1);
}

double gelVec3Length(gelVec3 v)
{
    double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    return sqrt((x * x + y * y) + z * z);
}

gelStatus gelCopyText(const char* text, char** copy)
{
    size_t size = strlen(text) + 1;
    *copy = gelAllocate(size, 1);
    if (*copy == NULL)
        return gelFailMemory(size, 1);
    memcpy(*copy, text, size);
    return gel_success;
}
