// What assimp may open. A file from elsewhere must not make it read what its author could not.
#pragma once

#include "base/core.h"

#include <assimp/cfileio.h>

enum { gel_importPathSize = 4096 };

// The mesh's file, and regular files below its folder, links resolved; with GEL_MESH_REFERENCES=anywhere all regular
// files. Opening others fails.
typedef struct gelImportFiles {
    struct aiFileIO io; // its user data is this structure, which must not move
    const char* path;
    char folder[gel_importPathSize];  // with a slash at its end; "": any
    char refused[gel_importPathSize]; // the first that was refused; ""
    const char* reason;               // why
} gelImportFiles;

void gelBeginImportFiles(const char* path, gelImportFiles* files);
