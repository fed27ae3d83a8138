#include "plan.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// How stiff the constraints of a body are: the compliance of constraint i, from the material.
//
// Springs stand for an isotropic solid of shear modulus G where each tet gives its edges k_e L_e^2 = G V s_e
// (spring_fit.h). That is independent of the mesh's size, and has lambda = mu (Cauchy's relation), so it
// brings the bulk modulus lambda + 2 mu / 3 = 5 G / 3 with it. The volume constraints, alpha = V / K_V, bring
// what is missing: K_V = K - 5 G / 3, at least K / 10, so that tets resist being turned inside out.
static double edgeCompliance(const gelBody* body, int edge)
{
    const gelMaterial* material = &body->material;
    if (material->stiffness == gel_compliances)
        return (double)material->edgeCompliance;
    double shear = (double)material->youngModulus / (2.0 * (1.0 + (double)material->poissonRatio));
    double length = body->shape->edges.measures[edge];
    return length * length / (shear * body->shape->edgeSprings[edge]) / body->scale;
}

static double tetCompliance(const gelBody* body, int tet)
{
    const gelMaterial* material = &body->material;
    if (material->stiffness == gel_compliances)
        return (double)material->volumeCompliance;
    double young = (double)material->youngModulus, poisson = (double)material->poissonRatio;
    double shear = young / (2.0 * (1.0 + poisson)), bulk = young / (3.0 * (1.0 - 2.0 * poisson));
    double missing = bulk - 5.0 * shear / 3.0;
    double volume = body->shape->tets.measures[tet] * body->scale * body->scale * body->scale;
    return volume / (missing > bulk / 10.0 ? missing : bulk / 10.0);
}

static const gelConstraintSet* setOf(const gelBody* body, int arity)
{
    return arity == 2 ? &body->shape->edges : &body->shape->tets;
}

static void fillSlot(gelPlanConstraints* constraints, int slot, const gelBody* body, int index)
{
    const gelConstraintSet* set = setOf(body, constraints->arity);
    for (int k = 0; k < set->arity; k++)
        constraints->vertices[k][slot] =
            body->firstVertex + set->vertices[(size_t)index * (size_t)set->arity + (size_t)k];
    bool isEdge = set->arity == 2;
    double scale = isEdge ? body->scale : body->scale * body->scale * body->scale;
    constraints->rests[slot] = (float)(set->measures[index] * scale);
    constraints->compliances[slot] =
        (float)(isEdge ? edgeCompliance(body, index) : tetCompliance(body, index));
    constraints->sources[slot] = index;
}

static void fillPadding(gelPlanConstraints* constraints, int slot)
{
    for (int k = 0; k < constraints->arity; k++)
        constraints->vertices[k][slot] = constraints->vertices[k][slot - 1];
    constraints->rests[slot] = constraints->rests[slot - 1];
    constraints->compliances[slot] = constraints->compliances[slot - 1];
    constraints->sources[slot] = -1;
}

// How many constraints of a body are in a colour, and which is the i-th of them. In mesh order there is one
// colour.
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

// Lays colours out one after another, each padded to whole lanes. False where there are too many for an int.
static bool layOutColours(gelPlanConstraints* constraints, gelBody* const* bodies, int bodyCount,
                          gelConstraintOrder order)
{
    int64_t slots = 0, total = 0;
    for (int colour = 0; colour < constraints->colourCount; colour++) {
        int64_t count = 0;
        for (int b = 0; b < bodyCount; b++)
            count += countInColour(setOf(bodies[b], constraints->arity), order, colour);
        if (slots + count > INT_MAX - gelPlanLanes)
            return false;
        constraints->colours[colour] = (gelColourRange){(int)slots, (int)count};
        slots += (count + gelPlanLanes - 1) / gelPlanLanes * gelPlanLanes;
        total += count;
    }
    constraints->slotCount = (int)slots;
    constraints->count = (int)total;
    return true;
}

static gelStatus allocateSlots(gelPlanConstraints* constraints)
{
    size_t count = (size_t)constraints->slotCount;
    bool ok = true;
    for (int k = 0; k < constraints->arity; k++)
        ok = (constraints->vertices[k] = gelAllocate(count, sizeof(int))) != NULL && ok;
    constraints->rests = gelAllocate(count, sizeof(float));
    constraints->compliances = gelAllocate(count, sizeof(float));
    constraints->sources = gelAllocate(count, sizeof(int));
    ok = ok && constraints->rests != NULL && constraints->compliances != NULL && constraints->sources != NULL;
    return ok ? gel_success : gelFailMemory(count, 24);
}

