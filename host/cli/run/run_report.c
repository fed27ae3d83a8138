#include "run/run.h"
#include "app/scene_size.h"
#include "run/ranks.h"

#include <math.h>
#include <string.h>

int gelRun_CountSamples(const gelRun* run)
{
    return (run->play.frames - run->settings->first) / run->settings->every + 1;
}

gelBakeDef gelRun_GetBakeDef(const gelRun* run)
{
    gelBakeDef def = gelDefaultBakeDef();
    def.path = run->settings->out;
    def.timeStep = (float)run->play.timeStep;
    def.first = run->settings->first;
    def.every = run->settings->every;
    def.frameCount = gelRun_CountSamples(run);
    def.mesh = (gelBakeMesh)run->settings->mesh;
    return def;
}

bool gelRun_NameOutput(const gelRun* run, int index, char* text, size_t size)
{
    if (run->drawingKind != gel_drawsNothing) {
        snprintf(text, size, "%s", run->settings->out);
        return index == 0;
    }
    gelBakeDef def = gelRun_GetBakeDef(run);
    return gelGetBakeFileName(&def, index, text, size);
}

static void addIntegrator(const gelRun* run, cJSON* object)
{
    gelIntegratorReport report = gelWorld_GetIntegratorReport(run->play.world);
    cJSON_AddStringToObject(object, "integrator", gelIntegratorText(run->play.def.integrator));
    if (run->play.def.integrator == gel_xpbd)
        return;
    cJSON_AddNumberToObject(object, "steps_of_last_frame", report.stepCount);
    cJSON_AddNumberToObject(object, "steps_taken_back", report.rejectedCount);
    cJSON_AddNumberToObject(object, "step_s", report.step);
    cJSON_AddNumberToObject(object, "largest_error_m", report.largestError);
}

static void printIntegrator(const gelRun* run)
{
    gelIntegratorReport report = gelWorld_GetIntegratorReport(run->play.world);
    const char* name = gelIntegratorText(run->play.def.integrator);
    if (run->play.def.integrator != gel_xpbd && gelWorld_GetDef(run->play.world).integratorError > 0.0f)
        gelPrintRow(run->output, "integrator",
                    "%s: %s in the last frame, the last of %.3g s; %s taken back; errors up to %.2g m", name,
                    GEL_COUNT(report.stepCount, "step", "steps"), report.step,
                    GEL_GROUPED(report.rejectedCount), report.largestError);
    else if (run->play.def.integrator != gel_xpbd)
        gelPrintRow(run->output, "integrator", "%s: steps of %.3g s", name, report.step);
}

// By this process.
static int steppedFrames(const gelRun* run)
{
    const gelPlay* play = &run->play;
    return play->frames - (play->next > play->start ? play->next - 1 : play->start);
}

// Frames of which `seconds` is the time.
static int timedFrames(const gelRun* run)
{
    return steppedFrames(run) - run->play.untimedFrames;
}

// Adds the cost of the states that are kept in case that the device is lost or a body blows up.
static void addKeptStates(const gelRun* run, cJSON* object)
{
    const gelKeptState* kept = &run->play.kept;
    cJSON* states = cJSON_AddObjectToObject(object, "kept_states");
    cJSON_AddNumberToObject(states, "count", kept->count);
    cJSON_AddNumberToObject(states, "seconds", kept->seconds);
    cJSON_AddNumberToObject(states, "bytes", (double)kept->size);
}

static void printSeconds(const gelRun* run)
{
    double share = 100.0 * run->play.kept.seconds / run->play.seconds;
    char after[64] = "";
    if (run->play.def.backend == gel_opencl)
        gelPrintRow(run->output, "prepared", "in %.3g s%s; kernels are built once",
                    run->play.preparation.seconds,
                    run->play.untimedFrames > 0 ? ", with the first frame" : "");
    if (run->play.untimedFrames > 0)
        snprintf(after, sizeof after, ", the last %s", GEL_GROUPED(timedFrames(run)));
    gelPrintRow(run->output, "stepped", "%s of %s%s in %.3g s, %.2g %% of it to save states",
                GEL_COUNT(steppedFrames(run), "frame", "frames"),
                GEL_COUNT(run->play.def.substepCount, "substep", "substeps"), after, run->play.seconds,
                share);
}

// The probes in the last frame: null if one could not be read.
static void addProbes(const gelRun* run, cJSON* object)
{
    const gelProbes* probes = run->lastProbes != NULL ? run->lastProbes : run->play.probes.probes;
    cJSON* rows = probes != NULL ? cJSON_AddArrayToObject(object, "probes") : NULL;
    for (int i = 0; probes != NULL && i < gelScene_GetProbeCount(run->play.scene); i++) {
        gelProbeInfo info = gelScene_GetProbe(run->play.scene, i);
        double value = gelProbes_GetValue(probes, i, gelProbes_GetFrameCount(probes) - 1);
        cJSON* row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "name", info.name);
        cJSON_AddStringToObject(row, "unit", info.unit);
        cJSON_AddItemToObject(row, "value", isnan(value) ? cJSON_CreateNull() : cJSON_CreateNumber(value));
        cJSON_AddItemToArray(rows, row);
    }
}

