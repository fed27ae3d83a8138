#define _XOPEN_SOURCE 700 // realpath
#include "session.h"

#include "beside.h"
#include "common/clock.h"
#include "history.h"
#include "app/overwrite.h"
#include "app/replay.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

int gelSession_Report(gelSession* session, gelStatus status)
{
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(session->output, status, gel_activitySimulation);
}

// All input to the world goes through here, so that the world beside it gets the same.
typedef gelStatus Input(gelSession* session, gelPlayer* player, gelWorld* world, const gelEvent* event);

// A failure in the world beside makes it useless: the comparison ends, the scene continues.
static int give(gelSession* session, Input* input, const gelEvent* event)
{
    gelStatus status = session->status = input(session, session->player, session->world, event);
    if (status != gel_success || session->beside == NULL)
        return gelSession_Report(session, status);
    status = input(session, session->besidePlayer, session->beside, event);
    if (status == gel_success)
        return gel_exitDone;
    snprintf(session->notice, sizeof session->notice, "The comparison ended: %s failed: %s",
             gelWorld_GetBackendText(session->beside), gelReasonOf(status));
    gelSession_EndBeside(session);
    return gel_exitDone;
}

static gelStatus apply(gelSession* session, gelPlayer* player, gelWorld* world, const gelEvent* event)
{
    (void)session, (void)world;
    return gelPlayer_Apply(player, event);
}

int gelSession_Do(gelSession* session, const gelEvent* event)
{
    // Settings take effect with the next frame anyway.
    bool completes = event->kind != gel_eventSettings || gelSession_IsInPast(session);
    int code = completes ? gelSession_Complete(session) : gel_exitDone;
    if (code == gel_exitDone)
        code = gelSession_ForgetFuture(session);
    session->inputCount++;
    return code == gel_exitDone ? give(session, apply, event) : code;
}

int gelSession_Adjust(gelSession* session, const gelWorldDef* def)
{
    gelEvent event = {.kind = gel_eventSettings, .settings = *def};
    int code = gelSession_Do(session, &event);
    if (code != gel_exitDone)
        return code;
    gelCopySettings(gel_worldSettings, def, &session->def);
    return gel_exitDone;
}

gelWorldDef gelSession_Settings(const gelSession* session)
{
    return gelWorld_GetDef(session->world);
}

bool gelSession_GetMaterial(const gelSession* session, int body, gelMaterial* material)
{
    gelBodyId id = gelWorld_GetBody(session->world, body < 0 ? 0 : body);
    return gelBody_GetMaterial(session->world, id, material) == gel_success;
}

int gelSession_SetMaterial(gelSession* session, int body, const gelMaterial* material)
{
    int first = body < 0 ? 0 : body, end = body < 0 ? gelWorld_GetBodyCount(session->world) : body + 1;
    int code = gel_exitDone;
    for (int i = first; i < end && code == gel_exitDone; i++) {
        gelEvent event = {.kind = gel_eventMaterial, .body = i, .material = *material};
        code = gelSession_Do(session, &event);
    }
    return code;
}

// Record settings that differ from the scene at frame 0.
static int noteSettings(gelSession* session)
{
    gelWorldDef usual = gelScene_GetWorldDef(session->scene);
    bool same = gelSettingsAreEqual(gel_worldSettings, &usual, &session->def);
    return same ? gel_exitDone : gelSession_Adjust(session, &session->def);
}

// The scene's name in the recording: only the file name if in the same folder, otherwise the whole path.
static int nameScene(const gelSession* session, char* name, size_t size)
{
    const char *scenePath = session->scenePath, *recordingPath = session->recording;
    char scene[PATH_MAX], folder[PATH_MAX], own[PATH_MAX];
    const char* slash = strrchr(recordingPath, '/');
    snprintf(own, sizeof own, "%.*s.", slash != NULL ? (int)(slash - recordingPath) + 1 : 0, recordingPath);
    if (realpath(scenePath, scene) == NULL || realpath(own, folder) == NULL)
        return gelReportError(session->output, gel_exitOutput, "%s: cannot refer to %s", recordingPath,
                              scenePath);
    size_t length = strlen(folder);
    bool beside = strncmp(scene, folder, length) == 0 && scene[length] == '/' &&
                  strchr(&scene[length + 1], '/') == NULL;
    snprintf(name, size, "%s", beside ? &scene[length + 1] : scene);
    return gel_exitDone;
}

