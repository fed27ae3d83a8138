// Buffers, and the world's state in them.
#pragma once

#include "opencl/runtime/program.h"
#include "plan/plan.h"

// The world's state on the device; strategies step it in place. Bodies are stored as on the host, one after
// another, but each has its vertices in the order of gelShape.places. Everything here that refers to a vertex
// of the device is converted by gelToOffsets; state that is read or shared is in the host's order again.
typedef struct gelDeviceState {
    cl_mem position, predicted, velocity; // records, as in kernels/per_colour.cl
    cl_mem keptPosition, keptVelocity;    // as they were at the start of a step
    int* places;                          // [plan's vertexCapacity]: of the world's vertices
    cl_mem placeOffsets;                  // the same, on the device, as offsets
    cl_mem goalVertices, goals;           // first all goals, then those of bodies that perColour steps
    int goalCount;
} gelDeviceState;

// Creates a read-only buffer with `content`, or an uninitialised one for reading and writing; adds its size
// to *bytes. OpenCL has no empty buffers: those get 4 bytes.
gelStatus gelCreateBuffer(const gelOpencl* opencl, size_t size, const void* content, uint64_t* bytes,
                          cl_mem* buffer);
// A buffer that grows with what it has to hold from frame to frame.
typedef struct gelGrownBuffer {
    cl_mem buffer;
    size_t size;
} gelGrownBuffer;

// Makes a buffer at least `size` bytes large. If it grows, its content is lost, and the growth is
// added to *bytes.
gelStatus gelReserveBuffer(const gelOpencl* opencl, size_t size, uint64_t* bytes, gelGrownBuffer* grown);
// Makes a buffer at least `size` bytes large, and fills it with `content`, unless that is NULL.
// The caller keeps the content until the call returns if it `waits`, or else until the queue has
// done the write. `doing`: for messages, "writing the fields".
gelStatus gelWriteGrown(const gelOpencl* opencl, const void* content, size_t size, bool waits,
                        uint64_t* bytes, gelGrownBuffer* grown, const char* doing);
void gelReleaseGrown(gelGrownBuffer* grown);

// The content that the host writes into a buffer: a row of kernels/buffers.h.
typedef struct gelBufferContent {
    bool isThere; // false: the buffer is not one of these
    size_t size;
    const void* content; // NULL: kernels fill it
} gelBufferContent;
// Writes the contents that are there, each into the buffer of its number, with gelWriteGrown.
gelStatus gelWriteContents(const gelOpencl* opencl, const gelBufferContent* contents, int count, bool waits,
                           uint64_t* bytes, gelGrownBuffer* buffers, const char* doing);
// Stores the handles of buffers by their numbers.
void gelListHandles(const gelGrownBuffer* buffers, int count, cl_mem* handles);
// Declares a row of kernels/buffers.h as a member of a struct.
#define GEL_BUFFER_HANDLE(member, type, count, content) cl_mem member;
void gelReleaseBuffer(cl_mem* buffer); // and sets it to NULL, which is allowed

// Releases all of it.
void gelClearDeviceState(gelDeviceState* state);

// Lists of vertices go to the device as offsets of their records in floats: see kernels/lanes.h. `places`:
// where the vertices are stored; NULL if they are given by place.
void gelToOffsets(const int* vertices, const int* places, int count, int* offsets);

// The places of the plan's vertices; padding repeats the last vertex.
gelStatus gelPlaceBodies(const gelOpencl* opencl, const gelPlan* plan, uint64_t* bytes,
                         gelDeviceState* state);

// Sets the kernel's argument `index`: local memory for positions, with scalars.
cl_int gelSetPlaces(const gelOpencl* opencl, cl_kernel kernel, int index, size_t localBytes);

// Convert between the host's states and the device's records; `staging` holds 3 times plan->vertexCapacity.
// Both wait; reading leaves inverse mass and damping unchanged.
gelStatus gelWriteDeviceState(const gelOpencl* opencl, const gelDeviceState* state, const gelPlan* plan,
                              const gelVertexState* vertices, cl_float4* staging);
gelStatus gelReadDeviceState(const gelOpencl* opencl, const gelDeviceState* state, const gelPlan* plan,
                             gelVertexState* vertices, cl_float4* staging);

cl_float4 gelRecord(const double xyz[3], double w);
