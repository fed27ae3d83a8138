// Tearing: springs strained beyond the limit carry nothing, for good, nor tets with such edges; below it nothing changes, to
// the bit; all back ends agree; what has torn is a part of the state.
#include "support/equal_bits.h"
#include "support/files.h"

#include "gel/probe.h"
#include "gel/sheet.h"
#include "gel/snapshot.h"
#include "gel/tearing.h"

#include <math.h>

enum { maxVertices = 512, maxSprings = 2048, maxTets = 1024 };

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

static int countTornTets(gelWorld* world, int body)
{
    int count;
    REQUIRE(gelBody_GetTornTets(world, gelWorld_GetBody(world, body), NULL, 0, &count));
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
    float xyz[3 * maxVertices];
    int count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(gelBody_ReadPositions(world, id, xyz, maxVertices));
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

static void a_rope_pulled_beyond_the_limit_carries_nothing(gelWorldDef backend)
{
    gelWorld *torn = holdRope(&backend, 0.1f), *whole = holdRope(&backend, 0.3f);
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

static void a_torn_spring_damps_nothing(gelWorldDef def)
{
    float before[9], after[9];
    def.integrator = gel_heun;
    def.springDamping = 0.01f;
    def.substepCount = 100;
    gelWorld* world = holdRope(&def, 0.1f);
    stepFrames(world, 1);
    CHECK_INT(countTorn(world, 0), 2);
    REQUIRE(gelBody_ReadVelocities(world, gelWorld_GetBody(world, 0), before, 3));
    stepFrames(world, 30);
    REQUIRE(gelBody_ReadVelocities(world, gelWorld_GetBody(world, 0), after, 3));
    CHECK_CLOSE((double)(after[4] - before[4]), -5.0, 1e-3, "single precision at some 5 m/s");
    gelDestroyWorld(world);
}

// A bar of 40 kg that hangs from its top, with the lower half shifted down by half of a layer of cells.
static gelWorld* pullBarApart(const gelWorldDef* like, float damping, gelProbes** probes, gelScene** scene)
{
    char text[1000];
    gelWorld* world;
    float xyz[3 * maxVertices];
    snprintf(
        text, sizeof text,
        "{\"contact\":false,\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.2,1,0.2],\"cells\":[2,10,2]},"
        "\"pins\":[{\"box\":{\"lower\":[-1,0.49,-1],\"upper\":[1,0.51,1]}}],\"material\":{\"youngModulus\":2e5,"
        "\"density\":1000,\"damping\":%g,\"tearStrain\":0.2}}],"
        "\"probes\":[{\"name\":\"pins\",\"measure\":\"pinForce.y\",\"body\":0}]}",
        (double)damping);
    writeText(GEL_SCRATCH "/torn_bar.json", text);
    REQUIRE(gelLoadScene(GEL_SCRATCH "/torn_bar.json", scene));
    gelWorldDef def = *like;
    def.gravity = (gelVec3){0, -10, 0};
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(*scene, world));
    REQUIRE(gelCreateProbes(*scene, world, probes));
    gelBodyId id = gelWorld_GetBody(world, 0);
    int count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(gelBody_ReadPositions(world, id, xyz, maxVertices));
    for (int i = 0; i < count; i++)
        xyz[3 * i + 1] -= xyz[3 * i + 1] < -0.05f ? 0.05f : 0.0f;
    REQUIRE(gelBody_WritePositions(world, id, xyz, count));
    return world;
}

// Computes the momentum of the vertices that were in the lower part at rest, kg m/s.
static void findFallingMomentum(gelWorld* world, double momentum[3])
{
    gelBodyId id = gelWorld_GetBody(world, 0);
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float v[3 * maxVertices];
    REQUIRE(gelBody_ReadVelocities(world, id, v, maxVertices));
    memset(momentum, 0, 3 * sizeof *momentum);
    for (int i = 0; i < 4 * mesh->tetCount;
         i++) { // a cube is one tet of a third, and four of a sixth of its volume
        double mass = (i / 4 % 5 == 0 ? 1.0 / 3 : 1.0 / 6) * 40.0 / (mesh->tetCount / 5);
        for (int k = 0; k < 3 && mesh->positions[3 * mesh->tets[i] + 1] < -0.05f; k++)
            momentum[k] += mass / 4 * (double)v[3 * mesh->tets[i] + k];
    }
}

static void half_a_torn_bar_falls_and_the_other_hangs_from_its_pins(gelWorldDef backend)
{
    for (int damped = 0; damped < 2; damped++) {
        gelProbes* probes;
        gelScene* scene;
        double momentum[2][3];
        gelWorld* world = pullBarApart(&backend, damped != 0 ? 8.0f : 0.0f, &probes, &scene);
        stepFrames(world, 1);
        CHECK_INT(countTornTets(world, 0), 2 * 2 * 5);
        findFallingMomentum(world, momentum[0]);
        stepFrames(world, damped != 0 ? 180 : 30);
        findFallingMomentum(world, momentum[1]);
        CHECK_INT(countTornTets(world, 0), 2 * 2 * 5);
        for (int k = 0; k < 3 && damped == 0; k++)
            CHECK_CLOSE(momentum[1][k] - momentum[0][k], k == 1 ? -0.45 * 40.0 * 10.0 * 0.5 : 0.0, 1e-2,
                        "the rounding of velocities of some 5 m/s; what falls is 4.5 of 10 layers");
        REQUIRE(gelProbes_AddFrame(probes, world, 0.0));
        if (damped != 0)
            CHECK_CLOSE(gelProbes_GetValue(probes, 0, 0), 0.55 * 40.0 * 10.0, 0.3,
                        "what swings after three seconds");
        gelDestroyProbes(probes);
        gelDestroyScene(scene);
        gelDestroyWorld(world);
    }
}

// A strip along x, held a fifth longer at its ends; it would tear at 0.3, and at 0.18 where a spring has one weak end.
static void a_strip_tears_at_its_weak_vertices(void)
{
    enum { columns = 11, rows = 3 };
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++)
        for (int weak = 0; weak < 2; weak++) {
            gelWorld* world = openWorld(&backends.defs[b], 0.0f);
            gelSurfaceMesh strip;
            gelBodyDef body = gelDefaultBodyDef();
            gelBodyId id;
            float factors[columns * rows];
            int torn[2 * maxSprings], count, elsewhere = 0;
            body.material.tearStrain = 0.3f;
            REQUIRE(gelCreateSheetSurface(1.0f, 0.2f, columns - 1, rows - 1, &strip));
            REQUIRE(gelCreateSheet(world, &body, &strip, &id));
            gelDestroySurfaceMesh(&strip);
            REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){-0.49f, 9, 9}, NULL));
            REQUIRE(gelBody_PinBox(world, id, (gelVec3){0.49f, -9, -9}, (gelVec3){9, 9, 9}, NULL));
            scalePositions(world, id, 1.2f);
            const float* rest = gelBody_GetMesh(world, id)->positions;
            for (int i = 0; i < columns * rows; i++)
                factors[i] = weak != 0 && fabsf(rest[3 * i]) < 1e-4f ? 0.2f : 1.0f;
            REQUIRE(gelBody_SetVertexValues(world, id, gel_tearingFactor, factors, columns * rows));
            stepFrames(world, 30);
            REQUIRE(gelBody_GetTornSprings(world, id, torn, maxSprings, &count));
            for (int i = 0; i < count; i++)
                elsewhere += factors[torn[2 * i]] == 1.0f && factors[torn[2 * i + 1]] == 1.0f;
            CHECK(weak != 0 ? count >= 2 * rows : count == 0, "%s: %d springs have torn", backends.names[b],
                  count);
            CHECK_INT(elsewhere, 0);
            gelDestroyWorld(world);
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

