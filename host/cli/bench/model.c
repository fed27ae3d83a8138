// gel bench --model: what a substep would take on a GPU, computed, not measured. A lecture on what the
// strategies wait for, in three steps: the device, the work of a strategy, the time that follows.
//
// A strategy is a list of launches, a launch a number of equal work-groups. It takes its cost, and then the
// longest of four things that go on at the same time:
//
//     bytes      what it reads and writes, over the bandwidth of memory, or of the second-level cache if all fits
//     chains     a work-item's operations, each waiting for the one before, turn after turn; in waves of work-groups
//     issue      the instructions of all warps of a multiprocessor, over those it issues in a cycle
//     local      the bytes that they load from and store to local memory, over its bandwidth
//
// and, within work-groups, the barriers between colours, while nothing else goes on.
#include "bench/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Multiprocessors, clock (boost), memory: NVIDIA's data sheets of the SXM modules; the clock of the H100
// follows from its 67 TFLOPS. Sizes: CUDA C++ Programming Guide, compute capabilities 8.0 and 9.0. Bandwidth
// of the cache: 5,120 bytes in a cycle, NVIDIA A100 white paper; taken to be the same for the H100.
// Latencies: Luo et al.: Benchmarking and Dissecting the Nvidia Hopper GPU Architecture via
// Microbenchmarking, 2024.
static const gelModelDevice devices[] = {
    {"nvidia-a100", "NVIDIA A100 SXM, 80 GB", 108, 1.41, 2039.0, 5120 * 1.41, 40e6, 164 * 1024, 38, 262, 466,
     29},
    {"nvidia-h100", "NVIDIA H100 SXM, 80 GB", 132, 1.98, 3350.0, 5120 * 1.98, 50e6, 228 * 1024, 41, 263, 479,
     29},
};

enum {
    deviceCount = sizeof devices / sizeof devices[0],
    usualGroup = 256,         // work-items of a work-group: the rule for GPUs
    largestLocal = 48 * 1024, // that NVIDIA's OpenCL gives a work-group
    rangeLoads = 3, // assumption: one after another, by which a work-item finds its part of a colour
};

// They overlap, as above.
static const char* const partNames[partCount] = {"launches", "bytes", "chains", "issue", "local", "barriers"};

// -- From strategies to work.

// Turns of the work-items of a group. Colours differ in size: the last turn of each is half full on average.
static double turnsOf(const gelModel* bench, double items, double colours)
{
    return fmax(colours, items / bench->groupSize + 0.5 * colours);
}

// The work of a mean tile: each colour ends with a barrier, and the next begins by finding its range.
static gelModelGroup sweepOf(const gelModel* bench, const gelModelPhase* phase, double load)
{
    gelModelGroup group = {0};
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        double items = phase->constraints[kind] / phase->tiles;
        gelAddModelItems(bench, &group, &gelModelCosts[kind], items,
                         turnsOf(bench, items, phase->colours[kind]), load, true);
        group.barriers += phase->colours[kind] * (barrierCycles + rangeLoads * bench->device->loadCycles);
    }
    return group;
}

static double tableBytesOf(const gelModelPhase* phase)
{
    double bytes = 0.0;
    for (int kind = 0; kind < gel_constraintKindCount; kind++)
        bytes += phase->constraints[kind] * gelModelCosts[kind].tableBytes;
    return bytes;
}

// One launch per colour of all bodies, then those over the vertices.
static void modelGrid(const gelModel* bench, gelModelEstimate* estimate)
{
    const gelBenchCase* scene = &bench->scene.bench;
    gelModelStore store = gelModelStoreOf(bench, bench->scene.tableBytes);
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        double colours = scene->counters.colourCounts[kind];
        if (colours == 0.0)
            continue;
        double items = scene->counters.constraintCounts[kind] / colours;
        double bytes = items * (gelModelCosts[kind].tableBytes + 2.0 * 16.0 * gelModelCosts[kind].arity);
        gelAddItemLaunches(bench, estimate, colours, items, &gelModelCosts[kind], bytes, store);
    }
    gelAddVertexStages(bench, estimate, store);
}

