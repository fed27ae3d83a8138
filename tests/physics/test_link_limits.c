// Attachments that break under load, and links that begin apart.
#include "support/fixtures.h"

static const float frame = 1.0f / 60.0f;

static gelBodyId addTable(gelWorld* world, gelVec3 position)
{
    gelSurfaceMesh surface;
    gelObstacleDef def = gelDefaultObstacleDef();
    gelBodyId id;
    def.position = position;
    REQUIRE(gelCreateBoxSurface((gelVec3){1.0f, 0.1f, 1.0f}, &surface));
    REQUIRE(gelCreateObstacle(world, &def, &surface, &id));
    gelDestroySurfaceMesh(&surface);
    return id;
}

static gelWorld* makeWorld(const gelWorldDef* def)
{
    gelWorld* world;
    gelWorldDef apart = *def;
    apart.contact = false; // bodies that are joined would push each other where they are
    REQUIRE(gelCreateWorld(&apart, &world));
    return world;
}

static gelBodyPoint pointOf(gelWorld* world, gelBodyId body, gelVec3 place)
{
    gelBodyPoint anchor;
    REQUIRE(gelBody_FindPoint(world, body, place, &anchor));
    return anchor;
}

static void steps(gelWorld* world, int count)
{
    for (int i = 0; i < count; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

static double massOf(gelWorld* world, gelBodyId id)
{
    gelMeasures measures;
    REQUIRE(gelBody_Measure(world, id, &measures));
    return measures.mass;
}

// A tet that moves at a speed. At its centre it is a point of its mass.
static gelBodyId addWeight(gelWorld* world, float speed)
{
    static const float corners[12] = {0.15f, 0, 0, -0.15f, 0, 0, 0, 0.1f, 0.2f, 0, -0.1f, 0.2f};
    gelTetMesh mesh;
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    def.velocity = (gelVec3){0, speed, 0};
    REQUIRE(gelCreateTetMesh(corners, 4, (const int[]){0, 1, 2, 3}, 1, NULL, &mesh, NULL));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

// A weight is caught within eight substeps, at each of 16 moments of a frame.
static void a_jerk_within_a_frame_breaks_an_attachment(gelWorldDef def)
{
    const double speed = 2.4, stiffness = 2.5e5;
    def.gravity = (gelVec3){0, 0, 0};
    for (int i = 0; i < 32; i++) {
        gelWorld* world = makeWorld(&def);
        double slack = speed / 60.0 * (i / 2 / 16.0);
        gelBodyId weight = addWeight(world, (float)-speed), table = addTable(world, (gelVec3){0, 0.2f, 0});
        gelAttachmentDef attachment = gelDefaultAttachmentDef();
        gelAttachmentId id;
        float places[12];
        double jerk = speed * sqrt(stiffness * massOf(world, weight));
        attachment.a = pointOf(world, weight, (gelVec3){0.0f, 0.0f, 0.1f});
        attachment.b = pointOf(world, table, (gelVec3){0.0f, 0.15f, 0.1f});
        attachment.length = 0.15f + (float)slack;
        attachment.curve[0] = (gelForcePoint){-1.0f, 0.0f};
        attachment.curve[1] = (gelForcePoint){0.0f, 0.0f};
        attachment.curve[2] = (gelForcePoint){1.0f, (float)stiffness};
        attachment.curvePointCount = 3;
        attachment.breakForce = (float)(jerk * (i % 2 == 0 ? 0.2 : 2.0));
        REQUIRE(gelCreateAttachment(world, &attachment, &id));
        steps(world, 3);
        REQUIRE(gelBody_ReadPositions(world, weight, places, 4));
        double fall = -0.25 * (double)(places[1] + places[4] + places[7] + places[10]);
        CHECK(gelAttachment_IsValid(world, id) == (i % 2 == 1),
              "a jerk of %g N after %g m, breakForce %g N: %s", jerk, slack, (double)attachment.breakForce,
              i % 2 == 0 ? "it held" : "it broke");
        CHECK((fall > 0.5 * 3.0 / 60.0 * speed) == (i % 2 == 0), "it fell %g m, freely %g m", fall,
              3.0 / 60.0 * speed);
        gelDestroyWorld(world);
    }
}

TESTS(TEST_ON_EACH_BACKEND(a_jerk_within_a_frame_breaks_an_attachment))
