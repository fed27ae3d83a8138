// Every call of OpenCL fails once: nothing crashes, nothing stays behind on the device, and what is tried again gives
// the bits of a run in which nothing failed. stacks/fault_layer.c makes the calls fail.
//
// Tries some calls of each function. GEL_TEST_FAULTS=all tries every single one, for half an hour.
#define _POSIX_C_SOURCE 200809L
#include "common/clock.h"
#include "support/drawn_twice.h"
#include "support/fault_layer_loaded.h"
#include "support/fixtures.h"
#include "support/tries_all.h"
#include "support/points.h"

enum { frames = 3, maxTries = 4, outOfResources = -5, outOfMemory = -4 };

static gelDeviceInfo device; // the first one

typedef struct Variant {
    const char* name;
    gelStrategy strategy;
    gelConstraintOrder order;
    gelIntegrator integrator;
    bool simple;   // simple: no contact, obstacles nor sleep
    bool drawn;    // its vertices are written for drawing
    bool recorded; // in a command buffer, if the device has them
    bool bound;    // filled, plastic, with fields, goals of a body and attachments, one of which breaks
} Variant;

static const Variant variants[] = {
    {.name = "perColour", .strategy = gel_strategyPerColour},
    {.name = "body", .strategy = gel_strategyBody},
    {.name = "ensemble", .strategy = gel_strategyEnsemble},
    {.name = "tiles", .strategy = gel_strategyTiles},
    {.name = "one launch", .strategy = gel_strategyBody, .simple = true, .drawn = true},
    {.name = "bound", .bound = true},
    {.name = "Jacobi", .order = gel_jacobiOrder, .simple = true},
    {.name = "Runge-Kutta", .integrator = gel_rungeKutta4, .simple = true},
    {.name = "recorded", .strategy = gel_strategyPerColour, .simple = true, .recorded = true},
};
enum {
    variantCount = sizeof variants / sizeof variants[0],
    quickest = 4, // to make
    recorded = 8,
    boxVertices = 64,
    maxFunctions = 64
};

typedef struct Session {
    gelWorld* world;
    gelBodyId boxes[2], wall;
    bool drawn, recorded;
} Session;

static gelStatus attach(const Session* session, int vertex, float breakForce)
{
    gelAttachmentId id;
    gelAttachmentDef attachment = gelDefaultAttachmentDef();
    attachment.breakForce = breakForce;
    attachment.a = vertexOf(session->boxes[0], vertex);
    attachment.b = attachment.a;
    attachment.b.body = session->boxes[1];
    attachment.length = 0.4f;
    return gelCreateAttachment(session->world, &attachment, &id);
}

// Wind, goals that half of the vertices of a box follow and the others are drawn to, and two attachments.
static gelStatus bind(const Session* session)
{
    float weights[boxVertices];
    gelGoalSet goals = gelDefaultGoalSet();
    gelField wind = gelDefaultField(gel_fieldWind);
    for (int i = 0; i < boxVertices; i++)
        weights[i] = i % 2 == 0 ? 1.0f : 0.5f;
    goals.weights = weights;
    wind.velocity = (gelVec3){3, 0, 0};
    gelStatus status = gelWorld_SetFields(session->world, &wind, 1);
    if (status == gel_success)
        status = gelBody_SetGoals(session->world, session->boxes[1], &goals);
    if (status == gel_success)
        status = attach(session, 0, INFINITY);
    return status == gel_success ? attach(session, 7, 20.0f) : status;
}

// The next goals of the upper box, and its rest shape, which grows.
static gelStatus lead(const Session* session, int frame)
{
    float places[boxVertices][3];
    const gelTetMesh* mesh = gelBody_GetMesh(session->world, session->boxes[1]);
    for (int i = 0; i < 3 * boxVertices; i++)
        places[i / 3][i % 3] = mesh->positions[i] * (1.0f + 0.02f * (float)frame);
    gelStatus status = gelBody_SetRestPositions(session->world, session->boxes[1], places[0], boxVertices);
    if (status != gel_success)
        return status;
    REQUIRE(gelBody_ReadGoals(session->world, session->boxes[1], NULL, places[0], boxVertices));
    for (int i = 0; i < boxVertices; i++)
        places[i][1] = (float)(i / 16) * 0.1f + 0.5f + 0.02f * (float)(frame * frame);
    return gelBody_MoveGoals(session->world, session->boxes[1], places[0], boxVertices);
}

