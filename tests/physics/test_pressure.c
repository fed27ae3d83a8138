// The pressure of gas and liquid in closed surfaces matches closed forms, and has the same bits on
// all back ends and strategies.
#include "support/fixtures.h"
#include "support/planted_fault.h"

#include "gel/values.h"
#include "support/files.h"
#include "world/world.h"

static const float frame = 1.0f / 60.0f;

static gelWorldDef weightless(gelBackendKind backend)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = backend;
    def.gravity = (gelVec3){0};
    return def;
}

static gelBodyDef skinOf(gelContents filling, float pressure)
{
    gelBodyDef body = gelDefaultBodyDef();
    body.material.filling = filling;
    body.material.pressure = pressure;
    body.material.thickness = 0.0005f;
    body.material.youngModulus = 1e6f;
    body.material.damping = 1.0f;
    return body;
}

static gelWorld* makeBall(const gelWorldDef* def, const gelBodyDef* body, int subdivisions, gelBodyId* id)
{
    gelWorld* world;
    gelSurfaceMesh ball;
    REQUIRE(gelCreateSphereSurface(0.3f, subdivisions, &ball));
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateSheet(world, body, &ball, id));
    gelDestroySurfaceMesh(&ball);
    return world;
}

static void step(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

// (p + a) V = n wherever the skin has come to rest, even with one substep, in which a gas this stiff would burst any
// explicit step.
static void a_gas_at_rest_keeps_its_pressure_times_volume(void)
{
    static const struct {
        float pressure, ambient, density;
        int substeps;
    } rows[] = {{500, 101325, 1000, 10},
                {500, 0, 1000, 20},
                {20000, 101325, 1000, 10},
                {2000, 101325, 20, 1},
                {-30000, 101325, 1000, 10}};
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++) {
        gelWorldDef def = weightless(gel_referenceDouble);
        gelBodyDef body = skinOf(gel_filledWithGas, rows[i].pressure);
        gelBodyId id;
        double pressure, volume, rest;
        def.substepCount = rows[i].substeps;
        body.material.ambientPressure = rows[i].ambient;
        body.material.density = rows[i].density;
        body.material.damping = 5.0f;
        gelWorld* world = makeBall(&def, &body, 2, &id);
        step(world, 200);
        REQUIRE(gelBody_GetPressure(world, id, &pressure));
        REQUIRE(gelBody_GetVolume(world, id, &volume));
        REQUIRE(gelBody_GetRestVolume(world, id, &rest));
        double ambient = (double)rows[i].ambient;
        CHECK_CLOSE((pressure + ambient) * volume / (((double)rows[i].pressure + ambient) * rest), 1.0, 1e-4,
                    "what is left of its swings");
        CHECK((volume > rest) == (rows[i].pressure > 0.0f), "row %d: %g of %g m^3", i, volume, rest);
        gelDestroyWorld(world);
    }
}

// The gas would drive the light vertex alone to many times the volume. The others hold it, so the
// pressure is that of the gas all the same.
static void a_light_vertex_does_not_change_the_pressure_at_rest(void)
{
    enum { box, balloon, kinds, maximumVertices = 162 };
    static const char* const names[] = {"a box", "a balloon"};
    for (int kind = 0; kind < kinds; kind++) {
        gelWorldDef def = weightless(gel_referenceFloat);
        gelBodyDef body = skinOf(gel_filledWithGas, 1000.0f);
        float densities[maximumVertices];
        double pressure, volume, rest;
        gelTetMesh mesh;
        gelWorld* world;
        gelBodyId id;
        body.material.youngModulus = kind == box ? 1e5f : 1e6f;
        body.material.damping = 5.0f;
        for (int i = 0; i < maximumVertices; i++)
            densities[i] = i == 0 ? 1e-6f : 1.0f;
        if (kind == box) {
            REQUIRE(gelCreateBoxMesh((gelVec3){0.4f, 0.4f, 0.4f}, 2, 2, 2, &mesh));
            REQUIRE(gelCreateWorld(&def, &world));
            REQUIRE(gelCreateBody(world, &body, &mesh, &id));
            gelDestroyTetMesh(&mesh);
        } else
            world = makeBall(&def, &body, 2, &id);
        REQUIRE(gelBody_SetVertexValues(world, id, gel_densityFactor, densities,
                                        gelBody_GetMesh(world, id)->vertexCount));
        step(world, 600);
        REQUIRE(gelBody_GetPressure(world, id, &pressure));
        REQUIRE(gelBody_GetVolume(world, id, &volume));
        REQUIRE(gelBody_GetRestVolume(world, id, &rest));
        double gas = (1000.0 + 101325.0) * rest / volume - 101325.0;
        printf("  %s: %.1f Pa, that of the gas is %.1f Pa\n", names[kind], pressure, gas);
        CHECK_CLOSE(pressure, gas, 10.0, "Pa: a ten thousandth of an atmosphere");
        gelDestroyWorld(world);
    }
}

