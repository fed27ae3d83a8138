// Stiff bodies that land on the ground, or are hit while they stand on it, move as without its rows in the two-level
// solver. They come to rest as bodies that were put down. Bodies of implicit Euler have no rows.
#include "support/standing.h"

static const int substeps[] = {4, 10};

// Returns how much of the energy of its fall is left in the first rise of a cube.
static double bounceOf(gelTimeScheme scheme, int substepCount, float restitution)
{
    const double height = 0.3;
    double fastest = 0.0, y = 0.0, before = 0.0;
    gelWorldDef def = onReference(substepCount);
    def.timeScheme = scheme;
    def.ground.restitution = restitution;
    Cube cube = cubeOver(&def, height, 0.0, 0.5f, 0.0f);
    for (int frame = 0; frame < 30; frame++) {
        stepFrames(cube.world, 1);
        before = y;
        y = meanAbove(&cube, 1, -1.0, 1.0);
        fastest = frame > 0 && 60.0 * (y - before) > fastest ? 60.0 * (y - before) : fastest;
    }
    gelDestroyWorld(cube.world);
    return fastest * fastest / (2.0 * g * height);
}

// Bodies of implicit Euler have no rows.
static void a_stiff_body_bounces_as_without_rows(void)
{
    static const float restitutions[] = {0.0f, 0.5f, 0.9f};
    for (int i = 0; i < 3; i++) {
        double found = bounceOf(gel_bdf2, substeps[i % 2], restitutions[i]),
               expected = bounceOf(gel_implicitEuler, substeps[i % 2], restitutions[i]);
        printf("  %2d substeps, restitution %.1f: %.4f of the energy, without rows %.4f\n", substeps[i % 2],
               (double)restitutions[i], found, expected);
        CHECK(expected > 0.1 && expected < 1.0, "it bounces unlike a stiff body: %g", expected);
        CHECK_CLOSE(found / expected, 1.0, 0.05, "the scheme damps what swings in it");
    }
}

// Returns the greatest kinetic energy from two frames after a cube that stands was given a downward velocity, m^2/s^2.
static double reboundOf(gelTimeScheme scheme, float restitution)
{
    float down[3 * 64] = {0.0f};
    double most = 0.0;
    gelWorldDef def = onReference(4);
    def.timeScheme = scheme;
    def.ground.restitution = restitution;
    Cube cube = cubeOver(&def, 0.0, 0.0, 0.5f, 0.0f);
    stepFrames(cube.world, 20);
    int holds = countHolds(cube.world);
    CHECK((holds > 0) == (scheme == gel_bdf2), "%d rows", holds);
    for (int i = 0; i < 64; i++)
        down[3 * i + 1] = -2.0f;
    REQUIRE(gelBody_WriteVelocities(cube.world, cube.id, down, 64));
    for (int frame = 0; frame < 10; frame++) {
        stepFrames(cube.world, 1);
        most = frame > 1 ? fmax(most, kineticEnergyOf(&cube)) : 0.0;
    }
    gelDestroyWorld(cube.world);
    return most;
}

static void a_standing_body_takes_a_blow_as_without_rows(void)
{
    for (int i = 0; i < 2; i++) {
        float restitution = 0.5f * (float)i;
        double found = reboundOf(gel_bdf2, restitution), expected = reboundOf(gel_implicitEuler, restitution);
        printf("  restitution %.1f: it rebounds with %.3f J, without rows with %.3f J\n", (double)restitution,
               found, expected);
        CHECK_CLOSE(found / expected, 1.0, 0.1, "the scheme damps what swings in it");
    }
}

// Sleep forgets the push of the ground.
static void a_standing_body_sleeps_and_wakes_without_a_jump(void)
{
    gelWorldDef def = onReference(4);
    float before[3 * 64];
    double most = 0.0;
    int frames[2] = {0, 0};
    def.sleep = true;
    Cube cube = cubeOver(&def, 0.0, 0.0, 0.5f, 0.0f);
    for (int i = 0; i < 2; i++) {
        while (gelBody_IsAwake(cube.world, cube.id) && frames[i] < 100) {
            stepFrames(cube.world, 1);
            REQUIRE(gelBody_ReadPositions(cube.world, cube.id, cube.x, 64));
            for (int k = 0; k < 3 * 64 && i == 1; k++)
                most = fmax(most, fabs((double)(cube.x[k] - before[k])));
            frames[i]++;
        }
        memcpy(before, cube.x, sizeof before);
        REQUIRE(gelBody_Wake(cube.world, cube.id));
        stepFrames(cube.world, i == 0);
    }
    printf("  it sleeps after %d frames, and after %d when it was woken; it moved by %.3g m\n", frames[0],
           frames[1], most);
    CHECK(frames[0] < 60 && frames[1] < 60, "it stays awake");
    CHECK_CLOSE(most, 0.0, 2e-4, "g h^2, and the vertices that bear the cube until rows begin");
    gelDestroyWorld(cube.world);
}

