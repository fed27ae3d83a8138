// Fields, wind and liquids against closed forms, and their bits on all back ends and strategies.
#include "support/fixtures.h"
#include "support/planted_fault.h"

#include "support/files.h"
#include "world/world.h"

#define GEL_DIALECT_FLOAT
#include "physics/field.h"

static const float frame = 1.0f / 60.0f;

static gelTetMesh makeTet(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateTetMesh((float[]){0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0}, 4, (int[]){0, 1, 2, 3}, 1, NULL,
                             &mesh, NULL));
    return mesh;
}

static gelWorldDef doubleDef(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceDouble;
    return def;
}

// A world with one body, in one field.
static gelWorld* makeWorld(const gelWorldDef* def, const gelTetMesh* mesh, const gelBodyDef* bodyDef,
                           const gelField* field, gelBodyId* id)
{
    gelWorld* world;
    REQUIRE(gelCreateWorld(def, &world));
    REQUIRE(gelCreateBody(world, bodyDef, mesh, id));
    REQUIRE(gelWorld_SetFields(world, field, 1));
    return world;
}

static void step(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

// The mean of the vertices, which for one tet is its centre of mass.
static gelVec3 meanOf(gelWorld* world, gelBodyId id, bool ofVelocity)
{
    float xyz[3 * 1024];
    double sum[3] = {0, 0, 0};
    int count = gelBody_GetMesh(world, id)->vertexCount;
    REQUIRE(ofVelocity ? gelBody_ReadVelocities(world, id, xyz, 1024)
                       : gelBody_ReadPositions(world, id, xyz, 1024));
    for (int i = 0; i < 3 * count; i++)
        sum[i % 3] += (double)xyz[i];
    return (gelVec3){(float)(sum[0] / count), (float)(sum[1] / count), (float)(sum[2] / count)};
}

// g / k, and sqrt(g / c), met to rounding: gravity is in the balance of the implicit step.
static void a_body_falls_through_a_medium_at_the_terminal_speed(void)
{
    static const float linear[] = {2.0f, 0.0f}, quadratic[] = {0.0f, 0.5f};
    const double expected[] = {9.81 / 2.0, sqrt(9.81 / 0.5)};
    gelTetMesh mesh = makeTet();
    Backends backends = listBackends();
    for (int i = 0; i < 2; i++)
        for (int b = 0; b < backends.count; b++) {
            gelBodyDef body = gelDefaultBodyDef();
            gelField medium = gelDefaultField(gel_fieldDrag);
            gelBodyId id;
            medium.linearDrag = linear[i];
            medium.quadraticDrag = quadratic[i];
            gelWorld* world = makeWorld(&backends.defs[b], &mesh, &body, &medium, &id);
            step(world, 480);
            CHECK_CLOSE(-(double)meanOf(world, id, true).y, expected[i], 5e-4,
                        "coordinates of 30 m are rounded to 2e-6 m, 600 times a second");
            gelDestroyWorld(world);
        }
    gelDestroyTetMesh(&mesh);
}

// In a plane round an attractor of strength a r^-2: v = sqrt(a r), back after 2 pi r / v.
static void a_body_orbits_a_point_that_attracts(void)
{
    gelTetMesh mesh;
    const float r = 2.0f, speed = 3.0f, small = 1e-3f;
    REQUIRE(gelCreateTetMesh((float[]){0, 0, 0, small, 0, 0, 0, 0, small, 0, small, 0}, 4,
                             (int[]){0, 1, 2, 3}, 1, NULL, &mesh, NULL));
    gelWorldDef def = doubleDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelField point = gelDefaultField(gel_fieldPoint);
    gelBodyId id;
    def.gravity = (gelVec3){0};
    def.substepCount = 100;
    body.position = (gelVec3){r, 0.0f, 0.0f};
    body.velocity = (gelVec3){0.0f, 0.0f, speed};
    point.strength = -speed * speed * r; // at the inner radius, 1 m
    point.falloff = 2;
    gelWorld* world = makeWorld(&def, &mesh, &body, &point, &id);
    const double period = 2.0 * 3.14159265358979 * (double)(r / speed), turns = period * 60.0;
    for (int i = 0; i < (int)turns; i++) {
        step(world, 1);
        gelVec3 x = meanOf(world, id, false);
        CHECK_CLOSE(sqrt((double)(x.x * x.x + x.z * x.z)), (double)r, 3e-3,
                    "steps of 1/6000 s, and a tet of 1 mm");
    }
    REQUIRE(gelWorld_Step(world, (float)((turns - (int)turns) / 60.0)));
    CHECK_CLOSE((double)meanOf(world, id, false).z, 0.0, 5e-3, "the same, after a turn of 12.6 m");
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

// Within the inner radius a vortex turns like a wheel: its acceleration there is strength r / inner, across.
static void fields_have_their_accelerations(void)
{
    static const struct {
        gelFieldKind kind;
        gelVec3 at, expected;
    } rows[] = {{gel_fieldUniform, {5, 6, 7}, {0, 3, 0}},       {gel_fieldPoint, {0, 0, 4}, {0, 0, 0.75f}},
                {gel_fieldPoint, {1, 0, 0}, {1.5f, 0, 0}},      {gel_fieldPoint, {0, 0, 9}, {0, 0, 0}},
                {gel_fieldLine, {4, 100, 0}, {0.75f, 0, 0}},    {gel_fieldLine, {0, 7, -2}, {0, 0, -3}},
                {gel_fieldVortex, {4, -50, 0}, {0, 0, -0.75f}}, {gel_fieldVortex, {0, 0, 1}, {1.5f, 0, 0}}};
    gelTetMesh mesh;
    const float small = 1e-4f;
    REQUIRE(gelCreateTetMesh((float[]){0, 0, 0, small, 0, 0, 0, 0, small, 0, small, 0}, 4,
                             (int[]){0, 1, 2, 3}, 1, NULL, &mesh, NULL));
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++) {
        gelWorldDef def = doubleDef();
        gelBodyDef body = gelDefaultBodyDef();
        gelField field = gelDefaultField(rows[i].kind);
        gelBodyId id;
        def.gravity = (gelVec3){0};
        body.position = rows[i].at;
        field.strength = 3.0f;
        field.falloff = 2;
        field.innerRadius = 2.0f;
        field.outerRadius = 8.0f;
        gelWorld* world = makeWorld(&def, &mesh, &body, &field, &id);
        REQUIRE(gelWorld_Step(world, 1e-3f));
        gelVec3 v = meanOf(world, id, true), e = rows[i].expected;
        CHECK_CLOSE((double)v.x * 1e3, (double)e.x, 1e-3, "a tet of 0.1 mm, moved for 1 ms");
        CHECK_CLOSE((double)v.y * 1e3, (double)e.y, 1e-3, "a tet of 0.1 mm, moved for 1 ms");
        CHECK_CLOSE((double)v.z * 1e3, (double)e.z, 1e-3, "a tet of 0.1 mm, moved for 1 ms");
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

static void the_noise_has_known_values(void)
{
    static const struct {
        vec3 place;
        int seed;
        float value;
    } rows[] = {
        {{0.5f, 0.5f, 0.5f}, 0, 0x1p-2f},
        {{0.25f, 0.75f, 0.125f}, 1, 0x1.16b10cp-2f},
        {{10.3f, -4.7f, 900.1f}, 2, -0x1.0fa7dcp-1f},
        {{1e9f, 3.1f, -2.2f}, 1000000000, -0x1.40e1ccp-4f},
    };
    double sum = 0.0, square = 0.0, max = 0.0;
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++) {
        float value = gradient_noise(rows[i].place, rows[i].seed);
        CHECK(value == rows[i].value, "row %d: %a, not %a", i, (double)value, (double)rows[i].value);
    }
    for (int i = 0; i < 8000; i++) {
        vec3 p = {0.317f * (float)(i % 20), 0.291f * (float)(i / 20 % 20), 0.273f * (float)(i / 400)};
        double n = (double)gradient_noise(p, 7);
        sum += n;
        square += n * n;
        max = fmax(max, fabs(n));
    }
    CHECK_CLOSE(sum / 8000, 0.0, 0.05, "some 250 cells");
    CHECK(max < 1.1 && square / 8000 > 0.03, "largest %g, mean square %g", max, square / 8000);
    CHECK(gradient_noise((vec3){NAN, 1.5f, INFINITY}, 3) < 2.0f, "not a number");
    CHECK(gradient_noise((vec3){3.25f, 1.5f, 0.5f}, 3) == gradient_noise((vec3){1027.25f, 1.5f, 0.5f}, 3),
          "it repeats itself after 1024 cells");
}

// Boxes of different strategies in everything at once; one wades.
static uint64_t hashOfAll(const gelWorldDef* base, gelStrategy strategy, int fieldCount)
{
    gelWorldDef def = *base;
    gelBodyDef body = gelDefaultBodyDef();
    gelWorld* world;
    gelTetMesh mesh;
    gelBodyId id;
    gelField fields[gel_fieldKindCount];
    for (int i = 0; i < (int)gel_fieldKindCount; i++) {
        fields[i] = gelDefaultField((gelFieldKind)i);
        fields[i].velocity = (gelVec3){3.0f, 0.5f, 1.0f};
        fields[i].direction = (gelVec3){0.2f, 1.0f, 0.1f};
        fields[i].falloff = i % 3;
        fields[i].linearDrag = fields[i].quadraticDrag = 0.3f;
        fields[i].liftCoefficient = 0.5f;
        fields[i].gust = 0.5f;
        fields[i].seed = i;
        fields[i].keys[0] = (gelFieldKey){0.0f, 0.5f};
        fields[i].keys[1] = (gelFieldKey){0.3f, 1.0f};
        fields[i].keyCount = 2;
        fields[i].bound = (gelFieldBound)(i % 3);
        fields[i].boundSize = (gelVec3){9.0f, 3.0f, 5.0f};
        fields[i].boundRadius = 1.5f;
    }
    fields[gel_fieldLiquid].bound = gel_fieldUnbounded;
    fields[gel_fieldLiquid].position.y = 0.6f;
    def.strategy = strategy;
    def.tileSize = 16; // two for a box of 27 vertices
    def.ground.enabled = true;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.8f, 0.9f}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < 3; i++) {
        body.position = (gelVec3){1.5f * (float)i, 0.7f + 0.2f * (float)i, 0.0f};
        body.rotation = (gelQuat){0.1f * (float)i, 0.2f, 0.0f, 1.0f};
        body.velocity = (gelVec3){0.5f, -1.0f, 2.0f * (float)i};
        body.material.density = 300.0f;
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    }
    REQUIRE(gelBody_SetFieldWeight(world, id, gel_fieldTurbulence, 2.0f));
    REQUIRE(gelBody_SetGravityWeight(world, id, 0.5f));
    REQUIRE(gelWorld_SetFields(world, fields, fieldCount));
    step(world, framesToRun(24));
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    return hash;
}

