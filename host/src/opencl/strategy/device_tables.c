#include "opencl/strategy/device_tables.h"
#include "opencl/runtime/buffer.h"
#include "plan/kinds.h"
#include "plan/phases.h"
#include "plan/ranks.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Numbers the vertices of a tile as its constraints shall refer to them: as in the body, or from 0, with a list
// of them.
static gelStatus numberVertices(gelTables* tables, const gelShape* shape, const gelPhase* phase, int index,
                                bool fromZero, int* numbers, Tile* tile)
{
    const int* starts = phase->tiling->vertexStarts + phase->firstTile + index;
    const int* vertices = phase->tiling->vertices + starts[0];
    tile->vertex_count = starts[1] - starts[0];
    tile->first_vertex = shape->places[vertices[0]];
    for (int i = 0; i < tile->vertex_count; i++)
        numbers[vertices[i]] = fromZero ? i : shape->places[vertices[i]];
    return fromZero
               ? gelAddPlaces(&tables->arrays, vertices, shape->places, tile->vertex_count, &tile->first_list)
               : gel_success;
}

// Marks the tiles of a phase that are solved here, for one body of the class: elsewhere other ranks do it.
static void markSolvedHere(const gelSchedule* schedule, const gelPlan* plan, int class, int phase,
                           int tileCount, bool* isSolved)
{
    for (int t = 0; t < tileCount; t++)
        isSolved[t] = plan->ranks == NULL;
    for (int b = 0; b < plan->bodyCount && plan->ranks != NULL; b++)
        for (int t = 0; t < tileCount && schedule->classOf[b] == class; t++)
            isSolved[t] =
                isSolved[t] || gelRankTilesOf(plan->ranks, phase, plan->bodies[b])[t].rank == plan->rank;
}

static gelStatus addTile(gelTables* tables, const gelBody* body, const gelPhase* phase, int index,
                         bool fromZero, int* numbers)
{
    Tile* tile = &tables->tiles[tables->tileCount++];
    gelPlanConstraints lists[constraint_kinds] = {{0}};
    gelStatus status = numberVertices(tables, body->shape, phase, index, fromZero, numbers, tile);
    for (int kind = 0; kind < constraint_kinds && status == gel_success; kind++)
        status = gelListTile(body, phase, index, kind, &lists[kind]);
    if (status == gel_success)
        status = gelAddConstraints(&tables->arrays, lists, numbers, tile->constraints);
    for (int kind = 0; kind < constraint_kinds; kind++)
        gelClearPlanConstraints(&lists[kind]);
    return status;
}

// Makes room in the arrays for the tiles of a phase.
static gelStatus reservePhase(gelTables* tables, const gelBody* body, const gelPhase* phase, bool fromZero)
{
    const int* starts = phase->tiling->vertexStarts + phase->firstTile;
    int64_t indices = fromZero ? starts[phase->tileCount] - starts[0] : 0, numbers = 0;
    for (int tile = 0; tile < phase->tileCount; tile++)
        for (int kind = 0; kind < constraint_kinds; kind++) {
            gelTileColours colours = gelGetTileColours(body, phase, tile, kind);
            int colourCount = colours.end - colours.first;
            int64_t slots = 0;
            for (int c = 0; c < colourCount; c++)
                slots += gelCountSlots(gelGetColour(&colours, c).count);
            indices += gelKinds[kind].arity * slots + 2 * (int64_t)colourCount;
            numbers += gelKinds[kind].valueCount * slots;
        }
    return gelGrowArrays(&tables->arrays, indices, numbers);
}

