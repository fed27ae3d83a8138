// Creating and setting up a world, and moving its state between host and back end.
#include "gel/body.h"
#include "gel/constraints.h"
#include "gel/contacts.h"
#include "plan/pressure.h"
#include "settings/settings.h"
#include "world/shape_recovery.h"
#include "world/integrator.h"
#include "world/sleep.h"
#include "world/rest_shape.h"
#include "world/skin.h"
#include "world/world.h"

#include <assert.h>
#include <stdatomic.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

gelStatus gelWorld_SetSettings(gelWorld* world, const gelWorldDef* def)
{
    gelStatus status = gelCheckWorldSettings(def);
    if (status != gel_success)
        return status;
    gelWorldDef before = world->def, after = before;
    gelCopySettings(gel_worldSettings, def, &after);
    status = gelCheckIntegrator(&after);
    if (status != gel_success)
        return status;
    world->def = after;
    gelVec3* n = &world->def.ground.normal;
    double length = gelVec3Length(*n);
    *n = (gelVec3){(float)((double)n->x / length), (float)((double)n->y / length),
                   (float)((double)n->z / length)};
    world->softnessIsSeen = world->softnessIsSeen && before.substepCount == world->def.substepCount;
    if (!gelSettingsAreEqual(gel_worldSettings, &before, &world->def))
        gelWorldWakeAll(world);
    return gel_success;
}

gelStatus gelWorld_SetGravity(gelWorld* world, gelVec3 gravity)
{
    gelWorldDef def = world->def;
    def.gravity = gravity;
    return gelWorld_SetSettings(world, &def);
}

gelStatus gelWorld_SetGround(gelWorld* world, gelGround ground)
{
    gelWorldDef def = world->def;
    def.ground = ground;
    return gelWorld_SetSettings(world, &def);
}

gelStatus gelWorld_SetSubstepCount(gelWorld* world, int substepCount)
{
    gelWorldDef def = world->def;
    def.substepCount = substepCount;
    return gelWorld_SetSettings(world, &def);
}

gelStatus gelWorld_SetGoalDamping(gelWorld* world, float seconds)
{
    gelWorldDef def = world->def;
    def.goalDamping = seconds;
    gelStatus status = gelCheckSettings(gel_programSettings, &def);
    if (status == gel_success)
        world->def.goalDamping = seconds;
    return status;
}

gelStatus gelCreateBackend(const gelWorldDef* def, gelBackend** backend)
{
    if (def->order == gel_meshOrder && def->backend == gel_opencl)
        return gelFail(gel_unsupported,
                       "mesh order is for the reference back ends: constraints that share vertices "
                       "cannot be solved in parallel; choose \"reference\" or \"double\"");
    switch (def->backend) {
        case gel_referenceFloat:
            return gelCreateReferenceSingle(def->compensated, backend);
        case gel_referenceDouble:
            return gelCreateReferenceDouble(backend);
        case gel_opencl:
            return gelCreateOpenclBackend(def, backend);
    }
    return gelFail(gel_invalidArgument, "backend: %d is not a back end", (int)def->backend);
}

gelStatus gelCreateWorld(const gelWorldDef* def, gelWorld** result)
{
    assert(result != NULL);
    *result = NULL;
    if (def == NULL || def->cookie != gel_worldCookie)
        return gelFail(gel_invalidArgument,
                       "world definition: expected one initialised with gelDefaultWorldDef()");
    gelStatus status = gelCheckSettings(gel_programSettings, def);
    if (status == gel_success)
        status = gelCheckWorldSettings(def);
    if (status == gel_success)
        status = gelCheckIntegrator(def);
    if (status == gel_success)
        status = gelCheckArithmetic();
    if (status != gel_success)
        return status;

    gelWorld* world = gelAllocate(1, sizeof *world);
    if (world == NULL)
        return gelFailMemory(1, sizeof *world);
    status = gelCreateBackend(def, &world->backend);
    if (status != gel_success) {
        gelFree(world);
        return status;
    }
    static atomic_uint_fast64_t created;
    world->serial = (uint64_t)atomic_fetch_add(&created, 1) + 1;
    world->def = *def;
    gelWorld_SetSettings(world, def);
    world->planIsStale = true;
    *result = world;
    return gel_success;
}

