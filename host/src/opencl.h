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
    gelLaunchLog* launches; // NULL while nobody wants to know when they ran
} gelOpencl;

// gelFail with gel_deviceError, what was being done, and the error's name.
gelStatus gelFailCl(const char* doing, cl_int error);

// The device of an index over all platforms, and what is known about it. gel_noDevice if there is none.
gelStatus gelFindDevice(int index, cl_device_id* device, gelDeviceInfo* info);

// Opens a device: context, queue, program. `lanes` 0 takes the device's own number.
gelStatus gelOpenDevice(int index, int lanes, gelOpencl* opencl);
void gelCloseDevice(gelOpencl* opencl);

// A back end on one device, not self-tested yet.
gelStatus gelCreateGridBackend(int index, int lanes, int workGroupSize, gelBackend** backend);
const gelOpencl* gelGridBackendDevice(const gelBackend* backend);

// Launches over `global` work-items, in work-groups of `local` (0: the driver decides). `name` is for the log of launches.
cl_int gelEnqueue(const gelOpencl* opencl, cl_kernel kernel, const char* name, size_t global, size_t local);

// The times of launches, and of a copy; opencl_timing.c.
gelStatus gelOpenclSetTiming(gelBackend* backend, gelOpencl* opencl, bool enabled);
gelStatus gelOpenclResolveTimes(gelBackend* backend, gelOpencl* opencl);
void gelForgetLaunches(gelBackend* backend); // with their events
gelStatus gelOpenclMeasureCopy(gelOpencl* opencl, size_t bytes, double* bytesPerSecond);

// Asks the device questions with known answers; fills tested, exact, reason, testMilliseconds.
gelStatus gelSelfTest(gelBackend* gridBackend, gelDeviceInfo* info);
