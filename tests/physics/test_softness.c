// How much softer than its material a body is with few substeps, foretold.
#include "support/files.h"
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

// By what factor the estimate is off, in the gravity in which the beam sags by about 1 %.
static double misjudgement(Row row, double converged)
{
    gelSoftness foretold = {.ratio = 1.0};
    Beam beam = {0};
    for (int i = 0; i < 4; i++) {
        gelDestroyWorld(beam.world);
        beam = makeBeam(row, foretold.ratio);
        REQUIRE(gelBody_EstimateSoftness(beam.world, beam.id, frame, &foretold));
    }
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
    static const int substeps[] = {5, 10, 20};
    double worst = 1.0;
    for (int cells = 1; cells <= 2; cells++) {
        double converged = convergedSag((Row){gel_edgesAndVolumes, 0.0f, 0.3f, cells, 0});
        for (int i = cells % 2; i < 4; i += 2) {
            Row row = {gel_edgesAndVolumes, moduli[i], 0.3f, cells, substeps[(i + cells) % 3]};
            worst = fmax(worst, misjudgement(row, converged));
        }
    }
    printf("of 4 beams the worst is off by a factor of %.3f, at most 1.5\n", worst);
}

static void beams_of_other_materials_are_as_soft_as_foretold(void)
{
    static const Row rows[] = {
        {gel_edgesAndVolumes, 1e6f, 0.45f, 2, 5},
        {gel_neoHookean, 1e7f, 0.3f, 2, 10},
    };
    double worst = 1.0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        worst = fmax(worst, misjudgement(rows[i], convergedSag(rows[i])));
    printf("of %zu beams the worst is off by a factor of %.3f, at most 1.5\n", sizeof rows / sizeof rows[0],
           worst);
}

// --- Bodies of every kind

enum { maxCaseVertices = 400 };

typedef struct Case {
    const char* name;
    const char* body; // a scene's: shape, material, rotation and pins
    int substeps;
    float gravity;
} Case;

#define ROPE(segments, material, pins)                                                                       \
    "{\"shape\": {\"type\": \"rope\", \"length\": 1, \"segments\": " #segments                               \
    "}, \"material\": {\"density\": "                                                                        \
    "1000, \"thickness\": 0.02, " material "}, \"pins\": [{\"vertices\": [" pins "]}]"
#define HUNG ", \"rotation\": {\"axis\": [0, 0, 1], \"degrees\": 90}}"
#define PIN(lower, upper) "\"pins\": [{\"box\": {\"lower\": [" lower "], \"upper\": [" upper "]}}]"
#define CLOTH(material, pin)                                                                                      \
    "{\"shape\": {\"type\": \"cloth\", \"sizeX\": 1, \"sizeZ\": 1, \"cellsX\": 8, \"cellsZ\": 8}, \"material\": " \
    "{\"density\": 500, \"thickness\": 0.001, " material "}, " pin
#define EDGE PIN("-0.51, 0, -1", "-0.49, 0, 1")
#define TWO_ROWS PIN("-0.51, 0, -1", "-0.37, 0, 1")
#define TOP PIN("-1, 0.49, -1", "1, 0.51, 1")
#define TOP_CORNER PIN("-1, 0.49, 0.49", "1, 0.51, 0.51")
#define BOX(size, cells, material)                                                                           \
    "{\"shape\": {\"type\": \"box\", \"size\": [" size "], \"cells\": [" cells                               \
    "]}, \"material\": {\"density\": 1000, "                                                                 \
    "\"poissonRatio\": 0.3, " material "}, " PIN("-0.51, -1, -1", "-0.49, 1, 1") "}"

