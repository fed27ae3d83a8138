// Where the Jacobi orders add up corrections, as kernels read it: GatherTable in kernels/tables.h.
#include "opencl/runtime/buffer.h"
#include "opencl/strategy/constraint_tables.h"
#include "plan/kinds.h"

#include <string.h>

typedef struct Filling {
    const gelPlanConstraints* list;
    const gelGather* gather;
    int* byPlace; // [gather->vertexCount]: numbers in the gather, in the order of the device
    int groupCount;
} Filling;

// Neighbours in memory are added up side by side.
static gelStatus sortByPlace(const gelPlan* plan, const int* places, Filling* filling)
{
    const gelGather* gather = filling->gather;
    int* at1 = gelAllocate((size_t)plan->vertexCapacity, sizeof *at1); // 1 + the number in the gather
    filling->byPlace = gelAllocate((size_t)gather->vertexCount, sizeof *filling->byPlace);
    if (at1 == NULL || filling->byPlace == NULL) {
        gelFree(at1);
        return gelFailMemory((size_t)plan->vertexCapacity, sizeof *at1);
    }
    for (int i = 0; i < gather->vertexCount; i++)
        at1[places[gather->vertices[i]]] = 1 + i;
    for (int place = 0, next = 0; place < plan->vertexCapacity; place++)
        if (at1[place] > 0)
            filling->byPlace[next++] = at1[place] - 1;
    gelFree(at1);
    return gel_success;
}

// The number in the gather of a column; the last group repeats its last vertex.
static int vertexAt(const Filling* filling, int column)
{
    int last = filling->gather->vertexCount - 1;
    return filling->byPlace[column < last ? column : last];
}

static int countRows(const Filling* filling, int group)
{
    const int* starts = filling->gather->starts;
    int max = 0;
    for (int c = group * gather_width; c < (group + 1) * gather_width; c++) {
        int i = vertexAt(filling, c), count = starts[i + 1] - starts[i];
        max = count > max ? count : max;
    }
    return max;
}

static void fillNumbers(const Filling* filling, const GatherTable* table, float* numbers)
{
    int slots = filling->list->slotCount;
    for (int k = 0; k < gelKinds[filling->list->kind].arity && slots > 0; k++)
        memcpy(numbers + table->first_part + k * slots, filling->gather->parts[k],
               (size_t)slots * sizeof *numbers);
    for (int c = 0; c < filling->groupCount * gather_width; c++)
        numbers[table->first_divisor + c] = filling->gather->divisors[vertexAt(filling, c)];
}

// Memory is zero where it is not filled: the offset of no correction. Returns the end.
static int fillIndices(const Filling* filling, const int* places, const GatherTable* table, int* indices)
{
    const gelGather* gather = filling->gather;
    int next = table->first_group + 2 * filling->groupCount;
    for (int group = 0; group < filling->groupCount; group++) {
        int* range = indices + table->first_group + 2 * group;
        range[0] = next;
        range[1] = countRows(filling, group);
        for (int lane = 0; lane < gather_width; lane++) {
            int i = vertexAt(filling, group * gather_width + lane);
            gelToOffsets(&gather->vertices[i], places, 1,
                         indices + table->first_vertex + group * gather_width + lane);
            for (int row = 0; row < range[1]; row++) {
                int corner = gather->starts[i] + row;
                indices[next + row * gather_width + lane] =
                    corner < gather->starts[i + 1] ? 4 * (gather_width + gather->corners[corner]) : 0;
            }
        }
        next += range[1] * gather_width;
    }
    return next;
}

static gelStatus addGather(gelConstraintArrays* arrays, const int* places, const Filling* filling,
                           GatherTable* table)
{
    int64_t columns = (int64_t)filling->groupCount * gather_width,
            parts = (int64_t)gelKinds[filling->list->kind].arity * filling->list->slotCount,
            indexCount = columns + 2 * (int64_t)filling->groupCount;
    for (int group = 0; group < filling->groupCount; group++)
        indexCount += (int64_t)countRows(filling, group) * gather_width;
    gelStatus status = gelGrowArrays(arrays, indexCount, parts + columns);
    if (status != gel_success)
        return status;
    *table = (GatherTable){.first_part = (int)arrays->numberCount,
                           .vertex_count = filling->gather->vertexCount,
                           .first_vertex = (int)arrays->indexCount,
                           .first_divisor = (int)(arrays->numberCount + parts),
                           .first_group = (int)(arrays->indexCount + columns)};
    fillNumbers(filling, table, arrays->numbers);
    arrays->indexCount = fillIndices(filling, places, table, arrays->indices);
    arrays->numberCount += parts + columns;
    return gel_success;
}

gelStatus gelAddGathers(gelConstraintArrays* arrays, const gelPlan* plan, const int* places,
                        GatherTable tables[constraint_kinds])
{
    gelStatus status = gel_success;
    for (int kind = 0; kind < constraint_kinds && status == gel_success; kind++) {
        Filling filling = {&plan->constraints[kind], &plan->gathers[kind], NULL, 0};
        filling.groupCount = (filling.gather->vertexCount + gather_width - 1) / gather_width;
        tables[kind] = (GatherTable){0};
        if (!gelPlanGathersKind(plan, kind))
            continue;
        status = sortByPlace(plan, places, &filling);
        if (status == gel_success)
            status = addGather(arrays, places, &filling, &tables[kind]);
        gelFree(filling.byPlace);
    }
    return status;
}
