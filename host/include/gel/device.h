// The OpenCL devices of this machine, and whether they compute the same bits as the reference.
#pragma once

#include "gel/base.h"

// The kind of an OpenCL device.
typedef enum gelDeviceKind { gel_deviceCpu, gel_deviceGpu, gel_deviceOther } gelDeviceKind;

// An OpenCL device: what it is, and the result of its self-test.
typedef struct gelDeviceInfo {
    int index; // as in "opencl:INDEX": position over all platforms
    gelDeviceKind kind;
    int preference; // "opencl" takes the exact device with the lowest: 0 GPU, 1 other accelerator, 2 CPU; of
                    // equals the first, or the one that OpenGL draws with (gelWorldDef.contextProperties)
    char name[128];
    char vendor[128];
    char platform[128];
    char driver[128];  // driver version
    char version[128]; // OpenCL version text
    int computeUnits;
    int maxWorkGroupSize;
    uint64_t globalMemory;  // bytes
    uint64_t largestBuffer; // bytes of one allocation; 0: unknown
    uint64_t localMemory;   // bytes per work-group
    int lanes; // constraints per work-item: 1 on GPUs, 8 or 16 on CPU devices, 1 where the driver vectorises
    bool tested;      // the fields below were set by gelTestDevice
    bool exact;       // passed the self-test: computes the reference's bits
    char reason[256]; // why it is not exact: the first wrong answer; empty if exact
    bool denormals;   // keeps numbers below 1.2e-38; if not, it takes them for 0: no bit of a world changes
    double testMilliseconds; // time of the self-test, without building the kernels
} gelDeviceInfo;

// Lists the devices. With capacity 0 only counts. No platform or no device is not an error: *count is 0. Errors:
// gel_deviceError where OpenCL fails to list them; a platform that fails beside one that works is left out.
GEL_API gelStatus gelGetDevices(gelDeviceInfo* infos, int capacity, int* count);

// Runs the known-answer self-test on a device: record sizes, contraction, division, square root, a short
// scene, and one of contact, which worlds take only when bodies may first touch. A device with wrong answers is
// gel_success with exact = false; gel_deviceError if it cannot answer at all, gel_noDevice if there is none
// with that index.
GEL_API gelStatus gelTestDevice(int index, gelDeviceInfo* info);
