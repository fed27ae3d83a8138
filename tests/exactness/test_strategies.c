// Whatever strategy steps a body, alone or beside others, its bits are the reference's.
//
// GEL_TEST_FRAMES shortens the runs for slow drivers.
#include "support/fixtures.h"

#include <inttypes.h>

static const float frame = 1.0f / 60.0f;
enum { boxCount = 21, wedgeCount = 5, maxBodies = 64 };
typedef enum Mix { alike, mixed } Mix;

// A crowd that covers everything: three meshes, one of them in two sizes and two materials, of one, two and
// three tiles, rotated, thrown, pinned, pulled, on rough ground.
typedef struct Crowd {
    gelWorld* world;
    gelBodyId ids[maxBodies];
    int count;
} Crowd;

typedef struct Meshes {
    gelTetMesh box, beam, tet;
} Meshes;

static Meshes makeMeshes(void)
{
    Meshes meshes;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.8f, 0.9f}, 2, 2, 2, &meshes.box));
    REQUIRE(gelCreateBoxMesh((gelVec3){3.0f, 0.5f, 0.5f}, 7, 2, 1, &meshes.beam));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.5f, 0.5f}, 1, 1, 1, &meshes.tet));
    return meshes;
}

static void destroyMeshes(Meshes* meshes)
{
    gelDestroyTetMesh(&meshes->box);
    gelDestroyTetMesh(&meshes->beam);
    gelDestroyTetMesh(&meshes->tet);
}

static void add(Crowd* crowd, const gelTetMesh* mesh, gelBodyDef def)
{
    float i = (float)crowd->count;
    def.position = (gelVec3){1.5f * i, 0.4f + 0.05f * i, 0.3f * i};
    def.rotation = (gelQuat){0.1f * i, 0.2f, -0.05f * i, 1.0f};
    def.velocity = (gelVec3){0.5f, -0.2f * i, 0.1f * i};
    REQUIRE(gelCreateBody(crowd->world, &def, mesh, &crowd->ids[crowd->count]));
    crowd->count++;
}

// Kinds of bodies alternate, so that no strategy's vertices are contiguous. A mix assigns a strategy to each
// kind.
static Crowd makeCrowd(const gelWorldDef* base, const Meshes* meshes, Mix mix)
{
    Crowd crowd = {.count = 0};
    gelWorldDef def = *base;
    def.ground = (gelGround){true, {0.1f, 1.0f, 0.0f}, -0.1f, 0.4f, 0.5f};
    def.substepCount = 3;
    def.tileSize = 16;
    def.allowInexact = true;
    REQUIRE(gelCreateWorld(&def, &crowd.world));
    for (int i = 0; i < boxCount; i++) {
        gelBodyDef body = gelDefaultBodyDef();
        body.strategy = mix == alike ? gel_strategyAuto
                        : i % 7 == 3 ? gel_strategyBody
                                     : gel_strategyEnsemble;
        body.material.damping = 0.1f * (float)i; // per body: no matter for the class
        add(&crowd, &meshes->box, body);
        body.strategy = mix == alike ? gel_strategyAuto
                        : i % 2 == 0 ? gel_strategyPerColour
                                     : gel_strategyTiles;
        body.material.stiffness = gel_compliances;
        body.material.edgeCompliance = 1e-5f;
        if (i < wedgeCount)
            add(&crowd, &meshes->beam, body);
        body.strategy = mix == alike ? gel_strategyAuto : i < 2 ? gel_strategyBody : gel_strategyTiles;
        body.scale = i % 2 == 0 ? 1.0f : 1.5f;
        if (i < wedgeCount)
            add(&crowd, i % 2 == 0 ? &meshes->tet : &meshes->box, body);
    }
    for (int i = 0; i < crowd.count; i += 3)
        REQUIRE(gelBody_SetPinned(crowd.world, crowd.ids[i], (int[]){i % 8}, 1, true));
    return crowd;
}

static void setGoals(Crowd* crowd)
{
    gelGoal goals[5];
    for (int i = 0; i < 5; i++)
        goals[i] = (gelGoal){crowd->ids[i * 5], i + 1, {1.0f, 2.0f + (float)i, 0.0f}, 1e3f * (float)(i + 1)};
    REQUIRE(gelWorld_SetGoals(crowd->world, goals, 5));
    REQUIRE(gelWorld_SetGoalDamping(crowd->world, 0.02f));
}

static void step(Crowd* crowd, int count)
{
    for (int i = 0; i < framesToRun(count); i++)
        REQUIRE(gelWorld_Step(crowd->world, frame));
}

