// Heaps of stiff bodies of the two-level solver, which stand on each other by rows: they come to rest, fall asleep, keep
// every bit, and wake when something hits them.
#include "support/standing.h"

enum { heapCount = 10, longest = 240, cubeReals = 3 * 27 }; // `longest`: frames

typedef struct Heap {
    gelWorld* world;
    gelBodyId ids[heapCount + 1]; // the last one hits it
    int count;
} Heap;

static gelVec3 turnedBy(int i)
{
    return (gelVec3){0.03f * (float)(i % 3 - 1), 0.025f * (float)i, 0.03f * (float)(i % 4 - 1)};
}

static void addCube(Heap* heap, gelVec3 position, gelVec3 turn, gelVec3 velocity)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh mesh;
    const float w = sqrtf(1.0f - turn.x * turn.x - turn.y * turn.y - turn.z * turn.z);
    body.solver = gel_twoLevelSolver;
    body.material.youngModulus = cubeModulus;
    body.material.density = cubeDensity;
    body.material.damping = 1.0f;
    body.material.friction = 0.5f;
    body.position = position;
    body.velocity = velocity;
    body.rotation = (gelQuat){turn.x, turn.y, turn.z, w};
    REQUIRE(gelCreateBoxMesh((gelVec3){cubeSide, cubeSide, cubeSide}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateBody(heap->world, &body, &mesh, &heap->ids[heap->count++]));
    gelDestroyTetMesh(&mesh);
}

// Three layers over each other, aslant, that fall on the ground.
static Heap dropHeap(int substepCount, bool sleeps)
{
    gelWorldDef def = onReference(substepCount);
    Heap heap = {.count = 0};
    def.contact = def.ground.enabled = true;
    def.sleep = sleeps;
    def.ground.friction = 0.5f;
    REQUIRE(gelCreateWorld(&def, &heap.world));
    for (int i = 0; i < heapCount; i++) {
        const float x = 0.3f * (float)(i % 2) + 0.02f * (float)(i % 3),
                    z = 0.3f * (float)(i / 2 % 2) + 0.015f * (float)(i % 5);
        addCube(&heap, (gelVec3){x, 0.2f + 0.3f * (float)(i / 4), z}, turnedBy(i), (gelVec3){0});
    }
    return heap;
}

static int countAwake(const Heap* heap)
{
    int count = 0;
    for (int i = 0; i < heap->count; i++)
        count += gelBody_IsAwake(heap->world, heap->ids[i]);
    return count;
}

// Returns the frames until all sleep. `rows`: the most contacts between bodies that were rows.
static int settle(const Heap* heap, int* rows)
{
    int frames = 0;
    *rows = 0;
    for (; frames < longest && countAwake(heap) > 0; frames++) {
        stepFrames(heap->world, 1);
        *rows = heap->world->contactRows.count > *rows ? heap->world->contactRows.count : *rows;
    }
    return frames;
}

// Returns the height of the highest vertex, m.
static double topOf(const Heap* heap)
{
    double top = -1.0;
    for (int i = 0; i < heapCount; i++) {
        Cube cube = {.world = heap->world, .id = heap->ids[i]};
        const int count = gelBody_GetMesh(cube.world, cube.id)->vertexCount;
        REQUIRE(gelBody_ReadPositions(cube.world, cube.id, cube.x, count));
        for (int v = 0; v < count; v++)
            top = fmax(top, (double)cube.x[3 * v + 1]);
    }
    return top;
}

static void a_heap_of_stiff_bodies_falls_asleep_and_keeps_its_bits(void)
{
    for (int substepCount = 4; substepCount <= 10; substepCount += 6) {
        Heap heap = dropHeap(substepCount, true);
        int rows, frames = settle(&heap, &rows);
        const uint64_t asleep = gelWorld_Hash(heap.world);
        stepFrames(heap.world, 30);
        const uint64_t later = gelWorld_Hash(heap.world);
        printf(
            "  %2d substeps: %d awake after %d frames, up to %d rows, %.3f m high; %016llx, later %016llx\n",
            substepCount, countAwake(&heap), frames, rows, topOf(&heap), (unsigned long long)asleep,
            (unsigned long long)later);
        CHECK(rows > heapCount, "%d rows: the bodies hardly stand on each other", rows);
        CHECK(countAwake(&heap) == 0, "%d are awake after %d frames", countAwake(&heap), frames);
        CHECK(frames > 30, "it fell asleep after %d frames, before it could rest", frames);
        CHECK(asleep == later, "it moved asleep");
        CHECK_CLOSE(topOf(&heap), 3.0 * (double)cubeSide, 0.05, "it stands in three layers, a little aslant");
        gelDestroyWorld(heap.world);
    }
}

