// Plasticity: what is strained beyond its yield keeps a part of it, by closed forms; what is not stays elastic to the bit;
// all back ends agree; rest lengths are a part of the state.
#define GEL_DIALECT_FLOAT
#include "physics/plasticity.h"
#include "support/equal_bits.h"
#include "support/files.h"
#include "support/planted_fault.h"

static const float frame = 1.0f / 60.0f;
enum { maxEdges = 4096, maxVertices = 512 };

static gelWorld* openWorld(const gelWorldDef* like, float gravity)
{
    gelWorldDef def = *like;
    gelWorld* world;
    def.gravity = (gelVec3){0, gravity, 0};
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static gelWorldDef onReference(gelBackendKind kind)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = kind;
    return def;
}

static gelBodyId addBox(gelWorld* world, const gelBodyDef* def, gelVec3 size, int cells)
{
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelCreateBoxMesh(size, cells, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

// Returns the longest rest length of an edge.
static float longestRest(gelWorld* world)
{
    static gelConstraint edges[maxEdges];
    gelCounters counters;
    float longest = 0.0f;
    REQUIRE(gelWorld_GetConstraints(world, gel_distanceConstraint, edges, maxEdges));
    REQUIRE(gelWorld_GetCounters(world, &counters));
    for (int e = 0; e < counters.constraintCounts[gel_distanceConstraint]; e++)
        longest = fmaxf(longest, edges[e].values[0]);
    return longest;
}

// A rope of two lines of 0.5 m, held at its ends, 1.2 m apart.
static gelWorld* holdRope(const gelWorldDef* def, float yield, float creep, float limit)
{
    gelWorld* world = openWorld(def, 0.0f);
    gelLineMesh lines;
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    const int ends[2] = {0, 2};
    float xyz[9];
    body.material.yieldStrain = yield;
    body.material.creep = creep;
    body.material.plasticLimit = limit;
    REQUIRE(gelCreateStraightLine(1.0f, 2, &lines));
    REQUIRE(gelCreateRope(world, &body, &lines, &id));
    gelDestroyLineMesh(&lines);
    REQUIRE(gelBody_ReadPositions(world, id, xyz, 3));
    for (int i = 0; i < 9; i++)
        xyz[i] *= 1.2f;
    REQUIRE(gelBody_WritePositions(world, id, xyz, 3));
    REQUIRE(gelBody_SetPinned(world, id, ends, 2, true));
    return world;
}

static void what_is_held_beyond_the_yield_decays_exponentially(gelWorldDef backend)
{
    gelWorld* world = holdRope(&backend, 0.05f, 4.0f, 0.0f);
    const double target = 0.6 / 1.05;
    for (int i = 1; i <= 45; i++) {
        REQUIRE(gelWorld_Step(world, frame));
        double left = (target - (double)longestRest(world)) / (target - 0.5), expected = exp(-4.0 * i / 60.0);
        CHECK_CLOSE(left / expected, 1.0, 0.02, "substeps take c h / (1 + c h), not 1 - e^(-c h)");
    }
    gelDestroyWorld(world);
}

static void the_limit_is_never_passed(void)
{
    gelWorldDef def = onReference(gel_referenceFloat);
    gelWorld* world = holdRope(&def, 0.0f, 100.0f, 0.1f);
    for (int i = 0; i < 120; i++) {
        REQUIRE(gelWorld_Step(world, frame));
        CHECK(longestRest(world) <= 0.55f, "%.9g", (double)longestRest(world));
    }
    CHECK_CLOSE((double)longestRest(world), 0.55, 1e-5, "the creep has ended there");
    gelDestroyWorld(world);
}

// Some number below 1.
static float numberOf(int seed)
{
    return (float)(((uint32_t)(seed + 1) * 2654435761u) >> 12) / 1048576.0f;
}

static void a_rest_length_never_passes_the_length(void)
{
    for (int i = 0; i < 20000; i++) {
        const vec3 edge = {numberOf(7 * i), numberOf(7 * i + 1), 0.0f};
        const float made = 0.1f + numberOf(7 * i + 2),
                    terms[5] = {made, 1.0f + numberOf(7 * i + 3), 1000.0f * numberOf(7 * i + 4),
                                1.0f + numberOf(7 * i + 5)};
        float rest = made * (0.4f + numberOf(7 * i + 6)), length = sqrtf(vec3_dot(edge, edge)),
              next = yielded_length(edge, 1.0f, rest, terms, 0.01f);
        CHECK(fabsf(length - next) <= fabsf(length - rest), "from %g to %g at the length %g", (double)rest,
              (double)next, (double)length);
        bool isElastic = length < rest * terms[1] * 0.9999f && rest < length * terms[1] * 0.9999f;
        CHECK(!isElastic || next == rest, "%g became %g at the length %g", (double)rest, (double)next,
              (double)length);
    }
}

static gelWorld* dropClay(const gelWorldDef* like, float yield, float creep)
{
    gelWorldDef def = *like;
    gelBodyDef body = gelDefaultBodyDef();
    def.ground.enabled = true;
    gelWorld* world = openWorld(&def, -9.81f);
    body.material.creep = creep;
    body.material.yieldStrain = yield;
    body.material.youngModulus = 2e4f;
    body.position = (gelVec3){0, 0.6f, 0};
    body.velocity = (gelVec3){0.5f, -3, 0};
    addBox(world, &body, (gelVec3){0.4f, 0.4f, 0.4f}, 2);
    return world;
}

static void plastic_work_is_never_negative(void)
{
    gelWorldDef def = onReference(gel_referenceDouble);
    gelWorld* world = dropClay(&def, 0.02f, 100.0f);
    double work = 0.0;
    for (int i = 0; i < 20;) {
        gelMeasures before, after;
        gelStageInfo info;
        REQUIRE(gelWorld_StepStage(world, frame, &info));
        i += info.lastOfStep;
        if (info.stage != gel_stageVelocity || i < 8)
            continue;
        REQUIRE(gelWorld_Measure(world, &before));
        REQUIRE(gelWorld_StepStage(world, frame, &info));
        i += info.lastOfStep;
        CHECK_INT(info.stage, gel_stageYield);
        REQUIRE(gelWorld_Measure(world, &after));
        work += before.elasticEnergy - after.elasticEnergy;
        CHECK(before.elasticEnergy >= after.elasticEnergy, "%.17g became %.17g J", before.elasticEnergy,
              after.elasticEnergy);
    }
    CHECK(work > 0.01, "%g J", work);
    gelDestroyWorld(world);
}

static double lengthOf(gelWorld* world, gelBodyId id)
{
    float xyz[3 * maxVertices], min = INFINITY, max = -INFINITY;
    REQUIRE(gelBody_ReadPositions(world, id, xyz, maxVertices));
    int count = gelBody_GetMesh(world, id)->vertexCount;
    for (int i = 0; i < count; i++) {
        min = fminf(min, xyz[3 * i]);
        max = fmaxf(max, xyz[3 * i]);
    }
    return (double)(max - min);
}

// Pulled by a fifth, held, and let go.
static double pullBar(const gelWorldDef* def, float yield, float creep)
{
    gelWorld* world = openWorld(def, 0.0f);
    gelBodyDef body = gelDefaultBodyDef();
    body.material.yieldStrain = yield;
    body.material.creep = creep;
    body.material.damping = 10.0f;
    gelBodyId id = addBox(world, &body, (gelVec3){1.0f, 0.2f, 0.2f}, 10);
    float xyz[3 * maxVertices], narrowed = 1.0f / sqrtf(1.2f);
    int all[maxVertices], count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(gelBody_ReadPositions(world, id, xyz, maxVertices));
    for (int i = 0; i < 3 * count; i++)
        xyz[i] *= i % 3 == 0 ? 1.2f : narrowed;
    for (int i = 0; i < count; i++)
        all[i] = i;
    REQUIRE(gelBody_WritePositions(world, id, xyz, count));
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){-0.59f, 9, 9}, NULL));
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){0.59f, -9, -9}, (gelVec3){9, 9, 9}, NULL));
    stepFrames(world, 60);
    REQUIRE(gelBody_SetPinned(world, id, all, count, false));
    stepFrames(world, 120);
    double length = lengthOf(world, id);
    gelDestroyWorld(world);
    return length;
}

