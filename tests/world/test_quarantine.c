// A body that is taken out of the step stays where it was made, and all others have the bits that they would have
// without it.
#include "support/points.h"
#include "contact/obstacle_fixtures.h"
#include "gel/attachment.h"

#include <inttypes.h>

enum { frameCount = 60, vertexCount = 27 };

static const char path[] = GEL_SCRATCH "/quarantine.gel-state";
static const gelStrategy strategies[] = {gel_strategyPerColour, gel_strategyBody, gel_strategyEnsemble,
                                         gel_strategyTiles};

static gelBodyId addCube(gelWorld* world, gelStrategy strategy, float youngModulus, gelVec3 position)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
    def.material.youngModulus = youngModulus;
    def.material.damping = 1.0f;
    def.position = position;
    def.strategy = strategy;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

// Returns the first vertex whose position or velocity, as it is read, is not finite; -1: none.
static int firstBadOf(gelWorld* world, gelBodyId id)
{
    float x[3 * vertexCount], v[3 * vertexCount];
    REQUIRE(gelBody_ReadPositions(world, id, x, vertexCount));
    REQUIRE(gelBody_ReadVelocities(world, id, v, vertexCount));
    for (int i = 0; i < 3 * vertexCount; i++)
        if (!isfinite(x[i]) || !isfinite(v[i]))
            return i / 3;
    return -1;
}

static bool isFinite(gelWorld* world, gelBodyId id)
{
    return firstBadOf(world, id) < 0;
}

// Steps a frame, and takes the body out if it diverges, as docs/reliability.md describes. Returns
// whether it did.
static bool stepGuarded(gelWorld* world, gelBodyId id)
{
    gelSnapshot* state;
    gelBadVertex bad;
    REQUIRE(gelTakeSnapshot(world, NULL, &state));
    step(world, 1);
    REQUIRE(gelWorld_FindBadVertex(world, &bad));
    if (bad.found) {
        CHECK(bad.body.index1 == id.index1 && bad.bodyIndex == 1 && bad.vertex == firstBadOf(world, id),
              "vertex %d of body %d, of the one that blows up %d", bad.vertex, bad.bodyIndex,
              firstBadOf(world, id));
        REQUIRE(gelRestoreSnapshot(world, NULL, state));
        REQUIRE(gelBody_Quarantine(world, bad.body));
        step(world, 1);
    }
    gelDestroySnapshot(state);
    return bad.found;
}

typedef struct Trace {
    float positions[frameCount][2][3 * vertexCount]; // of the two others
    bool awake[frameCount][2];
    int outAt;     // the frame in which it was taken out; -1: never
    uint64_t hash; // at the end
} Trace;

static void note(Trace* trace, int index, gelWorld* world, const gelBodyId others[2])
{
    for (int i = 0; i < 2; i++) {
        REQUIRE(gelBody_ReadPositions(world, others[i], trace->positions[index][i], vertexCount));
        trace->awake[index][i] = gelBody_IsAwake(world, others[i]);
    }
}

static void compareTraces(const char* name, int strategy, const Trace* with, const Trace* without)
{
    for (int f = 0; f < frameCount; f++)
        for (int i = 0; i < 2; i++) {
            bool same =
                memcmp(with->positions[f][i], without->positions[f][i], sizeof with->positions[f][i]) == 0;
            CHECK(same, "%s, strategy %d: body %d differs in frame %d: y %.9g, without the other %.9g", name,
                  strategy, i, f, (double)with->positions[f][i][1], (double)without->positions[f][i][1]);
            CHECK(with->awake[f][i] == without->awake[f][i],
                  "%s: body %d is awake in frame %d: %d, without %d", name, i, f, with->awake[f][i],
                  without->awake[f][i]);
            if (!same)
                return;
        }
}

