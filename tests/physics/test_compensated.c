// Positions of two floats: that nothing is lost, and that all back ends keep the same bits.
#define GEL_DIALECT_FLOAT
#include "physics/compensated.h"

#include "support/fixtures.h"

#include <math.h>
#include <string.h>

static const float frame = 1.0f / 60.0f;

static uint32_t seed = 20261122;

// Returns a random number of a magnitude from 2^-20 to 2^12, of either sign.
static float randomNumber(void)
{
    seed = seed * 1664525u + 1013904223u;
    float number = ldexpf(1.0f + (float)(seed >> 9) / 8388608.0f, (int)(seed >> 4 & 31u) - 20);
    return (seed >> 3 & 1u) != 0 ? -number : number;
}

static void a_sum_of_two_floats_is_kept_whole(void)
{
    for (int i = 0; i < 100000; i++) {
        float a = randomNumber(), b = randomNumber(), high = a, low = b;
        two_sum(&high, &low);
        CHECK((double)high + (double)low == (double)a + (double)b, "%a + %a became %a + %a", (double)a,
              (double)b, (double)high, (double)low);
        CHECK(high == a + b, "%a + %a has the high part %a", (double)a, (double)b, (double)high);
    }
}

// So that the state between steps passes through doubles, as it does when it is read and written.
static void a_rounded_low_part_fits_into_a_double(void)
{
    for (int i = 0; i < 100000; i++) {
        float high = randomNumber(), low = randomNumber() * 1e-9f, before;
        two_sum(&high, &low);
        before = low;
        low = round_low(high, low);
        double sum = (double)high + (double)low;
        CHECK(sum - (double)high == (double)low, "%a + %a became %a", (double)high, (double)low, sum);
        CHECK(fabsf(low - before) <= fabsf(high) * 0x1p-45f, "%a + %a was rounded to %a", (double)high,
              (double)before, (double)low);
        two_sum(&high, &low); // as the next substep begins: rounding up may have made `low` too large
        CHECK((float)sum == high && (float)(sum - (double)high) == low, "%a + %a came back as %a + %a",
              (double)high, (double)low, (double)(float)sum, sum - (double)high);
    }
}

// A clamped beam, and beside it a block that falls to the ground, held by a goal: everything takes part.
typedef struct Scene {
    gelWorld* world;
    gelBodyId beam, block;
} Scene;

static const gelVec3 onGround = {0.0f, 0.2f, 1.0f}, onBeam = {0.2f, 1.65f, 0.0f};

static Scene makeScene(const gelWorldDef* def, int substepCount, float youngModulus, gelVec3 blockPosition)
{
    gelTetMesh mesh;
    Scene scene;
    gelWorldDef worldDef = *def;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    worldDef.substepCount = substepCount;
    worldDef.ground.enabled = true;
    worldDef.dragCoefficient = 0.01f;
    REQUIRE(gelCreateWorld(&worldDef, &scene.world));
    bodyDef.material.youngModulus = youngModulus;
    bodyDef.material.poissonRatio = 0.3f;
    bodyDef.material.damping = 8.0f;
    bodyDef.position = (gelVec3){0.0f, 1.5f, 0.0f};
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.1f, 0.1f}, 10, 1, 1, &mesh));
    REQUIRE(gelCreateBody(scene.world, &bodyDef, &mesh, &scene.beam));
    REQUIRE(gelBody_PinBox(scene.world, scene.beam, (gelVec3){-0.51f, 0.0f, -1.0f},
                           (gelVec3){-0.49f, 3.0f, 1.0f}, NULL));
    bodyDef.position = blockPosition;
    bodyDef.velocity = (gelVec3){1.0f, -1.0f, 0.0f};
    REQUIRE(gelCreateBody(scene.world, &bodyDef, &mesh, &scene.block));
    gelDestroyTetMesh(&mesh);
    gelGoal goal = {scene.block, 7, {0.3f, 0.4f, 1.2f}, 400.0f};
    REQUIRE(gelWorld_SetGoals(scene.world, &goal, 1));
    return scene;
}

