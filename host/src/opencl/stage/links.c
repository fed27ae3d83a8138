#include "opencl/stage/links.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/runtime/wait.h"
#include "points.h"

static const char* const kernelNames[gel_linkKernelCount] = {
    [gel_kernelFollowGoals] = "follow_goals",  [gel_kernelApplyGoalSprings] = "apply_goal_springs",
    [gel_kernelHoldTethers] = "hold_tethers",  [gel_kernelSolveAttachments] = "solve_attachments",
    [gel_kernelPullByGoals] = "pull_by_goals", [gel_kernelPullByAttachments] = "pull_by_attachments"};

void gelClearDeviceLinks(gelDeviceLinks* links)
{
    for (int i = 0; i < goal_buffer_count; i++)
        gelReleaseGrown(&links->goalBuffers[i]);
    for (int i = 0; i < tether_buffer_count; i++)
        gelReleaseGrown(&links->tetherBuffers[i]);
    for (int i = 0; i < attachment_buffer_count; i++)
        gelReleaseGrown(&links->attachmentBuffers[i]);
    links->goalCount = links->kinematicCount = links->pulledCount = links->worldCount = links->tetherCount =
        0;
    links->attachments = NULL;
}

void gelCloseLinkProgram(gelDeviceLinks* links)
{
    gelCloseGroupProgram(&links->program, links->kernels, gel_linkKernelCount);
}

gelStatus gelRequireLinkProgram(gelDeviceLinks* links, const gelOpencl* opencl)
{
    if (links->program != NULL)
        return gel_success;
    return gelOpenGroupProgram(opencl, "links.cl", 1, kernelNames, gel_linkKernelCount, 64, &links->program,
                               links->kernels);
}

static gelStatus writeList(const gelOpencl* opencl, const gelBufferContent* contents, int count,
                           uint64_t* bytes, gelGrownBuffer* buffers)
{
    return gelWriteContents(opencl, contents, count, true, bytes, buffers,
                            "writing goals, tethers and attachments");
}

// Stores the vertices as offsets on the device, to be freed.
static gelStatus makeOffsets(const gelDeviceState* state, const int* vertices, int count, int** offsets)
{
    *offsets = gelAllocate((size_t)count, sizeof **offsets);
    if (*offsets == NULL)
        return gelFailMemory((size_t)count, sizeof **offsets);
    gelToOffsets(vertices, state->places, count, *offsets);
    return gel_success;
}

