// Ruined bodies of the two-level solver: they get their shape back, keep momentum, and gain no energy; every device gives
// the reference's bits; clones, states and steps that fail go on alike.
#include "support/equal_bits.h"
#include "support/failing_memory.h"
#include "support/ruins.h"
#include "world/forces.h"
#include "world/world.h"

static const float swept = 0.0f, guarded = 0.5f;             // what ruinedTime is before a turn
static const float endOfSwept = 0.47f, endOfGuarded = 0.97f; // two frames before the other turn

static const float usualDamping = 2.0f;

static gelBodyId addRuinedOf(gelWorld* world, const gelTetMesh* mesh, gelMaterialModel model, float young,
                             float damping, Ruin ruin, uint64_t seed)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    def.solver = gel_twoLevelSolver;
    def.material.model = model;
    def.material.youngModulus = young;
    def.material.poissonRatio = 0.4f;
    def.material.damping = damping;
    REQUIRE(gelCreateBody(world, &def, mesh, &id));
    ruinBody(world, id, ruin, seed);
    return id;
}

static gelBodyId addRuined(gelWorld* world, const gelTetMesh* mesh, float young, float damping, Ruin ruin,
                           uint64_t seed)
{
    return addRuinedOf(world, mesh, gel_edgesAndVolumes, young, damping, ruin, seed);
}

static void beginTurn(gelWorld* world, float time)
{
    for (int b = 0; b < world->bodyCount; b++)
        world->bodies[b]->ruinedTime = world->bodies[b]->preRuinedTime = time;
    world->dirty |= gel_dirtyPlan;
}

static void makeThinBox(gelTetMesh* mesh)
{
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.3f, 0.03f}, 6, 4, 2, mesh));
}

// Without the turns two of these were flung apart, and one stayed inverted.
static void stiff_bodies_recover_from_every_ruin(void)
{
    gelTetMesh mesh;
    REQUIRE(gelLoadTetMesh(GEL_ASSETS "/meshes/bear_coarse.node", &mesh, NULL));
    for (int ruin = 0; ruin < ruinCount; ruin++)
        for (uint64_t seed = 1; seed <= 3 && ruin != atPoint; seed++) {
            gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0, 0, 0}, 10);
            gelBodyId id = addRuined(world, &mesh, 1e9f, usualDamping, (Ruin)ruin, seed);
            Shape shape = {1, 1.0};
            for (int frame = 0; frame < 60 && !isBack(shape); frame += 5) {
                stepFrames(world, 5);
                shape = shapeOf(world, id);
            }
            CHECK(isBack(shape), "%s, seed %d: %d tets inverted, edges %.3g %% off, expected none and 2",
                  ruinTexts[ruin], (int)seed, shape.inverted, 100.0 * shape.edgeError);
            gelDestroyWorld(world);
        }
    gelDestroyTetMesh(&mesh);
}

// Its elements are ten times as long as thick: what is still strained would turn them over again, did BDF2 not damp it.
static void a_stiff_plate_of_thin_elements_stays_whole_once_it_has_recovered(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.4f, 0.02f}, 10, 4, 2, &mesh));
    for (int ruin = 0; ruin < 2; ruin++) {
        gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0, 0, 0}, 10);
        gelBodyId id =
            addRuined(world, &mesh, ruin == 0 ? 1e7f : 1e9f, 2.0f, ruin == 0 ? onPlane : mirrored, 1);
        stepFrames(world, 120);
        Shape shape = shapeOf(world, id);
        printf("  %s: edges are off by %.3f %%\n", ruinTexts[ruin == 0 ? onPlane : mirrored],
               100.0 * shape.edgeError);
        CHECK(isBack(shape), "%d tets inverted, edges %.3g %% off, expected none and 2", shape.inverted,
              100.0 * shape.edgeError);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// The solver flings the line apart, to thousands of times its length. Without a limit to its turning, what is drawn