// Returns the least gap between two cubes that land, one on the other.
static double leastGap(gelTimeScheme scheme, int* holds)
{
    gelWorldDef def = onReference(4);
    double least = 1.0;
    def.contact = true;
    def.timeScheme = scheme;
    Cube low = cubeOver(&def, 0.01, 0.0, 0.5f, 4.0f);
    gelBodyId high = addBox(low.world, (gelVec3){cubeSide, cubeSide, cubeSide}, 3, 0.0,
                            1.5 * (double)cubeSide + 0.015, 4.0f);
    const float* rest = gelBody_GetMesh(low.world, low.id)->positions;
    for (int frame = 0; frame < 30; frame++) {
        float x[3 * 64];
        stepFrames(low.world, 1);
        REQUIRE(gelBody_ReadPositions(low.world, low.id, low.x, 64));
        REQUIRE(gelBody_ReadPositions(low.world, high, x, 64));
        for (int i = 0; i < 64; i++)
            for (int k = 0; k < 64; k++)
                if (rest[3 * i + 1] > 0.12f && rest[3 * k + 1] < -0.12f && rest[3 * i] == rest[3 * k] &&
                    rest[3 * i + 2] == rest[3 * k + 2])
                    least = fmin(least, (double)(x[3 * k + 1] - low.x[3 * i + 1]));
    }
    *holds = countHolds(low.world);
    gelDestroyWorld(low.world);
    return least;
}

// Where rows begin, vertices move between two substeps, which contact does not see: those of the contact between the two
// come nearer than surfaces are kept apart.
static void a_body_that_begins_to_stand_is_not_entered_by_one_on_it(void)
{
    int holds[2];
    double expected = leastGap(gel_implicitEuler, &holds[0]), found = leastGap(gel_bdf2, &holds[1]);
    printf("  the gap is at least %.3g m, without rows %.3g m; %d rows\n", found, expected, holds[1]);
    CHECK(holds[0] == 0 && holds[1] > 0, "%d rows without, and %d with them", holds[0], holds[1]);
    CHECK(found > 0.0, "one enters the other");
}

static void a_body_that_has_bounced_comes_to_rest_as_one_that_was_put_down(void)
{
    gelWorldDef def = onReference(4);
    Cube fallen = cubeOver(&def, 0.3, 0.0, 0.0f, 8.0f), put = cubeOver(&def, 0.0, 0.0, 0.0f, 8.0f);
    stepFrames(fallen.world, 150);
    stepFrames(put.world, 60);
    double found = compressionOf(&fallen), expected = compressionOf(&put);
    printf("  compressed by %.5f mm, expected %.5f mm\n", 1e3 * found, 1e3 * expected);
    CHECK_CLOSE(found / expected, 1.0, 0.03, "what still moves");
    gelDestroyWorld(fallen.world);
    gelDestroyWorld(put.world);
}

// A ground that rises into a standing body pushes it out as slowly as one that was put into it.
static void a_ground_that_rises_flings_no_body(void)
{
    gelWorldDef def = onReference(4);
    Cube cube = cubeOver(&def, 0.0, 0.0, 0.5f, 0.0f);
    double top = 0.0;
    stepFrames(cube.world, 30);
    def.ground.enabled = true;
    def.ground.offset = 0.1f;
    REQUIRE(gelWorld_SetGround(cube.world, def.ground));
    for (int frame = 0; frame < 90; frame++) {
        stepFrames(cube.world, 1);
        top = fmax(top, meanAbove(&cube, 1, -1.0, 1.0));
    }
    double rise = top - 0.125 - 0.1;
    printf("  it rises %.4f m above the ground\n", rise);
    CHECK_CLOSE(rise, 0.0, 0.06, "twice the height that 1 m/s reaches, 0.05 m, is the limit");
    gelDestroyWorld(cube.world);
}

// Its end hits the ground as what falls does. Rows catch what comes slowly, near the edge that it turns about.
static void a_block_that_tips_over_bounces_no_higher_than_without_rows(void)
{
    double most[2] = {0.0, 0.0};
    for (int scheme = 0; scheme < 2; scheme++) {
        gelWorldDef def = onReference(10);
        def.timeScheme = scheme == 0 ? gel_bdf2 : gel_implicitEuler;
        Cube cube = cubeOver(&def, 10.0, 22.0 * degree, 2.0f, 0.0f); // which falls beside it
        gelMeasures measures;
        gelBodyId block = addBox(cube.world, (gelVec3){0.2f, 0.8f, 0.2f}, 2, 0.0, 0.4, 0.0f);
        for (int frame = 0; frame < 60; frame++) {
            stepFrames(cube.world, 1);
            REQUIRE(gelBody_Measure(cube.world, block, &measures));
            most[scheme] = frame < 50 ? 0.0 : fmax(most[scheme], measures.kineticEnergy);
        }
        gelDestroyWorld(cube.world);
    }
    printf("  %.3f J after it lies, without rows %.3f J\n", most[0], most[1]);
    CHECK(most[0] > 0.3 * most[1], "the ground takes %g J", most[1] - most[0]);
    CHECK(most[0] < 1.1 * most[1], "the ground adds %g J", most[0] - most[1]);
}

TESTS(TEST(a_stiff_body_bounces_as_without_rows), TEST(a_standing_body_takes_a_blow_as_without_rows),
      TEST(a_standing_body_sleeps_and_wakes_without_a_jump),
      TEST(a_body_that_begins_to_stand_is_not_entered_by_one_on_it),
      TEST(a_body_that_has_bounced_comes_to_rest_as_one_that_was_put_down),
      TEST(a_ground_that_rises_flings_no_body),
      TEST(a_block_that_tips_over_bounces_no_higher_than_without_rows))