static void a_bar_pulled_by_a_fifth_keeps_most_of_what_is_beyond_its_yield(void)
{
    gelWorldDef def = onReference(gel_referenceFloat);
    CHECK_CLOSE(pullBar(&def, 0.0f, 0.0f), 1.0, 1e-3, "what is elastic comes back");
    CHECK_CLOSE(pullBar(&def, 0.05f, 20.0f), 1.10, 0.01, "the edges across, which yield less, push back");
    CHECK_CLOSE(pullBar(&def, 0.01f, 20.0f), 1.2 / 1.01, 0.015, "the same, by less");
}

static void a_rope_pulled_by_a_fifth_keeps_what_is_beyond_its_yield(gelWorldDef backend)
{
    gelWorld* world = holdRope(&backend, 0.05f, 20.0f, 0.0f);
    gelBodyId id = gelWorld_GetBody(world, 0);
    const int ends[2] = {0, 2};
    gelMaterial material;
    stepFrames(world, 60);
    REQUIRE(gelBody_GetMaterial(world, id, &material));
    material.damping = 10.0f;
    REQUIRE(gelBody_SetMaterial(world, id, &material));
    REQUIRE(gelBody_SetPinned(world, id, ends, 2, false));
    stepFrames(world, 120);
    CHECK_CLOSE(lengthOf(world, id), 1.2 / 1.05, 1e-4, "the last of its elasticity");
    gelDestroyWorld(world);
}