static const Case cases[] = {
    {"rope that bends, stiff",
     ROPE(20, "\"youngModulus\": 1e6, \"bendingStiffness\": 5, \"damping\": 25", "0, 1") "}", 10, 5.0f},
    {"the same with 40 substeps",
     ROPE(20, "\"youngModulus\": 1e6, \"bendingStiffness\": 5, \"damping\": 25", "0, 1") "}", 40, 5.0f},
    {"rope that bends down",
     ROPE(20, "\"youngModulus\": 1e6, \"bending\": \"plate\", \"damping\": 8", "0, 1") "}", 10, 9.81f},
    {"rope that hangs", ROPE(40, "\"youngModulus\": 7.5e5, \"damping\": 8", "40") HUNG, 5, 2.5f},
    {"rope between two pins", ROPE(40, "\"youngModulus\": 2.5e6, \"damping\": 6", "0, 40") "}", 5, 2.5f},
    {"rope with tethers",
     ROPE(40, "\"youngModulus\": 1e7, \"tethers\": \"nearestPin\", \"damping\": 6", "40") HUNG, 5, 9.81f},
    {"rope on an attachment",
     "{\"name\": \"r\", \"shape\": {\"type\": \"rope\", \"length\": 1, \"segments\": 40}, \"material\": {\"density\": 1000, "
     "\"thickness\": 0.02, \"youngModulus\": 7.5e5, \"damping\": 8}" HUNG
     "], \"obstacles\": [{\"name\": \"hook\", \"shape\": {\"type\": \"box\", "
     "\"size\": [0.1, 0.1, 0.1]}, \"position\": [0, 0.55, 0]}], \"attachments\": [{\"a\": {\"body\": \"r\", "
     "\"vertex\": 40}, \"b\": {\"obstacle\": \"hook\", \"point\": [0, 0.5, 0]}}",
     5, 2.5f},
    {"cloth by an edge, hanging", CLOTH("\"youngModulus\": 2.5e5, \"damping\": 8", TOP) HUNG, 5, 2.5f},
    {"cloth by a corner", CLOTH("\"youngModulus\": 2.5e5, \"damping\": 3", TOP_CORNER) HUNG, 5, 2.5f},
    {"cloth from flat", CLOTH("\"youngModulus\": 1e5, \"damping\": 4", EDGE) "}", 5, 9.81f},
    {"sheet that bends",
     CLOTH("\"youngModulus\": 2.5e6, \"bendingStiffness\": 2.5, \"damping\": 10", TWO_ROWS) "}", 5, 0.5f},
    {"sheet that bends isometrically",
     CLOTH(
         "\"youngModulus\": 2.5e6, \"bendingStiffness\": 2.5, \"bendingModel\": \"isometric\", \"damping\": 10",
         TWO_ROWS) "}",
     5, 0.5f},
    {"plate of tets", BOX("1, 0.06, 0.5", "12, 2, 4", "\"youngModulus\": 7.5e5, \"damping\": 8"), 5, 0.12f},
    {"beam of tets", BOX("1, 0.2, 0.2", "10, 2, 2", "\"youngModulus\": 2.5e5, \"damping\": 8"), 5, 0.25f},
    {"neo-Hookean beam",
     BOX("1, 0.2, 0.2", "10, 2, 2", "\"model\": \"neoHookean\", \"youngModulus\": 7.5e5, \"damping\": 8"), 5,
     0.25f},
    {"soft beam of tets", BOX("1, 0.2, 0.2", "8, 2, 2", "\"youngModulus\": 5e4, \"damping\": 6"), 5, 0.1f},
    {"uneven beam of slivers", NULL, 5, 0.25f},
};

// A beam whose cells are finer towards its clamp, and with slivers: a vertex lies nearly in the plane of its neighbours.
static void addUnevenBeam(gelWorld* world, gelBodyId* id)
{
    gelTetMesh mesh;
    gelBodyDef def = gelDefaultBodyDef();
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.2f, 0.2f}, 10, 2, 2, &mesh));
    for (int i = 0; i < mesh.vertexCount; i++) {
        float* x = mesh.positions + (size_t)i * 3;
        x[0] = (x[0] + 0.5f) * (0.4f + 0.6f * (x[0] + 0.5f)) - 0.5f;
        x[1] *= fabsf(x[0]) < 0.2f && fabsf(x[2]) < 0.01f ? 0.02f : 1.0f;
    }
    def.material.youngModulus = 2.5e5f;
    def.material.damping = 8.0f;
    REQUIRE(gelCreateBody(world, &def, &mesh, id));
    REQUIRE(gelBody_PinBox(world, *id, (gelVec3){-0.51f, -1.0f, -1.0f}, (gelVec3){-0.49f, 1.0f, 1.0f}, NULL));
    gelDestroyTetMesh(&mesh);
}

