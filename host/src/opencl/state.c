// The buffers of the state, and the arguments of perColour's kernels that are the same until the next plan.
#include "opencl/runtime/error.h"
#include "opencl/backend_internal.h"
#include "opencl/runtime/launch.h"
#include "opencl/runtime/wait.h"

#include <string.h>

static cl_int bindConstraints(gelOpenclBackend* self, gelColourKernel kernel)
{
    cl_kernel used = self->kernels[kernel];
    if (used == NULL)
        return CL_SUCCESS;
    return gelSetBuffers(used, &self->state.position, 1, 0);
}

// Buffers of the state stay the same until the next plan.
gelStatus gelSetStateArguments(gelOpenclBackend* self)
{
    cl_mem vertices[3] = {self->state.position, self->state.predicted, self->state.velocity};
    cl_int error = CL_SUCCESS;
    for (int k = gel_kernelGoal + 1; k < gel_kernelConstraint && error == CL_SUCCESS; k++)
        error = gelSetBuffers(self->kernels[k], vertices, 3, 0); // passes
    cl_mem goals[5] = {self->state.position, self->state.predicted, self->state.velocity,
                       self->state.goalVertices, self->state.goals};
    if (error == CL_SUCCESS)
        error = gelSetBuffers(self->kernels[gel_kernelGoal], goals, 5, 0);
    for (int k = gel_kernelConstraint; k < gel_kernelGather && error == CL_SUCCESS; k++)
        error = bindConstraints(self, (gelColourKernel)k);
    if (error == CL_SUCCESS)
        error = gelBindIntegration(self);
    return error == CL_SUCCESS ? gel_success : gelFailCl("setting kernel arguments", error);
}

gelStatus gelCreateStateBuffers(gelOpenclBackend* self, size_t count)
{
    const struct {
        cl_mem* buffer;
        size_t size;
    } rows[] = {{&self->state.position, count * sizeof(cl_float4)},
                {&self->state.predicted, count * sizeof(cl_float4)},
                {&self->state.velocity, count * sizeof(cl_float4)},
                {&self->state.keptPosition, count * sizeof(cl_float4)},
                {&self->state.keptVelocity, count * sizeof(cl_float4)},
                {&self->state.goalVertices, 2 * GEL_MAXIMUM_GOALS * sizeof(cl_int)},
                {&self->state.goals, 2 * GEL_MAXIMUM_GOALS * sizeof(cl_float4)}};
    gelStatus status = gel_success;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == gel_success; i++)
        status = gelCreateBuffer(&self->opencl, rows[i].size, NULL, &self->base.bytes, rows[i].buffer);
    if (status == gel_success && gelPlanIntegrates(self->plan))
        status = gelCreateIntegration(self, count);
    return status == gel_success ? gelSetStateArguments(self) : status;
}

static bool isInPart(const gelColourSet* part, int place)
{
    for (int i = 0; i < part->rangeCount; i++)
        if (place >= part->ranges[i].first && place < part->ranges[i].first + part->ranges[i].count)
            return true;
    return false;
}

// Two lists, concatenated: all goals, and those of `some`. Unused entries refer to a vertex after the last.
typedef struct GoalLists {
    cl_int vertices[2][GEL_MAXIMUM_GOALS];
    cl_float4 records[2][GEL_MAXIMUM_GOALS];
} GoalLists;

static int fillGoalList(const gelOpenclBackend* self, const gelVertexGoal* goals, int count, int place,
                        GoalLists* lists)
{
    int placed = 0;
    for (int i = 0; i < GEL_MAXIMUM_GOALS; i++)
        lists->vertices[place][i] = 4 * self->plan->vertexCount;
    for (int i = 0; i < count; i++) {
        const float* x = goals[i].position;
        if (place == 1 && !isInPart(&self->some, self->state.places[goals[i].vertex]))
            continue;
        gelToOffsets(&goals[i].vertex, self->state.places, 1, &lists->vertices[place][placed]);
        lists->records[place][placed++] = (cl_float4){{x[0], x[1], x[2], goals[i].stiffness}};
    }
    return placed;
}

gelStatus gelWriteGoals(gelOpenclBackend* self, const gelVertexGoal* goals, int count)
{
    GoalLists lists = {.records = {{{{0}}}}};
    self->all.goalCount = self->state.goalCount = fillGoalList(self, goals, count, 0, &lists);
    self->some.goalCount = fillGoalList(self, goals, count, 1, &lists);
    self->some.firstGoal = GEL_MAXIMUM_GOALS;
    cl_int error =
        gelWriteBuffer(&self->opencl, self->state.goalVertices, sizeof lists.vertices, lists.vertices);
    if (error == CL_SUCCESS)
        error = gelWriteBuffer(&self->opencl, self->state.goals, sizeof lists.records, lists.records);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the goals", error);
}

