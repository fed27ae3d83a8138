// Every allocation fails once: nothing crashes or leaks, the world is as it was before, and what is tried again gives
// the bits of a run in which nothing failed.
//
// Tries some allocations of each call. GEL_TEST_FAULTS=all tries every single one on the reference, and a hundred of each
// call on a device, for an hour.
#include "support/fixtures.h"

#include "base/core.h"
#include "support/failing_memory.h"
#include "support/full_scene.h"

enum { warmUp = 4, further = 2, mostVertices = 512 };

static const char scenePath[] = GEL_SCRATCH "/memory_faults.json",
                  statePath[] = GEL_SCRATCH "/memory_faults.gel-state";

typedef struct Stage {
    gelScene* scene; // of all stages
    gelWorld* world;
    gelPlayer* player;
    gelProbes* probes;
    gelWorldState* past; // of an earlier frame
    const gelWorldDef* def;
    uint64_t extra; // of what a call returned
} Stage;

// A call to make fail. It returns gel_success only if it did all that it does, and leaves nothing but the world.
typedef struct Action {
    const char* name;
    gelStatus (*run)(Stage* stage);
    bool isOfDevice; // allocates most on a device
} Action;

static gelBodyId bodyOf(const Stage* stage, int index)
{
    return gelWorld_GetBody(stage->world, index);
}

static gelStatus step(Stage* stage)
{
    return gelWorld_Step(stage->world, 1.0f / 60.0f);
}

static gelStatus beginFrame(Stage* stage)
{
    return gelPlayer_BeginFrame(stage->player);
}

static gelStatus stepStages(Stage* stage)
{
    gelStageInfo done = {0};
    gelStatus status = gel_success;
    for (int i = 0; i < 5 && status == gel_success; i++)
        status = gelWorld_StepStage(stage->world, 1.0f / 60.0f, &done);
    return status;
}

static gelStatus saveState(Stage* stage)
{
    gelWorldState* state;
    gelPlayerState* player = NULL;
    gelStatus status = gelWorld_SaveState(stage->world, &state);
    CHECK((state != NULL) == (status == gel_success), "status %d", (int)status);
    if (status == gel_success)
        status = gelPlayer_SaveState(stage->player, &player);
    CHECK((player != NULL) == (status == gel_success), "status %d", (int)status);
    gelDestroyPlayerState(player);
    gelDestroyWorldState(state);
    return status;
}

static gelStatus restoreState(Stage* stage)
{
    return gelWorld_RestoreState(stage->world, stage->past);
}

static gelStatus writeState(Stage* stage)
{
    return gelWriteState(statePath, stage->world, stage->player, "notes", 5);
}

static gelStatus readNotes(Stage* stage)
{
    void* notes;
    size_t size;
    (void)stage;
    gelStatus status = gelReadState(statePath, NULL, NULL, &notes, &size);
    if (status == gel_success)
        gelFree(notes);
    return status;
}

static gelStatus cloneWorld(Stage* stage)
{
    gelWorld* clone;
    gelPlayer* player = NULL;
    gelStatus status = gelCloneWorld(stage->world, stage->def, &clone);
    CHECK((clone != NULL) == (status == gel_success), "status %d", (int)status);
    if (status == gel_success)
        status = gelClonePlayer(stage->player, clone, &player);
    stage->extra = status == gel_success ? gelWorld_Hash(clone) : 0;
    gelDestroyPlayer(player);
    gelDestroyWorld(clone);
    return status;
}

static gelStatus convertWorld(Stage* stage)
{
    gelWorld* clone;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.compensated = true;
    gelStatus status = gelConvertWorld(stage->world, &def, &clone);
    CHECK((clone != NULL) == (status == gel_success), "status %d", (int)status);
    gelDestroyWorld(clone);
    return status;
}

static gelStatus compareWorlds(Stage* stage)
{
    gelWorld* clone;
    gelDifference difference;
    gelStatus status = gelCloneWorld(stage->world, stage->def, &clone);
    if (status == gel_success)
        status = gelMeasureDifference(stage->world, clone, &difference);
    gelDestroyWorld(clone);
    return status;
}

