#include "opencl/stage/links.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/runtime/wait.h"

static const char* const kernelNames[gel_linkKernelCount] = {"lead_to_goals", "draw_to_goals", "hold_tethers",
                                                             "solve_attachments"};

void gelClearDeviceLinks(gelDeviceLinks* bindings)
{
    gelGrownBuffer* buffers[] = {&bindings->goalVertices, &bindings->from,         &bindings->to,
                                 &bindings->tethered,     &bindings->pins,         &bindings->lengths,
                                 &bindings->vertices,     &bindings->coefficients, &bindings->terms,
                                 &bindings->curve,        &bindings->curves,       &bindings->multipliers};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        gelReleaseGrown(buffers[i]);
    bindings->goalCount = bindings->ledCount = bindings->tetherCount = 0;
    bindings->attachments = NULL;
}

void gelCloseLinkProgram(gelDeviceLinks* bindings)
{
    gelCloseGroupProgram(&bindings->program, bindings->kernels, gel_linkKernelCount);
}

gelStatus gelRequireLinkProgram(gelDeviceLinks* bindings, const gelOpencl* opencl)
{
    if (bindings->program != NULL)
        return gel_success;
    return gelOpenGroupProgram(opencl, "links.cl", kernelNames, gel_linkKernelCount, 64, &bindings->program,
                               bindings->kernels);
}

static gelStatus writeBuffer(const gelOpencl* opencl, const void* content, size_t size, uint64_t* bytes,
                             gelGrownBuffer* buffer)
{
    return gelWriteGrown(opencl, content, size, true, bytes, buffer,
                         "writing goals, tethers and attachments");
}

// The vertices as offsets on the device.
static gelStatus writeVertices(const gelOpencl* opencl, const gelDeviceState* state, const int* vertices,
                               size_t count, uint64_t* bytes, gelGrownBuffer* buffer)
{
    int* offsets = gelAllocate(count, sizeof *offsets);
    if (offsets == NULL)
        return gelFailMemory(count, sizeof *offsets);
    gelToOffsets(vertices, state->places, (int)count, offsets);
    gelStatus status = writeBuffer(opencl, offsets, count * sizeof *offsets, bytes, buffer);
    gelFree(offsets);
    return status;
}

gelStatus gelWriteGoalList(gelDeviceLinks* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                           const gelGoalList* goals, uint64_t* bytes)
{
    size_t count = (size_t)goals->count;
    bindings->goalCount = bindings->ledCount = 0;
    if (count == 0)
        return gel_success;
    gelStatus status = gelRequireLinkProgram(bindings, opencl);
    if (status == gel_success)
        status = writeVertices(opencl, state, goals->vertices, count, bytes, &bindings->goalVertices);
    if (status == gel_success)
        status = writeBuffer(opencl, goals->from, count * sizeof *goals->from, bytes, &bindings->from);
    if (status == gel_success)
        status = writeBuffer(opencl, goals->to, count * sizeof *goals->to, bytes, &bindings->to);
    if (status != gel_success)
        return status;
    bindings->goalCount = goals->count;
    bindings->ledCount = goals->ledCount;
    return gel_success;
}

gelStatus gelWriteTethers(gelDeviceLinks* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                          const gelTetherList* tethers, uint64_t* bytes)
{
    size_t count = (size_t)tethers->count;
    bindings->tetherCount = 0;
    if (count == 0)
        return gel_success;
    gelStatus status = gelRequireLinkProgram(bindings, opencl);
    if (status == gel_success)
        status = writeVertices(opencl, state, tethers->vertices, count, bytes, &bindings->tethered);
    if (status == gel_success)
        status = writeVertices(opencl, state, tethers->pins, count, bytes, &bindings->pins);
    if (status == gel_success)
        status = writeBuffer(opencl, tethers->lengths, count * sizeof(float), bytes, &bindings->lengths);
    if (status == gel_success)
        bindings->tetherCount = tethers->count;
    return status;
}

gelStatus gelWriteAttachments(gelDeviceLinks* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                              const gelAttachmentList* attachments, uint64_t* bytes)
{
    size_t count = (size_t)attachments->count, numbers = gel_attachedVertices * count;
    bindings->attachments = NULL;
    if (count == 0)
        return gel_success;
    gelStatus status = gelRequireLinkProgram(bindings, opencl);
    if (status == gel_success)
        status = writeVertices(opencl, state, attachments->vertices, numbers, bytes, &bindings->vertices);
    if (status == gel_success)
        status = writeBuffer(opencl, attachments->coefficients, numbers * sizeof(float), bytes,
                             &bindings->coefficients);
    if (status == gel_success)
        status = writeBuffer(opencl, attachments->terms, count * sizeof *attachments->terms, bytes,
                             &bindings->terms);
    if (status == gel_success)
        status = writeBuffer(opencl, attachments->curve, count * sizeof(int), bytes, &bindings->curve);
    if (status == gel_success)
        status = writeBuffer(opencl, attachments->curves,
                             (size_t)attachments->curveCount * sizeof *attachments->curves, bytes,
                             &bindings->curves);
    if (status == gel_success)
        status = gelReserveBuffer(opencl, count * sizeof(cl_float4), bytes, &bindings->multipliers);
    if (status == gel_success)
        bindings->attachments = attachments;
    return status;
}

