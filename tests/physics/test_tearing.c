// Tearing: springs strained beyond the limit carry nothing, for good; below it nothing changes, to the bit; all back ends
// agree; what has torn is a part of the state.
#include "support/equal_bits.h"
#include "support/files.h"

#include "gel/sheet.h"
#include "gel/state.h"

enum { mostVertices = 512, mostSprings = 2048 };

static gelWorld* openWorld(const gelWorldDef* like, float gravity)
{
    gelWorldDef def = *like;
    gelWorld* world;
    def.gravity = (gelVec3){0, gravity, 0};
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static int countTorn(gelWorld* world, int body)
{
    int count;
    REQUIRE(gelBody_GetTornSprings(world, gelWorld_GetBody(world, body), NULL, 0, &count));
    return count;
}

static int countSprings(gelWorld* world)
{
    gelCounters counters;
    REQUIRE(gelWorld_GetCounters(world, &counters));
    return counters.constraintCounts[gel_distanceConstraint];
}

static void scalePositions(gelWorld* world, gelBodyId id, float factor)
{
    float xyz[3 * mostVertices];
    int count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(gelBody_ReadPositions(world, id, xyz, mostVertices));
    for (int i = 0; i < 3 * count; i++)
        xyz[i] *= factor;
    REQUIRE(gelBody_WritePositions(world, id, xyz, count));
}

// A rope of two lines, held at its ends, a fifth longer than at rest.
static gelWorld* holdRope(const gelWorldDef* def, float tearStrain)
{
    gelWorld* world = openWorld(def, -10.0f);
    gelLineMesh lines;
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    const int ends[2] = {0, 2};
    body.material.tearStrain = tearStrain;
    REQUIRE(gelCreateStraightLine(1.0f, 2, &lines));
    REQUIRE(gelCreateRope(world, &body, &lines, &id));
    gelDestroyLineMesh(&lines);
    scalePositions(world, id, 1.2f);
    REQUIRE(gelBody_SetPinned(world, id, ends, 2, true));
    return world;
}

static void a_rope_pulled_beyond_the_limit_carries_nothing(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelWorld *torn = holdRope(&backends.defs[b], 0.1f), *whole = holdRope(&backends.defs[b], 0.3f);
        float xyz[9];
        int vertices[4], count;
        gelMeasures measures;
        stepFrames(torn, 30);
        stepFrames(whole, 30);
        REQUIRE(gelBody_GetTornSprings(torn, gelWorld_GetBody(torn, 0), vertices, 2, &count));
        CHECK_INT(count, 2);
        CHECK(vertices[0] != vertices[1] && vertices[0] + vertices[1] + vertices[2] + vertices[3] == 4,
              "springs %d %d and %d %d", vertices[0], vertices[1], vertices[2], vertices[3]);
        CHECK_INT(countTorn(whole, 0), 0);
        REQUIRE(gelBody_ReadPositions(torn, gelWorld_GetBody(torn, 0), xyz, 3));
        CHECK_CLOSE((double)xyz[4], -1.25, 0.03, "half g t^2, and half a substep more");
        REQUIRE(gelWorld_Measure(torn, &measures));
        CHECK(measures.elasticEnergy == 0.0, "%g J", measures.elasticEnergy);
        REQUIRE(gelBody_ReadPositions(whole, gelWorld_GetBody(whole, 0), xyz, 3));
        CHECK(xyz[4] > -0.1f, "the whole rope hangs %g m", (double)xyz[4]);
        gelDestroyWorld(torn);
        gelDestroyWorld(whole);
    }
}

static void addCloth(gelWorld* world, gelStrategy strategy, float tearStrain, float height)
{
    gelSurfaceMesh cloth;
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    body.strategy = strategy;
    body.material.youngModulus = 2e4f;
    body.material.tearStrain = tearStrain;
    body.position = (gelVec3){0, height, 0};
    REQUIRE(gelCreateSheetSurface(1.0f, 1.0f, 6, 6, &cloth));
    REQUIRE(gelCreateSheet(world, &body, &cloth, &id));
    gelDestroySurfaceMesh(&cloth);
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){-0.49f, 9, 9}, NULL));
}

