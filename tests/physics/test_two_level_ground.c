// The ground in the system of the two-level solver: stiff bodies stand and slide on it as in theory, at any number of
// substeps.
#include "support/ruins.h"
#include "support/standing.h"
#include "support/points.h"
#include "gel/attachment.h"
#include "gel/field.h"
#include "gel/snapshot.h"
#include "base/vector3.h"
#include "world/forces.h"

static const int substeps[] = {4, 10, 40};

// Turns a cube with its ground and gravity: the normal gets all components.
static const double turn[4] = {0.3, 0.2, 0.4, 0.8426149773176358};

static gelVec3 turned(gelVec3 a)
{
    const double from[3] = {(double)a.x, (double)a.y, (double)a.z};
    double to[3];
    gelRotate(turn, from, to);
    return (gelVec3){(float)to[0], (float)to[1], (float)to[2]};
}

static Cube turnedCube(Cube cube)
{
    gelGround ground = cube.world->def.ground;
    REQUIRE(gelBody_ReadPositions(cube.world, cube.id, cube.x, 64));
    for (int i = 0; i < 64; i++) {
        gelVec3 x = turned((gelVec3){cube.x[3 * i], cube.x[3 * i + 1], cube.x[3 * i + 2]});
        memcpy(cube.x + 3 * i, &x, sizeof x);
    }
    REQUIRE(gelBody_WritePositions(cube.world, cube.id, cube.x, 64));
    REQUIRE(gelWorld_SetGravity(cube.world, turned(cube.world->def.gravity)));
    ground.normal = turned((gelVec3){0.0f, 1.0f, 0.0f});
    REQUIRE(gelWorld_SetGround(cube.world, ground));
    return cube;
}

// Attaches the vertices of two bodies that begin at the same places.
static int attachWhereTheyMeet(gelWorld* world, gelBodyId a, gelBodyId b)
{
    float x[3 * 64], y[3 * 64];
    int attached = 0;
    REQUIRE(gelBody_ReadPositions(world, a, x, 64));
    REQUIRE(gelBody_ReadPositions(world, b, y, 64));
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 64; k++) {
            gelAttachmentDef def = gelDefaultAttachmentDef();
            gelAttachmentId id;
            def.a = vertexOf(a, i);
            def.b = vertexOf(b, k);
            if (fabsf(x[3 * i] - y[3 * k]) + fabsf(x[3 * i + 1] - y[3 * k + 1]) +
                    fabsf(x[3 * i + 2] - y[3 * k + 2]) >
                1e-5f)
                continue;
            REQUIRE(gelCreateAttachment(world, &def, &id));
            attached++;
        }
    return attached;
}

// A column is compressed by density g height^2 / (2 E). The flat side on the ground takes 4 % from it, by Poisson's ratio.
static void a_cube_on_the_ground_is_compressed_by_its_weight_at_any_number_of_substeps(void)
{
    double column =
               (double)cubeDensity * g * (double)cubeSide * (double)cubeSide / (2.0 * (double)cubeModulus),
           first = 0.0;
    for (int i = 0; i < 3; i++) {
        gelWorldDef def = onReference(substeps[i]);
        Cube cube = cubeOver(&def, 0.0, 0.0, 0.0f, 8.0f);
        stepFrames(cube.world, i < 2 ? 60 : 20);
        double found = compressionOf(&cube), energy = kineticEnergyOf(&cube);
        first = i == 0 ? found : first;
        printf("  %2d substeps: %.5f mm, a column %.5f mm; %.2g J\n", substeps[i], 1e3 * found, 1e3 * column,
               energy);
        CHECK_CLOSE(found / column, 1.0, 0.06, "the flat side");
        CHECK_CLOSE(found / first, 1.0, 0.02, "what still moves");
        CHECK_CLOSE(energy, 0.0, 1e-7, "rounding of positions, over h");
        gelDestroyWorld(cube.world);
    }
}