// Held at one end, it tears by its weight.
static gelBodyId addBar(gelWorld* world, gelStrategy strategy, float tearStrain)
{
    gelTetMesh mesh;
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    body.strategy = strategy;
    body.material.youngModulus = 5e4f;
    body.material.tearStrain = tearStrain;
    body.position = (gelVec3){0, 0.6f, 1.5f};
    REQUIRE(gelCreateBoxMesh((gelVec3){1.2f, 0.2f, 0.2f}, 12, 2, 2, &mesh));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){-0.59f, 9, 9}, NULL));
    return id;
}

enum { barIndex = 3 }; // of what makeMixed makes

// Cloth held on one side that tears by its weight, cloth of the same mesh that is whole, a box that falls on both, and a
// bar beside them that tears.
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
    addBar(world, strategy, 0.1f);
    return world;
}

static bool isListed(const int* pairs, int count, int a, int b)
{
    bool found = false;
    for (int i = 0; i < count; i++)
        found = found || (pairs[2 * i] == a && pairs[2 * i + 1] == b) ||
                (pairs[2 * i] == b && pairs[2 * i + 1] == a);
    return found;
}

// A tet has torn just where one of its edges has, an edge where its length says so or all of its tets have; and the
// volumes that are solved say the same.
static void checkWhatHasTorn(gelWorld* world, gelBodyId id)
{
    static int edges[2 * maxSprings], tets[maxTets];
    static gelConstraint volumes[maxTets];
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    gelCounters counters;
    int edgeCount, tetCount, next = 0, off = 0, unlike = 0, wrong = 0;
    REQUIRE(gelBody_GetTornSprings(world, id, edges, maxSprings, &edgeCount));
    REQUIRE(gelBody_GetTornTets(world, id, tets, maxTets, &tetCount));
    CHECK(tetCount > 0 && tetCount < mesh->tetCount, "%d tets of %d have torn", tetCount, mesh->tetCount);
    static bool isHeld[maxVertices][maxVertices];
    memset(isHeld, 0, sizeof isHeld);
    for (int t = 0; t < mesh->tetCount; t++) {
        const int* tet = mesh->tets + 4 * t;
        bool isTorn = next < tetCount && tets[next] == t, shouldBe = false;
        next += isTorn;
        for (int e = 0; e < 12; e++) { // each edge in both directions
            int a = tet[e / 3], b = tet[(e / 3 + e % 3 + 1) % 4];
            shouldBe = shouldBe || isListed(edges, edgeCount, a, b);
            isHeld[a][b] = isHeld[a][b] || !isTorn;
        }
        unlike += isTorn != shouldBe;
    }
    for (int e = 0; e < edgeCount; e++)
        wrong += isHeld[edges[2 * e]][edges[2 * e + 1]];
    for (int i = 0; i < 12 * mesh->tetCount; i++) {
        int a = mesh->tets[i / 3], b = mesh->tets[i / 12 * 4 + (i / 3 + i % 3 + 1) % 4];
        wrong += !isHeld[a][b] && !isListed(edges, edgeCount, a, b);
    }
    CHECK(unlike == 0 && wrong == 0 && next == tetCount,
          "%d tets are not as their edges, %d edges are not as their tets", unlike, wrong);
    REQUIRE(gelWorld_GetCounters(world, &counters));
    REQUIRE(gelWorld_GetConstraints(world, gel_volumeConstraint, volumes, maxTets));
    for (int i = 0; i < counters.constraintCounts[gel_volumeConstraint]; i++)
        off += volumes[i].values[0] < 0.0f;
    CHECK_INT(off, tetCount);
}