// The tiles of one body of a class, by its own vertex numbers. With scalars the kernel of the strategy tiles
// has a copy of each tile's vertices.
static gelStatus addClass(gelTables* tables, const gelSchedule* schedule, const gelPlan* plan, int lanes,
                          int index)
{
    const gelBodyClass* class = &schedule->classes[index];
    gelBody body = *class->example;
    bool fromZero = class->strategy == gel_strategyTiles && lanes == 1;
    int vertexCount = body.shape->mesh.vertexCount, tileCount = class->tiles.body.tiles;
    body.firstVertex = 0;
    tables->classes[index] = (BodyClass){vertexCount, tables->tileCount, tileCount};
    int* numbers = gelAllocate((size_t)vertexCount, sizeof *numbers);
    bool* isSolved = gelAllocate((size_t)tileCount, sizeof *isSolved);
    Tile* tiles = gelResize(tables->tiles, (size_t)(tables->tileCount + tileCount), sizeof *tiles);
    if (tiles != NULL)
        tables->tiles = tiles;
    gelStatus status = numbers != NULL && isSolved != NULL && tiles != NULL
                           ? gel_success
                           : gelFailMemory((size_t)vertexCount, sizeof *numbers);
    for (int p = 0; p < class->tiles.phaseCount && status == gel_success; p++) {
        gelPhase phase = gelGetPhase(&body, p);
        status = reservePhase(tables, &body, &phase, fromZero);
        markSolvedHere(schedule, plan, index, p, phase.tileCount, isSolved);
        for (int t = 0; t < phase.tileCount && status == gel_success; t++)
            if (isSolved[t])
                status = addTile(tables, &body, &phase, t, fromZero, numbers);
            else
                tables->tiles[tables->tileCount++] = (Tile){0};
    }
    gelFree(isSolved);
    gelFree(numbers);
    return status;
}

typedef struct SortKey {
    int64_t cost;
    int body;
} SortKey;

static int compareKeys(const void* a, const void* b)
{
    const SortKey *p = a, *q = b;
    if (p->cost != q->cost)
        return p->cost > q->cost ? -1 : 1;
    return p->body < q->body ? -1 : p->body > q->body;
}

static bool isLeftOut(const gelTables* tables, const gelBody* body)
{
    return tables->awakeOnly && body->island != 0;
}

static gelStatus listBodies(gelTables* tables, const gelSchedule* schedule, gelBody* const* bodies,
                            int bodyCount)
{
    size_t count = (size_t)schedule->bodyCounts[gel_strategyBody];
    SortKey* keys = gelAllocate(count, sizeof *keys);
    tables->bodyCount = 0;
    tables->bodies = gelAllocate(count, sizeof *tables->bodies);
    if (keys == NULL || tables->bodies == NULL) {
        gelFree(keys);
        return gelFailMemory(count, sizeof *keys);
    }
    for (int b = 0; b < bodyCount; b++) {
        const gelBodyClass* class = &schedule->classes[schedule->classOf[b]];
        if (class->strategy != gel_strategyBody || isLeftOut(tables, bodies[b]))
            continue;
        int vertexCount = class->example->shape->mesh.vertexCount;
        tables->largestBody = vertexCount > tables->largestBody ? vertexCount : tables->largestBody;
        keys[tables->bodyCount++] = (SortKey){class->constraintCount, b};
    }
    qsort(keys, (size_t)tables->bodyCount, sizeof *keys, compareKeys);
    for (int i = 0; i < tables->bodyCount; i++)
        tables->bodies[i] = (BodyEntry){schedule->classOf[keys[i].body], bodies[keys[i].body]->firstVertex};
    gelFree(keys);
    return gel_success;
}

