// Creating and setting up a world.
#include "settings/settings.h"
#include "backend/ranks.h"
#include "world/shape_recovery.h"
#include "world/integrator.h"
#include "world/sleep.h"
#include "world/rest_shape.h"
#include "world/skin.h"
#include "world/solver_choice.h"
#include "world/two_level_step.h"
#include "world/world.h"

#include <assert.h>
#include <stdatomic.h>
#include <math.h>
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
    if (before.substepCount != world->def.substepCount)
        gelReopenChoices(world);
    if (before.goalDamping != world->def.goalDamping)
        world->dirty |= gel_dirtyGoals;
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
    world->dirty |= gel_dirtyGoals;
    return status;
}

// Plain C loops step in mesh order, and where no device works; only a device that was named must be there.
static gelStatus createBest(gelWorldDef* def, gelBackend** backend)
{
    gelStatus status = gel_noDevice;
    if (def->order != gel_meshOrder) {
        status = gelCreateOpenclBackend(def, backend);
        bool works = status != gel_noDevice && status != gel_inexactDevice && status != gel_deviceError;
        if (status == gel_success)
            def->backend = (*backend)->device->index == gel_nativeDevice ? gel_native : gel_opencl;
        if (works || def->device >= 0)
            return status;
        gelLog(gel_logWarning, "plain C loops step this world on one core: %s", gelLastError());
    }
    def->backend = gel_referenceFloat;
    return gelCreateReferenceFloat(backend);
}

static gelStatus createOne(gelWorldDef* def, gelBackend** backend)
{
    bool isFree = def->backend == gel_autoBackend && def->device < 0;
    if (def->order == gel_meshOrder && gelIsDevice(def->backend) && !isFree)
        return gelFail(gel_unsupported,
                       "mesh order is for the reference back ends: constraints that share vertices "
                       "cannot be solved in parallel; choose \"auto\", \"reference\" or \"double\"");
    switch (def->backend) {
        case gel_referenceFloat:
            return gelCreateReferenceFloat(backend);
        case gel_referenceDouble:
            return gelCreateReferenceDouble(backend);
        case gel_opencl:
        case gel_native:
            return gelCreateOpenclBackend(def, backend);
        case gel_autoBackend:
            return createBest(def, backend);
    }
    return gelFail(gel_invalidArgument, "backend: %d is not a back end", (int)def->backend);
}

static gelStatus checkTransport(const gelTransport* transport)
{
    if (transport->begin == NULL || transport->end == NULL || transport->fail == NULL)
        return gelFail(gel_invalidArgument,
                       "transport: expected the functions begin, end and fail, found NULL");
    return transport->rankCount >= 1 && transport->rankCount <= GEL_MAXIMUM_RANKS && transport->rank >= 0 &&
                   transport->rank < transport->rankCount
               ? gel_success
               : gelFail(gel_invalidArgument, "transport: expected a rank from 0 to %d, found %d",
                         transport->rankCount - 1, transport->rank);
}

