// Calls on worlds, states and players that run out of memory, and of all those that look.
#define TEST_SUBJECT "memory_faults"
#include "support/memory_calls.h"
#include "support/planted_fault.h"

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
    gelSnapshot* snapshot;
    gelStatus status = gelTakeSnapshot(stage->world, stage->player, &snapshot);
    CHECK((snapshot != NULL) == (status == gel_success), "status %d", (int)status);
    gelDestroySnapshot(snapshot);
    return status;
}

static gelStatus restoreState(Stage* stage)
{
    return gelRestoreSnapshot(stage->world, NULL, stage->past);
}

static gelStatus writeState(Stage* stage)
{
    return gelWriteSnapshot(statePath, stage->world, stage->player, "notes", 5);
}

static gelStatus prepareStep(Stage* stage)
{
    return gelWorld_Prepare(stage->world, 1.0f / 60.0f);
}

// Writes the state to memory, and reads it back without the player, which has begun.
static gelStatus keepInMemory(Stage* stage)
{
    void* bytes;
    size_t size;
    gelStatus status = gelWriteSnapshotToMemory(stage->world, NULL, &bytes, &size);
    if (status == gel_success)
        status = gelReadSnapshotFromMemory(bytes, size, stage->world, NULL);
    gelFree(bytes);
    return status;
}

static gelStatus readNotes(Stage* stage)
{
    void* notes;
    size_t size;
    (void)stage;
    gelStatus status = gelReadSnapshot(statePath, NULL, NULL, &notes, &size);
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
    if (status == gel_success)
        status = gelWorld_DestroyBodies(clone);
    gelDestroyPlayer(player);
    gelDestroyWorld(clone);
    return status;
}

static gelStatus convertWorld(Stage* stage)
{
    gelWorld* clone;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
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

// A bit is flipped in one, so both are taken back, and stepped by stages as far as it.
static gelStatus stepAndCompare(Stage* stage)
{
    gelWorld* clone;
    gelDifference difference;
    gelDivergence divergence;
    gelCounters counters;
    bool diverged = false;
    gelStatus status = gelCloneWorld(stage->world, stage->def, &clone);
    if (status == gel_success)
        status = gelWorld_GetCounters(clone, &counters);
    if (status == gel_success) {
        plantFault(clone,
                   (PlantedFault){
                       .step = counters.stepCount, .substep = 1, .stage = gel_stageConstraints, .colour = 1});
        status = gelStepAndCompare(stage->world, clone, 1.0f / 60.0f, &difference, &divergence, &diverged);
    }
    CHECK(diverged == (status == gel_success), "status %d, found: %d", (int)status, diverged);
    stage->extra = diverged ? (uint64_t)(divergence.substep + 10 * divergence.colour) : 0;
    gelDestroyWorld(clone);
    return status;
}

// Reopens the world with its back end from an earlier state, as gel/snapshot.h says.
static gelStatus reopen(Stage* stage)
{
    return gelWorld_Reopen(stage->world, stage->def->backend, stage->def->device, stage->past);
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

// Without damping along springs the next step has another plan.
static gelStatus setSettings(Stage* stage)
{
    gelWorldDef def = gelWorld_GetDef(stage->world);
    def.substepCount = 3;
    def.gravity.x = def.springDamping = 0.0f;
    gelStatus status = gelWorld_SetSettings(stage->world, &def);
    return status == gel_success ? gelWorld_Step(stage->world, 1.0f / 60.0f) : status;
}

static gelStatus setEachSetting(Stage* stage)
{
    gelWorldDef def = gelWorld_GetDef(stage->world);
    gelStatus status = gelCheckSettings(gel_worldSettings, &def);
    if (status == gel_success)
        status = gelWorld_SetGravity(stage->world, (gelVec3){0, -9, 0});
    if (status == gel_success)
        status = gelWorld_SetGround(stage->world, gelDefaultGround());
    if (status == gel_success)
        status = gelWorld_SetSubstepCount(stage->world, 3);
    if (status == gel_success)
        status = gelWorld_SetGoalDamping(stage->world, 0.1f);
    if (status == gel_success)
        status = gelWorld_SetFieldTime(stage->world, 0.5);
    return status == gel_success ? gelPlayer_SetTimeStep(stage->player, 0.01f) : status;
}

// Reads all facts about the world, and about its device if it has one.
static gelStatus lookAtAll(Stage* stage)
{
    gelCounters counters;
    gelVec3 force;
    gelBadVertex bad;
    double speed;
    gelWorldDef def = gelDefaultWorldDef();
    gelStatus status = gelWorld_GetCounters(stage->world, &counters);
    if (status == gel_success)
        status = gelWorld_GetGroundContactForce(stage->world, &force);
    if (status == gel_success)
        status = gelWorld_FindBadVertex(stage->world, &bad);
    if (status == gel_success)
        status = gelWorld_Finish(stage->world);
    if (status == gel_success)
        status = gelWorld_MeasureCopy(stage->world, 4096, &speed);
    return status == gel_success ? gelParseBackend("reference", &def) : status;
}

static gelStatus testDevice(Stage* stage)
{
    gelDeviceInfo info;
    int count;
    bool exact;
    gelStatus status = gelGetDevices(&info, 1, &count);
    if (status != gel_success || stage->def->backend != gel_opencl)
        return status;
    status = gelTestDevice(stage->def->device, &info);
    return status == gel_success ? gelWorld_ReloadKernels(stage->world, &exact) : status;
}

// Keeps it in the folder of this test. Kernels are built to measure with, for a minute.
static gelStatus tuneDevice(Stage* stage)
{
    gelDeviceTuning tuning;
    if (stage->def->backend != gel_opencl)
        return gel_success;
    setenv("GEL_CACHE_DIR", FOLDER, 1);
    setenv("GEL_TUNING", "", 1);
    gelStatus status =
        gelTuneDevice(stage->def->device, triesAll() ? gel_tuningAnew : gel_tuningCached, &tuning);
    setenv("GEL_TUNING", "off", 1);
    return status;
}

static gelStatus shareIn(Stage* stage, const gelSharedVerticesDef* def)
{
    gelSharedVertices* shared;
    gelOpenclVertices objects;
    gelBounds bounds = {{0, 0, 0}, {0, 0, 0}};
    gelStatus status = gelCreateSharedVertices(stage->world, def, &shared);
    CHECK((shared != NULL) == (status == gel_success), "status %d", (int)status);
    if (status == gel_success)
        status = gelSharedVertices_Update(shared, true, &bounds);
    if (status == gel_success && def->onDevice)
        status = gelSharedVertices_GetOpencl(shared, &objects);
    gelDestroySharedVertices(shared);
    stage->extra = gelHashBytes(1, &bounds, sizeof bounds);
    return status;
}

static gelStatus shareVertices(Stage* stage)
{
    enum { max = 4096 };
    static _Alignas(16) float positions[4 * max], speeds[max];
    gelStatus status =
        shareIn(stage, &(gelSharedVerticesDef){.positions = positions, .speeds = speeds, .capacity = max});
    return status == gel_success && stage->def->backend == gel_opencl
               ? shareIn(stage, &(gelSharedVerticesDef){.onDevice = true, .capacity = max})
               : status;
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
        status = gelBody_CountLiquidSubsteps(world, bodyOf(stage, 0), 0.01f, &count);
    if (status == gel_success)
        status = gelBody_ReadVelocities(world, bodyOf(stage, 0), strains, 8192 / 3);
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
    gelVerdict verdict;
    double value;
    gelStatus status = gelCreateProbes(stage->scene, stage->world, &probes);
    if (status == gel_success)
        status = gelProbes_AddFrame(probes, stage->world, 0.01);
    if (status == gel_success)
        status = gelProbes_PutFrame(probes, 0.1, (double[8]){0.8});
    if (status == gel_success)
        status =
            gelProbes_Statistic(probes, 0, gel_statisticMean, &(gelSpan){.start = 0.01, .end = 0.1}, &value);
    if (status == gel_success)
        status = gelProbes_Judge(probes, 0, &verdict);
    gelDestroyProbes(probes);
    return status;
}

static gelStatus addSomeProbes(Stage* stage)
{
    gelProbes *one, *readable = NULL;
    int leftOut;
    gelStatus status = gelCreateProbe(stage->scene, stage->world, 1, &one);
    if (status == gel_success)
        status = gelCreateReadableProbes(stage->scene, stage->world, &leftOut, &readable);
    CHECK(status != gel_success || leftOut < 0, "probe %d is left out: %s", leftOut, gelLastError());
    gelDestroyProbes(one);
    gelDestroyProbes(readable);
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
                                                      .wallStart = {0, 0.1f, 1},
                                                      .wallEnd = {1, 0.1f, 1},
                                                      .across = {0, 0.2f, 0},
                                                      .thickness = 0.1f});
}