static int openJournal(gelSession* session)
{
    char name[PATH_MAX];
    int code = session->recording != NULL ? nameScene(session, name, sizeof name) : gel_exitDone;
    if (session->recording == NULL || code != gel_exitDone)
        return code;
    gelStatus status = gelPlayer_OpenJournal(session->player, name, session->recording);
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(session->output, status, gel_activityOutput);
}

static int openPlayer(gelSession* session)
{
    gelStatus status = gelCreatePlayer(session->scene, session->world, &session->player);
    if (status != gel_success)
        return gelSession_Report(session, status);
    int code = openJournal(session);
    return code == gel_exitDone ? noteSettings(session) : code;
}

int gelOpenSession(gelOutput* output, const char* scenePath, const char* backend, const gelSetup* setup,
                   gelSession* session)
{
    *session = (gelSession){.output = output, .setup = *setup};
    session->setup.expectedFrames = 3600; // a guess: one minute
    snprintf(session->scenePath, sizeof session->scenePath, "%s", scenePath);
    snprintf(session->backend, sizeof session->backend, "%s", backend);
    int code = gelOpenScene(output, scenePath, 1.0, &setup->set, &session->scene);
    if (code != gel_exitDone)
        return code;
    gelWarnOfRecordedChanges(output, session->scene);
    session->timeStep = (double)gelScene_GetTimeStep(session->scene);
    session->def = gelScene_GetWorldDef(session->scene);
    gelStatus status = gelParseBackend(backend, &session->def);
    if (status == gel_success)
        return gel_exitDone;
    gelCloseSession(session);
    return gelReportStatus(output, status, gel_activityArguments);
}

// Reads the probes of the frame that is done.
static int readProbes(gelSession* session)
{
    if (session->probes == NULL)
        return gel_exitDone;
    double time = gelSession_GetTime(session);
    gelStatus status = gelProbes_AddFrame(session->probes, session->world, time);
    if (status == gel_success && session->besideProbes != NULL)
        status = gelProbes_AddFrame(session->besideProbes, session->beside, time);
    return gelSession_Report(session, status);
}

// At the start. Probes that cannot be read do not keep the scene from being shown.
static int openProbes(gelSession* session)
{
    gelDestroyProbes(session->probes);
    session->probes = NULL;
    int leftOut = -1;
    if (gelScene_GetProbeCount(session->scene) > 0 &&
        (gelCreateReadableProbes(session->scene, session->world, &leftOut, &session->probes) != gel_success ||
         leftOut >= 0))
        gelPrintWarning(session->output, "%s", gelLastError());
    return readProbes(session);
}

int gelSession_OpenWorld(gelSession* session)
{
    int code = gelOpenWorld(session->output, session->scene, session->backend, &session->setup, &session->def,
                            &session->world);
    if (code == gel_exitDone)
        code = openProbes(session);
    return code == gel_exitDone ? openPlayer(session) : code;
}

void gelSession_ReportJournal(const gelSession* session)
{
    const char* journal = session->player != NULL ? gelPlayer_GetJournal(session->player) : NULL;
    if (journal != NULL && session->frame > 0)
        gelPrintWarning(session->output, "the recording up to that point is in %s; gel run repeats it",
                        journal);
}

void gelSession_CloseWorld(gelSession* session)
{
    gelSession_ReportJournal(session);
    gelSession_EndBeside(session);
    gelDestroyProbes(session->probes);
    gelDestroyPlayer(session->player);
    gelDestroyWorld(session->world);
    gelTimeline_Clear(&session->timeline);
    gelClearKeyframe(&session->before);
    session->probes = NULL;
    session->player = NULL;
    session->world = NULL;
}

void gelCloseSession(gelSession* session)
{
    gelSession_CloseWorld(session);
    gelDestroyScene(session->scene);
    session->scene = NULL;
}

