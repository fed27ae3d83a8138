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
    *list = (gelGoalList){0};
}

static void listGoal(gelGoalList* list, const gelBody* body, int vertex)
{
    const gelBodyGoals* goals = body->goals;
    const float weight = gelGoalWeights(goals)[vertex];
    const float *from = gelGoalFrom(goals) + 3 * (size_t)vertex, *to = gelGoalTo(goals) + 3 * (size_t)vertex;
    int i = list->count++;
    list->vertices[i] = body->firstVertex + vertex;
    for (int k = 0; k < 3; k++) {
        list->from[i][k] = from[k];
        list->to[i][k] = to[k];
    }
    list->from[i][3] = weight < 1.0f ? fminf(goals->spring * (weight / (1.0f - weight)), stiffest) : 0.0f;
    list->to[i][3] = goals->damping;
}

// Lists the goals with weight 1, which vertices follow exactly (`led`), or those with smaller
// weights.
static void listKind(gelBody* const* bodies, int bodyCount, bool kinematic, gelGoalList* list)
{
    for (int b = 0; b < bodyCount; b++)
        for (int i = 0; bodies[b]->goals != NULL && i < bodies[b]->goals->vertexCount; i++) {
            float weight = gelGoalWeights(bodies[b]->goals)[i];
            if (weight > 0.0f && (weight >= 1.0f) == kinematic)
                listGoal(list, bodies[b], i);
        }
}

gelStatus gelListGoals(gelBody* const* bodies, int bodyCount, gelGoalList* list)
{
    size_t count = 0;
    *list = (gelGoalList){0};
    for (int b = 0; b < bodyCount; b++)
        count += bodies[b]->goals != NULL ? (size_t)bodies[b]->goals->vertexCount : 0;
    if (count == 0)
        return gel_success;
    list->vertices = gelAllocate(count, sizeof *list->vertices);
    list->from = gelAllocate(count, sizeof *list->from);
    list->to = gelAllocate(count, sizeof *list->to);
    if (list->vertices == NULL || list->from == NULL || list->to == NULL) {
        gelClearGoalList(list);
        return gelFailMemory(count, sizeof *list->from);
    }
    listKind(bodies, bodyCount, true, list);
    list->kinematicCount = list->count;
    listKind(bodies, bodyCount, false, list);
    return gel_success;
}