// p = 2 T / r, T = E t strain / (1 - nu) of a membrane that is stretched alike in all directions, nu = 1/3.
static void a_balloon_has_the_pressure_of_its_tension(void)
{
    gelWorldDef def = weightless(gel_referenceDouble);
    gelBodyDef body = skinOf(gel_filledWithGas, 60.0f);
    gelBodyId id;
    double pressure, volume, rest;
    def.substepCount = 60;
    body.material.ambientPressure = 0.0f;
    body.material.density = 4000.0f; // else so few substeps make it softer
    body.material.damping = 5.0f;
    gelWorld* world = makeBall(&def, &body, 2, &id);
    step(world, 120);
    REQUIRE(gelBody_GetPressure(world, id, &pressure));
    REQUIRE(gelBody_GetVolume(world, id, &volume));
    REQUIRE(gelBody_GetRestVolume(world, id, &rest));
    double stretch = cbrt(volume / rest), radius = 0.3 * stretch;
    double tension = 1e6 * 0.0005 * (stretch - 1.0) / (1.0 - 1.0 / 3.0);
    CHECK_CLOSE(pressure, 2.0 * tension / radius, 0.02 * pressure,
                "a ball of 320 triangles, whose springs are those of a membrane within a per cent");
    gelDestroyWorld(world);
}

// Whatever presses it: here gravity, on the ground.
static void a_liquid_keeps_its_volume(void)
{
    static const float volumes[] = {1.0f, 1.3f};
    for (int i = 0; i < 2; i++) {
        gelWorldDef def = gelDefaultWorldDef();
        gelBodyDef body = skinOf(gel_filledWithLiquid, 0.0f);
        gelBodyId id;
        double volume, rest, pressure;
        def.backend = gel_referenceDouble;
        def.ground.enabled = true;
        body.position.y = 0.31f;
        body.material.fillingVolume = volumes[i];
        body.material.damping = 5.0f;
        gelWorld* world = makeBall(&def, &body, 2, &id);
        step(world, 200);
        REQUIRE(gelBody_GetVolume(world, id, &volume));
        REQUIRE(gelBody_GetRestVolume(world, id, &rest));
        REQUIRE(gelBody_GetPressure(world, id, &pressure));
        CHECK_CLOSE(volume / rest, (double)volumes[i], 1e-3, "what is left of its swings");
        CHECK(pressure > 0.0, "%g Pa", pressure);
        gelDestroyWorld(world);
    }
}

// C = V - t with the compliance c has the pressure -C / c.
static void a_liquid_that_gives_way_has_the_pressure_of_its_compliance(void)
{
    gelWorldDef def = weightless(gel_referenceDouble);
    gelBodyDef body = skinOf(gel_filledWithLiquid, 0.0f);
    gelBodyId id;
    double volume, rest, pressure;
    body.material.fillingVolume = 2.0f;
    body.material.fillingCompliance = 1e-3f;
    body.material.damping = 5.0f;
    gelWorld* world = makeBall(&def, &body, 2, &id);
    step(world, 200);
    REQUIRE(gelBody_GetVolume(world, id, &volume));
    REQUIRE(gelBody_GetRestVolume(world, id, &rest));
    REQUIRE(gelBody_GetPressure(world, id, &pressure));
    CHECK_CLOSE(pressure, (2.0 * rest - volume) / 1e-3, 0.01, "Pa, of %g: what is left of its swings");
    CHECK(volume > rest, "%g m^3", volume);
    gelDestroyWorld(world);
}