static void friction_holds_a_stiff_body_on_a_slope_and_lets_it_slide(void)
{
    static const double slopes[] = {25.0, 35.0};
    for (int i = 0; i < 4; i++) {
        double slope = slopes[i % 2] * degree, slide = 0.5 * g * (sin(slope) - 0.5 * cos(slope));
        gelWorldDef def = onReference(substeps[i / 2]);
        Cube cube = cubeOver(&def, 0.0, slope, 0.5f, 0.0f);
        stepFrames(cube.world, 60);
        double found = meanAbove(&cube, 0, -1.0, 1.0);
        printf("  %.0f degrees, %2d substeps: %.5f m, expected %.5f m\n", slopes[i % 2], substeps[i / 2],
               found, slide > 0.0 ? slide : 0.0);
        CHECK_CLOSE(found, slide > 0.0 ? slide : 0.0, slide > 0.0 ? 0.04 * slide : 1e-3,
                    "it leans first, and starts late by some substeps");
        gelDestroyWorld(cube.world);
    }
}

static void a_tilted_ground_holds_as_a_flat_one(void)
{
    static const double slopes[] = {20.0, 35.0};
    for (int i = 0; i < 2; i++) {
        gelWorldDef def = onReference(4);
        Cube flat = cubeOver(&def, 0.0, slopes[i] * degree, 0.5f, 8.0f),
             tilted = turnedCube(cubeOver(&def, 0.0, slopes[i] * degree, 0.5f, 8.0f));
        double most = 0.0;
        stepFrames(flat.world, 30);
        stepFrames(tilted.world, 30);
        REQUIRE(gelBody_ReadPositions(flat.world, flat.id, flat.x, 64));
        REQUIRE(gelBody_ReadPositions(tilted.world, tilted.id, tilted.x, 64));
        CHECK(countHolds(tilted.world) > 0, "nothing holds it");
        for (int v = 0; v < 64; v++) {
            gelVec3 x = turned((gelVec3){flat.x[3 * v], flat.x[3 * v + 1], flat.x[3 * v + 2]});
            most = fmax(most, fabs((double)(tilted.x[3 * v] - x.x)));
            most = fmax(most, fabs((double)(tilted.x[3 * v + 1] - x.y)));
            most = fmax(most, fabs((double)(tilted.x[3 * v + 2] - x.z)));
        }
        printf("  %.0f degrees: vertices differ by up to %.2g m\n", slopes[i], most);
        CHECK_CLOSE(most, 0.0, i == 0 ? 1e-6 : 2e-4, "rounding; one slides by 0.2 m");
        gelDestroyWorld(flat.world);
        gelDestroyWorld(tilted.world);
    }
}

// Rows ask for rest along the normal alone.
static void a_body_that_slides_on_ice_stands_on_rows(void)
{
    gelWorldDef def = onReference(4);
    Cube put = cubeOver(&def, 0.0, 0.0, 0.0f, 0.0f), sliding = cubeOver(&def, 0.0, 0.0, 0.0f, 0.0f);
    float along[3 * 64] = {0.0f};
    for (int i = 0; i < 64; i++)
        along[3 * i] = 1.0f;
    REQUIRE(gelBody_WriteVelocities(sliding.world, sliding.id, along, 64));
    stepFrames(put.world, 30);
    stepFrames(sliding.world, 30);
    double found = compressionOf(&sliding), expected = compressionOf(&put),
           way = meanAbove(&sliding, 0, -1.0, 1.0);
    printf("  compressed by %.5f mm, at rest by %.5f mm; it slides %.5f m in 0.5 s\n", 1e3 * found,
           1e3 * expected, way);
    CHECK(countHolds(sliding.world) > 0, "nothing holds it");
    CHECK_CLOSE(found / expected, 1.0, 0.02, "what still moves");
    CHECK_CLOSE(way, 0.5, 1e-4, "rounding");
    gelDestroyWorld(put.world);
    gelDestroyWorld(sliding.world);
}

