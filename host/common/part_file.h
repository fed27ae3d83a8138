// A file that gets its name only when it is complete is first written beside its place under a temporary
// name.
#pragma once

#include <stdbool.h>
#include <stdio.h>

// The temporary name is longer than the path by at most this.
enum { gel_partNameRoom = 12 };

// Creates PATH.part, or PATH.1.part and so on if another writer is using that, and returns its name in
// `partPath`. NULL with errno on failure; EISDIR if PATH is a folder and EACCES if it is a
// write-protected file, even for the superuser, so that this is noticed before the work is done.
FILE* gelOpenPartFile(const char* path, char* partPath, size_t capacity);

// True for a file that may not be written. Renaming another onto it asks only for the folder's permission.
bool gelIsProtected(const char* path);

// True for folders, which cannot be replaced by a file.
bool gelIsFolder(const char* path);
