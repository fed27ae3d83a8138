// gel bench --stages: the time of each stage of a frame, by the device's clock.
#include "bench/case.h"
#include "app/memory.h"

#include <stdlib.h>
#include <string.h>

enum { usualFrames = 20, maxNames = 32 };

// The launches of one kernel.
typedef struct Stage {
    const char* name;
    int launches;    // of all frames
    double* samples; // ms [frames]
    gelFigure figure;
} Stage;

typedef struct Bench {
    gelOutput* output;
    const gelBenchSettings* settings;
    gelBenchCases list;
    int frames;
    cJSON* scenes;                                                // NULL without --json
    gelFigure kinds[gel_contenderCount][gel_constraintKindCount]; // of a scene: ms a frame; 0: no such stage
    gelProgress progress;
    int done;
} Bench;

typedef struct Profile {
    Stage stages[maxNames];
    int stageCount;
    double *frames, *between; // ms: a frame by the host's clock, and the time between its launches
    gelFigure frame, rest;
} Profile;

static void freeProfile(Profile* profile)
{
    for (int i = 0; i < profile->stageCount; i++)
        free(profile->stages[i].samples);
    free(profile->frames);
    free(profile->between);
    *profile = (Profile){0};
}

// NULL if out of memory, or if there are more kernels than anybody would read.
static Stage* findStage(Profile* profile, const char* name, int frames)
{
    for (int i = 0; i < profile->stageCount; i++)
        if (strcmp(profile->stages[i].name, name) == 0)
            return &profile->stages[i];
    double* samples = profile->stageCount < maxNames ? gelNew((size_t)frames, sizeof *samples) : NULL;
    if (samples == NULL)
        return NULL;
    Stage* stage = &profile->stages[profile->stageCount++];
    *stage = (Stage){.name = name, .samples = samples};
    return stage;
}

static gelStatus addFrame(Profile* profile, gelWorld* world, int frame, int frames, double milliseconds)
{
    gelLaunchTime* times;
    int count;
    double sum = 0.0;
    gelStatus status = gelWorld_TakeLaunchTimes(world, &times, &count);
    for (int i = 0; i < count && status == gel_success; i++) {
        Stage* stage = findStage(profile, times[i].name, frames);
        if (stage == NULL) {
            status = gel_outOfMemory;
            break;
        }
        stage->launches++;
        stage->samples[frame] += times[i].end - times[i].start;
        sum += times[i].end - times[i].start;
    }
    gelFree(times);
    profile->frames[frame] = milliseconds;
    profile->between[frame] = milliseconds > sum ? milliseconds - sum : 0.0;
    return status;
}

static int measureRow(Bench* bench, const gelBenchCase* scene, gelBenchRow* row, Profile* profile)
{
    int frames = bench->frames;
    profile->frames = gelNew((size_t)frames, sizeof(double));
    profile->between = gelNew((size_t)frames, sizeof(double));
    if (profile->frames == NULL || profile->between == NULL)
        return gelReportStatus(bench->output, gel_outOfMemory, gel_activitySimulation);
    int code = gelStepAndWait(bench->output, scene, row->world, bench->settings->warmUp, NULL);
    gelStatus status = code == gel_exitDone ? gelWorld_SetTiming(row->world, true) : gel_success;
    for (int frame = 0; frame < frames && code == gel_exitDone && status == gel_success; frame++) {
        double milliseconds;
        code = gelStepAndWait(bench->output, scene, row->world, 1, &milliseconds);
        if (code == gel_exitDone)
            status = addFrame(profile, row->world, frame, frames, milliseconds);
        if (code == gel_exitDone)
            code = gelAdvanceBench(bench->output, &bench->progress, &bench->done);
    }
    if (code == gel_exitDone && status != gel_success)
        code = gelReportStatus(bench->output, status, gel_activitySimulation);
    for (int i = 0; i < profile->stageCount; i++)
        profile->stages[i].figure = gelFigureOf(profile->stages[i].samples, frames);
    profile->frame = gelFigureOf(profile->frames, frames);
    profile->rest = gelFigureOf(profile->between, frames);
    return code;
}