// Cloth held on one side that tears by its weight, cloth of the same mesh that is whole, and a box that falls on both.
static gelWorld* makeMixed(const gelWorldDef* like, gelStrategy strategy, bool contact)
{
    gelWorldDef def = *like;
    gelBodyDef body = gelDefaultBodyDef();
    gelTetMesh box;
    gelBodyId id;
    def.ground.enabled = true;
    def.contact = contact;
    def.tileSize = 32;
    gelWorld* world = openWorld(&def, -9.81f);
    addCloth(world, strategy, 0.1f, 1.5f);
    addCloth(world, strategy, 0.0f, 0.8f);
    body.strategy = strategy;
    body.position = (gelVec3){0, 1.8f, 0};
    REQUIRE(gelCreateBoxMesh((gelVec3){0.3f, 0.3f, 0.3f}, 3, 3, 3, &box));
    REQUIRE(gelCreateBody(world, &body, &box, &id));
    gelDestroyTetMesh(&box);
    return world;
}

static void every_device_and_strategy_has_the_bits_of_the_reference(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = makeMixed(&def, gel_strategyAuto, true);
    stepFrames(world, 25);
    int torn = countTorn(world, 0);
    CHECK(torn > 0 && torn < countSprings(world), "%d springs have torn", torn);
    CHECK_INT(countTorn(world, 1), 0);
    gelDestroyWorld(world);
    checkEveryDeviceAndStrategy(makeMixed);
}

static void below_the_limit_nothing_changes(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        const float strains[3] = {0.0f, 100.0f, 0.1f};
        uint64_t hashes[3];
        for (int i = 0; i < 3; i++) {
            gelWorld* world = openWorld(&backends.defs[b], -9.81f);
            addCloth(world, gel_strategyAuto, strains[i], 1.0f);
            stepFrames(world, 25);
            hashes[i] = gelWorld_Hash(world);
            gelDestroyWorld(world);
        }
        CHECK_HEX(hashes[1], hashes[0]);
        CHECK(hashes[2] != hashes[0], "nothing tore: %016llx", (unsigned long long)hashes[2]);
    }
}

static void what_has_torn_is_a_part_of_the_state(void)
{
    static const char path[] = GEL_SCRATCH "/tearing.gel-state";
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelWorld *world = makeMixed(&backends.defs[b], gel_strategyAuto, true),
                 *read = makeMixed(&backends.defs[b], gel_strategyAuto, true), *clone;
        gelWorldState *whole, *torn;
        REQUIRE(gelWorld_SaveState(world, &whole));
        stepFrames(world, 20);
        int before = countTorn(world, 0);
        REQUIRE(gelWorld_SaveState(world, &torn));
        REQUIRE(gelCloneWorld(world, &backends.defs[b], &clone));
        REQUIRE(gelWriteState(path, world, NULL, NULL, 0));
        REQUIRE(gelReadState(path, read, NULL, NULL, NULL));
        CHECK(before > 0 && countTorn(read, 0) == before && countTorn(clone, 0) == before,
              "%d have torn, %d of the file, %d of the clone", before, countTorn(read, 0),
              countTorn(clone, 0));
        stepFrames(world, 10);
        uint64_t expected = gelWorld_Hash(world);
        stepFrames(clone, 10);
        stepFrames(read, 10);
        CHECK_HEX(gelWorld_Hash(clone), expected);
        CHECK_HEX(gelWorld_Hash(read), expected);
        REQUIRE(gelWorld_RestoreState(world, whole));
        CHECK_INT(countTorn(world, 0), 0);
        REQUIRE(gelWorld_RestoreState(world, torn));
        CHECK_INT(countTorn(world, 0), before);
        stepFrames(world, 10);
        CHECK_HEX(gelWorld_Hash(world), expected);
        gelDestroyWorldState(whole);
        gelDestroyWorldState(torn);
        gelDestroyWorld(world);
        gelDestroyWorld(read);
        gelDestroyWorld(clone);
    }
}

