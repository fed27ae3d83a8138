// Triangles and tets that have torn are gone: they touch nothing, catch no wind, and let out what fills a body. All back ends
// agree.
#include "support/fixtures.h"

#include "gel/field.h"
#include "gel/sheet.h"
#include "gel/skin.h"
#include "gel/tearing.h"
#include "world/world.h"

#include <inttypes.h>
#include <math.h>

enum { maxVertices = 512 };

static gelWorld* openWith(const gelWorldDef* like, float gravity)
{
    gelWorldDef def = *like;
    gelWorld* world;
    def.gravity.y = gravity;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static void checkTorn(gelWorld* world, gelBodyId id, bool expected)
{
    int count;
    REQUIRE(gelBody_GetTornSprings(world, id, NULL, 0, &count));
    CHECK((count > 0) == expected, "%d springs have torn", count);
}

// A ball that falls on a bar, or on cloth, of which the right half was pulled away by half a metre: how high it is after a
// second.
static double dropOnTear(const gelWorldDef* like, bool ofTets, float tearStrain, uint64_t* hash)
{
    gelWorldDef def = *like;
    def.contact = true;
    gelWorld* world = openWith(&def, -10.0f);
    gelBodyDef bodyDef = gelDefaultBodyDef(), ballDef = gelDefaultBodyDef();
    gelTetMesh mesh, ball;
    gelSurfaceMesh cloth;
    gelBodyId id, ballId;
    float xyz[3 * maxVertices];
    bodyDef.material.youngModulus = 1e6f;
    bodyDef.material.tearStrain = tearStrain;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.2f, 0.4f, 0.4f}, 6, 2, 2, &mesh));
    REQUIRE(gelCreateSheetSurface(1.2f, 0.6f, 6, 3, &cloth));
    REQUIRE(gelCreateSphereMesh(0.1f, 4, &ball));
    REQUIRE(ofTets ? gelCreateBody(world, &bodyDef, &mesh, &id)
                   : gelCreateSheet(world, &bodyDef, &cloth, &id));
    int count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(gelBody_ReadPositions(world, id, xyz, 128));
    for (int v = 0; v < count; v++)
        xyz[3 * v] += xyz[3 * v] > 0.1f ? 0.5f : 0.0f;
    REQUIRE(gelBody_WritePositions(world, id, xyz, count));
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){-0.5f, 9, 9}, NULL));
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){1.0f, -9, -9}, (gelVec3){9, 9, 9}, NULL));
    ballDef.position = (gelVec3){0.35f, 0.45f, 0.05f};
    REQUIRE(gelCreateBody(world, &ballDef, &ball, &ballId));
    for (int f = 0; f < 60; f++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    checkTorn(world, id, tearStrain > 0.0f);
    REQUIRE(gelBody_ReadPositions(world, ballId, xyz, maxVertices));
    double height = (double)xyz[1];
    *hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    gelDestroyTetMesh(&ball);
    gelDestroySurfaceMesh(&cloth);
    return height;
}

static void a_torn_triangle_touches_nothing(void)
{
    Backends backends = listBackends();
    for (int ofTets = 0; ofTets < 2; ofTets++) {
        uint64_t reference, hash;
        double held = dropOnTear(&backends.defs[0], ofTets == 1, 0.0f, &hash),
               fallen = dropOnTear(&backends.defs[0], ofTets == 1, 0.3f, &reference);
        printf("  %s: %g m where it holds, %g m where it has torn\n", ofTets ? "a bar" : "cloth", held,
               fallen);
        CHECK(held > -0.5, "the ball is at %g m", held);
        CHECK_CLOSE(fallen, 0.45 - 0.5 * 10.0, 0.3, "m, in free fall through the gap");
        for (int b = 1; b < backends.count; b++) {
            dropOnTear(&backends.defs[b], ofTets == 1, 0.3f, &hash);
            CHECK(hash == reference, "%s: %016" PRIx64 ", the reference %016" PRIx64, backends.names[b], hash,
                  reference);
        }
    }
}

