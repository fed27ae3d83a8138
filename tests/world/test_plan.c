// The plan lists constraints only when somebody asks, long after it was made: what happens in between must
// not change what it says.
#include "support/fixtures.h"

#include <malloc.h>

static const float frame = 1.0f / 60.0f;

// Never grows a block in place, and spoils the old one: whoever still reads it crashes.
static void* movingResize(void* block, size_t size)
{
    void* moved = malloc(size);
    if (moved == NULL || block == NULL)
        return moved;
    size_t old = malloc_usable_size(block);
    memcpy(moved, block, old < size ? old : size);
    memset(block, 0xff, old);
    free(block);
    return moved;
}

static int allowedCalls;

static void* failingResize(void* block, size_t size)
{
    return allowedCalls-- > 0 ? realloc(block, size) : NULL;
}

// Boxes in a row, each stepped by one work-group, which needs no lists.
static gelWorld* makeWorld(const gelWorldDef* base, const gelTetMesh* mesh, int count, gelBodyId* last)
{
    gelWorldDef def = *base;
    gelBodyDef body = gelDefaultBodyDef();
    gelWorld* world;
    def.strategy = gel_strategyBody;
    def.ground.enabled = true;
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < count; i++) {
        body.position = (gelVec3){2.0f * (float)i, 0.4f, 0.0f};
        REQUIRE(gelCreateBody(world, &body, mesh, last));
    }
    return world;
}

static void a_refused_body_leaves_the_plan_as_it_was(void)
{
    enum { bodies = 24 }; // the world's array of bodies grows with the next
    Backends backends = listBackends();
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 2, 2, 2, &mesh));
    gelSetAllocator(movingResize, free);
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelWorld *world = makeWorld(&backends.defs[b], &mesh, bodies, &id),
                 *other = makeWorld(&backends.defs[b], &mesh, bodies, &id);
        REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelWorld_Step(other, frame));
        gelBodyDef far = gelDefaultBodyDef();
        far.position.x = 1e9f;
        far.scale = 1e6f;
        CHECK_STATUS(gelCreateBody(world, &far, &mesh, &id), gel_invalidArgument);
        gelMeasures found, expected;
        REQUIRE(gelWorld_Measure(world, &found));
        REQUIRE(gelWorld_Measure(other, &expected));
        CHECK(memcmp(&found, &expected, sizeof found) == 0, "%s: elastic energy %g J, not %g J",
              backends.names[b], found.elasticEnergy, expected.elasticEnergy);
        gelDestroyWorld(world);
        gelDestroyWorld(other);
    }
    gelSetAllocator(NULL, NULL);
    gelDestroyTetMesh(&mesh);
}

static void goals_outlast_a_stage_that_ran_out_of_memory(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 2, 2, 2, &mesh));
    uint64_t expected = 0;
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelWorld* world = makeWorld(&backends.defs[b], &mesh, 1, &id);
        const gelGoal goal = {id, 3, {0.5f, 2.0f, 0.5f}, 1e3f};
        REQUIRE(gelWorld_SetGoals(world, &goal, 1));
        REQUIRE(gelWorld_Step(world, frame));
        int failures = 0;
        gelStatus status = gel_outOfMemory;
        for (; status == gel_outOfMemory && failures < 100; failures++) { // lists are made for single stages
            allowedCalls = failures;
            gelSetAllocator(failingResize, free);
            status = gelWorld_StepStage(world, frame, NULL);
            gelSetAllocator(NULL, NULL);
        }
        CHECK_STATUS(status, gel_success);
        CHECK((failures > 5) == (b > 0), "%s: %d tries", backends.names[b], failures);
        REQUIRE(gelWorld_Step(world, frame));
        expected = b == 0 ? gelWorld_Hash(world) : expected;
        CHECK(gelWorld_Hash(world) == expected, "%s: %016llx, not %016llx", backends.names[b],
              (unsigned long long)gelWorld_Hash(world), (unsigned long long)expected);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(a_refused_body_leaves_the_plan_as_it_was), TEST(goals_outlast_a_stage_that_ran_out_of_memory))
