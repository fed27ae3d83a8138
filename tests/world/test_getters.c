// Whatever a world or a body was given can be read back, and is copied to clones.
#define _XOPEN_SOURCE 700 // setenv
#include "support/fixtures.h"

static gelTetMesh makeBox(int cells)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, cells, cells, cells, &mesh));
    return mesh;
}

static gelWorld* makeReference(const gelWorldDef* def)
{
    gelWorldDef own = *def;
    gelWorld* world;
    own.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&own, &world));
    return world;
}

static gelBodyId addBox(gelWorld* world, const gelBodyDef* def, int cells)
{
    gelTetMesh mesh = makeBox(cells);
    gelBodyId id;
    REQUIRE(gelCreateBody(world, def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

static void the_definition_of_a_world_holds_what_was_set_since(void)
{
    const intptr_t none[] = {0};
    gelWorldDef def = gelDefaultWorldDef();
    int mine;
    def.strategy = gel_strategyBody;
    def.lanes = 8;
    def.userData = &mine;
    def.contextProperties = none;
    gelWorld *world = makeReference(&def), *again;
    REQUIRE(gelWorld_SetGravity(world, (gelVec3){1.0f, 2.0f, 3.0f}));
    REQUIRE(gelWorld_SetGround(world, (gelGround){.enabled = true, .normal = {0.0f, 2.0f, 0.0f}}));
    REQUIRE(gelWorld_SetSubstepCount(world, 7));
    gelWorldDef got = gelWorld_GetDef(world);
    CHECK_INT(got.backend, gel_referenceFloat);
    CHECK_INT(got.strategy, gel_strategyBody);
    CHECK_INT(got.lanes, 8);
    CHECK_INT(got.substepCount, 7);
    CHECK_CLOSE(got.gravity.z, 3.0f, 0.0, "as it was set");
    CHECK_CLOSE(got.ground.normal.y, 1.0f, 0.0, "made a unit vector");
    CHECK(got.userData == &mine, "user data %p, expected %p", got.userData, (void*)&mine);
    CHECK(got.contextProperties == NULL, "a pointer to what may be gone");
    CHECK_STATUS(gelCreateWorld(&got, &again), gel_success);
    gelDestroyWorld(again);
    gelDestroyWorld(world);
}

static void the_definition_of_a_body_creates_it_again(void)
{
    gelWorldDef worldDef = gelDefaultWorldDef();
    gelWorld* world = makeReference(&worldDef);
    gelBodyDef def = gelDefaultBodyDef(), got;
    int mine;
    def.position = (gelVec3){1.0f, 2.0f, 3.0f};
    def.rotation = (gelQuat){0.0f, 3.0f, 0.0f, 4.0f};
    def.velocity = (gelVec3){0.5f, 0.0f, 0.0f};
    def.scale = 0.1f;
    def.strategy = gel_strategyBody;
    def.userData = &mine;
    gelBodyId id = addBox(world, &def, 1);
    float before[24], after[24];
    REQUIRE(gelBody_ReadPositions(world, id, before, 8));
    REQUIRE(gelWorld_Step(world, 0.1f)); // it moves, its definition does not
    CHECK_STATUS(gelBody_GetDef(world, id, &got), gel_success);
    CHECK_CLOSE(got.scale, 0.1f, 0.0, "the same number");
    CHECK_CLOSE(got.position.y, 2.0f, 0.0, "the same number");
    CHECK_CLOSE(got.velocity.x, 0.5f, 0.0, "the same number");
    CHECK_CLOSE(got.rotation.y, 0.6f, 0.0, "made a unit quaternion");
    CHECK_INT(got.strategy, gel_strategyBody);
    CHECK(got.userData == &mine, "user data %p, expected %p", got.userData, (void*)&mine);
    REQUIRE(gelBody_ReadPositions(world, addBox(world, &got, 1), after, 8));
    for (int i = 0; i < 24; i++)
        CHECK_CLOSE(after[i], before[i], 1e-6, "the quaternion was rounded to single precision");

    gelMaterial soft = got.material;
    soft.youngModulus = 1e3f;
    REQUIRE(gelBody_SetMaterial(world, id, &soft));
    REQUIRE(gelBody_GetDef(world, id, &got));
    CHECK_CLOSE(got.material.youngModulus, 1e3f, 0.0, "as it is now");
    REQUIRE(gelDestroyBody(world, id));
    CHECK_STATUS(gelBody_GetDef(world, id, &got), gel_invalidHandle);
    gelDestroyWorld(world);
}

static void user_data_stays_and_goes_along_into_a_clone(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    int first, second;
    gelWorld *world = makeReference(&def), *clone;
    gelBodyId id = addBox(world, &bodyDef, 1);
    CHECK(gelWorld_GetUserData(world) == NULL && gelBody_GetUserData(world, id) == NULL,
          "something from nothing");
    gelWorld_SetUserData(world, &first);
    CHECK_STATUS(gelBody_SetUserData(world, id, &second), gel_success);
    def.backend = gel_referenceDouble;
    REQUIRE(gelCloneWorld(world, &def, &clone));
    CHECK(gelWorld_GetUserData(clone) == &first, "the clone's world has lost it");
    CHECK(gelBody_GetUserData(clone, id) == &second, "the clone's body has lost it");
    REQUIRE(gelDestroyBody(world, id));
    CHECK(gelBody_GetUserData(world, id) == NULL, "of a body that is gone");
    CHECK_STATUS(gelBody_SetUserData(world, id, &second), gel_invalidHandle);
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

// Bodies created later take their strategy from the world.
static void a_clone_keeps_the_strategy_of_its_world(void)
{
    gelWorldDef def = gelDefaultWorldDef(), other = gelDefaultWorldDef();
    gelWorld* clone;
    def.strategy = gel_strategyBody;
    gelWorld* world = makeReference(&def);
    other.backend = gel_referenceDouble;
    REQUIRE(gelCloneWorld(world, &other, &clone));
    CHECK_INT(gelWorld_GetDef(clone).strategy, gel_strategyBody);
    CHECK_INT(gelWorld_GetDef(clone).backend, gel_referenceDouble);
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

// Compilers were seen to leave the rounding out.
static void a_clone_in_single_precision_has_floats(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelWorld *world, *clone;
    double xyz[8][3];
    def.backend = gel_referenceDouble;
    REQUIRE(gelCreateWorld(&def, &world));
    gelBodyId id = addBox(world, &bodyDef, 1);
    for (int i = 0; i < 3; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    def.backend = gel_referenceFloat;
    REQUIRE(gelCloneWorld(world, &def, &clone));
    REQUIRE(gelBody_ReadPositionsDouble(clone, id, xyz[0], 8));
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            volatile float rounded = (float)xyz[i][k];
            CHECK(xyz[i][k] == (double)rounded, "vertex %d has the coordinate %a", i, xyz[i][k]);
        }
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

static void bodies_are_numbered_in_order_of_creation(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelWorld* world = makeReference(&def);
    gelBodyId ids[3] = {addBox(world, &bodyDef, 1), addBox(world, &bodyDef, 2), addBox(world, &bodyDef, 1)};
    CHECK_INT(gelBody_GetIndex(world, ids[2]), 2);
    CHECK_INT(gelBody_GetFirstVertex(world, ids[1]), 8);
    CHECK_INT(gelBody_GetFirstVertex(world, ids[2]), 8 + 27);
    REQUIRE(gelDestroyBody(world, ids[0]));
    CHECK_INT(gelBody_GetIndex(world, ids[2]), 1);
    CHECK_INT(gelWorld_GetBody(world, 1).index1, ids[2].index1);
    CHECK_INT(gelBody_GetFirstVertex(world, ids[2]), 27);
    CHECK_INT(gelBody_GetIndex(world, ids[0]), -1);
    CHECK_INT(gelBody_GetFirstVertex(world, ids[0]), -1);
    CHECK_INT(gelWorld_GetBody(world, 2).index1, 0);
    CHECK_INT(gelWorld_GetBody(world, -1).index1, 0);
    gelDestroyWorld(world);
}

static void goals_and_pins_are_read_back(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelWorld* world = makeReference(&def);
    gelBodyId id = addBox(world, &bodyDef, 1);
    gelGoal goals[2] = {{id, 3, {1.0f, 2.0f, 3.0f}, 50.0f}, {id, 5, {0.0f, 0.0f, 0.0f}, 70.0f}}, got[2] = {0};
    bool pinned[8];
    const int held[2] = {2, 6};
    REQUIRE(gelWorld_SetGoals(world, goals, 2));
    REQUIRE(gelWorld_SetGoalDamping(world, 0.25f));
    CHECK_INT(gelWorld_GetGoals(world, got, 1), 2);
    CHECK_INT(got[0].vertex, 3);
    CHECK_INT(got[1].vertex, 0);
    CHECK_CLOSE(got[0].stiffness, 50.0f, 0.0, "the same number");
    CHECK_CLOSE(gelWorld_GetGoalDamping(world), 0.25f, 0.0, "the same number");
    REQUIRE(gelBody_SetPinned(world, id, held, 2, true));
    REQUIRE(gelWorld_Step(world, 0.01f));
    CHECK_STATUS(gelBody_GetPinned(world, id, pinned, 7), gel_invalidArgument);
    CHECK_STATUS(gelBody_GetPinned(world, id, pinned, 8), gel_success);
    for (int i = 0; i < 8; i++)
        CHECK_INT(pinned[i], i == 2 || i == 6);
    REQUIRE(gelDestroyBody(world, id));
    CHECK_INT(gelWorld_GetGoals(world, got, 2), 0);
    CHECK_STATUS(gelBody_GetPinned(world, id, pinned, 8), gel_invalidHandle);
    gelDestroyWorld(world);
}

static void the_rest_volume_is_that_of_the_mesh_at_the_bodys_scale(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    double rest, now;
    bodyDef.scale = 0.5f;
    gelWorld* world = makeReference(&def);
    gelBodyId id = addBox(world, &bodyDef, 2);
    REQUIRE(gelBody_GetVolume(world, id, &now));
    CHECK_STATUS(gelBody_GetRestVolume(world, id, &rest), gel_success);
    CHECK_CLOSE(rest, 0.125, 1e-12, "coordinates are multiples of 0.25");
    CHECK_CLOSE(now, rest, 1e-12, "it has not moved yet");
    REQUIRE(gelDestroyBody(world, id));
    CHECK_STATUS(gelBody_GetRestVolume(world, id, &rest), gel_invalidHandle);
    gelDestroyWorld(world);
}

static void a_world_knows_its_device_and_what_steps_its_bodies(void)
{
    Backends backends = listBackends();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    for (int i = 0; i < backends.count; i++) {
        gelDeviceInfo info;
        gelStrategy strategy;
        gelWorld* world;
        backends.defs[i].strategy = gel_strategyBody;
        REQUIRE(gelCreateWorld(&backends.defs[i], &world));
        bool onDevice = gelWorld_GetDevice(world, &info);
        CHECK(onDevice == (i > 0), "%s: on a device %d", backends.names[i], onDevice);
        CHECK_INT(info.index, backends.defs[i].device);
        CHECK(info.exact == onDevice, "%s: exact %d, %s", backends.names[i], info.exact, info.reason);
        CHECK_INT(gelWorld_GetDef(world).device, backends.defs[i].device);
        CHECK_STATUS(gelBody_GetStrategy(world, addBox(world, &bodyDef, 2), &strategy), gel_success);
        CHECK_INT(strategy, i > 0 ? gel_strategyBody : gel_strategyPerColour);
        CHECK_STATUS(gelBody_GetStrategy(world, (gelBodyId){0}, &strategy), gel_invalidHandle);
        gelDestroyWorld(world);
    }
}

// Returns whether a world of the definition would try the native device first.
static bool wouldBeNative(const gelWorldDef* def)
{
    gelDeviceInfo info = {.index = -1};
    CHECK(gelFindFirstDevice(def, &info), "no device, though there is one of OpenCL");
    return info.index == gel_nativeDevice;
}

static void a_processor_is_used_natively_where_that_can_do_what_is_requested(void)
{
    gelWorldDef def = gelDefaultWorldDef(), native = def;
    gelDeviceInfo info;
    gelWorld* world;
    def.backend = gel_referenceFloat;
    CHECK(!gelFindFirstDevice(&def, &info), "the reference uses %s", info.name);
    def.backend = gel_autoBackend;
    if (!hasOpenclDevice() || gelParseBackend("native", &native) != gel_success)
        SKIP("no OpenCL device beside the native back end (pocl-opencl-icd, clang)");
    if (gelFindFirstDevice(&def, &info) && info.kind != gel_deviceCpu)
        SKIP("a GPU or accelerator comes first");
    REQUIRE(gelCreateWorld(&def, &world));
    CHECK(gelWorld_GetDevice(world, &info) && info.index == gel_nativeDevice, "auto is %s", info.name);
    gelDestroyWorld(world);
    CHECK(wouldBeNative(&def), "the world is native, and it is not said before");
    CHECK(wouldBeNative(&native), "a native world is not%s", "");
    def.lanes = 1;
    CHECK(!wouldBeNative(&def), "it has no kernels for 1 lane");
    def.lanes = 0;
    def.workGroupSize = 16;
    CHECK(!wouldBeNative(&def), "its work-groups are of 1 work-item");
    def.workGroupSize = 0;
    setenv("GEL_KERNEL_DIR", GEL_SCRATCH, 1);
    CHECK(!wouldBeNative(&def), "it reads no kernels from a folder");
    unsetenv("GEL_KERNEL_DIR");
    setenv("GEL_KERNEL_OPTIONS", "-DA", 1);
    CHECK(!wouldBeNative(&def), "its kernels are built already");
    unsetenv("GEL_KERNEL_OPTIONS");
    def.backend = gel_opencl;
    CHECK(!wouldBeNative(&def), "it is no device of OpenCL");
}

TESTS(TEST(the_definition_of_a_world_holds_what_was_set_since),
      TEST(the_definition_of_a_body_creates_it_again), TEST(user_data_stays_and_goes_along_into_a_clone),
      TEST(a_clone_keeps_the_strategy_of_its_world), TEST(a_clone_in_single_precision_has_floats),
      TEST(bodies_are_numbered_in_order_of_creation), TEST(goals_and_pins_are_read_back),
      TEST(the_rest_volume_is_that_of_the_mesh_at_the_bodys_scale),
      TEST(a_world_knows_its_device_and_what_steps_its_bodies),
      TEST(a_processor_is_used_natively_where_that_can_do_what_is_requested))