// Explicit Euler, too stiff for the step.
static Trace blowUp(const gelWorldDef* base, gelStrategy strategy, bool isThere)
{
    static Trace trace;
    gelWorldDef def = *base;
    gelWorld* world;
    gelBodyId others[2], bad = {0};
    def.integrator = gel_explicitEuler;
    def.substepCount = 2;
    def.ground.enabled = true;
    REQUIRE(gelCreateWorld(&def, &world));
    trace.outAt = -1;
    others[0] = addCube(world, strategy, 300.0f, (gelVec3){0.0f, 0.3f, 0.0f});
    if (isThere)
        bad = addCube(world, strategy, 1e6f, (gelVec3){0.5f, 0.3f, 0.0f});
    others[1] = addCube(world, strategy, 300.0f, (gelVec3){1.0f, 0.5f, 0.0f});
    for (int f = 0; f < frameCount; f++) {
        if (!isThere)
            step(world, 1);
        else if (stepGuarded(world, bad))
            trace.outAt = f;
        note(&trace, f, world, others);
    }
    CHECK(!isThere || isFinite(world, bad), "what was taken out is not finite");
    CHECK(isFinite(world, others[0]) && isFinite(world, others[1]), "the others are not finite");
    trace.hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return trace;
}

static void others_have_the_bits_that_they_would_have_without_a_body_that_blows_up(void)
{
    Backends backends = listBackends();
    Trace first = {0};
    for (int b = 0; b < backends.count; b++)
        for (int s = 0; s < (b == 0 ? 1 : 2); s++) {
            Trace with = blowUp(&backends.defs[b], strategies[s], true);
            Trace without = blowUp(&backends.defs[b], strategies[s], false);
            first = b == 0 ? with : first;
            CHECK(with.outAt > 0, "%s: it does not blow up", backends.names[b]);
            CHECK(with.outAt == first.outAt && with.hash == first.hash,
                  "%s, strategy %d: taken out in frame %d, hash %016" PRIx64
                  "; the reference: %d, %016" PRIx64,
                  backends.names[b], s, with.outAt, with.hash, first.outAt, first.hash);
            compareTraces(backends.names[b], s, &with, &without);
        }
}

static void the_first_vertex_that_is_not_finite_is_found(gelWorldDef def)
{
    gelWorld* world;
    gelBodyId ids[3];
    gelBadVertex bad = {.found = false};
    def.integrator = gel_explicitEuler;
    def.substepCount = 2;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelWorld_FindBadVertex(world, &bad));
    CHECK(!bad.found, "in an empty world");
    for (int i = 0; i < 3; i++)
        ids[i] = addCube(world, gel_strategyAuto, i == 0 ? 300.0f : 1e6f, (gelVec3){(float)i, 0.3f, 0.0f});
    for (int f = 0; f < 2 * frameCount && (isFinite(world, ids[1]) || isFinite(world, ids[2])); f++) {
        bool isThere = !isFinite(world, ids[1]) || !isFinite(world, ids[2]);
        REQUIRE(gelWorld_FindBadVertex(world, &bad));
        CHECK(bad.found == isThere, "before frame %d", f);
        step(world, 1);
    }
    REQUIRE(gelWorld_FindBadVertex(world, &bad));
    CHECK(bad.found && bad.bodyIndex == 1 && bad.vertex == firstBadOf(world, ids[1]), "vertex %d of body %d",
          bad.vertex, bad.bodyIndex);
    for (int i = 0; i < 3; i++) {
        REQUIRE(gelBody_FindBadVertex(world, ids[i], &bad));
        int first = firstBadOf(world, ids[i]);
        CHECK(bad.found == (first >= 0) && (!bad.found || (bad.bodyIndex == i && bad.vertex == first)),
              "vertex %d of body %d, %d by its numbers", bad.vertex, i, first);
    }
    REQUIRE(gelDestroyBody(world, ids[1]));
    CHECK_STATUS(gelBody_FindBadVertex(world, ids[1], &bad), gel_invalidHandle);
    CHECK(!bad.found, "of a body that is destroyed");
    gelDestroyWorld(world);
}

