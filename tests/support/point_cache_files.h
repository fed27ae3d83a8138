// Writes point caches: see host/src/bake/cache.c for what stands where; and meshes of a sequence, of points alone.
#pragma once

#include "support/harness.h"

#include <stdint.h>

static inline void putWord(FILE* file, const void* word, bool bigEndian)
{
    uint32_t bits;
    memcpy(&bits, word, sizeof bits);
    for (int i = 0; i < 4; i++)
        fputc((int)(bits >> 8 * (bigEndian ? 3 - i : i) & 255), file);
}

// `xyz` holds frames * points * 3 values.
static inline void writePc2(const char* path, int points, int frames, float first, float step,
                            const float* xyz)
{
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL, "%s cannot be written", path);
    if (file == NULL)
        return;
    fwrite("POINTCACHE2", 1, 12, file);
    putWord(file, &(int){1}, false);
    putWord(file, &points, false);
    putWord(file, &first, false);
    putWord(file, &step, false);
    putWord(file, &frames, false);
    for (int i = 0; i < 3 * points * frames; i++)
        putWord(file, &xyz[i], false);
    fclose(file);
}

static inline void writeMdd(const char* path, int points, int frames, const float* times, const float* xyz)
{
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL, "%s cannot be written", path);
    if (file == NULL)
        return;
    putWord(file, &frames, true);
    putWord(file, &points, true);
    for (int i = 0; i < frames; i++)
        putWord(file, &times[i], true);
    for (int i = 0; i < 3 * points * frames; i++)
        putWord(file, &xyz[i], true);
    fclose(file);
}

static inline void writeObjPoints(const char* path, int points, const float* xyz)
{
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL, "%s cannot be written", path);
    for (int i = 0; i < points && file != NULL; i++)
        fprintf(file, "v %.9g %.9g %.9g\n", (double)xyz[3 * i], (double)xyz[3 * i + 1],
                (double)xyz[3 * i + 2]);
    if (file != NULL)
        fclose(file);
}