static cJSON* profileToJson(const Bench* bench, const gelBenchRow* row, const Profile* profile)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "key", row->contender->key);
    cJSON_AddStringToObject(object, "text", row->contender->text);
    cJSON_AddStringToObject(object, "backend", row->backend);
    cJSON* stages = cJSON_AddArrayToObject(object, "stages");
    for (int i = 0; i < profile->stageCount; i++) {
        const Stage* stage = &profile->stages[i];
        cJSON* item = gelFigureToJson(stage->figure, stage->name, stage->name);
        cJSON_AddNumberToObject(item, "launches_per_frame", (double)stage->launches / bench->frames);
        cJSON_AddItemToArray(stages, item);
    }
    cJSON_AddItemToObject(object, "between", gelFigureToJson(profile->rest, "between", "between launches"));
    cJSON_AddItemToObject(object, "frame", gelFigureToJson(profile->frame, "frame", "a frame"));
    return object;
}

static void printFigure(const gelOutput* output, const char* name, const char* launches, gelFigure figure,
                        const Profile* profile)
{
    printf("    %s%-21s%s%10s%11s ms%11s ms%7.0f %%\n", gelInkText(output, gel_inkDim), name,
           gelInkText(output, gel_inkPlain), launches, GEL_THREE_DIGITS(figure.min),
           GEL_THREE_DIGITS(figure.median),
           profile->frame.median > 0.0 ? 100.0 * figure.median / profile->frame.median : 0.0);
}

static void printProfile(const Bench* bench, const gelBenchRow* row, const Profile* profile)
{
    const gelOutput* output = bench->output;
    printf("  %-23s%s%10s%14s%14s%9s%s\n", row->contender->text, gelInkText(output, gel_inkDim), "launches",
           "minimum", "median", "share", gelInkText(output, gel_inkPlain));
    for (int i = 0; i < profile->stageCount; i++)
        printFigure(output, profile->stages[i].name, GEL_GROUPED(profile->stages[i].launches / bench->frames),
                    profile->stages[i].figure, profile);
    printFigure(output, "between launches", "", profile->rest, profile);
    printFigure(output, "whole frame", "", profile->frame, profile);
}

// -- What a constraint of each kind takes. Strategies other than perColour solve all kinds in one launch.

static const int comparedRows[] = {gel_yardstick, gel_perColour};

static void keepKinds(Bench* bench, int row, const Profile* profile)
{
    for (int i = 0; i < profile->stageCount; i++)
        for (int kind = 0; kind < gel_constraintKindCount; kind++)
            if (strcmp(profile->stages[i].name, gelConstraintKindText((gelConstraintKind)kind)) == 0)
                bench->kinds[row][kind] = profile->stages[i].figure;
}

// Kinds that the scene has.
static bool isTimed(const Bench* bench, int kind)
{
    return bench->kinds[gel_yardstick][kind].min > 0.0;
}

static double ratioOf(const Bench* bench, int row, int kind)
{
    return bench->kinds[gel_yardstick][kind].min / bench->kinds[row][kind].min;
}

static cJSON* kindsToJson(const Bench* bench, const gelBenchCase* scene)
{
    cJSON* list = cJSON_CreateArray();
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        double count = scene->counters.constraintCounts[kind];
        if (!isTimed(bench, kind))
            continue;
        cJSON* object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "key", gelConstraintKindText((gelConstraintKind)kind));
        cJSON_AddNumberToObject(object, "constraints", count);
        cJSON* rows = cJSON_AddArrayToObject(object, "contenders");
        for (size_t i = 0; i < sizeof comparedRows / sizeof comparedRows[0]; i++) {
            gelFigure figure = bench->kinds[comparedRows[i]][kind];
            if (figure.min == 0.0)
                continue;
            cJSON* row = cJSON_CreateObject();
            cJSON_AddStringToObject(row, "key", gelContenders[comparedRows[i]].key);
            cJSON_AddNumberToObject(row, "min_ns_per_constraint",
                                    gelBenchNanosecondsOf(scene, count, figure.min));
            cJSON_AddNumberToObject(row, "median_ns_per_constraint",
                                    gelBenchNanosecondsOf(scene, count, figure.median));
            cJSON_AddNumberToObject(row, "ratio", ratioOf(bench, comparedRows[i], kind));
            cJSON_AddItemToArray(rows, row);
        }
        cJSON_AddItemToArray(list, object);
    }
    return list;
}

