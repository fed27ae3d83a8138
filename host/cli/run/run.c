#include "run/run.h"
#include "files/generated_file.h"
#include "app/overwrite.h"
#include "app/results.h"
#include "run/ranks.h"
#include "run/together.h"

#include <stdlib.h>
#include <string.h>

static const char* nameMesh(int index)
{
    static const char* const names[] = {[gel_bakeSkin] = "skin", [gel_bakeTets] = "tets"};
    return index < (int)(sizeof names / sizeof names[0]) ? names[index] : NULL;
}

static const gelOption options[] = {
    GEL_COUNT_OPTION(
        gelRunSettings, frames,
        "number of frames to step; a frame lasts the scene's time step, by default 1/60 s; default: "
        "300, or the length of a recording or of the scene's expectations"),
    {.name = "first",
     .kind = gel_optionWhole,
     .offset = offsetof(gelRunSettings, first),
     .placeholder = "N",
     .initial = "0",
     .lowest = 0,
     .highest = 1000000,
     .help = "first frame that --out writes; 0 is the initial state"},
    {.name = "every",
     .kind = gel_optionWhole,
     .offset = offsetof(gelRunSettings, every),
     .placeholder = "N",
     .initial = "1",
     .lowest = 1,
     .highest = 1000000,
     .help = "write every Nth frame from --first on; all files keep the times of the run"},
    GEL_FILE_OPTION(
        gelRunSettings, out,
        "write every frame: .pc2 or .mdd (vertex cache, with the shape at frame 0 as FILE_rest.obj), "
        ".glb (morph targets, for short clips), .pvd or .vtu (tets with strain and more, for "
        "ParaView), .obj or .ply (one file per frame); or render: .mp4, .mkv, .webm, .mov or .gif (a "
        "film, encoded by ffmpeg), .png (a picture of the last frame)"),
    {.name = "mesh",
     .kind = gel_optionChoice,
     .offset = offsetof(gelRunSettings, mesh),
     .placeholder = "WHAT",
     .initial = "skin",
     .choice = nameMesh,
     .help = "choose what is written for a body with a skin: skin (the vertices of its file, in their "
             "order) or tets (those of the tet mesh); .pvd always has tets"},
    GEL_COUNT_OPTION(gelRunSettings, body,
                     "write only this body, counted from 1; default: all, concatenated"),
    GEL_FROM_OPTION(gelRunSettings, "; RECORDING.states has a keyframe per second"),
    GEL_COUNT_OPTION(
        gelRunSettings, states,
        "save the state of every Nth frame and of the last one next to --out, as OUT_0060.state and so "
        "on, for --begin; 24 bytes per vertex each"),
    {.name = "begin",
     .kind = gel_optionText,
     .offset = offsetof(gelRunSettings, begin),
     .placeholder = "STATE",
     .help = "start with a state that --states has saved, and write the frames after it; world and material "
             "settings from the scene and the options override those in the state"},
    GEL_FLAG_OPTION(
        gelRunSettings, resume,
        "continue an interrupted run of the same command from its last checkpoint; the files are byte for "
        "byte those of an uninterrupted run"),
    GEL_COUNT_OPTION(
        gelRunSettings, checkpoint,
        "write a checkpoint every N frames, for --resume; default: every 10 s, or less often, so that it "
        "costs below 1 % of the time. Films, pictures and --trace have none"),
    {.name = "no-checkpoint",
     .kind = gel_optionFlag,
     .offset = offsetof(gelRunSettings, noCheckpoint),
     .help = "write no checkpoints; Ctrl-C discards the run"},
    GEL_PICTURE_SIZE_OPTIONS(gelRunSettings, 1, "1280", "720"),
    GEL_FILE_OPTION(
        gelRunSettings, csv,
        "write the scene's probes as CSV: a row per frame, a column per probe with its unit; waits after "
        "every frame"),
    GEL_FILE_OPTION(
        gelRunSettings, contacts,
        "write all contacts as CSV: a row per contact and frame with bodies, position, normal, impulse "
        "and force; or, if FILE ends in .pvd, for ParaView; waits after every frame"),
    GEL_FILE_OPTION(
        gelRunSettings, trace,
        "write a time line of the host's steps and all launches, as JSON for chrome://tracing or "
        "ui.perfetto.dev; waits after every frame and writes some 100 KB per frame: use few --frames"),
    GEL_BACKEND_OPTION(gelRunSettings, GEL_DEFAULT_BACKEND),
    GEL_SETUP_OPTIONS(gelRunSettings),
    GEL_FLAG_OPTION(gelRunSettings, explain,
                    "report which strategy steps which bodies, why, and how contact affects that"),
    {.name = "ranks",
     .kind = gel_optionWhole,
     .offset = offsetof(gelRunSettings, ranks),
     .placeholder = "N",
     .lowest = 1,
     .highest = GEL_MAXIMUM_RANKS,
     .help = "share the work out among N threads, up to 64, with the bits of one; with --explain, report "
             "instead what the processes of a cluster, up to N, would solve and send, and how efficient they "
             "would be"},
    GEL_QUIET_OPTION(gelRunSettings),
    GEL_JSON_OPTION(gelRunSettings),
};

