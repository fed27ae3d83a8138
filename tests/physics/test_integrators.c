// Integrators: their orders, what blows up and what does not, steps that hold a limit, and equal bits everywhere.
#include "support/oscillators.h"
#include "support/two_boxes.h"

static const gelIntegrator integrators[] = {gel_explicitEuler, gel_symplecticEuler, gel_heun,
                                            gel_rungeKutta4};
enum { integratorCount = 4 };

static gelWorldDef doubleDef(gelIntegrator integrator, int substeps)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    def.integrator = integrator;
    def.substepCount = substeps;
    return def;
}

static void errors_shrink_by_the_order_of_each_method(void)
{
    static const double orders[] = {1.0, 1.0, 2.0, 4.0};
    for (int i = 0; i < integratorCount; i++)
        for (int swing = 0; swing < (int)swingCount; swing++) {
            double found = measuredOrder(integrators[i], (Swing)swing);
            CHECK(fabs(found - orders[i]) <= 0.1, "%s: order %.3f, not %g, of %s",
                  gelIntegratorText(integrators[i]), found, orders[i], swingTexts[swing]);
        }
}

// The mass of the linear swing: density / 6 / 4; its spring: (1 / 6)^2 / compliance.
static const double tipMass = 1.0, tipStiffness = 1.0 / 36.0 / 1e-4;

static void a_mass_on_a_spring_follows_the_cosine(void)
{
    double rate = sqrt(tipStiffness / tipMass), height[12], *xyz;
    const double time = 16.0 / 64.0;
    int count;
    xyz = placesOfSwing(gel_rungeKutta4, linearSwing, 32, &count);
    memcpy(height, xyz, sizeof height);
    free(xyz);
    double expected = 1.0 - 9.81f * tipMass / tipStiffness * (1.0 - cos(rate * time));
    CHECK_CLOSE(height[10], expected, 2e-7, "compliance and mass are single precision");
}

// Energy of a swing after frames, over what it began with; 1e300 if it is not a number.
static double largestEnergy(const gelWorldDef* def, Swing swing, int frames)
{
    gelBodyId id;
    gelMeasures start, now;
    double max = 0.0;
    gelWorld* world = makeSwing(def, swing, &id);
    REQUIRE(gelWorld_Measure(world, &start));
    for (int i = 0; i < frames; i++) {
        REQUIRE(gelWorld_Step(world, swingFrame));
        REQUIRE(gelWorld_Measure(world, &now));
        double change = fabs(now.kineticEnergy + now.gravityEnergy + now.elasticEnergy -
                             (start.kineticEnergy + start.gravityEnergy + start.elasticEnergy));
        max = change <= 1e300 ? fmax(max, change) : 1e300;
    }
    gelDestroyWorld(world);
    return max;
}

static void forces_are_what_the_energy_says(void)
{
    static const Swing swings[] = {linearSwing, solidSwing};
    const gelWorldDef def = doubleDef(gel_rungeKutta4, 50);
    for (int i = 0; i < 2; i++)
        CHECK_CLOSE(largestEnergy(&def, swings[i], 64), 0.0, 2e-6,
                    "the method's error, and float rest values");
}

// The tip's edges lead down and, at 45 degrees, to both sides: with k = 1 / compliance its stiffness is k {{1/2, -1/2, 0},
// {-1/2, 2, -1/2}, {0, -1/2, 1/2}}, whose modes (a, 1, a) have the stiffness l k with l^2 - 5/2 l + 1/2 = 0. Damping in
// proportion to stiffness lets each swing and shrink by itself.
static double heightOfDampedTip(double pull, double time, double damping)
{
    const double stiffness = 1.0 / (double)0.01f;
    double height = 0.0;
    for (int sign = -1; sign <= 1; sign += 2) {
        double share = 1.25 + sign * 0.5 * sqrt(4.25), side = 2.0 - share; // (a, 1, a): 2 - a = l
        double rate = 0.5 * damping * share * stiffness, swing = sqrt(share * stiffness - rate * rate);
        height += pull / (1.0 + 2.0 * side * side) * exp(-rate * time) *
                  (cos(swing * time) + rate / swing * sin(swing * time));
    }
    return height;
}

