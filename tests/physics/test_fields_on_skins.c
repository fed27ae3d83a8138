// Fields on filled surfaces and closed cloth: they act on what is seen, from outside.
#include "support/fixtures.h"

#include "gel/field.h"
#include "gel/mesher.h"
#include "gel/sheet.h"
#include "gel/skin.h"
#include "world/world.h"

#include <math.h>

static const double gravity = 9.81, water = 1000.0, pi = 3.14159265358979;
static const float h = 1e-5f;

static gelWorldDef doubleDef(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    def.substepCount = 1;
    def.contact = false;
    return def;
}

// Adds a ball to a surface; turned: inside out. The first `left` triangles are left out.
static void addBall(gelSurfaceMesh* surface, float radius, int subdivisions, gelVec3 at, bool turned,
                    int left)
{
    gelSurfaceMesh ball, joined;
    REQUIRE(gelCreateSphereSurface(radius, subdivisions, &ball));
    int vertices = surface->vertexCount, triangles = surface->triangleCount,
        added = ball.triangleCount - left;
    float* xyz = gelAllocate(3 * (size_t)(vertices + ball.vertexCount), sizeof *xyz);
    int* corners = gelAllocate(3 * (size_t)(triangles + added), sizeof *corners);
    for (int i = 0; i < 3 * vertices; i++)
        xyz[i] = surface->positions[i];
    for (int i = 0; i < 3 * triangles; i++)
        corners[i] = surface->triangles[i];
    for (int v = 0; v < ball.vertexCount; v++) {
        xyz[3 * (vertices + v)] = ball.positions[3 * v] + at.x;
        xyz[3 * (vertices + v) + 1] = ball.positions[3 * v + 1] + at.y;
        xyz[3 * (vertices + v) + 2] = ball.positions[3 * v + 2] + at.z;
    }
    for (int i = 0; i < 3 * added; i++)
        corners[3 * triangles + i] = vertices + ball.triangles[3 * left + i];
    REQUIRE(
        gelCreateSurfaceMesh(xyz, vertices + ball.vertexCount, corners, triangles + added, &joined, NULL));
    for (int t = triangles; t < joined.triangleCount && turned; t++) {
        int first = joined.triangles[3 * t];
        joined.triangles[3 * t] = joined.triangles[3 * t + 1];
        joined.triangles[3 * t + 1] = first;
    }
    gelDestroySurfaceMesh(&ball);
    if (surface->vertexCount > 0)
        gelDestroySurfaceMesh(surface);
    gelFree(xyz);
    gelFree(corners);
    *surface = joined;
}

static void addPlainBall(gelSurfaceMesh* surface, int subdivisions)
{
    addBall(surface, 0.25f, subdivisions, (gelVec3){0}, false, 0);
}

// Surfaces to fill. `isBall`: what is seen is a ball of 0.25 m.
typedef struct Filling {
    const char* name;
    int tets, cage, subdivisions;
    bool conform, hollow, turned, isBall;
    int left;           // triangles left out
    float inner, aside; // radius of a second ball, and its distance
    float innermost;    // radius of a third ball within the second
    bool innerTurned, withoutSkin;
} Filling;