// Two boxes on each other, held at a corner, and a wall that comes nearer.
static gelStatus openSession(const Variant* variant, Session* session)
{
    gelTetMesh mesh;
    gelSurfaceMesh plate;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelObstacleDef obstacle = gelDefaultObstacleDef();
    const float corners[4][3] = {{0.4f, 0, -1}, {0.4f, 0, 1}, {0.4f, 1, 1}, {0.4f, 1, -1}};
    const int triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    def.strategy = variant->strategy;
    def.order = variant->order;
    def.integrator = variant->integrator;
    def.contact = def.sleep = !variant->simple;
    def.commandBuffer = variant->recorded ? gel_commandBufferOn : gel_commandBufferAuto;
    def.substepCount = 3;
    def.springDamping = variant->order == gel_jacobiOrder ? 0.001f : 0.0f; // by the same kernels
    def.lanes = triesAll()
                    ? 0
                    : device.lanes; // or what fails is tried with scalars, whose kernels take long to build
    def.tileSize = 32;
    def.ground.enabled = true;
    *session = (Session){.drawn = variant->drawn, .recorded = variant->recorded};
    gelStatus status = gelCreateWorld(&def, &session->world);
    if (status != gel_success)
        return status;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.4f, 0.4f, 0.4f}, 3, 3, 3, &mesh));
    body.material.filling = variant->bound ? gel_filledWithGas : gel_notFilled;
    for (int i = 0; i < 2; i++) {
        body.material.creep = variant->bound && i == 0 ? 20.0f : 0.0f;
        body.position = (gelVec3){0.0f, 0.199f + 0.401f * (float)i, 0.0f};
        REQUIRE(gelCreateBody(session->world, &body, &mesh, &session->boxes[i]));
    }
    REQUIRE(gelCreateSurfaceMesh(corners[0], 4, triangles[0], 2, &plate, NULL));
    if (!variant->simple)
        REQUIRE(gelCreateObstacle(session->world, &obstacle, &plate, &session->wall));
    gelDestroySurfaceMesh(&plate);
    gelDestroyTetMesh(&mesh);
    gelWorld_SetContactEvents(session->world, true);
    return variant->bound ? bind(session) : gel_success;
}

// Changes the world before a frame: a goal, a wall that has moved, in the second frame another
// material.
static gelStatus change(const Session* session, int frame)
{
    const gelVec3 place = {-0.1f * (float)(frame + 1), 0, 0};
    const gelQuat upright = {0, 0, 0, 1};
    gelGoal goal = {.body = session->boxes[1],
                    .vertex = 5,
                    .position = {0.3f + 0.1f * (float)frame, 0.9f, 0.2f},
                    .stiffness = 300.0f};
    gelMaterial material;
    if (session->recorded)
        return gelWorld_SetGravity(session->world, (gelVec3){0, frame == 2 ? -5.0f : -9.0f, 0});
    gelStatus status = gelWorld_SetGoals(session->world, &goal, frame == 1);
    if (status == gel_success && gelWorld_GetAttachments(session->world, NULL, 0) > 0)
        status = lead(session, frame);
    if (status == gel_success && session->wall.index1 != 0)
        status = gelObstacle_SetPose(session->world, session->wall, place, upright);
    if (status != gel_success || frame != 1)
        return status;
    REQUIRE(gelBody_GetMaterial(session->world, session->boxes[0], &material));
    material.youngModulus = 2e5f;
    return gelBody_SetMaterial(session->world, session->boxes[0], &material);
}

// Steps, and tries again what fails. Returns the hash; 0: a frame failed too often.
static uint64_t play(const Session* session, int* failures)
{
    uint64_t hash = 0;
    for (int frame = 0; frame < frames; frame++) {
        gelStatus status = gel_deviceError;
        for (int tries = 0; status != gel_success && tries < maxTries; tries++) {
            status = change(session, frame);
            if (status == gel_success)
                status = gelWorld_Step(session->world, 1.0f / 60.0f);
            *failures += status != gel_success;
        }
        if (status != gel_success)
            return 0;
    }
    for (int tries = 0; hash == 0 && tries < maxTries; tries++) {
        gelStatus status = session->drawn ? drawTwice(session->world) : gel_success;
        hash = status == gel_success ? gelWorld_Hash(session->world) : 0;
        *failures += hash == 0;
    }
    return hash;
}

