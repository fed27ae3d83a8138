#include "opencl/patch.h"
#include "opencl/constraint_tables.h"
#include "opencl/error.h"
#include "opencl/launch.h"
#include "opencl/parameters.h"

#include <string.h>

enum { placeOfCopies = 12, placeOfNumbers = 14, numberCount = 3, placeOfPlaces = 17 }; // among the arguments

static const char* const kernelName = "step_patches";

// With vectors a work-group is one work-item. With scalars it is about as large as the colours of a patch.
gelStatus gelOpenPatches(const gelOpencl* opencl, size_t workGroupSize, gelPatches* patches)
{
    bool isGpu = opencl->info.kind == gel_deviceGpu;
    size_t size = opencl->lanes > 1 ? 1 : workGroupSize > 0 ? workGroupSize : isGpu ? 128 : 16;
    *patches = (gelPatches){0};
    return gelOpenKernel(opencl, kernelName, size, &patches->kernel);
}

void gelClearPatches(gelPatches* patches)
{
    cl_mem* buffers[] = {&patches->copies[0],  &patches->copies[1],    &patches->motion,  &patches->patches,
                         &patches->groups,     &patches->indices,      &patches->numbers, &patches->entries,
                         &patches->goalStarts, &patches->goalVertices, &patches->goals};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        gelReleaseBuffer(buffers[i]);
    gelFree(patches->firstCopies);
    gelFree(patches->copyStarts);
    gelFree(patches->copiesOf);
    gelFree(patches->startsOut);
    gelFree(patches->verticesOut);
    gelFree(patches->goalsOut);
    *patches = (gelPatches){.kernel = patches->kernel};
}

void gelClosePatches(gelPatches* patches)
{
    gelClearPatches(patches);
    if (patches->kernel.kernel != NULL)
        clReleaseKernel(patches->kernel.kernel);
    *patches = (gelPatches){0};
}

static gelStatus checkLocalMemory(const gelOpencl* opencl, const gelPatchPlan* plan)
{
    uint64_t needed = (uint64_t)plan->mostVertices * sizeof(cl_float4), there = opencl->info.localMemory;
    if (opencl->lanes > 1 || needed <= there)
        return gel_success;
    return gelFail(
        gel_unsupported,
        "a patch of %d vertices needs %llu bytes of local memory, %s has %llu: choose a smaller patch size, "
        "%llu always fits",
        plan->mostVertices, (unsigned long long)needed, opencl->info.name, (unsigned long long)there,
        (unsigned long long)(there / sizeof(cl_float4)));
}

// Converts a plan's patches to the form that the kernel reads.
typedef struct Arrays {
    gelConstraintArrays constraints;
    Patch* patches;
    PatchGroup* groups;
    PatchEntry* entries;
    int groupCount;
} Arrays;

static void clearArrays(Arrays* arrays)
{
    gelClearConstraintArrays(&arrays->constraints);
    gelFree(arrays->patches);
    gelFree(arrays->groups);
    gelFree(arrays->entries);
}

static gelStatus addPatch(const gelPatch* from, Patch* patch, Arrays* arrays)
{
    gelStatus status = gel_success;
    *patch = (Patch){.vertex_count = from->vertexCount,
                     .group_count = from->groupCount,
                     .first_group = arrays->groupCount};
    for (int g = 0; g < from->groupCount && status == gel_success; g++) {
        const gelPatchGroup* group = &from->groups[g];
        const int* list = from->lists + group->firstList;
        int padded = gelPadToLanes(group->count), vertices = 0, copies = 0;
        status = gelAddOffsets(&arrays->constraints, list, from->places, padded, &vertices);
        if (status == gel_success && group->copyCount > 1)
            status =
                gelAddOffsets(&arrays->constraints, list + padded, NULL, padded * group->copyCount, &copies);
        arrays->groups[arrays->groupCount++] =
            (PatchGroup){group->firstVertex, group->count, group->copyCount, group->owned, vertices};
    }
    return status == gel_success
               ? gelAddConstraints(&arrays->constraints, from->constraints, NULL, patch->constraints)
               : status;
}

