// The distance of each vertex of the session's world from its counterpart in the world beside it.
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

// Allocates for the world's vertices. Reports errors and returns the exit code.
int gelOpenDifferenceMap(gelOutput* output, gelWorld* world, gelDifferenceMap* map);
void gelCloseDifferenceMap(gelDifferenceMap* map);

// Compares the states of both worlds; waits until they are computed. Cost: reads both.
gelStatus gelDifferenceMap_Update(gelDifferenceMap* map, const gelSession* session);
