// What does not change while bodies move: which vertices make up the surface, the tets, the edges; rest shapes, colours.
#pragma once

#include "draw/model_surface.h"

#include "gel/id.h"

// Vertices are numbered over all bodies in order of creation.
typedef struct gelModel {
    int bodyCount, vertexCount, tetCount, edgeCount;
    float bodySize;             // m, of a body as large as the average: the third root of its rest volume
    gelDrawnSurface surface;    // of the tet meshes
    gelDrawnSurface skins;      // in place of it; without triangles where no body has a skin
    gelBufferTexture tets;      // ivec4: vertices, in order of colour
    gelBufferTexture tetFacts;  // vec4: rest volume, colour, body, 0
    gelBufferTexture edges;     // ivec4: two vertices, colour, body
    gelBufferTexture rests;     // vec4: rest position in the body's frame, body
    gelBufferTexture tetFirsts; // int [vertexCount + 1]: into `tetsAt`
    gelBufferTexture tetsAt;    // int: the tets at a vertex
} gelModel;

// Reports and returns the exit code; on failure there is nothing to destroy.
int gelCreateModel(gelOutput* output, gelWorld* world, gelModel* model);
void gelDestroyModel(gelModel* model);
