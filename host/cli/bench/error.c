// gel bench --error: milliseconds until a clamped bar has the right sag. Few substeps are fast but wrong.
#include "app/asset.h"
#include "app/memory.h"
#include "bench/case.h"
#include "common/clock.h"

#include <math.h>
#include <stdlib.h>

static const int substepCounts[] = {5, 10, 20, 40, 80, 160};
enum {
    countCount = sizeof substepCounts / sizeof substepCounts[0],
    convergedSubsteps = 640,
    usualFrames = 90
};
static const double allowed = 0.01; // of the sag

static const gelContender twoLevel[] = {
    {.key = "c_two_level", .text = "plain C, two-level", .isTwoLevel = true},
    {.key = "two_level", .text = "OpenCL, two-level", .onDevice = true, .isTwoLevel = true},
};
enum { rowCount = gel_contenderCount + sizeof twoLevel / sizeof twoLevel[0] };

static const gelContender* contenderOf(int row)
{
    return row < gel_contenderCount ? &gelContenders[row] : &twoLevel[row - gel_contenderCount];
}

typedef struct Trial {
    double milliseconds; // of stepping until the sag stays right; not finite if it never does
    double error;        // of the final sag, relative to the converged one
    gelFigure frame;     // ms
} Trial;

typedef struct Bench {
    gelOutput* output;
    const gelBenchSettings* settings;
    const char* path;
    gelScene* scene;
    int frames;
    double down[3]; // direction of gravity
    gelBodyId body; // with the vertex that sinks most
    int vertex;
    double start, sag; // of that vertex, along `down`, m
    bool leftOut[rowCount];
    Trial trials[rowCount][countCount];
    gelProgress progress;
    int done;
} Bench;

static int failed(Bench* bench)
{
    return gelReportStatus(bench->output, gel_deviceError, gel_activitySimulation);
}

static double* readBody(gelWorld* world, gelBodyId body, int* count)
{
    *count = gelBody_GetMesh(world, body)->vertexCount;
    double* xyz = gelNew((size_t)*count * 3, sizeof *xyz);
    if (xyz != NULL && gelBody_ReadPositionsDouble(world, body, xyz, *count) == gel_success)
        return xyz;
    free(xyz);
    return NULL;
}

static double alongGravity(const Bench* bench, const double xyz[3])
{
    return xyz[0] * bench->down[0] + xyz[1] * bench->down[1] + xyz[2] * bench->down[2];
}

// NaN if the state cannot be read.
static double depthOf(const Bench* bench, gelWorld* world)
{
    int count;
    double* xyz = readBody(world, bench->body, &count);
    double depth = xyz != NULL ? alongGravity(bench, &xyz[3 * bench->vertex]) : NAN;
    free(xyz);
    return depth;
}

static int step(Bench* bench, gelWorld* world, int frames)
{
    int code = gel_exitDone;
    for (int i = 0; i < frames && code == gel_exitDone; i++) {
        gelStatus status = gelWorld_Step(world, gelScene_GetTimeStep(bench->scene));
        code = status == gel_success ? gelAdvanceBench(bench->output, &bench->progress, &bench->done)
                                     : gelReportStatus(bench->output, status, gel_activitySimulation);
    }
    return code;
}

// Finds the vertex of the first body that sinks most, and how far.
static int findSag(Bench* bench, gelWorld* world)
{
    int count, code = gel_exitDone;
    bench->body = gelWorld_GetBody(world, 0);
    double *before = readBody(world, bench->body, &count), *after = NULL;
    if (before == NULL)
        return failed(bench);
    code = step(bench, world, bench->frames);
    if (code == gel_exitDone && (after = readBody(world, bench->body, &count)) == NULL)
        code = failed(bench);
    for (int i = 0; i < count && code == gel_exitDone; i++) {
        double start = alongGravity(bench, &before[3 * i]), sag = alongGravity(bench, &after[3 * i]) - start;
        if (i == 0 || sag > bench->sag) {
            bench->vertex = i;
            bench->start = start;
            bench->sag = sag;
        }
    }
    free(before);
    free(after);
    return code;
}

