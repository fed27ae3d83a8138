// Names of files, and their extensions, which are compared here and nowhere else.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Returns the index of a name's extension, dot included; the name's length if it has none.
size_t gelEndingOf(const char* path);
// Returns whether a name has an extension such as ".obj", in any case.
bool gelEndsWith(const char* path, const char* ending);
// Returns whether the first bytes of a name do.
bool gelPartEndsWith(const char* path, size_t length, const char* ending);
// Writes the name of the file that belongs to another, such as the .ele to a .node, in the same letter case.
void gelNameSibling(const char* path, const char* ending, char* name, size_t capacity);
// Writes the name of the one that exists, in the same letter case or another; if there is none, as gelNameSibling.
void gelFindSibling(const char* path, const char* ending, char* name, size_t capacity);
