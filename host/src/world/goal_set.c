// Goals of bodies: weights, and where they lead.
#include "gel/body.h"
#include "gel/goals.h"
#include "plan/links.h"
#include "world/apart.h"
#include "world/sleep.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

gelGoalSet gelDefaultGoalSet(void)
{
    return (gelGoalSet){.weight = 0.7f, .maximum = 1.0f, .spring = 100.0f};
}

static gelStatus checkNumber(const char* what, float value, float max)
{
    if (value >= 0.0f && value <= max)
        return gel_success;
    return gelFail(gel_invalidArgument, "goals: %s: expected 0 to %g, found %g", what, (double)max,
                   (double)value);
}

gelStatus gelCheckGoalNumbers(float spring, float damping, const float* weights, int count)
{
    gelStatus status = checkNumber("spring", spring, 1e9f);
    if (status == gel_success)
        status = checkNumber("damping", damping, 1e6f);
    for (int i = 0; i < count && status == gel_success; i++)
        if (!(weights[i] >= 0.0f && weights[i] <= 1.0f))
            status = gelFail(gel_invalidArgument, "goals: vertex %d has the weight %g, expected 0 to 1", i,
                             (double)weights[i]);
    return status;
}

static gelStatus checkSet(const gelGoalSet* set, int vertexCount)
{
    gelStatus status = checkNumber("minimum", set->minimum, 1.0f);
    if (status == gel_success)
        status = checkNumber("maximum", set->maximum, 1.0f);
    if (status == gel_success && set->minimum > set->maximum)
        return gelFail(gel_invalidArgument, "goals: expected minimum <= maximum, found %g and %g",
                       (double)set->minimum, (double)set->maximum);
    if (status == gel_success && set->weights == NULL)
        status = checkNumber("weight", set->weight, 1.0f);
    return status == gel_success ? gelCheckGoalNumbers(set->spring, set->damping, set->weights,
                                                       set->weights != NULL ? vertexCount : 0)
                                 : status;
}

static gelStatus findSoftBody(const gelWorld* world, gelBodyId id, gelBody** body)
{
    *body = gelFindBody(world, id);
    if (*body == NULL)
        return gel_invalidHandle;
    return gelIsObstacle(*body) ? gelRefuseObstacle(*body, "only soft bodies have goals; gel/obstacle.h "
                                                           "moves obstacles")
                                : gel_success;
}

// The state of the world is complete and here then. Call it once nothing can be refused any more.
static gelStatus openState(gelWorld* world)
{
    gelStatus status = gelWorldFinishStep(world);
    return status == gel_success ? gelWorldPull(world) : status;
}

// With goals where the vertices are.
static gelBodyGoals* makeGoals(const gelWorld* world, const gelBody* body)
{
    size_t count = (size_t)body->shape->mesh.vertexCount,
           size = sizeof(gelBodyGoals) + 7 * count * sizeof(float);
    gelBodyGoals* goals = gelAllocate(size, 1);
    if (goals == NULL)
        return NULL;
    goals->size = size;
    goals->vertexCount = (int)count;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 3; k++)
            gelGoalFrom(goals)[3 * i + k] = gelGoalTo(goals)[3 * i + k] =
                (float)world->vertices[(size_t)body->firstVertex + i].position[k];
    return goals;
}

// Vertices that follow exactly have inverse mass 0, as pinned ones, which keep theirs.
static void setWeights(gelWorld* world, gelBody* body, const gelGoalSet* set)
{
    gelVertexState* vertices = world->vertices + body->firstVertex;
    float* weights = gelGoalWeights(body->goals);
    for (int i = 0; i < body->goals->vertexCount; i++) {
        bool wasKinematic = weights[i] >= 1.0f, isPinned = vertices[i].inverseMass == 0.0 && !wasKinematic;
        float weight = set == NULL ? 0.0f : set->weights != NULL ? set->weights[i] : set->weight;
        if (set != NULL)
            weight = set->minimum + weight * (set->maximum - set->minimum);
        weights[i] = isPinned ? 0.0f : fminf(weight, 1.0f);
        bool isKinematic = weights[i] >= 1.0f;
        if (isKinematic == wasKinematic)
            continue;
        vertices[i].inverseMass = isKinematic ? 0.0 : gelFreeInverseMass(body, i);
        gelWorldStateChanged(world);
    }
    body->goals->spring = set != NULL ? set->spring : 0.0f;
    body->goals->damping = set != NULL ? set->damping : 0.0f;
}

