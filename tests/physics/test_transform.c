// The rigid motion that fits a body best.
#include "support/fixtures.h"

static const gelVec3 place = {1.5f, -2.0f, 0.25f};
static const gelQuat third = {0.2f, -0.4f, 0.4f, 0.8f}; // a unit quaternion

static gelWorld* openBox(gelVec3 gravity, gelVec3 velocity, gelBodyId* body)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    def.backend = gel_referenceFloat;
    def.gravity = gravity;
    bodyDef.position = place;
    bodyDef.rotation = third;
    bodyDef.scale = 2.0f;
    bodyDef.velocity = velocity;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.5f, 0.25f}, 3, 2, 1, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, body));
    gelDestroyTetMesh(&mesh);
    return world;
}

static void checkTransform(gelWorld* world, gelBodyId body, gelVec3 expected, double tolerance)
{
    gelVec3 position;
    gelQuat q;
    REQUIRE(gelBody_GetTransform(world, body, &position, &q));
    CHECK_CLOSE((double)position.x, (double)expected.x, tolerance, "x");
    CHECK_CLOSE((double)position.y, (double)expected.y, tolerance, "y");
    CHECK_CLOSE((double)position.z, (double)expected.z, tolerance, "z");
    CHECK_CLOSE((double)q.x, (double)third.x, tolerance, "x of the rotation");
    CHECK_CLOSE((double)q.y, (double)third.y, tolerance, "y of the rotation");
    CHECK_CLOSE((double)q.z, (double)third.z, tolerance, "z of the rotation");
    CHECK_CLOSE((double)q.w, (double)third.w, tolerance, "w of the rotation");
}

static void a_body_begins_where_its_definition_puts_it(void)
{
    gelBodyId body;
    gelWorld* world = openBox((gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, &body);
    checkTransform(world, body, place, 1e-6);
    gelDestroyWorld(world);
}

static void a_body_flies_without_turning(void)
{
    gelBodyId body;
    gelWorld* world = openBox((gelVec3){0, -10, 0}, (gelVec3){1, 3, 0}, &body);
    for (int i = 0; i < 60; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    double fallen = 0.5 * 10.0 * (1.0 + 1.0 / 600.0); // of symplectic Euler with 10 substeps
    checkTransform(world, body, (gelVec3){place.x + 1.0f, place.y + 3.0f - (float)fallen, place.z}, 1e-4);
    gelDestroyWorld(world);
}

// Stretching along the body's own axes changes neither centre nor rotation.
static void a_stretched_body_keeps_its_rotation(void)
{
    enum { max = 64 };
    gelBodyId body;
    float xyz[3 * max];
    gelWorld* world = openBox((gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, &body);
    const gelTetMesh* mesh = gelBody_GetMesh(world, body);
    gelTetMesh stretched = *mesh;
    for (int i = 0; i < mesh->vertexCount; i++)
        for (int k = 0; k < 3; k++)
            xyz[3 * i + k] = mesh->positions[3 * i + k] * (k == 0 ? 1.4f : k == 1 ? 0.7f : 1.0f);
    stretched.positions = xyz;
    gelBodyDef def = gelDefaultBodyDef();
    def.position = place;
    def.rotation = third;
    def.scale = 2.0f;
    gelBodyId other;
    REQUIRE(gelCreateBody(world, &def, &stretched, &other));
    REQUIRE(gelBody_ReadPositions(world, other, xyz, max));
    REQUIRE(gelBody_WritePositions(world, body, xyz, mesh->vertexCount));
    checkTransform(world, body, place, 1e-5);
    gelDestroyWorld(world);
}

static void an_unknown_body_has_no_transform(void)
{
    gelBodyId body;
    gelVec3 position;
    gelQuat rotation;
    gelWorld* world = openBox((gelVec3){0, 0, 0}, (gelVec3){0, 0, 0}, &body);
    REQUIRE(gelDestroyBody(world, body));
    CHECK_INT(gelBody_GetTransform(world, body, &position, &rotation), gel_invalidHandle);
    gelDestroyWorld(world);
}

TESTS(TEST(a_body_begins_where_its_definition_puts_it), TEST(a_body_flies_without_turning),
      TEST(a_stretched_body_keeps_its_rotation), TEST(an_unknown_body_has_no_transform))
