#include "opencl/stage/plasticity.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/runtime/wait.h"

enum { groupSize = 64 };

#define RELEASE(member, type, count, content) gelReleaseBuffer(&plasticity->member);
#define CREATE(member, type, count, content)                                                                 \
    if (status == gel_success)                                                                               \
        status = gelCreateBuffer(opencl, (size_t)(count) * sizeof(type), content, bytes, &plasticity->member);

void gelClearPlasticity(gelDevicePlasticity* plasticity)
{
    YIELD_EDGE_BUFFERS(RELEASE)
    TEARING_TET_BUFFERS(RELEASE)
    gelReleaseBuffer(&plasticity->kept);
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
    return gelOpenGroupProgram(opencl, "plasticity.cl", 1, names, gel_plasticityKernelCount, groupSize,
                               &plasticity->program, plasticity->kernels);
}

gelStatus gelWritePlasticEdges(gelDevicePlasticity* plasticity, const gelOpencl* opencl, const int* places,
                               int edgeCount, const int* vertices, float (*terms)[plastic_terms],
                               const float* lengths, uint64_t* bytes)
{
    size_t size = (size_t)edgeCount * sizeof *lengths;
    int* offsets = gelAllocate((size_t)edgeCount, 2 * sizeof *offsets);
    if (offsets == NULL)
        return gelFailMemory((size_t)edgeCount, 2 * sizeof *offsets);
    gelToOffsets(vertices, places, 2 * edgeCount, offsets);
    gelStatus status = gel_success;
    YIELD_EDGE_BUFFERS(CREATE)
    if (status == gel_success)
        status = gelCreateBuffer(opencl, size, NULL, bytes, &plasticity->kept);
    gelFree(offsets);
    if (status != gel_success)
        return status;
    cl_int error = gelWriteBuffer(opencl, plasticity->lengths, size, lengths);
    plasticity->count = edgeCount;
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing rest lengths", error);
}

gelStatus gelWriteTearingTets(gelDevicePlasticity* plasticity, const gelOpencl* opencl,
                              const gelTearingTets* tets, uint64_t* bytes)
{
    const int edgeCount = plasticity->count;
    gelStatus status = gel_success;
    int launches = 0;
    if (tets->count == 0)
        return gel_success;
    TEARING_TET_BUFFERS(CREATE)
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
#define ARGUMENT(member, type, count, content) [tearing_buffer_##member] = plasticity->member,
    const cl_mem buffers[tearing_buffer_count] = {TEARING_BUFFERS(ARGUMENT)};
#undef ARGUMENT
    const cl_int counts[] = {plasticity->tetCount, plasticity->count};
    gelStatus status = gelRequirePlasticityProgram(plasticity, opencl);
    for (int i = 0; i < 2 && plasticity->tetCount > 0 && status == gel_success; i++) {
        const gelGroupKernel* kernel = &plasticity->kernels[gel_kernelTearTets + i];
        const gelArgument numbers[] = {GEL_ARGUMENT(counts[i])};
        cl_int error = gelSetBuffers(kernel->kernel, buffers, tearing_buffer_count, 0);
        status = launch(opencl, kernel, numbers, 1, tearing_buffer_count, counts[i], error, launches);
    }
    return status;
}

gelStatus gelYieldEdges(gelDevicePlasticity* plasticity, const gelOpencl* opencl, const gelDeviceState* state,
                        const gelStepParameters* parameters, int* launches)
{
    StepParameters step = gelRoundStep(parameters);
    cl_int count = plasticity->count;
#define ARGUMENT(member, type, count, content) [yield_buffer_##member] = plasticity->member,
    const cl_mem buffers[yield_buffer_count] = {[yield_buffer_position] = state->position,
                                                YIELD_EDGE_BUFFERS(ARGUMENT)};
#undef ARGUMENT
    const gelGroupKernel* kernel = &plasticity->kernels[gel_kernelYieldEdges];
    const gelArgument numbers[] = {GEL_ARGUMENT(step), GEL_ARGUMENT(count)};
    if (count == 0)
        return gel_success;
    cl_int error = gelSetBuffers(kernel->kernel, buffers, yield_buffer_count, 0);
    gelStatus status = launch(opencl, kernel, numbers, 2, yield_buffer_count, count, error, launches);
    return status == gel_success ? gelTearTets(plasticity, opencl, launches) : status;
}

gelStatus gelSpreadRestLengths(gelDevicePlasticity* plasticity, const gelOpencl* opencl,
                               const gelColourSet* part, int* launches)
{
    const cl_int firsts[] = {part->firstLength, part->firstVolume},
                 counts[] = {part->plasticSlotCount, part->tetSlotCount};
    const cl_mem buffers[2][spread_buffer_count] = {{[spread_buffer_values] = plasticity->lengths,
                                                     [spread_buffer_slots] = part->plasticSlots,
                                                     [spread_buffer_numbers] = part->numbers},
                                                    {[spread_buffer_values] = plasticity->volumes,
                                                     [spread_buffer_slots] = part->tetSlots,
                                                     [spread_buffer_numbers] = part->numbers}};
    gelStatus status = gelRequirePlasticityProgram(plasticity, opencl);
    for (int i = 0; i < 2 && status == gel_success; i++) {
        const gelGroupKernel* kernel = &plasticity->kernels[gel_kernelSpreadValues];
        const gelArgument numbers[] = {GEL_ARGUMENT(firsts[i]), GEL_ARGUMENT(counts[i])};
        if (counts[i] == 0)
            continue;
        cl_int error = gelSetBuffers(kernel->kernel, buffers[i], spread_buffer_count, 0);
        status = launch(opencl, kernel, numbers, 2, spread_buffer_count, counts[i], error, launches);
    }
    return status;
}
