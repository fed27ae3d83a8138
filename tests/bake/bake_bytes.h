// Reads baked files as bytes. Define FOLDER, their folder, before including this.
#pragma once

#include "bake/bake_fixtures.h"

typedef struct Bytes {
    unsigned char* data; // with a zero behind it
    size_t size;
} Bytes;

static inline Bytes readBytes(const char* name)
{
    char path[1024];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    Bytes bytes = {calloc(1, 1 << 20), 0};
    FILE* file = fopen(path, "rb");
    CHECK(file != NULL, "there is no %s", path);
    if (file != NULL) {
        bytes.size = fread(bytes.data, 1, (1 << 20) - 1, file);
        fclose(file);
    }
    return bytes;
}

static inline uint32_t wordAt(const unsigned char* at, bool bigEndian)
{
    uint32_t word = 0;
    for (int i = 0; i < 4; i++)
        word |= (uint32_t)at[bigEndian ? 3 - i : i] << (8 * i);
    return word;
}

static inline int intAt(const unsigned char* at)
{
    return (int)wordAt(at, false);
}

static inline float floatAt(const unsigned char* at, bool bigEndian)
{
    uint32_t bits = wordAt(at, bigEndian);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline gelBakeDef defOf(const char* path)
{
    gelBakeDef def = gelDefaultBakeDef();
    def.path = path;
    return def;
}
