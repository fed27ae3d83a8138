// Which files the file of a surface may refer to: a file from elsewhere must not make the program read what its
// author could not.
#pragma once

#include "base/core.h"

enum { gel_pathSize = 4096 };

// Regular files below the surface's folder, links resolved; with GEL_MESH_REFERENCES=anywhere all regular files.
typedef struct gelReferences {
    const char* path;
    char folder[gel_pathSize]; // with a slash at its end; "": any
} gelReferences;

void gelBeginReferences(const char* path, gelReferences* references);

// NULL: it may be opened, or is missing.
const char* gelReasonAgainst(const gelReferences* references, const char* path);

// The place of a file that the surface refers to by `name`, which may have a percent sign and two digits for a
// character. False if that is longer than gel_pathSize.
bool gelFindReference(const gelReferences* references, const char* name, char place[gel_pathSize]);

// Whether there is anything at that place.
bool gelReferenceExists(const gelReferences* references, const char* name);
