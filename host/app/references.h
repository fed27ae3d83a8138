// The files that the file of a surface refers to: materials, textures, buffers.
#pragma once

#include <stdbool.h>

// Whether `path` is there and one of them, also by another name or a link. Cost: of names that end as such files do, reads
// the surface's file.
bool gelIsReferredTo(const char* surface, const char* path);

// Called for a file; returns whether to go on.
typedef bool gelReferenceSeen(void* context, const char* path);
// Goes over the materials and textures of an .obj that are there. Returns whether it came to the end.
bool gelVisitReferences(const char* surface, gelReferenceSeen* seen, void* context);
