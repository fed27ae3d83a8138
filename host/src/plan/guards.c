#include "plan/guards.h"
#include "plan/tearing.h"

#include <math.h>

double gelLeastVolume(const gelBody* body, int tet)
{
    const gelTetMesh mesh = gelRestMesh(body);
    const int* ends = mesh.tets + 4 * (size_t)tet;
    double squares = 0.0, vector[3];
    for (int e = 0; e < 6; e++) {
        double length = body->scale * gelMeasureEdge(mesh.positions, ends[gelTetEdges[e][0]],
                                                     ends[gelTetEdges[e][1]], vector);
        squares += length * length / 6.0;
    }
    return 0.05 * gelRestVolume(body, tet) - 0.002 * (squares * sqrt(squares));
}

// None of a body that tears: torn tets are wrong and stay so.
static int chunksOf(const gelBody* body)
{
    return gelMayHaveTorn(body) ? 0 : (body->shape->mesh.tetCount + tet_chunk - 1) / tet_chunk;
}

// Chunks of tets end in those of a vertex alone, which are never wrong.
static void addTets(const gelBody* body, int firstChunk, gelTwoLevelList* list)
{
    const gelTetMesh* mesh = &body->shape->mesh;
    for (int i = 0; i < chunksOf(body) * tet_chunk; i++) {
        int chunk = firstChunk + i / tet_chunk;
        bool isThere = i < mesh->tetCount;
        for (int k = 0; k < max_vertices; k++)
            list->tets[(max_vertices * chunk + k) * tet_chunk + i % tet_chunk] =
                body->firstVertex + (isThere ? mesh->tets[4 * (size_t)i + (size_t)k] : 0);
        list->leastVolumes[chunk * tet_chunk + i % tet_chunk] =
            isThere ? (float)(6.0 * gelLeastVolume(body, i)) : -1.0f;
    }
}

// Constraints of a kind, and aggregates, stand body by body, but not in the order of the bodies.
static void addRanges(gelTwoLevelList* list)
{
    for (int a = 0; a < list->aggregateCount; a++) {
        const Aggregate* aggregate = &list->aggregates[a];
        LevelGuard* guard = &list->guards[aggregate->guard];
        guard->first_slot = guard->end_slot == 0 ? aggregate->first_slot : guard->first_slot;
        guard->end_slot = aggregate->end_slot;
    }
    for (int kind = 0; kind < constraint_kinds; kind++)
        for (int i = 0; i < list->kinds[kind].count; i++) {
            const int slot = list->ends[list->kinds[kind].first_slot + i] / 4;
            if (slot == list->slotCount) // padding
                continue;
            LevelGuard* guard =
                &list->guards[list->aggregates[list->groups[slot / level_columns].aggregate].guard];
            guard->first[kind] = guard->end[kind] == 0 ? i : guard->first[kind];
            guard->end[kind] = i + 1;
        }
}

gelStatus gelAddGuards(const gelPlan* plan, gelTwoLevelList* list)
{
    for (int b = 0; b < plan->bodyCount; b++)
        list->tetCount += chunksOf(plan->bodies[b]) * tet_chunk;
    list->guards = gelAllocate((size_t)plan->bodyCount, sizeof *list->guards);
    list->tets = gelAllocate((size_t)list->tetCount, max_vertices * sizeof *list->tets);
    list->leastVolumes = gelAllocate((size_t)list->tetCount, sizeof *list->leastVolumes);
    if (list->guards == NULL || list->tets == NULL || list->leastVolumes == NULL)
        return gelFailMemory((size_t)list->tetCount, (max_vertices + 1) * sizeof *list->tets);
    int chunk = 0;
    for (int b = 0; b < plan->bodyCount; b++) {
        const gelBody* body = plan->bodies[b];
        list->guards[b] =
            (LevelGuard){.turn = gelTurnOf(body), .first_chunk = chunk, .end_chunk = chunk + chunksOf(body)};
        list->guardedCount += list->guards[b].turn == level_guarded;
        addTets(body, chunk, list);
        chunk += chunksOf(body);
    }
    addRanges(list);
    return gel_success;
}