static void addReplay(const gelRun* run, cJSON* object)
{
    if (run->recordedHash != 0)
        cJSON_AddBoolToObject(object, "hash_as_recorded", run->play.hash == run->recordedHash);
    if (run->replay.differing > 0) {
        cJSON_AddNumberToObject(object, "as_recorded_up_to_frame", (double)run->replay.equal);
        cJSON_AddNumberToObject(object, "differs_at_frame", (double)run->replay.differing);
        if (run->replay.first > 0)
            cJSON_AddNumberToObject(object, "first_frame_that_differs", (double)run->replay.first);
    }
}

cJSON* gelRun_Describe(const gelRun* run)
{
    char text[4200];
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "scene", gelScene_GetName(run->play.scene));
    gelAddSet(object, run->play.scene);
    gelAddBodyCounts(object, &run->counters);
    cJSON_AddNumberToObject(object, "vertices", run->counters.vertexCount);
    cJSON_AddNumberToObject(object, "edges", run->counters.constraintCounts[gel_distanceConstraint]);
    cJSON_AddNumberToObject(object, "tets", run->counters.tetCount);
    cJSON_AddStringToObject(object, "backend", gelWorld_GetBackendText(run->play.world));
    cJSON_AddNumberToObject(object, "frames", run->play.frames);
    if (run->play.start > 0)
        cJSON_AddNumberToObject(object, "from_frame", run->play.start);
    if (run->settings->begin != NULL)
        cJSON_AddStringToObject(object, "other_settings", run->changes);
    if (run->play.next > run->play.start)
        cJSON_AddNumberToObject(object, "resumed_after_frame", run->play.next - 1);
    cJSON_AddNumberToObject(object, "substeps", run->play.def.substepCount);
    cJSON_AddNumberToObject(object, "time_step_s", run->play.timeStep);
    cJSON_AddNumberToObject(object, "preparation_seconds", run->play.preparation.seconds);
    cJSON_AddNumberToObject(object, "timed_frames", timedFrames(run));
    cJSON_AddNumberToObject(object, "seconds", run->play.seconds);
    addKeptStates(run, object);
    if (run->drawingKind != gel_drawsNothing)
        cJSON_AddNumberToObject(object, "drawing_seconds", run->drawSeconds);
    cJSON_AddNumberToObject(object, "frames_per_second", timedFrames(run) / run->play.seconds);
    cJSON_AddNumberToObject(object, "real_time_ratio",
                            timedFrames(run) * run->play.timeStep / run->play.seconds);
    cJSON_AddNumberToObject(object, "launches_per_frame",
                            gelWorld_GetProfile(run->play.world).launchesPerStep);
    cJSON_AddNumberToObject(object, "recorded_launches_per_frame",
                            gelWorld_GetProfile(run->play.world).recordedLaunches);
    addIntegrator(run, object);
    if (run->settings->explain)
        cJSON_AddStringToObject(object, "strategy", gelWorld_ExplainPlan(run->play.world));
    if (run->settings->explain && run->settings->ranks > 0)
        gelAddRanks(object, run->play.world, run->settings->ranks);
    gelAddSoftness(object, &run->softness);
    addProbes(run, object);
    cJSON_AddNumberToObject(object, "device_bytes", (double)run->counters.deviceBytes);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)run->play.hash);
    cJSON_AddStringToObject(object, "hash", text);
    addReplay(run, object);
    if (run->settings->trace != NULL)
        cJSON_AddStringToObject(object, "trace", run->settings->trace);
    if (run->settings->contacts != NULL) {
        cJSON_AddStringToObject(object, "contacts", run->settings->contacts);
        cJSON_AddNumberToObject(object, "contact_rows", (double)run->contacts.rowCount);
    }
    if (run->settings->csv != NULL)
        cJSON_AddStringToObject(object, "csv", run->settings->csv);
    gelAddTears(object, &run->tears, run->play.scene, run->play.world);
    gelAddQuarantined(object, run->play.world);
    gelAddVerdicts(object, &run->play.probes);
    cJSON* files = cJSON_AddArrayToObject(object, "files");
    for (int i = 0; run->settings->out != NULL && gelRun_NameOutput(run, i, text, sizeof text); i++)
        cJSON_AddItemToArray(files, cJSON_CreateString(text));
    return object;
}