// A tet whose upper triangle has a neighbour at each edge; all is held but its apex, which is pulled down if it is to tear.
static gelBodyId makeHollow(gelWorld* world, float tearStrain)
{
    static const float positions[] = {0, 0,  -1, 1, 0,  1, -1, 0,  1,  0, -1, 0.3f, // the tet
                                      2, 0,  -1, 0, 0,  3, -2, 0,  -1,              // beside its edges
                                      1, -1, -1, 0, -1, 2, -1, -1, -1};
    static const int tets[] = {0, 1, 2, 3, 0, 1, 4, 7, 1, 2, 5, 8, 2, 0, 6, 9};
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    float xyz[30];
    def.material.tearStrain = tearStrain;
    REQUIRE(gelCreateTetMesh(positions, 10, tets, 4, NULL, &mesh, NULL));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    for (int v = 0; v < 10; v++)
        if (v != 3)
            REQUIRE(gelBody_SetPinned(world, id, &v, 1, true));
    memcpy(xyz, positions, sizeof xyz);
    xyz[3 * 3 + 1] -= tearStrain > 0.0f ? 1.0f : 0.0f;
    REQUIRE(gelBody_WritePositions(world, id, xyz, 10));
    gelDestroyTetMesh(&mesh);
    return id;
}

// How high a ball is that was dropped onto the triangle.
static double dropOnHollow(const gelWorldDef* like, float tearStrain, uint64_t* hash)
{
    gelWorldDef def = *like;
    gelTetMesh ball;
    gelBodyDef ballDef = gelDefaultBodyDef();
    gelBodyId ballId;
    int tornTets = 0, tornEdges = 0;
    float xyz[3 * maxVertices];
    def.contact = true;
    gelWorld* world = openWith(&def, -10.0f);
    gelBodyId id = makeHollow(world, tearStrain);
    REQUIRE(gelCreateSphereMesh(0.1f, 3, &ball));
    ballDef.position = (gelVec3){0.0f, 0.2f, 0.3f};
    REQUIRE(gelCreateBody(world, &ballDef, &ball, &ballId));
    for (int f = 0; f < 60; f++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    REQUIRE(gelBody_GetTornTets(world, id, NULL, 0, &tornTets));
    REQUIRE(gelBody_GetTornSprings(world, id, NULL, 0, &tornEdges));
    CHECK(tearStrain > 0.0f ? tornTets == 1 && tornEdges == 3 : tornEdges == 0,
          "%d tets and %d edges have torn", tornTets, tornEdges);
    REQUIRE(gelBody_ReadPositions(world, ballId, xyz, maxVertices));
    *hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&ball);
    return (double)xyz[1];
}

// The triangle's own edges hold, but its tet has torn, and such a tet is gone.
static void a_triangle_of_a_torn_tet_touches_nothing(void)
{
    Backends backends = listBackends();
    uint64_t reference, hash;
    double held = dropOnHollow(&backends.defs[0], 0.0f, &hash),
           fallen = dropOnHollow(&backends.defs[0], 0.3f, &reference);
    printf("  a ball is at %g m where the tet holds, %g m where it has torn\n", held, fallen);
    CHECK_CLOSE(held, 0.0, 0.2, "m, on the triangle");
    CHECK_CLOSE(fallen, 0.2 - 0.5 * 10.0, 0.3, "m, in free fall through it");
    for (int b = 1; b < backends.count; b++) {
        dropOnHollow(&backends.defs[b], 0.3f, &hash);
        CHECK(hash == reference, "%s: %016" PRIx64 ", the reference %016" PRIx64, backends.names[b], hash,
              reference);
    }
}

