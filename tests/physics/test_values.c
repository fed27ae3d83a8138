// Values that vary over a body: closed forms, bits on every device, what keeps them, and what is refused.
#include "support/equal_bits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float frame = 1.0f / 60.0f;
enum { maxVertices = 2000 };

// A bar along x from 0 to 1 m.
static gelBodyId addBar(gelWorld* world, const gelBodyDef* def, int cells)
{
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.25f, 0.25f}, 4 * cells, cells, cells, &mesh));
    REQUIRE(gelCreateBody(world, def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

// `left` up to the middle, `right` beyond.
static void setHalves(gelWorld* world, gelBodyId id, gelVertexValue kind, float left, float right)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float values[maxVertices];
    for (int i = 0; i < mesh->vertexCount; i++)
        values[i] = mesh->positions[3 * i] < -1e-4f  ? left
                    : mesh->positions[3 * i] > 1e-4f ? right
                                                     : 0.5f * (left + right);
    REQUIRE(gelBody_SetVertexValues(world, id, kind, values, mesh->vertexCount));
}

// A segment stretches by the weight below it over its stiffness, which is that of its ends' mean
// factor.
static void a_rope_of_two_halves_stretches_by_the_sum_of_its_segments(void)
{
    enum { count = 20 };
    const double pi = 3.14159265358979, young = 2e5, d = 0.01, density = 1000.0, g = 9.81;
    gelWorld* world = openInTheAir(gel_referenceDouble, (gelVec3){(float)g, 0.0f, 0.0f}, 500);
    gelBodyDef def = gelDefaultBodyDef();
    gelLineMesh lines;
    gelBodyId id;
    float stiffness[count + 1], densities[count + 1];
    double x[3 * (count + 1)], below = 0.0, length = 1.0;
    def.material.youngModulus = (float)young;
    def.material.thickness = (float)d;
    def.material.density = (float)density;
    def.material.damping = 10.0f;
    REQUIRE(gelCreateStraightLine(1.0f, count, &lines));
    REQUIRE(gelCreateRope(world, &def, &lines, &id));
    gelDestroyLineMesh(&lines);
    for (int i = 0; i <= count; i++) {
        stiffness[i] = i < count / 2 ? 4.0f : 0.5f;
        densities[i] = i < count / 2 ? 0.5f : 3.0f;
    }
    REQUIRE(gelBody_SetVertexValues(world, id, gel_stiffnessFactor, stiffness, count + 1));
    REQUIRE(gelBody_SetVertexValues(world, id, gel_densityFactor, densities, count + 1));
    REQUIRE(gelBody_SetPinned(world, id, (const int[]){0}, 1, true));
    for (int i = 0; i < 200; i++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelBody_ReadPositionsDouble(world, id, x, count + 1));
    for (int i = count; i > 0; i--) {
        const double area = pi * d * d / 4.0, segment = 1.0 / count;
        below += (double)densities[i] * density * area * segment * (i == count ? 0.5 : 1.0) * g;
        length += below * segment / (young * area * 0.5 * (double)(stiffness[i] + stiffness[i - 1]));
    }
    CHECK_CLOSE(x[3 * count] - x[0], length, 1e-5, "500 substeps: of 0.05 m it is stretched by");
    gelDestroyWorld(world);
}

enum { slices = 8 };

// How far the planes between the slices of a bar get from where they were, hung up at the left.
static void hang(gelMaterialModel model, float left, float right, double moved[slices + 1])
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){9.81f, 0.0f, 0.0f}, 20);
    gelBodyDef def = gelDefaultBodyDef();
    float x[3 * maxVertices];
    def.material.model = model;
    def.material.youngModulus = 2e6f;
    def.material.poissonRatio = 0.3f;
    def.material.damping = 15.0f;
    gelBodyId id = addBar(world, &def, slices / 4);
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    setHalves(world, id, gel_stiffnessFactor, left, right);
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){-0.499f, 9, 9}, NULL));
    for (int i = 0; i < 90; i++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelBody_ReadPositions(world, id, x, mesh->vertexCount));
    for (int s = 0; s <= slices; s++)
        moved[s] = 0.0;
    for (int i = 0; i < mesh->vertexCount; i++) {
        float start = mesh->positions[3 * i];
        int plane = (int)lroundf((start + 0.5f) * slices), around = (slices / 4 + 1) * (slices / 4 + 1);
        moved[plane] += (double)(x[3 * i] - start) / around;
    }
    gelDestroyWorld(world);
}

