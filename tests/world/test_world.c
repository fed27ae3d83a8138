// The promises of a world: bodies come and go, pins hold, bad input is refused and changes nothing.
#include "support/fixtures.h"

#include "world/world.h"

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
    CHECK(!gelBody_IsValid(world, first) && gelBody_IsValid(world, second),
          "the first id came to life again");
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
        CHECK(memcmp(alone, company, sizeof alone) == 0, "%s: vertex 0 at %.9g alone, %.9g in company",
              backends.names[b], (double)alone[1], (double)company[1]);
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
        CHECK(memcmp(before, after, 12) == 0 && memcmp(before + 78, after + 78, 12) == 0,
              "a pinned vertex moved");
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

static void goals_follow_their_body_and_go_with_it(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeBox();
    for (int b = 0; b < backends.count; b++) {
        gelWorld *plain = makeWorld(&backends.defs[b]), *crowded = makeWorld(&backends.defs[b]);
        gelBodyId held = addBox(plain, &mesh, 0.0f);
        REQUIRE(gelWorld_SetGoals(plain, &(gelGoal){held, 5, {0.0f, 3.0f, 0.0f}, 1e4f}, 1));
        run(plain, 10);
        gelBodyId other = addBox(crowded, &mesh, 3.0f), same = addBox(crowded, &mesh, 0.0f);
        gelGoal goals[2] = {{other, 1, {9.0f, 9.0f, 9.0f}, 1e3f}, {same, 5, {0.0f, 3.0f, 0.0f}, 1e4f}};
        REQUIRE(gelWorld_SetGoals(crowded, goals, 2));
        run(crowded, 5);
        REQUIRE(gelDestroyBody(crowded, other));
        run(crowded, 5);
        CHECK_HEX(gelWorld_Hash(crowded), gelWorld_Hash(plain));
        gelDestroyWorld(plain);
        gelDestroyWorld(crowded);
    }
    gelDestroyTetMesh(&mesh);
}

static void stage_by_stage_gives_the_bits_of_a_whole_step(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeBox();
    for (int b = 0; b < backends.count; b++) {
        backends.defs[b].strategy = gel_strategyPerColour; // whose launches are the stages
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
    BAD(material.stiffness, (gelStiffness)2);
    bad[count] = (BadBody){"position", gelDefaultBodyDef()};
    bad[count++].def.position.y = 1e20f;
    bad[count] = (BadBody){"position", gelDefaultBodyDef()};
    bad[count++].def.position.x = NAN;
    bad[count] = (BadBody){"velocity", gelDefaultBodyDef()};
    bad[count++].def.velocity.z = INFINITY;
    bad[count] = (BadBody){"rotation", gelDefaultBodyDef()};
    bad[count++].def.rotation = (gelQuat){0, 0, 0, 0};
    bad[count] = (BadBody){"material.edgeCompliance", gelDefaultBodyDef()};
    bad[count].def.material.stiffness = gel_compliances;
    bad[count++].def.material.edgeCompliance = -1.0f;
    gelBodyId kept = addBox(world, &mesh, 0.0f), id;
    uint64_t hash = gelWorld_Hash(world);
    for (int i = 0; i < count; i++) {
        CHECK_STATUS(gelCreateBody(world, &bad[i].def, &mesh, &id), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), bad[i].field);
        CHECK_INT(id.index1, 0);
    }
    gelTetMesh empty = {0};
    gelBodyDef def = gelDefaultBodyDef();
    CHECK_STATUS(gelCreateBody(world, &def, &empty, &id), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "mesh: expected at least one tet");
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
    CHECK_STATUS(gelBody_PinBox(world, id, (gelVec3){1, 0, 0}, (gelVec3){0, 1, 1}, NULL),
                 gel_invalidArgument);
    CHECK_STATUS(gelBody_PinBelow(world, id, NAN, NULL), gel_invalidArgument);
    gelGoal twice[2] = {{id, 3, {0, 0, 0}, 1.0f}, {id, 3, {1, 0, 0}, 1.0f}},
            nowhere = {id, 27, {0, 0, 0}, 1.0f};
    CHECK_STATUS(gelWorld_SetGoals(world, twice, 2), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "goals 0 and 1");
    CHECK_STATUS(gelWorld_SetGoals(world, &nowhere, 1), gel_invalidArgument);
    nowhere = (gelGoal){id, 0, {0, NAN, 0}, 1.0f};
    CHECK_STATUS(gelWorld_SetGoals(world, &nowhere, 1), gel_invalidArgument);
    nowhere = (gelGoal){{9, 9}, 0, {0, 0, 0}, 1.0f};
    CHECK_STATUS(gelWorld_SetGoals(world, &nowhere, 1), gel_invalidHandle);
    CHECK_STATUS(gelWorld_SetGoals(world, twice, 257), gel_invalidArgument);
    CHECK_STATUS(gelWorld_SetGoalDamping(world, -1.0f), gel_invalidArgument);
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
    gelWorldDef def = {0};
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "gelDefaultWorldDef");
    CHECK_STATUS(gelCreateWorld(NULL, &world), gel_invalidArgument);
    def = gelDefaultWorldDef();
    def.order = gel_meshOrder;
    def.backend = gel_opencl;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_unsupported);
    CHECK(world == NULL, "a refused world is not NULL");
    def.backend = gel_autoBackend;
    def.device = 0;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_unsupported);
    def = gelDefaultWorldDef();
    def.substepCount = 0;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    def = gelDefaultWorldDef();
    def.gravity.x = NAN;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    def = gelDefaultWorldDef();
    def = gelDefaultWorldDef();
    def.order = (gelConstraintOrder)7;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_invalidArgument);
    CHECK_STATUS(gelParseBackend("opencl:", &def), gel_invalidArgument);
    CHECK_STATUS(gelParseBackend("opencl: 0", &def), gel_invalidArgument);
    CHECK_STATUS(gelParseBackend("cuda", &def), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "opencl:INDEX");
    CHECK_STATUS(gelParseBackend("opencl:99", &def), gel_noDevice);
    CHECK_STATUS(gelParseBackend("opencl:no such device", &def), gel_noDevice);
}