static void step(gelWorld* world, int count)
{
    for (int i = 0; i < count; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

// Returns the sag of the beam, m: how far its lowest vertex has come down.
static double sagOf(gelBackendKind backend, bool compensated)
{
    enum { vertexCount = 44 };
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = backend;
    def.compensated = compensated;
    Scene scene = makeScene(&def, 1000, 1e8f, onGround);
    double xyz[vertexCount][3];
    step(scene.world, 40);
    REQUIRE(gelBody_ReadPositionsDouble(scene.world, scene.beam, xyz[0], vertexCount));
    double lowest = 1e9;
    for (int i = 0; i < vertexCount; i++)
        lowest = fmin(lowest, xyz[i][1]);
    gelDestroyWorld(scene.world);
    return 1.45 - lowest;
}

static void a_stiff_beam_sags_as_in_double_precision(void)
{
    double single = sagOf(gel_referenceFloat, false), kept = sagOf(gel_referenceFloat, true);
    double twice = sagOf(gel_referenceDouble, false);
    CHECK_CLOSE(kept / twice, 1.0, 1e-3, "rounding of the ends' difference, 1e-7 of an edge");
    CHECK(fabs(single / twice - 1.0) > 0.1,
          "single precision sags %g m, double %g m: this scene shows nothing", single, twice);
}

static void all_strategies_and_lanes_give_the_bits_of_the_reference(void)
{
    static const int lanes[] = {1, 8, 16};
    Backends backends = listBackends();
    uint64_t expected = 0;
    for (int b = 0; b < backends.count; b++)
        for (int strategy = gel_strategyPerColour; strategy < gel_strategyCount; strategy++)
            for (int l = 0; l < 3; l++) {
                gelWorldDef def = backends.defs[b];
                def.compensated = true;
                def.strategy = (gelStrategy)strategy;
                def.tileSize = 16;
                def.lanes = lanes[l];
                bool isReference = def.backend == gel_referenceFloat;
                if (!triesLanes(lanes[l]) || (isReference && (l > 0 || strategy > gel_strategyPerColour)))
                    continue;
                Scene scene = makeScene(&def, 20, 1e6f, onGround);
                step(scene.world, 12);
                uint64_t hash = gelWorld_Hash(scene.world);
                expected = isReference ? hash : expected;
                CHECK(hash == expected, "%s, %s, %d lanes: %016llx, the reference %016llx", backends.names[b],
                      gelStrategyText(def.strategy), def.lanes, (unsigned long long)hash,
                      (unsigned long long)expected);
                gelDestroyWorld(scene.world);
            }
}

static void single_stages_clones_and_what_is_written_go_on_with_the_same_bits(gelWorldDef def)
{
    def.compensated = true;
    Scene whole = makeScene(&def, 20, 1e6f, onGround), byStages = makeScene(&def, 20, 1e6f, onGround);
    gelStageInfo done = {0};
    step(whole.world, 3);
    step(byStages.world, 2);
    while (!done.lastOfStep)
        REQUIRE(gelWorld_StepStage(byStages.world, frame, &done));
    CHECK(gelWorld_Hash(whole.world) == gelWorld_Hash(byStages.world), "stages gave other bits");
    gelWorld* clone;
    gelWorldDef reference = gelDefaultWorldDef();
    reference.backend = gel_referenceFloat;
    REQUIRE(gelCloneWorld(whole.world, &reference, &clone));
    CHECK(gelWorld_Hash(clone) == gelWorld_Hash(whole.world), "the clone begins with other bits");
    // Pinning a vertex makes the state pass through the host.
    int pinned = 20;
    REQUIRE(gelBody_SetPinned(whole.world, whole.beam, &pinned, 1, true));
    REQUIRE(gelBody_SetPinned(clone, whole.beam, &pinned, 1, true));
    step(whole.world, 3);
    step(clone, 3);
    CHECK(gelWorld_Hash(clone) == gelWorld_Hash(whole.world), "the clone went another way");
    gelDestroyWorld(clone);
    gelDestroyWorld(byStages.world);
    gelDestroyWorld(whole.world);
}

static int countContacts(gelWorld* world)
{
    int count = 0;
    REQUIRE(gelWorld_GetContacts(world, NULL, 0, &count));
    return count;
}

static void bodies_that_touch_give_the_bits_of_the_reference(void)
{
    Backends backends = listBackends();
    uint64_t expected = 0;
    for (int b = 0; b < backends.count; b++) {
        gelWorldDef def = backends.defs[b];
        def.compensated = true;
        def.contact = true;
        Scene scene = makeScene(&def, 10, 1e5f, onBeam);
        REQUIRE(gelWorld_SetGoals(scene.world, NULL, 0));
        step(scene.world, 20);
        CHECK(countContacts(scene.world) > 0, "%s: the block does not touch the beam", backends.names[b]);
        uint64_t hash = gelWorld_Hash(scene.world);
        expected = b == 0 ? hash : expected;
        CHECK(hash == expected, "%s: %016llx, the reference %016llx", backends.names[b],
              (unsigned long long)hash, (unsigned long long)expected);
        // Contact moves the high parts alone, but what passes through the host must not differ.
        gelWorld* clone;
        REQUIRE(gelCloneWorld(scene.world, &backends.defs[b], &clone));
        step(scene.world, 20);
        step(clone, 20);
        CHECK(gelWorld_Hash(clone) == gelWorld_Hash(scene.world), "%s: the clone went another way",
              backends.names[b]);
        gelDestroyWorld(clone);
        gelDestroyWorld(scene.world);
    }
}

// Compilers were seen to leave the rounding out.
static void a_clone_in_single_precision_has_floats(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* clone;
    double xyz[44][3];
    def.backend = gel_referenceDouble;
    Scene scene = makeScene(&def, 5, 1e5f, onGround);
    step(scene.world, 3);
    def.backend = gel_referenceFloat;
    REQUIRE(gelCloneWorld(scene.world, &def, &clone));
    REQUIRE(gelBody_ReadPositionsDouble(clone, scene.beam, xyz[0], 44));
    for (int i = 0; i < 44; i++)
        for (int k = 0; k < 3; k++) {
            volatile float rounded = (float)xyz[i][k];
            CHECK(xyz[i][k] == (double)rounded, "vertex %d has the coordinate %a", i, xyz[i][k]);
        }
    gelDestroyWorld(clone);
    gelDestroyWorld(scene.world);
}

// A double of the sum, which clones, states and files hold, must lead back to the same two.
static void settled_parts_come_back_from_their_sum(void)
{
    for (int i = 0; i < 1000000; i++) {
        float high = randomNumber(), half = 0.5f * (nextafterf(fabsf(high), INFINITY) - fabsf(high));
        vec3 a = {high, high, high},
             b = {half * (1.0f - (float)(i % 5) * 1e-7f), -half, half * randomNumber()};
        renormalise_sum(&a, &b);
        const float highs[] = {a.x, a.y, a.z}, lows[] = {b.x, b.y, b.z};
        for (int k = 0; k < 3; k++) {
            double sum = (double)highs[k] + (double)lows[k];
            CHECK((float)sum == highs[k] && (float)(sum - (double)highs[k]) == lows[k],
                  "%a + %a comes back as %a + %a", (double)highs[k], (double)lows[k], (double)(float)sum,
                  sum - (double)(float)sum);
        }
    }
}

TESTS(TEST(a_sum_of_two_floats_is_kept_whole), TEST(a_rounded_low_part_fits_into_a_double),
      TEST(settled_parts_come_back_from_their_sum), TEST(a_stiff_beam_sags_as_in_double_precision),
      TEST(all_strategies_and_lanes_give_the_bits_of_the_reference),
      TEST_ON_EACH_BACKEND(single_stages_clones_and_what_is_written_go_on_with_the_same_bits),
      TEST(bodies_that_touch_give_the_bits_of_the_reference), TEST(a_clone_in_single_precision_has_floats))
