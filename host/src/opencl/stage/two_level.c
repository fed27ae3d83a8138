#define GEL_DIALECT_FLOAT
#include "opencl/stage/two_level.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/runtime/wait.h"
#include "balance_tables.h"
#include "physics/dialect.h"

#include <string.h>

enum { usualSize = 64, sizeOfLanes = 8 }; // work-items of a group, and if each has many lanes
typedef cl_float4 LevelRecord;

#define NAME(name) "level_" #name,
#define TEXT(name) "level " #name,
static const char* const kernelNames[] = {GEL_TWO_LEVEL_KERNELS(NAME)};
static const char* const launchTexts[] = {GEL_TWO_LEVEL_KERNELS(TEXT)};

void gelClearTwoLevelPlan(gelDeviceTwoLevel* level)
{
    for (int i = 0; i < two_level_buffer_count; i++)
        gelReleaseGrown(&level->buffers[i]);
    memset(level->arguments, 0, sizeof level->arguments);
    gelReleaseBuffer(&level->edgeSlots);
    gelReleaseBuffer(&level->tetSlots);
    gelReleaseBuffer(&level->keptHistory);
    level->edgeSlotCount = level->tetSlotCount = 0;
    level->cycles = 0;
    level->list = NULL;
}

void gelCloseDeviceTwoLevel(gelDeviceTwoLevel* level)
{
    gelClearTwoLevelPlan(level);
    gelCloseGroupProgram(&level->program, level->kernels, gel_twoLevelKernelCount);
}

unsigned gelKindsOfList(const gelTwoLevelList* list)
{
    unsigned kinds = 0;
    for (int kind = 0; kind < constraint_kinds; kind++)
        kinds |= list->kinds[kind].count > 0 ? 1u << kind : 0;
    return list->kinds[constraint_attachment].count + list->kinds[constraint_contact].count > 0
               ? kinds | gelAttachmentRows
               : kinds;
}

bool gelHasKindsOf(const gelDeviceTwoLevel* level, const gelTwoLevelList* list)
{
    return level->program != NULL && (gelKindsOfList(list) & ~level->kinds) == 0;
}

// Compilers take seconds for all kinds, of which most worlds have two.
gelStatus gelOpenDeviceTwoLevel(gelDeviceTwoLevel* level, const gelOpencl* opencl, unsigned kinds)
{
    size_t size = opencl->lanes == 1 ? usualSize : sizeOfLanes;
    if (level->program != NULL && (kinds & ~level->kinds) == 0)
        return gel_success;
    kinds |= level->kinds | gelUsualKinds;
    gelCloseGroupProgram(&level->program, level->kernels, gel_twoLevelKernelCount);
    gelStatus status = gelOpenKindProgram(opencl, "two_level.cl", kinds, kernelNames, gel_twoLevelKernelCount,
                                          size, &level->program, level->kernels);
    level->kinds = status == gel_success ? kinds : 0;
    for (int k = 0; k < gel_twoLevelKernelCount && status == gel_success; k++)
        while ((level->kernels[k].workGroupSize & (level->kernels[k].workGroupSize - 1)) != 0)
            level->kernels[k].workGroupSize &= level->kernels[k].workGroupSize - 1; // a power of two
    if (opencl->lanes > 1) // a chunk or body is enough for a group
        level->kernels[gel_level_rows].workGroupSize = level->kernels[gel_level_solve].workGroupSize =
            level->kernels[gel_level_rigid_motions].workGroupSize = 1;
    memset(level->arguments, 0, sizeof level->arguments);
    return status;
}

static void countWork(gelDeviceTwoLevel* level, int lanes, const gelTwoLevelList* list)
{
    int columns = list->pieceCount * (level_columns / lanes), slots = list->slotCount / lanes;
    int* counts = level->counts;
    counts[gel_level_place] = counts[gel_level_smooth] = counts[gel_level_finish] =
        counts[gel_level_try_motion] = counts[gel_level_shorten] = slots;
    counts[gel_level_touch] = list->kinds[constraint_contact].count / lanes;
    counts[gel_level_count_ruins] = list->tetCount / tet_chunk * (level_columns / lanes);
    counts[gel_level_add_energy] = list->guardCount * energy_columns;
    counts[gel_level_judge] = list->guardCount;
    counts[gel_level_rows] = list->chunkCount * (lanes == 1 ? product_columns : 1);
    counts[gel_level_begin] = slots + list->blockCount * (lanes == 1 ? aggregate_unknowns : 1);
    counts[gel_level_restrict] = counts[gel_level_prolong] = columns;
    counts[gel_level_solve] = list->systemCount * (int)level->kernels[gel_level_solve].workGroupSize;
    counts[gel_level_rigid_motions] =
        list->systemCount * (int)level->kernels[gel_level_rigid_motions].workGroupSize;
    counts[gel_level_apply] = 0;
    for (int kind = 0; kind < level_kinds; kind++)
        counts[gel_level_apply] += list->kinds[kind].count / lanes;
}

