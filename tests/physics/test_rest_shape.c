// Rest shapes that change: bodies come to them, by closed forms, in every model; one that stands still changes no bit; all
// back ends agree; they are a part of the state; those of scenes follow a cache.
#include "support/equal_bits.h"
#include "support/files.h"
#include "support/played.h"
#include "support/point_cache_files.h"

#define FOLDER GEL_SCRATCH "/rest_shape_"
enum { maxVertices = 128 };

typedef enum Kind { box, neoHookean, folds, isometric, rope, kindCount } Kind;
static const char* const kindNames[] = {"box", "neo-Hookean box", "folds", "isometric folds", "rope"};

// Two triangles, or two lines, that are bent a little; or a bar 1 m long.
static gelBodyId addBody(gelWorld* world, Kind kind, gelBodyDef body)
{
    const float sheet[12] = {0, 0, 0, 0, 0, 1, 1, 0.1f, 0.5f, -1, 0.1f, 0.5f},
                line[9] = {-0.5f, 0.1f, 0, 0, 0, 0, 0.5f, 0.1f, 0};
    const int triangles[6] = {0, 1, 2, 0, 3, 1}, lines[4] = {0, 1, 1, 2};
    gelBodyId id;
    if (kind == rope) {
        gelLineMesh mesh;
        REQUIRE(gelCreateLineMesh(line, 3, lines, 2, &mesh));
        body.material.bendingStiffness = 10.0f;
        REQUIRE(gelCreateRope(world, &body, &mesh, &id));
        gelDestroyLineMesh(&mesh);
    } else if (kind == folds || kind == isometric) {
        gelSurfaceMesh mesh;
        gelSurfaceRepair repair;
        body.material.bendingStiffness = 500.0f;
        body.material.bendingModel = kind == folds ? gel_dihedralBending : gel_isometricBending;
        REQUIRE(gelCreateSurfaceMesh(sheet, 4, triangles, 2, &mesh, &repair));
        REQUIRE(gelCreateSheet(world, &body, &mesh, &id));
        gelDestroySurfaceMesh(&mesh);
    } else {
        gelTetMesh mesh;
        body.material.model = kind == neoHookean ? gel_neoHookean : gel_edgesAndVolumes;
        REQUIRE(gelCreateBoxMesh((gelVec3){1, 0.3f, 0.3f}, 3, 1, 1, &mesh));
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        gelDestroyTetMesh(&mesh);
    }
    return id;
}

