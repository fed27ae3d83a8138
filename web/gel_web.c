// Opens a scene, steps it, and returns its frame and hash.
#include "gel_web.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

gelWebSession gelWeb;

static void close(gelWebSession* session)
{
    gelDestroySnapshot(session->start);
    gelDestroyProbes(session->probes);
    gelDestroyPlayer(session->player);
    gelDestroyWorld(session->world);
    gelDestroyScene(session->scene);
    *session = (gelWebSession){0};
}

static void showMessage(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    if (level != gel_logInfo)
        fprintf(stderr, "%s\n", text);
}

// Probes that cannot be read do not keep the scene from being shown, as in the window.
static gelStatus openProbes(gelWebSession* session)
{
    int leftOut = -1;
    if (gelScene_GetProbeCount(session->scene) > 0 &&
        (gelCreateReadableProbes(session->scene, session->world, &leftOut, &session->probes) != gel_success ||
         leftOut >= 0))
        showMessage(NULL, gel_logWarning, gelLastError());
    return session->probes != NULL ? gelProbes_AddFrame(session->probes, session->world, 0.0) : gel_success;
}

// Loads a scene with changes, each on its own line.
static gelStatus loadScene(const char* path, const char* lines, gelScene** scene)
{
    enum { most = 64 };
    const char* changes[most];
    int count = 0;
    char* copy = malloc(strlen(lines) + 1);
    if (copy == NULL)
        return gel_outOfMemory;
    strcpy(copy, lines);
    for (char* line = strtok(copy, "\n"); line != NULL && count < most; line = strtok(NULL, "\n"))
        changes[count++] = line;
    gelStatus status = gelLoadSceneChanged(path, 1.0, changes, count, scene);
    free(copy);
    return status;
}

static gelStatus open(const char* path, const char* backend, const char* changes, gelWebSession* session)
{
    gelStatus status = loadScene(path, changes, &session->scene);
    if (status != gel_success)
        return status;
    gelWorldDef def = gelScene_GetWorldDef(session->scene);
    gelApplyChosen(gel_worldSettings, &def);
    gelApplyChosen(gel_programSettings, &def);
    status = gelParseBackend(backend, &def);
    if (status == gel_success)
        status = gelCreateWorld(&def, &session->world);
    if (status == gel_success)
        status = gelScene_CreateBodies(session->scene, session->world);
    if (status == gel_success)
        status = gelCreatePlayer(session->scene, session->world, &session->player);
    if (status == gel_success)
        status = openProbes(session);
    if (status == gel_success)
        status = gelWorld_GetCounters(session->world, &session->counters);
    return status == gel_success ? gelTakeSnapshot(session->world, session->player, &session->start) : status;
}

// On failure the scene that was open stays.
GEL_WEB(web_open) int web_open(const char* path, const char* backend, const char* changes)
{
    gelWebSession session = {0};
    gelSetLogFunction(showMessage, NULL);
    gelStatus status = open(path, backend, changes, &session);
    if (status == gel_outOfMemory &&
        gelClearHistory()) { // the new scene matters more than going back in the old one
        close(&session);
        status = open(path, backend, changes, &session);
    }
    if (status != gel_success) {
        close(&session);
        return (int)status;
    }
    gelClearHistory();
    close(&gelWeb);
    gelWeb = session;
    return gel_success;
}

static gelStatus stepFrame(void)
{
    gelStatus status = gelPlayer_BeginFrame(gelWeb.player);
    if (status == gel_success)
        status = gelWorld_Step(gelWeb.world, gelScene_GetTimeStep(gelWeb.scene));
    if (status == gel_success)
        status = gelGuardFrame();
    if (status == gel_success && gelWeb.probes != NULL)
        status = gelProbes_AddFrame(gelWeb.probes, gelWeb.world, gelPlayer_GetTime(gelWeb.player));
    if (status == gel_success)
        status = gelPlayer_EndRecording(gelWeb.player); // events after its last frame belong to its hash
    return status == gel_success ? gelWorld_Finish(gelWeb.world) : status;
}

static gelStatus tryStep(void)
{
    gelForgetError();
    gelStatus status = gelKeepFrame();
    if (status != gel_success)
        return status;
    status = stepFrame();
    if (status != gel_success) {
        gelKeepError(); // going back may fail, too
        gelUndoFrame();
    }
    return status;
}

// Where memory is short, going on matters more than going back.
static gelStatus step(void)
{
    gelStatus status = tryStep();
    return status == gel_outOfMemory && gelClearHistory() ? tryStep() : status;
}

GEL_WEB(web_step) int web_step(int frames)
{
    gelStatus status = gel_success;
    for (int i = 0; i < frames && status == gel_success; i++)
        status = step();
    return (int)status;
}

GEL_WEB(web_back) int web_back(int frames)
{
    return (int)gelGoBack(frames);
}

GEL_WEB(web_reset) int web_reset(void)
{
    return (int)gelGoToStart();
}

GEL_WEB(web_frame) int web_frame(void)
{
    return gelWeb.player != NULL ? (int)gelPlayer_GetFrame(gelWeb.player) : 0;
}

// 16 digits, as the command prints it; NULL if the device cannot tell.
GEL_WEB(web_hash) const char* web_hash(void)
{
    static char text[17];
    unsigned long long hash = gelWorld_Hash(gelWeb.world);
    snprintf(text, sizeof text, "%016llx", hash);
    return hash != 0 ? text : NULL;
}

// Writes what the user has done as a file that refers to `scenePath`; `gel run` repeats it.
GEL_WEB(web_record) int web_record(const char* scenePath, const char* path)
{
    return (int)gelPlayer_WriteRecording(gelWeb.player, scenePath, gelWorld_Hash(gelWeb.world), path);
}