static gelStatus writeSlots(const gelOpencl* opencl, const gelPlasticSlot* slots, int count, uint64_t* bytes,
                            cl_mem* buffer)
{
    gelReleaseBuffer(buffer);
    return count > 0 ? gelCreateBuffer(opencl, (size_t)count * sizeof *slots, slots, bytes, buffer)
                     : gel_success;
}

static size_t sizeOfHistory(const gelDeviceTwoLevel* level)
{
    return level->list != NULL ? 3 * (size_t)level->slotCount * sizeof(cl_float4) : 0;
}

// Writes how bodies stand on the ground.
static cl_int writeStanding(const gelDeviceTwoLevel* level, const gelOpencl* opencl)
{
    const gelTwoLevelList* list = level->list;
    size_t count = 2 * (size_t)list->systemCount;
    cl_int* standing = gelAllocate(count, sizeof *standing);
    if (standing == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    for (int b = 0; b < list->systemCount; b++)
        standing[2 * b + 1] = gelFindStanding(list, b);
    cl_int error = gelWriteBuffer(opencl, level->buffers[two_level_buffer_standing].buffer,
                                  count * sizeof *standing, standing);
    gelFree(standing);
    return error;
}

gelStatus gelWriteDeviceHistory(const gelDeviceTwoLevel* level, const gelOpencl* opencl)
{
    size_t size = sizeOfHistory(level);
    cl_float4* records = gelAllocate(size, 1);
    if (records == NULL)
        return gelFailMemory(size, 1);
    for (int i = 0; i < level->slotCount && size > 0; i++) {
        const double* history = gelHistoryOfSlot(level->list, i);
        for (int k = 0; k < 3 && history != NULL; k++)
            records[k * level->slotCount + i] =
                gelRecord(history + 3 * k, k == 2 ? history[gel_historyArrival] : 0.0);
    }
    cl_int error =
        size > 0 ? gelWriteBuffer(opencl, level->buffers[two_level_buffer_history].buffer, size, records)
                 : CL_SUCCESS;
    if (error == CL_SUCCESS && size > 0)
        error = writeStanding(level, opencl);
    gelFree(records);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the accelerations of BDF2", error);
}

gelStatus gelReadDeviceHistory(const gelDeviceTwoLevel* level, const gelOpencl* opencl, bool isKept)
{
    size_t size = level->keptHistory != NULL ? sizeOfHistory(level) : 0;
    if (size == 0)
        return gel_success;
    cl_float4* records = gelAllocate(size, 1);
    if (records == NULL)
        return gelFailMemory(size, 1);
    cl_int error = gelReadBuffer(
        opencl, isKept ? level->keptHistory : level->buffers[two_level_buffer_history].buffer, size, records);
    for (int i = 0; i < level->slotCount && error == CL_SUCCESS; i++) {
        double* history = gelHistoryOfSlot(level->list, i);
        for (int k = 0; k < gel_historyArrival && history != NULL; k++)
            history[k] = (double)records[k / 3 * level->slotCount + i].s[k % 3];
        if (history != NULL)
            history[gel_historyArrival] = (double)records[2 * level->slotCount + i].s[3];
    }
    gelFree(records);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading the accelerations of BDF2", error);
}

gelStatus gelKeepDeviceHistory(const gelDeviceTwoLevel* level, const gelOpencl* opencl)
{
    cl_mem history = level->buffers[two_level_buffer_history].buffer;
    cl_int error = level->keptHistory != NULL
                       ? GEL_CL(clEnqueueCopyBuffer, opencl->queue, history, level->keptHistory, 0, 0,
                                sizeOfHistory(level), 0, NULL, NULL)
                       : CL_SUCCESS;
    return error == CL_SUCCESS ? gel_success : gelFailCl("keeping the accelerations of BDF2", error);
}

static gelStatus writeTouches(const gelDeviceTwoLevel* level, const gelOpencl* opencl)
{
    const size_t count = (size_t)level->list->kinds[constraint_contact].count;
    cl_float4* records = gelAllocate(count, sizeof *records);
    if (records == NULL)
        return gelFailMemory(count, sizeof *records);
    for (size_t i = 0; i < count; i++)
        records[i] = gelRecord(level->list->touches + 4 * i, level->list->touches[4 * i + 3]);
    cl_int error = count > 0 ? gelWriteBuffer(opencl, level->buffers[two_level_buffer_touches].buffer,
                                              count * sizeof *records, records)
                             : CL_SUCCESS;
    gelFree(records);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the pushes of contacts", error);
}

gelStatus gelReadDeviceTouches(const gelDeviceTwoLevel* level, const gelOpencl* opencl, double* touches)
{
    const size_t count = (size_t)level->list->kinds[constraint_contact].count;
    cl_float4* records = gelAllocate(count, sizeof *records);
    if (records == NULL)
        return gelFailMemory(count, sizeof *records);
    cl_int error = gelReadBuffer(opencl, level->buffers[two_level_buffer_touches].buffer,
                                 count * sizeof *records, records);
    for (size_t i = 0; i < 4 * count && error == CL_SUCCESS; i++)
        touches[i] = (double)records[i / 4].s[i % 4];
    gelFree(records);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading the pushes of contacts", error);
}

gelStatus gelSetDeviceTwoLevel(gelDeviceTwoLevel* level, const gelOpencl* opencl, const gelDeviceState* state,
                               const gelTwoLevelList* list, uint64_t* bytes)
{
    int cornerCount = max_vertices * list->tetCount;
    int *vertices = gelAllocate((size_t)list->slotCount, sizeof *vertices),
        *tets = gelAllocate((size_t)cornerCount, sizeof *tets);
    level->cycles = level->edgeSlotCount = 0;
    level->list = NULL;                                   // freed already, should this fail
    memset(level->arguments, 0, sizeof level->arguments); // a buffer may get the handle of one that is freed
    if (vertices == NULL || tets == NULL) {
        gelFree(vertices);
        gelFree(tets);
        return gelFailMemory((size_t)list->slotCount + (size_t)cornerCount, sizeof *vertices);
    }
    gelToOffsets(list->vertices, state->places, list->slotCount, vertices);
    gelToOffsets(list->tets, state->places, cornerCount, tets);
#define CONTENT(member, type, count, content)                                                                \
    [two_level_buffer_##member] = {true, (size_t)(count) * sizeof(type), content},
    const gelBufferContent contents[two_level_buffer_count] = {TWO_LEVEL_BUFFERS(CONTENT)};
#undef CONTENT
    gelStatus status = gelWriteContents(opencl, contents, two_level_buffer_count, true, bytes, level->buffers,
                                        "writing the bodies of the two-level solver");
    gelFree(vertices);
    gelFree(tets);
    if (status == gel_success)
        status = writeSlots(opencl, list->edgeSlots, list->edgeSlotCount, bytes, &level->edgeSlots);
    if (status == gel_success)
        status = writeSlots(opencl, list->tetSlots, list->tetSlotCount, bytes, &level->tetSlots);
    level->edgeSlotCount = status == gel_success ? list->edgeSlotCount : 0;
    level->tetSlotCount = status == gel_success ? list->tetSlotCount : 0;
    countWork(level, opencl->lanes, list);
    level->slotCount = list->slotCount;
    level->cycles = status == gel_success ? list->cycles : 0;
    level->list = status == gel_success ? list : NULL;
    gelReleaseBuffer(&level->keptHistory);
    if (status == gel_success && gelHasHistories(list))
        status = gelCreateBuffer(opencl, sizeOfHistory(level), NULL, bytes, &level->keptHistory);
    if (status == gel_success)
        status = writeTouches(level, opencl);
    return status == gel_success ? gelWriteDeviceHistory(level, opencl) : status;
}

// A step that is being launched.
typedef struct Run {
    const gelDeviceTwoLevel* level;
    const gelOpencl* opencl;
    StepParameters step;
    cl_int cycle;
    int* launches;
    gelStatus status;
} Run;

// Whether a kernel counts what its lanes do, not its work-items.
static bool takesLanes(int kernel)
{
    return kernel == gel_level_place || kernel == gel_level_smooth || kernel == gel_level_finish ||
           kernel == gel_level_apply || kernel == gel_level_touch || kernel == gel_level_try_motion ||
           kernel == gel_level_shorten;
}

// Sets the buffers of all kernels, unless they have them: that takes as long as some of the launches.
static gelStatus setBuffers(gelDeviceTwoLevel* level, const gelDeviceState* state)
{
    cl_mem buffers[two_level_buffer_count + 2] = {NULL};
    cl_int error = CL_SUCCESS;
    gelListHandles(level->buffers, two_level_buffer_count, buffers);
    buffers[two_level_buffer_count] = state->position;
    buffers[two_level_buffer_count + 1] = state->velocity;
    if (memcmp(level->arguments, buffers, sizeof buffers) == 0)
        return gel_success;
    for (int k = 0; k < gel_twoLevelKernelCount && error == CL_SUCCESS; k++)
        error = gelSetBuffers(level->kernels[k].kernel, buffers, two_level_buffer_count + 2, 0);
    if (error != CL_SUCCESS)
        return gelFailCl("setting kernel arguments", error);
    memcpy(level->arguments, buffers, sizeof buffers);
    return gel_success;
}

static void launch(Run* run, int kernel)
{
    const gelDeviceTwoLevel* level = run->level;
    const gelGroupKernel* handle = &level->kernels[kernel];
    cl_int count = level->counts[kernel];
    if (run->status != gel_success || count == 0)
        return;
    cl_int items = takesLanes(kernel) ? count * run->opencl->lanes : count;
    const gelArgument numbers[] = {GEL_ARGUMENT(level->slotCount), GEL_ARGUMENT(items),
                                   GEL_ARGUMENT(run->cycle), GEL_ARGUMENT(run->step)};
    run->status = gelLaunch(run->opencl, handle->kernel, launchTexts[kernel], numbers, 4,
                            two_level_buffer_count + 2, (size_t)count, handle->workGroupSize);
    *run->launches += 1;
}

static void tryMotion(Run* run, int attempt)
{
    run->cycle = attempt;
    launch(run, gel_level_try_motion);
    run->cycle = guarded_alone;
    launch(run, gel_level_rows);
    run->cycle = attempt;
    launch(run, gel_level_add_energy);
    launch(run, gel_level_judge);
}

static void addEnergyBefore(Run* run)
{
    tryMotion(run, attempt_none);
    run->cycle = attempt_inertial;
    launch(run, gel_level_try_motion);
}

static void shortenMotions(Run* run)
{
    for (int attempt = 0; attempt <= guard_tries; attempt++) {
        run->cycle = attempt;
        launch(run, gel_level_shorten);
        run->cycle = no_cycle;
        launch(run, gel_level_prolong);
        launch(run, gel_level_rigid_motions);
        if (attempt < guard_tries)
            tryMotion(run, attempt);
    }
}

gelStatus gelCountDeviceRuins(gelDeviceTwoLevel* level, const gelOpencl* opencl, const gelDeviceState* state,
                              int* counts)
{
    const gelTwoLevelList* list = level->list;
    int launches = 0; // not part of the step
    size_t columns = (size_t)list->tetCount / tet_chunk * level_columns;
    Run run = {.level = level, .opencl = opencl, .launches = &launches, .status = setBuffers(level, state)};
    float* read = gelAllocate(columns, sizeof *read);
    if (read == NULL)
        return gelFailMemory(columns, sizeof *read);
    launch(&run, gel_level_count_ruins);
    if (run.status == gel_success) {
        cl_int error = gelReadBuffer(opencl, level->buffers[two_level_buffer_ruins].buffer,
                                     columns * sizeof *read, read);
        run.status =
            error == CL_SUCCESS ? gel_success : gelFailCl("reading the numbers of wrong tets", error);
    }
    for (int b = 0; b < list->guardCount; b++) {
        const LevelGuard* guard = &list->guards[b];
        counts[b] = 0;
        for (int i = guard->first_chunk * level_columns; i < guard->end_chunk * level_columns; i++)
            counts[b] += (int)read[i];
    }
    gelFree(read);
    return run.status;
}

gelStatus gelRunDeviceTwoLevel(gelDeviceTwoLevel* level, const gelOpencl* opencl, const gelDeviceState* state,
                               const gelStepParameters* parameters, gelStage stage, bool hasOffers,
                               int* launches)
{
    if (level->cycles == 0)
        return gel_success;
    Run run = {level, opencl, gelRoundStep(parameters), 0, launches, setBuffers(level, state)};
    if (stage == gel_stageLoads) {
        run.cycle = hasOffers ? 1 : 0;
        launch(&run, gel_level_place);
        return run.status;
    }
    if (level->list->guardedCount > 0)
        addEnergyBefore(&run);
    run.cycle = 0;
    launch(&run, gel_level_rows);
    launch(&run, gel_level_begin);
    for (run.cycle = 0; run.cycle < level->cycles; run.cycle++) {
        launch(&run, gel_level_apply);
        if (run.cycle > 0) {
            launch(&run, gel_level_smooth);
            launch(&run, gel_level_apply);
        }
        launch(&run, gel_level_restrict);
        launch(&run, gel_level_solve);
        launch(&run, gel_level_prolong);
    }
    if (level->list->guardedCount > 0)
        shortenMotions(&run);
    else
        launch(&run, gel_level_rigid_motions);
    launch(&run, gel_level_finish);
    launch(&run, gel_level_touch);
    return run.status;
}
