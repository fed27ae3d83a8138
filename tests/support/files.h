// Files written by tests.
#pragma once

#include "support/harness.h"

#include <sys/stat.h>

// Whether a part of a result is left beside its place.
static inline bool partExists(const char* path)
{
    char command[2400];
    const char* slash = strrchr(path, '/');
    snprintf(command, sizeof command, "test -n \"$(find '%.*s' -maxdepth 1 -name '%s.*part*' -print -quit)\"",
             slash != NULL ? (int)(slash - path) : 1, slash != NULL ? path : ".",
             slash != NULL ? slash + 1 : path);
    return system(command) == 0;
}

static inline bool fileExists(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0;
}

static inline void writeText(const char* path, const char* text)
{
    FILE* file = fopen(path, "wb");
    bool written = file != NULL && fputs(text, file) >= 0;
    if (file != NULL)
        written = fclose(file) == 0 && written;
    CHECK(written, "%s cannot be written", path);
}

// The whole file as text: empty if missing, truncated if too long.
static inline void readText(const char* path, char* text, size_t size)
{
    FILE* file = fopen(path, "rb");
    size_t length = file != NULL ? fread(text, 1, size - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    text[length] = '\0';
}

// All bytes of a file that has some, and fewer than `capacity`.
static inline size_t readFile(const char* path, char* bytes, size_t capacity)
{
    FILE* file = fopen(path, "rb");
    size_t size = file != NULL ? fread(bytes, 1, capacity, file) : 0;
    if (file != NULL)
        fclose(file);
    CHECK(size > 0 && size < capacity, "%zu bytes of %s", size, path);
    return size;
}

static inline void writeFile(const char* path, const char* bytes, size_t size)
{
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "%s cannot be written",
          path);
}
