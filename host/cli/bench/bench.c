#define _POSIX_C_SOURCE 200809L // sysconf
// gel bench: how fast things are here. Each kind of figures is a function of bench.h and a flag.
#include "asset.h"
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define GEL_HAS_MALLINFO
#endif
#endif

static const gelOption options[] = {
    {.name = "error",
     .kind = gel_optionFlag,
     .offset = offsetof(gelBenchSettings, error),
     .help = "time until a clamped bar hangs within 1 % of the converged sag, by substeps"},
    {.name = "stages",
     .kind = gel_optionFlag,
     .offset = offsetof(gelBenchSettings, stages),
     .help = "time of a frame stage by stage, by the device's clock"},
    {.name = "viewer",
     .kind = gel_optionFlag,
     .offset = offsetof(gelBenchSettings, viewer),
     .help = "time of a picture outside the simulation, stage by stage, drawn without a window"},
    {.name = "large",
     .kind = gel_optionFlag,
     .offset = offsetof(gelBenchSettings, large),
     .help = "with the built-in scenes E and F, of 2.7 and 1 million tets: minutes more, and 4 GB of memory"},
    {.name = "plot",
     .kind = gel_optionText,
     .offset = offsetof(gelBenchSettings, plot),
     .placeholder = "FILE",
     .help =
         "draw an .svg or .png: cost by scene, cost against size, bytes moved against a copy; without SCENE, lattices of "
         "1,000 tets and more are measured for it"},
    {.name = "repeats",
     .kind = gel_optionWhole,
     .offset = offsetof(gelBenchSettings, repeats),
     .placeholder = "N",
     .initial = "7",
     .lowest = 1,
     .highest = 1000,
     .help = "how often the contenders take turns"},
    {.name = "frames",
     .kind = gel_optionWhole,
     .offset = offsetof(gelBenchSettings, frames),
     .placeholder = "N",
     .lowest = 1,
     .highest = 100000,
     .help =
         "frames that are measured; default: a repeat has so many that it can be timed, --error 90, --stages 20, "
         "--viewer 30"},
    {.name = "warm-up",
     .kind = gel_optionWhole,
     .offset = offsetof(gelBenchSettings, warmUp),
     .placeholder = "N",
     .initial = "3",
     .lowest = 0,
     .highest = 100000,
     .help = "frames before them that are not"},
    GEL_PICTURE_SIZE_OPTIONS(gelBenchSettings),
    {.name = "backend",
     .kind = gel_optionText,
     .offset = offsetof(gelBenchSettings, backend),
     .placeholder = "TEXT",
     .initial = "opencl",
     .help =
         "the device: opencl (the best one), opencl:INDEX or opencl:PART-OF-A-NAME; for --viewer reference or "
         "double too"},
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

const char* gelThreeDigits(double number, char text[gel_numberSize])
{
    if (number < 999.5 && number > -999.5)
        snprintf(text, gel_numberSize, "%.3g", number);
    else
        snprintf(text, gel_numberSize, "%s", GEL_GROUPED((int64_t)number));
    return text;
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

static int64_t residentBytes(void)
{
    long pages = -1;
    FILE* file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
        pages = -1;
    if (file != NULL)
        fclose(file);
    return pages < 0 ? -1 : (int64_t)pages * sysconf(_SC_PAGESIZE);
}

static int64_t allocatedBytes(void)
{
#ifdef GEL_HAS_MALLINFO
    struct mallinfo2 info = mallinfo2();
    return (int64_t)info.uordblks + (int64_t)info.hblkhd;
#else
    return -1;
#endif
}

gelMemoryUse gelMeasureMemory(void)
{
    return (gelMemoryUse){.resident = residentBytes(), .allocated = allocatedBytes()};
}

static int benchViewer(gelOutput* output, const gelBenchSettings* given)
{
    gelBenchSettings settings = *given;
    if (settings.scenes.count > 1)
        return gelReportError(output, gel_exitUsage, "gel bench --viewer takes one scene, found %s",
                              GEL_GROUPED(settings.scenes.count));
    if (settings.frames == 0)
        settings.frames = 30;
    return gelBenchViewer(
        output, settings.scenes.count == 1 ? settings.scenes.texts[0] : GEL_ASSET("scenes/bear_fine.json"),
        &settings);
}

// Who steps a scene, and in which order, is what the simulation's figures compare.
static int checkSettings(gelOutput* output, const gelBenchSettings* settings)
{
    gelWorldDef def = gelDefaultWorldDef();
    if (settings->error + settings->stages + settings->viewer > 1)
        return gelReportError(output, gel_exitUsage,
                              "--error, --stages and --viewer are figures each of its own: one at a time");
    if (settings->plot != NULL && (settings->error || settings->stages || settings->viewer))
        return gelReportError(
            output, gel_exitUsage,
            "--plot draws the costs of constraints: leave --error, --stages and --viewer out");
    if (settings->viewer)
        return gel_exitDone;
    if (strcmp(gelOrderChoice(settings->setup.order), "scene") != 0)
        return gelReportError(output, gel_exitUsage,
                              "--order: the contenders have theirs; only --viewer takes it");
    if (settings->setup.strategy != (int)gel_strategyAuto)
        return gelReportError(output, gel_exitUsage,
                              "--strategy: all of them are contenders; only --viewer takes it");
    gelStatus status = gelParseBackend(settings->backend, &def);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityArguments);
    if (def.backend != gel_opencl)
        return gelReportError(
            output, gel_exitUsage,
            "--backend: the plain loops are measured in any case; expected opencl, opencl:INDEX or "
            "opencl:NAME, found \"%s\"",
            settings->backend);
    return gel_exitDone;
}

static int bench(gelOutput* output, const char* argument, const void* given)
{
    const gelBenchSettings* settings = given;
    (void)argument; // all are in the settings
    int code = checkSettings(output, settings);
    if (code != gel_exitDone)
        return code;
    return settings->viewer   ? benchViewer(output, settings)
           : settings->error  ? gelBenchError(output, settings)
           : settings->stages ? gelBenchStages(output, settings)
                              : gelBenchSpeed(output, settings);
}

const gelCommand gelBenchCommand = {
    .name = "bench",
    .argument = "[SCENE...]",
    .purpose = "Measures what a constraint costs, against a plain C loop; or where the time goes.",
    .example = "gel bench                         the built-in scenes\n"
               "gel bench A F my_scene.json --plot cost.svg\n"
               "gel bench --error                 time to 1 % error",
    .notes =
        "SCENE is a scene, a mesh or a built-in scene: A a bear of 1,359 tets, B a lattice of 10,240, C a hundred "
        "such bears, D a lattice of 200,000, E 2,000 bears, F a lattice of a million; the lattices are held at one end, "
        "the bears drop. Without SCENE A to D are measured, with --large all six. ./A is a file of that name. Built-in scenes "
        "are files that come with the program; the environment variable GEL_ASSET_DIR names another folder for them.\n"
        "All contenders step the same frames in turns in one run, after a warm-up: a plain C loop on one thread, in colour "
        "order (the yardstick) and in the order of the mesh, and the device with each strategy. Told are the least and the "
        "median of all repeats; the ratio is of the least ones. A constraint is an edge or a tet, times the substeps.\n"
        "Bytes moved are counted as if nothing were kept between two constraints: 80 an edge, 152 a tet, and 144 a vertex, "
        "224 with a ground, in each substep; of a copy, by the device or by one thread, of as many bytes as the scene "
        "holds, but at least 2 MiB. More than 100 % says that caches or local memory serve. Bytes a tet are what the "
        "device holds. \"490 in 1\" launches went to it as one command buffer, see --command-buffer.\n"
        "Where the program was built with Bullet: its soft body, on one thread, in the order of the mesh, with a link an edge "
        "and as many iterations as there are substeps. Links are all it solves: it has no volume constraint a tet, no "
        "compliance by XPBD and no substeps. Told are ns a link, without what prepares collisions, and how many times "
        "faster a link is than a constraint of plain C.\n"
        "--error: the converged sag is the model's own, with 640 substeps in double precision; told are the milliseconds "
        "of stepping, without reading, until the vertex that sinks most stays within 1 % of it. SCENE hangs by pins and "
        "is damped so that it comes to rest; without it a bar of 1,600 tets.\n"
        "--stages: the time between launches is the frame by the host's clock, less all launches.\n"
        "--viewer: without SCENE a bear of 28,023 tets. Least and median of all frames are told. On a GPU they are "
        "OpenGL's own time stamps; where the processor draws, the host's clock after each stage is done.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(gelBenchSettings),
    .argumentsOffset = offsetof(gelBenchSettings, scenes),
    .execute = bench,
};
