#include "plan/gather.h"
#include "plan/kinds.h"

#include <string.h>

static bool isThere(const gelPlanConstraints* list, int slot)
{
    return list->sources[slot] >= 0; // the rest is padding
}

// Sums up how many constraints each vertex of the world has, and numbers those that have any.
static void countCorners(const gelPlanConstraints* list, int* counts)
{
    for (int k = 0; k < gelKinds[list->kind].arity; k++)
        for (int slot = 0; slot < list->slotCount; slot++)
            counts[list->vertices[k][slot]] += isThere(list, slot);
}

static gelStatus allocate(const gelPlanConstraints* list, int vertexCount, gelGather* gather)
{
    int arity = gelKinds[list->kind].arity;
    size_t corners = (size_t)arity * (size_t)list->count;
    gather->vertices = gelAllocate((size_t)vertexCount, sizeof *gather->vertices);
    gather->starts = gelAllocate((size_t)vertexCount + 1, sizeof *gather->starts);
    gather->divisors = gelAllocate((size_t)vertexCount, sizeof *gather->divisors);
    gather->corners = gelAllocate(corners, sizeof *gather->corners);
    bool ok = gather->vertices != NULL && gather->starts != NULL && gather->divisors != NULL &&
              gather->corners != NULL;
    for (int k = 0; k < arity; k++)
        ok = (gather->parts[k] = gelAllocate((size_t)list->slotCount, sizeof(float))) != NULL && ok;
    return ok ? gel_success : gelFailMemory(corners, 2 * sizeof *gather->corners);
}

// Other orders gather only what damps springs, with the masses split as by gel_jacobiOrder. Integrators look at no parts.
static bool splitsMasses(gelConstraintOrder order)
{
    return order == gel_jacobiOrder || !gelIsJacobi(order);
}

static void fillVertices(const int* counts, int worldVertexCount, gelConstraintOrder order, gelGather* gather)
{
    const float fifth = 5.0f;
    for (int v = 0; v < worldVertexCount; v++) {
        if (counts[v] == 0)
            continue;
        int i = gather->vertexCount++;
        gather->vertices[i] = v;
        gather->starts[i + 1] = gather->starts[i] + counts[v];
        gather->divisors[i] = order == gel_jacobiAveragedOrder  ? (float)counts[v]
                              : order == gel_jacobiRelaxedOrder ? fifth
                                                                : 1.0f;
    }
}

// `next` is the place of each vertex's next corner.
static void fillCorners(const gelPlanConstraints* list, gelConstraintOrder order, const int* counts,
                        int* next, gelGather* gather)
{
    int arity = gelKinds[list->kind].arity;
    for (int i = 0; i < gather->vertexCount; i++)
        next[gather->vertices[i]] = gather->starts[i];
    for (int slot = 0; slot < list->slotCount; slot++)
        for (int k = 0; k < arity; k++) {
            int vertex = list->vertices[k][slot];
            gather->parts[k][slot] = splitsMasses(order) ? (float)counts[vertex] : 1.0f;
            if (isThere(list, slot))
                gather->corners[next[vertex]++] = k * list->slotCount + slot;
        }
}

gelStatus gelMakeGather(const gelPlanConstraints* list, gelConstraintOrder order, int worldVertexCount,
                        gelGather* gather)
{
    *gather = (gelGather){0};
    if (gelKinds[list->kind].arity * (int64_t)list->slotCount > INT32_MAX / 8) // devices count 4 floats each
        return gelFail(
            gel_unsupported,
            "the Jacobi orders, integrators and springDamping support at most 2^28 vertices of constraints "
            "of a kind; use the order colour, the integrator xpbd and no springDamping");
    int* counts = gelAllocate((size_t)worldVertexCount, sizeof *counts);
    int* next = gelAllocate((size_t)worldVertexCount, sizeof *next);
    gelStatus status = counts != NULL && next != NULL
                           ? gel_success
                           : gelFailMemory((size_t)worldVertexCount, 2 * sizeof *counts);
    if (status == gel_success) {
        int vertexCount = 0;
        countCorners(list, counts);
        for (int v = 0; v < worldVertexCount; v++)
            vertexCount += counts[v] > 0;
        status = allocate(list, vertexCount, gather);
    }
    if (status == gel_success) {
        fillVertices(counts, worldVertexCount, order, gather);
        fillCorners(list, order, counts, next, gather);
    }
    gelFree(counts);
    gelFree(next);
    return status;
}

void gelClearGather(gelGather* gather)
{
    gelFree(gather->vertices);
    gelFree(gather->starts);
    gelFree(gather->corners);
    gelFree(gather->divisors);
    for (int k = 0; k < max_vertices; k++)
        gelFree(gather->parts[k]);
    *gather = (gelGather){0};
}
