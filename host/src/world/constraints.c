// Returns the constraints of a world, from its plan.
#include "plan/kinds.h"
#include "plan/phases.h"
#include "world/world.h"

#include <string.h>

gelStatus gelWorld_GetCounters(gelWorld* world, gelCounters* counters)
{
    gelStatus status = gelWorldPush(world);
    if (status != gel_success)
        return status;
    const gelPlan* plan = &world->plan;
    *counters = (gelCounters){.bodyCount = world->bodyCount,
                              .vertexCount = plan->vertexCount,
                              .stepCount = world->stepCount,
                              .deviceBytes = world->backend->bytes};
    for (int b = 0; b < world->bodyCount; b++) {
        counters->tetCount += world->bodies[b]->shape->mesh.tetCount;
        counters->obstacleCount += gelIsObstacle(world->bodies[b]);
        counters->awakeBodyCount += !gelIsStill(world->bodies[b]);
    }
    for (int kind = 0; kind < constraint_kinds; kind++) {
        counters->constraintCounts[kind] = plan->constraints[kind].count;
        counters->colourCounts[kind] = plan->constraints[kind].colourCount;
    }
    return gel_success;
}

static gelConstraint constraintAt(const gelPlanConstraints* list, int colour, int slot)
{
    gelConstraint constraint = {.colour = colour};
    for (int k = 0; k < max_vertices; k++)
        constraint.vertices[k] = k < gelKinds[list->kind].arity ? list->vertices[k][slot] : -1;
    for (int k = 0; k < gelKinds[list->kind].valueCount; k++)
        constraint.values[k] = list->values[k][slot];
    return constraint;
}

gelStatus gelWorld_GetConstraints(gelWorld* world, gelConstraintKind kind, gelConstraint* constraints,
                                  int capacity)
{
    if ((unsigned)kind >= (unsigned)gel_constraintKindCount)
        return gelFail(gel_invalidArgument, "kind: %d is not a kind of constraint", (int)kind);
    gelStatus status = gelWorldPush(world);
    if (status == gel_success)
        status = gelListConstraints(&world->plan);
    if (status == gel_success && world->plan.plastic.count > 0)
        status = gelWorldPull(world);
    if (status != gel_success)
        return status;
    gelListPlanRestLengths(&world->restLengths, &world->plan);
    const gelPlanConstraints* list = &world->plan.constraints[kind];
    if (capacity < list->count)
        return gelFail(gel_invalidArgument, "capacity: expected at least %d constraints, found %d",
                       list->count, capacity);
    for (int colour = 0; colour < list->colourCount; colour++)
        for (int i = 0; i < list->colours[colour].count; i++)
            *constraints++ = constraintAt(list, colour, list->colours[colour].first + i);
    return gel_success;
}

static gelPhaseInfo describePhase(const gelBody* body, int index)
{
    gelPhase phase = gelGetPhase(body, index);
    const int* starts = phase.tiling->vertexStarts + phase.firstTile;
    gelPhaseInfo info = {.tileCount = phase.tileCount, .vertexCount = starts[phase.tileCount] - starts[0]};
    for (int tile = 0; tile < phase.tileCount; tile++) {
        int vertexCount = starts[tile + 1] - starts[tile];
        info.largestTile = vertexCount > info.largestTile ? vertexCount : info.largestTile;
        for (int kind = 0; kind < constraint_kinds; kind++)
            info.constraintCounts[kind] += (int)gelCountTileConstraints(body, &phase, tile, kind);
    }
    for (int kind = 0; kind < constraint_kinds; kind++)
        info.colourCounts[kind] = gelCountPhaseColours(body, &phase, kind);
    return info;
}

gelStatus gelBody_GetPhases(const gelWorld* world, gelBodyId id, gelPhaseInfo* phases, int capacity,
                            int* count)
{
    const gelBody* body = gelFindBody(world, id);
    *count = 0;
    if (body == NULL)
        return gel_invalidHandle;
    *count = gelCountPhases(body);
    for (int i = 0; i < *count && i < capacity; i++)
        phases[i] = describePhase(body, i);
    return gel_success;
}

gelStatus gelWorld_GetPhaseColours(gelWorld* world, gelPhaseColours* phases, int capacity, int* count)
{
    *count = 0;
    gelStatus status = gelWorldPush(world);
    if (status != gel_success)
        return status;
    const gelPlan* plan = &world->plan;
    *count = plan->phaseCount;
    for (int i = 0; i < *count && i < capacity; i++)
        for (int kind = 0; kind < constraint_kinds; kind++)
            phases[i].counts[kind] = plan->phaseColours[kind][i + 1] - plan->phaseColours[kind][i];
    return gel_success;
}

// The public enumeration must match the list of kernels/constraints.h, which is not installed.
#define gel_neo_hookeanConstraint gel_neoHookeanConstraint // public names have no underscores within
#define ROW(name, arity, valueCount)                                                                         \
    _Static_assert((int)gel_##name##Constraint == constraint_##name,                                         \
                   #name ": gel/constraints.h has another order");
CONSTRAINT_LIST(ROW)
#undef ROW
_Static_assert((int)gel_constraintKindCount == constraint_kinds, "gel/constraints.h lacks a kind");
