// Calls on a world with something of everything, of which an allocation fails: nothing crashes or leaks, the world is as it
// was before, and what is tried again gives the bits of a run in which nothing failed.
//
// Tries some allocations of each call. GEL_TEST_FAULTS=all tries every single one on the reference, and a hundred of each
// call on a device, for an hour.
#pragma once
#define _XOPEN_SOURCE 700
#include "support/fixtures.h"

#include "base/core.h"
#include "replay/snapshot_file.h"
#include "support/failing_memory.h"
#include "support/folder.h"
#include "support/full_scene.h"

enum { warmUp = 4, moreFrames = 2, maxVertices = 512 };

// The folder of one test, since several run at a time.
#define FOLDER GEL_SCRATCH "/" TEST_SUBJECT
static const char scenePath[] = FOLDER "/scene.json", statePath[] = FOLDER "/at.gel-state";

typedef struct Stage {
    gelScene* scene; // of all stages
    gelWorld* world;
    gelPlayer* player;
    gelProbes* probes;
    gelSnapshot* past; // of an earlier frame
    const gelWorldDef* def;
    uint64_t extra; // of what a call returned
} Stage;

// A call to make fail. It returns gel_success only if it did all that it does, and leaves nothing but the world.
typedef struct Action {
    const char* name;
    gelStatus (*run)(Stage* stage);
    bool isOfDevice; // allocates most on a device
    bool hasParts; // several calls, or steps: obstacles may have set out and some of it be done when it fails
} Action;

#define ACTION(function)                                                                                     \
    {                                                                                                        \
#function, function, false, false                                                                    \
    }
#define ACTION_OF_PARTS(function)                                                                            \
    {                                                                                                        \
#function, function, false, true                                                                     \
    }
#define DEVICE_ACTION(function)                                                                              \
    {                                                                                                        \
#function, function, true, true                                                                      \
    }

static inline gelBodyId bodyOf(const Stage* stage, int index)
{
    return gelWorld_GetBody(stage->world, index);
}

static inline void play(Stage* stage, int frames)
{
    for (int i = 0; i < frames; i++) {
        REQUIRE(gelPlayer_BeginFrame(stage->player));
        REQUIRE(gelWorld_Step(stage->world, 1.0f / 60.0f));
    }
}

// At the same frame as `from`, with nothing kept but its state.
static inline Stage copyStage(const Stage* from)
{
    Stage stage = {.scene = from->scene, .def = from->def};
    REQUIRE(gelCloneWorld(from->world, from->def, &stage.world));
    REQUIRE(gelClonePlayer(from->player, stage.world, &stage.player));
    REQUIRE(gelTakeSnapshot(stage.world, NULL, &stage.past));
    return stage;
}

static inline void closeCopy(Stage* stage)
{
    gelDestroySnapshot(stage->past);
    gelDestroyPlayer(stage->player);
    gelDestroyWorld(stage->world);
}

// Returns the hash of the soft bodies alone: obstacles may have moved already when a step fails.
static inline uint64_t hashSoft(const Stage* stage)
{
    static float xyz[2][3 * maxVertices];
    uint64_t hash = 1;
    for (int b = 0; b < gelWorld_GetBodyCount(stage->world); b++) {
        gelBodyId id = bodyOf(stage, b);
        if (gelObstacle_GetSurface(stage->world, id) != NULL)
            continue;
        REQUIRE(gelBody_ReadPositions(stage->world, id, xyz[0], maxVertices));
        REQUIRE(gelBody_ReadVelocities(stage->world, id, xyz[1], maxVertices));
        hash = gelHashBytes(hash, xyz, sizeof xyz);
    }
    return hash;
}

// Returns the hash of all that later frames depend on.
static inline uint64_t hashWhole(const Stage* stage)
{
    gelArchive archive = {0};
    REQUIRE(gelPackSnapshot(&archive, stage->world, stage->player));
    uint64_t hash = gelHashBytes(1, archive.bytes, archive.size);
    gelFree(archive.bytes);
    return hash;
}

typedef struct Trial {
    const char* variant;
    const Action* action;
    int calls, tried, failed;
} Trial;

