// Where the picture's positions come from. One way so far: read from the world and copied into a buffer of OpenGL. A way
// without the copy offers the same functions: what draws sees the buffer alone.
#pragma once

#include "opengl.h"

#include "gel/world.h"

typedef struct gelPositionSource {
    gelBufferTexture positions; // vec4 [vertexCount]: x, y, z in m; w is not to be used
    gelBufferTexture speeds;    // float [vertexCount]: m/s; filled on request
    int vertexCount;
    float* host;          // [vertexCount][4], the copy on its way
    gelVec3 lower, upper; // box round all finite positions
} gelPositionSource;

// For as many vertices as the world has. Reports and returns the exit code.
int gelOpenPositionSource(gelOutput* output, gelWorld* world, gelPositionSource* source);
void gelClosePositionSource(gelPositionSource* source);

// Takes over the world's state; waits until it is computed.
gelStatus gelPositionSource_Update(gelPositionSource* source, gelWorld* world, bool withSpeeds);

// "copy": how positions get to OpenGL.
const char* gelPositionSource_Mode(const gelPositionSource* source);
