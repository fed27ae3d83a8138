// On a device, a list of what is near serves several frames while little moves. That saves time and must change
// no bit: the reference searches anew in every frame.
#define CL_TARGET_OPENCL_VERSION 120
#define GEL_DIALECT_FLOAT
#include "support/fixtures.h"

#include "gel/obstacle.h"
#include "opencl/grid.h"
#include "world/world.h"

#include <inttypes.h>

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

// What makes a list outlive what it was made for, unless it is noticed.
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
                const gelContacts* contacts = &((const gelGrid*)stack.world->backend)->contacts;
                served += contacts->search.kept.frames > 0;
                searched += contacts->search.kept.frames == 0;
            }
            uint64_t expected = gelWorld_Hash(reference.world), found = gelWorld_Hash(stack.world);
            CHECK(found == expected, "%s, after %d frames: %016" PRIx64 ", the reference's %016" PRIx64,
                  backends.names[b], (step + 1) * framesPerStep, found, expected);
        }
        CHECK(served > 20 && searched > 10, "%s: a list served %d frames, and %d searched anew",
              backends.names[b], served, searched);
        gelDestroyWorld(reference.world);
        gelDestroyWorld(stack.world);
    }
}

TESTS(TEST(a_list_that_serves_several_frames_changes_no_bit))
