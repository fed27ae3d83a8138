// How far each vertex of the session's world is from where the world beside it has it.
#pragma once

#include "draw/opengl.h"
#include "session.h"

typedef struct gelDifferenceMap {
    gelBufferTexture distances; // float [vertexCount]: m
    float* host;
    double* positions; // [2][3 * most vertices of a body]
    int vertexCount, mostVertices;
    gelDifference measured; // of the last update
} gelDifferenceMap;

// For the vertices that the world has. Reports and returns the exit code.
int gelOpenDifferenceMap(gelOutput* output, gelWorld* world, gelDifferenceMap* map);
void gelCloseDifferenceMap(gelDifferenceMap* map);

// Compares both worlds' states; waits until they are computed. Cost: reads both.
gelStatus gelDifferenceMap_Update(gelDifferenceMap* map, const gelSession* session);