static gelStatus buildConstraints(gelPlanConstraints* constraints, int arity, gelBody* const* bodies,
                                  int bodyCount, gelConstraintOrder order)
{
    constraints->arity = arity;
    for (int b = 0; b < bodyCount; b++) {
        int count = order == gel_meshOrder ? 1 : setOf(bodies[b], arity)->colourCount;
        constraints->colourCount = count > constraints->colourCount ? count : constraints->colourCount;
    }
    constraints->colours = gelAllocate((size_t)constraints->colourCount, sizeof *constraints->colours);
    if (constraints->colours == NULL)
        return gelFailMemory((size_t)constraints->colourCount, sizeof *constraints->colours);
    if (!layOutColours(constraints, bodies, bodyCount, order))
        return gelFail(gel_unsupported, "the bodies of the world have more than 2^31 constraints");
    gelStatus status = allocateSlots(constraints);
    if (status != gel_success)
        return status;
    for (int colour = 0; colour < constraints->colourCount; colour++) {
        int slot = constraints->colours[colour].first;
        for (int b = 0; b < bodyCount; b++) {
            const gelConstraintSet* set = setOf(bodies[b], arity);
            int count = countInColour(set, order, colour);
            for (int i = 0; i < count; i++)
                fillSlot(constraints, slot++, bodies[b], pickInColour(set, order, colour, i));
        }
        while (slot % gelPlanLanes != 0)
            fillPadding(constraints, slot++);
    }
    return gel_success;
}

gelStatus gelBuildPlan(gelBody* const* bodies, int bodyCount, gelConstraintOrder order, gelPlan* plan)
{
    *plan = (gelPlan){.bodies = bodies, .bodyCount = bodyCount};
    int64_t vertexCount = 0;
    for (int b = 0; b < bodyCount; b++)
        vertexCount += bodies[b]->shape->mesh.vertexCount;
    if (vertexCount > INT_MAX / 8) // devices count floats of 4 to a vertex, in ints
        return gelFail(gel_unsupported, "the bodies of the world have more than 2^28 vertices");
    plan->vertexCount = (int)vertexCount;
    plan->vertexCapacity = (plan->vertexCount / gelPlanLanes + 1) * gelPlanLanes;
    gelStatus status = buildConstraints(&plan->edges, 2, bodies, bodyCount, order);
    if (status == gel_success)
        status = buildConstraints(&plan->tets, 4, bodies, bodyCount, order);
    if (status != gel_success)
        gelClearPlan(plan);
    return status;
}

static void clearConstraints(gelPlanConstraints* constraints)
{
    for (int k = 0; k < 4; k++)
        gelFree(constraints->vertices[k]);
    gelFree(constraints->rests);
    gelFree(constraints->compliances);
    gelFree(constraints->sources);
    gelFree(constraints->colours);
}

void gelClearPlan(gelPlan* plan)
{
    clearConstraints(&plan->edges);
    clearConstraints(&plan->tets);
    *plan = (gelPlan){0};
}

const gelPlanConstraints* gelPlanConstraintsOf(const gelPlan* plan, gelStage stage)
{
    return stage == gel_stageDistance ? &plan->edges : stage == gel_stageVolume ? &plan->tets : NULL;
}

int gelPlanStageCount(const gelPlan* plan, gelOptionalStages optional)
{
    return 2 + plan->edges.colourCount + plan->tets.colourCount + (optional.goals ? 1 : 0) +
           (optional.ground ? 1 : 0);
}

gelStage gelPlanStage(const gelPlan* plan, gelOptionalStages optional, int index, int* colour)
{
    int edgeColours = plan->edges.colourCount, tetColours = plan->tets.colourCount;
    *colour = 0;
    if (index == 0)
        return gel_stageIntegrate;
    index -= 1;
    if (index < edgeColours) {
        *colour = index;
        return gel_stageDistance;
    }
    index -= edgeColours;
    if (index < tetColours) {
        *colour = index;
        return gel_stageVolume;
    }
    index -= tetColours;
    if (optional.goals && index-- == 0)
        return gel_stageGoal;
    if (optional.ground && index-- == 0)
        return gel_stageGround;
    return gel_stageVelocity;
}