static gelWorld* openWorld(const gelWorldDef* like, float gravity)
{
    gelWorldDef def = *like;
    gelWorld* world;
    def.gravity = (gelVec3){0, gravity, 0};
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

// Longer by a share of a fifth, bent upwards and twisted.
static void grow(const gelTetMesh* mesh, double share, float* xyz)
{
    for (int v = 0; v < mesh->vertexCount; v++) {
        const float* made = mesh->positions + 3 * v;
        double x = (double)made[0], y = (double)made[1], z = (double)made[2];
        xyz[3 * v] = (float)(x * (1.0 + 0.2 * share));
        xyz[3 * v + 1] = (float)(y + 0.4 * share * fabs(x) * x * x);
        xyz[3 * v + 2] = (float)(z * (1.0 + 0.3 * share * fabs(x)));
    }
}

static void setRest(gelWorld* world, gelBodyId id, double share)
{
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float xyz[3 * maxVertices];
    grow(mesh, share, xyz);
    REQUIRE(gelBody_SetRestPositions(world, id, xyz, mesh->vertexCount));
}

static double distance(const float* xyz, int a, int b)
{
    double square = 0.0;
    for (int k = 0; k < 3; k++)
        square += ((double)xyz[3 * a + k] - (double)xyz[3 * b + k]) *
                  ((double)xyz[3 * a + k] - (double)xyz[3 * b + k]);
    return sqrt(square);
}

// All kinds in one world, so that kernels are built once for them.
static void addAll(gelWorld* world, gelBodyDef body, gelBodyId ids[kindCount])
{
    for (int kind = 0; kind < kindCount; kind++) {
        body.position.z = 3.0f * (float)kind;
        ids[kind] = addBody(world, (Kind)kind, body);
    }
}

static void checkComes(gelWorld* world, Kind kind, gelBodyId id)
{
    float xyz[3 * maxVertices], rest[3 * maxVertices];
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    double made = 0.0, length = 0.0, max = 0.0;
    REQUIRE(gelBody_ReadPositions(world, id, xyz, maxVertices));
    REQUIRE(gelBody_ReadRestPositions(world, id, rest, maxVertices));
    for (int a = 0; a < mesh->vertexCount; a++)
        for (int b = 0; b < a; b++) {
            max = fmax(max, fabs(distance(xyz, a, b) - 2.0 * distance(rest, a, b)));
            length = fmax(length, distance(xyz, a, b));
            made = fmax(made, 2.0 * distance(mesh->positions, a, b));
        }
    CHECK_CLOSE(max, 0.0, 2e-3, "damped, and the rest shape is free of energy");
    CHECK(length / made > 1.15, "%s: %g m became %g m", kindNames[kind], made, length);
}

static void bodies_come_to_a_rest_shape_that_is_longer_by_a_fifth_in_every_model(gelWorldDef backend)
{
    gelWorld* world = openWorld(&backend, 0.0f);
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId ids[kindCount];
    gelMeasures measures;
    body.material.damping = 8.0f;
    body.material.youngModulus = 1e6f;
    body.scale = 2.0f;
    addAll(world, body, ids);
    for (int i = 1; i <= 20; i++) {
        for (int kind = 0; kind < kindCount; kind++)
            setRest(world, ids[kind], i / 20.0);
        stepFrames(world, 1);
    }
    stepFrames(world, 160);
    for (int kind = 0; kind < kindCount; kind++)
        checkComes(world, (Kind)kind, ids[kind]);
    REQUIRE(gelWorld_Measure(world, &measures));
    CHECK_CLOSE(measures.elasticEnergy, 0.0, 2e-2, "J: what is left");
    gelDestroyWorld(world);
}

static void a_bar_whose_rest_shape_grows_by_a_fifth_ends_a_fifth_longer(void)
{
    gelWorldDef def = listBackends().defs[0];
    gelWorld* world = openWorld(&def, 0.0f);
    gelBodyDef body = gelDefaultBodyDef();
    body.material.damping = 8.0f;
    body.material.youngModulus = 1e6f;
    gelBodyId id = addBody(world, box, body);
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float xyz[3 * maxVertices];
    for (int i = 1; i <= 20; i++) {
        for (int k = 0; k < 3 * mesh->vertexCount; k++)
            xyz[k] = mesh->positions[k] * (k % 3 == 0 ? 1.0f + 0.01f * (float)i : 1.0f);
        REQUIRE(gelBody_SetRestPositions(world, id, xyz, mesh->vertexCount));
        stepFrames(world, 1);
    }
    stepFrames(world, 100);
    float min = INFINITY, max = -INFINITY;
    REQUIRE(gelBody_ReadPositions(world, id, xyz, maxVertices));
    for (int v = 0; v < mesh->vertexCount; v++) {
        min = fminf(min, xyz[3 * v]);
        max = fmaxf(max, xyz[3 * v]);
    }
    CHECK_CLOSE((double)max - (double)min, 1.2, 1e-4, "the bar is free, and damped");
    REQUIRE(gelBody_SetRestPositions(world, id, NULL, 0));
    stepFrames(world, 100);
    REQUIRE(gelBody_ReadPositions(world, id, xyz, maxVertices));
    CHECK_CLOSE(distance(xyz, 0, mesh->vertexCount - 1), distance(mesh->positions, 0, mesh->vertexCount - 1),
                1e-4, "NULL is the shape of the mesh again");
    gelDestroyWorld(world);
}

static void a_rest_shape_that_stands_still_changes_no_bit(gelWorldDef backend)
{
    uint64_t hashes[2];
    for (int still = 0; still < 2; still++) {
        gelWorldDef def = backend;
        def.ground.enabled = true;
        gelWorld* world = openWorld(&def, -9.81f);
        gelBodyDef body = gelDefaultBodyDef();
        gelBodyId ids[kindCount];
        body.position = (gelVec3){0, 0.3f, 0};
        body.velocity = (gelVec3){1, -2, 0};
        addAll(world, body, ids);
        for (int i = 0; i < 20; i++) {
            for (int kind = 0; kind < kindCount && still == 1; kind++)
                setRest(world, ids[kind], 0.0);
            stepFrames(world, 1);
        }
        hashes[still] = gelWorld_Hash(world);
        gelDestroyWorld(world);
    }
    CHECK_HEX(hashes[1], hashes[0]);
}

// Bodies over each other, boxes or one of each kind; the last is a box without a rest shape of its own.
static gelWorld* makeMixed(const gelWorldDef* like, gelStrategy strategy, bool ofAllKinds)
{
    gelWorldDef def = *like;
    gelBodyDef body = gelDefaultBodyDef();
    def.ground.enabled = true;
    def.tileSize = 32;
    gelWorld* world = openWorld(&def, -9.81f);
    body.strategy = strategy;
    for (int i = 0; i <= (ofAllKinds ? kindCount : 2); i++) {
        body.position = (gelVec3){0.1f * (float)i, 0.3f + 0.5f * (float)i, 0};
        body.velocity = (gelVec3){0, -2, 0};
        addBody(world, ofAllKinds && i < kindCount ? (Kind)i : box, body);
    }
    return world;
}

// Lets the rest shapes of all bodies but the last grow and shrink while frames are stepped.
static void breathe(gelWorld* world, int first, int end)
{
    for (int frame = first; frame < end; frame++) {
        for (int b = 0; b + 1 < gelWorld_GetBodyCount(world); b++)
            setRest(world, gelWorld_GetBody(world, b), 0.5 - 0.5 * cos(0.3 * (frame + 1)));
        stepFrames(world, 1);
    }
}

static void every_device_strategy_and_variant_has_the_bits_of_the_reference(void)
{
    typedef struct Variant {
        gelStrategy strategy;
        int lanes;
        bool contact, ofAllKinds;
        gelConstraintOrder order;
        gelIntegrator integrator;
    } Variant;
    static const Variant variants[] = {
        {gel_strategyAuto, 0, false, true, gel_colourOrder, gel_xpbd},
        {gel_strategyAuto, 0, true, false, gel_colourOrder, gel_xpbd},
        {gel_strategyBody, 1, false, false, gel_colourOrder, gel_xpbd},
        {gel_strategyEnsemble, 8, false, false, gel_colourOrder, gel_xpbd},
        {gel_strategyTiles, 16, false, false, gel_colourOrder, gel_xpbd},
        {gel_strategyPerColour, 0, false, false, gel_jacobiOrder, gel_xpbd},
        {gel_strategyAuto, 0, false, false, gel_colourOrder, gel_heun},
    };
    Backends backends = listBackends();
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        uint64_t expected = 0;
        for (int b = 0; b < backends.count; b++) {
            const Variant* variant = &variants[i];
            gelWorldDef def = backends.defs[b];
            if (!setLanes(&def, b > 0 ? variant->lanes : 0))
                setLanes(&def, 0);
            def.contact = variant->contact;
            def.order = variant->order;
            def.integrator = variant->integrator;
            def.substepCount = variant->integrator != gel_xpbd ? 40 : def.substepCount;
            gelWorld* world = makeMixed(&def, variant->strategy, variant->ofAllKinds);
            breathe(world, 0, 16);
            uint64_t found = gelWorld_Hash(world);
            expected = b == 0 ? found : expected;
            CHECK(found == expected, "%s, variant %zu: %016llx, not %016llx", backends.names[b], i,
                  (unsigned long long)found, (unsigned long long)expected);
            gelDestroyWorld(world);
        }
    }
}

