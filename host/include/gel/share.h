// Vertices for display: the back end writes positions and speeds directly into the buffers that are
// rendered.
//
//     gelSharedVerticesDef def = {.positionBuffer = glPositions,
//                                 .speedBuffer = glSpeeds,
//                                 .capacity = GEL_SHARED_CAPACITY(vertexCount)};
//     gelSharedVertices* shared;
//     gelCreateSharedVertices(world, &def, &shared);
//     gelSharedVertices_Update(shared, true, &bounds);
//
// Vertices are those of all bodies in order of creation, each in its mesh's order.
#pragma once

#include "gel/id.h"

// Buffers of the caller into which a world writes its vertices.
typedef struct gelSharedVertices gelSharedVertices;

// The required capacity for a number of vertices. Whole groups of 16 are written; the contents
// after the last vertex are undefined.
#define GEL_SHARED_CAPACITY(vertexCount) (((vertexCount) + 15) / 16 * 16)

// The buffers: two OpenGL buffers, two arrays in memory, or two buffers of OpenCL that Gel creates.
// The caller's must stay valid until gelDestroySharedVertices. Once the device counts as lost
// (deviceTimeLimit in gel/world.h), they must stay valid until the process ends, because it may
// still write to them.
typedef struct gelSharedVerticesDef {
    // Name of an OpenGL buffer of [capacity][4] floats: x, y, z in m, then 1; default 0: none.
    uint32_t positionBuffer;
    uint32_t speedBuffer; // name of an OpenGL buffer of [capacity] floats: m/s
    float* positions;     // [capacity][4], aligned to 16 bytes; default NULL: OpenGL buffers
    float* speeds;        // [capacity], aligned to 16 bytes
    int capacity;         // vertices, at least GEL_SHARED_CAPACITY(world's vertices) and 16
    // Whether to refuse devices with separate memory, which would copy; for arrays only; default
    // false.
    bool inPlace;
    // Whether Gel creates two buffers on its OpenCL device and copies nothing to the host; default
    // false. gelSharedVertices_GetOpencl returns them.
    bool onDevice;
} gelSharedVerticesDef;

// OpenCL's objects of shared vertices that stay on the device, for other users of OpenCL in this
// process. Gel releases them with the shared vertices: retain what lives longer.
typedef struct gelOpenclVertices {
    void* context;   // cl_context
    void* queue;     // cl_command_queue, in order; gelWorld_SetTiming replaces it
    void* positions; // cl_mem of [capacity][4] floats: x, y, z in m, then 1
    void* speeds;    // cl_mem of [capacity] floats: m/s
} gelOpenclVertices;

// The bounding box of all finite vertices, m. If there are none, lower is above upper.
typedef struct gelBounds {
    gelVec3 lower, upper;
} gelBounds;

// Registers the buffers for a world. OpenGL buffers require a world whose definition named an
// OpenGL context (contextProperties). On failure *shared is NULL.
// Errors:
// - gel_invalidArgument: the capacity is too small
// - gel_unsupported: the back end cannot write there; the message has the reason
// - gel_deviceError
GEL_API gelStatus gelCreateSharedVertices(gelWorld* world, const gelSharedVerticesDef* def,
                                          gelSharedVertices** shared);
// Releases shared vertices, before or after the world is destroyed. NULL is allowed.
GEL_API void gelDestroySharedVertices(gelSharedVertices* shared);

// Writes the current positions, on request also the speeds, and returns the bounding box. Waits
// until everything is written; then OpenGL may read. OpenGL must have finished reading the previous
// contents.
// Errors:
// - gel_invalidHandle: the world was destroyed
// - gel_invalidArgument: the number of vertices has changed; create the shared vertices again
// - gel_deviceError
// Cost: linear in the vertices, on the device; at most 2 kB are read back, unless positions are
// copied.
GEL_API gelStatus gelSharedVertices_Update(gelSharedVertices* shared, bool withSpeeds, gelBounds* bounds);

// Returns the objects of shared vertices that were created with onDevice. Read the buffers after
// each update, and do not write to them.
// Errors:
// - gel_invalidHandle: the world was destroyed
// - gel_invalidArgument: they were created without onDevice
GEL_API gelStatus gelSharedVertices_GetOpencl(const gelSharedVertices* shared, gelOpenclVertices* objects);
