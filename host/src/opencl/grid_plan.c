// Which bodies of a plan are stepped how, and the part of those on the grid, where others are not.
#include "opencl/grid.h"

static bool isOnGrid(const gelGrid* grid, int body)
{
    return grid->schedule.classes[grid->schedule.classOf[body]].strategy == gel_strategyGrid;
}

// The bodies on the grid: a separate plan, and their vertices as few ranges.
static gelStatus planSome(gelGrid* grid)
{
    const gelPlan* plan = grid->plan;
    int count = 0;
    gelBody** bodies = gelAllocate((size_t)plan->bodyCount, sizeof(gelBody*));
    grid->some.ranges = gelAllocate((size_t)plan->bodyCount, sizeof(gelVertexRange));
    bool ok = bodies != NULL && grid->some.ranges != NULL;
    for (int b = 0; b < plan->bodyCount && ok; b++) {
        if (!isOnGrid(grid, b))
            continue;
        bodies[count++] = plan->bodies[b];
        gelVertexRange* next = &grid->some.ranges[grid->some.rangeCount];
        gelVertexRange range = {plan->bodies[b]->firstVertex, plan->bodies[b]->shape->mesh.vertexCount};
        if (grid->some.rangeCount > 0 && next[-1].first + next[-1].count == range.first)
            next[-1].count += range.count;
        else {
            *next = range;
            grid->some.rangeCount++;
        }
    }
    gelStatus status = ok ? gelBuildPlan(bodies, count, gel_colourOrder, &grid->somePlan)
                          : gelFailMemory((size_t)plan->bodyCount, sizeof(gelVertexRange));
    if (status == gel_success)
        status = gelListConstraints(&grid->somePlan); // while the plan's bodies exist
    gelFree(bodies);
    grid->somePlan.bodies = NULL;
    return status;
}

gelStatus gelPlanGridStrategies(gelGrid* grid)
{
    const gelPlan* plan = grid->plan;
    gelStatus status =
        gelMakeSchedule(&grid->opencl, plan, gelFramesBodyLimit(&grid->opencl), &grid->schedule);
    if (status != gel_success)
        return status;
    grid->base.explanation = gelExplainSchedule(&grid->opencl, &grid->schedule, grid->commandBuffer.used,
                                                grid->commandBuffer.text);
    if (grid->base.explanation == NULL)
        return gelFailMemory(1, 4096);
    int onGrid = grid->schedule.bodyCounts[gel_strategyGrid];
    if (onGrid > 0 && onGrid < plan->bodyCount) {
        status = planSome(grid);
        if (status == gel_success)
            status =
                gelCreatePart(&grid->opencl, &grid->state, &grid->somePlan, &grid->base.bytes, &grid->some);
        if (status == gel_success)
            status = gelAddPlasticSlots(grid, &grid->some);
    }
    if (status == gel_success)
        status = gelPlanFrames(&grid->frames, &grid->opencl, &grid->schedule, plan->bodies, plan->bodyCount,
                               &grid->state, &grid->base.bytes);
    return status;
}