gelStatus gelWriteGoalList(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                           const gelGoalList* goals, uint64_t* bytes)
{
    int* vertices = NULL;
    links->goalCount = links->kinematicCount = links->pulledCount = links->worldCount = 0;
    if (goals->count == 0)
        return gel_success;
    gelStatus status = gelRequireLinkProgram(links, opencl);
    if (status == gel_success)
        status = makeOffsets(state, goals->vertices, goals->count, &vertices);
#define CONTENT(member, type, count, content)                                                                \
    [goal_buffer_##member] = {true, (size_t)(count) * sizeof(type), content},
    const gelBufferContent contents[goal_buffer_count] = {GOAL_LIST_BUFFERS(CONTENT)};
#undef CONTENT
    if (status == gel_success)
        status = writeList(opencl, contents, goal_buffer_count, bytes, links->goalBuffers);
    gelFree(vertices);
    if (status != gel_success)
        return status;
    links->goalCount = goals->count;
    links->kinematicCount = goals->kinematicCount;
    links->pulledCount = goals->pulledCount;
    links->worldCount = goals->worldCount;
    return gel_success;
}

gelStatus gelWriteTethers(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                          const gelTetherList* tethers, uint64_t* bytes)
{
    int *vertices = NULL, *pins = NULL;
    links->tetherCount = 0;
    if (tethers->count == 0)
        return gel_success;
    gelStatus status = gelRequireLinkProgram(links, opencl);
    if (status == gel_success)
        status = makeOffsets(state, tethers->vertices, tethers->count, &vertices);
    if (status == gel_success)
        status = makeOffsets(state, tethers->pins, tethers->count, &pins);
#define CONTENT(member, type, count, content)                                                                \
    [tether_buffer_##member] = {true, (size_t)(count) * sizeof(type), content},
    const gelBufferContent contents[tether_buffer_count] = {TETHER_LIST_BUFFERS(CONTENT)};
#undef CONTENT
    if (status == gel_success)
        status = writeList(opencl, contents, tether_buffer_count, bytes, links->tetherBuffers);
    gelFree(vertices);
    gelFree(pins);
    if (status == gel_success)
        links->tetherCount = tethers->count;
    return status;
}

gelStatus gelWriteAttachments(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                              const gelAttachmentList* attachments, uint64_t* bytes)
{
    int* vertices = NULL;
    links->attachments = NULL;
    if (attachments->count == 0)
        return gel_success;
    gelStatus status = gelRequireLinkProgram(links, opencl);
    if (status == gel_success)
        status =
            makeOffsets(state, attachments->vertices, gel_attachedVertices * attachments->count, &vertices);
#define CONTENT(member, type, count, content)                                                                \
    [attachment_buffer_##member] = {true, (size_t)(count) * sizeof(type), content},
    const gelBufferContent contents[attachment_buffer_count] = {ATTACHMENT_LIST_BUFFERS(CONTENT)};
#undef CONTENT
    if (status == gel_success)
        status = writeList(opencl, contents, attachment_buffer_count, bytes, links->attachmentBuffers);
    gelFree(vertices);
    if (status == gel_success)
        links->attachments = attachments;
    return status;
}

gelStatus gelReadDeviceMultipliers(const gelDeviceLinks* links, const gelOpencl* opencl,
                                   double (*multipliers)[4])
{
    size_t count = links->attachments != NULL ? (size_t)links->attachments->count : 0;
    if (count == 0)
        return gel_success;
    cl_float4* records = gelAllocate(count, sizeof *records);
    if (records == NULL)
        return gelFailMemory(count, sizeof *records);
    cl_int error = gelReadBuffer(opencl, links->attachmentBuffers[attachment_buffer_multipliers].buffer,
                                 count * sizeof *records, records);
    for (size_t i = 0; i < count && error == CL_SUCCESS; i++)
        for (int k = 0; k < 4; k++)
            multipliers[i][k] = (double)records[i].s[k];
    gelFree(records);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading the forces of attachments", error);
}

static gelStatus launch(gelDeviceLinks* links, const gelOpencl* opencl, gelLinkKernel kernel,
                        const cl_mem* buffers, int bufferCount, const gelArgument* numbers, int numberCount,
                        int itemCount, gelPlanStage stage, int* launches)
{
    const gelGroupKernel* group = &links->kernels[kernel];
    if (itemCount == 0)
        return gel_success;
    *launches += 1;
    cl_int error = gelSetBuffers(group->kernel, buffers, bufferCount, 0);
    return error == CL_SUCCESS ? gelLaunch(opencl, group->kernel, gelPlanStageText(stage), numbers,
                                           numberCount, bufferCount, (size_t)itemCount, group->workGroupSize)
                               : gelFailCl("setting kernel arguments", error);
}

static gelStatus runGoals(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                          const StepParameters* step, gelPlanStage stage, int* launches)
{
    bool isKinematic = stage.stage == gel_stageKinematicGoals;
    cl_mem buffers[goal_buffer_count];
    gelListHandles(links->goalBuffers, goal_buffer_count, buffers);
    buffers[goal_buffer_position] = state->position;
    buffers[goal_buffer_velocity] = state->velocity;
    cl_float progress = (float)stage.progress, inverseTime = (float)stage.inverseTime;
    cl_int first = isKinematic ? 0 : links->kinematicCount + links->pulledCount,
           count = isKinematic ? links->kinematicCount : links->goalCount - first;
    const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(progress), GEL_ARGUMENT(first),
                                   GEL_ARGUMENT(count), GEL_ARGUMENT(inverseTime)};
    return launch(links, opencl, isKinematic ? gel_kernelFollowGoals : gel_kernelApplyGoalSprings, buffers,
                  goal_buffer_count, numbers, isKinematic ? 4 : 5, count, stage, launches);
}

static gelStatus runTethers(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                            const StepParameters* step, gelPlanStage stage, int* launches)
{
    cl_mem buffers[tether_buffer_count];
    gelListHandles(links->tetherBuffers, tether_buffer_count, buffers);
    buffers[tether_buffer_position] = state->position;
    buffers[tether_buffer_velocity] = state->velocity;
    cl_int count = links->tetherCount;
    const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(count)};
    return launch(links, opencl, gel_kernelHoldTethers, buffers, tether_buffer_count, numbers, 2, count,
                  stage, launches);
}

static gelStatus runAttachments(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                                const StepParameters* step, gelPlanStage stage, int* launches)
{
    const gelAttachmentList* list = links->attachments;
    if (list == NULL)
        return gel_success;
    cl_mem buffers[attachment_buffer_count];
    gelListHandles(links->attachmentBuffers, attachment_buffer_count, buffers);
    buffers[attachment_buffer_position] = state->position;
    buffers[attachment_buffer_velocity] = state->velocity;
    cl_int slots = list->count, first = list->colours[stage.colour].first,
           count = list->colours[stage.colour].count, begins = stage.substep == 0;
    const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(slots), GEL_ARGUMENT(first),
                                   GEL_ARGUMENT(count), GEL_ARGUMENT(begins)};
    return launch(links, opencl, gel_kernelSolveAttachments, buffers, attachment_buffer_count, numbers, 5,
                  count, stage, launches);
}

