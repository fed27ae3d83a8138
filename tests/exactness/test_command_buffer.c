// Launches of the grid in one command buffer: the bits of launches one by one, whatever changes between two
// steps, and with drivers that have none or bad ones.
//
// Uses the first device with command buffers; command_buffer_layer.c gives its driver faults.
#define _POSIX_C_SOURCE 200809L
#include "support/fixtures.h"
#include "gel/obstacle.h"
#include "gel/solver.h"
#include "gel/surface.h"

#include <sys/wait.h>
#include <unistd.h>

static const float frame = 1.0f / 60.0f;

static gelWorld* openBoxes(const gelWorldDef* base, gelCommandBufferUse use)
{
    gelWorld* world;
    gelTetMesh mesh;
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    gelWorldDef def = *base;
    def.strategy = gel_strategyPerColour;
    def.commandBuffer = use;
    def.substepCount = 3;
    def.ground.enabled = true;
    def.allowInexact = true;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.8f, 0.9f}, 2, 2, 2, &mesh));
    for (int i = 0; i < 3; i++) {
        body.position = (gelVec3){2.0f * (float)i, 0.5f, 0.0f};
        body.velocity.x = 1.0f;
        body.strategy = i == 2 ? gel_strategyBody : gel_strategyAuto;
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    }
    gelDestroyTetMesh(&mesh);
    return world;
}

static void step(gelWorld* world, int count)
{
    for (int i = 0; i < count; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

static int recordedIn(gelWorld* world)
{
    return gelWorld_GetProfile(world).recordedLaunches;
}

// False if no device has command buffers.
static bool findDevice(gelWorldDef* def)
{
    Backends backends = listBackends();
    for (int b = 1; b < backends.count; b++) {
        gelWorld* world = openBoxes(&backends.defs[b], gel_commandBufferOn);
        step(world, 2);
        bool found = recordedIn(world) > 0;
        gelDestroyWorld(world);
        *def = backends.defs[b];
        if (found)
            return true;
    }
    return false;
}

// A change between two steps.
typedef struct Change {
    const char* what;
    void (*make)(gelWorld* world);
    bool forgets; // all of the next step is launched
} Change;

static void nothing(gelWorld* world)
{
    (void)world;
}

static void setGravity(gelWorld* world)
{
    REQUIRE(gelWorld_SetGravity(world, (gelVec3){1.0f, -5.0f, 0.5f}));
}

static void setSubsteps(gelWorld* world)
{
    REQUIRE(gelWorld_SetSubstepCount(world, 5));
}

static void setGround(gelWorld* world)
{
    REQUIRE(gelWorld_SetGround(world, (gelGround){true, {0.1f, 1.0f, 0.0f}, -0.2f, 0.9f, 0.1f}));
}

static void setGoal(gelWorld* world, float height)
{
    gelBodyId ids[3];
    gelWorld_GetBodies(world, ids, 3);
    gelGoal goal = {ids[1], 3, {2.0f, height, 0.0f}, 1000.0f};
    REQUIRE(gelWorld_SetGoals(world, &goal, 1));
}

static void pull(gelWorld* world)
{
    setGoal(world, 2.0f);
}

static void pullHigher(gelWorld* world)
{
    setGoal(world, 3.0f);
}

static void letGo(gelWorld* world)
{
    REQUIRE(gelWorld_SetGoals(world, NULL, 0));
}

static void addBody(gelWorld* world)
{
    gelTetMesh mesh;
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    body.position.y = 4.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 1, 2, 1, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    gelDestroyTetMesh(&mesh);
}

static void stepAStage(gelWorld* world)
{
    gelStageInfo done;
    do
        REQUIRE(gelWorld_StepStage(world, frame, &done));
    while (!done.lastOfStep);
}

static void measureTimes(gelWorld* world)
{
    REQUIRE(gelWorld_SetTiming(world, true));
    step(world, 2);
    CHECK_INT(recordedIn(world), 0);
    REQUIRE(gelWorld_SetTiming(world, false));
}

static void movePositions(gelWorld* world)
{
    gelBodyId ids[3];
    float xyz[3 * 64];
    gelWorld_GetBodies(world, ids, 3);
    REQUIRE(gelBody_ReadPositions(world, ids[0], xyz, 64));
    xyz[0] += 0.25f;
    REQUIRE(gelBody_WritePositions(world, ids[0], xyz, gelBody_GetMesh(world, ids[0])->vertexCount));
}

static void reload(gelWorld* world)
{
    gelStatus status = gelWorld_ReloadKernels(world, NULL);
    CHECK(status == gel_success || status == gel_unsupported, "%s", gelLastError());
}

static const Change changes[] = {
    {"nothing", nothing, false},
    {"gravity", setGravity, true},
    {"substeps", setSubsteps, true},
    {"ground", setGround, true},
    {"a goal", pull, false}, // the first substep is launched, and those after it repeat it
    {"where the goal is", pullHigher, false},
    {"no goal", letGo, true},
    {"a body", addBody, true},
    {"positions", movePositions, false},
    {"a step by stages", stepAStage, false},
    {"timing", measureTimes, true},
    {"kernels", reload, true},
};
enum { changeCount = sizeof changes / sizeof changes[0] };

static void whatever_changes_the_bits_are_the_references(void)
{
    gelWorldDef def, referenceDef = gelDefaultWorldDef();
    if (!findDevice(&def))
        SKIP("no device with command buffers");
    referenceDef.backend = gel_referenceFloat;
    gelWorld *world = openBoxes(&def, gel_commandBufferOn),
             *reference = openBoxes(&referenceDef, gel_commandBufferOn);
    for (int i = 0; i < changeCount; i++) {
        step(world, 3);
        step(reference, 3);
        CHECK(recordedIn(world) > 0, "before %s: not recorded", changes[i].what);
        changes[i].make(world);
        changes[i].make(reference);
        step(world, 1);
        step(reference, 1);
        CHECK((recordedIn(world) == 0) == changes[i].forgets,
              "%s changed: %d launches of the next step recorded", changes[i].what, recordedIn(world));
        CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(reference));
        step(world, 2);
        step(reference, 2);
        CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(reference));
    }
    CHECK_INT(recordedIn(reference), 0);
    gelDestroyWorld(world);
    gelDestroyWorld(reference);
}

