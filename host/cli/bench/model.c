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
#include "bench/case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Device {
    const char *key, *text;
    int processors;                             // multiprocessors
    double clock;                               // GHz
    double memory, cache;                       // bandwidth, GB/s
    double cacheSize;                           // bytes that the second-level cache holds
    int localSize;                              // bytes of local memory of a multiprocessor
    int loadCycles;                             // latency of a load that the first-level cache holds
    int cacheCycles, memoryCycles, localCycles; // of the second level, of memory, of local memory
} Device;

// Multiprocessors, clock (boost), memory: NVIDIA's data sheets of the SXM modules; the clock of the H100
// follows from its 67 TFLOPS. Sizes: CUDA C++ Programming Guide, compute capabilities 8.0 and 9.0. Bandwidth
// of the cache: 5,120 bytes in a cycle, NVIDIA A100 white paper; taken to be the same for the H100.
// Latencies: Luo et al.: Benchmarking and Dissecting the Nvidia Hopper GPU Architecture via
// Microbenchmarking, 2024.
static const Device devices[] = {
    {"nvidia-a100", "NVIDIA A100 SXM, 80 GB", 108, 1.41, 2039.0, 5120 * 1.41, 40e6, 164 * 1024, 38, 262, 466,
     29},
    {"nvidia-h100", "NVIDIA H100 SXM, 80 GB", 132, 1.98, 3350.0, 5120 * 1.98, 50e6, 228 * 1024, 41, 263, 479,
     29},
};

enum {
    deviceCount = sizeof devices / sizeof devices[0],
    warp = 32,
    usualGroup = 256, // work-items of a work-group: the rule for GPUs
    // Limits of both devices; CUDA C++ Programming Guide.
    registersHeld = 65536, // of a multiprocessor
    warpsHeld = 64,
    groupsHeld = 32,
    localPerGroup = 1024,     // reserved, besides what the group asks for
    largestLocal = 48 * 1024, // that NVIDIA's OpenCL gives a work-group
    warpsIssued = 4,          // instructions in a cycle, one per scheduler
    localPerCycle = 128,      // bytes: 32 banks of 4
    // Assumptions.
    barrierCycles = 30, // with all warps of a group at about the same place
    rangeLoads = 3,     // one after another, by which a work-item finds its part of a colour
};
static const double launchMicroseconds = 4.0; // assumption: from the end of a kernel to the start of the next
// Turns that local memory takes for one: tests/bench/bench_banks.c counts them.
static const double bankConflicts = 2.5;

// The cost of a constraint. Instructions: those of the loop in step_tiles that clang makes for
// NVIDIA, with ten for a division and nine for a square root. Chain, in cycles: the operations that
// wait for each other, four each, 60 for a division, 50 for a square root, and 41 for an offset
// that is read again before the last store. The numbers of both bending models, of neo-Hookean tets
// and of a vertex are rough.
typedef struct Cost {
    int arity, tableBytes, instructions, chain;
} Cost;
static const Cost costs[gel_constraintKindCount] = {
    [gel_distanceConstraint] = {2, 16, 75, 200},   [gel_volumeConstraint] = {4, 24, 170, 180},
    [gel_bendingConstraint] = {4, 24, 340, 560},   [gel_neoHookeanConstraint] = {4, 52, 370, 320},
    [gel_rodConstraint] = {3, 28, 110, 260},       [gel_tensionConstraint] = {2, 20, 80, 200},
    [gel_isometricConstraint] = {4, 36, 170, 240},
};
static const Cost vertexCost = {1, 0, 250, 260}; // the end of a substep and the beginning of the next

// Registers, from scripts/gpu_report.sh.
enum { gridRegisters = 51, bodyRegisters = 79, tilesRegisters = 80 };

// A phase of the tiles of all bodies.
typedef struct Phase {
    double tiles, vertices, largest; // `largest`: vertices of the largest tile
    double constraints[gel_constraintKindCount], colours[gel_constraintKindCount]; // colours of a tile
} Phase;

enum { maxPhases = 32, strategyCount = 3 };
typedef struct Scene {
    gelBenchCase bench;
    Phase phases[maxPhases];
    int phaseCount;
    Phase bodies; // each body a tile, with the colours of all its tiles one after another
    double tableBytes, sharedTableBytes; // of all bodies; where equal bodies share
} Scene;

