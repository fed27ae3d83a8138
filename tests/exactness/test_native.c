// The native back end: the kernels, compiled with Gel, on threads of its own.
#define _POSIX_C_SOURCE 200809L // setenv
#define CL_TARGET_OPENCL_VERSION 120
#include "common/clock.h"
#include "common/processor.h"
#include "opencl/runtime/native.h"
#include "opencl/runtime/native_kernels.h"
#include "base/pool.h"
#include "opencl/runtime/program.h"
#include "support/played.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

static bool hasNative(gelWorldDef* def)
{
    *def = gelDefaultWorldDef();
    return gelParseBackend("native", def) == gel_success;
}

static uint64_t hashOf(const char* scene, const gelWorldDef* backend, int frames)
{
    char path[512];
    snprintf(path, sizeof path, "%s/scenes/%s.json", GEL_ASSETS, scene);
    Played played = playFile(path, backend);
    advance(&played, frames);
    uint64_t hash = gelWorld_Hash(played.world);
    stop(&played);
    return hash;
}

static void checkScene(const char* scene, int frames, const gelWorldDef* native, const char* how)
{
    const gelWorldDef reference = {.backend = gel_referenceFloat};
    uint64_t expected = hashOf(scene, &reference, frames), found = hashOf(scene, native, frames);
    CHECK(found == expected, "%s, %s: %016" PRIx64 ", the reference has %016" PRIx64, scene, how, found,
          expected);
}

static void the_processor_has_what_the_compiler_says(void)
{
#if (defined(__x86_64__) || defined(__i386__)) && !defined(__clang__)
    CHECK_INT(gelHasInstructions("sse2"), __builtin_cpu_supports("sse2") != 0);
    CHECK_INT(gelHasInstructions("avx2"), __builtin_cpu_supports("avx2") != 0);
    CHECK_INT(gelHasInstructions("avx512"),
              __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"));
#endif
    CHECK(!gelHasInstructions("none"), "it has instructions that there are not");
}

// The program of each self-test.
static struct {
    __typeof__(gelCl.clCreateKernel) create;
    cl_program programs[64];
    int count;
} created;

static cl_kernel CL_API_CALL noteKernel(cl_program program, const char* name, cl_int* error)
{
    if (created.count < 64 && strcmp(name, "answer_arithmetic") == 0) // twice in each self-test
        created.programs[created.count++] = program;
    return created.create(program, name, error);
}

static void noteTests(void)
{
    gelGetDevices(NULL, 0, &created.count); // sets the functions up
    created.create = gelCl.clCreateKernel;
    created.count = 0;
    gelCl.clCreateKernel = noteKernel;
}

// Returns how many of the self-tests since noteTests were of a program.
static int countTests(bool hasAllKinds)
{
    int count = 0;
    for (int i = 0; i < created.count; i++)
        count += ((const gelNativeProgram*)(const void*)created.programs[i])->hasAllKinds == hasAllKinds;
    return count / 2; // of usual numbers and of denormals
}

static void it_passes_the_self_test_of_devices_with_both_of_its_programs(void)
{
    gelWorldDef def;
    gelDeviceInfo info;
    if (!hasNative(&def))
        SKIP("no native back end (clang)");
    noteTests();
    REQUIRE(gelTestDevice(gel_nativeDevice, &info));
    gelCl.clCreateKernel = created.create;
    CHECK(info.exact, "%s", info.reason);
    CHECK_INT(countTests(false), 1);
    CHECK_INT(countTests(true), 1);
    printf("  self-test of %s: %.1f ms\n", info.name, info.testMilliseconds);
    CHECK(strcmp(info.backend, "native") == 0, "it is called %s", info.backend);
}

// Contact, restitution, sleep, skins; wind, liquids; gas; goals and attachments; plastic flow, tearing; ropes; the
// two-level solver; cloth.
static void scenes_of_every_feature_have_the_bits_of_the_reference(void)
{
    static const struct {
        const char* name;
        int frames;
    } scenes[] = {{"bear_drop", 20},   {"card_house", 3},  {"clay", 10},       {"hand", 3}, {"pool", 3},
                  {"torn_curtain", 3}, {"torn_jelly", 10}, {"rope_bridge", 3}, {"wind", 3}, {"press", 3},
                  {"pinned_beam", 5},  {"cage", 3},        {"balloon", 3},     {"flag", 3}, {"squash", 10},
                  {"linked_rings", 3}, {"chain", 3},       {"bears_bowl", 3},  {"mill", 3}};
    gelWorldDef def;
    if (!hasNative(&def))
        SKIP("no native back end (clang)");
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++)
        checkScene(scenes[i].name, scenes[i].frames, &def, "native");
}

