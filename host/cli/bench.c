// gel bench: how fast things are here. Each kind of figures is a function of bench.h and a flag; so far drawing.
#include "bench.h"

#include <stdlib.h>

static const gelOption options[] = {
    {.name = "viewer",
     .kind = gel_optionFlag,
     .offset = offsetof(gelBenchSettings, viewer),
     .help = "time of a picture outside the simulation, stage by stage, drawn without a window"},
    {.name = "frames",
     .kind = gel_optionWhole,
     .offset = offsetof(gelBenchSettings, frames),
     .placeholder = "N",
     .initial = "30",
     .lowest = 1,
     .highest = 100000,
     .help = "frames that are measured"},
    {.name = "warm-up",
     .kind = gel_optionWhole,
     .offset = offsetof(gelBenchSettings, warmUp),
     .placeholder = "N",
     .initial = "5",
     .lowest = 0,
     .highest = 100000,
     .help = "frames before them that are not"},
    GEL_PICTURE_SIZE_OPTIONS(gelBenchSettings),
    {.name = "backend",
     .kind = gel_optionText,
     .offset = offsetof(gelBenchSettings, backend),
     .placeholder = "TEXT",
     .initial = "opencl",
     .help = "reference, double, opencl (the best device), opencl:INDEX or opencl:PART-OF-A-NAME"},
    GEL_SETUP_OPTIONS(gelBenchSettings),
    GEL_QUIET_OPTION(gelBenchSettings),
    GEL_JSON_OPTION(gelBenchSettings),
};

static int byValue(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

gelFigure gelFigureOf(double* samples, int count)
{
    if (count < 1)
        return (gelFigure){0};
    qsort(samples, (size_t)count, sizeof *samples, byValue);
    return (gelFigure){samples[0], 0.5 * (samples[(count - 1) / 2] + samples[count / 2])};
}

cJSON* gelFigureToJson(gelFigure figure, const char* key, const char* text)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "key", key);
    cJSON_AddStringToObject(object, "text", text);
    cJSON_AddNumberToObject(object, "least_ms", figure.least);
    cJSON_AddNumberToObject(object, "median_ms", figure.median);
    return object;
}

static int bench(gelOutput* output, const char* argument, const void* given)
{
    const gelBenchSettings* settings = given;
    if (!settings->viewer)
        return gelReportError(output, gel_exitUsage,
                              "what is to be measured? so far: --viewer, the time of a picture; "
                              "gel run tells how fast a scene is stepped");
    return gelBenchViewer(output, argument != NULL ? argument : GEL_BENCH_SCENE, settings);
}

const gelCommand gelBenchCommand = {
    .name = "bench",
    .argument = "[SCENE]",
    .purpose = "Measures how long the stages of a picture take.",
    .example = "gel bench --viewer scene.json",
    .notes = "Without SCENE a bear of 28,023 tets is measured, " GEL_BENCH_SCENE ".\n"
             "Least and median of all frames are told. On a GPU they are OpenGL's own time stamps; where the "
             "processor draws, the host's clock after each stage is done.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(gelBenchSettings),
    .execute = bench,
};
