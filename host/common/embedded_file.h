// Text that travels inside the program: what host/cmake/embed.cmake makes tables of.
#pragma once

#include <stddef.h>

typedef struct gelEmbeddedFile {
    const char* name; // relative to the folder of its kind, for example "physics/distance.h", "surface.vert"
    const char* text; // ends with a zero
    size_t size;
} gelEmbeddedFile;

typedef struct gelEmbeddedFiles {
    const gelEmbeddedFile* files;
    int count;
} gelEmbeddedFiles;