// `at` 0: nothing fails. Returns the hash some frames later.
static inline uint64_t disturb(Trial* trial, const Stage* start, int at)
{
    const Action* action = trial->action;
    int living = livingBlocks;
    Stage stage = copyStage(start);
    uint64_t (*hashOf)(const Stage*) = action->hasParts ? hashSoft : hashWhole;
    uint64_t before = hashOf(&stage);
    int bodies = gelWorld_GetBodyCount(stage.world);
    gelFail(gel_success, "%s", "");
    armMemory(at);
    gelStatus status = action->run(&stage);
    trial->calls = at == 0 ? askedFor : trial->calls;
    armMemory(0);
    if (at > 0 && status != gel_success) {
        trial->failed++;
        CHECK(status == gel_outOfMemory && strstr(gelLastError(), "memory") != NULL,
              "%s: %s, allocation %d: status %d, %s", trial->variant, action->name, at, (int)status,
              gelLastError());
        uint64_t after = hashOf(&stage);
        CHECK(after == before && gelWorld_GetBodyCount(stage.world) == bodies,
              "%s: %s, allocation %d: %016llx, before %016llx; %d bodies, before %d", trial->variant,
              action->name, at, (unsigned long long)after, (unsigned long long)before,
              gelWorld_GetBodyCount(stage.world), bodies);
        status = action->run(&stage);
    }
    trial->tried += at > 0;
    CHECK(status == gel_success, "%s: %s after allocation %d: %s", trial->variant, action->name, at,
          gelLastError());
    uint64_t hash = status == gel_success ? stage.extra : 0;
    if (status == gel_success) {
        play(&stage, moreFrames);
        hash ^= gelWorld_Hash(stage.world);
    }
    closeCopy(&stage);
    CHECK(livingBlocks == living, "%s: %s, allocation %d: %d blocks leaked", trial->variant, action->name, at,
          livingBlocks - living);
    return hash;
}

typedef struct Variant {
    const char* name;
    gelConstraintOrder order;
    int samples; // of each call; 0: every allocation
} Variant;

static inline void disturbAll(const Variant* variant, const Stage* start, const Action* actions, int count)
{
    for (int i = 0; i < count; i++) {
        if (start->def->backend == gel_opencl && !actions[i].isOfDevice && !triesAll())
            continue;
        Trial trial = {.variant = variant->name, .action = &actions[i]};
        uint64_t expected = disturb(&trial, start, 0);
        for (int at = 1; at <= trial.calls;
             at = nextToFail(at, trial.calls, variant->samples > 0 ? variant->samples : trial.calls)) {
            uint64_t hash = disturb(&trial, start, at);
            CHECK(hash == expected, "%s: %s, allocation %d: %016llx, undisturbed %016llx", variant->name,
                  actions[i].name, at, (unsigned long long)hash, (unsigned long long)expected);
        }
        printf("  %-11s %-17s %5d allocations, %5d failed, %5d told\n", variant->name, actions[i].name,
               trial.calls, trial.tried, trial.failed);
    }
}

static inline void disturbVariant(const Variant* variant, const gelWorldDef* backend, const Action* actions,
                                  int count)
{
    gelWorldDef base = *backend;
    Stage stage = {.def = &base};
    useFailingMemory(true);
    livingBlocks = 0;
    emptyFolder(FOLDER);
    writeFullScene(FOLDER, scenePath);
    REQUIRE(gelLoadScene(scenePath, &stage.scene));
    gelWorldDef def = gelScene_GetWorldDef(stage.scene);
    def.backend = base.backend;
    def.device = base.device;
    def.strategy = base.strategy;
    def.order = base.order = variant->order;
    REQUIRE(gelCreateWorld(&def, &stage.world));
    REQUIRE(gelScene_CreateBodies(stage.scene, stage.world));
    REQUIRE(gelCreatePlayer(stage.scene, stage.world, &stage.player));
    play(&stage, warmUp);
    REQUIRE(gelWriteSnapshot(statePath, stage.world, stage.player, "notes", 5));
    disturbAll(variant, &stage, actions, count);
    closeCopy(&stage);
    gelDestroyScene(stage.scene);
    CHECK_INT(livingBlocks, 0);
    useFailingMemory(false);
}

static inline void disturbReference(const Action* actions, int count)
{
    Backends backends = listBackends();
    const Variant variants[] = {
        {"reference", gel_colourOrder, triesAll() ? 0 : 5},
        {"Jacobi", gel_jacobiOrder, 0},
    };
    for (int i = 0; i < (triesAll() ? 2 : 1); i++)
        disturbVariant(&variants[i], &backends.defs[0], actions, count);
}

// Without GEL_TEST_FAULTS=all only the actions that are of a device.
static inline void disturbDevice(const Action* actions, int count)
{
    Backends backends = listBackends();
    if (backends.count < 2)
        SKIP("no OpenCL device");
    for (gelStrategy strategy = gel_strategyAuto; strategy < (triesAll() ? gel_strategyCount : 1);
         strategy++) {
        Variant variant = {gelStrategyText(strategy), gel_colourOrder, triesAll() ? 100 : 2};
        backends.defs[1].strategy = strategy;
        disturbVariant(&variant, &backends.defs[1], actions, count);
    }
}