// Gas at the pressure of the water around it, or liquid: the skin bears what differs over its height, 0.2 m of water, at
// every depth. Ten metres of water pushed the skin through the ball in one substep, before the gas pushed back.
static void what_is_filled_keeps_its_volume_at_every_depth(void)
{
    static const gelContents fillings[] = {gel_filledWithGas, gel_filledWithLiquid};
    for (int i = 0; i < 12; i++) {
        gelWorldDef def = gelDefaultWorldDef();
        gelField water = gelDefaultField(gel_fieldLiquid);
        float depth = powf(10.0f, (float)(i / 4));
        gelBodyDef body = skinOf(fillings[i % 2], 9810.0f * depth);
        gelSurfaceMesh ball;
        gelBodyId id;
        gelWorld* world;
        double volume, rest;
        def.backend = gel_referenceFloat;
        def.substepCount = i % 4 < 2 ? 10 : 20;
        body.material.thickness = 0.001f;
        body.material.youngModulus = 2e6f;
        water.position.y = depth;
        water.linearDrag = 1.0f;
        REQUIRE(gelCreateSphereSurface(0.1f, 2, &ball));
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateSheet(world, &body, &ball, &id));
        REQUIRE(gelWorld_SetFields(world, &water, 1));
        REQUIRE(gelBody_PinBox(world, id, (gelVec3){-0.01f, -0.11f, -0.01f}, (gelVec3){0.01f, -0.09f, 0.01f},
                               NULL));
        double lowest = 1.0, highest = 1.0;
        REQUIRE(gelBody_GetRestVolume(world, id, &rest));
        for (int k = 0; k < 60; k++) {
            step(world, 1);
            REQUIRE(gelBody_GetVolume(world, id, &volume));
            lowest = fmin(lowest, volume / rest);
            highest = fmax(highest, volume / rest);
        }
        CHECK(lowest > 0.99 && highest < 1.05, "%s, %g m deep, %d substeps: volumes from %g to %g",
              i % 2 == 0 ? "gas" : "liquid", (double)depth, def.substepCount, lowest, highest);
        gelDestroySurfaceMesh(&ball);
        gelDestroyWorld(world);
    }
}

// A lopsided body that turns: the stage alone, between two measurements.
static void what_is_inside_moves_and_turns_no_body(void)
{
    gelWorldDef def = weightless(gel_referenceDouble);
    gelBodyDef body = skinOf(gel_filledWithGas, 5000.0f);
    gelBodyId id;
    gelStageInfo info;
    gelMeasures before, after;
    float xyz[3 * 162];
    def.substepCount = 1;
    body.velocity = (gelVec3){1.0f, 2.0f, 3.0f};
    gelWorld* world = makeBall(&def, &body, 2, &id);
    REQUIRE(gelBody_ReadPositions(world, id, xyz, 162));
    for (int i = 0; i < 162; i++) {
        xyz[3 * i] += 0.4f * xyz[3 * i + 1] * xyz[3 * i + 2] + 5.0f;
        xyz[3 * i + 1] *= 1.5f;
    }
    REQUIRE(gelBody_WritePositions(world, id, xyz, 162));
    REQUIRE(gelWorld_Measure(world, &before));
    REQUIRE(gelWorld_StepStage(world, frame, &info));
    CHECK(info.stage == gel_stageVolume, "%s", gelStageText(info.stage, info.kind));
    REQUIRE(gelWorld_StepStage(world, frame, &info));
    CHECK(info.stage == gel_stagePressure, "%s", gelStageText(info.stage, info.kind));
    REQUIRE(gelWorld_Measure(world, &after));
    CHECK(after.kineticEnergy > before.kineticEnergy + 1.0, "%g to %g J", before.kineticEnergy,
          after.kineticEnergy);
    for (int k = 0; k < 3; k++) {
        CHECK_CLOSE(after.momentum[k], before.momentum[k], 1e-11, "double precision");
        CHECK_CLOSE(after.angularMomentum[k], before.angularMomentum[k], 1e-11, "double precision");
    }
    gelDestroyWorld(world);
}