static void the_default_back_end_walks_the_order_of_the_mesh_in_plain_c(void)
{
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    def.order = gel_meshOrder;
    REQUIRE(gelCreateWorld(&def, &world));
    CHECK_INT(gelWorld_GetDef(world).backend, gel_referenceFloat);
    gelDestroyWorld(world);
}

static void a_device_that_was_named_must_be_there(void)
{
    gelWorld* world;
    gelWorldDef def = gelDefaultWorldDef();
    def.device = 99;
    CHECK_STATUS(gelCreateWorld(&def, &world), gel_noDevice);
}

// Against the test's own loops: edges in order of first appearance, then tets in file order.
static void mesh_order_walks_the_constraints_as_they_stand_in_the_file(void)
{
    gelTetMesh mesh = makeBox();
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.order = gel_meshOrder;
    gelWorld* world = makeWorld(&def);
    addBox(world, &mesh, 0.0f);
    addBox(world, &mesh, 3.0f);
    REQUIRE(gelWorldPush(world));
    for (int kind = 0; kind < constraint_kinds; kind++) {
        const gelPlanConstraints* list = &world->plan.constraints[kind];
        int each = list->count / 2, wrong = 0;
        if (list->count == 0)
            continue;
        CHECK_INT(list->colourCount, 1);
        CHECK_INT(list->colours[0].count, list->count);
        for (int slot = 0; slot < list->count; slot++) {
            wrong += list->sources[slot] != slot % each;
            wrong += list->vertices[0][slot] / mesh.vertexCount != slot / each; // body after body
        }
        CHECK_INT(wrong, 0);
    }
    for (int t = 0; t < mesh.tetCount; t++)
        for (int k = 0; k < 4; k++)
            CHECK_INT(world->plan.constraints[constraint_volume].vertices[k][t], mesh.tets[4 * t + k]);
    run(world, 30);
    CHECK_HEX(gelWorld_Hash(world), 0x98ec5a69e5f0ae85); // golden, as in test_exactness.c
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void gravity_ground_and_substeps_can_change_between_steps(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh = makeBox();
    for (int b = 0; b < backends.count; b++) {
        backends.defs[b].strategy = gel_strategyPerColour; // whose launches are the stages
        gelWorld* world = makeWorld(&backends.defs[b]);
        gelBodyId id = addBox(world, &mesh, 0.0f);
        float velocities[81], xyz[81];
        double volume;
        REQUIRE(gelBody_GetVolume(world, id, &volume));
        CHECK_CLOSE(volume, 1.0, 1e-6, "rounding of the placement");
        REQUIRE(gelWorld_SetGravity(world, (gelVec3){6.0f, 0.0f, 0.0f}));
        REQUIRE(gelWorld_SetSubstepCount(world, 7));
        REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelBody_ReadVelocities(world, id, velocities, 27));
        CHECK_CLOSE((double)velocities[39], 0.1, 1e-3, "rounding of the placement, divided by h");
        gelGround ground = gelDefaultGround();
        int launches = gelWorld_GetProfile(world).launchesPerStep;
        REQUIRE(gelWorld_SetGround(world, ground)); // off
        REQUIRE(gelWorld_SetGravity(world, (gelVec3){0.0f, -50.0f, 0.0f}));
        run(world, 60);
        CHECK_INT(gelWorld_GetProfile(world).launchesPerStep, launches - 7);
        REQUIRE(gelBody_ReadPositions(world, id, xyz, 27));
        CHECK(xyz[40] < -5.0f, "without a ground it should fall, but is at %g m", (double)xyz[40]);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// A back end that fails at one call and works again at the next.
static const gelBackendFunctions* workingFunctions;
static int callsUntilFailure;

static gelStatus failOnce(gelBackend* backend, const gelStepParameters* parameters, gelPlanStage stage)
{
    if (callsUntilFailure-- == 0)
        return gelFail(gel_deviceError, "planted");
    return workingFunctions->runStage(backend, parameters, stage);
}

static void a_step_that_fails_is_undone_and_may_be_tried_again(void)
{
    gelTetMesh mesh = makeBox();
    gelWorld* whole = makeReferenceWorld();
    addBox(whole, &mesh, 0.0f);
    run(whole, 1);
    int stages = gelWorld_GetProfile(whole).launchesPerStep;
    for (int stage = 1; stage < stages; stage++) {
        gelWorld* world = makeReferenceWorld();
        addBox(world, &mesh, 0.0f);
        uint64_t before = gelWorld_Hash(world);
        workingFunctions = world->backend->functions;
        gelBackendFunctions failing = *workingFunctions;
        failing.runStage = failOnce;
        world->backend->functions = &failing;
        callsUntilFailure = stage;
        CHECK_STATUS(gelWorld_Step(world, frame), gel_deviceError);
        CHECK_INT(world->stepCount, 0);
        CHECK_HEX(gelWorld_Hash(world), before);
        CHECK_STATUS(gelWorld_Step(world, frame), gel_success);
        CHECK_INT(world->stepCount, 1);
        CHECK_HEX(gelWorld_Hash(world), gelWorld_Hash(whole));
        world->backend->functions = workingFunctions;
        gelDestroyWorld(world);
    }
    gelDestroyWorld(whole);
    gelDestroyTetMesh(&mesh);
}

static int warningCount;

static void countWarnings(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    warningCount += level == gel_logWarning && strstr(text, "single precision rounds") != NULL;
}

static void too_many_substeps_for_single_precision_are_warned_of_once(void)
{
    static const int substeps[] = {20, 1000, 1000, 1000}, warnings[] = {0, 1, 0, 0};
    gelTetMesh mesh = makeBox();
    for (int i = 0; i < 4; i++) {
        gelWorldDef def = gelDefaultWorldDef();
        def.backend = i == 2 ? gel_referenceDouble : gel_referenceFloat;
        def.solver = i == 3 ? gel_twoLevelSolver : gel_xpbdSolver;
        gelWorld* world = makeWorld(&def);
        addBox(world, &mesh, 1.0f);
        REQUIRE(gelWorld_SetSubstepCount(world, substeps[i]));
        warningCount = 0;
        gelSetLogFunction(countWarnings, NULL);
        run(world, 2);
        gelSetLogFunction(NULL, NULL);
        CHECK_INT(warningCount, warnings[i]);
        gelDestroyWorld(world);
    }
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
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        bool tets = kind == gel_volumeConstraint;
        int count = counters.constraintCounts[kind];
        if (count == 0)
            continue;
        gelConstraint* constraints = malloc((size_t)count * sizeof *constraints);
        int* lastColours = malloc((size_t)counters.vertexCount * sizeof *lastColours);
        double volume = 0.0;
        for (int i = 0; i < counters.vertexCount; i++)
            lastColours[i] = -1;
        CHECK_STATUS(gelWorld_GetConstraints(world, (gelConstraintKind)kind, constraints, count - 1),
                     gel_invalidArgument);
        CHECK_STATUS(gelWorld_GetConstraints(world, (gelConstraintKind)kind, constraints, count),
                     gel_success);
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < (tets ? 4 : 2); k++) {
                int vertex = constraints[i].vertices[k];
                CHECK(vertex >= 0 && vertex < counters.vertexCount, "vertex %d", vertex);
                CHECK(lastColours[vertex] < constraints[i].colour, "vertex %d is twice in a colour", vertex);
                lastColours[vertex] = constraints[i].colour;
            }
            volume += tets ? (double)constraints[i].values[0] : 0.0;
        }
        CHECK_INT(constraints[count - 1].colour + 1, counters.colourCounts[kind]);
        if (tets)
            CHECK_CLOSE(volume, 16.0, 1e-4, "rounding of 80 single precision volumes");
        free(constraints);
        free(lastColours);
    }
    gelDestroyWorld(world);
    gelDestroyTetMesh(&mesh);
}

