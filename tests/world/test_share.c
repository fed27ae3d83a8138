// Vertices for drawing: every back end writes what can also be read from it, to its own memory or the test's,
// and keeps its state. OpenGL's buffers are tested with the viewer.
#define CL_TARGET_OPENCL_VERSION 120
#include "support/fixtures.h"

#include "opencl/runtime/functions.h"
#include "world/world.h"

enum { max = 8192 };

typedef struct Place {
    _Alignas(64) float positions[4 * max];
    _Alignas(64) float speeds[max];
} Place;
static Place place;

static gelSharedVerticesDef placeDef(void)
{
    return (gelSharedVerticesDef){.positions = place.positions, .speeds = place.speeds, .capacity = max};
}

// Two boxes, so that the vertices of the second body follow those of the first; their number is not a
// multiple of 16.
static gelWorld* makeWorld(const gelWorldDef* base, int cells)
{
    gelWorldDef def = *base;
    gelWorld* world;
    def.ground.enabled = true;
    def.substepCount = 2;
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < 2; i++) {
        gelTetMesh mesh;
        gelBodyDef body = gelDefaultBodyDef();
        gelBodyId id;
        REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.5f, 0.75f}, cells, 2, 2 + i, &mesh));
        body.position = (gelVec3){(float)(3 * i) - 7.0f, 1.0f + (float)i, 0.25f};
        body.velocity = (gelVec3){(float)i, -2.0f, 0.5f};
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        gelDestroyTetMesh(&mesh);
    }
    return world;
}

static void run(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
}

// Positions read by the public functions: [vertex][3], all bodies; returns the number of vertices.
static int readAll(gelWorld* world, float* xyz, bool velocities)
{
    gelBodyId ids[2];
    int total = 0, bodyCount = gelWorld_GetBodies(world, ids, 2);
    for (int i = 0; i < bodyCount; i++) {
        int count = gelBody_GetMesh(world, ids[i])->vertexCount;
        REQUIRE(velocities ? gelBody_ReadVelocities(world, ids[i], xyz + 3 * total, count)
                           : gelBody_ReadPositions(world, ids[i], xyz + 3 * total, count));
        total += count;
    }
    return total;
}

static void checkPlace(gelWorld* world, const gelBounds* bounds, const char* name)
{
    static float xyz[3 * max], velocities[3 * max];
    int count = readAll(world, xyz, false), wrong = 0, wrongSpeeds = 0;
    float lower[3] = {1e30f, 1e30f, 1e30f}, upper[3] = {-1e30f, -1e30f, -1e30f};
    readAll(world, velocities, true);
    for (int i = 0; i < count; i++) {
        const float *v = &velocities[3 * i], *x = &place.positions[4 * i];
        wrong += memcmp(x, &xyz[3 * i], 3 * sizeof(float)) != 0 || x[3] != 1.0f;
        wrongSpeeds += place.speeds[i] != sqrtf((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]);
        for (int k = 0; k < 3; k++) {
            lower[k] = fminf(lower[k], xyz[3 * i + k]);
            upper[k] = fmaxf(upper[k], xyz[3 * i + k]);
        }
    }
    CHECK(wrong == 0, "%s: %d of %d positions differ", name, wrong, count);
    CHECK(wrongSpeeds == 0, "%s: %d of %d speeds differ", name, wrongSpeeds, count);
    CHECK(memcmp(&bounds->lower, lower, sizeof lower) == 0 &&
              memcmp(&bounds->upper, upper, sizeof upper) == 0,
          "%s: the box is {%g, %g, %g} to {%g, %g, %g}, not {%g, %g, %g} to {%g, %g, %g}", name,
          (double)bounds->lower.x, (double)bounds->lower.y, (double)bounds->lower.z, (double)bounds->upper.x,
          (double)bounds->upper.y, (double)bounds->upper.z, (double)lower[0], (double)lower[1],
          (double)lower[2], (double)upper[0], (double)upper[1], (double)upper[2]);
}

static void checkUpdates(const gelWorldDef* backend, int cells, const char* name)
{
    gelWorld *world = makeWorld(backend, cells), *alone = makeWorld(backend, cells);
    gelSharedVerticesDef def = placeDef();
    gelSharedVertices* shared;
    gelBounds bounds;
    REQUIRE(gelCreateSharedVertices(world, &def, &shared));
    for (int frame = 0; frame < 2; frame++) {
        memset(&place, 0xa5, sizeof place);
        run(world, 1);
        run(alone, 1);
        REQUIRE(gelSharedVertices_Update(shared, true, &bounds));
        checkPlace(world, &bounds, name);
    }
    CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(alone));
    gelDestroySharedVertices(shared);
    gelDestroyWorld(world);
    gelDestroyWorld(alone);
}

