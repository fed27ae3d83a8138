// Damping along springs of XPBD: swings die away as the closed form says, momentum and rotation stay, any damping is
// stable, pins feel it, and all back ends agree.
#include "support/equal_bits.h"
#include "support/files.h"

#include "gel/tearing.h"

#include <math.h>
#include <string.h>

#define PATH GEL_SCRATCH "/spring_damping.json"
static const float frame = 1.0f / 60.0f;

static gelWorldDef weightless(float springDamping, int substeps)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    def.gravity = (gelVec3){0.0f, 0.0f, 0.0f};
    def.ground.enabled = def.contact = false;
    def.substepCount = substeps;
    def.springDamping = springDamping;
    return def;
}

// Two masses of 1/2 kg on a spring of 1000 N/m and 1 m, apart by `stretch` more.
static gelWorld* makePair(const gelWorldDef* def, gelSpringForce springs, float stretch, gelBodyId* id)
{
    gelWorld* world;
    gelLineMesh line;
    gelBodyDef body = gelDefaultBodyDef();
    body.material.stiffness = gel_compliances;
    body.material.edgeCompliance = 0.001f;
    body.material.springs = springs;
    body.material.damping = 0.0f;
    body.material.thickness = 0.1f;
    body.material.density = (float)(1.0 / (3.14159265358979 * 0.05 * 0.05));
    float places[6];
    REQUIRE(gelCreateStraightLine(1.0f, 1, &line));
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateRope(world, &body, &line, id));
    REQUIRE(gelBody_ReadPositions(world, *id, places, 2));
    places[3] += places[3] > places[0] ? stretch : -stretch;
    REQUIRE(gelBody_WritePositions(world, *id, places, 2));
    gelDestroyLineMesh(&line);
    return world;
}

// Returns the energy that a pair still has after `frames`.
static double energyOfPair(float springDamping, gelSpringForce springs, float stretch, int frames)
{
    gelBodyId id;
    gelMeasures measures;
    const gelWorldDef def = weightless(springDamping, 400);
    gelWorld* world = makePair(&def, springs, stretch, &id);
    stepFrames(world, frames);
    REQUIRE(gelWorld_Measure(world, &measures));
    gelDestroyWorld(world);
    return measures.kineticEnergy + measures.elasticEnergy;
}

// The spring's length has the reduced mass m / 2 = 1/4 kg: swings shrink by exp(-k_d / (2 m / 2) t), energy by its square.
// XPBD alone lets them shrink, too (docs/integrators.md), as much with damping as without.
static void swings_die_away_as_the_closed_form_says(void)
{
    const int frames = 30;
    for (float springDamping = 2.5e-4f; springDamping < 3e-3f; springDamping *= 2.0f) {
        double without = energyOfPair(0.0f, gel_pushAndPull, 0.01f, frames),
               with = energyOfPair(springDamping, gel_pushAndPull, 0.01f, frames);
        double rate = (double)springDamping * 1000.0 / 0.25, expected = exp(-rate * frames / 60.0);
        printf("  k_d / k_s %.3g s: %.5f of the energy are left, expected %.5f\n", (double)springDamping,
               with / without, expected);
        CHECK_CLOSE(with / without, expected, 0.02 * expected,
                    "substeps of 42 us, and where in its swing it is");
    }
}

// A spring that only pulls is damped while it does; pushed together it is no spring.
static void a_spring_that_only_pulls_is_damped_only_while_it_pulls(void)
{
    gelBodyId id;
    gelMeasures before, after;
    double pulled = energyOfPair(0.001f, gel_pullOnly, 0.01f, 2) / energyOfPair(0.0f, gel_pullOnly, 0.01f, 2);
    CHECK(pulled < 0.95, "%.5f of the energy are left where it pulls", pulled);
    const gelWorldDef def = weightless(10.0f, 10);
    gelWorld* world = makePair(&def, gel_pullOnly, -0.5f, &id);
    const float apart[] = {0.0f, 0.0f, 0.0f, 0.5f, 0.0f, 0.0f};
    REQUIRE(gelBody_WriteVelocities(world, id, apart, 2));
    REQUIRE(gelWorld_Measure(world, &before));
    stepFrames(world, 20);
    REQUIRE(gelWorld_Measure(world, &after));
    CHECK_CLOSE(after.kineticEnergy, before.kineticEnergy, 1e-12, "slack");
    gelDestroyWorld(world);
}

