#include "world/sync.h"
#include "world/contact_row_vertices.h"
#include "world/rest_shape.h"
#include "world/shape_recovery.h"
#include "world/two_level_step.h"
#include "world/world.h"

#include <assert.h>
#include <string.h>

void gelWorldStateChanged(gelWorld* world)
{
    assert(world->statePlace == gel_stateOnBoth || world->statePlace == gel_stateOnHost);
    world->statePlace = gel_stateOnHost;
}

gelStatus gelWorldKeepState(gelWorld* world, bool isWhole)
{
    return world->vertexCount == 0
               ? gel_success
               : world->backend->functions->keepState(world->backend, isWhole, world->cursor.substepCount);
}

// Reads the state that the back end has, or the one that it keeps, with the rest lengths of that moment.
static gelStatus readState(gelWorld* world, bool isKept)
{
    const gelBackendFunctions* functions = world->backend->functions;
    gelStatus status = isKept ? functions->readKept(world->backend, world->vertices)
                              : functions->readState(world->backend, world->vertices);
    return status == gel_success
               ? gelPullRestLengths(&world->restLengths, &world->plan, world->backend, isKept)
               : status;
}

static gelStatus undoStep(gelWorld* world)
{
    if (world->statePlace != gel_stateKept)
        return gel_success;
    gelStatus status = readState(world, true);
    if (status == gel_success)
        world->statePlace = gel_stateOnHost;
    return status;
}

// The state that was kept is that of bodies which were recovered already.
static void undoShapeRecoveries(gelWorld* world)
{
    for (int b = 0; b < world->bodyCount; b++)
        gelUndoShapeRecovery(world->bodies[b], world->vertices, world->preRecovery);
    gelWorldStateChanged(world);
    world->recovery = gel_recoveryNone;
}

gelStatus gelWorldPull(gelWorld* world)
{
    gelStatus status = undoStep(world);
    if (status == gel_success && world->statePlace == gel_stateOnBackend) {
        status = readState(world, false);
        world->statePlace = status == gel_success ? gel_stateOnBoth : world->statePlace;
    }
    if (status == gel_success && world->recovery == gel_recoveryToUndo)
        undoShapeRecoveries(world);
    return status;
}

// Integrators do it with their forces.
static bool dampsSprings(const gelWorld* world)
{
    return world->def.springDamping > 0.0f && world->def.integrator == gel_xpbd;
}

// Whether the plan is of other settings. A step that is under way ends as it began.
static bool planIsOfOthers(const gelWorld* world)
{
    return gelWorldIsBetweenSteps(world) && world->plan.damps != dampsSprings(world);
}

typedef gelStatus BuildPlan(gelBody* const* bodies, int bodyCount, gelConstraintOrder order, gelPlan* plan);

static gelStatus renewPlan(const gelWorld* world, BuildPlan* build, gelPlan* plan)
{
    bool integrates = world->def.integrator != gel_xpbd;
    gelPlan fresh;
    gelStatus status =
        build(world->bodies, world->bodyCount, integrates ? gel_meshOrder : world->def.order, &fresh);
    if (status != gel_success)
        return status;
    fresh.integrator = world->def.integrator;
    fresh.damps = dampsSprings(world);
    fresh.contactRows = &world->contactRows;
    gelClearPlan(plan);
    *plan = fresh;
    return gel_success;
}

static bool hasTwoLevel(const gelWorld* world)
{
    bool found = false;
    for (int b = 0; b < world->bodyCount && !found; b++)
        found = gelIsTwoLevel(world->bodies[b]);
    return found;
}

static gelStatus uploadPlan(gelWorld* world)
{
    gelStatus status = gelWorldPull(world);
    if (status == gel_success)
        status = renewPlan(world, gelBuildPlan, &world->plan);
    if (status == gel_success)
        gelClearPlan(&world->sweptPlan);
    if (status == gel_success && hasTwoLevel(world))
        status = renewPlan(world, gelBuildSweptPlan, &world->sweptPlan);
    if (status != gel_success)
        return status;
    gelWorldStateChanged(world);
    status = gelReserveRestLengths(&world->restLengths, &world->plan);
    if (status == gel_success)
        status = world->backend->functions->setPlan(world->backend, gelWorldSweptPlan(world));
    if (status == gel_success && !gelWorldIsBetweenSteps(world))
        status = gelListStages(gelWorldSweptPlan(world), &world->cursor.parameters, world->stages.contents,
                               &world->stages);
    return status;
}

