// The strategy patch: one launch per substep, and one that writes the vertices back to the world.
#pragma once

#include "opencl/frame.h"

typedef struct gelPatches {
    gelFrameKernel kernel;
    size_t localBytes; // for the largest patch, if positions are in local memory
    cl_mem copies[2];  // positions: written by one launch, read by the next
    cl_mem motion;     // of each copy, component by component
    cl_mem patches, groups, indices, numbers, entries; // the plan's data
    cl_mem goalStarts, goalVertices, goals;            // of each entry
    int entryCount, goalCount;
    int* firstCopies;             // [entryCount + 1]
    int *copyStarts, *copiesOf;   // [vertices of the world + 1] into copiesOf: the copies of each
    int *startsOut, *verticesOut; // what goes to the buffers of goals
    cl_float4* goalsOut;
} gelPatches;

// `workGroupSize` 0: chosen for the device.
gelStatus gelOpenPatches(const gelOpencl* opencl, size_t workGroupSize, gelPatches* patches);
void gelClosePatches(gelPatches* patches);

// Creates buffers for the plan's patches. Errors: gel_unsupported if one does not fit into the device's local
// memory.
gelStatus gelPlanPatches(gelPatches* patches, const gelOpencl* opencl, const gelPlan* plan,
                         const gelDeviceState* state, uint64_t* bytes);
void gelClearPatches(gelPatches* patches);

// As gelSwapFrameKernels, gelBindFrames.
void gelSwapPatchKernels(gelPatches* a, gelPatches* b);
gelStatus gelBindPatches(const gelPatches* patches, const gelOpencl* opencl, const gelDeviceState* state);

gelStatus gelSetPatchGoals(gelPatches* patches, const gelOpencl* opencl, const gelVertexGoal* goals,
                           int count);

// A whole step of the bodies in patches; adds to *launches.
gelStatus gelRunPatches(const gelPatches* patches, const gelOpencl* opencl,
                        const gelStepParameters* parameters, gelOptionalStages optional, int substepCount,
                        int* launches);
// gel_stagePatches alone.
gelStatus gelSweepPatches(const gelPatches* patches, const gelOpencl* opencl,
                          const gelStepParameters* parameters);