// Without compliance there is no stiffness that the damping could be a share of.
static void rigid_edges_are_not_damped(void)
{
    uint64_t hashes[2];
    for (int damped = 0; damped < 2; damped++) {
        gelBodyId id;
        const gelWorldDef def = weightless(damped != 0 ? 10.0f : 0.0f, 10);
        gelWorld* world = makePair(&def, gel_pushAndPull, 0.1f, &id);
        gelMaterial material;
        REQUIRE(gelBody_GetMaterial(world, id, &material));
        material.edgeCompliance = 0.0f;
        REQUIRE(gelBody_SetMaterial(world, id, &material));
        stepFrames(world, 5);
        hashes[damped] = gelWorld_Hash(world);
        gelDestroyWorld(world);
    }
    CHECK(hashes[0] == hashes[1], "%016llx without damping, %016llx with it", (unsigned long long)hashes[0],
          (unsigned long long)hashes[1]);
}

// About `centre`, on top of the velocity that it flies with.
static void turn(gelWorld* world, gelBodyId id, gelVec3 spin, gelVec3 centre, gelVec3 flies)
{
    int count = gelBody_GetMesh(world, id)->vertexCount;
    float *x = calloc((size_t)count * 3, sizeof *x), *v = calloc((size_t)count * 3, sizeof *v);
    REQUIRE(gelBody_ReadPositions(world, id, x, count));
    for (int i = 0; i < count; i++) {
        float r[3] = {x[3 * i] - centre.x, x[3 * i + 1] - centre.y, x[3 * i + 2] - centre.z};
        v[3 * i] = flies.x + spin.y * r[2] - spin.z * r[1];
        v[3 * i + 1] = flies.y + spin.z * r[0] - spin.x * r[2];
        v[3 * i + 2] = flies.z + spin.x * r[1] - spin.y * r[0];
    }
    REQUIRE(gelBody_WriteVelocities(world, id, v, count));
    free(x);
    free(v);
}

// A sheared box that flies and turns.
static gelWorld* makeThrown(const gelWorldDef* def)
{
    gelWorld* world;
    gelTetMesh mesh;
    gelBodyId id;
    gelBodyDef body = gelDefaultBodyDef();
    body.material.damping = 0.0f;
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.5f, 0.75f}, 4, 2, 3, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    float* xyz = calloc((size_t)mesh.vertexCount * 3, sizeof *xyz);
    REQUIRE(gelBody_ReadPositions(world, id, xyz, mesh.vertexCount));
    for (int i = 0; i < mesh.vertexCount; i++)
        xyz[3 * i] += 0.2f * xyz[3 * i + 1];
    REQUIRE(gelBody_WritePositions(world, id, xyz, mesh.vertexCount));
    turn(world, id, (gelVec3){2.0f, -5.0f, 1.0f}, (gelVec3){0.0f, 0.0f, 0.0f}, (gelVec3){3.0f, 1.0f, -2.0f});
    free(xyz);
    gelDestroyTetMesh(&mesh);
    return world;
}

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

// Each stage of a frame by itself, with damping from some to what makes edges rigid.
static void spring_damping_takes_energy_and_leaves_both_momenta(void)
{
    static const gelConstraintOrder orders[] = {gel_colourOrder, gel_meshOrder, gel_jacobiOrder};
    for (int i = 0; i < 9; i++) {
        gelWorldDef def = weightless((float)pow(1000.0, i / 3 - 1) * 0.01f, 4);
        def.order = orders[i % 3];
        gelWorld* world = makeThrown(&def);
        gelStageInfo info = {0};
        gelMeasures before, after;
        int stages = 0;
        while (!info.lastOfStep) {
            REQUIRE(gelWorld_Measure(world, &before));
            REQUIRE(gelWorld_StepStage(world, frame, &info));
            if (info.stage != gel_stageDamp)
                continue;
            REQUIRE(gelWorld_Measure(world, &after));
            stages++;
            CHECK(after.kineticEnergy < before.kineticEnergy, "%g s: %.9g J, before %.9g J",
                  (double)def.springDamping, after.kineticEnergy, before.kineticEnergy);
            CHECK_CLOSE(distance(after.momentum, before.momentum), 0.0, 1e-9, "of 940 kg m/s");
            CHECK_CLOSE(distance(after.angularMomentum, before.angularMomentum), 0.0, 1e-9,
                        "of 150 kg m^2/s");
        }
        CHECK_INT(stages, 4);
        gelDestroyWorld(world);
    }
}