void gelReleaseBody(gelBody* body)
{
    gelReleaseShape(body->shape);
    gelReleaseSkin(body->skin);
    gelFree(body->targets);
    gelFree(body->ignored);
    gelFree(body->goals);
    for (int kind = 0; kind < gel_vertexFactorCount; kind++)
        gelReleaseFactors(body->factors[kind]);
    gelFree(body->restLengths);
    gelFree(body->restPositions);
    gelFree(body);
}

void gelDestroyWorld(gelWorld* world)
{
    if (world == NULL)
        return;
    gelWorldDetachShared(world);
    world->backend->functions->destroy(world->backend);
    for (int i = 0; i < world->bodyCount; i++)
        gelReleaseBody(world->bodies[i]);
    gelFree(world->bodies);
    gelFree(world->slots);
    gelFree(world->vertices);
    gelFree(world->preRecovery);
    gelFree(world->restLengths.lengths);
    gelFree(world->masses);
    gelFree(world->explanation);
    gelClearGoalList(&world->goalList);
    gelClearTetherList(&world->tetherList);
    gelClearAttachmentList(&world->attachmentList);
    gelFree(world->attachments.all);
    gelFree(world->fields.records);
    gelFree(world->fields.weights);
    gelFree(world->pressures.records);
    gelClearReadout(&world->readout);
    gelClearSleepState(&world->rest);
    gelFree(world->restitution.pairs);
    gelFree(world->nextRestitution.pairs);
    gelClearPlan(&world->plan);
    gelClearStageList(&world->stages);
    gelFree(world);
}

bool gelBody_IsValid(const gelWorld* world, gelBodyId id)
{
    return id.index1 >= 1 && id.index1 <= world->slotCount && world->slots[id.index1 - 1].body != NULL &&
           world->slots[id.index1 - 1].generation == id.generation;
}

gelBody* gelFindBody(const gelWorld* world, gelBodyId id)
{
    assert(world != NULL);
    if (gelBody_IsValid(world, id))
        return world->slots[id.index1 - 1].body;
    gelFail(gel_invalidHandle, "body {%d, %u} does not exist, or no longer", (int)id.index1,
            (unsigned)id.generation);
    return NULL;
}

gelStatus gelRefuseObstacle(const gelBody* body, const char* reason)
{
    return gelFail(gel_invalidArgument, "body {%d, %u} is an obstacle: %s", (int)body->id.index1,
                   (unsigned)body->id.generation, reason);
}

void gelWorldUpdateReach(gelWorld* world, const gelVertexState* vertices, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            world->reach = fmax(world->reach, fabs(vertices[i].position[k]));
}

gelStatus gelWorldKeepState(gelWorld* world, bool isWhole)
{
    world->stateIsKept = false;
    if (world->vertexCount == 0)
        return gel_success;
    gelStatus status =
        world->backend->functions->keepState(world->backend, isWhole, world->cursor.substepCount);
    world->stateIsKept = status == gel_success;
    return status;
}

// Undoes a step that has failed, if there is one. On failure the world has no state until a later call undoes it.
static gelStatus undoStep(gelWorld* world)
{
    if (!world->undoIsDue)
        return gel_success;
    gelStatus status = world->backend->functions->readKept(world->backend, world->vertices);
    if (status == gel_success)
        status = gelPullRestLengths(&world->restLengths, &world->plan, world->backend, true);
    if (status != gel_success)
        return status;
    world->undoIsDue = world->deviceIsNewer = false;
    world->hostIsNewer = true;
    return gel_success;
}

static gelStatus readState(gelWorld* world)
{
    gelStatus status = world->backend->functions->readState(world->backend, world->vertices);
    if (status == gel_success)
        status = gelPullRestLengths(&world->restLengths, &world->plan, world->backend, false);
    if (status == gel_success)
        world->deviceIsNewer = false;
    return status;
}

// The state that was kept is that of bodies which were mended already.
static void undoShapeRecoveries(gelWorld* world)
{
    for (int b = 0; b < world->bodyCount; b++)
        gelUndoShapeRecovery(world->bodies[b], world->vertices, world->preRecovery);
    world->hostIsNewer = true;
    world->recoveryUndoIsDue = false;
}

