// A number for each vertex, by which the bodies are coloured: the distance of the session's world from that beside it, or
// what varies over a body.
#pragma once

#include "draw/display_mode.h"
#include "draw/opengl.h"
#include "session.h"

typedef struct gelVertexMap {
    gelBufferTexture values; // float [vertexCount]: m, a power of ten of a factor, or a weight
    float* host;
    double* positions; // [2][3 * most vertices of a body]
    int vertexCount, maxVertices;
    gelDifference measured; // of the last update
} gelVertexMap;

// Factors or weights that are shown for a body instead of those that it has, while they are painted.
typedef struct gelShownValues {
    int body; // in order of creation
    gelVertexValue kind;
    const float* values; // [count]; NULL: none
    int count;           // of the body's vertices
} gelShownValues;

// Allocates for the world's vertices. Reports errors and returns the exit code.
int gelOpenVertexMap(gelOutput* output, gelWorld* world, gelVertexMap* map);
void gelCloseVertexMap(gelVertexMap* map);

// Compares the states of both worlds; waits until they are computed. Cost: reads both.
gelStatus gelVertexMap_ShowDifference(gelVertexMap* map, const gelSession* session);
// The values of a mode after gel_displayDifference.
gelStatus gelVertexMap_ShowValues(gelVertexMap* map, const gelWorld* world, gelDisplayMode mode,
                                  const gelShownValues* other);
