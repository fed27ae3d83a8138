#include "opencl/plasticity.h"
#include "opencl/error.h"
#include "opencl/parameters.h"
#include "opencl/wait.h"

enum { groupSize = 64 };

void gelClearPlasticity(gelDevicePlasticity* plasticity)
{
    gelReleaseBuffer(&plasticity->vertices);
    gelReleaseBuffer(&plasticity->terms);
    gelReleaseBuffer(&plasticity->lengths);
    gelReleaseBuffer(&plasticity->kept);
    gelReleaseBuffer(&plasticity->volumes);
    gelReleaseBuffer(&plasticity->made);
    gelReleaseBuffer(&plasticity->edges);
    gelReleaseBuffer(&plasticity->starts);
    gelReleaseBuffer(&plasticity->tets);
    plasticity->count = plasticity->tetCount = 0;
}

void gelClosePlasticityProgram(gelDevicePlasticity* plasticity)
{
    gelCloseGroupProgram(&plasticity->program, plasticity->kernels, gel_plasticityKernelCount);
}

gelStatus gelRequirePlasticityProgram(gelDevicePlasticity* plasticity, const gelOpencl* opencl)
{
    static const char* const names[gel_plasticityKernelCount] = {"yield_edges", "tear_tets",
                                                                 "tear_bare_edges", "spread_values"};
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
    cl_int error = gelWriteBuffer(opencl, plasticity->lengths, size, lengths);
    plasticity->count = count;
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing rest lengths", error);
}

gelStatus gelWriteTearingTets(gelDevicePlasticity* plasticity, const gelOpencl* opencl,
                              const gelTearingTets* tets, uint64_t* bytes)
{
    size_t count = (size_t)tets->count, edgeCount = (size_t)plasticity->count;
    int launches = 0;
    if (count == 0)
        return gel_success;
    gelStatus status = gelCreateBuffer(opencl, count * sizeof(float), NULL, bytes, &plasticity->volumes);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, count * sizeof(float), tets->volumes, bytes, &plasticity->made);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, 6 * count * sizeof(int), tets->edges, bytes, &plasticity->edges);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, (edgeCount + 1) * sizeof(int), tets->edgeStarts, bytes,
                                 &plasticity->starts);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, 6 * count * sizeof(int), tets->edgeTets, bytes, &plasticity->tets);
    if (status != gel_success)
        return status;
    plasticity->tetCount = tets->count;
    return gelTearTets(plasticity, opencl, &launches);
}

static gelStatus launch(const gelOpencl* opencl, const gelGroupKernel* group, const gelArgument* numbers,
                        int numberCount, int bufferCount, int itemCount, cl_int error, int* launches)
{
    *launches += 1;
    return error == CL_SUCCESS
               ? gelLaunch(opencl, group->kernel, gelStageText(gel_stageYield, gel_distanceConstraint),
                           numbers, numberCount, bufferCount, (size_t)itemCount, group->workGroupSize)
               : gelFailCl("setting kernel arguments", error);
}

gelStatus gelTearTets(gelDevicePlasticity* plasticity, const gelOpencl* opencl, int* launches)
{
    const cl_mem buffers[] = {plasticity->lengths, plasticity->volumes, plasticity->made,
                              plasticity->edges,   plasticity->starts,  plasticity->tets};
    const cl_int counts[] = {plasticity->tetCount, plasticity->count};
    gelStatus status = gelRequirePlasticityProgram(plasticity, opencl);
    for (int i = 0; i < 2 && plasticity->tetCount > 0 && status == gel_success; i++) {
        const gelGroupKernel* kernel = &plasticity->kernels[gel_kernelTearTets + i];
        const gelArgument numbers[] = {GEL_ARGUMENT(counts[i])};
        cl_int error = gelSetBuffers(kernel->kernel, buffers, 6, 0);
        status = launch(opencl, kernel, numbers, 1, 6, counts[i], error, launches);
    }
    return status;
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
    status =
        launch(opencl, &plasticity->kernels[gel_kernelYieldEdges], numbers, 2, 4, count, error, launches);
    return status == gel_success ? gelTearTets(plasticity, opencl, launches) : status;
}

gelStatus gelSpreadRestLengths(gelDevicePlasticity* plasticity, const gelOpencl* opencl,
                               const gelGridPart* part, int* launches)
{
    const cl_int firsts[] = {part->firstLength, part->firstVolume},
                 counts[] = {part->plasticSlotCount, part->tetSlotCount};
    const cl_mem buffers[2][3] = {{plasticity->lengths, part->plasticSlots, part->numbers},
                                  {plasticity->volumes, part->tetSlots, part->numbers}};
    gelStatus status = gelRequirePlasticityProgram(plasticity, opencl);
    for (int i = 0; i < 2 && status == gel_success; i++) {
        const gelGroupKernel* kernel = &plasticity->kernels[gel_kernelSpreadValues];
        const gelArgument numbers[] = {GEL_ARGUMENT(firsts[i]), GEL_ARGUMENT(counts[i])};
        if (counts[i] == 0)
            continue;
        cl_int error = gelSetBuffers(kernel->kernel, buffers[i], 3, 0);
        status = launch(opencl, kernel, numbers, 2, 3, counts[i], error, launches);
    }
    return status;
}