// A balloon, of which one vertex is pulled out. *expected: of a gas, p V = const.
static double pressureOfTorn(const gelWorldDef* like, float tearStrain, double* expected, uint64_t* hash)
{
    double rest, volume;
    gelWorld* world = openWith(like, 0.0f);
    gelBodyDef def = gelDefaultBodyDef();
    gelSurfaceMesh sphere;
    gelBodyId id;
    float xyz[3 * maxVertices];
    double pressure;
    def.material.filling = gel_filledWithGas;
    def.material.pressure = 500.0f;
    def.material.youngModulus = 1e6f;
    def.material.tearStrain = tearStrain;
    REQUIRE(gelCreateSphereSurface(0.3f, 2, &sphere));
    REQUIRE(gelCreateSheet(world, &def, &sphere, &id));
    int count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    REQUIRE(gelBody_ReadPositions(world, id, xyz, maxVertices));
    xyz[1] += 0.3f;
    REQUIRE(gelBody_WritePositions(world, id, xyz, count));
    for (int f = 0; f < 3; f++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    checkTorn(world, id, tearStrain > 0.0f);
    REQUIRE(gelBody_GetPressure(world, id, &pressure));
    REQUIRE(gelBody_GetRestVolume(world, id, &rest));
    REQUIRE(gelBody_GetVolume(world, id, &volume));
    *expected = (101325.0 + 500.0) * rest / volume - 101325.0;
    *hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroySurfaceMesh(&sphere);
    return pressure;
}

static void a_torn_balloon_has_no_pressure(void)
{
    Backends backends = listBackends();
    uint64_t reference, hash;
    double expected, ignored, whole = pressureOfTorn(&backends.defs[0], 0.0f, &expected, &hash),
                              torn = pressureOfTorn(&backends.defs[0], 0.3f, &ignored, &reference);
    printf("  %g Pa where it holds, expected %g; %g Pa where it has torn\n", whole, expected, torn);
    CHECK_CLOSE(whole, expected, 0.1 * expected, "Pa, of a substep before");
    CHECK(torn == 0.0, "%g Pa", torn);
    for (int b = 1; b < backends.count; b++) {
        pressureOfTorn(&backends.defs[b], 0.3f, &ignored, &hash);
        CHECK(hash == reference, "%s: %016" PRIx64 ", the reference %016" PRIx64, backends.names[b], hash,
              reference);
    }
}

// Pulls half of a body away in a short step, as far as it is above z, which tears one of its six rows there, and puts it back
// at rest.
static void tearRow(gelWorld* world, gelBodyId id, float z)
{
    float made[3 * maxVertices], xyz[3 * maxVertices];
    int count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(gelBody_ReadPositions(world, id, made, maxVertices));
    for (int i = 0; i < 3 * count; i++)
        xyz[i] = made[i] + (i % 3 == 0 && made[i] > 0.1f && made[i + 2] > z ? 0.5f : 0.0f);
    REQUIRE(gelBody_WritePositions(world, id, xyz, count));
    REQUIRE(gelWorld_Step(world, 1e-4f));
    memset(xyz, 0, sizeof xyz);
    REQUIRE(gelBody_WritePositions(world, id, made, count));
    REQUIRE(gelBody_WriteVelocities(world, id, xyz, count));
}

// The force of a wind of 10 m/s from above on a bar or on cloth, 1.2 m long, N.
static double forceOfWind(const gelWorldDef* like, bool ofTets, float tearStrain, uint64_t* hash)
{
    const float h = 1e-5f;
    gelWorld* world = openWith(like, 0.0f);
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelField wind = gelDefaultField(gel_fieldWind);
    gelTetMesh mesh;
    gelSurfaceMesh cloth;
    gelBodyId id;
    float speeds[3 * maxVertices];
    double momentum = 0.0;
    bodyDef.material.youngModulus = 1e6f;
    bodyDef.material.tearStrain = tearStrain;
    wind.velocity = (gelVec3){0.0f, -10.0f, 0.0f};
    wind.dragCoefficient = 1.25f;
    wind.liftCoefficient = 0.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.2f, 0.4f, 0.4f}, 6, 2, 2, &mesh));
    REQUIRE(gelCreateSheetSurface(1.2f, 0.6f, 6, 3, &cloth));
    REQUIRE(ofTets ? gelCreateBody(world, &bodyDef, &mesh, &id)
                   : gelCreateSheet(world, &bodyDef, &cloth, &id));
    tearRow(world, id, -1.0f);
    checkTorn(world, id, tearStrain > 0.0f);
    REQUIRE(gelWorld_SetFields(world, &wind, 1));
    REQUIRE(gelWorld_Step(world, h));
    REQUIRE(gelBody_ReadVelocities(world, id, speeds, maxVertices));
    for (int i = 0; i < gelBody_GetMesh(world, id)->vertexCount; i++)
        momentum -= (double)speeds[3 * i + 1] / world->vertices[i].inverseMass;
    *hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    gelDestroySurfaceMesh(&cloth);
    return momentum / (double)h;
}

// A skin a tenth smaller than the mesh, of the triangles of its boundary.
static void setSkin(gelWorld* world, gelBodyId id, const gelTetMesh* mesh)
{
    int *triangles, count;
    float xyz[3 * maxVertices];
    gelSurfaceMesh surface;
    REQUIRE(gelExtractSurface(mesh, &triangles, &count));
    for (int i = 0; i < 3 * mesh->vertexCount; i++)
        xyz[i] = 0.9f * mesh->positions[i];
    REQUIRE(gelCreateSurfaceMesh(xyz, mesh->vertexCount, triangles, count, &surface, NULL));
    REQUIRE(gelBody_SetSkin(world, id, &surface, NULL));
    gelDestroySurfaceMesh(&surface);
    gelFree(triangles);
}

