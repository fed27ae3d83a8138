// Files that tests write.
#pragma once

#include "harness.h"

static inline void writeText(const char* path, const char* text)
{
    FILE* file = fopen(path, "wb");
    bool written = file != NULL && fputs(text, file) >= 0;
    if (file != NULL)
        written = fclose(file) == 0 && written;
    CHECK(written, "%s cannot be written", path);
}
