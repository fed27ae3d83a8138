// The looks of a drawn surface: colours and textures of its triangles.
#pragma once

#include "draw/opengl.h"

#include "gel/surface.h"

// Triangles that follow each other with one texture.
typedef struct gelDrawnRange {
    GLuint texture; // 0: none
    int first, count;
} gelDrawnRange;

typedef struct gelDrawnAppearance {
    // For each corner of each triangle two vec4: linear colour, and 0 for none of its own, 1 for that, 2 for that times
    // the texture; then U, and V upwards. Without ranges it is empty, and no triangle has its own.
    gelBufferTexture corners;
    // Once for each texture among the first `flatCount` triangles, and once more for each among the others.
    gelDrawnRange* ranges;
    int rangeCount;
} gelDrawnAppearance;

// A surface whose looks the triangles from `firstTriangle` on have.
typedef struct gelPaintedPart {
    gelSurfaceMesh surface; // its arrays are not its own
    int firstTriangle, triangleCount;
    // [triangleCount][3]: as which corners of the surface they are painted, 3 triangle + 0 to 2; NULL: in order.
    int* corners;
} gelPaintedPart;

// Needs a current context. Reorders triangles[triangleCount][3] by texture, the first `flatCount` apart. Pictures that
// cannot be shown are reported, and their triangles have their colour alone. False if out of memory: looks
// are empty.
bool gelCreateDrawnAppearance(gelOutput* output, const gelPaintedPart* painted, int paintedCount,
                              int triangleCount, int flatCount, int* triangles, gelDrawnAppearance* look);
void gelDestroyDrawnAppearance(gelDrawnAppearance* look);
