#include "base/path.h"
#include "base/text_reader.h"

#include <string.h>

size_t gelEndingOf(const char* path)
{
    const char* dot = strrchr(path, '.');
    return dot == NULL || strpbrk(dot, "/\\") != NULL ? strlen(path) : (size_t)(dot - path);
}

bool gelEndsWith(const char* path, const char* ending)
{
    const char* found = path + gelEndingOf(path);
    return gelWordIsAnyCase((gelWord){found, strlen(found)}, ending);
}
