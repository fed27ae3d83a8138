// The plan lists constraints only when somebody asks, long after it was made: what happens in between must
// not change what it says. And it gives the order of a substep.
#include "plan/stages.h"
#include "support/files.h"
#include "support/fixtures.h"

#include <malloc.h>

static const float frame = 1.0f / 60.0f;

// Never grows a block in place, and spoils the old one: whoever still reads it crashes.
static void* movingResize(void* block, size_t size)
{
    void* moved = malloc(size);
    if (moved == NULL || block == NULL)
        return moved;
    size_t old = malloc_usable_size(block);
    memcpy(moved, block, old < size ? old : size);
    memset(block, 0xff, old);
    free(block);
    return moved;
}

static int allowedCalls;

static void* failingResize(void* block, size_t size)
{
    return allowedCalls-- > 0 ? realloc(block, size) : NULL;
}

// Boxes in a row, each stepped by one work-group, which needs no lists.
static gelWorld* makeWorld(const gelWorldDef* base, const gelTetMesh* mesh, int count, gelBodyId* last)
{
    gelWorldDef def = *base;
    gelBodyDef body = gelDefaultBodyDef();
    gelWorld* world;
    def.strategy = gel_strategyBody;
    def.ground.enabled = true;
    REQUIRE(gelCreateWorld(&def, &world));
    for (int i = 0; i < count; i++) {
        body.position = (gelVec3){2.0f * (float)i, 0.4f, 0.0f};
        REQUIRE(gelCreateBody(world, &body, mesh, last));
    }
    return world;
}

static void a_refused_body_leaves_the_plan_as_it_was(void)
{
    enum { bodies = 24 }; // the world's array of bodies grows with the next
    Backends backends = listBackends();
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 2, 2, 2, &mesh));
    gelSetAllocator(movingResize, free);
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelWorld *world = makeWorld(&backends.defs[b], &mesh, bodies, &id),
                 *other = makeWorld(&backends.defs[b], &mesh, bodies, &id);
        REQUIRE(gelWorld_Step(world, frame));
        REQUIRE(gelWorld_Step(other, frame));
        gelBodyDef far = gelDefaultBodyDef();
        far.position.x = 1e9f;
        far.scale = 1e6f;
        CHECK_STATUS(gelCreateBody(world, &far, &mesh, &id), gel_invalidArgument);
        gelMeasures found, expected;
        REQUIRE(gelWorld_Measure(world, &found));
        REQUIRE(gelWorld_Measure(other, &expected));
        CHECK(memcmp(&found, &expected, sizeof found) == 0, "%s: elastic energy %g J, not %g J",
              backends.names[b], found.elasticEnergy, expected.elasticEnergy);
        gelDestroyWorld(world);
        gelDestroyWorld(other);
    }
    gelSetAllocator(NULL, NULL);
    gelDestroyTetMesh(&mesh);
}

