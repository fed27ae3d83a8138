// The same scene, the same steps, the same bits: the reference's hashes are golden over compilers and optimisation levels,
// and every OpenCL device of the machine gives them, whatever the number of lanes or the work-group size.
//
// GEL_TEST_FRAMES shortens the runs for slow devices (the simulator); golden hashes are then compared as far as they go.
#include "fixtures.h"

#include <inttypes.h>

enum { frameCount = 300, checkInterval = 60, checkCount = frameCount / checkInterval };

// Hashes after each 60 frames. They change when the physics, the order of constraints or a scene changes; the commit that
// changes them says why. GEL_PRINT_HASHES=1 prints those of a run.
typedef struct GoldenScene {
    const char* name;
    uint64_t hashes[checkCount];
} GoldenScene;

static const GoldenScene goldenScenes[] = {
#include "golden_hashes.inc"
};

enum { sceneCount = sizeof goldenScenes / sizeof goldenScenes[0] };

static int framesToRun(void)
{
    const char* text = getenv("GEL_TEST_FRAMES");
    return text != NULL ? atoi(text) : frameCount;
}

static gelWorld* openScene(const char* name, const gelWorldDef* device, gelScene** scene)
{
    char path[512];
    gelWorld* world;
    snprintf(path, sizeof path, "%s/scenes/%s.json", GEL_ASSETS, name);
    REQUIRE(gelLoadScene(path, scene));
    gelWorldDef def = gelScene_GetWorldDef(*scene);
    def.backend = device->backend;
    def.device = device->device;
    def.lanes = device->lanes;
    def.workGroupSize = device->workGroupSize;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(*scene, world));
    return world;
}

// Runs a scene and compares its hashes with the golden ones; for short runs, the last hash with `shortHash` if that is not 0.
static uint64_t checkScene(const GoldenScene* golden, const gelWorldDef* device, uint64_t shortHash)
{
    gelScene* scene;
    gelWorld* world = openScene(golden->name, device, &scene);
    char what[512];
    snprintf(what, sizeof what, "%s on %s, work-groups of %d", golden->name, gelWorld_GetBackendText(world),
             device->workGroupSize);
    int frames = framesToRun();
    bool print = getenv("GEL_PRINT_HASHES") != NULL;
    for (int frame = 1; frame <= frames; frame++) {
        REQUIRE(gelWorld_Step(world, gelScene_GetTimeStep(scene)));
        if (frame % checkInterval != 0)
            continue;
        uint64_t hash = gelWorld_Hash(world), expected = golden->hashes[frame / checkInterval - 1];
        if (print)
            printf("%s after %d frames: 0x%016" PRIx64 "\n", what, frame, hash);
        CHECK(hash == expected, "%s: hash after %d frames is %016" PRIx64 ", not %016" PRIx64, what, frame, hash,
              expected);
    }
    uint64_t last = gelWorld_Hash(world);
    if (shortHash != 0)
        CHECK(last == shortHash, "%s: hash after %d frames is %016" PRIx64 ", not %016" PRIx64, what, frames, last,
              shortHash);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
    return last;
}

static uint64_t checkReference(const GoldenScene* golden)
{
    gelWorldDef reference = gelDefaultWorldDef();
    reference.backend = gel_referenceFloat;
    return checkScene(golden, &reference, 0);
}

static void the_reference_gives_the_golden_hashes(void)
{
    for (int i = 0; i < sceneCount; i++)
        checkReference(&goldenScenes[i]);
}

static void every_device_gives_the_bits_of_the_reference(void)
{
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device");
    for (int i = 0; i < sceneCount; i++) {
        uint64_t hash = framesToRun() < frameCount ? checkReference(&goldenScenes[i]) : 0;
        for (int b = 1; b < backends.count; b++)
            checkScene(&goldenScenes[i], &backends.defs[b], hash);
    }
}

// One scene with every layout. A device may be wrong with vectors (its self-test then says so, and it is used with
// scalars); where it passes the self-test it has to give the bits.
static void lanes_and_work_group_sizes_do_not_matter(void)
{
    static const int lanes[] = {1, 8, 16}, workGroupSizes[] = {1, 16};
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device");
    if (framesToRun() < frameCount)
        SKIP("short runs");
    int run = 0;
    for (int b = 1; b < backends.count; b++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 2; j++) {
                gelWorld* world;
                gelWorldDef def = backends.defs[b];
                def.lanes = lanes[i];
                def.workGroupSize = workGroupSizes[j];
                if (gelCreateWorld(&def, &world) != gel_success) {
                    CHECK(lanes[i] > 1, "%s with scalars: %s", backends.names[b], gelLastError());
                    printf("  passed over: %s\n", gelLastError());
                    continue;
                }
                gelDestroyWorld(world);
                checkScene(&goldenScenes[0], &def, 0);
                run++;
            }
    CHECK(run >= 2, "only %d layouts were run", run);
}

// Every launch of a second run is a new chance for a race to show.
static void ten_runs_give_one_hash(void)
{
    Backends backends = listBackends();
    if (framesToRun() < frameCount)
        SKIP("short runs");
    for (int b = 1; b < backends.count; b++)
        for (int i = 0; i < 10; i++) {
            gelScene* scene;
            gelWorld* world = openScene(goldenScenes[1].name, &backends.defs[b], &scene);
            for (int frame = 0; frame < checkInterval; frame++)
                REQUIRE(gelWorld_Step(world, gelScene_GetTimeStep(scene)));
            CHECK_HEX(gelWorld_Hash(world), goldenScenes[1].hashes[0]);
            gelDestroyWorld(world);
            gelDestroyScene(scene);
        }
}

TESTS(TEST(the_reference_gives_the_golden_hashes), TEST(every_device_gives_the_bits_of_the_reference),
      TEST(lanes_and_work_group_sizes_do_not_matter), TEST(ten_runs_give_one_hash))