static void springs_are_damped_along_their_length(void)
{
    const float damping = 0.01f, pulled[] = {0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1.0001f, 0};
    gelBodyId id;
    gelWorld* world;
    double xyz[12];
    gelWorldDef def = doubleDef(gel_rungeKutta4, 20);
    gelBodyDef body = gelDefaultBodyDef();
    def.springDamping = damping;
    def.gravity = (gelVec3){0.0f, 0.0f, 0.0f};
    body.material.density = 24.0f;
    body.material.damping = 0.0f;
    body.material.stiffness = gel_compliances;
    body.material.edgeCompliance = 0.01f;
    body.material.volumeCompliance = 1e20f;
    REQUIRE(gelCreateWorld(&def, &world));
    makeTet(&body, world, &id);
    REQUIRE(gelBody_WritePositions(world, id, pulled, 4));
    for (int i = 1; i <= 32; i++) {
        REQUIRE(gelWorld_Step(world, swingFrame));
        REQUIRE(gelBody_ReadPositionsDouble(world, id, xyz, 4));
        double expected =
            heightOfDampedTip((double)pulled[10] - 1.0, i * (double)swingFrame, (double)damping);
        CHECK_CLOSE(xyz[10] - 1.0, expected, 1e-7, "springs that turn are not linear: the square of 1e-4");
    }
    gelDestroyWorld(world);
}

