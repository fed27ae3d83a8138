// The data that stays constant while bodies move: which vertices form the surface, the tets and the edges;
// rest shapes, colours.
#pragma once

#include "draw/model_surface.h"
#include "draw/torn.h"

#include "gel/constraints.h"

// The constraints of one kind, in order of colour.
typedef struct gelConstraintModel {
    int count, arity;
    gelBufferTexture vertices; // ivec4: vertices, -1 beyond the arity
    gelBufferTexture facts;    // vec4: rest value, colour, body, 1 if it has torn
} gelConstraintModel;

// Vertices are numbered over all bodies in order of creation.
typedef struct gelModel {
    int bodyCount, vertexCount, tetCount;
    int tornCount;           // springs that had torn when it was made: their triangles are left out
    int outCount;            // bodies that were taken out when it was made: they are not drawn
    float bodySize;          // m: cube root of the mean rest volume of a body, or as much for sheets
    gelDrawnSurface surface; // of the tet meshes
    gelDrawnSurface skins;   // replaces it; without triangles if no body has a skin
    gelConstraintModel constraints[gel_constraintKindCount];
    gelBufferTexture rests;     // vec4: rest position in the body's frame, body
    gelBufferTexture tetFirsts; // int [vertexCount + 1]: into `tetsAt`
    gelBufferTexture tetsAt;    // int: the tets at a vertex that have not torn
} gelModel;

// Reports errors and returns the exit code; on failure there is nothing to destroy.
int gelCreateModel(gelOutput* output, gelWorld* world, gelModel* model);
void gelDestroyModel(gelModel* model);
