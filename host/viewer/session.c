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
    gelDestroyWorld(session->world);
    gelDestroyScene(session->scene);
    session->world = NULL;
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

int gelSession_SetBackend(gelSession* session, const char* backend)
{
    gelWorld* world = NULL;
    gelWorldDef def = session->def;
    gelStatus status = gelParseBackend(backend, &def);
    if (status != gel_success)
        return gelReportStatus(session->output, status, gel_activityArguments);
    status = gelCloneWorld(session->world, &def, &world);
    if (status != gel_success)
        return reportSimulation(session, status);
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
