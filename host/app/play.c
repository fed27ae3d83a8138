#include "app/play.h"
#include "common/clock.h"
#include "app/progress.h"
#include "app/replay.h"

int gelLoadPlay(gelOutput* output, const char* path, const gelTexts* set, int frames, bool quiet,
                gelPlay* play)
{
    *play = (gelPlay){.output = output, .preparation = {.output = output, .quiet = quiet}};
    int code = gelOpenScene(output, path, 1.0, set, &play->scene);
    if (code != gel_exitDone)
        return code;
    gelWarnOfRecordedChanges(output, play->scene);
    play->timeStep = (double)gelScene_GetTimeStep(play->scene);
    int expected = gelScene_GetExpectedFrames(play->scene);
    play->frames = gelFramesToStep(play->scene, frames, expected > 0 ? expected : 300);
    return gel_exitDone;
}

int gelOpenPlay(gelPlay* play, const char* backend, const gelSetup* setup, const char* csv, bool keepsProbes)
{
    gelSetup own = *setup;
    own.expectedFrames = play->frames;
    gelStatus status = gelMakeWorldDef(play->scene, backend, &own, &play->def);
    if (status != gel_success)
        return gelReportStatus(play->output, status, gel_activityArguments);
    gelPreparation_Begin(&play->preparation, &play->def);
    int code = gelOpenWorldOf(play->output, play->scene, &play->def, &play->world);
    gelPreparation_End(&play->preparation);
    if (code == gel_exitDone)
        play->def.backend = gelWorld_GetDef(play->world).backend;
    if (code == gel_exitDone)
        code = gelOpenProbeTable(play->output, csv, keepsProbes, play->scene, play->world, &play->probes);
    if (code != gel_exitDone)
        return code;
    status = gelCreatePlayer(play->scene, play->world, &play->player);
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(play->output, status, gel_activitySimulation);
}

int gelPlay_FirstFrame(const gelPlay* play)
{
    return play->next > play->start ? play->next : play->start + 1;
}

// Many drivers build a kernel when it is first launched: the first frame of several is a part of the preparation.
static gelStatus stepWorld(gelPlay* play, int frame)
{
    bool isUntimed =
        frame == gelPlay_FirstFrame(play) && frame < play->frames && play->def.backend == gel_opencl;
    if (!isUntimed)
        return gelWorld_Step(play->world, (float)play->timeStep);
    gelPreparation_Begin(&play->preparation, &play->def);
    gelStatus status = gelWorld_Step(play->world, (float)play->timeStep);
    if (status == gel_success)
        status = gelWorld_Finish(play->world);
    gelPreparation_End(&play->preparation);
    play->untimedFrames = 1;
    return status;
}

// `isSeen`: then all places are read. Errors of a device may show only there.
static int stepFrame(gelPlay* play, int frame, bool isSeen)
{
    gelStatus status = frame > play->start ? gelPlayer_BeginFrame(play->player) : gel_success;
    play->stepStart = gelMilliseconds();
    if (status == gel_success && frame > play->start)
        status = stepWorld(play, frame);
    play->stepEnd = gelMilliseconds();
    if (status == gel_success && isSeen)
        status = gelDivergenceGuard_Check(&play->finite, play->world);
    if (status == gel_success)
        return gel_exitDone;
    if (status != gel_deviceError)
        return gelReportStatus(play->output, status, gel_activitySimulation);
    int code = gelKeptState_Recover(&play->kept, play->output, frame);
    if (code != gel_exitDone || !isSeen)
        return code;
    status = gelDivergenceGuard_Check(&play->finite, play->world);
    return status == gel_success ? gel_exitDone
                                 : gelReportStatus(play->output, status, gel_activitySimulation);
}

static int finish(gelPlay* play)
{
    gelStatus status = gelPlayer_EndRecording(play->player);
    if (status != gel_success)
        return gelReportStatus(play->output, status, gel_activitySimulation);
    play->hash = gelWorld_Hash(play->world);
    return play->hash != 0 ? gel_exitDone
                           : gelReportStatus(play->output, gel_deviceError, gel_activitySimulation);
}