// A wind cuts each substep where bodies are balanced: with one substep and no ground, a step has as many stages without it.
static void a_wind_that_comes_and_goes_leaves_the_references_bits(void)
{
    gelWorldDef def, referenceDef = gelDefaultWorldDef();
    gelField wind = gelDefaultField(gel_fieldUniform);
    if (!findDevice(&def))
        SKIP("no device with command buffers");
    referenceDef.backend = gel_referenceFloat;
    gelWorld* worlds[2] = {openBoxes(&def, gel_commandBufferOn),
                           openBoxes(&referenceDef, gel_commandBufferOn)};
    for (int i = 0; i < 2; i++) {
        REQUIRE(gelWorld_SetSubstepCount(worlds[i], 1));
        REQUIRE(gelWorld_SetGround(worlds[i], (gelGround){.enabled = false, .normal = {0.0f, 1.0f, 0.0f}}));
    }
    for (int turn = 0; turn < 4; turn++) {
        for (int i = 0; i < 2; i++) {
            REQUIRE(gelWorld_SetFields(worlds[i], &wind, turn % 2));
            step(worlds[i], 4);
        }
        CHECK_HEX(gelWorld_Hash(worlds[0]), gelWorld_Hash(worlds[1]));
    }
    gelDestroyWorld(worlds[0]);
    gelDestroyWorld(worlds[1]);
}

// One box becomes stiff. It stands on an obstacle, which offers it planes, and carries another stiff one.
static void addTable(gelWorld* world)
{
    gelBodyId ids[3], table, id;
    gelSurfaceMesh surface;
    gelTetMesh mesh;
    gelBodyDef body = gelDefaultBodyDef();
    gelObstacleDef def = gelDefaultObstacleDef();
    def.position = (gelVec3){0.0f, -0.25f, 0.0f};
    REQUIRE(gelCreateBoxSurface((gelVec3){3.0f, 0.625f, 3.0f}, &surface));
    REQUIRE(gelCreateObstacle(world, &def, &surface, &table));
    gelDestroySurfaceMesh(&surface);
    gelWorld_GetBodies(world, ids, 3);
    REQUIRE(gelBody_SetSolver(world, ids[0], gel_twoLevelSolver, 1, 0));
    body.solver = gel_twoLevelSolver;
    body.position.y = 1.4f;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.8f, 0.9f}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    gelDestroyTetMesh(&mesh);
}

static void stiff_bodies_that_stand_on_an_obstacle_have_the_references_bits(void)
{
    gelWorldDef def, referenceDef = gelDefaultWorldDef();
    if (!findDevice(&def))
        SKIP("no device with command buffers");
    referenceDef.backend = gel_referenceFloat;
    def.contact = referenceDef.contact = true;
    gelWorld* worlds[2] = {openBoxes(&def, gel_commandBufferOn),
                           openBoxes(&referenceDef, gel_commandBufferOn)};
    for (int turn = 0; turn < 5; turn++) {
        for (int i = 0; i < 2; i++) {
            if (turn == 1)
                addTable(worlds[i]);
            step(worlds[i], 4);
        }
        printf("  %d launches recorded, %016llx\n", recordedIn(worlds[0]),
               (unsigned long long)gelWorld_Hash(worlds[0]));
        CHECK_HEX(gelWorld_Hash(worlds[0]), gelWorld_Hash(worlds[1]));
        CHECK(recordedIn(worlds[0]) > 0, "no step with stiff bodies was recorded");
    }
    gelDestroyWorld(worlds[0]);
    gelDestroyWorld(worlds[1]);
}