static gelStatus fillArrays(const gelPatchPlan* plan, Arrays* arrays)
{
    size_t groupCount = 0;
    for (int p = 0; p < plan->patchCount; p++)
        groupCount += (size_t)plan->patches[p].groupCount;
    arrays->patches = gelAllocate((size_t)plan->patchCount, sizeof *arrays->patches);
    arrays->groups = gelAllocate(groupCount, sizeof *arrays->groups);
    arrays->entries = gelAllocate((size_t)plan->entryCount, sizeof *arrays->entries);
    if (arrays->patches == NULL || arrays->groups == NULL || arrays->entries == NULL)
        return gelFailMemory(groupCount + (size_t)plan->entryCount, sizeof *arrays->groups);
    gelStatus status = gel_success;
    for (int p = 0; p < plan->patchCount && status == gel_success; p++)
        status = addPatch(&plan->patches[p], &arrays->patches[p], arrays);
    for (int e = 0; e < plan->entryCount; e++) {
        const gelPatchEntry* entry = &plan->entries[e];
        arrays->entries[e] =
            (PatchEntry){entry->patch, entry->bodyFirstVertex, entry->bodyFirstCopy, entry->firstCopy};
    }
    return status;
}

// Locates the copies of each vertex of the world; those that own a vertex list all of them.
static void listCopies(gelPatches* patches, const gelPlan* plan, bool fill)
{
    for (int e = 0; e < plan->patches.entryCount; e++) {
        const gelPatchEntry* entry = &plan->patches.entries[e];
        const gelPatch* patch = &plan->patches.patches[entry->patch];
        patches->firstCopies[e] = entry->firstCopy;
        for (const gelPatchGroup* group = patch->groups; group < patch->groups + patch->groupCount; group++) {
            int padded = gelPadToLanes(group->count);
            const int* list = patch->lists + group->firstList;
            for (int i = 0; group->owned && i < group->count; i++) {
                int* start = &patches->copyStarts[entry->bodyFirstVertex + list[i]];
                for (int k = 0; k < group->copyCount && fill; k++)
                    patches->copiesOf[*start + k] = group->copyCount > 1
                                                        ? entry->bodyFirstCopy + list[(k + 1) * padded + i]
                                                        : entry->firstCopy + group->firstVertex + i;
                if (!fill)
                    start[1] = group->copyCount;
            }
        }
    }
    for (int v = 0; v < plan->vertexCount && !fill; v++)
        patches->copyStarts[v + 1] += patches->copyStarts[v];
}

static gelStatus prepareGoals(gelPatches* patches, const gelPlan* plan)
{
    size_t entryCount = (size_t)plan->patches.entryCount,
           mostGoals = (size_t)GEL_MAXIMUM_GOALS * (size_t)plan->patches.mostCopies;
    patches->firstCopies = gelAllocate(entryCount + 1, sizeof(int));
    patches->copyStarts = gelAllocate((size_t)plan->vertexCount + 1, sizeof(int));
    patches->copiesOf = gelAllocate((size_t)plan->patches.copyCount, sizeof(int));
    patches->startsOut = gelAllocate(entryCount + 1, sizeof(int));
    patches->verticesOut = gelAllocate(mostGoals, sizeof(int));
    patches->goalsOut = gelAllocate(mostGoals, sizeof(cl_float4));
    if (patches->firstCopies == NULL || patches->copyStarts == NULL || patches->copiesOf == NULL ||
        patches->startsOut == NULL || patches->verticesOut == NULL || patches->goalsOut == NULL)
        return gelFailMemory((size_t)plan->patches.copyCount, sizeof(cl_float4));
    patches->firstCopies[entryCount] = plan->patches.copyCount;
    listCopies(patches, plan, false);
    listCopies(patches, plan, true);
    return gel_success;
}