// Slices in series, each as stiff as the mean of its ends: under its own weight rho g (l - x) each.
static void a_bar_of_two_halves_stretches_by_the_sum_of_its_slices(void)
{
    static const gelMaterialModel models[] = {gel_edgesAndVolumes, gel_neoHookean};
    for (int m = 0; m < 2; m++) {
        double uniform[slices + 1], halves[slices + 1], sum = 0.0, theory = 0.0;
        hang(models[m], 1.0f, 1.0f, uniform);
        hang(models[m], 2.0f, 0.5f, halves);
        for (int s = 0; s < slices; s++) {
            double factor = s < slices / 2 - 1 ? 2.0 : s > slices / 2 ? 0.5 : s == slices / 2 ? 0.875 : 1.625;
            sum += (uniform[s + 1] - uniform[s]) / factor;
            theory += 9810.0 * (1.0 - (s + 0.5) / slices) / slices / (2e6 * factor);
        }
        printf("  %g m; as its slices %g m, theory %g m\n", halves[slices], sum, theory);
        CHECK_CLOSE(halves[slices] / sum, 1.0, 0.01, "tets within a slice differ");
        CHECK_CLOSE(halves[slices] / theory, 1.0, 0.1, "20 substeps, two cells across, clamped at one end");
    }
}

// The heavier half has the share of the mass, and all fall alike.
static void two_densities_move_the_centre_of_mass_and_not_the_fall(void)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0.0f, -10.0f, 0.0f}, 5);
    gelBodyDef def = gelDefaultBodyDef();
    gelMeasures measures;
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.25f, 0.25f}, 64, 1, 1, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    setHalves(world, id, gel_densityFactor, 1.0f, 3.0f);
    for (int i = 0; i < 30; i++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelBody_Measure(world, id, &measures));
    CHECK_CLOSE(measures.mass, 125.0, 0.01, "1000 kg/m^3 of half of it, 3000 of the other");
    CHECK_CLOSE(measures.momentum[1], -5.0 * 125.0, 0.1, "all vertices fall as one, to rounding");
    // L = x p: both halves' centres are a quarter of a metre from the middle.
    CHECK_CLOSE(measures.angularMomentum[2] / measures.momentum[1], 0.125, 2e-3,
                "64 cells: (3 - 1) / 4 of 1/4 m");
    gelDestroyWorld(world);
}

static void a_vertex_slows_as_its_damping_says(void)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0.0f, 0.0f, 0.0f}, 100);
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    float v[24], values[8];
    def.material.stiffness = gel_compliances; // loose vertices
    def.material.edgeCompliance = def.material.volumeCompliance = 1e20f;
    def.material.damping = 0.5f;
    def.velocity = (gelVec3){1.0f, 0.0f, 0.0f};
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 1, 1, 1, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    for (int i = 0; i < 8; i++)
        values[i] = (float)i;
    REQUIRE(gelBody_SetVertexValues(world, id, gel_dampingFactor, values, 8));
    for (int i = 0; i < 60; i++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelBody_ReadVelocities(world, id, v, 8));
    for (int i = 0; i < 8; i++)
        CHECK_CLOSE((double)v[3 * i], exp(-0.5 * i), 1e-3, "6000 substeps of exp(-damping t)");
    gelDestroyWorld(world);
}

// Returns the angular momentum of a bar about its centre, which is the mean of its vertices.
static double spinOf(gelWorld* world, gelBodyId id, double* momentum)
{
    gelMeasures m;
    double x[3 * maxVertices], centre[3] = {0.0};
    int count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(gelBody_Measure(world, id, &m));
    REQUIRE(gelBody_ReadPositionsDouble(world, id, x, maxVertices));
    for (int i = 0; i < 3 * count; i++)
        centre[i % 3] += x[i] / count;
    *momentum = m.momentum[2];
    return m.angularMomentum[1] - (centre[2] * m.momentum[0] - centre[0] * m.momentum[2]);
}

