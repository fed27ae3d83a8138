// The grid strategy on an OpenCL device: one launch per stage and colour, over all bodies at once.
#include "opencl.h"

#include <stdio.h>
#include <string.h>

typedef enum Kernel {
    kernelIntegrate,
    kernelDistance,
    kernelVolume,
    kernelGoal,
    kernelGround,
    kernelVelocity,
    kernelCount
} Kernel;

static const char* const kernelNames[kernelCount] = {"integrate_vertices", "solve_distances",
                                                     "solve_volumes",      "solve_goals",
                                                     "solve_grounds",      "update_velocities"};

static const gelStage kernelStages[kernelCount] = {gel_stageIntegrate, gel_stageDistance, gel_stageVolume,
                                                   gel_stageGoal,      gel_stageGround,   gel_stageVelocity};

// Constraint arrays on the device, in the order of the kernels' arguments: vertices, rests, compliances.
typedef struct DeviceConstraints {
    cl_mem arrays[6];
    int arrayCount;
} DeviceConstraints;

typedef struct Grid {
    gelBackend base;
    gelOpencl opencl;
    cl_kernel kernels[kernelCount];
    size_t workGroupSize; // 0: the driver decides
    const gelPlan* plan;
    cl_mem position, predicted, velocity;
    DeviceConstraints edges, tets;
    cl_mem goalVertices, goals; // room for GEL_MAXIMUM_GOALS
    int goalCount;
    cl_float4* staging; // [3][vertexCapacity], to turn states into records and back
} Grid;

static void releaseBuffer(cl_mem* buffer)
{
    if (*buffer != NULL)
        clReleaseMemObject(*buffer);
    *buffer = NULL;
}

static void releaseConstraints(DeviceConstraints* constraints)
{
    for (int i = 0; i < constraints->arrayCount; i++)
        releaseBuffer(&constraints->arrays[i]);
    constraints->arrayCount = 0;
}

static void releasePlan(Grid* grid)
{
    releaseBuffer(&grid->position);
    releaseBuffer(&grid->predicted);
    releaseBuffer(&grid->velocity);
    releaseConstraints(&grid->edges);
    releaseConstraints(&grid->tets);
    releaseBuffer(&grid->goalVertices);
    releaseBuffer(&grid->goals);
    gelFree(grid->staging);
    grid->staging = NULL;
    grid->base.bytes = 0;
}

static void destroy(gelBackend* backend)
{
    Grid* grid = (Grid*)backend;
    if (grid->opencl.queue != NULL)
        clFinish(grid->opencl.queue);
    releasePlan(grid);
    gelForgetLaunches(backend);
    for (int k = 0; k < kernelCount; k++)
        if (grid->kernels[k] != NULL)
            clReleaseKernel(grid->kernels[k]);
    gelCloseDevice(&grid->opencl);
    gelFree(grid);
}

// Read-only with `content`, or for reading and writing and undefined. OpenCL has no empty buffers: those get
// 4 bytes.
static gelStatus createBuffer(Grid* grid, size_t size, void* content, cl_mem* buffer)
{
    cl_int error;
    bool filled = content != NULL && size > 0;
    cl_mem_flags flags = filled ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE;
    *buffer =
        clCreateBuffer(grid->opencl.context, flags, size > 0 ? size : 4, filled ? content : NULL, &error);
    grid->base.bytes += size;
    if (*buffer != NULL)
        return gel_success;
    char doing[96];
    snprintf(doing, sizeof doing, "making a buffer of %zu bytes", size);
    return gelFailCl(doing, error);
}

static gelStatus createConstraints(Grid* grid, const gelPlanConstraints* plan, DeviceConstraints* constraints)
{
    void* sources[6];
    int count = 0;
    for (int k = 0; k < plan->arity; k++)
        sources[count++] = plan->vertices[k];
    sources[count++] = plan->rests;
    sources[count++] = plan->compliances;
    for (int i = 0; i < count; i++) {
        gelStatus status =
            createBuffer(grid, (size_t)plan->slotCount * 4, sources[i], &constraints->arrays[i]);
        if (status != gel_success)
            return status;
        constraints->arrayCount = i + 1;
    }
    return gel_success;
}

