#include "common/clock.h"
#include "contacts.h"
#include "drawing.h"
#include "options.h"
#include "overwrite.h"
#include "probes.h"
#include "progress.h"
#include "setup.h"
#include "softness.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

typedef struct Settings {
    int frames;
    const char* out;
    const char* trace;
    const char* contacts;
    const char* csv;
    const char* backend;
    gelPictureSize size;
    gelSetup setup;
    int mesh; // gelBakeMesh
    int body; // 1-based; 0: all
    bool explain, json, quiet;
} Settings;

static const char* nameMesh(int index)
{
    static const char* const names[] = {[gel_bakeSkin] = "skin", [gel_bakeTets] = "tets"};
    return index < (int)(sizeof names / sizeof names[0]) ? names[index] : NULL;
}

static const gelOption options[] = {
    {.name = "frames",
     .kind = gel_optionWhole,
     .offset = offsetof(Settings, frames),
     .placeholder = "N",
     .lowest = 1,
     .highest = 1000000,
     .help = "frames to step; a frame is the scene's time step, by default 1/60 s; default: 300, or the "
             "length of a recording or of what the scene expects"},
    {.name = "out",
     .kind = gel_optionText,
     .offset = offsetof(Settings, out),
     .placeholder = "FILE",
     .help = "write every frame: .pc2 or .mdd (vertex cache, with the shape at frame 0 beside it as "
             "FILE_rest.obj), .glb (morph targets, for short clips), .pvd or .vtu (tets with strain and "
             "more, for ParaView), .obj or .ply (one file per frame); or render: .mp4, .mkv, .webm, .mov "
             "or .gif (a film, encoded by ffmpeg), .png (a picture of the last frame)"},
    {.name = "mesh",
     .kind = gel_optionChoice,
     .offset = offsetof(Settings, mesh),
     .placeholder = "WHAT",
     .initial = "skin",
     .choice = nameMesh,
     .help = "what to write for a body with a skin: skin (the vertices of its file, in their order) or tets "
             "(those of the tet mesh); .pvd always has tets"},
    {.name = "body",
     .kind = gel_optionWhole,
     .offset = offsetof(Settings, body),
     .placeholder = "N",
     .lowest = 1,
     .highest = 1000000,
     .help = "write only this body, counted from 1; default: all, concatenated"},
    GEL_PICTURE_SIZE_OPTIONS(Settings),
    {.name = "csv",
     .kind = gel_optionText,
     .offset = offsetof(Settings, csv),
     .placeholder = "FILE",
     .help =
         "write the scene's probes, as CSV: a row for each frame, a column for each probe with its unit; waits "
         "after every frame"},
    {.name = "contacts",
     .kind = gel_optionText,
     .offset = offsetof(Settings, contacts),
     .placeholder = "FILE",
     .help =
         "write what touches, as CSV: a row for each contact and frame with bodies, place, normal, impulse "
         "and force; or, if FILE ends in .pvd, for ParaView; waits after every frame"},
    {.name = "trace",
     .kind = gel_optionText,
     .offset = offsetof(Settings, trace),
     .placeholder = "FILE",
     .help = "write a time line of the host's steps and all launches, as JSON for chrome://tracing or "
             "ui.perfetto.dev; waits after every frame and takes some 100 KB each: use few --frames"},
    GEL_BACKEND_OPTION(Settings, "opencl"),
    GEL_SETUP_OPTIONS(Settings),
    {.name = "explain",
     .kind = gel_optionFlag,
     .offset = offsetof(Settings, explain),
     .help = "report which strategy steps which bodies, and why, and what contact does to that"},
    GEL_QUIET_OPTION(Settings),
    GEL_JSON_OPTION(Settings),
};

typedef struct Run {
    gelOutput* output;
    const Settings* settings;
    const char* scenePath;
    gelScene* scene;
    gelWorldDef def;
    gelWorld* world;
    gelPlayer* player;
    gelBake* bake;       // NULL without --out or where that is drawn
    gelDrawing* drawing; // NULL unless --out is drawn
    gelDrawingKind drawingKind;
    gelTrace trace;
    gelContactTable contacts;
    gelProbeTable probes;
    int frames;
    gelCounters counters;
    gelSoftnessReport softness; // as it begins
    double timeStep;            // s
    double seconds;             // spent stepping and writing, without drawing
    double drawSeconds;
    uint64_t hash, recordedHash; // recordedHash is 0 if there is none to compare with
    int lastFinite;              // the last frame whose positions were checked and found finite; -1: none yet
} Run;