static void neither_threads_nor_vectors_change_bits(void)
{
    static const char* const threads[] = {"1", "2", "7"};
    static const char* const processors[] = {"sse2", "avx2", "avx512", "neon"};
    gelWorldDef def;
    if (!hasNative(&def))
        SKIP("no native back end (clang)");
    for (int i = 0; i < 3; i++) {
        setenv("GEL_NATIVE_THREADS", threads[i], 1);
        checkScene("bear_pile", 2, &def, threads[i]);
    }
    unsetenv("GEL_NATIVE_THREADS");
    for (int i = 0; i < 4; i++) {
        setenv("GEL_NATIVE_PROCESSOR", processors[i], 1);
        if (hasNative(&def))
            checkScene("bear_pile", 2, &def, processors[i]);
        else
            printf("  this processor is none with %s\n", processors[i]);
    }
    unsetenv("GEL_NATIVE_PROCESSOR");
}

// AVX-512 has no files for one lane: those of another processor serve.
static void each_processor_runs_its_own_kernels(void)
{
    static const struct {
        const char *processor, *file;
        int lanes;
        const char* expected;
    } rows[] = {{"sse2", "gel.cl", 8, "sse2"},      {"sse2", "fields.cl", 1, "sse2"},
                {"avx2", "gel.cl", 8, "avx2"},      {"avx2", "fields.cl", 1, "avx2"},
                {"avx512", "gel.cl", 16, "avx512"}, {"avx512", "fields.cl", 1, "avx2"},
                {"neon", "contact.cl", 8, "neon"},  {"neon", "links.cl", 1, "neon"}};
    gelWorldDef def;
    if (!hasNative(&def))
        SKIP("no native back end (clang)");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        setenv("GEL_NATIVE_PROCESSOR", rows[i].processor, 1);
        const gelNativeProgram* found = (const void*)gelNativeProgramOf(rows[i].file, rows[i].lanes, true);
        const char* processor = found != NULL ? found->processor : "none";
        CHECK(!hasNative(&def) || strcmp(processor, rows[i].expected) == 0, "%s for %s runs on %s, not %s",
              rows[i].file, rows[i].processor, processor, rows[i].expected);
    }
    unsetenv("GEL_NATIVE_PROCESSOR");
}

// Adds a box to a world, and steps.
static void addBox(gelWorld* world, float bendingStiffness, gelMaterialModel model, float height)
{
    gelTetMesh mesh;
    gelBodyId id;
    gelBodyDef def = gelDefaultBodyDef();
    def.position.y = height;
    def.material.bendingStiffness = bendingStiffness;
    def.material.model = model;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.5f, 0.75f}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    for (int i = 0; i < 3; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
}

// The program for the usual kinds is left for that of all kinds, which is tested then, and for each kind after that kept.
static void kinds_that_come_later_have_the_bits_of_the_reference(void)
{
    gelWorldDef defs[2] = {gelDefaultWorldDef()};
    uint64_t hashes[2];
    if (!hasNative(&defs[1]))
        SKIP("no native back end (clang)");
    defs[0].backend = gel_referenceFloat;
    for (int i = 0; i < 2; i++) {
        gelWorld* world;
        noteTests();
        REQUIRE(gelCreateWorld(&defs[i], &world));
        addBox(world, 0.0f, gel_edgesAndVolumes, 1.0f);
        CHECK_INT(countTests(false), i);
        CHECK_INT(countTests(true), 0);
        addBox(world, 5.0f, gel_edgesAndVolumes, 3.0f);
        addBox(world, 0.0f, gel_neoHookean, 5.0f);
        CHECK_INT(countTests(true), i);
        gelCl.clCreateKernel = created.create;
        hashes[i] = gelWorld_Hash(world);
        gelDestroyWorld(world);
    }
    CHECK_HEX(hashes[1], hashes[0]);
}

