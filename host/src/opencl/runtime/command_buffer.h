// Launches recorded once and then submitted together, a step at a time: cl_khr_command_buffer.
#pragma once

#include "gel/world.h"
#include "opencl/runtime/program.h"

// The driver's functions; declared here, since headers and drivers differ in the provisional parts around
// them, but not in these five.
typedef struct gelCommandBufferFunctions {
    void*(CL_API_CALL* create)(cl_uint queueCount, const cl_command_queue* queues, const uint64_t* properties,
                               cl_int* error);
    cl_int(CL_API_CALL* record)(void* commands, cl_command_queue queue, const uint64_t* properties,
                                cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                                const size_t* global, const size_t* local, cl_uint waitCount,
                                const cl_uint* waits, cl_uint* syncPoint, void** handle);
    cl_int(CL_API_CALL* finalize)(void* commands);
    cl_int(CL_API_CALL* enqueue)(cl_uint queueCount, cl_command_queue* queues, void* commands,
                                 cl_uint waitCount, const cl_event* waits, cl_event* event);
    cl_int(CL_API_CALL* release)(void* commands);
} gelCommandBufferFunctions;

typedef struct gelCommandBuffer {
    bool used;         // false: launch by launch
    bool simultaneous; // may be queued again before it has run
    char text[256];    // for display: its version, or why it is not used
    gelCommandBufferFunctions functions;
    void* commands;     // NULL: nothing is recorded
    cl_kernel* kernels; // [launchCount], a copy for each launch
    int launchCount, capacity;
} gelCommandBuffer;

// Checks whether the device supports it. An all-zero structure is closed, and unused.
void gelOpenCommandBuffer(const gelOpencl* opencl, gelCommandBufferUse use, gelCommandBuffer* buffer);

// Waits for the device if something is recorded.
void gelForgetCommands(const gelOpencl* opencl, gelCommandBuffer* buffer);

// Stops using it, and stores `why`: the driver failed.
void gelRefuseCommandBuffer(const gelOpencl* opencl, gelCommandBuffer* buffer, const char* why);

// Between these two, gelLaunch records instead of running. Kernel arguments are captured at that moment. If
// the driver refuses, nothing is recorded, and the buffer is no longer used.
void gelBeginCommands(gelOpencl* opencl, gelCommandBuffer* buffer);
cl_int gelRecordLaunch(gelCommandBuffer* buffer, cl_kernel kernel, size_t global, size_t local);
void gelEndCommands(gelOpencl* opencl, gelCommandBuffer* buffer, gelStatus recorded);

// Submits the recording. False if there is none, or the driver refuses, as above.
bool gelEnqueueCommands(const gelOpencl* opencl, gelCommandBuffer* buffer);
