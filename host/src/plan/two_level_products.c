#include "plan/two_level_products.h"
#include "plan/kinds.h"

#include <stdlib.h>
#include <string.h>

gelLevelConstraints gelConstraintsOfKind(const gelTwoLevelMaker* maker, int kind)
{
    static const int rowCounts[constraint_kinds] = {
#define ROW(name, arity, valueCount) [constraint_##name] = rows_of_##name,
        CONSTRAINT_LIST(ROW)
#undef ROW
    };
    if (kind == constraint_attachment)
        return (gelLevelConstraints){.count = maker->joints.count,
                                     .arity = gel_attachedVertices,
                                     .valueCount = gel_jointValues,
                                     .rows = rows_of_attachment,
                                     .vertices = maker->joints.vertices,
                                     .values = maker->joints.values,
                                     .hasCoefficients = true};
    if (kind == constraint_contact)
        return (gelLevelConstraints){.count = maker->joints.contactCount,
                                     .arity = contact_corners,
                                     .valueCount = contact_values,
                                     .rows = rows_of_contact,
                                     .vertices = maker->joints.contactVertices,
                                     .values = maker->joints.contactValues};
    const gelPlanConstraints* from = &maker->plan.constraints[kind];
    return (gelLevelConstraints){.count = from->count,
                                 .arity = gelKinds[kind].arity,
                                 .valueCount = gelKinds[kind].valueCount,
                                 .rows = rowCounts[kind],
                                 .vertices = from->vertices,
                                 .values = from->values};
}

// The aggregates that a constraint's vertices are in, from the first to the last.
typedef struct Reach {
    int count;
    int aggregates[level_vertices];
    bool isHeld; // whether one is pinned
} Reach;

