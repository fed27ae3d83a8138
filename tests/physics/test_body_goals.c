// Goals of whole bodies: what follows exactly, what hangs from a spring, and that all back ends agree.
#include "support/fixtures.h"

static const float frame = 1.0f / 60.0f;
enum { maxVertices = 256 };

static gelBodyId addBox(gelWorld* world, gelVec3 position, float damping)
{
    gelTetMesh mesh;
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    def.position = position;
    def.material.damping = damping;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.3f, 0.2f, 0.2f}, 3, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

static gelWorld* makeWorld(const gelWorldDef* def)
{
    gelWorld* world;
    REQUIRE(gelCreateWorld(def, &world));
    return world;
}

// `rest` turned about y and moved, as a hand that shakes would move it.
static void place(const float* rest, int count, double time, float* goals)
{
    double angle = 2.0 * time, c = cos(angle), s = sin(angle), up = 0.2 * sin(9.0 * time);
    for (int i = 0; i < count; i++) {
        double x = (double)rest[3 * i], z = (double)rest[3 * i + 2];
        goals[3 * i] = (float)(c * x + s * z + 0.3 * time);
        goals[3 * i + 1] = (float)((double)rest[3 * i + 1] + up);
        goals[3 * i + 2] = (float)(c * z - s * x);
    }
}

// A body of which `weights` follow, with goals that `place` moves.
typedef struct Led {
    gelBodyId id;
    int count;
    float rest[3 * maxVertices], goals[3 * maxVertices], weights[maxVertices];
} Led;

static void leadBox(gelWorld* world, gelVec3 position, float weight, int every, Led* led)
{
    led->id = addBox(world, position, 0.0f);
    led->count = gelBody_GetMesh(world, led->id)->vertexCount;
    REQUIRE(gelBody_ReadPositions(world, led->id, led->rest, maxVertices));
    gelGoalSet set = gelDefaultGoalSet();
    for (int i = 0; i < led->count; i++)
        led->weights[i] = i % every == 0 ? 1.0f : weight;
    set.weights = led->weights;
    set.damping = 3.0f;
    REQUIRE(gelBody_SetGoals(world, led->id, &set));
}

static void stepLed(gelWorld* world, Led* led, int index)
{
    place(led->rest, led->count, (double)index / 60.0, led->goals);
    REQUIRE(gelBody_MoveGoals(world, led->id, led->goals, led->count));
    REQUIRE(gelWorld_Step(world, frame));
}

static void weight_1_follows_exactly(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count + 1; b++) {
        gelWorldDef def = backends.defs[b < backends.count ? b : 0];
        def.backend = b == backends.count ? gel_referenceDouble : def.backend;
        gelWorld* world = makeWorld(&def);
        Led led;
        float xyz[3 * maxVertices], v[3 * maxVertices];
        leadBox(world, (gelVec3){0.0f, 1.0f, 0.0f}, 0.0f, 3, &led);
        double largest = 0.0, freeMoves = 0.0, fastest = 0.0;
        for (int n = 1; n <= 60; n++) {
            float before[3 * maxVertices];
            memcpy(before, n == 1 ? led.rest : led.goals, sizeof before);
            stepLed(world, &led, n);
            REQUIRE(gelBody_ReadPositions(world, led.id, xyz, maxVertices));
            REQUIRE(gelBody_ReadVelocities(world, led.id, v, maxVertices));
            for (int i = 0; i < 3 * led.count; i++) {
                double off = fabs((double)xyz[i] - (double)led.goals[i]);
                double speed = (double)v[i] - ((double)led.goals[i] - (double)before[i]) * 60.0;
                if (led.weights[i / 3] < 1.0f)
                    freeMoves = fmax(freeMoves, off);
                else {
                    largest = fmax(largest, off);
                    fastest = fmax(fastest, fabs(speed));
                }
            }
        }
        CHECK_CLOSE(largest, 0.0, 1e-6, "rounding of places near 1 m");
        CHECK_CLOSE(fastest, 0.0, 1e-3, "rounding of places near 1 m, over a substep");
        CHECK(freeMoves > 1e-3, "%g: the rest of the body is led, too", freeMoves);
        gelDestroyWorld(world);
    }
}