// Rejects a sag that still changes by a tenth of the tolerance within half as many frames.
static int findConvergedSag(Bench* bench)
{
    gelWorldDef def;
    gelWorld* world;
    char reason[gel_reasonSize];
    gelBenchSettings settings = *bench->settings;
    gelContender converged = {.onDevice = true}; // of this back end
    settings.backend = "double";
    settings.setup.substeps = convergedSubsteps;
    gelStatus status = gelOpenContender(&settings, bench->scene, &converged, &def, &world, reason);
    if (status != gel_success)
        return gelReportStatus(bench->output, status, gel_activityInput);
    int code = gelWorld_GetBodyCount(world) > 0
                   ? findSag(bench, world)
                   : gelReportError(bench->output, gel_exitInput, "%s: the scene has no bodies", bench->path);
    if (code == gel_exitDone)
        code = step(bench, world, bench->frames / 2);
    double later = code == gel_exitDone ? depthOf(bench, world) - bench->start : 0.0;
    gelDestroyWorld(world);
    if (code == gel_exitDone &&
        (!(bench->sag > 0.0) || !(fabs(later - bench->sag) <= 0.1 * allowed * bench->sag)))
        code = gelReportError(
            bench->output, gel_exitInput,
            "%s: expected a body that hangs and comes to rest within %s: its sag is %.4g m then, and %.4g "
            "m after half as many frames more; add pins or damping, or increase --frames",
            bench->path, GEL_COUNT(bench->frames, "frame", "frames"), bench->sag, later);
    return code;
}

// Reading the state is not timed. Every frame costs the same, so the median represents all.
static int watch(Bench* bench, gelWorld* world, double* samples, Trial* trial)
{
    int lastWrong = -1, code = gel_exitDone;
    for (int frame = 0; frame < bench->frames && code == gel_exitDone; frame++) {
        double start = gelMilliseconds();
        gelStatus status = gelWorld_Step(world, gelScene_GetTimeStep(bench->scene));
        if (status == gel_success)
            status = gelWorld_Finish(world);
        samples[frame] = gelMilliseconds() - start;
        if (status != gel_success)
            return gelReportStatus(bench->output, status, gel_activitySimulation);
        trial->error = (depthOf(bench, world) - bench->start) / bench->sag - 1.0;
        lastWrong = fabs(trial->error) <= allowed ? lastWrong : frame;
        code = gelAdvanceBench(bench->output, &bench->progress, &bench->done);
    }
    trial->frame = gelFigureOf(samples, bench->frames);
    trial->milliseconds = lastWrong + 1 < bench->frames ? (lastWrong + 2) * trial->frame.median : INFINITY;
    return code;
}

static int measureContender(Bench* bench, int index, double* samples)
{
    const gelContender* contender = contenderOf(index);
    gelBenchSettings settings = *bench->settings;
    int code = gel_exitDone;
    for (int i = 0; i < countCount && code == gel_exitDone; i++) {
        gelWorldDef def;
        gelWorld* world;
        char reason[gel_reasonSize];
        settings.setup.substeps = substepCounts[i];
        if (gelOpenContender(&settings, bench->scene, contender, &def, &world, reason) != gel_success) {
            bench->leftOut[index] = true;
            bench->done += (countCount - i) * bench->frames;
            if (index == gel_yardstick)
                return failed(bench);
            gelPrintWarning(bench->output, "%s is skipped: %s", contender->text, reason);
            return gel_exitDone;
        }
        code = watch(bench, world, samples, &bench->trials[index][i]);
        gelDestroyWorld(world);
    }
    return code;
}

static int measure(Bench* bench)
{
    double* samples = gelNew((size_t)bench->frames, sizeof *samples);
    if (samples == NULL)
        return gelReportStatus(bench->output, gel_outOfMemory, gel_activitySimulation);
    gelCatchInterrupt();
    gelStartProgress(&bench->progress, bench->output, bench->settings->quiet, "frame",
                     bench->frames * (1 + countCount * rowCount) + bench->frames / 2);
    int code = findConvergedSag(bench);
    for (int k = 0; k < rowCount && code == gel_exitDone; k++)
        code = measureContender(bench, k, samples);
    gelEndProgress(&bench->progress);
    free(samples);
    return code;
}