static void destroyOne(Crowd* crowd, int index)
{
    REQUIRE(gelDestroyBody(crowd->world, crowd->ids[index]));
    memmove(&crowd->ids[index], &crowd->ids[index + 1],
            (size_t)(crowd->count - index - 1) * sizeof crowd->ids[0]);
    crowd->count--;
}

enum { hashCount = 5 };
typedef struct Story {
    char what[320], plan[2000];
    uint64_t hashes[hashCount];
} Story;

// Bodies fall, are pulled, created and destroyed, are stepped stage by stage, and continue.
static Story tellStory(const gelWorldDef* def, const Meshes* meshes, Mix mix)
{
    Story story;
    Crowd crowd = makeCrowd(def, meshes, mix);
    gelStageInfo info;
    snprintf(story.what, sizeof story.what, "%s, strategy %s%s", gelWorld_GetBackendText(crowd.world),
             gelStrategyText(def->strategy), mix != alike ? ", mixed" : "");
    snprintf(story.plan, sizeof story.plan, "%s", gelWorld_ExplainPlan(crowd.world));
    step(&crowd, 8);
    story.hashes[0] = gelWorld_Hash(crowd.world);
    setGoals(&crowd);
    step(&crowd, 8);
    story.hashes[1] = gelWorld_Hash(crowd.world);
    destroyOne(&crowd, 11);
    destroyOne(&crowd, 4);
    add(&crowd, &meshes->beam, gelDefaultBodyDef());
    add(&crowd, &meshes->box, gelDefaultBodyDef());
    step(&crowd, 4);
    story.hashes[2] = gelWorld_Hash(crowd.world);
    for (int i = 0; i < 9; i++)
        REQUIRE(gelWorld_StepStage(crowd.world, frame, &info));
    step(&crowd, 1); // completes it
    story.hashes[3] = gelWorld_Hash(crowd.world);
    REQUIRE(gelWorld_SetGoals(crowd.world, NULL, 0));
    step(&crowd, 6);
    story.hashes[4] = gelWorld_Hash(crowd.world);
    gelDestroyWorld(crowd.world);
    return story;
}

static void checkStory(const Story* found, const Story* expected)
{
    for (int i = 0; i < hashCount; i++)
        CHECK(found->hashes[i] == expected->hashes[i],
              "%s: hash %d is %016" PRIx64 ", the reference's %016" PRIx64 "; plan:\n%s", found->what, i,
              found->hashes[i], expected->hashes[i], found->plan);
}

static void every_strategy_gives_the_bits_of_the_reference(void)
{
    static const int lanes[] = {0, 1, 8, 16};
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    Meshes meshes = makeMeshes();
    Story reference = tellStory(&backends.defs[0], &meshes, alike);
    // Slow drivers compile for seconds per world: test all strategies together, individually, and on scalar
    // lanes.
    bool shortened = getenv("GEL_TEST_FRAMES") != NULL;
    int first = shortened ? 4 * gel_strategyCount : 0, end = 4 * gel_strategyCount + (shortened ? 2 : 4);
    for (int b = 1; b < backends.count; b++)
        for (int i = first; i < end; i++) {
            gelWorldDef def = backends.defs[b];
            Mix mix = i / 4 == gel_strategyCount ? mixed : alike;
            if (!setLanes(&def, lanes[i % 4]))
                continue;
            def.strategy = mix == mixed ? gel_strategyAuto : (gelStrategy)(i / 4);
            Story story = tellStory(&def, &meshes, mix);
            checkStory(&story, &reference);
        }
    destroyMeshes(&meshes);
}

static void a_mixed_world_uses_all_strategies_at_once(void)
{
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    Meshes meshes = makeMeshes();
    Crowd crowd = makeCrowd(&backends.defs[1], &meshes, mixed);
    const char* plan = gelWorld_ExplainPlan(crowd.world);
    CHECK_TEXT(plan, "perColour: 3 bodies of 70 tets, requested");
    CHECK_TEXT(plan, "tiles: 2 bodies of 70 tets, requested\n  ");
    CHECK_TEXT(plan, "tiles: 2 bodies of 5 tets, requested\n  1 launch per substep"); // one tile each
    CHECK_TEXT(plan, "body: 3 bodies of");
    CHECK_TEXT(plan, "ensemble: 18 bodies of 40 tets, requested");
    gelDestroyWorld(crowd.world);
    destroyMeshes(&meshes);
}

static void a_step_is_one_launch(void)
{
    static const gelStrategy strategies[] = {gel_strategyBody, gel_strategyEnsemble};
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    Meshes meshes = makeMeshes();
    for (int i = 0; i < 2; i++) {
        gelWorldDef def = backends.defs[1];
        def.strategy = strategies[i];
        Crowd crowd = makeCrowd(&def, &meshes, alike);
        REQUIRE(gelWorld_Step(crowd.world, frame));
        CHECK_INT(gelWorld_GetProfile(crowd.world).launchesPerStep, 1);
        gelDestroyWorld(crowd.world);
    }
    destroyMeshes(&meshes);
}

