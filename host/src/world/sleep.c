// Rest: an island is what is connected by the boxes of soft bodies that meet each other. It falls asleep when each of
// its bodies has been at rest for a while, and wakes as a whole. Boxes and speeds are exact in any order, and all
// that follows is decided here, so every back end lets the same bodies sleep in the same step.
#include "world/sleep.h"
#include "contact/pairs.h"
#include "gel/body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// How long a body is at rest before it may sleep, s. It is looked at four times meanwhile, and more often where some
// sleep, whom what moves may wake; a longer step counts for no more, since what is at the turning point of its motion
// seems to rest.
static const float timeToRest = 0.5f, timeToLook = 0.125f;
// A body is at rest while the mean of its vertices' squared speeds is below that of 2 cm/s: kernels/physics/rest.h.
static const uint64_t partsAtRest = 419;
// By how much boxes are grown: more than the thickness and margin of contact, which are fractions of an edge.
static const double growthOfBox = 0.05;

void gelWakeBody(gelBody* body)
{
    body->isWoken = true;
}

void gelWakeAttached(gelWorld* world, const gelAttachmentDef* def)
{
    const gelBodyId ends[] = {def->a.body, def->b.body};
    for (int i = 0; i < 2; i++) {
        gelBody* body = gelFindBody(world, ends[i]);
        if (!gelIsObstacle(body))
            gelWakeBody(body);
    }
}

void gelWorldWakeAll(gelWorld* world)
{
    for (int b = 0; b < world->bodyCount; b++)
        gelWakeBody(world->bodies[b]);
}

void gelClearSleepState(gelSleepState* rest)
{
    gelFree(rest->motions);
    gelFree(rest->intervals);
    gelFree(rest->roots);
    gelFree(rest->groups);
    gelFree(rest->moves);
    gelFree(rest->before);
    gelFree(rest->firstOf);
    gelFree(rest->seen);
    *rest = (gelSleepState){0};
}

static bool isDisturbed(const gelBody* body)
{
    return body->isWoken || body->contactRevision != body->restRevision;
}

bool gelWorldIsStill(const gelWorld* world)
{
    bool still =
        world->def.sleep && world->goalCount == 0 && world->vertexCount > 0 && !gelFieldsVary(&world->fields);
    for (int b = 0; b < world->bodyCount && still; b++) {
        const gelBody* body = world->bodies[b];
        bool moves = gelIsObstacle(body) ? body->hasTargets || body->isMoving : body->island == 0;
        still = !moves && !isDisturbed(body);
    }
    return still;
}

// Notes that a body has fallen asleep or woken: its candidate pairs and its inverse masses on the back end change.
static void noteChange(gelWorld* world, gelBody* body)
{
    body->restRevision = ++body->contactRevision;
    gelWorldStateChanged(world);
    world->dirty |= gel_dirtySleep;
}

// Rows between its bodies go on with the pushes with which they fell asleep: the back end has lost these.
static void wakeIsland(gelWorld* world, int island)
{
    if (world->contactRows.count > 0)
        world->dirty |= gel_dirtyLatePins;
    for (int b = 0; b < world->bodyCount; b++)
        if (world->bodies[b]->island == island && !world->bodies[b]->isQuarantined) {
            world->bodies[b]->island = 0;
            world->bodies[b]->sleepTimer = 0.0f;
            noteChange(world, world->bodies[b]);
        }
}

// An obstacle that has changed may have held up any body, and fields that change may move any.
static void spreadDisturbance(gelWorld* world)
{
    bool all = !world->def.sleep || gelFieldsVary(&world->fields);
    for (int b = 0; b < world->bodyCount && !all; b++)
        all = gelIsObstacle(world->bodies[b]) && isDisturbed(world->bodies[b]);
    if (all)
        gelWorldWakeAll(world);
    for (int i = 0; i < world->goalCount; i++)
        gelWakeBody(gelFindBody(world, world->goals[i].body));
}

gelStatus gelWorldWakeBodies(gelWorld* world)
{
    spreadDisturbance(world);
    for (int b = 0; b < world->bodyCount; b++) {
        gelBody* body = world->bodies[b];
        if (isDisturbed(body) && body->island != 0 && !body->isQuarantined) {
            gelStatus status = gelWorldPull(world);
            if (status != gel_success)
                return status;
            wakeIsland(world, body->island);
        }
        if (isDisturbed(body))
            body->sleepTimer = 0.0f;
        body->isWoken = false;
        body->restRevision = body->contactRevision;
    }
    return gel_success;
}