enum { partLaunches, partBytes, partChains, partIssue, partLocal, partBarriers, partCount };
// They overlap, as above.
static const char* const partNames[partCount] = {"launches", "bytes", "chains", "issue", "local", "barriers"};

typedef struct Estimate {
    const char* key;
    char reason[96];         // why there is none; otherwise empty
    double launches;         // of a frame
    double parts[partCount]; // of a substep, us
    double time;             // us
} Estimate;

// Where tables and vertices come from.
typedef struct Store {
    double bandwidth, load; // GB/s; cycles until a number is there
} Store;

// The work of a work-group in a launch.
typedef struct Group {
    double chain;        // cycles of the work-item with most turns
    double instructions; // of all warps
    double localBytes;
    double barriers; // cycles
} Group;

typedef struct Launch {
    Group group;
    double groups, resident; // of the launch; of a multiprocessor at once
    double longest;          // chain of the longest, relative to the others
    double bytes;
    Store store;
} Launch;

typedef struct Bench {
    gelOutput* output;
    const gelBenchSettings* settings;
    const Device* device;
    int groupSize;
    Scene scene;
    Estimate estimates[strategyCount];
    cJSON* scenes; // NULL without --json
} Bench;

// -- From work to time.

// Registers are handed out by warp, in units of 256.
static int warpsOfRegisters(int registers)
{
    return registersHeld / ((warp * registers + 255) / 256 * 256);
}

// Work-groups that a multiprocessor holds at once.
static double residentGroups(const Bench* bench, int registers, double localBytes)
{
    double warps = ceil((double)bench->groupSize / warp);
    double held = fmin(groupsHeld, fmin(warpsHeld, warpsOfRegisters(registers)) / warps);
    if (localBytes > 0.0)
        held = fmin(held, bench->device->localSize / (localBytes + localPerGroup));
    return fmax(floor(held), 1.0);
}

// The second-level cache where all that a substep touches fits it, memory otherwise.
static Store storeOf(const Bench* bench, double tableBytes)
{
    const Device* device = bench->device;
    double vertexBytes =
        3.0 * 16.0 * bench->scene.bench.counters.vertexCount; // position, predicted, velocity
    return tableBytes + vertexBytes <= device->cacheSize ? (Store){device->cache, device->cacheCycles}
                                                         : (Store){device->memory, device->memoryCycles};
}

// Adds `count` equal launches.
static void addLaunches(const Bench* bench, Estimate* estimate, double count, Launch launch)
{
    const Device* device = bench->device;
    const Group* group = &launch.group;
    double cycle = 1e-3 / device->clock;                    // us
    double each = ceil(launch.groups / device->processors); // work-groups of a multiprocessor
    double waves = ceil(each / launch.resident);
    double parts[partCount] = {
        [partLaunches] = launchMicroseconds,
        [partBytes] = launch.bytes / launch.store.bandwidth * 1e-3,
        [partChains] = (waves - 1.0 + launch.longest) * group->chain * cycle,
        [partIssue] = each * group->instructions / warpsIssued * cycle,
        [partLocal] = each * group->localBytes / localPerCycle * bankConflicts * cycle,
        [partBarriers] = waves * group->barriers * cycle,
    };
    double inGroups = fmax(parts[partChains], fmax(parts[partIssue], parts[partLocal])) + parts[partBarriers];
    for (int i = 0; i < partCount; i++)
        estimate->parts[i] += count * parts[i];
    estimate->time += count * (launchMicroseconds + fmax(parts[partBytes], inGroups));
}

// -- From strategies to work.

// Turns of the work-items of a group. Colours differ in size: the last turn of each is half full on average.
static double turnsOf(const Bench* bench, double items, double colours)
{
    return fmax(colours, items / bench->groupSize + 0.5 * colours);
}

// `load`: cycles until a number of a table is there; and until a vertex is, unless they are in local memory.
static void addItems(const Bench* bench, Group* group, const Cost* cost, double items, double turns,
                     double load, bool isLocal)
{
    double vertexLoad = isLocal ? bench->device->localCycles : load;
    group->chain += turns * (load + vertexLoad + cost->chain);
    group->instructions += items / warp * cost->instructions;
    group->localBytes += isLocal ? items * cost->arity * 2 * 16 : 0.0;
}