static void below_the_yield_nothing_changes(gelWorldDef backend)
{
    gelWorld *elastic = dropClay(&backend, 0.0f, 0.0f), *strong = dropClay(&backend, 10.0f, 1000.0f),
             *clay = dropClay(&backend, 0.02f, 1000.0f);
    gelWorld* worlds[] = {elastic, strong, clay};
    for (int i = 0; i < 3; i++)
        stepFrames(worlds[i], 25);
    CHECK_HEX(gelWorld_Hash(strong), gelWorld_Hash(elastic));
    CHECK(gelWorld_Hash(clay) != gelWorld_Hash(elastic), "nothing flowed");
    for (int i = 0; i < 3; i++)
        gelDestroyWorld(worlds[i]);
}

// Clay and rubber, side by side or on each other, and a sheet that stretches for good.
static gelWorld* makeMixed(const gelWorldDef* like, gelStrategy strategy, bool contact)
{
    gelWorldDef def = *like;
    gelSurfaceMesh cloth;
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    def.ground.enabled = true;
    def.contact = contact;
    def.tileSize = 32;
    gelWorld* world = openWorld(&def, -9.81f);
    body.strategy = strategy;
    body.material.youngModulus = 2e4f;
    for (int i = 0; i < 4; i++) {
        body.material.creep = i % 2 == 0 ? 200.0f : 0.0f;
        body.material.yieldStrain = 0.02f;
        body.position = (gelVec3){0.1f * (float)i, 0.3f + 0.45f * (float)i, 0};
        addBox(world, &body, (gelVec3){0.4f, 0.4f, 0.4f}, 3);
    }
    body.material.creep = 50.0f;
    body.position = (gelVec3){0, 2.4f, 0};
    REQUIRE(gelCreateSheetSurface(1.0f, 1.0f, 6, 6, &cloth));
    REQUIRE(gelCreateSheet(world, &body, &cloth, &id));
    gelDestroySurfaceMesh(&cloth);
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){-0.49f, 9, 9}, NULL));
    return world;
}

static void every_device_and_strategy_has_the_bits_of_the_reference(void)
{
    checkEveryDeviceAndStrategy(makeMixed);
}

typedef struct Variant {
    const char* name;
    int lanes;
    gelConstraintOrder order;
    gelIntegrator integrator;
} Variant;

static void lanes_orders_and_integrators_have_the_bits_of_the_reference(void)
{
    static const Variant variants[] = {{"a lane", 1, gel_colourOrder, gel_xpbd},
                                       {"8 lanes", 8, gel_colourOrder, gel_xpbd},
                                       {"16 lanes", 16, gel_colourOrder, gel_xpbd},
                                       {"Heun", 0, gel_colourOrder, gel_heun}};
    Backends backends = listBackends();
    for (size_t v = 0; v < sizeof variants / sizeof *variants && backends.count > 1; v++) {
        uint64_t hashes[2];
        bool hasLanes = false;
        for (int b = 0; b < 2; b++) {
            gelWorldDef def = backends.defs[b];
            hasLanes = setLanes(&def, b > 0 ? variants[v].lanes : 0);
            if (!hasLanes)
                continue;
            def.order = variants[v].order;
            def.integrator = variants[v].integrator;
            def.substepCount = 20;
            gelWorld* world = dropClay(&def, 0.02f, 200.0f);
            stepFrames(world, 16);
            hashes[b] = gelWorld_Hash(world);
            CHECK(longestRest(world) > 0.0f, "%s", variants[v].name);
            gelDestroyWorld(world);
        }
        CHECK(!hasLanes || hashes[0] == hashes[1], "%s: %016llx, not %016llx", variants[v].name,
              (unsigned long long)hashes[1], (unsigned long long)hashes[0]);
    }
}