static gelStatus reserve(gelWorld* world)
{
    gelSleepState* rest = &world->rest;
    int count = world->bodyCount, capacity = count + count / 2 + 8;
    if (world->slotCount + 1 > rest->slotCapacity) {
        gelFree(rest->firstOf);
        rest->slotCapacity = 0;
        rest->firstOf = gelAllocate((size_t)world->slotCount + 1, sizeof *rest->firstOf);
        if (rest->firstOf == NULL)
            return gelFailMemory((size_t)world->slotCount + 1, sizeof *rest->firstOf);
        rest->slotCapacity = world->slotCount + 1;
    }
    if (count <= rest->capacity)
        return gel_success;
    gelFree(rest->motions);
    gelFree(rest->intervals);
    gelFree(rest->roots);
    gelFree(rest->groups);
    gelFree(rest->moves);
    gelFree(rest->before);
    rest->capacity = 0;
    rest->motions = gelAllocate((size_t)capacity, sizeof *rest->motions);
    rest->intervals = gelAllocate((size_t)capacity, sizeof *rest->intervals);
    rest->roots = gelAllocate((size_t)capacity, sizeof *rest->roots);
    rest->groups = gelAllocate((size_t)capacity, sizeof *rest->groups);
    rest->moves = gelAllocate((size_t)capacity, sizeof *rest->moves);
    rest->before = gelAllocate((size_t)capacity, sizeof *rest->before);
    if (rest->motions == NULL || rest->intervals == NULL || rest->roots == NULL || rest->groups == NULL ||
        rest->moves == NULL || rest->before == NULL)
        return gelFailMemory((size_t)capacity, sizeof *rest->motions);
    rest->capacity = capacity;
    return gel_success;
}

static int rootOf(gelSleepState* rest, int body)
{
    int root = body;
    while (rest->roots[root] != root)
        root = rest->roots[root] = rest->roots[rest->roots[root]];
    return root;
}

// The root of a group is its first body.
static void connect(gelSleepState* rest, int a, int b)
{
    int p = rootOf(rest, a), q = rootOf(rest, b);
    rest->roots[p < q ? q : p] = p < q ? p : q;
}

static double growth(const gelBodyMotion* motion)
{
    double size = 0.0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, (double)motion->upper[k] - (double)motion->lower[k]);
    return growthOfBox * size;
}

static bool areNear(const gelBodyMotion* a, const gelBodyMotion* b)
{
    double grown = growth(a) + growth(b);
    bool near = true;
    for (int k = 0; k < 3; k++)
        near = near && (double)a->lower[k] - grown <= (double)b->upper[k] &&
               (double)b->lower[k] - grown <= (double)a->upper[k];
    return near;
}

// Soft bodies become one group; an obstacle that moves sets the body in motion.
static void meet(gelWorld* world, int a, int b)
{
    gelSleepState* rest = &world->rest;
    const gelBody *first = world->bodies[a], *second = world->bodies[b];
    if (!areNear(&rest->motions[a], &rest->motions[b]) || !gelWantToMeet(first, second))
        return;
    if (!gelIsObstacle(first) && !gelIsObstacle(second))
        connect(rest, a, b);
    int obstacle = gelIsObstacle(first) ? a : b, soft = obstacle == a ? b : a;
    if (gelIsObstacle(world->bodies[obstacle]) &&
        (rest->moves[obstacle] || gelRunsAlong(world->bodies[obstacle])))
        rest->moves[soft] = true;
}

static int byLower(const void* a, const void* b)
{
    const gelInterval *p = a, *q = b;
    return p->lower != q->lower ? (p->lower < q->lower ? -1 : 1) : p->body - q->body;
}