// The work of a mean tile: each colour ends with a barrier, and the next begins by finding its range.
static Group sweepOf(const Bench* bench, const Phase* phase, double load)
{
    Group group = {0};
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        double items = phase->constraints[kind] / phase->tiles;
        addItems(bench, &group, &costs[kind], items, turnsOf(bench, items, phase->colours[kind]), load, true);
        group.barriers += phase->colours[kind] * (barrierCycles + rangeLoads * bench->device->loadCycles);
    }
    return group;
}

static double tableBytesOf(const Phase* phase)
{
    double bytes = 0.0;
    for (int kind = 0; kind < gel_constraintKindCount; kind++)
        bytes += phase->constraints[kind] * costs[kind].tableBytes;
    return bytes;
}

// Launches with a work-item per constraint or vertex, whose vertices come from memory.
static void addItemLaunches(const Bench* bench, Estimate* estimate, double count, double items,
                            const Cost* cost, double bytes, Store store)
{
    Launch launch = {.groups = ceil(items / bench->groupSize),
                     .resident = residentGroups(bench, gridRegisters, 0.0),
                     .longest = 1.0,
                     .bytes = bytes,
                     .store = store};
    addItems(bench, &launch.group, cost, bench->groupSize, 1.0, store.load, false);
    addLaunches(bench, estimate, count, launch);
    estimate->launches += count * bench->scene.bench.substeps;
}

// One launch per colour of all bodies, then three over the vertices: integration, ground, velocity.
static void modelGrid(const Bench* bench, Estimate* estimate)
{
    const gelBenchCase* scene = &bench->scene.bench;
    Store store = storeOf(bench, bench->scene.tableBytes);
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        double colours = scene->counters.colourCounts[kind];
        if (colours == 0.0)
            continue;
        double items = scene->counters.constraintCounts[kind] / colours;
        double bytes = items * (costs[kind].tableBytes + 2.0 * 16.0 * costs[kind].arity);
        addItemLaunches(bench, estimate, colours, items, &costs[kind], bytes, store);
    }
    double stages = scene->ground ? 3.0 : 2.0, vertices = scene->counters.vertexCount;
    double bytes = vertices * (scene->ground ? 224.0 : 144.0) / stages; // case.c counts them
    addItemLaunches(bench, estimate, stages, vertices, &vertexCost, bytes, store);
}

// One launch per frame: a work-group takes all substeps of a body. Each reads and writes predicted positions
// and velocities.
static void modelBody(const Bench* bench, Estimate* estimate)
{
    const Phase* bodies = &bench->scene.bodies;
    if (16.0 * bodies->largest > largestLocal) {
        snprintf(estimate->reason, sizeof estimate->reason, "%s vertices do not fit %d KiB of local memory",
                 GEL_GROUPED((int64_t)bodies->largest), largestLocal / 1024);
        return;
    }
    Store store = storeOf(bench, bench->scene.sharedTableBytes);
    double vertices = bodies->vertices / bodies->tiles;
    Launch launch = {.group = sweepOf(bench, bodies, store.load),
                     .groups = bodies->tiles,
                     .resident = residentGroups(bench, bodyRegisters, 16.0 * bodies->largest),
                     .longest = bodies->largest / vertices,
                     .bytes = tableBytesOf(bodies) + bodies->vertices * 4.0 * 16.0,
                     .store = store};
    addItems(bench, &launch.group, &vertexCost, vertices, turnsOf(bench, vertices, 1.0), store.load, true);
    addLaunches(bench, estimate, 1.0, launch);
    double others = launchMicroseconds * (1.0 - 1.0 / bench->scene.bench.substeps); // a substep has its share
    estimate->parts[partLaunches] -= others;
    estimate->time -= others;
    estimate->launches = 1.0;
}

