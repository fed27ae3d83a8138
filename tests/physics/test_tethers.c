// Tethers: what hangs does not stretch, the pins bear it, they go with the pins, and all back ends agree.
#include "support/equal_bits.h"
#include "support/settled.h"

#include <math.h>
#include <string.h>

#define PATH GEL_SCRATCH "/tethers.json"
static const float frame = 1.0f / 60.0f;

// A rope of 2 m and 100 lines, 0.628 kg, hangs from its upper end with a weight at its lower end.
static void hang(const char* tethers, double density, const gelWorldDef* base, double means[2])
{
    char text[1000];
    snprintf(text, sizeof text,
             "{\"substeps\":4,\"bodies\":[{\"name\":\"rope\","
             "\"shape\":{\"type\":\"rope\",\"length\":2,\"segments\":100},"
             "\"rotation\":{\"axis\":[0,0,1],\"degrees\":90},\"material\":{\"density\":1000,"
             "\"thickness\":0.02,\"youngModulus\":1e8,\"damping\":2,\"tethers\":\"%s\"},"
             "\"values\":{\"density\":[{\"value\":%g,\"box\":{\"lower\":[-1,-2,-1],\"upper\":[1,-0.99,1]}}]},"
             "\"pins\":[{\"box\":{\"lower\":[-1,0.999,-1],\"upper\":[1,2,1]}}]}],"
             "\"probes\":[{\"name\":\"pin\",\"measure\":\"pinForce.y\",\"body\":\"rope\"},"
             "{\"name\":\"end\",\"measure\":\"position.y\",\"body\":\"rope\",\"vertices\":[0]}]}",
             tethers, density);
    settle(PATH, text, base, 400, 20, 2, means);
}

static void a_rope_with_a_weight_does_not_stretch_and_its_pin_bears_it(void)
{
    const double segment = 1000.0 * 3.14159265358979 * 0.01 * 0.01 * 0.02, gravity = 9.81; // kg, m/s^2
    Backends backends = listBackends();
    double loose[2], tethered[2];
    for (int heavy = 0; heavy < 2; heavy++) {
        double density = heavy != 0 ? 2000.0 : 1.0;
        double weight = (99.5 + 0.5 * density) * segment * gravity; // half a segment is the last vertex's
        hang("none", density, &backends.defs[0], loose);
        for (int b = 0; b < backends.count; b++) {
            hang("nearestPin", density, &backends.defs[b], tethered);
            double stretch[2] = {(1.0 - loose[1]) / 2.0 - 1.0, (1.0 - tethered[1]) / 2.0 - 1.0};
            printf("  a weight of %.4g N: stretched by %.3g without, %.3g with; the pin bears %.5g N\n",
                   weight, stretch[0], stretch[1], tethered[0]);
            CHECK(stretch[0] > 0.3, "without tethers it stretches by %g alone", stretch[0]);
            CHECK(fabs(stretch[1]) < 1e-5, "with tethers it stretches by %g", stretch[1]);
            CHECK_CLOSE(tethered[0], weight, 0.005 * weight, "0.5 %, the mean of 20 frames");
        }
    }
}

static gelWorld* newWorld(gelVec3 gravity)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    def.backend = gel_referenceFloat;
    def.gravity = gravity;
    def.substepCount = 2;
    def.ground.enabled = false;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static gelMaterial rope(bool tethered)
{
    gelMaterial material = gelDefaultMaterial();
    material.thickness = 0.01f;
    material.youngModulus = 1e4f;
    material.damping = 3.0f;
    material.tethers = tethered ? gel_tetheredToNearestPin : gel_noTethers;
    return material;
}

static gelBodyId addLines(gelWorld* world, const gelMaterial* material, const float* places, int count)
{
    gelLineMesh lines;
    gelBodyId id;
    gelBodyDef def = gelDefaultBodyDef();
    int ends[64];
    for (int i = 0; i < 2 * (count - 1); i++)
        ends[i] = (i + 1) / 2;
    def.material = *material;
    REQUIRE(gelCreateLineMesh(places, count, ends, count - 1, &lines));
    REQUIRE(gelCreateRope(world, &def, &lines, &id));
    gelDestroyLineMesh(&lines);
    return id;
}

static double lengthOf(const float a[3], const float b[3])
{
    double sum = 0.0;
    for (int k = 0; k < 3; k++)
        sum += ((double)b[k] - (double)a[k]) * ((double)b[k] - (double)a[k]);
    return sqrt(sum);
}

