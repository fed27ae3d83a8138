// Cuts bodies into patches: the constraints and vertices of each, and the copies of each vertex.
#include "mesh/mesh.h"
#include "mesh/colouring.h"
#include "mesh/locality.h"
#include "plan/kinds.h"
#include "plan/patch_partition.h"
#include "plan/plan.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Temporary data for cutting one body.
typedef struct Cut {
    const gelBody* body;
    int* patchOfTet;
    int patchCount;
    int *starts[constraint_kinds], *items[constraint_kinds]; // constraints of each patch, in mesh order
    int *memberStarts, *members;                             // vertices of each patch
    int* copyStarts;                                         // [vertexCount + 1] into `copies`
    int* copies;   // numbers of the copies of each vertex, in the order of their patches
    int* localOf;  // [vertexCount]: a vertex's number in the patch that is being built
    int copyCount; // with padding
} Cut;

static void clearCut(Cut* cut)
{
    int* arrays[] = {cut->patchOfTet, cut->memberStarts, cut->members,
                     cut->copyStarts, cut->copies,       cut->localOf};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        gelFree(arrays[i]);
    for (int kind = 0; kind < constraint_kinds; kind++) {
        gelFree(cut->starts[kind]);
        gelFree(cut->items[kind]);
    }
}

static int* allocate(int count, gelStatus* status)
{
    int* array = gelAllocate((size_t)count, sizeof *array);
    if (array == NULL && *status == gel_success)
        *status = gelFailMemory((size_t)count, sizeof *array);
    return array;
}

// Sorts 0 to count - 1 by patch, keeping the order within each.
static gelStatus sortByPatch(const int* patchOf, int count, int patchCount, int** starts, int** sorted)
{
    gelStatus status = gel_success;
    int *first = allocate(patchCount + 2, &status), *items = allocate(count, &status);
    *starts = first;
    *sorted = items;
    if (status != gel_success)
        return status;
    for (int i = 0; i < count; i++)
        first[patchOf[i] + 2]++;
    for (int p = 0; p < patchCount; p++)
        first[p + 2] += first[p + 1];
    for (int i = 0; i < count; i++)
        items[first[patchOf[i] + 1]++] = i;
    return status;
}

// An edge belongs to the first patch with a tet that contains it. Edges are found by their smaller vertex.
static gelStatus assignEdges(const Cut* cut, int* patchOfEdge)
{
    const gelConstraintSet* edges = &cut->body->shape->constraints[constraint_distance];
    const gelTetMesh* mesh = &cut->body->shape->mesh;
    gelStatus status = gel_success;
    int *lower = allocate(edges->count, &status), *starts = NULL, *sorted = NULL;
    for (int e = 0; e < edges->count && status == gel_success; e++) {
        const int* edge = edges->vertices + 2 * (size_t)e;
        lower[e] = edge[0] < edge[1] ? edge[0] : edge[1];
        patchOfEdge[e] = INT_MAX;
    }
    if (status == gel_success)
        status = sortByPatch(lower, edges->count, mesh->vertexCount, &starts, &sorted);
    for (int i = 0; status == gel_success && i < 6 * mesh->tetCount; i++) {
        const int* tet = mesh->tets + i / 6 * 4;
        int a = tet[gelTetEdges[i % 6][0]], b = tet[gelTetEdges[i % 6][1]];
        int low = a < b ? a : b, high = a < b ? b : a, patch = cut->patchOfTet[i / 6];
        for (int j = starts[low]; j < starts[low + 1]; j++) {
            const int* edge = edges->vertices + 2 * (size_t)sorted[j];
            int* owner = &patchOfEdge[sorted[j]];
            if ((edge[0] == high || edge[1] == high) && patch < *owner)
                *owner = patch;
        }
    }
    gelFree(lower);
    gelFree(starts);
    gelFree(sorted);
    return status;
}

gelStatus gelCheckPatches(const gelBody* body)
{
    for (int kind = 0; kind < constraint_kinds && body->strategy == gel_strategyPatch; kind++)
        if (kind != constraint_distance && kind != constraint_volume &&
            gelKinds[kind].isWanted(&body->material))
            return gelFail(gel_unsupported, "the strategy patch does not support constraints of the kind %s",
                           gelKinds[kind].name);
    return gel_success;
}

// Finds the patch of each constraint of a kind.
static gelStatus assignConstraints(Cut* cut, int kind)
{
    int count = gelBodyConstraints(cut->body, kind)->count;
    gelStatus status = gel_success;
    int* patchOf = allocate(count, &status);
    if (status == gel_success && kind == constraint_distance)
        status = assignEdges(cut, patchOf);
    if (status == gel_success && kind == constraint_volume)
        memcpy(patchOf, cut->patchOfTet, (size_t)count * sizeof *patchOf);
    if (status == gel_success)
        status = sortByPatch(patchOf, count, cut->patchCount, &cut->starts[kind], &cut->items[kind]);
    gelFree(patchOf);
    return status;
}