// The work of a frame beyond its step.
enum { readsPlaces = 1, keepsState = 2 };

static unsigned chooseFor(const gelPlay* play, const gelPlayUse* use, int frame, bool isDue)
{
    unsigned choices = 0;
    if ((isDue && gelFiniteWatch_IsDue(&play->finite)) || use->seesPlaces || play->probes.probes != NULL ||
        frame == play->start || frame == play->frames)
        choices = readsPlaces | (gelKeptState_IsDue(&play->kept) ? keepsState : 0);
    return use->agreed != NULL ? use->agreed(use->context, choices) : choices;
}

// Checks a frame that has been stepped, adds its probes to the table, and shows it to the caller.
static int seeFrame(gelPlay* play, const gelPlayUse* use, int frame, unsigned choices)
{
    if (choices & readsPlaces) {
        int code = gelFiniteWatch_Check(&play->finite, play->output, &play->kept, frame);
        if (code != gel_exitDone)
            return code;
    }
    if (choices & keepsState)
        gelKeptState_Keep(&play->kept, frame, false);
    gelStatus status = gelProbeTable_AddFrame(&play->probes, play->world, frame * play->timeStep);
    if (status != gel_success)
        return gelReportStatus(play->output, status, gel_activitySimulation);
    return use->seen != NULL ? use->seen(use->context, frame) : gel_exitDone;
}

int gelPlayFrames(gelPlay* play, const gelPlayUse* use)
{
    gelProgress progress;
    play->finite = (gelDivergenceGuard){0};
    play->kept = (gelKeptState){.world = play->world, .player = play->player, .timeStep = play->timeStep};
    int code = gel_exitDone;
    double start = gelMilliseconds(), opening = play->preparation.seconds;
    gelCatchInterrupt();
    gelStartProgress(&progress, play->output, play->preparation.quiet, "frame", play->frames);
    progress.first = play->next > play->start ? play->next - 1 : play->start;
    if (play->next > play->start)
        gelKeptState_Keep(&play->kept, play->next - 1, false);
    for (int frame = play->next; frame <= play->frames && code == gel_exitDone; frame++) {
        bool due = gelProgress_IsDue(&progress);
        unsigned choices = chooseFor(play, use, frame, due);
        code = stepFrame(play, frame, choices & readsPlaces);
        if (code == gel_exitDone)
            code = seeFrame(play, use, frame, choices);
        if (play->untimedFrames > 0 && frame == progress.first + 1)
            gelSkipProgress(&progress, frame);
        if (due && code == gel_exitDone)
            gelProgress_Draw(&progress, frame);
        if (gelInterruptCode() != 0 && !use->ignoresInterrupts && code == gel_exitDone)
            code = gelReportError(play->output, gelInterruptCode(), "interrupted after frame %s of %s%s",
                                  GEL_GROUPED(frame), GEL_GROUPED(play->frames),
                                  use->left != NULL  ? use->left(use->context, frame)
                                  : use->writesFiles ? "; nothing was written"
                                                     : "");
    }
    gelKeptState_End(&play->kept);
    gelEndProgress(&progress);
    play->seconds = (gelMilliseconds() - start) * 1e-3 - (play->preparation.seconds - opening);
    return code == gel_exitDone ? finish(play) : code;
}

void gelClosePlay(gelPlay* play)
{
    gelReleaseProbeTable(&play->probes);
    gelDestroyPlayer(play->player);
    gelDestroyWorld(play->world);
    gelDestroyScene(play->scene);
    *play = (gelPlay){0};
}

int gelPlayCode(const gelPlay* play)
{
    if (gelCountQuarantined(play->world) > 0)
        return gel_exitQuarantined;
    return gelCountMissed(&play->probes) > 0 ? gel_exitMissed : gel_exitDone;
}
