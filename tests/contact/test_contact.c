// Bodies that meet each other: momentum, towers, deep approaches.
#include "support/files.h"
#include "support/motion.h"

#include <inttypes.h>
#include <math.h>

static const float frame = 1.0f / 60.0f;

static gelWorldDef makeDef(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    def.contact = true;
    return def;
}

// Adds a body of rubber, 1 MPa.
static gelBodyId addBody(gelWorld* world, const gelTetMesh* mesh, gelVec3 position, gelVec3 velocity)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    def.material.youngModulus = 1e6f;
    def.position = position;
    def.velocity = velocity;
    REQUIRE(gelCreateBody(world, &def, mesh, &id));
    return id;
}

static void step(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

static void two_bodies_that_meet_keep_momentum_and_part(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh;
    uint64_t reference = 0;
    REQUIRE(gelCreateSphereMesh(0.2f, 4, &mesh));
    for (int b = 0; b < backends.count; b++) {
        gelWorldDef def = makeDef(&backends.defs[b]);
        gelWorld* world;
        def.gravity = (gelVec3){0};
        REQUIRE(gelCreateWorld(&def, &world));
        gelBodyId ids[2] = {
            addBody(world, &mesh, (gelVec3){-0.3f, 0.02f, 0.0f}, (gelVec3){2.0f, 0.0f, 0.0f}),
            addBody(world, &mesh, (gelVec3){0.3f, -0.03f, 0.01f}, (gelVec3){-2.0f, 0.0f, 0.0f})};
        Motion before = measure(world, ids, 2), alone = measure(world, ids, 1);
        step(world, 30);
        Motion after = measure(world, ids, 2), left = measure(world, ids, 1);
        double carried = fabs(alone.momentum[0]);
        for (int k = 0; k < 3; k++) {
            CHECK_CLOSE(after.momentum[k], before.momentum[k], 1e-3 * carried,
                        "the pushes of a contact add up to nothing, but 300 substeps round");
            CHECK_CLOSE(after.angular[k], before.angular[k], carried * 4.0 / 600.0,
                        "normals are from the start of a substep, in which they slide past each other");
        }
        CHECK(left.momentum[0] < -0.2 * carried, "%s: the left body moves on with %g of %g kg m/s",
              backends.names[b], left.momentum[0], alone.momentum[0]);
        reference = b == 0 ? gelWorld_Hash(world) : reference;
        CHECK(gelWorld_Hash(world) == reference, "%s: %016" PRIx64 ", the reference's %016" PRIx64,
              backends.names[b], gelWorld_Hash(world), reference);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

static void boxes_stand_on_each_other(void)
{
    gelWorldDef reference = gelDefaultWorldDef();
    reference.backend = gel_referenceFloat;
    gelWorldDef def = makeDef(&reference);
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId ids[3];
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 3, 3, 3, &mesh));
    def.ground.enabled = true;
    def.substepCount = 20;
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < 3; i++)
        ids[i] =
            addBody(world, &mesh, (gelVec3){0.01f * (float)i, 0.1f + 0.201f * (float)i, 0.0f}, (gelVec3){0});
    step(world, 120);
    for (int i = 0; i < 3; i++) {
        Motion motion = measure(world, &ids[i], 1);
        CHECK_CLOSE(motion.centre[1], 0.1 + 0.2 * i, 0.02, "they press each other flat");
        CHECK_CLOSE(motion.centre[0], 0.01 * i, 0.01, "friction holds them");
        CHECK_CLOSE(motion.momentum[1] / motion.mass, 0.0, 0.05, "at rest");
    }
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

// Two bears laid into each other in six ways: a third of their vertices is inside.
static void bodies_meet_unless_they_are_told_not_to(void)
{
    const char* path = GEL_SCRATCH "/unsaid.json";
    for (int said = 0; said < 2; said++) {
        gelScene* scene;
        gelWorld* world;
        char text[500];
        snprintf(text, sizeof text,
                 "{%s \"ground\": {}, \"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [0.2, 0.2, 0.2],"
                 " \"cells\": [2, 2, 2]}, \"position\": [0, 0.11, 0], \"material\": {\"youngModulus\": 1e6},"
                 " \"repeat\": {\"count\": [1, 2, 1], \"spacing\": [0, 0.25, 0]}}]}",
                 said != 0 ? "\"contact\": false," : "");
        writeText(path, text);
        REQUIRE(gelLoadScene(path, &scene));
        gelWorldDef def = gelScene_GetWorldDef(scene);
        def.backend = gel_referenceFloat;
        CHECK(gelScene_HasContact(scene) == (said == 0), "the scene's contact");
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelScene_CreateBodies(scene, world));
        step(world, 120);
        gelBodyId upper = gelWorld_GetBody(world, 1);
        double height = measure(world, &upper, 1).centre[1];
        CHECK(said == 0 ? height > 0.28 : height < 0.12, "the upper box is at %g m", height);
        gelDestroyWorld(world);
        gelDestroyScene(scene);
    }
}

