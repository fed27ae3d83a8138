// Vertices for drawing: the back end itself writes positions and speeds to where they are drawn from, so that they need
// not pass through the caller's memory.
//
//     gelSharedVerticesDef def = {.positionBuffer = glPositions, .speedBuffer = glSpeeds, .capacity = GEL_SHARED_CAPACITY(n)};
//     gelSharedVertices* shared;
//     gelCreateSharedVertices(world, &def, &shared);
//     gelSharedVertices_Update(shared, true, &bounds);
//
// Vertices are those of all bodies in order of creation, each in its mesh's order.
#pragma once

#include "gel/id.h"

typedef struct gelSharedVertices gelSharedVertices;

// Vertices that there must be room for: whole groups of 16 are written; what lies behind the last vertex is undefined.
#define GEL_SHARED_CAPACITY(vertexCount) (((vertexCount) + 15) / 16 * 16)

// Two buffers of OpenGL, or two arrays in memory; either stays where it is until gelDestroySharedVertices.
typedef struct gelSharedVerticesDef {
    uint32_t
        positionBuffer; // name of an OpenGL buffer of [capacity][4] floats: x, y, z in m, then 1; default 0: none
    uint32_t speedBuffer; // the same of [capacity] floats: m/s
    float* positions;     // [capacity][4] floats, aligned to 16 bytes; default NULL: OpenGL's buffers count
    float* speeds;        // [capacity], aligned to 16 bytes
    int capacity;         // vertices, GEL_SHARED_CAPACITY of the world's vertices at least, and 16
    bool inPlace; // arrays only: refuse a device that has memory of its own and would copy; default false
} gelSharedVerticesDef;

// The box round all vertices whose coordinates are finite, m; lower above upper where there is none.
typedef struct gelBounds {
    gelVec3 lower, upper;
} gelBounds;

// OpenGL's buffers are for a world whose definition named an OpenGL context (contextProperties). Errors:
// gel_invalidArgument (no room), gel_unsupported (this back end cannot: the message says why), gel_deviceError.
// On failure *shared is NULL.
GEL_API gelStatus gelCreateSharedVertices(gelWorld* world, const gelSharedVerticesDef* def,
                                          gelSharedVertices** shared);
// NULL is allowed. Before or after the world is destroyed.
GEL_API void gelDestroySharedVertices(gelSharedVertices* shared);

// Writes the positions as they are now, on request the speeds too, and gives the box. Waits until all is written: then
// OpenGL may read. OpenGL must have finished reading what was written before. Errors: gel_invalidHandle (the world was
// destroyed), gel_invalidArgument (the number of vertices has changed: make it anew), gel_deviceError.
// Cost: linear in the vertices, on the device; no more than 2 kB come back, where nothing is copied.
GEL_API gelStatus gelSharedVertices_Update(gelSharedVertices* shared, bool withSpeeds, gelBounds* bounds);