// The right half weighs five times as much as the left one, and displaces as much.
static void weighDown(gelWorld* world, gelBodyId id, const gelTetMesh* mesh)
{
    float factors[maxVertices];
    for (int v = 0; v < mesh->vertexCount; v++)
        factors[v] = mesh->positions[3 * v] > 0.0f ? 5.0f : 1.0f;
    REQUIRE(gelBody_SetVertexValues(world, id, gel_densityFactor, factors, mesh->vertexCount));
}

// The force of the water on a bar of 1.2 m by 0.4 m by 0.4 m whose middle is so deep, N.
static uint64_t pushBar(const gelWorldDef* like, bool hasSkin, float tearStrain, float depth, double force[3])
{
    const float h = 1e-5f;
    gelWorld* world = openWith(like, -9.81f);
    gelBodyDef def = gelDefaultBodyDef();
    gelField liquid = gelDefaultField(gel_fieldLiquid);
    gelMeasures measures;
    gelTetMesh mesh;
    gelBodyId id;
    def.material.youngModulus = 1e6f;
    def.material.tearStrain = tearStrain;
    liquid.position.y = depth;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.2f, 0.4f, 0.4f}, 6, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    REQUIRE(gelBody_SetGravityWeight(world, id, 0.0f));
    weighDown(world, id, &mesh);
    if (hasSkin)
        setSkin(world, id, &mesh);
    tearRow(world, id, 0.1f);
    checkTorn(world, id, tearStrain > 0.0f);
    REQUIRE(gelWorld_SetFields(world, &liquid, 1));
    REQUIRE(gelWorld_Step(world, h));
    REQUIRE(gelBody_Measure(world, id, &measures));
    for (int k = 0; k < 3; k++)
        force[k] = measures.momentum[k] / (double)h;
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return hash;
}

