// The constraints of all bodies, with the colours of their tiles: colour c of a phase has those of colour c of
// every tile.
#include "plan/plan.h"
#include "plan/kinds.h"
#include "plan/phases.h"
#include "plan/plasticity.h"
#include "plan/ranks.h"
#include "plan/tearing.h"

#include <limits.h>

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// In other orders than that of colours there is one phase, with one colour for all constraints.
static int countPhases(const gelPlan* plan)
{
    int max = 1;
    for (int b = 0; b < plan->bodyCount && plan->order == gel_colourOrder; b++)
        max = larger(max, gelCountPhases(plan->bodies[b]));
    return max;
}

static bool isListed(const gelPlan* plan, const gelBody* body)
{
    return !plan->isSwept || gelIsSwept(body);
}

static int countColours(const gelPlan* plan, const gelBody* body, int kind, int index)
{
    if (!isListed(plan, body))
        return 0;
    if (plan->order != gel_colourOrder)
        return gelBodyConstraints(body, kind)->count > 0 ? 1 : 0;
    if (index >= gelCountPhases(body))
        return 0;
    gelPhase phase = gelGetPhase(body, index);
    return gelCountPhaseColours(body, &phase, kind);
}

// Counts the constraints and colours of a kind.
static gelStatus countConstraints(gelPlan* plan, int kind)
{
    int64_t count = 0;
    int* colours = plan->phaseColours[kind] = gelAllocate((size_t)plan->phaseCount + 1, sizeof *colours);
    if (colours == NULL)
        return gelFailMemory((size_t)plan->phaseCount + 1, sizeof *colours);
    for (int b = 0; b < plan->bodyCount; b++) {
        count += isListed(plan, plan->bodies[b]) ? gelBodyConstraints(plan->bodies[b], kind)->count : 0;
        for (int phase = 0; phase < plan->phaseCount; phase++)
            colours[phase + 1] = larger(colours[phase + 1], countColours(plan, plan->bodies[b], kind, phase));
    }
    if (count > INT_MAX)
        return gelFail(gel_unsupported, "the bodies of the world have more than 2^31 constraints");
    for (int phase = 0; phase < plan->phaseCount; phase++)
        colours[phase + 1] += colours[phase];
    plan->constraints[kind] =
        (gelPlanConstraints){.kind = kind, .count = (int)count, .colourCount = colours[plan->phaseCount]};
    return gel_success;
}

// Fills slots with the constraints of a body's colour, from `slot` on; counts them only if `slot` is -1.
static int listColour(const gelPlan* plan, int b, int index, int colour, int slot,
                      gelPlanConstraints* constraints)
{
    const gelBody* body = plan->bodies[b];
    int count = 0;
    if (index >= gelCountPhases(body))
        return 0;
    gelPhase phase = gelGetPhase(body, index);
    const gelRankTile* shared = plan->ranks != NULL && !gelPlanGathersKind(plan, constraints->kind)
                                    ? gelRankTilesOf(plan->ranks, index, body)
                                    : NULL;
    for (int tile = 0; tile < phase.tileCount; tile++) {
        if (shared != NULL && shared[tile].rank != plan->rank)
            continue;
        gelTileColours colours = gelGetTileColours(body, &phase, tile, constraints->kind);
        gelSlice slice = gelGetColour(&colours, colour);
        for (int i = 0; i < slice.count && slot >= 0; i++)
            gelFillSlot(constraints, slot++, body, slice.items[i]);
        count += slice.count;
    }
    return count;
}

static int listMeshOrder(const gelBody* body, int slot, gelPlanConstraints* constraints)
{
    int count = gelBodyConstraints(body, constraints->kind)->count;
    for (int i = 0; i < count && slot >= 0; i++)
        gelFillSlot(constraints, slot++, body, i);
    return count;
}

// Lists the constraints of a colour of all bodies from `slot` on, or only counts them if `slot` is
// -1.
static int listBodies(const gelPlan* plan, int phase, int colour, int slot, gelPlanConstraints* constraints)
{
    int sum = 0;
    for (int b = 0; b < plan->bodyCount; b++) {
        int at = slot >= 0 ? slot + sum : -1;
        if (!isListed(plan, plan->bodies[b]))
            continue;
        sum += plan->order != gel_colourOrder ? listMeshOrder(plan->bodies[b], at, constraints)
                                              : listColour(plan, b, phase, colour, at, constraints);
    }
    return sum;
}

