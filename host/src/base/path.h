// Names of files.
#pragma once

#include <stddef.h>

// The index of a name's ending, its dot included; the name's length if it has none.
size_t gelEndingOf(const char* path);