static void an_empty_world_steps(gelWorldDef backend)
{
    gelWorld* world = makeWorld(&backend);
    run(world, 2);
    gelCounters counters;
    REQUIRE(gelWorld_GetCounters(world, &counters));
    CHECK_INT(counters.stepCount, 2);
    CHECK_INT(counters.vertexCount, 0);
    gelDestroyWorld(world);
}

// The allocator fails at its n-th call, for every n that occurs.
static int allowedCalls;

static void* failingResize(void* block, size_t size)
{
    return allowedCalls-- > 0 ? realloc(block, size) : NULL;
}

static void runOutOfMemory(const gelWorldDef* base)
{
    gelTetMesh mesh = makeBox(), other;
    gelWorld* world = makeWorld(base);
    gelBodyId kept = addBox(world, &mesh, 0.0f), id;
    run(world, 1);
    uint64_t hash = gelWorld_Hash(world);
    gelBodyDef def = gelDefaultBodyDef();
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 2, 3}, 1, 2, 3, &other));
    int failures = 0;
    gelStatus status = gel_outOfMemory;
    while (status != gel_success && failures < 1000) {
        allowedCalls = failures;
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

static void running_out_of_memory_is_reported_and_loses_nothing(gelWorldDef backend)
{
    runOutOfMemory(&backend);
}

TESTS(TEST(an_id_of_a_destroyed_body_stays_invalid), TEST(a_body_moves_the_same_alone_or_in_company),
      TEST(pinned_vertices_stay_exactly_where_they_are), TEST(goals_follow_their_body_and_go_with_it),
      TEST(stage_by_stage_gives_the_bits_of_a_whole_step),
      TEST(bad_bodies_are_refused_by_the_name_of_the_field),
      TEST(bad_calls_are_refused_and_leave_the_state_unchanged), TEST(bad_worlds_are_refused),
      TEST(the_default_back_end_walks_the_order_of_the_mesh_in_plain_c),
      TEST(a_device_that_was_named_must_be_there),
      TEST(mesh_order_walks_the_constraints_as_they_stand_in_the_file),
      TEST(gravity_ground_and_substeps_can_change_between_steps),
      TEST(a_step_that_fails_is_undone_and_may_be_tried_again),
      TEST(too_many_substeps_for_single_precision_are_warned_of_once),
      TEST(constraints_of_a_colour_share_no_vertex), TEST_ON_EACH_BACKEND(an_empty_world_steps),
      TEST_ON_EACH_BACKEND(running_out_of_memory_is_reported_and_loses_nothing))
