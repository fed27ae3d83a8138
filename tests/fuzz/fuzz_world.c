// Any bytes as calls of the public headers, on two worlds of the reference. Both get the calls that succeed; those
// that are refused, looks, and ways to states and clones and back are for the first alone. After each call both
// have the same bits: so a refused call has changed nothing, now or later. What is not a number is refused, and no
// call but a step makes a state that is not finite.
#include "world_calls.h"

enum { maxCalls = 60, maxVertices = 64 };

static bool isFinite(gelWorld* world)
{
    static float xyz[3 * maxVertices];
    for (int b = 0; b < gelWorld_GetBodyCount(world); b++) {
        gelBodyId body = gelWorld_GetBody(world, b);
        int count = gelBody_GetMesh(world, body)->vertexCount;
        for (int velocities = 0; velocities < 2; velocities++) {
            EXPECT((velocities == 0 ? gelBody_ReadPositions
                                    : gelBody_ReadVelocities)(world, body, xyz, maxVertices) == gel_success);
            for (int i = 0; i < 3 * count; i++)
                if (!isfinite(xyz[i]))
                    return false;
        }
    }
    return true;
}

static void expectMessage(void)
{
    EXPECT(gelLastError()[0] != '\0');
}

static bool isStep(int call)
{
    return call < 3;
}

static void completeStep(Side* side)
{
    gelSnapshot* state;
    EXPECT(gelTakeSnapshot(side->world, NULL, &state) == gel_success);
    gelDestroySnapshot(state);
    side->isUnderWay = false;
}

static void callBoth(Bytes* bytes, Side sides[2], int call)
{
    Bytes again = *bytes;
    uint64_t before = gelWorld_Hash(sides[0].world);
    bool wasFinite = isFinite(sides[0].world);
    bytes->isBad = false;
    gelStatus status = worldCalls[call].run(bytes, &sides[0]);
    if (getenv("GEL_FUZZ_TELL") != NULL)
        fprintf(stderr, "%s: %s\n", worldCalls[call].name, status == gel_success ? "done" : gelLastError());
    if (status == gel_success || status == gel_stepTooSmall) { // which leaves the world on its way
        EXPECT(status != gel_success || !bytes->isBad);
        EXPECT(worldCalls[call].run(&again, &sides[1]) == status);
        EXPECT(isStep(call) || !wasFinite || isFinite(sides[0].world));
    } else {
        expectMessage();
        EXPECT(sides[0].isUnderWay || gelWorld_Hash(sides[0].world) == before);
        for (int s = 0; s < 2 && sides[0].isUnderWay; s++) // which the call may have completed
            completeStep(&sides[1 - s]);
    }
}

// Both complete a step under way, if there is one; the first goes on and comes back, or goes on as another.
static void goAround(Bytes* bytes, Side sides[2])
{
    gelSnapshot* state;
    gelWorld* clone;
    int byte = takeByte(bytes);
    completeStep(&sides[0]);
    completeStep(&sides[1]);
    EXPECT(gelTakeSnapshot(sides[0].world, NULL, &state) == gel_success);
    gelWorldDef def = gelWorld_GetDef(sides[0].world);
    if (byte % 3 == 0) {
        Side aside = {.world = sides[0].world};
        for (int i = 0; i < 3; i++) {
            int call = takeByte(bytes) % worldCallCount;
            if (worldCalls[call].run != worldCalls[worldCallCount - 2].run) // which destroys the world
                worldCalls[call].run(bytes, &aside);
        }
        gelDestroySnapshot(aside.state);
        EXPECT(gelRestoreSnapshot(sides[0].world, NULL, state) == gel_success);
    } else if (byte % 3 == 1)
        EXPECT(gelWorld_Reopen(sides[0].world, def.backend, -1, byte % 2 == 0 ? state : NULL) == gel_success);
    else if (gelCloneWorld(sides[0].world, &def, &clone) == gel_success) {
        gelDestroySnapshot(sides[0].state);
        gelDestroySnapshot(sides[1].state);
        gelDestroyWorld(sides[0].world);
        sides[0] = (Side){.world = clone};
        sides[1].state = NULL;
    } else
        abort();
    gelDestroySnapshot(state);
}

static void act(Bytes* bytes, Side sides[2])
{
    int kind = takeByte(bytes);
    if (kind >= 240)
        goAround(bytes, sides);
    else if (kind >= 216)
        lookAtWorld(bytes, sides[0].world, takeBody(bytes, &sides[0]));
    else
        callBoth(bytes, sides, kind % worldCallCount);
    EXPECT(gelWorld_Hash(sides[0].world) == gelWorld_Hash(sides[1].world));
    EXPECT(gelWorld_GetBodyCount(sides[0].world) == gelWorld_GetBodyCount(sides[1].world));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Bytes bytes = {data, data + size, false};
    Side sides[2] = {{0}};
    gelWorldDef def = takeWorldDef(&bytes);
    bool isBad = areBadSettings(gel_worldSettings, &def) || areBadSettings(gel_programSettings, &def);
    if (gelCreateWorld(&def, &sides[0].world) != gel_success) {
        expectMessage();
        EXPECT(sides[0].world == NULL);
        return 0;
    }
    EXPECT(!isBad && gelCreateWorld(&def, &sides[1].world) == gel_success);
    for (int i = 0; i < maxCalls && bytes.next < bytes.end; i++)
        act(&bytes, sides);
    for (int s = 0; s < 2; s++) {
        gelDestroySnapshot(sides[s].state);
        gelDestroyWorld(sides[s].world);
    }
    return 0;
}
