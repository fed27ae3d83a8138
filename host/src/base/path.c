#include "base/path.h"
#include "base/text_reader.h"
#include "gel/surface.h"

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

bool gelIsSurfacePath(const char* path)
{
    static const char* const endings[] = {".obj", ".ply", ".stl", ".off", ".gltf",
                                          ".glb", ".fbx", ".dae", ".3mf"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (gelEndsWith(path, endings[i]))
            return true;
    return false;
}