static void a_tet_has_torn_where_an_edge_has(gelWorldDef backend)
{
    gelWorld* world = makeMixed(&backend, gel_strategyAuto, false);
    stepFrames(world, 25);
    checkWhatHasTorn(world, gelWorld_GetBody(world, barIndex));
    CHECK_INT(countTornTets(world, 0) + countTornTets(world, 1) + countTornTets(world, 2), 0);
    gelDestroyWorld(world);
}

typedef struct Variant {
    const char* name;
    int lanes;
    gelConstraintOrder order;
    gelIntegrator integrator;
} Variant;

static void lanes_orders_and_integrators_have_the_bits_of_the_reference(void)
{
    static const Variant variants[] = {{"a lane", 1, gel_colourOrder, gel_xpbd},
                                       {"8 lanes", 8, gel_colourOrder, gel_xpbd},
                                       {"16 lanes", 16, gel_colourOrder, gel_xpbd},
                                       {"Jacobi", 0, gel_jacobiOrder, gel_xpbd},
                                       {"Heun", 0, gel_colourOrder, gel_heun}};
    Backends backends = listBackends();
    for (size_t v = 0; v < sizeof variants / sizeof *variants && backends.count > 1; v++) {
        uint64_t hashes[2];
        bool hasLanes = false;
        for (int b = 0; b < 2; b++) {
            gelWorldDef def = backends.defs[b];
            hasLanes = setLanes(&def, b > 0 ? variants[v].lanes : 0);
            if (!hasLanes)
                continue;
            def.order = variants[v].order;
            def.integrator = variants[v].integrator;
            gelWorld* world = openWorld(&def, -9.81f);
            addBar(world, gel_strategyAuto, 0.1f);
            stepFrames(world, 16);
            hashes[b] = gelWorld_Hash(world);
            CHECK(countTornTets(world, 0) > 0, "%s: none has torn", variants[v].name);
            gelDestroyWorld(world);
        }
        CHECK(!hasLanes || hashes[0] == hashes[1], "%s: %016llx, not %016llx", variants[v].name,
              (unsigned long long)hashes[1], (unsigned long long)hashes[0]);
    }
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

static void below_the_limit_nothing_changes(gelWorldDef backend)
{
    const float strains[3] = {0.0f, 100.0f, 0.1f};
    uint64_t hashes[2][3];
    for (int i = 0; i < 6; i++) {
        gelWorld* world = openWorld(&backend, -9.81f);
        if (i < 3)
            addCloth(world, gel_strategyAuto, strains[i], 1.0f);
        else
            addBar(world, gel_strategyAuto, strains[i - 3]);
        stepFrames(world, 25);
        hashes[i / 3][i % 3] = gelWorld_Hash(world);
        gelDestroyWorld(world);
    }
    for (int i = 0; i < 2; i++) {
        CHECK_HEX(hashes[i][1], hashes[i][0]);
        CHECK(hashes[i][2] != hashes[i][0], "nothing tore: %016llx", (unsigned long long)hashes[i][2]);
    }
}

static void what_has_torn_is_a_part_of_the_state(void)
{
    static const char path[] = GEL_SCRATCH "/tearing.gel-state";
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelWorld *world = makeMixed(&backends.defs[b], gel_strategyAuto, true),
                 *read = makeMixed(&backends.defs[b], gel_strategyAuto, true), *clone;
        gelSnapshot *whole, *torn;
        REQUIRE(gelTakeSnapshot(world, NULL, &whole));
        stepFrames(world, 2);
        uint64_t early = gelWorld_Hash(world);
        stepFrames(world, 18);
        int before = countTorn(world, 0), tets = countTornTets(world, barIndex);
        REQUIRE(gelTakeSnapshot(world, NULL, &torn));
        REQUIRE(gelCloneWorld(world, &backends.defs[b], &clone));
        REQUIRE(gelWriteSnapshot(path, world, NULL, NULL, 0));
        REQUIRE(gelReadSnapshot(path, read, NULL, NULL, NULL));
        CHECK(before > 0 && countTorn(read, 0) == before && countTorn(clone, 0) == before,
              "%d have torn, %d of the file, %d of the clone", before, countTorn(read, 0),
              countTorn(clone, 0));
        CHECK(tets > 0 && countTornTets(read, barIndex) == tets && countTornTets(clone, barIndex) == tets,
              "%d tets have torn, %d of the file, %d of the clone", tets, countTornTets(read, barIndex),
              countTornTets(clone, barIndex));
        stepFrames(world, 10);
        uint64_t expected = gelWorld_Hash(world);
        stepFrames(clone, 10);
        stepFrames(read, 10);
        CHECK_HEX(gelWorld_Hash(clone), expected);
        CHECK_HEX(gelWorld_Hash(read), expected);
        CHECK(countTornTets(world, barIndex) > tets, "no more have torn");
        REQUIRE(gelRestoreSnapshot(world, NULL, whole));
        CHECK_INT(countTorn(world, 0) + countTorn(world, barIndex) + countTornTets(world, barIndex), 0);
        stepFrames(world, 2);
        CHECK_HEX(gelWorld_Hash(world), early);
        REQUIRE(gelRestoreSnapshot(world, NULL, torn));
        CHECK_INT(countTornTets(world, barIndex), tets);
        CHECK_INT(countTorn(world, 0), before);
        stepFrames(world, 10);
        CHECK_HEX(gelWorld_Hash(world), expected);
        gelDestroySnapshot(whole);
        gelDestroySnapshot(torn);
        gelDestroyWorld(world);
        gelDestroyWorld(read);
        gelDestroyWorld(clone);
    }
}

