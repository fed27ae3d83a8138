#include "opencl/strategy/fused.h"
#include "opencl/strategy/device_tables.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/runtime/wait.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

static const double longestLaunch = 25e6; // ns, estimated: well below 50 ms, which users and watchdogs notice

enum { bodyBuffers = 10, ensembleBuffers = 12, frameNumbers = 4 }; // arguments

static const char* const bodyKernel = "step_bodies";
static const char* const ensembleKernel = "step_ensembles";

// With vectors a work-group is one work-item: the kernel relies on it.
gelStatus gelOpenFused(const gelOpencl* opencl, size_t workGroupSize, gelFusedStrategies* frames)
{
    size_t body = (size_t)opencl->row.body.workGroupSize,
           ensemble = (size_t)opencl->row.ensemble.workGroupSize;
    if (opencl->lanes > 1)
        body = ensemble = 1;
    else if (workGroupSize > 0)
        body = ensemble = workGroupSize;
    *frames = (gelFusedStrategies){.askedWorkGroupSize = workGroupSize};
    gelStatus status = gelOpenGroupKernel(opencl, bodyKernel, body, &frames->body);
    if (status == gel_success)
        status = gelOpenGroupKernel(opencl, ensembleKernel, ensemble, &frames->ensemble);
    return status == gel_success ? gelOpenTiles(opencl, workGroupSize, &frames->tiles) : status;
}

void gelClearFusedPlan(gelFusedStrategies* frames)
{
    cl_mem* buffers[] = {&frames->classes, &frames->tileTables, &frames->indices,       &frames->numbers,
                         &frames->bodies,  &frames->entries,    &frames->firstVertices, &frames->scratch};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        gelReleaseBuffer(buffers[i]);
    gelClearTiles(&frames->tiles);
    gelClearTables(&frames->tables);
}

void gelCloseFused(gelFusedStrategies* frames)
{
    gelClearFusedPlan(frames);
    if (frames->body.kernel != NULL)
        gelCl.clReleaseKernel(frames->body.kernel);
    if (frames->ensemble.kernel != NULL)
        gelCl.clReleaseKernel(frames->ensemble.kernel);
    gelCloseTiles(&frames->tiles);
    *frames = (gelFusedStrategies){0};
}

void gelSwapFusedKernels(gelFusedStrategies* a, gelFusedStrategies* b)
{
    gelGroupKernel body = a->body, ensemble = a->ensemble, tiles = a->tiles.kernel;
    a->body = b->body;
    a->ensemble = b->ensemble;
    a->tiles.kernel = b->tiles.kernel;
    b->body = body;
    b->ensemble = ensemble;
    b->tiles.kernel = tiles;
}

int gelFusedBodyLimit(const gelOpencl* opencl)
{
    if (opencl->lanes > 1)
        return INT_MAX; // positions stay in global memory
    uint64_t bytes = opencl->info.localMemory;
    return (int)((bytes < (1 << 26) ? bytes : (1 << 26)) / sizeof(cl_float4));
}

static int substepsPerLaunch(const gelOpencl* opencl, const gelSchedule* schedule, gelStrategy strategy)
{
    int sideBySide = gelTuningOf(&opencl->row, strategy)->sideBySide;
    double spread = schedule->totalCost[strategy] / sideBySide, largest = schedule->largestCost[strategy];
    double substeps = longestLaunch / (spread > largest ? spread : largest);
    double allowed = (double)opencl->maxTurns / fmax(schedule->maxTurns[strategy], 1.0);
    return (int)fmax(1.0, fmin(fmin(substeps, allowed), 1000.0));
}

// The largest buffers. Each array goes when the device has it, before the other has its copy there.
static gelStatus createArrays(gelFusedStrategies* frames, const gelOpencl* opencl,
                              gelConstraintArrays* arrays, uint64_t* bytes)
{
    gelStatus status = gelCreateBuffer(opencl, (size_t)arrays->indexCount * sizeof *arrays->indices,
                                       arrays->indices, bytes, &frames->indices);
    gelFree(arrays->indices);
    arrays->indices = NULL;
    if (status == gel_success)
        status = gelCreateBuffer(opencl, (size_t)arrays->numberCount * sizeof *arrays->numbers,
                                 arrays->numbers, bytes, &frames->numbers);
    gelClearConstraintArrays(arrays);
    return status;
}