static void every_back_end_and_strategy_gives_the_bits_of_the_reference(void)
{
    static const gelStrategy strategies[] = {gel_strategyPerColour, gel_strategyBody, gel_strategyEnsemble,
                                             gel_strategyTiles};
    static const int laneCounts[] = {0, 1}; // 0: the device's own
    Backends backends = listBackends();
    int lanesToTry = getenv("GEL_TEST_FRAMES") != NULL ? 1 : 2; // slow drivers: only their own
    uint64_t expected = hashOfAll(&backends.defs[0], gel_strategyAuto, gel_fieldKindCount);
    for (int i = 1; i <= (int)gel_fieldKindCount; i++)
        CHECK(hashOfAll(&backends.defs[0], gel_strategyAuto, i) !=
                  hashOfAll(&backends.defs[0], gel_strategyAuto, i - 1),
              "field %s does nothing", gelFieldKindText((gelFieldKind)(i - 1)));
    for (int b = 1; b < backends.count; b++)
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < lanesToTry; k++) {
                gelWorldDef def = backends.defs[b];
                if (!setLanes(&def, laneCounts[k]))
                    continue;
                uint64_t found = hashOfAll(&def, strategies[i], gel_fieldKindCount);
                CHECK(found == expected, "%s, %s, %d lanes: %016llx, the reference's %016llx",
                      backends.names[b], gelStrategyText(strategies[i]), def.lanes, (unsigned long long)found,
                      (unsigned long long)expected);
            }
}