static gelStatus beginFrame(gelSession* session, gelPlayer* player, gelWorld* world, const gelEvent* event)
{
    (void)event;
    gelStatus status = gelPlayer_BeginFrame(player);
    return status == gel_success && world == session->beside
               ? gelSide_Hold(&session->side, session->scene, world)
               : status;
}

static gelStatus step(gelSession* session, gelPlayer* player, gelWorld* world, const gelEvent* event)
{
    (void)player, (void)event;
    double start = gelMilliseconds();
    gelStatus status = gelWorld_Step(world, (float)session->timeStep);
    if (status == gel_success && session->beside != NULL) { // so that each has its own time
        status = gelWorld_Finish(world);
        session->milliseconds[world == session->beside] = gelMilliseconds() - start;
    }
    return status;
}

static gelStatus stepStage(gelSession* session, gelPlayer* player, gelWorld* world, const gelEvent* event)
{
    // Stages of another setup are others: it steps when the frame is complete.
    if (world == session->beside && session->side.valueCount > 0)
        return session->stage.lastOfStep ? step(session, player, world, event) : gel_success;
    return gelWorld_StepStage(world, (float)session->timeStep, &session->stage);
}

bool gelSession_IsUnderWay(const gelSession* session)
{
    return session->byStages && !session->stage.lastOfStep;
}

int gelSession_Complete(gelSession* session)
{
    return gelSession_IsUnderWay(session) ? gelSession_Step(session) : gel_exitDone;
}

// Applies the recorded input of the frame, unless it is under way.
static int begin(gelSession* session)
{
    if (gelSession_IsUnderWay(session))
        return gel_exitDone;
    gelSession_KeepFrame(session);
    gelSession_KeepBegin(session);
    session->wasInexact |= !gelWorld_IsExact(session->world);
    int code = give(session, beginFrame, NULL);
    session->substepCount = gelSession_Settings(session).substepCount;
    return code;
}

static int endFrame(gelSession* session)
{
    gelStatus status = gelPlayer_WriteJournal(session->player);
    int code = status == gel_success ? readProbes(session)
                                     : gelReportStatus(session->output, status, gel_activityOutput);
    return code == gel_exitDone ? gelSession_EndFrame(session) : code;
}

int gelSession_Step(gelSession* session)
{
    int code = begin(session);
    if (code == gel_exitDone)
        code = give(session, step, NULL);
    if (code != gel_exitDone)
        return gelSession_UndoFrame(session, code);
    session->frame++;
    session->byStages = false;
    return endFrame(session);
}

int gelSession_StepStage(gelSession* session)
{
    int code = begin(session);
    if (code == gel_exitDone)
        code = give(session, stepStage, NULL);
    if (code != gel_exitDone)
        return gelSession_UndoFrame(session, code);
    session->byStages = true;
    session->frame += session->stage.lastOfStep;
    return session->stage.lastOfStep ? endFrame(session) : gel_exitDone;
}

static gelStatus reset(gelSession* session, gelPlayer* player, gelWorld* world, const gelEvent* event)
{
    (void)event;
    gelStatus status = gelWorld_DestroyBodies(world);
    if (status == gel_success)
        status = gelWorld_SetSettings(world, &session->def); // recorded input may have changed the settings
    if (status == gel_success)
        status = gelScene_CreateBodies(session->scene, world);
    return status == gel_success ? gelPlayer_Reset(player) : status;
}

int gelSession_Reset(gelSession* session)
{
    session->frame = 0;
    session->byStages = false;
    session->wasInexact = false;
    gelSession_ForgetHistory(session);
    int code = give(session, reset, NULL);
    if (code == gel_exitDone && session->beside != NULL)
        code = gelSession_ResetBeside(session);
    if (code == gel_exitDone)
        code = openProbes(session);
    return code == gel_exitDone ? noteSettings(session) : code;
}

// Clones the world in its current state on that back end.
static int openLike(gelSession* session, const char* backend, gelWorldDef* def, gelWorld** world)
{
    int code = gelSession_Complete(session);
    if (code != gel_exitDone)
        return code;
    *def = session->def;
    gelStatus status = gelParseBackend(backend, def);
    if (status != gel_success)
        return gelReportStatus(session->output, status, gel_activityArguments);
    return gelSession_Report(session, gelCloneWorld(session->world, def, world));
}

