// The Jacobi orders: what they make of a bar, that momentum is kept, and that every back end has the same bits.
#include "support/clamped_bar.h"
#include "support/planted_fault.h"
#include "support/two_boxes.h"
#include "world/world.h"

static const float frame = 1.0f / 60.0f;

// Against the same constraints solved by another program, in the order of colours and in these.
static void a_bar_sags_as_each_order_makes_it(void)
{
    static const struct {
        gelConstraintOrder order;
        int substeps;
        double ratio; // of the sag to the converged one
    } rows[] = {
        {gel_colourOrder, 5, 3.49},          {gel_colourOrder, 10, 1.82},
        {gel_colourOrder, 20, 1.21},         {gel_jacobiOrder, 5, 6.50},
        {gel_jacobiOrder, 10, 5.26},         {gel_jacobiOrder, 20, 3.30},
        {gel_jacobiAveragedOrder, 5, 6.97},  {gel_jacobiAveragedOrder, 10, 6.18},
        {gel_jacobiAveragedOrder, 20, 5.95}, {gel_jacobiRelaxedOrder, 5, 5.97},
        {gel_jacobiRelaxedOrder, 10, 5.12},  {gel_jacobiRelaxedOrder, 20, 4.33},
        {gel_jacobiOrder, 80, 1.19},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double found = barSag(rows[i].order, rows[i].substeps) / convergedBarSag;
        CHECK(fabs(found - rows[i].ratio) <= 0.01 * rows[i].ratio, "%s, %d substeps: %.4f, not %.2f",
              gelConstraintOrderText(rows[i].order), rows[i].substeps, found, rows[i].ratio);
    }
}

// Two sheared boxes of all kinds of constraint, one pinned, one pulled, over the ground.
static gelWorld* makeScene(const gelWorldDef* base, gelConstraintOrder order, bool bends, gelBodyId ids[2])
{
    gelTetMesh mesh;
    gelWorld* world;
    gelWorldDef def = *base;
    gelBodyDef body = gelDefaultBodyDef();
    def.order = order;
    def.substepCount = 4;
    def.ground.enabled = true;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.5f, 1.0f}, 2, 3, 3, &mesh));
    for (int v = 0; v < mesh.vertexCount; v++)
        mesh.positions[3 * v] += 0.25f * mesh.positions[3 * v + 1];
    REQUIRE(gelCreateWorld(&def, &world));
    body.material.bendingStiffness = bends ? 10.0f : 0.0f;
    createTwoBoxes(world, body, &mesh, ids);
    gelDestroyTetMesh(&mesh);
    return world;
}

static void stepByStages(gelWorld* world)
{
    gelStageInfo info = {0};
    while (!info.lastOfStep)
        REQUIRE(gelWorld_StepStage(world, frame, &info));
}

static uint64_t hashOfRun(const gelWorldDef* def, gelConstraintOrder order, bool bends, bool byStages)
{
    int frames = framesToRun(12);
    gelBodyId ids[2];
    gelWorld* world = makeScene(def, order, bends, ids);
    for (int i = 0; i < frames; i++) {
        if (byStages)
            stepByStages(world);
        else
            REQUIRE(gelWorld_Step(world, frame));
    }
    uint64_t hash = gelWorld_Hash(world);
    gelDestroyWorld(world);
    return hash;
}

// The device's own number of lanes has all kinds of constraint, the others the usual ones: a driver takes seconds for
// each set of kernels.
static void compareLanes(const gelWorldDef* base, const char* name, gelConstraintOrder order, int ownLanes)
{
    static const int lanes[] = {1, 8, 16};
    for (int l = 0; l < 3; l++) {
        gelWorldDef def = *base, reference = *base;
        bool bends = lanes[l] == ownLanes;
        reference.backend = gel_referenceFloat;
        def.commandBuffer = bends ? gel_commandBufferOn : gel_commandBufferAuto;
        if (!setLanes(&def, lanes[l]))
            continue;
        uint64_t expected = hashOfRun(&reference, order, bends, l == 0);
        uint64_t whole = hashOfRun(&def, order, bends, false);
        uint64_t stages = order == gel_jacobiOrder ? hashOfRun(&def, order, bends, true) : whole;
        CHECK(whole == expected && stages == expected,
              "%s, %d lanes, %s: %016llx, by stages %016llx, not %016llx", name, lanes[l],
              gelConstraintOrderText(order), (unsigned long long)whole, (unsigned long long)stages,
              (unsigned long long)expected);
    }
}

