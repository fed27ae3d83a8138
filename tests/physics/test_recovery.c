// Flattened bodies recover their shape; if GEL_DATA names the public test data, so does the bunny of Ten Minute Physics.
// Bodies that are unbreakable recover it whatever has been done to them.
#include "support/failing_memory.h"
#include "support/files.h"
#include "support/fixtures.h"
#include "support/ruins.h"

#include "mesh/mesh.h"

static const float frame = 1.0f / 60.0f;

// The volume of inverted tets, m^3. Slivers, whose sign is a matter of chance, contribute nothing.
static double invertedVolume(gelWorld* world, gelBodyId id)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float* xyz = malloc((size_t)mesh->vertexCount * 3 * sizeof *xyz);
    double inverted = 0.0;
    REQUIRE(gelBody_ReadPositions(world, id, xyz, mesh->vertexCount));
    for (int t = 0; t < mesh->tetCount; t++)
        inverted += fmax(0.0, -gelTetDeterminant(xyz, mesh->tets + 4 * (size_t)t) / 6.0);
    free(xyz);
    return inverted;
}

// Frames until the body has 99% of its volume back for good, and less than a thousandth of it is inverted; -1
// if that takes more than `limit`.
static int framesToRecover(gelWorld* world, gelBodyId id, double volume, int limit)
{
    int recovered = -1;
    for (int i = 1; i <= limit; i++) {
        double now;
        REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelBody_GetVolume(world, id, &now));
        bool whole = fabs(now - volume) <= 0.01 * volume && invertedVolume(world, id) < 0.001 * volume;
        recovered = !whole ? -1 : recovered < 0 ? i : recovered;
    }
    return recovered;
}

static gelBodyId addFlattened(gelWorld* world, const gelTetMesh* mesh, const gelBodyDef* def)
{
    gelBodyId id;
    REQUIRE(gelCreateBody(world, def, mesh, &id));
    size_t count = (size_t)mesh->vertexCount;
    float* xyz = malloc(count * 3 * sizeof *xyz);
    REQUIRE(gelBody_ReadPositions(world, id, xyz, mesh->vertexCount));
    for (size_t i = 0; i < count; i++)
        xyz[3 * i + 1] = 0.5f;
    REQUIRE(gelBody_WritePositions(world, id, xyz, mesh->vertexCount));
    free(xyz);
    return id;
}

static double restVolume(const gelTetMesh* mesh)
{
    gelMeshReport report;
    REQUIRE(gelReportTetMesh(mesh, &report));
    return report.volume;
}

// Creates the world of Ten Minute Physics 10: all vertices at one height, hard volumes, soft edges,
// ground below.
static gelWorld* makeWorld(const gelWorldDef* base, gelBodyDef* bodyDef)
{
    gelWorldDef def = *base;
    gelWorld* world;
    def.ground.enabled = true;
    def.substepCount = 20;
    REQUIRE(gelCreateWorld(&def, &world));
    *bodyDef = gelDefaultBodyDef();
    bodyDef->material.stiffness = gel_compliances;
    bodyDef->material.edgeCompliance = 1e-4f;
    return world;
}

