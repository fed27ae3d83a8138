#include "opencl/part.h"
#include "opencl/constraint_tables.h"

static gelStatus createTables(const gelOpencl* opencl, const gelDeviceState* state, const gelPlan* plan,
                              uint64_t* bytes, gelGridPart* part)
{
    gelConstraintArrays arrays = {0};
    ConstraintTable tables[constraint_kinds];
    gelStatus status = gelAddConstraints(&arrays, plan->constraints, state->places, tables);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, sizeof tables, tables, bytes, &part->tables);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, (size_t)arrays.indexCount * sizeof(int), arrays.indices, bytes,
                                 &part->indices);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, (size_t)arrays.numberCount * sizeof(float), arrays.numbers, bytes,
                                 &part->numbers);
    gelClearConstraintArrays(&arrays);
    return status;
}

gelStatus gelCreatePart(const gelOpencl* opencl, const gelDeviceState* state, gelPlan* plan, uint64_t* bytes,
                        gelGridPart* part)
{
    if (part->ranges == NULL) {
        part->ranges = gelAllocate(1, sizeof *part->ranges);
        if (part->ranges == NULL)
            return gelFailMemory(1, sizeof *part->ranges);
        part->ranges[0] = (gelVertexRange){0, plan->vertexCount};
        part->rangeCount = 1;
    }
    gelStatus status = gelListConstraints(plan);
    if (status == gel_success)
        status = createTables(opencl, state, plan, bytes, part);
    if (status == gel_success)
        part->plan = plan;
    else
        gelClearPart(part);
    return status;
}

void gelClearPart(gelGridPart* part)
{
    gelReleaseBuffer(&part->tables);
    gelReleaseBuffer(&part->indices);
    gelReleaseBuffer(&part->numbers);
    gelFree(part->ranges);
    // The goals are the world's, and stay where making the part is tried again.
    *part = (gelGridPart){.firstGoal = part->firstGoal, .goalCount = part->goalCount};
}
