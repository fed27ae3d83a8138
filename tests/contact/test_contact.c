// Bodies that meet each other: momentum, towers, friction, deep and fast approaches.
#include "support/fixtures.h"

#include "base/core.h"
#include "base/vector3.h"

#include <inttypes.h>
#include <math.h>

static const float frame = 1.0f / 60.0f;

static gelWorldDef makeDef(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    def.contact = true;
    return def;
}

// Of rubber, 1 MPa.
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

// Mass centre and its velocity, from equal shares of mass that tests need not be exact about.
typedef struct Motion {
    double mass, momentum[3], angular[3], centre[3], lowest[3], highest[3];
} Motion;

static void addMotion(gelWorld* world, gelBodyId id, double density, Motion* motion)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    int count = mesh->vertexCount;
    float *x = malloc((size_t)count * 12), *v = malloc((size_t)count * 12);
    REQUIRE(gelBody_ReadPositions(world, id, x, count));
    REQUIRE(gelBody_ReadVelocities(world, id, v, count));
    double* mass = calloc((size_t)count, sizeof *mass);
    for (int t = 0; t < mesh->tetCount; t++) {
        double a[4][3], e[3][3];
        const int* tet = mesh->tets + 4 * t;
        for (int i = 0; i < 12; i++)
            a[i / 3][i % 3] = (double)mesh->positions[3 * tet[i / 3] + i % 3];
        for (int i = 0; i < 9; i++)
            e[i / 3][i % 3] = a[i / 3 + 1][i % 3] - a[0][i % 3];
        double volume = (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
                         e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
                         e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
                        6.0;
        for (int k = 0; k < 4; k++)
            mass[tet[k]] += density * fabs(volume) / 4.0;
    }
    for (int i = 0; i < count; i++) {
        motion->mass += mass[i];
        for (int k = 0; k < 3; k++) {
            double p = (double)x[3 * i + k];
            int a = (k + 1) % 3, b = (k + 2) % 3;
            motion->momentum[k] += mass[i] * (double)v[3 * i + k];
            motion->centre[k] += mass[i] * p;
            motion->angular[k] += mass[i] * ((double)x[3 * i + a] * (double)v[3 * i + b] -
                                             (double)x[3 * i + b] * (double)v[3 * i + a]);
            motion->lowest[k] = p < motion->lowest[k] ? p : motion->lowest[k];
            motion->highest[k] = p > motion->highest[k] ? p : motion->highest[k];
        }
    }
    free(x);
    free(v);
    free(mass);
}

static Motion measure(gelWorld* world, const gelBodyId* ids, int count)
{
    Motion motion = {.lowest = {1e9, 1e9, 1e9}, .highest = {-1e9, -1e9, -1e9}};
    for (int i = 0; i < count; i++)
        addMotion(world, ids[i], 1000.0, &motion);
    for (int k = 0; k < 3; k++)
        motion.centre[k] /= motion.mass;
    return motion;
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

// The vertices of one body that are in tets of another.
static int countInside(gelWorld* world, gelBodyId points, gelBodyId tets)
{
    const gelTetMesh *a = gelBody_GetMesh(world, points), *b = gelBody_GetMesh(world, tets);
    float *x = malloc((size_t)a->vertexCount * 12), *y = malloc((size_t)b->vertexCount * 12);
    int count = 0;
    REQUIRE(gelBody_ReadPositions(world, points, x, a->vertexCount));
    REQUIRE(gelBody_ReadPositions(world, tets, y, b->vertexCount));
    for (int i = 0; i < a->vertexCount; i++)
        for (int t = 0; t < b->tetCount; t++) {
            int signs = 0;
            for (int face = 0; face < 5;
                 face++) { // the tet itself, and with each corner replaced by the vertex
                double p[4][3], product[3];
                for (int k = 0; k < 12; k++)
                    p[k / 3][k % 3] = k / 3 == face - 1 ? (double)x[3 * i + k % 3]
                                                        : (double)y[3 * b->tets[4 * t + k / 3] + k % 3];
                for (int k = 0; k < 9; k++)
                    p[k / 3 + 1][k % 3] -= p[0][k % 3];
                gelCross3(p[1], p[2], product);
                signs += gelDot3(product, p[3]) > 0.0;
            }
            if (signs == 5) {
                count++;
                break;
            }
        }
    free(x);
    free(y);
    return count;
}

// Two bears laid into each other in six ways: a third of their vertices is inside.
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
        CHECK(measures.kineticEnergy < 10.0, "way %d: they fly apart with %g J", way, measures.kineticEnergy);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// A block on a slab whose lower side is pinned; gravity is tilted to `share` of the angle of friction.
static double slideOnSlope(float friction, float share, int frames)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh slabMesh, blockMesh;
    gelWorld* world;
    gelBodyId slab, block;
    double angle = atan((double)(share * friction));
    def.backend = gel_referenceFloat;
    def.contact = true;
    def.gravity = (gelVec3){(float)(9.81 * sin(angle)), (float)(-9.81 * cos(angle)), 0.0f};
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.1f, 0.4f}, 10, 1, 4, &slabMesh));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.1f, 0.1f, 0.1f}, 3, 3, 3, &blockMesh));
    REQUIRE(gelCreateWorld(&def, &world));
    body.material.friction = friction;
    body.material.damping = 5.0f;
    REQUIRE(gelCreateBody(world, &body, &slabMesh, &slab));
    body.position = (gelVec3){-0.123f, 0.101f, 0.017f};
    REQUIRE(gelCreateBody(world, &body, &blockMesh, &block));
    for (int i = 0; i < slabMesh.vertexCount; i++)
        REQUIRE(gelBody_SetPinned(world, slab, &i, 1, true));
    step(world, 30); // comes to rest
    Motion before = measure(world, &block, 1);
    step(world, frames);
    Motion after = measure(world, &block, 1);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&slabMesh);
    gelDestroyTetMesh(&blockMesh);
    return after.centre[0] - before.centre[0];
}