typedef struct Outcome {
    int calls, tried, refused, again;
} Outcome;

static void print(const char* variant, const char* when, const char* name, const Outcome* outcome)
{
    printf("  %-11s %-22s %-27s %5d calls, %4d failed: %4d tried again, %4d no world\n", variant, when, name,
           outcome->calls, outcome->tried, outcome->again, outcome->refused);
}

// The first, the last, and one between; or all.
static bool isTried(int at, int max)
{
    return triesAll() || at == 1 || at == max || at == max / 2;
}

// How often each function was called since the last fault was set.
static void countEach(int counts[maxFunctions])
{
    const char* const* names = listCalls();
    int i = 0;
    for (; i < maxFunctions && names[i] != NULL; i++)
        counts[i] = countCalls(names[i]);
    CHECK(i < maxFunctions, "the layer has no less than %d functions", maxFunctions);
}

// From a saved state on: a call of a function fails, once or from then on.
static void disturb(const Variant* variant, const Session* session, const gelSnapshot* start,
                    uint64_t expected, const char* name, int calls, bool stays)
{
    Outcome outcome = {.calls = calls};
    for (int at = 1; at <= calls; at++) {
        int failures = 0;
        if (!isTried(at, calls))
            continue;
        REQUIRE(gelRestoreSnapshot(session->world, NULL, start));
        arm(name, at, at % 2 == 0 ? outOfMemory : outOfResources, stays);
        uint64_t hash = play(session, &failures);
        disarm();
        outcome.tried++;
        outcome.again += failures > 0;
        if (stays && failures > 0)
            CHECK(hash == 0, "%s: %s, call %d: a hash without a device", variant->name, name, at);
        else
            CHECK(hash == expected, "%s: %s, call %d: %016llx, undisturbed %016llx, after %d failures: %s",
                  variant->name, name, at, (unsigned long long)hash, (unsigned long long)expected, failures,
                  gelLastError());
    }
    if (outcome.tried > 0)
        print(variant->name, stays ? "fails from then on" : "fails once", name, &outcome);
}

// Lets each call of each function fail, from a saved state on.
static void disturbSteps(const Variant* variant, bool stays)
{
    Session session;
    gelSnapshot* start;
    int failures = 0, counts[maxFunctions];
    REQUIRE(openSession(variant, &session));
    REQUIRE(gelWorld_Step(session.world, 1.0f / 60.0f));
    REQUIRE(gelTakeSnapshot(session.world, NULL, &start));
    uint64_t expected = play(&session, &failures);
    REQUIRE(gelRestoreSnapshot(session.world, NULL, start));
    disarm();
    CHECK_HEX(play(&session, &failures), expected);
    CHECK(expected != 0 && failures == 0, "%s: the undisturbed run failed", variant->name);
    countEach(counts);
    CHECK_INT(gelWorld_GetAttachments(session.world, NULL, 0), variant->bound ? 1 : 0);
    for (int i = 0; listCalls()[i] != NULL; i++)
        disturb(variant, &session, start, expected, listCalls()[i], counts[i], stays);
    gelDestroySnapshot(start);
    gelDestroyWorld(session.world);
    CHECK_INT(countObjects(), 0);
}

static bool isForRecording(const char* name)
{
    return strstr(name, "CommandBufferKHR") != NULL || strstr(name, "KernelKHR") != NULL ||
           strcmp(name, "clCloneKernel") == 0 ||
           strcmp(name, "clGetExtensionFunctionAddressForPlatform") == 0;
}

