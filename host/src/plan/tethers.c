#include "plan/tethers.h"

#include <math.h>

// From a pin to a vertex, at rest, along edges of the distance constraints, in units of the mesh.
typedef struct Way {
    double length;
    int pin, vertex;
} Way;

// Dijkstra's algorithm, from all pins of a body at once.
typedef struct Search {
    const gelConstraintSet* edges;
    int *starts, *around; // [vertexCount + 1] into the edges around each vertex
    Way* nearest;         // [vertexCount]: pin -1 of a vertex that none has reached
    Way* heap;            // no way is longer than the two below it
    int heapCount;
} Search;

void gelClearTetherList(gelTetherList* list)
{
    gelFree(list->vertices);
    gelFree(list->pins);
    gelFree(list->lengths);
    gelFree(list->pinned);
    *list = (gelTetherList){0};
}

// Whether a is shorter than b, or as long and from the lower pin, or from the same pin to the
// lower vertex.
static bool isShorter(const Way* a, const Way* b)
{
    if (a->length != b->length)
        return a->length < b->length;
    return a->pin != b->pin ? a->pin < b->pin : a->vertex < b->vertex;
}

static void push(Search* search, Way way)
{
    int at = search->heapCount++;
    for (; at > 0 && isShorter(&way, &search->heap[(at - 1) / 2]); at = (at - 1) / 2)
        search->heap[at] = search->heap[(at - 1) / 2];
    search->heap[at] = way;
}

static Way popShortest(Search* search)
{
    Way shortest = search->heap[0], last = search->heap[--search->heapCount];
    int at = 0, below = 1;
    for (; below < search->heapCount; at = below, below = 2 * at + 1) {
        if (below + 1 < search->heapCount && isShorter(&search->heap[below + 1], &search->heap[below]))
            below++;
        if (!isShorter(&search->heap[below], &last))
            break;
        search->heap[at] = search->heap[below];
    }
    search->heap[at] = last;
    return shortest;
}

static void tryWay(Search* search, Way way)
{
    Way* nearest = &search->nearest[way.vertex];
    if (nearest->pin >= 0 && !isShorter(&way, nearest))
        return;
    *nearest = way;
    push(search, way);
}

static void sortEdges(Search* search, int vertexCount)
{
    const int *ends = search->edges->vertices, count = 2 * search->edges->count;
    for (int i = 0; i < count; i++)
        search->starts[ends[i] + 1]++;
    for (int v = 0; v < vertexCount; v++)
        search->starts[v + 1] += search->starts[v];
    for (int i = count - 1; i >= 0; i--)
        search->around[--search->starts[ends[i] + 1]] = i / 2;
    for (int v = 0; v < vertexCount; v++)
        search->starts[v] = search->starts[v + 1];
    search->starts[vertexCount] = count;
}

static void findWays(Search* search, const gelVertexState* vertices, int vertexCount)
{
    sortEdges(search, vertexCount);
    for (int v = 0; v < vertexCount; v++)
        search->nearest[v].pin = -1;
    for (int v = 0; v < vertexCount; v++)
        if (vertices[v].inverseMass == 0.0)
            tryWay(search, (Way){0.0, v, v});
    while (search->heapCount > 0) {
        Way way = popShortest(search);
        if (isShorter(&search->nearest[way.vertex], &way)) // one was found since
            continue;
        for (int i = search->starts[way.vertex]; i < search->starts[way.vertex + 1]; i++) {
            int edge = search->around[i];
            const int* ends = search->edges->vertices + 2 * (size_t)edge;
            int other = ends[0] != way.vertex ? ends[0] : ends[1];
            tryWay(search, (Way){way.length + search->edges->rests[edge], way.pin, other});
        }
    }
}

static void addTethers(const gelBody* body, const Way* nearest, gelTetherList* list)
{
    double factor = body->scale * (1.0 + (double)body->material.stretchLimit);
    for (int v = 0; v < body->shape->mesh.vertexCount; v++) {
        if (nearest[v].pin < 0 || nearest[v].pin == v)
            continue;
        list->vertices[list->count] = body->firstVertex + v;
        list->pins[list->count] = body->firstVertex + nearest[v].pin;
        list->lengths[list->count++] = (float)(nearest[v].length * factor);
    }
}

static gelStatus tetherBody(const gelBody* body, const gelVertexState* vertices, gelTetherList* list)
{
    const gelConstraintSet* edges = &body->shape->constraints[constraint_distance];
    size_t vertexCount = (size_t)body->shape->mesh.vertexCount, ends = 2 * (size_t)edges->count;
    Search search = {.edges = edges,
                     .starts = gelAllocate(vertexCount + 1, sizeof *search.starts),
                     .around = gelAllocate(ends, sizeof *search.around),
                     .nearest = gelAllocate(vertexCount, sizeof *search.nearest),
                     .heap = gelAllocate(vertexCount + ends, sizeof *search.heap)};
    bool ok = search.starts != NULL && search.around != NULL && search.nearest != NULL && search.heap != NULL;
    if (ok) {
        findWays(&search, vertices + body->firstVertex, (int)vertexCount);
        addTethers(body, search.nearest, list);
    }
    gelFree(search.starts);
    gelFree(search.around);
    gelFree(search.nearest);
    gelFree(search.heap);
    return ok ? gel_success : gelFailMemory(vertexCount + ends, sizeof *search.heap);
}

static bool wantsTethers(const gelBody* body)
{
    return !gelIsObstacle(body) && body->material.tethers == gel_tetheredToNearestPin;
}

static gelStatus allocate(int count, int vertexCount, gelTetherList* list)
{
    list->vertices = gelAllocate((size_t)count, sizeof *list->vertices);
    list->pins = gelAllocate((size_t)count, sizeof *list->pins);
    list->lengths = gelAllocate((size_t)count, sizeof *list->lengths);
    list->pinned = gelAllocate((size_t)vertexCount, sizeof *list->pinned);
    return list->vertices != NULL && list->pins != NULL && list->lengths != NULL && list->pinned != NULL
               ? gel_success
               : gelFailMemory((size_t)vertexCount, 4 * sizeof *list->vertices);
}

gelStatus gelListTethers(gelBody* const* bodies, int bodyCount, const gelVertexState* vertices,
                         int vertexCount, gelTetherList* list)
{
    int max = 0;
    *list = (gelTetherList){0};
    for (int b = 0; b < bodyCount; b++)
        max += wantsTethers(bodies[b]) ? bodies[b]->shape->mesh.vertexCount : 0;
    if (max == 0)
        return gel_success;
    gelStatus status = allocate(max, vertexCount, list);
    if (status == gel_success)
        gelListPins(vertices, vertexCount, list->pinned);
    for (int b = 0; b < bodyCount && status == gel_success; b++)
        if (wantsTethers(bodies[b]))
            status = tetherBody(bodies[b], vertices, list);
    if (status != gel_success)
        gelClearTetherList(list);
    return status;
}
