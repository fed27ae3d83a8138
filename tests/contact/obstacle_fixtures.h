// Worlds with obstacles and blocks, and what became of them; for the tests of obstacles.
#pragma once

#include "support/fixtures.h"

static const float frame = 1.0f / 60.0f;
static const gelQuat unturned = {0.0f, 0.0f, 0.0f, 1.0f};

static inline gelWorld* newWorld(const gelWorldDef* base, int substepCount)
{
    gelWorldDef def = *base;
    gelWorld* world;
    def.contact = true;
    def.substepCount = substepCount;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static inline gelWorld* newReference(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    return newWorld(&def, 20);
}

// Takes over the surface.
static inline gelBodyId addObstacle(gelWorld* world, gelSurfaceMesh* surface, gelVec3 position)
{
    gelObstacleDef def = gelDefaultObstacleDef();
    gelBodyId id;
    def.position = position;
    REQUIRE(gelCreateObstacle(world, &def, surface, &id));
    gelDestroySurfaceMesh(surface);
    return id;
}

static inline gelBodyId addBox(gelWorld* world, gelVec3 size, gelVec3 position)
{
    gelSurfaceMesh surface;
    REQUIRE(gelCreateBoxSurface(size, &surface));
    return addObstacle(world, &surface, position);
}

// A cube of rubber, 0.2 m.
static inline gelBodyId addBlock(gelWorld* world, int cells, gelVec3 position)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, cells, cells, cells, &mesh));
    def.material.youngModulus = 1e6f;
    def.position = position;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

static inline void step(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

// Means and bounds over the vertices of a body.
typedef struct State {
    double mean[3], lowest[3], highest[3], velocity[3], fastest;
} State;

static inline State look(gelWorld* world, gelBodyId id)
{
    int count = gelBody_GetMesh(world, id)->vertexCount;
    State state = {.lowest = {1e9, 1e9, 1e9}, .highest = {-1e9, -1e9, -1e9}};
    float *x = malloc((size_t)count * 12), *v = malloc((size_t)count * 12);
    REQUIRE(gelBody_ReadPositions(world, id, x, count));
    REQUIRE(gelBody_ReadVelocities(world, id, v, count));
    for (int i = 0; i < 3 * count; i++) {
        double place = (double)x[i];
        state.mean[i % 3] += place / count;
        state.velocity[i % 3] += (double)v[i] / count;
        state.lowest[i % 3] = fmin(state.lowest[i % 3], place);
        state.highest[i % 3] = fmax(state.highest[i % 3], place);
        state.fastest = fmax(state.fastest, fabs((double)v[i]));
    }
    free(x);
    free(v);
    return state;
}
