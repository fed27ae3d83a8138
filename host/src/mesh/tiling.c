// Recursive bisection along the longest axis, each time where the fewest constraints are cut.
#include "mesh/tiling.h"
#include "base/parallel.h"
#include "base/pool.h"
#include "mesh/points.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Each phase places most of what is left. A mesh whose neighbours lie far apart in space may need many; the
// last one is a single tile, whatever its size.
enum { maxPhases = 16, maxInputs = 8, worthThreads = 2048 /* vertices */ };

typedef struct Cutter {
    const float* positions;
    int tileSize;
    const gelTileInput* inputs;
    int inputCount;
    int firstItem[maxInputs + 1]; // items number the constraints of all inputs
    int* items;                   // those without a tile; sorted by node while a phase is cut
    gelPoint* points;             // vertices of the phase, sorted by node
    int* rank;                    // of a vertex along the axis of its node
    int* cuts;                    // scratch memory of a node, from its first vertex on
    bool isFirst;                 // the phase of all vertices
    gelTiling* tiling;
    int firstTile; // added to the numbers of tiles in tileOf
    int threads;
    struct Node *nodes, *halves;
} Cutter;

// A part of the phase: ranges of cutter->points and cutter->items.
typedef struct Node {
    int firstVertex, vertexCount, firstItem, itemCount;
    bool isTile;
} Node;

static const int* verticesOf(const Cutter* cutter, int item, int* arity, int** tileOf)
{
    int i = 0;
    while (item >= cutter->firstItem[i + 1])
        i++;
    int index = item - cutter->firstItem[i];
    *arity = cutter->inputs[i].arity;
    *tileOf = &cutter->inputs[i].tileOf[index];
    return cutter->inputs[i].vertices + (size_t)index * (size_t)*arity;
}

// Where a node may be cut: so that `min` to `max` vertices are on the left.
typedef struct Window {
    int min, max;
} Window;

// Sorts the vertices of the window along the node's longest axis, moves the others to their sides, and ranks all: 0 on the
// left of the window, from 1 in it, max - min + 1 on its right.
static void rankVertices(const Cutter* cutter, const Node* node, Window window)
{
    gelPoint* points = cutter->points + node->firstVertex;
    int axis = gelLongestAxis(points, node->vertexCount), size = window.max - window.min;
    gelMoveToFront(points, node->vertexCount, window.min, axis);
    gelMoveToFront(points + window.min, node->vertexCount - window.min, size, axis);
    gelSortPoints(points + window.min, size, axis);
    for (int i = 0; i < node->vertexCount; i++) {
        int rank = i - window.min + 1;
        cutter->rank[points[i].index] = rank < 0 ? 0 : rank > size ? size + 1 : rank;
    }
}

static void spanOf(const Cutter* cutter, int item, int* low, int* high)
{
    int arity, *tileOf;
    const int* vertices = verticesOf(cutter, item, &arity, &tileOf);
    *low = *high = cutter->rank[vertices[0]];
    for (int k = 1; k < arity; k++) {
        int rank = cutter->rank[vertices[k]];
        *low = rank < *low ? rank : *low;
        *high = rank > *high ? rank : *high;
    }
}

// Items of a mesh of shuffled numbers lie anywhere.
static void fetchItem(const Cutter* cutter, int item)
{
    int arity, *tileOf;
    __builtin_prefetch(verticesOf(cutter, item, &arity, &tileOf));
}

// Sorts items first to *end - 1: those that end by rank `left`, those that begin after rank `right`, and between them the
// others, which are *first to *end - 1 on return.
static void partItems(const Cutter* cutter, int left, int right, int* first, int* end)
{
    enum { ahead = 16 };
    int *items = cutter->items, last = *end - 1;
    for (int i = *first; i < *end;) {
        int item = items[i], low, high;
        fetchItem(cutter, items[i + ahead < last ? i + ahead : last]);
        fetchItem(cutter, items[*end - ahead > i ? *end - ahead : i]);
        spanOf(cutter, item, &low, &high);
        if (high <= left) {
            items[i++] = items[*first];
            items[(*first)++] = item;
        } else if (low > right) {
            items[i] = items[--*end];
            items[*end] = item;
        } else
            i++;
    }
}