static gelStatus reset(Stage* stage)
{
    return gelPlayer_Reset(stage->player);
}

// A drop is taken back and repeated. If that fails, the frame is as if nothing had been dropped.
static gelStatus catchUp(Stage* stage)
{
    gelSnapshot* snapshot;
    gelStatus status = gelTakeSnapshot(stage->world, stage->player, &snapshot);
    if (status == gel_success)
        status = drop(stage);
    if (status == gel_success)
        status = gelRestoreSnapshot(stage->world, stage->player, snapshot);
    if (status == gel_success)
        status = gelPlayer_CatchUp(stage->player);
    if (status != gel_success && snapshot != NULL) {
        REQUIRE(gelRestoreSnapshot(stage->world, stage->player, snapshot));
        gelPlayer_Forget(stage->player);
    }
    gelDestroySnapshot(snapshot);
    return status;
}

static const Action actions[] = {
    DEVICE_ACTION(step),
    ACTION_OF_PARTS(stepStages),
    ACTION_OF_PARTS(beginFrame),
    ACTION(saveState),
    ACTION(restoreState),
    ACTION(writeState),
    DEVICE_ACTION(prepareStep),
    ACTION(keepInMemory),
    ACTION(readNotes),
    ACTION(cloneWorld),
    ACTION(convertWorld),
    ACTION(compareWorlds),
    ACTION_OF_PARTS(stepAndCompare),
    ACTION(setFields),
    ACTION(setHand),
    ACTION_OF_PARTS(setSettings),
    ACTION_OF_PARTS(setEachSetting),
    DEVICE_ACTION(look),
    ACTION(lookAtAll),
    ACTION(shareVertices),
    DEVICE_ACTION(testDevice),
    DEVICE_ACTION(tuneDevice),
    ACTION(takeTimes),
    ACTION(addProbes),
    ACTION(addSomeProbes),
    ACTION(grab),
    ACTION(drop),
    ACTION(removeBody),
    ACTION(flatten),
    ACTION(addWall),
    ACTION(catchUp),
    ACTION(reset),
    DEVICE_ACTION(reopen),
};
enum { actionCount = sizeof actions / sizeof actions[0] };

static void a_call_that_runs_out_of_memory_on_the_reference_has_not_happened(void)
{
    disturbReference(actions, actionCount);
}

static void a_call_that_runs_out_of_memory_on_a_device_has_not_happened(void)
{
    disturbDevice(actions, actionCount);
}

TESTS(TEST(a_call_that_runs_out_of_memory_on_the_reference_has_not_happened),
      TEST(a_call_that_runs_out_of_memory_on_a_device_has_not_happened))
