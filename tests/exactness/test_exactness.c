// A scene gives the same bits everywhere. The reference's hashes are golden over compilers and
// optimisation levels, and every OpenCL device of the machine gives them, whatever the number of
// lanes or the work-group size.
//
// For slow drivers GEL_TEST_SUBSTEPS and GEL_TEST_FRAMES shorten the runs. Shorter runs are compared with
// the golden hashes that they reach; runs with fewer substeps have none, and devices are compared with the
// reference alone. GEL_PRINT_HASHES=1 prints all hashes.
#include "support/fixtures.h"

#include <inttypes.h>

enum { frameCount = 300, checkInterval = 60, checkCount = frameCount / checkInterval, sceneCount = 5 };

// Each scene runs with its bodies whole, and cut into tiles of 64 vertices, which is another order.
typedef enum Cut { whole, cut, cutCount } Cut;
static const int tileSizes[cutCount] = {2048, 64};

// Hashes after every 60 frames of the unmodified scenes. They change when the physics, the order of
// constraints or a scene changes; the commit that changes them says why.
typedef struct GoldenScene {
    const char* name;
    uint64_t hashes[cutCount][checkCount];
} GoldenScene;

static const GoldenScene goldenScenes[sceneCount] = {
#include "exactness/golden_hashes.inc"
};

typedef struct Run {
    char what[400];
    uint64_t hashes[checkCount + 1]; // the last is that of the end
} Run;

static int numberFromEnvironment(const char* name, int otherwise)
{
    const char* text = getenv(name);
    return text != NULL ? atoi(text) : otherwise;
}

static int scenesToRun(void)
{
    return numberFromEnvironment("GEL_TEST_SCENES", sceneCount);
}

static bool isWhole(void)
{
    return framesToRun(frameCount) == frameCount && getenv("GEL_TEST_SUBSTEPS") == NULL;
}

// How many golden hashes a run reaches.
static int goldenCount(void)
{
    return getenv("GEL_TEST_SUBSTEPS") == NULL ? framesToRun(frameCount) / checkInterval : 0;
}

// On slow drivers only test_strategies goes through all of them.
static int strategiesToRun(void)
{
    return isWhole() ? gel_strategyCount : gel_strategyPerColour + 1;
}