static void every_back_end_has_the_same_bits_in_every_order(void)
{
    Backends backends = listBackends();
    gelDeviceInfo infos[8];
    int count;
    uint64_t hashes[gel_constraintOrderCount] = {0};
    gelGetDevices(infos, 8, &count);
    for (int order = gel_jacobiOrder; order < gel_constraintOrderCount; order++) {
        hashes[order] = hashOfRun(&backends.defs[0], (gelConstraintOrder)order, true, false);
        for (int i = gel_jacobiOrder; i < order; i++)
            CHECK(hashes[i] != hashes[order], "%d and %d are one order", i, order);
        CHECK_HEX(hashOfRun(&backends.defs[0], (gelConstraintOrder)order, true, true), hashes[order]);
        for (int b = 1; b < backends.count; b++)
            compareLanes(&backends.defs[b], backends.names[b], (gelConstraintOrder)order, infos[b - 1].lanes);
    }
}

// The corrections of a stage are of a plan that is gone, and are computed anew.
static void a_body_may_come_between_corrections_and_their_sums(void)
{
    Backends backends = listBackends();
    uint64_t expected = 0;
    for (int b = 0; b < backends.count; b++) {
        gelTetMesh mesh;
        gelBodyId ids[2], other;
        gelStageInfo info = {0};
        gelBodyDef body = gelDefaultBodyDef();
        gelWorld* world = makeScene(&backends.defs[b], gel_jacobiOrder, true, ids);
        REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 1, 1, 1, &mesh));
        while (info.stage != gel_stageConstraints || info.kind != gel_volumeConstraint)
            REQUIRE(gelWorld_StepStage(world, frame, &info));
        body.position = (gelVec3){5.0f, 1.0f, 0.0f};
        REQUIRE(gelCreateBody(world, &body, &mesh, &other));
        for (int i = 0; i < 3; i++)
            REQUIRE(gelWorld_Step(world, frame));
        expected = b == 0 ? gelWorld_Hash(world) : expected;
        CHECK_HEX(gelWorld_Hash(world), expected);
        gelDestroyTetMesh(&mesh);
        gelDestroyWorld(world);
    }
}

static void a_kind_has_a_stage_of_corrections_and_one_that_adds_them_up(void)
{
    static const char* const expected[] = {"integrate",     "distance", "gather distance", "volume",
                                           "gather volume", "bending",  "gather bending",  "balance",
                                           "goals",         "ground",   "velocity"};
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelBodyId ids[2];
        gelCounters counters;
        gelWorld* world = makeScene(&backends.defs[b], gel_jacobiOrder, true, ids);
        int count = gelBody_GetMesh(world, ids[0])->vertexCount;
        float *before = calloc((size_t)count * 3, sizeof *before),
              *after = calloc((size_t)count * 3, sizeof *after);
        for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
            gelStageInfo info;
            REQUIRE(gelBody_ReadPositions(world, ids[0], before, count));
            REQUIRE(gelWorld_StepStage(world, frame, &info));
            REQUIRE(gelBody_ReadPositions(world, ids[0], after, count));
            const char* text = gelStageText(info.stage, info.kind);
            CHECK(strcmp(text, expected[i]) == 0, "stage %d is \"%s\", not \"%s\"", (int)i, text,
                  expected[i]);
            bool moved = memcmp(before, after, (size_t)count * 3 * sizeof *before) != 0;
            CHECK(info.stage != gel_stageConstraints || !moved, "%s has moved vertices", text);
            CHECK(info.stage != gel_stageGather || moved, "%s has moved no vertex", text);
        }
        REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelWorld_GetCounters(world, &counters));
        for (int kind = 0; kind < gel_constraintKindCount; kind++)
            CHECK_INT(counters.colourCounts[kind], counters.constraintCounts[kind] > 0);
        free(before);
        free(after);
        gelDestroyWorld(world);
    }
}

static void constraints_are_listed_in_the_order_of_their_numbers(void)
{
    enum { max = 400 };
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    static gelConstraint mesh[max], jacobi[max];
    gelBodyId ids[2];
    gelCounters counters;
    gelWorld *a = makeScene(&def, gel_meshOrder, true, ids), *b = makeScene(&def, gel_jacobiOrder, true, ids);
    REQUIRE(gelWorld_GetCounters(a, &counters));
    for (int kind = 0; kind < gel_constraintKindCount; kind++) {
        REQUIRE(gelWorld_GetConstraints(a, (gelConstraintKind)kind, mesh, max));
        REQUIRE(gelWorld_GetConstraints(b, (gelConstraintKind)kind, jacobi, max));
        CHECK(memcmp(mesh, jacobi, (size_t)counters.constraintCounts[kind] * sizeof *mesh) == 0, "%s",
              gelConstraintKindText((gelConstraintKind)kind));
    }
    gelDestroyWorld(a);
    gelDestroyWorld(b);
}

