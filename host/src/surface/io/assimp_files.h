// The files that assimp may open. A file from elsewhere must not make it read what its author
// could not.
#pragma once

#include "surface/io/references.h"

#include <assimp/cfileio.h>

// The mesh's file, and those that it may refer to. Opening others fails.
typedef struct gelImportFiles {
    struct aiFileIO io; // its user data is this structure, which must not move
    gelReferences references;
    char refused[gel_pathSize]; // the first that was refused; ""
    const char* reason;         // why
} gelImportFiles;

void gelBeginImportFiles(const char* path, gelImportFiles* files);