// After two seconds. XPBD itself slows what turns a little, the less the shorter the substeps.
static void spring_damping_leaves_rotations_alone(void)
{
    const double none[3] = {0.0, 0.0, 0.0};
    double lost[2], swings[2];
    for (int damped = 0; damped < 2; damped++) {
        gelMeasures start, end;
        const gelWorldDef def = weightless(damped != 0 ? 0.02f : 0.0f, 40);
        gelWorld* world = makeThrown(&def);
        REQUIRE(gelWorld_Measure(world, &start));
        stepFrames(world, 120);
        REQUIRE(gelWorld_Measure(world, &end));
        lost[damped] =
            distance(end.angularMomentum, start.angularMomentum) / distance(start.angularMomentum, none);
        swings[damped] = end.elasticEnergy / start.elasticEnergy;
        CHECK_CLOSE(distance(end.momentum, start.momentum), 0.0, 1e-6, "of 940 kg m/s");
        gelDestroyWorld(world);
    }
    printf(
        "  of the angular momentum %.4f are gone without, %.4f with; of the elastic energy %.4f, %.4f are left\n",
        lost[0], lost[1], swings[0], swings[1]);
    CHECK(lost[1] < lost[0] + 0.001, "%.4f of the angular momentum are gone, %.4f without damping", lost[1],
          lost[0]);
    CHECK(swings[1] < 0.5 * swings[0], "%.4f of the elastic energy are left, %.4f without", swings[1],
          swings[0]);
}