// Processors give numbers that are none different signs.
static void what_has_blown_up_has_one_hash_on_every_device(void)
{
    Backends backends = listBackends();
    uint64_t first = 0;
    for (int b = 0; b < backends.count; b++)
        for (int s = 0; s < (b == 0 ? 1 : 2); s++) {
            gelWorldDef def = backends.defs[b];
            gelWorld* world;
            def.integrator = gel_explicitEuler;
            def.substepCount = 2;
            REQUIRE(gelCreateWorld(&def, &world));
            gelBodyId id = addCube(world, strategies[s], 1e6f, (gelVec3){0.0f, 0.3f, 0.0f});
            step(world, frameCount);
            CHECK(!isFinite(world, id), "%s: it does not blow up", backends.names[b]);
            uint64_t hash = gelWorld_Hash(world);
            first = b == 0 ? hash : first;
            CHECK(hash == first, "%s, strategy %d: %016" PRIx64 ", the reference %016" PRIx64,
                  backends.names[b], s, hash, first);
            gelDestroyWorld(world);
        }
}

// Two cubes fall onto a table, through the place of a third.
static Trace fallThrough(const gelWorldDef* base, gelStrategy strategy, bool sleep, bool isThere,
                         bool takesOut)
{
    static Trace trace;
    gelWorldDef def = *base;
    gelWorld* world;
    gelBodyId others[2], third = {0};
    float before[3 * vertexCount], after[3 * vertexCount];
    def.contact = true;
    def.sleep = sleep;
    REQUIRE(gelCreateWorld(&def, &world));
    addBox(world, (gelVec3){1.0f, 0.2f, 1.0f}, (gelVec3){0.0f, -0.1f, 0.0f});
    others[0] = addCube(world, strategy, 3e5f, (gelVec3){0.0f, 0.12f, 0.0f});
    if (isThere)
        third = addCube(world, strategy, 3e5f, (gelVec3){0.05f, 0.35f, 0.0f});
    others[1] = addCube(world, strategy, 3e5f, (gelVec3){0.02f, 0.6f, 0.01f});
    if (isThere && takesOut)
        REQUIRE(gelBody_Quarantine(world, third));
    if (isThere)
        REQUIRE(gelBody_ReadPositions(world, third, before, vertexCount));
    for (int f = 0; f < frameCount; f++) {
        step(world, 1);
        note(&trace, f, world, others);
    }
    if (isThere && takesOut) {
        REQUIRE(gelBody_ReadPositions(world, third, after, vertexCount));
        CHECK(memcmp(before, after, sizeof before) == 0, "what was taken out moves");
    }
    trace.hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return trace;
}

static void a_body_taken_out_touches_nothing(void)
{
    Backends backends = listBackends();
    Trace first = {0};
    for (int b = 0; b < backends.count; b++)
        for (int s = 0; s < (b == 0 ? 1 : 4); s++) {
            bool sleep = s % 2 == 1;
            Trace with = fallThrough(&backends.defs[b], strategies[s], sleep, true, true);
            Trace without = fallThrough(&backends.defs[b], strategies[s], sleep, false, false);
            first = b == 0 ? with : first;
            CHECK(with.hash == first.hash, "%s, strategy %d: %016" PRIx64 ", the reference %016" PRIx64,
                  backends.names[b], s, with.hash, first.hash);
            compareTraces(backends.names[b], s, &with, &without);
        }
    Trace touched = fallThrough(&backends.defs[0], gel_strategyAuto, false, true, false);
    CHECK(memcmp(touched.positions[frameCount - 1], first.positions[frameCount - 1],
                 sizeof touched.positions[0]) != 0,
          "the third is not in the way of the others");
}

typedef struct Pair {
    gelWorld* world;
    gelBodyId out, free;
} Pair;

