// Preparing a step: it costs what the first step would, and leaves no trace.
#define _XOPEN_SOURCE 700 // setenv
#define TEST_SUBJECT "prepare"
#include "gel/stage.h"
#include "support/eventful_scene.h"
#include "support/patched_kernels.h"
#include "support/played.h"

enum { frames = 24 };

static Played openEventful(const gelWorldDef* backend)
{
    static const char path[] = GEL_SCRATCH "/prepare.json";
    writeText(path, eventfulScene);
    return playFile(path, backend);
}

// Every second frame is prepared, once or twice; bodies are in contact, and come and go.
static void a_prepared_step_has_the_bits_and_the_count_of_any_other(gelWorldDef backend)
{
    Played plain = openEventful(&backend), prepared = openEventful(&backend);
    gelCounters counters, expected;
    for (int i = 0; i < frames; i++) {
        advance(&plain, 1);
        REQUIRE(gelPlayer_BeginFrame(prepared.player));
        for (int k = 0; k < i % 3; k++)
            REQUIRE(gelWorld_Prepare(prepared.world, gelScene_GetTimeStep(prepared.scene)));
        REQUIRE(gelWorld_Step(prepared.world, gelScene_GetTimeStep(prepared.scene)));
    }
    CHECK_HEX(gelWorld_Hash(prepared.world), gelWorld_Hash(plain.world));
    REQUIRE(gelWorld_GetCounters(prepared.world, &counters));
    REQUIRE(gelWorld_GetCounters(plain.world, &expected));
    CHECK_INT((int)counters.stepCount, (int)expected.stepCount);
    stop(&plain);
    stop(&prepared);
}

// A device keeps no copy of the state for a step of one launch.
static void preparing_a_step_of_one_launch_leaves_the_state(gelWorldDef backend)
{
    gelTetMesh mesh;
    gelWorld* worlds[2];
    backend.ground.enabled = true;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
    for (int i = 0; i < 2; i++) {
        gelBodyDef def = gelDefaultBodyDef();
        gelBodyId id;
        def.position.y = 0.3f;
        REQUIRE(gelCreateWorld(&backend, &worlds[i]));
        REQUIRE(gelCreateBody(worlds[i], &def, &mesh, &id));
    }
    for (int k = 0; k < 15; k++) {
        uint64_t before = gelWorld_Hash(worlds[0]);
        REQUIRE(gelWorld_Prepare(worlds[0], 1.0f / 60.0f));
        CHECK_HEX(gelWorld_Hash(worlds[0]), before);
        for (int i = 0; i < 2; i++)
            REQUIRE(gelWorld_Step(worlds[i], 1.0f / 60.0f));
    }
    CHECK_HEX(gelWorld_Hash(worlds[0]), gelWorld_Hash(worlds[1]));
    for (int i = 0; i < 2; i++)
        gelDestroyWorld(worlds[i]);
    gelDestroyTetMesh(&mesh);
}

static void a_prepared_step_under_way_goes_on(gelWorldDef backend)
{
    Played plain = openEventful(&backend), staged = openEventful(&backend);
    float timeStep = gelScene_GetTimeStep(plain.scene);
    gelStageInfo info;
    REQUIRE(gelWorld_StepStage(staged.world, timeStep, &info));
    REQUIRE(gelWorld_Prepare(staged.world, timeStep));
    CHECK_STATUS(gelWorld_Prepare(staged.world, 2.0f * timeStep), gel_invalidArgument);
    CHECK_STATUS(gelWorld_Prepare(plain.world, -1.0f), gel_invalidArgument);
    REQUIRE(gelWorld_Step(staged.world, timeStep));
    REQUIRE(gelWorld_Step(plain.world, timeStep));
    CHECK_HEX(gelWorld_Hash(staged.world), gelWorld_Hash(plain.world));
    stop(&plain);
    stop(&staged);
}

// The kernels of a device are read from a folder that is gone once the step is prepared.
static void a_prepared_step_builds_no_kernel(void)
{
    const Backends backends = listBackends();
    const gelWorldDef* device = NULL;
    for (int i = 0; i < backends.count; i++)
        device = backends.defs[i].backend == gel_opencl ? &backends.defs[i] : device;
    if (device == NULL)
        SKIP("no OpenCL device here");
    for (int prepares = 0; prepares < 2; prepares++) {
        patchKernels(NULL, NULL, NULL);
        Played stage = openEventful(device);
        float timeStep = gelScene_GetTimeStep(stage.scene);
        if (prepares)
            REQUIRE(gelWorld_Prepare(stage.world, timeStep));
        setenv("GEL_KERNEL_DIR", GEL_SCRATCH "/nowhere", 1);
        CHECK_STATUS(gelWorld_Step(stage.world, timeStep), prepares ? gel_success : gel_fileError);
        unsetenv("GEL_KERNEL_DIR");
        stop(&stage);
    }
}

TESTS(TEST_ON_EACH_BACKEND(a_prepared_step_has_the_bits_and_the_count_of_any_other),
      TEST_ON_EACH_BACKEND(preparing_a_step_of_one_launch_leaves_the_state),
      TEST_ON_EACH_BACKEND(a_prepared_step_under_way_goes_on), TEST(a_prepared_step_builds_no_kernel))