static bool isSample(const gelRun* run, int frame)
{
    return frame >= run->settings->first && (frame - run->settings->first) % run->settings->every == 0;
}

// Returns the first event by which one of the bodies that --out writes comes or goes, before the
// last frame that it writes; NULL: none.
static const gelEvent* findBodyEvent(const gelRun* run)
{
    const gelRunSettings* settings = run->settings;
    int count, selected = settings->body - 1; // -1: all
    int last = run->play.frames - (run->play.frames - settings->first) % settings->every;
    const gelEvent* events = gelScene_GetEvents(run->play.scene, &count);
    for (int i = 0; i < count && events[i].frame < last; i++) {
        const gelEvent* event = &events[i];
        bool removes = event->kind == gel_eventRemove;
        if (selected < 0 ? removes || event->kind == gel_eventDrop || event->kind == gel_eventWall
                         : removes && event->body == selected)
            return event;
        selected -= removes && event->body < selected; // later bodies move up
    }
    return NULL;
}

// Refuses a cache if bodies come or go, since it has the same bodies in all frames.
static int checkBodyEvents(const gelRun* run)
{
    char name[4400];
    const char* out = run->settings->out;
    bool isCache = run->drawingKind == gel_drawsNothing && out != NULL && !gelIsBakeSequence(out) &&
                   gelRun_NameOutput(run, 0, name, sizeof name);
    const gelEvent* event = isCache ? findBodyEvent(run) : NULL;
    if (event == NULL)
        return gel_exitDone;
    char what[64] = "adds a wall";
    if (event->kind != gel_eventWall)
        snprintf(what, sizeof what, "%s body %d",
                 event->kind == gel_eventDrop ? "drops a copy of" : "removes", event->body + 1);
    return gelReportError(
        run->output, gel_exitUsage,
        "--out %s: input %s at %.6g s (frame %lld), and a %s has the bodies of frame 0 in all frames%s: "
        "write one that stays with --body N, or .obj, .ply or .pvd, which have the bodies of "
        "each frame",
        out, what, (double)event->frame * run->play.timeStep, (long long)event->frame, strrchr(out, '.'),
        run->settings->first > event->frame ? ", also with --first" : "");
}

