// The visible surface is the contact surface: bodies filled from a surface meet the ground and each
// other with that surface, not with the tets around it.
#include "mesh/surface_shapes.h"
#include "support/fixtures.h"
#include "surface/contact_surface.h"

#include <math.h>

static const float frame = 1.0f / 60.0f;

typedef struct Filled {
    gelSurfaceMesh surface;
    gelTetMesh mesh;
    gelEmbedding embedding;
    double cell; // m
} Filled;

static Filled fill(gelSurfaceMesh surface, int tets)
{
    gelMesherDef def = gelDefaultMesherDef();
    gelMesherReport report;
    Filled filled = {.surface = surface};
    def.tetCount = tets;
    REQUIRE(gelCreateMeshFromSurface(&surface, &def, &filled.mesh, &filled.embedding, &report));
    filled.cell = (double)report.cellSize;
    return filled;
}

static Filled fillCube(int tets)
{
    Soup soup = {0};
    addBox(&soup, (float[]){-0.5f, -0.5f, -0.5f}, (float[]){0.5f, 0.5f, 0.5f});
    return fill(surfaceOf(&soup), tets);
}

static Filled fillBall(void)
{
    Soup soup = {0};
    addSphere(&soup, (float[]){0.0f, 0.0f, 0.0f}, 0.7, 24);
    return fill(surfaceOf(&soup), 1000);
}

static void clearFilled(Filled* filled)
{
    gelDestroySurfaceMesh(&filled->surface);
    gelDestroyTetMesh(&filled->mesh);
    gelDestroyEmbedding(&filled->embedding);
}

// Hardly bends: 10 MPa.
static gelBodyId addFilled(gelWorld* world, const Filled* filled, float height)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    def.material.youngModulus = 1e7f;
    def.material.damping = 2.0f;
    def.position.y = height;
    REQUIRE(gelCreateBody(world, &def, &filled->mesh, &id));
    REQUIRE(gelBody_SetSkin(world, id, &filled->surface, &filled->embedding));
    return id;
}

