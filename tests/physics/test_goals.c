// Goals, against closed forms: springs in acceleration units.
#include "support/fixtures.h"

static const float frame = 1.0f / 60.0f;

static gelTetMesh makeTet(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateTetMesh((float[]){0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0}, 4, (int[]){0, 1, 2, 3}, 1, NULL,
                             &mesh, NULL));
    return mesh;
}

static gelWorld* createWorld(const gelWorldDef* def, const gelTetMesh* mesh, float damping, gelBodyId* id)
{
    gelWorld* world;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    bodyDef.material.damping = damping;
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, mesh, id));
    return world;
}

// All vertices are pulled alike, so the body moves as one.
static void pull(gelWorld* world, gelBodyId id, const gelTetMesh* mesh, gelVec3 by, float stiffness,
                 gelGoal goals[4])
{
    for (int i = 0; i < 4; i++) {
        const float* x = &mesh->positions[3 * i];
        goals[i] = (gelGoal){id, i, {x[0] + by.x, x[1] + by.y, x[2] + by.z}, stiffness};
    }
    REQUIRE(gelWorld_SetGoals(world, goals, 4));
}

// A body whose vertices are all pulled with the stiffness k hangs g / k below its goals, whatever its mass.
static void a_body_held_by_goals_hangs_below_them_by_g_over_k(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeTet();
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelWorld* world = createWorld(&backends.defs[b], &mesh, 20.0f, &id);
        gelGoal goals[4];
        pull(world, id, &mesh, (gelVec3){0.5f, 2.0f, 0.0f}, 40000.0f, goals);
        for (int n = 0; n < 120; n++)
            REQUIRE(gelWorld_Step(world, frame));
        float xyz[12];
        REQUIRE(gelBody_ReadPositions(world, id, xyz, 4));
        for (int i = 0; i < 4; i++) {
            CHECK_CLOSE((double)xyz[3 * i], (double)goals[i].position.x, 1e-5,
                        "rounding, and what is left of the motion");
            CHECK_CLOSE((double)xyz[3 * i + 1], (double)goals[i].position.y - 9.81 / 40000.0, 1e-5,
                        "rounding, and what is left of the motion");
        }
        REQUIRE(gelWorld_SetGoals(world, NULL, 0));
        REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelBody_ReadVelocities(world, id, xyz, 4));
        CHECK_CLOSE((double)xyz[1], -9.81 / 60.0, 0.03, "damping: it falls once it is let go");
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// Pulled over 1 m with k = 100 / s^2: undamped it swings, x = 1 - cos w t; critically damped, x = 1 - (1 + w
// t) exp(-w t).
static void a_pull_swings_and_is_damped_as_the_oscillator(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeTet();
    for (int b = 0; b < backends.count; b++)
        for (int damped = 0; damped < 2; damped++) {
            gelWorldDef def = backends.defs[b];
            gelBodyId id;
            gelGoal goals[4];
            float xyz[12];
            double wt = 10.0 * 18.0 / 60.0;
            def.gravity = (gelVec3){0, 0, 0};
            def.substepCount = 40;
            gelWorld* world = createWorld(&def, &mesh, 0.0f, &id);
            pull(world, id, &mesh, (gelVec3){1.0f, 0.0f, 0.0f}, 100.0f, goals);
            REQUIRE(gelWorld_SetGoalDamping(world, damped ? 2.0f / 10.0f : 0.0f));
            for (int n = 0; n < 18; n++)
                REQUIRE(gelWorld_Step(world, frame));
            REQUIRE(gelBody_ReadPositions(world, id, xyz, 4));
            for (int i = 0; i < 4; i++)
                CHECK_CLOSE((double)(xyz[3 * i] - mesh.positions[3 * i]),
                            damped ? 1.0 - (1.0 + wt) * exp(-wt) : 1.0 - cos(wt), 0.01,
                            "implicit steps of 1/2400 s: w h wt / 2 = 0.6 %");
            gelDestroyWorld(world);
        }
    gelDestroyTetMesh(&mesh);
}

// However strong the pull, far the goal and long the step.
static void goals_of_any_stiffness_that_is_taken_keep_positions_finite(void)
{
    static const float refused[] = {3e38f, 1.1e12f, -1.0f, NAN, INFINITY};
    Backends backends = listBackends();
    gelTetMesh mesh = makeTet();
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelWorldDef def = backends.defs[b];
        def.goalDamping = 1e6f;
        def.substepCount = 1;
        gelWorld* world = createWorld(&def, &mesh, 0.0f, &id);
        gelGoal goals[4];
        pull(world, id, &mesh, (gelVec3){9e8f, -9e8f, 9e8f}, 1e12f, goals);
        for (int i = 0; i < 5; i++) {
            gelGoal goal = goals[0];
            goal.stiffness = refused[i];
            CHECK_STATUS(gelWorld_SetGoals(world, &goal, 1), gel_invalidArgument);
            CHECK_TEXT(gelLastError(), "expected 0 to 1e12 (1/s^2)");
        }
        CHECK_INT(gelWorld_GetGoals(world, NULL, 0), 4);
        for (int n = 0; n < 10; n++)
            REQUIRE(gelWorld_Step(world, n < 5 ? 1.0f : 1e-6f));
        float xyz[12];
        REQUIRE(gelBody_ReadPositions(world, id, xyz, 4));
        for (int i = 0; i < 12; i++)
            CHECK(isfinite(xyz[i]), "coordinate %d is %g", i, (double)xyz[i]);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(a_body_held_by_goals_hangs_below_them_by_g_over_k),
      TEST(a_pull_swings_and_is_damped_as_the_oscillator),
      TEST(goals_of_any_stiffness_that_is_taken_keep_positions_finite))