static void the_second_equal_step_is_recorded_and_its_launches_are_counted_as_before(void)
{
    gelWorldDef def;
    if (!findDevice(&def))
        SKIP("no device with command buffers");
    gelWorld *world = openBoxes(&def, gel_commandBufferOn), *plain = openBoxes(&def, gel_commandBufferOff);
    step(plain, 3);
    CHECK_INT(recordedIn(plain), 0);
    CHECK_TEXT(gelWorld_ExplainPlan(plain), "launches of perColour: one by one");
    CHECK_TEXT(gelWorld_ExplainPlan(plain), "turned off");
    CHECK_TEXT(gelWorld_ExplainPlan(world), "one command buffer per step");
    step(world, 1);
    CHECK_INT(recordedIn(world), 0);
    for (int i = 0; i < 3; i++) {
        step(world, 1);
        CHECK_INT(gelWorld_GetProfile(world).launchesPerStep, gelWorld_GetProfile(plain).launchesPerStep);
        CHECK_INT(recordedIn(world),
                  gelWorld_GetProfile(plain).launchesPerStep - 1); // the body's is none of the grid
    }
    gelDestroyWorld(world);
    gelDestroyWorld(plain);
}

static void on_a_processor_they_are_used_where_they_are_asked_for(void)
{
    Backends backends = listBackends();
    for (int b = 1; b < backends.count; b++) {
        gelDeviceInfo info;
        gelWorld* world = openBoxes(&backends.defs[b], gel_commandBufferAuto);
        if (gelWorld_GetDevice(world, &info) && info.kind == gel_deviceCpu) {
            step(world, 2);
            CHECK_INT(recordedIn(world), 0);
            CHECK_TEXT(gelWorld_ExplainPlan(world), "do not benefit");
        }
        gelDestroyWorld(world);
    }
}

static void any_other_use_is_refused(void)
{
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.commandBuffer = (gelCommandBufferUse)7;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "commandBuffer");
}

// Drivers are loaded once, so each fault needs a separate process: this program again.
static void runWithFault(const char* fault)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setenv("OPENCL_LAYERS", GEL_LAYER, 1);
        setenv("GEL_COMMAND_BUFFER_FAULT", fault, 1);
        execl("/proc/self/exe", "test_command_buffer", "bad_drivers_are_found_out_and_done_without",
              (char*)NULL);
        _exit(99);
    }
    int state = 0;
    waitpid(child, &state, 0);
    CHECK(WIFEXITED(state) && WEXITSTATUS(state) == 0, "with a driver that \"%s\" the program ended with %d",
          fault, WIFEXITED(state) ? WEXITSTATUS(state) : -1);
}

static void checkUse(const char* fault, gelWorld* world)
{
    const char* plan = gelWorld_ExplainPlan(world);
    if (strcmp(fault, "alone") == 0)
        CHECK(recordedIn(world) > 0, "it works if the device is waited for: %s", plan);
    else
        CHECK_INT(recordedIn(world), 0);
    if (strcmp(fault, "forgets") == 0)
        CHECK_TEXT(plan, "give different bits");
    if (strcmp(fault, "full") == 0)
        CHECK_TEXT(plan, "clCommandNDRangeKernelKHR returned CL_OUT_OF_RESOURCES (-5)");
    if (strcmp(fault, "newer") == 0)
        CHECK_TEXT(plan, "version is unknown");
}

static void stepWithBadDriver(const char* fault)
{
    gelWorldDef referenceDef = gelDefaultWorldDef();
    Backends backends = listBackends();
    referenceDef.backend = gel_referenceFloat;
    gelWorld* reference = openBoxes(&referenceDef, gel_commandBufferOff);
    step(reference, 12);
    for (int b = 1; b < backends.count; b++) {
        gelWorld* world = openBoxes(&backends.defs[b], gel_commandBufferOn);
        const char* text = gelWorld_GetBackendText(world);
        step(world, 12);
        if (strstr(text, "Portable") != NULL)
            checkUse(fault, world);
        CHECK(gelWorld_Hash(world) == gelWorld_Hash(reference), "%s, \"%s\": other bits", text, fault);
        gelDestroyWorld(world);
    }
    gelDestroyWorld(reference);
}

static void bad_drivers_are_found_out_and_done_without(void)
{
    static const char* const faults[] = {"forgets", "full", "refuses", "alone", "newer"};
    gelWorldDef def;
    if (getenv("GEL_COMMAND_BUFFER_FAULT") != NULL) { // the child
        stepWithBadDriver(getenv("GEL_COMMAND_BUFFER_FAULT"));
        return;
    }
    if (!findDevice(&def))
        SKIP("no device with command buffers");
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        runWithFault(faults[i]);
}

TESTS(TEST(whatever_changes_the_bits_are_the_references),
      TEST(a_wind_that_comes_and_goes_leaves_the_references_bits),
      TEST(stiff_bodies_that_stand_on_an_obstacle_have_the_references_bits),
      TEST(the_second_equal_step_is_recorded_and_its_launches_are_counted_as_before),
      TEST(on_a_processor_they_are_used_where_they_are_asked_for), TEST(any_other_use_is_refused),
      TEST(bad_drivers_are_found_out_and_done_without))
