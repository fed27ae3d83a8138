#include "base/path.h"

#include <string.h>

size_t gelEndingOf(const char* path)
{
    const char* dot = strrchr(path, '.');
    return dot == NULL || strpbrk(dot, "/\\") != NULL ? strlen(path) : (size_t)(dot - path);
}