static void traced_forces_are_those_that_move_a_body(void)
{
    const float h = 1.0f / 240.0f;
    gelWorldDef def = onReference(1);
    Cube cube = cubeOver(&def, 0.0, 20.0 * degree, 0.5f, 0.0f);
    gelVertexForces* forces = calloc((size_t)cube.world->vertexCount, sizeof *forces);
    double most = 0.0, worst[2] = {0.0, 0.0};
    for (int i = 0; i < 40; i++) {
        gelMeasures before, after;
        double sum[2] = {0.0, 0.0};
        REQUIRE(gelWorld_Measure(cube.world, &before));
        REQUIRE(gelWorldFindForces(cube.world, h, forces));
        REQUIRE(gelWorld_Step(cube.world, h));
        REQUIRE(gelWorld_Measure(cube.world, &after));
        for (int v = 0; v < cube.world->vertexCount; v++)
            for (int k = 0; k < 2; k++)
                sum[k] += forces[v].ground[k];
        for (int k = 0; k < 2; k++) {
            double weight =
                after.mass * (double)(k == 0 ? cube.world->def.gravity.x : cube.world->def.gravity.y);
            double found = (after.momentum[k] - before.momentum[k]) / (double)h - weight;
            worst[k] = fmax(worst[k], fabs(found - sum[k]));
            most = fmax(most, fabs(sum[k]));
        }
    }
    printf("  differ by %.3g and %.3g N of up to %.4g N\n", worst[0], worst[1], most);
    CHECK_CLOSE(worst[0] / most, 0.0, 1e-3, "rounding");
    CHECK_CLOSE(worst[1] / most, 0.0, 1e-3, "rounding");
    free(forces);
    gelDestroyWorld(cube.world);
}

// A vortex turns a cube. The substep takes a little of its momentum, and all must come back: the
// ground is stiff along its normal alone.
static void a_body_that_turns_on_ice_keeps_turning(void)
{
    gelWorldDef def = onReference(4);
    Cube cube = cubeOver(&def, 0.0, 0.0, 0.0f, 0.0f);
    gelField vortex = gelDefaultField(gel_fieldVortex);
    gelMeasures before, after;
    vortex.strength = 4.0f;
    stepFrames(cube.world, 30);
    REQUIRE(gelWorld_SetFields(cube.world, &vortex, 1));
    stepFrames(cube.world, 60);
    REQUIRE(gelWorld_SetFields(cube.world, NULL, 0));
    REQUIRE(gelWorld_Measure(cube.world, &before));
    int holds = countHolds(cube.world);
    stepFrames(cube.world, 60);
    REQUIRE(gelWorld_Measure(cube.world, &after));
    double kept = after.angularMomentum[1] / before.angularMomentum[1];
    printf("  %.6f of an angular momentum of %.3g kg m2/s is left, with %d rows\n", kept,
           before.angularMomentum[1], holds);
    CHECK(holds > 0, "nothing holds it");
    CHECK_CLOSE(kept, 1.0, 1e-3, "rounding");
    gelDestroyWorld(cube.world);
}

static void a_field_is_borne_as_weight_is(void)
{
    double found[2];
    for (int i = 0; i < 2; i++) {
        gelWorldDef def = onReference(4);
        Cube cube = cubeOver(&def, 0.01, 0.0, 0.0f, 8.0f);
        gelField down = gelDefaultField(gel_fieldUniform);
        down.direction.y = -1.0f;
        down.strength = (float)g;
        if (i == 1) {
            REQUIRE(gelWorld_SetGravity(cube.world, (gelVec3){0.0f, 0.0f, 0.0f}));
            REQUIRE(gelWorld_SetFields(cube.world, &down, 1));
        }
        stepFrames(cube.world, 90);
        found[i] = compressionOf(&cube);
        gelDestroyWorld(cube.world);
    }
    printf("  compressed by %.5f mm, by its weight %.5f mm\n", 1e3 * found[1], 1e3 * found[0]);
    CHECK_CLOSE(found[1] / found[0], 1.0, 0.02, "what still moves");
}

