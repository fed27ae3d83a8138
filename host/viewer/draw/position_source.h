// The source of a picture's positions: the world itself writes them (gel/share.h) where OpenGL reads them, in
// the best way available. Drawing code sees only the buffers.
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
const char* gelShareWayName(int way); // "auto", ...; NULL after the last

// A pair of buffers, and a fence for OpenGL's last read.
typedef struct gelShareSlot {
    gelBufferTexture positions, speeds;
    gelSharedVertices* shared;
    GLsync drawn; // 0: not being drawn from
} gelShareSlot;

// While one is being drawn, the next is written.
enum { gelShareSlotCount = 3 };

typedef struct gelPositionSource {
    gelBufferTexture positions; // vec4 [vertexCount]: x, y, z in m, 1; those of the current slot
    gelBufferTexture speeds;    // float [vertexCount]: m/s; filled on request
    int vertexCount;
    gelVec3 lower, upper; // box around all finite positions
    gelShareWay way;      // never auto
    char whyNot[512];     // why it is not the requested way
    gelShareSlot slots[gelShareSlotCount];
    int slotCount, slot;
    float* memory; // [capacity][4], then [capacity]: buffer for the copy
} gelPositionSource;

// Opens a source for the world's vertices and fills it with its state, including speeds. Uses the next best
// way if `way` is not possible. Reports errors and returns the exit code.
int gelOpenPositionSource(gelOutput* output, gelWorld* world, gelShareWay way, gelPositionSource* source);
void gelClosePositionSource(gelPositionSource* source); // before or after the world

// Fetches the world's state; waits until it is computed. Drawing reads it until the next call.
gelStatus gelPositionSource_Update(gelPositionSource* source, bool withSpeeds);

// "gl", "host-pointer" or "copy": how positions reach OpenGL.
// Reads the positions of the last update from OpenGL; free them. NULL: memory ran out.
float (*gelPositionSource_Read(const gelPositionSource* source))[4];
const char* gelPositionSource_Mode(const gelPositionSource* source);
