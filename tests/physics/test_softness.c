// How much softer than its material a body is with few substeps, foretold.
#include "support/fixtures.h"

#include <math.h>
#include <string.h>

static const float frame = 1.0f / 60.0f;

typedef struct Row {
    gelMaterialModel model;
    float youngModulus, poissonRatio;
    int cells, substepCount;
} Row;

// A clamped beam of 8 x 1 x 1, of `cells` across; where it is `softness` times as soft as its material it sags by 1 % of
// its length, in a gravity which goes with the modulus: so beams of one mesh and Poisson's ratio rest alike.
typedef struct Beam {
    gelWorld* world;
    gelBodyId id;
    int vertexCount;
    double gravity; // times density over modulus
} Beam;

static Beam makeBeam(Row row, double softness)
{
    gelTetMesh mesh;
    Beam beam = {.gravity = 0.01 * 8.0 / (12.0 * 64.0) / softness};
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    def.backend = gel_referenceDouble;
    def.substepCount = row.substepCount;
    bodyDef.material.model = row.model;
    bodyDef.material.youngModulus = row.youngModulus;
    bodyDef.material.poissonRatio = row.poissonRatio;
    bodyDef.material.damping = 4.0f;
    def.gravity.y = -(float)(beam.gravity * (double)row.youngModulus / (double)bodyDef.material.density);
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.125f, 0.125f}, 8 * row.cells, row.cells, row.cells, &mesh));
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

// At rest, over the gravity. Destroys the beam.
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
    return (start - now) / beam->gravity;
}

// Extrapolates the sag to infinitely many substeps: the error falls with their square. A soft
// modulus needs few.
static double convergedSag(Row row)
{
    double sags[2];
    row.youngModulus = 1e5f;
    for (int i = 0; i < 2; i++) {
        row.substepCount = i == 0 ? 20 : 40;
        Beam beam = makeBeam(row, 1.0);
        sags[i] = sagOf(&beam);
    }
    return sags[1] + (sags[1] - sags[0]) / 3.0;
}

// By what factor the estimate is off.
static double misjudgement(Row row, double converged)
{
    gelSoftness foretold;
    Beam beam = makeBeam(row, 1.0);
    REQUIRE(gelBody_EstimateSoftness(beam.world, beam.id, frame, &foretold));
    gelDestroyWorld(beam.world);
    beam = makeBeam(row, foretold.ratio);
    double found = sagOf(&beam) / converged, factor = fmax(found / foretold.ratio, foretold.ratio / found);
    CHECK(factor < 1.5, "model %d, E %g Pa, nu %g, %d cells, %d substeps: %.3g times as soft, foretold %.3g",
          (int)row.model, (double)row.youngModulus, (double)row.poissonRatio, row.cells, row.substepCount,
          found, foretold.ratio);
    if (getenv("GEL_TOLERANCE") != NULL)
        printf("E %g nu %g cells %d substeps %d: %.3g, foretold %.3g; needed %d\n", (double)row.youngModulus,
               (double)row.poissonRatio, row.cells, row.substepCount, found, foretold.ratio,
               foretold.substepCount);
    return factor;
}

static void beams_of_any_stiffness_mesh_and_substeps_are_as_soft_as_foretold(void)
{
    static const float moduli[] = {1e5f, 1e6f, 1e7f, 1e8f};
    static const int substeps[] = {5, 10, 20, 40};
    double worst = 1.0;
    for (int cells = 1; cells <= 3; cells++) {
        double converged = convergedSag((Row){gel_edgesAndVolumes, 0.0f, 0.3f, cells, 0});
        for (int i = 0; i < 16; i++) {
            Row row = {gel_edgesAndVolumes, moduli[i / 4], 0.3f, cells, substeps[i % 4]};
            worst = fmax(worst, misjudgement(row, converged));
        }
    }
    printf("of 48 beams the worst is off by a factor of %.3f, at most 1.5\n", worst);
}

static void beams_of_other_materials_are_as_soft_as_foretold(void)
{
    static const Row rows[] = {
        {gel_edgesAndVolumes, 1e6f, 0.45f, 2, 5},
        {gel_edgesAndVolumes, 1e6f, 0.0f, 2, 5},
        {gel_neoHookean, 1e6f, 0.3f, 1, 5},
        {gel_neoHookean, 1e7f, 0.3f, 2, 10},
    };
    double worst = 1.0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        worst = fmax(worst, misjudgement(rows[i], convergedSag(rows[i])));
    printf("of %zu beams the worst is off by a factor of %.3f, at most 1.5\n", sizeof rows / sizeof rows[0],
           worst);
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
    Beam soft = makeBeam((Row){gel_edgesAndVolumes, 1e7f, 0.3f, 2, 10}, 1.0),
         firm = makeBeam((Row){gel_edgesAndVolumes, 1e5f, 0.3f, 1, 10}, 1.0);
    gelSetLogFunction(keepLog, NULL);
    REQUIRE(gelBody_EstimateSoftness(soft.world, soft.id, frame, &foretold));
    REQUIRE(gelWorld_Step(firm.world, frame));
    CHECK(logged[0] == '\0', "the firm beam: %s", logged);
    REQUIRE(gelWorld_Step(soft.world, frame));
    char expected[64];
    snprintf(expected, sizeof expected, "about %d substeps", foretold.substepCount);
    CHECK(strstr(logged, "body 1 (counted from 1)") != NULL && strstr(logged, expected) != NULL, "logged: %s",
          logged);
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
    Beam beam = makeBeam((Row){gel_edgesAndVolumes, 1e5f, 0.3f, 1, 10}, 1.0);
    material.stiffness = gel_compliances;
    REQUIRE(gelBody_SetMaterial(beam.world, beam.id, &material));
    CHECK_STATUS(gelBody_EstimateSoftness(beam.world, beam.id, frame, &softness), gel_success);
    CHECK(isinf(softness.ratio) && softness.substepCount == 0, "%g, %d", softness.ratio,
          softness.substepCount);
    CHECK_STATUS(gelBody_EstimateSoftness(beam.world, beam.id, 2.0f, &softness), gel_invalidArgument);
    CHECK_STATUS(gelBody_EstimateSoftness(beam.world, (gelBodyId){0}, frame, &softness), gel_invalidHandle);
    gelDestroyWorld(beam.world);
}

TESTS(TEST(beams_of_any_stiffness_mesh_and_substeps_are_as_soft_as_foretold),
      TEST(beams_of_other_materials_are_as_soft_as_foretold),
      TEST(the_first_step_warns_of_a_body_that_is_twice_as_soft_and_names_the_substeps),
      TEST(rigid_edges_have_no_stiffness_of_their_own))