// Each in a world that is new, where the first frame makes what the others use; `at` 0: nothing fails.
static void playNew(const Variant* variant, const char* name, int at, uint64_t* expected, Outcome* outcome)
{
    Session session;
    int failures = 0, code = at % 2 == 0 ? outOfMemory : outOfResources;
    arm(name, at, code, 0);
    gelStatus status = openSession(variant, &session);
    uint64_t hash = status == gel_success ? play(&session, &failures) : 0;
    *expected = at == 0 ? hash : *expected;
    outcome->tried += at > 0;
    outcome->refused += status != gel_success;
    outcome->again += failures > 0;
    CHECK(at > 0 || hash != 0, "%s: the undisturbed run failed: %s", variant->name, gelLastError());
    CHECK(status != gel_success || hash == *expected, "%s: %s, call %d: %016llx, undisturbed %016llx: %s",
          variant->name, name, at, (unsigned long long)hash, (unsigned long long)*expected, gelLastError());
    gelDestroyWorld(session.world);
    CHECK(countObjects() == 0, "%s: %s, call %d: %d objects stay on the device", variant->name, name, at,
          countObjects());
}

// Lets calls of each function, or only those of command buffers, fail in new worlds.
static void disturbNew(const Variant* variant, bool onlyRecording)
{
    enum { max = 64 };
    uint64_t expected = 0;
    int counts[maxFunctions];
    playNew(variant, "any", 0, &expected, &(Outcome){0});
    countEach(counts);
    for (int i = 0; listCalls()[i] != NULL; i++) {
        const char* name = listCalls()[i];
        Outcome outcome = {.calls = onlyRecording && !isForRecording(name) ? 0 : counts[i]};
        int step = triesAll() ? (outcome.calls + max - 1) / max : (outcome.calls + 1) / 2;
        for (int at = 1; at <= outcome.calls; at += step)
            playNew(variant, name, at, &expected, &outcome);
        if (outcome.tried > 0)
            print(variant->name, "fails in a new world", name, &outcome);
    }
    disarm();
}

static void a_step_that_fails_and_is_tried_again_has_the_same_bits(void)
{
    if (!loadLayer(&device))
        SKIP("no OpenCL device, or a loader without layers");
    for (int i = 0; i < recorded; i++) // a world whose command buffers failed takes none again
        disturbSteps(&variants[i], false);
}

static void on_a_lost_device_all_fails_until_it_is_back(void)
{
    if (!loadLayer(&device))
        SKIP("no OpenCL device, or a loader without layers");
    for (int i = 0; i < recorded; i++)
        if (triesAll() || i < 2 || i == quickest)
            disturbSteps(&variants[i], true);
}

// The state after the first frame, and the hash of the end.
static uint64_t begin(const Variant* variant, Session* session, gelSnapshot** start)
{
    int failures = 0;
    REQUIRE(openSession(variant, session));
    REQUIRE(gelWorld_Step(session->world, 1.0f / 60.0f));
    REQUIRE(gelTakeSnapshot(session->world, NULL, start));
    return play(session, &failures);
}

// From the saved state on its device is lost, whatever is tried, and the world goes on elsewhere.
static void loseDevice(const Variant* variant, const Session* session, const gelSnapshot* start, int stays,
                       gelBackendKind backend, uint64_t expected)
{
    int failures = 0;
    REQUIRE(gelRestoreSnapshot(session->world, NULL, start));
    arm("clEnqueueNDRangeKernel", 2, outOfResources, stays);
    CHECK(play(session, &failures) == 0, "%s: a hash without a device", variant->name);
    CHECK(stays == faultStaysUntilListed ||
              gelWorld_Reopen(session->world, gel_opencl, 0, start) == gel_deviceError,
          "%s: a device that is lost was opened", variant->name);
    gelStatus status = gelWorld_Reopen(session->world, backend, 0, start);
    CHECK(status == gel_success, "%s: %s", variant->name, gelLastError());
    uint64_t hash = play(session, &failures);
    CHECK(hash == expected, "%s: %016llx on %s, undisturbed %016llx", variant->name, (unsigned long long)hash,
          gelWorld_GetBackendText(session->world), (unsigned long long)expected);
    disarm();
}