// The force of a pin carries both ends of the line, which weigh the same, and makes the momentum of
// the lower one.
static void pins_feel_spring_damping(void)
{
    gelScene* scene;
    gelWorld* world;
    gelProbes* probes;
    double force;
    gelMeasures end;
    enum { frames = 20 };
    writeText(PATH,
              "{\"substeps\":1,\"springDamping\":0.02,\"bodies\":[{\"name\":\"rope\","
              "\"shape\":{\"type\":\"rope\",\"length\":1,\"segments\":1},\"rotation\":{\"axis\":[0,0,1],"
              "\"degrees\":90},\"material\":{\"thickness\":0.02,\"youngModulus\":1e5,\"damping\":0},"
              "\"pins\":[{\"box\":{\"lower\":[-1,0.499,-1],\"upper\":[1,2,1]}}]}],"
              "\"probes\":[{\"name\":\"pin\",\"measure\":\"pinForce.y\",\"body\":\"rope\"}]}");
    REQUIRE(gelLoadScene(PATH, &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceDouble;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    REQUIRE(gelCreateProbes(scene, world, &probes));
    double time = (double)gelScene_GetTimeStep(scene);
    for (int i = 0; i < frames; i++) {
        REQUIRE(gelProbes_AddFrame(probes, world, i)); // of the substep that comes
        REQUIRE(gelWorld_Step(world, (float)time));
    }
    REQUIRE(gelProbes_Statistic(probes, 0, gel_statisticMean, &(gelSpan){.start = 0.0, .end = frames - 1.0},
                                &force));
    REQUIRE(gelWorld_Measure(world, &end));
    double expected = 2.0 * end.mass * 9.81 + end.momentum[1] / (frames * time);
    CHECK(fabs(end.momentum[1]) > 0.01 * end.mass, "it hardly moves: %g m/s", end.momentum[1] / end.mass);
    CHECK_CLOSE(force, expected, 1e-5 * expected, "the mean over all steps");
    gelDestroyProbes(probes);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

// The places and velocities of another, which has as many vertices.
static void copyState(gelWorld* to, gelWorld* from)
{
    gelBodyId id = gelWorld_GetBody(from, 0), other = gelWorld_GetBody(to, 0);
    int count = gelBody_GetMesh(from, id)->vertexCount;
    float *x = calloc((size_t)count * 3, sizeof *x), *v = calloc((size_t)count * 3, sizeof *v);
    REQUIRE(gelBody_ReadPositions(from, id, x, count));
    REQUIRE(gelBody_ReadVelocities(from, id, v, count));
    REQUIRE(gelBody_WritePositions(to, other, x, count));
    REQUIRE(gelBody_WriteVelocities(to, other, v, count));
    free(x);
    free(v);
}

static void spring_damping_begins_and_ends_while_the_world_runs(gelWorldDef backend)
{
    gelWorldDef defs[2] = {weightless(0.0f, 5), weightless(0.01f, 5)};
    for (int i = 0; i < 2; i++) {
        defs[i].backend = backend.backend;
        defs[i].device = backend.device;
        defs[i].lanes = backend.lanes;
    }
    gelWorld *world = makeThrown(&defs[0]), *fresh[2] = {makeThrown(&defs[0]), makeThrown(&defs[1])};
    for (int i = 1; i <= 4; i++) {
        stepFrames(world, 5);
        REQUIRE(gelWorld_SetSettings(world, &defs[i % 2]));
        copyState(fresh[i % 2], world);
        stepFrames(world, 2);
        stepFrames(fresh[i % 2], 2);
        CHECK(gelWorld_Hash(world) == gelWorld_Hash(fresh[i % 2]), "change %d differs from a new world", i);
    }
    gelDestroyWorld(world);
    gelDestroyWorld(fresh[0]);
    gelDestroyWorld(fresh[1]);
}

// Creates bodies with springs of each kind, one that tears, and equal ones, which may be stepped
// side by side.
static gelWorld* makeMixed(const gelWorldDef* like, gelStrategy strategy, bool contact,
                           gelConstraintOrder order)
{
    gelWorldDef worldDef = *like;
    gelWorld* world;
    gelBodyDef def = gelDefaultBodyDef();
    gelLineMesh lines;
    gelSurfaceMesh sheet;
    gelTetMesh box;
    gelBodyId id;
    worldDef.strategy = strategy;
    worldDef.contact = contact;
    worldDef.allowInexact = true;
    worldDef.order = order;
    worldDef.substepCount = 5;
    worldDef.springDamping = 0.004f;
    REQUIRE(gelCreateWorld(&worldDef, &world));
    REQUIRE(gelCreateStraightLine(1.0f, 40, &lines));
    REQUIRE(gelCreateSheetSurface(0.6f, 0.4f, 12, 8, &sheet));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.25f, 0.25f}, 4, 2, 2, &box));
    def.material.springs = gel_pullOnly;
    def.material.stretchLimit = 0.02f;
    def.position.y = 1.2f;
    REQUIRE(gelCreateRope(world, &def, &lines, &id));
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){0, 40}, 2, true));
    def.material.springs = gel_pushAndPull;
    def.material.stretchLimit = 0.0f;
    def.position.y = 0.7f;
    def.material.tearStrain = order == gel_colourOrder ? 0.05f : 0.0f;
    REQUIRE(gelCreateSheet(world, &def, &sheet, &id));
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){0, 12}, 2, true));
    def.material.tearStrain = 0.0f;
    def.material.stretchLimit = 0.01f;
    for (int i = 0; i < 4; i++) {
        def.position = (gelVec3){0.7f * (float)(i - 2), 0.2f, 0.0f};
        REQUIRE(gelCreateBody(world, &def, &box, &id));
        turn(world, id, (gelVec3){0.0f, 0.0f, 3.0f}, def.position, (gelVec3){0.0f, 0.0f, 0.0f});
    }
    gelDestroyLineMesh(&lines);
    gelDestroySurfaceMesh(&sheet);
    gelDestroyTetMesh(&box);
    return world;
}

static gelWorld* makeScene(const gelWorldDef* like, gelStrategy strategy, bool contact)
{
    return makeMixed(like, strategy, contact, gel_colourOrder);
}

