// Plasticity of the back end: its rest lengths, and the copies of them in the constraints of the grid's parts.
#include "opencl/error.h"
#include "opencl/grid.h"
#include "opencl/tested.h"
#include "opencl/wait.h"
#include "plan/plasticity.h"

// Tested when first used.
static gelStatus requirePlasticity(gelGrid* grid)
{
    gelDeviceInfo info = grid->opencl.info;
    if (grid->plasticityIsTested)
        return gel_success;
    gelStatus status = gelSelfTestPlasticity(&grid->plasticity, &grid->opencl, info.reason);
    info.exact = info.reason[0] == '\0';
    if (status == gel_success)
        status = gelGridBackend_JudgeTest(grid, &info, "of plasticity");
    grid->plasticityIsTested = status == gel_success;
    return status;
}

gelStatus gelPlanGridPlasticity(gelGrid* grid)
{
    const gelPlan* plan = grid->plan;
    size_t count = (size_t)plan->plastic.count;
    if (count == 0)
        return gel_success;
    gelStatus status = requirePlasticity(grid);
    if (status != gel_success)
        return status;
    int* vertices = gelAllocate(count, 2 * sizeof *vertices);
    float(*terms)[5] = gelAllocate(count, sizeof *terms);
    float* lengths = gelAllocate(count, sizeof *lengths);
    if (vertices != NULL && terms != NULL && lengths != NULL) {
        gelListPlasticEdges(plan, vertices, terms);
        gelGatherRestLengths(plan, lengths);
        status = gelWritePlasticEdges(&grid->plasticity, &grid->opencl, grid->state.places, (int)count,
                                      vertices, terms, lengths, &grid->base.bytes);
        if (status == gel_success)
            status = gelWriteTearingTets(&grid->plasticity, &grid->opencl, &plan->tearing, &grid->base.bytes);
    } else {
        status = gelFailMemory(count, 8 * sizeof(float));
    }
    gelFree(vertices);
    gelFree(terms);
    gelFree(lengths);
    return status;
}

static gelStatus addSlots(gelGrid* grid, const int* starts, const gelPlanConstraints* list, cl_mem* buffer,
                          int* count)
{
    gelPlasticSlot* slots;
    gelStatus status = gelFindPlasticSlots(grid->plan, starts, list, &slots, count);
    if (status == gel_success && *count > 0)
        status =
            gelCreateBuffer(&grid->opencl, (size_t)*count * sizeof *slots, slots, &grid->base.bytes, buffer);
    gelFree(slots);
    return status;
}

gelStatus gelAddPlasticSlots(gelGrid* grid, gelGridPart* part)
{
    const gelPlan* plan = grid->plan;
    int launches = 0;
    if (plan->plastic.count == 0 || part->plan == NULL)
        return gel_success;
    const gelPlanConstraints* lists = part->plan->constraints;
    gelStatus status = addSlots(grid, plan->plastic.starts, &lists[constraint_distance], &part->plasticSlots,
                                &part->plasticSlotCount);
    if (status == gel_success)
        status = addSlots(grid, plan->tearing.starts, &lists[constraint_volume], &part->tetSlots,
                          &part->tetSlotCount);
    if (status == gel_success)
        status = gelSpreadRestLengths(&grid->plasticity, &grid->opencl, part, &launches);
    if (status != gel_success)
        gelClearPart(part); // and it is made again
    return status;
}

static gelStatus spreadAll(gelGrid* grid, int* launches)
{
    const gelGridPart* parts[] = {&grid->all, &grid->some};
    gelStatus status = gel_success;
    for (int i = 0; i < 2 && status == gel_success; i++)
        if (parts[i]->plan != NULL)
            status = gelSpreadRestLengths(&grid->plasticity, &grid->opencl, parts[i], launches);
    return status;
}

gelStatus gelYieldGrid(gelGrid* grid, const gelStepParameters* parameters, int* launches)
{
    gelStatus status = gelYieldEdges(&grid->plasticity, &grid->opencl, &grid->state, parameters, launches);
    return status == gel_success ? spreadAll(grid, launches) : status;
}

gelStatus gelGridBackend_WriteRestLengths(gelBackend* backend, const float* lengths)
{
    gelGrid* grid = (gelGrid*)backend;
    int launches = 0;
    cl_int error = gelWriteBuffer(&grid->opencl, grid->plasticity.lengths,
                                  (size_t)grid->plasticity.count * sizeof *lengths, lengths);
    if (error != CL_SUCCESS)
        return gelFailCl("writing rest lengths", error);
    gelStatus status = gelTearTets(&grid->plasticity, &grid->opencl, &launches);
    return status == gel_success ? spreadAll(grid, &launches) : status;
}

gelStatus gelGridBackend_ReadRestLengths(gelBackend* backend, bool kept, float* lengths)
{
    const gelGrid* grid = (gelGrid*)backend;
    cl_mem from = kept ? grid->plasticity.kept : grid->plasticity.lengths;
    cl_int error =
        gelReadBuffer(&grid->opencl, from, (size_t)grid->plasticity.count * sizeof *lengths, lengths);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading rest lengths", error);
}