// Two lines of 1 m with a corner between them hang down straight, as long as both, with a limit a tenth longer.
static void a_tether_is_as_long_as_the_way_along_the_mesh(void)
{
    enum { count = 9 };
    for (int limited = 0; limited < 2; limited++) {
        gelWorld* world = newWorld((gelVec3){0.0f, -9.81f, 0.0f});
        gelMaterial material = rope(true);
        float x[count][3] = {{0}};
        material.stretchLimit = limited != 0 ? 0.1f : 0.0f;
        for (int i = 0; i < count; i++) {
            x[i][0] = i < 4 ? 0.25f * (float)i : 1.0f;
            x[i][2] = i < 4 ? 0.0f : 0.25f * (float)(i - 4);
        }
        gelBodyId id = addLines(world, &material, x[0], count);
        REQUIRE(gelBody_SetPinned(world, id, (const int[]){0}, 1, true));
        stepFrames(world, 400);
        REQUIRE(gelBody_ReadPositions(world, id, x[0], count));
        for (int i = 1; i < count; i++) {
            double length = lengthOf(x[0], x[i]), longest = 0.25 * i * (limited != 0 ? 1.1 : 1.0);
            CHECK(length < longest * 1.000001, "vertex %d hangs at %g m, the way is %g m", i, length,
                  longest);
        }
        CHECK_CLOSE(lengthOf(x[0], x[count - 1]), limited != 0 ? 2.2 : 2.0, 0.01, "it is that soft");
        gelDestroyWorld(world);
    }
}

// Hung up at one end, then at the other as well, then let go at the first, then at both.
static void tethers_come_and_go_with_the_pins(void)
{
    enum { count = 11 };
    gelWorld* world = newWorld((gelVec3){0.3f, -9.81f, 0.0f}); // so that none stands on its end;
    gelMaterial material = rope(true);
    float x[count][3] = {{0}};
    for (int i = 0; i < count; i++)
        x[i][1] = -0.1f * (float)i;
    gelBodyId id = addLines(world, &material, x[0], count);
    stepFrames(world, 1); // without pins nothing holds it
    REQUIRE(gelBody_ReadPositions(world, id, x[0], count));
    CHECK(x[0][1] < -1e-4f, "without pins it stays at %g m", (double)x[0][1]);
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){0}, 1, true));
    stepFrames(world, 200);
    REQUIRE(gelBody_ReadPositions(world, id, x[0], count));
    CHECK_CLOSE(lengthOf(x[0], x[count - 1]), 1.0, 1e-5, "from the first end");
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){count - 1}, 1, true));
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){0}, 1, false));
    stepFrames(world, 200);
    REQUIRE(gelBody_ReadPositions(world, id, x[0], count));
    CHECK_CLOSE(lengthOf(x[0], x[count - 1]), 1.0, 1e-5, "from the other end");
    CHECK(x[0][1] < x[count - 1][1] - 0.99f, "the first end is at %g m, the other at %g m", (double)x[0][1],
          (double)x[count - 1][1]);
    gelSnapshot* state;
    REQUIRE(gelTakeSnapshot(world, NULL, &state));
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){count - 1}, 1, false));
    stepFrames(world, 10);
    REQUIRE(gelBody_ReadPositions(world, id, x[0], count));
    float held = x[count - 1][1];
    REQUIRE(gelRestoreSnapshot(world, NULL, state)); // with its pin
    stepFrames(world, 10);
    REQUIRE(gelBody_ReadPositions(world, id, x[0], count));
    CHECK(held < x[count - 1][1] - 0.1f, "let go at both ends it falls to %g m from %g m", (double)held,
          (double)x[count - 1][1]);
    CHECK_CLOSE(lengthOf(x[0], x[count - 1]), 1.0, 1e-5, "as it was saved");
    gelDestroySnapshot(state);
    gelDestroyWorld(world);
}

static void slack_tethers_change_no_bit(void)
{
    enum { count = 11 };
    uint64_t hashes[2];
    for (int tethered = 0; tethered < 2; tethered++) {
        gelWorld* world = newWorld((gelVec3){0, 0, 0});
        gelMaterial material = rope(tethered != 0);
        float x[count][3] = {{0}};
        for (int i = 0; i < count; i++)
            x[i][1] = -0.1f * (float)i;
        gelBodyId id = addLines(world, &material, x[0], count);
        for (int i = 0; i < count; i++)
            x[i][1] *= 0.8f;
        REQUIRE(gelBody_WritePositions(world, id, x[0], count));
        REQUIRE(gelBody_SetPinned(world, id, (const int[]){0}, 1, true));
        stepFrames(world, 2);
        hashes[tethered] = gelWorld_Hash(world);
        gelDestroyWorld(world);
    }
    CHECK(hashes[0] == hashes[1], "they differ");
}

