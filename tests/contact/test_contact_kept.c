// On a device, a list of what is near serves several frames while little moves. That saves time and must change
// no bit: the reference searches anew in every frame.
#define CL_TARGET_OPENCL_VERSION 120
#define GEL_DIALECT_FLOAT
#include "support/fixtures.h"
#include "support/limited_memory.h"

#include "gel/obstacle.h"
#include "opencl/backend_internal.h"
#include "world/world.h"

#include <inttypes.h>
#include <limits.h>

static const float frame = 1.0f / 60.0f;

typedef struct Stack {
    gelWorld* world;
    gelBodyId belt, ball;
} Stack;

static gelBodyId addBody(gelWorld* world, const gelTetMesh* mesh, float height)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    body.position.y = height;
    body.material.damping = 4.0f;
    REQUIRE(gelCreateBody(world, &body, mesh, &id));
    return id;
}

// Two blocks on a belt that stands still, and a ball that falls onto them.
static Stack makeStack(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    gelObstacleDef belt = gelDefaultObstacleDef();
    gelSurfaceMesh surface;
    gelTetMesh block, ball;
    Stack stack;
    def.contact = true;
    def.substepCount = 5;
    REQUIRE(gelCreateWorld(&def, &stack.world));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.1f, 0.2f}, 4, 2, 4, &block));
    REQUIRE(gelCreateSphereMesh(0.08f, 3, &ball));
    REQUIRE(gelCreateBoxSurface((gelVec3){2.0f, 0.1f, 2.0f}, &surface));
    belt.position.y = -0.05f;
    REQUIRE(gelCreateObstacle(stack.world, &belt, &surface, &stack.belt));
    addBody(stack.world, &block, 0.052f);
    addBody(stack.world, &block, 0.155f);
    stack.ball = addBody(stack.world, &ball, 0.5f);
    gelDestroySurfaceMesh(&surface);
    gelDestroyTetMesh(&block);
    gelDestroyTetMesh(&ball);
    return stack;
}

static const gelCandidateCache* keptOf(const gelWorld* world)
{
    return &((const gelOpenclBackend*)world->backend)->contacts.search.cache;
}

// The upper block, without friction, sinks into the lower one.
static void ignoreEachOther(const Stack* stack)
{
    gelBodyId lower = gelWorld_GetBody(stack->world, 1), upper = gelWorld_GetBody(stack->world, 2);
    gelMaterial material;
    REQUIRE(gelBody_GetMaterial(stack->world, lower, &material));
    material.friction = 0.0f;
    REQUIRE(gelBody_SetMaterial(stack->world, lower, &material));
    REQUIRE(gelWorld_IgnorePair(stack->world, lower, upper, true));
}

// Makes a change that outdates the list of contacts: using the old list on would change bits.
static void disturb(const Stack* stack, int step)
{
    if (step == 8 || step == 9)
        REQUIRE(gelObstacle_SetSurfaceVelocity(stack->world, stack->belt,
                                               (gelVec3){step == 8 ? 0.5f : 0.0f, 0.0f, 0.0f}));
    if (step == 12)
        REQUIRE(gelWorld_SetGravity(stack->world, (gelVec3){1.0f, -9.0f, 0.0f}));
    if (step == 16)
        REQUIRE(gelObstacle_Teleport(stack->world, stack->belt, (gelVec3){0.0f, -0.03f, 0.0f},
                                     (gelQuat){0.0f, 0.0f, 0.0f, 1.0f}));
    if (step == 20)
        REQUIRE(gelDestroyBody(stack->world, stack->ball));
    if (step == 22)
        ignoreEachOther(stack);
    if (step == 23) // and both fall through the belt
        REQUIRE(gelBody_SetFilter(stack->world, stack->belt, (gelFilter){.category = 1, .collidesWith = 2}));
}

static void a_list_that_serves_several_frames_changes_no_bit(void)
{
    enum { stepCount = 24, framesPerStep = 10 };
    Backends backends = listBackends();
    for (int b = 1; b < backends.count; b++) {
        Stack reference = makeStack(&backends.defs[0]), stack = makeStack(&backends.defs[b]);
        int served = 0, searched = 0;
        for (int step = 0; step < stepCount; step++) {
            disturb(&reference, step);
            disturb(&stack, step);
            for (int i = 0; i < framesPerStep; i++) {
                REQUIRE(gelWorld_Step(reference.world, frame));
                REQUIRE(gelWorld_Step(stack.world, frame));
                served += keptOf(stack.world)->frames > 0;
                searched += keptOf(stack.world)->frames == 0;
            }
            uint64_t expected = gelWorld_Hash(reference.world), found = gelWorld_Hash(stack.world);
            CHECK(found == expected, "%s, after %d frames: %016" PRIx64 ", the reference's %016" PRIx64,
                  backends.names[b], (step + 1) * framesPerStep, found, expected);
        }
        CHECK(served > 10 && searched > 10, "%s: a list served %d frames, and %d searched anew",
              backends.names[b], served, searched);
        gelDestroyWorld(reference.world);
        gelDestroyWorld(stack.world);
    }
}

