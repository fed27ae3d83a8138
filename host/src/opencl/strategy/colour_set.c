#include "opencl/strategy/colour_set.h"
#include "opencl/strategy/constraint_tables.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/wait.h"
#include "plan/kinds.h"
#include "plan/ranks.h"

// Creates the buffer of corrections, for the gathered kind that has most of them, after zeros:
// kernels/jacobi.cl.
static gelStatus createCorrections(const gelOpencl* opencl, const gelPlan* plan, uint64_t* bytes,
                                   gelColourSet* part)
{
    static const cl_float4 zeros[gather_width];
    size_t max = 0;
    for (int kind = 0; kind < constraint_kinds; kind++) {
        if (!gelPlanGathersKind(plan, kind))
            continue;
        size_t count = (size_t)gelKinds[kind].arity * (size_t)plan->constraints[kind].slotCount;
        max = count > max ? count : max;
    }
    gelStatus status =
        gelCreateBuffer(opencl, (gather_width + max) * sizeof(cl_float4), NULL, bytes, &part->corrections);
    if (status != gel_success)
        return status;
    cl_int error = gelWriteBuffer(opencl, part->corrections, sizeof zeros, zeros);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the corrections", error);
}

// Rest lengths that flow are written by kernels.
static gelStatus createNumbers(const gelOpencl* opencl, const gelConstraintArrays* arrays, bool flow,
                               uint64_t* bytes, gelColourSet* part)
{
    size_t size = (size_t)arrays->numberCount * sizeof(float);
    gelStatus status = gelCreateBuffer(opencl, size, flow ? NULL : arrays->numbers, bytes, &part->numbers);
    if (status != gel_success || !flow)
        return status;
    cl_int error = gelWriteBuffer(opencl, part->numbers, size, arrays->numbers);
    return error == CL_SUCCESS ? gel_success : gelFailCl("writing the constraints", error);
}

static gelStatus createTables(const gelOpencl* opencl, const gelDeviceState* state, const gelPlan* plan,
                              uint64_t* bytes, gelColourSet* part)
{
    gelConstraintArrays arrays = {0};
    ConstraintTable tables[constraint_kinds];
    GatherTable gathers[constraint_kinds];
    gelStatus status = gelAddConstraints(&arrays, plan->constraints, state->places, tables);
    if (status == gel_success)
        status = gelCreateBuffer(opencl, sizeof tables, tables, bytes, &part->tables);
    if (status == gel_success && (gelPlanGathers(plan) || gelPlanDamps(plan))) {
        status = gelAddGathers(&arrays, plan, state->places, gathers);
        if (status == gel_success)
            status = gelCreateBuffer(opencl, sizeof gathers, gathers, bytes, &part->gathers);
        if (status == gel_success)
            status = createCorrections(opencl, plan, bytes, part);
    }
    if (status == gel_success)
        status = gelCreateBuffer(opencl, (size_t)arrays.indexCount * sizeof(int), arrays.indices, bytes,
                                 &part->indices);
    if (status == gel_success)
        status = createNumbers(opencl, &arrays, plan->plastic.count > 0, bytes, part);
    if (status == gel_success) {
        part->firstLength = tables[constraint_distance].first_number;
        part->firstVolume = tables[constraint_volume].first_number;
    }
    gelClearConstraintArrays(&arrays);
    return status;
}

// Marks the places of the vertices over which the plan passes. Returns the end of its bodies.
static int markPassed(const gelDeviceState* state, const gelPlan* plan, bool* isPassed)
{
    int end = 0;
    for (int b = 0; b < plan->bodyCount; b++) {
        int first = plan->bodies[b]->firstVertex;
        end = first + plan->bodies[b]->shape->mesh.vertexCount;
        for (int v = first; v < end && isPassed != NULL; v++)
            isPassed[state->places[v]] = gelIsPassed(plan, v);
    }
    return end;
}

gelStatus gelListRanges(const gelDeviceState* state, const gelPlan* plan, gelColourSet* part)
{
    int capacity = 0, end = markPassed(state, plan, NULL);
    bool* isPassed = gelAllocate((size_t)end, sizeof *isPassed);
    gelStatus status = isPassed != NULL ? gelReserve(&part->ranges, &capacity, 1, sizeof *part->ranges)
                                        : gelFailMemory((size_t)end, sizeof *isPassed);
    if (status == gel_success)
        markPassed(state, plan, isPassed);
    for (int place = 0; place < end && status == gel_success; place++) {
        if (!isPassed[place])
            continue;
        if (place == 0 || !isPassed[place - 1]) {
            status = gelReserve(&part->ranges, &capacity, part->rangeCount + 1, sizeof *part->ranges);
            if (status == gel_success)
                part->ranges[part->rangeCount++] = (gelVertexRange){.first = place};
        }
        if (status == gel_success)
            part->ranges[part->rangeCount - 1].count++;
    }
    gelFree(isPassed);
    if (status != gel_success) {
        gelFree(part->ranges);
        part->ranges = NULL;
        part->rangeCount = 0;
    }
    return status;
}

gelStatus gelCreateColourSet(const gelOpencl* opencl, const gelDeviceState* state, gelPlan* plan,
                             uint64_t* bytes, gelColourSet* part)
{
    gelStatus status = part->ranges == NULL ? gelListRanges(state, plan, part) : gel_success;
    if (status == gel_success)
        status = gelListConstraints(plan);
    if (status == gel_success)
        status = createTables(opencl, state, plan, bytes, part);
    if (status == gel_success)
        part->plan = plan;
    else
        gelClearColourSet(part);
    return status;
}

void gelClearColourSet(gelColourSet* part)
{
    gelReleaseBuffer(&part->tables);
    gelReleaseBuffer(&part->indices);
    gelReleaseBuffer(&part->numbers);
    gelReleaseBuffer(&part->gathers);
    gelReleaseBuffer(&part->corrections);
    gelReleaseBuffer(&part->plasticSlots);
    gelReleaseBuffer(&part->tetSlots);
    gelFree(part->ranges);
    // The goals are the world's, and stay where making the part is tried again.
    *part = (gelColourSet){.firstGoal = part->firstGoal, .goalCount = part->goalCount};
}
