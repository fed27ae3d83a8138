// Drag that grows with the square of speed, against closed forms.
#include "support/fixtures.h"

#define GEL_DIALECT_FLOAT
#include "physics/velocity.h"

#include <float.h>

static const float frame = 1.0f / 60.0f;

static gelWorld* createWorld(const gelWorldDef* def, const gelTetMesh* mesh, gelVec3 velocity, gelBodyId* id)
{
    gelWorld* world;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    bodyDef.velocity = velocity;
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, mesh, id));
    return world;
}

static gelTetMesh makeTet(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateTetMesh((float[]){0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0}, 4, (int[]){0, 1, 2, 3}, 1, NULL,
                             &mesh, NULL));
    return mesh;
}

// Falling from rest: v(t) = V tanh(g t / V) with the terminal speed V = sqrt(g / c); after 3 s 4e-6 is
// missing. The implicit steps of h settle at V less g h / 2.
static void a_falling_body_reaches_the_terminal_speed(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeTet();
    uint64_t reference = 0;
    double c = 0.5, g = 9.81, h = (double)frame / 10.0, speed = sqrt(g / c);
    for (int b = 0; b < backends.count; b++) {
        gelWorldDef def = backends.defs[b];
        gelBodyId id;
        float v[12];
        def.dragCoefficient = (float)c;
        gelWorld* world = createWorld(&def, &mesh, (gelVec3){0}, &id);
        for (int n = 0; n < 180; n++)
            REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelBody_ReadVelocities(world, id, v, 4));
        for (int i = 0; i < 4; i++) {
            CHECK_CLOSE((double)v[3 * i + 1], -speed, g * h,
                        "twice the error g h / 2 of a substep of 1/600 s");
            CHECK_CLOSE((double)v[3 * i + 1], 0.5 * g * h - speed, 2e-4,
                        "coordinates of 12 m are rounded to 1e-6 m, 600 times a second");
        }
        reference = b == 0 ? gelWorld_Hash(world) : reference;
        CHECK(gelWorld_Hash(world) == reference, "%s: other bits than the reference", backends.names[b]);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// v(t) = v0 / (1 + c v0 t), which the steps meet exactly: each adds h c to 1 / v.
static void a_gliding_body_slows_as_one_over_time(void)
{
    static const struct {
        float drag, speed;
    } rows[] = {{0.1f, 10.0f}, {10.0f, 100.0f}};
    Backends backends = listBackends();
    gelTetMesh mesh = makeTet();
    for (int b = 0; b < backends.count; b++)
        for (int row = 0; row < 2; row++) {
            gelWorldDef def = backends.defs[b];
            gelBodyId id;
            float v[12];
            double c = (double)rows[row].drag, v0 = (double)rows[row].speed;
            def.gravity = (gelVec3){0};
            def.dragCoefficient = rows[row].drag;
            gelWorld* world = createWorld(&def, &mesh, (gelVec3){rows[row].speed, 0.0f, 0.0f}, &id);
            for (int n = 1; n <= 60; n++) {
                REQUIRE(gelWorld_Step(world, frame));
                REQUIRE(gelBody_ReadVelocities(world, id, v, 4));
                for (int i = 0; i < 4; i++)
                    CHECK_CLOSE((double)v[3 * i], v0 / (1.0 + c * v0 * n / 60.0), 2e-5,
                                "rounding of 600 substeps at up to 100 m/s");
            }
            gelDestroyWorld(world);
        }
    gelDestroyTetMesh(&mesh);
}

// A body that turns and wobbles as it falls beside others, by one strategy for all.
static uint64_t hashOfThrown(const gelWorldDef* base, gelStrategy strategy, float drag)
{
    gelWorldDef def = *base;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelWorld* world;
    gelTetMesh mesh;
    gelBodyId id;
    def.strategy = strategy;
    def.tileSize = 16; // two for a box of 27 vertices
    def.ground.enabled = true;
    def.dragCoefficient = drag;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.8f, 0.9f}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < 3; i++) {
        bodyDef.position = (gelVec3){1.5f * (float)i, 1.0f, 0.0f};
        bodyDef.rotation = (gelQuat){0.1f * (float)i, 0.2f, 0.0f, 1.0f};
        bodyDef.velocity = (gelVec3){0.5f, -3.0f, 2.0f * (float)i};
        REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
    }
    for (int n = 0; n < 30; n++)
        REQUIRE(gelWorld_Step(world, frame));
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return hash;
}