static void a_heap_wakes_when_it_is_hit_and_sleeps_again(void)
{
    Heap heap = dropHeap(10, true);
    int rows;
    settle(&heap, &rows);
    CHECK(countAwake(&heap) == 0, "%d are awake", countAwake(&heap));
    addCube(&heap, (gelVec3){0.1f, 1.2f, 0.1f}, turnedBy(5), (gelVec3){0.0f, -3.0f, 0.0f});
    stepFrames(heap.world, 1);
    const int before = countAwake(&heap);
    stepFrames(heap.world, 12);
    const int hit = countAwake(&heap), frames = settle(&heap, &rows);
    printf("  %d awake before the blow, %d after it, %d after %d frames more; %d rows\n", before, hit,
           countAwake(&heap), frames, rows);
    CHECK_INT(before, 1);
    CHECK_INT(hit, heap.count);
    CHECK_INT(countAwake(&heap), 0);
    gelDestroyWorld(heap.world);
}

// The corners of a heap, m, and the greatest speed of one, m/s.
typedef struct HeapState {
    float x[heapCount][cubeReals];
    double fastest;
} HeapState;

static void readHeap(const Heap* heap, HeapState* state)
{
    float v[cubeReals];
    state->fastest = 0.0;
    for (int i = 0; i < heapCount; i++) {
        REQUIRE(gelBody_ReadPositions(heap->world, heap->ids[i], state->x[i], cubeReals / 3));
        REQUIRE(gelBody_ReadVelocities(heap->world, heap->ids[i], v, cubeReals / 3));
        for (int k = 0; k < cubeReals; k++)
            state->fastest = fmax(state->fastest, fabs((double)v[k]));
    }
}

// Returns by how much a coordinate of a corner differs at most, m.
static double differenceOf(const HeapState* a, const HeapState* b)
{
    double most = 0.0;
    for (int i = 0; i < heapCount * cubeReals; i++)
        most = fmax(most, fabs((double)a->x[i / cubeReals][i % cubeReals] -
                               (double)b->x[i / cubeReals][i % cubeReals]));
    return most;
}

// Steps a heap until it sleeps, and its twin, which never does, as far as the other has moved.
static void stepToSleep(const Heap* heap, const Heap* twin, HeapState* state)
{
    for (int frames = 0; frames < longest; frames++) {
        readHeap(heap, state);
        stepFrames(heap->world, 1);
        if (countAwake(heap) == 0)
            return;
        stepFrames(twin->world, 1);
    }
}

// Sleep takes the velocities, which are v at most. So for a time t, both are apart by v t at most.
static void a_heap_that_is_woken_goes_on_as_it_slept(void)
{
    enum { followed = 6 }; // frames, in which neither slips by chance
    for (int substepCount = 4; substepCount <= 10; substepCount += 6) {
        Heap heap = dropHeap(substepCount, true), twin = dropHeap(substepCount, false);
        HeapState before, woken, unslept;
        double apart = 0.0;
        stepToSleep(&heap, &twin, &before);
        readHeap(&twin, &unslept);
        CHECK_CLOSE(differenceOf(&before, &unslept), 0.0, 0.0, "the same scene");
        const int rows = countContactRows(heap.world), holds = countHolds(heap.world);
        REQUIRE(gelBody_Wake(heap.world, heap.ids[0]));
        for (int i = 0; i < followed; i++) {
            stepFrames(heap.world, 1);
            stepFrames(twin.world, 1);
            readHeap(&heap, &woken);
            readHeap(&twin, &unslept);
            apart = fmax(apart, differenceOf(&woken, &unslept));
        }
        printf(
            "  %2d substeps: %d awake, %d rows and %d of the ground; %.4f mm from its twin, which moves by "
            "%.4f mm; bound %.4f mm\n",
            substepCount, countAwake(&heap), rows, holds, 1e3 * apart, 1e3 * differenceOf(&before, &unslept),
            1e3 * before.fastest * followed / 60.0);
        CHECK_INT(countAwake(&heap), heapCount);
        CHECK(rows > 0 && holds > 0, "it slept without rows");
        CHECK_CLOSE(apart, 0.0, before.fastest * followed / 60.0, "the velocities that sleep has taken");
        gelDestroyWorld(heap.world);
        gelDestroyWorld(twin.world);
    }
}