static void a_world_whose_device_was_lost_goes_on_with_the_same_bits(void)
{
    if (!loadLayer(&device))
        SKIP("no OpenCL device, or a loader without layers");
    for (int i = 0; i < variantCount; i++) {
        Session session;
        gelSnapshot* start;
        int failures = 0;
        uint64_t expected = begin(&variants[i], &session, &start);
        loseDevice(&variants[i], &session, start, faultStaysUntilListed, gel_opencl, expected);
        loseDevice(&variants[i], &session, start, 1, gel_referenceFloat, expected);
        if (i == 0 || triesAll()) { // and back, as it is
            REQUIRE(gelRestoreSnapshot(session.world, NULL, start));
            REQUIRE(gelWorld_Reopen(session.world, gel_opencl, 0, NULL));
            CHECK_HEX(play(&session, &failures), expected);
        }
        CHECK_INT(gelWorld_Reopen(session.world, gel_referenceDouble, 0, NULL), gel_unsupported);
        gelDestroySnapshot(start);
        gelDestroyWorld(session.world);
        CHECK_INT(countObjects(), 0);
    }
}

static void a_world_that_cannot_be_made_leaves_nothing_behind(void)
{
    if (!loadLayer(&device))
        SKIP("no OpenCL device, or a loader without layers");
    for (int i = 0; i < variantCount; i++)
        if (triesAll() || i == quickest || i == recorded)
            disturbNew(&variants[i], i == recorded && !triesAll());
}

// It fails within the limit, and so does whatever needs the device; the world goes on elsewhere.
static void hang(const Variant* variant, int at)
{
    Session session;
    gelSnapshot* start;
    int failures = 0;
    uint64_t expected = begin(variant, &session, &start);
    REQUIRE(gelRestoreSnapshot(session.world, NULL, start));
    arm("clEnqueueNDRangeKernel", at, 0, faultHangs);
    double beginning = gelMilliseconds();
    CHECK(play(&session, &failures) == 0, "%s: a hash of a device that hangs", variant->name);
    double waited = gelMilliseconds() - beginning;
    CHECK(waited > 900.0 && waited < 10000.0, "%s: waited %g ms, with a limit of 1 s", variant->name, waited);
    CHECK_STATUS(gelWorld_Step(session.world, 1.0f / 60.0f), gel_deviceError);
    CHECK_TEXT(gelLastError(), "has made no progress for 1 s: it hangs");
    CHECK_STATUS(gelWorld_Reopen(session.world, gel_opencl, 0, start), gel_deviceError);
    CHECK_TEXT(gelLastError(), "hangs: work of another world has not returned from it yet");
    REQUIRE(gelWorld_Reopen(session.world, gel_referenceFloat, -1, start));
    CHECK_HEX(play(&session, &failures), expected);
    int objects = countObjects();
    CHECK(objects > 0, "%s: what hangs was released", variant->name);
    disarm(); // the device is back, and calls late
    REQUIRE(gelWorld_Reopen(session.world, gel_opencl, 0, start));
    CHECK_HEX(play(&session, &failures), expected);
    gelDestroySnapshot(start);
    gelDestroyWorld(session.world);
    CHECK_INT(countObjects(), objects);
}

static void a_device_that_hangs_is_given_up_after_the_time_limit(void)
{
    if (!loadLayer(&device))
        SKIP("no OpenCL device, or a loader without layers");
    setenv("GEL_DEVICE_TIME_LIMIT", "1", 1);
    hang(&variants[0], 70);
    hang(&variants[quickest], 1);
    unsetenv("GEL_DEVICE_TIME_LIMIT");
}

static void destroying_a_world_whose_device_hangs_does_not_wait(void)
{
    Session session;
    if (!loadLayer(&device))
        SKIP("no OpenCL device, or a loader without layers");
    setenv("GEL_DEVICE_TIME_LIMIT", "1", 1);
    REQUIRE(openSession(&variants[quickest], &session));
    REQUIRE(gelWorld_Step(session.world, 1.0f / 60.0f));
    arm("any", 1, 0, faultHangs);
    double beginning = gelMilliseconds();
    gelDestroyWorld(session.world);
    double waited = gelMilliseconds() - beginning;
    CHECK(waited > 900.0 && waited < 10000.0, "waited %g ms, with a limit of 1 s", waited);
    disarm();
    unsetenv("GEL_DEVICE_TIME_LIMIT");
}

