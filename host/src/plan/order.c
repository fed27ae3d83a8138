#include "plan/order.h"
#include "base/parallel.h"
#include "base/pool.h"
#include "mesh/colouring.h"
#include "mesh/locality.h"
#include "plan/kinds.h"

#include <string.h>

static int* newTiles(int count)
{
    int* tileOf = gelAllocate((size_t)count, sizeof *tileOf);
    return tileOf != NULL ? memset(tileOf, -1, (size_t)count * sizeof *tileOf) : NULL;
}

gelStatus gelTileShape(gelShape* shape, int* tileOf[constraint_kinds])
{
    gelTileInput inputs[constraint_kinds];
    const gelTetMesh* mesh = &shape->mesh;
    int count = 0;
    for (int kind = 0; kind < constraint_kinds; kind++) {
        const gelConstraintSet* set = &shape->constraints[kind];
        if (set->vertices == NULL)
            continue;
        tileOf[kind] = newTiles(set->count);
        if (tileOf[kind] == NULL)
            return gelFailMemory((size_t)set->count, sizeof(int));
        inputs[count++] = (gelTileInput){set->vertices, gelKinds[kind].arity, set->count, tileOf[kind]};
    }
    gelStatus status = gelCutTiles(mesh->positions, mesh->vertexCount, shape->tileSize, true, 0, inputs,
                                   count, &shape->tiles);
    return status == gel_success ? gelPlaceVertices(mesh, &shape->tiles, &shape->places) : status;
}

gelStatus gelTileLateKind(const gelShape* shape, int kind, gelConstraintSet* set, int** tileOf)
{
    const gelTetMesh* mesh = &shape->mesh;
    gelTileInput input = {set->vertices, gelKinds[kind].arity, set->count, newTiles(set->count)};
    if (input.tileOf == NULL)
        return gelFailMemory((size_t)set->count, sizeof(int));
    gelStatus status = gelFindTiles(&shape->tiles, mesh->vertexCount, &input);
    if (status == gel_success)
        status = gelCutTiles(mesh->positions, mesh->vertexCount, shape->tileSize, false,
                             shape->tiles.tileCount, &input, 1, &set->ownTiles);
    if (status == gel_success)
        status = gelSortTiles(&set->ownTiles, shape->places, mesh->vertexCount);
    if (status == gel_success)
        *tileOf = input.tileOf;
    else
        gelFree(input.tileOf);
    return status;
}

// Temporary data for ordering a set.
typedef struct Ordering {
    const gelShape* shape;
    const gelConstraintSet* set;
    int arity;
    int *itemStarts, *items; // constraints by tile, in mesh order
    int* localOf;            // [vertexCount]: the number of a vertex in its tile of the current phase
    int** starts;            // [tileCount]: of each tile's colours, within its items
    int* colourCounts;       // [tileCount]
    int firstTile;           // of the current phase
    gelStatus* statuses;     // [tileCount]
} Ordering;

static const gelTiling* tilingOf(const Ordering* ordering, int* tile)
{
    const gelTiling* tiles = &ordering->shape->tiles;
    if (*tile < tiles->tileCount)
        return tiles;
    *tile -= tiles->tileCount;
    return &ordering->set->ownTiles;
}

static gelStatus sortByTile(const int* tileOf, int tileCount, Ordering* ordering)
{
    int count = ordering->set->count;
    int* starts = ordering->itemStarts = gelAllocate((size_t)tileCount + 2, sizeof *starts);
    int* items = ordering->items = gelAllocate((size_t)count, sizeof *items);
    if (starts == NULL || items == NULL)
        return gelFailMemory((size_t)count, sizeof *items);
    for (int i = 0; i < count; i++)
        starts[tileOf[i] + 2]++;
    for (int tile = 0; tile < tileCount; tile++)
        starts[tile + 2] += starts[tile + 1];
    for (int i = 0; i < count; i++)
        items[starts[tileOf[i] + 1]++] = i;
    return gel_success;
}

// Colours a tile and sorts its items, by the tile's own vertex numbers, which follow the places.
static gelStatus orderTile(Ordering* ordering, int tile)
{
    int* items = ordering->items + ordering->itemStarts[tile];
    int count = ordering->itemStarts[tile + 1] - ordering->itemStarts[tile], arity = ordering->arity;
    int local = tile, *colours = NULL, *sorted = NULL;
    const gelTiling* tiling = tilingOf(ordering, &local);
    const int* names = tiling->vertices + tiling->vertexStarts[local];
    int vertexCount = tiling->vertexStarts[local + 1] - tiling->vertexStarts[local];
    int* vertices = gelAllocate((size_t)count * (size_t)arity, sizeof *vertices);
    if (vertices == NULL)
        return gelFailMemory((size_t)count * (size_t)arity, sizeof *vertices);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < arity; k++)
            vertices[(size_t)i * (size_t)arity + (size_t)k] =
                ordering->localOf[ordering->set->vertices[(size_t)items[i] * (size_t)arity + (size_t)k]];
    gelStatus status = gelColourConstraints(vertices, arity, count, vertexCount, names, &colours,
                                            &ordering->colourCounts[tile]);
    if (status == gel_success)
        status = gelSortByColour(vertices, arity, count, vertexCount, colours, ordering->colourCounts[tile],
                                 &ordering->starts[tile], &sorted);
    for (int i = 0; i < count && status == gel_success; i++)
        sorted[i] = items[sorted[i]];
    if (status == gel_success)
        memcpy(items, sorted, (size_t)count * sizeof *items);
    gelFree(vertices);
    gelFree(colours);
    gelFree(sorted);
    return status;
}

