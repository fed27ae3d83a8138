// Bodies that touch themselves, shared by the tests of self-contact.
#pragma once

#include "support/fixtures.h"

#include "reference/search.h"
#include "world/world.h"

#include <inttypes.h>

static const float frame = 1.0f / 60.0f;

static inline gelWorldDef referenceDef(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.contact = true;
    return def;
}

static inline gelWorld* newWorld(const gelWorldDef* def)
{
    gelWorld* world;
    REQUIRE(gelCreateWorld(def, &world));
    return world;
}

static inline void step(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

static inline float* positionsOf(gelWorld* world, gelBodyId id)
{
    int count = gelBody_GetMesh(world, id)->vertexCount;
    float* x = malloc((size_t)count * 12);
    REQUIRE(gelBody_ReadPositions(world, id, x, count));
    return x;
}

// Held in the middle: its halves fall, and meet below.
static inline gelBodyId addBar(gelWorld* world, bool selfContact)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.6f, 0.05f, 0.15f}, 32, 1, 3, &mesh));
    def.material.youngModulus = 2e4f;
    def.selfContact = selfContact;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-0.06f, -1.0f, -1.0f}, (gelVec3){0.06f, 1.0f, 1.0f}, NULL));
    gelDestroyTetMesh(&mesh);
    return id;
}

// A bar that is bent into a U at rest: legs of 0.6 m, 0.1 m thick, 0.1 m apart.
static inline void makeHairpin(gelTetMesh* mesh)
{
    gelTetMesh bar;
    const double radius = 0.1, arc = 3.14159265358979 * radius;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.5f, 0.1f, 0.2f}, 20, 2, 3, &bar));
    for (int i = 0; i < bar.vertexCount; i++) {
        double along = (double)bar.positions[3 * i], out = radius - (double)bar.positions[3 * i + 1];
        double angle = fmax(-arc / 2, fmin(along, arc / 2)) / radius, leg = fabs(along) - arc / 2;
        bar.positions[3 * i] = (float)(out * sin(angle));
        bar.positions[3 * i + 1] = (float)(out * cos(angle) - fmax(leg, 0.0));
    }
    REQUIRE(gelCreateTetMesh(bar.positions, bar.vertexCount, bar.tets, bar.tetCount, NULL, mesh, NULL));
    gelDestroyTetMesh(&bar);
}

static inline gelBodyId addHairpin(gelWorld* world, bool selfContact)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    makeHairpin(&mesh);
    def.selfContact = selfContact;
    def.material.youngModulus = 1e6f;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    float* v = calloc((size_t)mesh.vertexCount, 12);
    for (int i = 0; i < mesh.vertexCount; i++) {
        float reach = 0.5f - mesh.positions[3 * i + 1];
        v[3 * i] = (mesh.positions[3 * i] < 0.0f ? 2.5f : -2.5f) * reach + 0.3f;
        v[3 * i + 2] = (mesh.positions[3 * i] < 0.0f ? 0.5f : -0.5f) * reach; // they slide past each other
    }
    REQUIRE(gelBody_WriteVelocities(world, id, v, mesh.vertexCount));
    free(v);
    gelDestroyTetMesh(&mesh);
    return id;
}

// The bodies as the search sees them, without a way.
typedef struct Still {
    float (*positions)[4];
    float (*velocities)[4];
    double* masses;
    gelReferenceSearch* search;
} Still;

static inline Still searchStill(gelWorld* world)
{
    size_t vertices = (size_t)world->vertexCount;
    gelWorld_Hash(world); // brings the vertices up to date
    Still still = {calloc(vertices, sizeof *still.positions), calloc(vertices, sizeof *still.velocities),
                   calloc((size_t)world->bodyCount, sizeof *still.masses), NULL};
    for (size_t i = 0; i < 3 * vertices; i++)
        still.positions[i / 3][i % 3] = (float)world->vertices[i / 3].position[i % 3];
    gelSearchState state = {.positions = (const float(*)[4])still.positions,
                            .velocities = (const float(*)[4])still.velocities,
                            .masses = still.masses,
                            .frameTime = frame};
    REQUIRE(gelCreateReferenceSearch(&world->plan, &still.search));
    REQUIRE(gelSearchContacts(still.search, &state));
    return still;
}

static inline void clearStill(Still* still)
{
    gelDestroyReferenceSearch(still->search);
    free(still->positions);
    free(still->velocities);
    free(still->masses);
}
