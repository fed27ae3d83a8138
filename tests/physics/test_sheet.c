// Sheets: masses, membrane stiffness, bending, bits, contact.
#include "support/equal_bits.h"
#include "support/fixtures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float frame = 1.0f / 60.0f;

static gelWorld* newWorld(const gelWorldDef* like, gelVec3 gravity, int substeps)
{
    gelWorldDef def = like != NULL ? *like : gelDefaultWorldDef();
    gelWorld* world;
    if (like == NULL)
        def.backend = gel_referenceFloat;
    def.gravity = gravity;
    def.substepCount = substeps;
    def.ground.enabled = false;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

// By how much of a cell the vertices inside of a sheet are moved at random along its sides.
static double irregularity = 0.0;

static void moveInside(gelSurfaceMesh* surface, const float sizes[2], const int cells[2])
{
    uint32_t random = 1;
    for (int i = 0; i < surface->vertexCount; i++) {
        float* x = surface->positions + 3 * (size_t)i;
        for (int k = 0; k < 2; k++) {
            random = random * 1664525u + 1013904223u;
            if (fabsf(x[2 * k]) < 0.499f * sizes[k])
                x[2 * k] += (float)(irregularity * ((double)(random >> 8) / 8388608.0 - 1.0)) * sizes[k] /
                            (float)cells[k];
        }
    }
}

static gelBodyId addSheet(gelWorld* world, const gelBodyDef* def, float sizeX, float sizeZ, int cellsX,
                          int cellsZ)
{
    gelSurfaceMesh surface;
    gelBodyId id;
    REQUIRE(gelCreateSheetSurface(sizeX, sizeZ, cellsX, cellsZ, &surface));
    moveInside(&surface, (float[]){sizeX, sizeZ}, (int[]){cellsX, cellsZ});
    REQUIRE(gelCreateSheet(world, def, &surface, &id));
    gelDestroySurfaceMesh(&surface);
    return id;
}

static float (*readPlaces(gelWorld* world, gelBodyId id, int* count))[3]
{
    *count = gelBody_GetMesh(world, id)->vertexCount;
    float(*x)[3] = malloc((size_t)*count * sizeof *x);
    REQUIRE(gelBody_ReadPositions(world, id, x[0], *count));
    return x;
}

static void the_mass_of_a_sheet_is_density_times_thickness_times_area(void)
{
    gelWorld* world = newWorld(NULL, (gelVec3){0, 0, 0}, 10);
    gelBodyDef def = gelDefaultBodyDef();
    gelMeasures measures;
    def.material.density = 800.0f;
    def.material.thickness = 0.002f;
    def.scale = 2.0f;
    addSheet(world, &def, 0.5f, 0.3f, 7, 5);
    REQUIRE(gelWorld_Measure(world, &measures));
    CHECK_CLOSE(measures.mass, 800.0 * 0.002 * 0.5 * 0.3 * 4.0, 1e-6, "masses are rounded to floats");
    CHECK_CLOSE(measures.volume, 0.0, 0.0, "it has none");
    gelDestroyWorld(world);
}

static void a_sheet_is_found_by_its_kind_and_by_rays(void)
{
    gelWorld* world = newWorld(NULL, (gelVec3){0, 0, 0}, 10);
    gelBodyDef def = gelDefaultBodyDef();
    gelRayHit hit;
    def.position.y = 1.0f;
    gelBodyId id = addSheet(world, &def, 1.0f, 1.0f, 4, 4);
    CHECK_INT(gelBody_GetKind(world, id), gel_sheetBody);
    CHECK(!gelBody_IsObstacle(world, id), "a sheet is soft");
    CHECK_INT(gelBody_GetSurface(world, id)->triangleCount, 32);
    CHECK_INT(gelBody_GetMesh(world, id)->tetCount, 0);
    for (int side = -1; side <= 1; side += 2) {
        REQUIRE(gelWorld_CastRay(world, (gelVec3){0.2f, 1.0f + (float)side, 0.1f},
                                 (gelVec3){0.0f, (float)-side, 0.0f}, &hit));
        CHECK(hit.met && hit.body.index1 == id.index1, "a ray from side %d misses it", side);
        CHECK_CLOSE((double)hit.distance, 1.0, 1e-6, "single precision");
    }
    gelDestroyWorld(world);
}

// Stretched along X by pulling its ends apart, while it may narrow freely. E t w is its stiffness times its length.
static double measureMembrane(int cellsX, int cellsZ, double* narrowing)
{
    const double strain = 1e-3, length = 1.0, width = 0.5;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    gelWorld* world = newWorld(&def, (gelVec3){0, 0, 0}, 40);
    gelBodyDef body = gelDefaultBodyDef();
    int count;
    gelMeasures measures;
    body.material.youngModulus = 1e6f;
    body.material.thickness = 0.002f;
    body.material.damping = 20.0f;
    gelBodyId id = addSheet(world, &body, (float)length, (float)width, cellsX, cellsZ);
    float(*x)[3] = readPlaces(world, id, &count);
    int *ends = malloc((size_t)count * sizeof *ends), endCount = 0, corner = 0;
    for (int i = 0; i < count; i++) {
        bool isEnd = fabs(fabs((double)x[i][0]) - 0.5 * length) < 1e-6;
        x[i][0] *= (float)(1.0 + strain);
        x[i][2] *= (float)(1.0 - strain / 3.0);
        if (isEnd)
            ends[endCount++] = i;
        if (fabs((double)x[i][0]) < 0.5 * length / cellsX && x[i][2] > 0.249f * (1.0f - 1e-3f))
            corner = i;
    }
    REQUIRE(gelBody_WritePositions(world, id, x[0], count));
    REQUIRE(gelBody_SetPinned(world, id, ends, endCount, true));
    for (int i = 0; i < 120; i++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelBody_ReadPositions(world, id, x[0], count));
    *narrowing = (1.0 - (double)x[corner][2] / (0.5 * width)) / strain;
    REQUIRE(gelWorld_Measure(world, &measures));
    free(x);
    free(ends);
    gelDestroyWorld(world);
    return 2.0 * measures.elasticEnergy / (strain * strain * length * width);
}

static void a_stretched_sheet_has_the_stiffness_of_a_membrane(void)
{
    double narrowing, stiffness = measureMembrane(20, 10, &narrowing);
    CHECK_CLOSE(stiffness / (1e6 * 0.002), 1.0, 0.02,
                "ends that are held do not narrow; the fit of springs, 0.5 %");
    CHECK_CLOSE(narrowing, 1.0 / 3.0, 0.03, "Poisson's ratio of springs in a plane");
    CHECK_CLOSE(measureMembrane(10, 8, &narrowing) / (1e6 * 0.002), 1.0, 0.02,
                "oblong cells; twice as long, 16 % too stiff");
}

static void a_stretched_sheet_of_irregular_triangles_has_the_stiffness_of_a_membrane(void)
{
    static const int cells[][2] = {{20, 10}, {16, 8}, {14, 10}};
    irregularity = 0.35;
    for (int i = 0; i < 3; i++) {
        double narrowing, stiffness = measureMembrane(cells[i][0], cells[i][1], &narrowing);
        printf("%d x %d cells: %.3f of E t\n", cells[i][0], cells[i][1], stiffness / (1e6 * 0.002));
        CHECK_CLOSE(stiffness / (1e6 * 0.002), 1.0, 0.07, "springs alone: 9 to 13 % too soft");
    }
    irregularity = 0.0;
}

// A strip along X is as stiff as was foretold for some direction: regular squares, oblong cells, and both moved at random.
static void the_stiffness_that_triangles_give_a_sheet_is_foretold(void)
{
    static const struct {
        int cells[2];
        double moved, softest[2], bending[2]; // softest and bending: from, to
    } cases[] = {{{20, 10}, 0, {0.98, 1}, {0.98, 1.02}},   {{10, 8}, 0, {0.98, 1}, {0.98, 1.02}},
                 {{20, 10}, 0.25, {0.9, 1}, {1.02, 1.25}}, {{14, 10}, 0.25, {0.7, 0.9}, {1.02, 1.3}},
                 {{10, 20}, 0, {0.2, 0.35}, {0.8, 1.2}},   {{40, 5}, 0.2, {0.05, 0.25}, {1.2, 2}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gelWorld* world = newWorld(NULL, (gelVec3){0, 0, 0}, 10);
        gelBodyDef def = gelDefaultBodyDef();
        gelSheetStiffness foretold;
        double narrowing;
        def.material.bending = gel_bendingOfPlate;
        def.scale = i % 2 == 0 ? 1.0f : 3.0f;
        irregularity = cases[i].moved;
        gelBodyId id = addSheet(world, &def, 1.0f, 0.5f, cases[i].cells[0], cases[i].cells[1]);
        REQUIRE(gelBody_EstimateSheetStiffness(world, id, &foretold));
        double measured = measureMembrane(cases[i].cells[0], cases[i].cells[1], &narrowing) / (1e6 * 0.002);
        printf("%d x %d cells, moved by %g: %.3f to %.3f foretold, %.3f along X; bending %.3f\n",
               cases[i].cells[0], cases[i].cells[1], cases[i].moved, foretold.softest, foretold.stiffest,
               measured, foretold.bending);
        CHECK(measured > 0.9 * foretold.softest && measured < 1.1 * foretold.stiffest, "%g along X",
              measured);
        CHECK(foretold.softest > cases[i].softest[0] && foretold.softest < cases[i].softest[1], "softest: %g",
              foretold.softest);
        CHECK(foretold.bending > cases[i].bending[0] && foretold.bending < cases[i].bending[1], "bending: %g",
              foretold.bending);
        gelDestroyWorld(world);
    }
    irregularity = 0.0;
    gelSheetStiffness unused;
    gelWorld* world = newWorld(NULL, (gelVec3){0, 0, 0}, 10);
    CHECK_STATUS(gelBody_EstimateSheetStiffness(world, (gelBodyId){0}, &unused), gel_invalidHandle);
    gelDestroyWorld(world);
}

// A strip, clamped along one side and bent by its own weight: q L^4 / (8 E I) at the end.
static void checkStrip(gelBendingModel model)
{
    const double length = 0.2, young = 1e9, thickness = 0.001, density = 1000.0, g = 0.2;
    const double inertia = thickness * thickness * thickness / 12.0; // of a metre of width
    const double sag = density * thickness * g * pow(length, 4) / (8.0 * young * inertia);
    const double period =
        2.0 * 3.14159265358979 * length * length / 3.51602 * sqrt(density * thickness / (young * inertia));
    gelWorldDef worldDef = gelDefaultWorldDef();
    worldDef.backend = gel_referenceDouble;
    gelWorld* world = newWorld(&worldDef, (gelVec3){0.0f, (float)-g, 0.0f}, 200);
    gelBodyDef def = gelDefaultBodyDef();
    def.material.youngModulus = (float)young;
    def.material.thickness = (float)thickness;
    def.material.density = (float)density;
    def.material.bending = gel_bendingOfPlate;
    def.material.bendingModel = model;
    gelBodyId id = addSheet(world, &def, (float)length, 0.05f, 16, 4);
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-1.0f, -1.0f, -1.0f},
                           (gelVec3){(float)(-0.5 * length + 0.013), 1.0f, 1.0f}, NULL));
    int count, tip = 0;
    float(*x)[3] = readPlaces(world, id, &count);
    for (int i = 0; i < count; i++)
        tip = x[i][0] > x[tip][0] ? i : tip;
    double lowest = 0.0, top = 0.0, steps = 0.0;
    for (int i = 0; i < 400 && !(lowest < -1e-5 && top > 0.9 * lowest && (double)x[tip][1] > 0.03 * lowest);
         i++) {
        REQUIRE(gelWorld_Step(world, 1.0f / 480.0f));
        REQUIRE(gelBody_ReadPositions(world, id, x[0], count));
        lowest = fmin(lowest, (double)x[tip][1]);
        top = (double)x[tip][1];
        steps += 1.0;
    }
    // Clamped between its first two columns, it is half a square longer than it looks there.
    double shorter = pow(1.0 - 0.5 / 16.0, 4);
    printf("  model %d: sag %g, theory %g; period %g, theory %g\n", model, -0.5 * lowest, sag * shorter,
           steps / 480.0, period * sqrt(shorter));
    CHECK_CLOSE(-0.5 * lowest / (sag * shorter), 1.0, 0.06, "right-angled triangles, and higher modes");
    CHECK_CLOSE(steps / 480.0 / (period * sqrt(shorter)), 1.0, 0.04,
                "the same, and its top is found to a frame");
    free(x);
    gelDestroyWorld(world);
}

