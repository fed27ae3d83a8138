// The tets of a body in compact clusters, for the question which points of others are inside.
#include "mesh/clusters.h"
#include "surface/contact_surface.h"

#include <math.h>

// By part: the parts as if they were far apart.
static gelStatus orderTets(const gelTetMesh* mesh, bool byPart, int* order)
{
    size_t count = (size_t)mesh->tetCount;
    float *centres = gelAllocate(count, 3 * sizeof *centres), farthest = 0.0f;
    if (centres == NULL)
        return gelFailMemory(count, 3 * sizeof *centres);
    for (size_t i = 0; i < 3 * count; i++) {
        double sum = 0.0;
        for (size_t k = 0; k < 4; k++)
            sum += (double)mesh->positions[3 * (size_t)mesh->tets[i / 3 * 4 + k] + i % 3];
        centres[i] = (float)(sum / 4.0);
        farthest = fmaxf(farthest, fabsf(centres[i]));
    }
    for (size_t i = 0; i < count && byPart; i++)
        centres[3 * i] += 4.0f * farthest * (float)mesh->parts[i];
    gelStatus status = gelSortIntoClusters(centres, mesh->tetCount, gel_clusterSize, order);
    gelFree(centres);
    return status;
}

// Fills *starts and *vertices; `lastSeen` is scratch memory, of the mesh's vertices, all 0.
static void listVertices(const gelTetMesh* mesh, gelContactSurface* surface, int* lastSeen)
{
    int count = 0, cluster = 0;
    for (int i = 0; i < mesh->tetCount; i++) {
        if (i % gel_clusterSize == 0)
            surface->clusterStarts[cluster++] = count;
        const int* tet = mesh->tets + 4 * (size_t)surface->tets[i];
        for (int k = 0; k < 4; k++) {
            if (lastSeen[tet[k]] == cluster)
                continue;
            lastSeen[tet[k]] = cluster;
            surface->clusterVertices[count++] = tet[k];
        }
    }
    surface->clusterStarts[cluster] = count;
}

gelStatus gelClusterTets(const gelTetMesh* mesh, bool byPart, gelContactSurface* surface)
{
    size_t tetCount = (size_t)mesh->tetCount,
           clusterCount = (tetCount + gel_clusterSize - 1) / gel_clusterSize;
    int* lastSeen = gelAllocate((size_t)mesh->vertexCount, sizeof *lastSeen);
    surface->tets = gelAllocate(tetCount, sizeof *surface->tets);
    surface->clusterStarts = gelAllocate(clusterCount + 1, sizeof(int));
    surface->clusterVertices = gelAllocate(tetCount, 4 * sizeof(int));
    bool ok = lastSeen != NULL && surface->tets != NULL && surface->clusterStarts != NULL &&
              surface->clusterVertices != NULL;
    gelStatus status = ok ? orderTets(mesh, byPart, surface->tets) : gelFailMemory(tetCount, 6 * sizeof(int));
    if (status == gel_success) {
        listVertices(mesh, surface, lastSeen);
        size_t kept = (size_t)surface->clusterStarts[clusterCount];
        int* vertices = gelResize(surface->clusterVertices, kept, sizeof *vertices);
        surface->clusterVertices = vertices != NULL ? vertices : surface->clusterVertices;
    }
    gelFree(lastSeen);
    return status;
}