// 0.2 m thick.
static void addTable(gelWorld* world, const gelObstacleDef* def)
{
    gelSurfaceMesh top;
    gelBodyId id;
    REQUIRE(gelCreateBoxSurface((gelVec3){8.0f, 0.2f, 8.0f}, &top));
    REQUIRE(gelCreateObstacle(world, def, &top, &id));
    gelDestroySurfaceMesh(&top);
}

// A bar across its way over a table, of friction 0 on its left half: nine columns of vertices bear an eighth of its weight
// each, those at the ends a sixteenth. The one in the middle, of factor 1/2, has sqrt(1/2) of the friction. L_y = -x p_z.
static void the_half_with_friction_slows_a_bar_and_turns_it(void)
{
    enum { settling = 6, sliding = 9 };
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0.0f, -10.0f, 0.0f}, 20);
    gelBodyDef def = gelDefaultBodyDef();
    gelObstacleDef table = gelDefaultObstacleDef();
    double before, after;
    table.position =
        (gelVec3){2.0f, -0.1f, 0.0f}; // its diagonal, which would bear edges of the bar, is elsewhere
    table.friction = 0.9f;
    addTable(world, &table);
    def.material.youngModulus = 2e6f;
    def.material.damping = 0.0f;
    def.material.friction = 0.4f;
    def.position.y = 0.128f;
    def.velocity.z = 3.0f;
    gelBodyId id = addBar(world, &def, 2);
    setHalves(world, id, gel_frictionFactor, 0.0f, 1.0f);
    stepFrames(world, settling);
    double spin = spinOf(world, id, &before);
    stepFrames(world, sliding);
    spin = spinOf(world, id, &after) - spin;
    const double share = 0.125 * (sqrt(0.5) + 3.0 + 0.5), arm = 0.125 * (0.125 + 0.25 + 0.375 + 0.25) / share;
    double push = after - before, found = -spin / push;
    double slowed = -share * 0.6 * 10.0 * 62.5 * sliding / 60.0; // mu = sqrt(0.4 0.9)
    printf("  %g kg m/s at %g m; theory %g at %g\n", push, found, slowed, arm);
    CHECK_CLOSE(push / slowed, 1.0, 0.01, "of a soft bar, which trembles, in 0.15 s");
    CHECK_CLOSE(found / arm, 1.0, 0.06, "of columns that do not quite bear an eighth each");
    gelDestroyWorld(world);
}

// Returns the hash of a bar that is pinned at one end and sags onto a table.
static uint64_t runBar(const gelMaterial* material, gelVertexValue kind, float factor, bool isClone)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0.0f, -9.81f, 0.0f}, 10);
    gelObstacleDef table = gelDefaultObstacleDef();
    table.position.y = -0.23f;
    table.friction = 0.5f;
    addTable(world, &table);
    gelBodyDef def = gelDefaultBodyDef();
    gelMaterial other = gelDefaultMaterial();
    def.material = *material;
    gelBodyId id = addBar(world, &def, 2);
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){-0.499f, 9, 9}, NULL));
    if (factor >= 0.0f)
        setHalves(world, id, kind, factor, factor);
    other.density = 77.0f;
    REQUIRE(gelBody_SetMaterial(world, id, &other)); // and back: values stay
    REQUIRE(gelBody_SetMaterial(world, id, material));
    if (isClone) {
        gelWorld* clone;
        gelWorldDef own = gelWorld_GetDef(world);
        REQUIRE(gelCloneWorld(world, &own, &clone));
        gelDestroyWorld(world);
        world = clone;
    }
    stepFrames(world, 10);
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

