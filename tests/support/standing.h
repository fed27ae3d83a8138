// A stiff cube on the ground, on the reference, with the two-level solver: what tests of the ground share.
#pragma once

#include "support/equal_bits.h"

#include "gel/snapshot.h"
#include "world/world.h"

#include <math.h>

static const float cubeSide = 0.25f, cubeModulus = 1e7f, cubeDensity = 1000.0f; // m, Pa, kg/m^3
static const double g = 9.81, degree = 3.14159265358979 / 180.0;

typedef struct Cube {
    gelWorld* world;
    gelBodyId id;
    float x[3 * 64];
} Cube;

// Adds a body of that size, whose centre is at x, y, so many times as heavy.
static inline gelBodyId addHeavyBox(gelWorld* world, gelVec3 size, int cells, double x, double y,
                                    float damping, float times)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    body.solver = gel_twoLevelSolver;
    body.material.youngModulus = cubeModulus;
    body.material.poissonRatio = 0.3f;
    body.material.density = times * cubeDensity;
    body.material.damping = damping;
    body.position = (gelVec3){(float)x, (float)y, 0.0f};
    REQUIRE(gelCreateBoxMesh(size, cells, size.y > size.x ? 3 * cells : cells, cells, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

static inline gelBodyId addBox(gelWorld* world, gelVec3 size, int cells, double x, double y, float damping)
{
    return addHeavyBox(world, size, cells, x, y, damping, 1.0f);
}

// A cube over a slope: gravity is turned.
static inline Cube cubeOver(const gelWorldDef* like, double height, double slope, float friction,
                            float damping)
{
    gelWorldDef def = *like;
    Cube cube;
    def.ground.enabled = true;
    def.ground.friction = friction;
    def.gravity = (gelVec3){(float)(g * sin(slope)), (float)(-g * cos(slope)), 0.0f};
    REQUIRE(gelCreateWorld(&def, &cube.world));
    cube.id = addBox(cube.world, (gelVec3){cubeSide, cubeSide, cubeSide}, 3, 0.0,
                     0.5 * (double)cubeSide + height, damping);
    return cube;
}

static inline gelWorldDef onReference(int substepCount)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.substepCount = substepCount;
    def.contact = false;
    return def;
}

// Returns the mean x or y of the vertices whose rest position has a y from `low` to `high`.
static inline double meanAbove(Cube* cube, int axis, double low, double high)
{
    const gelTetMesh* mesh = gelBody_GetMesh(cube->world, cube->id);
    double sum = 0.0;
    int count = 0;
    REQUIRE(gelBody_ReadPositions(cube->world, cube->id, cube->x, mesh->vertexCount));
    for (int i = 0; i < mesh->vertexCount; i++) {
        double y = (double)mesh->positions[3 * i + 1];
        sum += y >= low && y <= high ? (double)cube->x[3 * i + axis] : 0.0;
        count += y >= low && y <= high;
    }
    return sum / count;
}

// Returns by how much the upper side has come nearer to the lower one, m.
static inline double compressionOf(Cube* cube)
{
    double half = 0.499 * (double)cubeSide;
    return (double)cubeSide - (meanAbove(cube, 1, half, 1.0) - meanAbove(cube, 1, -1.0, -half));
}

static inline double kineticEnergyOf(const Cube* cube)
{
    gelMeasures measures;
    REQUIRE(gelWorld_Measure(cube->world, &measures));
    return measures.kineticEnergy;
}

// Returns how many vertices have rows of the ground.
static inline int countHolds(gelWorld* world)
{
    int count = 0;
    (void)gelWorld_Hash(world); // reads the histories
    for (int b = 0; b < world->bodyCount; b++) {
        const gelBody* body = world->bodies[b];
        for (int i = 0; i < body->shape->mesh.vertexCount && body->history != NULL; i++)
            count += body->history[gel_historyNumbers * i + 9] == (double)arrival_held;
    }
    return count;
}

// Returns how many contacts between bodies, or of a body with itself, have rows.
static inline int countContactRows(const gelWorld* world)
{
    int count = 0;
    for (int i = 0; i < world->contactRows.count; i++)
        count += world->contactRows.all[i].isHeld;
    return count;
}

// A clone, and a world that goes back to a snapshot, repeat the bits of its next ten frames.
static inline void checkGoesOnAlike(gelWorld* world, const char* name)
{
    gelSnapshot* snapshot;
    gelWorld* clone;
    REQUIRE(gelTakeSnapshot(world, NULL, &snapshot));
    REQUIRE(gelCloneWorld(world, &world->def, &clone));
    stepFrames(world, 10);
    stepFrames(clone, 10);
    const uint64_t expected = gelWorld_Hash(world), ofClone = gelWorld_Hash(clone);
    REQUIRE(gelRestoreSnapshot(world, NULL, snapshot));
    stepFrames(world, 10);
    const uint64_t again = gelWorld_Hash(world);
    printf("  %s: %016llx, the clone %016llx, again %016llx\n", name, (unsigned long long)expected,
           (unsigned long long)ofClone, (unsigned long long)again);
    CHECK(ofClone == expected && again == expected, "%s: they differ", name);
    gelDestroySnapshot(snapshot);
    gelDestroyWorld(clone);
}