gelStatus gelWorldPull(gelWorld* world)
{
    gelStatus status = undoStep(world);
    if (status == gel_success && world->deviceIsNewer)
        status = readState(world);
    if (status == gel_success && world->recoveryUndoIsDue)
        undoShapeRecoveries(world);
    return status;
}

// Integrators do it with their forces.
static bool dampsSprings(const gelWorld* world)
{
    return world->def.springDamping > 0.0f && world->def.integrator == gel_xpbd;
}

static bool isUnderWay(const gelWorld* world)
{
    return world->cursor.substep > 0 || world->cursor.index > 0;
}

// Whether the plan is of other settings. A step that is under way ends as it began.
static bool planIsOfOthers(const gelWorld* world)
{
    return !isUnderWay(world) && world->plan.damps != dampsSprings(world);
}

static gelStatus rebuildPlan(gelWorld* world)
{
    gelPlan plan;
    bool integrates = world->def.integrator != gel_xpbd;
    gelStatus status = gelWorldPull(world);
    if (status == gel_success)
        status = gelBuildPlan(world->bodies, world->bodyCount, integrates ? gel_meshOrder : world->def.order,
                              &plan);
    if (status != gel_success)
        return status;
    plan.integrator = world->def.integrator;
    plan.damps = dampsSprings(world);
    world->planIsStale = true; // until all that follows from it is done
    gelClearPlan(&world->plan);
    world->plan = plan;
    world->hostIsNewer = true;
    world->goalsAreStale = world->goalCount > 0;
    world->bodyGoalsAreStale = world->tethersAreStale = world->attachmentsAreStale = true;
    world->awakeIsStale = true;
    status = gelReserveRestLengths(&world->restLengths, &world->plan);
    if (status == gel_success)
        status = world->backend->functions->setPlan(world->backend, &world->plan);
    if (status == gel_success && isUnderWay(world))
        status =
            gelListStages(&world->plan, &world->cursor.parameters, world->stages.contents, &world->stages);
    if (status == gel_success)
        world->planIsStale = world->restShapesAreStale = false;
    return status;
}

static gelStatus pushGoals(gelWorld* world)
{
    for (int i = 0; i < world->goalCount; i++) {
        const gelGoal* goal = &world->goals[i];
        world->vertexGoals[i] = (gelVertexGoal){gelFindBody(world, goal->body)->firstVertex + goal->vertex,
                                                {goal->position.x, goal->position.y, goal->position.z},
                                                goal->stiffness};
    }
    gelStatus status =
        world->backend->functions->setGoals(world->backend, world->vertexGoals, world->goalCount);
    if (status == gel_success)
        world->goalsAreStale = false;
    return status;
}

static gelStatus pushBodyGoals(gelWorld* world)
{
    gelGoalList list;
    bool had = world->goalList.count > 0;
    gelStatus status = gelListGoals(world->bodies, world->bodyCount, &list);
    if (status != gel_success)
        return status;
    gelClearGoalList(&world->goalList);
    world->goalList = list;
    if (had || list.count > 0)
        status = world->backend->functions->setBodyGoals(world->backend, &world->goalList);
    world->bodyGoalsAreStale = status != gel_success;
    return status;
}

static gelStatus pushAttachments(gelWorld* world)
{
    gelAttachmentList list;
    bool had = world->attachmentList.count > 0;
    gelStatus status =
        gelListAttachments(&world->attachments, world->bodies, world->bodyCount, world->vertexCount, &list);
    if (status != gel_success)
        return status;
    gelClearAttachmentList(&world->attachmentList);
    world->attachmentList = list;
    world->multipliersAreThere = false;
    if (had || list.count > 0)
        status = world->backend->functions->setAttachments(world->backend, &world->attachmentList);
    world->attachmentsAreStale = status != gel_success;
    return status;
}

// When the host's state is the newer one: only then have pins changed.
static gelStatus pushTethers(gelWorld* world)
{
    gelTetherList list;
    bool had = world->tetherList.count > 0;
    if (!world->tethersAreStale &&
        !gelTethersHaveChanged(&world->tetherList, world->vertices, world->vertexCount))
        return gel_success;
    gelStatus status =
        gelListTethers(world->bodies, world->bodyCount, world->vertices, world->vertexCount, &list);
    if (status != gel_success)
        return status;
    gelClearTetherList(&world->tetherList);
    world->tetherList = list;
    if (had || list.count > 0)
        status = world->backend->functions->setTethers(world->backend, &world->tetherList);
    world->tethersAreStale = status != gel_success;
    return status;
}