// Between two frames goals move on straight lines, and with the substeps.
static void goals_move_evenly_within_a_step(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    def.substepCount = 4;
    gelWorld* world = makeWorld(&def);
    Led led;
    leadBox(world, (gelVec3){0, 0, 0}, 1.0f, 1, &led);
    for (int i = 0; i < led.count; i++)
        for (int k = 0; k < 3; k++)
            led.goals[3 * i + k] = led.rest[3 * i + k] + (k == 1 ? 0.4f : 0.0f);
    REQUIRE(gelBody_MoveGoals(world, led.id, led.goals, led.count));
    for (int substep = 1; substep <= 4; substep++) {
        gelStageInfo info = {0};
        float xyz[3 * maxVertices];
        do
            REQUIRE(gelWorld_StepStage(world, frame, &info));
        while (info.stage != gel_stageVelocity);
        REQUIRE(gelBody_ReadPositions(world, led.id, xyz, maxVertices));
        CHECK_CLOSE((double)xyz[1], (double)led.rest[1] + 0.1 * substep, 1e-6,
                    "rounding to single precision");
    }
    gelDestroyWorld(world);
}

// spring w / (1 - w) is the stiffness, whatever the vertex weighs.
static void a_body_hangs_from_its_goals_by_g_over_k(void)
{
    static const float weights[] = {0.5f, 0.7f, 0.9f};
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++)
        for (int w = 0; w < 3; w++) {
            gelWorld* world = makeWorld(&backends.defs[b]);
            gelBodyId id = addBox(world, (gelVec3){0.0f, 1.0f, 0.0f}, 0.0f);
            gelGoalSet set = gelDefaultGoalSet();
            set.spring = 500.0f;
            set.maximum = 0.8f;
            set.minimum = 0.1f;
            set.weight = weights[w];
            double weight = 0.1 + 0.7 * (double)weights[w], k = 500.0 * weight / (1.0 - weight);
            set.damping = (float)(2.0 * sqrt(k));
            REQUIRE(gelBody_SetGoals(world, id, &set));
            float rest[3 * maxVertices], xyz[3 * maxVertices];
            REQUIRE(gelBody_ReadPositions(world, id, rest, maxVertices));
            for (int n = 0; n < 120; n++)
                REQUIRE(gelWorld_Step(world, frame));
            REQUIRE(gelBody_ReadPositions(world, id, xyz, maxVertices));
            CHECK_CLOSE((double)xyz[1], (double)rest[1] - 9.81 / k, 2e-6,
                        "rounding, and the end of the motion");
            gelDestroyWorld(world);
        }
}

// Undamped, it swings about that place with the period 2 pi / sqrt(k).
static void a_body_swings_about_its_goals_with_their_period(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    def.substepCount = 100;
    gelWorld* world = makeWorld(&def);
    gelBodyId id = addBox(world, (gelVec3){0.0f, 1.0f, 0.0f}, 0.0f);
    gelGoalSet set = gelDefaultGoalSet();
    set.weight = 0.5f;
    REQUIRE(gelBody_SetGoals(world, id, &set));
    float rest[3 * maxVertices];
    double xyz[3 * maxVertices], before = 0.0, times[2] = {0};
    REQUIRE(gelBody_ReadPositions(world, id, rest, maxVertices));
    int crossings = 0;
    for (int n = 1; n <= 240 && crossings < 2; n++) {
        REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelBody_ReadPositionsDouble(world, id, xyz, maxVertices));
        double now = xyz[1] - ((double)rest[1] - 9.81 / 100.0);
        if (before > 0.0 && now <= 0.0) // downwards
            times[crossings++] = (n - 1 + before / (before - now)) / 60.0;
        before = now;
    }
    CHECK_INT(crossings, 2);
    CHECK_CLOSE(times[1] - times[0], 2.0 * 3.14159265358979 / 10.0, 1e-3, "interpolation between frames");
    gelDestroyWorld(world);
}

static gelWorldDef setupOf(const gelWorldDef* base, int setup)
{
    gelWorldDef def = *base;
    def.substepCount = 3;
    def.tileSize = 16;
    def.allowInexact = true;
    def.order = setup == 1 ? gel_jacobiOrder : gel_colourOrder;
    def.contact = setup == 2;
    def.ground.enabled = true;
    return def;
}

