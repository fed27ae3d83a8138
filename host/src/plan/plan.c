#include "plan/plan.h"
#include "plan/kinds.h"

#include <limits.h>

static void fillSlot(gelPlanConstraints* constraints, int slot, const gelBody* body, int index)
{
    const gelKind* kind = &gelKinds[constraints->kind];
    const int* vertices =
        body->shape->constraints[constraints->kind].vertices + (size_t)index * (size_t)kind->arity;
    float values[most_values];
    for (int k = 0; k < kind->arity; k++)
        constraints->vertices[k][slot] = body->firstVertex + vertices[k];
    kind->setValues(body, index, values);
    for (int k = 0; k < kind->valueCount; k++)
        constraints->values[k][slot] = values[k];
    constraints->sources[slot] = index;
}

static void padSlots(gelPlanConstraints* constraints, int slot)
{
    const gelKind* kind = &gelKinds[constraints->kind];
    for (; slot % gelPlanLanes != 0; slot++) {
        for (int k = 0; k < kind->arity; k++)
            constraints->vertices[k][slot] = constraints->vertices[k][slot - 1];
        for (int k = 0; k < kind->valueCount; k++)
            constraints->values[k][slot] = constraints->values[k][slot - 1];
        constraints->sources[slot] = -1;
    }
}

// The number of a body's constraints in a colour, and the i-th of them. In mesh order there is one colour.
static int countInColour(const gelConstraintSet* set, gelConstraintOrder order, int colour)
{
    if (order == gel_meshOrder)
        return set->count;
    return colour < set->colourCount ? set->colourStarts[colour + 1] - set->colourStarts[colour] : 0;
}

static int pickInColour(const gelConstraintSet* set, gelConstraintOrder order, int colour, int i)
{
    return order == gel_meshOrder ? i : set->order[set->colourStarts[colour] + i];
}

static gelStatus layOutColours(gelPlanConstraints* constraints, const int* starts)
{
    int colourCount = constraints->colourCount;
    int64_t slots = 0;
    constraints->colours = gelAllocate((size_t)colourCount, sizeof *constraints->colours);
    if (constraints->colours == NULL)
        return gelFailMemory((size_t)colourCount, sizeof *constraints->colours);
    for (int colour = 0; colour < colourCount; colour++) {
        int count = starts[colour + 1] - starts[colour];
        constraints->colours[colour] = (gelColourRange){(int)slots, count};
        slots += ((int64_t)count + gelPlanLanes - 1) / gelPlanLanes * gelPlanLanes;
        if (slots > INT_MAX - gelPlanLanes)
            return gelFail(gel_unsupported, "the bodies of the world have more than 2^31 constraints");
    }
    constraints->count = starts[colourCount];
    constraints->slotCount = (int)slots;
    const gelKind* kind = &gelKinds[constraints->kind];
    size_t count = (size_t)slots;
    bool ok = (constraints->sources = gelAllocate(count, sizeof(int))) != NULL;
    for (int k = 0; k < kind->arity; k++)
        ok = (constraints->vertices[k] = gelAllocate(count, sizeof(int))) != NULL && ok;
    for (int k = 0; k < kind->valueCount; k++)
        ok = (constraints->values[k] = gelAllocate(count, sizeof(float))) != NULL && ok;
    return ok ? gel_success : gelFailMemory(count, 4 * (size_t)(kind->arity + kind->valueCount + 1));
}

// Counts the constraints and colours of a kind.
static gelStatus countConstraints(const gelPlan* plan, int kind, gelPlanConstraints* constraints)
{
    int64_t count = 0;
    *constraints = (gelPlanConstraints){.kind = kind};
    for (int b = 0; b < plan->bodyCount; b++) {
        const gelConstraintSet* set = gelBodyConstraints(plan->bodies[b], kind);
        if (set->count == 0)
            continue;
        int colourCount = plan->order == gel_meshOrder ? 1 : set->colourCount;
        count += set->count;
        if (colourCount > constraints->colourCount)
            constraints->colourCount = colourCount;
    }
    if (count > INT_MAX)
        return gelFail(gel_unsupported, "the bodies of the world have more than 2^31 constraints");
    constraints->count = (int)count;
    return gel_success;
}