static cJSON* trialToJson(const Trial* trial, int substeps)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "substeps", substeps);
    cJSON_AddBoolToObject(object, "reached", isfinite(trial->milliseconds));
    if (isfinite(trial->milliseconds))
        cJSON_AddNumberToObject(object, "milliseconds", trial->milliseconds);
    cJSON_AddNumberToObject(object, "error", trial->error);
    cJSON_AddNumberToObject(object, "frame_ms", trial->frame.median);
    return object;
}

static cJSON* jsonOf(const void* measured)
{
    const Bench* bench = measured;
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "scene", gelScene_GetName(bench->scene));
    cJSON_AddNumberToObject(object, "frames", bench->frames);
    cJSON_AddNumberToObject(object, "sag_m", bench->sag);
    cJSON_AddNumberToObject(object, "converged_substeps", convergedSubsteps);
    cJSON_AddNumberToObject(object, "allowed_error", allowed);
    cJSON* contenders = cJSON_AddArrayToObject(object, "contenders");
    for (int k = 0; k < rowCount; k++) {
        if (bench->leftOut[k])
            continue;
        cJSON* contender = cJSON_CreateObject();
        cJSON_AddStringToObject(contender, "key", contenderOf(k)->key);
        cJSON_AddStringToObject(contender, "text", contenderOf(k)->text);
        cJSON* trials = cJSON_AddArrayToObject(contender, "trials");
        for (int i = 0; i < countCount; i++)
            cJSON_AddItemToArray(trials, trialToJson(&bench->trials[k][i], substepCounts[i]));
        cJSON_AddItemToArray(contenders, contender);
    }
    return object;
}

static void printTable(const void* measured)
{
    const Bench* bench = measured;
    const gelOutput* output = bench->output;
    gelPrintRow(output, "scene", "%s", gelScene_GetName(bench->scene));
    gelPrintRow(output, "converged sag", "%.4g m, of %s substeps in double precision", bench->sag,
                GEL_GROUPED(convergedSubsteps));
    gelPrintRow(output, "shown", "ms of stepping until the sag stays within 1 %%;");
    gelPrintRow(output, "", "if it never does, its error in %%");
    printf("\n%s  %-23s", gelInkText(output, gel_inkDim), "substeps");
    for (int i = 0; i < countCount; i++)
        printf("%9d", substepCounts[i]);
    printf("%s\n", gelInkText(output, gel_inkPlain));
    for (int k = 0; k < rowCount; k++) {
        if (bench->leftOut[k])
            continue;
        printf("  %-23s", contenderOf(k)->text);
        for (int i = 0; i < countCount; i++) {
            const Trial* trial = &bench->trials[k][i];
            if (isfinite(trial->milliseconds))
                printf("%6s ms", GEL_THREE_DIGITS(trial->milliseconds));
            else
                printf("%s%+7.*f %%%s", gelInkText(output, gel_inkDim), fabs(trial->error) < 0.1 ? 1 : 0,
                       100.0 * trial->error, gelInkText(output, gel_inkPlain));
        }
        putchar('\n');
    }
}

static int execute(Bench* bench)
{
    gelStatus status = gelLoadScene(bench->path, &bench->scene);
    if (status != gel_success)
        return gelReportStatus(bench->output, status, gel_activityInput);
    gelVec3 gravity = gelScene_GetWorldDef(bench->scene).gravity;
    double x = (double)gravity.x, y = (double)gravity.y, z = (double)gravity.z,
           length = sqrt(x * x + y * y + z * z);
    if (length > 0.0) {
        bench->down[0] = x / length;
        bench->down[1] = y / length;
        bench->down[2] = z / length;
    }
    return gelReportBench(bench->output, measure(bench), jsonOf, printTable, bench);
}

int gelBenchError(gelOutput* output, const gelBenchSettings* settings)
{
    if (settings->scenes.count > 1)
        return gelReportError(output, gel_exitUsage, "gel bench --error takes one scene, found %s",
                              GEL_GROUPED(settings->scenes.count));
    if (settings->setup.substeps != 0)
        return gelReportError(output, gel_exitUsage,
                              "--error tries several numbers of substeps: omit --substeps");
    Bench bench = {.output = output,
                   .settings = settings,
                   .path =
                       settings->scenes.count == 1 ? settings->scenes.texts[0] : GEL_ASSET("bench/bar.json"),
                   .frames = settings->frames > 0 ? settings->frames : usualFrames};
    int code = execute(&bench);
    gelDestroyScene(bench.scene);
    return code;
}