// Returns the rank in the window after which a cut crosses the fewest of the items first to end - 1; among equals, the one
// nearest to the middle.
static int findCut(const Cutter* cutter, const Node* node, int size, int first, int end)
{
    int *cuts = cutter->cuts + node->firstVertex, best = 0, middle = size / 2;
    memset(cuts, 0, ((size_t)size + 2) * sizeof *cuts);
    for (int i = first; i < end; i++) {
        int low, high;
        spanOf(cutter, cutter->items[i], &low, &high);
        cuts[low]++;
        cuts[high]--;
    }
    for (int cut = 1; cut <= size; cut++)
        cuts[cut] += cuts[cut - 1];
    for (int cut = 0; cut <= size; cut++)
        if (cuts[cut] < cuts[best] || (cuts[cut] == cuts[best] && abs(cut - middle) < abs(best - middle)))
            best = cut;
    return best;
}

// Cuts a node in two halves. Items that cross the cut are in neither.
static void cutNode(const Cutter* cutter, const Node* node, Window window, Node halves[2])
{
    int size = window.max - window.min, first = node->firstItem, end = first + node->itemCount;
    rankVertices(cutter, node, window);
    partItems(cutter, 0, size, &first, &end);
    int rank = findCut(cutter, node, size, first, end), cut = window.min + rank;
    partItems(cutter, rank, rank, &first, &end);
    halves[0] = (Node){node->firstVertex, cut, node->firstItem, first - node->firstItem, false};
    halves[1] = (Node){node->firstVertex + cut, node->vertexCount - cut, end,
                       node->firstItem + node->itemCount - end, false};
}

// Moves the vertices of a node that still have constraints to its front.
static void dropIdleVertices(const Cutter* cutter, Node* node)
{
    gelPoint* points = cutter->points + node->firstVertex;
    int count = 0;
    for (int i = 0; i < node->vertexCount; i++)
        cutter->rank[points[i].index] = -1;
    for (int i = node->firstItem; i < node->firstItem + node->itemCount; i++) {
        int arity, *tileOf;
        const int* used = verticesOf(cutter, cutter->items[i], &arity, &tileOf);
        for (int k = 0; k < arity; k++)
            cutter->rank[used[k]] = 0;
    }
    for (int i = 0; i < node->vertexCount; i++)
        if (cutter->rank[points[i].index] == 0)
            points[count++] = points[i];
    node->vertexCount = count;
}

// How far a cut may be from the one that makes equal tiles. The first phase, which has most of the work,
// keeps them equal and as few as will do. Later phases look further, since what they have lies along earlier
// cuts.
static int slackOf(const Cutter* cutter, int count, int tiles, int even)
{
    if (!cutter->isFirst)
        return count / 5;
    int left = tiles / 2 * cutter->tileSize - even;
    int right = (tiles - tiles / 2) * cutter->tileSize - (count - even);
    int spare = left < right ? left : right; // what the tiles of both sides still hold
    return spare < count / 20 ? spare : count / 20;
}

// Stores what becomes of a node in halves[2]: a tile, two nodes, or nothing.
static void divide(const Cutter* cutter, Node node, Node halves[2])
{
    halves[0] = halves[1] = (Node){0};
    if (!cutter->isFirst && !node.isTile)
        dropIdleVertices(cutter, &node);
    node.isTile = node.vertexCount <= cutter->tileSize;
    if (node.isTile) {
        halves[0] = node;
        return;
    }
    int count = node.vertexCount, tiles = (count + cutter->tileSize - 1) / cutter->tileSize;
    int even = (int)((int64_t)count * (tiles / 2) / tiles);
    int slack = slackOf(cutter, count, tiles, even);
    cutNode(cutter, &node, (Window){even - slack, even + slack}, halves);
}

static void divideNodes(void* context, int first, int end, int worker)
{
    const Cutter* cutter = context;
    (void)worker;
    for (int i = first; i < end; i++)
        divide(cutter, cutter->nodes[i], &cutter->halves[2 * i]);
}

// Replaces the nodes by their halves, until all are tiles. Nodes share no vertex and no item.
static gelStatus divideAll(Cutter* cutter, int* count)
{
    for (bool areTiles = false; !areTiles;) {
        int halfCount = 2 * *count;
        cutter->halves = gelAllocate((size_t)halfCount, sizeof *cutter->halves);
        if (cutter->halves == NULL)
            return gelFailMemory((size_t)halfCount, sizeof *cutter->halves);
        gelParallelFor(*count, 1, cutter->threads, divideNodes, cutter);
        gelFree(cutter->nodes);
        cutter->nodes = cutter->halves;
        *count = 0;
        areTiles = true;
        for (int i = 0; i < halfCount; i++)
            if (cutter->halves[i].vertexCount > 0) {
                areTiles = areTiles && cutter->halves[i].isTile;
                cutter->nodes[(*count)++] = cutter->halves[i];
            }
    }
    return gel_success;
}