// The hash after a step of one body in the air or, if the definition has ground, above it.
static uint64_t stepOnce(const gelWorldDef* def, const gelTetMesh* mesh, int* launches)
{
    gelWorld* world;
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateBody(world, &body, mesh, &id));
    REQUIRE(gelWorld_Step(world, frame));
    *launches = gelWorld_GetProfile(world).launchesPerStep;
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

static uint64_t stepLongLattice(gelWorldDef def, const gelTetMesh* mesh, int* launches)
{
    def.substepCount = 400;
    def.ground.enabled = true;
    def.strategy = gel_strategyBody;
    return stepOnce(&def, mesh, launches);
}

// Launches must be short: a watchdog ends long ones, and a screen driven by the device freezes.
static void a_long_step_is_cut_between_substeps(void)
{
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    if (getenv("GEL_TEST_FRAMES") != NULL)
        SKIP_EVEN_IN_CI("shortened runs");
    gelTetMesh mesh;
    int launches;
    // 2,744 vertices: local memory of 48 KiB, as GPUs of NVIDIA have, holds 3,072.
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 13, 13, 13, &mesh));
    uint64_t expected = stepLongLattice(backends.defs[0], &mesh, &launches);
    for (int b = 1; b < backends.count; b++) {
        gelWorldDef def = backends.defs[b];
        def.allowInexact = true;
        CHECK_HEX(stepLongLattice(def, &mesh, &launches), expected);
        CHECK(launches > 1 && launches < 100, "%s: %d launches for 400 substeps", backends.names[b],
              launches);
    }
    gelDestroyTetMesh(&mesh);
}

static uint64_t stepBall(gelWorldDef def, gelStrategy strategy, const gelTetMesh* mesh)
{
    int launches;
    def.substepCount = 60;
    def.tileSize = 16;
    def.strategy = strategy;
    def.allowInexact = true;
    return stepOnce(&def, mesh, &launches);
}

// llvmpipe ends a work-item's loops after 65,535 turns. Small tiles have few constraints, but many colours in
// all, each of which is a turn.
static void many_small_tiles_take_no_more_turns_than_the_driver_allows(void)
{
    static const gelStrategy strategies[] = {gel_strategyBody, gel_strategyEnsemble, gel_strategyTiles};
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    if (framesToRun(2) < 2)
        SKIP_EVEN_IN_CI("shortened runs");
    gelTetMesh mesh;
    REQUIRE(gelCreateSphereMesh(1.0f, 9, &mesh));
    uint64_t expected = stepBall(backends.defs[0], gel_strategyAuto, &mesh);
    for (int b = 1; b < backends.count; b++)
        for (int s = 0; s < 3; s++)
            CHECK_HEX(stepBall(backends.defs[b], strategies[s], &mesh), expected);
    gelDestroyTetMesh(&mesh);
}

static void ten_runs_give_one_hash(void)
{
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    if (getenv("GEL_TEST_FRAMES") != NULL)
        SKIP_EVEN_IN_CI("shortened runs");
    Meshes meshes = makeMeshes();
    Story first = tellStory(&backends.defs[1], &meshes, mixed);
    for (int i = 1; i < 10; i++) {
        Story story = tellStory(&backends.defs[1], &meshes, mixed);
        checkStory(&story, &first);
    }
    destroyMeshes(&meshes);
}

static void a_strategy_that_does_not_exist_is_refused(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelBodyId id;
    def.backend = gel_referenceFloat;
    def.strategy = gel_strategyCount;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "strategy");
    def.strategy = gel_strategyBody;
    REQUIRE(gelCreateWorld(&def, &world)); // means nothing to the reference
    Meshes meshes = makeMeshes();
    bodyDef.strategy = (gelStrategy)-1;
    CHECK_STATUS(gelCreateBody(world, &bodyDef, &meshes.box, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "strategy");
    gelDestroyWorld(world);
    destroyMeshes(&meshes);
}

TESTS(TEST(every_strategy_gives_the_bits_of_the_reference), TEST(a_mixed_world_uses_all_strategies_at_once),
      TEST(a_step_is_one_launch), TEST(a_long_step_is_cut_between_substeps),
      TEST(many_small_tiles_take_no_more_turns_than_the_driver_allows), TEST(ten_runs_give_one_hash),
      TEST(a_strategy_that_does_not_exist_is_refused))