static uint64_t hashOfLed(const gelWorldDef* def, gelStrategy strategy)
{
    gelWorldDef own = *def;
    own.strategy = strategy;
    gelWorld* world = makeWorld(&own);
    Led led[4];
    for (int i = 0; i < 4; i++)
        leadBox(world, (gelVec3){0.2f * (float)i, 0.15f + 0.22f * (float)i, 0.0f}, 0.3f * (float)i, 2 + 3 * i,
                &led[i]);
    gelGoal hand = {led[3].id, 1, {0.5f, 1.0f, 0.1f}, 800.0f};
    REQUIRE(gelWorld_SetGoals(world, &hand, 1));
    for (int n = 1; n <= 6; n++)
        for (int i = 0; i < 4; i++) {
            place(led[i].rest, led[i].count, n / 60.0, led[i].goals);
            if (n % 3 != 0)
                REQUIRE(gelBody_MoveGoals(world, led[i].id, led[i].goals, led[i].count));
            if (i == 3)
                REQUIRE(gelWorld_Step(world, frame));
        }
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

static void bits_are_equal_on_all_back_ends_and_strategies(void)
{
    Backends backends = listBackends();
    for (int setup = 0; setup < 3; setup++) {
        gelWorldDef reference = setupOf(&backends.defs[0], setup);
        uint64_t expected = hashOfLed(&reference, gel_strategyAuto);
        for (int b = 1; b < backends.count; b++)
            for (int lanes = 1; lanes <= 16; lanes = lanes == 1 ? 8 : 2 * lanes)
                for (int s = 0; s < gel_strategyCount; s++) {
                    bool tries = setup == 0 ? lanes != 16 || s < 2 : lanes == 8 && s < 3;
                    gelWorldDef def = setupOf(&backends.defs[b], setup);
                    if (!tries || !setLanes(&def, lanes))
                        continue;
                    uint64_t hash = hashOfLed(&def, (gelStrategy)s);
                    CHECK(hash == expected, "%s, %d lanes, strategy %s, setup %d: %016llx, not %016llx",
                          backends.names[b], lanes, gelStrategyText((gelStrategy)s), setup,
                          (unsigned long long)hash, (unsigned long long)expected);
                }
    }
}

// Whole steps, stage by stage, and after coming back.
static void a_state_keeps_goals_and_their_motion(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count && b < 2; b++) {
        gelWorld *world = makeWorld(&backends.defs[b]), *clone;
        Led led;
        gelSnapshot* state;
        leadBox(world, (gelVec3){0.0f, 1.0f, 0.0f}, 0.4f, 4, &led);
        for (int n = 1; n <= 4; n++)
            stepLed(world, &led, n);
        REQUIRE(gelTakeSnapshot(world, NULL, &state));
        gelWorldDef def = backends.defs[0];
        REQUIRE(gelCloneWorld(world, &def, &clone));
        REQUIRE(gelWorld_Step(world, frame)); // goals stand still
        stepLed(world, &led, 6);
        uint64_t hash = gelWorld_Hash(world);
        REQUIRE(gelBody_SetGoals(world, led.id, NULL));
        CHECK(!gelBody_HasGoals(world, led.id), "it has goals that were taken away");
        REQUIRE(gelWorld_Step(world, frame));
        CHECK(gelWorld_Hash(world) != hash, "nothing moved");
        REQUIRE(gelRestoreSnapshot(world, NULL, state));
        gelWorld* worlds[] = {world, clone};
        for (int w = 0; w < 2; w++) {
            REQUIRE(gelWorld_Step(worlds[w], frame));
            stepLed(worlds[w], &led, 6);
            CHECK_HEX(gelWorld_Hash(worlds[w]), hash);
        }
        gelDestroySnapshot(state);
        gelDestroyWorld(clone);
        gelDestroyWorld(world);
    }
}

static void without_goals_a_body_falls_as_if_it_never_had_any(gelWorldDef backend)
{
    uint64_t hashes[2];
    for (int had = 0; had < 2; had++) {
        gelWorld* world = makeWorld(&backend);
        gelBodyId id = addBox(world, (gelVec3){0.0f, 1.0f, 0.0f}, 0.0f);
        gelGoalSet set = gelDefaultGoalSet();
        set.weight = 1.0f;
        if (had == 1) {
            REQUIRE(gelBody_SetGoals(world, id, &set));
            set.weight = 0.0f;
            REQUIRE(gelBody_SetGoals(world, id, &set));
            REQUIRE(gelBody_SetGoals(world, id, NULL));
        }
        for (int n = 0; n < 5; n++)
            REQUIRE(gelWorld_Step(world, frame));
        hashes[had] = gelWorld_Hash(world);
        gelDestroyWorld(world);
    }
    CHECK_HEX(hashes[1], hashes[0]);
}

// Follows goals away from home for a step, then is quarantined, and steps on while its goals stand still,
// move and stand again.
static uint64_t hashOfQuarantined(const gelWorldDef* def, gelStrategy strategy)
{
    static Led led;
    gelWorldDef own = *def;
    float now[3 * maxVertices];
    bool isHome = true;
    own.strategy = strategy;
    gelWorld* world = makeWorld(&own);
    leadBox(world, (gelVec3){0.0f, 1.0f, 0.0f}, 0.5f, 2, &led);
    stepLed(world, &led, 20);
    REQUIRE(gelWorld_Step(world, frame)); // the goals stand still now
    REQUIRE(gelBody_Quarantine(world, led.id));
    for (int i = 0; i < 5; i++) {
        if (i == 2)
            stepLed(world, &led, 30);
        else
            REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelBody_ReadPositions(world, led.id, now, maxVertices));
        for (int k = 0; k < 3 * led.count; k++)
            isHome = isHome && now[k] == led.rest[k]; // and so finite
        CHECK(isHome, "strategy %s, step %d: it is not where it was put", gelStrategyText(strategy), i + 1);
    }
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