static int openBake(gelRun* run)
{
    const gelRunSettings* settings = run->settings;
    gelBakeDef def = gelRun_GetBakeDef(run);
    int count = gelWorld_GetBodyCount(run->play.world);
    if (settings->body > count)
        return gelReportError(run->output, gel_exitUsage, "--body %d: the scene has %s", settings->body,
                              GEL_COUNT(count, "body", "bodies"));
    def.body = gelWorld_GetBody(run->play.world, settings->body - 1); // none: all
    gelCheckpoint_SetBake(&run->checkpoint, &def);
    gelStatus status = gelOpenBake(run->play.world, &def, &run->bake);
    if (status == gel_unsupported)
        return gelReportError(run->output, gel_exitUsage, "--out %s; or .mp4, .gif or .png to render",
                              gelLastError());
    if (status == gel_invalidArgument) // the user's input, not the disk
        return gelReportError(run->output, gel_exitUsage, "--out %s", gelLastError());
    return status == gel_success ? gel_exitDone : gelReportStatus(run->output, status, gel_activityOutput);
}

// The first frame after `frame` whose state is written, with its name; 0: none.
static int nextState(const gelRun* run, int frame, char* name, size_t size)
{
    const gelRunSettings* settings = run->settings;
    if (settings->states == 0)
        return 0;
    frame = frame < run->stateFrame ? run->stateFrame : frame;
    if (frame >= run->play.frames)
        return 0;
    int next = frame - frame % settings->states + settings->states;
    next = next < run->play.frames ? next : run->play.frames;
    return gelNameRunState(settings->out, next, name, size) ? next : 0;
}

// All that it writes, with the files that come with those that are named.
static void listResults(const gelRun* run, gelResults* results)
{
    const gelRunSettings* settings = run->settings;
    const char *out = settings->out, *contacts = settings->contacts;
    char name[4400];
    if (settings->trace != NULL)
        gelAddResult(results, "trace", settings->trace);
    if (settings->csv != NULL)
        gelAddResult(results, "csv", settings->csv);
    if (contacts != NULL)
        gelAddResult(results, "contacts", contacts);
    for (int i = 1; contacts != NULL && gelIsContactIndex(contacts) && i <= run->play.frames; i++) {
        gelNameContactFrame(contacts, i, name, sizeof name);
        gelAddResult(results, "contacts", name);
    }
    for (int i = 0; out != NULL && gelRun_NameOutput(run, i, name, sizeof name); i++)
        gelAddResult(results, "out", name);
    for (int i = 0; (i = nextState(run, i, name, sizeof name)) > 0;)
        gelAddResult(results, "states", name);
    if (gelNameCheckpoint((const char* const[]){out, settings->csv, contacts}, name, sizeof name))
        gelAddResult(results, "checkpoint", name);
}

static int checkResults(const gelRun* run)
{
    char name[4400];
    gelResults results = {0};
    listResults(run, &results);
    int code = gelCheckResults(run->output, &results, run->play.scene, run->settings->begin);
    if (code == gel_exitDone && run->settings->out != NULL)
        code = gelCheckRestFile(run->output, "out", run->settings->out);
    for (int i = 0; code == gel_exitDone && (i = nextState(run, i, name, sizeof name)) > 0;)
        code = gelCheckOwnFile(run->output, "states", name, GEL_SNAPSHOTS_START);
    return code;
}

static int openOutput(gelRun* run)
{
    const gelRunSettings* settings = run->settings;
    gelDrawingDef drawing = {.path = settings->out,
                             .scene = run->play.scene,
                             .world = run->play.world,
                             .player = run->play.player,
                             .probes = run->play.probes.probes,
                             .size = settings->size,
                             .frameTime = settings->every * run->play.timeStep};
    if (run->drawingKind != gel_drawsNothing)
        return gelOpenDrawing(run->output, &drawing, &run->drawing);
    return openBake(run);
}

static bool writesFiles(const gelRunSettings* settings)
{
    return settings->out != NULL || settings->trace != NULL || settings->contacts != NULL ||
           settings->csv != NULL;
}