// The entries of one ensemble class. With one lane the bodies are interleaved in scratch memory, so that
// neighbouring work-items read neighbouring numbers.
static void addEntries(gelTables* tables, const gelSchedule* schedule, int class, gelBody* const* bodies,
                       int bodyCount, const gelOpencl* opencl)
{
    const gelBodyClass* c = &schedule->classes[class];
    int reals = ensemble_components * c->example->shape->mesh.vertexCount, lanes = opencl->lanes, lane = 0;
    int64_t start = tables->scratchReals;
    EnsembleEntry* first = tables->entries + tables->entryCount;
    for (int b = 0; b < bodyCount; b++) {
        if (schedule->classOf[b] != class || isLeftOut(tables, bodies[b]))
            continue;
        if (lane == 0)
            tables->entries[tables->entryCount++] = (EnsembleEntry){.body_class = class};
        tables->firstVertices[(tables->entryCount - 1) * lanes + lane] = 4 * bodies[b]->firstVertex;
        lane = (lane + 1) % lanes;
    }
    for (; lane > 0 && lane < lanes; lane++) { // repeat the last body
        int* place = &tables->firstVertices[(tables->entryCount - 1) * lanes + lane];
        *place = place[-1];
    }
    int entryCount = (int)(tables->entries + tables->entryCount - first);
    for (int e = 0; e < entryCount; e++) {
        first[e].first_real = (int)(start + (lanes == 1 ? e : (int64_t)e * reals));
        first[e].stride = lanes == 1 ? entryCount : 1;
    }
    tables->scratchReals = start + (int64_t)entryCount * reals;
}

static gelStatus listEnsembles(gelTables* tables, const gelSchedule* schedule, gelBody* const* bodies,
                               int bodyCount, const gelOpencl* opencl)
{
    size_t max = (size_t)(schedule->bodyCounts[gel_strategyEnsemble] / opencl->lanes + schedule->classCount);
    tables->entryCount = 0;
    tables->scratchReals = 0;
    tables->entries = gelAllocate(max, sizeof *tables->entries);
    tables->firstVertices = gelAllocate(max * (size_t)opencl->lanes, sizeof *tables->firstVertices);
    if (tables->entries == NULL || tables->firstVertices == NULL)
        return gelFailMemory(max, sizeof *tables->entries);
    for (int c = 0; c < schedule->classCount; c++)
        if (schedule->classes[c].strategy == gel_strategyEnsemble)
            addEntries(tables, schedule, c, bodies, bodyCount, opencl);
    return tables->scratchReals <= INT_MAX
               ? gel_success
               : gelFail(gel_unsupported,
                         "too many bodies for the strategy ensemble: choose body or perColour");
}

gelStatus gelBuildTables(const gelSchedule* schedule, const gelPlan* plan, const gelOpencl* opencl,
                         gelTables* tables)
{
    *tables = (gelTables){.classCount = schedule->classCount};
    tables->classes = gelAllocate((size_t)schedule->classCount, sizeof *tables->classes);
    gelStatus status = tables->classes != NULL
                           ? gel_success
                           : gelFailMemory((size_t)schedule->classCount, sizeof *tables->classes);
    for (int c = 0; c < schedule->classCount && status == gel_success; c++)
        if (schedule->classes[c].strategy != gel_strategyPerColour)
            status = addClass(tables, schedule, plan, opencl->lanes, c);
    if (status == gel_success)
        status = gelListTableBodies(tables, schedule, plan, opencl);
    if (status != gel_success)
        gelClearTables(tables);
    return status;
}

gelStatus gelListTableBodies(gelTables* tables, const gelSchedule* schedule, const gelPlan* plan,
                             const gelOpencl* opencl)
{
    gelClearTableBodies(tables);
    gelStatus status = listBodies(tables, schedule, plan->bodies, plan->bodyCount);
    return status == gel_success ? listEnsembles(tables, schedule, plan->bodies, plan->bodyCount, opencl)
                                 : status;
}

void gelClearTableBodies(gelTables* tables)
{
    gelFree(tables->bodies);
    gelFree(tables->entries);
    gelFree(tables->firstVertices);
    tables->bodies = NULL;
    tables->entries = NULL;
    tables->firstVertices = NULL;
}

void gelClearTables(gelTables* tables)
{
    gelFree(tables->classes);
    gelFree(tables->tiles);
    gelClearConstraintArrays(&tables->arrays);
    gelClearTableBodies(tables);
    *tables = (gelTables){0};
}