// Collects the vertices of each patch from its tets.
static gelStatus listMembers(Cut* cut)
{
    const gelTetMesh* mesh = &cut->body->shape->mesh;
    const int *starts = cut->starts[constraint_volume], *tets = cut->items[constraint_volume];
    gelStatus status = gel_success;
    int* seenIn = allocate(mesh->vertexCount, &status);
    cut->memberStarts = allocate(cut->patchCount + 1, &status);
    cut->members = allocate(4 * mesh->tetCount, &status);
    cut->copyStarts = allocate(mesh->vertexCount + 1, &status);
    int count = 0;
    for (int p = 0; p < cut->patchCount && status == gel_success; p++) {
        for (int i = 4 * starts[p]; i < 4 * starts[p + 1]; i++) {
            int vertex = mesh->tets[4 * (size_t)tets[i / 4] + (size_t)(i % 4)];
            if (seenIn[vertex] == p + 1)
                continue;
            seenIn[vertex] = p + 1;
            cut->members[count++] = vertex;
            cut->copyStarts[vertex + 1]++;
        }
        cut->memberStarts[p + 1] = count;
    }
    for (int v = 0; v < mesh->vertexCount && status == gel_success; v++)
        cut->copyStarts[v + 1] += cut->copyStarts[v];
    gelFree(seenIn);
    return status;
}

static int copyCountOf(const Cut* cut, int vertex)
{
    return cut->copyStarts[vertex + 1] - cut->copyStarts[vertex];
}

typedef struct MemberKey {
    int copyCount, later, place, vertex; // later: not the first copy
} MemberKey;

static int compareMembers(const void* a, const void* b)
{
    const MemberKey *p = a, *q = b;
    if (p->copyCount != q->copyCount)
        return p->copyCount < q->copyCount ? -1 : 1;
    if (p->later != q->later)
        return p->later < q->later ? -1 : 1;
    return p->place < q->place ? -1 : p->place > q->place;
}

// Sorts the vertices of each patch into groups and numbers all copies. Groups, and hence patches, begin at
// whole lanes: two cores never write to one cache line.
static gelStatus numberCopies(Cut* cut)
{
    int vertexCount = cut->body->shape->mesh.vertexCount, memberCount = cut->memberStarts[cut->patchCount];
    const int* places = cut->body->shape->places;
    gelStatus status = gel_success;
    int* filled = allocate(vertexCount, &status);
    MemberKey* keys = gelAllocate((size_t)memberCount, sizeof *keys);
    cut->copies = allocate(memberCount, &status);
    cut->localOf = allocate(vertexCount, &status);
    if (status == gel_success && keys == NULL)
        status = gelFailMemory((size_t)memberCount, sizeof *keys);
    for (int p = 0; p < cut->patchCount && status == gel_success; p++) {
        int* members = cut->members + cut->memberStarts[p];
        int count = cut->memberStarts[p + 1] - cut->memberStarts[p];
        for (int i = 0; i < count; i++)
            keys[i] = (MemberKey){copyCountOf(cut, members[i]), filled[members[i]] > 0, places[members[i]],
                                  members[i]};
        qsort(keys, (size_t)count, sizeof *keys, compareMembers);
        for (int i = 0; i < count; i++) {
            int v = members[i] = keys[i].vertex;
            if (i > 0 && (keys[i].copyCount != keys[i - 1].copyCount || keys[i].later != keys[i - 1].later))
                cut->copyCount = gelPadToLanes(cut->copyCount);
            cut->copies[cut->copyStarts[v] + filled[v]++] = cut->copyCount++;
        }
        cut->copyCount = gelPadToLanes(cut->copyCount);
    }
    gelFree(filled);
    gelFree(keys);
    return status;
}

// The group that begins with the first of `count` members, and with that vertex of the patch.
static gelPatchGroup findGroup(const Cut* cut, const int* members, int count, int firstCopy, int firstVertex)
{
    gelPatchGroup group = {.firstVertex = firstVertex, .copyCount = copyCountOf(cut, members[0])};
    group.owned = cut->copies[cut->copyStarts[members[0]]] == firstCopy + firstVertex;
    for (; group.count < count && copyCountOf(cut, members[group.count]) == group.copyCount; group.count++) {
        bool owned =
            cut->copies[cut->copyStarts[members[group.count]]] == firstCopy + firstVertex + group.count;
        if (owned != group.owned)
            break;
    }
    return group;
}

