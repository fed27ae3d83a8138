// "Unbreakable": flattened bodies recover their shape; and, if GEL_DATA names the public test data, so does
// the bunny of Ten Minute Physics.
#include "support/fixtures.h"

#include "mesh/mesh.h"

static const float frame = 1.0f / 60.0f;

// The volume of inverted tets, m^3. Slivers, whose sign is a matter of chance, contribute nothing.
static double invertedVolume(gelWorld* world, gelBodyId id)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float* xyz = malloc((size_t)mesh->vertexCount * 3 * sizeof *xyz);
    double inverted = 0.0;
    REQUIRE(gelBody_ReadPositions(world, id, xyz, mesh->vertexCount));
    for (int t = 0; t < mesh->tetCount; t++)
        inverted += fmax(0.0, -gelTetDeterminant(xyz, mesh->tets + 4 * (size_t)t) / 6.0);
    free(xyz);
    return inverted;
}

// Frames until the body has 99% of its volume back for good, and less than a thousandth of it is inverted; -1
// if that takes more than `limit`.
static int framesToRecover(gelWorld* world, gelBodyId id, double volume, int limit)
{
    int recovered = -1;
    for (int i = 1; i <= limit; i++) {
        double now;
        REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelBody_GetVolume(world, id, &now));
        bool whole = fabs(now - volume) <= 0.01 * volume && invertedVolume(world, id) < 0.001 * volume;
        recovered = !whole ? -1 : recovered < 0 ? i : recovered;
    }
    return recovered;
}

static gelBodyId addFlattened(gelWorld* world, const gelTetMesh* mesh, const gelBodyDef* def)
{
    gelBodyId id;
    REQUIRE(gelCreateBody(world, def, mesh, &id));
    size_t count = (size_t)mesh->vertexCount;
    float* xyz = malloc(count * 3 * sizeof *xyz);
    REQUIRE(gelBody_ReadPositions(world, id, xyz, mesh->vertexCount));
    for (size_t i = 0; i < count; i++)
        xyz[3 * i + 1] = 0.5f;
    REQUIRE(gelBody_WritePositions(world, id, xyz, mesh->vertexCount));
    free(xyz);
    return id;
}

static double restVolume(const gelTetMesh* mesh)
{
    gelMeshReport report;
    REQUIRE(gelReportTetMesh(mesh, &report));
    return report.volume;
}

// As in Ten Minute Physics 10: all vertices at one height, hard volumes, soft edges, ground below.
static gelWorld* makeWorld(const gelWorldDef* base, gelBodyDef* bodyDef)
{
    gelWorldDef def = *base;
    gelWorld* world;
    def.ground.enabled = true;
    def.substepCount = 20;
    REQUIRE(gelCreateWorld(&def, &world));
    *bodyDef = gelDefaultBodyDef();
    bodyDef->material.stiffness = gel_compliances;
    bodyDef->material.edgeCompliance = 1e-4f;
    return world;
}

static void a_flattened_ball_recovers_in_under_60_frames(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh;
    REQUIRE(gelCreateSphereMesh(0.5f, 8, &mesh));
    for (int b = 0; b < backends.count; b++) {
        gelBodyDef bodyDef;
        gelWorld* world = makeWorld(&backends.defs[b], &bodyDef);
        bodyDef.position.y = 0.5f;
        gelBodyId id = addFlattened(world, &mesh, &bodyDef);
        int frames = framesToRecover(world, id, restVolume(&mesh), 90);
        CHECK(frames > 0 && frames < 60, "%s: %d frames", backends.names[b], frames);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

static bool loadBunny(gelTetMesh* mesh)
{
    const char* data = getenv("GEL_DATA");
    char path[1024];
    if (data == NULL)
        return false;
    snprintf(path, sizeof path, "%s/tets/tmp10_bunny.node", data);
    REQUIRE(gelLoadTetMesh(path, mesh, NULL));
    return true;
}

static void the_bunny_moves_the_same_on_every_device_and_keeps_its_volume(void)
{
    gelTetMesh mesh;
    if (!loadBunny(&mesh))
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    Backends backends = listBackends();
    uint64_t reference = 0;
    CHECK_CLOSE(restVolume(&mesh), 0.158635, 1e-5, "the published figure has six digits");
    for (int b = 0; b < backends.count; b++) {
        gelBodyDef bodyDef;
        gelBodyId id;
        double volume;
        gelWorld* world = makeWorld(&backends.defs[b], &bodyDef);
        bodyDef.position.y = 0.5f;
        REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
        for (int i = 0; i < 300; i++)
            REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelBody_GetVolume(world, id, &volume));
        CHECK_CLOSE(volume, 0.158635, 0.00158635, "1% of the volume at rest");
        uint64_t hash = gelWorld_Hash(world);
        reference = b == 0 ? hash : reference;
        CHECK(hash == reference, "%s: hash %016llx, the reference's %016llx", backends.names[b],
              (unsigned long long)hash, (unsigned long long)reference);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

static void the_flattened_bunny_recovers_in_under_60_frames(void)
{
    gelTetMesh mesh;
    if (!loadBunny(&mesh))
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelBodyDef bodyDef;
        gelWorld* world = makeWorld(&backends.defs[b], &bodyDef);
        gelBodyId id = addFlattened(world, &mesh, &bodyDef);
        int frames = framesToRecover(world, id, restVolume(&mesh), 90);
        printf("  recovered after %d frames on %s\n", frames, backends.names[b]);
        CHECK(frames > 0 && frames < 60, "%s: %d frames", backends.names[b], frames);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(a_flattened_ball_recovers_in_under_60_frames),
      TEST(the_bunny_moves_the_same_on_every_device_and_keeps_its_volume),
      TEST(the_flattened_bunny_recovers_in_under_60_frames))
