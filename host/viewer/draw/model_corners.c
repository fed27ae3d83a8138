#include "draw/model_corners.h"

#include <stdlib.h>

// Newest first: copies of a body follow each other.
static const gelCorneredSurface* findStored(const gelCornerStore* store, const void* source)
{
    for (int i = store->count - 1; i >= 0; i--)
        if (store->found[i].source == source)
            return &store->found[i];
    return NULL;
}

static const gelCorneredSurface* add(gelCornerStore* store, const void* source, const gelSurfaceMesh* surface)
{
    gelCorneredSurface* grown = realloc(store->found, ((size_t)store->count + 1) * sizeof *store->found);
    if (grown == NULL)
        return NULL;
    store->found = grown;
    gelCorneredSurface* added = &grown[store->count];
    *added = (gelCorneredSurface){.source = source, .surface = *surface};
    if (gelGroupCorners(surface, &added->corners) != gel_success)
        return NULL;
    store->count++;
    return added;
}

const gelCorneredSurface* gelCornerStore_OfMesh(gelCornerStore* store, const gelTetMesh* mesh)
{
    const gelCorneredSurface* stored = findStored(store, mesh->tets);
    gelSurfaceMesh surface = {.vertexCount = mesh->vertexCount, .positions = mesh->positions};
    if (stored != NULL)
        return stored;
    if (gelExtractSurface(mesh, &surface.triangles, &surface.triangleCount) != gel_success)
        return NULL;
    stored = add(store, mesh->tets, &surface);
    if (stored == NULL)
        gelFree(surface.triangles);
    return stored;
}

const gelCorneredSurface* gelCornerStore_OfSurface(gelCornerStore* store, const gelSurfaceMesh* surface)
{
    const gelCorneredSurface* stored = findStored(store, surface->triangles);
    return stored != NULL ? stored : add(store, surface->triangles, surface);
}

void gelClearCornerStore(gelCornerStore* store)
{
    for (int i = 0; i < store->count; i++) {
        gelCorneredSurface* found = &store->found[i];
        if (found->source != found->surface.triangles) // extracted here, not owned by a skin or an obstacle
            gelFree(found->surface.triangles);
        gelDestroyCornerGroups(&found->corners);
    }
    free(store->found);
    *store = (gelCornerStore){0};
}