// The strength scales both the drag and the density, so at 0 there is neither.
static void the_strength_of_a_liquid_scales_its_drag(void)
{
    static const float strengths[] = {0.0f, 0.5f, 1.0f};
    gelTetMesh mesh = makeTet();
    for (int i = 0; i < 3; i++) {
        gelWorldDef def = doubleDef();
        gelBodyDef body = gelDefaultBodyDef();
        gelField field = gelDefaultField(gel_fieldLiquid);
        gelBodyId id;
        float v[12] = {1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0};
        def.gravity = (gelVec3){0};
        field.position = (gelVec3){0, 100, 0};
        field.linearDrag = 2.0f;
        field.strength = strengths[i];
        gelWorld* world = makeWorld(&def, &mesh, &body, &field, &id);
        REQUIRE(gelBody_WriteVelocities(world, id, v, 4));
        step(world, 30);
        double left = exp(-2.0 * (double)strengths[i] * 0.5);
        CHECK_CLOSE((double)meanOf(world, id, true).x, left, 0.01, "m/s after half a second");
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// Archimedes: the share of the volume below the surface is that of the densities.
static void a_box_floats_with_the_share_of_its_density_under_water(void)
{
    static const float densities[] = {250.0f, 600.0f};
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.6f, 0.4f, 0.6f}, 2, 3, 2, &mesh));
    for (int i = 0; i < 2; i++) {
        gelWorldDef def = doubleDef();
        gelBodyDef body = gelDefaultBodyDef();
        gelField water = gelDefaultField(gel_fieldLiquid);
        gelBodyId id;
        float xyz[3 * 1024];
        water.position = (gelVec3){0.0f, 1.0f, 0.0f};
        def.substepCount = 20; // with 10 it lies 0.8 mm too deep
        water.linearDrag = 4.0f;
        body.material.density = densities[i];
        body.material.youngModulus = 1e7f;
        body.position = (gelVec3){0.0f, 1.1f, 0.0f};
        gelWorld* world = makeWorld(&def, &mesh, &body, &water, &id);
        step(world, 600);
        REQUIRE(gelBody_ReadPositions(world, id, xyz, 1024));
        double lower = 9.0, upper = -9.0;
        for (int v = 0; v < mesh.vertexCount; v++) {
            lower = fmin(lower, (double)xyz[3 * v + 1]);
            upper = fmax(upper, (double)xyz[3 * v + 1]);
        }
        CHECK_CLOSE((1.0 - lower) / (upper - lower), (double)densities[i] / 1000.0, 2e-3,
                    "an error of first order in the substep");
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// A log of square section and half the density of water floats on its edge: upright it is unstable (Gilbert: How Things
// Float, 1991).
static void a_square_log_turns_on_its_edge(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.6f}, 3, 3, 6, &mesh));
    gelWorldDef def = doubleDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelField water = gelDefaultField(gel_fieldLiquid);
    gelBodyId id;
    float xyz[3 * 1024];
    int bottom = 0, top = 0;
    water.linearDrag = 2.0f;
    body.material.density = 500.0f;
    body.material.youngModulus = 1e6f;
    body.rotation = (gelQuat){0.0f, 0.0f, 0.07f, 1.0f}; // 8 degrees
    gelWorld* world = makeWorld(&def, &mesh, &body, &water, &id);
    step(world, 480);
    REQUIRE(gelBody_ReadPositions(world, id, xyz, 1024));
    for (int i = 0; i < mesh.vertexCount; i++) {
        bottom = xyz[3 * i + 1] < xyz[3 * bottom + 1] ? i : bottom;
        top = xyz[3 * i + 1] > xyz[3 * top + 1] ? i : top;
    }
    double height = (double)(xyz[3 * top + 1] - xyz[3 * bottom + 1]);
    CHECK_CLOSE(height, 0.2 * sqrt(2.0), 4e-3,
                "each triangle's pressure is shared out evenly, not by its depth");
    CHECK_CLOSE((double)(xyz[3 * top + 1] + xyz[3 * bottom + 1]), 0.0, 4e-3, "it floats half under water");
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