// Of a world that has the new back end, its user goes back to a state, as gel/state.h says.
static gelStatus reopen(Stage* stage)
{
    return gelWorld_Reopen(stage->world, stage->def->backend, stage->def->device, stage->past);
}

static gelStatus setMaterial(Stage* stage)
{
    gelMaterial material;
    gelStatus status = gelBody_GetMaterial(stage->world, bodyOf(stage, 0), &material);
    material.youngModulus = 5e4f;
    return status == gel_success ? gelBody_SetMaterial(stage->world, bodyOf(stage, 0), &material) : status;
}

static gelStatus setValues(Stage* stage)
{
    static float values[27];
    for (int i = 0; i < 27; i++)
        values[i] = 0.5f + 0.01f * (float)i;
    return gelBody_SetVertexValues(stage->world, bodyOf(stage, 0), gel_stiffnessFactor, values, 27);
}

static gelStatus setPins(Stage* stage)
{
    const int vertices[2] = {0, 3};
    return gelBody_SetPinned(stage->world, bodyOf(stage, 1), vertices, 2, true);
}

static gelStatus setFields(Stage* stage)
{
    gelField fields[2] = {gelDefaultField(gel_fieldWind), gelDefaultField(gel_fieldVortex)};
    return gelWorld_SetFields(stage->world, fields, 2);
}

static gelStatus setHand(Stage* stage)
{
    gelGoal goal = {.body = bodyOf(stage, 0), .vertex = 1, .position = {0, 1, 0}, .stiffness = 100};
    return gelWorld_SetGoals(stage->world, &goal, 1);
}

static gelStatus setGoals(Stage* stage)
{
    static float weights[27];
    gelGoalSet goals = gelDefaultGoalSet();
    for (int i = 0; i < 27; i++)
        weights[i] = i % 3 == 0 ? 1.0f : 0.5f;
    goals.weights = weights;
    return gelBody_SetGoals(stage->world, bodyOf(stage, 0), &goals);
}

static gelStatus createBody(Stage* stage)
{
    gelTetMesh mesh;
    gelBodyId id;
    gelBodyDef def = gelDefaultBodyDef();
    def.position = (gelVec3){0, 2, 0};
    def.selfContact = true;
    gelStatus status = gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh);
    if (status == gel_success)
        status = gelCreateBody(stage->world, &def, &mesh, &id);
    gelDestroyTetMesh(&mesh);
    return status;
}

