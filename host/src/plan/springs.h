// The springs of sheets and ropes, and the sizes of their vertices.
#pragma once

#include "gel/surface.h"

typedef struct gelSprings {
    int count;
    int* vertices; // [count][2], smaller first
    double* rests; // [count]: lengths, m
    double*
        factors; // [count]: stiffness times squared length: of a membrane of mu = 1 N/m, in m^2; of a rope of
                 // E A = 1 N, in m
} gelSprings;

// Find the springs of a sheet: its edges, and the second diagonals of its quads; and those of a
// rope: its lines. On failure clear what has been made with gelFree.
gelStatus gelFindSheetSprings(const gelSurfaceMesh* surface, gelSprings* springs);
gelStatus gelFindRopeSprings(const gelLineMesh* lines, gelSprings* springs);

// Makes the springs of a sheet as much stiffer as irregular triangles make them too soft. Those of regular grids stay.
gelStatus gelStiffenSprings(const gelSurfaceMesh* surface, gelSprings* springs);

// Adds to sizes[vertexCount]: a third of the area of each vertex's triangles, m^2; half the length of its lines, m.
void gelMeasureSheet(const gelSurfaceMesh* surface, double* sizes);
void gelMeasureRope(const gelLineMesh* lines, double* sizes);
