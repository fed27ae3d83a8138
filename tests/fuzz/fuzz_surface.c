// Any bytes as a surface: it is refused with a message, or becomes triangles of three different vertices.
// Errors in the child process that runs assimp are not detected here: assimp's own cannot be distinguished
// from the library's.
#include "input_file.h"

#include "gel/surface.h"

#include <stdlib.h>

// The first byte chooses the format.
static const char* const endings[] = {"obj", "ply", "stl", "off", "gltf", "glb", "dae", "fbx", "3mf"};

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    gelSurfaceMesh surface;
    gelSurfaceRepair repair;
    if (size == 0)
        return -1;
    const char* path =
        gelWriteInput(endings[data[0] % (sizeof endings / sizeof endings[0])], data + 1, size - 1);
    if (gelLoadSurfaceMesh(path, &surface, &repair) != gel_success) {
        if (gelLastError()[0] == '\0')
            abort();
        return 0;
    }
    for (int t = 0; t < surface.triangleCount; t++) {
        const int* corner = surface.triangles + 3 * (size_t)t;
        for (int k = 0; k < 3; k++)
            if (corner[k] < 0 || corner[k] >= surface.vertexCount || corner[k] == corner[(k + 1) % 3])
                abort();
        if (surface.parts[t] < 0 || surface.parts[t] >= surface.partCount)
            abort();
    }
    for (int i = 0; i < surface.originalCount; i++)
        if (surface.originals[i] < -1 || surface.originals[i] >= surface.vertexCount)
            abort();
    gelDestroySurfaceMesh(&surface);
    return 0;
}
