// Gas and liquid in bodies, on the device: kernels/pressures.cl, over all filled bodies, whatever
// steps them.
#pragma once

#include "backend/backend.h"
#include "opencl/runtime/buffer.h"
#include "opencl/runtime/launch.h"

// In the order of their launches.
typedef enum gelPressureKernel {
    gel_kernelMeasure,
    gel_kernelAddUp,
    gel_kernelFind,
    gel_kernelInflate,
    gel_pressureKernelCount
} gelPressureKernel;

typedef struct gelDevicePressures {
    cl_program program; // NULL: not built; it is when something is first filled
    gelGroupKernel kernels[gel_pressureKernelCount];
    bool planned;
    gelGrownBuffer buffers[pressure_buffer_count]; // of kernels/pressure_tables.h
    int counts[gel_pressureKernelCount];           // work-items
    PressureRecord* records; // [counts[gel_kernelFind]]: where each has its vertices and sums
} gelDevicePressures;

void gelCloseDevicePressures(gelDevicePressures* pressures); // program and plan
void gelClearPressuresPlan(gelDevicePressures* pressures);
// Builds the program, unless it is there.
gelStatus gelOpenDevicePressures(gelDevicePressures* pressures, const gelOpencl* opencl);
// Do the work of gelBackendFunctions.setPressures and readPressures; the program must be there.
// Both wait. The first adds to *bytes.
gelStatus gelSetDevicePressures(gelDevicePressures* pressures, const gelOpencl* opencl,
                                const gelDeviceState* state, const gelPlan* plan,
                                const PressureRecord* records, int count, uint64_t* bytes);
gelStatus gelReadDevicePressures(const gelDevicePressures* pressures, const gelOpencl* opencl,
                                 PressureRecord* records, int count);
// Runs gel_stageVolume or gel_stagePressure. Adds to *launches.
gelStatus gelRunDevicePressures(const gelDevicePressures* pressures, const gelOpencl* opencl,
                                const gelDeviceState* state, const gelStepParameters* parameters,
                                gelStage stage, int* launches);