// Makes the nodes tiles.
static gelStatus addTiles(Cutter* cutter, int count)
{
    gelTiling* tiling = cutter->tiling;
    int first = tiling->tileCount;
    int* starts = gelResize(tiling->vertexStarts, (size_t)first + (size_t)count + 1, sizeof *starts);
    if (starts == NULL)
        return gelFailMemory((size_t)first + (size_t)count + 1, sizeof *starts);
    tiling->vertexStarts = starts;
    for (int tile = first; tile < first + count; tile++) {
        const Node* node = &cutter->nodes[tile - first];
        for (int i = 0; i < node->vertexCount; i++)
            tiling->vertices[starts[tile] + i] = cutter->points[node->firstVertex + i].index;
        for (int i = node->firstItem; i < node->firstItem + node->itemCount; i++) {
            int arity, *tileOf;
            verticesOf(cutter, cutter->items[i], &arity, &tileOf);
            *tileOf = cutter->firstTile + tile;
        }
        starts[tile + 1] = starts[tile] + node->vertexCount;
    }
    tiling->tileCount += count;
    return gel_success;
}

static gelPoint pointOf(const float* positions, int vertex)
{
    const float* x = positions + 3 * (size_t)vertex;
    return (gelPoint){{x[0], x[1], x[2]}, vertex};
}

// Collects the work of a phase: the items without a tile, and their vertices; in the first phase,
// all vertices.
static Node collect(Cutter* cutter, int vertexCount)
{
    Node node = {0};
    int itemCount = cutter->firstItem[cutter->inputCount];
    for (int v = 0; v < vertexCount; v++)
        cutter->rank[v] = cutter->isFirst ? 0 : -1;
    for (int item = 0; item < itemCount; item++) {
        int arity, *tileOf;
        const int* vertices = verticesOf(cutter, item, &arity, &tileOf);
        if (*tileOf >= 0)
            continue;
        cutter->items[node.itemCount++] = item;
        for (int k = 0; k < arity; k++)
            cutter->rank[vertices[k]] = 0;
    }
    for (int v = 0; v < vertexCount; v++)
        if (cutter->rank[v] == 0)
            cutter->points[node.vertexCount++] = pointOf(cutter->positions, v);
    return node;
}

// Makes room for the vertices of a phase.
static gelStatus reserveVertices(gelTiling* tiling, int count)
{
    size_t size = (size_t)tiling->vertexStarts[tiling->tileCount] + (size_t)count;
    int* vertices = gelResize(tiling->vertices, size, sizeof *vertices);
    if (vertices == NULL)
        return gelFailMemory(size, sizeof *vertices);
    tiling->vertices = vertices;
    return gel_success;
}

// Cuts the vertices of a phase into tiles, or makes them one.
static gelStatus cutPhase(Cutter* cutter, const Node* all, bool isOne)
{
    int count = 1;
    gelStatus status = reserveVertices(cutter->tiling, all->vertexCount);
    cutter->nodes = status == gel_success ? gelAllocate(1, sizeof *cutter->nodes) : NULL;
    if (status == gel_success && cutter->nodes == NULL)
        status = gelFailMemory(1, sizeof *cutter->nodes);
    if (status == gel_success)
        cutter->nodes[0] = *all;
    if (status == gel_success && !isOne)
        status = divideAll(cutter, &count);
    if (status == gel_success)
        status = addTiles(cutter, count);
    gelFree(cutter->nodes);
    return status;
}

static gelStatus cutPhases(Cutter* cutter, int vertexCount)
{
    gelTiling* tiling = cutter->tiling;
    bool helps = true; // otherwise each cut crossed every constraint
    for (;;) {
        Node all = collect(cutter, vertexCount);
        if (all.vertexCount == 0)
            return gel_success;
        gelStatus status = cutPhase(cutter, &all, !helps || tiling->phaseCount + 1 >= maxPhases);
        if (status != gel_success)
            return status;
        helps = tiling->tileCount > tiling->phaseStarts[tiling->phaseCount];
        if (helps)
            tiling->phaseStarts[++tiling->phaseCount] = tiling->tileCount;
        cutter->isFirst = false;
    }
}