// A ball that begins with its lowest points inside a block, and is pushed out slowly: nothing else moves it.
static gelWorld* makeSunkBall(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    gelTetMesh block, ball;
    gelWorld* world;
    def.contact = true;
    def.gravity = (gelVec3){0.0f, 0.0f, 0.0f};
    def.substepCount = 5;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.1f, 0.2f}, 4, 2, 4, &block));
    REQUIRE(gelCreateSphereMesh(0.08f, 3, &ball));
    addBody(world, &block, 0.05f);
    addBody(world, &ball, 0.1f + 0.08f - 0.004f);
    gelDestroyTetMesh(&block);
    gelDestroyTetMesh(&ball);
    return world;
}

static void a_list_serves_while_points_are_inside(void)
{
    enum { frameCount = 30 };
    Backends backends = listBackends();
    for (int b = 1; b < backends.count; b++) {
        gelWorld *reference = makeSunkBall(&backends.defs[0]), *world = makeSunkBall(&backends.defs[b]);
        int inside = 0, outside = 0;
        for (int i = 0; i < frameCount; i++) {
            REQUIRE(gelWorld_Step(reference, frame));
            REQUIRE(gelWorld_Step(world, frame));
            const gelCandidateCache* kept = keptOf(world);
            inside += kept->frames > 0 && kept->hasInside;
            outside += kept->frames > 0 && !kept->hasInside;
            uint64_t expected = gelWorld_Hash(reference), found = gelWorld_Hash(world);
            CHECK(found == expected, "%s, frame %d: %016" PRIx64 ", the reference's %016" PRIx64,
                  backends.names[b], i + 1, found, expected);
        }
        CHECK(inside > 0 && outside > 0, "%s: a list served %d frames with points inside, and %d without",
              backends.names[b], inside, outside);
        gelDestroyWorld(reference);
        gelDestroyWorld(world);
    }
}

// A block whose middle vertex is pulled out through its bottom, all pinned, and a free one below: the top of the second is
// in tets of the first, but farther from its surface than a search looks.
static gelWorld* makePierced(const gelWorldDef* base, float gap)
{
    gelWorldDef def = *base;
    gelTetMesh block;
    gelWorld* world;
    def.contact = true;
    def.gravity = (gelVec3){0.0f, 0.0f, 0.0f};
    def.substepCount = 5;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &block));
    gelBodyId id = addBody(world, &block, 0.0f);
    addBody(world, &block, -0.2f - gap);
    for (int i = 0; i < block.vertexCount; i++) {
        float* x = &block.positions[3 * i];
        REQUIRE(gelBody_SetPinned(world, id, &i, 1, true));
        if (fabsf(x[0]) + fabsf(x[1]) + fabsf(x[2]) < 1e-6f)
            x[1] = -0.1f - 2.0f * gap;
    }
    REQUIRE(gelBody_WritePositions(world, id, block.positions, block.vertexCount));
    gelDestroyTetMesh(&block);
    return world;
}

static void a_list_has_no_points_in_tets_that_a_search_does_not_reach(void)
{
    enum { frameCount = 3, gapCount = 7 };
    Backends backends = listBackends();
    for (int b = 1; b < backends.count; b++) {
        int served = 0;
        for (int g = 1; g <= gapCount; g++) {
            const float gap = 0.01f * (float)g;
            gelWorld *reference = makePierced(&backends.defs[0], gap),
                     *world = makePierced(&backends.defs[b], gap);
            for (int i = 0; i < frameCount; i++) {
                REQUIRE(gelWorld_Step(reference, frame));
                REQUIRE(gelWorld_Step(world, frame));
                served += keptOf(world)->frames > 0;
                uint64_t expected = gelWorld_Hash(reference), found = gelWorld_Hash(world);
                CHECK(found == expected, "%s, gap %g, frame %d: %016" PRIx64 ", the reference's %016" PRIx64,
                      backends.names[b], (double)gap, i + 1, found, expected);
            }
            gelDestroyWorld(reference);
            gelDestroyWorld(world);
        }
        CHECK(served > gapCount, "%s: a list served %d frames of %d worlds", backends.names[b], served,
              gapCount);
    }
}

