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
    session->def = gelScene_GetWorldDef(session->scene);
    status = gelParseBackend(backend, &session->def);
    if (status == gel_success)
        return gel_exitDone;
    gelCloseSession(session);
    return gelReportStatus(output, status, gel_activityArguments);
}

int gelSession_OpenWorld(gelSession* session)
{
    return gelOpenWorld(session->output, session->scene, session->backend, &session->setup, &session->def,
                        &session->world);
}

void gelSession_CloseWorld(gelSession* session)
{
    gelDestroyWorld(session->world);
    session->world = NULL;
}

void gelCloseSession(gelSession* session)
{
    gelSession_CloseWorld(session);
    gelDestroyScene(session->scene);
    session->scene = NULL;
}

static int reportSimulation(gelSession* session, gelStatus status)
{
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(session->output, status, gel_activitySimulation);
}

int gelSession_Step(gelSession* session)
{
    session->frame++;
    return reportSimulation(session, gelWorld_Step(session->world, (float)session->timeStep));
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

int gelSession_Reset(gelSession* session)
{
    gelStatus status = destroyBodies(session->world);
    if (status == gel_success)
        status = gelScene_CreateBodies(session->scene, session->world);
    session->frame = 0;
    return reportSimulation(session, status);
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

int gelSession_SetBackend(gelSession* session, const char* backend)
{
    gelWorld* world = NULL;
    gelWorldDef def;
    int code = gelOpenWorld(session->output, session->scene, backend, &session->setup, &def, &world);
    if (code != gel_exitDone)
        return code;
    def.gravity = session->def.gravity;
    def.ground = session->def.ground;
    def.substepCount = session->def.substepCount;
    gelStatus status = copyState(session->world, world);
    if (status == gel_success)
        status = gelWorld_SetGravity(world, def.gravity);
    if (status == gel_success)
        status = gelWorld_SetGround(world, def.ground);
    if (status == gel_success)
        status = gelWorld_SetSubstepCount(world, def.substepCount);
    if (status != gel_success) {
        gelDestroyWorld(world);
        return reportSimulation(session, status);
    }
    gelDestroyWorld(session->world);
    session->world = world;
    session->def = def;
    snprintf(session->backend, sizeof session->backend, "%s", backend);
    return gel_exitDone;
}

int gelSession_Adjust(gelSession* session, const gelWorldDef* def)
{
    gelStatus status = gelWorld_SetGravity(session->world, def->gravity);
    if (status == gel_success)
        status = gelWorld_SetGround(session->world, def->ground);
    if (status == gel_success)
        status = gelWorld_SetSubstepCount(session->world, def->substepCount);
    if (status != gel_success)
        return reportSimulation(session, status);
    session->def.gravity = def->gravity;
    session->def.ground = def->ground;
    session->def.substepCount = def->substepCount;
    return gel_exitDone;
}
