// Worlds that tests run on ranks.
#pragma once

#include "backend/backend.h"
#include "support/fixtures.h"

// Lattices of many tiles in several phases, one of which is pinned, a cloth and a rope that fall on the ground; one vertex
// is pulled.
static inline gelWorld* makeWorld(const gelWorldDef* like)
{
    gelWorldDef def = *like;
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelSurfaceMesh sheet;
    gelLineMesh line;
    gelBodyId id;
    gelWorld* world;
    def.tileSize = 64;
    def.ground.enabled = true;
    def.substepCount = 4;
    body.position.y = 0.52f;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){2.0f, 1.0f, 1.0f}, 12, 6, 6, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    REQUIRE(gelWorld_SetGoals(
        world, &(gelGoal){.body = id, .vertex = 7, .position = {0, 2, 0}, .stiffness = 1000}, 1));
    body.position.x = 3.0f;
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    REQUIRE(gelBody_PinBelow(world, id, 0.2f, NULL));
    gelDestroyTetMesh(&mesh);
    body.position = (gelVec3){6.0f, 0.01f, 0.0f};
    REQUIRE(gelCreateSheetSurface(1.0f, 1.0f, 20, 20, &sheet));
    REQUIRE(gelCreateSheet(world, &body, &sheet, &id));
    gelDestroySurfaceMesh(&sheet);
    body.position.x = 8.0f;
    REQUIRE(gelCreateStraightLine(1.0f, 200, &line));
    REQUIRE(gelCreateRope(world, &body, &line, &id));
    gelDestroyLineMesh(&line);
    return world;
}

static inline gelStatus stepTimes(gelWorld* world, int frames)
{
    gelStatus status = gel_success;
    for (int i = 0; i < frames && status == gel_success; i++)
        status = gelWorld_Step(world, 1.0f / 60.0f);
    return status;
}

static inline gelWorldDef referenceDef(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    return def;
}

static inline bool hasNative(void)
{
    return gelFindNative() == gel_success;
}

enum { mostContacts = 20000 };

static inline int countDifferences(const gelContact* a, const gelContact* b, int count)
{
    int different = 0;
    for (int i = 0; i < count; i++)
        different += a[i].firstElement != b[i].firstElement || a[i].secondElement != b[i].secondElement ||
                     a[i].impulse.x != b[i].impulse.x || a[i].impulse.y != b[i].impulse.y ||
                     a[i].impulse.z != b[i].impulse.z;
    return different;
}

enum { pileBoxes = 12, verticesOfBox = 4 * 4 * 4 };

// Boxes that lie closely on each other.
static inline gelWorld* makePile(const gelWorldDef* like)
{
    gelWorldDef def = *like;
    gelTetMesh mesh;
    gelBodyId id;
    gelWorld* world;
    def.contact = true;
    def.ground.enabled = true;
    def.substepCount = 4;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.3f, 0.3f, 0.3f}, 3, 3, 3, &mesh));
    for (int i = 0; i < pileBoxes; i++) {
        gelBodyDef body = gelDefaultBodyDef();
        body.position = (gelVec3){0.301f * (float)(i % 2) + 0.02f * (float)(i / 4),
                                  0.151f + 0.301f * (float)(i / 4), 0.301f * (float)(i / 2 % 2)};
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    }
    gelDestroyTetMesh(&mesh);
    return world;
}
