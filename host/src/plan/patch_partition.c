#include "plan/patch_partition.h"
#include "base/core.h"

typedef struct Partition {
    const gelTetMesh* mesh;
    int patchSize;
    double (*centres)[3]; // four times the centroid of each tet, exact in double precision
    int* order;           // tets, contiguous by box
    int* seenIn;          // [vertexCount]: the last count that included it
    int countings;
    int* patchOf;
    int patchCount;
} Partition;

// A total order, so that the halves do not depend on the algorithm.
static bool comesBefore(const Partition* partition, int axis, int a, int b)
{
    double x = partition->centres[a][axis], y = partition->centres[b][axis];
    return x != y ? x < y : a < b;
}

static void swap(int* a, int* b)
{
    int old = *a;
    *a = *b;
    *b = old;
}

// Moves the first `wanted` tets along the axis before all others (quickselect).
static void select(const Partition* partition, int axis, int* tets, int count, int wanted)
{
    int low = 0, high = count - 1;
    while (low < high) {
        int pivot = tets[low + (high - low) / 2], i = low, j = high;
        while (i <= j) {
            while (comesBefore(partition, axis, tets[i], pivot))
                i++;
            while (comesBefore(partition, axis, pivot, tets[j]))
                j--;
            if (i <= j)
                swap(&tets[i++], &tets[j--]);
        }
        if (wanted <= j)
            high = j;
        else if (wanted >= i)
            low = i;
        else
            return;
    }
}

static int longestAxis(const Partition* partition, const int* tets, int count)
{
    int longest = 0;
    double size = -1.0;
    for (int axis = 0; axis < 3; axis++) {
        double least = partition->centres[tets[0]][axis], most = least;
        for (int i = 1; i < count; i++) {
            double x = partition->centres[tets[i]][axis];
            least = x < least ? x : least;
            most = x > most ? x : most;
        }
        if (most - least > size) {
            size = most - least;
            longest = axis;
        }
    }
    return longest;
}

static bool fits(Partition* partition, const int* tets, int count)
{
    int vertexCount = 0, mark = ++partition->countings;
    if (count > partition->patchSize)
        return false;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 4; k++) {
            int* seen = &partition->seenIn[partition->mesh->tets[4 * (size_t)tets[i] + (size_t)k]];
            vertexCount += *seen != mark;
            *seen = mark;
        }
    return vertexCount <= partition->patchSize;
}

// Makes parts as equal as possible: `parts` are needed from here on.
static void divide(Partition* partition, int* tets, int count, int parts)
{
    if (fits(partition, tets, count)) {
        for (int i = 0; i < count; i++)
            partition->patchOf[tets[i]] = partition->patchCount;
        partition->patchCount++;
        return;
    }
    parts = parts < 2 ? 2 : parts;
    int left = (int)((int64_t)count * (parts / 2) / parts);
    select(partition, longestAxis(partition, tets, count), tets, count, left);
    divide(partition, tets, left, parts / 2);
    divide(partition, tets + left, count - left, parts - parts / 2);
}

static void findCentres(Partition* partition)
{
    const gelTetMesh* mesh = partition->mesh;
    for (int t = 0; t < mesh->tetCount; t++) {
        partition->order[t] = t;
        for (int k = 0; k < 4; k++)
            for (int axis = 0; axis < 3; axis++)
                partition->centres[t][axis] +=
                    (double)mesh->positions[3 * (size_t)mesh->tets[4 * (size_t)t + (size_t)k] + (size_t)axis];
    }
}

gelStatus gelPartitionTets(const gelTetMesh* mesh, int patchSize, int** patchOf, int* patchCount)
{
    size_t tetCount = (size_t)mesh->tetCount;
    Partition partition = {.mesh = mesh,
                           .patchSize = patchSize,
                           .centres = gelAllocate(tetCount, sizeof *partition.centres),
                           .order = gelAllocate(tetCount, sizeof *partition.order),
                           .seenIn = gelAllocate((size_t)mesh->vertexCount, sizeof *partition.seenIn),
                           .patchOf = gelAllocate(tetCount, sizeof *partition.patchOf)};
    bool ok = partition.centres != NULL && partition.order != NULL && partition.seenIn != NULL &&
              partition.patchOf != NULL;
    if (ok) {
        findCentres(&partition);
        divide(&partition, partition.order, mesh->tetCount, (mesh->tetCount + patchSize - 1) / patchSize);
    } else
        gelFree(partition.patchOf);
    gelFree(partition.centres);
    gelFree(partition.order);
    gelFree(partition.seenIn);
    *patchOf = ok ? partition.patchOf : NULL;
    *patchCount = partition.patchCount;
    return ok ? gel_success : gelFailMemory(tetCount, sizeof *partition.centres);
}