static const Filling fillings[] = {
    {.name = "ball", .tets = 500, .subdivisions = 3, .isBall = true},
    {.name = "ball in 3,000 tets", .tets = 3000, .subdivisions = 3, .isBall = true},
    {.name = "conforming ball", .tets = 500, .subdivisions = 3, .conform = true, .isBall = true},
    {.name = "fine ball", .tets = 500, .subdivisions = 4, .isBall = true},
    {.name = "ball inside out", .tets = 500, .subdivisions = 3, .turned = true, .isBall = true},
    {.name = "ball with a hole", .tets = 2000, .subdivisions = 3, .left = 20, .isBall = true},
    {.name = "ball in a cage", .cage = 2, .subdivisions = 3, .isBall = true},
    {.name = "filled ball in a ball", .tets = 2000, .subdivisions = 3, .inner = 0.1f, .isBall = true},
    {.name = "hollow ball",
     .tets = 4000,
     .subdivisions = 3,
     .hollow = true,
     .inner = 0.15f,
     .innerTurned = true,
     .isBall = true},
    {.name = "ball in a hollow ball",
     .tets = 4000,
     .subdivisions = 3,
     .hollow = true,
     .inner = 0.24f,
     .innermost = 0.15f,
     .innerTurned = true,
     .isBall = true},
    {.name = "three shells of 1, 0.9 and 0.8 of the volume",
     .tets = 4000,
     .subdivisions = 3,
     .hollow = true,
     .inner = 0.2414f,
     .innermost = 0.2321f,
     .innerTurned = true,
     .isBall = true},
    {.name = "three filled shells",
     .tets = 2000,
     .subdivisions = 3,
     .inner = 0.2414f,
     .innermost = 0.2321f,
     .isBall = true},
    {.name = "two balls apart", .tets = 1000, .subdivisions = 3, .inner = 0.15f, .aside = 0.6f},
    {.name = "two balls that overlap", .tets = 1000, .subdivisions = 3, .inner = 0.25f, .aside = 0.2f},
    {.name = "tets of a ball without its skin", .tets = 500, .subdivisions = 3, .withoutSkin = true},
};
enum { fillingCount = sizeof fillings / sizeof *fillings };

// A surface filled with tets.
typedef struct Filled {
    gelSurfaceMesh surface;
    gelTetMesh mesh;
    gelEmbedding embedding;
    bool withoutSkin;
} Filled;

static Filled fill(const Filling* filling)
{
    gelMesherDef def = gelDefaultMesherDef();
    Filled filled = {.withoutSkin = filling->withoutSkin};
    addBall(&filled.surface, 0.25f, filling->subdivisions, (gelVec3){0}, filling->turned, filling->left);
    if (filling->inner > 0.0f)
        addBall(&filled.surface, filling->inner, filling->innermost > 0.0f ? 3 : 2,
                (gelVec3){filling->aside, 0, 0}, filling->innerTurned, 0);
    if (filling->innermost > 0.0f)
        addBall(&filled.surface, filling->innermost, 3, (gelVec3){0}, false, 0);
    def.tetCount = filling->tets > 0 ? filling->tets : def.tetCount;
    def.conform = filling->conform;
    def.hollow = filling->hollow;
    def.cage[0] = def.cage[1] = def.cage[2] = filling->cage;
    REQUIRE(gelCreateMeshFromSurface(&filled.surface, &def, &filled.mesh, &filled.embedding, NULL));
    return filled;
}

static void clearFilled(Filled* filled)
{
    gelDestroyEmbedding(&filled->embedding);
    gelDestroyTetMesh(&filled->mesh);
    gelDestroySurfaceMesh(&filled->surface);
}

static gelBodyId addFilled(gelWorld* world, const Filled* filled)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    body.material.density = 500.0f;
    REQUIRE(gelCreateBody(world, &body, &filled->mesh, &id));
    if (!filled->withoutSkin)
        REQUIRE(gelBody_SetSkin(world, id, &filled->surface, &filled->embedding));
    return id;
}

static gelBodyId addFilling(gelWorld* world, const Filling* filling)
{
    Filled filled = fill(filling);
    gelBodyId id = addFilled(world, &filled);
    clearFilled(&filled);
    return id;
}

// The force of a field in a short step from rest, weightless, N; *mass in kg.
static void measureForce(gelWorld* world, gelBodyId id, const gelField* field, double force[3], double* mass)
{
    gelMeasures measures;
    REQUIRE(gelBody_SetGravityWeight(world, id, 0.0f));
    REQUIRE(gelWorld_SetFields(world, field, 1));
    REQUIRE(gelWorld_Step(world, h));
    REQUIRE(gelBody_Measure(world, id, &measures));
    for (int k = 0; k < 3; k++)
        force[k] = measures.momentum[k] / (double)h;
    *mass = measures.mass;
}

static double pushFilled(const Filled* filled, const gelField* field, double force[3])
{
    gelWorldDef def = doubleDef();
    gelWorld* world;
    double mass;
    REQUIRE(gelCreateWorld(&def, &world));
    measureForce(world, addFilled(world, filled), field, force, &mass);
    gelDestroyWorld(world);
    return mass;
}