static gelStatus createBuffers(gelPatches* patches, const gelOpencl* opencl, const gelPatchPlan* plan,
                               const Arrays* arrays, uint64_t* bytes)
{
    size_t copies = (size_t)plan->copyCount * sizeof(cl_float4), entries = (size_t)plan->entryCount,
           mostGoals = (size_t)GEL_MAXIMUM_GOALS * (size_t)plan->mostCopies;
    const gelConstraintArrays* constraints = &arrays->constraints;
    const struct {
        cl_mem* buffer;
        const void* content;
        size_t size;
    } rows[] = {
        {&patches->copies[0], NULL, copies},
        {&patches->copies[1], NULL, copies},
        {&patches->motion, NULL, (size_t)plan->copyCount * motion_components * sizeof(float)},
        {&patches->patches, arrays->patches, (size_t)plan->patchCount * sizeof(Patch)},
        {&patches->groups, arrays->groups, (size_t)arrays->groupCount * sizeof(PatchGroup)},
        {&patches->indices, constraints->indices, (size_t)constraints->indexCount * sizeof(int)},
        {&patches->numbers, constraints->numbers, (size_t)constraints->numberCount * sizeof(float)},
        {&patches->entries, arrays->entries, entries * sizeof(PatchEntry)},
        {&patches->goalStarts, NULL, (entries + 1) * sizeof(int)},
        {&patches->goalVertices, NULL, mostGoals * sizeof(int)},
        {&patches->goals, NULL, mostGoals * sizeof(cl_float4)},
    };
    gelStatus status = gel_success;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == gel_success; i++)
        status = gelCreateBuffer(opencl, rows[i].size, rows[i].content, bytes, rows[i].buffer);
    return status;
}

void gelSwapPatchKernels(gelPatches* a, gelPatches* b)
{
    gelFrameKernel kept = a->kernel;
    a->kernel = b->kernel;
    b->kernel = kept;
}

gelStatus gelBindPatches(const gelPatches* patches, const gelOpencl* opencl, const gelDeviceState* state)
{
    if (patches->entryCount == 0)
        return gel_success;
    cl_mem buffers[placeOfCopies] = {state->position,     state->predicted,      state->velocity,
                                     patches->motion,     patches->patches,      patches->groups,
                                     patches->indices,    patches->numbers,      patches->entries,
                                     patches->goalStarts, patches->goalVertices, patches->goals};
    cl_int error = gelSetBuffers(patches->kernel.kernel, buffers, placeOfCopies, 0);
    if (error == CL_SUCCESS && opencl->lanes == 1)
        error = clSetKernelArg(patches->kernel.kernel, placeOfPlaces, patches->localBytes, NULL);
    return error == CL_SUCCESS ? gel_success : gelFailCl("setting kernel arguments", error);
}

gelStatus gelPlanPatches(gelPatches* patches, const gelOpencl* opencl, const gelPlan* plan,
                         const gelDeviceState* state, uint64_t* bytes)
{
    const gelPatchPlan* patchPlan = &plan->patches;
    Arrays arrays = {.groupCount = 0};
    gelClearPatches(patches);
    if (patchPlan->entryCount == 0)
        return gel_success;
    gelStatus status = checkLocalMemory(opencl, patchPlan);
    if (status == gel_success)
        status = fillArrays(patchPlan, &arrays);
    if (status == gel_success)
        status = prepareGoals(patches, plan);
    if (status == gel_success)
        status = createBuffers(patches, opencl, patchPlan, &arrays, bytes);
    if (status == gel_success) {
        patches->entryCount = patchPlan->entryCount;
        patches->localBytes = (size_t)patchPlan->mostVertices * sizeof(cl_float4);
        status = gelBindPatches(patches, opencl, state);
    }
    clearArrays(&arrays);
    return status;
}