static int openCheckpoint(gelRun* run)
{
    const gelRunSettings* settings = run->settings;
    if (gelFollowsOthers(settings))
        return gel_exitDone;
    const char* reason = run->drawingKind != gel_drawsNothing ? "films and pictures cannot be resumed"
                         : settings->trace != NULL            ? "a run with --trace cannot be resumed"
                         : settings->from > 0                 ? "a run with --from cannot be resumed"
                         : settings->begin != NULL            ? "a run with --begin cannot be resumed"
                         : settings->noCheckpoint             ? "--no-checkpoint keeps nothing"
                         : !writesFiles(settings)
                             ? "it needs --out, --csv or --contacts, the results that it continues"
                             : NULL;
    if (reason != NULL && (settings->resume || settings->checkpoint > 0))
        return gelReportError(run->output, gel_exitUsage, "--%s: %s",
                              settings->resume ? "resume" : "checkpoint", reason);
    if (reason != NULL)
        return gel_exitDone;
    const gelCheckpointDef def = {.results = {settings->out, settings->csv, settings->contacts},
                                  .frames = run->play.frames,
                                  .first = settings->first,
                                  .every = settings->every,
                                  .mesh = settings->mesh,
                                  .body = settings->body,
                                  .sampleCount = gelRun_CountSamples(run),
                                  .interval = settings->checkpoint,
                                  .resumes = settings->resume};
    run->isResumable = true;
    return gelOpenCheckpoint(run->output, &def, &run->play, &run->checkpoint);
}

// Where a run begins later than at the start: at a keyframe or a kept state.
static int checkStart(const gelRun* run)
{
    const gelRunSettings* settings = run->settings;
    bool isState = settings->begin != NULL;
    int frame = isState ? run->stateFrame : settings->from;
    const char* reason =
        isState && settings->from > 0 ? "--from is another start"
        : !isState && gelScene_GetRecordedFrames(run->play.scene) == 0
            ? "only a recording has keyframes to begin at"
        : gelScene_GetExpectationCount(run->play.scene) > 0 ? "the scene's expectations need the whole run"
        : isState && frame >= run->play.frames ? "the run ends at or before that frame; increase --frames"
        : frame > run->play.frames             ? "the run ends before that frame; increase --frames"
        : isState && settings->first < frame   ? "--first is earlier"
        : settings->out != NULL && settings->first < frame ? "--out begins earlier: add --first"
                                                           : NULL;
    if ((!isState && frame == 0) || reason == NULL)
        return gel_exitDone;
    return isState ? gelReportError(run->output, gel_exitUsage, "--begin %s, frame %s: %s", settings->begin,
                                    GEL_GROUPED(frame), reason)
                   : gelReportError(run->output, gel_exitUsage, "--from %d: %s", frame, reason);
}

static int goToStart(gelRun* run)
{
    gelPlay* play = &run->play;
    if (run->settings->begin != NULL)
        return gelBeginAtState(run->settings->begin, play, run->changes, sizeof run->changes);
    int code = gelGoToKeyframe(run->output, play->scene, run->settings->from, play->world, play->player,
                               &play->start);
    play->next = play->start;
    return code;
}

// All that is written, from the start or from where it was left.
static int openResults(gelRun* run)
{
    const gelRunSettings* settings = run->settings;
    gelPlay* play = &run->play;
    int code = openCheckpoint(run);
    if (settings->trace != NULL && code == gel_exitDone)
        code = gelOpenTrace(run->output, settings->trace, play->world, &run->trace);
    if (settings->contacts != NULL && code == gel_exitDone)
        code = gelOpenContactTable(run->output, settings->contacts, play->scene, play->world, &run->contacts);
    if (settings->out != NULL && code == gel_exitDone)
        code = openOutput(run);
    run->checkpoint.bake = run->bake;
    run->checkpoint.contacts = &run->contacts;
    gelBakeDef bake = gelRun_GetBakeDef(run);
    gelOpenRunStates(settings->states > 0 ? settings->out : NULL, settings->states, &bake, play,
                     &run->states);
    if (code == gel_exitDone && (settings->from > 0 || settings->begin != NULL))
        return goToStart(run);
    if (code == gel_exitDone)
        code = gelCheckpoint_GoOn(&run->checkpoint);
    if (code != gel_exitDone || !settings->resume || settings->setup.transport == NULL)
        return code;
    gelStatus status = gelGoOnTogether(settings->setup.transport, play);
    return status == gel_success ? gel_exitDone : gelReportStatus(run->output, status, gel_activityInput);
}