// Both are one system: the rows of one must bear the mass of both.
static void a_body_bears_another_one_that_is_attached(void)
{
    for (int i = 0; i < 2; i++) {
        gelWorldDef def = onReference(substeps[i]);
        Cube cube = cubeOver(&def, 0.0, 0.0, 0.5f, 8.0f);
        gelBodyId block = addHeavyBox(cube.world, (gelVec3){cubeSide, cubeSide, cubeSide}, 3, 0.0,
                                      1.5 * (double)cubeSide, 8.0f, 100.0f);
        CHECK_INT(attachWhereTheyMeet(cube.world, cube.id, block), 16);
        stepFrames(cube.world, 100);
        double expected = 100.5 * (double)cubeDensity * g * (double)cubeSide * (double)cubeSide /
                          (double)cubeModulus,
               found = compressionOf(&cube), energy = kineticEnergyOf(&cube);
        printf("  %2d substeps: %.5f mm, a column %.5f mm; %.2g J\n", substeps[i], 1e3 * found,
               1e3 * expected, energy);
        CHECK_CLOSE(found / expected, 1.0, 0.1, "the flat sides");
        CHECK_CLOSE(energy, 0.0, 1e-4, "rounding of positions, over h");
        gelDestroyWorld(cube.world);
    }
}

// A body with a pin, and one that may tear and so has no rigid motion of its own.
static void a_pinned_or_tearing_body_comes_to_rest_on_the_ground(void)
{
    for (int i = 0; i < 2; i++) {
        gelWorldDef def = onReference(4);
        Cube cube = cubeOver(&def, 0.0, 0.0, 0.5f, 4.0f);
        const int pin = 0;
        gelMaterial material = cube.world->bodies[0]->material;
        material.tearStrain = 0.5f;
        if (i == 0)
            REQUIRE(gelBody_SetPinned(cube.world, cube.id, &pin, 1, true));
        else
            REQUIRE(gelBody_SetMaterial(cube.world, cube.id, &material));
        stepFrames(cube.world, 60);
        double energy = kineticEnergyOf(&cube);
        int holds = countHolds(cube.world);
        printf("  %s: %.2g J, with %d rows\n", i == 0 ? "pinned" : "tearing", energy, holds);
        CHECK(holds > 0, "nothing holds it");
        CHECK_CLOSE(energy, 0.0, 1e-7, "rounding of positions, over h");
        gelDestroyWorld(cube.world);
    }
}

// Passes of the guard run over all bodies.
static void a_ruined_body_does_not_change_how_another_one_stands(void)
{
    float x[2][3 * 64];
    for (int i = 0; i < 2; i++) {
        gelWorldDef def = onReference(4);
        Cube cube = cubeOver(&def, 0.02, 20.0 * degree, 0.5f, 0.0f);
        gelBodyId far = addBox(cube.world, (gelVec3){cubeSide, cubeSide, cubeSide}, 3, 5.0, 5.0, 0.0f);
        for (int frame = 0; frame < 25; frame++) {
            if (i == 1)
                ruinBody(cube.world, far, scrambled, 1);
            cube.world->bodies[1]->ruinedTime = i == 1 ? 0.5f : 0.0f; // guarded
            stepFrames(cube.world, 1);
        }
        REQUIRE(gelBody_ReadPositions(cube.world, cube.id, x[i], 64));
        CHECK(countHolds(cube.world) > 0, "nothing holds it");
        gelDestroyWorld(cube.world);
    }
    CHECK(memcmp(x[0], x[1], sizeof x[0]) == 0, "it moves otherwise");
}

static void a_ground_that_is_switched_off_pushes_no_more(void)
{
    gelWorldDef def = onReference(4);
    Cube cube = cubeOver(&def, 0.0, 0.0, 0.5f, 0.0f);
    gelMeasures measures;
    stepFrames(cube.world, 60);
    def.ground.enabled = false;
    REQUIRE(gelWorld_SetGround(cube.world, def.ground));
    stepFrames(cube.world, 1);
    REQUIRE(gelWorld_Measure(cube.world, &measures));
    double found = measures.momentum[1] / measures.mass;
    printf("  %.5f m/s, expected %.5f m/s\n", found, -g / 60.0);
    CHECK_CLOSE(found * 60.0 / -g, 1.0, 1e-3, "rounding");
    gelDestroyWorld(cube.world);
}

// On a tilted ground.
static gelWorld* makeStanding(const gelWorldDef* like)
{
    gelWorldDef def = *like;
    def.substepCount = 4;
    def.contact = false;
    return turnedCube(cubeOver(&def, 0.0, 20.0 * degree, 0.5f, 2.0f)).world;
}