static void what_is_written_is_what_can_be_read_and_the_bits_stay(void)
{
    static const int lanes[] = {1, 8, 16};
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++)
        for (int i = 0; i < (b > 0 ? 3 : 1); i++) {
            char name[200];
            if (!setLanes(&backends.defs[b], lanes[i]))
                continue;
            snprintf(name, sizeof name, "%s, %d lanes", backends.names[b], lanes[i]);
            checkUpdates(&backends.defs[b], 2, name);
        }
}

// Other users of OpenCL read from the buffers what the public functions read.
static void buffers_on_the_device_hold_what_can_be_read(void)
{
    Backends backends = listBackends();
    gelSharedVerticesDef def = {.onDevice = true, .capacity = max};
    gelSharedVertices* shared;
    gelOpenclVertices objects;
    gelBounds bounds;
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = makeWorld(&backends.defs[b], 2);
        bool opencl = backends.defs[b].backend == gel_opencl;
        CHECK_STATUS(gelCreateSharedVertices(world, &def, &shared), opencl ? gel_success : gel_unsupported);
        if (!opencl)
            CHECK_TEXT(gelLastError(), "use the back end opencl");
        for (int frame = 0; frame < 2 && opencl; frame++) {
            run(world, 1);
            REQUIRE(gelSharedVertices_Update(shared, true, &bounds));
            REQUIRE(gelSharedVertices_GetOpencl(shared, &objects));
            memset(&place, 0xa5, sizeof place);
            size_t size = 4 * sizeof(float) * (size_t)shared->vertexCount;
            CHECK(gelCl.clEnqueueReadBuffer(objects.queue, objects.positions, CL_TRUE, 0, size,
                                            place.positions, 0, NULL, NULL) == CL_SUCCESS,
                  "the positions cannot be read");
            CHECK(gelCl.clEnqueueReadBuffer(objects.queue, objects.speeds, CL_TRUE, 0, size / 4, place.speeds,
                                            0, NULL, NULL) == CL_SUCCESS,
                  "the speeds cannot be read");
            checkPlace(world, &bounds, backends.names[b]);
        }
        gelDestroyWorld(world);
        if (opencl)
            CHECK_STATUS(gelSharedVertices_GetOpencl(shared, &objects), gel_invalidHandle);
        gelDestroySharedVertices(shared);
    }
}

// More than all work-groups handle at once: each loops.
static void large_meshes_are_written_whole(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++)
        checkUpdates(&backends.defs[b], 250, backends.names[b]);
}

static void what_was_written_stays_until_the_next_update(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = makeWorld(&backends.defs[b], 2);
        gelSharedVerticesDef def = placeDef();
        gelSharedVertices* shared;
        gelBounds bounds;
        static Place kept;
        REQUIRE(gelCreateSharedVertices(world, &def, &shared));
        REQUIRE(gelSharedVertices_Update(shared, true, &bounds));
        kept = place;
        run(world, 3);
        CHECK(gelWorld_Hash(world) != 0, "%s", gelLastError()); // all is done
        CHECK(memcmp(&kept, &place, sizeof kept) == 0, "%s wrote in between", backends.names[b]);
        gelDestroySharedVertices(shared);
        gelDestroyWorld(world);
    }
}

static void the_box_leaves_out_what_is_not_finite(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = makeWorld(&backends.defs[b], 2);
        gelSharedVerticesDef def = placeDef();
        gelSharedVertices* shared;
        gelBounds bounds;
        REQUIRE(gelCreateSharedVertices(world, &def, &shared));
        for (int i = 0; i < world->vertexCount; i++)
            world->vertices[i].position[i % 3] = i % 2 != 0 ? (double)NAN : (double)-INFINITY;
        for (int k = 0; k < 3; k++) {
            world->vertices[40].position[k] = 2.0 + k;
            world->vertices[50].position[k] = -1.0 - k;
        }
        gelWorldStateChanged(world);
        REQUIRE(gelSharedVertices_Update(shared, false, &bounds));
        const float found[6] = {bounds.lower.x, bounds.lower.y, bounds.lower.z,
                                bounds.upper.x, bounds.upper.y, bounds.upper.z};
        for (int k = 0; k < 6; k++)
            CHECK_CLOSE((double)found[k], k < 3 ? -1.0 - k : 2.0 + (k - 3), 0.0, backends.names[b]);
        gelDestroySharedVertices(shared);
        gelDestroyWorld(world);
    }
}

