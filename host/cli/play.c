#include "play.h"
#include "common/clock.h"
#include "progress.h"

int gelOpenPlay(gelOutput* output, const char* path, const char* backend, const gelSetup* setup, int frames,
                gelPlay* play)
{
    *play = (gelPlay){.output = output};
    gelStatus status = gelLoadScene(path, &play->scene);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    play->timeStep = (double)gelScene_GetTimeStep(play->scene);
    int expected = gelScene_GetExpectedFrames(play->scene);
    play->frames = gelFramesToStep(play->scene, frames, expected > 0 ? expected : 300);
    gelSetup own = *setup;
    own.expectedFrames = play->frames;
    int code = gelOpenWorld(output, play->scene, backend, &own, &play->def, &play->world);
    if (code == gel_exitDone)
        code = gelOpenProbeTable(output, NULL, true, play->scene, play->world, &play->probes);
    if (code != gel_exitDone)
        return code;
    status = gelCreatePlayer(play->scene, play->world, &play->player);
    return status == gel_success ? gel_exitDone : gelReportStatus(output, status, gel_activitySimulation);
}

static int checkFinite(gelPlay* play, int frame)
{
    gelBadVertex bad;
    gelStatus status = gelFindBadVertex(play->world, &bad);
    if (status != gel_success)
        return gelReportStatus(play->output, status, gel_activitySimulation);
    return !bad.found
               ? gel_exitDone
               : gelReportError(play->output, gel_exitInternal,
                                "positions are not finite at frame %s: vertex %s of body %s; "
                                "try more substeps or a softer material",
                                GEL_GROUPED(frame), GEL_GROUPED(bad.vertex), GEL_GROUPED(bad.body + 1));
}

static int stepFrame(gelPlay* play, int frame)
{
    gelStatus status = frame > 0 ? gelPlayer_BeginFrame(play->player) : gel_success;
    if (status == gel_success && frame > 0)
        status = gelWorld_Step(play->world, (float)play->timeStep);
    if (status == gel_success)
        status = gelProbeTable_AddFrame(&play->probes, play->world, frame * play->timeStep);
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

int gelPlayFrames(gelPlay* play, bool quiet, gelFrameSeen* seen, void* context)
{
    gelProgress progress;
    int code = gel_exitDone;
    double start = gelMilliseconds();
    gelCatchInterrupt();
    gelStartProgress(&progress, play->output, quiet, "frame", play->frames);
    for (int frame = 0; frame <= play->frames && code == gel_exitDone; frame++) {
        bool due = gelProgress_IsDue(&progress);
        code = stepFrame(play, frame);
        if (code == gel_exitDone && (due || frame == play->frames))
            code = checkFinite(play, frame);
        if (code == gel_exitDone && seen != NULL)
            code = seen(context, frame);
        if (due && code == gel_exitDone)
            gelProgress_Draw(&progress, frame);
        if (gelInterruptCode() != 0 && code == gel_exitDone)
            code = gelReportError(play->output, gelInterruptCode(), "interrupted after frame %s of %s",
                                  GEL_GROUPED(frame), GEL_GROUPED(play->frames));
    }
    gelEndProgress(&progress);
    play->seconds = (gelMilliseconds() - start) * 1e-3;
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
    return gelCountMissed(&play->probes) > 0 ? gel_exitMissed : gel_exitDone;
}
