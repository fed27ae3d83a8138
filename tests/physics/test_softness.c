// How much softer than its material a body is with few substeps, foretold.
#include "support/fixtures.h"

#include <math.h>
#include <string.h>

static const float frame = 1.0f / 60.0f;

// A clamped beam of 8 x 1 x 1, of `cells` across; sags 1 % of its length where it is as stiff as its material.
typedef struct Beam {
    gelWorld* world;
    gelBodyId id;
    int vertexCount;
} Beam;

static Beam makeBeam(gelMaterialModel model, float youngModulus, float poissonRatio, int cells,
                     int substepCount)
{
    gelTetMesh mesh;
    Beam beam;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    def.backend = gel_referenceFloat;
    def.compensated = true; // the converged beams take hundreds of substeps
    def.substepCount = substepCount;
    def.gravity = (gelVec3){0.0f, -0.01f * 8.0f * youngModulus / (12.0f * 64.0f * 1000.0f), 0.0f};
    bodyDef.material.model = model;
    bodyDef.material.youngModulus = youngModulus;
    bodyDef.material.poissonRatio = poissonRatio;
    bodyDef.material.damping = 4.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.125f, 0.125f}, 8 * cells, cells, cells, &mesh));
    REQUIRE(gelCreateWorld(&def, &beam.world));
    REQUIRE(gelCreateBody(beam.world, &bodyDef, &mesh, &beam.id));
    REQUIRE(gelBody_PinBox(beam.world, beam.id, (gelVec3){-0.51f, -1.0f, -1.0f},
                           (gelVec3){-0.49f, 1.0f, 1.0f}, NULL));
    beam.vertexCount = mesh.vertexCount;
    gelDestroyTetMesh(&mesh);
    return beam;
}

static double lowestOf(const Beam* beam)
{
    double xyz[400][3], lowest = 1e9;
    REQUIRE(gelBody_ReadPositionsDouble(beam->world, beam->id, xyz[0], 400));
    for (int i = 0; i < beam->vertexCount; i++)
        lowest = fmin(lowest, xyz[i][1]);
    return lowest;
}

// At rest, m.
static double sagOf(Beam* beam)
{
    double before = 1.0, start = lowestOf(beam), now = start;
    for (int steps = 0; steps < 600 && fabs(now - before) > 1e-3 * fabs(now - start); steps += 30) {
        before = now;
        for (int i = 0; i < 30; i++)
            REQUIRE(gelWorld_Step(beam->world, frame));
        now = lowestOf(beam);
    }
    gelDestroyWorld(beam->world);
    return start - now;
}

static void a_beam_is_as_soft_as_foretold(void)
{
    static const struct {
        gelMaterialModel model;
        float youngModulus, poissonRatio;
        int cells, substepCount;
    } rows[] = {{gel_edgesAndVolumes, 1e5f, 0.3f, 1, 5},  {gel_edgesAndVolumes, 1e6f, 0.3f, 1, 5},
                {gel_edgesAndVolumes, 1e6f, 0.45f, 2, 5}, {gel_edgesAndVolumes, 1e6f, 0.0f, 2, 5},
                {gel_edgesAndVolumes, 1e7f, 0.3f, 1, 10}, {gel_edgesAndVolumes, 1e7f, 0.3f, 2, 10},
                {gel_neoHookean, 1e6f, 0.3f, 1, 5},       {gel_neoHookean, 1e7f, 0.3f, 2, 10}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gelSoftness foretold;
        Beam soft = makeBeam(rows[i].model, rows[i].youngModulus, rows[i].poissonRatio, rows[i].cells,
                             rows[i].substepCount);
        REQUIRE(gelBody_EstimateSoftness(soft.world, soft.id, frame, &foretold));
        Beam stiff = makeBeam(rows[i].model, rows[i].youngModulus, rows[i].poissonRatio, rows[i].cells,
                              foretold.substepCount);
        double enough = sagOf(&stiff), found = sagOf(&soft) / enough * 1.05; // `enough` is 1.0 to 1.1
        CHECK(foretold.ratio < 1.5 * found && found < 1.5 * foretold.ratio,
              "model %d, E %g Pa, nu %g, %d cells, %d substeps: %.3g times as soft, foretold %.3g",
              (int)rows[i].model, (double)rows[i].youngModulus, (double)rows[i].poissonRatio, rows[i].cells,
              rows[i].substepCount, found, foretold.ratio);
        if (getenv("GEL_TOLERANCE") != NULL)
            printf("E %g nu %g cells %d substeps %d: %.3g, foretold %.3g; needed %d\n",
                   (double)rows[i].youngModulus, (double)rows[i].poissonRatio, rows[i].cells,
                   rows[i].substepCount, found, foretold.ratio, foretold.substepCount);
    }
}

static char logged[1024];

static void keepLog(void* context, gelLogLevel level, const char* text)
{
    (void)level, (void)context;
    snprintf(logged, sizeof logged, "%s", text);
}

static void the_first_step_warns_of_a_body_that_is_twice_as_soft_and_names_the_substeps(void)
{
    gelSoftness foretold;
    Beam soft = makeBeam(gel_edgesAndVolumes, 1e7f, 0.3f, 2, 10),
         firm = makeBeam(gel_edgesAndVolumes, 1e5f, 0.3f, 1, 10);
    gelSetLogFunction(keepLog, NULL);
    REQUIRE(gelBody_EstimateSoftness(soft.world, soft.id, frame, &foretold));
    REQUIRE(gelWorld_Step(firm.world, frame));
    CHECK(logged[0] == '\0', "the firm beam: %s", logged);
    REQUIRE(gelWorld_Step(soft.world, frame));
    char expected[64];
    snprintf(expected, sizeof expected, "with %d it is within", foretold.substepCount);
    CHECK(strstr(logged, "body 0") != NULL && strstr(logged, expected) != NULL, "logged: %s", logged);
    logged[0] = '\0';
    REQUIRE(gelWorld_Step(soft.world, frame));
    CHECK(logged[0] == '\0', "logged again: %s", logged);
    gelSetLogFunction(NULL, NULL);
    gelDestroyWorld(soft.world);
    gelDestroyWorld(firm.world);
}

static void rigid_edges_have_no_stiffness_of_their_own(void)
{
    gelSoftness softness;
    gelMaterial material = gelDefaultMaterial();
    Beam beam = makeBeam(gel_edgesAndVolumes, 1e5f, 0.3f, 1, 10);
    material.stiffness = gel_compliances;
    REQUIRE(gelBody_SetMaterial(beam.world, beam.id, &material));
    CHECK_STATUS(gelBody_EstimateSoftness(beam.world, beam.id, frame, &softness), gel_success);
    CHECK(isinf(softness.ratio) && softness.substepCount == 0, "%g, %d", softness.ratio,
          softness.substepCount);
    CHECK_STATUS(gelBody_EstimateSoftness(beam.world, beam.id, 2.0f, &softness), gel_invalidArgument);
    CHECK_STATUS(gelBody_EstimateSoftness(beam.world, (gelBodyId){0}, frame, &softness), gel_invalidHandle);
    gelDestroyWorld(beam.world);
}

TESTS(TEST(a_beam_is_as_soft_as_foretold),
      TEST(the_first_step_warns_of_a_body_that_is_twice_as_soft_and_names_the_substeps),
      TEST(rigid_edges_have_no_stiffness_of_their_own))