// A body of 500 kg/m^3 displaces twice its mass in water, and a ball half of that with its centre
// at the surface. Without the mass of its cavity a hollow one displaces all of its outside.
static void checkBuoyancy(const Filling* filling, const Filled* filled)
{
    gelField field = gelDefaultField(gel_fieldLiquid);
    double deep[3], half[3];
    pushFilled(filled, &field, half);
    field.position.y = 3.0f;
    double mass = pushFilled(filled, &field, deep);
    double cavity = pow((double)filling->inner / 0.25, 3.0) - pow((double)filling->innermost / 0.25, 3.0);
    double outside = filling->hollow ? 1.0 / (1.0 - cavity) : 1.0;
    double expected = 2.0 * mass * gravity * outside;
    printf("  %s: %.4f, expected %.4f N; at the surface %.4f of it\n", filling->name, deep[1], expected,
           half[1] / deep[1]);
    CHECK_CLOSE(deep[1], expected, (filling->hollow ? 0.02 : 2e-4) * expected,
                "N, of single precision; the inner ball of a hollow one is coarser");
    CHECK(hypot(deep[0], deep[2]) < 1e-4 * expected, "%g and %g N sideways", deep[0], deep[2]);
    CHECK_CLOSE(half[1] / deep[1], 0.5, filling->isBall ? 0.01 : 0.05, "half of it");
}

// The drag equation, with the disc of the ball; drag by area over all of it.
static void checkMedia(const Filled* filled)
{
    gelField wind = gelDefaultField(gel_fieldWind), drag = gelDefaultField(gel_fieldDrag);
    double force[3], disc = pi * 0.25 * 0.25;
    wind.velocity = drag.velocity = (gelVec3){5.0f, 0.0f, 0.0f};
    drag.perArea = true;
    drag.linearDrag = 2.0f;
    pushFilled(filled, &wind, force);
    double expected = 0.5 * 1.2 * 25.0 * disc, area = 2.0 * 5.0 * 4.0 * disc;
    printf("    wind %.4f, expected %.4f N", force[0], expected);
    CHECK_CLOSE(force[0], expected, 0.04 * expected, "N: a ball of triangles is a little smaller");
    pushFilled(filled, &drag, force);
    printf("; drag %.4f, expected %.4f N\n", force[0], area);
    CHECK_CLOSE(force[0], area, 0.04 * area, "N: a ball of triangles is a little smaller");
}

static void fields_act_on_the_skin_of_a_filled_surface_with_the_volume_of_its_mass(void)
{
    for (int i = 0; i < fillingCount; i++) {
        Filled filled = fill(&fillings[i]);
        checkBuoyancy(&fillings[i], &filled);
        if (fillings[i].isBall)
            checkMedia(&filled);
        clearFilled(&filled);
    }
}

// A balloon as it is, inside out, with another one in it, and another one beside it.
static double pushBalloon(const gelWorldDef* def, int kind, const gelField* field, double* sideways)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelSurfaceMesh surface = {0};
    gelWorld* world;
    gelBodyId id;
    double force[3], mass;
    addBall(&surface, 0.25f, 3, (gelVec3){0}, kind == 1, 0);
    if (kind >= 2)
        addBall(&surface, kind == 2 ? 0.15f : 0.25f, 3, (gelVec3){0, 0, kind == 2 ? 0.0f : 0.7f}, kind == 2,
                0);
    REQUIRE(gelCreateWorld(def, &world));
    body.material.thickness = 0.005f;
    REQUIRE(gelCreateSheet(world, &body, &surface, &id));
    measureForce(world, id, field, force, &mass);
    *sideways = force[field->kind == gel_fieldWind ? 1 : 0];
    gelDestroyWorld(world);
    gelDestroySurfaceMesh(&surface);
    return force[field->kind == gel_fieldWind ? 0 : 1];
}