static Reach reachOf(const gelTwoLevelMaker* maker, int kind, int constraint)
{
    Reach reach = {0};
    const gelLevelConstraints from = gelConstraintsOfKind(maker, kind);
    for (int k = 0; k < from.arity; k++) {
        int vertex = from.vertices[k][constraint];
        int aggregate = maker->aggregateOf[maker->slots[vertex]], i = reach.count;
        reach.isHeld = reach.isHeld || maker->list->pinned[vertex];
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
    for (int i = 0; i < level_vertices; i++)
        if (first->reach.aggregates[i] != second->reach.aggregates[i])
            return first->reach.aggregates[i] < second->reach.aggregates[i] ? -1 : 1;
    if (first->reach.isHeld != second->reach.isHeld)
        return first->reach.isHeld ? 1 : -1;
    return first->constraint < second->constraint ? -1 : 1;
}

// Writes the constraints of a kind in the order of the entries, and pads those of each body to whole groups.
static void writeOrder(gelTwoLevelMaker* maker, int kind, const Entry* entries, int count)
{
    int* order = maker->orders[kind];
    int end = 0;
    for (int i = 0; i < count; i++) {
        int body = maker->list->aggregates[entries[i].reach.aggregates[0]].guard;
        order[end++] = entries[i].constraint;
        bool isLast =
            i + 1 == count || maker->list->aggregates[entries[i + 1].reach.aggregates[0]].guard != body;
        while (isLast && end % level_columns != 0)
            order[end++] = -1;
    }
    maker->counts[kind] = end;
}

static gelStatus orderKind(gelTwoLevelMaker* maker, int kind)
{
    size_t count = (size_t)gelConstraintsOfKind(maker, kind).count;
    size_t most = count + (size_t)maker->plan.bodyCount * (level_columns - 1);
    Entry* entries = gelAllocate(count, sizeof *entries);
    maker->orders[kind] = gelAllocate(most, sizeof *maker->orders[kind]);
    bool ok = entries != NULL && maker->orders[kind] != NULL;
    for (size_t i = 0; i < count && ok; i++) {
        entries[i] = (Entry){reachOf(maker, kind, (int)i), (int)i};
        for (int k = entries[i].reach.count; k < level_vertices; k++)
            entries[i].reach.aggregates[k] = -1;
    }
    if (ok && count > 0)
        qsort(entries, count, sizeof *entries, compareEntries);
    if (ok)
        writeOrder(maker, kind, entries, (int)count);
    gelFree(entries);
    return ok ? gel_success : gelFailMemory(most, sizeof *entries);
}

gelStatus gelOrderByAggregates(gelTwoLevelMaker* maker)
{
    gelStatus status = gel_success;
    for (int kind = 0; kind < level_kinds && status == gel_success; kind++)
        status = orderKind(maker, kind);
    return status;
}

static int blockOf(const gelTwoLevelMaker* maker, int row, int column)
{
    int body = maker->list->aggregates[row].body, first = maker->list->systems[body].first_aggregate;
    row -= first;
    return maker->firstBlocks[body] + row * (row + 1) / 2 + column - first;
}

// Whether all vertices of the 16 constraints from `first` on are free ones of one aggregate.
static bool isInside(const gelTwoLevelMaker* maker, int kind, int first)
{
    const int* order = maker->orders[kind] + first;
    int aggregate = reachOf(maker, kind, order[0]).aggregates[0];
    bool inside = order[level_columns - 1] >= 0;
    for (int i = 0; i < level_columns && inside; i++) {
        Reach reach = reachOf(maker, kind, order[i]);
        inside = reach.count == 1 && reach.aggregates[0] == aggregate && !reach.isHeld;
    }
    return inside;
}

// The terms of each block, those that are inside first.
typedef struct TermLists {
    int *inside, *outer; // their numbers, or where the next one is put
    int* last;           // the number of the last term's constraints
    LevelTerm* terms;    // NULL: they are counted
} TermLists;

static void addTerm(TermLists* lists, int block, bool inside, LevelTerm term)
{
    int at = inside ? lists->inside[block]++ : lists->outer[block]++;
    if (lists->terms != NULL)
        lists->terms[at] = term;
}

// Adds the terms of 16 constraints.
static void addTermsOf(const gelTwoLevelMaker* maker, int kind, int first, int number, TermLists* lists)
{
    bool inside = isInside(maker, kind, first), isFirst = true;
    const int* order = maker->orders[kind] + first;
    for (int i = 0; i < level_columns && order[i] >= 0; i++) {
        Reach reach = reachOf(maker, kind, order[i]);
        for (int a = 0; a < reach.count; a++)
            for (int b = 0; b <= a; b++) {
                int block = blockOf(maker, reach.aggregates[a], reach.aggregates[b]);
                if (lists->last[block] == number)
                    continue;
                lists->last[block] = number;
                addTerm(lists, block, inside, (LevelTerm){kind, first, isFirst});
                isFirst = false;
            }
    }
}

static void addTerms(const gelTwoLevelMaker* maker, TermLists* lists)
{
    const gelTwoLevelList* list = maker->list;
    int number = 0;
    memset(lists->last, 0, (size_t)list->blockCount * sizeof *lists->last);
    for (int a = 0; a < list->aggregateCount; a++)
        for (int slot = list->aggregates[a].first_slot; slot < list->aggregates[a].end_slot;
             slot += level_columns)
            addTerm(lists, blockOf(maker, a, a), false, (LevelTerm){.kind = level_kinds, .first = slot});
    for (int kind = 0; kind < level_kinds; kind++)
        for (int i = 0; i < maker->counts[kind]; i += level_columns)
            addTermsOf(maker, kind, i, ++number, lists);
}

static int chunksOf(int terms)
{
    return (terms + chunk_terms - 1) / chunk_terms;
}

// Cuts the terms from `first` to `end` of a block into chunks.
static void addChunks(gelTwoLevelList* list, LevelBlock* block, int first, int end, bool inside)
{
    int aggregate = list->systems[block->body].first_aggregate;
    for (int term = first; term < end; term += chunk_terms)
        list->chunks[block->end_chunk++] =
            (LevelChunk){aggregate + block->row, aggregate + block->column, term,
                         term + chunk_terms < end ? term + chunk_terms : end, inside};
}

// Reserves the terms that are counted, makes their chunks, and leaves the place of the first ones in the
// lists.
static gelStatus reserveChunks(const gelTwoLevelMaker* maker, TermLists* lists)
{
    gelTwoLevelList* list = maker->list;
    for (int i = 0; i < list->blockCount; i++) {
        list->termCount += lists->inside[i] + lists->outer[i];
        list->chunkCount += chunksOf(lists->inside[i]) + chunksOf(lists->outer[i]);
    }
    list->terms = gelAllocate((size_t)list->termCount, sizeof *list->terms);
    list->chunks = gelAllocate((size_t)list->chunkCount, sizeof *list->chunks);
    if (list->terms == NULL || list->chunks == NULL)
        return gelFailMemory((size_t)list->termCount, sizeof *list->terms);
    int term = 0, chunk = 0;
    for (int i = 0; i < list->blockCount; i++) {
        LevelBlock* block = &list->blocks[i];
        int outer = term + lists->inside[i], end = outer + lists->outer[i];
        block->first_chunk = block->end_chunk = chunk;
        addChunks(list, block, term, outer, true);
        block->end_inside = block->end_chunk;
        addChunks(list, block, outer, end, false);
        lists->inside[i] = term;
        lists->outer[i] = outer;
        term = end;
        chunk = block->end_chunk;
    }
    lists->terms = list->terms;
    return gel_success;
}

gelStatus gelAddProducts(gelTwoLevelMaker* maker)
{
    size_t count = (size_t)maker->list->blockCount;
    int* room = gelAllocate(3 * count, sizeof *room);
    TermLists lists = {room, room + count, room + 2 * count, NULL};
    if (room == NULL)
        return gelFailMemory(count, 3 * sizeof *room);
    addTerms(maker, &lists);
    gelStatus status = reserveChunks(maker, &lists);
    if (status == gel_success)
        addTerms(maker, &lists);
    gelFree(room);
    return status;
}