static Run runScene(const char* name, Cut how, const gelWorldDef* device, int frames)
{
    char path[512];
    gelScene* scene;
    gelWorld* world;
    Run run = {.what = ""};
    snprintf(path, sizeof path, "%s/scenes/%s.json", GEL_ASSETS, name);
    REQUIRE(gelLoadScene(path, &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = device->backend;
    def.device = device->device;
    def.lanes = device->lanes;
    def.workGroupSize = device->workGroupSize;
    def.strategy = device->strategy;
    def.tileSize = tileSizes[how];
    def.contact = false;     // contact_exact is about it
    def.allowInexact = true; // it is the bits that are judged here
    def.substepCount = numberFromEnvironment("GEL_TEST_SUBSTEPS", def.substepCount);
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    snprintf(run.what, sizeof run.what, "%s on %s, strategy %s, work-groups of %d, tiles of %d", name,
             gelWorld_GetBackendText(world), gelStrategyText(def.strategy), def.workGroupSize, def.tileSize);
    for (int frame = 1; frame <= frames; frame++) {
        REQUIRE(gelWorld_Step(world, gelScene_GetTimeStep(scene)));
        if (frame % checkInterval == 0)
            run.hashes[frame / checkInterval - 1] = gelWorld_Hash(world);
    }
    run.hashes[checkCount] = gelWorld_Hash(world);
    for (int i = 0; i <= checkCount && getenv("GEL_PRINT_HASHES") != NULL; i++)
        printf("  %s, check %d: 0x%016" PRIx64 "\n", run.what, i, run.hashes[i]);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
    return run;
}

// Runs the reference once per scene and order.
static const Run* referenceRun(int scene, Cut how)
{
    static Run runs[cutCount][sceneCount];
    Run* run = &runs[how][scene];
    if (run->what[0] == '\0') {
        gelWorldDef reference = gelDefaultWorldDef();
        reference.backend = gel_referenceFloat;
        *run = runScene(goldenScenes[scene].name, how, &reference, framesToRun(frameCount));
    }
    return run;
}

static void checkAgainstReference(int scene, Cut how, const gelWorldDef* device, int frames)
{
    Run run = runScene(goldenScenes[scene].name, how, device, frames);
    const Run* reference = referenceRun(scene, how);
    int last = frames == framesToRun(frameCount) ? checkCount + 1 : frames / checkInterval;
    for (int i = 0; i < last; i++)
        CHECK(run.hashes[i] == reference->hashes[i],
              "%s: hash %d is %016" PRIx64 ", the reference's %016" PRIx64, run.what, i, run.hashes[i],
              reference->hashes[i]);
}

static void checkGolden(int scene, Cut how)
{
    const Run* run = referenceRun(scene, how);
    const uint64_t* golden = goldenScenes[scene].hashes[how];
    for (int i = 0; i < goldenCount(); i++)
        CHECK(run->hashes[i] == golden[i], "%s: hash after %d frames is %016" PRIx64 ", not %016" PRIx64,
              run->what, (i + 1) * checkInterval, run->hashes[i], golden[i]);
}

static void the_reference_gives_the_golden_hashes(void)
{
    if (goldenCount() == 0)
        SKIP_EVEN_IN_CI("shortened runs");
    for (int scene = 0; scene < scenesToRun(); scene++)
        checkGolden(scene, whole);
}

static void the_reference_gives_the_golden_hashes_of_bodies_in_tiles(void)
{
    if (goldenCount() == 0)
        SKIP_EVEN_IN_CI("shortened runs");
    for (int scene = 0; scene < scenesToRun(); scene++)
        checkGolden(scene, cut);
}

// A box thrown to the ground, with what the scenes do not have.
static uint64_t hashOfBox(gelMaterialModel model, gelBendingModel bendingModel)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId id;
    def.backend = gel_referenceFloat;
    def.ground.enabled = true;
    def.dragCoefficient = 0.25f;
    bodyDef.position = (gelVec3){0.0f, 1.0f, 0.0f};
    bodyDef.rotation = (gelQuat){0.1f, 0.2f, 0.3f, 0.9f};
    bodyDef.velocity = (gelVec3){2.0f, -3.0f, 1.0f};
    bodyDef.material.bendingStiffness = 50.0f;
    bodyDef.material.model = model;
    bodyDef.material.bendingModel = bendingModel;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.2f, 0.4f, 0.8f}, 6, 2, 4, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
    for (int frame = 0; frame < checkInterval; frame++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return hash;
}

static void the_reference_gives_the_golden_hashes_of_bending_and_drag(void)
{
    CHECK_HEX(hashOfBox(gel_edgesAndVolumes, gel_dihedralBending), UINT64_C(0xa9bd4aee1222a3ba));
}

static void the_reference_gives_the_golden_hashes_of_neo_hookean_tets(void)
{
    CHECK_HEX(hashOfBox(gel_neoHookean, gel_dihedralBending), UINT64_C(0xb86e48d66d3e9612));
}

static void the_reference_gives_the_golden_hashes_of_isometric_bending(void)
{
    CHECK_HEX(hashOfBox(gel_edgesAndVolumes, gel_isometricBending), UINT64_C(0x3540de349c11585e));
}

static void checkDevices(Cut how, gelStrategy first, gelStrategy last, int frames)
{
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (int scene = 0; scene < scenesToRun(); scene++)
        for (int b = 1; b < backends.count; b++)
            for (gelStrategy strategy = first; strategy <= last; strategy++) {
                gelWorldDef def = backends.defs[b];
                def.strategy = strategy;
                checkAgainstReference(scene, how, &def, frames);
            }
}

static void every_device_gives_the_bits_of_the_reference(void)
{
    checkDevices(whole, gel_strategyAuto, (gelStrategy)(strategiesToRun() - 1), framesToRun(frameCount));
}

static void bodies_in_tiles_have_the_bits_of_the_reference_on_every_device(void)
{
    if (isWhole()) // the others differ from tiles in what they launch, not over time
        checkDevices(cut, gel_strategyAuto, gel_strategyTiles - 1, checkInterval);
    checkDevices(cut, gel_strategyTiles, gel_strategyTiles, framesToRun(frameCount));
}

// A device must give the same bits with any number of lanes, whatever its self-test says.
static void lanes_and_work_group_sizes_do_not_matter(void)
{
    static const int lanes[] = {1, 8, 16}, workGroupSizes[] = {1, 16};
    int frames = isWhole() ? 2 * checkInterval : framesToRun(frameCount); // each kernel has run often by then
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (int b = 1; b < backends.count; b++)
        for (int i = 0; i < 6 * strategiesToRun(); i++) {
            gelWorldDef def = backends.defs[b];
            if (!setLanes(&def, lanes[i / 2 % 3]) || (def.backend == gel_native && i % 2 > 0)) // of one size
                continue;
            setWorkGroupSize(&def, workGroupSizes[i % 2]);
            def.strategy = (gelStrategy)(i / 6);
            checkAgainstReference(0, whole, &def, frames);
            if (isWhole()) // a driver that needs shortened runs is slow
                checkAgainstReference(2, cut, &def, frames);
        }
}

// Every further run is another chance for a race to show.
static void ten_runs_give_one_hash(void)
{
    Backends backends = listBackends();
    if (!isWhole())
        SKIP_EVEN_IN_CI("shortened runs");
    for (int b = 1; b < backends.count; b++)
        for (int i = 0; i < 10; i++) {
            gelWorldDef def = backends.defs[b];
            def.strategy = (gelStrategy)(i % gel_strategyCount);
            checkAgainstReference(1, cut, &def, framesToRun(frameCount));
        }
}

TESTS(TEST(the_reference_gives_the_golden_hashes),
      TEST(the_reference_gives_the_golden_hashes_of_bodies_in_tiles),
      TEST(bodies_in_tiles_have_the_bits_of_the_reference_on_every_device),
      TEST(the_reference_gives_the_golden_hashes_of_bending_and_drag),
      TEST(the_reference_gives_the_golden_hashes_of_isometric_bending),
      TEST(the_reference_gives_the_golden_hashes_of_neo_hookean_tets),
      TEST(every_device_gives_the_bits_of_the_reference), TEST(lanes_and_work_group_sizes_do_not_matter),
      TEST(ten_runs_give_one_hash))