static void closed_cloth_meets_wind_and_liquids_from_outside(void)
{
    static const char* const names[] = {"a balloon", "one inside out", "one in another", "two"};
    gelWorldDef def = doubleDef();
    for (int kind = 0; kind < 4; kind++) {
        gelField wind = gelDefaultField(gel_fieldWind), liquid = gelDefaultField(gel_fieldLiquid);
        double sideways, count = kind == 3 ? 2.0 : 1.0;
        double drag = count * 0.5 * 1.2 * 25.0 * pi * 0.0625;
        double weight = count * water * gravity * 4.0 / 3.0 * pi * 0.015625;
        wind.velocity = (gelVec3){5.0f, 0.0f, 0.0f};
        liquid.position.y = 1.0f;
        double blown = pushBalloon(&def, kind, &wind, &sideways);
        CHECK_CLOSE(blown, drag, 0.03 * drag, "N, the drag of its disc");
        double lifted = pushBalloon(&def, kind, &liquid, &sideways);
        CHECK_CLOSE(lifted, weight, 0.03 * weight, "N, the weight of the water: 1280 triangles hold less");
        CHECK(fabs(sideways) < 1e-4 * weight, "%g N sideways", sideways);
        printf("  %s: wind %.4f, expected %.4f N; water %.2f, expected %.2f N\n", names[kind], blown, drag,
               lifted, weight);
    }
}

// The air in it has the mean pressure of the water. A balloon that rises stays one.
static void closed_cloth_without_a_filling_is_not_crushed(void)
{
    gelWorldDef def = doubleDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelField liquid = gelDefaultField(gel_fieldLiquid);
    gelSurfaceMesh sphere;
    gelWorld* world;
    gelBodyId id;
    float xyz[3 * 1024];
    double volume = 0.0;
    def.substepCount = 20;
    liquid.position.y = 1000.0f;
    liquid.linearDrag = 20.0f;
    body.material.thickness = 0.001f;
    body.material.youngModulus = 1e8f;
    REQUIRE(gelCreateSphereSurface(0.25f, 2, &sphere));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateSheet(world, &body, &sphere, &id));
    REQUIRE(gelWorld_SetFields(world, &liquid, 1));
    for (int i = 0; i < 120; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    REQUIRE(gelBody_ReadPositions(world, id, xyz, 1024));
    for (int t = 0; t < sphere.triangleCount; t++) {
        double x[3][3];
        for (int i = 0; i < 9; i++)
            x[i / 3][i % 3] = (double)xyz[3 * sphere.triangles[3 * t + i / 3] + i % 3] - (double)xyz[i % 3];
        volume += gelTripleProduct(x[0], x[1], x[2]) / 6.0;
    }
    double whole = 4.0 / 3.0 * pi * 0.25 * 0.25 * 0.25;
    printf("  of a balloon %.3f of its volume are left\n", volume / whole);
    CHECK(volume > 0.5 * whole && volume < 1.5 * whole, "%g of its volume are left", volume / whole);
    gelDestroyWorld(world);
    gelDestroySurfaceMesh(&sphere);
}

// Open cloth has two sides: wind pushes at either, and a liquid is on both.
static void open_cloth_meets_wind_on_both_sides_and_displaces_nothing(void)
{
    for (int side = -1; side <= 1; side += 2) {
        gelWorldDef def = doubleDef();
        gelBodyDef body = gelDefaultBodyDef();
        gelField wind = gelDefaultField(gel_fieldWind), liquid = gelDefaultField(gel_fieldLiquid);
        gelSurfaceMesh sheet;
        gelWorld* world;
        gelBodyId id;
        double force[3], mass;
        wind.velocity = (gelVec3){0.0f, 5.0f * (float)side, 0.0f};
        liquid.position.y = 1.0f;
        body.material.thickness = 0.005f;
        REQUIRE(gelCreateSheetSurface(1.0f, 0.6f, 4, 4, &sheet));
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateSheet(world, &body, &sheet, &id));
        measureForce(world, id, &liquid, force, &mass);
        CHECK_CLOSE(force[1], 0.0, 1e-9, "N of the liquid");
        measureForce(world, id, &wind, force, &mass);
        CHECK_CLOSE(force[1], side * 0.5 * 1.2 * 25.0 * 0.6, 1e-3 * 9.0, "N of the wind");
        gelDestroyWorld(world);
        gelDestroySurfaceMesh(&sheet);
    }
}