static void a_world_without_bodies_has_no_box(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelSharedVerticesDef shared = placeDef();
    gelSharedVertices* vertices;
    gelWorld* world;
    gelBounds bounds;
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        def = backends.defs[b];
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateSharedVertices(world, &shared, &vertices));
        REQUIRE(gelSharedVertices_Update(vertices, true, &bounds));
        CHECK(bounds.lower.x > bounds.upper.x, "it reaches from %g to %g", (double)bounds.lower.x,
              (double)bounds.upper.x);
        gelDestroySharedVertices(vertices);
        gelDestroyWorld(world);
    }
}

static void worlds_and_bodies_may_go_first(void)
{
    gelWorldDef reference = gelDefaultWorldDef();
    gelSharedVerticesDef def = placeDef();
    gelSharedVertices *first, *second;
    gelBounds bounds;
    gelBodyId ids[2];
    reference.backend = gel_referenceFloat;
    gelWorld* world = makeWorld(&reference, 2);
    REQUIRE(gelCreateSharedVertices(world, &def, &first));
    REQUIRE(gelCreateSharedVertices(world, &def, &second));
    gelWorld_GetBodies(world, ids, 2);
    REQUIRE(gelDestroyBody(world, ids[0]));
    CHECK_STATUS(gelSharedVertices_Update(first, true, &bounds), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "the world has 36 now");
    gelDestroySharedVertices(first);
    gelDestroyWorld(world);
    CHECK_STATUS(gelSharedVertices_Update(second, true, &bounds), gel_invalidHandle);
    gelDestroySharedVertices(second);
    gelDestroySharedVertices(NULL);
}

static void what_does_not_fit_is_refused(void)
{
    gelWorldDef reference = gelDefaultWorldDef();
    gelSharedVertices* shared;
    reference.backend = gel_referenceFloat;
    gelWorld* world = makeWorld(&reference, 2);
    gelSharedVerticesDef def = placeDef();
    def.capacity = 63;
    CHECK_STATUS(gelCreateSharedVertices(world, &def, &shared), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "expected room for 64 vertices, found 63");
    CHECK(shared == NULL, "there is something");
    def = placeDef();
    def.speeds = NULL;
    CHECK_STATUS(gelCreateSharedVertices(world, &def, &shared), gel_invalidArgument);
    def = placeDef();
    def.onDevice = true;
    CHECK_STATUS(gelCreateSharedVertices(world, &def, &shared), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "found several of them");
    def.onDevice = false;
    gelOpenclVertices objects;
    REQUIRE(gelCreateSharedVertices(world, &def, &shared));
    CHECK_STATUS(gelSharedVertices_GetOpencl(shared, &objects), gel_invalidArgument);
    gelDestroySharedVertices(shared);
    def.positions++;
    CHECK_STATUS(gelCreateSharedVertices(world, &def, &shared), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "16 bytes");
    def = (gelSharedVerticesDef){.positionBuffer = 1, .speedBuffer = 2, .capacity = max};
    CHECK_STATUS(gelCreateSharedVertices(world, &def, &shared), gel_unsupported);
    gelDestroyWorld(world);
    Backends backends = listBackends();
    for (int b = 1; b < backends.count; b++) {
        world = makeWorld(&backends.defs[b], 2);
        CHECK_STATUS(gelCreateSharedVertices(world, &def, &shared), gel_unsupported);
        CHECK_TEXT(gelLastError(), "without an OpenGL context");
        gelDestroyWorld(world);
    }
}

TESTS(TEST(what_is_written_is_what_can_be_read_and_the_bits_stay),
      TEST(buffers_on_the_device_hold_what_can_be_read), TEST(large_meshes_are_written_whole),
      TEST(what_was_written_stays_until_the_next_update), TEST(the_box_leaves_out_what_is_not_finite),
      TEST(a_world_without_bodies_has_no_box), TEST(worlds_and_bodies_may_go_first),
      TEST(what_does_not_fit_is_refused))
