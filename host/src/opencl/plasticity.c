#include "opencl/plasticity.h"
#include "opencl/error.h"
#include "opencl/parameters.h"

enum { groupSize = 64 };

void gelClearPlasticity(gelDevicePlasticity* plasticity)
{
    gelReleaseBuffer(&plasticity->vertices);
    gelReleaseBuffer(&plasticity->terms);
    gelReleaseBuffer(&plasticity->lengths);
    gelReleaseBuffer(&plasticity->kept);
    plasticity->count = 0;
}

void gelClosePlasticityProgram(gelDevicePlasticity* plasticity)
{
    gelCloseGroupProgram(&plasticity->program, plasticity->kernels, gel_plasticityKernelCount);
}

gelStatus gelRequirePlasticityProgram(gelDevicePlasticity* plasticity, const gelOpencl* opencl)
{
    static const char* const names[gel_plasticityKernelCount] = {"yield_edges", "spread_lengths"};
    if (plasticity->program != NULL)
        return gel_success;
    return gelOpenGroupProgram(opencl, "plasticity.cl", names, gel_plasticityKernelCount, groupSize,
                               &plasticity->program, plasticity->kernels);
}

gelStatus gelWritePlasticEdges(gelDevicePlasticity* plasticity, const gelOpencl* opencl, const int* places,
                               int count, const int* vertices, float (*terms)[5], const float* lengths,
                               uint64_t* bytes)
{
    size_t size = (size_t)count * sizeof *lengths;
    int* offsets = gelAllocate((size_t)count, 2 * sizeof *offsets);
    if (offsets == NULL)
        return gelFailMemory((size_t)count, 2 * sizeof *offsets);
    gelToOffsets(vertices, places, 2 * count, offsets);
    gelStatus status =
        gelCreateBuffer(opencl, 2 * (size_t)count * sizeof *offsets, offsets, bytes, &plasticity->vertices);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, (size_t)count * sizeof *terms, terms, bytes, &plasticity->terms);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, size, NULL, bytes, &plasticity->lengths);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, size, NULL, bytes, &plasticity->kept);
    gelFree(offsets);
    if (status != gel_success)
        return status;
    cl_int error =
        clEnqueueWriteBuffer(opencl->queue, plasticity->lengths, CL_TRUE, 0, size, lengths, 0, NULL, NULL);
    plasticity->count = count;
    return error == CL_SUCCESS ? gel_success
                               : gelFailCl("writing rest lengths", "clEnqueueWriteBuffer", error);
}

static gelStatus launch(const gelOpencl* opencl, const gelGroupKernel* group, const gelArgument* numbers,
                        int numberCount, int bufferCount, int itemCount, cl_int error, int* launches)
{
    *launches += 1;
    return error == CL_SUCCESS
               ? gelLaunch(opencl, group->kernel, gelStageText(gel_stageYield, gel_distanceConstraint),
                           numbers, numberCount, bufferCount, (size_t)itemCount, group->workGroupSize)
               : gelFailCl("setting kernel arguments", "clSetKernelArg", error);
}

gelStatus gelYieldEdges(gelDevicePlasticity* plasticity, const gelOpencl* opencl, const gelDeviceState* state,
                        const gelStepParameters* parameters, int* launches)
{
    StepParameters step = gelRoundStep(parameters);
    cl_int count = plasticity->count;
    const cl_mem buffers[] = {state->position, plasticity->vertices, plasticity->terms, plasticity->lengths};
    const gelArgument numbers[] = {GEL_ARGUMENT(step), GEL_ARGUMENT(count)};
    gelStatus status = gelRequirePlasticityProgram(plasticity, opencl); // the kernels may have been replaced
    if (status != gel_success || count == 0)
        return status;
    cl_int error = gelSetBuffers(plasticity->kernels[gel_kernelYieldEdges].kernel, buffers, 4, 0);
    if (error == CL_SUCCESS)
        error = gelSetLowParts(state, plasticity->kernels[gel_kernelYieldEdges].kernel, 6);
    return launch(opencl, &plasticity->kernels[gel_kernelYieldEdges], numbers, 2, 4, count, error, launches);
}

gelStatus gelSpreadRestLengths(gelDevicePlasticity* plasticity, const gelOpencl* opencl,
                               const gelGridPart* part, int* launches)
{
    cl_int first = part->firstLength, count = part->plasticSlotCount;
    const cl_mem buffers[] = {plasticity->lengths, part->plasticSlots, part->numbers};
    const gelArgument numbers[] = {GEL_ARGUMENT(first), GEL_ARGUMENT(count)};
    gelStatus status = gelRequirePlasticityProgram(plasticity, opencl);
    if (status != gel_success || count == 0)
        return status;
    cl_int error = gelSetBuffers(plasticity->kernels[gel_kernelSpreadLengths].kernel, buffers, 3, 0);
    return launch(opencl, &plasticity->kernels[gel_kernelSpreadLengths], numbers, 2, 3, count, error,
                  launches);
}