// Forces before and after an edge of a balloon has torn, N; returns a hash of the state.
static uint64_t pushTorn(gelWorldDef def, gelFieldKind kind, double* whole, double* torn)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelSurfaceMesh sphere;
    gelWorld* world;
    gelBodyId id;
    gelField field = gelDefaultField(kind);
    float xyz[3 * 1024], made[3 * 1024], still[3 * 1024] = {0};
    double force[3], mass;
    int axis = kind == gel_fieldWind ? 0 : 1, edges;
    def.substepCount = 1;
    field.velocity.x = 5.0f;
    field.position.y = 1.0f;
    body.material.thickness = 0.005f;
    body.material.tearStrain = 0.5f;
    REQUIRE(gelCreateSphereSurface(0.25f, 3, &sphere));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateSheet(world, &body, &sphere, &id));
    int count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(gelBody_ReadPositions(world, id, made, 1024));
    measureForce(world, id, &field, force, &mass);
    *whole = force[axis];
    memcpy(xyz, made, sizeof xyz);
    xyz[0] += 0.2f;
    REQUIRE(gelBody_WritePositions(world, id, xyz, count));
    REQUIRE(gelWorld_Step(world, h));
    REQUIRE(gelBody_GetTornSprings(world, id, NULL, 0, &edges));
    CHECK(edges > 0, "nothing has torn");
    REQUIRE(gelBody_WritePositions(world, id, made, count));
    REQUIRE(gelBody_WriteVelocities(world, id, still, count));
    measureForce(world, id, &field, force, &mass);
    *torn = force[axis];
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroySurfaceMesh(&sphere);
    return hash;
}

static void closed_cloth_that_has_torn_is_open(void)
{
    Backends backends = listBackends();
    double blown, through, lifted, sunk, ignored;
    gelWorldDef def = backends.defs[0];
    uint64_t inWind = pushTorn(def, gel_fieldWind, &blown, &through);
    uint64_t inWater = pushTorn(def, gel_fieldLiquid, &lifted, &sunk);
    printf("  wind pushes a balloon with %g N, and %g N once it is torn; water with %g and %g N\n", blown,
           through, lifted, sunk);
    CHECK(through > 1.9 * blown && through < 2.1 * blown, "wind meets both sides");
    CHECK(lifted > 600.0 && sunk == 0.0, "water comes in");
    for (int b = 1; b < backends.count; b++) {
        def = backends.defs[b];
        CHECK_HEX(pushTorn(def, gel_fieldWind, &ignored, &ignored), inWind);
        CHECK_HEX(pushTorn(def, gel_fieldLiquid, &ignored, &ignored), inWater);
    }
}

static double areaByDrag(gelWorld* world, gelBodyId id)
{
    gelField drag = gelDefaultField(gel_fieldDrag);
    double force[3], mass;
    gelMeasures before;
    drag.perArea = true;
    drag.linearDrag = 1.0f;
    drag.velocity.z = 1.0f;
    REQUIRE(gelBody_Measure(world, id, &before));
    measureForce(world, id, &drag, force, &mass);
    return force[2] - before.momentum[2] / (double)h;
}