// A sheet and a rope.
static gelStatus createThin(Stage* stage)
{
    gelSurfaceMesh surface = {0};
    gelLineMesh lines = {0};
    gelBodyId id;
    gelBodyDef def = gelDefaultBodyDef();
    def.position = (gelVec3){0, 2, 1};
    gelStatus status = gelCreateSheetSurface(0.2f, 0.2f, 2, 2, &surface);
    if (status == gel_success)
        status = gelCreateStraightLine(0.3f, 3, &lines);
    if (status == gel_success)
        status = gelCreateSheet(stage->world, &def, &surface, &id);
    gelBodyId sheet = id;
    def.position.z = -1.0f;
    if (status == gel_success && (status = gelCreateRope(stage->world, &def, &lines, &id)) != gel_success)
        gelDestroyBody(stage->world, sheet);
    gelDestroyLineMesh(&lines);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static gelStatus createObstacle(Stage* stage)
{
    gelSurfaceMesh surface;
    gelBodyId id;
    gelObstacleDef def = gelDefaultObstacleDef();
    def.position = (gelVec3){0, 0.1f, 0.3f};
    gelStatus status = gelCreateBoxSurface((gelVec3){0.2f, 0.2f, 0.2f}, &surface);
    if (status == gel_success)
        status = gelCreateObstacle(stage->world, &def, &surface, &id);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static gelStatus destroyBody(Stage* stage)
{
    return gelDestroyBody(stage->world, bodyOf(stage, 0));
}

static gelStatus createAttachment(Stage* stage)
{
    gelAttachmentId id;
    gelAttachmentDef def = gelDefaultAttachmentDef();
    gelStatus status = gelBody_FindPoint(stage->world, bodyOf(stage, 0), (gelVec3){0, 0.3f, 0}, &def.a);
    if (status == gel_success)
        status = gelBody_FindPoint(stage->world, bodyOf(stage, 1), (gelVec3){0, 0.8f, 0}, &def.b);
    def.length = 0.5f;
    return status == gel_success ? gelCreateAttachment(stage->world, &def, &id) : status;
}

static gelStatus destroyAttachment(Stage* stage)
{
    gelAttachmentId id = {0};
    return gelWorld_GetAttachments(stage->world, &id, 1) > 0 ? gelDestroyAttachment(stage->world, id)
                                                             : gel_success;
}

static gelStatus setSkin(Stage* stage)
{
    gelSurfaceMesh surface;
    gelEmbedding embedding = {0};
    gelStatus status = gelCreateSphereSurface(0.2f, 1, &surface);
    if (status == gel_success)
        status = gelCreateEmbedding(gelBody_GetMesh(stage->world, bodyOf(stage, 1)), surface.positions,
                                    surface.vertexCount, &embedding);
    if (status == gel_success)
        status = gelBody_SetSkin(stage->world, bodyOf(stage, 1), &surface, &embedding);
    gelDestroyEmbedding(&embedding);
    gelDestroySurfaceMesh(&surface);
    return status;
}

static gelStatus setSelfContact(Stage* stage)
{
    return gelBody_SetSelfContact(stage->world, bodyOf(stage, 0), true);
}

static gelStatus setFilter(Stage* stage)
{
    gelFilter filter = gelDefaultFilter();
    filter.collidesWith = 0;
    gelStatus status = gelBody_SetFilter(stage->world, bodyOf(stage, 0), filter);
    return status == gel_success ? gelWorld_IgnorePair(stage->world, bodyOf(stage, 1), bodyOf(stage, 2), true)
                                 : status;
}

// Without damping along springs the next step has another plan.
static gelStatus setSettings(Stage* stage)
{
    gelWorldDef def = gelWorld_GetDef(stage->world);
    def.substepCount = 3;
    def.gravity.x = def.springDamping = 0.0f;
    gelStatus status = gelWorld_SetSettings(stage->world, &def);
    return status == gel_success ? gelWorld_Step(stage->world, 1.0f / 60.0f) : status;
}

static gelStatus quarantine(Stage* stage)
{
    return gelBody_Quarantine(stage->world, bodyOf(stage, 1));
}

static gelStatus writePositions(Stage* stage)
{
    static float xyz[3 * mostVertices];
    gelStatus status = gelBody_ReadPositions(stage->world, bodyOf(stage, 0), xyz, mostVertices);
    xyz[1] += 0.01f;
    if (status == gel_success)
        status = gelBody_WritePositions(stage->world, bodyOf(stage, 0), xyz, 27);
    return status == gel_success ? gelBody_WriteVelocities(stage->world, bodyOf(stage, 0), xyz, 27) : status;
}

static gelStatus moveObstacle(Stage* stage)
{
    for (int i = 0; i < gelWorld_GetBodyCount(stage->world); i++)
        if (gelBody_GetMesh(stage->world, bodyOf(stage, i)) == NULL &&
            gelObstacle_GetSurface(stage->world, bodyOf(stage, i)) != NULL) {
            float xyz[3 * 4] = {0, 0, 0, 0.3f, 0, 0, 0, 0.4f, 0, 0, 0, 0.3f};
            const gelSurfaceMesh* surface = gelObstacle_GetSurface(stage->world, bodyOf(stage, i));
            gelStatus status = surface->vertexCount == 4
                                   ? gelObstacle_SetVertices(stage->world, bodyOf(stage, i), xyz, 4)
                                   : gelObstacle_SetPose(stage->world, bodyOf(stage, i),
                                                         (gelVec3){0.1f, 0.1f, 0}, (gelQuat){0, 0, 0, 1});
            if (status != gel_success)
                return status;
        }
    return gel_success;
}

static gelStatus look(Stage* stage)
{
    static gelContact contacts[4096];
    static gelConstraint constraints[8192];
    static float strains[8192];
    int count;
    gelMeasures measures;
    gelRayHit hit;
    gelSoftness softness;
    gelStrategy strategy;
    gelPhaseColours phases[64];
    gelVec3 force;
    gelWorld* world = stage->world;
    gelStatus status = gelWorld_GetContacts(world, contacts, 4096, &count);
    stage->extra = (uint64_t)count;
    if (status == gel_success)
        status = gelWorld_Measure(world, &measures);
    if (status == gel_success)
        status = gelWorld_CastRay(world, (gelVec3){0, 0.3f, 5}, (gelVec3){0, 0, -1}, &hit);
    if (status == gel_success)
        status = gelBody_EstimateSoftness(world, bodyOf(stage, 0), 0.01f, &softness);
    if (status == gel_success)
        status = gelBody_ReadStrains(world, bodyOf(stage, 0), strains, strains, 8192);
    if (status == gel_success)
        status = gelBody_GetStrategy(world, bodyOf(stage, 0), &strategy);
    if (status == gel_success)
        status = gelWorld_GetConstraints(world, (gelConstraintKind)0, constraints, 8192);
    if (status == gel_success)
        status = gelWorld_GetPhaseColours(world, phases, 64, &count);
    if (status == gel_success)
        status = gelBody_GetContactForce(world, bodyOf(stage, 0), &force);
    return status;
}

static gelStatus takeTimes(Stage* stage)
{
    gelLaunchTime* times = NULL;
    int count;
    gelStatus status = gelWorld_SetTiming(stage->world, true);
    if (status == gel_success)
        status = gelWorld_TakeLaunchTimes(stage->world, &times, &count);
    if (status == gel_success)
        gelFree(times);
    return status;
}

static gelStatus addProbes(Stage* stage)
{
    gelProbes* probes;
    gelStatus status = gelCreateProbes(stage->scene, stage->world, &probes);
    if (status == gel_success)
        status = gelProbes_AddFrame(probes, stage->world, 0.01);
    gelDestroyProbes(probes);
    return status;
}

static gelStatus grab(Stage* stage)
{
    return gelPlayer_Apply(stage->player, &(gelEvent){.kind = gel_eventGrab,
                                                      .origin = {0, 0.3f, 5},
                                                      .direction = {0, 0, -1},
                                                      .stiffness = 300});
}

static gelStatus drop(Stage* stage)
{
    return gelPlayer_Apply(stage->player,
                           &(gelEvent){.kind = gel_eventDrop, .body = 1, .position = {1, 2, 0}});
}

static gelStatus removeBody(Stage* stage)
{
    return gelPlayer_Apply(stage->player, &(gelEvent){.kind = gel_eventRemove, .body = 2});
}

static gelStatus flatten(Stage* stage)
{
    return gelPlayer_Apply(stage->player, &(gelEvent){.kind = gel_eventFlatten, .body = 1, .height = 0.5f});
}

static gelStatus addWall(Stage* stage)
{
    return gelPlayer_Apply(stage->player, &(gelEvent){.kind = gel_eventWall,
                                                      .from = {0, 0.1f, 1},
                                                      .to = {1, 0.1f, 1},
                                                      .across = {0, 0.2f, 0},
                                                      .thickness = 0.1f});
}

static gelStatus reset(Stage* stage)
{
    return gelPlayer_Reset(stage->player);
}

#define ACTION(function)                                                                                     \
    {                                                                                                        \
#function, function, false                                                                           \
    }
#define DEVICE_ACTION(function)                                                                              \
    {                                                                                                        \
#function, function, true                                                                            \
    }
static const Action actions[] = {
    DEVICE_ACTION(step),    ACTION(stepStages),    ACTION(beginFrame),       ACTION(saveState),
    ACTION(restoreState),   ACTION(writeState),    ACTION(readNotes),        ACTION(cloneWorld),
    ACTION(convertWorld),   ACTION(compareWorlds), ACTION(setMaterial),      ACTION(setValues),
    ACTION(setPins),        ACTION(setFields),     ACTION(setHand),          ACTION(setGoals),
    ACTION(createBody),     ACTION(createThin),    ACTION(createObstacle),   ACTION(destroyBody),
    ACTION(setSelfContact), ACTION(setSkin),       ACTION(createAttachment), ACTION(destroyAttachment),
    ACTION(setFilter),      ACTION(setSettings),   ACTION(quarantine),       ACTION(writePositions),
    ACTION(moveObstacle),   DEVICE_ACTION(look),   ACTION(takeTimes),        ACTION(addProbes),
    ACTION(grab),           ACTION(drop),          ACTION(removeBody),       ACTION(flatten),
    ACTION(addWall),        ACTION(reset),         DEVICE_ACTION(reopen),
};
enum { actionCount = sizeof actions / sizeof actions[0] };

static void play(Stage* stage, int frames)
{
    for (int i = 0; i < frames; i++) {
        REQUIRE(gelPlayer_BeginFrame(stage->player));
        REQUIRE(gelWorld_Step(stage->world, 1.0f / 60.0f));
    }
}

// At the same frame as `from`, with nothing kept but its state.
static Stage copyStage(const Stage* from)
{
    Stage stage = {.scene = from->scene, .def = from->def};
    REQUIRE(gelCloneWorld(from->world, from->def, &stage.world));
    REQUIRE(gelClonePlayer(from->player, stage.world, &stage.player));
    REQUIRE(gelWorld_SaveState(stage.world, &stage.past));
    return stage;
}

static void closeCopy(Stage* stage)
{
    gelDestroyWorldState(stage->past);
    gelDestroyPlayer(stage->player);
    gelDestroyWorld(stage->world);
}

// Of soft bodies: obstacles may have set out already when a step fails.
static uint64_t hashSoft(const Stage* stage)
{
    static float xyz[2][3 * mostVertices];
    uint64_t hash = 1;
    for (int b = 0; b < gelWorld_GetBodyCount(stage->world); b++) {
        gelBodyId id = bodyOf(stage, b);
        if (gelObstacle_GetSurface(stage->world, id) != NULL)
            continue;
        REQUIRE(gelBody_ReadPositions(stage->world, id, xyz[0], mostVertices));
        REQUIRE(gelBody_ReadVelocities(stage->world, id, xyz[1], mostVertices));
        hash = gelHashBytes(hash, xyz, sizeof xyz);
    }
    return hash;
}

typedef struct Outcome {
    int calls, tried, failed;
} Outcome;

// `at` 0: nothing fails. Returns the hash some frames later.
static uint64_t disturb(const char* variant, const Stage* start, const Action* action, int at,
                        Outcome* outcome)
{
    int living = livingBlocks;
    Stage stage = copyStage(start);
    uint64_t before = hashSoft(&stage);
    int bodies = gelWorld_GetBodyCount(stage.world);
    gelFail(gel_success, "%s", "");
    armMemory(at);
    gelStatus status = action->run(&stage);
    outcome->calls = at == 0 ? askedFor : outcome->calls;
    armMemory(0);
    if (at > 0 && status != gel_success) {
        outcome->failed++;
        CHECK(status == gel_outOfMemory && strstr(gelLastError(), "memory") != NULL,
              "%s: %s, allocation %d: status %d, %s", variant, action->name, at, (int)status, gelLastError());
        uint64_t after = hashSoft(&stage);
        CHECK(after == before && gelWorld_GetBodyCount(stage.world) == bodies,
              "%s: %s, allocation %d: %016llx, before %016llx; %d bodies, before %d", variant, action->name,
              at, (unsigned long long)after, (unsigned long long)before, gelWorld_GetBodyCount(stage.world),
              bodies);
        status = action->run(&stage);
    }
    outcome->tried += at > 0;
    CHECK(status == gel_success, "%s: %s after allocation %d: %s", variant, action->name, at, gelLastError());
    uint64_t hash = status == gel_success ? stage.extra : 0;
    if (status == gel_success) {
        play(&stage, further);
        hash ^= gelWorld_Hash(stage.world);
    }
    closeCopy(&stage);
    CHECK(livingBlocks == living, "%s: %s, allocation %d: %d blocks leaked", variant, action->name, at,
          livingBlocks - living);
    return hash;
}

static void disturbAll(const char* variant, const Stage* start, int samples)
{
    for (int i = 0; i < actionCount; i++) {
        if (start->def->backend == gel_opencl && !actions[i].isOfDevice && !triesAll())
            continue;
        Outcome outcome = {0};
        uint64_t expected = disturb(variant, start, &actions[i], 0, &outcome);
        for (int at = 1; at <= outcome.calls;
             at = nextToFail(at, outcome.calls, samples > 0 ? samples : outcome.calls)) {
            uint64_t hash = disturb(variant, start, &actions[i], at, &outcome);
            CHECK(hash == expected, "%s: %s, allocation %d: %016llx, undisturbed %016llx", variant,
                  actions[i].name, at, (unsigned long long)hash, (unsigned long long)expected);
        }
        printf("  %-11s %-17s %5d allocations, %5d failed, %5d told\n", variant, actions[i].name,
               outcome.calls, outcome.tried, outcome.failed);
    }
}

typedef struct Variant {
    const char* name;
    gelConstraintOrder order;
    gelIntegrator integrator;
    bool compensated;
    int samples; // of each call; 0: every allocation
} Variant;

static void playVariant(const Variant* variant, const gelWorldDef* backend)
{
    gelWorldDef base = *backend;
    Stage stage = {.def = &base};
    useFailingMemory(true);
    livingBlocks = 0;
    writeFullScene(GEL_SCRATCH, scenePath);
    REQUIRE(gelLoadScene(scenePath, &stage.scene));
    gelWorldDef def = gelScene_GetWorldDef(stage.scene);
    def.backend = base.backend;
    def.device = base.device;
    def.strategy = base.strategy;
    def.compensated = variant->compensated;
    def.integrator = variant->integrator;
    def.order = base.order = variant->order;
    REQUIRE(gelCreateWorld(&def, &stage.world));
    REQUIRE(gelScene_CreateBodies(stage.scene, stage.world));
    REQUIRE(gelCreatePlayer(stage.scene, stage.world, &stage.player));
    play(&stage, warmUp);
    REQUIRE(gelWriteState(statePath, stage.world, stage.player, "notes", 5));
    disturbAll(variant->name, &stage, variant->samples);
    closeCopy(&stage);
    gelDestroyScene(stage.scene);
    CHECK_INT(livingBlocks, 0);
    useFailingMemory(false);
}

static void a_call_that_runs_out_of_memory_on_the_reference_has_not_happened(void)
{
    Backends backends = listBackends();
    const Variant variants[] = {
        {"reference", gel_colourOrder, gel_xpbd, false, triesAll() ? 0 : 5},
        {"Jacobi", gel_jacobiOrder, gel_xpbd, false, triesAll() ? 0 : 5},
        {"compensated", gel_colourOrder, gel_xpbd, true, 0},
    };
    for (int i = 0; i < (triesAll() ? 3 : 1); i++)
        playVariant(&variants[i], &backends.defs[0]);
}

static void nor_on_a_device(void)
{
    Backends backends = listBackends();
    if (backends.count < 2)
        SKIP("no OpenCL device");
    for (gelStrategy strategy = gel_strategyAuto; strategy < (triesAll() ? gel_strategyCount : 1);
         strategy++) {
        backends.defs[1].strategy = strategy;
        playVariant(
            &(Variant){gelStrategyText(strategy), gel_colourOrder, gel_xpbd, false, triesAll() ? 100 : 2},
            &backends.defs[1]);
    }
}

TESTS(TEST(a_call_that_runs_out_of_memory_on_the_reference_has_not_happened), TEST(nor_on_a_device))
