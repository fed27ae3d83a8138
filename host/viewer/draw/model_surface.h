// A surface as drawn: triangles of corners, corners at points. Points are the world's vertices, or are
// embedded in tets.
#pragma once

#include "draw/model_corners.h"
#include "draw/opengl.h"

#include "gel/skin.h"

typedef struct gelDrawnSurface {
    int cornerCount, triangleCount;
    int pointCount;                // 0: points are the world's vertices
    gelBufferTexture corners;      // ivec4: point, first and end in `around`, body
    gelBufferTexture triangles;    // int [triangleCount][3]: corners
    gelBufferTexture around;       // ivec4: the points of a triangle at a corner
    gelBufferTexture pointTets;    // ivec4: the tet vertices that carry a point
    gelBufferTexture pointWeights; // vec4: as in gelEmbedding
} gelDrawnSurface;

// A surface under construction, on the host; it grows body by body. Initialise with {.drawn = ..., .store =
// ...}.
typedef struct gelSurfaceDraft {
    gelDrawnSurface* drawn;
    gelCornerStore* store;
    int *corners, *triangles, *around, *tets;
    float* weights;
    int aroundCount;
} gelSurfaceDraft;

// Adds the surface of a body's tet mesh, whose vertices begin at `first`, or that of an obstacle, unless NULL.
// False if out of memory.
bool gelSurfaceDraft_AddMesh(gelSurfaceDraft* draft, int body, int first, const gelTetMesh* mesh,
                             const gelSurfaceMesh* obstacle);

// Adds the body's skin or, if NULL, its mesh's surface, both with their own points.
bool gelSurfaceDraft_AddSkin(gelSurfaceDraft* draft, int body, int first, const gelTetMesh* mesh,
                             const gelSurfaceMesh* obstacle, const gelSkin* skin);

void gelSurfaceDraft_Upload(gelSurfaceDraft* draft);
void gelClearSurfaceDraft(gelSurfaceDraft* draft); // keeps what was uploaded
void gelDestroyDrawnSurface(gelDrawnSurface* drawn);