static void printFiles(const gelRun* run)
{
    char first[4200], last[4200];
    int count = 0;
    if (run->drawingKind != gel_drawsNothing) {
        int pictures = run->drawingKind == gel_drawsFilm ? gelRun_CountSamples(run) : 1;
        gelPrintRow(run->output, "drawn", "%s of %d x %d in %.3g s",
                    GEL_COUNT(pictures, "picture", "pictures"), run->settings->size.width,
                    run->settings->size.height, run->drawSeconds);
        gelPrintRow(run->output, "written", "%s", run->settings->out);
        return;
    }
    while (gelRun_NameOutput(run, count, last, sizeof last))
        count++;
    gelRun_NameOutput(run, 0, first, sizeof first);
    gelRun_NameOutput(run, count - 1, last, sizeof last);
    gelPrintRow(run->output, "written", "%s%s%s (%s)", first,
                count == 1   ? ""
                : count == 2 ? " and "
                             : " to ",
                count == 1 ? "" : last,
                GEL_COUNT(gelRun_CountSamples(run), "frame",
                          run->settings->first == 0 ? "frames with the initial state" : "frames"));
}

// One row per line of the explanation, which is valid until bodies change.
static void printExplanation(const gelRun* run)
{
    const char* line = gelWorld_ExplainPlan(run->play.world);
    for (bool first = true; line != NULL && *line != '\0'; first = false) {
        const char* end = strchr(line, '\n');
        gelPrintRow(run->output, first ? "strategy" : "", "%.*s", (int)(end - line), line);
        line = end + 1;
    }
}

void gelRun_Print(const gelRun* run)
{
    const gelOutput* output = run->output;
    const gelCounters* counters = &run->counters;
    char text[gel_replayTextSize];
    double rate = timedFrames(run) / run->play.seconds;
    gelPrintSceneSize(output, gelScene_GetName(run->play.scene), counters);
    gelPrintSet(output, run->play.scene);
    gelPrintRow(output, "back end", "%s", gelWorld_GetBackendText(run->play.world));
    if (run->play.start > 0)
        gelPrintRow(output, "begun", "at frame %s of %s%s%s", GEL_GROUPED(run->play.start),
                    GEL_GROUPED(run->play.frames), run->changes[0] != '\0' ? ", with other " : "",
                    run->changes);
    if (run->play.next > run->play.start)
        gelPrintRow(output, "resumed", "after frame %s of %s", GEL_GROUPED(run->play.next - 1),
                    GEL_GROUPED(run->play.frames));
    printSeconds(run);
    gelPrintRow(output, "speed",
                rate < 1000.0 ? "%.3g frames/s, %.3g x real time" : "%.0f frames/s, %.3g x real time", rate,
                rate * run->play.timeStep);
    gelProfile profile = gelWorld_GetProfile(run->play.world);
    gelPrintRow(output, gelIsDevice(run->play.def.backend) ? "launches" : "loops", "%s per frame",
                profile.recordedLaunches > 0 ? gelLaunchText(profile, (char[gel_launchTextSize]){0})
                                             : GEL_GROUPED(profile.launchesPerStep));
    printIntegrator(run);
    if (run->settings->explain)
        printExplanation(run);
    if (run->settings->explain && run->settings->ranks > 0)
        gelPrintRanks(output, run->play.world, run->settings->ranks);
    gelPrintSoftness(output, &run->softness, NULL);
    gelPrintRow(output, "hash", "%016llx%s", (unsigned long long)run->play.hash,
                run->recordedHash == 0                ? ""
                : run->recordedHash == run->play.hash ? ", as recorded"
                                                      : "");
    if (run->recordedHash != 0 && run->recordedHash != run->play.hash)
        gelPrintRow(output, "recorded", "%016llx: the state differs from the recorded one",
                    (unsigned long long)run->recordedHash);
    if (run->replay.differing > 0)
        gelPrintRow(output, "differs", "%s", gelReplay_Describe(&run->replay, text));
    gelPrintTears(output, &run->tears, run->play.scene, run->play.world);
    if (gelCountQuarantined(run->play.world) > 0)
        gelPrintRow(output, "taken out", "%s, not finite",
                    GEL_COUNT(gelCountQuarantined(run->play.world), "body", "bodies"));
    if (run->settings->out != NULL)
        printFiles(run);
    if (run->settings->trace != NULL)
        gelPrintRow(run->output, "trace", "%s", run->settings->trace);
    if (run->settings->contacts != NULL)
        gelPrintRow(run->output, "contacts", "%s (%s)", run->settings->contacts,
                    GEL_COUNT(run->contacts.rowCount, "row", "rows"));
    if (run->settings->csv != NULL)
        gelPrintRow(run->output, "probes", "%s (%s)", run->settings->csv,
                    GEL_COUNT(run->play.frames - run->play.start + 1, "row", "rows"));
    gelPrintVerdicts(output, &run->play.probes);
}