static void the_faster_program_is_that_of_the_usual_kinds(void)
{
    gelWorldDef def;
    if (!hasNative(&def))
        SKIP("no native back end (clang)");
    for (int allKinds = 0; allKinds < 2; allKinds++) {
        const gelNativeProgram* found = (const void*)gelNativeProgramOf("gel.cl", 0, allKinds == 1);
        CHECK_INT(found->hasAllKinds, allKinds);
    }
}

static int countOptions(const char* options)
{
    int count = 0;
    while ((options = strstr(options, "-DGEL_WITHOUT_")) != NULL) {
        count++;
        options += strcspn(options, " ");
    }
    return count;
}

static void the_faster_program_leaves_out_what_drivers_build_without(void)
{
    gelWorldDef def;
    char wanted[GEL_BUILD_OPTIONS_SIZE], usual[] = GEL_NATIVE_USUAL; // what CMake reads from the kernels
    if (!hasNative(&def))
        SKIP("no native back end (clang)");
    REQUIRE(gelMakeBuildOptions(gelNativeDevice(), 1, gelUsualKinds, wanted));
    CHECK_INT(countOptions(usual), countOptions(wanted));
    for (char* option = strtok(usual, " "); option != NULL; option = strtok(NULL, " "))
        CHECK_TEXT(wanted, option);
}

static atomic_int visits[4096];

static void visit(void* parts, size_t first, size_t end)
{
    atomic_fetch_add((atomic_int*)parts, 1);
    for (size_t i = first; i < end; i++)
        atomic_fetch_add(&visits[i], 1);
}

static void openPool(const char* threads)
{
    setenv("GEL_NATIVE_THREADS", threads, 1);
    gelOpenPool();
}

static void closePool(void)
{
    gelClosePool();
    unsetenv("GEL_NATIVE_THREADS");
}

// Where other programs hold up threads, launches stay whole for a while, but not in a new pool.
static void the_pool_does_each_item_once_in_parts(void)
{
    int divided = 0;
    openPool("4");
    for (int run = 1; run <= 500; run++) {
        atomic_int parts = 0;
        gelRunInPool(4096, &(gelItemCost){.time = 1.0f, .items = 1.0f}, visit, &parts);
        int done = 0;
        for (int i = 0; i < 4096; i++)
            done += atomic_load(&visits[i]) == run;
        CHECK_INT(done, 4096);
        divided += atomic_load(&parts) > 1;
        if (atomic_load(&parts) == 1) {
            closePool();
            openPool("4");
        }
    }
    closePool();
    CHECK(divided >= 250, "%d of 500 launches were divided", divided);
}

static _Thread_local bool launches; // this thread does

typedef struct Wait {
    double time, timeOfOthers; // of an item, ms
    atomic_int parts, partsOfOthers;
} Wait;

static void waitFor(double time)
{
    for (double until = gelMilliseconds() + time; gelMilliseconds() < until;)
        ;
}

static void doWait(void* context, size_t first, size_t end)
{
    Wait* wait = context;
    atomic_fetch_add(&wait->parts, 1);
    atomic_fetch_add(&wait->partsOfOthers, !launches);
    waitFor((launches ? wait->time : wait->timeOfOthers) * (double)(end - first));
}

// Launches two items. Returns whether they were divided.
static bool launchPair(double time, double timeOfOthers, gelItemCost* cost, bool* isHelped)
{
    Wait wait = {.time = time, .timeOfOthers = timeOfOthers};
    gelRunInPool(2, cost, doWait, &wait);
    *isHelped = atomic_load(&wait.partsOfOthers) > 0;
    return atomic_load(&wait.parts) > 1;
}

