// Everything that talks to OpenCL: devices, programs, the back end, its self-test.
#pragma once

#include "backend/backend.h"
#include "gel/device.h"
#include "gel/tuning.h"

#include <CL/cl.h>

// An opened device with the project's kernels built for a number of lanes.
typedef struct gelOpencl {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    int lanes;
    bool lanesWereAsked;
    int mostTurns;          // of all loops of a work-item in a launch: what the driver does not cut short
    gelLaneTuning row;      // what planning counts with
    bool rowIsMeasured;     // it is one of the tuning; else by the rules
    gelDeviceTuning tuning; // of the device
    bool sharesOpengl;      // the context may use OpenGL's buffers
    char whyNotShared[256]; // where it may not
    gelDeviceInfo info;
    gelLaunchLog* launches;             // NULL while nobody wants to know when they ran
    struct gelCommandBuffer* recording; // takes the launches; NULL: the queue does
} gelOpencl;

// How a device is to be used.
typedef struct gelOpenclSetup {
    int lanes;                         // 0: the best of the tuning, else the device's own number
    int workGroupSize;                 // 0: automatic
    const intptr_t* contextProperties; // as in gelWorldDef
    const gelDeviceTuning* tuning;     // NULL: by the rules
    gelCommandBufferUse commandBuffer;
} gelOpenclSetup;

// gelFail with gel_deviceError, what was being done, and the error's name.
gelStatus gelFailCl(const char* doing, cl_int error);

// The device of an index over all platforms, and what is known about it. gel_noDevice if there is none.
gelStatus gelFindDevice(int index, cl_device_id* device, gelDeviceInfo* info);

// Opens a device: context, queue, program.
gelStatus gelOpenDevice(int index, const gelOpenclSetup* setup, gelOpencl* opencl);
void gelCloseDevice(gelOpencl* opencl);
// What the kernels are built with.
void gelMakeBuildOptions(cl_device_id device, int lanes, char options[128]);
// The same device, context and queue with kernels built anew; closed like an opened one.
gelStatus gelRebuildDevice(const gelOpencl* opencl, gelOpencl* rebuilt);

// A back end on one device, not self-tested yet.
gelStatus gelCreateGridBackend(int index, const gelOpenclSetup* setup, gelBackend** backend);
gelOpencl* gelGridBackendDevice(gelBackend* backend);
struct gelCommandBuffer* gelGridBackendCommandBuffer(gelBackend* backend);
// What the back end says of itself.
void gelGridBackend_Describe(gelBackend* backend, bool exact);

// Whether the device is the one that draws in the OpenGL context of the properties and can use its buffers; says in
// `why` (nullable) why not.
bool gelDrawsOpengl(cl_device_id device, const intptr_t* properties, char why[256]);

// A context of opencl->device that shares with OpenGL if it can.
gelStatus gelCreateContext(gelOpencl* opencl, const intptr_t* properties);

// Where vertices are written for drawing: the kernels, and OpenCL's view of the place.
typedef struct gelOpenclShare gelOpenclShare;
gelStatus gelOpenShare(const gelOpencl* opencl, const gelSharedVerticesDef* def, gelOpenclShare** share);
struct gelDeviceState;
gelStatus gelOpenclShare_Write(gelOpenclShare* share, const struct gelDeviceState* state, int vertexCount,
                               bool withSpeeds, gelBounds* bounds);
void gelCloseShare(gelOpenclShare* share);

// Launches over `global` work-items, in work-groups of `local` (0: the driver decides). `name` is for the log of launches.
cl_int gelEnqueue(const gelOpencl* opencl, cl_kernel kernel, const char* name, size_t global, size_t local);

// Functions of the back end: waiting, the times of launches, and of a copy; opencl_timing.c.
gelStatus gelOpenclFinish(gelBackend* backend);
gelStatus gelOpenclSetTiming(gelBackend* backend, bool enabled);
gelStatus gelOpenclResolveTimes(gelBackend* backend);
gelStatus gelOpenclMeasureCopy(gelBackend* backend, size_t bytes, double* bytesPerSecond);
void gelForgetLaunches(gelBackend* backend); // with their events

// Asks the device questions with known answers; fills tested, exact, reason, testMilliseconds.
gelStatus gelSelfTest(gelBackend* gridBackend, gelDeviceInfo* info);
