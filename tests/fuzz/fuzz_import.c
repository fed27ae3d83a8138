// Any bytes as a surface that assimp reads, in a child process. Errors there are not detected here: assimp's own
// cannot be distinguished from the library's.
#include "input_file.h"
#include "surface_file.h"

// The first byte chooses the format.
static const char* const endings[] = {"ply", "stl", "gltf", "glb", "dae", "fbx", "3mf"};

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size == 0)
        return -1;
    readSurfaceFile(
        gelWriteInput(endings[data[0] % (sizeof endings / sizeof endings[0])], data + 1, size - 1));
    return 0;
}
