#include "plan/two_level_products.h"
#include "plan/kinds.h"

#include <stdlib.h>
#include <string.h>

// The aggregates that a constraint's vertices are in, from the first to the last.
typedef struct Reach {
    int count;
    int aggregates[max_vertices];
} Reach;

static Reach reachOf(const gelTwoLevelMaker* maker, int kind, int constraint)
{
    Reach reach = {0};
    for (int k = 0; k < gelKinds[kind].arity; k++) {
        int vertex = maker->plan.constraints[kind].vertices[k][constraint];
        int aggregate = maker->aggregateOf[maker->slots[vertex]], i = reach.count;
        while (i > 0 && reach.aggregates[i - 1] > aggregate)
            i--;
        if (i > 0 && reach.aggregates[i - 1] == aggregate)
            continue;
        memmove(reach.aggregates + i + 1, reach.aggregates + i,
                (size_t)(reach.count++ - i) * sizeof *reach.aggregates);
        reach.aggregates[i] = aggregate;
    }
    return reach;
}

typedef struct Entry {
    Reach reach;
    int constraint;
} Entry;

static int compareEntries(const void* a, const void* b)
{
    const Entry *first = a, *second = b;
    for (int i = 0; i < max_vertices; i++)
        if (first->reach.aggregates[i] != second->reach.aggregates[i])
            return first->reach.aggregates[i] < second->reach.aggregates[i] ? -1 : 1;
    return first->constraint < second->constraint ? -1 : 1;
}

static gelStatus orderKind(gelTwoLevelMaker* maker, int kind)
{
    size_t count = (size_t)maker->plan.constraints[kind].count;
    Entry* entries = gelAllocate(count, sizeof *entries);
    int* order = maker->orders[kind] = gelAllocate(count, sizeof *order);
    bool ok = entries != NULL && order != NULL;
    for (size_t i = 0; i < count && ok; i++) {
        entries[i] = (Entry){reachOf(maker, kind, (int)i), (int)i};
        for (int k = entries[i].reach.count; k < max_vertices; k++)
            entries[i].reach.aggregates[k] = -1;
    }
    if (ok && count > 0)
        qsort(entries, count, sizeof *entries, compareEntries);
    for (size_t i = 0; i < count && ok; i++)
        order[i] = entries[i].constraint;
    gelFree(entries);
    return ok ? gel_success : gelFailMemory(count, sizeof *entries);
}

gelStatus gelOrderByAggregates(gelTwoLevelMaker* maker)
{
    gelStatus status = gel_success;
    for (int kind = 0; kind < constraint_kinds && status == gel_success; kind++)
        status = orderKind(maker, kind);
    return status;
}

static int blockOf(const gelTwoLevelMaker* maker, int row, int column)
{
    int body = maker->list->aggregates[row].body, first = maker->list->bodies[body].first_aggregate;
    row -= first;
    return maker->firstBlocks[body] + row * (row + 1) / 2 + column - first;
}

// Visits the terms: counts those of each block in its `end_chunk`, or fills them from there on. `last`: of each block, the
// number of its last term's constraints.
static void visitTerms(const gelTwoLevelMaker* maker, int* last, LevelTerm* terms)
{
    const gelTwoLevelList* list = maker->list;
    int number = 0;
    for (int a = 0; a < list->aggregateCount; a++)
        for (int slot = list->aggregates[a].first_slot; slot < list->aggregates[a].end_slot;
             slot += level_columns) {
            int at = list->blocks[blockOf(maker, a, a)].end_chunk++;
            if (terms != NULL)
                terms[at] = (LevelTerm){.kind = constraint_kinds, .first = slot};
        }
    for (int b = 0; b < list->blockCount; b++)
        last[b] = 0;
    for (int kind = 0; kind < constraint_kinds; kind++)
        for (int i = 0, isFirst = 1; i < maker->plan.constraints[kind].count; i++) {
            Reach reach = reachOf(maker, kind, maker->orders[kind][i]);
            isFirst = i % level_columns == 0 ? 1 : isFirst;
            number += i % level_columns == 0;
            for (int a = 0; a < reach.count; a++)
                for (int b = 0; b <= a; b++) {
                    int block = blockOf(maker, reach.aggregates[a], reach.aggregates[b]);
                    if (last[block] == number)
                        continue;
                    last[block] = number;
                    int at = list->blocks[block].end_chunk++;
                    if (terms != NULL)
                        terms[at] = (LevelTerm){kind, i / level_columns * level_columns, isFirst};
                    isFirst = 0;
                }
        }
}

// Cuts the terms of each block into chunks, and leaves the place of its first one in `end_chunk`.
static gelStatus reserveChunks(const gelTwoLevelMaker* maker)
{
    gelTwoLevelList* list = maker->list;
    for (int i = 0; i < list->blockCount; i++) {
        list->termCount += list->blocks[i].end_chunk;
        list->chunkCount += (list->blocks[i].end_chunk + chunk_terms - 1) / chunk_terms;
    }
    list->terms = gelAllocate((size_t)list->termCount, sizeof *list->terms);
    list->chunks = gelAllocate((size_t)list->chunkCount, sizeof *list->chunks);
    if (list->terms == NULL || list->chunks == NULL)
        return gelFailMemory((size_t)list->termCount, sizeof *list->terms);
    int term = 0, chunk = 0;
    for (int i = 0; i < list->blockCount; i++) {
        LevelBlock* block = &list->blocks[i];
        int first = list->bodies[block->body].first_aggregate, end = term + block->end_chunk;
        block->first_chunk = chunk;
        block->end_chunk = term;
        for (; term < end; term = list->chunks[chunk++].end_term)
            list->chunks[chunk] = (LevelChunk){first + block->row, first + block->column, term,
                                               term + chunk_terms < end ? term + chunk_terms : end};
    }
    return gel_success;
}

gelStatus gelAddProducts(gelTwoLevelMaker* maker)
{
    gelTwoLevelList* list = maker->list;
    int* last = gelAllocate((size_t)list->blockCount, sizeof *last);
    if (last == NULL)
        return gelFailMemory((size_t)list->blockCount, sizeof *last);
    visitTerms(maker, last, NULL);
    gelStatus status = reserveChunks(maker);
    if (status == gel_success)
        visitTerms(maker, last, list->terms);
    for (int i = 0; i < list->blockCount; i++)
        list->blocks[i].end_chunk =
            i + 1 < list->blockCount ? list->blocks[i + 1].first_chunk : list->chunkCount;
    gelFree(last);
    return status;
}
