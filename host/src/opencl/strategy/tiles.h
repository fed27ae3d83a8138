// The strategy tiles: a launch per phase of a substep, a work-group per tile.
#pragma once

#include "backend/backend.h"
#include "opencl/runtime/buffer.h"
#include "opencl/strategy/device_tables.h"
#include "opencl/runtime/launch.h"

typedef struct gelTiles {
    gelGroupKernel kernel;
    cl_mem entries, groupStarts;
    int* firstGroups; // [2 * launchCount + 1]: the work-groups of both parts of each launch of a substep
    int launchCount;
    size_t localBytes; // for the largest tile, if positions are in local memory
} gelTiles;

// `workGroupSize` 0: chosen for the device.
gelStatus gelOpenTiles(const gelOpencl* opencl, size_t workGroupSize, gelTiles* tiles);
void gelCloseTiles(gelTiles* tiles);

// Creates buffers for the bodies of the plan that the schedule assigns to tiles, in the plan of a rank for its tiles alone;
// `tables` are its classes'.
gelStatus gelPlanTiles(gelTiles* tiles, const gelOpencl* opencl, const gelSchedule* schedule,
                       const gelPlan* plan, const gelTables* tables, uint64_t* bytes);
// Leaves out those that sleep, from now on.
gelStatus gelListAwakeTiles(gelTiles* tiles, const gelOpencl* opencl, const gelSchedule* schedule,
                            const gelPlan* plan, const gelTables* tables);
void gelClearTiles(gelTiles* tiles);

// `tables`: the buffers of tiles, indices and numbers.
gelStatus gelBindTiles(const gelTiles* tiles, const gelOpencl* opencl, const gelDeviceState* state,
                       const cl_mem tables[3]);
// Launches a part of a phase of a substep: the first also ends the substep before, and nothing else if `substep` is
// `substepCount`.
gelStatus gelRunTilePhase(const gelTiles* tiles, const gelOpencl* opencl, const gelStepParameters* parameters,
                          int goalCount, int substep, int substepCount, int phase, gelPhasePart part,
                          int* launches);
// Steps their bodies, as gelRunFused does; adds to *launches.
gelStatus gelRunTiles(const gelTiles* tiles, const gelOpencl* opencl, const gelStepParameters* parameters,
                      int goalCount, int substepCount, bool stops, int* launches);