// The lattice is larger than the ball. The surface that counts is part of the state, and of clones.
static void a_skin_that_comes_or_goes_changes_what_fields_push(void)
{
    gelWorldDef def = doubleDef();
    gelSurfaceMesh ball = {0};
    gelSnapshot* state;
    gelWorld *world, *clone;
    addPlainBall(&ball, 3);
    REQUIRE(gelCreateWorld(&def, &world));
    gelBodyId id = addFilling(world, &fillings[0]);
    double area = 4.0 * pi * 0.0625, withSkin = areaByDrag(world, id);
    REQUIRE(gelTakeSnapshot(world, NULL, &state));
    REQUIRE(gelCloneWorld(world, &def, &clone));
    REQUIRE(gelBody_SetSkin(world, id, NULL, NULL));
    double without = areaByDrag(world, id);
    REQUIRE(gelBody_SetSkin(world, id, &ball, NULL));
    double again = areaByDrag(world, id);
    printf("  %g m^2 with the skin, %g without, %g with it again\n", withSkin, without, again);
    CHECK_CLOSE(withSkin, area, 0.03 * area, "m^2");
    CHECK(without > 1.2 * area, "%g m^2: the lattice is larger", without);
    CHECK_CLOSE(again, withSkin, 1e-3 * area, "m^2");
    CHECK_CLOSE(areaByDrag(clone, gelWorld_GetBody(clone, 0)), area, 0.03 * area, "m^2 in a clone");
    REQUIRE(gelBody_SetSkin(world, id, NULL, NULL));
    REQUIRE(gelWorld_Step(world, h));
    REQUIRE(gelRestoreSnapshot(world, NULL, state));
    CHECK_CLOSE(areaByDrag(world, gelWorld_GetBody(world, 0)), area, 0.03 * area, "m^2 in the state before");
    gelDestroySnapshot(state);
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
    gelDestroySurfaceMesh(&ball);
}

// A filled ball, a balloon, a cage and a body of tets wade together.
static uint64_t hashOfWading(const gelWorldDef* like, gelStrategy strategy, int frames)
{
    gelWorldDef def = *like;
    gelBodyDef body = gelDefaultBodyDef();
    gelField fields[3] = {gelDefaultField(gel_fieldLiquid), gelDefaultField(gel_fieldWind),
                          gelDefaultField(gel_fieldDrag)};
    gelSurfaceMesh sphere;
    gelTetMesh box;
    gelWorld* world;
    gelBodyId id;
    def.strategy = strategy;
    def.tileSize = 16;
    def.substepCount = 4;
    fields[0].linearDrag = 1.0f;
    fields[0].direction = (gelVec3){0.1f, 1.0f, 0.0f};
    fields[1].velocity = (gelVec3){6.0f, 1.0f, 2.0f};
    fields[1].liftCoefficient = 0.5f;
    fields[2].perArea = true;
    REQUIRE(gelCreateWorld(&def, &world));
    addFilling(world, &fillings[0]);
    addFilling(world, &fillings[6]);
    REQUIRE(gelCreateBoxMesh((gelVec3){0.4f, 0.4f, 0.4f}, 2, 2, 2, &box));
    body.position = (gelVec3){1.0f, 0.0f, 0.0f};
    REQUIRE(gelCreateBody(world, &body, &box, &id));
    REQUIRE(gelCreateSphereSurface(0.25f, 2, &sphere));
    body.position.x = 2.0f;
    body.material.thickness = 0.003f;
    body.material.filling = gel_filledWithGas;
    body.material.pressure = 100.0f;
    REQUIRE(gelCreateSheet(world, &body, &sphere, &id));
    REQUIRE(gelWorld_SetFields(world, fields, 3));
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&box);
    gelDestroySurfaceMesh(&sphere);
    return hash;
}

static void every_back_end_and_strategy_gives_the_bits_of_the_reference(void)
{
    static const gelStrategy strategies[] = {gel_strategyPerColour, gel_strategyBody, gel_strategyEnsemble,
                                             gel_strategyTiles};
    Backends backends = listBackends();
    uint64_t expected = hashOfWading(&backends.defs[0], gel_strategyAuto, framesToRun(6));
    for (int b = 1; b < backends.count; b++)
        for (int i = 0; i < 4; i++)
            CHECK_HEX(hashOfWading(&backends.defs[b], strategies[i], framesToRun(6)), expected);
}

TESTS(TEST(fields_act_on_the_skin_of_a_filled_surface_with_the_volume_of_its_mass),
      TEST(closed_cloth_meets_wind_and_liquids_from_outside),
      TEST(closed_cloth_without_a_filling_is_not_crushed),
      TEST(open_cloth_meets_wind_on_both_sides_and_displaces_nothing),
      TEST(closed_cloth_that_has_torn_is_open), TEST(a_skin_that_comes_or_goes_changes_what_fields_push),
      TEST(every_back_end_and_strategy_gives_the_bits_of_the_reference))