static void a_cantilevered_strip_sags_and_swings_as_beams_do(void)
{
    checkStrip(gel_dihedralBending);
    checkStrip(gel_isometricBending);
}

static gelWorld* makeScene(const gelWorldDef* like, gelStrategy strategy, bool contact)
{
    gelWorldDef worldDef = *like;
    gelWorld* world;
    gelBodyDef def = gelDefaultBodyDef(), ball = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    worldDef.strategy = strategy;
    worldDef.contact = contact;
    worldDef.allowInexact = true;
    REQUIRE(gelCreateWorld(&worldDef, &world));
    def.material.youngModulus = 1e5f;
    def.material.bendingStiffness = 1e-4f;
    def.material.density = 300.0f;
    def.position.y = 0.42f;
    def.rotation = (gelQuat){0.1f, 0.0f, 0.05f, 1.0f};
    ball.position.y = 0.2f;
    REQUIRE(gelCreateSphereMesh(0.2f, 5, &mesh));
    REQUIRE(gelCreateBody(world, &ball, &mesh, &id));
    addSheet(world, &def, 0.8f, 0.6f, 12, 9);
    def.position.y = 0.5f;
    def.material.bendingModel = gel_isometricBending;
    def.selfContact = contact;
    addSheet(world, &def, 0.8f, 0.6f, 12, 9);
    gelDestroyTetMesh(&mesh);
    return world;
}