// Values that were changed since come back with a saved state.
static void a_saved_state_has_its_values(void)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0.0f, -9.81f, 0.0f}, 10);
    gelBodyDef def = gelDefaultBodyDef();
    gelSnapshot* state;
    gelBodyId id = addBar(world, &def, 2);
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){-0.499f, 9, 9}, NULL));
    setHalves(world, id, gel_stiffnessFactor, 1.0f, 0.1f);
    setHalves(world, id, gel_densityFactor, 1.0f, 2.0f);
    stepFrames(world, 5);
    REQUIRE(gelTakeSnapshot(world, NULL, &state));
    stepFrames(world, 5);
    uint64_t expected = gelWorld_Hash(world);
    setHalves(world, id, gel_stiffnessFactor, 3.0f, 0.3f);
    REQUIRE(gelBody_SetVertexValues(world, id, gel_densityFactor, NULL, 0));
    stepFrames(world, 5);
    REQUIRE(gelRestoreSnapshot(world, NULL, state));
    gelDestroySnapshot(state);
    stepFrames(world, 5);
    CHECK_HEX(gelWorld_Hash(world), expected);
    gelDestroyWorld(world);
}

// 4 is a power of two, so that even roundings are the same.
static void the_same_factor_everywhere_is_another_material(void)
{
    for (int kind = 0; kind < gel_vertexFactorCount; kind++)
        for (int model = 0; model < 2; model++) {
            gelMaterial one = gelDefaultMaterial(), other;
            one.model = model == 0 ? gel_edgesAndVolumes : gel_neoHookean;
            one.damping = 0.5f;
            one.bendingStiffness = kind == gel_tearingFactor ? 0.0f : 2.0f;
            one.friction = 0.125f;
            if (kind == gel_tearingFactor && model == 1)
                continue; // which does not tear
            one.tearStrain = kind == gel_tearingFactor ? 0.002f : 0.0f;
            other = one;
            *(kind == gel_densityFactor     ? &other.density
              : kind == gel_stiffnessFactor ? &other.youngModulus
              : kind == gel_bendingFactor   ? &other.bendingStiffness
              : kind == gel_frictionFactor  ? &other.friction
              : kind == gel_tearingFactor   ? &other.tearStrain
                                            : &other.damping) *= 4.0f;
            uint64_t expected = runBar(&other, (gelVertexValue)kind, -1.0f, false);
            const char* name = gelVertexValueText((gelVertexValue)kind);
            CHECK(expected != runBar(&one, (gelVertexValue)kind, -1.0f, false), "%s changes nothing", name);
            CHECK(expected == runBar(&one, (gelVertexValue)kind, 4.0f, false), "%s: other bits", name);
            CHECK(expected == runBar(&one, (gelVertexValue)kind, 4.0f, true), "%s: other bits of a clone",
                  name);
        }
}

// Bodies of one shape with values of their own, and without.
static gelWorld* makeVaried(const gelWorldDef* like, gelStrategy strategy, bool contact)
{
    gelWorldDef def = *like;
    gelWorld* world;
    def.strategy = strategy;
    def.contact = contact;
    def.tileSize = 24;
    def.substepCount = 4;
    def.ground = gelDefaultGround();
    def.ground.enabled = true;
    def.allowInexact = true;
    REQUIRE(gelCreateWorld(&def, &world));
    for (int b = 0; b < 4; b++) {
        gelBodyDef body = gelDefaultBodyDef();
        float values[maxVertices];
        body.position = (gelVec3){0.1f * (float)b, 0.2f + 0.35f * (float)b, 0.0f};
        body.material.damping = 0.3f;
        body.material.tearStrain = b == 2 ? 0.3f : 0.0f;
        gelBodyId id = addBar(world, &body, 2);
        int count = gelBody_GetMesh(world, id)->vertexCount;
        for (int kind = 0; kind < gel_vertexFactorCount && b > 0; kind++) {
            for (int i = 0; i < count; i++)
                values[i] = kind == gel_stiffnessFactor && i % 5 == 0
                                ? 0.0f
                                : 0.3f + 0.37f * (float)((i * (b == 3 ? 2 : b) + kind) % 7);
            REQUIRE(gelBody_SetVertexValues(world, id, (gelVertexValue)kind, values, count));
        }
    }
    return world;
}