// Whether cloth or tets; also of a material that no longer tears.
static void checkFreeFall(const gelWorldDef* def, bool ofTets)
{
    float before[3 * maxVertices], after[3 * maxVertices];
    gelWorld* world = openWorld(def, -10.0f);
    if (ofTets)
        addBar(world, gel_strategyAuto, 0.01f);
    else
        addCloth(world, gel_strategyAuto, 0.01f, 0.0f);
    gelBodyId id = gelWorld_GetBody(world, 0);
    int all[maxVertices], count = gelBody_GetMesh(world, id)->vertexCount;
    gelMaterial material;
    for (int i = 0; i < count; i++)
        all[i] = i;
    REQUIRE(gelBody_SetPinned(world, id, all, count, false));
    scalePositions(world, id, 20.0f);
    stepFrames(world, 1);
    CHECK_INT(countTorn(world, 0), countSprings(world));
    CHECK_INT(gelBody_GetSpringCount(world, id), countSprings(world));
    CHECK_INT(countTornTets(world, 0), gelBody_GetMesh(world, id)->tetCount);
    REQUIRE(gelBody_GetMaterial(world, id, &material));
    material.tearStrain = 0.0f;
    REQUIRE(gelBody_SetMaterial(world, id, &material));
    REQUIRE(gelBody_ReadVelocities(world, id, before, maxVertices));
    stepFrames(world, 60);
    REQUIRE(gelBody_ReadVelocities(world, id, after, maxVertices));
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            CHECK_CLOSE((double)(after[3 * i + k] - before[3 * i + k]), k == 1 ? -10.0 : 0.0, 0.05,
                        "each vertex falls by itself; single precision at some 10 m");
    CHECK_INT(countTorn(world, 0), countSprings(world));
    material.model = gel_neoHookean;
    CHECK_STATUS(gelBody_SetMaterial(world, id, &material), gel_invalidArgument);
    if (ofTets)
        CHECK_TEXT(gelLastError(), "edges of the body have torn");
    gelDestroyWorld(world);
}