// A block, half of whose top is pinned, under an obstacle 0.4 mm above.
static Stack makePinnedBlock(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    gelObstacleDef obstacle = gelDefaultObstacleDef();
    gelSurfaceMesh surface;
    gelTetMesh block;
    Stack stack = {0};
    def.contact = true;
    def.gravity = (gelVec3){0.0f, 0.0f, 0.0f};
    def.substepCount = 5;
    REQUIRE(gelCreateWorld(&def, &stack.world));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.1f, 0.2f}, 4, 2, 4, &block));
    REQUIRE(gelCreateBoxSurface((gelVec3){0.5f, 0.1f, 0.5f}, &surface));
    gelBodyId id = addBody(stack.world, &block, 0.0f);
    for (int i = 0; i < block.vertexCount; i++)
        if (block.positions[3 * i + 1] > 0.04f && block.positions[3 * i] < 0.01f)
            REQUIRE(gelBody_SetPinned(stack.world, id, &i, 1, true));
    obstacle.position.y = 0.1f + 0.0004f;
    REQUIRE(gelCreateObstacle(stack.world, &obstacle, &surface, &stack.belt));
    gelDestroySurfaceMesh(&surface);
    gelDestroyTetMesh(&block);
    return stack;
}

// The obstacle swings through the top of the block, less far than a list reaches: so pinned points are inside it,
// outside and inside again.
static void a_list_serves_while_points_enter_and_leave_an_obstacle(void)
{
    enum { frameCount = 36 };
    Backends backends = listBackends();
    for (int b = 1; b < backends.count; b++) {
        Stack stacks[] = {makePinnedBlock(&backends.defs[0]), makePinnedBlock(&backends.defs[b])};
        const gelCandidateCache* kept = keptOf(stacks[1].world);
        int entered = 0, left = 0;
        bool wasInside = false;
        for (int i = 0; i < frameCount; i++) {
            const gelVec3 place = {0.0f, 0.1f + 0.0004f * (float)cos(0.5 * (i + 1)), 0.0f};
            for (int w = 0; w < 2; w++) {
                REQUIRE(gelObstacle_SetPose(stacks[w].world, stacks[w].belt, place, (gelQuat){0, 0, 0, 1}));
                REQUIRE(gelWorld_Step(stacks[w].world, frame));
            }
            entered += kept->frames > 0 && kept->hasInside && !wasInside;
            left += kept->frames > 0 && !kept->hasInside && wasInside;
            CHECK(kept->frames == 0 || kept->isListed != kept->hasInside,
                  "%s, frame %d: contacts of the whole list: %d, points inside: %d, expected one of both",
                  backends.names[b], i + 1, kept->isListed, kept->hasInside);
            wasInside = kept->hasInside;
            uint64_t expected = gelWorld_Hash(stacks[0].world), found = gelWorld_Hash(stacks[1].world);
            CHECK(found == expected, "%s, frame %d: %016" PRIx64 ", the reference's %016" PRIx64,
                  backends.names[b], i + 1, found, expected);
        }
        CHECK(entered > 1 && left > 1, "%s: points entered %d times and left %d times while a list served",
              backends.names[b], entered, left);
        gelDestroyWorld(stacks[0].world);
        gelDestroyWorld(stacks[1].world);
    }
}

// Blocks with skins, which meet the ground as they meet each other.
static gelWorld* makeDressedBlocks(const gelWorldDef* base, int count)
{
    gelWorldDef def = *base;
    gelSurfaceMesh skin;
    gelTetMesh block;
    gelWorld* world;
    def.contact = def.ground.enabled = true;
    def.substepCount = 5;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.1f, 0.2f}, 4, 2, 4, &block));
    REQUIRE(gelCreateBoxSurface((gelVec3){0.2f, 0.1f, 0.2f}, &skin));
    for (int i = 0; i < count; i++)
        REQUIRE(gelBody_SetSkin(world, addBody(world, &block, 0.052f + 0.103f * (float)i), &skin, NULL));
    gelDestroySurfaceMesh(&skin);
    gelDestroyTetMesh(&block);
    return world;
}

static void switchGround(gelWorld* world, bool enabled)
{
    gelGround ground = gelWorld_GetDef(world).ground;
    ground.enabled = enabled;
    REQUIRE(gelWorld_SetGround(world, ground));
}

