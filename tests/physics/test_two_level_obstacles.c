// Obstacles in the system of the two-level solver: stiff bodies stand on them as on the ground.
#include "support/standing.h"
#include "gel/contacts.h"
#include "gel/obstacle.h"
#include "gel/surface.h"

static const int substeps[] = {4, 10, 40};

static gelBodyId addFloor(gelWorld* world, float friction, double x)
{
    gelSurfaceMesh surface;
    gelObstacleDef def = gelDefaultObstacleDef();
    gelBodyId id;
    def.friction = friction;
    def.position = (gelVec3){(float)x, -0.1f, 0.0f};
    REQUIRE(gelCreateBoxSurface((gelVec3){1.0f, 0.2f, 1.0f}, &surface));
    REQUIRE(gelCreateObstacle(world, &def, &surface, &id));
    gelDestroySurfaceMesh(&surface);
    return id;
}

// A cube over a box, of which it hangs over by so much; the ground is under that part, if `hasGround`.
static Cube cubeOnBox(const gelWorldDef* like, float friction, double x, bool hasGround)
{
    gelWorldDef def = *like;
    Cube cube;
    def.contact = true;
    def.ground.enabled = hasGround;
    def.ground.friction = friction;
    def.ground.offset = hasGround ? 0.00189679f : 0.0f; // as far above the box as contact keeps bodies
    REQUIRE(gelCreateWorld(&def, &cube.world));
    addFloor(cube.world, friction, x);
    cube.id = addBox(cube.world, (gelVec3){cubeSide, cubeSide, cubeSide}, 3, 0.0,
                     0.5 * (double)cubeSide + 0.001, 8.0f);
    return cube;
}

static void a_cube_on_a_box_is_compressed_by_its_weight_at_any_number_of_substeps(void)
{
    double column =
        (double)cubeDensity * g * (double)cubeSide * (double)cubeSide / (2.0 * (double)cubeModulus);
    for (int i = 0; i < 3; i++) {
        gelWorldDef def = onReference(substeps[i]);
        Cube cube = cubeOnBox(&def, 0.0f, 0.0, false);
        stepFrames(cube.world, i < 2 ? 60 : 30);
        double found = compressionOf(&cube), energy = kineticEnergyOf(&cube);
        printf("  %2d substeps: %.5f mm, a column %.5f mm; %.2g J, %d rows, %.5f mm\n", substeps[i],
               1e3 * found, 1e3 * column, energy, countHolds(cube.world),
               1e3 * meanAbove(&cube, 1, -1.0, -0.1));
        CHECK_CLOSE(found / column, 1.0, 0.06, "the flat side");
        CHECK_CLOSE(energy, 0.0, 1e-6, "rounding of positions, over h");
        gelDestroyWorld(cube.world);
    }
}

// The middle of the lower cube bears one and a half weights, that of the upper one a half.
static void two_cubes_on_a_box_are_compressed_by_their_weight_at_any_number_of_substeps(void)
{
    double column =
        (double)cubeDensity * g * (double)cubeSide * (double)cubeSide / (2.0 * (double)cubeModulus);
    for (int i = 0; i < 3; i++) {
        gelWorldDef def = onReference(substeps[i]);
        Cube lower = cubeOnBox(&def, 0.0f, 0.0, false), upper = {.world = lower.world};
        upper.id = addBox(lower.world, (gelVec3){cubeSide, cubeSide, cubeSide}, 3, 0.0,
                          1.5 * (double)cubeSide + 0.005, 8.0f);
        stepFrames(lower.world, 90);
        double below = compressionOf(&lower), above = compressionOf(&upper);
        printf("  %2d substeps: %.4f and %.4f mm, columns %.4f and %.4f mm; %d rows on the box, %d between\n",
               substeps[i], 1e3 * below, 1e3 * above, 3e3 * column, 1e3 * column, countHolds(lower.world),
               lower.world->contactRows.count);
        CHECK_CLOSE(below / (3.0 * column), 1.0, 0.08, "the flat sides");
        CHECK_CLOSE(above / column, 1.0, 0.12, "the flat sides");
        gelDestroyWorld(lower.world);
    }
}

// The contact reports what the rows push with.
static void contact_tells_how_rows_push(void)
{
    gelWorldDef def = onReference(4);
    Cube cube = cubeOnBox(&def, 0.5f, 0.0, false);
    double weight = (double)cubeDensity * g * pow((double)cubeSide, 3.0);
    gelVec3 force;
    stepFrames(cube.world, 90);
    REQUIRE(gelBody_GetContactForce(cube.world, cube.id, &force));
    printf("  %d rows, %.3f N, a weight of %.3f N\n", countHolds(cube.world), (double)force.y, weight);
    CHECK(countHolds(cube.world) == 16, "%d rows", countHolds(cube.world));
    CHECK_CLOSE((double)force.y / weight, 1.0, 1e-3, "rounding");
    CHECK_CLOSE((double)force.x / weight, 0.0, 1e-3, "rounding");
    gelDestroyWorld(cube.world);
}

