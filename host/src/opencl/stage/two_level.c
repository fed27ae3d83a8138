#define GEL_DIALECT_FLOAT
#include "opencl/stage/two_level.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "balance_tables.h"
#include "physics/dialect.h"

enum { usualSize = 64 };
typedef cl_float4 LevelRecord;

static const char* const kernelNames[gel_twoLevelKernelCount] = {
    [gel_kernelPlace] = "level_place",
    [gel_kernelBegin] = "level_begin",
    [gel_kernelProject] = "level_project",
    [gel_kernelMultiply] = "level_multiply",
    [gel_kernelAdd] = "level_add",
    [gel_kernelAssemble] = "level_assemble",
    [gel_kernelFactor] = "level_factor",
    [gel_kernelSmooth] = "level_smooth",
    [gel_kernelRestrict] = "level_restrict",
    [gel_kernelSolve] = "level_solve",
    [gel_kernelProlong] = "level_prolong",
    [gel_kernelWeighColumns] = "level_weigh_columns",
    [gel_kernelWeighBodies] = "level_weigh_bodies",
    [gel_kernelFinish] = "level_finish",
#define ROW(name, arity, valueCount)                                                                         \
    [gel_kernelRows + constraint_##name] = "level_rows_" #name,                                              \
                      [gel_kernelApply + constraint_##name] = "level_apply_" #name,
    CONSTRAINT_LIST(ROW)
#undef ROW
};

void gelClearTwoLevelPlan(gelDeviceTwoLevel* level)
{
    for (int i = 0; i < two_level_buffer_count; i++)
        gelReleaseGrown(&level->buffers[i]);
    level->cycles = 0;
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
    return kinds;
}

bool gelHasKindsOf(const gelDeviceTwoLevel* level, const gelTwoLevelList* list)
{
    return level->program != NULL && (gelKindsOfList(list) & ~level->kinds) == 0;
}

// Compilers take seconds for all kinds, of which most worlds have two.
gelStatus gelOpenDeviceTwoLevel(gelDeviceTwoLevel* level, const gelOpencl* opencl, unsigned kinds)
{
    size_t size = opencl->lanes == 1 ? usualSize : 1;
    const char* names[gel_twoLevelKernelCount];
    if (level->program != NULL && (kinds & ~level->kinds) == 0)
        return gel_success;
    kinds |= level->kinds | gelUsualKinds;
    gelCloseGroupProgram(&level->program, level->kernels, gel_twoLevelKernelCount);
    for (int k = 0; k < gel_twoLevelKernelCount; k++) {
        int kind = k >= gel_kernelApply ? k - gel_kernelApply : k - gel_kernelRows;
        names[k] = kind < 0 || (kinds >> kind & 1u) != 0 ? kernelNames[k] : NULL;
    }
    gelStatus status = gelOpenKindProgram(opencl, "two_level.cl", kinds, names, gel_twoLevelKernelCount, size,
                                          &level->program, level->kernels);
    level->kinds = status == gel_success ? kinds : 0;
    for (int k = 0; k < gel_twoLevelKernelCount && status == gel_success; k++)
        while ((level->kernels[k].workGroupSize & (level->kernels[k].workGroupSize - 1)) != 0)
            level->kernels[k].workGroupSize &= level->kernels[k].workGroupSize - 1; // a power of two
    return status;
}

static void countWork(gelDeviceTwoLevel* level, int lanes, const gelTwoLevelList* list)
{
    int columns = list->aggregateCount * (level_columns / lanes), slots = list->slotCount / lanes;
    int* counts = level->counts;
    counts[gel_kernelPlace] = counts[gel_kernelBegin] = counts[gel_kernelSmooth] = counts[gel_kernelProlong] =
        counts[gel_kernelFinish] = slots;
    counts[gel_kernelProject] = list->partCount / lanes;
    counts[gel_kernelMultiply] = list->chunkCount * part_records * (lanes > 1 ? 1 : part_numbers);
    counts[gel_kernelAdd] = list->blockCount * part_numbers * part_numbers / lanes;
    counts[gel_kernelAssemble] = list->blockCount * aggregate_unknowns;
    counts[gel_kernelRestrict] = counts[gel_kernelWeighColumns] = columns;
    counts[gel_kernelFactor] = list->bodyCount * (int)level->kernels[gel_kernelFactor].workGroupSize;
    counts[gel_kernelSolve] = list->bodyCount * (int)level->kernels[gel_kernelSolve].workGroupSize;
    counts[gel_kernelWeighBodies] = list->bodyCount;
    for (int kind = 0; kind < constraint_kinds; kind++)
        counts[gel_kernelRows + kind] = counts[gel_kernelApply + kind] = list->kinds[kind].count / lanes;
}

gelStatus gelSetDeviceTwoLevel(gelDeviceTwoLevel* level, const gelOpencl* opencl, const gelDeviceState* state,
                               const gelTwoLevelList* list, uint64_t* bytes)
{
    int* vertices = gelAllocate((size_t)list->slotCount, sizeof *vertices);
    level->cycles = 0;
    if (vertices == NULL)
        return gelFailMemory((size_t)list->slotCount, sizeof *vertices);
    gelToOffsets(list->vertices, state->places, list->slotCount, vertices);
#define CONTENT(member, type, count, content)                                                                \
    [two_level_buffer_##member] = {true, (size_t)(count) * sizeof(type), content},
    const gelBufferContent contents[two_level_buffer_count] = {TWO_LEVEL_BUFFERS(CONTENT)};
#undef CONTENT
    gelStatus status = gelWriteContents(opencl, contents, two_level_buffer_count, true, bytes, level->buffers,
                                        "writing the bodies of the two-level solver");
    gelFree(vertices);
    countWork(level, opencl->lanes, list);
    level->slotCount = list->slotCount;
    level->partCount = list->partCount;
    level->cycles = status == gel_success ? list->cycles : 0;
    return status;
}

// A step that is being launched.
typedef struct Run {
    const gelDeviceTwoLevel* level;
    const gelOpencl* opencl;
    const gelDeviceState* state;
    StepParameters step;
    cl_int cycle;
    int* launches;
    gelStatus status;
} Run;

// Whether a kernel counts what its lanes do, not its work-items.
static bool takesLanes(int kernel)
{
    return kernel == gel_kernelPlace || kernel == gel_kernelBegin || kernel == gel_kernelProject ||
           kernel == gel_kernelAdd || kernel == gel_kernelSmooth || kernel == gel_kernelProlong ||
           kernel == gel_kernelFinish || kernel >= gel_kernelRows;
}

static void launch(Run* run, int kernel)
{
    const gelDeviceTwoLevel* level = run->level;
    const gelGroupKernel* handle = &level->kernels[kernel];
    cl_mem buffers[two_level_buffer_count + 2] = {NULL};
    cl_int count = level->counts[kernel];
    if (run->status != gel_success || count == 0)
        return;
    gelListHandles(level->buffers, two_level_buffer_count, buffers);
    buffers[two_level_buffer_count] = run->state->position;
    buffers[two_level_buffer_count + 1] = run->state->velocity;
    cl_int error = gelSetBuffers(handle->kernel, buffers, two_level_buffer_count + 2, 0);
    if (error != CL_SUCCESS) {
        run->status = gelFailCl("setting kernel arguments", error);
        return;
    }
    cl_int items = takesLanes(kernel) ? count * run->opencl->lanes : count;
    const gelArgument numbers[] = {GEL_ARGUMENT(level->slotCount), GEL_ARGUMENT(level->partCount),
                                   GEL_ARGUMENT(items), GEL_ARGUMENT(run->cycle), GEL_ARGUMENT(run->step)};
    run->status =
        gelLaunch(run->opencl, handle->kernel, gelStageText(gel_stageTwoLevel, gel_distanceConstraint),
                  numbers, 5, two_level_buffer_count + 2, (size_t)count, handle->workGroupSize);
    *run->launches += 1;
}

static void launchKinds(Run* run, int first)
{
    for (int kind = 0; kind < constraint_kinds; kind++)
        launch(run, first + kind);
}

gelStatus gelRunDeviceTwoLevel(const gelDeviceTwoLevel* level, const gelOpencl* opencl,
                               const gelDeviceState* state, const gelStepParameters* parameters,
                               int* launches)
{
    Run run = {level, opencl, state, gelRoundStep(parameters), 0, launches, gel_success};
    if (level->cycles == 0)
        return gel_success;
    launch(&run, gel_kernelPlace);
    launchKinds(&run, gel_kernelRows);
    launch(&run, gel_kernelBegin);
    launch(&run, gel_kernelProject);
    launch(&run, gel_kernelMultiply);
    launch(&run, gel_kernelAdd);
    launch(&run, gel_kernelAssemble);
    launch(&run, gel_kernelFactor);
    for (run.cycle = 0; run.cycle < level->cycles; run.cycle++) {
        launchKinds(&run, gel_kernelApply);
        if (run.cycle > 0) {
            launch(&run, gel_kernelSmooth);
            launchKinds(&run, gel_kernelApply);
        }
        launch(&run, gel_kernelRestrict);
        launch(&run, gel_kernelSolve);
        launch(&run, gel_kernelProlong);
    }
    launch(&run, gel_kernelWeighColumns);
    launch(&run, gel_kernelWeighBodies);
    launch(&run, gel_kernelFinish);
    return run.status;
}