gelStatus gelRunLinks(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                      const gelStepParameters* parameters, gelPlanStage stage, int* launches)
{
    StepParameters step = gelRoundStep(parameters);
    return stage.stage == gel_stageTether   ? runTethers(links, opencl, state, &step, stage, launches)
           : stage.stage == gel_stageAttach ? runAttachments(links, opencl, state, &step, stage, launches)
                                            : runGoals(links, opencl, state, &step, stage, launches);
}

// Vertices have one goal of their body, and one of the world: so these are pulled in two launches.
static gelStatus pullByGoals(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                             cl_mem pulls, const StepParameters* step, cl_int first, cl_int count,
                             gelPlanStage stage, int* launches)
{
    cl_mem buffers[goal_buffer_count + 1];
    gelListHandles(links->goalBuffers, goal_buffer_count, buffers);
    buffers[goal_buffer_position] = state->position;
    buffers[goal_buffer_velocity] = state->velocity;
    buffers[goal_buffer_count] = pulls;
    cl_float progress = (float)stage.progress, inverseTime = (float)stage.inverseTime;
    const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(progress), GEL_ARGUMENT(first),
                                   GEL_ARGUMENT(count), GEL_ARGUMENT(inverseTime)};
    return launch(links, opencl, gel_kernelPullByGoals, buffers, goal_buffer_count + 1, numbers, 5, count,
                  stage, launches);
}

static gelStatus pullByAttachments(gelDeviceLinks* links, const gelOpencl* opencl,
                                   const gelDeviceState* state, cl_mem pulls, const StepParameters* step,
                                   gelPlanStage stage, int* launches)
{
    const gelAttachmentList* list = links->attachments;
    cl_mem buffers[attachment_buffer_count + 1];
    gelListHandles(links->attachmentBuffers, attachment_buffer_count, buffers);
    buffers[attachment_buffer_position] = state->position;
    buffers[attachment_buffer_velocity] = state->velocity;
    buffers[attachment_buffer_count] = pulls;
    gelStatus status = gel_success;
    for (int colour = 0; colour < list->colourCount && status == gel_success; colour++) {
        cl_int all = list->count, first = list->colours[colour].first, count = list->colours[colour].count,
               begins = stage.substep == 0;
        const gelArgument numbers[] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(all), GEL_ARGUMENT(first),
                                       GEL_ARGUMENT(count), GEL_ARGUMENT(begins)};
        status = launch(links, opencl, gel_kernelPullByAttachments, buffers, attachment_buffer_count + 1,
                        numbers, 5, count, stage, launches);
    }
    return status;
}

gelStatus gelPullSlots(gelDeviceLinks* links, const gelOpencl* opencl, const gelDeviceState* state,
                       cl_mem pulls, const gelStepParameters* parameters, gelPlanStage stage, int* launches)
{
    StepParameters step = gelRoundStep(parameters);
    cl_int first = links->kinematicCount, ofBodies = links->pulledCount - links->worldCount;
    gelStatus status = pullByGoals(links, opencl, state, pulls, &step, first, ofBodies, stage, launches);
    if (status == gel_success)
        status = pullByGoals(links, opencl, state, pulls, &step, first + ofBodies, links->worldCount, stage,
                             launches);
    return status == gel_success && links->attachments != NULL && links->attachments->slotCount > 0
               ? pullByAttachments(links, opencl, state, pulls, &step, stage, launches)
               : status;
}