static int openRun(gelRun* run, const char* scenePath)
{
    const gelRunSettings* settings = run->settings;
    gelOutput* output = run->output;
    gelPlay* play = &run->play;
    int code = settings->out != NULL ? gelCheckOutputPath(output, "out", settings->out) : gel_exitDone;
    if (code == gel_exitDone)
        code = gelLoadPlay(output, scenePath, &settings->setup.set, settings->frames, settings->quiet, play);
    if (code == gel_exitDone && settings->states > 0 && settings->out == NULL)
        code = gelReportError(output, gel_exitUsage,
                              "--states: expected --out, since the states are named "
                              "after it");
    if (code == gel_exitDone)
        code = checkStart(run);
    if (code == gel_exitDone)
        code = checkBodyEvents(run);
    if (code == gel_exitDone && settings->first > play->frames)
        code = gelReportError(output, gel_exitUsage, "--first %d: only %s stepped", settings->first,
                              GEL_COUNT(play->frames, "frame is", "frames are"));
    if (code == gel_exitDone)
        code = checkResults(run);
    gelSetup setup = settings->setup;
    const int ranks = setup.transport != NULL ? setup.transport->rankCount : settings->ranks;
    setup.rankCount = settings->explain ? 1 : ranks;
    if (code == gel_exitDone)
        code =
            gelOpenPlay(play, settings->backend, &setup, settings->csv, run->drawingKind != gel_drawsNothing);
    if (code == gel_exitDone && ranks > 0)
        code = gelCheckRanks(output, play->world, ranks);
    if (code != gel_exitDone)
        return code;
    gelStatus status = gelWorld_GetCounters(play->world, &run->counters);
    if (status == gel_success && output->json && play->probes.probes == NULL &&
        gelScene_GetProbeCount(play->scene) > 0)
        status = gelCreateReadableProbes(play->scene, play->world, &(int){0}, &run->lastProbes);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activitySimulation);
    return openResults(run);
}

// The device has finished the frame, so this times only the drawing.
static int drawFrame(gelRun* run, int frame)
{
    if (run->drawingKind == gel_drawsPicture && frame < run->play.frames)
        return gel_exitDone;
    double start = gelMilliseconds();
    int code = gelDrawing_AddFrame(run->drawing);
    run->drawSeconds += (gelMilliseconds() - start) * 1e-3;
    return code;
}

static int writeFrame(gelRun* run, int frame)
{
    const gelRunSettings* settings = run->settings;
    const gelPlay* play = &run->play;
    gelStatus status = gel_success;
    if (settings->trace != NULL && frame > 0)
        status = gelTrace_AddStep(&run->trace, play->world, frame, play->stepStart, play->stepEnd);
    if (status != gel_success)
        return gelReportStatus(run->output, status, gel_activitySimulation);
    if (settings->contacts != NULL && frame > 0) {
        int code =
            gelContactTable_AddFrame(run->output, &run->contacts, play->world, frame, frame * play->timeStep);
        if (code != gel_exitDone)
            return code;
    }
    if (run->drawingKind != gel_drawsPicture && !isSample(run, frame))
        return gel_exitDone;
    if (run->drawing != NULL)
        return drawFrame(run, frame);
    status = run->bake != NULL ? gelBake_WriteFrame(run->bake) : gel_success;
    return status == gel_success ? gel_exitDone : gelReportStatus(run->output, status, gel_activityOutput);
}

static void estimateSoftness(gelRun* run)
{
    double start = gelMilliseconds();
    run->softness = gelReportSoftness(run->play.scene, run->play.world);
    run->softnessSeconds = (gelMilliseconds() - start) * 1e-3;
}

