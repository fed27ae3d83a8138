#include "mesh/points.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

static bool isBefore(const gelPoint* a, const gelPoint* b, int axis)
{
    return a->x[axis] != b->x[axis] ? a->x[axis] < b->x[axis] : a->index < b->index;
}

static gelPoint middleOf(const gelPoint* a, const gelPoint* b, const gelPoint* c, int axis)
{
    if (isBefore(a, b, axis))
        return isBefore(b, c, axis) ? *b : isBefore(a, c, axis) ? *c : *a;
    return isBefore(a, c, axis) ? *a : isBefore(b, c, axis) ? *c : *b;
}

int gelLongestAxis(const gelPoint* points, int count)
{
    float longest = -1.0f;
    int axis = 0;
    for (int k = 0; k < 3; k++) {
        float lower = points[0].x[k], upper = lower;
        for (int i = 1; i < count; i++) {
            lower = points[i].x[k] < lower ? points[i].x[k] : lower;
            upper = points[i].x[k] > upper ? points[i].x[k] : upper;
        }
        axis = upper - lower > longest ? k : axis;
        longest = upper - lower > longest ? upper - lower : longest;
    }
    return axis;
}

// Hoare, Find, 1961.
void gelMoveToFront(gelPoint* points, int count, int front, int axis)
{
    int first = 0, last = count - 1;
    while (first < last) {
        gelPoint pivot = middleOf(&points[first], &points[first + (last - first) / 2], &points[last], axis);
        int i = first, k = last;
        while (i <= k) {
            while (isBefore(&points[i], &pivot, axis))
                i++;
            while (isBefore(&pivot, &points[k], axis))
                k--;
            if (i <= k) {
                gelPoint kept = points[i];
                points[i++] = points[k];
                points[k--] = kept;
            }
        }
        if (front <= k)
            last = k;
        else if (front >= i)
            first = i;
        else
            return;
    }
}

static int compare(const void* a, const void* b, int axis)
{
    return isBefore(a, b, axis) ? -1 : isBefore(b, a, axis);
}

static int compareX(const void* a, const void* b)
{
    return compare(a, b, 0);
}

static int compareY(const void* a, const void* b)
{
    return compare(a, b, 1);
}

static int compareZ(const void* a, const void* b)
{
    return compare(a, b, 2);
}

void gelSortPoints(gelPoint* points, int count, int axis)
{
    int (*const along[])(const void*, const void*) = {compareX, compareY, compareZ};
    qsort(points, (size_t)count, sizeof *points, along[axis]);
}