static void a_block_slides_where_the_slope_exceeds_friction(void)
{
    double rests = slideOnSlope(0.5f, 0.9f, 30), slides = slideOnSlope(0.5f, 1.3f, 30);
    CHECK_CLOSE(rests, 0.0, 1e-3, "it sticks");
    CHECK(slides > 0.02, "it slides by %g m only", slides);
}

// A block at 5 m/s through a plate of 10 mm, held at its rim: 10 substeps, v h is 8 mm.
static void a_fast_block_does_not_pass_a_plate_thicker_than_its_way_in_a_substep(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh plateMesh, blockMesh;
    gelWorld* world;
    gelBodyId plate, block;
    def.backend = gel_referenceFloat;
    def.contact = true;
    def.gravity = (gelVec3){0};
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.01f, 0.5f}, 10, 1, 10, &plateMesh));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.1f, 0.1f, 0.1f}, 2, 2, 2, &blockMesh));
    for (int turn = 0; turn < 4; turn++) {
        REQUIRE(gelCreateWorld(&def, &world));
        body = gelDefaultBodyDef();
        REQUIRE(gelCreateBody(world, &body, &plateMesh, &plate));
        for (int i = 0; i < plateMesh.vertexCount; i++)
            if (fabsf(plateMesh.positions[3 * i]) > 0.24f || fabsf(plateMesh.positions[3 * i + 2]) > 0.24f)
                REQUIRE(gelBody_SetPinned(world, plate, &i, 1, true));
        body.position = (gelVec3){0.013f * (float)turn, 0.2f, 0.02f};
        body.velocity = (gelVec3){0.0f, -5.0f, 0.0f};
        body.rotation = (gelQuat){0.2f * (float)turn, 0.0f, 0.1f, 1.0f};
        REQUIRE(gelCreateBody(world, &body, &blockMesh, &block));
        step(world, 60);
        Motion motion = measure(world, &block, 1), held = measure(world, &plate, 1);
        CHECK(motion.centre[1] > held.lowest[1], "turn %d: the block is at %g m, the plate at %g", turn,
              motion.centre[1], held.lowest[1]);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&plateMesh);
    gelDestroyTetMesh(&blockMesh);
}

TESTS(TEST(two_bodies_that_meet_keep_momentum_and_part), TEST(boxes_stand_on_each_other),
      TEST(bodies_laid_into_each_other_are_led_apart_without_shooting_off),
      TEST(a_block_slides_where_the_slope_exceeds_friction),
      TEST(a_fast_block_does_not_pass_a_plate_thicker_than_its_way_in_a_substep))