static int entryOf(const gelPatches* patches, int copy)
{
    int low = 0, high = patches->entryCount - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (patches->firstCopies[middle] <= copy)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// One goal per copy of its vertex, sorted by entry: counted first, then placed.
static void sortGoals(gelPatches* patches, const gelVertexGoal* goals, int count)
{
    int* starts = patches->startsOut;
    memset(starts, 0, ((size_t)patches->entryCount + 1) * sizeof *starts);
    for (int i = 0; i < count; i++)
        for (int c = patches->copyStarts[goals[i].vertex]; c < patches->copyStarts[goals[i].vertex + 1]; c++)
            starts[entryOf(patches, patches->copiesOf[c])]++;
    for (int e = 0; e < patches->entryCount; e++)
        starts[e + 1] += starts[e];
    patches->goalCount = starts[patches->entryCount];
    for (int i = 0; i < count; i++)
        for (int c = patches->copyStarts[goals[i].vertex]; c < patches->copyStarts[goals[i].vertex + 1];
             c++) {
            int copy = patches->copiesOf[c], entry = entryOf(patches, copy), place = --starts[entry];
            const float* x = goals[i].position;
            patches->verticesOut[place] = copy - patches->firstCopies[entry];
            patches->goalsOut[place] = (cl_float4){{x[0], x[1], x[2], goals[i].stiffness}};
        }
}

gelStatus gelSetPatchGoals(gelPatches* patches, const gelOpencl* opencl, const gelVertexGoal* goals,
                           int count)
{
    if (patches->entryCount == 0)
        return gel_success;
    sortGoals(patches, goals, count);
    size_t goalCount = (size_t)patches->goalCount;
    const struct {
        cl_mem buffer;
        const void* content;
        size_t size;
    } rows[] = {{patches->goalStarts, patches->startsOut, ((size_t)patches->entryCount + 1) * sizeof(int)},
                {patches->goalVertices, patches->verticesOut, goalCount * sizeof(int)},
                {patches->goals, patches->goalsOut, goalCount * sizeof(cl_float4)}};
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < 3 && error == CL_SUCCESS && goalCount > 0; i++)
        error = clEnqueueWriteBuffer(opencl->queue, rows[i].buffer, CL_TRUE, 0, rows[i].size, rows[i].content,
                                     0, NULL, NULL);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the goals of patches", error);
}

// `turn` selects which of the two arrays of copies is read, and which written.
static gelStatus launch(const gelPatches* patches, const gelOpencl* opencl, const StepParameters* step,
                        int goalCount, int turn, int tasks)
{
    cl_mem copies[2] = {patches->copies[turn % 2], patches->copies[1 - turn % 2]};
    const gelArgument arguments[numberCount] = {GEL_ARGUMENT(*step), GEL_ARGUMENT(goalCount),
                                                GEL_ARGUMENT(tasks)};
    cl_int error = gelSetBuffers(patches->kernel.kernel, copies, 2, placeOfCopies);
    if (error != CL_SUCCESS)
        return gelFailCl("setting kernel arguments", error);
    return gelLaunch(opencl, patches->kernel.kernel, kernelName, arguments, numberCount, placeOfNumbers,
                     (size_t)patches->entryCount * patches->kernel.workGroupSize,
                     patches->kernel.workGroupSize);
}

gelStatus gelRunPatches(const gelPatches* patches, const gelOpencl* opencl,
                        const gelStepParameters* parameters, gelOptionalStages optional, int substepCount,
                        int* launches)
{
    StepParameters step = gelRoundStep(parameters);
    int goalCount = optional.goals ? patches->goalCount : 0;
    gelStatus status = gel_success;
    for (int turn = 0; turn <= substepCount && patches->entryCount > 0 && status == gel_success; turn++) {
        int tasks = turn == 0              ? patch_from_world | patch_begin | patch_sweep
                    : turn == substepCount ? patch_end | patch_to_world
                                           : patch_end | patch_begin | patch_sweep;
        status = launch(patches, opencl, &step, goalCount, turn, tasks);
        *launches += 1;
    }
    return status;
}

gelStatus gelSweepPatches(const gelPatches* patches, const gelOpencl* opencl,
                          const gelStepParameters* parameters)
{
    StepParameters step = gelRoundStep(parameters);
    gelStatus status = launch(patches, opencl, &step, 0, 0, patch_from_world | patch_sweep);
    return status == gel_success ? launch(patches, opencl, &step, 0, 1, patch_to_world) : status;
}