static void every_device_and_strategy_gives_the_reference_its_bits(void)
{
    checkEveryDeviceAndStrategy(makeScene);
}

// A cloth falls onto a ball: of tets, or an obstacle.
static double lowestOnBall(bool isObstacle)
{
    gelWorldDef worldDef = gelDefaultWorldDef();
    worldDef.backend = gel_referenceFloat;
    worldDef.contact = true;
    gelWorld* world = newWorld(&worldDef, (gelVec3){0.0f, -9.81f, 0.0f}, 20);
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId ball;
    def.material.density = 300.0f;
    def.material.damping = 1.0f;
    def.position.y = 0.3f;
    if (isObstacle) {
        gelSurfaceMesh surface;
        gelObstacleDef obstacle = gelDefaultObstacleDef();
        REQUIRE(gelCreateSphereSurface(0.2f, 3, &surface));
        REQUIRE(gelCreateObstacle(world, &obstacle, &surface, &ball));
        gelDestroySurfaceMesh(&surface);
    } else {
        gelTetMesh mesh;
        gelBodyDef solid = gelDefaultBodyDef();
        REQUIRE(gelCreateSphereMesh(0.2f, 8, &mesh));
        REQUIRE(gelCreateBody(world, &solid, &mesh, &ball));
        REQUIRE(gelBody_PinBelow(world, ball, 1.0f, NULL));
        gelDestroyTetMesh(&mesh);
    }
    gelBodyId cloth = addSheet(world, &def, 0.6f, 0.6f, 16, 16);
    for (int i = 0; i < 90; i++)
        REQUIRE(gelWorld_Step(world, frame));
    int count;
    double nearest = 1e9;
    float(*x)[3] = readPlaces(world, cloth, &count);
    for (int i = 0; i < count; i++)
        nearest = fmin(nearest, sqrt((double)x[i][0] * (double)x[i][0] + (double)x[i][1] * (double)x[i][1] +
                                     (double)x[i][2] * (double)x[i][2]));
    free(x);
    gelDestroyWorld(world);
    return nearest;
}