// Maps a part of the state, which waits; NULL if it fails.
static cl_float4* mapPart(const gelOpenclBackend* self, gelVertexPart part, cl_map_flags flags,
                          cl_mem* buffer, cl_int* error)
{
    const cl_mem parts[] = {self->state.position, self->state.predicted, self->state.velocity};
    const size_t size = (size_t)self->plan->vertexCapacity * sizeof(cl_float4);
    *buffer = parts[part];
    *error = gelFinishQueue(&self->opencl);
    return *error == CL_SUCCESS ? gelCl.clEnqueueMapBuffer(self->opencl.queue, *buffer, CL_TRUE, flags, 0,
                                                           size, 0, NULL, NULL, error)
                                : NULL;
}

static gelStatus unmap(const gelOpenclBackend* self, cl_mem buffer, void* records, cl_int error,
                       const char* doing)
{
    if (records != NULL)
        error = GEL_CL(clEnqueueUnmapMemObject, self->opencl.queue, buffer, records, 0, NULL, NULL);
    return error == CL_SUCCESS ? gel_success : gelFailCl(doing, gelRecordCall("clEnqueueMapBuffer", error));
}

gelStatus gelReadVertices(gelBackend* backend, gelVertexPart part, const int* vertices, int count, void* xyz)
{
    const gelOpenclBackend* self = (gelOpenclBackend*)backend;
    cl_mem buffer;
    cl_int error;
    cl_float4* records = mapPart(self, part, CL_MAP_READ, &buffer, &error);
    for (int i = 0; i < count && records != NULL; i++)
        memcpy((float*)xyz + 3 * (size_t)i, records[self->state.places[vertices[i]]].s, 3 * sizeof(float));
    return unmap(self, buffer, records, error, "reading vertices");
}

gelStatus gelWriteVertices(gelBackend* backend, gelVertexPart part, const int* vertices, int count,
                           const void* xyz)
{
    const gelOpenclBackend* self = (gelOpenclBackend*)backend;
    cl_mem buffer;
    cl_int error;
    cl_float4* records = mapPart(self, part, CL_MAP_READ | CL_MAP_WRITE, &buffer, &error);
    for (int i = 0; i < count && records != NULL; i++)
        memcpy(records[self->state.places[vertices[i]]].s, (const float*)xyz + 3 * (size_t)i,
               3 * sizeof(float));
    return unmap(self, buffer, records, error, "writing vertices");
}

// Nothing if there is no such buffer.
static gelStatus copyBuffer(gelOpenclBackend* self, cl_mem from, cl_mem to, size_t size)
{
    cl_int error = from != NULL
                       ? GEL_CL(clEnqueueCopyBuffer, self->opencl.queue, from, to, 0, 0, size, 0, NULL, NULL)
                       : CL_SUCCESS;
    return error == CL_SUCCESS ? gel_success : gelFailCl("keeping the state", error);
}

// Positions and velocities.
static gelStatus keepVertices(gelOpenclBackend* self)
{
    const gelDeviceState* state = &self->state;
    const cl_mem buffers[] = {state->position, state->velocity, state->keptPosition, state->keptVelocity};
    cl_int count = self->plan->vertexCapacity;
    const gelArgument numbers[] = {GEL_ARGUMENT(count)};
    gelOpencl quiet = self->opencl; // not a launch of the step
    quiet.launches = NULL;
    cl_int error = gelSetBuffers(self->kernels[gel_kernelKeep], buffers, 4, 0);
    if (error != CL_SUCCESS)
        return gelFailCl("setting kernel arguments", error);
    return gelLaunch(&quiet, self->kernels[gel_kernelKeep], "keep the state", numbers, 1, 4, (size_t)count,
                     self->workGroupSize);
}

gelStatus gelKeepState(gelBackend* backend, bool isWhole, int substepCount)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    const gelDevicePlasticity* plasticity = &self->plasticity;
    gelCutFused(&self->fused, &self->opencl, substepCount);
    self->keepsNothing = isWhole && self->schedule.bodyCounts[gel_strategyPerColour] == 0 &&
                         gelCountFusedLaunches(&self->fused, substepCount) <= 1;
    if (self->keepsNothing)
        return gel_success;
    gelStatus status = keepVertices(self);
    if (status == gel_success)
        status = gelKeepDeviceHistory(&self->twoLevel, &self->opencl);
    return status == gel_success ? copyBuffer(self, plasticity->lengths, plasticity->kept,
                                              (size_t)plasticity->count * sizeof(float))
                                 : status;
}

gelStatus gelReadKeptState(gelBackend* backend, gelVertexState* vertices)
{
    const gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelDeviceState kept = self->state;
    if (self->keepsNothing)
        return gelReadDeviceState(&self->opencl, &kept, self->plan, vertices, self->staging);
    kept.position = kept.keptPosition;
    kept.velocity = kept.keptVelocity;
    kept.predicted = kept.position;
    gelStatus status = gelReadDeviceState(&self->opencl, &kept, self->plan, vertices, self->staging);
    return status == gel_success ? gelReadDeviceHistory(&self->twoLevel, &self->opencl, true) : status;
}
