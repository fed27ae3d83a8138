// Points that are divided along the axes, each half again.
#pragma once

typedef struct gelPoint {
    float x[3];
    int index; // decides among points with equal coordinates
} gelPoint;

// The axis along which the points reach farthest; the first of equals.
int gelLongestAxis(const gelPoint* points, int count);
// Moves the lowest `front` points along an axis to the front, in any order. Cost: linear.
void gelMoveToFront(gelPoint* points, int count, int front, int axis);
void gelSortPoints(gelPoint* points, int count, int axis);
