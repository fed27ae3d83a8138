#include "plan/links.h"

#include <math.h>
#include <string.h>

static const float stiffest = 1e12f; // 1/s^2: more would overflow

bool gelHasKinematicGoal(const gelBody* body, int vertex)
{
    return body->goals != NULL && gelGoalWeights(body->goals)[vertex] >= 1.0f;
}

gelStatus gelCopyBodyGoals(const gelBodyGoals* goals, gelBodyGoals** copy)
{
    *copy = NULL;
    if (goals == NULL)
        return gel_success;
    *copy = gelAllocate(goals->size, 1);
    if (*copy == NULL)
        return gelFailMemory(goals->size, 1);
    memcpy(*copy, goals, goals->size);
    return gel_success;
}

bool gelMoveGoals(gelBody* const* bodies, int bodyCount)
{
    bool any = false;
    for (int b = 0; b < bodyCount; b++) {
        gelBodyGoals* goals = bodies[b]->goals;
        if (goals == NULL || (!goals->hasTargets && !goals->isMoving))
            continue;
        if (!goals->hasTargets)
            memcpy(gelGoalFrom(goals), gelGoalTo(goals), 3 * (size_t)goals->vertexCount * sizeof(float));
        goals->isMoving = goals->hasTargets;
        bodies[b]->isWoken = any = true;
    }
    return any;
}

void gelEndGoalStep(gelBody* const* bodies, int bodyCount)
{
    for (int b = 0; b < bodyCount; b++)
        if (bodies[b]->goals != NULL)
            bodies[b]->goals->hasTargets = false;
}

void gelUndoGoalStep(gelBody* const* bodies, int bodyCount)
{
    for (int b = 0; b < bodyCount; b++) {
        gelBodyGoals* goals = bodies[b]->goals;
        if (goals != NULL)
            goals->hasTargets = goals->hasTargets || goals->isMoving;
    }
}

void gelClearGoalList(gelGoalList* list)
{
    gelFree(list->vertices);
    gelFree(list->from);
    gelFree(list->to);
    gelFree(list->slots);
    *list = (gelGoalList){0};
}

static int slotOf(const gelPulls* pulls, int vertex)
{
    return pulls->slots != NULL ? pulls->slots[vertex] : -1;
}

static void listGoal(gelGoalList* list, const gelBody* body, int vertex, int slot)
{
    const gelBodyGoals* goals = body->goals;
    const float weight = gelGoalWeights(goals)[vertex];
    const float *from = gelGoalFrom(goals) + 3 * (size_t)vertex, *to = gelGoalTo(goals) + 3 * (size_t)vertex;
    int i = list->count++;
    list->slots[i] = slot;
    list->vertices[i] = body->firstVertex + vertex;
    for (int k = 0; k < 3; k++) {
        list->from[i][k] = from[k];
        list->to[i][k] = to[k];
    }
    list->from[i][3] = weight < 1.0f ? fminf(goals->spring * (weight / (1.0f - weight)), stiffest) : 0.0f;
    list->to[i][3] = goals->damping;
}

typedef enum Kind { kinematic, pulled, spring } Kind;

// Whether a body follows goals: a quarantined one stays where it is.
static bool hasGoals(const gelBody* body)
{
    return body->goals != NULL && !body->isQuarantined;
}

// Lists the goals with weight 1, which vertices follow exactly, or those with smaller weights that
// the two-level solver has in its system, or the others.
static void listKind(gelBody* const* bodies, int bodyCount, Kind kind, const gelPulls* pulls,
                     gelGoalList* list)
{
    for (int b = 0; b < bodyCount; b++)
        for (int i = 0; hasGoals(bodies[b]) && i < bodies[b]->goals->vertexCount; i++) {
            float weight = gelGoalWeights(bodies[b]->goals)[i];
            int slot = slotOf(pulls, bodies[b]->firstVertex + i);
            Kind is = weight >= 1.0f ? kinematic : slot >= 0 ? pulled : spring;
            if (weight > 0.0f && is == kind)
                listGoal(list, bodies[b], i, slot);
        }
}

static void listGoalsOfWorld(const gelPulls* pulls, gelGoalList* list)
{
    for (int k = 0; k < pulls->goalCount; k++) {
        const gelVertexGoal* goal = &pulls->goals[k];
        int i = list->count++;
        list->vertices[i] = goal->vertex;
        list->slots[i] = slotOf(pulls, goal->vertex);
        memcpy(list->from[i], goal->position, sizeof goal->position);
        memcpy(list->to[i], goal->position, sizeof goal->position);
        list->from[i][3] = goal->stiffness;
        list->to[i][3] = goal->stiffness * pulls->goalDamping;
    }
}

gelStatus gelListGoals(gelBody* const* bodies, int bodyCount, const gelPulls* pulls, gelGoalList* list)
{
    size_t count = (size_t)pulls->goalCount;
    *list = (gelGoalList){0};
    for (int b = 0; b < bodyCount; b++)
        count += bodies[b]->goals != NULL ? (size_t)bodies[b]->goals->vertexCount : 0;
    if (count == 0)
        return gel_success;
    list->vertices = gelAllocate(count, sizeof *list->vertices);
    list->from = gelAllocate(count, sizeof *list->from);
    list->to = gelAllocate(count, sizeof *list->to);
    list->slots = gelAllocate(count, sizeof *list->slots);
    if (list->vertices == NULL || list->from == NULL || list->to == NULL || list->slots == NULL) {
        gelClearGoalList(list);
        return gelFailMemory(count, sizeof *list->from);
    }
    listKind(bodies, bodyCount, kinematic, pulls, list);
    list->kinematicCount = list->count;
    listKind(bodies, bodyCount, pulled, pulls, list);
    listGoalsOfWorld(pulls, list);
    list->pulledCount = list->count - list->kinematicCount;
    list->worldCount = pulls->goalCount;
    listKind(bodies, bodyCount, spring, pulls, list);
    return gel_success;
}