// Strength grows as t in the first second: v = w a t^2 / 2, met by the middles of the substeps; then it stays.
static void keys_and_weights_scale_a_field(void)
{
    gelTetMesh mesh = makeTet();
    gelWorldDef def = doubleDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelField field = gelDefaultField(gel_fieldUniform);
    gelBodyId id;
    field.strength = 4.0f;
    field.direction = (gelVec3){0.0f, 0.0f, -2.0f};
    field.keys[0] = (gelFieldKey){0.0f, 0.0f};
    field.keys[1] = (gelFieldKey){1.0f, 1.0f};
    field.keyCount = 2;
    gelWorld* world = makeWorld(&def, &mesh, &body, &field, &id);
    REQUIRE(gelBody_SetFieldWeight(world, id, 0, 0.5f));
    REQUIRE(gelBody_SetGravityWeight(world, id, -1.0f));
    step(world, 60);
    CHECK_CLOSE((double)meanOf(world, id, true).z, -0.5 * 4.0 / 2.0, 1e-5,
                "weights and times of single precision");
    CHECK_CLOSE((double)meanOf(world, id, true).y, 9.81, 1e-5, "weights and times of single precision");
    step(world, 30);
    CHECK_CLOSE((double)meanOf(world, id, true).z, -0.5 * 4.0, 1e-5, "weights and times of single precision");
    CHECK_CLOSE(gelWorld_GetFieldTime(world), 1.5, 1e-6, "60 frames in single precision");
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

// v = v0 exp(-k A t / m) by the area of all faces.
static void drag_by_area_slows_by_the_surface(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.5f, 0.5f, 0.5f}, 2, 2, 2, &mesh));
    gelWorldDef def = doubleDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelField medium = gelDefaultField(gel_fieldDrag);
    gelBodyId id;
    float xyz[3 * 64];
    double momentum = 0.0, mass = 100.0 * 0.125, rate = 5.0 * 1.5 / mass;
    def.gravity = (gelVec3){0};
    def.substepCount = 100;
    body.velocity = (gelVec3){3.0f, 0.0f, 0.0f};
    body.material.density = 100.0f;
    body.material.youngModulus = 1e6f;
    medium.perArea = true;
    medium.linearDrag = 5.0f;
    gelWorld* world = makeWorld(&def, &mesh, &body, &medium, &id);
    step(world, 60);
    REQUIRE(gelBody_ReadVelocities(world, id, xyz, 64));
    for (int i = 0; i < mesh.vertexCount; i++)
        momentum += (double)xyz[3 * i] / world->vertices[i].inverseMass;
    CHECK_CLOSE(momentum / mass, 3.0 * exp(-rate), 2e-3,
                "implicit steps of 1/6000 s; the box is pressed by 1e-5");
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static gelWorld* makeGusty(const gelWorldDef* def, const gelTetMesh* mesh)
{
    gelBodyDef body = gelDefaultBodyDef();
    gelBodyId id;
    gelField fields[2] = {gelDefaultField(gel_fieldTurbulence), gelDefaultField(gel_fieldWind)};
    fields[0].velocity = fields[1].velocity = (gelVec3){2.0f, 0.0f, 1.0f};
    fields[1].gust = 1.0f;
    fields[1].gustRate = 7.0f;
    gelWorld* world = makeWorld(def, mesh, &body, &fields[0], &id);
    REQUIRE(gelWorld_SetFields(world, fields, 2));
    REQUIRE(gelBody_SetFieldWeight(world, id, 0, 3.0f));
    return world;
}