static gelWorld* openCase(const Case* row, int substeps, gelBodyId* id)
{
    gelWorld* world;
    gelScene* scene = NULL;
    gelWorldDef def = gelDefaultWorldDef();
    if (row->body != NULL) {
        char text[2048];
        snprintf(text, sizeof text, "{\"contact\": false, \"bodies\": [%s]}", row->body);
        writeText(GEL_SCRATCH "/softness.json", text);
        REQUIRE(gelLoadScene(GEL_SCRATCH "/softness.json", &scene));
        def = gelScene_GetWorldDef(scene);
    }
    def.backend = gel_referenceDouble;
    def.substepCount = substeps;
    def.gravity = (gelVec3){0.0f, -row->gravity, 0.0f};
    REQUIRE(gelCreateWorld(&def, &world));
    if (scene != NULL)
        REQUIRE(gelScene_CreateBodies(scene, world));
    else
        addUnevenBeam(world, id);
    gelDestroyScene(scene);
    *id = gelWorld_GetBody(world, 0);
    return world;
}

// How far the vertex has moved that has moved farthest, once it is at rest.
static double settle(const Case* row, int substeps)
{
    static double start[maxCaseVertices][3], now[maxCaseVertices][3];
    gelBodyId id;
    gelWorld* world = openCase(row, substeps, &id);
    memset(start, 0, sizeof start);
    memset(now, 0, sizeof now);
    double farthest = 0.0, before = 1e9;
    REQUIRE(gelBody_ReadPositionsDouble(world, id, start[0], maxCaseVertices));
    for (int steps = 0; steps < 480 && fabs(farthest - before) > 1e-3 * farthest; steps += 20) {
        before = farthest;
        for (int i = 0; i < 20; i++)
            REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelBody_ReadPositionsDouble(world, id, now[0], maxCaseVertices));
        farthest = 0.0;
        for (int i = 0; i < maxCaseVertices; i++)
            farthest = fmax(farthest, hypot(now[i][0] - start[i][0],
                                            hypot(now[i][1] - start[i][1], now[i][2] - start[i][2])));
    }
    gelDestroyWorld(world);
    return farthest;
}

static double foretell(const Case* row, int substeps)
{
    gelSoftness foretold;
    gelBodyId id;
    gelWorld* world = openCase(row, substeps, &id);
    REQUIRE(gelBody_EstimateSoftness(world, id, frame, &foretold));
    gelDestroyWorld(world);
    return foretold.ratio;
}

// With ten times the substeps a body may still be softer than its material: it is compared with what is foretold of that.
static void bodies_of_every_kind_are_as_soft_as_foretold(void)
{
    const int count = (int)(sizeof cases / sizeof cases[0]);
    double worst = 1.0;
    for (int i = 0; i < count; i++) {
        const Case* row = &cases[i];
        double foretold = foretell(row, row->substeps) / foretell(row, 10 * row->substeps);
        double found = settle(row, row->substeps) / settle(row, 10 * row->substeps);
        // A vertex that a tether holds moves by rounding only.
        found = strstr(row->name, "tethers") != NULL ? 1.0 : found;
        double factor = fmax(found / foretold, foretold / found);
        printf("  %-32s foretold %6.3f, measured %6.3f\n", row->name, foretold, found);
        CHECK(factor < 1.5, "%s: %.3g times as soft, foretold %.3g", row->name, found, foretold);
        CHECK(found < 1.5 || foretold > 1.35, "%s: no warning of %.3g", row->name, found);
        CHECK(found > 1.2 || foretold < 1.35, "%s: a warning of %.3g", row->name, found);
        worst = fmax(worst, factor);
    }
    printf("of %d bodies the worst is off by a factor of %.3f, at most 1.5\n", count, worst);
}

static char logged[1024];

