// Which bodies of a plan are stepped how, and the part of those that perColour steps, where others are not.
#include "opencl/backend_internal.h"

static bool isOnGrid(const gelOpenclBackend* self, int body)
{
    return self->schedule.classes[self->schedule.classOf[body]].strategy == gel_strategyPerColour;
}

// The bodies that perColour steps: a separate plan, and their vertices as few ranges.
static gelStatus planSome(gelOpenclBackend* self)
{
    const gelPlan* plan = self->plan;
    int count = 0;
    gelBody** bodies = gelAllocate((size_t)plan->bodyCount, sizeof(gelBody*));
    for (int b = 0; b < plan->bodyCount && bodies != NULL; b++)
        if (isOnGrid(self, b))
            bodies[count++] = plan->bodies[b];
    gelStatus status = bodies != NULL ? gelBuildSweptPlan(bodies, count, gel_colourOrder, &self->somePlan)
                                      : gelFailMemory((size_t)plan->bodyCount, sizeof(gelBody*));
    self->somePlan.ranks = plan->ranks;
    self->somePlan.rank = plan->rank;
    if (status == gel_success)
        status = gelListRanges(&self->state, &self->somePlan, &self->some);
    if (status == gel_success)
        status = gelListConstraints(&self->somePlan); // while the plan's bodies exist
    gelFree(bodies);
    self->somePlan.bodies = NULL;
    return status;
}

gelStatus gelPlanStrategies(gelOpenclBackend* self)
{
    const gelPlan* plan = self->plan;
    gelStatus status =
        gelMakeSchedule(&self->opencl, plan, gelFusedBodyLimit(&self->opencl), &self->schedule);
    if (status != gel_success)
        return status;
    self->base.explanation = gelExplainSchedule(&self->opencl, &self->schedule, self->commandBuffer.used,
                                                self->commandBuffer.text);
    if (self->base.explanation == NULL)
        return gelFailMemory(1, 4096);
    int onGrid = self->schedule.bodyCounts[gel_strategyPerColour];
    if (onGrid > 0 && onGrid < plan->bodyCount) {
        status = planSome(self);
        if (status == gel_success)
            status = gelCreateColourSet(&self->opencl, &self->state, &self->somePlan, &self->base.bytes,
                                        &self->some);
        if (status == gel_success)
            status = gelAddPlasticSlots(self, &self->some);
    }
    if (status == gel_success)
        status =
            gelPlanFused(&self->fused, &self->opencl, &self->schedule, plan, &self->state, &self->base.bytes);
    return status;
}