gelStatus gelReadDeviceMultipliers(const gelDeviceLinks* bindings, const gelOpencl* opencl,
                                   double (*multipliers)[3])
{
    size_t count = bindings->attachments != NULL ? (size_t)bindings->attachments->count : 0;
    if (count == 0)
        return gel_success;
    cl_float4* records = gelAllocate(count, sizeof *records);
    if (records == NULL)
        return gelFailMemory(count, sizeof *records);
    cl_int error = gelReadBuffer(opencl, bindings->multipliers.buffer, count * sizeof *records, records);
    for (size_t i = 0; i < count && error == CL_SUCCESS; i++)
        for (int k = 0; k < 3; k++)
            multipliers[i][k] = (double)records[i].s[k];
    gelFree(records);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading the forces of attachments", error);
}

static gelStatus launch(gelDeviceLinks* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                        gelLinkKernel kernel, const cl_mem* buffers, int bufferCount,
                        const gelArgument* numbers, int numberCount, int itemCount, gelPlanStage stage,
                        int* launches)
{
    const gelGroupKernel* group = &bindings->kernels[kernel];
    if (itemCount == 0)
        return gel_success;
    *launches += 1;
    cl_int error = gelSetBuffers(group->kernel, buffers, bufferCount, 0);
    if (error == CL_SUCCESS)
        error = gelSetLowParts(state, group->kernel, bufferCount + numberCount);
    return error == CL_SUCCESS ? gelLaunch(opencl, group->kernel, gelPlanStageText(stage), numbers,
                                           numberCount, bufferCount, (size_t)itemCount, group->workGroupSize)
                               : gelFailCl("setting kernel arguments", error);
}

static gelStatus runGoals(gelDeviceLinks* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                          const StepParameters* step, gelPlanStage stage, int* launches)
{
    bool leads = stage.stage == gel_stageKinematicGoals;
    const cl_mem buffers[] = {state->position, state->velocity, bindings->goalVertices.buffer,
                              bindings->from.buffer, bindings->to.buffer};
    cl_float progress = (float)stage.progress, inverseTime = (float)stage.inverseTime;
    cl_int first = leads ? 0 : bindings->ledCount,
           count = leads ? bindings->ledCount : bindings->goalCount - bindings->ledCount;
    const gelArgument led[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(progress), GEL_ARGUMENT(first),
                               GEL_ARGUMENT(count)};
    const gelArgument drawn[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(progress), GEL_ARGUMENT(inverseTime),
                                 GEL_ARGUMENT(first), GEL_ARGUMENT(count)};
    return leads ? launch(bindings, opencl, state, gel_kernelLead, buffers, 5, led, 4, count, stage, launches)
                 : launch(bindings, opencl, state, gel_kernelDraw, buffers, 5, drawn, 5, count, stage,
                          launches);
}

static gelStatus runTethers(gelDeviceLinks* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                            const StepParameters* step, gelPlanStage stage, int* launches)
{
    const cl_mem buffers[] = {state->position, state->velocity, bindings->tethered.buffer,
                              bindings->pins.buffer, bindings->lengths.buffer};
    cl_int count = bindings->tetherCount;
    const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(count)};
    return launch(bindings, opencl, state, gel_kernelTether, buffers, 5, numbers, 2, count, stage, launches);
}

static gelStatus runAttachments(gelDeviceLinks* bindings, const gelOpencl* opencl,
                                const gelDeviceState* state, const StepParameters* step, gelPlanStage stage,
                                int* launches)
{
    const gelAttachmentList* list = bindings->attachments;
    if (list == NULL)
        return gel_success;
    const cl_mem buffers[] = {state->position,           state->velocity,
                              bindings->vertices.buffer, bindings->coefficients.buffer,
                              bindings->terms.buffer,    bindings->curve.buffer,
                              bindings->curves.buffer,   bindings->multipliers.buffer};
    cl_int slots = list->count, first = list->colours[stage.colour].first,
           count = list->colours[stage.colour].count;
    const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(slots), GEL_ARGUMENT(first),
                                   GEL_ARGUMENT(count)};
    return launch(bindings, opencl, state, gel_kernelAttach, buffers, 8, numbers, 4, count, stage, launches);
}

gelStatus gelRunLinks(gelDeviceLinks* bindings, const gelOpencl* opencl, const gelDeviceState* state,
                      const gelStepParameters* parameters, gelPlanStage stage, int* launches)
{
    StepParameters step = gelRoundStep(parameters);
    gelStatus status = gelRequireLinkProgram(bindings, opencl); // the kernels may have been replaced
    if (status != gel_success)
        return status;
    return stage.stage == gel_stageTether   ? runTethers(bindings, opencl, state, &step, stage, launches)
           : stage.stage == gel_stageAttach ? runAttachments(bindings, opencl, state, &step, stage, launches)
                                            : runGoals(bindings, opencl, state, &step, stage, launches);
}
