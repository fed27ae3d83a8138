// Returns the constraints of a world, from its plan.
#include "plan/kinds.h"
#include "world/world.h"

#include <string.h>

static int countOfKind(const gelPlan* plan, int kind)
{
    return plan->constraints[kind].count + plan->patches.constraintCounts[kind];
}

gelStatus gelWorld_GetCounters(gelWorld* world, gelCounters* counters)
{
    gelStatus status = gelWorldPush(world);
    if (status != gel_success)
        return status;
    const gelPlan* plan = &world->plan;
    *counters = (gelCounters){.bodyCount = world->bodyCount,
                              .vertexCount = plan->vertexCount,
                              .patchCount = plan->patches.entryCount,
                              .stepCount = world->stepCount,
                              .deviceBytes = world->backend->bytes};
    for (int b = 0; b < world->bodyCount; b++)
        counters->tetCount += world->bodies[b]->shape->mesh.tetCount;
    for (int kind = 0; kind < constraint_kinds; kind++) {
        counters->constraintCounts[kind] = countOfKind(plan, kind);
        counters->colourCounts[kind] = plan->constraints[kind].colourCount;
    }
    return gel_success;
}

static gelConstraint constraintAtHand(const gelConstraintWalk* walk)
{
    gelConstraint constraint = {.colour = walk->colour};
    for (int k = 0; k < most_vertices; k++)
        constraint.vertices[k] = k < gelKinds[walk->kind].arity ? walk->vertices[k] : -1;
    for (int k = 0; k < gelKinds[walk->kind].valueCount; k++)
        constraint.values[k] = walk->values[k];
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
    if (status != gel_success)
        return status;
    int count = countOfKind(&world->plan, (int)kind);
    if (capacity < count)
        return gelFail(gel_invalidArgument, "capacity: expected at least %d constraints, found %d", count,
                       capacity);
    gelConstraintWalk walk;
    status = gelBeginWalk(&world->plan, (int)kind, &walk);
    while (status == gel_success && gelNextConstraint(&walk))
        *constraints++ = constraintAtHand(&walk);
    gelEndWalk(&walk);
    return status;
}

// The public enumeration must match the list of kernels/constraints.h, which is not installed.
#define ROW(name, arity, valueCount)                                                                         \
    _Static_assert((int)gel_##name##Constraint == constraint_##name,                                         \
                   #name ": gel/constraints.h has another order");
CONSTRAINT_LIST(ROW)
#undef ROW
_Static_assert((int)gel_constraintKindCount == constraint_kinds, "gel/constraints.h lacks a kind");