// One launch per phase. All copy the vertices of a tile, found by a list, to local memory and back; the first
// also ends a substep and begins the next. After the last substep a frame ends with one launch more.
static void modelTiles(const Bench* bench, Estimate* estimate)
{
    Store store = storeOf(bench, bench->scene.sharedTableBytes);
    Cost copy = {.arity = 1, .instructions = 40, .chain = 2 * (int)store.load};
    for (int p = 0; p < bench->scene.phaseCount; p++) {
        const Phase* phase = &bench->scene.phases[p];
        double vertices = phase->vertices / phase->tiles, turns = turnsOf(bench, vertices, 1.0);
        Launch launch = {.group = sweepOf(bench, phase, store.load),
                         .groups = phase->tiles,
                         .resident = residentGroups(bench, tilesRegisters, 16.0 * phase->largest),
                         .longest = phase->largest / vertices,
                         .bytes = tableBytesOf(phase) + phase->vertices * 2.0 * (4.0 + 16.0),
                         .store = store};
        addItems(bench, &launch.group, &copy, vertices, turns, store.load, true);
        if (p == 0) {
            addItems(bench, &launch.group, &vertexCost, vertices, turns, store.load, true);
            launch.bytes += phase->vertices * 4.0 * 16.0;
        }
        addLaunches(bench, estimate, 1.0, launch);
    }
    estimate->launches = bench->scene.phaseCount * bench->scene.bench.substeps + 1.0;
}

// -- From scenes to phases.

static void addPhase(Phase* sum, const gelPhaseInfo* info)
{
    sum->tiles += info->tileCount;
    sum->vertices += info->vertexCount;
    sum->largest = fmax(sum->largest, info->largestTile);
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        sum->constraints[kind] += info->constraintCounts[kind];
        sum->colours[kind] = fmax(sum->colours[kind], info->colourCounts[kind]);
    }
}

static void addBody(Scene* scene, const gelPhaseInfo* infos, int count, bool shares)
{
    double bytes = 0.0;
    for (int p = 0; p < count; p++) {
        Phase phase = {0};
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
static gelStatus readBodies(gelWorld* world, Scene* scene)
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

static int readScene(Bench* bench)
{
    Scene* scene = &bench->scene;
    gelScene* loaded;
    gelWorld* world = NULL;
    gelWorldDef def;
    char reason[gel_reasonSize];
    gelStatus status = gelLoadScene(scene->bench.path, &loaded);
    if (status != gel_success)
        return gelReportStatus(bench->output, status, gel_activityInput);
    snprintf(scene->bench.name, sizeof scene->bench.name, "%s", gelScene_GetName(loaded));
    scene->bench.timeStep = (double)gelScene_GetTimeStep(loaded);
    status = gelOpenContender(bench->settings, loaded, &gelContenders[gel_yardstick], &def, &world, reason);
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

static double nanoseconds(const Bench* bench, const Estimate* estimate)
{
    return estimate->time * 1e3 / gelBenchConstraints(&bench->scene.bench);
}

static cJSON* estimateToJson(const Bench* bench, const Estimate* estimate)
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

static void printScene(const Bench* bench)
{
    const gelOutput* output = bench->output;
    putchar('\n');
    gelPrintBenchHeading(output, &bench->scene.bench);
    printf("%s  %-9s", gelInkText(output, gel_inkDim), "us");
    for (int i = 0; i < partCount; i++)
        printf("%8s", partNames[i]);
    printf("%9s%7s%s\n", "substep", "ns", gelInkText(output, gel_inkPlain));
    for (int k = 0; k < strategyCount; k++) {
        const Estimate* estimate = &bench->estimates[k];
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

static int modelScene(Bench* bench, const gelBenchCase* listed)
{
    bench->scene = (Scene){.bench = *listed};
    int code = readScene(bench);
    if (code != gel_exitDone)
        return code;
    bench->estimates[0] = (Estimate){.key = "perColour"};
    bench->estimates[1] = (Estimate){.key = "body"};
    bench->estimates[2] = (Estimate){.key = "tiles"};
    modelGrid(bench, &bench->estimates[0]);
    modelBody(bench, &bench->estimates[1]);
    modelTiles(bench, &bench->estimates[2]);
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

static const Device* findDevice(gelOutput* output, const char* key)
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

static void printIntroduction(const Bench* bench)
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
        "that work is the longest of chains, issue and local memory, and then barriers. ns: per constraint.",
        0);
}

int gelBenchModel(gelOutput* output, const gelBenchSettings* settings)
{
    Bench bench = {.output = output, .settings = settings, .device = findDevice(output, settings->model)};
    gelBenchCases list = {0};
    if (bench.device == NULL)
        return gel_exitUsage;
    bench.groupSize = settings->setup.workGroupSize > 0 ? settings->setup.workGroupSize : usualGroup;
    int max = warp * warpsOfRegisters(tilesRegisters);
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
