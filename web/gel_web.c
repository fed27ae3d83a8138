// Opens a scene, steps it, and tells the state: its hash and its vertices.
#include "gel_web.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

gelWebSession gelWeb;

static void endSharing(gelWebSession* session)
{
    gelDestroySharedVertices(session->shared);
    free(session->positions);
    free(session->speeds);
}

static void close(gelWebSession* session)
{
    endSharing(session);
    gelDestroySnapshot(session->start);
    gelDestroyProbes(session->probes);
    gelDestroyPlayer(session->player);
    gelDestroyWorld(session->world);
    gelDestroyScene(session->scene);
    *session = (gelWebSession){0};
}

static int countVertices(gelWorld* world)
{
    int count = 0;
    for (int i = 0; i < gelWorld_GetBodyCount(world); i++) {
        gelBodyId id = gelWorld_GetBody(world, i);
        const gelTetMesh* mesh = gelBody_GetMesh(world, id);
        const gelSurfaceMesh* surface = gelBody_GetSurface(world, id);
        const gelLineMesh* lines = gelBody_GetLines(world, id);
        count += mesh != NULL      ? mesh->vertexCount
                 : surface != NULL ? surface->vertexCount
                 : lines != NULL   ? lines->vertexCount
                                   : 0;
    }
    return count;
}

// On failure the former vertices stay. A renderer reads whole rows of a texture.
static gelStatus share(gelWebSession* session)
{
    enum { row = 2048 };
    gelWebSession next = *session;
    next.shared = NULL;
    next.vertexCount = countVertices(session->world);
    next.capacity = (next.vertexCount / row + 1) * row;
    next.positions = aligned_alloc(16, (size_t)next.capacity * 4 * sizeof(float));
    next.speeds = aligned_alloc(16, (size_t)next.capacity * sizeof(float));
    next.bodyChanges = gelPlayer_GetBodyChanges(session->player);
    gelSharedVerticesDef def = {
        .positions = next.positions, .speeds = next.speeds, .capacity = next.capacity};
    gelStatus status = gel_outOfMemory;
    if (next.positions == NULL || next.speeds == NULL)
        gelRefuse("no memory for the places of %d vertices", next.vertexCount);
    else
        status = gelCreateSharedVertices(session->world, &def, &next.shared);
    endSharing(status == gel_success ? session : &next);
    if (status == gel_success)
        *session = next;
    return status;
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

static gelStatus open(const char* path, const char* backend, gelWebSession* session)
{
    gelStatus status = gelLoadScene(path, &session->scene);
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
        status = gelTakeSnapshot(session->world, session->player, &session->start);
    return status == gel_success ? share(session) : status;
}

// On failure the scene that was open stays.
GEL_WEB(web_open) int web_open(const char* path, const char* backend)
{
    gelWebSession session = {0};
    gelSetLogFunction(showMessage, NULL);
    gelStatus status = open(path, backend, &session);
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

static gelStatus step(void)
{
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

// Writes the vertices to where web_positions is, and speeds if they are wanted.
GEL_WEB(web_update) int web_update(bool withSpeeds)
{
    gelStatus status = gel_success;
    if (gelWeb.bodyChanges != gelPlayer_GetBodyChanges(gelWeb.player))
        status = share(&gelWeb);
    return (int)(status != gel_success ? status
                                       : gelSharedVertices_Update(gelWeb.shared, withSpeeds, &gelWeb.bounds));
}

GEL_WEB(web_positions) const float* web_positions(void)
{
    return gelWeb.positions;
}

GEL_WEB(web_speeds) const float* web_speeds(void)
{
    return gelWeb.speeds;
}

GEL_WEB(web_vertex_count) int web_vertex_count(void)
{
    return gelWeb.vertexCount;
}

// Six floats: lower and upper.
GEL_WEB(web_bounds) const gelBounds* web_bounds(void)
{
    return &gelWeb.bounds;
}

// Writes what the user has done as a file that refers to `scenePath`; `gel run` repeats it.
GEL_WEB(web_record) int web_record(const char* scenePath, const char* path)
{
    return (int)gelPlayer_WriteRecording(gelWeb.player, scenePath, gelWorld_Hash(gelWeb.world), path);
}