// Two cubes on each other, asleep.
static Heap stackOf(const gelWorldDef* like)
{
    gelWorldDef def = *like;
    Heap heap = {.count = 0};
    int rows;
    def.substepCount = 4;
    def.contact = def.ground.enabled = def.sleep = true;
    def.ground.friction = 0.5f;
    REQUIRE(gelCreateWorld(&def, &heap.world));
    for (int i = 0; i < 2; i++)
        addCube(&heap, (gelVec3){0.02f * (float)i, 0.13f + 0.26f * (float)i, 0.0f}, turnedBy(0),
                (gelVec3){0});
    settle(&heap, &rows);
    CHECK(countAwake(&heap) == 0 && rows > 0, "%d awake, %d rows", countAwake(&heap), rows);
    return heap;
}

static uint64_t hashOfWoken(gelWorld* world, gelBodyId id)
{
    REQUIRE(gelBody_Wake(world, id));
    stepFrames(world, 5);
    CHECK(countContactRows(world) > 0 && countHolds(world) > 0, "it stands without rows");
    return gelWorld_Hash(world);
}

static void a_stack_wakes_alike_after_a_snapshot_and_a_clone(void)
{
    const gelWorldDef def = onReference(4);
    Heap heap = stackOf(&def);
    gelSnapshot* snapshot;
    gelWorld* clone;
    REQUIRE(gelTakeSnapshot(heap.world, NULL, &snapshot));
    REQUIRE(gelCloneWorld(heap.world, &def, &clone));
    const uint64_t expected = hashOfWoken(heap.world, heap.ids[0]), ofClone = hashOfWoken(clone, heap.ids[0]);
    REQUIRE(gelRestoreSnapshot(heap.world, NULL, snapshot));
    CHECK_INT(countAwake(&heap), 0);
    CHECK_HEX(ofClone, expected);
    CHECK_HEX(hashOfWoken(heap.world, heap.ids[0]), expected);
    gelDestroySnapshot(snapshot);
    gelDestroyWorld(clone);
    gelDestroyWorld(heap.world);
}

static void checkBitsOfWoken(const gelWorldDef* def, const char* name, int lanes, uint64_t expected)
{
    Heap heap = stackOf(def);
    const uint64_t found = hashOfWoken(heap.world, heap.ids[0]);
    printf("  %s, %d lanes, %d ranks: %016llx\n", name, lanes, def->rankCount, (unsigned long long)found);
    CHECK_HEX(found, expected);
    gelDestroyWorld(heap.world);
}

static void a_stack_wakes_with_the_same_bits_on_every_device_and_with_ranks(void)
{
    Backends backends = listBackends();
    Heap heap = stackOf(&backends.defs[0]);
    const uint64_t expected = hashOfWoken(heap.world, heap.ids[0]);
    gelDestroyWorld(heap.world);
    for (int b = 1; b < backends.count; b++)
        for (int lanes = 0; lanes <= 16; lanes += 8) {
            gelWorldDef def = backends.defs[b];
            if (lanes == 0 || setLanes(&def, lanes))
                checkBitsOfWoken(&def, backends.names[b], lanes, expected);
        }
    gelWorldDef ranks = backends.defs[0];
    ranks.rankCount = 3;
    checkBitsOfWoken(&ranks, backends.names[0], 0, expected);
}

TESTS(TEST(a_heap_of_stiff_bodies_falls_asleep_and_keeps_its_bits),
      TEST(a_heap_wakes_when_it_is_hit_and_sleeps_again), TEST(a_heap_that_is_woken_goes_on_as_it_slept),
      TEST(a_stack_wakes_alike_after_a_snapshot_and_a_clone),
      TEST(a_stack_wakes_with_the_same_bits_on_every_device_and_with_ranks))
