// Names of files.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The index of a name's extension, dot included; the name's length if it has none.
size_t gelEndingOf(const char* path);
// Whether a name has an extension such as ".obj", ignoring case.
bool gelEndsWith(const char* path, const char* ending);