static void every_device_and_strategy_has_the_same_bits(void)
{
    checkEveryDeviceAndStrategy(makeVaried);
}

static void values_are_read_back_and_taken_away(void)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0.0f, -9.81f, 0.0f}, 10);
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id = addBar(world, &def, 1);
    float values[maxVertices];
    int count = gelBody_GetMesh(world, id)->vertexCount;
    setHalves(world, id, gel_stiffnessFactor, 2.0f, 0.0f);
    REQUIRE(gelBody_GetVertexValues(world, id, gel_stiffnessFactor, values, count));
    for (int i = 0; i < count; i++) {
        float x = gelBody_GetMesh(world, id)->positions[3 * i];
        CHECK_CLOSE((double)values[i], x < -1e-4f ? 2.0 : x > 1e-4f ? 0.0 : 1.0, 0.0, "as they were given");
    }
    stepFrames(world, 5); // what has no stiffness falls freely, and no number is lost
    REQUIRE(gelBody_SetVertexValues(world, id, gel_stiffnessFactor, NULL, 0));
    REQUIRE(gelBody_GetVertexValues(world, id, gel_stiffnessFactor, values, count));
    CHECK_CLOSE((double)values[0], 1.0, 0.0, "there are none");
    stepFrames(world, 5);
    REQUIRE(gelBody_ReadPositions(world, id, values, count));
    for (int i = 0; i < 3 * count; i++)
        CHECK(isfinite(values[i]), "coordinate %d is %g", i, (double)values[i]);
    gelDestroyWorld(world);
}

static void bad_values_are_refused_and_change_nothing(void)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0.0f, -9.81f, 0.0f}, 10);
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id = addBar(world, &def, 1);
    float values[maxVertices];
    int count = gelBody_GetMesh(world, id)->vertexCount;
    setHalves(world, id, gel_densityFactor, 2.0f, 2.0f);
    static const struct {
        gelVertexValue kind;
        float wrong;
        const char* message;
    } cases[] = {
        {gel_stiffnessFactor, NAN, "values: vertex 3 has the stiffness factor "},
        {gel_stiffnessFactor, -1.0f, "vertex 3 has the stiffness factor -1, expected 0 to 1e+06"},
        {gel_dampingFactor, INFINITY, "vertex 3 has the damping factor inf"},
        {gel_densityFactor, 0.0f, "vertex 3 has the density factor 0, expected 1e-06 to 1e+06"},
        {(gelVertexValue)9, 1.0f, "values: expected a kind from 0 to 6, found 9"},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        for (int i = 0; i < count; i++)
            values[i] = i == 3 ? cases[c].wrong : 1.0f;
        CHECK_STATUS(gelBody_SetVertexValues(world, id, cases[c].kind, values, count), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), cases[c].message);
    }
    CHECK_STATUS(gelBody_SetVertexValues(world, id, gel_stiffnessFactor, values, count - 1),
                 gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "values: stiffness: expected those of 20 vertices, found 19");
    CHECK_STATUS(gelBody_GetVertexValues(world, id, gel_stiffnessFactor, values, 3), gel_invalidArgument);
    REQUIRE(gelBody_GetVertexValues(world, id, gel_densityFactor, values, count));
    CHECK_CLOSE((double)values[3], 2.0, 0.0, "as before");
    REQUIRE(gelDestroyBody(world, id));
    CHECK_STATUS(gelBody_SetVertexValues(world, id, gel_stiffnessFactor, values, count), gel_invalidHandle);
    gelDestroyWorld(world);
}

// The share of the way that a vertex goes: the formula of the header.
static double shareOf(const float* x, gelVec3 middle, double radius)
{
    double a = (double)x[0] - (double)middle.x, b = (double)x[1] - (double)middle.y,
           c = (double)x[2] - (double)middle.z, rest = 1.0 - (a * a + b * b + c * c) / (radius * radius);
    return rest > 0.0 ? rest * rest : 0.0;
}

