#include "plan/shape.h"
#include "mesh/colouring.h"
#include "mesh/locality.h"
#include "mesh/mesh.h"
#include "plan/spring_fit.h"

#include <stdlib.h>
#include <string.h>

static gelStatus colourSet(gelConstraintSet* set, const gelShape* shape)
{
    int* colours;
    gelStatus status = gelColourConstraints(set->vertices, set->arity, set->count, shape->mesh.vertexCount,
                                            &colours, &set->colourCount);
    if (status == gel_success)
        status = gelSortByColour(set->vertices, set->arity, set->count, shape->places, colours,
                                 set->colourCount, &set->colourStarts, &set->order);
    gelFree(colours);
    return status;
}

// A copy of an array, NULL where there is none; turns *ok false where memory ran out.
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

typedef struct EdgeKey {
    int a, b, edge;
} EdgeKey;

static int compareEdges(const void* a, const void* b)
{
    const EdgeKey *p = a, *q = b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

static double filledVolume(const gelShape* shape, int tet)
{
    return shape->tets.measures[tet] * gelFillFraction(&shape->mesh, tet);
}

// Gives each tet's six edges their springs, k L^2 = G V s; the edges are looked up in a sorted list.
static void addEdgeSprings(gelShape* shape, EdgeKey* keys)
{
    const gelConstraintSet *edges = &shape->edges, *tets = &shape->tets;
    for (int e = 0; e < edges->count; e++) {
        const int* edge = edges->vertices + 2 * (size_t)e;
        keys[e] = (EdgeKey){edge[0], edge[1], e};
    }
    qsort(keys, (size_t)edges->count, sizeof *keys, compareEdges);
    for (int t = 0; t < tets->count; t++) {
        const int* tet = tets->vertices + 4 * (size_t)t;
        double shares[6];
        gelFitSprings(shape->mesh.positions, tet, shares);
        for (int k = 0; k < 6; k++) {
            int a = tet[gelTetEdges[k][0]], b = tet[gelTetEdges[k][1]];
            EdgeKey wanted = {a < b ? a : b, a < b ? b : a, 0};
            const EdgeKey* found = bsearch(&wanted, keys, (size_t)edges->count, sizeof *keys, compareEdges);
            shape->edgeSprings[found->edge] += filledVolume(shape, t) * shares[k];
        }
    }
}

static gelStatus measure(gelShape* shape)
{
    const gelTetMesh* mesh = &shape->mesh;
    gelConstraintSet *edges = &shape->edges, *tets = &shape->tets;
    edges->measures = gelAllocate((size_t)edges->count, sizeof(double));
    tets->measures = gelAllocate((size_t)tets->count, sizeof(double));
    shape->edgeSprings = gelAllocate((size_t)edges->count, sizeof(double));
    shape->vertexVolumes = gelAllocate((size_t)mesh->vertexCount, sizeof(double));
    EdgeKey* keys = gelAllocate((size_t)edges->count, sizeof *keys);
    bool ok = edges->measures != NULL && tets->measures != NULL && shape->edgeSprings != NULL &&
              shape->vertexVolumes != NULL && keys != NULL;
    for (int e = 0; ok && e < edges->count; e++) {
        const int* edge = edges->vertices + 2 * (size_t)e;
        double vector[3];
        edges->measures[e] = gelMeasureEdge(mesh->positions, edge[0], edge[1], vector);
    }
    for (int t = 0; ok && t < tets->count; t++) {
        const int* tet = mesh->tets + 4 * (size_t)t;
        tets->measures[t] = gelTetDeterminant(mesh->positions, tet) / 6.0;
        for (int k = 0; k < 4; k++)
            shape->vertexVolumes[tet[k]] += filledVolume(shape, t) / 4.0;
    }
    if (ok)
        addEdgeSprings(shape, keys);
    gelFree(keys);
    return ok ? gel_success : gelFailMemory((size_t)edges->count, sizeof *keys);
}

gelStatus gelCreateShape(const gelTetMesh* mesh, gelShape** result)
{
    *result = NULL;
    gelShape* shape = gelAllocate(1, sizeof *shape);
    if (shape == NULL)
        return gelFailMemory(1, sizeof *shape);
    shape->useCount = 1;
    shape->meshHash = gelHashMesh(mesh);
    gelStatus status = copyMesh(mesh, &shape->mesh);
    shape->edges.arity = 2;
    shape->tets = (gelConstraintSet){.arity = 4, .count = mesh->tetCount, .vertices = shape->mesh.tets};
    if (status == gel_success)
        status = gelExtractEdges(mesh, &shape->edges.vertices, &shape->edges.count);
    if (status == gel_success)
        status = measure(shape);
    if (status == gel_success)
        status = gelPlaceVertices(&shape->mesh, &shape->places);
    if (status == gel_success)
        status = colourSet(&shape->edges, shape);
    if (status == gel_success)
        status = colourSet(&shape->tets, shape);
    if (status != gel_success) {
        gelReleaseShape(shape);
        return status;
    }
    *result = shape;
    return gel_success;
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

static void destroySet(gelConstraintSet* set)
{
    gelFree(set->measures);
    gelFree(set->colourStarts);
    gelFree(set->order);
}

void gelReleaseShape(gelShape* shape)
{
    if (shape == NULL || --shape->useCount > 0)
        return;
    gelFree(shape->edges.vertices);
    destroySet(&shape->edges);
    destroySet(&shape->tets);
    gelFree(shape->edgeSprings);
    gelFree(shape->vertexVolumes);
    gelFree(shape->places);
    gelDestroyTetMesh(&shape->mesh);
    gelFree(shape);
}