static gelStatus layOutBodies(const gelPlan* plan, gelPlanConstraints* constraints)
{
    int* starts = gelAllocate((size_t)constraints->colourCount + 1, sizeof *starts);
    if (starts == NULL)
        return gelFailMemory((size_t)constraints->colourCount + 1, sizeof *starts);
    for (int colour = 0; colour < constraints->colourCount; colour++) {
        starts[colour + 1] = starts[colour];
        for (int b = 0; b < plan->bodyCount; b++)
            starts[colour + 1] +=
                countInColour(gelBodyConstraints(plan->bodies[b], constraints->kind), plan->order, colour);
    }
    gelStatus status = layOutColours(constraints, starts);
    gelFree(starts);
    return status;
}

static gelStatus listKind(const gelPlan* plan, gelPlanConstraints* constraints)
{
    gelStatus status = layOutBodies(plan, constraints);
    for (int colour = 0; colour < constraints->colourCount && status == gel_success; colour++) {
        int slot = constraints->colours[colour].first;
        for (int b = 0; b < plan->bodyCount; b++) {
            const gelConstraintSet* set = gelBodyConstraints(plan->bodies[b], constraints->kind);
            int count = countInColour(set, plan->order, colour);
            for (int i = 0; i < count; i++)
                fillSlot(constraints, slot++, plan->bodies[b], pickInColour(set, plan->order, colour, i));
        }
        padSlots(constraints, slot);
    }
    return status;
}

static void clearConstraints(gelPlanConstraints* constraints)
{
    for (int k = 0; k < most_vertices; k++)
        gelFree(constraints->vertices[k]);
    for (int k = 0; k < most_values; k++)
        gelFree(constraints->values[k]);
    gelFree(constraints->sources);
    gelFree(constraints->colours);
}

gelStatus gelListConstraints(gelPlan* plan)
{
    gelStatus status = gel_success;
    for (int kind = 0; kind < constraint_kinds && !plan->isListed && status == gel_success; kind++)
        status = listKind(plan, &plan->constraints[kind]);
    if (status == gel_success) {
        plan->isListed = true;
        return status;
    }
    for (int kind = 0; kind < constraint_kinds; kind++) { // as it was
        int colourCount = plan->constraints[kind].colourCount, count = plan->constraints[kind].count;
        clearConstraints(&plan->constraints[kind]);
        plan->constraints[kind] =
            (gelPlanConstraints){.kind = kind, .count = count, .colourCount = colourCount};
    }
    return status;
}

gelStatus gelBuildPlan(gelBody* const* bodies, int bodyCount, gelConstraintOrder order, gelPlan* plan)
{
    *plan = (gelPlan){.bodies = bodies, .bodyCount = bodyCount, .order = order};
    int64_t vertexCount = 0;
    for (int b = 0; b < bodyCount; b++)
        vertexCount += bodies[b]->shape->mesh.vertexCount;
    if (vertexCount > INT_MAX / 8) // devices count 4 floats per vertex, in ints
        return gelFail(gel_unsupported, "the bodies of the world have more than 2^28 vertices");
    plan->vertexCount = (int)vertexCount;
    plan->vertexCapacity = (plan->vertexCount / gelPlanLanes + 1) * gelPlanLanes;
    gelStatus status = gel_success;
    for (int kind = 0; kind < constraint_kinds && status == gel_success; kind++)
        status = countConstraints(plan, kind, &plan->constraints[kind]);
    if (status != gel_success)
        gelClearPlan(plan);
    return status;
}

void gelClearPlan(gelPlan* plan)
{
    for (int kind = 0; kind < constraint_kinds; kind++)
        clearConstraints(&plan->constraints[kind]);
    *plan = (gelPlan){0};
}
