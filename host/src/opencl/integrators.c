// The mass-spring model on a device: its buffers, and steps that hold an error limit.
#include "backend/adaptive.h"
#include "opencl/runtime/error.h"
#include "opencl/backend_internal.h"
#include "opencl/runtime/launch.h"
#include "opencl/runtime/wait.h"

enum { errorWorkItems = 256, maxErrors = 16 * errorWorkItems };

gelStatus gelCreateIntegration(gelOpenclBackend* self, size_t count)
{
    gelDeviceIntegration* integration = &self->integration;
    const size_t size = count * sizeof(cl_float4);
    const struct {
        cl_mem* buffer;
        size_t size;
    } rows[] = {{&integration->forces, size},         {&integration->slopes, 3 * size},
                {&integration->startPositions, size}, {&integration->startVelocities, size},
                {&integration->once, size},           {&integration->errors, maxErrors * sizeof(cl_float)}};
    gelStatus status = gel_success;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == gel_success; i++)
        status = gelCreateBuffer(&self->opencl, rows[i].size, NULL, &self->base.bytes, rows[i].buffer);
    if (status != gel_success)
        return status;
    integration->capacity = (cl_int)count;
    // No force acts yet; the staging memory is still zero.
    cl_int error = gelWriteBuffer(&self->opencl, integration->forces, size, self->staging);
    if (error == CL_SUCCESS)
        error = gelWriteBuffer(&self->opencl, integration->slopes, 3 * size, self->staging);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the forces", error);
}

void gelClearIntegration(gelDeviceIntegration* integration)
{
    gelReleaseBuffer(&integration->forces);
    gelReleaseBuffer(&integration->slopes);
    gelReleaseBuffer(&integration->startPositions);
    gelReleaseBuffer(&integration->startVelocities);
    gelReleaseBuffer(&integration->once);
    gelReleaseBuffer(&integration->errors);
}

cl_int gelBindIntegration(gelOpenclBackend* self)
{
    const gelDeviceIntegration* integration = &self->integration;
    cl_mem vertices[3] = {self->state.position, self->state.predicted, self->state.velocity};
    cl_mem sums[2] = {integration->forces, integration->slopes};
    cl_mem results[2] = {integration->once, self->state.position};
    cl_int error = CL_SUCCESS;
    if (integration->forces == NULL)
        return CL_SUCCESS;
    for (int kind = 0; kind < constraint_kinds && error == CL_SUCCESS; kind++)
        if (self->kernels[gel_kernelForce + kind] != NULL)
            error = gelSetBuffers(self->kernels[gel_kernelForce + kind],
                                  (cl_mem[]){self->state.position, self->state.velocity}, 2, 0);
    if (error == CL_SUCCESS)
        error = gelSetBuffers(self->kernels[gel_kernelEvaluate], vertices, 3, 0);
    if (error == CL_SUCCESS)
        error = gelSetBuffers(self->kernels[gel_kernelEvaluate], sums, 2, 6);
    if (error == CL_SUCCESS)
        error = GEL_CL(clSetKernelArg, self->kernels[gel_kernelEvaluate], 8, sizeof integration->capacity,
                       &integration->capacity);
    if (error == CL_SUCCESS)
        error = gelSetBuffers(self->kernels[gel_kernelPush], vertices, 3, 0);
    if (error == CL_SUCCESS)
        error = gelSetBuffers(self->kernels[gel_kernelError], results, 2, 0);
    return error == CL_SUCCESS ? gelSetBuffers(self->kernels[gel_kernelError], &integration->errors, 1, 3)
                               : error;
}

// The context of gelTrial's functions.
typedef struct Trial {
    gelOpenclBackend* self;
    const gelColourSet* part;
    int* launches;
} Trial;

static gelStatus tryStage(void* context, const gelStepParameters* parameters, gelPlanStage stage)
{
    const Trial* trial = context;
    return gelLaunchStageByColour(trial->self, trial->part, parameters, stage, trial->launches);
}

static gelStatus copy(const Trial* trial, cl_mem from, cl_mem to)
{
    size_t size = (size_t)trial->self->integration.capacity * sizeof(cl_float4);
    cl_int error =
        GEL_CL(clEnqueueCopyBuffer, trial->self->opencl.queue, from, to, 0, 0, size, 0, NULL, NULL);
    return error == CL_SUCCESS ? gel_success : gelFailCl("copying the state", error);
}

static gelStatus keepStart(void* context)
{
    const Trial* trial = context;
    const gelOpenclBackend* self = trial->self;
    gelStatus status = copy(trial, self->state.position, self->integration.startPositions);
    return status == gel_success ? copy(trial, self->state.velocity, self->integration.startVelocities)
                                 : status;
}

static gelStatus restoreStart(void* context)
{
    const Trial* trial = context;
    const gelOpenclBackend* self = trial->self;
    gelStatus status = copy(trial, self->integration.startPositions, self->state.position);
    return status == gel_success ? copy(trial, self->integration.startVelocities, self->state.velocity)
                                 : status;
}

static gelStatus keepOnce(void* context)
{
    const Trial* trial = context;
    return copy(trial, trial->self->state.position, trial->self->integration.once);
}

// Waits.
static gelStatus measureError(void* context, double* distance)
{
    const Trial* trial = context;
    const gelOpencl* opencl = &trial->self->opencl;
    cl_float errors[maxErrors], worst = 0.0f;
    cl_int count = trial->self->plan->vertexCount;
    size_t size = errorWorkItems * (size_t)opencl->lanes * sizeof(cl_float);
    const gelArgument arguments[] = {GEL_ARGUMENT(count)};
    gelStatus status =
        gelLaunch(opencl, trial->self->kernels[gel_kernelError], "error", arguments, 1, 2, errorWorkItems, 0);
    if (status != gel_success)
        return status;
    *trial->launches += 1;
    cl_int error = gelReadBuffer(opencl, trial->self->integration.errors, size, errors);
    for (size_t i = 0; i < size / sizeof(cl_float) && error == CL_SUCCESS; i++)
        worst = errors[i] > worst ? errors[i] : worst;
    *distance = (double)worst;
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading the errors", error);
}

gelStatus gelIntegrateOnDevice(gelOpenclBackend* self, const gelColourSet* part,
                               const gelStepParameters* parameters, int* launches)
{
    Trial trial = {self, part, launches};
    const gelTrial functions = {.context = &trial,
                                .runStage = tryStage,
                                .keepStart = keepStart,
                                .restoreStart = restoreStart,
                                .keepOnce = keepOnce,
                                .measure = measureError};
    return gelIntegrateAdaptively(&self->base, part->plan, parameters, &functions);
}