static void states_and_clones_have_fields_and_their_time(void)
{
    gelTetMesh mesh = makeTet();
    gelWorldDef def = gelDefaultWorldDef();
    gelSnapshot* state;
    gelWorld* clone;
    gelField fields[3];
    def.backend = gel_referenceFloat;
    gelWorld* world = makeGusty(&def, &mesh);
    step(world, 7);
    REQUIRE(gelTakeSnapshot(world, NULL, &state));
    REQUIRE(gelCloneWorld(world, &def, &clone));
    step(world, 9);
    uint64_t expected = gelWorld_Hash(world);
    REQUIRE(gelWorld_SetFields(world, NULL, 0));
    step(world, 3);
    REQUIRE(gelRestoreSnapshot(world, NULL, state));
    CHECK_INT(gelWorld_GetFields(world, fields, 3), 2);
    CHECK(fields[1].gust == 1.0f, "%g", (double)fields[1].gust);
    step(world, 9);
    step(clone, 9);
    CHECK_HEX(gelWorld_Hash(world), expected);
    CHECK_HEX(gelWorld_Hash(clone), expected);
    gelDestroySnapshot(state);
    gelDestroyWorld(clone);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void a_fault_planted_in_the_fields_is_found_there(void)
{
    gelTetMesh mesh = makeTet();
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelWorld *a = makeGusty(&backends.defs[0], &mesh), *other = makeGusty(&backends.defs[b], &mesh);
        plantFault(other, (PlantedFault){.step = 2, .substep = 4, .stage = gel_stageField});
        bool diverged = false;
        gelDivergence divergence = {0};
        for (int i = 0; i < 5 && !diverged; i++) {
            gelDifference difference;
            REQUIRE(gelStepAndCompare(a, other, frame, &difference, &divergence, &diverged));
        }
        CHECK(diverged && divergence.stage == gel_stageField && divergence.substep == 4,
              "%s: %s in substep %d", backends.names[b],
              diverged ? gelStageText(divergence.stage, divergence.kind) : "nothing", divergence.substep);
        gelDestroyWorld(a);
        gelDestroyWorld(other);
    }
    gelDestroyTetMesh(&mesh);
}