// Returns the momentum of a body that swings freely, N s.
static double momentumAfter(gelConstraintOrder order)
{
    gelTetMesh mesh;
    gelWorld* world;
    gelBodyId id;
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    def.backend = gel_referenceDouble;
    def.order = order;
    def.gravity = (gelVec3){0.0f, 0.0f, 0.0f};
    body.material.bendingStiffness = 100.0f;
    body.material.youngModulus = 1e5f;
    body.material.damping = 0.0f;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 3, 3, 3, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBody(world, &body, &mesh, &id));
    float* xyz = calloc((size_t)mesh.vertexCount * 3, sizeof *xyz);
    for (int v = 0; v < mesh.vertexCount; v++) {
        const float* x = mesh.positions + 3 * v;
        xyz[3 * v] = 1.3f * x[0] + 0.3f * x[1] * x[2];
        xyz[3 * v + 1] = 0.8f * x[1] + 0.2f * x[0] * x[0];
        xyz[3 * v + 2] = x[2];
    }
    REQUIRE(gelBody_WritePositions(world, id, xyz, mesh.vertexCount));
    for (int i = 0; i < 10; i++)
        REQUIRE(gelWorld_Step(world, frame));
    REQUIRE(gelWorldPull(world));
    double sum[3] = {0};
    for (int v = 0; v < world->vertexCount; v++)
        for (int k = 0; k < 3; k++)
            sum[k] += world->vertices[v].velocity[k] / world->vertices[v].inverseMass;
    free(xyz);
    gelDestroyTetMesh(&mesh);
    gelDestroyWorld(world);
    return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
}

// Averages alone do not: vertices divide by different numbers. The balance gives back what is lost.
static void every_order_keeps_momentum(void)
{
    static const gelConstraintOrder orders[] = {gel_colourOrder, gel_jacobiOrder, gel_jacobiAveragedOrder,
                                                gel_jacobiRelaxedOrder};
    for (int i = 0; i < 4; i++)
        CHECK_CLOSE(momentumAfter(orders[i]), 0.0, 1e-9, "rounding, of 1000 kg at 1 m/s");
}

static void a_flipped_bit_is_found_after_the_sum_it_was_flipped_in(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelBodyId ids[2];
        gelDifference difference;
        gelDivergence divergence;
        bool diverged = false;
        gelWorld *reference = makeScene(&backends.defs[0], gel_jacobiOrder, true, ids),
                 *device = makeScene(&backends.defs[b], gel_jacobiOrder, true, ids);
        plantFault(
            device,
            (PlantedFault){.step = 1, .substep = 3, .stage = gel_stageGather, .kind = gel_volumeConstraint});
        for (int i = 0; i < 2; i++)
            REQUIRE(gelStepAndCompare(reference, device, frame, &difference, &divergence, &diverged));
        CHECK(diverged && divergence.stage == gel_stageGather && divergence.kind == gel_volumeConstraint &&
                  divergence.substep == 3 && divergence.constraint == -1 && divergence.colour == -1,
              "%s: found in %s, substep %d", backends.names[b],
              gelStageText(divergence.stage, divergence.kind), divergence.substep);
        gelDestroyWorld(reference);
        gelDestroyWorld(device);
    }
}

static void devices_step_all_bodies_on_the_grid_and_say_why(void)
{
    Backends backends = listBackends();
    for (int b = 1; b < backends.count; b++) {
        gelBodyId ids[2];
        gelStrategy strategy;
        gelWorldDef def = backends.defs[b];
        def.strategy = gel_strategyBody;
        gelWorld* world = makeScene(&def, gel_jacobiRelaxedOrder, true, ids);
        REQUIRE(gelBody_GetStrategy(world, ids[0], &strategy));
        CHECK_INT(strategy, gel_strategyPerColour);
        CHECK_TEXT(gelWorld_ExplainPlan(world), "order jacobi-relaxed");
        gelDestroyWorld(world);
    }
}

TESTS(TEST(a_bar_sags_as_each_order_makes_it), TEST(every_back_end_has_the_same_bits_in_every_order),
      TEST(a_body_may_come_between_corrections_and_their_sums),
      TEST(a_kind_has_a_stage_of_corrections_and_one_that_adds_them_up),
      TEST(constraints_are_listed_in_the_order_of_their_numbers), TEST(every_order_keeps_momentum),
      TEST(a_flipped_bit_is_found_after_the_sum_it_was_flipped_in),
      TEST(devices_step_all_bodies_on_the_grid_and_say_why))
