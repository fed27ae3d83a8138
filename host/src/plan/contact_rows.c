#include "plan/contact_rows.h"
#include "base/core.h"
#include "contact_tables.h"

#include <stdlib.h>
#include <string.h>

gelStatus gelCopyContactRows(const gelContactRows* from, gelContactRows* to)
{
    gelStatus status = gelReserve(&to->all, &to->capacity, from->count, sizeof *to->all);
    if (status != gel_success)
        return status;
    if (from->count > 0)
        memcpy(to->all, from->all, (size_t)from->count * sizeof *to->all);
    to->count = from->count;
    to->revision++;
    return gel_success;
}

int gelSideOfContactVertex(const gelContactRow* row, int vertex)
{
    return vertex < (row->feature == gel_edgeFeature ? 2 : 1) ? 0 : 1;
}

static int compareNumbers(int64_t a, int64_t b)
{
    return a < b ? -1 : a > b ? 1 : 0;
}

static int compareBodies(const gelContactRow* a, const gelContactRow* b)
{
    int order = 0;
    for (int k = 0; k < 2 && order == 0; k++) {
        order = compareNumbers(a->bodies[k].index1, b->bodies[k].index1);
        order = order != 0 ? order : compareNumbers(a->bodies[k].generation, b->bodies[k].generation);
    }
    return order;
}

// A point has one row against a body, whichever its triangle is.
static int compareKeys(const gelContactRow* a, const gelContactRow* b)
{
    int order = compareBodies(a, b);
    order = order != 0 ? order : compareNumbers(a->kind, b->kind);
    order = order != 0 ? order : compareNumbers(a->elements[0], b->elements[0]);
    return order != 0 || a->kind != contact_edges ? order : compareNumbers(a->elements[1], b->elements[1]);
}

int gelCompareContactRows(const void* a, const void* b)
{
    const gelContactRow *first = a, *second = b;
    const int order = compareKeys(first, second);
    return order != 0 ? order : compareNumbers(first->elements[1], second->elements[1]);
}

bool gelIsSameContact(const gelContactRow* a, const gelContactRow* b)
{
    return compareKeys(a, b) == 0;
}

static int compareWithKey(const void* key, const void* row)
{
    return compareKeys(key, row);
}

static int compareWithPair(const void* key, const void* row)
{
    return compareBodies(key, row);
}

static const gelContactRow* find(const gelContactRows* rows, const gelContactRow* key,
                                 int (*compare)(const void*, const void*))
{
    return rows->count > 0 ? bsearch(key, rows->all, (size_t)rows->count, sizeof *rows->all, compare) : NULL;
}

const gelContactRow* gelFindPairRow(const gelContactRows* rows, const gelBodyId ids[2])
{
    const gelContactRow key = {.bodies = {ids[0], ids[1]}};
    return find(rows, &key, compareWithPair);
}

const gelContactRow* gelFindPointRow(const gelContactRows* rows, gelBodyId body, gelBodyId other, int point)
{
    const gelContactRow key = {
        .bodies = {body, other}, .kind = contact_point_triangle, .elements = {point, -1}};
    return find(rows, &key, compareWithKey);
}

const gelContactRow* gelFindEdgeRow(const gelContactRows* rows, const gelBodyId ids[2], const int edges[2])
{
    const gelContactRow key = {
        .bodies = {ids[0], ids[1]}, .kind = contact_edges, .elements = {edges[0], edges[1]}};
    return find(rows, &key, compareWithKey);
}

bool gelHasEndWithRow(const gelContactRows* rows, const gelBodyId ids[2], const int first[2],
                      const int second[2])
{
    bool has = false;
    for (int k = 0; k < 2 && !has; k++)
        has = gelFindPointRow(rows, ids[0], ids[1], first[k]) != NULL ||
              gelFindPointRow(rows, ids[1], ids[0], second[k]) != NULL;
    return has;
}
