// Everything that talks to OpenCL: devices, programs, the back end, its self-test.
#pragma once

#include "backend.h"
#include "gel/device.h"

#include <CL/cl.h>

// An opened device with the project's kernels built for a number of lanes.
typedef struct gelOpencl {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    int lanes;
    gelDeviceInfo info;
} gelOpencl;

// gelFail with gel_deviceError, what was being done, and the error's name.
gelStatus gelFailCl(const char* doing, cl_int error);

// The device of an index over all platforms, and what is known about it. gel_noDevice if there is none.
gelStatus gelFindDevice(int index, cl_device_id* device, gelDeviceInfo* info);

// Opens a device: context, queue, program. `lanes` 0 takes the device's own number.
gelStatus gelOpenDevice(int index, int lanes, gelOpencl* opencl);
void gelCloseDevice(gelOpencl* opencl);
// The same device, context and queue with kernels built anew; closed like an opened one.
gelStatus gelRebuildDevice(const gelOpencl* opencl, gelOpencl* rebuilt);

// A back end on one device, not self-tested yet.
gelStatus gelCreateGridBackend(int index, int lanes, int workGroupSize, gelBackend** backend);
const gelOpencl* gelGridBackendDevice(const gelBackend* backend);
// What the back end says of itself.
void gelGridBackend_Describe(gelBackend* backend, bool exact);

// Asks the device questions with known answers; fills tested, exact, reason, testMilliseconds.
gelStatus gelSelfTest(gelBackend* gridBackend, gelDeviceInfo* info);
