// Heaps of stiff bodies of the two-level solver, which stand on each other by rows: they come to rest, fall asleep, keep
// every bit, and wake when something hits them.
#include "support/standing.h"

enum { heapCount = 10, longest = 240 }; // frames

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
static Heap dropHeap(int substepCount)
{
    gelWorldDef def = onReference(substepCount);
    Heap heap = {.count = 0};
    def.contact = def.ground.enabled = def.sleep = true;
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
        Heap heap = dropHeap(substepCount);
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
    Heap heap = dropHeap(10);
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

static void readCentres(const Heap* heap, double centres[heapCount][3])
{
    for (int i = 0; i < heapCount; i++) {
        Cube cube = {.world = heap->world, .id = heap->ids[i]};
        for (int k = 0; k < 3; k++)
            centres[i][k] = meanAbove(&cube, k, -1.0, 1.0);
    }
}

// Sleep ends rows. Until they begin again, the stages of contact and the ground alone hold the bodies.
static void a_heap_that_is_woken_hardly_moves_and_sleeps_again(void)
{
    for (int substepCount = 4; substepCount <= 10; substepCount += 6) {
        Heap heap = dropHeap(substepCount);
        double before[heapCount][3], after[heapCount][3], most = 0.0;
        int rows;
        settle(&heap, &rows);
        readCentres(&heap, before);
        REQUIRE(gelBody_Wake(heap.world, heap.ids[0]));
        stepFrames(heap.world, 1);
        const int woken = countAwake(&heap), frames = settle(&heap, &rows);
        readCentres(&heap, after);
        for (int i = 0; i < 3 * heapCount; i++)
            most = fmax(most, fabs(after[i / 3][i % 3] - before[i / 3][i % 3]));
        printf("  %2d substeps: %d awake, %d after %d frames more; a body moved by %.1f mm\n", substepCount,
               woken, countAwake(&heap), frames, 1e3 * most);
        CHECK_INT(woken, heapCount);
        CHECK_INT(countAwake(&heap), 0);
        CHECK_CLOSE(most, 0.0, 0.1 * (double)cubeSide, "cubes that leaned on each other fall flat");
        gelDestroyWorld(heap.world);
    }
}

TESTS(TEST(a_heap_of_stiff_bodies_falls_asleep_and_keeps_its_bits),
      TEST(a_heap_wakes_when_it_is_hit_and_sleeps_again),
      TEST(a_heap_that_is_woken_hardly_moves_and_sleeps_again))
