// An opened device: its context and queue, and the project's kernels built for it.
#pragma once

#include "backend/launch_log.h"
#include "gel/device.h"
#include "gel/integrator.h"
#include "gel/strategy.h"
#include "gel/tuning.h"

#include <CL/cl.h>

// An opened device with the project's kernels built for a number of lanes.
typedef struct gelOpencl {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    unsigned kinds; // of constraint that the program has: bit k for kind k; and gel...Kernels
    int lanes;
    bool lanesWereAsked;
    int maxTurns;           // loop iterations of a work-item in a launch that the driver does not cut short
    gelLaneTuning row;      // the costs for planning: opencl/strategy/costs.h
    bool rowIsMeasured;     // from the tuning; otherwise by the rules
    gelDeviceTuning tuning; // of the device
    bool sharesOpengl;      // the context may use OpenGL's buffers
    char whyNotShared[256]; // the reason if not
    gelDeviceInfo info;
    struct gelWatch* watch;             // NULL: waiting for the device has no limit
    gelLaunchLog* launches;             // NULL: launches are not timed
    struct gelCommandBuffer* recording; // receives the launches; NULL: the queue does
} gelOpencl;

// Opens a device for `lanes` (0: the device's own number) and these kinds. `contextProperties` as in
// gelWorldDef. On failure *opencl is closed.
gelStatus gelOpenDevice(int index, int lanes, unsigned kinds, const intptr_t* contextProperties,
                        gelOpencl* opencl);
void gelCloseDevice(gelOpencl* opencl);

// Makes another handle of the same device, context, queue and program; close it with
// gelCloseDevice.
gelStatus gelShareDevice(const gelOpencl* opencl, gelOpencl* other);
// Makes another handle of the same device, context and queue, with kernels rebuilt for these kinds
// of constraint; close it with gelCloseDevice.
gelStatus gelRebuildDevice(const gelOpencl* opencl, unsigned kinds, gelOpencl* rebuilt);

// The build options: those required, and those in the environment variable GEL_KERNEL_OPTIONS. Errors:
// gel_invalidArgument (too long).
#define GEL_BUILD_OPTIONS_SIZE 1280
gelStatus gelMakeBuildOptions(cl_device_id device, int lanes, unsigned kinds,
                              char options[GEL_BUILD_OPTIONS_SIZE]);
// Builds the program of a root file. On failure *program is NULL, or one to release.
gelStatus gelBuildProgram(const gelOpencl* opencl, const char* root, int lanes, unsigned kinds,
                          cl_program* program);
// The kinds that a program has at first: those of every body of tets.
extern const unsigned gelUsualKinds;
// These, all others, and the kernels below.
extern const unsigned gelAllKinds;
// The bit, next to those of the kinds, for the kernels of the Jacobi orders.
extern const unsigned gelJacobiKernels;
// The bit for the kernels of the integrators, which need those of the Jacobi orders, too.
extern const unsigned gelIntegratorKernels;
// The bit for rows of attachments in the two-level solver.
extern const unsigned gelAttachmentRows;
// Returns the bits of the kernels that a plan needs besides those of its kinds.
unsigned gelKernelsOf(gelConstraintOrder order, gelIntegrator integrator);