static void a_spring_blows_up_where_its_step_is_too_long_for_the_method(void)
{
    // w h is 0.65 and 0.16: explicit Euler and Heun bear none without damping, symplectic Euler up to 2, Runge-Kutta up
    // to 2.8. 0 substeps stand for a longer frame, of w h = 3.6.
    static const struct {
        gelIntegrator integrator;
        int substeps;
        bool blowsUp;
    } rows[] = {{gel_explicitEuler, 1, true},   {gel_explicitEuler, 4, true}, {gel_symplecticEuler, 1, false},
                {gel_rungeKutta4, 1, false},    {gel_xpbd, 1, false},         {gel_heun, 1, true},
                {gel_symplecticEuler, 0, true}, {gel_rungeKutta4, 0, true},   {gel_xpbd, 0, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gelBodyId id;
        float xyz[12], max = 0.0f;
        gelWorldDef def = doubleDef(rows[i].integrator, rows[i].substeps > 0 ? rows[i].substeps : 1);
        gelWorld* world = makeSwing(&def, linearSwing, &id);
        for (int frame = 0; frame < 800; frame++) {
            REQUIRE(gelWorld_Step(world, rows[i].substeps > 0 ? 2.5f * swingFrame : 14.0f * swingFrame));
            REQUIRE(gelBody_ReadPositions(world, id, xyz, 4));
            float away = fabsf(xyz[10] - 1.0f);
            max = away <= 1e30f ? fmaxf(max, away) : 1e30f;
        }
        CHECK((max > 10.0f) == rows[i].blowsUp, "%s, %d substeps: comes %g m far",
              gelIntegratorText(rows[i].integrator), rows[i].substeps, (double)max);
        gelDestroyWorld(world);
    }
}

// A stiff bar that hangs, whose steps hold a limit; the distance from what fine steps make of it.
static double errorOfStiffChain(double limit, gelIntegratorReport* worst)
{
    double* places[2];
    *worst = (gelIntegratorReport){0};
    int count = 0;
    for (int run = 0; run < 2; run++) {
        gelBodyId id;
        gelMaterial material;
        gelWorldDef def = doubleDef(gel_rungeKutta4, run == 0 ? 2 : 400);
        def.integratorError = run == 0 ? (float)limit : 0.0f;
        gelWorld* world = makeSwing(&def, chainSwing, &id);
        REQUIRE(gelBody_GetMaterial(world, id, &material));
        material.youngModulus = 1e6f;
        REQUIRE(gelBody_SetMaterial(world, id, &material));
        count = 3 * gelBody_GetMesh(world, id)->vertexCount;
        places[run] = calloc((size_t)count, sizeof **places);
        for (int i = 0; i < 8; i++) {
            REQUIRE(gelWorld_Step(world, swingFrame));
            gelIntegratorReport report = gelWorld_GetIntegratorReport(world);
            if (run == 0) {
                worst->stepCount += report.stepCount;
                worst->rejectedCount += report.rejectedCount;
                worst->largestError = fmax(worst->largestError, report.largestError);
                worst->shortestStep = report.shortestStep;
                worst->step = report.step;
            } else
                CHECK_INT(report.stepCount, 400);
        }
        REQUIRE(gelBody_ReadPositionsDouble(world, id, places[run], count / 3));
        gelDestroyWorld(world);
    }
    double distance = 0.0;
    for (int i = 0; i < count; i++)
        distance = fmax(distance, fabs(places[0][i] - places[1][i]));
    free(places[0]);
    free(places[1]);
    return distance;
}

static void steps_adapt_to_a_limit_of_error(void)
{
    for (double limit = 1e-5; limit > 1e-9; limit *= 0.1) {
        gelIntegratorReport report;
        double found = errorOfStiffChain(limit, &report);
        CHECK(report.largestError > 0.0 && report.largestError <= (double)(float)limit,
              "largest error %g m, limit %g m", report.largestError, limit);
        CHECK(report.stepCount > 16 && report.rejectedCount > 0, "%d steps, %d taken back", report.stepCount,
              report.rejectedCount);
        CHECK(found <= limit * report.stepCount, "%g m off after %d steps, limit %g m", found,
              report.stepCount, limit);
    }
}

static void a_step_that_becomes_too_small_is_an_error_that_says_so(gelWorldDef def)
{
    gelBodyId id;
    gelMaterial soft, stiff;
    float xyz[12];
    def.integrator = gel_rungeKutta4;
    def.integratorError = 1e-5f;
    if (def.backend == gel_opencl && !triesLanes(8))
        def.lanes = 1;
    gelWorld* world = makeSwing(&def, linearSwing, &id);
    REQUIRE(gelBody_GetMaterial(world, id, &soft));
    stiff = soft;
    stiff.volumeCompliance = 1e-20f;
    REQUIRE(gelWorld_Step(world, swingFrame));
    REQUIRE(gelBody_SetMaterial(world, id, &stiff));
    CHECK_STATUS(gelWorld_Step(world, swingFrame), gel_stepTooSmall);
    CHECK_TEXT(gelLastError(), "rungeKutta4: a step of ");
    CHECK_TEXT(gelLastError(), "use more substeps");
    REQUIRE(gelBody_ReadPositions(world, id, xyz, 4));
    CHECK(fabsf(xyz[10] - 1.0f) < 0.1f, "the mass is at %g", (double)xyz[10]);
    REQUIRE(gelBody_SetMaterial(world, id, &soft)); // and the world goes on
    REQUIRE(gelWorld_Step(world, 2.0f * swingFrame));
    gelDestroyWorld(world);
}

// Two boxes over the ground, one pinned, one pulled.
static gelWorld* makeScene(const gelWorldDef* base)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId ids[2];
    gelWorldDef def = *base;
    gelBodyDef body = gelDefaultBodyDef();
    def.substepCount = 4;
    def.ground.enabled = true;
    def.springDamping = 0.002f;
    def.dragCoefficient = 0.1f;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.5f, 1.0f}, 2, 3, 3, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    body.material.damping = 0.5f;
    createTwoBoxes(world, body, &mesh, ids);
    gelDestroyTetMesh(&mesh);
    return world;
}

