// Halves the points across the longest side of their box, at a multiple of the cluster size, until each half is
// a cluster. Boxes of such clusters have a half to a quarter of the volume of those along a Morton curve.
#include "mesh/clusters.h"

#include <math.h>
#include <stdlib.h>

typedef struct Item {
    float x[3];
    int index;
} Item;

static bool isBefore(const Item* a, const Item* b, int axis)
{
    return a->x[axis] != b->x[axis] ? a->x[axis] < b->x[axis] : a->index < b->index;
}

static int byIndex(const void* a, const void* b)
{
    const Item *p = a, *q = b;
    return (p->index > q->index) - (p->index < q->index);
}

static Item middleOf(const Item* a, const Item* b, const Item* c, int axis)
{
    if (isBefore(a, b, axis))
        return isBefore(b, c, axis) ? *b : isBefore(a, c, axis) ? *c : *a;
    return isBefore(a, c, axis) ? *a : isBefore(b, c, axis) ? *c : *b;
}

// Moves the first `half` items along the axis to the front (Hoare, Find, 1961).
static void moveToFront(Item* items, int count, int half, int axis)
{
    int first = 0, last = count - 1;
    while (first < last) {
        Item pivot = middleOf(&items[first], &items[first + (last - first) / 2], &items[last], axis);
        int i = first, k = last;
        while (i <= k) {
            while (isBefore(&items[i], &pivot, axis))
                i++;
            while (isBefore(&pivot, &items[k], axis))
                k--;
            if (i <= k) {
                Item kept = items[i];
                items[i++] = items[k];
                items[k--] = kept;
            }
        }
        if (half <= k)
            last = k;
        else if (half >= i)
            first = i;
        else
            return;
    }
}

static int longestAxis(const Item* items, int count)
{
    float longest = -1.0f;
    int axis = 0;
    for (int k = 0; k < 3; k++) {
        float lower = items[0].x[k], upper = lower;
        for (int i = 1; i < count; i++) {
            lower = items[i].x[k] < lower ? items[i].x[k] : lower;
            upper = items[i].x[k] > upper ? items[i].x[k] : upper;
        }
        axis = upper - lower > longest ? k : axis;
        longest = upper - lower > longest ? upper - lower : longest;
    }
    return axis;
}

static void halve(Item* items, int count, int clusterSize)
{
    int clusters = (count + clusterSize - 1) / clusterSize;
    if (clusters < 2) {
        qsort(items, (size_t)count, sizeof *items, byIndex);
        return;
    }
    int half = clusters / 2 * clusterSize;
    moveToFront(items, count, half, longestAxis(items, count));
    halve(items, half, clusterSize);
    halve(items + half, count - half, clusterSize);
}

gelStatus gelSortIntoClusters(const float* points, int count, int clusterSize, int* order)
{
    Item* items = gelAllocate((size_t)count, sizeof *items);
    if (items == NULL)
        return gelFailMemory((size_t)count, sizeof *items);
    for (int i = 0; i < count; i++) {
        const float* x = points + 3 * (size_t)i;
        items[i] = (Item){{x[0], x[1], x[2]}, i};
    }
    halve(items, count, clusterSize);
    for (int i = 0; i < count; i++)
        order[i] = items[i].index;
    gelFree(items);
    return gel_success;
}