// It moves on at 0.2 m/s, along itself or upwards.
static void a_moving_obstacle_carries_a_stiff_body(void)
{
    for (int axis = 0; axis < 2; axis++) {
        gelWorldDef def = onReference(10);
        Cube cube = cubeOnBox(&def, 0.5f, 0.0, false);
        gelBodyId box = {1, 0};
        gelVec3 place = {0.0f, -0.1f, 0.0f}, found;
        gelQuat turn;
        for (int b = 0; b < cube.world->bodyCount; b++)
            box = gelBody_IsObstacle(cube.world, cube.world->bodies[b]->id) ? cube.world->bodies[b]->id : box;
        REQUIRE(gelObstacle_GetPose(cube.world, box, &found, &turn));
        stepFrames(cube.world, 60);
        double before = meanAbove(&cube, axis, -1.0, 1.0);
        for (int frame = 0; frame < 60; frame++) {
            *(axis == 0 ? &place.x : &place.y) += 0.2f / 60.0f;
            REQUIRE(gelObstacle_SetPose(cube.world, box, place, turn));
            stepFrames(cube.world, 1);
        }
        double way = meanAbove(&cube, axis, -1.0, 1.0) - before;
        printf("  carried by %.5f m, %d rows, compressed by %.5f mm\n", way, countHolds(cube.world),
               1e3 * compressionOf(&cube));
        double slid =
            axis == 0 ? 0.2 * 0.2 / (2.0 * 0.5 * g) : 0.0; // until friction has brought it to 0.2 m/s
        CHECK_CLOSE(way, 0.2 - slid, 5e-4, "rows begin to slide some substeps late");
        CHECK(countHolds(cube.world) == 16, "%d rows", countHolds(cube.world));
        gelDestroyWorld(cube.world);
    }
}

static gelWorld* makeCubeOnBox(const gelWorldDef* like, gelStrategy strategy, bool contact)
{
    gelWorldDef def = *like;
    def.substepCount = 4;
    def.strategy = strategy;
    Cube cube = cubeOnBox(&def, 0.5f, 0.55, true);
    if (!contact)
        REQUIRE(gelWorld_SetGravity(cube.world, (gelVec3){1.0f, -9.0f, 0.5f}));
    return cube.world;
}

static void a_cube_half_on_a_box_and_half_on_the_ground_has_equal_bits_on_every_device(void)
{
    gelWorldDef def = onReference(4);
    Cube cube = cubeOnBox(&def, 0.5f, 0.55, true);
    stepFrames(cube.world, 40);
    printf("  %d rows, compressed by %.5f mm\n", countHolds(cube.world), 1e3 * compressionOf(&cube));
    CHECK(countHolds(cube.world) == 16, "%d rows", countHolds(cube.world));
    gelDestroyWorld(cube.world);
    checkEveryDeviceAndStrategyFor(makeCubeOnBox, 25);
}

static void every_number_of_lanes_gives_the_reference_its_bits(gelWorldDef backend)
{
    gelWorldDef reference = onReference(4);
    gelWorld* expected = makeCubeOnBox(&reference, gel_strategyAuto, true);
    stepFrames(expected, 25);
    CHECK(countHolds(expected) == 16, "%d rows", countHolds(expected));
    for (int lanes = 1; lanes <= 16 && backend.backend != gel_referenceFloat;
         lanes = lanes == 1 ? 8 : 2 * lanes) {
        if (!setLanes(&backend, lanes))
            continue;
        gelWorld* world = makeCubeOnBox(&backend, gel_strategyAuto, true);
        stepFrames(world, 25);
        CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(expected));
        gelDestroyWorld(world);
    }
    gelDestroyWorld(expected);
}

static void a_clone_goes_on_alike(void)
{
    gelWorldDef def = onReference(4);
    gelWorld* world = makeCubeOnBox(&def, gel_strategyAuto, true);
    stepFrames(world, 20);
    checkCloneGoesOn(world, &def);
    gelDestroyWorld(world);
}

TESTS(TEST(a_cube_on_a_box_is_compressed_by_its_weight_at_any_number_of_substeps),
      TEST(two_cubes_on_a_box_are_compressed_by_their_weight_at_any_number_of_substeps),
      TEST(contact_tells_how_rows_push), TEST(a_moving_obstacle_carries_a_stiff_body),
      TEST(a_cube_half_on_a_box_and_half_on_the_ground_has_equal_bits_on_every_device),
      TEST_ON_EACH_BACKEND(every_number_of_lanes_gives_the_reference_its_bits), TEST(a_clone_goes_on_alike))