static void fillLists(const Cut* cut, const int* members, const gelPatchGroup* group, int* lists)
{
    for (int k = -1; k < (group->copyCount > 1 ? group->copyCount : 0); k++)
        for (int i = 0; i < gelPadToLanes(group->count); i++) {
            int vertex = members[i < group->count ? i : group->count - 1];
            *lists++ = k < 0 ? vertex : cut->copies[cut->copyStarts[vertex] + k];
        }
}

static gelStatus groupVertices(const Cut* cut, int number, int firstCopy, gelPatch* patch)
{
    const int* members = cut->members + cut->memberStarts[number];
    int count = cut->memberStarts[number + 1] - cut->memberStarts[number], listSize = 0;
    for (int i = 0; i < count; patch->groupCount++) {
        gelPatchGroup group = findGroup(cut, members + i, count - i, firstCopy, patch->vertexCount);
        listSize += gelPadToLanes(group.count) * (group.copyCount > 1 ? group.copyCount + 1 : 1);
        patch->vertexCount += gelPadToLanes(group.count);
        i += group.count;
    }
    patch->groups = gelAllocate((size_t)patch->groupCount, sizeof *patch->groups);
    patch->lists = gelAllocate((size_t)listSize, sizeof *patch->lists);
    if (patch->groups == NULL || patch->lists == NULL)
        return gelFailMemory((size_t)listSize, sizeof *patch->lists);
    for (int g = 0, vertex = 0; g < patch->groupCount; g++) {
        gelPatchGroup* group = &patch->groups[g];
        *group = findGroup(cut, members, count, firstCopy, vertex);
        group->firstList = patch->listSize;
        fillLists(cut, members, group, patch->lists + patch->listSize);
        patch->listSize += gelPadToLanes(group->count) * (group->copyCount > 1 ? group->copyCount + 1 : 1);
        vertex += gelPadToLanes(group->count);
        members += group->count;
        count -= group->count;
    }
    return gel_success;
}

// Colours the constraints of a patch and lays them out, by the vertices of the patch.
static gelStatus buildConstraints(const Cut* cut, int kind, const int* items, int count, int vertexCount,
                                  gelPlanConstraints* constraints)
{
    const gelConstraintSet* set = &cut->body->shape->constraints[kind];
    int arity = gelKinds[kind].arity;
    gelStatus status = gel_success;
    int *vertices = allocate(arity * count, &status), *colours = NULL, *starts = NULL, *sorted = NULL;
    constraints->kind = kind;
    for (int i = 0; i < arity * count && status == gel_success; i++)
        vertices[i] =
            cut->localOf[set->vertices[(size_t)items[i / arity] * (size_t)arity + (size_t)(i % arity)]];
    if (status == gel_success)
        status =
            gelColourConstraints(vertices, arity, count, vertexCount, &colours, &constraints->colourCount);
    if (status == gel_success)
        status = gelSortByColour(vertices, arity, count, NULL, colours, constraints->colourCount, &starts,
                                 &sorted);
    if (status == gel_success)
        status = gelLayOutColours(constraints, starts);
    for (int c = 0; c < constraints->colourCount && status == gel_success; c++) {
        int slot = constraints->colours[c].first;
        for (int i = starts[c]; i < starts[c + 1]; i++, slot++) {
            gelFillSlot(constraints, slot, cut->body, items[sorted[i]]);
            for (int k = 0; k < arity; k++)
                constraints->vertices[k][slot] = vertices[arity * sorted[i] + k];
        }
        gelPadSlots(constraints, slot);
    }
    gelFree(vertices);
    gelFree(colours);
    gelFree(starts);
    gelFree(sorted);
    return status;
}

static gelStatus buildPatch(const Cut* cut, int number, int firstCopy, gelPatch* patch)
{
    gelStatus status = groupVertices(cut, number, firstCopy, patch);
    for (int g = 0; g < patch->groupCount && status == gel_success; g++)
        for (int i = 0; i < patch->groups[g].count; i++)
            cut->localOf[patch->lists[patch->groups[g].firstList + i]] = patch->groups[g].firstVertex + i;
    for (int kind = 0; kind < constraint_kinds && status == gel_success; kind++) {
        const int* starts = cut->starts[kind] + number;
        status = buildConstraints(cut, kind, cut->items[kind] + starts[0], starts[1] - starts[0],
                                  patch->vertexCount, &patch->constraints[kind]);
    }
    return status;
}