// Sort and sweep along x.
static void meetAll(gelWorld* world)
{
    gelSleepState* rest = &world->rest;
    int count = 0;
    for (int b = 0; b < world->bodyCount; b++) {
        const gelBodyMotion* motion = &rest->motions[b];
        double grown = growth(motion);
        if (motion->lower[0] <= motion->upper[0])
            rest->intervals[count++] =
                (gelInterval){(double)motion->lower[0] - grown, (double)motion->upper[0] + grown, b};
    }
    qsort(rest->intervals, (size_t)count, sizeof *rest->intervals, byLower);
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count && rest->intervals[k].lower <= rest->intervals[i].upper; k++)
            meet(world, rest->intervals[i].body, rest->intervals[k].body);
}

// Bodies that fell asleep together stay together.
static void connectIslands(gelWorld* world)
{
    gelSleepState* rest = &world->rest;
    for (int i = 0; i <= world->slotCount; i++)
        rest->firstOf[i] = -1;
    for (int b = 0; b < world->bodyCount; b++) {
        int island = world->bodies[b]->island;
        rest->roots[b] = b;
        if (island == 0)
            continue;
        if (rest->firstOf[island] < 0)
            rest->firstOf[island] = b;
        connect(rest, rest->firstOf[island], b);
    }
}

// Connects attached bodies: they move, rest and sleep together. An obstacle that moves sets a body in motion, but connects
// nothing: what one of its bodies does is nothing to the others.
static void connectAttached(gelWorld* world)
{
    gelSleepState* rest = &world->rest;
    for (int i = 0; i < world->attachments.count; i++) {
        const gelAttachmentDef* def = &world->attachments.all[i].def;
        int a = gelIndexOfBody(world->bodies, world->bodyCount, def->a.body),
            b = gelIndexOfBody(world->bodies, world->bodyCount, def->b.body);
        bool isFixedA = gelIsObstacle(world->bodies[a]), isFixedB = gelIsObstacle(world->bodies[b]);
        if (world->bodies[a]->isQuarantined || world->bodies[b]->isQuarantined)
            continue;
        if (!isFixedA && !isFixedB)
            connect(rest, a, b);
        else if (rest->moves[isFixedA ? a : b])
            rest->moves[isFixedA ? b : a] = true;
    }
}

static void judgeGroups(gelWorld* world)
{
    gelSleepState* rest = &world->rest;
    for (int b = 0; b < world->bodyCount; b++)
        rest->groups[b] = (gelRestGroup){.isRested = true};
    for (int b = 0; b < world->bodyCount; b++) {
        gelBody* body = world->bodies[b];
        gelRestGroup* group = &rest->groups[rootOf(rest, b)];
        if (gelIsObstacle(body))
            continue;
        if (rest->moves[b])
            body->sleepTimer = 0.0f;
        group->moves = group->moves || rest->moves[b];
        group->isRested = group->isRested && (body->island != 0 || body->sleepTimer >= timeToRest);
    }
}

// Its velocity is 0 from now on. A coordinate of -0 would become 0 wherever 0 is added to it.
static void fallAsleep(gelWorld* world, gelBody* body)
{
    gelVertexState* vertices = world->vertices + body->firstVertex;
    for (int i = 0; i < body->shape->mesh.vertexCount; i++)
        for (int k = 0; k < 3; k++) {
            vertices[i].position[k] += 0.0;
            vertices[i].velocity[k] = 0.0;
        }
    gelForgetAccelerations(body);
    noteChange(world, body);
}

void gelWorldLayToSleepForGood(gelWorld* world, gelBody* body)
{
    if (body->island != 0)
        wakeIsland(world, body->island);
    body->isQuarantined = true;
    body->island = body->id.index1;
    world->dirty |= gel_dirtyBodyGoals | gel_dirtyAttachments; // without those of the body
    gelForgetHistory(body);
    fallAsleep(world, body);
}

// Whether a body's group wakes it.
static bool doesWake(gelSleepState* rest, const gelBody* body, int index)
{
    return rest->groups[rootOf(rest, index)].moves && body->island != 0;
}

// Whether a body's group lets it sleep, or go on sleeping.
static bool doesSleep(gelSleepState* rest, const gelBody* body, int index)
{
    const gelRestGroup* group = &rest->groups[rootOf(rest, index)];
    return group->isRested && !group->moves && !gelIsObstacle(body);
}

