// What a world promises: bodies come and go, pins hold, bad input is refused and changes nothing.
#include "fixtures.h"

static const float frame = 1.0f / 60.0f;

static gelTetMesh makeBox(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 2, 2, 2, &mesh));
    return mesh;
}

static gelWorld* makeWorld(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    gelWorld* world;
    def.ground.enabled = true;
    def.substepCount = 4;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static gelWorld* makeReferenceWorld(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    return makeWorld(&def);
}

static gelBodyId addBox(gelWorld* world, const gelTetMesh* mesh, float x)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId id;
    def.position = (gelVec3){x, 1.0f, 0.0f};
    def.rotation = (gelQuat){0.1f, 0.2f, 0.3f, 0.9f};
    REQUIRE(gelCreateBody(world, &def, mesh, &id));
    return id;
}

static void run(gelWorld* world, int frames)
{
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(world, frame));
}

static void an_id_of_a_destroyed_body_stays_invalid(void)
{
    gelTetMesh mesh = makeBox();
    gelWorld* world = makeReferenceWorld();
    gelBodyId first = addBox(world, &mesh, 0.0f);
    CHECK_STATUS(gelDestroyBody(world, first), gel_success);
    gelBodyId second = addBox(world, &mesh, 0.0f);
    CHECK_INT(second.index1, first.index1);
    CHECK(second.generation != first.generation, "both are of generation %u", first.generation);
    CHECK(!gelBody_IsValid(world, first) && gelBody_IsValid(world, second), "the first id came to life again");
    CHECK_STATUS(gelDestroyBody(world, first), gel_invalidHandle);
    CHECK_TEXT(gelLastError(), "does not exist");
    CHECK_STATUS(gelDestroyBody(world, (gelBodyId){0}), gel_invalidHandle);
    CHECK_INT(gelWorld_GetBodyCount(world), 1);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

// Bodies do not touch each other, so a body's bits do not depend on company, though colours are merged.
static void a_body_moves_the_same_alone_or_in_company(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeBox();
    float alone[81], company[81];
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = makeWorld(&backends.defs[b]);
        gelBodyId id = addBox(world, &mesh, 0.0f);
        run(world, 30);
        REQUIRE(gelBody_ReadPositions(world, id, alone, 27));
        gelDestroyWorld(world);

        world = makeWorld(&backends.defs[b]);
        gelBodyId before = addBox(world, &mesh, -3.0f);
        id = addBox(world, &mesh, 0.0f);
        run(world, 10);
        addBox(world, &mesh, 3.0f);
        run(world, 10);
        REQUIRE(gelDestroyBody(world, before));
        run(world, 10);
        REQUIRE(gelBody_ReadPositions(world, id, company, 27));
        CHECK(memcmp(alone, company, sizeof alone) == 0, "%s: vertex 0 at %.9g alone, %.9g in company", backends.names[b],
              (double)alone[1], (double)company[1]);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

static void pinned_vertices_stay_exactly_where_they_are(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeBox();
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = makeWorld(&backends.defs[b]);
        gelBodyId id = addBox(world, &mesh, 0.0f);
        float before[81], after[81];
        int pins[2] = {0, 26}, changed;
        REQUIRE(gelBody_SetPinned(world, id, pins, 2, true));
        REQUIRE(gelBody_ReadPositions(world, id, before, 27));
        run(world, 20);
        REQUIRE(gelBody_ReadPositions(world, id, after, 27));
        CHECK(memcmp(before, after, 12) == 0 && memcmp(before + 78, after + 78, 12) == 0, "a pinned vertex moved");
        CHECK(memcmp(before + 39, after + 39, 12) != 0, "the middle should hang");
        REQUIRE(gelBody_SetPinned(world, id, pins, 2, false));
        run(world, 5);
        REQUIRE(gelBody_ReadPositions(world, id, after, 27));
        CHECK(after[1] < before[1], "vertex 0 is let go but stays at %g", (double)after[1]);
        REQUIRE(gelBody_PinBox(world, id, (gelVec3){-9, -9, -9}, (gelVec3){9, 9, 9}, &changed));
        CHECK_INT(changed, 27);
        REQUIRE(gelBody_PinBelow(world, id, 100.0f, &changed));
        CHECK_INT(changed, 0);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

static void stage_by_stage_gives_the_bits_of_a_whole_step(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeBox();
    for (int b = 0; b < backends.count; b++) {
        gelWorld *whole = makeWorld(&backends.defs[b]), *staged = makeWorld(&backends.defs[b]);
        addBox(whole, &mesh, 0.0f);
        addBox(staged, &mesh, 0.0f);
        run(whole, 3);
        gelStageInfo info = {0};
        int stages = 0;
        for (int i = 0; i < 2; i++) {
            do {
                REQUIRE(gelWorld_StepStage(staged, frame, &info));
                stages++;
            } while (!info.lastOfStep);
        }
        CHECK_INT(stages, 2 * gelWorld_GetProfile(whole).launchesPerStep);
        for (int i = 0; i < 7; i++)
            REQUIRE(gelWorld_StepStage(staged, frame, &info));
        REQUIRE(gelWorld_Step(staged, frame)); // completes the third
        CHECK_HEX(gelWorld_Hash(staged), gelWorld_Hash(whole));
        gelDestroyWorld(whole);
        gelDestroyWorld(staged);
    }
    gelDestroyTetMesh(&mesh);
}

typedef struct BadBody {
    const char* field;
    gelBodyDef def;
} BadBody;

static void bad_bodies_are_refused_by_the_name_of_the_field(void)
{
    gelTetMesh mesh = makeBox();
    gelWorld* world = makeReferenceWorld();
    BadBody bad[16];
    int count = 0;
#define BAD(path, value)                                                                                     \
    do {                                                                                                     \
        bad[count] = (BadBody){#path, gelDefaultBodyDef()};                                                  \
        bad[count++].def.path = (value);                                                                     \
    } while (0)
    BAD(material.density, -1.0f);
    BAD(material.density, 0.0f);
    BAD(material.density, NAN);
    BAD(material.youngModulus, 0.0f);
    BAD(material.poissonRatio, 0.5f);
    BAD(material.poissonRatio, -0.1f);
    BAD(material.damping, INFINITY);
    BAD(scale, 0.0f);
    BAD(scale, NAN);
    BAD(position.x, NAN);
    BAD(position.y, 1e20f);
    BAD(velocity.z, INFINITY);
    bad[count] = (BadBody){"rotation", gelDefaultBodyDef()};
    bad[count++].def.rotation = (gelQuat){0, 0, 0, 0};
    bad[count] = (BadBody){"material.edgeCompliance", gelDefaultBodyDef()};
    bad[count].def.material.stiffness = gel_compliances;
    bad[count++].def.material.edgeCompliance = -1.0f;
    gelBodyId kept = addBox(world, &mesh, 0.0f), id;
    uint64_t hash = gelWorld_Hash(world);
    for (int i = 0; i < count; i++) {
        char field[64];
        snprintf(field, sizeof field, "%.*s", (int)strcspn(bad[i].field, "."), bad[i].field);
        CHECK_STATUS(gelCreateBody(world, &bad[i].def, &mesh, &id), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), field);
        CHECK_INT(id.index1, 0);
    }
    CHECK_INT(gelWorld_GetBodyCount(world), 1);
    CHECK_HEX(gelWorld_Hash(world), hash);
    CHECK(gelBody_IsValid(world, kept), "the body that was there is gone");
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void bad_calls_are_refused_and_leave_the_state_unchanged(void)
{
    gelTetMesh mesh = makeBox();
    gelWorld* world = makeReferenceWorld();
    gelBodyId id = addBox(world, &mesh, 0.0f);
    run(world, 3);
    uint64_t hash = gelWorld_Hash(world);
    static const float badSteps[] = {0.0f, -1.0f, NAN, INFINITY, 1e-9f, 2.0f};
    for (size_t i = 0; i < sizeof badSteps / sizeof *badSteps; i++) {
        CHECK_STATUS(gelWorld_Step(world, badSteps[i]), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), "timeStep");
        CHECK_STATUS(gelWorld_StepStage(world, badSteps[i], NULL), gel_invalidArgument);
    }
    float values[81] = {0};
    values[40] = NAN;
    CHECK_STATUS(gelBody_WritePositions(world, id, values, 27), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "vertex 13");
    CHECK_STATUS(gelBody_WriteVelocities(world, id, values, 27), gel_invalidArgument);
    CHECK_STATUS(gelBody_WritePositions(world, id, values, 26), gel_invalidArgument);
    CHECK_STATUS(gelBody_ReadPositions(world, id, values, 26), gel_invalidArgument);
    int pins[2] = {0, 27};
    CHECK_STATUS(gelBody_SetPinned(world, id, pins, 2, true), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "vertex 27");
    CHECK_STATUS(gelBody_PinBox(world, id, (gelVec3){1, 0, 0}, (gelVec3){0, 1, 1}, NULL), gel_invalidArgument);
    CHECK_STATUS(gelBody_PinBelow(world, id, NAN, NULL), gel_invalidArgument);
    CHECK_STATUS(gelWorld_SetGravity(world, (gelVec3){0, NAN, 0}), gel_invalidArgument);
    CHECK_STATUS(gelWorld_SetSubstepCount(world, 0), gel_invalidArgument);
    CHECK_STATUS(gelWorld_SetSubstepCount(world, 1001), gel_invalidArgument);
    gelGround ground = gelDefaultGround();
    ground.normal = (gelVec3){0, 0, 0};
    CHECK_STATUS(gelWorld_SetGround(world, ground), gel_invalidArgument);
    ground = gelDefaultGround();
    ground.friction = -1.0f;
    CHECK_STATUS(gelWorld_SetGround(world, ground), gel_invalidArgument);
    CHECK_HEX(gelWorld_Hash(world), hash);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void bad_worlds_are_refused(void)
{
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    def.order = gel_meshOrder;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_unsupported);
    CHECK(world == NULL, "a refused world is not NULL");
    def = gelDefaultWorldDef();
    def.substepCount = 0;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    def = gelDefaultWorldDef();
    def.gravity.x = NAN;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    def = gelDefaultWorldDef();
    CHECK_STATUS(gelParseBackend("cuda", &def), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "opencl:INDEX");
    CHECK_STATUS(gelParseBackend("opencl:99", &def), gel_noDevice);
    CHECK_STATUS(gelParseBackend("opencl:no such device", &def), gel_noDevice);
}

static void mesh_order_and_colour_order_agree_where_it_does_not_matter(void)
{
    gelTetMesh mesh = makeBox();
    double heights[2];
    for (int i = 0; i < 2; i++) {
        gelWorldDef def = gelDefaultWorldDef();
        def.backend = gel_referenceDouble;
        def.order = i == 0 ? gel_colourOrder : gel_meshOrder;
        gelWorld* world = makeWorld(&def);
        gelBodyId id = addBox(world, &mesh, 0.0f);
        run(world, 10); // free flight
        double xyz[81];
        REQUIRE(gelBody_ReadPositionsDouble(world, id, xyz, 27));
        heights[i] = xyz[1];
        gelDestroyWorld(world);
    }
    CHECK_CLOSE(heights[1], heights[0], 1e-6, "a body in free flight is at rest but for the rounding of its placement");
    gelDestroyTetMesh(&mesh);
}

static void constraints_of_a_colour_share_no_vertex(void)
{
    gelTetMesh mesh;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelWorld* world;
    gelBodyId id;
    gelCounters counters;
    bodyDef.scale = 2.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < 2; i++)
        REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
    REQUIRE(gelWorld_GetCounters(world, &counters));
    for (int kind = 0; kind < 2; kind++) {
        bool tets = kind == gel_tetConstraint;
        int count = tets ? counters.tetCount : counters.edgeCount;
        gelConstraint* constraints = malloc((size_t)count * sizeof *constraints);
        int* lastColours = malloc((size_t)counters.vertexCount * sizeof *lastColours);
        double volume = 0.0;
        for (int i = 0; i < counters.vertexCount; i++)
            lastColours[i] = -1;
        CHECK_STATUS(gelWorld_GetConstraints(world, (gelConstraintKind)kind, constraints, count - 1),
                     gel_invalidArgument);
        CHECK_STATUS(gelWorld_GetConstraints(world, (gelConstraintKind)kind, constraints, count), gel_success);
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < (tets ? 4 : 2); k++) {
                int vertex = constraints[i].vertices[k];
                CHECK(vertex >= 0 && vertex < counters.vertexCount, "vertex %d", vertex);
                CHECK(lastColours[vertex] < constraints[i].colour, "vertex %d is twice in a colour", vertex);
                lastColours[vertex] = constraints[i].colour;
            }
            volume += tets ? (double)constraints[i].rest : 0.0;
        }
        CHECK_INT(constraints[count - 1].colour + 1, tets ? counters.tetColourCount : counters.edgeColourCount);
        if (tets)
            CHECK_CLOSE(volume, 16.0, 1e-4, "rounding of 80 single precision volumes");
        free(constraints);
        free(lastColours);
    }
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void an_empty_world_steps(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelWorld* world = makeWorld(&backends.defs[b]);
        run(world, 2);
        gelCounters counters;
        REQUIRE(gelWorld_GetCounters(world, &counters));
        CHECK_INT(counters.stepCount, 2);
        CHECK_INT(counters.vertexCount, 0);
        gelDestroyWorld(world);
    }
}

