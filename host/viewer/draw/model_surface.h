// A surface as it is drawn: triangles of corners, corners at points. Points are the world's vertices, or hang in tets.
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
    gelBufferTexture pointTets;    // ivec4: the vertices that a point hangs on
    gelBufferTexture pointWeights; // vec4: as in gelEmbedding
} gelDrawnSurface;

// A surface while it is made, on the host; it grows body by body. Begin with {.drawn = ..., .store = ...}.
typedef struct gelSurfaceDraft {
    gelDrawnSurface* drawn;
    gelCornerStore* store;
    int *corners, *triangles, *around, *tets;
    float* weights;
    int aroundCount;
} gelSurfaceDraft;

// The surface of a body's tet mesh, the body's vertices beginning at `first`. False where memory ran out.
bool gelSurfaceDraft_AddMesh(gelSurfaceDraft* draft, int body, int first, const gelTetMesh* mesh);

// The body's skin, or where it has none (NULL) its mesh's surface, both with points of their own.
bool gelSurfaceDraft_AddSkin(gelSurfaceDraft* draft, int body, int first, const gelTetMesh* mesh,
                             const gelSkin* skin);

void gelSurfaceDraft_Upload(gelSurfaceDraft* draft);
void gelClearSurfaceDraft(gelSurfaceDraft* draft); // what was uploaded stays
void gelDestroyDrawnSurface(gelDrawnSurface* drawn);