static Pair newPair(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    Pair pair;
    def.contact = true;
    REQUIRE(gelCreateWorld(&def, &pair.world));
    pair.out = addCube(pair.world, gel_strategyAuto, 3e5f, (gelVec3){0.0f, 0.0f, 0.0f});
    pair.free = addCube(pair.world, gel_strategyAuto, 3e5f, (gelVec3){0.0f, 1.0f, 0.0f});
    return pair;
}

static void states_files_and_clones_keep_a_body_out_and_an_earlier_state_brings_it_back(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelSnapshot *before, *during;
        gelWorld* clone;
        Pair pair = newPair(&backends.defs[b]), other = newPair(&backends.defs[b]);
        step(pair.world, 5);
        REQUIRE(gelTakeSnapshot(pair.world, NULL, &before));
        step(pair.world, 10);
        uint64_t unbroken = gelWorld_Hash(pair.world);
        REQUIRE(gelBody_Quarantine(pair.world, pair.out));
        step(pair.world, 5);
        REQUIRE(gelTakeSnapshot(pair.world, NULL, &during));
        REQUIRE(gelWriteSnapshot(path, pair.world, NULL, NULL, 0));
        REQUIRE(gelReadSnapshot(path, other.world, NULL, NULL, NULL));
        REQUIRE(gelCloneWorld(pair.world, &backends.defs[0], &clone));
        CHECK(gelBody_IsQuarantined(other.world, pair.out) && !gelBody_IsQuarantined(other.world, pair.free),
              "not from the file");
        CHECK(gelBody_IsQuarantined(clone, pair.out) && !gelBody_IsQuarantined(clone, pair.free),
              "not in the clone");
        gelWorld* const worlds[] = {pair.world, other.world, clone};
        uint64_t hashes[3];
        for (int i = 0; i < 3; i++) {
            step(worlds[i], 10);
            hashes[i] = gelWorld_Hash(worlds[i]);
        }
        CHECK(hashes[1] == hashes[0] && hashes[2] == hashes[0],
              "%s: %016" PRIx64 ", from the file %016" PRIx64 ", the clone %016" PRIx64, backends.names[b],
              hashes[0], hashes[1], hashes[2]);
        REQUIRE(gelRestoreSnapshot(pair.world, NULL, before));
        CHECK(!gelBody_IsQuarantined(pair.world, pair.out), "it is not undone");
        step(pair.world, 10);
        uint64_t again = gelWorld_Hash(pair.world);
        CHECK(again == unbroken, "%s: %016" PRIx64 " again, %016" PRIx64 " before", backends.names[b], again,
              unbroken);
        REQUIRE(gelRestoreSnapshot(pair.world, NULL, during));
        CHECK(gelBody_IsQuarantined(pair.world, pair.out), "the state from then has lost it");
        step(pair.world, 10);
        again = gelWorld_Hash(pair.world);
        CHECK(again == hashes[0], "%s: %016" PRIx64 " again, %016" PRIx64, backends.names[b], again,
              hashes[0]);
        gelDestroySnapshot(before);
        gelDestroySnapshot(during);
        gelDestroyWorld(clone);
        gelDestroyWorld(other.world);
        gelDestroyWorld(pair.world);
    }
}

static void nothing_wakes_a_body_taken_out(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    float before[3 * vertexCount], after[3 * vertexCount];
    def.backend = gel_referenceFloat;
    for (int sleep = 0; sleep < 2; sleep++) {
        def.sleep = sleep == 1;
        Pair pair = newPair(&def);
        step(pair.world, 5);
        REQUIRE(gelBody_Quarantine(pair.world, pair.out));
        REQUIRE(gelBody_Quarantine(pair.world, pair.out)); // again
        REQUIRE(gelBody_ReadPositions(pair.world, pair.out, before, vertexCount));
        REQUIRE(gelBody_Wake(pair.world, pair.out));
        REQUIRE(gelWorld_SetGravity(pair.world, (gelVec3){3.0f, 0.0f, 0.0f}));
        REQUIRE(gelBody_PinBelow(pair.world, pair.out, -0.05f, NULL));
        addBox(pair.world, (gelVec3){1.0f, 0.2f, 1.0f}, (gelVec3){0.0f, -0.1f, 0.0f});
        step(pair.world, 30);
        REQUIRE(gelBody_ReadPositions(pair.world, pair.out, after, vertexCount));
        CHECK(memcmp(before, after, sizeof before) == 0, "sleep %d: it has moved", sleep);
        CHECK(!gelBody_IsAwake(pair.world, pair.out), "sleep %d: it is awake", sleep);
        REQUIRE(gelBody_ReadPositions(pair.world, pair.free, after, vertexCount));
        CHECK(after[0] > 0.0f, "sleep %d: the other is at x = %g", sleep, (double)after[0]);
        gelDestroyWorld(pair.world);
    }
}