static void rest_lengths_are_a_part_of_the_state(gelWorldDef backend)
{
    gelWorld *world = makeMixed(&backend, gel_strategyAuto, true), *clone;
    gelSnapshot* state;
    stepFrames(world, 20);
    REQUIRE(gelTakeSnapshot(world, NULL, &state));
    REQUIRE(gelCloneWorld(world, &backend, &clone));
    uint64_t saved = gelWorld_Hash(world);
    stepFrames(world, 10);
    uint64_t expected = gelWorld_Hash(world);
    stepFrames(clone, 10);
    CHECK_HEX(gelWorld_Hash(clone), expected);
    REQUIRE(gelRestoreSnapshot(world, NULL, state));
    CHECK_HEX(gelWorld_Hash(world), saved);
    stepFrames(world, 10);
    CHECK_HEX(gelWorld_Hash(world), expected);
    REQUIRE(gelDestroyBody(world, gelWorld_GetBody(world, 0))); // another plan, and back
    stepFrames(world, 2);
    REQUIRE(gelRestoreSnapshot(world, NULL, state));
    stepFrames(world, 10);
    CHECK_HEX(gelWorld_Hash(world), expected);
    gelDestroySnapshot(state);
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

static void what_hardens_keeps_its_form(gelWorldDef backend)
{
    gelWorld* world = holdRope(&backend, 0.05f, 1000.0f, 0.0f);
    gelBodyId id = gelWorld_GetBody(world, 0);
    gelMaterial material;
    stepFrames(world, 30);
    float before = longestRest(world);
    REQUIRE(gelBody_GetMaterial(world, id, &material));
    material.creep = 0.0f;
    REQUIRE(gelBody_SetMaterial(world, id, &material));
    stepFrames(world, 10);
    CHECK(longestRest(world) == before && before > 0.56f, "%.9g, not %.9g", (double)longestRest(world),
          (double)before);
    gelDestroyWorld(world);
}

static void the_first_difference_is_found_in_what_flows(void)
{
    Backends backends = listBackends();
    gelWorld *world = dropClay(&backends.defs[0], 0.02f, 200.0f),
             *other = dropClay(&backends.defs[backends.count - 1], 0.02f, 200.0f);
    plantFault(other, (PlantedFault){.step = 12, .substep = 4, .stage = gel_stageYield});
    bool diverged = false;
    gelDifference difference;
    gelDivergence divergence;
    for (int i = 0; i < 14 && !diverged; i++)
        REQUIRE(gelStepAndCompare(world, other, frame, &difference, &divergence, &diverged));
    CHECK(diverged && divergence.stage == gel_stageYield && divergence.substep == 4,
          "%d, stage %d, substep %d", diverged, (int)divergence.stage, divergence.substep);
    gelDestroyWorld(world);
    gelDestroyWorld(other);
}

static void bad_settings_are_refused(void)
{
    gelWorldDef def = onReference(gel_referenceFloat);
    gelWorld* world = openWorld(&def, 0.0f);
    gelMaterial bad[6];
    static const char* const texts[] = {"creep", "creep", "yield", "plasticLimit", "neoHookean", "pullOnly"};
    for (int i = 0; i < 6; i++) {
        bad[i] = gelDefaultMaterial();
        bad[i].creep = 1.0f;
    }
    bad[0].creep = NAN;
    bad[1].creep = -1.0f;
    bad[2].yieldStrain = -0.1f;
    bad[3].plasticLimit = INFINITY;
    bad[4].model = gel_neoHookean;
    bad[5].springs = gel_pullOnly;
    for (int i = 0; i < 6; i++) {
        gelTetMesh mesh;
        gelBodyDef body = gelDefaultBodyDef();
        gelBodyId id;
        body.material = bad[i];
        REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 1, 1, 1, &mesh));
        CHECK_STATUS(gelCreateBody(world, &body, &mesh, &id), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), texts[i]);
        gelDestroyTetMesh(&mesh);
    }
    gelDestroyWorld(world);
    static const char* const scenes[] = {"\"yield\":0.1", "\"plasticLimit\":1"};
    for (int i = 0; i < 2; i++) {
        gelScene* scene;
        char text[256];
        snprintf(
            text, sizeof text,
            "{\"bodies\":[{\"material\":{%s},\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}}]}",
            scenes[i]);
        writeText(GEL_SCRATCH "/plasticity.json", text);
        CHECK_STATUS(gelLoadScene(GEL_SCRATCH "/plasticity.json", &scene), gel_formatError);
        CHECK_TEXT(gelLastError(), "needs creep");
    }
}

TESTS(TEST_ON_EACH_BACKEND(what_is_held_beyond_the_yield_decays_exponentially),
      TEST(the_limit_is_never_passed), TEST(a_rest_length_never_passes_the_length),
      TEST(plastic_work_is_never_negative),
      TEST(a_bar_pulled_by_a_fifth_keeps_most_of_what_is_beyond_its_yield),
      TEST_ON_EACH_BACKEND(a_rope_pulled_by_a_fifth_keeps_what_is_beyond_its_yield),
      TEST_ON_EACH_BACKEND(below_the_yield_nothing_changes),
      TEST(every_device_and_strategy_has_the_bits_of_the_reference),
      TEST(lanes_orders_and_integrators_have_the_bits_of_the_reference),
      TEST_ON_EACH_BACKEND(rest_lengths_are_a_part_of_the_state),
      TEST_ON_EACH_BACKEND(what_hardens_keeps_its_form), TEST(the_first_difference_is_found_in_what_flows),
      TEST(bad_settings_are_refused))