static void a_brush_takes_what_is_within_its_radius_some_of_the_way(void)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0}, 4);
    gelBodyDef def = gelDefaultBodyDef();
    float values[maxVertices];
    gelBodyId id = addBar(world, &def, 4);
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    gelBrush brush = {.position = {0.31f, 0.02f, 0.1f}, .radius = 0.2f, .strength = 0.5f, .value = 9.0f};
    for (int mirror = 0; mirror < 2; mirror++) {
        int changed = 0;
        brush.mirror = mirror == 1;
        gelVec3 other = {-brush.position.x, brush.position.y, brush.position.z};
        REQUIRE(gelBody_GetVertexValues(world, id, gel_stiffnessFactor, values, maxVertices));
        REQUIRE(gelBody_BrushValues(world, id, &brush, values, mesh->vertexCount));
        for (int i = 0; i < mesh->vertexCount; i++) {
            double share = shareOf(mesh->positions + 3 * i, brush.position, 0.2);
            if (brush.mirror)
                share = fmax(share, shareOf(mesh->positions + 3 * i, other, 0.2));
            changed += values[i] != 1.0f;
            CHECK_CLOSE((double)values[i], 1.0 + 0.5 * share * 8.0, 1e-5, "the formula");
        }
        CHECK(changed > 10 * (mirror + 1) && changed < mesh->vertexCount / 2, "%d changed", changed);
    }
    for (int i = 0; i < mesh->vertexCount; i++)
        values[i] = mesh->positions[3 * i] > 0.3f ? 5.0f : 1.0f;
    brush = (gelBrush){.position = {0.3f, 0.0f, 0.0f}, .radius = 0.3f, .strength = 1.0f, .soften = true};
    REQUIRE(gelBody_BrushValues(world, id, &brush, values, mesh->vertexCount));
    for (int i = 0; i < mesh->vertexCount; i++) {
        float x = mesh->positions[3 * i];
        bool isBetween = values[i] > 1.01f && values[i] < 4.99f, isAtStep = fabsf(x - 0.28f) < 0.05f;
        CHECK(isBetween == isAtStep, "at %g m there is %g", (double)x, (double)values[i]);
    }
    CHECK_STATUS(gelBody_BrushValues(world, id, &brush, values, 3), gel_invalidArgument);
    gelDestroyWorld(world);
}

static void a_ray_tells_the_place_in_the_rest_shape(void)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0}, 4);
    gelBodyDef def = gelDefaultBodyDef();
    gelRayHit hit;
    def.position = (gelVec3){3.0f, 1.0f, -2.0f};
    def.rotation = (gelQuat){0.0f, 0.70710678f, 0.0f, 0.70710678f}; // x goes to -z
    def.scale = 2.0f;
    addBar(world, &def, 4);
    REQUIRE(gelWorld_CastRay(world, (gelVec3){9.0f, 1.07f, -2.33f}, (gelVec3){-1.0f, 0.0f, 0.0f}, &hit));
    CHECK(hit.met, "the bar is not met");
    CHECK_CLOSE((double)hit.rest.x, 0.33, 1e-5, "along the bar");
    CHECK_CLOSE((double)hit.rest.y, 0.07, 1e-5, "up");
    CHECK_CLOSE((double)hit.rest.z, 0.25, 1e-5, "on its side");
    gelDestroyWorld(world);
}

TESTS(TEST(a_rope_of_two_halves_stretches_by_the_sum_of_its_segments),
      TEST(a_bar_of_two_halves_stretches_by_the_sum_of_its_slices),
      TEST(two_densities_move_the_centre_of_mass_and_not_the_fall), TEST(a_vertex_slows_as_its_damping_says),
      TEST(the_half_with_friction_slows_a_bar_and_turns_it), TEST(a_saved_state_has_its_values),
      TEST(the_same_factor_everywhere_is_another_material), TEST(every_device_and_strategy_has_the_same_bits),
      TEST(values_are_read_back_and_taken_away), TEST(bad_values_are_refused_and_change_nothing),
      TEST(a_brush_takes_what_is_within_its_radius_some_of_the_way),
      TEST(a_ray_tells_the_place_in_the_rest_shape))
