#include "surface_file.h"
#include "bytes.h"

#include "gel/surface.h"

static void check(const gelSurfaceMesh* surface)
{
    for (int t = 0; t < surface->triangleCount; t++) {
        const int* corner = surface->triangles + 3 * (size_t)t;
        for (int k = 0; k < 3; k++)
            EXPECT(corner[k] >= 0 && corner[k] < surface->vertexCount && corner[k] != corner[(k + 1) % 3]);
        EXPECT(surface->parts[t] >= 0 && surface->parts[t] < surface->partCount);
    }
    for (int i = 0; i < surface->originalCount; i++)
        EXPECT(surface->originals[i] >= -1 && surface->originals[i] < surface->vertexCount);
}

void readSurfaceFile(const char* path)
{
    gelSurfaceMesh surface;
    gelSurfaceRepair repair;
    if (gelLoadSurfaceMesh(path, &surface, &repair) != gel_success) {
        EXPECT(gelLastError()[0] != '\0');
        return;
    }
    check(&surface);
    gelDestroySurfaceMesh(&surface);
}