// Launches seven cheap pairs and a dear one. Returns whether that was divided.
static bool launchMixed(gelItemCost* cost)
{
    bool isHelped;
    for (int i = 0; i < 7; i++)
        launchPair(1e-4, 1e-4, cost, &isHelped);
    return launchPair(0.2, 0.2, cost, &isHelped);
}

// The tiles of a body's phases differ in cost, and their launches share one mean, which the first dear one raises. Other
// programs may hold up a thread of the pool, which then keeps launches whole: a pool that is opened again forgets it.
static void the_pool_divides_dear_launches_between_cheap_ones(void)
{
    enum { inRow = 10, tries = 200 };
    int divided = 0;
    launches = true;
    for (int i = 0; i < tries && divided < inRow; i++) {
        gelItemCost cost = {0};
        openPool("2");
        launchMixed(&cost);
        for (divided = 0; divided < inRow && launchMixed(&cost);)
            divided++;
        closePool();
    }
    CHECK_INT(divided, inRow);
}

// The launch is expected to be hardly worth dividing. It takes longer, so that the thread has the time to wake up.
static void the_pool_wakes_a_thread_that_sleeps_for_a_short_launch(void)
{
    enum { tries = 200 };
    bool isHelped = false;
    openPool("2");
    launches = true;
    for (int i = 0; i < tries && !isHelped; i++) {
        waitFor(5.0); // threads wait awake for 0.1 ms
        launchPair(5.0, 5.0, &(gelItemCost){.time = 0.016f, .items = 2.0f}, &isHelped);
    }
    closePool();
    CHECK(isHelped, "no thread woke up in %d launches", tries);
}

// A thread of the pool is held up for longer than dividing has gained. On busy processors it may not take part at once.
static void the_pool_keeps_launches_whole_after_a_loss_until_it_is_made_up_for(void)
{
    enum { tries = 200, most = 500 };
    bool isDivided = true, isHelped;
    gelItemCost cost = {.time = 1.0f, .items = 1.0f};
    openPool("2");
    launches = true;
    for (int i = 0; i < tries && isDivided; i++)
        isDivided = launchPair(5.0, 40.0, &cost, &isHelped);
    CHECK(!isDivided, "%d launches that lost time were divided", tries);
    for (int i = 0; i < most && !isDivided; i++)
        isDivided = launchPair(0.2, 0.2, &cost, &isHelped);
    closePool();
    CHECK(isDivided, "%d launches were whole", most);
}

static void every_strategy_has_the_same_bits(void)
{
    gelWorldDef def;
    gelScene* scene;
    if (!hasNative(&def))
        SKIP("no native back end (clang)");
    uint64_t expected = hashOf("bear_drop", &(gelWorldDef){.backend = gel_referenceFloat}, 10);
    for (gelStrategy strategy = gel_strategyAuto; strategy < gel_strategyCount; strategy++) {
        REQUIRE(gelLoadScene(GEL_ASSETS "/scenes/bear_drop.json", &scene));
        gelWorldDef own = gelScene_GetWorldDef(scene);
        own.backend = gel_native;
        own.strategy = strategy;
        Played played = playDef(scene, &own);
        advance(&played, 10);
        uint64_t found = gelWorld_Hash(played.world);
        CHECK(found == expected, "%s: %016" PRIx64 ", the reference has %016" PRIx64,
              gelStrategyText(strategy), found, expected);
        stop(&played);
    }
}