// A box of tets encloses what its tets fill, and a ball whose triangles are turned round as a whole what the other does.
static void tets_and_surfaces_inside_out_are_filled_as_well(void)
{
    gelSurfaceMesh ball;
    gelTetMesh box;
    gelWorldDef def = weightless(gel_referenceDouble);
    gelBodyDef body = skinOf(gel_filledWithGas, 500.0f);
    gelBodyId ids[3];
    gelWorld* world;
    double pressures[3], volume, rest;
    REQUIRE(gelCreateSphereSurface(0.3f, 1, &ball));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.4f, 0.6f}, 2, 2, 2, &box));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateSheet(world, &body, &ball, &ids[0]));
    for (int i = 0; i < ball.triangleCount; i++) {
        int corner = ball.triangles[3 * i];
        ball.triangles[3 * i] = ball.triangles[3 * i + 1];
        ball.triangles[3 * i + 1] = corner;
    }
    body.position.x = 2.0f;
    REQUIRE(gelCreateSheet(world, &body, &ball, &ids[1]));
    body.position.x = 4.0f;
    body.material.youngModulus = 1e5f;
    REQUIRE(gelCreateBody(world, &body, &box, &ids[2]));
    step(world, 60);
    for (int i = 0; i < 3; i++) {
        REQUIRE(gelBody_GetPressure(world, ids[i], &pressures[i]));
        REQUIRE(gelBody_GetVolume(world, ids[i], &volume));
        REQUIRE(gelBody_GetRestVolume(world, ids[i], &rest));
        CHECK(pressures[i] > 0.0 && volume > rest, "body %d: %g Pa in %g m^3 for %g", i, pressures[i], volume,
              rest);
    }
    CHECK_CLOSE(pressures[1], pressures[0], 1e-3, "springs are solved in another order");
    gelDestroyWorld(world);
    gelDestroyTetMesh(&box);
    gelDestroySurfaceMesh(&ball);
}

typedef struct Variant {
    bool contact;
    gelConstraintOrder order;
    gelIntegrator integrator;
} Variant;

// Balls and boxes of all fillings on the ground, with a pinned vertex; one is larger than the vertices added up in one go.
static uint64_t hashOfAll(const gelWorldDef* base, gelStrategy strategy, const Variant* variant)
{
    gelWorldDef def = *base;
    gelWorld* world;
    gelSurfaceMesh ball;
    gelTetMesh box;
    gelBodyId id;
    gelMeasures measures;
    def.strategy = strategy;
    def.tileSize = 64;
    bool integrates = variant->integrator != gel_xpbd; // explicitly: with springs as stiff it would blow up
    def.substepCount = integrates ? 40 : 4;
    def.ground.enabled = true;
    def.contact = variant->contact;
    def.order = variant->order;
    def.integrator = variant->integrator;
    REQUIRE(gelCreateSphereSurface(0.3f, 2, &ball));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.4f, 0.6f}, 2, 2, 2, &box));
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < 5; i++) {
        gelBodyDef body = skinOf((gelContents)(i % 3), 3000.0f);
        body.material.fillingVolume = 1.2f;
        body.material.youngModulus = integrates ? 1e4f : 1e6f;
        body.position = (gelVec3){0.55f * (float)i, 0.35f + 0.1f * (float)i, 0.0f};
        body.velocity = (gelVec3){0.5f, -3.0f, 1.0f};
        REQUIRE(i < 3 ? gelCreateSheet(world, &body, &ball, &id) : gelCreateBody(world, &body, &box, &id));
        if (i == 1)
            REQUIRE(gelBody_SetPinned(world, id, (int[]){5}, 1, true));
    }
    const char* fewer = getenv("GEL_TEST_FRAMES"); // for slow drivers
    step(world, fewer != NULL ? atoi(fewer) : integrates ? 4 : 20);
    REQUIRE(gelWorld_Measure(world, &measures));
    CHECK(measures.kineticEnergy < 1e5, "%g J", measures.kineticEnergy);
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&box);
    gelDestroySurfaceMesh(&ball);
    return hash;
}

