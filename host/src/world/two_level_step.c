#include "world/two_level_step.h"
#include "plan/joints.h"
#include "plan/pressure.h"

#include <string.h>

// Whether a body is stepped with BDF2: one of tets that is neither filled nor ruined. Skins of water blow up with
// BDF2, and the rows of cloth and ropes say too little about a long substep: both need the damping of implicit Euler.
static bool hasBdf2(const gelWorld* world, const gelBody* body)
{
    if (body->steppedBy == gel_autoSolver)
        return body->history != NULL; // undecided until the next step
    return world->def.timeScheme == gel_bdf2 && gelIsTwoLevel(body) && body->shape->kind == gel_solidBody &&
           !gelIsFilled(body) && body->ruinedTime == 0.0f;
}

bool gelTimeSchemeHasChanged(const gelWorld* world)
{
    bool has = false;
    for (int b = 0; b < world->bodyCount && !has; b++)
        has = hasBdf2(world, world->bodies[b]) != (world->bodies[b]->history != NULL);
    return has;
}

bool gelRowsHaveChanged(const gelWorld* world)
{
    const gelRowList* rows = &world->twoLevel.rows;
    int count = 0;
    bool same = true;
    for (int i = 0; i < world->attachments.count; i++) {
        const gelAttachment* at = &world->attachments.all[i];
        if (!gelMayBeRow(&at->def, gelFindBody(world, at->def.a.body), gelFindBody(world, at->def.b.body)))
            continue;
        same = same && count < rows->count && rows->numbers[count] == at->id.number;
        count++;
    }
    return !same || count != rows->count;
}

// Gives bodies that begin to be stepped with BDF2 a history, and takes it from the others.
static gelStatus openHistories(gelWorld* world)
{
    for (int b = 0; b < world->bodyCount; b++) {
        gelBody* body = world->bodies[b];
        size_t count = gel_historyNumbers * (size_t)body->shape->mesh.vertexCount;
        if (!hasBdf2(world, body)) {
            gelFree(body->history);
            body->history = NULL;
        } else if (body->history == NULL) {
            body->history = gelAllocate(count, sizeof *body->history);
            if (body->history == NULL)
                return gelFailMemory(count, sizeof *body->history);
        }
    }
    return gel_success;
}

gelStatus gelPushTwoLevel(gelWorld* world)
{
    bool had = world->twoLevel.systemCount > 0;
    gelTwoLevelList list;
    gelStatus status = openHistories(world);
    if (status == gel_success)
        status =
            gelListTwoLevel(&world->plan, &world->attachments, &world->contactRows, world->vertices, &list);
    if (status != gel_success)
        return status;
    gelClearTwoLevelList(&world->twoLevel);
    world->twoLevel = list;
    return had || list.systemCount > 0
               ? world->backend->functions->setTwoLevel(world->backend, &world->twoLevel)
               : gel_success;
}

// A body that was ruined is strained for a while. BDF2 does not damp its swings, which would invert thin tets again.
static float nextRuinedTime(float time, bool isRuined, float timeStep)
{
    const float calm = 1.0f; // s
    if (isRuined)
        return fmaxf(time, 0.0f) + timeStep;
    return time > 0.0f ? -calm : fminf(time + timeStep, 0.0f);
}

// The bodies of the list are those of the plan, without the others. Their turns may be of a state that was restored since.
static void decideTurns(gelWorld* world, const int* counts, float timeStep)
{
    const LevelGuard* guard = world->twoLevel.guards;
    for (int b = 0; b < world->bodyCount; b++) {
        gelBody* body = world->bodies[b];
        if (!gelIsTwoLevel(body))
            continue;
        int count = *counts++;
        if (body->island == 0)
            body->ruinedTime = nextRuinedTime(body->ruinedTime, count > 0, timeStep);
        if (gelTurnOf(body) != guard++->turn)
            world->dirty |= gel_dirtyPlan;
    }
}

gelStatus gelWorldCountRuins(gelWorld* world, float timeStep)
{
    int bodyCount = world->twoLevel.guardCount;
    if (world->twoLevel.tetCount == 0)
        return gel_success;
    int* counts = gelAllocate((size_t)bodyCount, sizeof *counts);
    gelStatus status = counts != NULL ? world->backend->functions->countWrongTets(world->backend, counts)
                                      : gelFailMemory((size_t)bodyCount, sizeof *counts);
    if (status == gel_success)
        decideTurns(world, counts, timeStep);
    gelFree(counts);
    return status;
}

gelStatus gelCopyHistory(const gelBody* original, gelBody* body)
{
    size_t count = gel_historyNumbers * (size_t)original->shape->mesh.vertexCount;
    body->history = NULL;
    if (original->history == NULL)
        return gel_success;
    body->history = gelAllocate(count, sizeof *body->history);
    if (body->history == NULL)
        return gelFailMemory(count, sizeof *body->history);
    memcpy(body->history, original->history, count * sizeof *body->history);
    return gel_success;
}

uint64_t gelHashHistory(uint64_t hash, const gelBody* body, bool doublePrecision)
{
    size_t count = body->history != NULL ? gel_historyNumbers * (size_t)body->shape->mesh.vertexCount : 0,
           first = 0;
    while (first < count && body->history[first] == 0.0)
        first++;
    for (size_t i = 0; i < count && first < count; i++)
        hash = gelHashNumber(hash, body->history[i], doublePrecision);
    return hash;
}

void gelKeepTurns(gelWorld* world)
{
    for (int b = 0; b < world->bodyCount; b++)
        world->bodies[b]->preRuinedTime = world->bodies[b]->ruinedTime;
}

void gelUndoTurns(gelWorld* world)
{
    for (int b = 0; b < world->bodyCount; b++)
        world->bodies[b]->ruinedTime = world->bodies[b]->preRuinedTime;
}

const char* gelFindTwoLevelLack(const gelWorld* world, const gelBody* body)
{
    return world->def.integrator != gel_xpbd     ? "an explicit integrator"
           : world->def.order != gel_colourOrder ? "an order other than colour"
           : body->material.stretchLimit > 0.0f  ? "a stretchLimit"
                                                 : NULL;
}

// At few substeps the ground crushes a light skin of this solver, whatever fills it. The softness
// of a body that flows or tears changes.
bool gelMayChooseTwoLevel(const gelWorld* world, const gelBody* body)
{
    return gelFindTwoLevelLack(world, body) == NULL && !gelIsObstacle(body) && !gelIsFilled(body) &&
           body->restLengths == NULL;
}

gelStatus gelCheckTwoLevel(const gelWorld* world)
{
    for (int b = 0; b < world->bodyCount && world->twoLevel.systemCount > 0; b++) {
        const gelBody* body = world->bodies[b];
        const char* what = gelIsTwoLevel(body) ? gelFindTwoLevelLack(world, body) : NULL;
        if (what != NULL)
            return gelFail(
                gel_unsupported,
                "body {%d, %u} has the solver twoLevel, which does not support %s: use the solver xpbd",
                body->id.index1, body->id.generation, what);
    }
    return gel_success;
}