static void rest_shapes_are_a_part_of_the_state(gelWorldDef backend)
{
    gelWorld *world = makeMixed(&backend, gel_strategyAuto, true), *clone;
    gelSnapshot *made, *state;
    REQUIRE(gelTakeSnapshot(world, NULL, &made));
    breathe(world, 0, 8);
    REQUIRE(gelTakeSnapshot(world, NULL, &state));
    REQUIRE(gelCloneWorld(world, &backend, &clone));
    uint64_t saved = gelWorld_Hash(world);
    stepFrames(world, 3); // with the shape of the eighth frame
    uint64_t held = gelWorld_Hash(world);
    stepFrames(clone, 3);
    CHECK_HEX(gelWorld_Hash(clone), held);
    breathe(world, 8, 12);
    uint64_t expected = gelWorld_Hash(world);
    breathe(clone, 8, 12);
    CHECK_HEX(gelWorld_Hash(clone), expected);
    for (int i = 0; i < 2; i++) { // from other shapes, and from none
        REQUIRE(gelRestoreSnapshot(world, NULL, state));
        CHECK_HEX(gelWorld_Hash(world), saved);
        stepFrames(world, 3);
        CHECK_HEX(gelWorld_Hash(world), held);
        REQUIRE(gelRestoreSnapshot(world, NULL, made));
        breathe(world, 0, 8);
        CHECK_HEX(gelWorld_Hash(world), saved);
        REQUIRE(gelRestoreSnapshot(world, NULL, made));
    }
    gelDestroySnapshot(made);
    gelDestroySnapshot(state);
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
}