static gelStatus makeCut(Cut* cut)
{
    const gelShape* shape = cut->body->shape;
    gelStatus status = gelCheckPatches(cut->body);
    if (status == gel_success)
        status = gelPartitionTets(&shape->mesh, cut->body->patchSize, &cut->patchOfTet, &cut->patchCount);
    for (int kind = 0; kind < constraint_kinds && status == gel_success; kind++)
        status = assignConstraints(cut, kind);
    if (status == gel_success)
        status = listMembers(cut);
    return status == gel_success ? numberCopies(cut) : status;
}

static void* grow(void* array, int have, int count, size_t size, gelStatus* status)
{
    void* grown = gelResize(array, (size_t)have + (size_t)count, size);
    *status = grown != NULL ? gel_success : gelFailMemory((size_t)have + (size_t)count, size);
    return grown;
}

// Bodies with shared patches: a run in plan->patches, and the number of copies per body.
typedef struct Class {
    const gelBody* body;
    int firstPatch, patchCount, copyCount;
} Class;

static gelStatus addPatches(const gelBody* body, gelPatchPlan* plan, Class* class)
{
    Cut cut = {.body = body};
    gelStatus status = makeCut(&cut);
    *class = (Class){body, plan->patchCount, cut.patchCount, cut.copyCount};
    gelPatch* patches = status == gel_success
                            ? grow(plan->patches, plan->patchCount, cut.patchCount, sizeof *patches, &status)
                            : NULL;
    if (patches != NULL)
        plan->patches = patches;
    for (int p = 0, copy = 0; p < cut.patchCount && status == gel_success; p++) {
        gelPatch* patch = &patches[plan->patchCount++];
        *patch = (gelPatch){.places = body->shape->places};
        status = buildPatch(&cut, p, copy, patch);
        copy += patch->vertexCount;
    }
    for (int v = 0; v < body->shape->mesh.vertexCount && status == gel_success; v++)
        plan->mostCopies = copyCountOf(&cut, v) > plan->mostCopies ? copyCountOf(&cut, v) : plan->mostCopies;
    clearCut(&cut);
    return status;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static gelStatus addBody(const gelBody* body, const Class* class, gelPatchPlan* plan)
{
    gelStatus status;
    gelPatchEntry* entries =
        grow(plan->entries, plan->entryCount, class->patchCount, sizeof *entries, &status);
    if (entries == NULL)
        return status;
    plan->entries = entries;
    const gelShape* shape = body->shape;
    if (class->copyCount > INT_MAX / 8 - plan->copyCount ||
        shape->constraints[constraint_distance].count > INT_MAX - plan->constraintCounts[constraint_distance])
        return gelFail(gel_unsupported,
                       "the patches of the world have more than 2^28 vertices or 2^31 edges");
    int copy = plan->copyCount;
    for (int p = class->firstPatch; p < class->firstPatch + class->patchCount; p++) {
        const gelPatch* patch = &plan->patches[p];
        entries[plan->entryCount++] = (gelPatchEntry){p, body->firstVertex, plan->copyCount, copy};
        copy += patch->vertexCount;
        plan->mostVertices = larger(plan->mostVertices, patch->vertexCount);
    }
    plan->copyCount = copy;
    for (int kind = 0; kind < constraint_kinds; kind++)
        plan->constraintCounts[kind] += gelBodyConstraints(body, kind)->count;
    return gel_success;
}

gelStatus gelBuildPatchPlan(gelBody* const* bodies, int bodyCount, gelPatchPlan* plan)
{
    Class* classes = gelAllocate((size_t)bodyCount, sizeof *classes);
    gelStatus status = classes != NULL ? gel_success : gelFailMemory((size_t)bodyCount, sizeof *classes);
    int classCount = 0;
    *plan = (gelPatchPlan){0};
    for (int b = 0; b < bodyCount && status == gel_success; b++) {
        if (bodies[b]->strategy != gel_strategyPatch)
            continue;
        int c = 0;
        while (c < classCount && !gelSameConstraints(classes[c].body, bodies[b]))
            c++;
        if (c == classCount)
            status = addPatches(bodies[b], plan, &classes[classCount++]);
        if (status == gel_success)
            status = addBody(bodies[b], &classes[c], plan);
    }
    gelFree(classes);
    if (status != gel_success)
        gelClearPatchPlan(plan);
    return status;
}

void gelClearPatchPlan(gelPatchPlan* plan)
{
    for (int p = 0; p < plan->patchCount; p++) {
        gelFree(plan->patches[p].groups);
        gelFree(plan->patches[p].lists);
        for (int kind = 0; kind < constraint_kinds; kind++)
            gelClearPlanConstraints(&plan->patches[p].constraints[kind]);
    }
    gelFree(plan->patches);
    gelFree(plan->entries);
    *plan = (gelPatchPlan){0};
}
