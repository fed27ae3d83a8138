#include "plan/two_level_products.h"
#include "plan/kinds.h"

// The aggregates that a constraint's vertices are in, in the order in which they occur.
typedef struct Reach {
    int count;
    int aggregates[max_vertices];
} Reach;

static int endOf(const gelTwoLevelList* list, int kind, int k, int constraint)
{
    const LevelKind* of = &list->kinds[kind];
    return list->ends[of->first_slot + k * of->count + constraint] / 4;
}

static Reach reachOf(const gelTwoLevelMaker* maker, int kind, int constraint)
{
    Reach reach = {0};
    for (int k = 0; k < gelKinds[kind].arity; k++) {
        int aggregate = maker->aggregateOf[endOf(maker->list, kind, k, constraint)], i = 0;
        while (i < reach.count && reach.aggregates[i] != aggregate)
            i++;
        if (i == reach.count)
            reach.aggregates[reach.count++] = aggregate;
    }
    return reach;
}

static LevelBlock* blockOf(const gelTwoLevelMaker* maker, int a, int b)
{
    const gelTwoLevelList* list = maker->list;
    int body = list->aggregates[a].body, first = list->bodies[body].first_aggregate;
    int row = (a > b ? a : b) - first, column = (a > b ? b : a) - first;
    return &list->blocks[maker->firstBlocks[body] + row * (row + 1) / 2 + column];
}

// Counts the pairs of each block in `first_chunk`, until placePairs gives them places.
static void countPairs(const gelTwoLevelMaker* maker)
{
    gelTwoLevelList* list = maker->list;
    for (int a = 0; a < list->aggregateCount; a++)
        blockOf(maker, a, a)->first_chunk += list->aggregates[a].slot_count;
    for (int kind = 0; kind < constraint_kinds; kind++)
        for (int i = 0; i < maker->plan.constraints[kind].count; i++) {
            Reach reach = reachOf(maker, kind, i);
            for (int a = 0; a < reach.count; a++)
                for (int b = 0; b <= a; b++)
                    blockOf(maker, reach.aggregates[a], reach.aggregates[b])->first_chunk +=
                        gelRowCounts[kind];
            list->partCount += gelRowCounts[kind] * reach.count;
        }
}

static gelStatus reserveProducts(gelTwoLevelList* list)
{
    int64_t pairs = 0, chunks = 0;
    for (int i = 0; i < list->blockCount; i++) {
        pairs += list->blocks[i].first_chunk;
        chunks += (list->blocks[i].first_chunk + chunk_pairs - 1) / chunk_pairs;
    }
    list->partCount = (list->partCount + level_columns - 1) / level_columns * level_columns;
    list->pairCount = (int)pairs;
    list->chunkCount = (int)chunks;
    list->pairs = gelAllocate(2 * (size_t)pairs, sizeof *list->pairs);
    list->chunks = gelAllocate((size_t)chunks, sizeof *list->chunks);
    list->partCorners = gelAllocate(max_vertices * (size_t)list->partCount, sizeof *list->partCorners);
    list->partSlots = gelAllocate(max_vertices * (size_t)list->partCount, sizeof *list->partSlots);
    return list->pairs != NULL && list->chunks != NULL && list->partCorners != NULL && list->partSlots != NULL
               ? gel_success
               : gelFailMemory((size_t)pairs, 2 * sizeof *list->pairs);
}

static void placePairs(gelTwoLevelList* list)
{
    int pair = 0, chunk = 0;
    for (int i = 0; i < list->blockCount; i++) {
        LevelBlock* block = &list->blocks[i];
        int count = block->first_chunk;
        block->end_chunk = pair;
        block->first_chunk = chunk;
        for (int first = pair; first < pair + count; first += chunk_pairs)
            list->chunks[chunk++] =
                (LevelChunk){first, first + chunk_pairs < pair + count ? first + chunk_pairs : pair + count};
        pair += count;
    }
}

static void addPair(const gelTwoLevelMaker* maker, int a, int partOfA, int b, int partOfB)
{
    LevelBlock* block = blockOf(maker, a, b);
    int* pair = maker->list->pairs + 2 * (size_t)block->end_chunk++;
    pair[0] = a >= b ? partOfA : partOfB;
    pair[1] = a >= b ? partOfB : partOfA;
}

// Adds the parts of a row from `part` on, and their products.
static void addRow(const gelTwoLevelMaker* maker, int kind, int constraint, int row, const Reach* reach,
                   int part)
{
    gelTwoLevelList* list = maker->list;
    const LevelKind* of = &list->kinds[kind];
    int arity = gelKinds[kind].arity;
    for (int a = 0; a < reach->count; a++) {
        int found = 0;
        for (int k = 0; k < arity; k++) {
            int slot = endOf(list, kind, k, constraint), at = found * list->partCount + part + a;
            if (maker->aggregateOf[slot] != reach->aggregates[a])
                continue;
            list->partCorners[at] = 4 * (of->first_derivative + (row * arity + k) * of->count + constraint);
            list->partSlots[at] = 4 * slot;
            found++;
        }
        for (int b = 0; b <= a; b++)
            addPair(maker, reach->aggregates[a], list->slotCount + part + a, reach->aggregates[b],
                    list->slotCount + part + b);
    }
}

static void fillPairs(const gelTwoLevelMaker* maker)
{
    gelTwoLevelList* list = maker->list;
    int part = 0;
    for (int a = 0; a < list->aggregateCount; a++)
        for (int i = 0; i < list->aggregates[a].slot_count; i++)
            addPair(maker, a, list->aggregates[a].first_slot + i, a, list->aggregates[a].first_slot + i);
    for (int kind = 0; kind < constraint_kinds; kind++)
        for (int i = 0; i < maker->plan.constraints[kind].count; i++) {
            Reach reach = reachOf(maker, kind, i);
            for (int row = 0; row < gelRowCounts[kind]; row++) {
                addRow(maker, kind, i, row, &reach, part);
                part += reach.count;
            }
        }
}

gelStatus gelAddProducts(gelTwoLevelMaker* maker)
{
    gelTwoLevelList* list = maker->list;
    countPairs(maker);
    gelStatus status = reserveProducts(list);
    if (status != gel_success)
        return status;
    placePairs(list);
    fillPairs(maker);
    int chunk = 0;
    for (int i = 0; i < list->blockCount; i++) {
        LevelBlock* block = &list->blocks[i];
        int end = block->end_chunk;
        while (chunk < list->chunkCount && list->chunks[chunk].end_pair <= end)
            chunk++;
        block->end_chunk = chunk;
    }
    return gel_success;
}