static void a_quarantined_body_ignores_its_goals(gelWorldDef backend)
{
    gelWorldDef reference = gelDefaultWorldDef();
    reference.backend = gel_referenceFloat;
    const uint64_t expected = hashOfQuarantined(&reference, gel_strategyAuto);
    for (int s = 0; s < gel_strategyCount; s++)
        CHECK_HEX(hashOfQuarantined(&backend, (gelStrategy)s), expected);
}

static void bad_goals_are_named_and_change_nothing(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = makeWorld(&def);
    Led led;
    leadBox(world, (gelVec3){0.0f, 1.0f, 0.0f}, 0.5f, 2, &led);
    gelGoalSet set = gelDefaultGoalSet();
    set.weights = led.weights;
    led.weights[7] = NAN;
    CHECK_STATUS(gelBody_SetGoals(world, led.id, &set), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "vertex 7 has the weight nan, expected 0 to 1");
    led.weights[7] = 1.01f;
    CHECK_STATUS(gelBody_SetGoals(world, led.id, &set), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "vertex 7 has the weight 1.01, expected 0 to 1");
    set = gelDefaultGoalSet();
    set.minimum = 0.9f;
    set.maximum = 0.2f;
    CHECK_STATUS(gelBody_SetGoals(world, led.id, &set), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "expected minimum <= maximum, found 0.9 and 0.2");
    set = gelDefaultGoalSet();
    set.spring = -1.0f;
    CHECK_STATUS(gelBody_SetGoals(world, led.id, &set), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "spring: expected 0 to 1e+09, found -1");
    CHECK_STATUS(gelBody_MoveGoals(world, led.id, led.goals, led.count - 1), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "35 goals given, but the body has 36 vertices");
    memcpy(led.goals, led.rest, sizeof led.goals);
    led.goals[5] = INFINITY;
    CHECK_STATUS(gelBody_MoveGoals(world, led.id, led.goals, led.count), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "goals: vertex 1 has the component inf");
    gelBodyId other = addBox(world, (gelVec3){1.0f, 1.0f, 0.0f}, 0.0f);
    CHECK_STATUS(gelBody_MoveGoals(world, other, led.rest, led.count), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "has no goals");
    float weights[maxVertices], xyz[3 * maxVertices];
    REQUIRE(gelBody_ReadGoals(world, led.id, weights, xyz, maxVertices));
    CHECK(gelBody_HasGoals(world, led.id), "it has none");
    CHECK_CLOSE((double)weights[7], 0.5, 0.0, "the weight it was given first");
    CHECK_CLOSE((double)xyz[5], (double)led.rest[5], 0.0, "the place it had first");
    gelDestroyWorld(world);
}

static void refused_goals_leave_a_step_under_way(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = makeWorld(&def);
    gelBodyId id = addBox(world, (gelVec3){0.0f, 1.0f, 0.0f}, 0.0f);
    gelGoalSet set = gelDefaultGoalSet();
    gelStageInfo done;
    REQUIRE(gelWorld_StepStage(world, frame, &done));
    uint64_t hash = gelWorld_Hash(world);
    set.spring = NAN;
    CHECK_STATUS(gelBody_SetGoals(world, id, &set), gel_invalidArgument);
    CHECK_HEX(gelWorld_Hash(world), hash);
    const float place[3] = {0.0f, 0.0f, 0.0f};
    CHECK_STATUS(gelBody_PlaceGoals(world, id, place, 1), gel_invalidArgument);
    CHECK_HEX(gelWorld_Hash(world), hash);
    gelDestroyWorld(world);
}

TESTS(TEST(weight_1_follows_exactly), TEST(goals_move_evenly_within_a_step),
      TEST(a_body_hangs_from_its_goals_by_g_over_k), TEST(a_body_swings_about_its_goals_with_their_period),
      TEST(bits_are_equal_on_all_back_ends_and_strategies), TEST(a_state_keeps_goals_and_their_motion),
      TEST_ON_EACH_BACKEND(without_goals_a_body_falls_as_if_it_never_had_any),
      TEST_ON_EACH_BACKEND(a_quarantined_body_ignores_its_goals),
      TEST(bad_goals_are_named_and_change_nothing), TEST(refused_goals_leave_a_step_under_way))
