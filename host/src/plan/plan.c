#include "plan/plan.h"
#include "mesh/mesh.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// How stiff the constraints of a body are: the compliance of constraint i, from the material.
//
// Springs stand for an isotropic solid of shear modulus G where each tet gives its edges k_e L_e^2 = G V s_e
// (spring_fit.h). That is independent of the mesh's size, and has lambda = mu (Cauchy's relation), so it
// brings the bulk modulus lambda + 2 mu / 3 = 5 G / 3 with it. The volume constraints, alpha = V / K_V, bring
// what is missing: K_V = K - 5 G / 3, at least K / 10, so that tets resist being turned inside out. A tet that is
// filled to a share f has f of the stiffness: alpha = V / (f K_V), and f is in the springs already.
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
    double fill = gelFillFraction(&body->shape->mesh, tet);
    return volume / (fill * (missing > bulk / 10.0 ? missing : bulk / 10.0));
}

static const gelConstraintSet* setOf(const gelBody* body, int arity)
{
    return arity == 2 ? &body->shape->edges : &body->shape->tets;
}

void gelFillSlot(gelPlanConstraints* constraints, int slot, const gelBody* body, int index)
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

void gelPadSlots(gelPlanConstraints* constraints, int slot)
{
    for (; slot % gelPlanLanes != 0; slot++) {
        for (int k = 0; k < constraints->arity; k++)
            constraints->vertices[k][slot] = constraints->vertices[k][slot - 1];
        constraints->rests[slot] = constraints->rests[slot - 1];
        constraints->compliances[slot] = constraints->compliances[slot - 1];
        constraints->sources[slot] = -1;
    }
}

bool gelSameConstraints(const gelBody* a, const gelBody* b)
{
    const gelMaterial *p = &a->material, *q = &b->material;
    return a->shape == b->shape && a->scale == b->scale && p->stiffness == q->stiffness &&
           p->youngModulus == q->youngModulus && p->poissonRatio == q->poissonRatio &&
           p->edgeCompliance == q->edgeCompliance && p->volumeCompliance == q->volumeCompliance;
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

gelStatus gelLayOutColours(gelPlanConstraints* constraints, const int* starts)
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
    size_t count = (size_t)slots;
    bool ok = true;
    for (int k = 0; k < constraints->arity; k++)
        ok = (constraints->vertices[k] = gelAllocate(count, sizeof(int))) != NULL && ok;
    constraints->rests = gelAllocate(count, sizeof(float));
    constraints->compliances = gelAllocate(count, sizeof(float));
    constraints->sources = gelAllocate(count, sizeof(int));
    ok = ok && constraints->rests != NULL && constraints->compliances != NULL && constraints->sources != NULL;
    return ok ? gel_success : gelFailMemory(count, 24);
}

// Those that are not in patches.
static bool hasColours(const gelBody* body)
{
    return body->strategy != gel_strategyPatch;
}

static gelStatus layOutBodies(gelPlanConstraints* constraints, gelBody* const* bodies, int bodyCount,
                              gelConstraintOrder order)
{
    int* starts = gelAllocate((size_t)constraints->colourCount + 1, sizeof *starts);
    if (starts == NULL)
        return gelFailMemory((size_t)constraints->colourCount + 1, sizeof *starts);
    int64_t total = 0;
    for (int colour = 0; colour < constraints->colourCount && total <= INT_MAX; colour++) {
        for (int b = 0; b < bodyCount; b++)
            if (hasColours(bodies[b]))
                total += countInColour(setOf(bodies[b], constraints->arity), order, colour);
        starts[colour + 1] = (int)total;
    }
    gelStatus status = total <= INT_MAX ? gelLayOutColours(constraints, starts)
                                        : gelFail(gel_unsupported,
                                                  "the bodies of the world have more than 2^31 constraints");
    gelFree(starts);
    return status;
}

static gelStatus buildConstraints(gelPlanConstraints* constraints, int arity, gelBody* const* bodies,
                                  int bodyCount, gelConstraintOrder order)
{
    constraints->arity = arity;
    for (int b = 0; b < bodyCount; b++) {
        int count = !hasColours(bodies[b])   ? 0
                    : order == gel_meshOrder ? 1
                                             : setOf(bodies[b], arity)->colourCount;
        constraints->colourCount = count > constraints->colourCount ? count : constraints->colourCount;
    }
    gelStatus status = layOutBodies(constraints, bodies, bodyCount, order);
    for (int colour = 0; colour < constraints->colourCount && status == gel_success; colour++) {
        int slot = constraints->colours[colour].first;
        for (int b = 0; b < bodyCount; b++) {
            const gelConstraintSet* set = setOf(bodies[b], arity);
            int count = hasColours(bodies[b]) ? countInColour(set, order, colour) : 0;
            for (int i = 0; i < count; i++)
                gelFillSlot(constraints, slot++, bodies[b], pickInColour(set, order, colour, i));
        }
        gelPadSlots(constraints, slot);
    }
    return status;
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
    if (status == gel_success)
        status = gelBuildPatchPlan(bodies, bodyCount, &plan->patches);
    if (status != gel_success)
        gelClearPlan(plan);
    return status;
}

void gelClearPlanConstraints(gelPlanConstraints* constraints)
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
    gelClearPlanConstraints(&plan->edges);
    gelClearPlanConstraints(&plan->tets);
    gelClearPatchPlan(&plan->patches);
    *plan = (gelPlan){0};
}

const gelPlanConstraints* gelPlanConstraintsOf(const gelPlan* plan, gelStage stage)
{
    return stage == gel_stageDistance ? &plan->edges : stage == gel_stageVolume ? &plan->tets : NULL;
}

int gelPlanStageCount(const gelPlan* plan, gelOptionalStages optional)
{
    return 2 + plan->edges.colourCount + plan->tets.colourCount + (plan->patches.entryCount > 0 ? 1 : 0) +
           (optional.goals ? 1 : 0) + (optional.ground ? 1 : 0);
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
    if (plan->patches.entryCount > 0 && index-- == 0)
        return gel_stagePatches;
    if (optional.goals && index-- == 0)
        return gel_stageGoal;
    if (optional.ground && index-- == 0)
        return gel_stageGround;
    return gel_stageVelocity;
}