static void states_and_clones_go_on_alike_while_rows_hold(gelWorldDef backend)
{
    const char* path = GEL_SCRATCH "/standing.state";
    gelWorld *world = makeStanding(&backend), *read = makeStanding(&backend), *clone;
    gelSnapshot* snapshot;
    stepFrames(world, 12);
    REQUIRE(gelTakeSnapshot(world, NULL, &snapshot));
    REQUIRE(gelCloneWorld(world, &backend, &clone));
    CHECK(countHolds(world) > 0, "nothing holds it");
    REQUIRE(gelWriteSnapshot(path, world, NULL, NULL, 0));
    REQUIRE(gelReadSnapshot(path, read, NULL, NULL, NULL));
    stepFrames(world, 4);
    stepFrames(clone, 4);
    stepFrames(read, 4);
    uint64_t expected = gelWorld_Hash(world);
    CHECK_HEX(gelWorld_Hash(clone), expected);
    CHECK_HEX(gelWorld_Hash(read), expected);
    REQUIRE(gelRestoreSnapshot(world, NULL, snapshot));
    stepFrames(world, 4);
    CHECK_HEX(gelWorld_Hash(world), expected);
    gelDestroySnapshot(snapshot);
    remove(path);
    gelDestroyWorld(clone);
    gelDestroyWorld(read);
    gelDestroyWorld(world);
}

// How a system stands follows from the histories of all its bodies.
static void a_clone_of_attached_bodies_goes_on_alike(void)
{
    gelWorldDef def = onReference(4);
    Cube cube = cubeOver(&def, 0.0, 0.0, 0.5f, 2.0f);
    gelBodyId block = addHeavyBox(cube.world, (gelVec3){cubeSide, cubeSide, cubeSide}, 3, (double)cubeSide,
                                  0.5 * (double)cubeSide + 0.02, 2.0f, 5.0f);
    gelAttachmentDef joint = gelDefaultAttachmentDef();
    gelAttachmentId id;
    gelWorld* clone;
    joint.a = vertexOf(cube.id, 63);
    joint.b = vertexOf(block, 60);
    REQUIRE(gelCreateAttachment(cube.world, &joint, &id));
    for (int frame = 0; frame < 8; frame++) {
        stepFrames(cube.world, 2);
        REQUIRE(gelCloneWorld(cube.world, &def, &clone));
        stepFrames(cube.world, 1);
        stepFrames(clone, 1);
        CHECK_HEX(gelWorld_Hash(clone), gelWorld_Hash(cube.world));
        gelDestroyWorld(clone);
    }
    gelDestroyWorld(cube.world);
}

static void every_device_gives_the_reference_its_bits(gelWorldDef backend)
{
    gelWorldDef reference = onReference(4);
    gelWorld *expected = makeStanding(&reference), *world = makeStanding(&backend);
    stepFrames(expected, 10);
    stepFrames(world, 10);
    CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(expected));
    CHECK(countHolds(expected) > 0, "nothing holds it");
    gelDestroyWorld(world);
    gelDestroyWorld(expected);
}

TESTS(TEST(a_cube_on_the_ground_is_compressed_by_its_weight_at_any_number_of_substeps),
      TEST(friction_holds_a_stiff_body_on_a_slope_and_lets_it_slide),
      TEST(a_tilted_ground_holds_as_a_flat_one), TEST(a_body_bears_another_one_that_is_attached),
      TEST(a_body_that_slides_on_ice_stands_on_rows), TEST(traced_forces_are_those_that_move_a_body),
      TEST(a_body_that_turns_on_ice_keeps_turning), TEST(a_field_is_borne_as_weight_is),
      TEST(a_pinned_or_tearing_body_comes_to_rest_on_the_ground),
      TEST(a_ruined_body_does_not_change_how_another_one_stands),
      TEST(a_ground_that_is_switched_off_pushes_no_more), TEST(a_clone_of_attached_bodies_goes_on_alike),
      TEST_ON_EACH_BACKEND(states_and_clones_go_on_alike_while_rows_hold),
      TEST_ON_EACH_BACKEND(every_device_gives_the_reference_its_bits))