gelStatus gelCreateBackend(gelWorldDef* def, gelBackend** backend)
{
    gelBackend* inner[GEL_MAXIMUM_RANK_THREADS];
    const int count = def->transport != NULL || def->rankCount == 0 ? 1 : def->rankCount,
              ranks = def->transport != NULL ? def->transport->rankCount : count;
    gelStatus status = def->transport != NULL ? checkTransport(def->transport) : gel_success;
    *backend = NULL;
    if (count < 1 || count > GEL_MAXIMUM_RANK_THREADS)
        return gelFail(gel_invalidArgument, "rankCount: expected 1 to %d ranks, found %d",
                       GEL_MAXIMUM_RANK_THREADS, count);
    if (status == gel_success && ranks == 1)
        return createOne(def, backend);
    for (int i = 0; i < count && status == gel_success; i++) {
        status = createOne(def, &inner[i]);
        for (int k = 0; k < i && status != gel_success; k++)
            inner[k]->functions->destroy(inner[k]);
    }
    return status == gel_success ? gelJoinRanks(inner, count, def->transport, backend) : status;
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
    world->def = *def;
    status = gelCreateBackend(&world->def, &world->backend);
    if (status != gel_success) {
        gelFree(world);
        return status;
    }
    static atomic_uint_fast64_t created;
    world->serial = (uint64_t)atomic_fetch_add(&created, 1) + 1;
    gelWorld_SetSettings(world, def);
    world->dirty = gel_dirtyPlan;
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
    gelFree(body->history);
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
    gelFree(world->contactRows.all);
    gelFree(world->waitingRows.all);
    gelFree(world->fields.records);
    gelFree(world->fields.weights);
    gelFree(world->fields.states);
    gelFree(world->pressures.records);
    gelClearBalanceList(&world->balance.list);
    gelFree(world->balance.takesPart);
    gelClearReadout(&world->readout);
    gelClearSleepState(&world->rest);
    gelFree(world->restitution.pairs);
    gelFree(world->nextRestitution.pairs);
    gelClearPlan(&world->plan);
    gelClearPlan(&world->sweptPlan);
    gelClearTwoLevelList(&world->twoLevel);
    gelClearStageList(&world->stages);
    gelFree(world);
}

void gelWorldUpdateReach(gelWorld* world, const gelVertexState* vertices, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            world->reach = fmax(world->reach, fabs(vertices[i].position[k]));
}

double gelWorldRounding(const gelWorld* world)
{
    return world->reach * 0x1p-24;
}

// Rounding often goes in the same direction, substep after substep. A tenth of g h^2 changes the period of a pendulum by up
// to 10 %; as much as g h^2 makes bodies soft. A gravity below 1 m/s^2 counts as 1; without any, nothing sags.
bool gelWorldLosesMotion(const gelWorld* world, double h)
{
    double gravity = gelVec3Length(world->def.gravity);
    return !world->backend->doublePrecision && gravity != 0.0 &&
           gelWorldRounding(world) > 0.1 * fmax(1.0, gravity) * h * h;
}

gelProfile gelWorld_GetProfile(const gelWorld* world)
{
    return world->profile;
}

gelStatus gelWorld_ReloadKernels(gelWorld* world, bool* exact)
{
    bool same = true;
    if (world->backend->functions->reload == NULL || world->def.backend == gel_native)
        return gelFail(gel_unsupported,
                       "the kernels of %s are compiled in: only an \"opencl\" back end reloads them",
                       world->backend->text);
    gelStatus status = world->backend->functions->reload(world->backend, &same);
    if (status == gel_success && exact != NULL)
        *exact = same;
    return status;
}

bool gelWorld_IsExact(const gelWorld* world)
{
    return world->backend->exact;
}

const char* gelWorld_GetBackendText(const gelWorld* world)
{
    return world->backend->text;
}

// The sign and payload of a NaN are up to the processor and the compiler.
static uint64_t hashVector(uint64_t hash, const double values[3], bool doublePrecision)
{
    for (int k = 0; k < 3; k++)
        hash = gelHashNumber(hash, isnan(values[k]) ? (double)NAN : values[k], doublePrecision);
    return hash;
}

uint64_t gelWorld_Hash(gelWorld* world)
{
    if (gelWorldPull(world) != gel_success)
        return 0;
    uint64_t hash = GEL_HASH_START;
    for (int i = 0; i < world->vertexCount; i++) {
        hash = hashVector(hash, world->vertices[i].position, world->backend->doublePrecision);
        hash = hashVector(hash, world->vertices[i].velocity, world->backend->doublePrecision);
    }
    for (int b = 0; b < world->bodyCount; b++) {
        hash = gelHashRestShape(gelHashRestLengths(hash, world->bodies[b]), world->bodies[b]);
        hash = gelHashHistory(gelHashShapeRecovery(hash, world->bodies[b]), world->bodies[b],
                              world->backend->doublePrecision);
    }
    return hash;
}
