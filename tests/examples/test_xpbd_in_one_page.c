// The solver on one page has the bits of the library.
#include "support/fixtures.h"

#define main runOnePage
int main(void);
#include "examples/xpbd_in_one_page.c"
#undef main

static gelWorld* openSameCube(gelBodyId* body)
{
    gelTetMesh cube;
    gelWorld* world;
    gelWorldDef worldDef = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    worldDef.backend = gel_referenceFloat;
    worldDef.order = gel_meshOrder;
    worldDef.substepCount = substeps;
    worldDef.ground.enabled = true;
    bodyDef.position.y = 1.0f;
    bodyDef.material.stiffness = gel_compliances;
    bodyDef.material.edgeCompliance = 1e-4f;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.75f, 0.75f, 0.75f}, 4, 4, 4, &cube));
    REQUIRE(gelCreateWorld(&worldDef, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, &cube, body));
    gelDestroyTetMesh(&cube);
    return world;
}

static void the_page_has_the_bits_of_the_reference_in_mesh_order(void)
{
    float positions[maxVertices][3], velocities[maxVertices][3];
    gelBodyId body;
    CHECK_INT(runOnePage(), 0);
    gelWorld* world = openSameCube(&body);
    for (int frame = 0; frame < 128; frame++)
        REQUIRE(gelWorld_Step(world, 1.0f / 64.0f));
    REQUIRE(gelBody_ReadPositions(world, body, positions[0], maxVertices));
    REQUIRE(gelBody_ReadVelocities(world, body, velocities[0], maxVertices));
    for (int i = 0; i < maxVertices; i++) {
        const float page[2][3] = {{x[i].x, x[i].y, x[i].z}, {v[i].x, v[i].y, v[i].z}};
        CHECK(memcmp(page[0], positions[i], sizeof page[0]) == 0,
              "vertex %d: at %.9g m, the world's at %.9g m", i, (double)page[0][1], (double)positions[i][1]);
        CHECK(memcmp(page[1], velocities[i], sizeof page[1]) == 0,
              "vertex %d: %.9g m/s, the world's %.9g m/s", i, (double)page[1][1], (double)velocities[i][1]);
    }
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < maxVertices; i++)
        hash = hashVector(hashVector(hash, x[i]), v[i]);
    CHECK_HEX(hash, gelWorld_Hash(world));
    gelDestroyWorld(world);
}

TESTS(TEST(the_page_has_the_bits_of_the_reference_in_mesh_order))