static void a_body_alone_pays_nothing_for_contact(void)
{
    gelTetMesh mesh;
    gelObstacleDef plate = gelDefaultObstacleDef();
    gelSurfaceMesh surface;
    gelBodyId id;
    Backends backends = listBackends();
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateBoxSurface((gelVec3){1.0f, 0.1f, 1.0f}, &surface));
    for (int b = 0; b < backends.count; b++) {
        gelWorld* worlds[2];
        for (int i = 0; i < 2; i++) {
            gelWorldDef def = backends.defs[b];
            def.contact = i == 0;
            def.ground.enabled = true;
            REQUIRE(gelCreateWorld(&def, &worlds[i]));
            addBody(worlds[i], &mesh, (gelVec3){0, 0.12f, 0}, (gelVec3){0, -1, 0});
            step(worlds[i], 20);
            CHECK(!gelWorld_HasContact(worlds[i]), "%s: one body", backends.names[b]);
        }
        CHECK_HEX(gelWorld_Hash(worlds[0]), gelWorld_Hash(worlds[1]));
        CHECK_INT(gelWorld_GetProfile(worlds[0]).launchesPerStep,
                  gelWorld_GetProfile(worlds[1]).launchesPerStep);
        REQUIRE(gelCreateObstacle(worlds[0], &plate, &surface, &id));
        CHECK(gelWorld_HasContact(worlds[0]), "%s: a body and an obstacle", backends.names[b]);
        gelDestroyWorld(worlds[0]);
        gelDestroyWorld(worlds[1]);
    }
    gelDestroySurfaceMesh(&surface);
    gelDestroyTetMesh(&mesh);
}

static void bodies_laid_into_each_other_are_led_apart_without_shooting_off(void)
{
    static const float ways[6][3] = {{0.2f, 0.0f, 0.0f},  {0.0f, 0.3f, 0.0f}, {0.0f, 0.0f, 0.15f},
                                     {0.15f, 0.2f, 0.1f}, {0.0f, 0.0f, 0.0f}, {-0.1f, 0.05f, -0.2f}};
    gelTetMesh mesh;
    REQUIRE(gelLoadTetMesh(GEL_ASSETS "/meshes/bear_small.node", &mesh, NULL));
    for (int way = 0; way < 6; way++) {
        gelWorldDef def = gelDefaultWorldDef();
        gelBodyDef body = gelDefaultBodyDef();
        gelWorld* world;
        gelBodyId ids[2];
        gelMeasures measures;
        def.backend = gel_referenceFloat;
        def.contact = true;
        def.gravity = (gelVec3){0};
        REQUIRE(gelCreateWorld(&def, &world));
        for (int i = 0; i < 2; i++) {
            if (i == 1)
                body.position = (gelVec3){ways[way][0], ways[way][1], ways[way][2]};
            body.rotation = (gelQuat){0.0f, 0.3f * (float)i, 0.1f * (float)(way * i), 1.0f};
            REQUIRE(gelCreateBody(world, &body, &mesh, &ids[i]));
        }
        int before = countInside(world, ids[0], ids[1]) + countInside(world, ids[1], ids[0]);
        step(world, 60);
        int after = countInside(world, ids[0], ids[1]) + countInside(world, ids[1], ids[0]);
        REQUIRE(gelWorld_Measure(world, &measures));
        CHECK(before > 50 && after == 0, "way %d: %d vertices inside, after a second %d", way, before, after);
        double speed = sqrt(2.0 * measures.kineticEnergy / measures.mass);
        CHECK(speed < 0.5, "way %d: they fly apart at %g m/s", way, speed); // they are led at 1 m/s
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// Nothing has moved when it is refused, so the world goes on when they have been put apart.
static void too_many_copies_in_one_place_are_refused(void)
{
    enum { copies = 65 };
    Backends backends = listBackends();
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 1, 1, 1, &mesh));
    for (int b = 0; b < backends.count; b++) {
        gelWorldDef def = makeDef(&backends.defs[b]);
        gelWorld* world;
        gelBodyId last = {0};
        REQUIRE(gelCreateWorld(&def, &world));
        for (int i = 0; i < copies; i++)
            last = addBody(world, &mesh, (gelVec3){1.0f, 2.0f, 3.0f}, (gelVec3){0});
        uint64_t before = gelWorld_Hash(world);
        CHECK_STATUS(gelWorld_Step(world, frame), gel_unsupported);
        CHECK(strstr(gelLastError(), "more than 64 bodies are in one place") != NULL, "%s", gelLastError());
        CHECK_HEX(gelWorld_Hash(world), before);
        REQUIRE(gelDestroyBody(world, last));
        step(world, 1);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(two_bodies_that_meet_keep_momentum_and_part), TEST(boxes_stand_on_each_other),
      TEST(bodies_meet_unless_they_are_told_not_to), TEST(a_body_alone_pays_nothing_for_contact),
      TEST(too_many_copies_in_one_place_are_refused),
      TEST(bodies_laid_into_each_other_are_led_apart_without_shooting_off))