static void a_body_attached_to_one_taken_out_hangs_from_it(void)
{
    Backends backends = listBackends();
    uint64_t first = 0;
    for (int b = 0; b < backends.count; b++)
        for (int sleep = 0; sleep < 2; sleep++) {
            gelWorldDef def = backends.defs[b];
            gelAttachmentDef attachment = gelDefaultAttachmentDef();
            gelAttachmentId id;
            float upper[3 * vertexCount], lower[3 * vertexCount];
            def.sleep = sleep == 1;
            Pair pair = newPair(&def);
            attachment.a = vertexOf(pair.out, 0);
            attachment.b = vertexOf(pair.free, 0);
            REQUIRE(gelCreateAttachment(pair.world, &attachment, &id));
            REQUIRE(gelBody_Quarantine(pair.world, pair.out));
            REQUIRE(gelBody_ReadPositions(pair.world, pair.out, upper, vertexCount));
            step(pair.world, 120);
            REQUIRE(gelBody_ReadPositions(pair.world, pair.free, lower, vertexCount));
            double length = 0.0;
            for (int k = 0; k < 3; k++)
                length += ((double)lower[k] - (double)upper[k]) * ((double)lower[k] - (double)upper[k]);
            CHECK(sqrt(length) < 0.01, "%s, sleep %d: what is attached is %g m away", backends.names[b],
                  sleep, sqrt(length));
            CHECK(gelBody_IsQuarantined(pair.world, pair.out), "it is back");
            uint64_t hash = gelWorld_Hash(pair.world);
            first = b == 0 && sleep == 0 ? hash : first;
            CHECK(sleep == 1 || hash == first, "%s: %016" PRIx64 ", the reference %016" PRIx64,
                  backends.names[b], hash, first);
            gelDestroyWorld(pair.world);
        }
}

static void obstacles_and_bodies_that_are_gone_are_refused(void)
{
    gelWorld* world = newReference();
    gelBodyId box = addBox(world, (gelVec3){1.0f, 1.0f, 1.0f}, (gelVec3){0.0f, 0.0f, 0.0f});
    CHECK_STATUS(gelBody_Quarantine(world, box), gel_invalidArgument);
    CHECK_STATUS(gelBody_Quarantine(world, (gelBodyId){0}), gel_invalidHandle);
    CHECK(!gelBody_IsQuarantined(world, box) && !gelBody_IsQuarantined(world, (gelBodyId){0}),
          "one is taken out");
    gelDestroyWorld(world);
}

TESTS(TEST_ON_EACH_BACKEND(the_first_vertex_that_is_not_finite_is_found),
      TEST(others_have_the_bits_that_they_would_have_without_a_body_that_blows_up),
      TEST(what_has_blown_up_has_one_hash_on_every_device), TEST(a_body_taken_out_touches_nothing),
      TEST(states_files_and_clones_keep_a_body_out_and_an_earlier_state_brings_it_back),
      TEST(nothing_wakes_a_body_taken_out), TEST(a_body_attached_to_one_taken_out_hangs_from_it),
      TEST(obstacles_and_bodies_that_are_gone_are_refused))
