// The buffers of the state, and the arguments of the grid's kernels that are the same until the next plan.
#include "opencl/error.h"
#include "opencl/grid.h"
#include "opencl/launch.h"
#include "opencl/wait.h"

static cl_int bindConstraints(gelGrid* grid, gelGridKernel kernel)
{
    cl_kernel used = grid->kernels[kernel];
    if (used == NULL)
        return CL_SUCCESS;
    cl_int error = gelSetBuffers(used, &grid->state.position, 1, 0);
    return error == CL_SUCCESS ? gelSetLowParts(&grid->state, used, kernel >= gel_kernelCorrect ? 7 : 6)
                               : error;
}

// Buffers of the state stay the same until the next plan.
gelStatus gelBindGridState(gelGrid* grid)
{
    cl_mem vertices[3] = {grid->state.position, grid->state.predicted, grid->state.velocity};
    static const gelGridKernel overVertices[] = {gel_kernelIntegrate, gel_kernelGround, gel_kernelVelocity};
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < 3 && error == CL_SUCCESS; i++)
        error = gelSetBuffers(grid->kernels[overVertices[i]], vertices, 3, 0);
    // Low parts are the last argument.
    for (int i = 0; i < 3 && error == CL_SUCCESS; i++)
        error = gelSetLowParts(&grid->state, grid->kernels[overVertices[i]], 6);
    cl_mem goals[5] = {grid->state.position, grid->state.predicted, grid->state.velocity,
                       grid->state.goalVertices, grid->state.goals};
    if (error == CL_SUCCESS)
        error = gelSetBuffers(grid->kernels[gel_kernelGoal], goals, 5, 0);
    if (error == CL_SUCCESS)
        error = gelSetLowParts(&grid->state, grid->kernels[gel_kernelGoal], 8);
    for (int k = gel_kernelConstraint; k < gel_kernelGather && error == CL_SUCCESS; k++)
        error = bindConstraints(grid, (gelGridKernel)k);
    if (error == CL_SUCCESS)
        error = gelBindIntegration(grid);
    return error == CL_SUCCESS ? gel_success : gelFailCl("setting kernel arguments", error);
}

gelStatus gelCreateGridState(gelGrid* grid, size_t count)
{
    const struct {
        cl_mem* buffer;
        size_t size;
    } rows[] = {{&grid->state.position, count * sizeof(cl_float4)},
                {&grid->state.predicted, count * sizeof(cl_float4)},
                {&grid->state.velocity, count * sizeof(cl_float4)},
                {&grid->state.keptPosition, count * sizeof(cl_float4)},
                {&grid->state.keptVelocity, count * sizeof(cl_float4)},
                {&grid->state.goalVertices, 2 * GEL_MAXIMUM_GOALS * sizeof(cl_int)},
                {&grid->state.goals, 2 * GEL_MAXIMUM_GOALS * sizeof(cl_float4)}};
    gelStatus status = gel_success;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == gel_success; i++)
        status = gelCreateBuffer(&grid->opencl, rows[i].size, NULL, &grid->base.bytes, rows[i].buffer);
    if (status == gel_success && grid->opencl.compensated)
        status = gelCreateBuffer(&grid->opencl, count * sizeof(cl_float4), NULL, &grid->base.bytes,
                                 &grid->state.lowParts);
    if (status == gel_success && grid->opencl.compensated)
        status = gelCreateBuffer(&grid->opencl, count * sizeof(cl_float4), NULL, &grid->base.bytes,
                                 &grid->state.keptLowParts);
    if (status == gel_success && gelPlanIntegrates(grid->plan))
        status = gelCreateIntegration(grid, count);
    return status == gel_success ? gelBindGridState(grid) : status;
}

static bool isInPart(const gelGridPart* part, int vertex)
{
    for (int i = 0; i < part->rangeCount; i++)
        if (vertex >= part->ranges[i].first && vertex < part->ranges[i].first + part->ranges[i].count)
            return true;
    return false;
}

// Two lists, concatenated: all goals, and those of `some`. Unused entries refer to a vertex after the last.
typedef struct GoalLists {
    cl_int vertices[2][GEL_MAXIMUM_GOALS];
    cl_float4 records[2][GEL_MAXIMUM_GOALS];
} GoalLists;

