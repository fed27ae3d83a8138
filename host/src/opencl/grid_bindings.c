// Goals of bodies, tethers and attachments, of the back end.
#include "opencl/backend.h"
#include "opencl/grid.h"
#include "opencl/tested.h"

// Tested when first used.
static gelStatus requireBindings(gelGrid* grid)
{
    gelDeviceInfo info = grid->opencl.info;
    if (grid->bindingsAreTested)
        return gel_success;
    gelStatus status = gelSelfTestBindings(&grid->bindings, &grid->opencl, info.reason);
    info.exact = info.reason[0] == '\0';
    if (status == gel_success)
        status = gelGridBackend_JudgeTest(grid, &info, "of goals, tethers and attachments");
    grid->bindingsAreTested = status == gel_success;
    return status;
}

gelStatus gelGridBackend_SetBodyGoals(gelBackend* backend, const gelGoalList* goals)
{
    gelGrid* grid = (gelGrid*)backend;
    gelStatus status = goals->count > 0 ? requireBindings(grid) : gel_success;
    if (status != gel_success)
        return status;
    return gelWriteGoalList(&grid->bindings, &grid->opencl, &grid->state, goals, &grid->base.bytes);
}

gelStatus gelGridBackend_SetTethers(gelBackend* backend, const gelTetherList* tethers)
{
    gelGrid* grid = (gelGrid*)backend;
    gelStatus status = tethers->count > 0 ? requireBindings(grid) : gel_success;
    if (status != gel_success)
        return status;
    return gelWriteTethers(&grid->bindings, &grid->opencl, &grid->state, tethers, &grid->base.bytes);
}

gelStatus gelGridBackend_SetAttachments(gelBackend* backend, const gelAttachmentList* attachments)
{
    gelGrid* grid = (gelGrid*)backend;
    gelStatus status = attachments->count > 0 ? requireBindings(grid) : gel_success;
    if (status != gel_success)
        return status;
    return gelWriteAttachments(&grid->bindings, &grid->opencl, &grid->state, attachments, &grid->base.bytes);
}

gelStatus gelGridBackend_ReadMultipliers(gelBackend* backend, double (*multipliers)[3])
{
    gelGrid* grid = (gelGrid*)backend;
    return gelReadDeviceMultipliers(&grid->bindings, &grid->opencl, multipliers);
}

gelStatus gelBindGridBodies(gelGrid* grid, const gelStepParameters* parameters, gelOptionalStages optional,
                            bool before, double progress, double inverseTime, int* launches)
{
    const gelPlanStage goals = {
        .stage = before ? gel_stageLead : gel_stageDraw, .progress = progress, .inverseTime = inverseTime};
    gelStatus status = gel_success;
    if (before ? optional.leads : optional.draws)
        status = gelRunBindings(&grid->bindings, &grid->opencl, &grid->state, parameters, goals, launches);
    if (optional.tethers && !before && status == gel_success)
        status = gelRunBindings(&grid->bindings, &grid->opencl, &grid->state, parameters,
                                (gelPlanStage){.stage = gel_stageTether}, launches);
    for (int i = 0; i < optional.attachmentColours && !before && status == gel_success; i++)
        status = gelRunBindings(&grid->bindings, &grid->opencl, &grid->state, parameters,
                                (gelPlanStage){.stage = gel_stageAttach, .colour = i}, launches);
    return status;
}
