#include "plan/shape.h"
#include "mesh/mesh.h"
#include "plan/kinds.h"
#include "plan/order.h"
#include "plan/springs.h"
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
        .sourceVertexCount = mesh->sourceVertexCount,
        .fillFractions = copyArray(mesh->fillFractions, tetCount, sizeof(float), &ok),
        .parts = copyArray(mesh->parts, tetCount, sizeof(int), &ok),
    };
    return ok ? gel_success : gelFailMemory(vertexCount + tetCount, 16);
}

static gelStatus measureVertices(gelShape* shape)
{
    const gelTetMesh* mesh = &shape->mesh;
    shape->vertexSizes = gelAllocate((size_t)mesh->vertexCount, sizeof(double));
    if (shape->vertexSizes == NULL)
        return gelFailMemory((size_t)mesh->vertexCount, sizeof(double));
    for (int t = 0; t < mesh->tetCount; t++) {
        double quarter = gelFilledVolume(mesh, t) / 4.0;
        for (int k = 0; k < 4; k++)
            shape->vertexSizes[mesh->tets[4 * (size_t)t + (size_t)k]] += quarter;
    }
    if (shape->kind == gel_sheetBody)
        gelMeasureSheet(shape->surface, shape->vertexSizes);
    if (shape->kind == gel_ropeBody)
        gelMeasureRope(shape->lines, shape->vertexSizes);
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
        gelFree(tileOf[kind]);
        tileOf[kind] = NULL;
    }
    for (int kind = 0; kind < constraint_kinds; kind++)
        gelFree(tileOf[kind]);
    return status;
}

