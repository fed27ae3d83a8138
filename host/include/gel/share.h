// Vertices for drawing: the back end writes positions and speeds directly to where they are drawn from, so
// that they need not pass through the caller's memory.
//
//     gelSharedVerticesDef def = {
//         .positionBuffer = glPositions, .speedBuffer = glSpeeds, .capacity = GEL_SHARED_CAPACITY(n)};
//     gelSharedVertices* shared;
//     gelCreateSharedVertices(world, &def, &shared);
//     gelSharedVertices_Update(shared, true, &bounds);
//
// Vertices are those of all bodies in order of creation, each in its mesh's order.
#pragma once

#include "gel/id.h"

// Vertices of a world in a buffer of the caller.
typedef struct gelSharedVertices gelSharedVertices;

// The required capacity: whole groups of 16 are written; the contents after the last vertex are undefined.
#define GEL_SHARED_CAPACITY(vertexCount) (((vertexCount) + 15) / 16 * 16)

// Two OpenGL buffers, or two arrays in memory; either must stay valid until gelDestroySharedVertices.
typedef struct gelSharedVerticesDef {
    // Name of an OpenGL buffer of [capacity][4] floats: x, y, z in m, then 1; default 0: none.
    uint32_t positionBuffer;
    uint32_t speedBuffer; // likewise of [capacity] floats: m/s
    float* positions;     // [capacity][4] floats, aligned to 16 bytes; default NULL: use the OpenGL buffers
    float* speeds;        // [capacity], aligned to 16 bytes
    int capacity;         // vertices, at least GEL_SHARED_CAPACITY of the world's vertices, and 16
    bool inPlace; // arrays only: refuse a device with separate memory, which would copy; default false
} gelSharedVerticesDef;

// The bounding box of all finite vertices, m; lower above upper if there are none.
typedef struct gelBounds {
    gelVec3 lower, upper;
} gelBounds;

// OpenGL buffers require a world whose definition named an OpenGL context (contextProperties). Errors:
// gel_invalidArgument (no room), gel_unsupported (this back end cannot: the message says why),
// gel_deviceError. On failure *shared is NULL.
GEL_API gelStatus gelCreateSharedVertices(gelWorld* world, const gelSharedVerticesDef* def,
                                          gelSharedVertices** shared);
// NULL is allowed. Before or after the world is destroyed.
GEL_API void gelDestroySharedVertices(gelSharedVertices* shared);

// Writes the current positions, on request also the speeds, and returns the bounding box. Waits until
// everything is written: then OpenGL may read. OpenGL must have finished reading the previous contents.
// Errors: gel_invalidHandle (the world was destroyed), gel_invalidArgument (the number of vertices has
// changed: create it again), gel_deviceError. Cost: linear in the vertices, on the device; at most 2 kB are
// read back, unless positions are copied.
GEL_API gelStatus gelSharedVertices_Update(gelSharedVertices* shared, bool withSpeeds, gelBounds* bounds);
