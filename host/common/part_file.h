// A file that gets its name only when it is complete is written under another name beside its place.
#pragma once

#include <stdbool.h>
#include <stdio.h>

// Behind the length of the path, what the other name needs.
enum { gel_partNameRoom = 12 };

// Makes PATH.part, or PATH.1.part and so on where somebody else is writing there, and gives its name in
// `partPath`. NULL with errno on failure; EISDIR where PATH is a folder, so that this does not show only when
// the work is done.
FILE* gelOpenPartFile(const char* path, char* partPath, size_t capacity);

// What cannot be replaced by a file.
bool gelIsFolder(const char* path);
