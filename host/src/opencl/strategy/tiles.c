#include "opencl/strategy/tiles.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/parameters.h"
#include "opencl/runtime/wait.h"
#include "plan/phases.h"
#include "plan/ranks.h"

#include <stdlib.h>

enum { bufferCount = 10, numberCount = 6 }; // arguments

static const char* const kernelName = "step_tiles";

// With vectors a work-group is one work-item: the kernel relies on it.
gelStatus gelOpenTiles(const gelOpencl* opencl, size_t workGroupSize, gelTiles* tiles)
{
    size_t size = opencl->lanes > 1   ? 1
                  : workGroupSize > 0 ? workGroupSize
                                      : (size_t)opencl->row.body.workGroupSize;
    *tiles = (gelTiles){0};
    return gelOpenGroupKernel(opencl, kernelName, size, &tiles->kernel);
}

void gelClearTiles(gelTiles* tiles)
{
    gelReleaseBuffer(&tiles->entries);
    gelReleaseBuffer(&tiles->groupStarts);
    gelFree(tiles->firstGroups);
    tiles->firstGroups = NULL;
    tiles->launchCount = 0;
}

void gelCloseTiles(gelTiles* tiles)
{
    gelClearTiles(tiles);
    if (tiles->kernel.kernel != NULL)
        gelCl.clReleaseKernel(tiles->kernel.kernel);
    *tiles = (gelTiles){0};
}

// The work-groups of a launch: consecutive tiles of one body.
typedef struct Group {
    int64_t cost;
    int body, firstTile, tileCount;
    bool waits;
} Group;

// Sorts what waits last, and the most expensive first, so that they do not run alone at the end.
static int compareGroups(const void* a, const void* b)
{
    const Group *p = a, *q = b;
    if (p->waits != q->waits)
        return p->waits ? 1 : -1;
    if (p->cost != q->cost)
        return p->cost > q->cost ? -1 : 1;
    if (p->body != q->body)
        return p->body < q->body ? -1 : 1;
    return p->firstTile < q->firstTile ? -1 : p->firstTile > q->firstTile;
}

static int64_t costOf(const Tile* tile)
{
    int64_t cost = 0;
    for (int kind = 0; kind < constraint_kinds; kind++)
        cost += tile->constraints[kind].slot_count;
    return cost;
}

// Lists on the host while they grow.
typedef struct Lists {
    const gelSchedule* schedule;
    const gelPlan* plan;
    const gelTables* tables;
    Group* groups; // of one launch
    TileEntry* entries;
    int* groupStarts;
    int entryCount, groupCount; // of all launches
    int waitingStart;           // of the last launch: the first group that waits
} Lists;

// The groups of a body in a launch: one per tile of its phase, or one for all phases that are left, which the plan of a
// rank does not have.
static int addGroups(const Lists* lists, int body, int launch, Group* groups)
{
    const gelBodyClass* class = &lists->schedule->classes[lists->schedule->classOf[body]];
    const BodyClass* tables = &lists->tables->classes[lists->schedule->classOf[body]];
    int first = tables->first_tile, count = 0;
    bool isLeftOut = lists->tables->awakeOnly && lists->plan->bodies[body]->island != 0;
    if (class->strategy != gel_strategyTiles || launch >= class->tiles.launchCount || isLeftOut)
        return 0;
    for (int p = 0; p < launch; p++)
        first += gelGetPhase(class->example, p).tileCount;
    bool isLast = launch + 1 == class->tiles.launchCount;
    int end = isLast ? tables->first_tile + tables->tile_count
                     : first + gelGetPhase(class->example, launch).tileCount;
    const gelRankTile* shared = lists->plan->ranks != NULL
                                    ? gelRankTilesOf(lists->plan->ranks, launch, lists->plan->bodies[body])
                                    : NULL;
    bool isShared = isLast && class->tiles.launchCount < class->tiles.phaseCount;
    for (int tile = first; tile < end; tile++) {
        if (shared != NULL && shared[tile - first].rank != lists->plan->rank)
            continue;
        if (count == 0 || !isShared)
            groups[count++] = (Group){0, body, tile, 0, shared != NULL && shared[tile - first].waits};
        groups[count - 1].cost += costOf(&lists->tables->tiles[tile]);
        groups[count - 1].tileCount++;
    }
    return count;
}