static uint64_t hashOfRun(const gelWorldDef* def, bool byStages, gelIntegratorReport* report)
{
    int frames = framesToRun(8);
    gelWorld* world = makeScene(def);
    for (int i = 0; i < frames; i++) {
        gelStageInfo info = {0};
        while (byStages && !info.lastOfStep)
            REQUIRE(gelWorld_StepStage(world, 1.0f / 60.0f, &info));
        if (!byStages)
            REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    }
    *report = gelWorld_GetIntegratorReport(world);
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

static void compareBits(const gelWorldDef* base, const char* name, gelIntegrator integrator, float limit)
{
    gelWorldDef def = *base, reference = gelDefaultWorldDef();
    gelIntegratorReport expected, found;
    reference.backend = gel_referenceFloat;
    reference.integrator = def.integrator = integrator;
    reference.integratorError = def.integratorError = limit;
    uint64_t hash = hashOfRun(&reference, false, &expected), whole = hashOfRun(&def, false, &found),
             stages = integrator == gel_heun ? hashOfRun(&def, true, &found) : whole;
    CHECK(whole == hash && stages == hash,
          "%s, %d lanes, %s, limit %g: %016llx, by stages %016llx, not %016llx", name, def.lanes,
          gelIntegratorText(integrator), (double)limit, (unsigned long long)whole, (unsigned long long)stages,
          (unsigned long long)hash);
    CHECK(memcmp(&found, &expected, sizeof found) == 0, "%s: %d steps, %d taken back, not %d and %d", name,
          found.stepCount, found.rejectedCount, expected.stepCount, expected.rejectedCount);
}

static void every_back_end_has_the_same_bits_with_every_integrator(void)
{
    static const int lanes[] = {0, 1, 8, 16};
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++)
        for (int l = 0; l < 4; l++) {
            gelWorldDef def = backends.defs[b];
            if (!setLanes(&def, lanes[l]) || (l == 0 && !triesLanes(8)) || (b == 0 && l > 0))
                continue;
            def.commandBuffer = l == 1 ? gel_commandBufferOn : gel_commandBufferAuto;
            for (int i = 0; i < integratorCount; i++)
                if (l < 2 || integrators[i] == gel_rungeKutta4)
                    compareBits(&def, backends.names[b], integrators[i], 0.0f);
            compareBits(&def, backends.names[b], gel_rungeKutta4, 1e-6f);
            compareBits(&def, backends.names[b], gel_heun, 1e-4f);
        }
}

// More of them than devices have work-items for it. One is pulled out, the last in mesh order or another.
static void every_back_end_finds_the_largest_error_of_many_vertices(void)
{
    Backends backends = listBackends();
    gelIntegratorReport reports[2];
    gelTetMesh mesh;
    uint64_t hashes[2];
    int cells = triesLanes(8) ? 16 : 8;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, cells, cells, cells, &mesh));
    float* xyz = calloc((size_t)mesh.vertexCount * 3, sizeof *xyz);
    for (int b = 0; b < 2 * backends.count; b++) {
        gelBodyId id;
        gelWorld* world;
        gelWorldDef def = backends.defs[b % backends.count];
        gelBodyDef body = gelDefaultBodyDef();
        const char* name = backends.names[b % backends.count];
        int isDevice = b % backends.count > 0, pulled = b < backends.count ? mesh.vertexCount - 1 : 300;
        def.integrator = gel_heun;
        def.integratorError = 1e-6f;
        def.substepCount = 1;
        def.lanes = triesLanes(8) ? 0 : 1;
        body.material.youngModulus = 1e3f;
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        REQUIRE(gelBody_ReadPositions(world, id, xyz, mesh.vertexCount));
        xyz[3 * pulled + 1] += 0.02f;
        REQUIRE(gelBody_WritePositions(world, id, xyz, mesh.vertexCount));
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
        reports[isDevice] = gelWorld_GetIntegratorReport(world);
        hashes[isDevice] = gelWorld_Hash(world);
        CHECK(reports[isDevice].rejectedCount > 0 && reports[isDevice].largestError > 1e-8, "%s: error %g",
              name, reports[isDevice].largestError);
        if (isDevice) {
            CHECK_HEX(hashes[1], hashes[0]);
            CHECK(memcmp(&reports[0], &reports[1], sizeof reports[0]) == 0, "%s: error %.9g, not %.9g", name,
                  reports[1].largestError, reports[0].largestError);
        }
        gelDestroyWorld(world);
    }
    free(xyz);
    gelDestroyTetMesh(&mesh);
}