static gelStatus uploadRestShapes(gelWorld* world)
{
    for (int kind = 0; kind < constraint_kinds && world->plan.isListed; kind++)
        gelListRestShapes(&world->plan, &world->plan.constraints[kind]);
    return gelPushRestShapes(gelWorldSweptPlan(world), world->backend);
}

static gelStatus uploadSleep(gelWorld* world)
{
    const gelBackendFunctions* functions = world->backend->functions;
    return functions->listAwake != NULL ? functions->listAwake(world->backend) : gel_success;
}

// Sends the goals of the world, but for the last, which the two-level solver has in its system:
// they are listed with those of bodies.
static gelStatus uploadGoals(gelWorld* world)
{
    int count = 0, pulledCount = 0;
    if (world->goalCount == 0 && world->sentGoalCount == 0 && world->goalList.worldCount == 0)
        return gel_success;
    for (int i = 0; i < world->goalCount; i++) {
        const gelGoal* goal = &world->goals[i];
        int vertex = gelFindBody(world, goal->body)->firstVertex + goal->vertex;
        bool isPulled = world->twoLevel.systemCount > 0 && world->twoLevel.slots[vertex] >= 0;
        world->vertexGoals[isPulled ? world->goalCount - ++pulledCount : count++] =
            (gelVertexGoal){vertex, {goal->position.x, goal->position.y, goal->position.z}, goal->stiffness};
    }
    gelStatus status = world->backend->functions->setGoals(world->backend, world->vertexGoals, count);
    if (status == gel_success)
        world->sentGoalCount = count;
    if (pulledCount > 0 || world->goalList.worldCount > 0)
        world->dirty |= gel_dirtyBodyGoals;
    return status;
}

static gelStatus uploadBodyGoals(gelWorld* world)
{
    gelGoalList list;
    bool had = world->goalList.count > 0;
    gelPulls pulls = {.slots = world->twoLevel.slots,
                      .goals = world->vertexGoals + world->sentGoalCount,
                      .goalCount = world->goalCount - world->sentGoalCount,
                      .goalDamping = world->def.goalDamping};
    gelStatus status = gelListGoals(world->bodies, world->bodyCount, &pulls, &list);
    if (status != gel_success)
        return status;
    gelClearGoalList(&world->goalList);
    world->goalList = list;
    return had || list.count > 0 ? world->backend->functions->setBodyGoals(world->backend, &world->goalList)
                                 : gel_success;
}

static gelStatus uploadAttachments(gelWorld* world)
{
    gelAttachmentList list;
    bool had = world->attachmentList.count > 0;
    gelStatus status =
        gelListAttachments(&world->attachments, world->bodies, world->bodyCount, world->vertexCount,
                           world->twoLevel.slots, &world->twoLevel.rows, &list);
    if (status != gel_success)
        return status;
    gelClearAttachmentList(&world->attachmentList);
    world->attachmentList = list;
    world->multipliersAreThere = false;
    return had || list.count > 0
               ? world->backend->functions->setAttachments(world->backend, &world->attachmentList)
               : gel_success;
}

static gelStatus uploadTethers(gelWorld* world)
{
    gelTetherList list;
    bool had = world->tetherList.count > 0;
    gelStatus status =
        gelListTethers(world->bodies, world->bodyCount, world->vertices, world->vertexCount, &list);
    if (status != gel_success)
        return status;
    gelClearTetherList(&world->tetherList);
    world->tetherList = list;
    return had || list.count > 0 ? world->backend->functions->setTethers(world->backend, &world->tetherList)
                                 : gel_success;
}

// Goals and attachments have the slots of its list.
static gelStatus uploadTwoLevel(gelWorld* world)
{
    bool had = world->twoLevel.systemCount > 0;
    gelStatus status = gelWorldPull(world);
    if (status == gel_success)
        status = gelPushTwoLevel(world);
    if (status == gel_success && gelPutContactsBack(world))
        gelWorldStateChanged(world);
    if (had || world->twoLevel.systemCount > 0)
        world->dirty |= gel_dirtyGoals | gel_dirtyBodyGoals | gel_dirtyAttachments;
    return status;
}

