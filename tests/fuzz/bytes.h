// The bytes of a fuzzer as numbers: most of them sensible, some at the edge of what a float or an int holds.
#pragma once

#include "gel/settings.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Stops with the promise that was broken.
#define EXPECT(condition) ((condition) ? (void)0 : breakOff(#condition))

static inline void breakOff(const char* promise)
{
    fprintf(stderr, "not so: %s; last error: %s\n", promise, gelLastError());
    abort();
}

typedef struct Bytes {
    const uint8_t *next, *end;
    bool isBad; // something was taken that a call must refuse
} Bytes;

// 0 at the end.
static inline int takeByte(Bytes* bytes)
{
    return bytes->next < bytes->end ? *bytes->next++ : 0;
}

static inline float takeAnyNumber(Bytes* bytes)
{
    static const float odd[] = {NAN,   INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, FLT_MIN, 1e-44f, -1e-44f,
                                1e-9f, -0.0f,    1e9f,      -1e9f,   1.1e9f,   1e12f,   1e20f,  1e-20f,
                                1e4f,  1e6f,     -1e6f,     1.1e6f,  0.999f,   1e-6f,   100.5f, 1e-3f};
    enum { oddCount = sizeof odd / sizeof odd[0], usualCount = 256 - oddCount };
    int byte = takeByte(bytes);
    return byte < usualCount ? (float)(byte % 2 == 0 ? byte : -byte) / 64.0f : odd[byte - usualCount];
}

// One that is none, or infinite, must be refused.
static inline float takeNumber(Bytes* bytes)
{
    float number = takeAnyNumber(bytes);
    bytes->isBad = bytes->isBad || !isfinite(number);
    return number;
}

static inline gelVec3 takeVector(Bytes* bytes)
{
    gelVec3 vector;
    vector.x = takeNumber(bytes);
    vector.y = takeNumber(bytes);
    vector.z = takeNumber(bytes);
    return vector;
}

static inline gelQuat takeRotation(Bytes* bytes)
{
    gelQuat rotation = {0, 0, 0, 1};
    if (takeByte(bytes) % 4 == 0) {
        rotation.x = takeNumber(bytes);
        rotation.y = takeNumber(bytes);
        rotation.w = takeNumber(bytes);
    }
    return rotation;
}

static inline int takeWhole(Bytes* bytes)
{
    static const int odd[] = {-1, INT_MIN, INT_MAX, 1000, 65536, 257, -7, 1 << 24};
    int byte = takeByte(bytes);
    return byte < 248 ? byte % 32 : odd[byte - 248];
}