static void lists_and_measures_have_the_rest_shape_at_once(gelWorldDef backend)
{
    static gelConstraint edges[256];
    gelWorld* world = openWorld(&backend, 0.0f);
    gelBodyId id = addBody(world, box, gelDefaultBodyDef());
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    float xyz[3 * maxVertices], strains[64];
    gelMeasures measures;
    for (int i = 0; i < 2; i++) {
        float share = i == 0 ? 1.0f : 1.25f; // the second goes into lists that are there
        for (int k = 0; k < 3 * mesh->vertexCount; k++)
            xyz[k] = mesh->positions[k] * share;
        REQUIRE(gelBody_SetRestPositions(world, id, xyz, mesh->vertexCount));
        REQUIRE(gelWorld_GetConstraints(world, gel_distanceConstraint, edges, 256));
        CHECK_CLOSE((double)edges[0].values[0], distance(xyz, edges[0].vertices[0], edges[0].vertices[1]),
                    1e-6, "rounding");
        REQUIRE(gelWorld_Measure(world, &measures));
        CHECK_CLOSE(measures.restVolume, 0.09 * pow((double)share, 3), 1e-6, "rounding of vertices");
        CHECK_CLOSE(measures.mass, 90.0, 1e-3, "that of the mesh");
        CHECK((measures.elasticEnergy > 1.0) == (i == 1), "%g J", measures.elasticEnergy);
        REQUIRE(gelBody_ReadStrains(world, id, strains, NULL, 64));
        CHECK_CLOSE((double)strains[0], i == 1 ? 0.2 : 0.0, 1e-6, "1 / 1.25 - 1");
    }
    gelDestroyWorld(world);
}