// Replaces the world, and forgets the past: the new world would not repeat it.
static void replaceWorld(gelSession* session, const gelWorldDef* def, gelWorld* world)
{
    gelSession_ForgetHistory(session);
    gelDestroyWorld(session->world);
    session->world = world;
    gelPlayer_SetWorld(session->player, world);
    session->def = *def;
}

int gelSession_SetBackend(gelSession* session, const char* backend)
{
    gelWorldDef def;
    gelWorld* world;
    int code = gelSession_ForgetFuture(session);
    if (code == gel_exitDone)
        code = openLike(session, backend, &def, &world);
    if (code != gel_exitDone)
        return code;
    replaceWorld(session, &def, world);
    snprintf(session->backend, sizeof session->backend, "%s", backend);
    return gel_exitDone;
}

int gelSession_Rebuild(gelSession* session, const gelWorldDef* def)
{
    gelWorld* world;
    int code = gelSession_ForgetFuture(session);
    if (code == gel_exitDone)
        code = gelSession_Complete(session);
    if (code != gel_exitDone)
        return code;
    gelWorldDef own = session->def;
    own.order = def->order;
    own.lanes = def->lanes;
    own.strategy = def->strategy;
    own.integrator = def->integrator;
    own.solver = def->solver;
    code = gelSession_Report(session, gelConvertWorld(session->world, &own, &world));
    if (code == gel_exitDone)
        replaceWorld(session, &own, world);
    if (code != gel_exitDone || session->beside == NULL)
        return code;
    char against[sizeof session->against]; // the world beside shall be built alike
    bool automatic = session->againstIsAutomatic;
    memcpy(against, session->against, sizeof against);
    gelSession_EndBeside(session);
    code = gelSession_SetAgainst(session, against);
    session->againstIsAutomatic = automatic && code == gel_exitDone;
    return code;
}

static gelStatus setTimeStep(gelSession* session, gelPlayer* player, gelWorld* world, const gelEvent* event)
{
    (void)world, (void)event;
    return gelPlayer_SetTimeStep(player, (float)session->timeStep);
}

int gelSession_SetTimeStep(gelSession* session, float timeStep)
{
    double before = session->timeStep;
    int code = gelSession_ForgetFuture(session);
    if (code == gel_exitDone)
        code = gelSession_Complete(session);
    if (code != gel_exitDone)
        return code;
    session->timeStep = (double)timeStep;
    code = give(session, setTimeStep, NULL);
    if (code == gel_exitDone)
        gelSession_ForgetHistory(session);
    else
        session->timeStep = before;
    return code;
}

double gelSession_GetTime(const gelSession* session)
{
    return session->player != NULL ? gelPlayer_GetTime(session->player) : 0.0;
}

int gelSession_CheckRecording(const gelSession* session, const char* path)
{
    int eventCount;
    gelScene_GetEvents(session->scene, &eventCount);
    if (gelScene_GetRecordedFrames(session->scene) > 0 || eventCount > 0)
        return gelReportError(
            session->output, gel_exitUsage,
            "--record: %s already contains recorded input, which cannot be extended; record a scene "
            "without input",
            session->scenePath);
    return gelCheckOverwrite(session->output, "record", path, session->scene);
}

int gelSession_WriteRecording(gelSession* session)
{
    char name[PATH_MAX];
    int code = gelSession_CheckRecording(session, session->recording);
    if (code == gel_exitDone)
        code = gelSession_Complete(session);
    if (code == gel_exitDone)
        code = nameScene(session, name, sizeof name);
    if (code != gel_exitDone)
        return code;
    bool exact = !session->wasInexact && gelWorld_IsExact(session->world);
    uint64_t hash = exact ? gelWorld_Hash(session->world) : 0;
    gelStatus status = gelPlayer_WriteRecording(session->player, name, hash, session->recording);
    if (status != gel_success)
        return gelReportStatus(session->output, status, gel_activityOutput);
    gelPlayer_CloseJournal(session->player, false);
    return gel_exitDone;
}
