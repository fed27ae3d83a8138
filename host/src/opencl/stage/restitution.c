#include "opencl/stage/restitution.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/runtime/wait.h"
#include "restitution_passes.h"

_Static_assert(sizeof(RestitutionState) == gel_restitutionReals * sizeof(real),
               "a bounce is not what is kept");

static const char* const launchName = "restitution";
static const char* const writing = "writing the pairs that bounce";

void gelClearDeviceRestitution(gelDeviceRestitution* restitution)
{
    for (int i = 0; i < restitution_buffer_count; i++)
        gelReleaseGrown(&restitution->buffers[i]);
    gelClearRestitutionList(&restitution->list);
}

static gelStatus writeStates(gelDeviceRestitution* restitution, const gelOpencl* opencl, uint64_t* bytes)
{
    size_t count = (size_t)restitution->list.pairCount;
    float* states = gelAllocate(count, gel_restitutionReals * sizeof *states);
    if (states == NULL)
        return gelFailMemory(count, gel_restitutionReals * sizeof *states);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < gel_restitutionReals; k++)
            states[i * gel_restitutionReals + k] = (float)restitution->list.states.pairs[i].reals[k];
    gelStatus status = gelWriteGrown(opencl, states, count * gel_restitutionReals * sizeof *states, true,
                                     bytes, &restitution->buffers[restitution_buffer_states], writing);
    gelFree(states);
    return status;
}

gelStatus gelWriteRestitution(gelDeviceRestitution* restitution, const gelOpencl* opencl,
                              const gelDeviceState* state, uint64_t* bytes)
{
    gelRestitutionList* list = &restitution->list;
    if (list->pairCount == 0)
        return gel_success;
    for (int i = 0; i < list->vertexCount; i++)
        list->vertices[i].place = state->places[list->vertices[i].place];
#define CONTENT(member, type, count, content)                                                                \
    [restitution_buffer_##member] = {true, (size_t)(count) * sizeof(type), content},
    const gelBufferContent contents[restitution_buffer_count] = {RESTITUTION_BUFFERS(CONTENT)};
#undef CONTENT
    // The list keeps its memory until the next search, which waits for the device.
    gelStatus status = gelWriteContents(opencl, contents, restitution_buffer_count, false, bytes,
                                        restitution->buffers, writing);
    return status == gel_success ? writeStates(restitution, opencl, bytes) : status;
}

cl_int gelBindRestitution(const gelDeviceRestitution* restitution, const gelContactProgram* program,
                          int first)
{
    cl_mem buffers[restitution_buffer_count];
    gelListHandles(restitution->buffers, restitution_buffer_count, buffers);
    cl_int error = CL_SUCCESS;
    for (int k = gel_kernelSumMomenta; k <= gel_kernelKickVertices && error == CL_SUCCESS; k++)
        if (restitution->list.pairCount > 0)
            error = gelSetBuffers(program->kernels[k].kernel, buffers, restitution_buffer_count, first);
    return error;
}

gelStatus gelLaunchRestitution(const gelDeviceRestitution* restitution, const gelOpencl* opencl,
                               const gelContactProgram* program, const gelStepParameters* parameters,
                               bool startsStep, int first, int* launches)
{
    const gelRestitutionList* list = &restitution->list;
    const StepParameters step = gelRoundStep(parameters);
    const cl_int starts = startsStep ? 1 : 0, sumCount = momentum_lanes * list->bodyCount;
    const gelArgument pairCount = GEL_ARGUMENT(list->pairCount);
    const struct {
        gelContactKernel kernel;
        gelArgument numbers[3];
        int numberCount, itemCount;
    } passes[] = {
        {gel_kernelSumMomenta, {pairCount, GEL_ARGUMENT(sumCount)}, 2, sumCount},
        {gel_kernelRestitutePairs, {pairCount, GEL_ARGUMENT(step), GEL_ARGUMENT(starts)}, 3, list->pairCount},
        {gel_kernelSumKicks, {pairCount, GEL_ARGUMENT(list->bodyCount)}, 2, list->bodyCount},
        {gel_kernelKickVertices, {pairCount, GEL_ARGUMENT(list->vertexCount)}, 2, list->vertexCount},
    };
    gelStatus status = gel_success;
    int passCount = list->pairCount == 0 ? 0 : startsStep ? 2 : 4; // no kicks at the start of a step
    for (int i = 0; i < passCount && status == gel_success; i++)
        status = gelLaunchContact(opencl, program, passes[i].kernel, launchName, passes[i].numbers,
                                  passes[i].numberCount, first + restitution_buffer_count,
                                  passes[i].itemCount, launches);
    return status;
}

gelStatus gelReadRestitution(const gelDeviceRestitution* restitution, const gelOpencl* opencl,
                             gelRestitutionStates* lasting)
{
    size_t count = (size_t)restitution->list.pairCount;
    lasting->count = 0;
    if (count == 0)
        return gel_success;
    float* states = gelAllocate(count, gel_restitutionReals * sizeof *states);
    if (states == NULL)
        return gelFailMemory(count, gel_restitutionReals * sizeof *states);
    cl_int error = gelReadBuffer(opencl, restitution->buffers[restitution_buffer_states].buffer,
                                 count * gel_restitutionReals * sizeof *states, states);
    gelStatus status = error == CL_SUCCESS ? gelKeepRestitution(&restitution->list, states, false, lasting)
                                           : gelFailCl("reading the pairs that bounce", error);
    gelFree(states);
    return status;
}