static void printKinds(const Bench* bench, const gelBenchCase* scene)
{
    const gelOutput* output = bench->output;
    printf("  %-23s%s%12s%11s%15s%16s%s\n", "ns per constraint", gelInkText(output, gel_inkDim),
           "constraints", "plain C", "perColour", "times plain C", gelInkText(output, gel_inkPlain));
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        int count = scene->counters.constraintCounts[kind];
        double grid = bench->kinds[gel_perColour][kind].min;
        if (!isTimed(bench, kind))
            continue;
        printf("    %s%-21s%s%12s%11s", gelInkText(output, gel_inkDim),
               gelConstraintKindText((gelConstraintKind)kind), gelInkText(output, gel_inkPlain),
               GEL_GROUPED(count),
               GEL_THREE_DIGITS(gelBenchNanosecondsOf(scene, count, bench->kinds[gel_yardstick][kind].min)));
        if (grid > 0.0)
            printf("%15s%15sx", GEL_THREE_DIGITS(gelBenchNanosecondsOf(scene, count, grid)),
                   GEL_THREE_DIGITS(ratioOf(bench, gel_perColour, kind)));
        putchar('\n');
    }
}

static int measureScene(Bench* bench, gelBenchCase* scene)
{
    cJSON *object = NULL, *rows = NULL;
    memset(bench->kinds, 0, sizeof bench->kinds);
    int code = gelOpenBenchCase(bench->output, bench->settings, scene);
    if (code == gel_exitDone && bench->output->json) {
        object = gelBenchCaseToJson(scene);
        rows = cJSON_AddArrayToObject(object, "contenders");
        cJSON_AddItemToArray(bench->scenes, object);
    }
    if (code == gel_exitDone && !bench->output->json) {
        gelEndProgress(&bench->progress);
        gelPrintBenchHeading(bench->output, scene);
    }
    for (int i = 0; i < gel_contenderCount && code == gel_exitDone; i++) {
        gelBenchRow* row = &scene->rows[i];
        Profile profile = {0};
        if (row->world == NULL)
            continue;
        code = measureRow(bench, scene, row, &profile);
        gelEndProgress(&bench->progress);
        if (code == gel_exitDone && bench->output->json)
            cJSON_AddItemToArray(rows, profileToJson(bench, row, &profile));
        else if (code == gel_exitDone)
            printProfile(bench, row, &profile);
        keepKinds(bench, i, &profile);
        freeProfile(&profile);
    }
    gelCloseBenchCase(scene);
    if (code != gel_exitDone)
        return code;
    if (bench->output->json) {
        cJSON_AddItemToObject(object, "kinds", kindsToJson(bench, scene));
        return code;
    }
    printKinds(bench, scene);
    gelPrintLeftOut(bench->output, scene);
    return code;
}

static int execute(Bench* bench)
{
    int code = gelListBenchCases(bench->output, bench->settings, false, false, &bench->list);
    if (code != gel_exitDone)
        return code;
    gelCatchInterrupt();
    gelStartProgress(&bench->progress, bench->output, bench->settings->quiet, "frame",
                     bench->list.count * gel_contenderCount * bench->frames);
    for (int i = 0; i < bench->list.count && code == gel_exitDone; i++) {
        code = measureScene(bench, &bench->list.cases[i]);
        bench->done = (i + 1) * gel_contenderCount * bench->frames;
    }
    gelEndProgress(&bench->progress);
    return code;
}

int gelBenchStages(gelOutput* output, const gelBenchSettings* settings)
{
    Bench bench = {.output = output,
                   .settings = settings,
                   .frames = settings->frames > 0 ? settings->frames : usualFrames,
                   .scenes = output->json ? cJSON_CreateArray() : NULL};
    int code = execute(&bench);
    gelFreeBenchCases(&bench.list);
    if (!output->json || code != gel_exitDone) {
        cJSON_Delete(bench.scenes);
        return code;
    }
    cJSON* object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "frames", bench.frames);
    cJSON_AddItemToObject(object, "scenes", bench.scenes);
    return gelPrintJson(output, object, code);
}
