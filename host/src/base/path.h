// Names of files.
#pragma once

#include <stddef.h>

// The index of a name's extension, dot included; the name's length if it has none.
size_t gelEndingOf(const char* path);