static int openBake(Run* run)
{
    const Settings* settings = run->settings;
    gelBakeDef def = gelDefaultBakeDef();
    def.path = settings->out;
    def.timeStep = (float)run->timeStep;
    def.frameCount = run->frames + 1;
    def.mesh = (gelBakeMesh)settings->mesh;
    int count = gelWorld_GetBodyCount(run->world);
    if (settings->body > count)
        return gelReportError(run->output, gel_exitUsage, "--body %d: the scene has %s", settings->body,
                              GEL_COUNT(count, "body", "bodies"));
    def.body = gelWorld_GetBody(run->world, settings->body - 1); // none: all
    gelStatus status = gelOpenBake(run->world, &def, &run->bake);
    if (status == gel_unsupported)
        return gelReportError(run->output, gel_exitUsage, "--out %s; or .mp4, .gif or .png to render",
                              gelLastError());
    if (status == gel_invalidArgument) // the user's input, not the disk
        return gelReportError(run->output, gel_exitUsage, "--out %s", gelLastError());
    return status == gel_success ? gel_exitDone : gelReportStatus(run->output, status, gel_activityOutput);
}

// False if there is no such file to write.
static bool outputName(const Run* run, int index, char* text, size_t size)
{
    if (run->drawingKind != gel_drawsNothing) {
        snprintf(text, size, "%s", run->settings->out);
        return index == 0;
    }
    return gelGetBakeFileName(run->settings->out, run->frames + 1, index, text, size);
}

// Also of files that come with those that are named.
static int checkOverwrites(const Run* run)
{
    const Settings* settings = run->settings;
    const char* const others[][2] = {
        {"trace", settings->trace}, {"contacts", settings->contacts}, {"csv", settings->csv}};
    char name[4200];
    int code = gel_exitDone;
    for (int i = 0; i < 3 && code == gel_exitDone; i++)
        if (others[i][1] != NULL)
            code = gelCheckOverwrite(run->output, others[i][0], others[i][1], run->scene);
    for (int i = 0; settings->out != NULL && code == gel_exitDone && outputName(run, i, name, sizeof name);
         i++)
        code = gelCheckOverwrite(run->output, "out", name, run->scene);
    return code;
}

static int openOutput(Run* run)
{
    const Settings* settings = run->settings;
    gelDrawingDef drawing = {.path = settings->out,
                             .scene = run->scene,
                             .world = run->world,
                             .player = run->player,
                             .probes = run->probes.probes,
                             .size = settings->size};
    if (run->drawingKind != gel_drawsNothing)
        return gelOpenDrawing(run->output, &drawing, &run->drawing);
    return openBake(run);
}

static int openRun(Run* run)
{
    const Settings* settings = run->settings;
    gelOutput* output = run->output;
    int code = settings->out != NULL ? gelCheckOutputPath(output, "out", settings->out) : gel_exitDone;
    if (code != gel_exitDone)
        return code;
    gelStatus status = gelLoadScene(run->scenePath, &run->scene);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    run->timeStep = (double)gelScene_GetTimeStep(run->scene);
    int expected = gelScene_GetExpectedFrames(run->scene);
    run->frames = gelFramesToStep(run->scene, settings->frames, expected > 0 ? expected : 300);
    code = checkOverwrites(run);
    if (code != gel_exitDone)
        return code;
    gelSetup setup = settings->setup;
    setup.expectedFrames = run->frames;
    code = gelOpenWorld(output, run->scene, settings->backend, &setup, &run->def, &run->world);
    if (code != gel_exitDone)
        return code;
    run->softness = gelReportSoftness(run->world, run->timeStep);
    code = gelOpenProbeTable(output, settings->csv, run->drawingKind != gel_drawsNothing, run->scene,
                             run->world, &run->probes);
    if (code != gel_exitDone)
        return code;
    status = gelCreatePlayer(run->scene, run->world, &run->player);
    if (status == gel_success)
        status = gelWorld_GetCounters(run->world, &run->counters);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activitySimulation);
    if (settings->trace != NULL)
        code = gelOpenTrace(output, settings->trace, run->world, &run->trace);
    if (settings->contacts != NULL && code == gel_exitDone)
        code = gelOpenContactTable(output, settings->contacts, run->scene, run->world, &run->contacts);
    return settings->out != NULL && code == gel_exitDone ? openOutput(run) : code;
}