static void what_tears_everywhere_ends_in_free_fall(gelWorldDef backend)
{
    for (int ofTets = 0; ofTets < 2; ofTets++)
        checkFreeFall(&backend, ofTets != 0);
}

static void bad_settings_are_refused(void)
{
    enum { badCount = 8, solidFrom = 7 };
    static const char* const texts[badCount] = {"tearStrain",       "tearStrain",   "tearStrain",
                                                "bendingStiffness", "stretchLimit", "pullOnly",
                                                "tethers",          "neoHookean"};
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
    bodies[7].material.model = gel_neoHookean;
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

TESTS(TEST_ON_EACH_BACKEND(a_rope_pulled_beyond_the_limit_carries_nothing),
      TEST(a_strip_tears_at_its_weak_vertices), TEST_ON_EACH_BACKEND(a_torn_spring_damps_nothing),
      TEST_ON_EACH_BACKEND(half_a_torn_bar_falls_and_the_other_hangs_from_its_pins),
      TEST_ON_EACH_BACKEND(below_the_limit_nothing_changes),
      TEST(every_device_and_strategy_has_the_bits_of_the_reference),
      TEST(what_has_torn_is_a_part_of_the_state), TEST_ON_EACH_BACKEND(a_tet_has_torn_where_an_edge_has),
      TEST(lanes_orders_and_integrators_have_the_bits_of_the_reference),
      TEST_ON_EACH_BACKEND(what_tears_everywhere_ends_in_free_fall), TEST(bad_settings_are_refused))