// Also of a material that no longer tears.
static void cloth_that_tears_everywhere_ends_in_free_fall(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = openWorld(&backends.defs[b], -10.0f);
        float before[3 * mostVertices], after[3 * mostVertices];
        addCloth(world, gel_strategyAuto, 0.01f, 0.0f);
        gelBodyId id = gelWorld_GetBody(world, 0);
        int all[mostVertices], count = gelBody_GetMesh(world, id)->vertexCount;
        gelMaterial material;
        for (int i = 0; i < count; i++)
            all[i] = i;
        REQUIRE(gelBody_SetPinned(world, id, all, count, false));
        scalePositions(world, id, 20.0f);
        stepFrames(world, 1);
        CHECK_INT(countTorn(world, 0), countSprings(world));
        REQUIRE(gelBody_GetMaterial(world, id, &material));
        material.tearStrain = 0.0f;
        REQUIRE(gelBody_SetMaterial(world, id, &material));
        REQUIRE(gelBody_ReadVelocities(world, id, before, mostVertices));
        stepFrames(world, 60);
        REQUIRE(gelBody_ReadVelocities(world, id, after, mostVertices));
        for (int i = 0; i < count; i++)
            for (int k = 0; k < 3; k++)
                CHECK_CLOSE((double)(after[3 * i + k] - before[3 * i + k]), k == 1 ? -10.0 : 0.0, 0.05,
                            "each vertex falls by itself; single precision at some 10 m");
        CHECK_INT(countTorn(world, 0), countSprings(world));
        gelDestroyWorld(world);
    }
}

static void bad_settings_are_refused(void)
{
    enum { badCount = 9, solidFrom = 7 };
    static const char* const texts[badCount] = {"tearStrain",       "tearStrain",       "tearStrain",
                                                "bendingStiffness", "stretchLimit",     "pullOnly",
                                                "tethers",          "sheets and ropes", "neoHookean"};
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = openWorld(&def, 0.0f);
    gelBodyDef bodies[badCount];
    gelTetMesh box;
    gelSurfaceMesh cloth;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 1, 1, 1, &box));
    REQUIRE(gelCreateSheetSurface(1.0f, 1.0f, 2, 2, &cloth));
    for (int i = 0; i < badCount; i++) {
        bodies[i] = gelDefaultBodyDef();
        bodies[i].material.tearStrain = 0.2f;
    }
    bodies[0].material.tearStrain = NAN;
    bodies[1].material.tearStrain = -0.1f;
    bodies[2].material.tearStrain = INFINITY;
    bodies[3].material.bendingStiffness = 0.1f;
    bodies[4].material.stretchLimit = 0.1f;
    bodies[5].material.springs = gel_pullOnly;
    bodies[6].material.tethers = gel_tetheredToNearestPin;
    bodies[8].material.model = gel_neoHookean;
    for (int i = 0; i < badCount; i++) {
        gelBodyId id;
        gelStatus status = i < solidFrom ? gelCreateSheet(world, &bodies[i], &cloth, &id)
                                         : gelCreateBody(world, &bodies[i], &box, &id);
        CHECK_STATUS(status, gel_invalidArgument);
        CHECK_TEXT(gelLastError(), "material.tearStrain: expected ");
        CHECK_TEXT(gelLastError(), texts[i]);
    }
    gelDestroyTetMesh(&box);
    gelDestroySurfaceMesh(&cloth);
    gelDestroyWorld(world);
}

TESTS(TEST(a_rope_pulled_beyond_the_limit_carries_nothing), TEST(below_the_limit_nothing_changes),
      TEST(every_device_and_strategy_has_the_bits_of_the_reference),
      TEST(what_has_torn_is_a_part_of_the_state), TEST(cloth_that_tears_everywhere_ends_in_free_fall),
      TEST(bad_settings_are_refused))