static int checkFinite(Run* run, int frame)
{
    gelBadVertex bad;
    gelStatus status = gelFindBadVertex(run->world, &bad);
    if (status != gel_success)
        return gelReportStatus(run->output, status, gel_activitySimulation);
    if (!bad.found) {
        run->lastFinite = frame;
        return gel_exitDone;
    }
    char before[64] = "";
    if (run->lastFinite >= 0 && run->lastFinite < frame - 1)
        snprintf(before, sizeof before, " (they last were at frame %s)", GEL_GROUPED(run->lastFinite));
    return gelReportError(run->output, gel_exitInternal,
                          "positions are not finite at frame %s%s: vertex %s of body %s; "
                          "try more substeps or a softer material",
                          GEL_GROUPED(frame), before, GEL_GROUPED(bad.vertex), GEL_GROUPED(bad.body + 1));
}

// The device has finished the frame, so this times only the drawing.
static int drawFrame(Run* run, int frame)
{
    if (run->drawingKind == gel_drawsPicture && frame < run->frames)
        return gel_exitDone;
    double start = gelMilliseconds();
    int code = gelDrawing_AddFrame(run->drawing);
    run->drawSeconds += (gelMilliseconds() - start) * 1e-3;
    return code;
}

static int writeFrame(Run* run, int frame)
{
    gelStatus status = gelProbeTable_AddFrame(&run->probes, run->world, frame * run->timeStep);
    if (status != gel_success)
        return gelReportStatus(run->output, status, gel_activitySimulation);
    if (run->settings->contacts != NULL && frame > 0) {
        int code =
            gelContactTable_AddFrame(run->output, &run->contacts, run->world, frame, frame * run->timeStep);
        if (code != gel_exitDone)
            return code;
    }
    if (run->drawing != NULL)
        return drawFrame(run, frame);
    status = run->bake != NULL ? gelBake_WriteFrame(run->bake) : gel_success;
    return status == gel_success ? gel_exitDone : gelReportStatus(run->output, status, gel_activityOutput);
}

static gelStatus stepOnce(Run* run, int frame)
{
    gelStatus status = gelPlayer_BeginFrame(run->player);
    double start = gelMilliseconds();
    if (status == gel_success)
        status = gelWorld_Step(run->world, (float)run->timeStep);
    if (status != gel_success || run->settings->trace == NULL)
        return status;
    return gelTrace_AddStep(&run->trace, run->world, frame, start, gelMilliseconds());
}

static bool writesFiles(const Settings* settings)
{
    return settings->out != NULL || settings->trace != NULL || settings->contacts != NULL ||
           settings->csv != NULL;
}

// Frame 0 is the initial state. Positions are checked when they are written, at the end, and ten times per
// second, which also keeps the device's queue short.
static int stepFrames(Run* run, gelProgress* progress)
{
    int frames = run->frames;
    bool writes = run->bake != NULL || run->drawingKind == gel_drawsFilm;
    int code = checkFinite(run, 0);
    if (code == gel_exitDone)
        code = writeFrame(run, 0);
    for (int frame = 1; frame <= frames && code == gel_exitDone; frame++) {
        gelStatus status = stepOnce(run, frame);
        if (status != gel_success)
            return gelReportStatus(run->output, status, gel_activitySimulation);
        bool due = gelProgress_IsDue(progress);
        if (due || writes || frame == frames)
            code = checkFinite(run, frame);
        if (code == gel_exitDone)
            code = writeFrame(run, frame);
        if (due && code == gel_exitDone)
            gelProgress_Draw(progress, frame);
        if (gelInterruptCode() != 0 && code == gel_exitDone)
            return gelReportError(run->output, gelInterruptCode(), "interrupted after frame %s of %s%s",
                                  GEL_GROUPED(frame), GEL_GROUPED(frames),
                                  writesFiles(run->settings) ? "; nothing was written" : "");
    }
    return code;
}