static void a_flattened_ball_recovers_in_under_60_frames(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh;
    REQUIRE(gelCreateSphereMesh(0.5f, 8, &mesh));
    for (int b = 0; b < backends.count; b++) {
        gelBodyDef bodyDef;
        gelWorld* world = makeWorld(&backends.defs[b], &bodyDef);
        bodyDef.position.y = 0.5f;
        gelBodyId id = addFlattened(world, &mesh, &bodyDef);
        int frames = framesToRecover(world, id, restVolume(&mesh), 90);
        CHECK(frames > 0 && frames < 60, "%s: %d frames", backends.names[b], frames);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

static bool loadBunny(gelTetMesh* mesh)
{
    const char* data = getenv("GEL_DATA");
    char path[1024];
    if (data == NULL)
        return false;
    snprintf(path, sizeof path, "%s/tets/tmp10_bunny.node", data);
    REQUIRE(gelLoadTetMesh(path, mesh, NULL));
    return true;
}

static void the_bunny_moves_the_same_on_every_device_and_keeps_its_volume(void)
{
    gelTetMesh mesh;
    if (!loadBunny(&mesh))
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    Backends backends = listBackends();
    uint64_t reference = 0;
    CHECK_CLOSE(restVolume(&mesh), 0.158635, 1e-5, "the published figure has six digits");
    for (int b = 0; b < backends.count; b++) {
        gelBodyDef bodyDef;
        gelBodyId id;
        double volume;
        gelWorld* world = makeWorld(&backends.defs[b], &bodyDef);
        bodyDef.position.y = 0.5f;
        REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
        for (int i = 0; i < 300; i++)
            REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelBody_GetVolume(world, id, &volume));
        CHECK_CLOSE(volume, 0.158635, 0.00158635, "1% of the volume at rest");
        uint64_t hash = gelWorld_Hash(world);
        reference = b == 0 ? hash : reference;
        CHECK(hash == reference, "%s: hash %016llx, the reference's %016llx", backends.names[b],
              (unsigned long long)hash, (unsigned long long)reference);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

static void the_flattened_bunny_recovers_in_under_60_frames(void)
{
    gelTetMesh mesh;
    if (!loadBunny(&mesh))
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelBodyDef bodyDef;
        gelWorld* world = makeWorld(&backends.defs[b], &bodyDef);
        gelBodyId id = addFlattened(world, &mesh, &bodyDef);
        int frames = framesToRecover(world, id, restVolume(&mesh), 90);
        printf("  recovered after %d frames on %s\n", frames, backends.names[b]);
        CHECK(frames > 0 && frames < 60, "%s: %d frames", backends.names[b], frames);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

enum { recoveryFrames = 90, hardVolumes = 1 };

// Floats in the air; unbreakable, and of a material that often stays ruined by itself.
static gelBodyId addUnbreakable(gelWorld* world, const gelTetMesh* mesh, bool hard)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    def.unbreakable = true;
    def.material.damping = 2.0f;
    def.material.poissonRatio = 0.0f;
    if (hard) {
        def.material.stiffness = gel_compliances;
        def.material.edgeCompliance = 1e-4f;
    }
    REQUIRE(gelCreateBody(world, &def, mesh, &id));
    return id;
}

static gelWorld* openFloating(const gelWorldDef* base, gelStrategy strategy)
{
    gelWorldDef def = *base;
    gelWorld* world;
    def.gravity = (gelVec3){0, 0, 0};
    def.ground.enabled = false;
    def.strategy = strategy;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static void stepFrames(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

// One body for each ruin.
static void addRuined(gelWorld* world, const gelTetMesh* mesh, bool hard, uint64_t seed)
{
    for (int ruin = 0; ruin < ruinCount; ruin++)
        ruinBody(world, addUnbreakable(world, mesh, hard), (Ruin)ruin, seed);
}

static void unbreakable_bodies_get_their_shape_back_from_every_ruin(void)
{
    gelTetMesh mesh;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.contact = false;
    REQUIRE(gelCreateSphereMesh(0.3f, 4, &mesh));
    for (uint64_t seed = 1; seed <= 3; seed++)
        for (int hard = 0; hard <= hardVolumes; hard++) {
            gelWorld* world = openFloating(&def, gel_strategyAuto);
            addRuined(world, &mesh, hard != 0, seed);
            stepFrames(world, recoveryFrames);
            for (int ruin = 0; ruin < ruinCount; ruin++) {
                Shape shape = shapeOf(world, gelWorld_GetBody(world, ruin));
                CHECK(isBack(shape),
                      "%s, %s, seed %d: %d tets inverted, edges %.1f %% off, expected none and 2",
                      ruinTexts[ruin], hard ? "hard volumes" : "soft", (int)seed, shape.inverted,
                      100.0 * shape.edgeError);
            }
            gelDestroyWorld(world);
        }
    gelDestroyTetMesh(&mesh);
}

// All tets of it the right way round, and edges right on average: an ear had folded into the head, and stayed there.
static void a_folded_ear_is_drawn_out_again(void)
{
    static const char* const path = GEL_SCRATCH "/folded.json";
    static const char text[] =
        "{\"substeps\":10,\"gravity\":[0,0,0],\"contact\":false,\"input\":[{\"frame\":0,\"scramble\":"
        "{\"body\":0,\"seed\":16}}],\"bodies\":[{\"mesh\":\"" GEL_ASSETS "/meshes/bear_coarse.node\","
        "\"unbreakable\":true,\"position\":[0.9,0.5,0],"
        "\"material\":{\"edgeCompliance\":1e-4,\"volumeCompliance\":0,\"damping\":2}}]}";
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
    writeText(path, text);
    REQUIRE(gelLoadScene(path, &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    REQUIRE(gelCreatePlayer(scene, world, &player));
    REQUIRE(gelPlayer_BeginFrame(player));
    stepFrames(world, recoveryFrames);
    Shape shape = shapeOf(world, gelWorld_GetBody(world, 0));
    CHECK(shape.inverted == 0 && shape.edgeError < 0.001, "%d tets inverted, edges %.2f %% off",
          shape.inverted, 100.0 * shape.edgeError);
    gelDestroyPlayer(player);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

static void bodies_recover_with_the_same_bits_on_every_device_and_strategy(void)
{
    static const gelStrategy strategies[] = {gel_strategyPerColour, gel_strategyBody, gel_strategyEnsemble,
                                             gel_strategyTiles};
    Backends backends = listBackends();
    uint64_t reference = 0;
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.5f, 0.5f}, 2, 2, 2, &mesh));
    for (int b = 0; b < backends.count; b++)
        for (int s = 0; s < (b == 0 ? 1 : 4); s++) {
            gelWorld* world = openFloating(&backends.defs[b], strategies[s]);
            addRuined(world, &mesh, true, 1);
            stepFrames(world, framesToRun(40));
            uint64_t hash = gelWorld_Hash(world);
            reference = b == 0 ? hash : reference;
            CHECK(hash == reference, "%s, %s: hash %016llx, the reference's %016llx", backends.names[b],
                  gelStrategyText(strategies[s]), (unsigned long long)hash, (unsigned long long)reference);
            gelDestroyWorld(world);
        }
    gelDestroyTetMesh(&mesh);
}

static uint64_t hashOfFall(bool unbreakable)
{
    gelTetMesh mesh;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world;
    gelBodyId id;
    def.backend = gel_referenceFloat;
    bodyDef.position.y = 0.4f;
    bodyDef.unbreakable = unbreakable;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.5f, 0.5f}, 3, 3, 3, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
    stepFrames(world, 60);
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return hash;
}

static void an_unbreakable_body_that_stays_whole_moves_as_any_other(void)
{
    uint64_t with = hashOfFall(true), without = hashOfFall(false);
    CHECK(with == without, "hash %016llx, %016llx without", (unsigned long long)with,
          (unsigned long long)without);
}

static void states_and_clones_go_on_recovering(void)
{
    gelTetMesh mesh;
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* clone;
    gelSnapshot* state;
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.5f, 0.5f}, 2, 2, 2, &mesh));
    gelWorld* world = openFloating(&def, gel_strategyAuto);
    addRuined(world, &mesh, true, 2);
    stepFrames(world, 7);
    REQUIRE(gelTakeSnapshot(world, NULL, &state));
    REQUIRE(gelWriteSnapshot(GEL_SCRATCH "/mending.state", world, NULL, NULL, 0));
    REQUIRE(gelCloneWorld(world, &def, &clone));
    stepFrames(world, 20);
    stepFrames(clone, 20);
    uint64_t straight = gelWorld_Hash(world), ofClone = gelWorld_Hash(clone);
    REQUIRE(gelRestoreSnapshot(world, NULL, state));
    stepFrames(world, 20);
    uint64_t restored = gelWorld_Hash(world);
    REQUIRE(gelReadSnapshot(GEL_SCRATCH "/mending.state", clone, NULL, NULL, NULL));
    stepFrames(clone, 20);
    uint64_t read = gelWorld_Hash(clone);
    CHECK(ofClone == straight && restored == straight && read == straight,
          "clone %016llx, restored %016llx, read %016llx, straight on %016llx", (unsigned long long)ofClone,
          (unsigned long long)restored, (unsigned long long)read, (unsigned long long)straight);
    gelDestroySnapshot(state);
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

// It had been mended for the step already, and was mended once more where its state went on.
static void a_step_that_fails_has_mended_nothing(void)
{
    gelTetMesh mesh;
    gelWorldDef def = gelDefaultWorldDef();
    gelSnapshot* state;
    def.backend = gel_referenceFloat;
    useFailingMemory(true);
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.5f, 0.5f}, 2, 2, 2, &mesh));
    gelWorld* world = openFloating(&def, gel_strategyAuto);
    addRuined(world, &mesh, true, 2);
    uint64_t before = gelWorld_Hash(world);
    int failed = 0;
    for (int at = 1;; at++, failed++) {
        armMemory(at);
        gelStatus status = gelWorld_Step(world, frame);
        armMemory(0);
        if (status == gel_success)
            break;
        CHECK_STATUS(status, gel_outOfMemory);
        CHECK_HEX(gelWorld_Hash(world), before);
        REQUIRE(gelTakeSnapshot(world, NULL, &state));
        REQUIRE(gelRestoreSnapshot(world, NULL, state));
        gelDestroySnapshot(state);
    }
    CHECK(failed > 0, "no allocation failed");
    stepFrames(world, 20);
    uint64_t disturbed = gelWorld_Hash(world);
    gelDestroyWorld(world);
    world = openFloating(&def, gel_strategyAuto);
    addRuined(world, &mesh, true, 2);
    stepFrames(world, 21);
    CHECK_HEX(disturbed, gelWorld_Hash(world));
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    CHECK_INT(livingBlocks, 0);
    useFailingMemory(false);
}

