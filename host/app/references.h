// The files that the file of a surface refers to: materials, textures, buffers.
#pragma once

#include <stdbool.h>

// Whether `path` is there and one of them, also by another name or a link. Cost: of names that end as such files do, reads
// the surface's file.
bool gelIsReferredTo(const char* surface, const char* path);