// The order counts. `settles`: what is uploaded with it; `causes`: what must be uploaded after it.
static const struct {
    unsigned bit;
    gelStatus (*upload)(gelWorld*);
    unsigned settles, causes;
} uploads[] = {
    {gel_dirtyPlan, uploadPlan, gel_dirtyRestShapes,
     gel_dirtySleep | gel_dirtyGoals | gel_dirtyBodyGoals | gel_dirtyAttachments | gel_dirtyTethers |
         gel_dirtyTwoLevel},
    {gel_dirtyRestShapes, uploadRestShapes, 0, gel_dirtyTwoLevel},
    {gel_dirtyTwoLevel, uploadTwoLevel, 0, 0},
    {gel_dirtySleep, uploadSleep, 0, 0},
    {gel_dirtyGoals, uploadGoals, 0, 0},
    {gel_dirtyBodyGoals, uploadBodyGoals, 0, 0},
    {gel_dirtyAttachments, uploadAttachments, 0, 0},
    {gel_dirtyTethers, uploadTethers, 0, 0},
};

// The vertices as the back end is to see them: those of bodies that sleep have no inverse mass.
static gelStatus listSeenVertices(gelWorld* world, const gelVertexState** seen)
{
    gelSleepState* rest = &world->rest;
    *seen = world->vertices;
    if (!gelWorldHasSleepers(world))
        return gel_success;
    gelStatus status = gelReserve(&rest->seen, &rest->seenCapacity, world->vertexCount, sizeof *rest->seen);
    if (status != gel_success)
        return status;
    *seen = rest->seen;
    memcpy(rest->seen, world->vertices, (size_t)world->vertexCount * sizeof *rest->seen);
    for (int b = 0; b < world->bodyCount; b++) {
        const gelBody* body = world->bodies[b];
        for (int i = 0; i < body->shape->mesh.vertexCount && body->island != 0; i++)
            rest->seen[body->firstVertex + i].inverseMass = 0.0;
    }
    return gel_success;
}

static gelStatus uploadState(gelWorld* world)
{
    const gelVertexState* seen;
    world->massesAreStale = true;
    gelStatus status = listSeenVertices(world, &seen);
    if (status == gel_success)
        status = world->backend->functions->writeState(world->backend, seen);
    if (status == gel_success)
        status = gelPushRestLengths(&world->restLengths, &world->plan, world->backend);
    if (status == gel_success)
        world->statePlace = gel_stateOnBoth;
    return status;
}

// Marks what no setter marks: the plan where settings have changed, the systems of the two-level solver where their rows
// have, and what depends on pins where these have. A new list of the two-level solver would lose what the first stages of
// a step have kept.
static void markChanges(gelWorld* world)
{
    if (planIsOfOthers(world))
        world->dirty |= gel_dirtyPlan;
    if ((world->dirty & gel_dirtyAttachments) != 0 && gelRowsHaveChanged(world))
        world->dirty |= gel_dirtyLatePins;
    if (gelWorldIsBetweenSteps(world) &&
        ((world->dirty & gel_dirtyLatePins) != 0 || gelTimeSchemeHasChanged(world)))
        world->dirty = (world->dirty & ~(unsigned)gel_dirtyLatePins) | gel_dirtyTwoLevel;
    if ((world->dirty & gel_dirtyPlan) != 0 || world->statePlace != gel_stateOnHost)
        return;
    if (gelPinsHaveChanged(world->tetherList.pinned, world->vertices, world->vertexCount))
        world->dirty |= gel_dirtyTethers;
    if (gelPinsHaveChanged(world->twoLevel.pinned, world->vertices, world->vertexCount))
        world->dirty |= gelWorldIsBetweenSteps(world) ? gel_dirtyTwoLevel : gel_dirtyLatePins;
}

gelStatus gelWorldPush(gelWorld* world)
{
    gelStatus status = undoStep(world);
    if (status == gel_success)
        markChanges(world);
    for (size_t i = 0; i < sizeof uploads / sizeof *uploads && status == gel_success; i++) {
        if ((world->dirty & uploads[i].bit) == 0)
            continue;
        status = uploads[i].upload(world);
        if (status == gel_success)
            world->dirty = (world->dirty & ~(uploads[i].bit | uploads[i].settles)) | uploads[i].causes;
    }
    return status == gel_success && world->statePlace == gel_stateOnHost ? uploadState(world) : status;
}