static cl_int setBuffers(cl_kernel kernel, const cl_mem* buffers, int count, int first)
{
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < count && error == CL_SUCCESS; i++)
        error = clSetKernelArg(kernel, (cl_uint)(first + i), sizeof buffers[i], &buffers[i]);
    return error;
}

// Buffers stay the same until the next plan; only numbers change between launches.
static gelStatus bindBuffers(Grid* grid)
{
    cl_mem vertices[3] = {grid->position, grid->predicted, grid->velocity};
    static const Kernel overVertices[] = {kernelIntegrate, kernelGround, kernelVelocity};
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < 3 && error == CL_SUCCESS; i++)
        error = setBuffers(grid->kernels[overVertices[i]], vertices, 3, 0);
    cl_mem goals[3] = {grid->position, grid->goalVertices, grid->goals};
    if (error == CL_SUCCESS)
        error = setBuffers(grid->kernels[kernelGoal], goals, 3, 0);
    if (error == CL_SUCCESS)
        error = setBuffers(grid->kernels[kernelDistance], &grid->position, 1, 0);
    if (error == CL_SUCCESS)
        error = setBuffers(grid->kernels[kernelDistance], grid->edges.arrays, grid->edges.arrayCount, 1);
    if (error == CL_SUCCESS)
        error = setBuffers(grid->kernels[kernelVolume], &grid->position, 1, 0);
    if (error == CL_SUCCESS)
        error = setBuffers(grid->kernels[kernelVolume], grid->tets.arrays, grid->tets.arrayCount, 1);
    return error == CL_SUCCESS ? gel_success : gelFailCl("setting kernel arguments", error);
}

static gelStatus setPlan(gelBackend* backend, const gelPlan* plan)
{
    Grid* grid = (Grid*)backend;
    size_t count = (size_t)plan->vertexCapacity;
    clFinish(grid->opencl.queue);
    releasePlan(grid);
    grid->plan = plan;
    grid->staging = gelAllocate(3 * count, sizeof *grid->staging);
    gelStatus status = grid->staging != NULL ? gel_success : gelFailMemory(3 * count, sizeof *grid->staging);
    if (status == gel_success)
        status = createBuffer(grid, count * sizeof(cl_float4), NULL, &grid->position);
    if (status == gel_success)
        status = createBuffer(grid, count * sizeof(cl_float4), NULL, &grid->predicted);
    if (status == gel_success)
        status = createBuffer(grid, count * sizeof(cl_float4), NULL, &grid->velocity);
    if (status == gel_success)
        status = createConstraints(grid, &plan->edges, &grid->edges);
    if (status == gel_success)
        status = createConstraints(grid, &plan->tets, &grid->tets);
    if (status == gel_success)
        status = createBuffer(grid, GEL_MAXIMUM_GOALS * sizeof(cl_int), NULL, &grid->goalVertices);
    if (status == gel_success)
        status = createBuffer(grid, GEL_MAXIMUM_GOALS * sizeof(cl_float4), NULL, &grid->goals);
    return status == gel_success ? bindBuffers(grid) : status;
}

static cl_float4 record(const double xyz[3], double w)
{
    cl_float4 result = {{(float)xyz[0], (float)xyz[1], (float)xyz[2], (float)w}};
    return result;
}

