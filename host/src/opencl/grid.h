// The inside of the back end on an OpenCL device, and its plain strategy.
#pragma once

#include "backend/backend.h"
#include "opencl/command_buffer.h"
#include "opencl/frame.h"
#include "opencl/patch.h"

typedef enum gelGridKernel {
    gel_kernelIntegrate,
    gel_kernelDistance,
    gel_kernelVolume,
    gel_kernelGoal,
    gel_kernelGround,
    gel_kernelVelocity,
    gel_kernelCount
} gelGridKernel;

// Constraint arrays on the device, in the order of the kernels' arguments: vertices, rests, compliances.
typedef struct gelDeviceConstraints {
    cl_mem arrays[6];
    int arrayCount;
} gelDeviceConstraints;

// Consecutive vertices.
typedef struct gelVertexRange {
    int first, count;
} gelVertexRange;

// Bodies that a launch per stage and colour steps.
typedef struct gelGridPart {
    const gelPlan* plan; // NULL while there is nothing on the device
    gelDeviceConstraints edges, tets;
    gelVertexRange* ranges;
    int rangeCount;
    int firstGoal, goalCount; // those of its vertices
} gelGridPart;

// All that the launches of a step depend on, besides the plan.
typedef struct gelStepKey {
    gelStepParameters parameters;
    const gelGridPart* part;
    int substepCount, firstGoal, goalCount, ground;
} gelStepKey;

typedef struct gelGrid {
    gelBackend base;
    gelOpencl opencl;
    cl_kernel kernels[gel_kernelCount];
    size_t workGroupSize; // 0: the driver decides
    const gelPlan* plan;
    gelDeviceState state;
    gelGridPart all;  // all bodies, for single stages; set up when it is first needed
    gelGridPart some; // those that the planner put on the grid, where it put some elsewhere
    gelPlan somePlan; // of the latter
    gelSchedule schedule;
    gelFrames frames;
    gelPatches patches;
    gelCommandBuffer commandBuffer;
    gelStepKey lastStep; // all zero: none that counts; what is recorded is of this one
    cl_float4* staging;  // [3][vertexCapacity], to turn states into records and back
} gelGrid;

extern const char* const gelGridKernelNames[gel_kernelCount];

// A stage of a part's bodies: a launch for each range of vertices, or one for a colour. Adds to *launches.
gelStatus gelRunGridStage(gelGrid* grid, const gelGridPart* part, const gelStepParameters* parameters,
                          gelStage stage, int colour, int* launches);

// A step of a part's bodies, recorded where it is the same as the one before.
gelStatus gelRunGridStep(gelGrid* grid, const gelGridPart* part, const gelStepParameters* parameters,
                         gelOptionalStages optional, int substepCount, gelProfile* profile);
// What is recorded no longer holds: the plan, the kernels or the queue change.
void gelForgetGridStep(gelGrid* grid);
