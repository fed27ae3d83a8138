// Ranks that find no memory: all of them end, and what they did can be repeated.
#define _POSIX_C_SOURCE 200809L // nanosleep
#include "support/failing_memory.h"
#include "support/rank_worlds.h"

#include <time.h>

// Returns a step's status; a second attempt with enough memory has the bits of one process.
static gelStatus stepOfRanks(gelWorld* (*make)(const gelWorldDef*), gelBackendKind backend, int call,
                             uint64_t* hash, int* calls)
{
    gelWorldDef def = referenceDef();
    def.backend = backend;
    def.rankCount = 3;
    armMemory(call);
    gelWorld* world = NULL;
    gelStatus status = gelCreateWorld(&def, &world);
    armMemory(0);
    *hash = 0;
    if (status != gel_success)
        return status;
    gelDestroyWorld(world);
    world = make(&def);
    armMemory(call);
    status = gelWorld_Step(world, 1.0f / 60.0f);
    *calls = askedFor;
    armMemory(0);
    if (status != gel_success)
        REQUIRE(gelWorld_Step(world, 1.0f / 60.0f));
    *hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return status;
}

static void checkStepsWithoutMemory(gelWorld* (*make)(const gelWorldDef*), gelBackendKind backend)
{
    uint64_t expected, hash;
    int calls, failed = 0;
    useFailingMemory(true);
    REQUIRE(stepOfRanks(make, backend, 0, &expected, &calls));
    for (int call = 1, all = calls; call <= all; call = nextToFail(call, all, 30)) {
        gelStatus status = stepOfRanks(make, backend, call, &hash, &calls);
        CHECK(status == gel_success || status == gel_outOfMemory, "call %d: %s", call, gelLastError());
        CHECK(hash == 0 || hash == expected, "call %d: %016llx", call, (unsigned long long)hash);
        failed += status == gel_outOfMemory;
    }
    CHECK(failed > 15, "%d calls failed", failed);
    CHECK_INT(livingBlocks, 0);
    useFailingMemory(false);
}

static void a_step_without_memory_can_be_repeated(void)
{
    checkStepsWithoutMemory(makeWorld, gel_referenceFloat);
}

static void a_step_with_shared_contacts_without_memory_can_be_repeated(void)
{
    if (!hasNative())
        SKIP("no native back end (clang)");
    checkStepsWithoutMemory(makePile, gel_native);
}

// Fails late, so that other ranks have succeeded before.
static void* failingResizeLate(void* block, size_t size)
{
    void* resized = failingResize(block, size);
    if (resized == NULL)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    return resized;
}

// Ranks wait for each other: one that has failed after an exchange and those that have not take part in the next again.
static void shared_contacts_that_were_not_read_for_want_of_memory_can_be_read_again(void)
{
    static gelContact expected[mostContacts], found[mostContacts];
    gelWorldDef def = referenceDef();
    int expectedCount, count, failed = 0;
    if (!hasNative())
        SKIP("no native back end (clang)");
    useFailingMemory(true);
    gelSetAllocator(failingResizeLate, failingFree);
    gelWorld* one = makePile(&def);
    def.backend = gel_native;
    def.rankCount = 3;
    gelWorld* three = makePile(&def);
    for (int call = 1; failed == call - 1; call++) {
        REQUIRE(stepTimes(one, 1));
        REQUIRE(stepTimes(three, 1));
        REQUIRE(gelWorld_GetContacts(one, expected, mostContacts, &expectedCount));
        armMemory(call);
        gelStatus status = gelWorld_GetContacts(three, found, mostContacts, &count);
        armMemory(0);
        CHECK(status == gel_success || status == gel_outOfMemory, "call %d: %s", call, gelLastError());
        failed += status == gel_outOfMemory;
        REQUIRE(gelWorld_GetContacts(three, found, mostContacts, &count));
        CHECK(expectedCount > 100, "%d contacts", expectedCount);
        CHECK_INT(count, expectedCount);
        CHECK_INT(countDifferences(expected, found, expectedCount), 0);
    }
    CHECK(failed > 3, "%d calls failed", failed);
    gelDestroyWorld(one);
    gelDestroyWorld(three);
    CHECK_INT(livingBlocks, 0);
    useFailingMemory(false);
}

TESTS(TEST(a_step_without_memory_can_be_repeated),
      TEST(a_step_with_shared_contacts_without_memory_can_be_repeated),
      TEST(shared_contacts_that_were_not_read_for_want_of_memory_can_be_read_again))