static int finishRun(Run* run)
{
    gelStatus status = gelPlayer_EndRecording(run->player);
    if (status != gel_success)
        return gelReportStatus(run->output, status, gel_activitySimulation);
    run->hash = gelWorld_Hash(run->world);
    if (run->hash == 0)
        return gelReportStatus(run->output, gel_deviceError, gel_activitySimulation);
    run->recordedHash =
        run->frames == gelScene_GetRecordedFrames(run->scene) && run->def.backend != gel_referenceDouble
            ? gelScene_GetRecordedHash(run->scene)
            : 0;
    if (run->drawing != NULL) {
        double start = gelMilliseconds();
        int code = gelCloseDrawing(run->drawing, gel_exitDone);
        run->drawing = NULL;
        run->drawSeconds += (gelMilliseconds() - start) * 1e-3;
        return code;
    }
    if (run->bake == NULL)
        return gel_exitDone;
    status = gelCloseBake(run->bake);
    run->bake = NULL;
    return status == gel_success ? gel_exitDone : gelReportStatus(run->output, status, gel_activityOutput);
}

static void addIntegrator(const Run* run, cJSON* object)
{
    gelIntegratorReport report = gelWorld_GetIntegratorReport(run->world);
    cJSON_AddStringToObject(object, "integrator", gelIntegratorText(run->def.integrator));
    if (run->def.integrator == gel_xpbd)
        return;
    cJSON_AddNumberToObject(object, "steps_of_last_frame", report.stepCount);
    cJSON_AddNumberToObject(object, "steps_taken_back", report.rejectedCount);
    cJSON_AddNumberToObject(object, "step_s", report.step);
    cJSON_AddNumberToObject(object, "largest_error_m", report.largestError);
}

static void printIntegrator(const Run* run)
{
    gelIntegratorReport report = gelWorld_GetIntegratorReport(run->world);
    const char* name = gelIntegratorText(run->def.integrator);
    if (run->def.integrator != gel_xpbd && gelWorld_GetDef(run->world).integratorError > 0.0f)
        gelPrintRow(run->output, "integrator",
                    "%s: %s in the last frame, the last of %.3g s; %s taken back; errors up to %.2g m", name,
                    GEL_COUNT(report.stepCount, "step", "steps"), report.step,
                    GEL_GROUPED(report.rejectedCount), report.largestError);
    else if (run->def.integrator != gel_xpbd)
        gelPrintRow(run->output, "integrator", "%s: steps of %.3g s", name, report.step);
}

static cJSON* jsonOf(const Run* run)
{
    char text[4200];
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "scene", gelScene_GetName(run->scene));
    cJSON_AddNumberToObject(object, "bodies", run->counters.bodyCount);
    cJSON_AddNumberToObject(object, "vertices", run->counters.vertexCount);
    cJSON_AddNumberToObject(object, "edges", run->counters.constraintCounts[gel_distanceConstraint]);
    cJSON_AddNumberToObject(object, "tets", run->counters.tetCount);
    cJSON_AddStringToObject(object, "backend", gelWorld_GetBackendText(run->world));
    cJSON_AddNumberToObject(object, "frames", run->frames);
    cJSON_AddNumberToObject(object, "substeps", run->def.substepCount);
    cJSON_AddNumberToObject(object, "time_step_s", run->timeStep);
    cJSON_AddNumberToObject(object, "seconds", run->seconds);
    if (run->drawingKind != gel_drawsNothing)
        cJSON_AddNumberToObject(object, "drawing_seconds", run->drawSeconds);
    cJSON_AddNumberToObject(object, "frames_per_second", run->frames / run->seconds);
    cJSON_AddNumberToObject(object, "real_time_ratio", run->frames * run->timeStep / run->seconds);
    cJSON_AddNumberToObject(object, "launches_per_frame", gelWorld_GetProfile(run->world).launchesPerStep);
    cJSON_AddNumberToObject(object, "recorded_launches_per_frame",
                            gelWorld_GetProfile(run->world).recordedLaunches);
    addIntegrator(run, object);
    if (run->settings->explain)
        cJSON_AddStringToObject(object, "strategy", gelWorld_ExplainPlan(run->world));
    gelAddSoftness(object, &run->softness);
    cJSON_AddNumberToObject(object, "device_bytes", (double)run->counters.deviceBytes);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)run->hash);
    cJSON_AddStringToObject(object, "hash", text);
    if (run->recordedHash != 0)
        cJSON_AddBoolToObject(object, "hash_as_recorded", run->hash == run->recordedHash);
    if (run->settings->trace != NULL)
        cJSON_AddStringToObject(object, "trace", run->settings->trace);
    if (run->settings->contacts != NULL) {
        cJSON_AddStringToObject(object, "contacts", run->settings->contacts);
        cJSON_AddNumberToObject(object, "contact_rows", (double)run->contacts.rowCount);
    }
    if (run->settings->csv != NULL)
        cJSON_AddStringToObject(object, "csv", run->settings->csv);
    gelAddVerdicts(object, &run->probes);
    cJSON* files = cJSON_AddArrayToObject(object, "files");
    for (int i = 0; run->settings->out != NULL && outputName(run, i, text, sizeof text); i++)
        cJSON_AddItemToArray(files, cJSON_CreateString(text));
    return object;
}