// A cube of 0.4 m, filled with tets, that tears as water begins to bear it. Returns its speed after two seconds.
static double letTear(const gelWorldDef* like, float density, double* risen, uint64_t* hash)
{
    gelWorld* world = openWith(like, -9.81f);
    gelBodyDef def = gelDefaultBodyDef();
    gelField liquid = gelDefaultField(gel_fieldLiquid);
    gelMesherDef mesher = gelDefaultMesherDef();
    gelMeasures start, end;
    gelSurfaceMesh box;
    gelTetMesh mesh;
    gelEmbedding embedding;
    gelBodyId id;
    mesher.tetCount = 100;
    def.material.density = density;
    def.material.tearStrain = 0.02f;
    liquid.position.y = 50.0f;
    liquid.linearDrag = 2.0f;
    REQUIRE(gelCreateBoxSurface((gelVec3){0.4f, 0.4f, 0.4f}, &box));
    REQUIRE(gelCreateMeshFromSurface(&box, &mesher, &mesh, &embedding, NULL));
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    REQUIRE(gelBody_SetSkin(world, id, &box, &embedding));
    REQUIRE(gelWorld_SetFields(world, &liquid, 1));
    REQUIRE(gelBody_Measure(world, id, &start));
    for (int frame = 0; frame < 120; frame++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    REQUIRE(gelBody_Measure(world, id, &end));
    checkTorn(world, id, true);
    *risen = (start.gravityEnergy - end.gravityEnergy) / -9.81 / end.mass;
    *hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    gelDestroyEmbedding(&embedding);
    gelDestroySurfaceMesh(&box);
    return sqrt(2.0 * end.kineticEnergy / end.mass);
}

// The cube obeys v' = (r - 1) g - 2 v, where r is the ratio of the densities.
static void a_solid_that_tears_in_a_liquid_floats_on_and_its_pieces_stay(void)
{
    static const float densities[] = {1000.0f, 500.0f};
    Backends backends = listBackends();
    for (int i = 0; i < 2; i++) {
        double risen, ignored, speed = (1000.0 / (double)densities[i] - 1.0) * 9.81 / 2.0;
        double expected = speed * (2.0 - (1.0 - exp(-4.0)) / 2.0);
        uint64_t reference, hash;
        double found = letTear(&backends.defs[0], densities[i], &risen, &reference);
        printf("  %g kg/m3: %.3f m/s, expected %.3f; risen by %.3f m, expected %.3f\n", (double)densities[i],
               found, speed * (1.0 - exp(-4.0)), risen, expected);
        CHECK_CLOSE(found, speed * (1.0 - exp(-4.0)), 0.05, "m/s: drag balances what lifts it");
        CHECK_CLOSE(risen, expected, 0.1, "m");
        for (int b = 1; b < backends.count; b++) {
            letTear(&backends.defs[b], densities[i], &ignored, &hash);
            CHECK_HEX(hash, reference);
        }
    }
}

// Each vertex displaces its own volume, whatever it weighs.
static void a_bar_torn_at_one_side_floats_by_its_volume_and_is_not_pushed_aside(void)
{
    Backends backends = listBackends();
    const double expected = 1000.0 * 9.81 * 1.2 * 0.4 * 0.4;
    for (int i = 0; i < 4; i++) {
        bool hasSkin = i >= 2;
        float tearStrain = i % 2 == 1 ? 0.3f : 0.0f;
        double force[3], ignored[3];
        uint64_t reference = pushBar(&backends.defs[0], hasSkin, tearStrain, 3.0f, force);
        printf("  a %s bar with%s skin: %.2f N, expected %.2f; %.3f and %.3f N aside\n",
               tearStrain > 0.0f ? "torn" : "whole", hasSkin ? " a" : "out a", force[1], expected, force[0],
               force[2]);
        CHECK_CLOSE(force[1], expected, 1e-3 * expected, "N, the weight of the water");
        CHECK(hypot(force[0], force[2]) < 1e-3 * expected, "%g and %g N aside", force[0], force[2]);
        for (int b = 1; b < backends.count && tearStrain > 0.0f; b++)
            CHECK_HEX(pushBar(&backends.defs[b], hasSkin, tearStrain, 3.0f, ignored), reference);
    }
}

// Its middle vertices hold half of it. The water bears them bit by bit, not all at once.
static void a_torn_bar_that_crosses_the_level_is_half_as_wet_with_a_millimetre_more_or_less(void)
{
    Backends backends = listBackends();
    const double expected = 0.5 * 1000.0 * 9.81 * 1.2 * 0.4 * 0.4;
    for (int i = -1; i <= 1; i++) {
        double force[3], ignored[3];
        float depth = 1e-3f * (float)i;
        uint64_t reference = pushBar(&backends.defs[0], false, 0.3f, depth, force);
        printf("  %g m deep: %.2f N, expected %.2f\n", (double)depth, force[1], expected);
        CHECK_CLOSE(force[1], expected, 0.02 * expected, "N, the weight of the water");
        for (int b = 1; b < backends.count; b++)
            CHECK_HEX(pushBar(&backends.defs[b], false, 0.3f, depth, ignored), reference);
    }
}

static void a_torn_triangle_catches_no_wind(void)
{
    Backends backends = listBackends();
    const double pressure = 0.5 * 1.2 * 1.25 * 10.0 * 10.0;
    for (int ofTets = 0; ofTets < 2; ofTets++) {
        uint64_t reference, hash;
        double area = 1.2 * (ofTets == 1 ? 0.4 : 0.6), tolerance = 2e-3 * pressure * area;
        double whole = forceOfWind(&backends.defs[0], ofTets == 1, 0.0f, &hash),
               torn = forceOfWind(&backends.defs[0], ofTets == 1, 0.3f, &reference);
        printf("  %s: %g N where it holds, %g N where it has torn\n", ofTets ? "a bar" : "cloth", whole,
               torn);
        CHECK_CLOSE(whole, pressure * area, tolerance, "N, on all of it");
        CHECK_CLOSE(torn, pressure * area * 5.0 / 6.0, tolerance, "N, on five of six rows");
        for (int b = 1; b < backends.count; b++) {
            forceOfWind(&backends.defs[b], ofTets == 1, 0.3f, &hash);
            CHECK(hash == reference, "%s: %016" PRIx64 ", the reference %016" PRIx64, backends.names[b], hash,
                  reference);
        }
    }
}

TESTS(TEST(a_torn_triangle_touches_nothing), TEST(a_triangle_of_a_torn_tet_touches_nothing),
      TEST(a_torn_triangle_catches_no_wind),
      TEST(a_bar_torn_at_one_side_floats_by_its_volume_and_is_not_pushed_aside),
      TEST(a_torn_bar_that_crosses_the_level_is_half_as_wet_with_a_millimetre_more_or_less),
      TEST(a_solid_that_tears_in_a_liquid_floats_on_and_its_pieces_stay),
      TEST(a_torn_balloon_has_no_pressure))