static void bad_rest_shapes_are_refused(void)
{
    gelWorldDef def = listBackends().defs[0];
    gelWorld* world = openWorld(&def, 0.0f);
    gelBodyId id = addBody(world, box, gelDefaultBodyDef()), sheet;
    const gelTetMesh* mesh = gelBody_GetMesh(world, id);
    int count = mesh->vertexCount;
    float good[3 * maxVertices], bad[3 * maxVertices];
    memcpy(good, mesh->positions, 3 * (size_t)count * sizeof *good);
    memcpy(bad, good, sizeof bad);
    uint64_t hash = gelWorld_Hash(world);
    CHECK_STATUS(gelBody_SetRestPositions(world, id, good, count - 1), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "15 rest positions given, but the body has 16 vertices");
    bad[7] = NAN;
    CHECK_STATUS(gelBody_SetRestPositions(world, id, bad, count), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "rest positions: vertex 2 has the component nan");
    for (int k = 0; k < 3 * count; k++)
        bad[k] = k % 3 == 0 ? -good[k] : good[k];
    CHECK_STATUS(gelBody_SetRestPositions(world, id, bad, count), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "rest positions: tet 0 would have the volume -");
    memset(bad, 0, sizeof bad);
    CHECK_STATUS(gelBody_SetRestPositions(world, id, bad, count), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "tet 0 would have the volume 0 m^3: expected none that is inverted or flat");
    sheet = addBody(world, folds, gelDefaultBodyDef());
    CHECK_STATUS(gelBody_SetRestPositions(world, sheet, bad, 4), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "would have no length");
    CHECK_STATUS(gelBody_SetRestPositions(world, (gelBodyId){9, 9}, bad, 4), gel_invalidHandle);
    REQUIRE(gelDestroyBody(world, sheet));
    CHECK_HEX(gelWorld_Hash(world), hash);
    static const char* const names[] = {"material.creep", "material.tearStrain", "material.tethers"};
    for (int i = 0; i < 3; i++) {
        gelMaterial material = gelDefaultMaterial(), usual = material;
        material.creep = i == 0 ? 1.0f : 0.0f;
        material.tearStrain = i == 1 ? 1.0f : 0.0f;
        material.tethers = i == 2 ? gel_tetheredToNearestPin : gel_noTethers;
        gelBodyDef body = gelDefaultBodyDef();
        body.material = material;
        gelBodyId other = addBody(world, box, body);
        CHECK_STATUS(gelBody_SetRestPositions(world, other, good, count), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), names[i]);
        REQUIRE(gelBody_SetMaterial(world, other, &usual));
        CHECK_STATUS(gelBody_SetRestPositions(world, other, good, count),
                     i < 2 ? gel_invalidArgument : gel_success); // it keeps the lengths that it has
        REQUIRE(gelBody_SetRestPositions(world, id, good, count));
        CHECK_STATUS(gelBody_SetMaterial(world, id, &material), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), names[i]);
    }
    gelDestroyWorld(world);
}

#define BAR "\"shape\":{\"type\":\"box\",\"size\":[1,0.3,0.3],\"cells\":[3,1,1]}"
enum { points = 16 };

static gelStatus load(const char* cache, const char* more, gelScene** scene)
{
    char text[1000];
    snprintf(text, sizeof text, "{\"bodies\":[{" BAR "%s,\"rest\":{\"cache\":%s}}]}", more, cache);
    writeText(FOLDER "scene.json", text);
    return gelLoadScene(FOLDER "scene.json", scene);
}

// Writes three frames of a bar: as made, longer by a fifth, and again, mirrored along the first
// `turned` axes.
static void writeFrames(const char* path, int turned)
{
    gelTetMesh mesh;
    float times[3] = {0.0f, 0.1f, 0.2f}, xyz[3 * 3 * points];
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 0.3f, 0.3f}, 3, 1, 1, &mesh));
    CHECK_INT(mesh.vertexCount, points);
    for (int i = 0; i < 3 * 3 * points; i++) {
        float share = i < 3 * points ? 1.0f : 1.2f;
        xyz[i] = mesh.positions[i % (3 * points)] * (i % 3 == 0 ? share : 1.0f);
        if (i / (3 * points) == 2 && i % 3 < turned)
            xyz[i] *= i % 3 == 0 ? -1.0f : -3.0f;
    }
    writeMdd(path, points, 3, times, xyz);
    gelDestroyTetMesh(&mesh);
}