static void some_of_the_sheet_tears(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = makeScene(&def, gel_strategyAuto, false);
    int count = 0;
    stepFrames(world, 10);
    REQUIRE(gelBody_GetTornSprings(world, gelWorld_GetBody(world, 1), NULL, 0, &count));
    CHECK(count > 0 && count < 300, "%d springs, of 404", count);
    gelDestroyWorld(world);
}

// Damping begins or ends with the next step: it has the bits of a world that got the setting between the two.
static void a_step_by_stages_ends_as_it_began(void)
{
    Backends backends = listBackends();
    for (int i = 0; i < 2 * (backends.count > 2 ? 2 : backends.count); i++) { // on and off, on the first two
        gelStageInfo info = {0};
        gelWorldDef defs[2];
        gelWorld* worlds[2];
        for (int w = 0; w < 2; w++) {
            worlds[w] = makeScene(&backends.defs[i / 2], gel_strategyPerColour, true);
            defs[0] = defs[1] = gelWorld_GetDef(worlds[w]);
            defs[i % 2].springDamping = 0.0f;
            REQUIRE(gelWorld_SetSettings(worlds[w], &defs[0]));
            stepFrames(worlds[w], 5);
        }
        for (int stage = 0; stage < 7 || info.stage != gel_stageConstraints; stage++)
            REQUIRE(gelWorld_StepStage(worlds[0], frame, &info));
        REQUIRE(gelWorld_SetSettings(worlds[0], &defs[1]));
        while (!info.lastOfStep)
            REQUIRE(gelWorld_StepStage(worlds[0], frame, &info));
        stepFrames(worlds[1], 1);
        REQUIRE(gelWorld_SetSettings(worlds[1], &defs[1]));
        for (int step = 0; step < 2; step++) {
            CHECK(gelWorld_Hash(worlds[0]) == gelWorld_Hash(worlds[1]), "%s: from %g s to %g s: differs %s",
                  backends.names[i / 2], (double)defs[0].springDamping, (double)defs[1].springDamping,
                  step == 0 ? "in the step under way" : "after it");
            stepFrames(worlds[0], 1);
            stepFrames(worlds[1], 1);
        }
        gelDestroyWorld(worlds[0]);
        gelDestroyWorld(worlds[1]);
    }
}

static void every_device_and_strategy_gives_the_reference_its_bits(void)
{
    checkEveryDeviceAndStrategy(makeScene);
}

static void spring_damping_has_equal_bits_in_all_orders(void)
{
    Backends backends = listBackends();
    for (gelConstraintOrder order = gel_jacobiOrder; order <= gel_jacobiRelaxedOrder; order++) {
        uint64_t expected = 0;
        for (int b = 0; b < backends.count; b++) {
            gelWorld* world = makeMixed(&backends.defs[b], gel_strategyAuto, false, order);
            stepFrames(world, 10);
            uint64_t found = gelWorld_Hash(world);
            expected = b == 0 ? found : expected;
            CHECK(found == expected, "%s, %s: %016llx, not %016llx", backends.names[b],
                  gelConstraintOrderText(order), (unsigned long long)found, (unsigned long long)expected);
            gelDestroyWorld(world);
        }
    }
}

static void a_clone_goes_on_as_the_world_does(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = makeScene(&def, gel_strategyAuto, true);
    checkCloneGoesOn(world, &def);
    gelDestroyWorld(world);
}

TESTS(TEST(swings_die_away_as_the_closed_form_says),
      TEST(a_spring_that_only_pulls_is_damped_only_while_it_pulls), TEST(rigid_edges_are_not_damped),
      TEST(some_of_the_sheet_tears), TEST(a_step_by_stages_ends_as_it_began),
      TEST(spring_damping_takes_energy_and_leaves_both_momenta), TEST(spring_damping_leaves_rotations_alone),
      TEST(pins_feel_spring_damping),
      TEST_ON_EACH_BACKEND(spring_damping_begins_and_ends_while_the_world_runs),
      TEST(every_device_and_strategy_gives_the_reference_its_bits),
      TEST(spring_damping_has_equal_bits_in_all_orders), TEST(a_clone_goes_on_as_the_world_does))
