// The part of the bodies that fields act on: their outer triangles, and the body of each vertex.
#pragma once

#include "field_tables.h"
#include "plan/plan.h"
#include "surface/outer_pieces.h"

typedef struct gelOuterSurface {
    OuterTriangle* triangles; // body by body
    int triangleCount;
    OuterPoint* points; // of skins
    int pointCount;
    VertexSamples* samples; // of each body of the plan, then of pieces of cloth without a filling
    int sampleCount;
    int* starts;          // [vertexCount + 1] into corners
    OuterCorner* corners; // those of each vertex, ascending
    int* bodies;          // [vertexCount]
    float* sizes;         // [vertexCount]: the edge of a cube of its volume, m; 0 of cloth and ropes
    int* edges; // [triangleCount][6]: plastic edges that each hangs from, or -1; NULL if there are none
} gelOuterSurface;

// Finds the outer triangles of a shape, by the vertices of its mesh: the faces of one tet only, or
// the triangles of a sheet. Obstacles have none. Release *triangles with gelFree.
gelStatus gelFindOuterTriangles(const gelShape* shape, int** triangles, int* count);

// The surface of a shape, which bodies of it share.
typedef struct gelOutside {
    int (*triangles)[3];
    float* displacements;   // [count]: as of OuterTriangle
    int* pieces;            // [count], of sheets: among `samples`; NULL of others
    VertexSamples* samples; // of the pieces
    int count, sampleCount;
} gelOutside;

// On failure, too, gelClearOutside releases *outside. Errors: gel_outOfMemory.
gelStatus gelFindOutside(const gelShape* shape, gelOutside* outside);
void gelClearOutside(gelOutside* outside);

// Finds the outer surface of a plan. `places`: where the world's vertices are stored; vertices are
// numbered by them then. NULL: vertices are numbered as in the world. On failure *outer is empty.
gelStatus gelFindOuterSurface(const gelPlan* plan, const int* places, gelOuterSurface* outer);
// Finds outer->edges: of a sheet those of the triangle, of a body of tets that may tear all six of
// its tet. Points of skins get those of their tets.
gelStatus gelFindOuterEdges(const gelPlan* plan, const int* places, gelOuterSurface* outer);
// Fills samples[pieceCount] for the pieces of a sheet, whose vertices are numbered as in its shape.
gelStatus gelSamplePieces(const gelShape* shape, const gelOuterPieces* pieces, VertexSamples* samples);
// Samples all vertices of a shape.
gelStatus gelSampleShape(const gelShape* shape, VertexSamples* samples);
void gelClearOuterSurface(gelOuterSurface* outer);
