// Random scenes with random input, stepped side by side by two worlds: one on the reference, undisturbed; one that is
// moved between devices, saved, restored, cloned and written to files, and whose calls of OpenCL fail. After each frame
// both must have the same bits, and after each episode nothing of them may be left.
//
// usage: soak SECONDS [SEED [EPISODE]]     from that episode on; 0 SECONDS: only that one, with all that is done
//        soak steps COUNT                 two boxes that rest on each other, on a device: memory must stay as it is
#define _XOPEN_SOURCE 700
#include "support/fault_layer_loaded.h"
#include "support/full_scene.h"
#include "support/eventful_scene.h"
#include "support/fixtures.h"
#include "support/folder.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <time.h>
#include <unistd.h>

enum { mostFrames = 40, mostTries = 6, outOfResources = -5 };

static const char folder[] = GEL_SCRATCH "/soak_files",
                  statePath[] = GEL_SCRATCH "/soak_files/world.gel-state";

static _Atomic int livingBlocks;

// What an episode is made of.
typedef struct Episode {
    uint64_t random;
    int number, frames;
    gelScene* scene;
    gelWorldDef def; // of both worlds, but for the back end
    const char* name;
    bool
        hasOthers; // bodies that came or went by random input: others have the numbers that the scene's input names
} Episode;

typedef struct Side {
    gelWorld* world;
    gelPlayer* player;
    bool isClone; // its player knows nothing of bodies that came and went before, which a file needs
} Side;

// How often what was done.
enum { faulted, lost, moved, travelled, cloned, filed, applied, refused, kindsOfDeed };
static const char* const deedNames[] = {
    "calls failed",          "devices lost", "moves to another back end", "times gone back", "clones",
    "goings-on from a file", "events",       "events refused alike"};
static long deeds[kindsOfDeed], frameCount;
static bool tellsAll; // each deed

static void* countingResize(void* block, size_t size)
{
    void* resized = realloc(block, size);
    livingBlocks += block == NULL && resized != NULL;
    return resized;
}

static void countingFree(void* block)
{
    livingBlocks -= block != NULL;
    free(block);
}