// Mean velocity times mass, and its moment about the origin.
static void recovery_keeps_momentum_and_pins(void)
{
    gelTetMesh mesh;
    gelMeasures before, after;
    gelWorldDef def = gelDefaultWorldDef();
    float lowest[3], now[3 * 27];
    def.backend = gel_referenceDouble;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.5f, 0.5f}, 2, 2, 2, &mesh));
    gelWorld* world = openFloating(&def, gel_strategyAuto);
    gelBodyId id = addUnbreakable(world, &mesh, false);
    gelMaterial material = gelDefaultBodyDef().material;
    REQUIRE(gelBody_SetMaterial(world, id, &material));
    ruinBody(world, id, scrambled, 3);
    for (int i = 0; i < 27; i++)
        for (int k = 0; k < 3; k++)
            now[3 * i + k] = k == 0 ? 1.5f : k == 1 ? -0.25f : 0.0f;
    REQUIRE(gelBody_WriteVelocities(world, id, now, 27));
    REQUIRE(gelBody_Measure(world, id, &before));
    stepFrames(world, recoveryFrames);
    REQUIRE(gelBody_Measure(world, id, &after));
    for (int k = 0; k < 3; k++)
        CHECK_CLOSE(after.momentum[k], before.momentum[k], 1e-4 * before.mass, "kg m/s");
    gelDestroyWorld(world);

    world = openFloating(&def, gel_strategyAuto);
    id = addUnbreakable(world, &mesh, false);
    REQUIRE(gelBody_PinBelow(world, id, -0.2f, NULL));
    memcpy(now, mesh.positions, sizeof now);
    for (int i = 0; i < 27; i++) // free vertices fall upon the pinned ones' middle
        for (int k = 0; k < 3 && mesh.positions[3 * i + 1] > -0.2f; k++)
            now[3 * i + k] = k == 1 ? -0.25f : 0.0f;
    memcpy(lowest, now, sizeof lowest);
    REQUIRE(gelBody_WritePositions(world, id, now, 27));
    stepFrames(world, recoveryFrames);
    REQUIRE(gelBody_ReadPositions(world, id, now, 27));
    Shape shape = shapeOf(world, id);
    CHECK(isBack(shape), "%d tets inverted, edges %.1f %% off", shape.inverted, 100.0 * shape.edgeError);
    CHECK(memcmp(now, lowest, sizeof lowest) == 0, "a pin went to {%g, %g, %g}", (double)now[0],
          (double)now[1], (double)now[2]);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void cloth_and_ropes_cannot_be_unbreakable(void)
{
    gelWorld* world = openInTheAir(gel_referenceFloat, (gelVec3){0, 0, 0}, 5);
    gelBodyDef def = gelDefaultBodyDef();
    gelSurfaceMesh surface;
    gelBodyId id;
    REQUIRE(gelCreateSphereSurface(0.2f, 1, &surface));
    REQUIRE(gelCreateSheet(world, &def, &surface, &id));
    CHECK_STATUS(gelBody_SetUnbreakable(world, id, true), gel_invalidArgument);
    def.unbreakable = true;
    CHECK_STATUS(gelCreateSheet(world, &def, &surface, &id), gel_invalidArgument);
    CHECK(strstr(gelLastError(), "expected a body of tets, found a sheet") != NULL, "%s", gelLastError());
    gelDestroySurfaceMesh(&surface);
    gelDestroyWorld(world);
}

TESTS(TEST(a_flattened_ball_recovers_in_under_60_frames),
      TEST(the_bunny_moves_the_same_on_every_device_and_keeps_its_volume),
      TEST(the_flattened_bunny_recovers_in_under_60_frames),
      TEST(unbreakable_bodies_get_their_shape_back_from_every_ruin), TEST(a_folded_ear_is_drawn_out_again),
      TEST(bodies_recover_with_the_same_bits_on_every_device_and_strategy),
      TEST(an_unbreakable_body_that_stays_whole_moves_as_any_other), TEST(states_and_clones_go_on_recovering),
      TEST(a_step_that_fails_has_mended_nothing), TEST(recovery_keeps_momentum_and_pins),
      TEST(cloth_and_ropes_cannot_be_unbreakable))