static int seeFrame(void* context, int frame)
{
    gelRun* run = context;
    gelReplay_AddFrame(&run->replay, run->play.world, frame);
    int code = writeFrame(run, frame);
    if (code == gel_exitDone &&
        frame == gelPlay_FirstFrame(&run->play)) // it may take longer than many frames
        estimateSoftness(run);
    if (code == gel_exitDone)
        code = gelRunStates_AddFrame(&run->states, &run->play, frame);
    if (code == gel_exitDone && run->isResumable)
        gelCheckpoint_AddFrame(&run->checkpoint, frame);
    return code;
}

static const char* leave(void* context, int frame)
{
    gelRun* run = context;
    return gelCheckpoint_Leave(&run->checkpoint, frame);
}

static int finishRun(gelRun* run)
{
    const gelPlay* play = &run->play;
    if (play->frames == gelScene_GetRecordedFrames(play->scene) && play->def.backend != gel_referenceDouble)
        run->recordedHash = gelScene_GetRecordedHash(play->scene);
    if (run->drawing != NULL) {
        double start = gelMilliseconds();
        int code = gelCloseDrawing(run->drawing, gel_exitDone);
        run->drawing = NULL;
        run->drawSeconds += (gelMilliseconds() - start) * 1e-3;
        return code;
    }
    if (run->bake == NULL)
        return gel_exitDone;
    gelStatus status = gelCloseBake(run->bake);
    run->bake = run->checkpoint.bake = NULL;
    return status == gel_success ? gel_exitDone : gelReportStatus(run->output, status, gel_activityOutput);
}

static int stepFrames(gelRun* run)
{
    const gelRunSettings* settings = run->settings;
    gelPlayUse use = {.writesFiles = writesFiles(settings),
                      .seesPlaces = run->bake != NULL || run->drawingKind == gel_drawsFilm ||
                                    settings->contacts != NULL,
                      .seen = seeFrame,
                      .left = run->isResumable ? leave : NULL,
                      .agreed = settings->setup.transport != NULL ? gelAgreeTogether : NULL,
                      .ignoresInterrupts = gelFollowsOthers(settings),
                      .context = run};
    if (run->play.def.backend != gel_referenceDouble)
        gelStartReplay(&run->replay, run->play.scene,
                       run->play.next > run->play.start ? run->play.next - 1 : run->play.start);
    int code = gelPlayFrames(&run->play, &use);
    run->play.seconds -= run->drawSeconds + run->softnessSeconds;
    if (code == gel_exitDone && gelPlay_FirstFrame(&run->play) > run->play.frames)
        estimateSoftness(run);
    return code;
}

static void leaveTables(gelRun* run)
{
    run->contacts.file.isLeft = run->play.probes.file.isLeft = true;
}

// Ends a run that failed: leaves its results to be resumed if the checkpoint stays, and else
// abandons them.
static void endResults(gelRun* run, int code)
{
    if (gelCheckpoint_Stays(&run->checkpoint, code)) {
        leaveTables(run);
        gelLeaveBake(run->bake);
    } else if (run->bake != NULL) {
        gelAbandonBake(run->bake);
    }
    run->bake = NULL;
}

static int execute(gelRun* run, const char* scenePath)
{
    int code = openRun(run, scenePath);
    if (code != gel_exitDone)
        return code;
    code = stepFrames(run);
    if (code == gel_exitDone)
        code = finishRun(run);
    if (code != gel_exitDone)
        endResults(run, code);
    else if (gelCheckpoint_Stays(&run->checkpoint, gel_exitOutput)) // should a table not get its name
        leaveTables(run);
    code = gelCloseTrace(run->output, &run->trace, code);
    code = gelCloseContactTable(run->output, &run->contacts, code);
    code = gelCloseProbeTable(run->output, &run->play.probes, code);
    if (code != gel_exitDone)
        return code;
    run->checkpoint.isOver = true;
    if (run->recordedHash != 0 && run->recordedHash != run->play.hash)
        gelReplay_SeeOtherEnd(&run->replay, run->play.frames);
    if (run->replay.differing > 0)
        gelReplay_Locate(&run->replay, &run->play.def);
    gelStatus status = gelReportTears(run->play.world, &run->tears);
    if (status == gel_success && run->lastProbes != NULL)
        status = gelProbes_AddFrame(run->lastProbes, run->play.world, run->play.frames * run->play.timeStep);
    if (status != gel_success)
        return gelReportStatus(run->output, status, gel_activitySimulation);
    gelWarnOfTears(run->output, &run->tears, run->play.scene, run->play.world);
    code = run->replay.differing > 0 ? gel_exitDifferent : gelPlayCode(&run->play);
    if (run->output->json)
        return gelPrintJson(run->output, gelRun_Describe(run), code);
    gelRun_Print(run);
    return code;
}

