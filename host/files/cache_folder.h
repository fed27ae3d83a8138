// Where results are cached: tuning, and which drivers can be loaded.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// GEL_CACHE_DIR, or `gel` in XDG_CACHE_HOME or in HOME's .cache. False if none is set, or the path is too long. The folder
// may not exist.
bool gelFindCacheFolder(char* path, size_t capacity);

// Makes the folder, and those that it is in. Failures show when a file is made there.
void gelMakeFolders(const char* folder);
