#include "opencl/stage/bounces.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/runtime/wait.h"
#include "bounce_passes.h"

_Static_assert(sizeof(BounceState) == gel_bounceReals * sizeof(real), "a bounce is not what is kept");

enum { bounceBuffers = 7 };

static const char* const launchName = "restitution";

void gelClearDeviceBounces(gelDeviceBounces* bounces)
{
    gelGrownBuffer* buffers[bounceBuffers] = {&bounces->pairs,    &bounces->bodies, &bounces->vertices,
                                              &bounces->contacts, &bounces->states, &bounces->momenta,
                                              &bounces->changes};
    for (int i = 0; i < bounceBuffers; i++)
        gelReleaseGrown(buffers[i]);
    gelClearBounceList(&bounces->list);
}

// The list keeps its memory until the next search, which waits for the device; the states are copied at once.
static gelStatus write(const gelOpencl* opencl, const void* content, size_t size, bool waits, uint64_t* bytes,
                       gelGrownBuffer* buffer)
{
    return gelWriteGrown(opencl, content, size, waits, bytes, buffer, "writing the pairs that bounce");
}

static gelStatus writeStates(gelDeviceBounces* bounces, const gelOpencl* opencl, uint64_t* bytes)
{
    size_t count = (size_t)bounces->list.pairCount;
    float* states = gelAllocate(count, gel_bounceReals * sizeof *states);
    if (states == NULL)
        return gelFailMemory(count, gel_bounceReals * sizeof *states);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < gel_bounceReals; k++)
            states[i * gel_bounceReals + k] = (float)bounces->list.states.bounces[i].reals[k];
    gelStatus status =
        write(opencl, states, count * gel_bounceReals * sizeof *states, true, bytes, &bounces->states);
    gelFree(states);
    return status;
}

gelStatus gelWriteBounces(gelDeviceBounces* bounces, const gelOpencl* opencl, const gelDeviceState* state,
                          uint64_t* bytes)
{
    gelBounceList* list = &bounces->list;
    if (list->pairCount == 0)
        return gel_success;
    for (int i = 0; i < list->vertexCount; i++)
        list->vertices[i].place = state->places[list->vertices[i].place];
    size_t bodies = (size_t)list->bodyCount;
    const struct {
        gelGrownBuffer* buffer;
        const void* content; // NULL: none yet
        size_t size;
    } rows[] = {{&bounces->pairs, list->pairs, (size_t)list->pairCount * sizeof *list->pairs},
                {&bounces->bodies, list->bodies, bodies * sizeof *list->bodies},
                {&bounces->vertices, list->vertices, (size_t)list->vertexCount * sizeof *list->vertices},
                {&bounces->contacts, list->contacts, (size_t)list->contactCount * sizeof *list->contacts},
                {&bounces->momenta, NULL, bodies * bounce_lanes * sizeof(ContactRecord)},
                {&bounces->changes, NULL, bodies * sizeof(vec3)}};
    gelStatus status = gel_success;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == gel_success; i++)
        status = write(opencl, rows[i].content, rows[i].size, false, bytes, rows[i].buffer);
    return status == gel_success ? writeStates(bounces, opencl, bytes) : status;
}

cl_int gelBindBounces(const gelDeviceBounces* bounces, const gelContactProgram* program, int first)
{
    cl_mem buffers[bounceBuffers] = {
        bounces->pairs.buffer,  bounces->bodies.buffer,  bounces->vertices.buffer, bounces->contacts.buffer,
        bounces->states.buffer, bounces->momenta.buffer, bounces->changes.buffer};
    cl_int error = CL_SUCCESS;
    for (int k = gel_kernelSumMomenta; k <= gel_kernelKickVertices && error == CL_SUCCESS; k++)
        if (bounces->list.pairCount > 0)
            error = gelSetBuffers(program->kernels[k].kernel, buffers, bounceBuffers, first);
    return error;
}

gelStatus gelLaunchBounces(const gelDeviceBounces* bounces, const gelOpencl* opencl,
                           const gelContactProgram* program, const gelStepParameters* parameters,
                           bool startsStep, int first, int* launches)
{
    const gelBounceList* list = &bounces->list;
    const StepParameters step = gelRoundStep(parameters);
    const cl_int starts = startsStep ? 1 : 0, sumCount = bounce_lanes * list->bodyCount;
    const gelArgument pairCount = GEL_ARGUMENT(list->pairCount);
    const struct {
        gelContactKernel kernel;
        gelArgument numbers[3];
        int numberCount, itemCount;
    } passes[] = {
        {gel_kernelSumMomenta, {pairCount, GEL_ARGUMENT(sumCount)}, 2, sumCount},
        {gel_kernelBouncePairs, {pairCount, GEL_ARGUMENT(step), GEL_ARGUMENT(starts)}, 3, list->pairCount},
        {gel_kernelSumKicks, {pairCount, GEL_ARGUMENT(list->bodyCount)}, 2, list->bodyCount},
        {gel_kernelKickVertices, {pairCount, GEL_ARGUMENT(list->vertexCount)}, 2, list->vertexCount},
    };
    gelStatus status = gel_success;
    int passCount = list->pairCount == 0 ? 0 : startsStep ? 2 : 4; // no kicks at the start of a step
    for (int i = 0; i < passCount && status == gel_success; i++)
        status =
            gelLaunchContact(opencl, program, passes[i].kernel, launchName, passes[i].numbers,
                             passes[i].numberCount, first + bounceBuffers, passes[i].itemCount, launches);
    return status;
}

gelStatus gelReadBounces(const gelDeviceBounces* bounces, const gelOpencl* opencl, gelBounceStates* lasting)
{
    size_t count = (size_t)bounces->list.pairCount;
    lasting->count = 0;
    if (count == 0)
        return gel_success;
    float* states = gelAllocate(count, gel_bounceReals * sizeof *states);
    if (states == NULL)
        return gelFailMemory(count, gel_bounceReals * sizeof *states);
    cl_int error =
        gelReadBuffer(opencl, bounces->states.buffer, count * gel_bounceReals * sizeof *states, states);
    gelStatus status = error == CL_SUCCESS ? gelKeepBounces(&bounces->list, states, false, lasting)
                                           : gelFailCl("reading the pairs that bounce", error);
    gelFree(states);
    return status;
}
