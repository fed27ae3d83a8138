// The outside of a triangle surface, which may have several pieces.
#pragma once

#include "base/core.h"

// The triangles of a surface that are seen from outside.
typedef struct gelOuterPieces {
    int triangleCount;
    int (*triangles)[3]; // anticlockwise seen from outside
    bool* isClosed;      // [triangleCount]: whether they belong to a closed piece; others have two outsides
    int* owners;         // [vertexCount]: the piece of each vertex; -1 without triangles
    int pieceCount;
    double volume;               // that the closed pieces enclose, m^3
    double solid;                // the same, where each piece within another turns full into hollow, m^3
    double closedArea, openArea; // m^2
} gelOuterPieces;

// Finds the pieces, which share no vertex: those that are open, or whose triangles disagree on what
// is outside, as they are; closed ones turned outwards, without those that lie within another.
// `positions` is [vertexCount][3]. On failure *pieces is empty. Errors: gel_outOfMemory.
gelStatus gelFindOuterPieces(const float* positions, int vertexCount, const int* triangles, int triangleCount,
                             gelOuterPieces* pieces);
void gelClearOuterPieces(gelOuterPieces* pieces);