static void a_sheet_drapes_over_balls_and_never_enters_them(void)
{
    double onObstacle = lowestOnBall(true), onSolid = lowestOnBall(false);
    CHECK(onObstacle > 0.19 && onObstacle < 0.21, "%g m from the centre of a stone ball", onObstacle);
    CHECK(onSolid > 0.17 && onSolid < 0.21, "%g m from the centre of a soft ball", onSolid);
}

static void what_is_no_sheet_is_refused_with_a_reason(void)
{
    gelWorld* world = newWorld(NULL, (gelVec3){0, 0, 0}, 10);
    gelBodyDef def = gelDefaultBodyDef();
    gelSurfaceMesh surface;
    gelBodyId id;
    float line[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
    int triangle[3] = {0, 1, 2};
    REQUIRE(gelCreateSurfaceMesh(line, 3, triangle, 1, &surface, NULL));
    CHECK_STATUS(gelCreateSheet(world, &def, &surface, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "none of the surface's 1 triangles has an area");
    gelDestroySurfaceMesh(&surface);
    REQUIRE(gelCreateSheetSurface(1.0f, 1.0f, 2, 2, &surface));
    def.material.model = gel_neoHookean;
    CHECK_STATUS(gelCreateSheet(world, &def, &surface, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "expected edges for a sheet");
    def.material.model = gel_edgesAndVolumes;
    def.material.thickness = 0.0f;
    CHECK_STATUS(gelCreateSheet(world, &def, &surface, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "thickness");
    def = gelDefaultBodyDef();
    REQUIRE(gelCreateSheet(world, &def, &surface, &id));
    def.material.model = gel_neoHookean;
    CHECK_STATUS(gelBody_SetMaterial(world, id, &def.material), gel_invalidArgument);
    CHECK_STATUS(gelBody_SetSkin(world, id, &surface, NULL), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "expected a body of tets, found a sheet");
    CHECK_STATUS(gelWorld_Step(world, frame), gel_success);
    gelDestroySurfaceMesh(&surface);
    gelDestroyWorld(world);
}

static void a_clone_goes_on_as_the_world_does(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = makeScene(&def, gel_strategyAuto, true);
    checkCloneGoesOn(world, &def);
    gelDestroyWorld(world);
}

TESTS(TEST(the_mass_of_a_sheet_is_density_times_thickness_times_area),
      TEST(a_sheet_is_found_by_its_kind_and_by_rays), TEST(a_stretched_sheet_has_the_stiffness_of_a_membrane),
      TEST(a_stretched_sheet_of_irregular_triangles_has_the_stiffness_of_a_membrane),
      TEST(the_stiffness_that_triangles_give_a_sheet_is_foretold),
      TEST(a_cantilevered_strip_sags_and_swings_as_beams_do),
      TEST(a_sheet_drapes_over_balls_and_never_enters_them), TEST(what_is_no_sheet_is_refused_with_a_reason),
      TEST(a_clone_goes_on_as_the_world_does), TEST(every_device_and_strategy_gives_the_reference_its_bits))