// One launch per frame: a work-group takes all substeps of a body. Each reads and writes predicted positions
// and velocities.
static void modelBody(const gelModel* bench, gelModelEstimate* estimate)
{
    const gelModelPhase* bodies = &bench->scene.bodies;
    if (16.0 * bodies->largest > largestLocal) {
        snprintf(estimate->reason, sizeof estimate->reason, "%s vertices do not fit %d KiB of local memory",
                 GEL_GROUPED((int64_t)bodies->largest), largestLocal / 1024);
        return;
    }
    gelModelStore store = gelModelStoreOf(bench, bench->scene.sharedTableBytes);
    double vertices = bodies->vertices / bodies->tiles;
    gelModelLaunch launch = {.group = sweepOf(bench, bodies, store.load),
                             .groups = bodies->tiles,
                             .resident = gelResidentGroups(bench, bodyRegisters, 16.0 * bodies->largest),
                             .longest = bodies->largest / vertices,
                             .bytes = tableBytesOf(bodies) + bodies->vertices * 4.0 * 16.0,
                             .store = store};
    gelAddModelItems(bench, &launch.group, &gelVertexCost, vertices, turnsOf(bench, vertices, 1.0),
                     store.load, true);
    gelAddModelLaunches(bench, estimate, 1.0, launch);
    double others =
        gelLaunchMicroseconds * (1.0 - 1.0 / bench->scene.bench.substeps); // a substep has its share
    estimate->parts[partLaunches] -= others;
    estimate->time -= others;
    estimate->launches = 1.0;
}

// One launch per phase. All copy the vertices of a tile, found by a list, to local memory and back; the first
// also ends a substep and begins the next. After the last substep a frame ends with one launch more.
static void modelTiles(const gelModel* bench, gelModelEstimate* estimate)
{
    gelModelStore store = gelModelStoreOf(bench, bench->scene.sharedTableBytes);
    gelModelCost copy = {.arity = 1, .instructions = 40, .chain = 2 * (int)store.load};
    for (int p = 0; p < bench->scene.phaseCount; p++) {
        const gelModelPhase* phase = &bench->scene.phases[p];
        double vertices = phase->vertices / phase->tiles, turns = turnsOf(bench, vertices, 1.0);
        gelModelLaunch launch = {.group = sweepOf(bench, phase, store.load),
                                 .groups = phase->tiles,
                                 .resident = gelResidentGroups(bench, tilesRegisters, 16.0 * phase->largest),
                                 .longest = phase->largest / vertices,
                                 .bytes = tableBytesOf(phase) + phase->vertices * 2.0 * (4.0 + 16.0),
                                 .store = store};
        gelAddModelItems(bench, &launch.group, &copy, vertices, turns, store.load, true);
        if (p == 0) {
            gelAddModelItems(bench, &launch.group, &gelVertexCost, vertices, turns, store.load, true);
            launch.bytes += phase->vertices * 4.0 * 16.0;
        }
        gelAddModelLaunches(bench, estimate, 1.0, launch);
    }
    estimate->launches = bench->scene.phaseCount * bench->scene.bench.substeps + 1.0;
}

// -- From scenes to phases.

static void addPhase(gelModelPhase* sum, const gelPhaseInfo* info)
{
    sum->tiles += info->tileCount;
    sum->vertices += info->vertexCount;
    sum->largest = fmax(sum->largest, info->largestTile);
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        sum->constraints[kind] += info->constraintCounts[kind];
        sum->colours[kind] = fmax(sum->colours[kind], info->colourCounts[kind]);
    }
}

static void addBody(gelModelScene* scene, const gelPhaseInfo* infos, int count, bool shares)
{
    double bytes = 0.0;
    for (int p = 0; p < count; p++) {
        gelModelPhase phase = {0};
        addPhase(&phase, &infos[p]);
        addPhase(&scene->phases[p], &infos[p]);
        bytes += tableBytesOf(&phase);
        for (int kind = 0; kind < gel_constraintKindCount; kind++) {
            scene->bodies.constraints[kind] += phase.constraints[kind];
            scene->bodies.colours[kind] += phase.tiles * phase.colours[kind];
        }
    }
    scene->phaseCount = count > scene->phaseCount ? count : scene->phaseCount;
    scene->bodies.vertices += infos[0].vertexCount; // the first phase has all
    scene->bodies.largest = fmax(scene->bodies.largest, infos[0].vertexCount);
    scene->tableBytes += bytes;
    scene->sharedTableBytes += shares ? 0.0 : bytes;
}