// Work-groups are of one work-item: places for drawing, whose bounds a work-group finds, show it.
static void places_for_drawing_have_their_bounds(void)
{
    enum { capacity = 1024, bearVertices = 634 };
    static _Alignas(64) float positions[4 * capacity], speeds[capacity];
    gelWorldDef def;
    gelBounds bounds;
    if (!hasNative(&def))
        SKIP("no native back end (clang)");
    Played played = playFile(GEL_ASSETS "/scenes/bear_drop.json", &def);
    advance(&played, 5);
    gelSharedVertices* shared;
    gelSharedVerticesDef shareDef = {.positions = positions, .speeds = speeds, .capacity = capacity};
    REQUIRE(gelCreateSharedVertices(played.world, &shareDef, &shared));
    REQUIRE(gelSharedVertices_Update(shared, true, &bounds));
    gelVec3 lower = {1e9f, 1e9f, 1e9f}, upper = {-1e9f, -1e9f, -1e9f};
    for (int i = 0; i < bearVertices; i++) {
        lower.x = positions[4 * i] < lower.x ? positions[4 * i] : lower.x;
        lower.y = positions[4 * i + 1] < lower.y ? positions[4 * i + 1] : lower.y;
        lower.z = positions[4 * i + 2] < lower.z ? positions[4 * i + 2] : lower.z;
        upper.x = positions[4 * i] > upper.x ? positions[4 * i] : upper.x;
        upper.y = positions[4 * i + 1] > upper.y ? positions[4 * i + 1] : upper.y;
        upper.z = positions[4 * i + 2] > upper.z ? positions[4 * i + 2] : upper.z;
    }
    CHECK(lower.x == bounds.lower.x && lower.y == bounds.lower.y && lower.z == bounds.lower.z,
          "the lowest corner is %g %g %g, not %g %g %g", (double)bounds.lower.x, (double)bounds.lower.y,
          (double)bounds.lower.z, (double)lower.x, (double)lower.y, (double)lower.z);
    CHECK(upper.x == bounds.upper.x && upper.y == bounds.upper.y && upper.z == bounds.upper.z,
          "the highest corner is %g %g %g, not %g %g %g", (double)bounds.upper.x, (double)bounds.upper.y,
          (double)bounds.upper.z, (double)upper.x, (double)upper.y, (double)upper.z);
    gelDestroySharedVertices(shared);
    stop(&played);
}

static void what_it_cannot_do_is_refused_in_one_line(void)
{
    gelWorldDef def;
    gelWorld* world;
    if (!hasNative(&def))
        SKIP("no native back end (clang)");
    gelWorldDef other = def;
    other.lanes = 1;
    CHECK_STATUS(gelCreateWorld(&other, &world), gel_unsupported);
    CHECK(strstr(gelLastError(), "1 lane:") != NULL, "%s", gelLastError());
    other = def;
    other.order = gel_meshOrder;
    CHECK_STATUS(gelCreateWorld(&other, &world), gel_unsupported);
    other = def;
    other.workGroupSize = 16;
    CHECK_STATUS(gelCreateWorld(&other, &world), gel_invalidArgument);
    REQUIRE(gelCreateWorld(&def, &world));
    CHECK_STATUS(gelWorld_ReloadKernels(world, NULL), gel_unsupported);
    gelDestroyWorld(world);
    setenv("GEL_NATIVE_PROCESSOR", "none", 1);
    CHECK_STATUS(gelParseBackend("native", &def), gel_noDevice);
    CHECK(strstr(gelLastError(), "is \"none\", which leaves it out") != NULL, "%s", gelLastError());
    unsetenv("GEL_NATIVE_PROCESSOR");
}

TESTS(TEST(the_pool_does_each_item_once_in_parts), TEST(the_pool_divides_dear_launches_between_cheap_ones),
      TEST(the_pool_wakes_a_thread_that_sleeps_for_a_short_launch),
      TEST(the_pool_keeps_launches_whole_after_a_loss_until_it_is_made_up_for),
      TEST(the_processor_has_what_the_compiler_says),
      TEST(it_passes_the_self_test_of_devices_with_both_of_its_programs),
      TEST(scenes_of_every_feature_have_the_bits_of_the_reference),
      TEST(neither_threads_nor_vectors_change_bits), TEST(each_processor_runs_its_own_kernels),
      TEST(kinds_that_come_later_have_the_bits_of_the_reference),
      TEST(the_faster_program_is_that_of_the_usual_kinds),
      TEST(the_faster_program_leaves_out_what_drivers_build_without), TEST(every_strategy_has_the_same_bits),
      TEST(places_for_drawing_have_their_bounds), TEST(what_it_cannot_do_is_refused_in_one_line))
