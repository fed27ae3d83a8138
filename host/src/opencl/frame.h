// The strategies that step whole bodies or tiles: body and ensemble, in one launch, and tiles.
#pragma once

#include "backend/backend.h"
#include "opencl/buffer.h"
#include "opencl/launch.h"
#include "opencl/planner.h"
#include "opencl/tiles.h"

typedef struct gelFrames {
    gelGroupKernel body, ensemble;
    gelTiles tiles;
    size_t askedWorkGroupSize;                    // 0: chosen for the device
    cl_mem classes, tileTables, indices, numbers; // constraints of each class
    cl_mem bodies;                                // of the body strategy
    cl_mem entries, firstVertices;                // of the ensemble strategy
    cl_mem scratch;
    gelTables tables;                   // the classes; of the lists on the device, how long they are
    int bodySubsteps, ensembleSubsteps; // most in one launch, so that none takes too long
    int cutSubsteps;                    // the same, by how long they have taken; 0: any number
    size_t localBytes;                  // for the largest body, if positions are in local memory
} gelFrames;

// `workGroupSize` 0: chosen for the device.
gelStatus gelOpenFrames(const gelOpencl* opencl, size_t workGroupSize, gelFrames* frames);
void gelCloseFrames(gelFrames* frames);

// Swaps the kernels but keeps each plan; gelBindFrames must follow for those to be launched.
void gelSwapFrameKernels(gelFrames* a, gelFrames* b);
gelStatus gelBindFrames(const gelFrames* frames, const gelOpencl* opencl, const gelDeviceState* state);

// The largest number of vertices of a body for the body strategy, and of a tile for the strategy tiles.
int gelFramesBodyLimit(const gelOpencl* opencl);

// Creates buffers for the bodies that the schedule assigns to body, ensemble and tiles.
gelStatus gelPlanFrames(gelFrames* frames, const gelOpencl* opencl, const gelSchedule* schedule,
                        gelBody* const* bodies, int bodyCount, const gelDeviceState* state, uint64_t* bytes);
// Leaves out those that sleep, from now on.
gelStatus gelListAwakeFrames(gelFrames* frames, const gelOpencl* opencl, const gelSchedule* schedule,
                             gelBody* const* bodies, int bodyCount, const gelDeviceState* state);
void gelClearFramesPlan(gelFrames* frames);

// From now on launches have fewer substeps if some have taken long. Equal bits: what a launch begins with is in buffers.
void gelCutFrames(gelFrames* frames, const gelOpencl* opencl, int substepCount);
// How many launches that takes.
int gelCountFrameLaunches(const gelFrames* frames, int substepCount);
// Steps their bodies; adds to *launches.
gelStatus gelRunFrames(const gelFrames* frames, const gelOpencl* opencl, const gelDeviceState* state,
                       const gelStepParameters* parameters, gelOptionalStages optional, int substepCount,
                       int* launches);