static void printFiles(const Run* run)
{
    char first[4200], last[4200];
    int count = 0;
    if (run->drawingKind != gel_drawsNothing) {
        int pictures = run->drawingKind == gel_drawsFilm ? run->frames + 1 : 1;
        gelPrintRow(run->output, "drawn", "%s of %d x %d in %.3g s",
                    GEL_COUNT(pictures, "picture", "pictures"), run->settings->size.width,
                    run->settings->size.height, run->drawSeconds);
        gelPrintRow(run->output, "written", "%s", run->settings->out);
        return;
    }
    while (outputName(run, count, last, sizeof last))
        count++;
    outputName(run, 0, first, sizeof first);
    outputName(run, count - 1, last, sizeof last);
    gelPrintRow(run->output, "written", "%s%s%s (%s)", first,
                count == 1   ? ""
                : count == 2 ? " and "
                             : " to ",
                count == 1 ? "" : last, GEL_COUNT(run->frames + 1, "frame", "frames with the initial state"));
}

// One row per line of the explanation, which is valid until bodies change.
static void printExplanation(const Run* run)
{
    const char* line = gelWorld_ExplainPlan(run->world);
    for (bool first = true; line != NULL && *line != '\0'; first = false) {
        const char* end = strchr(line, '\n');
        gelPrintRow(run->output, first ? "strategy" : "", "%.*s", (int)(end - line), line);
        line = end + 1;
    }
}

static void printSummary(const Run* run)
{
    const gelOutput* output = run->output;
    const gelCounters* counters = &run->counters;
    double rate = run->frames / run->seconds;
    gelPrintRow(output, "scene", "%s: %s, %s, %s", gelScene_GetName(run->scene),
                GEL_COUNT(counters->bodyCount, "body", "bodies"),
                GEL_COUNT(counters->vertexCount, "vertex", "vertices"),
                GEL_COUNT(counters->tetCount, "tet", "tets"));
    gelPrintRow(output, "back end", "%s", gelWorld_GetBackendText(run->world));
    gelPrintRow(output, "stepped", "%s of %s in %.3g s", GEL_COUNT(run->frames, "frame", "frames"),
                GEL_COUNT(run->def.substepCount, "substep", "substeps"), run->seconds);
    gelPrintRow(output, "speed",
                rate < 1000.0 ? "%.3g frames/s, %.3g x real time" : "%.0f frames/s, %.3g x real time", rate,
                rate * run->timeStep);
    gelProfile profile = gelWorld_GetProfile(run->world);
    gelPrintRow(output, run->def.backend == gel_opencl ? "launches" : "loops", "%s per frame",
                profile.recordedLaunches > 0 ? gelLaunchText(profile, (char[gel_launchTextSize]){0})
                                             : GEL_GROUPED(profile.launchesPerStep));
    printIntegrator(run);
    if (run->settings->explain)
        printExplanation(run);
    gelPrintSoftness(output, &run->softness, NULL);
    gelPrintRow(output, "hash", "%016llx%s", (unsigned long long)run->hash,
                run->recordedHash == 0           ? ""
                : run->recordedHash == run->hash ? ", as recorded"
                                                 : "");
    if (run->recordedHash != 0 && run->recordedHash != run->hash)
        gelPrintRow(output, "recorded", "%016llx: the state differs from the recorded one",
                    (unsigned long long)run->recordedHash);
    if (run->settings->out != NULL)
        printFiles(run);
    if (run->settings->trace != NULL)
        gelPrintRow(run->output, "trace", "%s", run->settings->trace);
    if (run->settings->contacts != NULL)
        gelPrintRow(run->output, "contacts", "%s (%s)", run->settings->contacts,
                    GEL_COUNT(run->contacts.rowCount, "row", "rows"));
    if (run->settings->csv != NULL)
        gelPrintRow(run->output, "probes", "%s (%s)", run->settings->csv,
                    GEL_COUNT(run->frames + 1, "row", "rows"));
    gelPrintVerdicts(output, &run->probes);
}