static void every_strategy_gives_the_bits_of_the_reference_with_drag(void)
{
    static const gelStrategy strategies[] = {gel_strategyPerColour, gel_strategyBody, gel_strategyEnsemble,
                                             gel_strategyTiles};
    Backends backends = listBackends();
    if (backends.count == 1)
        SKIP("no OpenCL device (pocl-opencl-icd)");
    for (int i = 0; i < 4; i++) {
        uint64_t expected = hashOfThrown(&backends.defs[0], strategies[i], 0.25f);
        CHECK(expected != hashOfThrown(&backends.defs[0], strategies[i], 0.0f), "drag does nothing");
        for (int b = 1; b < backends.count; b++) {
            uint64_t found = hashOfThrown(&backends.defs[b], strategies[i], 0.25f);
            CHECK(found == expected, "%s, strategy %s: %016llx, the reference's %016llx", backends.names[b],
                  gelStrategyText(strategies[i]), (unsigned long long)found, (unsigned long long)expected);
        }
    }
}

static float damp(float v, float share)
{
    return v * v < 1e-36f ? v * 0.0f : v * share; // a component that slow stops
}

// Without drag, and where the square of the speed loses digits or vanishes, the bits are those of damping
// alone.
static void no_drag_and_the_slowest_speeds_keep_the_bits_of_damping_alone(void)
{
    static const float speeds[] = {0.0f,  -0.0f, FLT_TRUE_MIN, 1e-30f, 3e-20f, 1e-19f,  4e-16f,
                                   1e-3f, 4.43f, 1e9f,         1e19f,  1e20f,  FLT_MAX, INFINITY};
    static const float dampings[] = {0.0f, 5.9604645e-8f, 1.7881393e-7f, 0.1f, 3.0f, 1e4f};
    enum {
        speedCount = sizeof speeds / sizeof speeds[0],
        dampingCount = sizeof dampings / sizeof dampings[0]
    };
    StepParameters none = {.h = 1.0f, .inverse_h = 1.0f}, max = {.h = 1.0f, .inverse_h = 1.0f, .drag = 1e4f};
    vec3 still = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < speedCount * speedCount * dampingCount; i++) {
        float damping = dampings[i / (speedCount * speedCount)], share = 1.0f / (1.0f + none.h * damping);
        vec3 v = {speeds[i % speedCount], speeds[i / speedCount % speedCount], -1e-20f};
        vec3 sum = vec3_add(v, still),
             expected = {damp(sum.x, share), damp(sum.y, share), damp(sum.z, share)};
        vec3 found = new_velocity(v, still, still, 1.0f, damping, &none);
        CHECK(memcmp(&found, &expected, sizeof found) == 0,
              "(%a, %a) with damping %a: (%a, %a), not (%a, %a)", (double)v.x, (double)v.y, (double)damping,
              (double)found.x, (double)found.y, (double)expected.x, (double)expected.y);
        if (v.x > 4e-16f || v.y > 4e-16f)
            continue;
        found = new_velocity(v, still, still, 1.0f, damping, &max);
        CHECK(memcmp(&found, &expected, sizeof found) == 0, "(%a, %a) with drag: (%a, %a), not (%a, %a)",
              (double)v.x, (double)v.y, (double)found.x, (double)found.y, (double)expected.x,
              (double)expected.y);
    }
}

TESTS(TEST(a_falling_body_reaches_the_terminal_speed), TEST(a_gliding_body_slows_as_one_over_time),
      TEST(every_strategy_gives_the_bits_of_the_reference_with_drag),
      TEST(no_drag_and_the_slowest_speeds_keep_the_bits_of_damping_alone))