static gelWorld* makeWorld(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    gelWorld* world;
    def.contact = true;
    def.ground.enabled = true;
    def.substepCount = 20;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static void measureSkin(gelWorld* world, gelBodyId id, double* lowest, double* highest)
{
    const gelSkin* skin = gelBody_GetSkin(world, id);
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float* x = malloc((size_t)mesh->vertexCount * 12);
    float* points = malloc((size_t)skin->surface.vertexCount * 12);
    REQUIRE(gelBody_ReadPositions(world, id, x, mesh->vertexCount));
    gelEvaluateEmbedding(&skin->embedding, mesh, x, points);
    *lowest = INFINITY;
    *highest = -INFINITY;
    for (int i = 0; i < skin->surface.vertexCount; i++) {
        *lowest = fmin(*lowest, (double)points[3 * i + 1]);
        *highest = fmax(*highest, (double)points[3 * i + 1]);
    }
    free(x);
    free(points);
}

static gelWorldDef referenceDef(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    return def;
}

static void filled_bodies_rest_on_what_is_seen(void)
{
    gelWorldDef def = referenceDef();
    Filled shapes[2] = {fillCube(1000), fillBall()};
    for (int i = 0; i < 2; i++) {
        gelWorld* world = makeWorld(&def);
        gelBodyId id = addFilled(world, &shapes[i], 0.75f);
        double lowest, highest;
        for (int n = 0; n < 180; n++)
            REQUIRE(gelWorld_Step(world, frame));
        measureSkin(world, id, &lowest, &highest);
        CHECK_CLOSE(lowest, 0.0, 0.05 * shapes[i].cell, "a twentieth of a cell");
        gelDestroyWorld(world);
        clearFilled(&shapes[i]);
    }
}

static void filled_bodies_rest_on_each_other_where_it_is_seen(void)
{
    gelWorldDef def = referenceDef();
    Filled cube = fillCube(1000);
    gelWorld* world = makeWorld(&def);
    gelBodyId lower = addFilled(world, &cube, 0.51f), upper = addFilled(world, &cube, 1.53f);
    double bottom, middle, above, top;
    for (int n = 0; n < 180; n++)
        REQUIRE(gelWorld_Step(world, frame));
    measureSkin(world, lower, &bottom, &middle);
    measureSkin(world, upper, &above, &top);
    CHECK_CLOSE(above - middle, 0.0, 0.05 * cube.cell, "a twentieth of a cell");
    CHECK_CLOSE(bottom, 0.0, 0.05 * cube.cell, "a twentieth of a cell");
    gelDestroyWorld(world);
    clearFilled(&cube);
}

// Without contact, bodies meet the ground with their tets, as ever: taking contact away again undoes it.
static void without_contact_the_tets_meet_the_ground_again(void)
{
    gelWorldDef def = referenceDef();
    Filled cube = fillCube(1000);
    gelWorld* worlds[2];
    for (int i = 0; i < 2; i++) {
        worlds[i] = makeWorld(&def);
        addFilled(worlds[i], &cube, 2.0f);
        gelWorldDef own = gelWorld_GetDef(worlds[i]);
        own.contact = i == 1;
        REQUIRE(gelWorld_SetSettings(worlds[i], &own));
        for (int n = 0; n < 10; n++)
            REQUIRE(gelWorld_Step(worlds[i], frame)); // falls
        own.contact = false;
        REQUIRE(gelWorld_SetSettings(worlds[i], &own));
        for (int n = 0; n < 60; n++)
            REQUIRE(gelWorld_Step(worlds[i], frame));
    }
    CHECK_HEX(gelWorld_Hash(worlds[1]), gelWorld_Hash(worlds[0]));
    for (int i = 0; i < 2; i++)
        gelDestroyWorld(worlds[i]);
    clearFilled(&cube);
}

// Triangles of what touches that look into another part of it.
static int countHidden(const gelTetMesh* mesh, const gelContactSurface* surface, double step)
{
    int hidden = 0;
    for (int t = 0; t < surface->triangleCount; t++) {
        double x[3][3] = {{0}}, a[3], b[3], area[3], beyond[3];
        for (int i = 0; i < 36; i++) {
            const gelContactPoint* point = &surface->points[surface->triangles[t][i / 12]];
            x[i / 12][i % 3] += (double)point->weights[i / 3 % 4] *
                                (double)mesh->positions[3 * point->vertices[i / 3 % 4] + i % 3];
        }
        gelSubtract3(x[1], x[0], a);
        gelSubtract3(x[2], x[0], b);
        gelCross3(a, b, area);
        double length = sqrt(gelDot3(area, area));
        for (int k = 0; k < 3 && length > 0.0; k++)
            beyond[k] = ((x[0][k] + x[1][k]) + x[2][k]) / 3.0 + step * area[k] / length;
        hidden += length > 0.0 && gelSurfaceTree_Winding(&surface->tree, beyond) > 0.5;
    }
    return hidden;
}

// The tets of each part reach far into the other, and the nearest place of the skin is often on that.
static void parts_that_nearly_touch_keep_their_own_surface(void)
{
    for (int i = 0; i < 2; i++) {
        Soup soup = {0};
        if (i == 0) {
            addBox(&soup, (float[]){0.0f, 0.0f, 0.0f}, (float[]){0.3f, 1.0f, 1.0f});
            addBox(&soup, (float[]){0.32f, 0.0f, 0.0f}, (float[]){0.62f, 1.0f, 1.0f});
        } else {
            addSphere(&soup, (float[]){0.0f, 0.0f, 0.0f}, 0.5, 24);
            addSphere(&soup, (float[]){0.0f, 1.02f, 0.0f}, 0.5, 24);
        }
        Filled filled = fill(surfaceOf(&soup), 1000);
        gelContactSurface surface;
        REQUIRE(gelCreateContactSurface(
            &filled.mesh, &(gelSkin){.surface = filled.surface, .embedding = filled.embedding}, &surface));
        CHECK(filled.cell > 3.0 * 0.02, "cells of %g m", filled.cell);
        CHECK_INT(countHidden(&filled.mesh, &surface, 0.005), 0);
        gelClearContactSurface(&surface);
        clearFilled(&filled);
    }
}

static void a_skin_about_as_fine_as_the_tets_is_what_touches(void)
{
    Filled filled = fillBall();
    gelContactSurface surface;
    gelSkin skin = {.surface = filled.surface, .embedding = filled.embedding};
    REQUIRE(gelCreateContactSurface(&filled.mesh, &skin, &surface));
    CHECK_INT(surface.triangleCount, filled.surface.triangleCount);
    CHECK_INT(surface.pointCount, filled.surface.vertexCount);
    gelClearContactSurface(&surface);
    clearFilled(&filled);
    filled = fillCube(1000); // whose twelve triangles would not bend with it
    skin = (gelSkin){.surface = filled.surface, .embedding = filled.embedding};
    REQUIRE(gelCreateContactSurface(&filled.mesh, &skin, &surface));
    CHECK(surface.triangleCount > 100, "%d triangles", surface.triangleCount);
    gelClearContactSurface(&surface);
    clearFilled(&filled);
}

// A contact that is skipped while its point is slow lets elasticity shoot the point out in the next substep.
// After 5 s the cube moved at 0.0053 m/s while such contacts were skipped, and moves at 0.00011 m/s now. The
// bound lies between. Without damping, 10 1/s here, its fall would still shake it.
static void a_soft_filled_body_comes_to_rest_on_smooth_ground(void)
{
    gelWorldDef def = referenceDef();
    Filled cube = fillCube(50);
    gelWorld* world = makeWorld(&def);
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    gelMeasures measures;
    gelGround ground = gelDefaultWorldDef().ground;
    ground.enabled = true;
    ground.friction = 0.0f;
    REQUIRE(gelWorld_SetGround(world, ground));
    REQUIRE(gelWorld_SetSubstepCount(world, 4));
    body.material.youngModulus = 1e5f;
    body.material.damping = 10.0f;
    body.position.y = 0.5f;
    REQUIRE(gelCreateBody(world, &body, &cube.mesh, &id));
    REQUIRE(gelBody_SetSkin(world, id, &cube.surface, &cube.embedding));
    for (int n = 0; n < 300; n++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelWorld_Measure(world, &measures));
    double speed = sqrt(2.0 * measures.kineticEnergy / measures.mass);
    printf("  %g m/s after 5 s\n", speed);
    CHECK(speed < 1e-3, "it still moves at %g m/s after 5 s, expected below 0.001 m/s", speed);
    gelDestroyWorld(world);
    clearFilled(&cube);
}

static void a_skin_is_read_where_its_tets_carry_it(void)
{
    static float tets[4096][3], expected[4096][3], found[4096][3];
    Filled ball = fillBall();
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    gelBodyId bare;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    def.backend = gel_referenceFloat;
    def.ground.enabled = true;
    REQUIRE(gelCreateWorld(&def, &world));
    gelBodyId id = addFilled(world, &ball, 0.75f);
    bodyDef.position.x = 5.0f;
    REQUIRE(gelCreateBody(world, &bodyDef, &ball.mesh, &bare));
    for (int i = 0; i < 10; i++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelBody_ReadPositions(world, id, tets[0], 4096));
    gelEvaluateEmbedding(&ball.embedding, &ball.mesh, tets[0], expected[0]);
    REQUIRE(gelBody_ReadSkin(world, id, found[0], 4096));
    int count = ball.surface.vertexCount;
    CHECK(memcmp(expected, found, (size_t)count * sizeof found[0]) == 0, "other places");
    CHECK_STATUS(gelBody_ReadSkin(world, id, found[0], count - 1), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "but the skin has");
    CHECK_STATUS(gelBody_ReadSkin(world, bare, found[0], 4096), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "expected a body with a skin");
    CHECK_STATUS(gelBody_ReadSkin(world, (gelBodyId){0}, found[0], 4096), gel_invalidHandle);
    gelDestroyWorld(world);
    clearFilled(&ball);
}

TESTS(TEST(a_skin_is_read_where_its_tets_carry_it), TEST(filled_bodies_rest_on_what_is_seen),
      TEST(a_soft_filled_body_comes_to_rest_on_smooth_ground),
      TEST(a_skin_about_as_fine_as_the_tets_is_what_touches),
      TEST(parts_that_nearly_touch_keep_their_own_surface),
      TEST(filled_bodies_rest_on_each_other_where_it_is_seen),
      TEST(without_contact_the_tets_meet_the_ground_again))