static void addLaunch(Lists* lists, int launch)
{
    int count = 0;
    for (int b = 0; b < lists->plan->bodyCount; b++)
        count += addGroups(lists, b, launch, lists->groups + count);
    qsort(lists->groups, (size_t)count, sizeof *lists->groups, compareGroups);
    lists->waitingStart = lists->groupCount;
    for (int g = 0; g < count; g++) {
        const Group* group = &lists->groups[g];
        lists->waitingStart += !group->waits;
        for (int t = 0; t < group->tileCount; t++)
            lists->entries[lists->entryCount++] =
                (TileEntry){group->firstTile + t, lists->plan->bodies[group->body]->firstVertex};
        lists->groupStarts[++lists->groupCount] = lists->entryCount;
    }
}

static gelStatus fillLists(gelTiles* tiles, Lists* lists)
{
    int64_t tileCount = 0;
    for (int c = 0; c < lists->schedule->classCount; c++) {
        const gelBodyClass* class = &lists->schedule->classes[c];
        if (class->strategy != gel_strategyTiles)
            continue;
        tileCount += (int64_t) class->bodyCount * class->tiles.body.tiles;
        if (class->tiles.launchCount > tiles->launchCount)
            tiles->launchCount = class->tiles.launchCount;
    }
    lists->groups = gelAllocate((size_t)tileCount, sizeof *lists->groups);
    lists->entries = gelAllocate((size_t)tileCount, sizeof *lists->entries);
    lists->groupStarts = gelAllocate((size_t)tileCount + 1, sizeof *lists->groupStarts);
    gelFree(tiles->firstGroups);
    tiles->firstGroups = gelAllocate(2 * (size_t)tiles->launchCount + 1, sizeof *tiles->firstGroups);
    if (lists->groups == NULL || lists->entries == NULL || lists->groupStarts == NULL ||
        tiles->firstGroups == NULL)
        return gelFailMemory((size_t)tileCount, sizeof *lists->groups);
    for (int launch = 0; launch < tiles->launchCount; launch++) {
        addLaunch(lists, launch);
        tiles->firstGroups[2 * launch + 1] = lists->waitingStart;
        tiles->firstGroups[2 * launch + 2] = lists->groupCount;
    }
    return gel_success;
}

static void clearLists(Lists* lists)
{
    gelFree(lists->groups);
    gelFree(lists->entries);
    gelFree(lists->groupStarts);
}

static size_t largestTile(const gelSchedule* schedule)
{
    int largest = 0;
    for (int c = 0; c < schedule->classCount; c++)
        if (schedule->classes[c].strategy == gel_strategyTiles &&
            schedule->classes[c].tiles.largestTile > largest)
            largest = schedule->classes[c].tiles.largestTile;
    return (size_t)largest;
}

gelStatus gelPlanTiles(gelTiles* tiles, const gelOpencl* opencl, const gelSchedule* schedule,
                       const gelPlan* plan, const gelTables* tables, uint64_t* bytes)
{
    Lists lists = {.schedule = schedule, .plan = plan, .tables = tables};
    if (schedule->bodyCounts[gel_strategyTiles] == 0)
        return gel_success;
    tiles->localBytes = largestTile(schedule) * sizeof(cl_float4);
    gelStatus status = fillLists(tiles, &lists);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, (size_t)lists.entryCount * sizeof *lists.entries, lists.entries,
                                 bytes, &tiles->entries);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, (size_t)(lists.groupCount + 1) * sizeof *lists.groupStarts,
                                 lists.groupStarts, bytes, &tiles->groupStarts);
    clearLists(&lists);
    return status;
}

