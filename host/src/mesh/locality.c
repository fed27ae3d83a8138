#include "mesh/locality.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

typedef struct SortKey {
    uint64_t key;
    int index;
} SortKey;

static int compareKeys(const void* a, const void* b)
{
    const SortKey *p = a, *q = b;
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

// Spreads the bits to every third place, starting at the lowest.
static uint64_t spreadBits(uint64_t bits)
{
    bits = (bits | bits << 32) & 0x1f00000000ffff;
    bits = (bits | bits << 16) & 0x1f0000ff0000ff;
    bits = (bits | bits << 8) & 0x100f00f00f00f00f;
    bits = (bits | bits << 4) & 0x10c30c30c30c30c3;
    return (bits | bits << 2) & 0x1249249249249249;
}

// Morton order: the cells of a cube of side 2^21, by interleaving the bits of their coordinates.
static void fillKeys(const float* points, int count, SortKey* keys)
{
    double lower[3] = {INFINITY, INFINITY, INFINITY}, side = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double upper = -INFINITY;
        for (int i = 0; i < count; i++) {
            double x = (double)points[3 * (size_t)i + (size_t)axis];
            lower[axis] = fmin(lower[axis], x);
            upper = fmax(upper, x);
        }
        side = fmax(side, upper - lower[axis]);
    }
    for (int i = 0; i < count; i++) {
        keys[i] = (SortKey){.index = i};
        for (int axis = 0; axis < 3 && side > 0.0; axis++) {
            double x = (double)points[3 * (size_t)i + (size_t)axis];
            keys[i].key |= spreadBits((uint64_t)((x - lower[axis]) / side * 2097151.0)) << axis;
        }
    }
}

gelStatus gelSortAlongCurve(const float* points, int count, int** order)
{
    SortKey* keys = gelAllocate((size_t)count + 1, sizeof *keys);
    *order = gelAllocate((size_t)count + 1, sizeof **order);
    gelStatus status =
        keys != NULL && *order != NULL ? gel_success : gelFailMemory((size_t)count, sizeof *keys);
    if (status == gel_success) {
        fillKeys(points, count, keys);
        qsort(keys, (size_t)count, sizeof *keys, compareKeys);
        for (int i = 0; i < count; i++)
            (*order)[i] = keys[i].index;
    } else {
        gelFree(*order);
        *order = NULL;
    }
    gelFree(keys);
    return status;
}

// Sorts the vertices of a tile by their keys; keys[v] is that of vertex v, `sorted` is scratch memory.
static void sortTile(gelTiling* tiling, int tile, const SortKey* keys, SortKey* sorted)
{
    int *vertices = tiling->vertices + tiling->vertexStarts[tile],
        count = tiling->vertexStarts[tile + 1] - tiling->vertexStarts[tile];
    for (int i = 0; i < count; i++)
        sorted[i] = keys[vertices[i]];
    qsort(sorted, (size_t)count, sizeof *sorted, compareKeys);
    for (int i = 0; i < count; i++)
        vertices[i] = sorted[i].index;
}

gelStatus gelPlaceVertices(const gelTetMesh* mesh, gelTiling* tiling, int** places)
{
    size_t count = (size_t)mesh->vertexCount;
    SortKey *keys = gelAllocate(count, sizeof *keys), *sorted = gelAllocate(count, sizeof *sorted);
    bool ok = keys != NULL && sorted != NULL;
    *places = ok ? gelAllocate(count, sizeof **places) : NULL;
    if (*places != NULL) {
        fillKeys(mesh->positions, mesh->vertexCount, keys);
        for (int tile = 0; tile < tiling->phaseStarts[1]; tile++)
            sortTile(tiling, tile, keys, sorted);
        for (int i = 0; i < mesh->vertexCount; i++)
            (*places)[tiling->vertices[i]] = i;
    }
    gelFree(keys);
    gelFree(sorted);
    gelStatus status = *places != NULL ? gelSortTiles(tiling, *places, mesh->vertexCount)
                                       : gelFailMemory(count, 2 * sizeof *keys);
    if (status != gel_success) {
        gelFree(*places);
        *places = NULL;
    }
    return status;
}

gelStatus gelSortTiles(gelTiling* tiling, const int* places, int vertexCount)
{
    size_t count = (size_t)vertexCount;
    SortKey *keys = gelAllocate(count, sizeof *keys), *sorted = gelAllocate(count, sizeof *sorted);
    bool ok = keys != NULL && sorted != NULL;
    for (int v = 0; v < vertexCount && ok; v++)
        keys[v] = (SortKey){(uint64_t)places[v], v};
    for (int tile = 0; tile < tiling->tileCount && ok; tile++)
        sortTile(tiling, tile, keys, sorted);
    gelFree(keys);
    gelFree(sorted);
    return ok ? gel_success : gelFailMemory(count, 2 * sizeof *keys);
}

// Sorts numbers from `from`, or from 0 on if that is NULL, by their keys, which are below keyCount; those of equal keys keep
// their order. starts [keyCount + 2] begins as 0 and ends as where each key begins.
static void sortByKey(const int* keys, int keyCount, const int* from, int count, int* starts, int* to)
{
    for (int i = 0; i < count; i++)
        starts[keys[i] + 2]++;
    for (int key = 0; key < keyCount; key++)
        starts[key + 2] += starts[key + 1];
    for (int i = 0; i < count; i++) {
        int number = from != NULL ? from[i] : i;
        to[starts[keys[number] + 1]++] = number;
    }
}

gelStatus gelSortByColour(const int* vertices, int arity, int count, int vertexCount, const int* colours,
                          int colourCount, int** starts, int** order)
{
    size_t size = (size_t)count;
    int *lowest = gelAllocate(size, sizeof(int)), *byVertex = gelAllocate(size, sizeof(int)),
        *vertexStarts = gelAllocate((size_t)vertexCount + 2, sizeof(int));
    *starts = gelAllocate((size_t)colourCount + 2, sizeof **starts);
    *order = gelAllocate(size, sizeof **order);
    bool ok = lowest != NULL && byVertex != NULL && vertexStarts != NULL && *starts != NULL && *order != NULL;
    for (int i = 0; i < count && ok; i++) {
        lowest[i] = INT_MAX;
        for (int k = 0; k < arity; k++) {
            int vertex = vertices[(size_t)i * (size_t)arity + (size_t)k];
            lowest[i] = vertex < lowest[i] ? vertex : lowest[i];
        }
    }
    if (ok) {
        sortByKey(lowest, vertexCount, NULL, count, vertexStarts, byVertex);
        sortByKey(colours, colourCount, byVertex, count, *starts, *order);
    }
    gelFree(lowest);
    gelFree(byVertex);
    gelFree(vertexStarts);
    if (ok)
        return gel_success;
    gelFree(*starts);
    gelFree(*order);
    *starts = *order = NULL;
    return gelFailMemory(size, 3 * sizeof(int));
}