static void keepLog(void* context, gelLogLevel level, const char* text)
{
    (void)level, (void)context;
    snprintf(logged, sizeof logged, "%s", text);
}

static void the_first_step_warns_of_a_body_that_is_too_soft_and_names_the_substeps(void)
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

// A step warns of the ratio that gelBody_EstimateSoftness returns. Below 1.35 it need not warn.
static void a_step_warns_of_the_softness_that_is_estimated(void)
{
    for (int cells = 2; cells <= 3; cells++)
        for (float young = 1e5f; young < 2e7f; young *= 1.6f) {
            gelSoftness estimate;
            double warned = 1.0;
            Beam beam = makeBeam((Row){gel_edgesAndVolumes, young, 0.3f, cells, 10}, 1.0);
            REQUIRE(gelBody_EstimateSoftness(beam.world, beam.id, frame, &estimate));
            logged[0] = '\0';
            gelSetLogFunction(keepLog, NULL);
            REQUIRE(gelWorld_Step(beam.world, frame));
            gelSetLogFunction(NULL, NULL);
            const char* found = strstr(logged, "will be about ");
            if (found != NULL)
                sscanf(found, "will be about %lf times", &warned);
            CHECK(found != NULL ? fabs(warned - estimate.ratio) < 0.006 * estimate.ratio
                                : estimate.ratio < 1.351,
                  "%d cells, %g Pa: estimated %g, logged \"%s\"", cells, (double)young, estimate.ratio,
                  logged);
            gelDestroyWorld(beam.world);
        }
}

// A rope of 2 m whose lower end weighs as much as all of it; returns how far that is below its place, m.
static double hangLimited(int substeps, int frames)
{
    gelBodyId id;
    const Case row = {
        "",
        "{\"shape\": {\"type\": \"rope\", \"length\": 2, \"segments\": 40}, \"material\": {\"density\": "
        "1000, \"thickness\": 0.02, \"youngModulus\": 1e8, \"damping\": 4, \"stretchLimit\": 0.02}, "
        "\"values\": {\"density\": {\"vertices\": [0], \"value\": 80}}, \"pins\": [{\"vertices\": [40]}]" HUNG,
        substeps, 9.81f};
    gelWorld* world = openCase(&row, substeps, &id);
    double now[41][3];
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelBody_ReadPositionsDouble(world, id, now[0], 41));
    gelDestroyWorld(world);
    return -1.0 - now[0][1];
}

static void limitLog(void* context, gelLogLevel level, const char* text)
{
    if (strstr(text, "stretchLimit") != NULL)
        keepLog(context, level, text);
}

static void a_limit_that_substeps_do_not_hold_is_warned_of_with_the_substeps_that_do(void)
{
    int needed = 0;
    gelSetLogFunction(limitLog, NULL);
    logged[0] = '\0';
    double broken = hangLimited(4, 150);
    const char* found = strstr(logged, "; about ");
    if (found != NULL)
        sscanf(found, "; about %d substeps", &needed);
    CHECK(broken > 0.06 && needed > 4, "%g m below, logged: %s", broken, logged);
    logged[0] = '\0';
    double held = hangLimited(needed, 240);
    CHECK(held < 0.044 && logged[0] == '\0', "%d substeps: %g m below, at most 0.04 m; logged: %s", needed,
          held, logged);
    printf("%.3f m below with 4 substeps, %.3f m with %d, at most 0.040 m\n", broken, held, needed);
    gelSetLogFunction(NULL, NULL);
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

TESTS(TEST(bodies_of_every_kind_are_as_soft_as_foretold),
      TEST(beams_of_any_stiffness_mesh_and_substeps_are_as_soft_as_foretold),
      TEST(beams_of_other_materials_are_as_soft_as_foretold),
      TEST(the_first_step_warns_of_a_body_that_is_too_soft_and_names_the_substeps),
      TEST(a_step_warns_of_the_softness_that_is_estimated),
      TEST(a_limit_that_substeps_do_not_hold_is_warned_of_with_the_substeps_that_do),
      TEST(rigid_edges_have_no_stiffness_of_their_own))