static gelStatus listAwake(gelWorld* world)
{
    const gelBackendFunctions* functions = world->backend->functions;
    gelStatus status = functions->listAwake != NULL ? functions->listAwake(world->backend) : gel_success;
    world->awakeIsStale = status != gel_success;
    return status;
}

static gelStatus pushRestShapes(gelWorld* world)
{
    gelStatus status = gelPushRestShapes(&world->plan, world->backend);
    world->restShapesAreStale = status != gel_success;
    return status;
}

gelStatus gelWorldPush(gelWorld* world)
{
    gelStatus status = undoStep(world);
    if (status == gel_success && (world->planIsStale || planIsOfOthers(world)))
        status = rebuildPlan(world);
    if (status == gel_success && world->restShapesAreStale)
        status = pushRestShapes(world);
    if (status == gel_success && world->awakeIsStale)
        status = listAwake(world);
    if (status == gel_success && world->goalsAreStale)
        status = pushGoals(world);
    if (status == gel_success && world->bodyGoalsAreStale)
        status = pushBodyGoals(world);
    if (status == gel_success && world->attachmentsAreStale)
        status = pushAttachments(world);
    if (status != gel_success || !world->hostIsNewer)
        return status;
    world->massesAreStale = true;
    const gelVertexState* seen;
    status = gelWorldUploadedVertices(world, &seen);
    if (status == gel_success)
        status = pushTethers(world);
    if (status == gel_success)
        status = world->backend->functions->writeState(world->backend, seen);
    if (status == gel_success)
        status = gelPushRestLengths(&world->restLengths, &world->plan, world->backend);
    if (status == gel_success)
        world->hostIsNewer = false;
    return status;
}

gelProfile gelWorld_GetProfile(const gelWorld* world)
{
    return world->profile;
}

// What fields do to the plan.
static void explainFields(const gelWorld* world, char* text, size_t size)
{
    gelAppend(text, size, "fields: %d, a stage at the start of each substep%s\n", world->fields.count,
              gelFieldsPush(&world->fields) ? ", over outer triangles and vertices" : " over vertices");
    if (world->backend->explanation != NULL)
        gelAppend(text, size, "  launches of whole steps are cut at each substep\n");
}

static int countFilled(const gelWorld* world)
{
    int count = 0;
    for (int b = 0; b < world->bodyCount; b++)
        count += gelIsFilled(world->bodies[b]);
    return count;
}

static void explainFilling(const gelWorld* world, int count, char* text, size_t size)
{
    gelAppend(text, size, "filled bodies: %d, a stage at the start of each substep\n", count);
    if (world->backend->explanation != NULL)
        gelAppend(text, size, "  launches of whole steps are cut at each substep\n");
}

// What contact does to the plan, and what it did in the last step, if that is known.
static void explainContact(gelWorld* world, char* text, size_t size)
{
    int count = 0;
    bool isDevice = world->backend->explanation != NULL;
    gelAppend(text, size, "contact: a search per step, and a stage at the end of each substep\n%s",
              isDevice ? "  while anything is near, launches of whole steps are cut at each substep\n" : "");
    if (world->stepCount > 0 && gelWorld_GetContacts(world, NULL, 0, &count) == gel_success)
        gelAppend(text, size, "  in the last step %d contacts and %d %s\n", count,
                  world->profile.launchesPerStep, isDevice ? "launches" : "loops");
}

// What flows does to the plan.
static void explainPlasticity(const gelWorld* world, char* text, size_t size)
{
    gelAppend(text, size, "plasticity: of %d edges, a stage at the end of each substep\n",
              world->plan.plastic.count);
    if (world->backend->explanation != NULL)
        gelAppend(text, size, "  launches of whole steps are cut at each substep\n");
}