gelStatus gelBody_SetGoals(gelWorld* world, gelBodyId id, const gelGoalSet* set)
{
    gelBody* body;
    gelStatus status = findSoftBody(world, id, &body);
    if (status == gel_success && set != NULL)
        status = checkSet(set, body->shape->mesh.vertexCount);
    if (status == gel_success)
        status = openState(world);
    if (status != gel_success || (body->goals == NULL && set == NULL))
        return status;
    if (body->goals == NULL)
        body->goals = makeGoals(world, body);
    if (body->goals == NULL)
        return gelFailMemory((size_t)body->shape->mesh.vertexCount, 7 * sizeof(float));
    setWeights(world, body, set);
    if (set == NULL) {
        gelFree(body->goals);
        body->goals = NULL;
    }
    world->dirty |= gel_dirtyBodyGoals;
    gelWakeBody(body);
    return gel_success;
}

static gelStatus requireGoals(const gelBody* body)
{
    return body->goals != NULL
               ? gel_success
               : gelFail(gel_invalidArgument, "body {%d, %u} has no goals: set them with gelBody_SetGoals",
                         (int)body->id.index1, (unsigned)body->id.generation);
}

gelStatus gelBody_MoveGoals(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount)
{
    gelBody* body = gelFindBody(world, id);
    gelStatus status = body == NULL ? gel_invalidHandle : requireGoals(body);
    if (status == gel_success)
        status = gelCheckVertexValues(body, "goals", xyz, vertexCount);
    if (status != gel_success)
        return status;
    gelBodyGoals* goals = body->goals;
    size_t size = 3 * (size_t)vertexCount * sizeof *xyz;
    if (!goals->hasTargets)
        memcpy(gelGoalFrom(goals), gelGoalTo(goals), size);
    memcpy(gelGoalTo(goals), xyz, size);
    goals->hasTargets = true;
    gelWakeBody(body);
    return gel_success;
}

gelStatus gelBody_PlaceGoals(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount)
{
    gelBody* body;
    gelStatus status = findSoftBody(world, id, &body);
    if (status == gel_success)
        status = requireGoals(body);
    if (status == gel_success)
        status = gelCheckVertexValues(body, "goals", xyz, vertexCount);
    if (status == gel_success)
        status = openState(world);
    if (status != gel_success)
        return status;
    gelBodyGoals* goals = body->goals;
    gelWarnOfFarGoals(world, body, xyz);
    memcpy(gelGoalFrom(goals), xyz, 3 * (size_t)vertexCount * sizeof *xyz);
    memcpy(gelGoalTo(goals), xyz, 3 * (size_t)vertexCount * sizeof *xyz);
    goals->hasTargets = goals->isMoving = false;
    gelVertexState* vertices = world->vertices + body->firstVertex;
    for (int i = 0; i < vertexCount; i++)
        if (gelHasKinematicGoal(body, i))
            gelPutVertex(&vertices[i], xyz + 3 * (size_t)i);
    gelWorldUpdateReach(world, vertices, vertexCount);
    gelWorldStateChanged(world);
    world->dirty |= gel_dirtyBodyGoals;
    gelWakeBody(body);
    return gel_success;
}

bool gelBody_HasGoals(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL && body->goals != NULL;
}

gelStatus gelBody_ReadGoals(const gelWorld* world, gelBodyId id, float* weights, float* xyz,
                            int vertexCapacity)
{
    const gelBody* body = gelFindBody(world, id);
    gelStatus status = body == NULL ? gel_invalidHandle : requireGoals(body);
    if (status != gel_success)
        return status;
    size_t count = (size_t)body->goals->vertexCount;
    if (vertexCapacity < (int)count)
        return gelFail(gel_invalidArgument, "room for %d vertices, but the body has %zu", vertexCapacity,
                       count);
    if (weights != NULL)
        memcpy(weights, gelGoalWeights(body->goals), count * sizeof *weights);
    if (xyz != NULL)
        memcpy(xyz, gelGoalTo(body->goals), 3 * count * sizeof *xyz);
    return gel_success;
}
