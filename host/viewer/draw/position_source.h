// Where the picture's positions come from: written by the world itself (gel/share.h) to where OpenGL reads them, in the best
// way there is. What draws sees the buffers alone.
#pragma once

#include "draw/opengl.h"

#include "gel/share.h"

typedef enum gelShareWay {
    gel_shareAuto,        // the first of the others that works
    gel_shareGl,          // the device writes OpenGL's own buffers: cl_khr_gl_sharing
    gel_shareHostPointer, // a processor writes buffers of OpenGL that stay mapped into memory
    gel_shareCopy,        // memory of our own, copied into OpenGL's buffers
    gel_shareWayCount
} gelShareWay;
const char* gelShareWayName(int way); // "auto", ...; NULL behind the last

// A pair of buffers, and until when OpenGL reads them.
typedef struct gelShareSlot {
    gelBufferTexture positions, speeds;
    gelSharedVertices* shared;
    GLsync drawn; // 0: nothing draws from it
} gelShareSlot;

// While one is drawn from, the next is written.
enum { gelShareSlotCount = 3 };

typedef struct gelPositionSource {
    gelBufferTexture positions; // vec4 [vertexCount]: x, y, z in m, 1; those of the current slot
    gelBufferTexture speeds;    // float [vertexCount]: m/s; filled on request
    int vertexCount;
    gelVec3 lower, upper; // box round all finite positions
    gelShareWay way;      // never auto
    char whyNot[512];     // where that is not the way asked for
    gelShareSlot slots[gelShareSlotCount];
    int slotCount, slot;
    float* memory; // [capacity][4], then [capacity]: the copy on its way
} gelPositionSource;

// For as many vertices as the world has, and filled with its state, speeds too. Takes the next best where `way` is not
// possible. Reports and returns the exit code.
int gelOpenPositionSource(gelOutput* output, gelWorld* world, gelShareWay way, gelPositionSource* source);
void gelClosePositionSource(gelPositionSource* source); // before or after the world

// Takes over the world's state; waits until it is computed. What is drawn until the next call reads it.
gelStatus gelPositionSource_Update(gelPositionSource* source, bool withSpeeds);

// "gl", "host-pointer" or "copy": how positions get to OpenGL.
const char* gelPositionSource_Mode(const gelPositionSource* source);