static void every_back_end_and_strategy_gives_the_bits_of_the_reference(void)
{
    static const gelStrategy strategies[] = {gel_strategyPerColour, gel_strategyBody, gel_strategyEnsemble,
                                             gel_strategyTiles};
    static const Variant variants[] = {{false, gel_colourOrder, gel_xpbd},
                                       {true, gel_colourOrder, gel_xpbd},
                                       {false, gel_jacobiOrder, gel_xpbd},
                                       {false, gel_colourOrder, gel_symplecticEuler}};
    static const int laneCounts[] = {0, 1, 8, 16}; // 0: the device's own
    Backends backends = listBackends();
    bool isSlow = getenv("GEL_TEST_FRAMES") != NULL; // neither variants nor other lanes
    for (int c = 0; c < (isSlow ? 1 : (int)(sizeof variants / sizeof variants[0])); c++) {
        uint64_t expected = hashOfAll(&backends.defs[0], gel_strategyAuto, &variants[c]);
        int strategyCount =
            variants[c].order != gel_colourOrder || variants[c].integrator != gel_xpbd ? 1 : 4;
        for (int b = 1; b < backends.count; b++)
            for (int i = 0; i < strategyCount; i++)
                for (int k = 0; k < (isSlow || c > 0 || i > 0 ? 1 : 4); k++) {
                    gelWorldDef def = backends.defs[b];
                    if (!setLanes(&def, laneCounts[k]))
                        continue;
                    uint64_t found = hashOfAll(&def, strategies[i], &variants[c]);
                    CHECK(found == expected, "%s, %s, %d lanes, variant %d: %016llx, the reference's %016llx",
                          backends.names[b], gelStrategyText(strategies[i]), def.lanes, c,
                          (unsigned long long)found, (unsigned long long)expected);
                }
    }
}

static void states_and_clones_go_on_as_the_world_does(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = skinOf(gel_filledWithGas, 5000.0f);
    gelSnapshot* state;
    gelWorld* clone;
    gelBodyId id;
    double pressure;
    def.backend = gel_referenceFloat;
    def.ground.enabled = true;
    body.position.y = 0.35f;
    gelWorld* world = makeBall(&def, &body, 2, &id);
    step(world, 7);
    REQUIRE(gelTakeSnapshot(world, NULL, &state));
    REQUIRE(gelCloneWorld(world, &def, &clone));
    step(world, 9);
    uint64_t expected = gelWorld_Hash(world);
    body.material.filling = gel_notFilled;
    REQUIRE(gelBody_SetMaterial(world, id, &body.material));
    REQUIRE(gelBody_GetPressure(world, id, &pressure));
    CHECK(pressure == 0.0, "%g Pa of nothing", pressure);
    step(world, 3);
    REQUIRE(gelRestoreSnapshot(world, NULL, state));
    step(world, 9);
    step(clone, 9);
    CHECK_HEX(gelWorld_Hash(world), expected);
    CHECK_HEX(gelWorld_Hash(clone), expected);
    gelDestroySnapshot(state);
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

static void a_fault_planted_in_the_pressure_is_found_there(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelBodyDef body = skinOf(gel_filledWithGas, 5000.0f);
        gelBodyId id;
        gelWorld *a = makeBall(&backends.defs[0], &body, 1, &id),
                 *other = makeBall(&backends.defs[b], &body, 1, &id);
        plantFault(other, (PlantedFault){.step = 2, .substep = 8, .stage = gel_stagePressure});
        bool diverged = false;
        gelDivergence divergence = {0};
        for (int i = 0; i < 5 && !diverged; i++) {
            gelDifference difference;
            REQUIRE(gelStepAndCompare(a, other, frame, &difference, &divergence, &diverged));
        }
        CHECK(diverged && divergence.stage == gel_stagePressure && divergence.substep == 8,
              "%s: %s in substep %d", backends.names[b],
              diverged ? gelStageText(divergence.stage, divergence.kind) : "nothing", divergence.substep);
        gelDestroyWorld(a);
        gelDestroyWorld(other);
    }
}