// A rope, a sheet and a beam, all hung up.
static gelWorld* makeScene(const gelWorldDef* like, gelStrategy strategy, bool contact)
{
    gelWorldDef worldDef = *like;
    gelWorld* world;
    gelBodyDef def = gelDefaultBodyDef();
    gelLineMesh lines;
    gelSurfaceMesh sheet;
    gelTetMesh beam;
    gelBodyId id;
    int pinned;
    worldDef.strategy = strategy;
    worldDef.contact = contact;
    worldDef.allowInexact = true;
    worldDef.substepCount = 5;
    REQUIRE(gelCreateWorld(&worldDef, &world));
    def.material = rope(true);
    def.position.y = 0.6f;
    REQUIRE(gelCreateStraightLine(1.0f, 40, &lines));
    REQUIRE(gelCreateRope(world, &def, &lines, &id));
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){0, 40}, 2, true));
    def.position.y = 0.7f;
    def.material.stretchLimit = 0.02f;
    REQUIRE(gelCreateSheetSurface(0.6f, 0.4f, 12, 8, &sheet));
    REQUIRE(gelCreateSheet(world, &def, &sheet, &id));
    REQUIRE(
        gelBody_PinBox(world, id, (gelVec3){-0.31f, 0.0f, -1.0f}, (gelVec3){-0.29f, 1.0f, 1.0f}, &pinned));
    CHECK_INT(pinned, 9);
    def.position.y = 0.9f;
    def.material = gelDefaultMaterial();
    def.material.model = gel_neoHookean;
    def.material.tethers = gel_tetheredToNearestPin;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.1f, 0.1f}, 5, 1, 1, &beam));
    REQUIRE(gelCreateBody(world, &def, &beam, &id));
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){0, 1, 2, 3}, 4, true));
    gelDestroyLineMesh(&lines);
    gelDestroySurfaceMesh(&sheet);
    gelDestroyTetMesh(&beam);
    return world;
}

static void every_device_and_strategy_gives_the_reference_its_bits(void)
{
    checkEveryDeviceAndStrategy(makeScene);
}

static void stages_and_clones_go_on_as_the_world_does(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld *world = makeScene(&def, gel_strategyAuto, true), *clone;
    gelStageInfo info = {0};
    int stages = 0;
    stepFrames(world, 3);
    REQUIRE(gelCloneWorld(world, &def, &clone));
    stepFrames(world, 1);
    while (!info.lastOfStep) {
        REQUIRE(gelWorld_StepStage(clone, frame, &info));
        stages += info.stage == gel_stageTether;
    }
    CHECK_INT(stages, 5);
    CHECK_TEXT(gelStageText(gel_stageTether, gel_distanceConstraint), "tethers");
    CHECK(gelWorld_Hash(world) == gelWorld_Hash(clone), "the clone differs");
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

static void integrators_refuse_tethers(void)
{
    gelWorldDef worldDef = gelDefaultWorldDef();
    gelWorld* world;
    gelLineMesh lines;
    gelBodyId id;
    gelBodyDef def = gelDefaultBodyDef();
    worldDef.backend = gel_referenceFloat;
    worldDef.integrator = gel_rungeKutta4;
    def.material = rope(true);
    REQUIRE(gelCreateWorld(&worldDef, &world));
    REQUIRE(gelCreateStraightLine(1.0f, 4, &lines));
    CHECK_STATUS(gelCreateRope(world, &def, &lines, &id), gel_unsupported);
    CHECK_TEXT(gelLastError(), "material.tethers: expected none with the integrator");
    gelDestroyLineMesh(&lines);
    gelDestroyWorld(world);
}

TESTS(TEST(a_rope_with_a_weight_does_not_stretch_and_its_pin_bears_it),
      TEST(a_tether_is_as_long_as_the_way_along_the_mesh), TEST(tethers_come_and_go_with_the_pins),
      TEST(slack_tethers_change_no_bit), TEST(every_device_and_strategy_gives_the_reference_its_bits),
      TEST(stages_and_clones_go_on_as_the_world_does), TEST(integrators_refuse_tethers))