// Bodies with the phases of the one before are taken to be equal to it, and to share its tables.
static gelStatus readBodies(gelWorld* world, gelModelScene* scene)
{
    gelPhaseInfo infos[2][maxPhases] = {0};
    int counts[2] = {0, 0}, bodyCount = gelWorld_GetBodyCount(world);
    for (int b = 0; b < bodyCount; b++) {
        int now = b % 2;
        gelStatus status =
            gelBody_GetPhases(world, gelWorld_GetBody(world, b), infos[now], maxPhases, &counts[now]);
        if (status != gel_success)
            return status;
        counts[now] = counts[now] < maxPhases ? counts[now] : maxPhases;
        bool shares =
            counts[0] == counts[1] && memcmp(infos[0], infos[1], (size_t)counts[0] * sizeof infos[0][0]) == 0;
        addBody(scene, infos[now], counts[now], shares);
    }
    scene->bodies.tiles = bodyCount;
    for (int kind = 0; kind < gel_constraintKindCount; kind++)
        scene->bodies.colours[kind] /= bodyCount;
    return gel_success;
}

static int readScene(gelModel* bench)
{
    gelModelScene* scene = &bench->scene;
    gelScene* loaded;
    gelWorld* world = NULL;
    gelWorldDef def;
    char reason[gel_reasonSize];
    int code = gelOpenScene(bench->output, scene->bench.path, 1.0, &bench->settings->setup.set, &loaded);
    if (code != gel_exitDone)
        return code;
    snprintf(scene->bench.name, sizeof scene->bench.name, "%s", gelScene_GetName(loaded));
    scene->bench.timeStep = (double)gelScene_GetTimeStep(loaded);
    gelStatus status =
        gelOpenContender(bench->settings, loaded, &gelContenders[gel_yardstick], &def, &world, reason);
    if (status == gel_success)
        status = gelWorld_GetCounters(world, &scene->bench.counters);
    if (status == gel_success && scene->bench.counters.tetCount > 0)
        status = readBodies(world, scene);
    scene->bench.substeps = def.substepCount;
    scene->bench.ground = def.ground.enabled;
    gelDestroyWorld(world);
    gelDestroyScene(loaded);
    if (status != gel_success)
        return gelReportStatus(bench->output, status, gel_activityInput);
    if (scene->bench.counters.tetCount == 0)
        return gelReportError(bench->output, gel_exitInput, "%s: the scene has no tets", scene->bench.path);
    return gel_exitDone;
}

// -- Report.

static double nanoseconds(const gelModel* bench, const gelModelEstimate* estimate)
{
    return estimate->time * 1e3 / gelBenchConstraints(&bench->scene.bench);
}

static cJSON* estimateToJson(const gelModel* bench, const gelModelEstimate* estimate)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "key", estimate->key);
    if (estimate->reason[0] != '\0') {
        cJSON_AddStringToObject(object, "reason", estimate->reason);
        return object;
    }
    cJSON_AddNumberToObject(object, "launches_per_frame", estimate->launches);
    cJSON_AddNumberToObject(object, "modelled_us_per_substep", estimate->time);
    cJSON_AddNumberToObject(object, "modelled_ns_per_constraint", nanoseconds(bench, estimate));
    cJSON* parts = cJSON_AddObjectToObject(object, "parts_us");
    for (int i = 0; i < partCount; i++)
        cJSON_AddNumberToObject(parts, partNames[i], estimate->parts[i]);
    return object;
}

static void printScene(const gelModel* bench)
{
    const gelOutput* output = bench->output;
    putchar('\n');
    gelPrintBenchHeading(output, &bench->scene.bench);
    printf("%s  %-9s", gelInkText(output, gel_inkDim), "us");
    for (int i = 0; i < partCount; i++)
        printf("%8s", partNames[i]);
    printf("%9s%7s%s\n", "substep", "ns", gelInkText(output, gel_inkPlain));
    for (int k = 0; k < strategyCount; k++) {
        const gelModelEstimate* estimate = &bench->estimates[k];
        printf("  %-9s", estimate->key);
        for (int i = 0; i < partCount && estimate->reason[0] == '\0'; i++)
            printf("%8s", GEL_THREE_DIGITS(estimate->parts[i]));
        if (estimate->reason[0] == '\0')
            printf("%9s%7s\n", GEL_THREE_DIGITS(estimate->time),
                   GEL_THREE_DIGITS(nanoseconds(bench, estimate)));
        else
            printf("  %s\n", estimate->reason);
    }
}

