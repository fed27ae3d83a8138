#include "opencl/strategy/constraint_tables.h"
#include "opencl/runtime/buffer.h"
#include "plan/kinds.h"

#include <limits.h>
#include <string.h>

// Makes room for `count` more elements. Returns the array, moved perhaps; on failure sets *status, and the array stays.
static void* grow(void* array, int64_t have, int64_t count, int64_t* capacity, size_t size, gelStatus* status)
{
    *status = gel_success;
    if (array != NULL && have + count <= *capacity)
        return array;
    if (have + count > INT_MAX) {
        *status = gelFail(gel_unsupported,
                          "the constraints of the world need more than 2^31 numbers on the device");
        return array;
    }
    void* grown = gelResize(array, (size_t)(have + count), size);
    if (grown == NULL) {
        *status = gelFailMemory((size_t)(have + count), size);
        return array;
    }
    *capacity = have + count;
    return grown;
}

static gelStatus growIndices(gelConstraintArrays* arrays, int64_t count)
{
    gelStatus status;
    arrays->indices = grow(arrays->indices, arrays->indexCount, count, &arrays->indexCapacity,
                           sizeof *arrays->indices, &status);
    return status;
}

static gelStatus growNumbers(gelConstraintArrays* arrays, int64_t count)
{
    gelStatus status;
    arrays->numbers = grow(arrays->numbers, arrays->numberCount, count, &arrays->numberCapacity,
                           sizeof *arrays->numbers, &status);
    return status;
}

gelStatus gelGrowArrays(gelConstraintArrays* arrays, int64_t indexCount, int64_t numberCount)
{
    gelStatus status = growIndices(arrays, indexCount);
    return status == gel_success ? growNumbers(arrays, numberCount) : status;
}

gelStatus gelAddPlaces(gelConstraintArrays* arrays, const int* vertices, const int* places, int count,
                       int* first)
{
    gelStatus status = growIndices(arrays, count);
    if (status != gel_success)
        return status;
    *first = (int)arrays->indexCount;
    for (int i = 0; i < count; i++)
        arrays->indices[arrays->indexCount++] = places[vertices[i]];
    return gel_success;
}

// Returns how many they are.
static size_t copyNumbers(const gelPlanConstraints* list, float* numbers)
{
    size_t slots = (size_t)list->slotCount, count = (size_t)gelKinds[list->kind].valueCount;
    for (size_t k = 0; k < count && slots > 0; k++)
        memcpy(numbers + k * slots, list->values[k], slots * sizeof *numbers);
    return count * slots;
}

static gelStatus addKind(gelConstraintArrays* arrays, const gelPlanConstraints* list, const int* places,
                         ConstraintTable* table)
{
    const gelKind* kind = &gelKinds[list->kind];
    int64_t slots = list->slotCount, offsetCount = kind->arity * slots,
            numberCount = kind->valueCount * slots;
    gelStatus status = gelGrowArrays(arrays, offsetCount + 2 * (int64_t)list->colourCount, numberCount);
    if (status != gel_success)
        return status;
    *table = (ConstraintTable){.colour_count = list->colourCount,
                               .slot_count = list->slotCount,
                               .first_colour = (int)(arrays->indexCount + offsetCount),
                               .first_vertex = (int)arrays->indexCount,
                               .first_number = (int)arrays->numberCount};
    int *offsets = arrays->indices + table->first_vertex, *colours = arrays->indices + table->first_colour;
    for (int k = 0; k < kind->arity; k++)
        gelToOffsets(list->vertices[k], places, list->slotCount, offsets + k * slots);
    for (int c = 0; c < list->colourCount; c++) {
        colours[2 * c] = list->colours[c].first;
        colours[2 * c + 1] = list->colours[c].count;
    }
    copyNumbers(list, arrays->numbers + table->first_number);
    arrays->indexCount += offsetCount + 2 * (int64_t)list->colourCount;
    arrays->numberCount += numberCount;
    return gel_success;
}

gelStatus gelAddConstraints(gelConstraintArrays* arrays, const gelPlanConstraints lists[constraint_kinds],
                            const int* places, ConstraintTable tables[constraint_kinds])
{
    gelStatus status = gel_success;
    for (int kind = 0; kind < constraint_kinds && status == gel_success; kind++)
        status = addKind(arrays, &lists[kind], places, &tables[kind]);
    return status;
}

gelStatus gelListNumbers(const gelPlanConstraints lists[constraint_kinds], float** numbers, size_t* count)
{
    size_t sum = 0;
    for (int kind = 0; kind < constraint_kinds; kind++)
        sum += (size_t)gelKinds[kind].valueCount * (size_t)lists[kind].slotCount;
    *count = 0;
    *numbers = gelAllocate(sum, sizeof **numbers);
    if (*numbers == NULL)
        return gelFailMemory(sum, sizeof **numbers);
    for (int kind = 0; kind < constraint_kinds; kind++)
        *count += copyNumbers(&lists[kind], *numbers + *count);
    return gel_success;
}

void gelClearConstraintArrays(gelConstraintArrays* arrays)
{
    gelFree(arrays->indices);
    gelFree(arrays->numbers);
    *arrays = (gelConstraintArrays){0};
}