// The allocator fails at its n-th call, for every n there is.
static int allowedCalls;

static void* failingResize(void* block, size_t size)
{
    return allowedCalls-- > 0 ? realloc(block, size) : NULL;
}

static void running_out_of_memory_is_reported_and_loses_nothing(void)
{
    gelTetMesh mesh = makeBox();
    gelWorld* world = makeReferenceWorld();
    gelBodyId kept = addBox(world, &mesh, 0.0f), id;
    run(world, 1);
    uint64_t hash = gelWorld_Hash(world);
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh other;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 2, 3}, 1, 2, 3, &other));
    int failures = 0;
    gelStatus status = gel_outOfMemory;
    for (int calls = 0; status != gel_success && calls < 1000; calls++) {
        allowedCalls = calls;
        gelSetAllocator(failingResize, free);
        status = gelCreateBody(world, &def, &other, &id);
        if (status == gel_success)
            status = gelWorld_Step(world, frame);
        gelSetAllocator(NULL, NULL);
        if (status == gel_success)
            break;
        CHECK(status == gel_outOfMemory, "%s", gelLastError());
        failures++;
        if (gelBody_IsValid(world, id))
            REQUIRE(gelDestroyBody(world, id));
        CHECK(gelBody_IsValid(world, kept), "a body was lost");
        CHECK_HEX(gelWorld_Hash(world), hash);
    }
    CHECK(failures > 20, "only %d allocations were tried", failures);
    CHECK_STATUS(status, gel_success);
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
    gelDestroyTetMesh(&other);
}

TESTS(TEST(an_id_of_a_destroyed_body_stays_invalid), TEST(a_body_moves_the_same_alone_or_in_company),
      TEST(pinned_vertices_stay_exactly_where_they_are), TEST(stage_by_stage_gives_the_bits_of_a_whole_step),
      TEST(bad_bodies_are_refused_by_the_name_of_the_field), TEST(bad_calls_are_refused_and_leave_the_state_unchanged),
      TEST(bad_worlds_are_refused), TEST(mesh_order_and_colour_order_agree_where_it_does_not_matter),
      TEST(constraints_of_a_colour_share_no_vertex), TEST(an_empty_world_steps), TEST(running_out_of_memory_is_reported_and_loses_nothing))