// splitmix64
static uint64_t nextRandom(Episode* episode)
{
    uint64_t z = episode->random += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int choose(Episode* episode, int count)
{
    return (int)(nextRandom(episode) % (uint64_t)count);
}

static float between(Episode* episode, float lower, float upper)
{
    return lower + (upper - lower) * (float)(nextRandom(episode) >> 40) / 16777216.0f;
}

static gelVec3 place(Episode* episode)
{
    return (gelVec3){between(episode, -1, 1), between(episode, 0.1f, 1.5f), between(episode, -1, 1)};
}

static void note(int frame, int deed, int detail)
{
    deeds[deed]++;
    if (tellsAll)
        printf("  frame %d: %s, %d\n", frame, deedNames[deed], detail);
}

// The episode cannot go on. Whoever reads this can repeat it.
static void failAt(const Episode* episode, int frame, const char* what)
{
    printf("FAILED in episode %d (%s), frame %d: %s: %s\n", episode->number, episode->name, frame, what,
           gelLastError());
    exit(1);
}

static void openLayer(void)
{
    gelDeviceInfo device;
    if (!loadLayer(&device))
        SKIP("no OpenCL device, or a loader without layers (pocl-opencl-icd, ocl-icd-libopencl1)");
}

static void openScene(Episode* episode)
{
    static const struct {
        const char *name, *text;
    } scenes[] = {{"full", NULL}, {"steady", steadyScene}, {"eventful", eventfulScene}};
    static const char* const files[] = {"torn_jelly", "chain",  "card_house", "torn_curtain", "clay",
                                        "balloon",    "cage",   "hand",       "rope_bridge",  "cradle",
                                        "pool",       "squash", "press",      "tower"};
    int texts = (int)(sizeof scenes / sizeof *scenes), all = texts + (int)(sizeof files / sizeof *files);
    int which = choose(episode, all);
    char path[1200];
    snprintf(path, sizeof path, "%s/scene.json", folder);
    if (which >= texts)
        snprintf(path, sizeof path, "%s/scenes/%s.json", GEL_ASSETS, files[which - texts]);
    else if (which == 0)
        writeFullScene(folder, path);
    else
        writeText(path, scenes[which].text);
    episode->name = which >= texts ? files[which - texts] : scenes[which].name;
    if (gelLoadScene(path, &episode->scene) != gel_success)
        failAt(episode, 0, "no scene");
}

static void chooseSettings(Episode* episode)
{
    episode->def = gelScene_GetWorldDef(episode->scene);
    episode->def.substepCount = 1 + choose(episode, 6);
    episode->def.compensated = choose(episode, 4) == 0;
    episode->def.sleep = choose(episode, 2) == 0;
    episode->def.order = choose(episode, 4) == 0 ? gel_jacobiOrder : gel_colourOrder;
    episode->frames = 5 + choose(episode, mostFrames - 4);
}

static gelWorldDef defOf(Episode* episode, bool onDevice)
{
    static const gelStrategy strategies[] = {gel_strategyAuto, gel_strategyGrid, gel_strategyBody,
                                             gel_strategyEnsemble, gel_strategyTiles};
    gelWorldDef def = episode->def;
    def.backend = onDevice ? gel_opencl : gel_referenceFloat;
    def.device = 0;
    if (onDevice && def.order == gel_colourOrder)
        def.strategy = strategies[choose(episode, 5)];
    return def;
}

static gelStatus makeSide(const Episode* episode, const gelWorldDef* def, Side* side)
{
    *side = (Side){0};
    gelStatus status = gelCreateWorld(def, &side->world);
    if (status == gel_success)
        status = gelScene_CreateBodies(episode->scene, side->world);
    return status == gel_success ? gelCreatePlayer(episode->scene, side->world, &side->player) : status;
}

static void clearSide(Side* side)
{
    gelDestroyPlayer(side->player);
    gelDestroyWorld(side->world);
    *side = (Side){0};
}

// What a user might do, sensible or not.
static gelEvent inventEvent(Episode* episode, const Side* side)
{
    static const gelEventKind kinds[] = {
        gel_eventGrab,     gel_eventPull,     gel_eventRelease, gel_eventDrop,     gel_eventRemove,
        gel_eventSettings, gel_eventMaterial, gel_eventFlatten, gel_eventScramble, gel_eventWall,
        gel_eventMove,     gel_eventDetach,   gel_eventPaint,   gel_eventField};
    gelEvent event = {.kind = kinds[choose(episode, (int)(sizeof kinds / sizeof *kinds))],
                      .body = choose(episode, gelWorld_GetBodyCount(side->world) + 1),
                      .vertex1 = choose(episode, 3) == 0 ? 1 : 0,
                      .origin = place(episode),
                      .direction = {between(episode, -1, 1), between(episode, -1, 1), 1},
                      .stiffness = between(episode, 100, 5000),
                      .position = place(episode),
                      .settings = gelWorld_GetDef(side->world),
                      .height = between(episode, 0, 0.5f),
                      .seed = choose(episode, 1000),
                      .from = place(episode),
                      .to = place(episode),
                      .across = {0, between(episode, 0.05f, 0.5f), 0},
                      .thickness = between(episode, 0.01f, 0.1f),
                      .attachment = choose(episode, 3),
                      .factor = (gelVertexValue)choose(episode, gel_vertexValueCount),
                      .brush = {place(episode), between(episode, 0.05f, 0.5f), 0.5f, between(episode, 0, 2)},
                      .field = choose(episode, 3),
                      .strength = between(episode, 0, 2)};
    event.settings.gravity.x = between(episode, -2, 2);
    event.settings.substepCount = 1 + choose(episode, 6);
    event.settings.springDamping = choose(episode, 2) == 0 ? 0.0f : between(episode, 0, 0.01f);
    if (gelBody_GetMaterial(side->world, gelWorld_GetBody(side->world, event.body), &event.material) !=
        gel_success)
        event.material = gelDefaultMaterial();
    event.material.youngModulus = between(episode, 1e4f, 1e6f);
    event.material.damping = between(episode, 0, 5);
    return event;
}

static void applyToBoth(Episode* episode, Side sides[2], int frame)
{
    gelEvent event = inventEvent(episode, &sides[0]);
    gelStatus first = gelPlayer_Apply(sides[0].player, &event),
              second = gelPlayer_Apply(sides[1].player, &event);
    if (first != second)
        failAt(episode, frame, "an event is refused by one of both worlds");
    bool comesOrGoes =
        event.kind == gel_eventRemove || event.kind == gel_eventDrop || event.kind == gel_eventWall;
    episode->hasOthers |= first == gel_success && comesOrGoes;
    note(frame, first == gel_success ? applied : refused, event.kind);
}

static gelStatus stepSide(const Side* side)
{
    gelStatus status = gelWorld_Step(side->world, 1.0f / 60.0f);
    return status == gel_success ? gelWorld_Finish(side->world) : status;
}

// What a program does whose step failed: of a device that is lost it opens another from the state before. A step that was
// taken, and only waiting for it failed, is waited for again.
static gelStatus tryAgain(const Side* side, bool isLost, const gelWorldState* state, bool* stepped)
{
    gelStatus status = gel_success;
    if (isLost) {
        *stepped = false;
        status = gelWorld_Reopen(side->world, gel_opencl, 0, state);
    }
    if (status == gel_success && !*stepped) {
        status = gelWorld_Step(side->world, 1.0f / 60.0f);
        *stepped = status == gel_success;
    }
    return status == gel_success ? gelWorld_Finish(side->world) : status;
}

// A call fails somewhere in the step, once or for good.
static void stepWithFault(Episode* episode, const Side* side, int frame)
{
    gelWorldState* state;
    if (gelWorld_SaveState(side->world, &state) != gel_success)
        failAt(episode, frame, "the state is not saved");
    bool isLost = choose(episode, 4) == 0, onDevice = gelWorld_GetDef(side->world).backend == gel_opencl;
    bool stepped = false;
    arm("any", 1 + choose(episode, 150), outOfResources, isLost ? faultStaysUntilListed : 0);
    gelStatus status = tryAgain(side, false, state, &stepped);
    if (status != gel_success)
        note(frame, isLost ? lost : faulted, (int)status);
    for (int i = 0; i < mostTries && status != gel_success; i++)
        status = tryAgain(side, isLost, state, &stepped);
    disarm();
    if (status != gel_success || (onDevice && gelWorld_GetDef(side->world).backend != gel_opencl))
        failAt(episode, frame, "the step fails again and again");
    gelDestroyWorldState(state);
}

static void travel(Episode* episode, Side* side, int frame)
{
    gelWorldState* state;
    gelPlayerState* player;
    if (gelWorld_SaveState(side->world, &state) != gel_success ||
        gelPlayer_SaveState(side->player, &player) != gel_success)
        failAt(episode, frame, "the state is not saved");
    bool begins = true;
    for (int i = choose(episode, 3); i >= 0 && begins; i--) {
        begins = gelPlayer_BeginFrame(side->player) == gel_success;
        if (begins ? stepSide(side) != gel_success : !episode->hasOthers)
            failAt(episode, frame, "there is no going on");
    }
    if (gelWorld_RestoreState(side->world, state) != gel_success)
        failAt(episode, frame, "there is no going back");
    gelPlayer_RestoreState(side->player, player);
    gelPlayer_Forget(side->player);
    gelDestroyWorldState(state);
    gelDestroyPlayerState(player);
    note(frame, travelled, 0);
}

static void moveAway(Episode* episode, const Side* side, int frame)
{
    bool onDevice = gelWorld_GetDef(side->world).backend == gel_opencl;
    if (gelWorld_Reopen(side->world, onDevice ? gel_referenceFloat : gel_opencl, 0, NULL) != gel_success)
        failAt(episode, frame, "the world does not move");
    note(frame, moved, onDevice);
}

static void goOnInClone(Episode* episode, Side* side, int frame)
{
    Side clone;
    gelWorldDef def = defOf(episode, choose(episode, 2) == 0);
    if (gelCloneWorld(side->world, &def, &clone.world) != gel_success ||
        gelClonePlayer(side->player, clone.world, &clone.player) != gel_success)
        failAt(episode, frame, "there is no clone");
    clearSide(side);
    clone.isClone = true;
    *side = clone;
    note(frame, cloned, 0);
}

static void goOnFromFile(Episode* episode, Side* side, int frame)
{
    Side other;
    gelWorldDef def = defOf(episode, choose(episode, 2) == 0);
    if (side->isClone)
        return;
    if (gelWriteState(statePath, side->world, side->player, NULL, 0) != gel_success)
        failAt(episode, frame, "the state is not written");
    clearSide(side);
    if (makeSide(episode, &def, &other) != gel_success ||
        gelReadState(statePath, other.world, other.player, NULL, NULL) != gel_success)
        failAt(episode, frame, "the state is not read");
    *side = other;
    note(frame, filed, 0);
}

static void disturb(Episode* episode, Side* side, int frame)
{
    switch (choose(episode, 12)) {
        case 0:
            travel(episode, side, frame);
            break;
        case 1:
            moveAway(episode, side, frame);
            break;
        case 2:
            goOnInClone(episode, side, frame);
            break;
        case 3:
            goOnFromFile(episode, side, frame);
            break;
    }
}

// Input of the scene may name a body that is gone or of another kind: then neither side begins the frame.
static bool beginFrame(Episode* episode, Side sides[2], int frame)
{
    char refusal[1024] = "";
    gelStatus first = gelPlayer_BeginFrame(sides[0].player);
    if (first != gel_success)
        snprintf(refusal, sizeof refusal, "%s", gelLastError());
    gelStatus second = gelPlayer_BeginFrame(sides[1].player);
    if (first != second || (first != gel_success && strcmp(refusal, gelLastError()) != 0))
        failAt(episode, frame, "a frame begins in one of both worlds");
    if (first != gel_success && !episode->hasOthers)
        failAt(episode, frame, "the frame does not begin");
    return first == gel_success;
}

static bool playFrame(Episode* episode, Side sides[2], int frame)
{
    disturb(episode, &sides[1], frame);
    if (choose(episode, 3) == 0)
        applyToBoth(episode, sides, frame);
    if (!beginFrame(episode, sides, frame))
        return false;
    if (stepSide(&sides[0]) != gel_success)
        failAt(episode, frame, "the reference does not step");
    if (choose(episode, 4) == 0)
        stepWithFault(episode, &sides[1], frame);
    else if (stepSide(&sides[1]) != gel_success)
        failAt(episode, frame, "it does not step");
    if (gelWorld_Hash(sides[0].world) != gelWorld_Hash(sides[1].world))
        failAt(episode, frame, "other bits");
    frameCount++;
    return true;
}

static void play(uint64_t seed, int number)
{
    Episode episode = {.random = seed * 1000003u + (uint64_t)number, .number = number};
    Side sides[2];
    int before = livingBlocks;
    openScene(&episode);
    chooseSettings(&episode);
    for (int s = 0; s < 2; s++) {
        gelWorldDef def = defOf(&episode, s == 1);
        if (makeSide(&episode, &def, &sides[s]) != gel_success)
            failAt(&episode, 0, "no world");
    }
    for (int frame = 1; frame <= episode.frames && playFrame(&episode, sides, frame);)
        frame++;
    for (int s = 0; s < 2; s++)
        clearSide(&sides[s]);
    gelDestroyScene(episode.scene);
    if (countObjects() != 0 || livingBlocks != before) {
        printf("%d objects of OpenCL and %d blocks of memory are left\n", countObjects(),
               livingBlocks - before);
        failAt(&episode, episode.frames, "something is left behind");
    }
}

// Resident memory, MiB, without what is free but kept by malloc, hundreds after a driver has built kernels; 0 where it
// is not told.
static double residentMemory(void)
{
    long pages = 0;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    FILE* file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    if (file != NULL)
        fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1048576.0;
}

static void report(int episodes)
{
    printf("%d episodes, %ld frames", episodes, frameCount);
    for (int i = 0; i < kindsOfDeed; i++)
        printf(", %ld %s", deeds[i], deedNames[i]);
    printf(", %.0f MiB\n", residentMemory());
    fflush(stdout);
}

// The first tenth is for drivers, which keep what they need again.
static int stepOften(long count)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId body;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef box = gelDefaultBodyDef();
    def.device = 0;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < 2; i++) {
        box.position.y = 0.21f * (float)i;
        REQUIRE(gelCreateBody(world, &box, &mesh, &body));
    }
    int blocks = 0;
    double memory = 0.0;
    for (long i = 0; i < count; i++) {
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
        if (i % 1000 == 0)
            REQUIRE(gelWorld_Finish(world));
        if (i == count / 10) {
            memory = residentMemory();
            blocks = livingBlocks;
        }
    }
    double grown = residentMemory() - memory;
    printf("%ld steps: %d blocks, %d more than after a tenth; %.2f MiB, %.2f more\n", count, livingBlocks,
           livingBlocks - blocks, memory + grown, grown);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return livingBlocks != 0 || grown > 1.0;
}

int main(int argc, char** argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 0.0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int first = argc > 3 ? atoi(argv[3]) : 0, episode = first;
    tellsAll = seconds == 0.0;
    gelSetAllocator(countingResize, countingFree);
    openLayer();
    emptyFolder(folder);
    if (argc == 3 && strcmp(argv[1], "steps") == 0)
        return stepOften(atol(argv[2]));
    time_t start = time(NULL), told = start;
    do {
        play(seed, episode++);
        if (time(NULL) - told >= 60) {
            told = time(NULL);
            report(episode - first);
        }
    } while (difftime(time(NULL), start) < seconds);
    report(episode - first);
    return 0;
}
