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
static void fillKeys(const gelTetMesh* mesh, SortKey* keys)
{
    double lower[3] = {INFINITY, INFINITY, INFINITY}, side = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double upper = -INFINITY;
        for (int v = 0; v < mesh->vertexCount; v++) {
            double x = (double)mesh->positions[3 * (size_t)v + (size_t)axis];
            lower[axis] = fmin(lower[axis], x);
            upper = fmax(upper, x);
        }
        side = fmax(side, upper - lower[axis]);
    }
    for (int v = 0; v < mesh->vertexCount; v++) {
        keys[v] = (SortKey){.index = v};
        for (int axis = 0; axis < 3; axis++) {
            double x = (double)mesh->positions[3 * (size_t)v + (size_t)axis];
            keys[v].key |= spreadBits((uint64_t)((x - lower[axis]) / side * 2097151.0)) << axis;
        }
    }
}

gelStatus gelPlaceVertices(const gelTetMesh* mesh, int** places)
{
    size_t count = (size_t)mesh->vertexCount;
    SortKey* keys = gelAllocate(count, sizeof *keys);
    *places = gelAllocate(count, sizeof **places);
    if (keys != NULL && *places != NULL) {
        fillKeys(mesh, keys);
        qsort(keys, count, sizeof *keys, compareKeys);
        for (int i = 0; i < mesh->vertexCount; i++)
            (*places)[keys[i].index] = i;
        gelFree(keys);
        return gel_success;
    }
    gelFree(keys);
    gelFree(*places);
    *places = NULL;
    return gelFailMemory(count, sizeof *keys);
}

gelStatus gelSortByColour(const int* vertices, int arity, int count, const int* places, const int* colours,
                          int colourCount, int** starts, int** order)
{
    SortKey* keys = gelAllocate((size_t)count, sizeof *keys);
    *starts = gelAllocate((size_t)colourCount + 1, sizeof **starts);
    *order = gelAllocate((size_t)count, sizeof **order);
    bool ok = keys != NULL && *starts != NULL && *order != NULL;
    for (int i = 0; i < count && ok; i++) {
        int first = INT_MAX;
        for (int k = 0; k < arity; k++) {
            int place = places[vertices[(size_t)i * (size_t)arity + (size_t)k]];
            first = place < first ? place : first;
        }
        keys[i] = (SortKey){(uint64_t)colours[i] << 32 | (uint64_t)first, i};
    }
    if (ok)
        qsort(keys, (size_t)count, sizeof *keys, compareKeys);
    for (int i = 0; i < count && ok; i++) {
        (*order)[i] = keys[i].index;
        (*starts)[colours[keys[i].index] + 1] = i + 1;
    }
    gelFree(keys);
    if (ok)
        return gel_success;
    gelFree(*starts);
    gelFree(*order);
    *starts = *order = NULL;
    return gelFailMemory((size_t)count, sizeof *keys);
}