// Lets bodies wake and sleep. An island is called after its first body.
static gelStatus applyGroups(gelWorld* world)
{
    gelSleepState* rest = &world->rest;
    bool anyChanges = false;
    for (int b = 0; b < world->bodyCount; b++)
        anyChanges |= doesWake(rest, world->bodies[b], b) ||
                      (doesSleep(rest, world->bodies[b], b) && world->bodies[b]->island == 0);
    gelStatus status = anyChanges ? gelWorldPull(world) : gel_success;
    for (int b = 0; b < world->bodyCount && status == gel_success; b++) {
        gelBody* body = world->bodies[b];
        bool sleeps = doesSleep(rest, body, b);
        if (doesWake(rest, body, b))
            wakeIsland(world, body->island);
        else if (sleeps && body->island == 0)
            fallAsleep(world, body);
        if (sleeps)
            body->island = world->bodies[rootOf(rest, b)]->id.index1;
    }
    return status;
}

// Counts the time at rest. Whether the bodies need to be looked at any closer: one sleeps, or could.
static bool countTime(gelWorld* world)
{
    bool any = false;
    float time = fminf(world->rest.elapsed, timeToLook);
    world->rest.elapsed = 0.0f;
    for (int b = 0; b < world->bodyCount; b++) {
        gelBody* body = world->bodies[b];
        const uint64_t max = gelIsObstacle(body) ? 0 : partsAtRest * (uint64_t)body->shape->mesh.vertexCount;
        bool moves = world->rest.motions[b].speeds > max;
        world->rest.moves[b] = moves;
        if (gelIsObstacle(body))
            continue;
        body->sleepTimer = moves ? 0.0f : fminf(body->sleepTimer + time, timeToRest);
        any = any || body->island != 0 || body->sleepTimer >= timeToRest;
    }
    return any;
}

// On failure nothing has changed.
static gelStatus lookAtBodies(gelWorld* world, float timeStep)
{
    gelSleepState* rest = &world->rest;
    gelStatus status = reserve(world);
    if (status == gel_success)
        status = world->backend->functions->measureMotion(world->backend, timeStep, rest->motions);
    if (status != gel_success)
        return status;
    gelWorldSaveSleep(world, rest->before);
    if (!countTime(world))
        return gel_success;
    connectIslands(world);
    if (gelWorld_HasContact(world))
        meetAll(world);
    connectAttached(world);
    judgeGroups(world);
    status = applyGroups(world); // fails before its first change, if at all
    if (status != gel_success)
        gelWorldRestoreSleep(world, rest->before);
    return status;
}

gelStatus gelWorldPutBodiesToSleep(gelWorld* world, float timeStep)
{
    gelSleepState* rest = &world->rest;
    if (!world->def.sleep || world->vertexCount == 0 || rest->isDecided)
        return gel_success;
    float before = rest->elapsed;
    rest->elapsed += timeStep;
    gelStatus status = rest->elapsed < timeToLook && !gelWorldHasSleepers(world)
                           ? gel_success
                           : lookAtBodies(world, timeStep);
    rest->isDecided = status == gel_success;
    if (status != gel_success)
        rest->elapsed = before;
    return status;
}

void gelWorldSaveSleep(const gelWorld* world, gelSavedSleep* saved)
{
    for (int b = 0; b < world->bodyCount; b++) {
        const gelBody* body = world->bodies[b];
        saved[b] = (gelSavedSleep){body->island, isDisturbed(body), body->isQuarantined, body->sleepTimer};
    }
}

void gelWorldRestoreSleep(gelWorld* world, const gelSavedSleep* saved)
{
    for (int b = 0; b < world->bodyCount; b++) {
        gelBody* body = world->bodies[b];
        bool changed = body->island != saved[b].island || body->isQuarantined != saved[b].isQuarantined;
        body->island = saved[b].island;
        body->isWoken = saved[b].isWoken;
        body->isQuarantined = saved[b].isQuarantined;
        body->sleepTimer = saved[b].sleepTimer;
        if (changed)
            noteChange(world, body);
    }
}

gelStatus gelBody_Wake(gelWorld* world, gelBodyId id)
{
    gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    if (!gelIsObstacle(body))
        gelWakeBody(body);
    return gel_success;
}

bool gelBody_IsAwake(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL && !gelIsObstacle(body) && !body->isQuarantined &&
           (body->island == 0 || isDisturbed(body));
}