static int modelScene(gelModel* bench, const gelBenchCase* listed)
{
    bench->scene = (gelModelScene){.bench = *listed};
    int code = readScene(bench);
    if (code != gel_exitDone)
        return code;
    bench->estimates[0] = (gelModelEstimate){.key = "perColour"};
    bench->estimates[1] = (gelModelEstimate){.key = "body"};
    bench->estimates[2] = (gelModelEstimate){.key = "tiles"};
    modelGrid(bench, &bench->estimates[0]);
    modelBody(bench, &bench->estimates[1]);
    modelTiles(bench, &bench->estimates[2]);
    bench->estimates[3] = (gelModelEstimate){.key = "twoLevel"};
    gelModelTwoLevel(bench, &bench->estimates[3]);
    if (!bench->output->json) {
        printScene(bench);
        return code;
    }
    cJSON* object = gelBenchCaseToJson(&bench->scene.bench);
    cJSON_AddNumberToObject(object, "phases", bench->scene.phaseCount);
    cJSON* list = cJSON_AddArrayToObject(object, "strategies");
    for (int k = 0; k < strategyCount; k++)
        cJSON_AddItemToArray(list, estimateToJson(bench, &bench->estimates[k]));
    cJSON_AddItemToArray(bench->scenes, object);
    return code;
}

static const gelModelDevice* findDevice(gelOutput* output, const char* key)
{
    char known[256] = "";
    for (int i = 0; i < deviceCount; i++) {
        if (strcmp(devices[i].key, key) == 0)
            return &devices[i];
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i > 0 ? ", " : "",
                 devices[i].key);
    }
    gelReportError(output, gel_exitUsage, "--model: there is no model of \"%s\", only of %s", key, known);
    return NULL;
}

static void printIntroduction(const gelModel* bench)
{
    char text[256];
    snprintf(text, sizeof text,
             "A model of an %s, not a measurement: the microseconds of a substep, computed from counts and "
             "latencies, with %d work-items per work-group.",
             bench->device->text, bench->groupSize);
    gelPrintWrapped(text, 0);
    gelPrintWrapped(
        "Ignored: the host, goals, recorded launches, first-level caches, whole sectors of gathers, tiles "
        "of unequal sizes, and the driver's compiler.",
        0);
    gelPrintWrapped(
        "A launch costs its fixed cost, then its bytes or the work in its groups, whichever is longer; "
        "that work is the longest of chains, issue and local memory, and then barriers. ns: per constraint. The "
        "first rows are XPBD's strategies; the last is the two-level solver for all bodies, with one cycle.",
        0);
}

int gelBenchModel(gelOutput* output, const gelBenchSettings* settings)
{
    gelModel bench = {.output = output, .settings = settings, .device = findDevice(output, settings->model)};
    gelBenchCases list = {0};
    if (bench.device == NULL)
        return gel_exitUsage;
    bench.groupSize = settings->setup.workGroupSize > 0 ? settings->setup.workGroupSize : usualGroup;
    int max = warp * gelWarpsOfRegisters(tilesRegisters);
    if (bench.groupSize > max)
        return gelReportError(output, gel_exitUsage,
                              "--work-group: the registers of the kernels allow %d work-items, found %d", max,
                              bench.groupSize);
    bench.scenes = output->json ? cJSON_CreateArray() : NULL;
    int code = gelListBenchCases(output, settings, false, false, &list);
    if (code == gel_exitDone && !output->json)
        printIntroduction(&bench);
    for (int i = 0; i < list.count && code == gel_exitDone; i++)
        code = modelScene(&bench, &list.cases[i]);
    gelFreeBenchCases(&list);
    if (!output->json || code != gel_exitDone) {
        cJSON_Delete(bench.scenes);
        return code;
    }
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "model", bench.device->text);
    cJSON_AddBoolToObject(object, "measured", false);
    cJSON_AddNumberToObject(object, "work_group", bench.groupSize);
    cJSON_AddItemToObject(object, "scenes", bench.scenes);
    return gelPrintJson(output, object, code);
}
