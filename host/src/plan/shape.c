#include "plan/shape.h"
#include "mesh/mesh.h"
#include "plan/kinds.h"
#include "plan/order.h"
#include "surface/cover.h"
#include "surface/surface.h"

#include <string.h>

// A copy of an array, NULL if there is none; sets *ok to false if out of memory.
static void* copyArray(const void* array, size_t count, size_t size, bool* ok)
{
    void* copy = array != NULL ? gelAllocate(count, size) : NULL;
    *ok = *ok && (copy != NULL) == (array != NULL);
    return copy != NULL ? memcpy(copy, array, count * size) : NULL;
}

static gelStatus copyMesh(const gelTetMesh* mesh, gelTetMesh* copy)
{
    size_t vertexCount = (size_t)mesh->vertexCount, tetCount = (size_t)mesh->tetCount;
    bool ok = true;
    *copy = (gelTetMesh){
        .vertexCount = mesh->vertexCount,
        .tetCount = mesh->tetCount,
        .positions = copyArray(mesh->positions, vertexCount, 3 * sizeof(float), &ok),
        .tets = copyArray(mesh->tets, tetCount, 4 * sizeof(int), &ok),
        .sourceVertices = copyArray(mesh->sourceVertices, vertexCount, sizeof(int), &ok),
        .fillFractions = copyArray(mesh->fillFractions, tetCount, sizeof(float), &ok),
        .parts = copyArray(mesh->parts, tetCount, sizeof(int), &ok),
    };
    return ok ? gel_success : gelFailMemory(vertexCount + tetCount, 16);
}

static gelStatus measureVertices(gelShape* shape)
{
    const gelTetMesh* mesh = &shape->mesh;
    shape->vertexVolumes = gelAllocate((size_t)mesh->vertexCount, sizeof(double));
    if (shape->vertexVolumes == NULL)
        return gelFailMemory((size_t)mesh->vertexCount, sizeof(double));
    for (int i = 0; i < 4 * mesh->tetCount; i++)
        shape->vertexVolumes[mesh->tets[i]] += gelFilledVolume(mesh, i / 4) / 4.0;
    return gel_success;
}

static void destroySet(gelConstraintSet* set)
{
    gelFree(set->ownVertices);
    gelFree(set->rests);
    gelFree(set->factors);
    gelClearTiling(&set->ownTiles);
    gelFree(set->tileStarts);
    gelFree(set->colourStarts);
    gelFree(set->order);
    *set = (gelConstraintSet){0};
}

static gelStatus findLateKind(gelShape* shape, int kind)
{
    gelConstraintSet* set = &shape->constraints[kind];
    int* tileOf = NULL;
    gelStatus status = gelKinds[kind].find(shape, set);
    if (status == gel_success)
        status = gelTileLateKind(shape, kind, set, &tileOf);
    if (status == gel_success)
        status = gelOrderConstraints(shape, kind, tileOf, set);
    gelFree(tileOf);
    return status;
}

gelStatus gelFindConstraints(gelShape* shape, const gelMaterial* material)
{
    gelStatus status = gel_success;
    for (int kind = 0; kind < constraint_kinds && status == gel_success; kind++) {
        gelConstraintSet* set = &shape->constraints[kind];
        if (set->isFound || !gelKinds[kind].isWanted(material))
            continue;
        status = findLateKind(shape, kind);
        if (status == gel_success)
            set->isFound = true;
        else
            destroySet(set);
    }
    return status;
}

// The kinds that every body has. The tiles are cut for these, so that no other kind changes their order.
static gelStatus findUsualKinds(gelShape* shape)
{
    const gelMaterial usual = gelDefaultMaterial();
    int* tileOf[constraint_kinds] = {NULL};
    gelStatus status = gel_success;
    for (int kind = 0; kind < constraint_kinds && status == gel_success; kind++)
        if (gelKinds[kind].isWanted(&usual))
            status = gelKinds[kind].find(shape, &shape->constraints[kind]);
    if (status == gel_success)
        status = gelTileShape(shape, tileOf);
    for (int kind = 0; kind < constraint_kinds && status == gel_success; kind++) {
        gelConstraintSet* set = &shape->constraints[kind];
        if (tileOf[kind] == NULL)
            continue;
        status = gelOrderConstraints(shape, kind, tileOf[kind], set);
        set->isFound = status == gel_success;
    }
    for (int kind = 0; kind < constraint_kinds; kind++)
        gelFree(tileOf[kind]);
    return status;
}

static gelStatus copySurface(const gelSurfaceMesh* surface, gelSurfaceMesh** result)
{
    gelSurfaceMesh* copy = gelAllocate(1, sizeof *copy);
    if (copy == NULL)
        return gelFailMemory(1, sizeof *copy);
    gelStatus status = gelCopySurfaceMesh(surface, copy);
    if (status == gel_success)
        *result = copy;
    else
        gelFree(copy);
    return status;
}

