// Files written by tests.
#pragma once

#include "support/harness.h"

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