// Constant fields let bodies sleep; setting others wakes them, and what changes by itself keeps them awake.
static void fields_that_change_keep_bodies_awake(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.3f, 0.2f, 0.3f}, 1, 1, 1, &mesh));
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelField field = gelDefaultField(gel_fieldUniform);
    gelBodyId id;
    def.backend = gel_referenceFloat;
    def.sleep = true;
    def.ground.enabled = true;
    body.position = (gelVec3){0.0f, 0.1f, 0.0f};
    body.material.damping = 5.0f;
    gelWorld* world = makeWorld(&def, &mesh, &body, &field, &id);
    step(world, 180);
    CHECK(!gelBody_IsAwake(world, id), "a constant field keeps it awake");
    field.gust = 0.5f;
    REQUIRE(gelWorld_SetFields(world, &field, 1));
    CHECK(gelBody_IsAwake(world, id), "another field does not wake it");
    step(world, 180);
    CHECK(gelBody_IsAwake(world, id), "it sleeps though gusts may come");
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

// A scene's fields go by the time of the scene, which begins again with it.
static void scenes_have_fields_and_weights_by_name(void)
{
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
    gelField fields[3];
    writeText(
        GEL_SCRATCH "/fields.json",
        "{\"gravity\":[0,0,0],\"fields\":[{\"name\":\"late\",\"direction\":[3,0,0],\"strength\":2,\"keys\":"
        "[{\"time\":0.25,\"share\":0},{\"time\":0.75,\"share\":2}]},{\"type\":\"wind\"}],\"bodies\":[{\"shape\":"
        "{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]},\"weights\":{\"late\":-1}}]}");
    REQUIRE(gelLoadScene(GEL_SCRATCH "/fields.json", &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceDouble;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    REQUIRE(gelCreatePlayer(scene, world, &player));
    CHECK_INT(gelWorld_GetFields(world, fields, 3), 2);
    REQUIRE(gelWorld_SetFields(world, fields, 1)); // still air slows it
    for (int i = 0; i < 60; i++) {
        REQUIRE(gelPlayer_BeginFrame(player));
        step(world, 1);
    }
    // The ramp has the mean of 2 over half a second, then the strength stays for a quarter.
    CHECK_CLOSE((double)meanOf(world, gelWorld_GetBody(world, 0), true).x, -(1.0 * 0.5 + 2.0 * 0.25) * 2.0,
                2e-5, "60 frames in single precision");
    REQUIRE(gelPlayer_Reset(player));
    REQUIRE(gelPlayer_BeginFrame(player));
    CHECK(gelWorld_GetFieldTime(world) == 0.0, "%g s", gelWorld_GetFieldTime(world));
    gelDestroyPlayer(player);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

static void bad_fields_are_refused_with_a_clear_line(void)
{
    gelTetMesh mesh = makeTet();
    gelWorldDef def = doubleDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelField good = gelDefaultField(gel_fieldWind), bad[7];
    static const char* const texts[] = {"strength: expected a number",
                                        "direction: expected one with a length",
                                        "strength: expected 0 to 1e6 of wind",
                                        "keys[1].time: expected more than",
                                        "keys[0].share",
                                        "kind: expected one of",
                                        "keyCount: expected 0 to 64"};
    gelBodyId id;
    gelWorld* world = makeWorld(&def, &mesh, &body, &good, &id);
    for (int i = 0; i < 7; i++)
        bad[i] = good;
    bad[0].strength = NAN;
    bad[1].direction = (gelVec3){0.0f, 0.0f, 0.0f};
    bad[2].strength = -1.0f;
    bad[3].keys[0] = bad[3].keys[1] = (gelFieldKey){1.0f, 1.0f};
    bad[3].keyCount = 2;
    bad[4].keys[0] = (gelFieldKey){1.0f, NAN};
    bad[4].keyCount = 1;
    bad[5].kind = (gelFieldKind)99;
    bad[6].keyCount = 65;
    for (int i = 0; i < 7; i++) {
        gelField fields[2] = {good, bad[i]};
        CHECK_STATUS(gelWorld_SetFields(world, fields, 2), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), "field 1: ");
        CHECK_TEXT(gelLastError(), texts[i]);
        CHECK_INT(gelWorld_GetFields(world, NULL, 0), 1);
    }
    CHECK_STATUS(gelWorld_SetFields(world, &good, 17), gel_invalidArgument);
    CHECK_STATUS(gelBody_SetFieldWeight(world, id, 16, 1.0f), gel_invalidArgument);
    CHECK_STATUS(gelBody_SetGravityWeight(world, id, INFINITY), gel_invalidArgument);
    CHECK_STATUS(gelBody_SetGravityWeight(world, (gelBodyId){0}, 1.0f), gel_invalidHandle);
    CHECK_STATUS(gelWorld_SetFieldTime(world, NAN), gel_invalidArgument);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(a_body_falls_through_a_medium_at_the_terminal_speed), TEST(a_body_orbits_a_point_that_attracts),
      TEST(fields_have_their_accelerations), TEST(the_noise_has_known_values),
      TEST(every_back_end_and_strategy_gives_the_bits_of_the_reference),

      TEST(the_strength_of_a_liquid_scales_its_drag),
      TEST(a_box_floats_with_the_share_of_its_density_under_water), TEST(a_square_log_turns_on_its_edge),
      TEST(keys_and_weights_scale_a_field), TEST(drag_by_area_slows_by_the_surface),
      TEST(states_and_clones_have_fields_and_their_time), TEST(a_fault_planted_in_the_fields_is_found_there),
      TEST(fields_that_change_keep_bodies_awake), TEST(scenes_have_fields_and_weights_by_name),
      TEST(bad_fields_are_refused_with_a_clear_line))