static gelStatus makeCutter(Cutter* cutter, int vertexCount)
{
    int64_t itemCount = 0;
    assert(cutter->inputCount <= maxInputs);
    for (int i = 0; i < cutter->inputCount; i++)
        itemCount += cutter->inputs[i].count;
    if (itemCount > INT_MAX)
        return gelFail(gel_unsupported, "a body has %lld constraints, expected at most %d: divide it",
                       (long long)itemCount, INT_MAX);
    for (int i = 0; i < cutter->inputCount; i++)
        cutter->firstItem[i + 1] = cutter->firstItem[i] + cutter->inputs[i].count;
    gelTiling* tiling = cutter->tiling;
    size_t count = (size_t)vertexCount;
    tiling->phaseStarts = gelAllocate(maxPhases + 1, sizeof(int));
    tiling->vertexStarts = gelAllocate(1, sizeof(int));
    cutter->items = gelAllocate((size_t)itemCount, sizeof(int));
    cutter->points = gelAllocate(count, sizeof(gelPoint));
    cutter->rank = gelAllocate(count, sizeof(int));
    cutter->cuts = gelAllocate(count, sizeof(int));
    bool ok = tiling->phaseStarts != NULL && tiling->vertexStarts != NULL && cutter->items != NULL &&
              cutter->points != NULL && cutter->rank != NULL && cutter->cuts != NULL;
    return ok ? gel_success : gelFailMemory(count + (size_t)itemCount, sizeof(gelPoint));
}

gelStatus gelCutTiles(const float* positions, int vertexCount, int tileSize, bool isWhole, int firstTile,
                      const gelTileInput* inputs, int inputCount, gelTiling* tiling)
{
    Cutter cutter = {.positions = positions,
                     .tileSize = tileSize,
                     .inputs = inputs,
                     .inputCount = inputCount,
                     .firstTile = firstTile,
                     .isFirst = isWhole,
                     .tiling = tiling,
                     .threads = vertexCount < worthThreads ? 1 : gelThreadCount(0)};
    *tiling = (gelTiling){0};
    gelStatus status = makeCutter(&cutter, vertexCount);
    if (cutter.threads > 1)
        gelOpenPool();
    if (status == gel_success)
        status = cutPhases(&cutter, vertexCount);
    if (cutter.threads > 1)
        gelClosePool();
    gelFree(cutter.items);
    gelFree(cutter.points);
    gelFree(cutter.rank);
    gelFree(cutter.cuts);
    if (status != gel_success)
        gelClearTiling(tiling);
    return status;
}

void gelClearTiling(gelTiling* tiling)
{
    gelFree(tiling->phaseStarts);
    gelFree(tiling->vertexStarts);
    gelFree(tiling->vertices);
    *tiling = (gelTiling){0};
}

static int commonTile(const int* tileOfVertex, const int* vertices, int arity)
{
    for (int k = 1; k < arity; k++)
        if (tileOfVertex[vertices[k]] != tileOfVertex[vertices[0]])
            return -1;
    return tileOfVertex[vertices[0]];
}

gelStatus gelFindTiles(const gelTiling* tiling, int vertexCount, const gelTileInput* input)
{
    int* tileOfVertex = gelAllocate((size_t)vertexCount, sizeof *tileOfVertex);
    if (tileOfVertex == NULL)
        return gelFailMemory((size_t)vertexCount, sizeof *tileOfVertex);
    for (int phase = 0; phase < tiling->phaseCount; phase++) {
        memset(tileOfVertex, -1, (size_t)vertexCount * sizeof *tileOfVertex);
        for (int tile = tiling->phaseStarts[phase]; tile < tiling->phaseStarts[phase + 1]; tile++)
            for (int i = tiling->vertexStarts[tile]; i < tiling->vertexStarts[tile + 1]; i++)
                tileOfVertex[tiling->vertices[i]] = tile;
        for (int i = 0; i < input->count; i++)
            if (input->tileOf[i] < 0)
                input->tileOf[i] = commonTile(
                    tileOfVertex, input->vertices + (size_t)i * (size_t)input->arity, input->arity);
    }
    gelFree(tileOfVertex);
    return gel_success;
}
