#define _XOPEN_SOURCE 700 // realpath
#include "session.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int reportSimulation(gelSession* session, gelStatus status)
{
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(session->output, status, gel_activitySimulation);
}

int gelSession_Do(gelSession* session, const gelEvent* event)
{
    return reportSimulation(session, gelPlayer_Apply(session->player, event));
}

int gelSession_Adjust(gelSession* session, const gelWorldDef* def)
{
    gelEvent event = {.kind = gel_eventSettings,
                      .gravity = def->gravity,
                      .ground = def->ground,
                      .substepCount = def->substepCount};
    int code = gelSession_Do(session, &event);
    if (code != gel_exitDone)
        return code;
    session->def.gravity = def->gravity;
    session->def.ground = def->ground;
    session->def.substepCount = def->substepCount;
    return gel_exitDone;
}

// What was set before the first frame and is not as in the scene belongs to the recording.
static int noteSettings(gelSession* session)
{
    gelWorldDef usual = gelScene_GetWorldDef(session->scene);
    const gelWorldDef* def = &session->def;
    bool same = memcmp(&usual.gravity, &def->gravity, sizeof usual.gravity) == 0 &&
                usual.substepCount == def->substepCount && usual.ground.enabled == def->ground.enabled &&
                memcmp(&usual.ground.normal, &def->ground.normal, sizeof usual.ground.normal) == 0 &&
                usual.ground.offset == def->ground.offset && usual.ground.friction == def->ground.friction &&
                usual.ground.restitution == def->ground.restitution;
    return same ? gel_exitDone : gelSession_Adjust(session, def);
}

static int openPlayer(gelSession* session)
{
    gelStatus status = gelCreatePlayer(session->scene, session->world, &session->player);
    return status == gel_success ? noteSettings(session) : reportSimulation(session, status);
}

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
    int code = gelOpenWorld(session->output, session->scene, session->backend, &session->setup, &session->def,
                            &session->world);
    return code == gel_exitDone ? openPlayer(session) : code;
}

void gelSession_CloseWorld(gelSession* session)
{
    gelDestroyPlayer(session->player);
    gelDestroyWorld(session->world);
    session->player = NULL;
    session->world = NULL;
}

void gelCloseSession(gelSession* session)
{
    gelSession_CloseWorld(session);
    gelDestroyScene(session->scene);
    session->scene = NULL;
}

int gelSession_Step(gelSession* session)
{
    session->frame++;
    session->wasDouble |= session->def.backend == gel_referenceDouble;
    gelStatus status = gelPlayer_BeginFrame(session->player);
    if (status == gel_success)
        status = gelWorld_Step(session->world, (float)session->timeStep);
    return reportSimulation(session, status);
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
    if (status == gel_success)
        status = gelPlayer_Reset(session->player);
    session->frame = 0;
    session->wasDouble = false;
    return status == gel_success ? noteSettings(session) : reportSimulation(session, status);
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
    gelPlayer_SetWorld(session->player, world);
    session->def = def;
    snprintf(session->backend, sizeof session->backend, "%s", backend);
    return gel_exitDone;
}

// As the recording will name it: beside it by its name alone, elsewhere by its whole path.
static bool nameScene(const char* scenePath, const char* recordingPath, char* name, size_t size)
{
    char scene[PATH_MAX], folder[PATH_MAX], own[PATH_MAX];
    const char* slash = strrchr(recordingPath, '/');
    snprintf(own, sizeof own, "%.*s.", slash != NULL ? (int)(slash - recordingPath) + 1 : 0, recordingPath);
    if (realpath(scenePath, scene) == NULL || realpath(own, folder) == NULL)
        return false;
    size_t length = strlen(folder);
    bool beside = strncmp(scene, folder, length) == 0 && scene[length] == '/' &&
                  strchr(&scene[length + 1], '/') == NULL;
    snprintf(name, size, "%s", beside ? &scene[length + 1] : scene);
    return true;
}

int gelSession_WriteRecording(gelSession* session, const char* path)
{
    char name[PATH_MAX];
    if (!nameScene(session->scenePath, path, name, sizeof name))
        return gelReportError(session->output, gel_exitOutput, "%s: %s cannot be named in it", path,
                              session->scenePath);
    uint64_t hash = session->wasDouble ? 0 : gelWorld_Hash(session->world);
    gelStatus status = gelPlayer_WriteRecording(session->player, name, hash, path);
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(session->output, status, gel_activityOutput);
}