static gelStatus createBuffers(gelFusedStrategies* frames, const gelOpencl* opencl, gelTables* tables,
                               uint64_t* bytes)
{
    const struct {
        cl_mem* buffer;
        const void* content;
        size_t size;
    } rows[] = {
        {&frames->classes, tables->classes, (size_t)tables->classCount * sizeof *tables->classes},
        {&frames->tileTables, tables->tiles, (size_t)tables->tileCount * sizeof *tables->tiles},
        {&frames->bodies, tables->bodies, (size_t)tables->bodyCount * sizeof *tables->bodies},
        {&frames->entries, tables->entries, (size_t)tables->entryCount * sizeof *tables->entries},
        {&frames->firstVertices, tables->firstVertices,
         (size_t)(tables->entryCount * opencl->lanes) * sizeof *tables->firstVertices},
        {&frames->scratch, NULL, (size_t)tables->scratchReals * (size_t)opencl->lanes * sizeof(float)},
    };
    gelStatus status = createArrays(frames, opencl, &tables->arrays, bytes);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == gel_success; i++)
        status = gelCreateBuffer(opencl, rows[i].size, rows[i].content, bytes, rows[i].buffer);
    return status;
}

gelStatus gelBindFused(const gelFusedStrategies* frames, const gelOpencl* opencl, const gelDeviceState* state)
{
    cl_mem tables[3] = {frames->tileTables, frames->indices, frames->numbers};
    gelStatus status = gelBindTiles(&frames->tiles, opencl, state, tables);
    if (status != gel_success || frames->bodies == NULL)
        return status;
    cl_mem body[bodyBuffers] = {state->position,     state->predicted, state->velocity, frames->classes,
                                frames->tileTables,  frames->indices,  frames->numbers, frames->bodies,
                                state->goalVertices, state->goals};
    cl_mem ensemble[ensembleBuffers] = {state->position,    state->velocity,       frames->classes,
                                        frames->tileTables, frames->indices,       frames->numbers,
                                        frames->entries,    frames->firstVertices, state->goalVertices,
                                        state->goals,       frames->scratch,       state->predicted};
    cl_int error = gelSetBuffers(frames->body.kernel, body, bodyBuffers, 0);
    if (error == CL_SUCCESS)
        error = gelSetBuffers(frames->ensemble.kernel, ensemble, ensembleBuffers, 0);
    if (error == CL_SUCCESS)
        error = GEL_CL(clSetKernelArg, frames->ensemble.kernel, ensembleBuffers,
                       sizeof frames->tables.entryCount, &frames->tables.entryCount);
    if (error == CL_SUCCESS && frames->localBytes > 0)
        error = gelSetPlaces(opencl, frames->body.kernel, bodyBuffers + frameNumbers, frames->localBytes);
    return error == CL_SUCCESS ? gel_success : gelFailCl("setting kernel arguments", error);
}

gelStatus gelPlanFused(gelFusedStrategies* frames, const gelOpencl* opencl, const gelSchedule* schedule,
                       const gelPlan* plan, const gelDeviceState* state, uint64_t* bytes)
{
    gelTables* tables = &frames->tables;
    gelClearFusedPlan(frames);
    if (schedule->bodyCounts[gel_strategyPerColour] == plan->bodyCount)
        return gel_success;
    gelStatus status = gelBuildTables(schedule, plan, opencl, tables);
    if (status != gel_success)
        return status;
    frames->localBytes = (size_t)tables->largestBody * sizeof(cl_float4);
    frames->bodySubsteps = substepsPerLaunch(opencl, schedule, gel_strategyBody);
    frames->ensembleSubsteps = substepsPerLaunch(opencl, schedule, gel_strategyEnsemble);
    status = createBuffers(frames, opencl, tables, bytes);
    if (status == gel_success)
        status = gelPlanTiles(&frames->tiles, opencl, schedule, plan, tables, bytes);
    if (status == gel_success)
        status = gelBindFused(frames, opencl, state);
    gelClearTableBodies(tables); // on the device now
    tables->awakeOnly = true;
    return status;
}

// Replaces the lists of bodies, which fit: the buffers were made for all.
static gelStatus writeLists(const gelFusedStrategies* frames, const gelOpencl* opencl)
{
    const gelTables* tables = &frames->tables;
    const struct {
        cl_mem buffer;
        const void* content;
        size_t size;
    } rows[] = {
        {frames->bodies, tables->bodies, (size_t)tables->bodyCount * sizeof *tables->bodies},
        {frames->entries, tables->entries, (size_t)tables->entryCount * sizeof *tables->entries},
        {frames->firstVertices, tables->firstVertices,
         (size_t)(tables->entryCount * opencl->lanes) * sizeof *tables->firstVertices},
    };
    cl_int error = CL_SUCCESS;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && error == CL_SUCCESS; i++)
        if (rows[i].size > 0)
            error = gelWriteBuffer(opencl, rows[i].buffer, rows[i].size, rows[i].content);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the awake bodies", error);
}

