// Files embedded in the program, as tables made by host/cmake/embed.cmake.
#pragma once

#include <stddef.h>

typedef struct gelEmbeddedFile {
    const char* name; // relative to the folder of its kind, for example "physics/distance.h", "surface.vert"
    const char* text; // zero-terminated
    size_t size;
} gelEmbeddedFile;

typedef struct gelEmbeddedFiles {
    const gelEmbeddedFile* files;
    int count;
} gelEmbeddedFiles;