// together from there was flung farther each time.
static void an_unbreakable_stiff_plate_recovers_from_a_line(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.4f, 0.02f}, 20, 8, 4, &mesh));
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0, 0, 0}, 10);
    gelBodyId id = addRuined(world, &mesh, 1e9f, usualDamping, onLine, 1);
    REQUIRE(gelBody_SetUnbreakable(world, id, true));
    stepFrames(world, 25);
    Shape shape = shapeOf(world, id);
    printf("  edges are off by %.3g %%, %d tets are inverted\n", 100.0 * shape.edgeError, shape.inverted);
    CHECK(shape.inverted == 0 && shape.edgeError < 0.05, "%d tets inverted, edges %.3g %% off",
          shape.inverted, 100.0 * shape.edgeError);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void a_body_that_has_recovered_is_stepped_by_the_solver_again(void)
{
    gelTetMesh mesh;
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0, 0, 0}, 10);
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.5f, 0.5f}, 3, 3, 3, &mesh));
    addRuined(world, &mesh, 1e7f, usualDamping, onPlane, 1);
    stepFrames(world, 1);
    CHECK(world->bodies[0]->ruinedTime > 0.0f, "it was not found");
    stepFrames(world, 40);
    CHECK(world->bodies[0]->ruinedTime < 0.0f && world->bodies[0]->history == NULL,
          "%g s, expected a second of implicit Euler", (double)world->bodies[0]->ruinedTime);
    stepFrames(world, 60);
    CHECK(world->bodies[0]->ruinedTime == 0.0f && world->bodies[0]->history != NULL, "%g s",
          (double)world->bodies[0]->ruinedTime);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void checkGuarded(gelMaterialModel model, double gain)
{
    gelTetMesh mesh;
    gelMeasures before, after;
    makeThinBox(&mesh);
    for (int ruin = 0; ruin < ruinCount; ruin++) {
        gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0, 0, 0}, 4);
        gelBodyId id = addRuinedOf(world, &mesh, model, 1e7f, 0.0f, (Ruin)ruin, 1);
        float* v = calloc(3 * (size_t)mesh.vertexCount, sizeof *v);
        for (int i = 0; i < mesh.vertexCount; i++)
            v[3 * i] = 3.0f + (float)(i % 3);
        REQUIRE(gelBody_WriteVelocities(world, id, v, mesh.vertexCount));
        free(v);
        for (int frame = 0; frame < 20; frame++) {
            beginTurn(world, guarded);
            REQUIRE(gelWorld_Measure(world, &before));
            stepFrames(world, 1);
            REQUIRE(gelWorld_Measure(world, &after));
            if (world->bodies[0]->ruinedTime <= 0.0f)
                break;
            double sum = before.kineticEnergy + before.elasticEnergy;
            CHECK(after.kineticEnergy + after.elasticEnergy <= (1.0 + gain) * sum,
                  "%s, frame %d: %g J, before %g", ruinTexts[ruin], frame,
                  after.kineticEnergy + after.elasticEnergy, sum);
            for (int k = 0; k < 3; k++) {
                double size = sqrt(2.0 * after.mass * before.kineticEnergy);
                CHECK_CLOSE(after.momentum[k], before.momentum[k], 1e-5 * size + 1e-6, "rounding");
                CHECK_CLOSE(after.angularMomentum[k], before.angularMomentum[k], 1e-4 * size + 1e-6,
                            "rounding, over 0.5 m");
            }
        }
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

static void guarded_bodies_gain_no_energy_and_keep_momenta(void)
{
    checkGuarded(gel_edgesAndVolumes, 0.001);
    checkGuarded(gel_neoHookean,
                 0.02); // rows do not fade I1 where a tet is squashed, as the measure of energy does
}

static void setFlow(gelWorld* world, gelBodyId id, float creep, float tearStrain)
{
    gelMaterial material;
    REQUIRE(gelBody_GetMaterial(world, id, &material));
    material.creep = creep;
    material.tearStrain = tearStrain;
    REQUIRE(gelBody_SetMaterial(world, id, &material));
}

// In the turn of XPBD it has the forces of that alone.
static void forces_of_a_ruined_body_are_counted_once(void)
{
    gelVertexForces *ruined, *expected;
    gelTetMesh mesh;
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0.0f, -9.81f, 0.0f}, 4);
    makeThinBox(&mesh);
    gelBodyId id = addRuined(world, &mesh, 1e7f, usualDamping, scrambled, 1);
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){0, 1, 2}, 3, true));
    stepFrames(world, 1);
    CHECK(world->bodies[0]->ruinedTime > 0.0f, "it was not found");
    ruined = calloc((size_t)world->vertexCount, sizeof *ruined);
    expected = calloc((size_t)world->vertexCount, sizeof *expected);
    REQUIRE(gelWorldFindForces(world, 1.0f / 60.0f, ruined));
    REQUIRE(gelBody_SetSolver(world, id, gel_xpbdSolver, 1, 0));
    REQUIRE(gelWorldFindForces(world, 1.0f / 60.0f, expected));
    for (int i = 0; i < 3 * world->vertexCount; i++)
        CHECK_CLOSE(ruined[i / 3].constraints[i % 3], expected[i / 3].constraints[i % 3],
                    1e-9 * fabs(expected[i / 3].constraints[i % 3]), "the same sums");
    free(ruined);
    free(expected);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

// Torn tets stay wrong, and would leave a body in turns for ever.
static void bodies_that_may_tear_are_not_stepped_in_turns(void)
{
    gelTetMesh mesh;
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0, 0, 0}, 4);
    makeThinBox(&mesh);
    gelBodyId id = addRuined(world, &mesh, 1e7f, usualDamping, scrambled, 1);
    stepFrames(world, 1);
    CHECK(world->bodies[0]->ruinedTime > 0.0f, "it was not found");
    setFlow(world, id, 0.0f, 0.5f);
    stepFrames(world, 1);
    CHECK(world->bodies[0]->ruinedTime == 0.0f, "%g s", (double)world->bodies[0]->ruinedTime);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