gelStatus gelListAwakeFused(gelFusedStrategies* frames, const gelOpencl* opencl, const gelSchedule* schedule,
                            const gelPlan* plan, const gelDeviceState* state)
{
    gelTables* tables = &frames->tables;
    if (frames->bodies == NULL)
        return gel_success; // perColour steps all
    gelStatus status = gelListTableBodies(tables, schedule, plan, opencl);
    if (status == gel_success)
        status = writeLists(frames, opencl);
    if (status == gel_success)
        status = gelListAwakeTiles(&frames->tiles, opencl, schedule, plan, tables);
    if (status == gel_success)
        status = gelBindFused(frames, opencl, state);
    gelClearTableBodies(tables);
    return status;
}

// A launch over `workItems` for all substeps, or several.
typedef struct FrameLaunch {
    const gelGroupKernel* kernel;
    const char* name;
    int firstArgument;
    size_t workItems;
    int maxSubsteps;
} FrameLaunch;

static gelStatus runFrame(const FrameLaunch* launch, const gelOpencl* opencl, const StepParameters* step,
                          int goalCount, int substepCount, cl_int stops, int* launches)
{
    gelStatus status = gel_success;
    for (int done = 0; done < substepCount && launch->workItems > 0 && status == gel_success;) {
        int rest = substepCount - done, max = launch->maxSubsteps, substeps = rest < max ? rest : max;
        const gelArgument arguments[frameNumbers] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(substeps),
                                                     GEL_ARGUMENT(goalCount), GEL_ARGUMENT(stops)};
        status = gelLaunch(opencl, launch->kernel->kernel, launch->name, arguments, frameNumbers,
                           launch->firstArgument, launch->workItems, launch->kernel->workGroupSize);
        done += substeps;
        *launches += 1;
    }
    return status;
}

static int countLaunches(int workItems, int substepCount, int maxSubsteps)
{
    return workItems > 0 ? (substepCount + maxSubsteps - 1) / maxSubsteps : 0;
}

void gelCutFused(gelFusedStrategies* frames, const gelOpencl* opencl, int substepCount)
{
    int cuts = gelCountCuts(opencl);
    int substeps = cuts < 16 ? substepCount >> cuts : 1;
    frames->cutSubsteps = cuts == 0 ? 0 : substeps > 1 ? substeps : 1;
}

static int maxSubsteps(const gelFusedStrategies* frames, int planned)
{
    return frames->cutSubsteps > 0 && frames->cutSubsteps < planned ? frames->cutSubsteps : planned;
}

int gelCountFusedLaunches(const gelFusedStrategies* frames, int substepCount)
{
    bool hasTiles = frames->tiles.launchCount > 0;
    return countLaunches(frames->tables.bodyCount, substepCount, maxSubsteps(frames, frames->bodySubsteps)) +
           countLaunches(frames->tables.entryCount, substepCount,
                         maxSubsteps(frames, frames->ensembleSubsteps)) +
           (hasTiles ? frames->tiles.launchCount * substepCount : 0);
}

gelStatus gelRunFused(const gelFusedStrategies* frames, const gelOpencl* opencl, const gelDeviceState* state,
                      const gelStepParameters* parameters, bool hasGoals, int substepCount, bool stops,
                      int* launches)
{
    StepParameters step = gelRoundStep(parameters);
    int goalCount = hasGoals ? state->goalCount : 0;
    const FrameLaunch rows[] = {{&frames->body, bodyKernel, bodyBuffers,
                                 (size_t)frames->tables.bodyCount * frames->body.workGroupSize,
                                 maxSubsteps(frames, frames->bodySubsteps)},
                                {&frames->ensemble, ensembleKernel, ensembleBuffers + 1,
                                 (size_t)frames->tables.entryCount,
                                 maxSubsteps(frames, frames->ensembleSubsteps)}};
    gelStatus status = gel_success;
    for (int i = 0; i < 2 && status == gel_success; i++)
        status = runFrame(&rows[i], opencl, &step, goalCount, substepCount, stops ? 1 : 0, launches);
    return status == gel_success
               ? gelRunTiles(&frames->tiles, opencl, parameters, goalCount, substepCount, stops, launches)
               : status;
}