static int runScene(gelOutput* output, const char* argument, const void* settings)
{
    gelRunSettings own = *(const gelRunSettings*)settings;
    gelRun run = {.output = output, .settings = &own};
    gelLauncher launcher = {0};
    int code = gelRunTogether(output, &own, &launcher);
    if (own.begin != NULL && code == gel_exitDone)
        code = gelReadStateFrame(output, own.begin, &run.stateFrame);
    if (own.begin != NULL && own.first == 0)
        own.first = run.stateFrame + 1;
    if (own.out != NULL)
        run.drawingKind = gelDrawingKindOf(own.out);
    if (code == gel_exitDone)
        code = execute(&run, argument);
    endResults(&run, code);
    code = gelCloseDrawing(run.drawing, code);
    code = gelCloseTrace(output, &run.trace, code); // if it was not begun, or failed
    code = gelCloseContactTable(output, &run.contacts, code);
    code = gelCloseProbeTable(output, &run.play.probes, code);
    gelCloseCheckpoint(&run.checkpoint, code);
    gelCloseRunStates(&run.states);
    gelClearTears(&run.tears);
    gelDestroyProbes(run.lastProbes);
    gelClosePlay(&run.play);
    return gelLeaveOthers(output, &launcher, code);
}

const gelCommand gelRunCommand = {
    .name = "run",
    .argument = "SCENE",
    .takesScene = true,
    .purpose = "Steps a scene without a window, writes its frames, and reports the speed.",
    .example = "gel run scene.json --frames 120 --out jelly.pc2",
    .notes =
        "Frame 0 is the initial state: N frames are written as N + 1 samples, unless --first and --every "
        "select some of them. Files appear when the last frame is done. After Ctrl-C (exit code 130), kill "
        "-9 or a loss of power, the same command with --resume continues from the last checkpoint, "
        "OUT.gel-state, which every run with --out, --csv or --contacts writes; without --resume it starts "
        "afresh.\nA cache fits the skin's file as it is, or FILE_rest.obj, which holds all bodies in one "
        "object. In Blender, import that file, add the modifier Mesh Cache, choose the cache, and leave "
        "Forward at Y and Up at Z. Caches need 12 bytes per vertex and frame, .glb 24; a .glb is loaded as "
        "a whole, so some 200 frames are enough. ParaView opens the .pvd.\nThe reported speed is that of "
        "the simulation, without preparation and drawing; drawing slows a simulation on the same "
        "processor, though. Preparation builds and tests the kernels of an OpenCL device, which its driver "
        "keeps for later runs, and includes the first of several frames.\nIf a position or velocity "
        "becomes NaN or infinite, its body is returned to its initial position and taken out from that "
        "frame on; a warning names the body, the vertex and the frame. All others continue, everything is "
        "written, and the exit code is 10.\nThe scene's expectations are printed with the measured values; "
        "exit code 9 means that an expectation was missed. An expectation beyond --frames is open.\nA "
        "recording (gel view --record FILE) is a scene, too: its input is replayed, and exit code 1 means "
        "that the final state, or a keyframe on the way, differs from the recorded one. RECORDING.states "
        "next to it allows --from, and lets gel name the first frame that differs.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(gelRunSettings),
    .execute = runScene,
};
