// A surface as drawn: triangles of corners, corners at points. Points are the world's vertices, or are
// embedded in tets.
#pragma once

#include "draw/model_corners.h"
#include "draw/model_look.h"
#include "draw/opengl.h"

#include "gel/skin.h"

typedef struct gelDrawnSurface {
    int cornerCount, triangleCount;
    int pointCount;             // 0: points are the world's vertices
    gelBufferTexture corners;   // ivec4: point, first and end in `around`, body
    gelBufferTexture triangles; // int [triangleCount][3]: corners
    gelBufferTexture
        around; // ivec4: the points of a triangle at a corner, and 0; of ropes as in model_rope.c
    gelBufferTexture pointTets;    // ivec4: the tet vertices that carry a point
    gelBufferTexture pointWeights; // vec4: as in gelEmbedding
    gelDrawnLook look;
} gelDrawnSurface;

// A surface under construction, on the host; it grows body by body. Initialise with {.drawn = ..., .store =
// ...}.
typedef struct gelSurfaceDraft {
    gelDrawnSurface* drawn;
    gelCornerStore* store;
    int *corners, *triangles, *around, *tets;
    float* weights;
    gelDressed* dressed; // [dressedCount]
    int aroundCount, dressedCount;
} gelSurfaceDraft;

// What is drawn of a body: its own surface or lines or, if these are NULL, that of its mesh.
typedef struct gelDrawnBody {
    int owner; // the body's number; of a sheet or a rope, which are drawn as cloth, -1 - number
    const gelTetMesh* mesh;
    const gelSurfaceMesh* surface;
    const gelLineMesh* lines;
    float radius; // of the lines, m
} gelDrawnBody;

// Adds a body, whose vertices begin at `first`. False if out of memory.
bool gelSurfaceDraft_AddMesh(gelSurfaceDraft* draft, int first, const gelDrawnBody* body);

// Adds the body's skin or, if NULL, the body, both with their own points.
bool gelSurfaceDraft_AddSkin(gelSurfaceDraft* draft, int first, const gelDrawnBody* body,
                             const gelSkin* skin);

// Room for so many more. False if out of memory.
bool gelSurfaceDraft_Reserve(gelSurfaceDraft* draft, int corners, int triangles, int around);
void gelSurfaceDraft_Upload(gelSurfaceDraft* draft, gelOutput* output);
void gelClearSurfaceDraft(gelSurfaceDraft* draft); // keeps what was uploaded
void gelDestroyDrawnSurface(gelDrawnSurface* drawn);