static void explainDamping(const gelWorld* world, char* text, size_t size)
{
    gelAppend(text, size, "springDamping: a stage at the end of each substep\n");
    if (world->backend->explanation != NULL)
        gelAppend(text, size, "  launches of whole steps are cut at each substep\n");
}

const char* gelWorld_ExplainPlan(gelWorld* world)
{
    enum { moreSize = 1000 };
    if (gelWorldPush(world) != gel_success)
        return NULL;
    const char* plan = world->backend->explanation != NULL ? world->backend->explanation
                                                           : "plain loops, in the order of the constraints\n";
    int filled = countFilled(world);
    bool hasFields = gelFieldsTakePart(&world->fields, world->bodies, world->bodyCount);
    if (!gelWorld_HasContact(world) && !hasFields && filled == 0 && !world->plan.plastic.flows &&
        !gelPlanDamps(&world->plan))
        return plan;
    size_t size = strlen(plan) + moreSize;
    char* text = gelResize(world->explanation, size, 1);
    if (text == NULL) {
        gelFailMemory(size, 1);
        return NULL;
    }
    world->explanation = text;
    memcpy(text, plan, strlen(plan) + 1);
    if (hasFields)
        explainFields(world, text, size);
    if (filled > 0)
        explainFilling(world, filled, text, size);
    if (gelWorld_HasContact(world))
        explainContact(world, text, size);
    if (world->plan.plastic.flows)
        explainPlasticity(world, text, size);
    if (gelPlanDamps(&world->plan))
        explainDamping(world, text, size);
    return text;
}

gelStatus gelWorld_ReloadKernels(gelWorld* world, bool* exact)
{
    bool same = true;
    if (world->backend->functions->reload == NULL)
        return gelFail(gel_unsupported,
                       "the kernels of %s are compiled in: only an \"opencl\" back end reloads them",
                       world->backend->text);
    gelStatus status = world->backend->functions->reload(world->backend, &same);
    if (status == gel_success && exact != NULL)
        *exact = same;
    return status;
}

bool gelWorld_HasContact(const gelWorld* world)
{
    if (!world->def.contact || world->def.integrator != gel_xpbd)
        return false;
    for (int b = 0; b < world->bodyCount; b++) {
        const gelBody* body = world->bodies[b];
        if (!gelIsObstacle(body) &&
            (world->bodyCount > 1 || body->selfContact || (body->skin != NULL && world->def.ground.enabled)))
            return true;
    }
    return false;
}

bool gelWorld_IsExact(const gelWorld* world)
{
    return world->backend->exact;
}

const char* gelWorld_GetBackendText(const gelWorld* world)
{
    return world->backend->text;
}

// Hashes bytes from the lowest up, so that the hash does not depend on the host's byte order.
static uint64_t hashBits(uint64_t hash, uint64_t bits, int byteCount)
{
    unsigned char bytes[8];
    for (int i = 0; i < byteCount; i++)
        bytes[i] = (unsigned char)(bits >> (8 * i));
    return gelHashBytes(hash, bytes, (size_t)byteCount);
}

// The sign and payload of a NaN are up to the processor and the compiler.
static uint64_t hashVector(uint64_t hash, const double values[3], bool doublePrecision)
{
    for (int k = 0; k < 3; k++) {
        double value = isnan(values[k]) ? (double)NAN : values[k];
        float rounded = (float)value;
        uint32_t single;
        uint64_t bits;
        memcpy(&single, &rounded, sizeof single);
        memcpy(&bits, &value, sizeof bits);
        hash = doublePrecision ? hashBits(hash, bits, 8) : hashBits(hash, single, 4);
    }
    return hash;
}

uint64_t gelWorld_Hash(gelWorld* world)
{
    if (gelWorldPull(world) != gel_success)
        return 0;
    uint64_t hash = GEL_HASH_START;
    for (int i = 0; i < world->vertexCount; i++) {
        hash = hashVector(hash, world->vertices[i].position,
                          world->backend->doublePrecision || world->def.compensated);
        hash = hashVector(hash, world->vertices[i].velocity, world->backend->doublePrecision);
    }
    for (int b = 0; b < world->bodyCount; b++)
        hash = gelHashShapeRecovery(
            gelHashRestShape(gelHashRestLengths(hash, world->bodies[b]), world->bodies[b]), world->bodies[b]);
    return hash;
}
