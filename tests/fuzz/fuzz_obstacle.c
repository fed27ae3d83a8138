// Any bytes as a point cache, a picture or a distance field: they are refused with a message, or become what the
// head promises.
#include "input_file.h"

#include "gel/surface.h"
#include "scene/contents/point_cache.h"

#include <stdlib.h>

// The first byte chooses the format.
static const char* const endings[] = {"pc2", "mdd", "png", "sdf"};

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static bool readCache(const char* path)
{
    gelPointCache cache;
    if (gelLoadPointCache(path, &cache) != gel_success)
        return false;
    float* positions = malloc((size_t)cache.pointCount * 3 * sizeof *positions);
    for (int i = -1; i <= cache.frameCount && positions != NULL; i++)
        gelSamplePointCache(&cache, cache.times[0] + 0.7 * i, i % 2 != 0, positions);
    free(positions);
    gelDestroyPointCache(&cache);
    return true;
}

static bool readSurface(const char* path, bool isPicture)
{
    gelSurfaceMesh surface;
    gelStatus status = isPicture ? gelLoadHeightfieldSurface(path, 1.0f, 1.0f, 0.0f, 1.0f, &surface)
                                 : gelLoadDistanceFieldSurface(path, &surface);
    if (status != gel_success)
        return false;
    if (surface.vertexCount < 3 || surface.triangleCount < 1)
        abort();
    gelDestroySurfaceMesh(&surface);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size == 0)
        return -1;
    int format = data[0] % 4;
    const char* path = gelWriteInput(endings[format], data + 1, size - 1);
    if (!(format < 2 ? readCache(path) : readSurface(path, format == 2)) && gelLastError()[0] == '\0')
        abort();
    return 0;
}