static void goals_outlast_a_stage_that_ran_out_of_memory(void)
{
    Backends backends = listBackends();
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 2, 2, 2, &mesh));
    uint64_t expected = 0;
    for (int b = 0; b < backends.count; b++) {
        gelBodyId id;
        gelWorld* world = makeWorld(&backends.defs[b], &mesh, 1, &id);
        const gelGoal goal = {id, 3, {0.5f, 2.0f, 0.5f}, 1e3f};
        REQUIRE(gelWorld_SetGoals(world, &goal, 1));
        REQUIRE(gelWorld_Step(world, frame));
        int failures = 0;
        for (int stage = 0; stage < 2;
             stage++) { // lists are made for single stages: the second solves constraints
            gelStatus status = gel_outOfMemory;
            for (int allowed = 0; status == gel_outOfMemory && allowed < 200; allowed++) {
                allowedCalls = allowed;
                gelSetAllocator(failingResize, free);
                status = gelWorld_StepStage(world, frame, NULL);
                gelSetAllocator(NULL, NULL);
                failures += status == gel_outOfMemory;
            }
            CHECK_STATUS(status, gel_success);
        }
        CHECK((failures > 5) == (b > 0), "%s: %d tries", backends.names[b], failures);
        REQUIRE(gelWorld_Step(world, frame));
        expected = b == 0 ? gelWorld_Hash(world) : expected;
        CHECK(gelWorld_Hash(world) == expected, "%s: %016llx, not %016llx", backends.names[b],
              (unsigned long long)gelWorld_Hash(world), (unsigned long long)expected);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// One launch after another: phase by phase, in a phase kind by kind, of a kind colour by colour.
static void checkOrderOfStages(gelWorld* world)
{
    enum { capacity = 64 };
    gelPhaseColours phases[capacity];
    gelStageInfo info = {0};
    int count, launches = 0, substep = -1, next[gel_constraintKindCount] = {0};
    int phase = 0, kind = 0; // of the last
    REQUIRE(gelWorld_GetPhaseColours(world, phases, capacity, &count));
    CHECK(count <= capacity, "%d phases", count);
    while (!info.lastOfStep) {
        REQUIRE(gelWorld_StepStage(world, frame, &info));
        CHECK_INT(info.phaseCount, count);
        if (info.substep != substep) { // its first stage
            substep = info.substep;
            phase = kind = launches = 0;
            memset(next, 0, sizeof next);
        }
        if (info.stage != gel_stageConstraints) {
            CHECK_INT(info.phase, 0);
            continue;
        }
        CHECK(info.phase >= phase && info.phase < count, "phase %d after phase %d", info.phase, phase);
        CHECK(info.phase > phase || (int)info.kind >= kind, "phase %d: kind %d after kind %d", phase,
              (int)info.kind, kind);
        CHECK_INT(info.colour, next[info.kind]++);
        phase = info.phase;
        kind = (int)info.kind;
        int end = 0;
        for (int p = 0; p <= phase && p < capacity; p++)
            end += phases[p].counts[kind];
        CHECK(info.colour < end && info.colour >= end - phases[phase].counts[kind],
              "phase %d, kind %d: colour %d is of another phase", phase, kind, info.colour);
        launches++;
    }
    for (int p = 0; p < count; p++)
        for (int k = 0; k < gel_constraintKindCount; k++)
            launches -= phases[p].counts[k];
    CHECK_INT(launches, 0);
}

static void stages_go_phase_by_phase_kind_by_kind_colour_by_colour(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 4, 4, 4, &mesh));
    for (int order = gel_colourOrder; order < gel_constraintOrderCount; order++) {
        gelWorldDef def = gelDefaultWorldDef();
        gelBodyDef body = gelDefaultBodyDef();
        gelWorld* world;
        gelBodyId id;
        int phases, described;
        def.backend = gel_referenceFloat;
        def.order = (gelConstraintOrder)order;
        def.tileSize = 16;
        def.ground.enabled = true;
        def.substepCount = 4;
        REQUIRE(gelCreateWorld(&def, &world));
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        body.position.x = 3.0f;
        body.material.bendingStiffness = 10.0f; // a kind that the first does not have
        REQUIRE(gelCreateBody(world, &body, &mesh, &id));
        REQUIRE(gelWorld_GetPhaseColours(world, NULL, 0, &phases));
        REQUIRE(gelBody_GetPhases(world, id, NULL, 0, &described));
        CHECK(described > 2, "only %d phases", described);
        CHECK_INT(phases, order == gel_colourOrder ? described : 1);
        checkOrderOfStages(world);
        checkOrderOfStages(world);
        gelDestroyWorld(world);
    }
    gelDestroyTetMesh(&mesh);
}

// Between the stages before the constraints and those after them, so that one kernel can run them all. Balance alone cuts
// them.
static void stages_that_bodies_run_on_their_own_follow_each_other(void)
{
    int runs = 0;
    for (int i = 0; i < gel_stageCount; i++)
        runs += !gelIsOfAllBodies((gelStage)i) && i != gel_stageBalance + 1 &&
                (i == 0 || gelIsOfAllBodies((gelStage)(i - 1)));
    CHECK_INT(runs, 1);
    CHECK(!gelIsOfAllBodies(gel_stageConstraints), "the constraints are of all bodies");
}

static void the_table_of_stages_in_the_documents_is_that_of_the_code(void)
{
    static char page[1 << 16];
    readText(GEL_ASSETS "/../docs/architecture.md", page, sizeof page);
    const char* place = page;
    for (int i = 0; i < gel_stageCount; i++) {
        char line[256];
        gelStage stage = (gelStage)i;
        snprintf(line, sizeof line, "\n| %s | %s | %s |",
                 stage == gel_stageConstraints ? "constraints"
                 : stage == gel_stageGather    ? "gather"
                                               : gelStageText(stage, gel_distanceConstraint),
                 gelIsOfAllBodies(stage) ? "all together" : "one by one", gelStageNote(stage));
        const char* found = strstr(place, line);
        CHECK(found != NULL, "docs/architecture.md lacks, after the stage before it:%s", line);
        place = found != NULL ? found : place;
    }
}

TESTS(TEST(stages_that_bodies_run_on_their_own_follow_each_other),
      TEST(the_table_of_stages_in_the_documents_is_that_of_the_code),
      TEST(a_refused_body_leaves_the_plan_as_it_was), TEST(goals_outlast_a_stage_that_ran_out_of_memory),
      TEST(stages_go_phase_by_phase_kind_by_kind_colour_by_colour))