static gelStatus listColours(const gelPlan* plan, gelPlanConstraints* constraints)
{
    const int* colours = plan->phaseColours[constraints->kind];
    int* starts = gelAllocate((size_t)constraints->colourCount + 1, sizeof *starts);
    if (starts == NULL)
        return gelFailMemory((size_t)constraints->colourCount + 1, sizeof *starts);
    for (int phase = 0; phase < plan->phaseCount; phase++)
        for (int c = colours[phase]; c < colours[phase + 1]; c++)
            starts[c + 1] = starts[c] + listBodies(plan, phase, c - colours[phase], -1, constraints);
    gelStatus status = gelLayOutColours(constraints, starts);
    for (int phase = 0; phase < plan->phaseCount && status == gel_success; phase++)
        for (int c = colours[phase]; c < colours[phase + 1]; c++) {
            int slot = constraints->colours[c].first;
            gelPadSlots(constraints, slot + listBodies(plan, phase, c - colours[phase], slot, constraints));
        }
    gelFree(starts);
    return status;
}

static gelStatus listKind(gelPlan* plan, int kind)
{
    gelStatus status = listColours(plan, &plan->constraints[kind]);
    return status == gel_success && gelPlanGathersKind(plan, kind)
               ? gelMakeGather(&plan->constraints[kind], plan->order, plan->vertexCount, &plan->gathers[kind])
               : status;
}

gelStatus gelListConstraints(gelPlan* plan)
{
    gelStatus status = gel_success;
    for (int kind = 0; kind < constraint_kinds && !plan->isListed && status == gel_success; kind++)
        status = listKind(plan, kind);
    if (status == gel_success) {
        plan->isListed = true;
        return status;
    }
    for (int kind = 0; kind < constraint_kinds; kind++) { // as it was
        int colourCount = plan->constraints[kind].colourCount, count = plan->constraints[kind].count;
        gelClearPlanConstraints(&plan->constraints[kind]);
        gelClearGather(&plan->gathers[kind]);
        plan->constraints[kind] =
            (gelPlanConstraints){.kind = kind, .count = count, .colourCount = colourCount};
    }
    return status;
}

void gelListRestShapes(const gelPlan* plan, gelPlanConstraints* list)
{
    const gelKind* kind = &gelKinds[list->kind];
    for (int slot = 0; slot < list->slotCount; slot++) {
        const gelBody* body = plan->bodies[gelFindPlanBody(plan, list->vertices[0][slot])];
        float values[max_values];
        if (body->restPositions == NULL)
            continue;
        if (list->sources[slot] >= 0)
            gelGetConstraintValues(body, list->kind, list->sources[slot], values);
        for (int k = 0; k < kind->valueCount; k++)
            list->values[k][slot] = list->sources[slot] >= 0 ? values[k] : list->values[k][slot - 1];
    }
}

static gelStatus buildPlan(gelBody* const* bodies, int bodyCount, gelConstraintOrder order, bool isSwept,
                           gelPlan* plan)
{
    *plan = (gelPlan){.bodies = bodies, .bodyCount = bodyCount, .order = order, .isSwept = isSwept};
    int64_t vertexCount = 0;
    for (int b = 0; b < bodyCount; b++)
        vertexCount += bodies[b]->shape->mesh.vertexCount;
    if (vertexCount > INT_MAX / 8) // devices count 4 floats per vertex, in ints
        return gelFail(gel_unsupported, "the bodies of the world have more than 2^28 vertices");
    plan->vertexCount = (int)vertexCount;
    plan->vertexCapacity = (plan->vertexCount / gelPlanLanes + 1) * gelPlanLanes;
    plan->phaseCount = countPhases(plan);
    gelStatus status = gelCountPlasticEdges(plan);
    if (status == gel_success)
        status = gelListTearingTets(plan);
    for (int kind = 0; kind < constraint_kinds && status == gel_success; kind++)
        status = countConstraints(plan, kind);
    if (status != gel_success)
        gelClearPlan(plan);
    return status;
}

gelStatus gelBuildPlan(gelBody* const* bodies, int bodyCount, gelConstraintOrder order, gelPlan* plan)
{
    return buildPlan(bodies, bodyCount, order, false, plan);
}

gelStatus gelBuildSweptPlan(gelBody* const* bodies, int bodyCount, gelConstraintOrder order, gelPlan* plan)
{
    return buildPlan(bodies, bodyCount, order, true, plan);
}

void gelClearPlan(gelPlan* plan)
{
    for (int kind = 0; kind < constraint_kinds; kind++) {
        gelClearPlanConstraints(&plan->constraints[kind]);
        gelClearGather(&plan->gathers[kind]);
        gelFree(plan->phaseColours[kind]);
    }
    gelFree(plan->plastic.starts);
    gelClearTearingTets(&plan->tearing);
    *plan = (gelPlan){0};
}

void gelListPins(const gelVertexState* vertices, int count, bool* pinned)
{
    for (int v = 0; v < count; v++)
        pinned[v] = vertices[v].inverseMass == 0.0;
}

bool gelPinsHaveChanged(const bool* pinned, const gelVertexState* vertices, int count)
{
    bool changed = false;
    for (int v = 0; v < count && pinned != NULL && !changed; v++)
        changed = pinned[v] != (vertices[v].inverseMass == 0.0);
    return changed;
}
