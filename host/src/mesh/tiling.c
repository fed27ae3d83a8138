// Recursive bisection along the longest axis, each time where the fewest constraints are cut.
#include "mesh/tiling.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Each phase places most of what is left. A mesh whose neighbours lie far apart in space may need many; the
// last one is a single tile, whatever its size.
enum { maxPhases = 16, maxInputs = 8 };

typedef struct Key {
    float x;
    int vertex;
} Key;

typedef struct Cutter {
    const float* positions;
    int tileSize;
    const gelTileInput* inputs;
    int inputCount;
    int firstItem[maxInputs + 1]; // items number the constraints of all inputs
    int* items;                   // those without a tile; sorted by node while a phase is cut
    int* vertices;                // of the phase, sorted by node
    int* rank;                    // of a vertex along the axis of its node
    int* cuts;                    // constraints that each place to cut would cross
    Key* keys;
    bool isFirst; // the phase of all vertices
    gelTiling* tiling;
    int firstTile; // added to the numbers of tiles in tileOf
    bool isOutOfMemory;
} Cutter;

// A part of the phase that may become a tile: ranges of cutter->vertices and cutter->items.
typedef struct Node {
    int firstVertex, vertexCount, firstItem, itemCount;
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

static int compareKeys(const void* a, const void* b)
{
    const Key *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

static int longestAxis(const Cutter* cutter, const Node* node)
{
    int longest = 0;
    float size = -1.0f;
    for (int axis = 0; axis < 3; axis++) {
        float min = INFINITY, max = -INFINITY;
        for (int i = node->firstVertex; i < node->firstVertex + node->vertexCount; i++) {
            float x = cutter->positions[3 * (size_t)cutter->vertices[i] + (size_t)axis];
            min = x < min ? x : min;
            max = x > max ? x : max;
        }
        if (max - min > size) {
            size = max - min;
            longest = axis;
        }
    }
    return longest;
}

// Sorts the vertices of a node along its longest axis and ranks them from 0.
static void sortVertices(Cutter* cutter, const Node* node)
{
    int axis = longestAxis(cutter, node), *vertices = cutter->vertices + node->firstVertex;
    for (int i = 0; i < node->vertexCount; i++)
        cutter->keys[i] = (Key){cutter->positions[3 * (size_t)vertices[i] + (size_t)axis], vertices[i]};
    qsort(cutter->keys, (size_t)node->vertexCount, sizeof *cutter->keys, compareKeys);
    for (int i = 0; i < node->vertexCount; i++) {
        vertices[i] = cutter->keys[i].vertex;
        cutter->rank[vertices[i]] = i;
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

// Returns the cut that crosses the fewest constraints and leaves `min` to `max` vertices on the
// left; among equals, the one nearest to the middle.
static int findCut(Cutter* cutter, const Node* node, int min, int max)
{
    int *cuts = cutter->cuts, best = min, middle = min + (max - min) / 2;
    memset(cuts, 0, ((size_t)node->vertexCount + 2) * sizeof *cuts);
    for (int i = node->firstItem; i < node->firstItem + node->itemCount; i++) {
        int low, high;
        spanOf(cutter, cutter->items[i], &low, &high);
        cuts[low + 1]++;
        cuts[high + 1]--;
    }
    for (int cut = 1; cut <= max; cut++)
        cuts[cut] += cuts[cut - 1];
    for (int cut = min; cut <= max; cut++)
        if (cuts[cut] < cuts[best] || (cuts[cut] == cuts[best] && abs(cut - middle) < abs(best - middle)))
            best = cut;
    return best;
}

// Sorts the items of a node: those left of the cut, those right of it, those it crosses.
static void splitItems(Cutter* cutter, const Node* node, int cut, Node* left, Node* right)
{
    int *items = cutter->items + node->firstItem, leftCount = 0, end = node->itemCount;
    for (int i = 0; i < end;) {
        int item = items[i], low, high;
        spanOf(cutter, item, &low, &high);
        if (high < cut) {
            items[i++] = items[leftCount];
            items[leftCount++] = item;
        } else if (low >= cut)
            i++;
        else {
            items[i] = items[--end];
            items[end] = item;
        }
    }
    *left = (Node){node->firstVertex, cut, node->firstItem, leftCount};
    *right = (Node){node->firstVertex + cut, node->vertexCount - cut, node->firstItem + leftCount,
                    end - leftCount};
}

static void addTile(Cutter* cutter, const Node* node)
{
    gelTiling* tiling = cutter->tiling;
    int tile = tiling->tileCount, count = tiling->vertexStarts[tile];
    int* vertexStarts = gelResize(tiling->vertexStarts, (size_t)tile + 2, sizeof *vertexStarts);
    if (vertexStarts == NULL) {
        cutter->isOutOfMemory = true;
        return;
    }
    tiling->vertexStarts = vertexStarts;
    memcpy(tiling->vertices + count, cutter->vertices + node->firstVertex,
           (size_t)node->vertexCount * sizeof *tiling->vertices);
    for (int i = node->firstItem; i < node->firstItem + node->itemCount; i++) {
        int arity, *tileOf;
        verticesOf(cutter, cutter->items[i], &arity, &tileOf);
        *tileOf = cutter->firstTile + tile;
    }
    tiling->tileCount++;
    vertexStarts[tile + 1] = count + node->vertexCount;
}

// Moves the vertices of a node that still have constraints to its front.
static void dropIdleVertices(Cutter* cutter, Node* node)
{
    int *vertices = cutter->vertices + node->firstVertex, count = 0;
    for (int i = 0; i < node->vertexCount; i++)
        cutter->rank[vertices[i]] = -1;
    for (int i = node->firstItem; i < node->firstItem + node->itemCount; i++) {
        int arity, *tileOf;
        const int* used = verticesOf(cutter, cutter->items[i], &arity, &tileOf);
        for (int k = 0; k < arity; k++)
            cutter->rank[used[k]] = 0;
    }
    for (int i = 0; i < node->vertexCount; i++)
        if (cutter->rank[vertices[i]] == 0)
            vertices[count++] = vertices[i];
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

static void divide(Cutter* cutter, Node node)
{
    if (!cutter->isFirst)
        dropIdleVertices(cutter, &node);
    if (node.vertexCount == 0 || cutter->isOutOfMemory)
        return;
    if (node.vertexCount <= cutter->tileSize) {
        addTile(cutter, &node);
        return;
    }
    int count = node.vertexCount, tiles = (count + cutter->tileSize - 1) / cutter->tileSize;
    int even = (int)((int64_t)count * (tiles / 2) / tiles);
    int slack = slackOf(cutter, count, tiles, even);
    Node left, right;
    sortVertices(cutter, &node);
    splitItems(cutter, &node, findCut(cutter, &node, even - slack, even + slack), &left, &right);
    divide(cutter, left);
    divide(cutter, right);
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
            cutter->vertices[node.vertexCount++] = v;
    return node;
}

// Makes room for the vertices of a phase.
static void reserveVertices(Cutter* cutter, int count)
{
    gelTiling* tiling = cutter->tiling;
    size_t size = (size_t)tiling->vertexStarts[tiling->tileCount] + (size_t)count;
    int* vertices = gelResize(tiling->vertices, size, sizeof *vertices);
    if (vertices != NULL)
        tiling->vertices = vertices;
    else
        cutter->isOutOfMemory = true;
}

static void cutPhases(Cutter* cutter, int vertexCount)
{
    gelTiling* tiling = cutter->tiling;
    bool helps = true; // otherwise each cut crossed every constraint
    for (;;) {
        Node all = collect(cutter, vertexCount);
        if (all.vertexCount > 0)
            reserveVertices(cutter, all.vertexCount);
        if (all.vertexCount == 0 || cutter->isOutOfMemory)
            return;
        if (helps && tiling->phaseCount + 1 < maxPhases)
            divide(cutter, all);
        else
            addTile(cutter, &all);
        helps = tiling->tileCount > tiling->phaseStarts[tiling->phaseCount];
        if (helps)
            tiling->phaseStarts[++tiling->phaseCount] = tiling->tileCount;
        cutter->isFirst = false;
    }
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
                     .tiling = tiling};
    size_t count = (size_t)vertexCount;
    assert(inputCount <= maxInputs);
    for (int i = 0; i < inputCount; i++)
        cutter.firstItem[i + 1] = cutter.firstItem[i] + inputs[i].count;
    *tiling = (gelTiling){.phaseStarts = gelAllocate(maxPhases + 1, sizeof(int)),
                          .vertexStarts = gelAllocate(1, sizeof(int))};
    cutter.items = gelAllocate((size_t)cutter.firstItem[inputCount], sizeof(int));
    cutter.vertices = gelAllocate(count, sizeof(int));
    cutter.rank = gelAllocate(count, sizeof(int));
    cutter.cuts = gelAllocate(count + 2, sizeof(int));
    cutter.keys = gelAllocate(count, sizeof(Key));
    cutter.isOutOfMemory = tiling->phaseStarts == NULL || tiling->vertexStarts == NULL ||
                           cutter.items == NULL || cutter.vertices == NULL || cutter.rank == NULL ||
                           cutter.cuts == NULL || cutter.keys == NULL;
    if (!cutter.isOutOfMemory)
        cutPhases(&cutter, vertexCount);
    gelFree(cutter.items);
    gelFree(cutter.vertices);
    gelFree(cutter.rank);
    gelFree(cutter.cuts);
    gelFree(cutter.keys);
    if (!cutter.isOutOfMemory)
        return gel_success;
    gelClearTiling(tiling);
    return gelFailMemory(count + (size_t)cutter.firstItem[inputCount], sizeof(Key));
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
