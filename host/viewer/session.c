#include "session.h"

#include <stdlib.h>
#include <string.h>

int gelOpenSession(gelOutput* output, const char* scenePath, const char* backend, const gelSetup* setup,
                   gelSession* session)
{
    *session = (gelSession){.output = output, .setup = *setup};
    snprintf(session->scenePath, sizeof session->scenePath, "%s", scenePath);
    snprintf(session->backend, sizeof session->backend, "%s", backend);
    gelStatus status = gelLoadScene(scenePath, &session->scene);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    session->timeStep = (double)gelScene_GetTimeStep(session->scene);
    int code = gelOpenWorld(output, session->scene, backend, setup, &session->def, &session->world);
    if (code != gel_exitDone)
        gelCloseSession(session);
    return code;
}

void gelCloseSession(gelSession* session)
{
    gelDestroyWorld(session->beside);
    gelDestroyWorld(session->world);
    gelDestroyScene(session->scene);
    session->world = session->beside = NULL;
    session->scene = NULL;
}

static int reportSimulation(gelSession* session, gelStatus status)
{
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(session->output, status, gel_activitySimulation);
}

// What a world is given goes through here, so that the one beside it gets the same. A body has another id there: give
// bodies by their number in order of creation.
typedef gelStatus Input(gelWorld* world, void* context);

static int give(gelSession* session, Input* input, void* context)
{
    gelStatus status = input(session->world, context);
    if (status == gel_success && session->beside != NULL)
        status = input(session->beside, context);
    return reportSimulation(session, status);
}

static gelStatus stepWorld(gelWorld* world, void* session)
{
    return gelWorld_Step(world, (float)((gelSession*)session)->timeStep);
}

static gelStatus stepStageOfWorld(gelWorld* world, void* context)
{
    gelSession* session = context;
    return gelWorld_StepStage(world, (float)session->timeStep, &session->stage);
}

int gelSession_Step(gelSession* session)
{
    session->frame++;
    session->byStages = false;
    return give(session, stepWorld, session);
}

bool gelSession_IsUnderWay(const gelSession* session)
{
    return session->byStages && !session->stage.lastOfStep;
}

int gelSession_StepStage(gelSession* session)
{
    if (!gelSession_IsUnderWay(session))
        session->substepCount = session->def.substepCount; // a setter takes effect with the next frame
    int code = give(session, stepStageOfWorld, session);
    session->byStages = true;
    session->frame += session->stage.lastOfStep;
    return code;
}

static gelStatus destroyBodies(gelWorld* world)
{
    int count = gelWorld_GetBodyCount(world);
    gelBodyId* ids = malloc(((size_t)count + 1) * sizeof *ids);
    gelStatus status = ids != NULL ? gel_success : gel_outOfMemory;
    if (ids != NULL)
        gelWorld_GetBodies(world, ids, count);
    for (int i = count - 1; i >= 0 && status == gel_success; i--)
        status = gelDestroyBody(world, ids[i]);
    free(ids);
    return status;
}

static gelStatus resetWorld(gelWorld* world, void* scene)
{
    gelStatus status = destroyBodies(world);
    return status == gel_success ? gelScene_CreateBodies(scene, world) : status;
}

int gelSession_Reset(gelSession* session)
{
    session->frame = 0;
    session->byStages = false;
    return give(session, resetWorld, session->scene);
}

typedef gelStatus ReadFunction(gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity);
typedef gelStatus WriteFunction(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount);

static gelStatus copyValues(gelWorld* from, gelBodyId fromId, gelWorld* to, gelBodyId toId,
                            ReadFunction* read, WriteFunction* write)
{
    int count = gelBody_GetMesh(from, fromId)->vertexCount;
    float* values = malloc((3 * (size_t)count + 1) * sizeof *values);
    gelStatus status = values != NULL ? read(from, fromId, values, count) : gel_outOfMemory;
    if (status == gel_success)
        status = write(to, toId, values, count);
    free(values);
    return status;
}

static gelStatus copyState(gelWorld* from, gelWorld* to)
{
    int count = gelWorld_GetBodyCount(from);
    gelBodyId* ids = malloc((2 * (size_t)count + 1) * sizeof *ids);
    gelStatus status = ids != NULL ? gel_success : gel_outOfMemory;
    if (ids != NULL) {
        gelWorld_GetBodies(from, ids, count);
        gelWorld_GetBodies(to, ids + count, count);
    }
    for (int i = 0; i < count && status == gel_success; i++) {
        status = copyValues(from, ids[i], to, ids[count + i], gelBody_ReadPositions, gelBody_WritePositions);
        if (status == gel_success)
            status =
                copyValues(from, ids[i], to, ids[count + i], gelBody_ReadVelocities, gelBody_WriteVelocities);
    }
    free(ids);
    return status;
}

static gelStatus adjustWorld(gelWorld* world, void* context)
{
    const gelWorldDef* def = context;
    gelStatus status = gelWorld_SetGravity(world, def->gravity);
    if (status == gel_success)
        status = gelWorld_SetGround(world, def->ground);
    if (status == gel_success)
        status = gelWorld_SetSubstepCount(world, def->substepCount);
    return status;
}

static void takeAdjustments(gelWorldDef* def, const gelWorldDef* from)
{
    def->gravity = from->gravity;
    def->ground = from->ground;
    def->substepCount = from->substepCount;
}

// Another world in the same state, on that back end. A frame under way is completed first: its middle cannot be copied.
static int openLike(gelSession* session, const char* backend, gelWorldDef* def, gelWorld** world)
{
    *world = NULL;
    int code = gelSession_IsUnderWay(session) ? gelSession_Step(session) : gel_exitDone;
    if (code == gel_exitDone)
        code = gelOpenWorld(session->output, session->scene, backend, &session->setup, def, world);
    if (code != gel_exitDone)
        return code;
    takeAdjustments(def, &session->def);
    gelStatus status = copyState(session->world, *world);
    if (status == gel_success)
        status = adjustWorld(*world, def);
    if (status != gel_success) {
        gelDestroyWorld(*world);
        *world = NULL;
    }
    return reportSimulation(session, status);
}

int gelSession_SetBackend(gelSession* session, const char* backend)
{
    gelWorld* world;
    gelWorldDef def;
    int code = openLike(session, backend, &def, &world);
    if (code != gel_exitDone)
        return code;
    gelDestroyWorld(session->world);
    session->world = world;
    session->def = def;
    snprintf(session->backend, sizeof session->backend, "%s", backend);
    return gel_exitDone;
}

int gelSession_SetAgainst(gelSession* session, const char* backend)
{
    gelWorld* world = NULL;
    gelWorldDef def;
    int code = backend != NULL ? openLike(session, backend, &def, &world) : gel_exitDone;
    if (code != gel_exitDone)
        return code;
    gelDestroyWorld(session->beside);
    session->beside = world;
    session->againstIsAutomatic = false;
    snprintf(session->against, sizeof session->against, "%s", backend != NULL ? backend : "");
    return gel_exitDone;
}

int gelSession_Adjust(gelSession* session, const gelWorldDef* def)
{
    gelWorldDef wanted = *def;
    int code = give(session, adjustWorld, &wanted);
    if (code == gel_exitDone)
        takeAdjustments(&session->def, def);
    return code;
}