static gelStatus writeState(gelBackend* backend, const gelVertexState* vertices)
{
    Grid* grid = (Grid*)backend;
    size_t capacity = (size_t)grid->plan->vertexCapacity, size = capacity * sizeof(cl_float4);
    cl_float4 *position = grid->staging, *predicted = position + capacity, *velocity = predicted + capacity;
    for (int i = 0; i < grid->plan->vertexCount; i++) {
        position[i] = record(vertices[i].position, vertices[i].inverseMass);
        predicted[i] = record(vertices[i].predicted, 0.0);
        velocity[i] = record(vertices[i].velocity, vertices[i].damping);
    }
    size_t count = (size_t)grid->plan->vertexCount, padding = (capacity - count) * sizeof(cl_float4);
    memset(position + count, 0, padding);
    memset(predicted + count, 0, padding);
    memset(velocity + count, 0, padding);
    cl_command_queue queue = grid->opencl.queue;
    cl_int error = clEnqueueWriteBuffer(queue, grid->position, CL_FALSE, 0, size, position, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueWriteBuffer(queue, grid->predicted, CL_FALSE, 0, size, predicted, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueWriteBuffer(queue, grid->velocity, CL_TRUE, 0, size, velocity, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        return gel_success;
    clFinish(queue); // transfers from the staging memory may be under way
    return gelFailCl("writing the state", error);
}

static void copyOut(double xyz[3], const cl_float4* from)
{
    for (int k = 0; k < 3; k++)
        xyz[k] = (double)from->s[k];
}

static gelStatus readState(gelBackend* backend, gelVertexState* vertices)
{
    Grid* grid = (Grid*)backend;
    size_t capacity = (size_t)grid->plan->vertexCapacity, size = capacity * sizeof(cl_float4);
    cl_float4 *position = grid->staging, *predicted = position + capacity, *velocity = predicted + capacity;
    cl_command_queue queue = grid->opencl.queue;
    cl_int error = clEnqueueReadBuffer(queue, grid->position, CL_FALSE, 0, size, position, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueReadBuffer(queue, grid->predicted, CL_FALSE, 0, size, predicted, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueReadBuffer(queue, grid->velocity, CL_TRUE, 0, size, velocity, 0, NULL, NULL);
    if (error != CL_SUCCESS) {
        clFinish(queue);
        return gelFailCl("reading the state", error);
    }
    for (int i = 0; i < grid->plan->vertexCount; i++) {
        copyOut(vertices[i].position, &position[i]);
        copyOut(vertices[i].predicted, &predicted[i]);
        copyOut(vertices[i].velocity, &velocity[i]);
    }
    return gel_success;
}

static gelStatus setGoals(gelBackend* backend, const gelVertexGoal* goals, int count)
{
    Grid* grid = (Grid*)backend;
    cl_int vertices[GEL_MAXIMUM_GOALS];
    cl_float4 records[GEL_MAXIMUM_GOALS] = {{{0}}};
    for (int i = 0; i < GEL_MAXIMUM_GOALS; i++)
        vertices[i] = i < count ? goals[i].vertex : grid->plan->vertexCount;
    for (int i = 0; i < count; i++)
        records[i] = (cl_float4){
            {goals[i].position[0], goals[i].position[1], goals[i].position[2], goals[i].stiffness}};
    cl_command_queue queue = grid->opencl.queue;
    grid->goalCount = count;
    cl_int error =
        clEnqueueWriteBuffer(queue, grid->goalVertices, CL_TRUE, 0, sizeof vertices, vertices, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueWriteBuffer(queue, grid->goals, CL_TRUE, 0, sizeof records, records, 0, NULL, NULL);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the goals", error);
}

// A number argument of a launch.
typedef struct Argument {
    size_t size;
    const void* value;
} Argument;

#define ARGUMENT(variable)                                                                                   \
    {                                                                                                        \
        sizeof(variable), &(variable)                                                                        \
    }

static gelStatus launch(Grid* grid, Kernel kernel, const Argument* arguments, int argumentCount,
                        int firstArgument, int itemCount)
{
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < argumentCount && error == CL_SUCCESS; i++)
        error = clSetKernelArg(grid->kernels[kernel], (cl_uint)(firstArgument + i), arguments[i].size,
                               arguments[i].value);
    size_t lanes = (size_t)grid->opencl.lanes, global = ((size_t)itemCount + lanes - 1) / lanes;
    size_t local = grid->workGroupSize;
    if (local > 0)
        global = (global + local - 1) / local * local;
    if (error == CL_SUCCESS)
        error = gelEnqueue(&grid->opencl, grid->kernels[kernel], gelStageText(kernelStages[kernel]), global, local);
    if (error == CL_SUCCESS)
        return gel_success;
    char doing[96];
    snprintf(doing, sizeof doing, "launching %s over %zu work-items", kernelNames[kernel], global);
    return gelFailCl(doing, error);
}

static gelStatus runIntegrate(Grid* grid, const gelStepParameters* parameters)
{
    const double* g = parameters->gravity;
    cl_float4 gravity = record(g, 0.0);
    float h = (float)parameters->h;
    int count = grid->plan->vertexCount;
    const Argument arguments[] = {ARGUMENT(gravity), ARGUMENT(h), ARGUMENT(count)};
    return launch(grid, kernelIntegrate, arguments, 3, 3, count);
}

static gelStatus runConstraints(Grid* grid, Kernel kernel, const gelPlanConstraints* constraints,
                                double inverseH2, int colour)
{
    gelColourRange range = constraints->colours[colour];
    float stiffness = (float)inverseH2;
    const Argument arguments[] = {ARGUMENT(stiffness), ARGUMENT(range.first), ARGUMENT(range.count)};
    return launch(grid, kernel, arguments, 3, constraints->arity + 3, range.count);
}

static gelStatus runGoals(Grid* grid, const gelStepParameters* parameters)
{
    float h2 = (float)parameters->h2;
    const Argument arguments[] = {ARGUMENT(h2), ARGUMENT(grid->goalCount)};
    return launch(grid, kernelGoal, arguments, 2, 3, grid->goalCount);
}

static gelStatus runGround(Grid* grid, const gelStepParameters* parameters)
{
    cl_float4 plane = record(parameters->groundNormal, parameters->groundOffset);
    double numbers[3] = {parameters->friction, parameters->restitution, parameters->slowestBounce};
    cl_float4 contact = record(numbers, 0.0);
    float h = (float)parameters->h;
    int count = grid->plan->vertexCount;
    const Argument arguments[] = {ARGUMENT(plane), ARGUMENT(contact), ARGUMENT(h), ARGUMENT(count)};
    return launch(grid, kernelGround, arguments, 4, 3, count);
}

static gelStatus runVelocity(Grid* grid, const gelStepParameters* parameters)
{
    float h = (float)parameters->h, inverseH = (float)parameters->inverseH;
    int count = grid->plan->vertexCount;
    const Argument arguments[] = {ARGUMENT(h), ARGUMENT(inverseH), ARGUMENT(count)};
    return launch(grid, kernelVelocity, arguments, 3, 3, count);
}

static gelStatus runStage(gelBackend* backend, const gelStepParameters* parameters, gelStage stage,
                          int colour)
{
    Grid* grid = (Grid*)backend;
    switch (stage) {
        case gel_stageIntegrate:
            return runIntegrate(grid, parameters);
        case gel_stageDistance:
            return runConstraints(grid, kernelDistance, &grid->plan->edges, parameters->inverseH2, colour);
        case gel_stageVolume:
            return runConstraints(grid, kernelVolume, &grid->plan->tets, parameters->inverseH2, colour);
        case gel_stageGoal:
            return runGoals(grid, parameters);
        case gel_stageGround:
            return runGround(grid, parameters);
        case gel_stageVelocity:
            return runVelocity(grid, parameters);
        default:
            return gelFail(gel_invalidArgument, "%d is not a stage", (int)stage);
    }
}

static gelStatus submit(gelBackend* backend)
{
    cl_int error = clFlush(((Grid*)backend)->opencl.queue);
    return error == CL_SUCCESS ? gel_success : gelFailCl("submitting a step", error);
}

static gelStatus createKernels(Grid* grid, bool automatic)
{
    for (int k = 0; k < kernelCount; k++) {
        cl_int error;
        size_t largest = 0;
        grid->kernels[k] = clCreateKernel(grid->opencl.program, kernelNames[k], &error);
        if (grid->kernels[k] == NULL)
            return gelFailCl("creating a kernel", error);
        error = clGetKernelWorkGroupInfo(grid->kernels[k], grid->opencl.device, CL_KERNEL_WORK_GROUP_SIZE,
                                         sizeof largest, &largest, NULL);
        if (error == CL_SUCCESS && automatic && grid->workGroupSize > largest)
            grid->workGroupSize = largest;
        if (error == CL_SUCCESS && grid->workGroupSize > largest)
            return gelFail(gel_invalidArgument, "workGroupSize: %s allows at most %zu for %s, found %zu",
                           grid->opencl.info.name, largest, kernelNames[k], grid->workGroupSize);
    }
    return gel_success;
}

void gelGridBackend_Describe(gelBackend* backend, bool exact)
{
    const gelOpencl* opencl = &((const Grid*)backend)->opencl;
    snprintf(backend->text, sizeof backend->text, "opencl:%d %.100s (%.60s), %d lane%s%s", opencl->info.index,
             opencl->info.name, opencl->info.platform, opencl->lanes, opencl->lanes > 1 ? "s" : "",
             exact ? "" : ", INEXACT");
}

static void swapKernels(Grid* a, Grid* b)
{
    Grid kept = *a;
    a->opencl.program = b->opencl.program;
    a->workGroupSize = b->workGroupSize;
    memcpy(a->kernels, b->kernels, sizeof a->kernels);
    b->opencl.program = kept.opencl.program;
    b->workGroupSize = kept.workGroupSize;
    memcpy(b->kernels, kept.kernels, sizeof b->kernels);
}

// The new kernels are tried in a back end of their own, so that the state here stays as it is.
static gelStatus reload(gelBackend* backend, bool* exact)
{
    Grid *grid = (Grid*)backend, *fresh = gelAllocate(1, sizeof *fresh);
    gelDeviceInfo info = {0};
    if (fresh == NULL)
        return gelFailMemory(1, sizeof *fresh);
    fresh->base.functions = backend->functions;
    fresh->workGroupSize = grid->workGroupSize;
    gelStatus status = gelRebuildDevice(&grid->opencl, &fresh->opencl);
    if (status == gel_success)
        status = createKernels(fresh, true);
    if (status == gel_success)
        status = gelSelfTest(&fresh->base, &info);
    if (status == gel_success) {
        swapKernels(grid, fresh);
        status = grid->plan != NULL ? bindBuffers(grid) : gel_success;
        if (status != gel_success) {
            swapKernels(grid, fresh);
            bindBuffers(grid);
        }
    }
    destroy(&fresh->base);
    if (status != gel_success)
        return status;
    *exact = info.exact;
    gelGridBackend_Describe(backend, info.exact);
    if (!info.exact)
        gelLog(gel_logWarning, "the reloaded kernels do not compute the reference's bits: %s", info.reason);
    return gel_success;
}

static gelStatus openShare(gelBackend* backend, const gelSharedVerticesDef* def, void** target)
{
    gelOpenclShare* share;
    gelStatus status = gelOpenShare(&((Grid*)backend)->opencl, def, &share);
    *target = share;
    return status;
}

static gelStatus writeShare(gelBackend* backend, void* target, bool withSpeeds, gelBounds* bounds)
{
    const Grid* grid = (Grid*)backend;
    return gelOpenclShare_Write(target, grid->position, grid->velocity, grid->plan->vertexCount, withSpeeds,
                                bounds);
}

static void closeShare(gelBackend* backend, void* target)
{
    (void)backend;
    gelCloseShare(target);
}

gelStatus gelCreateGridBackend(int index, const gelOpenclSetup* setup, gelBackend** backend)
{
    static const gelBackendFunctions functions = {.destroy = destroy,
                                                  .setPlan = setPlan,
                                                  .writeState = writeState,
                                                  .readState = readState,
                                                  .setGoals = setGoals,
                                                  .runStage = runStage,
                                                  .submit = submit,
                                                  .reload = reload,
                                                  .openShare = openShare,
                                                  .writeShare = writeShare,
                                                  .closeShare = closeShare,
                                                  .finish = gelOpenclFinish,
                                                  .setTiming = gelOpenclSetTiming,
                                                  .resolveTimes = gelOpenclResolveTimes,
                                                  .measureCopy = gelOpenclMeasureCopy};
    int workGroupSize = setup->workGroupSize;
    *backend = NULL;
    if (workGroupSize < 0)
        return gelFail(gel_invalidArgument, "workGroupSize: expected 0 (automatic) or more, found %d",
                       workGroupSize);
    Grid* grid = gelAllocate(1, sizeof *grid);
    if (grid == NULL)
        return gelFailMemory(1, sizeof *grid);
    grid->base.functions = &functions;
    gelStatus status = gelOpenDevice(index, setup, &grid->opencl);
    if (status == gel_success) {
        // A whole number of the warps and wavefronts there are, if the device allows that many; CPU drivers
        // split the range best by themselves.
        bool automatic = workGroupSize == 0 && grid->opencl.info.kind == gel_deviceGpu;
        grid->workGroupSize = automatic ? 64 : (size_t)workGroupSize;
        status = createKernels(grid, automatic);
    }
    if (status != gel_success) {
        destroy(&grid->base);
        return status;
    }
    gelGridBackend_Describe(&grid->base, true);
    *backend = &grid->base;
    return gel_success;
}

gelOpencl* gelGridBackendDevice(gelBackend* backend)
{
    return &((Grid*)backend)->opencl;
}