gelStatus gelListAwakeTiles(gelTiles* tiles, const gelOpencl* opencl, const gelSchedule* schedule,
                            const gelPlan* plan, const gelTables* tables)
{
    Lists lists = {.schedule = schedule, .plan = plan, .tables = tables};
    if (tiles->launchCount == 0)
        return gel_success;
    gelStatus status = fillLists(tiles, &lists);
    cl_int error = CL_SUCCESS;
    if (status == gel_success && lists.entryCount > 0)
        error = gelWriteBuffer(opencl, tiles->entries, (size_t)lists.entryCount * sizeof *lists.entries,
                               lists.entries);
    if (status == gel_success && error == CL_SUCCESS)
        error = gelWriteBuffer(opencl, tiles->groupStarts,
                               (size_t)(lists.groupCount + 1) * sizeof *lists.groupStarts, lists.groupStarts);
    clearLists(&lists);
    return error == CL_SUCCESS ? status : gelFailCl("writing the awake tiles", error);
}

gelStatus gelBindTiles(const gelTiles* tiles, const gelOpencl* opencl, const gelDeviceState* state,
                       const cl_mem tables[3])
{
    if (tiles->launchCount == 0)
        return gel_success;
    cl_mem buffers[bufferCount] = {state->position,     state->predicted, state->velocity, tables[0],
                                   tables[1],           tables[2],        tiles->entries,  tiles->groupStarts,
                                   state->goalVertices, state->goals};
    cl_int error = gelSetBuffers(tiles->kernel.kernel, buffers, bufferCount, 0);
    if (error == CL_SUCCESS)
        error = gelSetPlaces(opencl, tiles->kernel.kernel, bufferCount + numberCount, tiles->localBytes);
    return error == CL_SUCCESS ? gel_success : gelFailCl("setting kernel arguments", error);
}

gelStatus gelRunTilePhase(const gelTiles* tiles, const gelOpencl* opencl, const gelStepParameters* parameters,
                          int goalCount, int substep, int substepCount, int phase, gelPhasePart part,
                          int* launches)
{
    if (phase >= tiles->launchCount)
        return gel_success;
    StepParameters step = gelRoundStep(parameters);
    const int* starts = tiles->firstGroups + 2 * phase + (part == gel_waitingPart ? 1 : 0);
    int firstGroup = starts[0], groupCount = starts[part == gel_wholePhase ? 2 : 1] - firstGroup;
    if (groupCount == 0)
        return gel_success;
    *launches += 1;
    if (phase > 0 || substep == 0)
        goalCount =
            0; // goals follow the last phase; where the kernel finds that itself, PoCL 3.1 compiles it wrongly
    const gelArgument arguments[numberCount] = {GEL_ARGUMENT(step),         GEL_ARGUMENT(substep),
                                                GEL_ARGUMENT(substepCount), GEL_ARGUMENT(goalCount),
                                                GEL_ARGUMENT(firstGroup),   GEL_ARGUMENT(phase)};
    return gelLaunch(opencl, tiles->kernel.kernel, kernelName, arguments, numberCount, bufferCount,
                     (size_t)groupCount * tiles->kernel.workGroupSize, tiles->kernel.workGroupSize);
}

// The launch of the first phase begins a substep; one more ends the last, unless it `stops`.
gelStatus gelRunTiles(const gelTiles* tiles, const gelOpencl* opencl, const gelStepParameters* parameters,
                      int goalCount, int substepCount, bool stops, int* launches)
{
    gelStatus status = gel_success;
    int end = substepCount * tiles->launchCount + (stops ? 0 : 1);
    if (tiles->launchCount == 0)
        return status;
    for (int i = 0; i < end && status == gel_success; i++)
        status = gelRunTilePhase(tiles, opencl, parameters, goalCount, i / tiles->launchCount, substepCount,
                                 i % tiles->launchCount, gel_wholePhase, launches);
    return status;
}
