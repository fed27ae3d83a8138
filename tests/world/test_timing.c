// Timing: launches and their times, waiting, copying; on every back end present.
#include "support/fixtures.h"

#include "common/clock.h"

enum { stepCount = 3 };

// A beam above the ground.
static gelWorld* makeWorld(const gelWorldDef* backend)
{
    gelWorldDef def = *backend;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId body;
    gelWorld* world;
    def.substepCount = 4;
    def.ground.enabled = true;
    def.allowInexact = true;
    bodyDef.position.y = 0.2f;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.2f, 0.2f}, 5, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &body));
    gelDestroyTetMesh(&mesh);
    return world;
}

static void step(gelWorld* world)
{
    for (int i = 0; i < stepCount; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
}

static void timing_does_not_change_the_bits(gelWorldDef backend)
{
    gelWorld *plain = makeWorld(&backend), *timed = makeWorld(&backend);
    step(plain);
    step(plain);
    REQUIRE(gelWorld_SetTiming(timed, true));
    step(timed);
    CHECK(gelWorld_GetTiming(timed), "times are kept, but it says not");
    REQUIRE(gelWorld_SetTiming(timed, false));
    CHECK(!gelWorld_GetTiming(timed), "times are not kept, but it says so");
    step(timed);
    REQUIRE(gelWorld_Finish(timed));
    CHECK_HEX(gelWorld_Hash(timed), gelWorld_Hash(plain));
    gelDestroyWorld(plain);
    gelDestroyWorld(timed);
}

static void every_launch_has_its_time_once_and_in_order(gelWorldDef backend)
{
    gelWorld* world = makeWorld(&backend);
    gelLaunchTime* times;
    int count;
    step(world);
    REQUIRE(gelWorld_SetTiming(world, true));
    step(world);
    REQUIRE(gelWorld_TakeLaunchTimes(world, &times, &count));
    CHECK_INT(count, stepCount * gelWorld_GetProfile(world).launchesPerStep);
    for (int i = 0; i < count; i++) {
        CHECK(times[i].end >= times[i].start, "launch %d ends %g ms before it starts", i,
              times[i].start - times[i].end);
        CHECK(i == 0 || times[i].start >= times[i - 1].end - 1e-3, "launch %d starts %g ms before %d ends", i,
              times[i - 1].end - times[i].start, i - 1);
        CHECK(times[i].name[0] != '\0', "launch %d has no name", i);
    }
    gelFree(times);
    REQUIRE(gelWorld_TakeLaunchTimes(world, &times, &count));
    CHECK_INT(count, 0);
    gelFree(times);
    gelDestroyWorld(world);
}

static void times_are_kept_only_while_they_are_asked_for(gelWorldDef backend)
{
    gelWorld* world = makeWorld(&backend);
    gelLaunchTime* times;
    int count;
    CHECK_STATUS(gelWorld_TakeLaunchTimes(world, &times, &count), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "gelWorld_SetTiming");
    CHECK(times == NULL, "there are times");
    REQUIRE(gelWorld_SetTiming(world, true));
    step(world);
    REQUIRE(gelWorld_SetTiming(world, true));
    REQUIRE(gelWorld_TakeLaunchTimes(world, &times, &count));
    CHECK_INT(count, 0);
    gelFree(times);
    step(world); // and is destroyed with times that nobody took
    gelDestroyWorld(world);
}

static void a_copy_has_a_speed_on_every_back_end(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = makeWorld(&backends.defs[b]);
        double speed = 0.0;
        REQUIRE(gelWorld_MeasureCopy(world, 1 << 20, &speed));
        CHECK(speed > 1e7 && speed < 1e14, "%s copies %g bytes a second", backends.names[b], speed);
        CHECK_STATUS(gelWorld_MeasureCopy(world, 4095, &speed), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), "expected 4096 to 1073741824, found 4095");
        CHECK_STATUS(gelWorld_MeasureCopy(world, ((uint64_t)1 << 30) + 1, &speed), gel_invalidArgument);
        gelDestroyWorld(world);
    }
}

// A clFinish after clFlush returns at once with some drivers: whoever reads then waits for the steps instead.
static void finishing_waits_for_all_steps(gelWorldDef backend)
{
    gelWorld* world = makeWorld(&backend);
    for (int i = 0; i < 20; i++)
        step(world);
    double queued = gelMilliseconds();
    REQUIRE(gelWorld_Finish(world));
    double finished = gelMilliseconds();
    gelWorld_Hash(world);
    double read = gelMilliseconds();
    CHECK(read - finished < 20.0 + (finished - queued), "waited %g ms for the steps, read for %g ms",
          finished - queued, read - finished);
    gelDestroyWorld(world);
}

TESTS(TEST_ON_EACH_BACKEND(timing_does_not_change_the_bits),
      TEST_ON_EACH_BACKEND(every_launch_has_its_time_once_and_in_order),
      TEST_ON_EACH_BACKEND(finishing_waits_for_all_steps),
      TEST_ON_EACH_BACKEND(times_are_kept_only_while_they_are_asked_for),
      TEST(a_copy_has_a_speed_on_every_back_end))