static int fillGoalList(const gelGrid* grid, const gelVertexGoal* goals, int count, int place,
                        GoalLists* lists)
{
    int placed = 0;
    for (int i = 0; i < GEL_MAXIMUM_GOALS; i++)
        lists->vertices[place][i] = 4 * grid->plan->vertexCount;
    for (int i = 0; i < count; i++) {
        const float* x = goals[i].position;
        if (place == 1 && !isInPart(&grid->some, goals[i].vertex))
            continue;
        gelToOffsets(&goals[i].vertex, grid->state.places, 1, &lists->vertices[place][placed]);
        lists->records[place][placed++] = (cl_float4){{x[0], x[1], x[2], goals[i].stiffness}};
    }
    return placed;
}

gelStatus gelWriteGridGoals(gelGrid* grid, const gelVertexGoal* goals, int count)
{
    GoalLists lists = {.records = {{{{0}}}}};
    grid->all.goalCount = grid->state.goalCount = fillGoalList(grid, goals, count, 0, &lists);
    grid->some.goalCount = fillGoalList(grid, goals, count, 1, &lists);
    grid->some.firstGoal = GEL_MAXIMUM_GOALS;
    cl_int error =
        gelWriteBuffer(&grid->opencl, grid->state.goalVertices, sizeof lists.vertices, lists.vertices);
    if (error == CL_SUCCESS)
        error = gelWriteBuffer(&grid->opencl, grid->state.goals, sizeof lists.records, lists.records);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the goals", error);
}

// Nothing if there is no such buffer.
static gelStatus copyBuffer(gelGrid* grid, cl_mem from, cl_mem to, size_t size)
{
    cl_int error = from != NULL
                       ? GEL_CL(clEnqueueCopyBuffer, grid->opencl.queue, from, to, 0, 0, size, 0, NULL, NULL)
                       : CL_SUCCESS;
    return error == CL_SUCCESS ? gel_success : gelFailCl("keeping the state", error);
}

// Positions and velocities, and low parts.
static gelStatus keepVertices(gelGrid* grid)
{
    const gelDeviceState* state = &grid->state;
    const cl_mem buffers[] = {state->position, state->velocity, state->keptPosition, state->keptVelocity};
    cl_int count = grid->plan->vertexCapacity;
    const gelArgument numbers[] = {GEL_ARGUMENT(count)};
    gelOpencl quiet = grid->opencl; // not a launch of the step
    quiet.launches = NULL;
    cl_int error = gelSetBuffers(grid->kernels[gel_kernelKeep], buffers, 4, 0);
    if (error != CL_SUCCESS)
        return gelFailCl("setting kernel arguments", error);
    gelStatus status = gelLaunch(&quiet, grid->kernels[gel_kernelKeep], "keep the state", numbers, 1, 4,
                                 (size_t)count, grid->workGroupSize);
    return status == gel_success
               ? copyBuffer(grid, state->lowParts, state->keptLowParts, (size_t)count * sizeof(cl_float4))
               : status;
}

gelStatus gelKeepGridState(gelBackend* backend, bool isWhole, int substepCount)
{
    gelGrid* grid = (gelGrid*)backend;
    const gelDevicePlasticity* plasticity = &grid->plasticity;
    gelCutFrames(&grid->frames, &grid->opencl, substepCount);
    grid->keepsNothing = isWhole && grid->schedule.bodyCounts[gel_strategyGrid] == 0 &&
                         gelCountFrameLaunches(&grid->frames, substepCount) <= 1;
    if (grid->keepsNothing)
        return gel_success;
    gelStatus status = keepVertices(grid);
    return status == gel_success ? copyBuffer(grid, plasticity->lengths, plasticity->kept,
                                              (size_t)plasticity->count * sizeof(float))
                                 : status;
}

gelStatus gelReadKeptGridState(gelBackend* backend, gelVertexState* vertices)
{
    const gelGrid* grid = (gelGrid*)backend;
    gelDeviceState kept = grid->state;
    if (grid->keepsNothing)
        return gelReadDeviceState(&grid->opencl, &kept, grid->plan, vertices, grid->staging);
    kept.position = kept.keptPosition;
    kept.velocity = kept.keptVelocity;
    kept.lowParts = kept.keptLowParts;
    kept.predicted = kept.lowParts != NULL ? kept.lowParts : kept.position; // a low part, or whole: buffer.h
    return gelReadDeviceState(&grid->opencl, &kept, grid->plan, vertices, grid->staging);
}