static void what_does_not_go_with_an_integrator_is_refused(void)
{
    gelWorld* world;
    gelBodyId id;
    const gelWorldDef good = doubleDef(gel_heun, 10);
    gelWorldDef def = good;
    def.sleep = true;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_unsupported);
    CHECK_TEXT(gelLastError(), "sleep: expected false");
    def = good;
    def.order = gel_jacobiOrder;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_unsupported);
    CHECK_TEXT(gelLastError(), "order: expected colour with the integrator heun");
    def = good;
    def.integrator = (gelIntegrator)17;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "integrator: expected one of xpbd, explicitEuler");
    world = makeSwing(&good, linearSwing, &id);
    def = gelWorld_GetDef(world);
    def.sleep = true;
    CHECK_STATUS(gelWorld_SetSettings(world, &def), gel_unsupported);
    CHECK(!gelWorld_GetDef(world).sleep, "sleep is on");
    gelMaterial material;
    REQUIRE(gelBody_GetMaterial(world, id, &material));
    material.bendingStiffness = 3.0f;
    CHECK_STATUS(gelBody_SetMaterial(world, id, &material), gel_unsupported);
    CHECK_TEXT(gelLastError(), "bendingStiffness: expected 0 with the integrator heun, found 3");
    material.bendingStiffness = material.volumeCompliance = 0.0f;
    CHECK_STATUS(gelBody_SetMaterial(world, id, &material), gel_unsupported);
    CHECK_TEXT(gelLastError(), "volumeCompliance: expected more than 0");
    gelSoftness softness;
    CHECK_STATUS(gelBody_EstimateSoftness(world, id, swingFrame, &softness), gel_unsupported);
    gelDestroyWorld(world);
}

static void a_world_changes_its_integrator_if_its_bodies_allow(void)
{
    gelBodyId id;
    gelMaterial material;
    const gelWorldDef def = doubleDef(gel_xpbd, 10), heun = doubleDef(gel_heun, 10);
    gelWorld *world = makeSwing(&def, chainSwing, &id), *converted;
    REQUIRE(gelConvertWorld(world, &heun, &converted));
    CHECK_INT(gelWorld_GetDef(converted).integrator, gel_heun);
    CHECK_HEX(gelWorld_Hash(converted), gelWorld_Hash(world));
    REQUIRE(gelWorld_Step(converted, swingFrame));
    gelDestroyWorld(converted);
    REQUIRE(gelBody_GetMaterial(world, id, &material));
    material.bendingStiffness = 1.0f;
    REQUIRE(gelBody_SetMaterial(world, id, &material));
    CHECK_STATUS(gelConvertWorld(world, &heun, &converted), gel_unsupported);
    CHECK_TEXT(gelLastError(), "bendingStiffness: expected 0 with the integrator heun");
    gelDestroyWorld(world);
}

static void a_clone_and_stages_know_the_integrator(void)
{
    static const char* const expected[] = {"distance",      "gather distance", "volume",
                                           "gather volume", "integrate",       "distance"};
    gelBodyId id;
    gelWorldDef def = doubleDef(gel_symplecticEuler, 1);
    gelWorld *world = makeSwing(&def, chainSwing, &id), *clone;
    REQUIRE(
        gelCloneWorld(world, &(gelWorldDef){.backend = gel_referenceDouble, .cookie = def.cookie}, &clone));
    CHECK_INT(gelWorld_GetDef(clone).integrator, gel_symplecticEuler);
    for (int i = 0; i < 6; i++) {
        gelStageInfo info;
        REQUIRE(gelWorld_StepStage(world, swingFrame, &info));
        if (info.stage != gel_stageVelocity)
            CHECK_TEXT(gelStageText(info.stage, info.kind), expected[i]);
        CHECK_INT(info.stage == gel_stageVelocity, i == 5);
        CHECK_INT(info.lastOfStep, i == 5);
    }
    REQUIRE(gelWorld_Step(clone, swingFrame));
    CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(clone));
    gelDestroyWorld(world);
    gelDestroyWorld(clone);
}

TESTS(TEST(errors_shrink_by_the_order_of_each_method), TEST(a_mass_on_a_spring_follows_the_cosine),
      TEST(forces_are_what_the_energy_says), TEST(springs_are_damped_along_their_length),
      TEST(a_spring_blows_up_where_its_step_is_too_long_for_the_method),
      TEST(steps_adapt_to_a_limit_of_error),
      TEST_ON_EACH_BACKEND(a_step_that_becomes_too_small_is_an_error_that_says_so),
      TEST(every_back_end_has_the_same_bits_with_every_integrator),
      TEST(every_back_end_finds_the_largest_error_of_many_vertices),
      TEST(what_does_not_go_with_an_integrator_is_refused),
      TEST(a_world_changes_its_integrator_if_its_bodies_allow), TEST(a_clone_and_stages_know_the_integrator))
