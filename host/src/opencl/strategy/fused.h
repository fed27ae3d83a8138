// The strategies that step whole bodies or tiles: body and ensemble, in one launch, and tiles.
#pragma once

#include "backend/backend.h"
#include "opencl/runtime/buffer.h"
#include "opencl/runtime/launch.h"
#include "opencl/strategy/planner.h"
#include "opencl/strategy/tiles.h"

typedef struct gelFusedStrategies {
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
} gelFusedStrategies;

// `workGroupSize` 0: chosen for the device.
gelStatus gelOpenFused(const gelOpencl* opencl, size_t workGroupSize, gelFusedStrategies* frames);
void gelCloseFused(gelFusedStrategies* frames);

// Swaps the kernels but keeps each plan; gelBindFused must follow for those to be launched.
void gelSwapFusedKernels(gelFusedStrategies* a, gelFusedStrategies* b);
gelStatus gelBindFused(const gelFusedStrategies* frames, const gelOpencl* opencl,
                       const gelDeviceState* state);

// The largest number of vertices of a body for the body strategy, and of a tile for the strategy tiles.
int gelFusedBodyLimit(const gelOpencl* opencl);

// Creates buffers for the bodies of the plan that the schedule assigns to body, ensemble and tiles.
gelStatus gelPlanFused(gelFusedStrategies* frames, const gelOpencl* opencl, const gelSchedule* schedule,
                       const gelPlan* plan, const gelDeviceState* state, uint64_t* bytes);
// Leaves out those that sleep, from now on.
gelStatus gelListAwakeFused(gelFusedStrategies* frames, const gelOpencl* opencl, const gelSchedule* schedule,
                            const gelPlan* plan, const gelDeviceState* state);
void gelClearFusedPlan(gelFusedStrategies* frames);

// Gives later launches fewer substeps if some have taken long. The bits stay equal: launches begin
// with what is in buffers.
void gelCutFused(gelFusedStrategies* frames, const gelOpencl* opencl, int substepCount);
// Returns how many launches a step of so many substeps takes.
int gelCountFusedLaunches(const gelFusedStrategies* frames, int substepCount);
// Steps their bodies; adds to *launches. `stops`: the substep, which is the only one, ends after its constraints.
gelStatus gelRunFused(const gelFusedStrategies* frames, const gelOpencl* opencl, const gelDeviceState* state,
                      const gelStepParameters* parameters, bool hasGoals, int substepCount, bool stops,
                      int* launches);