static void a_scene_takes_the_shape_of_each_frames_end_from_a_cache(void)
{
    gelScene* scene;
    float made[3 * points], rest[3 * points];
    writeFrames(FOLDER "grows.mdd", 0);
    REQUIRE(load("{\"file\":\"rest_shape_grows.mdd\",\"start\":0.05}",
                 ",\"repeat\":{\"count\":[2,1,1],\"spacing\":[3,0,0]},\"scale\":0.5", &scene));
    Played played = play(scene);
    for (int frame = 0; frame <= 14; frame++) {
        if (frame > 0)
            advance(&played, 1);
        double share = fmin(fmax((frame / 60.0 - 0.05) / 0.1, 0.0), 1.0);
        for (int b = 0; b < 2; b++) {
            gelBodyId id = gelWorld_GetBody(played.world, b);
            memcpy(made, gelBody_GetMesh(played.world, id)->positions, sizeof made);
            REQUIRE(gelBody_ReadRestPositions(played.world, id, rest, points));
            for (int i = 0; i < 3 * points; i++)
                CHECK_CLOSE((double)rest[i], (double)made[i] * (i % 3 == 0 ? 1.0 + 0.2 * share : 1.0), 1e-6,
                            "rounding");
        }
    }
    stop(&played);
}

static void bad_caches_are_named_with_the_frame_and_the_tet(void)
{
    gelScene* scene;
    writeFrames(FOLDER "inverted.mdd", 1);
    CHECK_STATUS(load("{\"file\":\"rest_shape_inverted.mdd\"}", "", &scene), gel_formatError);
    CHECK_TEXT(gelLastError(),
               "$.bodies[0].rest.cache: frame 2: rest positions: tet 0 would have the volume -");
    writeMdd(FOLDER "three.mdd", 3, 1, (const float[]){0.0f}, (const float[9]){0});
    CHECK_STATUS(load("{\"file\":\"rest_shape_three.mdd\"}", "", &scene), gel_formatError);
    CHECK_TEXT(gelLastError(),
               "$.bodies[0].rest.cache.file: expected a cache of 16 points, one per vertex of "
               "the mesh, found 3");
    writeMdd(FOLDER "nan.mdd", points, 1, (const float[]){0.0f}, (const float[3 * points]){1.0f, NAN});
    CHECK_STATUS(load("{\"file\":\"rest_shape_nan.mdd\"}", "", &scene), gel_formatError);
    CHECK_TEXT(gelLastError(), "$.bodies[0].rest.cache.file: ");
    writeFrames(FOLDER "turned.mdd", 2); // half a turn about z, and wider: in between it is inverted
    REQUIRE(load("{\"file\":\"rest_shape_turned.mdd\"}", "", &scene));
    Played played = play(scene);
    advance(&played, 7);
    CHECK_STATUS(gelPlayer_BeginFrame(played.player), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "scene.json: $.bodies[0].rest, at 0.133333 s: ");
    CHECK_TEXT(gelLastError(), "tet 0 would have the volume");
    stop(&played);
    writeFrames(FOLDER "grows.mdd", 0);
    REQUIRE(load("{\"file\":\"rest_shape_grows.mdd\"}", ",\"material\":{\"creep\":1}", &scene));
    gelWorldDef def = listBackends().defs[0];
    gelWorld* world = openWorld(&def, 0.0f);
    CHECK_STATUS(gelScene_CreateBodies(scene, world), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "$.bodies[0]: material.creep: expected 0");
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

TESTS(TEST_ON_EACH_BACKEND(bodies_come_to_a_rest_shape_that_is_longer_by_a_fifth_in_every_model),
      TEST(a_bar_whose_rest_shape_grows_by_a_fifth_ends_a_fifth_longer),
      TEST_ON_EACH_BACKEND(a_rest_shape_that_stands_still_changes_no_bit),
      TEST(every_device_strategy_and_variant_has_the_bits_of_the_reference),
      TEST_ON_EACH_BACKEND(rest_shapes_are_a_part_of_the_state),
      TEST_ON_EACH_BACKEND(lists_and_measures_have_the_rest_shape_at_once), TEST(bad_rest_shapes_are_refused),
      TEST(a_scene_takes_the_shape_of_each_frames_end_from_a_cache),
      TEST(bad_caches_are_named_with_the_frame_and_the_tet))
