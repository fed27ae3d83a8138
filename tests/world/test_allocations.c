// After its second frame a session allocates no more memory, on the host or a device, and creates nothing on
// a device: neither stepping, nor actions on bodies, nor looking at them. With contact that is so once bodies
// lie on each other, and while a body tears.
#define _POSIX_C_SOURCE 200809L // setenv
#define CL_TARGET_OPENCL_VERSION 120
#include "support/equal_bits.h"

#include "support/files.h"

#include "gel/tearing.h"

#include "opencl/runtime/functions.h"

enum { warmUp = 2, touching = 96, frames = 24, max = 4096 };

static int allocations, objects, events;

static void* countedResize(void* block, size_t size)
{
    allocations++;
    return realloc(block, size);
}

// The functions below take the place of OpenCL's own and call them, counting what the library creates.
static gelClFunctions opencl;

static cl_mem createBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* error)
{
    objects++;
    return opencl.clCreateBuffer(context, flags, size, host, error);
}

static cl_kernel createKernel(cl_program program, const char* name, cl_int* error)
{
    objects++;
    return opencl.clCreateKernel(program, name, error);
}

static cl_command_queue createQueue(cl_context context, cl_device_id device,
                                    cl_command_queue_properties properties, cl_int* error)
{
    objects++;
    return opencl.clCreateCommandQueue(context, device, properties, error);
}

static cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                     const size_t* global, const size_t* local, cl_uint waits, const cl_event* list,
                     cl_event* event)
{
    events += event != NULL;
    return opencl.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, waits, list,
                                         event);
}

static cl_int readBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                         void* to, cl_uint waits, const cl_event* list, cl_event* event)
{
    events += event != NULL;
    return opencl.clEnqueueReadBuffer(queue, buffer, blocking, offset, size, to, waits, list, event);
}

static cl_int writeBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t size,
                          const void* from, cl_uint waits, const cl_event* list, cl_event* event)
{
    events += event != NULL;
    return opencl.clEnqueueWriteBuffer(queue, buffer, blocking, offset, size, from, waits, list, event);
}

static Backends listCountedBackends(void)
{
    Backends backends = listBackends();
    if (opencl.clCreateBuffer == NULL) {
        opencl = gelCl;
        gelCl.clCreateBuffer = createBuffer;
        gelCl.clCreateKernel = createKernel;
        gelCl.clCreateCommandQueue = createQueue;
        gelCl.clEnqueueNDRangeKernel = launch;
        gelCl.clEnqueueReadBuffer = readBuffer;
        gelCl.clEnqueueWriteBuffer = writeBuffer;
    }
    return backends;
}

typedef struct Session {
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
    gelSharedVertices* shared;
    gelBodyId bodies[3];
} Session;

static _Alignas(64) float sharedPositions[4 * max], sharedSpeeds[max];
static float xyz[3 * max], skinned[3 * max];

static void apply(Session* session, gelEventKind kind, float x)
{
    gelEvent event = {
        .kind = kind, .origin = {x, 0.3f, 3}, .direction = {0.02f * x, 0, -1}, .stiffness = 300};
    REQUIRE(gelPlayer_Apply(session->player, &event));
}

// Two boxes and a ball fall onto the ground, with contact beside each other; one box has a skin and is held.
static Session openSession(const gelWorldDef* base, gelStrategy strategy, bool contact)
{
    Session session;
    char text[512];
    snprintf(text, sizeof text,
             "{\"ground\":{},\"substeps\":2,\"contact\":%s,"
             "\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.4,0.4,0.4],\"cells\":[3,3,3]},"
             "\"position\":[0,0.3,0],\"repeat\":{\"count\":[2,1,1],\"spacing\":[%s,0,0]}},"
             "{\"shape\":{\"type\":\"sphere\",\"radius\":0.2,\"cells\":5},\"position\":[%s,0.2,0]}]}",
             contact ? "true" : "false", contact ? "0.405" : "1", contact ? "-0.405" : "-1");
    writeText(GEL_SCRATCH "/allocations.json", text);
    REQUIRE(gelLoadScene(GEL_SCRATCH "/allocations.json", &session.scene));
    gelWorldDef def = gelScene_GetWorldDef(session.scene);
    def.backend = base->backend;
    def.device = base->device;
    def.strategy = strategy;
    def.tileSize = 32; // two for a box, nine for the ball
    REQUIRE(gelCreateWorld(&def, &session.world));
    REQUIRE(gelScene_CreateBodies(session.scene, session.world));
    CHECK_INT(gelWorld_GetBodies(session.world, session.bodies, 3), 3);
    const float corners[3][3] = {{-0.2f, -0.2f, 0.2f}, {0.2f, -0.2f, 0.2f}, {0, 0.2f, 0.25f}};
    const int triangle[3] = {0, 1, 2};
    gelSurfaceMesh skin;
    REQUIRE(gelCreateSurfaceMesh(corners[0], 3, triangle, 1, &skin, NULL));
    REQUIRE(gelBody_SetSkin(session.world, session.bodies[0], &skin, NULL));
    gelDestroySurfaceMesh(&skin);
    REQUIRE(gelCreatePlayer(session.scene, session.world, &session.player));
    gelSharedVerticesDef place = {.positions = sharedPositions, .speeds = sharedSpeeds, .capacity = max};
    REQUIRE(gelCreateSharedVertices(session.world, &place, &session.shared));
    apply(&session, gel_eventGrab, 0.0f);
    return session;
}

static void closeSession(Session* session)
{
    gelDestroySharedVertices(session->shared);
    gelDestroyPlayer(session->player);
    gelDestroyWorld(session->world);
    gelDestroyScene(session->scene);
}

