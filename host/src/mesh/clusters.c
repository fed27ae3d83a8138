// Halves the points across the longest side of their box, at a multiple of the cluster size, until each half is
// a cluster. Boxes of such clusters have a half to a quarter of the volume of those along a Morton curve.
#include "mesh/clusters.h"
#include "mesh/points.h"

#include <stdlib.h>

static int byIndex(const void* a, const void* b)
{
    const gelPoint *p = a, *q = b;
    return (p->index > q->index) - (p->index < q->index);
}

static void halve(gelPoint* points, int count, int clusterSize)
{
    int clusters = (count + clusterSize - 1) / clusterSize;
    if (clusters < 2) {
        qsort(points, (size_t)count, sizeof *points, byIndex);
        return;
    }
    int half = clusters / 2 * clusterSize;
    gelMoveToFront(points, count, half, gelLongestAxis(points, count));
    halve(points, half, clusterSize);
    halve(points + half, count - half, clusterSize);
}

gelStatus gelSortIntoClusters(const float* points, int count, int clusterSize, int* order)
{
    gelPoint* sorted = gelAllocate((size_t)count, sizeof *sorted);
    if (sorted == NULL)
        return gelFailMemory((size_t)count, sizeof *sorted);
    for (int i = 0; i < count; i++) {
        const float* x = points + 3 * (size_t)i;
        sorted[i] = (gelPoint){{x[0], x[1], x[2]}, i};
    }
    halve(sorted, count, clusterSize);
    for (int i = 0; i < count; i++)
        order[i] = sorted[i].index;
    gelFree(sorted);
    return gel_success;
}