static void orderTiles(void* context, int first, int end, int worker)
{
    Ordering* ordering = context;
    (void)worker;
    for (int tile = ordering->firstTile + first; tile < ordering->firstTile + end; tile++)
        ordering->statuses[tile] = orderTile(ordering, tile);
}

// Tiles of a phase share no vertex, and so no place in localOf.
static gelStatus orderPhase(Ordering* ordering, int firstTile, int tileCount)
{
    int local = firstTile;
    const gelTiling* tiling = tilingOf(ordering, &local);
    for (int tile = local; tile < local + tileCount; tile++)
        for (int i = tiling->vertexStarts[tile]; i < tiling->vertexStarts[tile + 1]; i++)
            ordering->localOf[tiling->vertices[i]] = i - tiling->vertexStarts[tile];
    ordering->firstTile = firstTile;
    gelParallelFor(tileCount, 1, gelThreadCount(0), orderTiles, ordering);
    gelStatus status = gel_success;
    for (int tile = firstTile; tile < firstTile + tileCount && status == gel_success; tile++)
        if (ordering->statuses[tile] != gel_success)
            status = orderTile(ordering, tile); // again, for the message on this thread
    return status;
}

static gelStatus orderPhases(Ordering* ordering)
{
    const gelTiling* tilings[] = {&ordering->shape->tiles, &ordering->set->ownTiles};
    gelStatus status = gel_success;
    for (int i = 0, before = 0; i < 2; before += tilings[i++]->tileCount)
        for (int phase = 0; phase < tilings[i]->phaseCount && status == gel_success; phase++) {
            const int* starts = tilings[i]->phaseStarts + phase;
            status = orderPhase(ordering, before + starts[0], starts[1] - starts[0]);
        }
    return status;
}

// Joins the colours of all tiles into one list; takes over the items.
static gelStatus joinTiles(Ordering* ordering, int tileCount, gelConstraintSet* set)
{
    set->tileStarts = gelAllocate((size_t)tileCount + 1, sizeof *set->tileStarts);
    for (int tile = 0; tile < tileCount && set->tileStarts != NULL; tile++)
        set->tileStarts[tile + 1] = set->tileStarts[tile] + ordering->colourCounts[tile];
    int count = set->tileStarts != NULL ? set->tileStarts[tileCount] : 0;
    set->colourStarts = gelAllocate((size_t)count + 1, sizeof *set->colourStarts);
    if (set->tileStarts == NULL || set->colourStarts == NULL)
        return gelFailMemory((size_t)count + 1, sizeof *set->colourStarts);
    for (int tile = 0; tile < tileCount; tile++)
        for (int colour = 0; colour < ordering->colourCounts[tile]; colour++)
            set->colourStarts[set->tileStarts[tile] + colour] =
                ordering->itemStarts[tile] + ordering->starts[tile][colour];
    set->colourStarts[count] = set->count;
    set->order = ordering->items;
    ordering->items = NULL;
    return gel_success;
}

gelStatus gelOrderConstraints(const gelShape* shape, int kind, const int* tileOf, gelConstraintSet* set)
{
    size_t vertexCount = (size_t)shape->mesh.vertexCount;
    int tileCount = shape->tiles.tileCount + set->ownTiles.tileCount;
    Ordering ordering = {.shape = shape,
                         .set = set,
                         .arity = gelKinds[kind].arity,
                         .localOf = gelAllocate(vertexCount, sizeof(int)),
                         .starts = gelAllocate((size_t)tileCount, sizeof(int*)),
                         .colourCounts = gelAllocate((size_t)tileCount, sizeof(int)),
                         .statuses = gelAllocate((size_t)tileCount, sizeof(gelStatus))};
    bool ok = ordering.localOf != NULL && ordering.starts != NULL && ordering.colourCounts != NULL &&
              ordering.statuses != NULL;
    gelStatus status =
        ok ? sortByTile(tileOf, tileCount, &ordering) : gelFailMemory(vertexCount, sizeof(int));
    if (status == gel_success)
        status = orderPhases(&ordering);
    if (status == gel_success)
        status = joinTiles(&ordering, tileCount, set);
    for (int tile = 0; tile < tileCount && ordering.starts != NULL; tile++)
        gelFree(ordering.starts[tile]);
    gelFree(ordering.itemStarts);
    gelFree(ordering.items);
    gelFree(ordering.localOf);
    gelFree(ordering.starts);
    gelFree(ordering.colourCounts);
    gelFree(ordering.statuses);
    return status;
}