// They rest on the ground until it is taken away, and fall until there is one again, too early to have noticed.
static void a_list_does_not_outlive_the_ground(void)
{
    enum { settling = 60, falling = 2, landing = 30 };
    Backends backends = listBackends();
    for (int b = 1; b < backends.count; b++)
        for (int count = 1; count <= 2; count++) {
            gelWorld* worlds[] = {makeDressedBlocks(&backends.defs[0], count),
                                  makeDressedBlocks(&backends.defs[b], count)};
            for (int i = 0; i < settling + falling + landing; i++) {
                if (i == settling)
                    CHECK(keptOf(worlds[1])->frames > 0, "%s: no list is kept of %d blocks at rest",
                          backends.names[b], count);
                for (int w = 0; w < 2; w++) {
                    if (i == settling || i == settling + falling)
                        switchGround(worlds[w], i != settling);
                    REQUIRE(gelWorld_Step(worlds[w], frame));
                }
                uint64_t expected = gelWorld_Hash(worlds[0]), found = gelWorld_Hash(worlds[1]);
                CHECK(found == expected,
                      "%s, %d blocks, frame %d: %016" PRIx64 ", the reference's %016" PRIx64,
                      backends.names[b], count, i + 1, found, expected);
            }
            gelDestroyWorld(worlds[0]);
            gelDestroyWorld(worlds[1]);
        }
}

static void a_list_does_not_outlive_the_kernels_that_made_it(void)
{
    if (!hasOpenclDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    Backends backends = listBackends();
    for (int b = 1; b < backends.count && backends.defs[b].backend == gel_opencl; b++) {
        gelWorld* world = makeDressedBlocks(&backends.defs[b], 2);
        for (int i = 0; i < 60; i++)
            REQUIRE(gelWorld_Step(world, frame));
        int before = keptOf(world)->frames;
        REQUIRE(gelWorld_ReloadKernels(world, NULL));
        REQUIRE(gelWorld_Step(world, frame));
        int after = keptOf(world)->frames;
        CHECK(before > 0 && after == 0, "%s: the list has served %d frames, and %d after a reload",
              backends.names[b], before, after);
        gelDestroyWorld(world);
    }
}

// Steps a world, at first with so little memory that it fails; returns how often it did.
static int stepWithShortages(gelWorld* world)
{
    int failures = 0;
    for (gelStatus status = gel_outOfMemory; status != gel_success; failures += status != gel_success) {
        granted = failures;
        status = gelWorld_Step(world, frame);
        granted = INT_MAX;
        REQUIRE(status == gel_success || status == gel_outOfMemory ? gel_success : status);
    }
    return failures;
}

static void a_step_that_failed_is_repeated_with_the_same_bits(void)
{
    Backends backends = listBackends();
    granted = INT_MAX;
    living = 0;
    gelSetAllocator(limitedResize, limitedFree);
    for (int b = 0; b < backends.count; b++) {
        Stack expected = makeStack(&backends.defs[0]), stack = makeStack(&backends.defs[b]);
        int failures = 0;
        for (int i = 0; i < 40; i++) {
            const gelVec3 place = {0.0f, -0.05f + 0.002f * (float)(i > 20 ? i - 20 : 0), 0.0f};
            REQUIRE(gelObstacle_SetPose(expected.world, expected.belt, place, (gelQuat){0, 0, 0, 1}));
            REQUIRE(gelObstacle_SetPose(stack.world, stack.belt, place, (gelQuat){0, 0, 0, 1}));
            REQUIRE(gelWorld_Step(expected.world, frame));
            failures += stepWithShortages(stack.world);
            uint64_t found = gelWorld_Hash(stack.world), right = gelWorld_Hash(expected.world);
            CHECK(found == right, "%s, frame %d: %016" PRIx64 ", without shortages %016" PRIx64,
                  backends.names[b], i + 1, found, right);
        }
        CHECK(failures > 5, "%s: only %d steps failed", backends.names[b], failures);
        gelDestroyWorld(expected.world);
        gelDestroyWorld(stack.world);
        CHECK_INT(living, 0);
    }
    gelSetAllocator(NULL, NULL);
}

TESTS(TEST(a_list_that_serves_several_frames_changes_no_bit), TEST(a_list_serves_while_points_are_inside),
      TEST(a_list_has_no_points_in_tets_that_a_search_does_not_reach),
      TEST(a_list_serves_while_points_enter_and_leave_an_obstacle), TEST(a_list_does_not_outlive_the_ground),
      TEST(a_list_does_not_outlive_the_kernels_that_made_it),
      TEST(a_step_that_failed_is_repeated_with_the_same_bits))