// `surface` is NULL for a body of tets.
static gelStatus createShape(const gelTetMesh* mesh, const gelSurfaceMesh* surface, int tileSize,
                             gelShape** result)
{
    *result = NULL;
    gelShape* shape = gelAllocate(1, sizeof *shape);
    if (shape == NULL)
        return gelFailMemory(1, sizeof *shape);
    shape->useCount = 1;
    shape->tileSize = tileSize;
    shape->meshHash = gelHashMesh(mesh);
    gelStatus status = copyMesh(mesh, &shape->mesh);
    if (status == gel_success && surface != NULL)
        status = copySurface(surface, &shape->surface);
    if (status == gel_success)
        status = measureVertices(shape);
    if (status == gel_success)
        status = findUsualKinds(shape);
    if (status != gel_success) {
        gelReleaseShape(shape);
        return status;
    }
    *result = shape;
    return gel_success;
}

gelStatus gelCreateShape(const gelTetMesh* mesh, int tileSize, gelShape** shape)
{
    return createShape(mesh, NULL, tileSize, shape);
}

gelStatus gelCreateObstacleShape(const gelSurfaceMesh* surface, int tileSize, gelShape** shape)
{
    int none[4], *sources = gelAllocate((size_t)surface->vertexCount, sizeof *sources);
    if (sources == NULL)
        return gelFailMemory((size_t)surface->vertexCount, sizeof *sources);
    for (int v = 0; v < surface->vertexCount; v++)
        sources[v] = v;
    gelTetMesh mesh = {.vertexCount = surface->vertexCount,
                       .positions = surface->positions,
                       .tets = none,
                       .sourceVertices = sources};
    gelStatus status = createShape(&mesh, surface, tileSize, shape);
    gelFree(sources);
    if (status != gel_success)
        return status;
    gelTetMesh* inside = &(*shape)->inside;
    *inside = (*shape)->mesh; // and its own tets
    inside->tets = inside->parts = NULL;
    status = gelCoverInside(inside->positions, inside->vertexCount, surface->triangles,
                            surface->triangleCount, &inside->tets, &inside->parts, &inside->tetCount);
    if (status == gel_success)
        return status;
    gelReleaseShape(*shape);
    *shape = NULL;
    return status;
}

gelStatus gelFindContactSurface(gelShape* shape)
{
    if (shape->contactSurface != NULL)
        return gel_success;
    gelContactSurface* surface = gelAllocate(1, sizeof *surface);
    if (surface == NULL)
        return gelFailMemory(1, sizeof *surface);
    gelStatus status = shape->surface == NULL
                           ? gelCreateContactSurface(&shape->mesh, NULL, surface)
                           : gelCreateObstacleSurface(&shape->inside, shape->surface->triangles,
                                                      shape->surface->triangleCount, surface);
    if (status == gel_success)
        shape->contactSurface = surface;
    else
        gelFree(surface);
    return status;
}

uint64_t gelHashMesh(const gelTetMesh* mesh)
{
    uint64_t hash =
        gelHashBytes(GEL_HASH_START, mesh->positions, (size_t)mesh->vertexCount * 3 * sizeof(float));
    hash = gelHashBytes(hash, mesh->tets, (size_t)mesh->tetCount * 4 * sizeof(int));
    if (mesh->fillFractions != NULL)
        hash = gelHashBytes(hash, mesh->fillFractions, (size_t)mesh->tetCount * sizeof(float));
    return hash;
}

static bool isEqualArray(const void* a, const void* b, size_t size)
{
    return a == NULL || b == NULL ? a == b : memcmp(a, b, size) == 0;
}

bool gelShapeIsOf(const gelShape* shape, const gelTetMesh* mesh, uint64_t meshHash)
{
    const gelTetMesh* own = &shape->mesh;
    size_t vertexCount = (size_t)mesh->vertexCount, tetCount = (size_t)mesh->tetCount;
    return shape->meshHash == meshHash && own->vertexCount == mesh->vertexCount &&
           own->tetCount == mesh->tetCount &&
           isEqualArray(own->positions, mesh->positions, vertexCount * 3 * sizeof(float)) &&
           isEqualArray(own->tets, mesh->tets, tetCount * 4 * sizeof(int)) &&
           isEqualArray(own->sourceVertices, mesh->sourceVertices, vertexCount * sizeof(int)) &&
           isEqualArray(own->fillFractions, mesh->fillFractions, tetCount * sizeof(float)) &&
           isEqualArray(own->parts, mesh->parts, tetCount * sizeof(int));
}

bool gelShapeIsOfSurface(const gelShape* shape, const gelSurfaceMesh* surface)
{
    return shape->surface != NULL && gelSurfaceMesh_IsEqual(shape->surface, surface);
}

void gelReleaseShape(gelShape* shape)
{
    if (shape == NULL || --shape->useCount > 0)
        return;
    for (int kind = 0; kind < constraint_kinds; kind++)
        destroySet(&shape->constraints[kind]);
    gelFree(shape->vertexVolumes);
    gelClearTiling(&shape->tiles);
    gelFree(shape->places);
    if (shape->contactSurface != NULL)
        gelClearContactSurface(shape->contactSurface);
    gelFree(shape->contactSurface);
    if (shape->surface != NULL)
        gelDestroySurfaceMesh(shape->surface);
    gelFree(shape->surface);
    gelFree(shape->inside.tets);
    gelFree(shape->inside.parts);
    gelDestroyTetMesh(&shape->mesh);
    gelFree(shape);
}