static void playFrame(Session* session, int frame)
{
    gelWorld* world = session->world;
    gelBounds bounds;
    gelCounters counters;
    apply(session, gel_eventPull, 0.05f * (float)frame);
    REQUIRE(gelPlayer_BeginFrame(session->player));
    REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    REQUIRE(gelSharedVertices_Update(session->shared, true, &bounds));
    REQUIRE(gelBody_ReadPositions(world, session->bodies[0], xyz, max));
    gelEvaluateEmbedding(&gelBody_GetSkin(world, session->bodies[0])->embedding,
                         gelBody_GetMesh(world, session->bodies[0]), xyz, skinned);
    REQUIRE(gelWorld_GetCounters(world, &counters));
    gelWorld_Hash(world);
}

static void checkFrames(const gelWorldDef* def, const char* name, gelStrategy strategy, bool contact)
{
    int held = -1, first = contact ? touching : warmUp;
    gelBodyId body;
    gelVec3 target;
    // Waiting with a limit takes an event of the driver, and so does one launch in 16.
    setenv("GEL_DEVICE_TIME_LIMIT", "0", 1);
    gelSetAllocator(countedResize, NULL);
    allocations = objects = events = 0;
    Session session = openSession(def, strategy, contact);
    gelField wind = gelDefaultField(gel_fieldWind);
    wind.velocity.x = wind.gust = 0.5f;
    if (contact) { // in a light wind whose gusts are written anew in each frame, and filled
        gelMaterial material;
        REQUIRE(gelWorld_SetFields(session.world, &wind, 1));
        REQUIRE(gelBody_GetMaterial(session.world, session.bodies[0], &material));
        material.filling = gel_filledWithGas;
        REQUIRE(gelBody_SetMaterial(session.world, session.bodies[0], &material));
    }
    for (int frame = 0; frame < first + frames; frame++) {
        if (frame == first) {
            CHECK(allocations > 10, "%d allocations before: they are not counted", allocations);
            CHECK((objects > 0) == gelIsDevice(def->backend), "%d objects of devices before", objects);
            allocations = objects = events = 0;
        }
        playFrame(&session, frame % frames);
    }
    int counts[3] = {allocations, objects, events};
    CHECK(gelPlayer_GetHold(session.player, &body, &held, &target), "nothing was held by the end");
    CHECK(counts[0] == 0, "%s, %s: %d allocations when there should be none", name, gelStrategyText(strategy),
          counts[0]);
    CHECK(counts[1] == 0, "%s, %s: %d buffers, kernels or queues when there should be none", name,
          gelStrategyText(strategy), counts[1]);
    CHECK(counts[2] == 0, "%s, %s: %d events", name, gelStrategyText(strategy), counts[2]);
    closeSession(&session);
    gelSetAllocator(NULL, NULL);
}

static void a_step_allocates_nothing_after_the_second_frame(void)
{
    Backends backends = listCountedBackends();
    for (int i = 0; i < backends.count; i++)
        for (gelStrategy strategy = gel_strategyAuto; strategy < gel_strategyCount; strategy++)
            if (gelIsDevice(backends.defs[i].backend) || strategy == gel_strategyAuto)
                checkFrames(&backends.defs[i], backends.names[i], strategy, false);
}

static void contact_and_wind_allocate_nothing_once_bodies_touch(void)
{
    Backends backends = listCountedBackends();
    for (int i = 0; i < backends.count; i++)
        checkFrames(&backends.defs[i], backends.names[i], gel_strategyAuto, true);
}

// A bar held at one end, which tears by its weight, and another out of its reach.
static gelWorld* openTearingWorld(const gelWorldDef* base, gelBodyId* bar)
{
    gelWorldDef def = *base;
    gelWorld* world;
    gelTetMesh mesh;
    gelBodyDef body = gelDefaultBodyDef();
    def.contact = true;
    body.material.youngModulus = 5e4f;
    body.material.tearStrain = 0.1f;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){1.2f, 0.2f, 0.2f}, 12, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, bar));
    body.position.z = 2.0f;
    REQUIRE(gelCreateBody(world, &body, &mesh, &(gelBodyId){0}));
    gelDestroyTetMesh(&mesh);
    REQUIRE(gelBody_PinBox(world, *bar, (gelVec3){-9, -9, -9}, (gelVec3){-0.59f, 9, 9}, NULL));
    return world;
}

static void a_body_that_tears_allocates_nothing(void)
{
    Backends backends = listCountedBackends();
    setenv("GEL_DEVICE_TIME_LIMIT", "0", 1);
    for (int i = 0; i < backends.count; i++) {
        int torn[2];
        gelBodyId bar;
        gelSetAllocator(countedResize, NULL);
        gelWorld* world = openTearingWorld(&backends.defs[i], &bar);
        stepFrames(world, warmUp);
        REQUIRE(gelBody_GetTornSprings(world, bar, NULL, 0, &torn[0]));
        allocations = objects = 0;
        stepFrames(world, frames);
        int counts[2] = {allocations, objects};
        REQUIRE(gelBody_GetTornSprings(world, bar, NULL, 0, &torn[1]));
        CHECK(torn[0] == 0 && torn[1] > 0, "%s: %d springs have torn before, %d after", backends.names[i],
              torn[0], torn[1]);
        CHECK(counts[0] == 0 && counts[1] == 0, "%s: %d allocations, %d objects when there should be none",
              backends.names[i], counts[0], counts[1]);
        gelDestroyWorld(world);
        gelSetAllocator(NULL, NULL);
    }
}

TESTS(TEST(a_step_allocates_nothing_after_the_second_frame),
      TEST(contact_and_wind_allocate_nothing_once_bodies_touch), TEST(a_body_that_tears_allocates_nothing))