static int execute(Run* run)
{
    gelProgress progress;
    int code = openRun(run);
    if (code != gel_exitDone)
        return code;
    gelCatchInterrupt();
    double start = gelMilliseconds();
    gelStartProgress(&progress, run->output, run->settings->quiet, "frame", run->frames);
    code = stepFrames(run, &progress);
    gelEndProgress(&progress);
    if (code == gel_exitDone)
        code = finishRun(run);
    code = gelCloseTrace(run->output, &run->trace, code);
    code = gelCloseContactTable(run->output, &run->contacts, code);
    code = gelCloseProbeTable(run->output, &run->probes, code);
    run->seconds = (gelMilliseconds() - start) * 1e-3 - run->drawSeconds;
    if (code != gel_exitDone)
        return code;
    if (run->recordedHash != 0 && run->recordedHash != run->hash)
        code = gel_exitDifferent;
    else if (gelCountMissed(&run->probes) > 0)
        code = gel_exitMissed;
    if (run->output->json)
        return gelPrintJson(run->output, jsonOf(run), code);
    printSummary(run);
    return code;
}

static int runScene(gelOutput* output, const char* argument, const void* settings)
{
    Run run = {.output = output, .settings = settings, .scenePath = argument, .lastFinite = -1};
    if (run.settings->out != NULL)
        run.drawingKind = gelDrawingKindOf(run.settings->out);
    int code = execute(&run);
    code = gelCloseDrawing(run.drawing, code);
    code = gelCloseTrace(output, &run.trace, code); // if it was not begun, or failed
    code = gelCloseContactTable(output, &run.contacts, code);
    code = gelCloseProbeTable(output, &run.probes, code);
    gelReleaseProbeTable(&run.probes);
    if (run.bake != NULL)
        gelAbandonBake(run.bake);
    gelDestroyPlayer(run.player);
    gelDestroyWorld(run.world);
    gelDestroyScene(run.scene);
    return code;
}

const gelCommand gelRunCommand = {
    .name = "run",
    .argument = "SCENE",
    .purpose = "Steps a scene without a window, writes its frames, and reports the speed.",
    .example = "gel run scene.json --frames 120 --out jelly.pc2",
    .notes =
        "Frame 0 is the initial state: N frames are written as N + 1 samples. Files appear when the last "
        "frame is done; after Ctrl-C (exit code 130) nothing is left.\n"
        "A cache fits the skin's file as it is, or FILE_rest.obj, which holds all bodies in one object. "
        "In Blender, import that file, add the modifier Mesh Cache, choose the cache, and leave Forward "
        "at Y and Up at Z. Caches take 12 bytes per vertex and frame, .glb 24; a .glb is loaded as a "
        "whole, so some 200 frames are enough. ParaView opens the .pvd.\n"
        "The reported speed is that of the simulation, without drawing; but drawing slows a simulation on "
        "the same processor.\n"
        "Positions that are infinite or not a number end the run with exit code 6, and the message names "
        "the frame. They are checked in every frame with --out, otherwise ten times per second and at the "
        "end.\n"
        "What a scene expects of its probes is printed with what was measured; exit code 9 means that an "
        "expectation was missed. One whose time --frames does not reach is open.\n"
        "A recording (gel view --record FILE) is a scene too: its input is replayed, and exit code 1 "
        "means that the final state differs from the recorded one.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .execute = runScene,
};