// clFlush is where waiting begins.
static void launches_that_take_long_are_cut_and_the_bits_stay(void)
{
    uint64_t hashes[2];
    int launches[2];
    if (!loadLayer(&device))
        SKIP("no OpenCL device, or a loader without layers");
    for (int slow = 0; slow < 2; slow++) {
        Session session;
        REQUIRE(openSession(&variants[quickest], &session));
        for (int frame = 0; frame < 4; frame++) {
            arm("clFlush", 0, slow && frame < 2 ? 300 : 0, faultIsSlow);
            REQUIRE(gelWorld_Step(session.world, 1.0f / 60.0f));
            hashes[slow] = gelWorld_Hash(session.world);
        }
        launches[slow] = gelWorld_GetProfile(session.world).launchesPerStep;
        gelDestroyWorld(session.world);
    }
    disarm();
    CHECK_HEX(hashes[1], hashes[0]);
    CHECK_INT(launches[0], 1); // 3 substeps
    CHECK_INT(launches[1], 3);
}

// The host queues launches faster than PoCL takes them, and waits for some that are under way.
static void a_host_far_ahead_of_its_device_waits_for_it(void)
{
    uint64_t hashes[2] = {0};
    for (int i = 0; i < 2; i++) {
        gelWorldDef def = gelDefaultWorldDef();
        gelBodyDef body = gelDefaultBodyDef();
        gelTetMesh mesh;
        gelWorld* world;
        gelBodyId id;
        def.device = 0;
        def.strategy = gel_strategyPerColour;
        def.substepCount = 60;
        def.deviceTimeLimit = i == 0 ? 0.0f : 60.0f;
        body.position.y = 0.6f;
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 6, 6, 6, &mesh));
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        for (int frame = 0; frame < (i == 0 ? 5 : 40); frame++) {
            REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
            if (frame == 4)
                hashes[i] = gelWorld_Hash(world);
        }
        REQUIRE(gelWorld_Finish(world));
        gelDestroyWorld(world);
        gelDestroyTetMesh(&mesh);
    }
    CHECK_HEX(hashes[1], hashes[0]);
}

static void errors_of_the_device_name_the_call_and_the_limits(void)
{
    Session session;
    gelTetMesh mesh;
    gelBodyId id;
    gelBodyDef body = gelDefaultBodyDef();
    if (!loadLayer(&device))
        SKIP("no OpenCL device, or a loader without layers");
    REQUIRE(openSession(&variants[0], &session));
    arm("clCreateBuffer", 1, outOfMemory, 0);
    CHECK_STATUS(gelWorld_Step(session.world, 1.0f / 60.0f), gel_deviceError);
    CHECK_TEXT(gelLastError(), "making a buffer of ");
    CHECK_TEXT(gelLastError(), "MiB at most in a buffer");
    CHECK_TEXT(gelLastError(), "clCreateBuffer returned CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)");
    disarm();
    gelDestroyWorld(session.world);
    setenv("GEL_FAULT_LARGEST", "32768", 1);
    REQUIRE(openSession(&variants[0], &session));
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 8, 8, 8, &mesh));
    REQUIRE(gelCreateBody(session.world, &body, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    CHECK_STATUS(gelWorld_Step(session.world, 1.0f / 60.0f), gel_deviceError);
    CHECK_TEXT(gelLastError(), "the scene is too large for opencl:");
    CHECK_TEXT(gelLastError(),
               "the device allows at most 0.03125 MiB per buffer (CL_DEVICE_MAX_MEM_ALLOC_SIZE)");
    CHECK_TEXT(gelLastError(), "of its tets");
    unsetenv("GEL_FAULT_LARGEST");
    gelDestroyWorld(session.world);
    CHECK_INT(countObjects(), 0);
}

TESTS(TEST(errors_of_the_device_name_the_call_and_the_limits),
      TEST(launches_that_take_long_are_cut_and_the_bits_stay),
      TEST(a_host_far_ahead_of_its_device_waits_for_it),
      TEST(a_step_that_fails_and_is_tried_again_has_the_same_bits),
      TEST(on_a_lost_device_all_fails_until_it_is_back),
      TEST(a_world_whose_device_was_lost_goes_on_with_the_same_bits),
      TEST(a_world_that_cannot_be_made_leaves_nothing_behind),
      TEST(destroying_a_world_whose_device_hangs_does_not_wait),
      TEST(a_device_that_hangs_is_given_up_after_the_time_limit))