static void what_has_no_inside_is_refused_with_a_clear_line(void)
{
    gelWorldDef def = weightless(gel_referenceFloat);
    gelBodyDef body = skinOf(gel_filledWithGas, 100.0f);
    gelSurfaceMesh ball, sheet;
    gelLineMesh line;
    gelBodyId id;
    gelWorld* world;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateSheetSurface(1.0f, 1.0f, 2, 2, &sheet));
    CHECK_STATUS(gelCreateSheet(world, &body, &sheet, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "material.filling: expected a closed surface, found 8 open edges");
    REQUIRE(gelCreateSphereSurface(0.3f, 1, &ball));
    int corner = ball.triangles[0];
    ball.triangles[0] = ball.triangles[1];
    ball.triangles[1] = corner;
    CHECK_STATUS(gelCreateSheet(world, &body, &ball, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "at 3 edges of the surface the triangles disagree on which side is outside");
    REQUIRE(gelCreateStraightLine(1.0f, 3, &line));
    CHECK_STATUS(gelCreateRope(world, &body, &line, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "expected none for a rope, which has no inside");
    body.material.filling = gel_notFilled;
    REQUIRE(gelCreateSheet(world, &body, &sheet, &id));
    body.material.filling = gel_filledWithGas;
    CHECK_STATUS(gelBody_SetMaterial(world, id, &body.material), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "8 open edges");
    body.material.pressure = -99999.0f;
    body.material.ambientPressure = 99998.0f;
    CHECK_STATUS(gelBody_SetMaterial(world, id, &body.material), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "expected at least -ambientPressure");
    body.material.pressure = NAN;
    CHECK_STATUS(gelBody_SetMaterial(world, id, &body.material), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "material.pressure: expected a number");
    CHECK_INT(gelWorld_GetBodyCount(world), 1);
    gelDestroyWorld(world);
    gelDestroyLineMesh(&line);
    gelDestroySurfaceMesh(&ball);
    gelDestroySurfaceMesh(&sheet);
}

// Probes of the scene read what the world says.
static void scenes_have_balloons_and_probe_their_pressure(void)
{
    gelScene* scene;
    gelWorld* world;
    gelProbes* probes;
    double pressure, volume;
    writeText(
        GEL_SCRATCH "/balloon.json",
        "{\"gravity\":[0,0,0],\"bodies\":[{\"shape\":{\"type\":\"balloon\",\"radius\":0.3,\"subdivisions\":2},"
        "\"material\":{\"filling\":\"gas\",\"pressure\":2000}}],\"probes\":[{\"name\":\"p\",\"measure\":\"pressure\"},"
        "{\"name\":\"V\",\"measure\":\"volume\"}]}");
    REQUIRE(gelLoadScene(GEL_SCRATCH "/balloon.json", &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceDouble;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    REQUIRE(gelCreateProbes(scene, world, &probes));
    step(world, 10);
    REQUIRE(gelProbes_AddFrame(probes, world, 10.0 / 60.0));
    REQUIRE(gelBody_GetPressure(world, gelWorld_GetBody(world, 0), &pressure));
    REQUIRE(gelBody_GetVolume(world, gelWorld_GetBody(world, 0), &volume));
    CHECK_CLOSE(gelProbes_GetValue(probes, 0, 0), pressure, 1e-9, "the same number");
    CHECK_CLOSE(gelProbes_GetValue(probes, 1, 0), volume, 1e-12, "the same number");
    CHECK(pressure > 1.0 && volume > 0.1, "%g Pa in %g m^3", pressure, volume);
    gelDestroyProbes(probes);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

TESTS(TEST(a_gas_at_rest_keeps_its_pressure_times_volume),
      TEST(a_light_vertex_does_not_change_the_pressure_at_rest),
      TEST(a_balloon_has_the_pressure_of_its_tension), TEST(what_is_filled_keeps_its_volume_at_every_depth),
      TEST(a_liquid_keeps_its_volume), TEST(a_liquid_that_gives_way_has_the_pressure_of_its_compliance),
      TEST(what_is_inside_moves_and_turns_no_body), TEST(tets_and_surfaces_inside_out_are_filled_as_well),
      TEST(every_back_end_and_strategy_gives_the_bits_of_the_reference),
      TEST(states_and_clones_go_on_as_the_world_does), TEST(a_fault_planted_in_the_pressure_is_found_there),
      TEST(what_has_no_inside_is_refused_with_a_clear_line),
      TEST(scenes_have_balloons_and_probe_their_pressure))