static gelStatus findWhetherOnePiece(gelShape* shape)
{
    const gelConstraintSet* edges = &shape->constraints[constraint_distance];
    int pieces = shape->mesh.vertexCount;
    int* parents = gelAllocate((size_t)pieces, sizeof *parents);
    if (parents == NULL)
        return gelFailMemory((size_t)pieces, sizeof *parents);
    for (int v = 0; v < shape->mesh.vertexCount; v++)
        parents[v] = v;
    for (int e = 0; e < edges->count && pieces > 1; e++) {
        const int* edge = edges->vertices + 2 * (size_t)e;
        int a = gelFindRoot(parents, edge[0]), b = gelFindRoot(parents, edge[1]);
        pieces -= a != b;
        parents[a > b ? a : b] = a > b ? b : a;
    }
    gelFree(parents);
    shape->isOnePiece = pieces == 1;
    return gel_success;
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

static gelStatus copyLines(const gelLineMesh* lines, gelLineMesh** result)
{
    gelLineMesh* copy = gelAllocate(1, sizeof *copy);
    if (copy == NULL)
        return gelFailMemory(1, sizeof *copy);
    gelStatus status = gelCopyLineMesh(lines, copy);
    if (status == gel_success)
        *result = copy;
    else
        gelFree(copy);
    return status;
}

// Makes the mesh of a body without tets: it has the vertices of the source alone.
static gelStatus makeVertices(const gelShapeSource* source, gelTetMesh* mesh)
{
    const gelLineMesh* lines = source->lines;
    const gelSurfaceMesh* surface = source->surface;
    int none[4], count = gelCountSourceVertices(source);
    int* sources = gelAllocate((size_t)count, sizeof *sources);
    if (sources == NULL)
        return gelFailMemory((size_t)count, sizeof *sources);
    gelTetMesh bare = {.vertexCount = count,
                       .positions = lines != NULL ? lines->positions : surface->positions,
                       .tets = none,
                       .sourceVertices = sources,
                       .sourceVertexCount = lines != NULL ? lines->originalCount : surface->originalCount};
    gelListSources(lines != NULL ? lines->originals : surface->originals, bare.sourceVertexCount, sources);
    gelStatus status = copyMesh(&bare, mesh);
    gelFree(sources);
    return status;
}

static gelStatus coverInside(gelShape* shape)
{
    gelTetMesh* inside = &shape->inside;
    *inside = shape->mesh; // and its own tets
    inside->tets = inside->parts = NULL;
    return gelCoverInside(inside->positions, inside->vertexCount, shape->surface->triangles,
                          shape->surface->triangleCount, &inside->tets, &inside->parts, &inside->tetCount);
}

static gelStatus fillShape(const gelShapeSource* source, gelShape* shape)
{
    gelStatus status =
        source->mesh != NULL ? copyMesh(source->mesh, &shape->mesh) : makeVertices(source, &shape->mesh);
    if (status == gel_success && source->surface != NULL)
        status = copySurface(source->surface, &shape->surface);
    if (status == gel_success && source->lines != NULL)
        status = copyLines(source->lines, &shape->lines);
    if (status == gel_success)
        status = measureVertices(shape);
    if (status == gel_success)
        status = findUsualKinds(shape);
    if (status == gel_success)
        status = findWhetherOnePiece(shape);
    if (status == gel_success && shape->kind == gel_obstacleBody)
        status = coverInside(shape);
    return status;
}

gelStatus gelCreateShapeOf(const gelShapeSource* source, int tileSize, gelShape** result)
{
    *result = NULL;
    gelShape* shape = gelAllocate(1, sizeof *shape);
    if (shape == NULL)
        return gelFailMemory(1, sizeof *shape);
    shape->useCount = 1;
    shape->kind = source->kind;
    shape->tileSize = tileSize;
    shape->meshHash = gelHashSource(source);
    gelStatus status = fillShape(source, shape);
    if (status == gel_success)
        *result = shape;
    else
        gelReleaseShape(shape);
    return status;
}

gelStatus gelCreateShape(const gelTetMesh* mesh, int tileSize, gelShape** shape)
{
    return gelCreateShapeOf(&(gelShapeSource){.kind = gel_solidBody, .mesh = mesh}, tileSize, shape);
}

gelStatus gelFindTetEdges(gelShape* shape)
{
    size_t count = (size_t)shape->mesh.tetCount;
    int *edges, edgeCount;
    if (shape->tetEdges != NULL)
        return gel_success;
    int* found = gelAllocate(count, 6 * sizeof *found);
    if (found == NULL)
        return gelFailMemory(count, 6 * sizeof *found);
    gelStatus status = gelExtractEdges(&shape->mesh, &edges, &edgeCount, found);
    if (status == gel_success)
        shape->tetEdges = found;
    else
        gelFree(found);
    gelFree(edges);
    return status;
}

gelStatus gelFindContactSurface(gelShape* shape)
{
    if (shape->contactSurface != NULL)
        return gel_success;
    gelContactSurface* surface = gelAllocate(1, sizeof *surface);
    if (surface == NULL)
        return gelFailMemory(1, sizeof *surface);
    gelStatus status =
        shape->kind == gel_solidBody ? gelCreateContactSurface(&shape->mesh, NULL, surface)
        : shape->kind == gel_ropeBody
            ? gelCreateSurfaceOfLines(&shape->mesh, shape->lines->lines, shape->lines->lineCount, surface)
            : gelCreateSurfaceOfTriangles(gelInsideOf(shape), shape->surface->triangles,
                                          shape->surface->triangleCount, shape->kind == gel_sheetBody,
                                          surface);
    if (status == gel_success)
        shape->contactSurface = surface;
    else
        gelFree(surface);
    return status;
}

gelShapeSource gelSourceOf(const gelShape* shape)
{
    return (gelShapeSource){.kind = shape->kind,
                            .mesh = shape->kind == gel_solidBody ? &shape->mesh : NULL,
                            .surface = shape->surface,
                            .lines = shape->lines};
}

int gelCountSourceVertices(const gelShapeSource* source)
{
    return source->mesh != NULL    ? source->mesh->vertexCount
           : source->lines != NULL ? source->lines->vertexCount
                                   : source->surface->vertexCount;
}

static uint64_t hashMesh(const gelTetMesh* mesh)
{
    uint64_t hash =
        gelHashBytes(GEL_HASH_START, mesh->positions, (size_t)mesh->vertexCount * 3 * sizeof(float));
    hash = gelHashBytes(hash, mesh->tets, (size_t)mesh->tetCount * 4 * sizeof(int));
    if (mesh->fillFractions != NULL)
        hash = gelHashBytes(hash, mesh->fillFractions, (size_t)mesh->tetCount * sizeof(float));
    return hash;
}

uint64_t gelHashSource(const gelShapeSource* source)
{
    if (source->mesh != NULL)
        return hashMesh(source->mesh);
    const gelLineMesh* lines = source->lines;
    const gelSurfaceMesh* surface = source->surface;
    const float* positions = lines != NULL ? lines->positions : surface->positions;
    uint64_t hash = gelHashBytes(GEL_HASH_START, positions,
                                 (size_t)gelCountSourceVertices(source) * 3 * sizeof *positions);
    return lines != NULL
               ? gelHashBytes(hash, lines->lines, (size_t)lines->lineCount * 2 * sizeof(int))
               : gelHashBytes(hash, surface->triangles, (size_t)surface->triangleCount * 3 * sizeof(int));
}

static bool isEqualArray(const void* a, const void* b, size_t size)
{
    return a == NULL || b == NULL ? a == b : memcmp(a, b, size) == 0;
}

static bool isEqualMesh(const gelTetMesh* a, const gelTetMesh* b)
{
    size_t vertexCount = (size_t)a->vertexCount, tetCount = (size_t)a->tetCount;
    return a->vertexCount == b->vertexCount && a->tetCount == b->tetCount &&
           a->sourceVertexCount == b->sourceVertexCount &&
           isEqualArray(a->positions, b->positions, vertexCount * 3 * sizeof(float)) &&
           isEqualArray(a->tets, b->tets, tetCount * 4 * sizeof(int)) &&
           isEqualArray(a->sourceVertices, b->sourceVertices, vertexCount * sizeof(int)) &&
           isEqualArray(a->fillFractions, b->fillFractions, tetCount * sizeof(float)) &&
           isEqualArray(a->parts, b->parts, tetCount * sizeof(int));
}

bool gelShapeIsOf(const gelShape* shape, const gelShapeSource* source, uint64_t meshHash)
{
    if (shape->kind != source->kind || shape->meshHash != meshHash)
        return false;
    return source->mesh != NULL    ? isEqualMesh(&shape->mesh, source->mesh)
           : source->lines != NULL ? gelLineMesh_IsEqual(shape->lines, source->lines)
                                   : gelSurfaceMesh_IsEqual(shape->surface, source->surface);
}

void gelReleaseShape(gelShape* shape)
{
    if (shape == NULL || --shape->useCount > 0)
        return;
    for (int kind = 0; kind < constraint_kinds; kind++)
        destroySet(&shape->constraints[kind]);
    gelFree(shape->vertexSizes);
    gelClearTiling(&shape->tiles);
    gelFree(shape->places);
    gelFree(shape->tetEdges);
    if (shape->contactSurface != NULL)
        gelClearContactSurface(shape->contactSurface);
    gelFree(shape->contactSurface);
    if (shape->surface != NULL)
        gelDestroySurfaceMesh(shape->surface);
    gelFree(shape->surface);
    if (shape->lines != NULL)
        gelDestroyLineMesh(shape->lines);
    gelFree(shape->lines);
    gelFree(shape->inside.tets);
    gelFree(shape->inside.parts);
    gelDestroyTetMesh(&shape->mesh);
    gelFree(shape);
}
