// What fields see of the bodies: their outer triangles, and of which body each vertex is.
#pragma once

#include "field_tables.h"
#include "plan/plan.h"

typedef struct gelOuterSurface {
    OuterTriangle* triangles; // body by body
    int triangleCount;
    int* starts;  // [vertexCount + 1] into corners
    int* corners; // the triangles of each vertex, ascending
    int* bodies;  // [vertexCount]
    int* edges;   // [triangleCount][6]: plastic edges that each hangs from, or -1; NULL if there are none
} gelOuterSurface;

// Of one shape, by the vertices of its mesh: the faces that are of one tet only, or the triangles of a surface that is
// soft itself. Obstacles have none. Release *triangles with gelFree.
gelStatus gelFindOuterTriangles(const gelShape* shape, int** triangles, int* count);

// `places`: where the world's vertices are stored, by which they are numbered then; NULL: as in the world. On failure
// *outer is empty.
gelStatus gelFindOuterSurface(const gelPlan* plan, const int* places, gelOuterSurface* outer);
// Finds outer->edges: of a sheet those of the triangle, of a body of tets that may tear all six of its tet.
gelStatus gelFindOuterEdges(const gelPlan* plan, const int* places, gelOuterSurface* outer);
void gelClearOuterSurface(gelOuterSurface* outer);
