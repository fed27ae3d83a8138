// What is seen is what touches: bodies filled from a surface meet the ground and each other with that surface,
// not with the tets around it.
#include "mesh/surface_shapes.h"
#include "support/fixtures.h"

#include <math.h>

static const float frame = 1.0f / 60.0f;

typedef struct Filled {
    gelSurfaceMesh surface;
    gelTetMesh mesh;
    gelEmbedding embedding;
    double cell; // m
} Filled;

static Filled fill(gelSurfaceMesh surface)
{
    gelMesherDef def = gelDefaultMesherDef();
    gelMesherReport report;
    Filled filled = {.surface = surface};
    def.tetCount = 1000;
    REQUIRE(gelCreateMeshFromSurface(&surface, &def, &filled.mesh, &filled.embedding, &report));
    filled.cell = (double)report.cellSize;
    return filled;
}

static Filled fillCube(void)
{
    Soup soup = {0};
    addBox(&soup, (float[]){-0.5f, -0.5f, -0.5f}, (float[]){0.5f, 0.5f, 0.5f});
    return fill(surfaceOf(&soup));
}

static Filled fillBall(void)
{
    Soup soup = {0};
    addSphere(&soup, (float[]){0.0f, 0.0f, 0.0f}, 0.7, 24);
    return fill(surfaceOf(&soup));
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
    Filled shapes[2] = {fillCube(), fillBall()};
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
    Filled cube = fillCube();
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
    Filled cube = fillCube();
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

TESTS(TEST(filled_bodies_rest_on_what_is_seen), TEST(filled_bodies_rest_on_each_other_where_it_is_seen),
      TEST(without_contact_the_tets_meet_the_ground_again))
