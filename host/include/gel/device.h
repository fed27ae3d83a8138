// The devices of this machine, those of OpenCL and the processor itself, and whether they compute
// the bits of the reference.
//
//     gelDeviceInfo devices[16];
//     int count;
//     gelGetDevices(devices, 16, &count);
//     for (int i = 0; i < count && i < 16; i++)
//         if (gelTestDevice(devices[i].index, &devices[i]) == gel_success)
//             printf("%s: %s\n", devices[i].name, devices[i].exact ? "exact" : devices[i].reason);
#pragma once

#include "gel/base.h"

// The kind of an OpenCL device.
typedef enum gelDeviceKind { gel_deviceCpu, gel_deviceGpu, gel_deviceOther } gelDeviceKind;

// The index of the native back end's device: this processor, with Gel's own threads and with
// kernels that were compiled with Gel.
enum { gel_nativeDevice = -2 };

// The number of ranks of gelDeviceInfo.preference.
enum { gel_preferenceCount = 4 };

// A device: its properties, and the result of its self-test.
typedef struct gelDeviceInfo {
    int index;        // as in "opencl:INDEX": position over all platforms, or gel_nativeDevice
    char backend[24]; // text for gelParseBackend: "opencl:INDEX" or "native"
    gelDeviceKind kind;
    // Rank: 0 GPU, 1 other accelerator, 2 the native back end, 3 CPU driven by OpenCL. "auto"
    // chooses the exact device with the lowest rank, "opencl" the one of OpenCL. Among equals, the
    // device that OpenGL draws with wins (gelWorldDef.contextProperties), then the first.
    int preference;
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
    // Constraints per work-item: 1 on GPUs and on drivers that vectorise, 8 or 16 on other CPU
    // devices.
    int lanes;
    bool tested;      // gelTestDevice has set the members below
    bool exact;       // passed the self-test: computes the bits of the reference
    char reason[256]; // the first wrong answer; empty if exact
    // Whether the device keeps numbers below 1.2e-38. A device that flushes them to 0 computes the
    // same worlds.
    bool denormals;
    double testMilliseconds; // time of the self-test, without building the kernels
} gelDeviceInfo;

// Lists the devices of all OpenCL platforms, then the native back end's, if there is one. With
// capacity 0 it only counts. If there is none, the call succeeds and *count is 0. A platform that
// fails is left out if another one works; if none does, the native device is listed all the same.
// Errors:
// - gel_deviceError: OpenCL fails to list the devices
GEL_API gelStatus gelGetDevices(gelDeviceInfo* infos, int capacity, int* count);

// Runs the known-answer self-test on a device: record sizes, contraction, division, square root, a
// short scene, and a scene of contact. A world runs the contact part only when its bodies may first
// touch. Wrong answers are no failure: the call returns gel_success with exact = false.
// Errors:
// - gel_noDevice: no device has that index
// - gel_deviceError: the device cannot answer at all
GEL_API gelStatus gelTestDevice(int index, gelDeviceInfo* info);