// Four ruined boxes, one at the beginning and one at the end of each turn, and two that are whole. Half of them flow.
static gelWorld* makeRuins(const gelWorldDef* like, gelStrategy strategy, bool contact)
{
    const float times[] = {guarded, endOfGuarded, swept, endOfSwept};
    gelWorldDef def = *like;
    gelWorld* world;
    gelTetMesh mesh;
    def.contact = contact;
    def.strategy = strategy;
    def.substepCount = 2;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.3f, 0.03f}, 4, 3, 1, &mesh));
    for (int i = 0; i < 4; i++)
        setFlow(world,
                addRuined(world, &mesh, 1e7f, usualDamping, i % 2 == 0 ? scrambled : shrunk, (uint64_t)i),
                i % 2 == 0 ? 5.0f : 0.0f, 0.0f);
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    for (int i = 0; i < 2; i++) {
        body.solver = i == 0 ? gel_twoLevelSolver : gel_xpbdSolver;
        body.position = (gelVec3){1.0f, 0.5f, 0.0f};
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    }
    gelDestroyTetMesh(&mesh);
    for (int i = 0; i < 4; i++)
        world->bodies[i]->ruinedTime = world->bodies[i]->preRuinedTime = times[i];
    return world;
}

static void every_device_gives_the_reference_its_bits(void)
{
    checkEveryDeviceAndStrategyFor(makeRuins, 5);
}

static void every_number_of_lanes_gives_the_reference_its_bits(gelWorldDef backend)
{
    gelWorldDef reference = gelDefaultWorldDef();
    reference.backend = gel_referenceFloat;
    gelWorld* expected = makeRuins(&reference, gel_strategyAuto, false);
    stepFrames(expected, 5);
    for (int lanes = 1; lanes <= 16 && backend.backend != gel_referenceFloat;
         lanes = lanes == 1 ? 8 : 2 * lanes) {
        if (!setLanes(&backend, lanes))
            continue;
        gelWorld* world = makeRuins(&backend, gel_strategyAuto, false);
        stepFrames(world, 5);
        CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(expected));
        gelDestroyWorld(world);
    }
    gelDestroyWorld(expected);
}

static void states_and_clones_go_on_in_the_same_turn(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* clone;
    gelSnapshot* state;
    def.backend = gel_referenceFloat;
    gelWorld* world = makeRuins(&def, gel_strategyAuto, true);
    stepFrames(world, 3);
    REQUIRE(gelTakeSnapshot(world, NULL, &state));
    REQUIRE(gelWriteSnapshot(GEL_SCRATCH "/guard.state", world, NULL, NULL, 0));
    REQUIRE(gelCloneWorld(world, &def, &clone));
    stepFrames(world, 20);
    stepFrames(clone, 20);
    uint64_t straight = gelWorld_Hash(world);
    CHECK_HEX(gelWorld_Hash(clone), straight);
    REQUIRE(gelRestoreSnapshot(world, NULL, state));
    stepFrames(world, 20);
    CHECK_HEX(gelWorld_Hash(world), straight);
    REQUIRE(gelReadSnapshot(GEL_SCRATCH "/guard.state", clone, NULL, NULL, NULL));
    stepFrames(clone, 20);
    CHECK_HEX(gelWorld_Hash(clone), straight);
    gelDestroySnapshot(state);
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

static void a_step_that_fails_has_counted_nothing(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    int failed = 0;
    def.backend = gel_referenceFloat;
    useFailingMemory(true);
    gelWorld* world = makeRuins(&def, gel_strategyAuto, true);
    uint64_t before = gelWorld_Hash(world);
    for (int at = 1;; at += 1 + at / 4, failed++) {
        armMemory(at);
        gelStatus status = gelWorld_Step(world, 1.0f / 60.0f);
        armMemory(0);
        if (status == gel_success)
            break;
        CHECK_STATUS(status, gel_outOfMemory);
        CHECK_HEX(gelWorld_Hash(world), before);
    }
    CHECK(failed > 0, "no allocation failed");
    stepFrames(world, 4);
    uint64_t disturbed = gelWorld_Hash(world);
    gelDestroyWorld(world);
    world = makeRuins(&def, gel_strategyAuto, true);
    stepFrames(world, 5);
    CHECK_HEX(disturbed, gelWorld_Hash(world));
    gelDestroyWorld(world);
    CHECK_INT(livingBlocks, 0);
    useFailingMemory(false);
}

TESTS(TEST(stiff_bodies_recover_from_every_ruin),
      TEST(a_stiff_plate_of_thin_elements_stays_whole_once_it_has_recovered),
      TEST(an_unbreakable_stiff_plate_recovers_from_a_line),
      TEST(a_body_that_has_recovered_is_stepped_by_the_solver_again),
      TEST(guarded_bodies_gain_no_energy_and_keep_momenta),
      TEST(bodies_that_may_tear_are_not_stepped_in_turns), TEST(every_device_gives_the_reference_its_bits),
      TEST_ON_EACH_BACKEND(every_number_of_lanes_gives_the_reference_its_bits),
      TEST(forces_of_a_ruined_body_are_counted_once), TEST(states_and_clones_go_on_in_the_same_turn),
      TEST(a_step_that_fails_has_counted_nothing))
