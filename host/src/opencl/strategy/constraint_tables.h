// Constraints in the form that kernels read: tables that locate the lists of each kind in two arrays
// (kernels/tables.h).
#pragma once

#include "plan/plan.h"
#include "tables.h"

typedef struct gelConstraintArrays {
    int* indices;
    float* numbers;
    int64_t indexCount, numberCount, indexCapacity, numberCapacity;
} gelConstraintArrays;

// Appends the lists of all kinds and fills in their tables; `places` as in gelToOffsets. Errors:
// gel_outOfMemory, gel_unsupported (too many for the kernels' 32-bit indices).
gelStatus gelAddConstraints(gelConstraintArrays* arrays, const gelPlanConstraints lists[constraint_kinds],
                            const int* places, ConstraintTable tables[constraint_kinds]);
// Appends where the Jacobi orders add up corrections, kind by kind.
gelStatus gelAddGathers(gelConstraintArrays* arrays, const gelPlan* plan, const int* places,
                        GatherTable tables[constraint_kinds]);
// Makes room for so many more. Whoever adds many lists makes room for all of them first.
gelStatus gelGrowArrays(gelConstraintArrays* arrays, int64_t indexCount, int64_t numberCount);
// Appends the places of vertices; *first is where they begin in `indices`.
gelStatus gelAddPlaces(gelConstraintArrays* arrays, const int* vertices, const int* places, int count,
                       int* first);
// The numbers of these lists alone, as gelAddConstraints puts them first; release them with gelFree.
gelStatus gelListNumbers(const gelPlanConstraints lists[constraint_kinds], float** numbers, size_t* count);
void gelClearConstraintArrays(gelConstraintArrays* arrays);
