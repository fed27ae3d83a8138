// Two worlds in lock-step: equal, or with the first difference found to the constraint.
#include "support/fixtures.h"
#include "support/planted_fault.h"
#include "support/limited_memory.h"
#include "world/world.h"

#include <math.h>

static const float frame = 1.0f / 60.0f;

static gelWorld* makeWorld(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    gelWorld* world;
    def.ground.enabled = def.contact = true;
    def.substepCount = 4;
    def.tileSize = 16; // several phases
    REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 1.0f, 1.0f}, 2, 2, 2, &mesh));
    REQUIRE(gelCreateWorld(&def, &world));
    bodyDef.position =
        (gelVec3){0.5f, 1.5f, 0.25f}; // in the air for the first frames: the ground swallows a flipped bit
    bodyDef.material.bendingStiffness = 10.0f; // every kind of constraint: of two models
    bodyDef.rotation = (gelQuat){0.1f, 0.2f, 0.3f, 0.9f};
    for (int i = 0; i < 2; i++) {
        bodyDef.position.x += 2.0f * (float)i;
        bodyDef.material.model = i == 0 ? gel_edgesAndVolumes : gel_neoHookean;
        REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
    }
    bodyDef.position.x += 2.0f;
    bodyDef.material.model = gel_edgesAndVolumes;
    bodyDef.material.springs = gel_pullOnly;
    bodyDef.material.bendingModel = gel_isometricBending;
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &id));
    bodyDef.position.x += 2.0f;
    gelLineMesh lines;
    REQUIRE(gelCreateStraightLine(1.0f, 40, &lines));
    REQUIRE(gelCreateRope(world, &bodyDef, &lines, &id));
    gelDestroyLineMesh(&lines);
    gelDestroyTetMesh(&mesh);
    return world;
}

static gelWorld* makeReference(gelBackendKind kind)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = kind;
    return makeWorld(&def);
}

static void devices_and_reference_are_equal_in_lock_step(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        gelWorld *reference = makeReference(gel_referenceFloat), *device = makeWorld(&backends.defs[b]);
        for (int i = 0; i < framesToRun(20); i++) {
            gelDifference difference;
            gelDivergence divergence;
            bool diverged;
            REQUIRE(gelStepAndCompare(reference, device, frame, &difference, &divergence, &diverged));
            CHECK(difference.equal && !diverged, "%s parts at frame %d, %s", backends.names[b], i,
                  gelStageText(divergence.stage, divergence.kind));
            CHECK(difference.largest == 0.0, "%g", difference.largest);
        }
        CHECK_HEX(gelWorld_Hash(device), gelWorld_Hash(reference));
        gelDestroyWorld(reference);
        gelDestroyWorld(device);
    }
}

// A flipped bit in any stage of any back end is found in exactly that stage, at one unit in the last place.
static void a_planted_fault_is_found_where_it_was_planted(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++)
        for (int i = 0; i < gel_constraintKindCount + 5; i++) {
            static const gelStage others[5] = {gel_stageIntegrate, gel_stageGoal, gel_stageGround,
                                               gel_stageVelocity, gel_stageContact};
            bool hasColours = i < gel_constraintKindCount; // first the kinds of constraint
            int kind = hasColours ? i : 0;
            gelStage stage = hasColours ? gel_stageConstraints : others[i - gel_constraintKindCount];
            gelWorld *reference = makeReference(gel_referenceFloat), *device = makeWorld(&backends.defs[b]);
            PlantedFault fault = {.step = 2,
                                  .substep = 3,
                                  .stage = stage,
                                  .kind = (gelConstraintKind)kind,
                                  .colour = hasColours ? 3 : 0};
            // A distant weak goal and contact, so that the step has all stages.
            gelBodyId ids[2];
            gelWorld_GetBodies(reference, ids, 2);
            gelGoal goal = {ids[0], 0, {9.0f, 9.0f, 9.0f}, 1.0f};
            REQUIRE(gelWorld_SetGoals(reference, &goal, 1));
            REQUIRE(gelWorld_SetGoals(device, &goal, 1));
            gelWorldDef settings = gelWorld_GetDef(reference);
            settings.contact = true;
            REQUIRE(gelWorld_SetSettings(reference, &settings));
            REQUIRE(gelWorld_SetSettings(device, &settings));
            plantFault(device, fault);
            int found = 0;
            for (int step = 0; step < 3; step++) {
                gelDifference difference;
                gelDivergence divergence;
                bool diverged;
                REQUIRE(gelStepAndCompare(reference, device, frame, &difference, &divergence, &diverged));
                CHECK(difference.equal == (step < 2), "%s, %s: frame %d is%s equal", backends.names[b],
                      gelStageText(fault.stage, fault.kind), step, difference.equal ? "" : " not");
                if (!diverged)
                    continue;
                found++;
                CHECK_INT(step, 2);
                CHECK_INT(divergence.substep, 3);
                CHECK_INT(divergence.stage, stage);
                CHECK_INT(divergence.kind, kind);
                CHECK_INT(divergence.colour, hasColours ? 3 : -1);
                CHECK(hasColours == (divergence.constraint >= 0), "constraint %d", divergence.constraint);
                CHECK_INT(divergence.velocity, stage == gel_stageVelocity);
                CHECK_INT(divergence.ulps, 1);
                CHECK(divergence.a != divergence.b, "both are %.9g", divergence.a);
            }
            CHECK_INT(found, 1);
            gelDestroyWorld(reference);
            gelDestroyWorld(device);
        }
}

static void comparing_leaves_pins_as_they_are(void)
{
    gelWorld *a = makeReference(gel_referenceFloat), *b = makeReference(gel_referenceFloat);
    gelBodyId ids[2];
    gelDifference difference;
    gelDivergence divergence;
    bool diverged;
    float before[81], after[81];
    gelWorld_GetBodies(b, ids, 2);
    REQUIRE(gelBody_PinBelow(b, ids[0], 100.0f, NULL));
    REQUIRE(gelBody_ReadPositions(b, ids[0], before, 27));
    for (int i = 0; i < 3; i++)
        REQUIRE(gelStepAndCompare(a, b, frame, &difference, &divergence, &diverged));
    REQUIRE(gelBody_ReadPositions(b, ids[0], after, 27));
    CHECK(memcmp(before, after, sizeof before) == 0, "pinned vertex 0 moved from %g to %g", (double)before[1],
          (double)after[1]);
    CHECK(!difference.equal, "one of them is pinned");
    gelDestroyWorld(a);
    gelDestroyWorld(b);
}

static void comparing_completes_the_steps_under_way(void)
{
    gelWorld *a = makeReference(gel_referenceFloat), *b = makeReference(gel_referenceFloat);
    gelWorld* whole = makeReference(gel_referenceFloat);
    gelDifference difference;
    for (int i = 0; i < 5; i++)
        REQUIRE(gelWorld_StepStage(a, frame, NULL));
    REQUIRE(gelWorld_StepStage(b, frame, NULL));
    REQUIRE(gelStepAndCompare(a, b, frame, &difference, NULL, NULL));
    CHECK(difference.equal, "they differ by %g m", difference.largest);
    for (int i = 0; i < 2; i++)
        REQUIRE(gelWorld_Step(whole, frame));
    CHECK_HEX(gelWorld_Hash(a), gelWorld_Hash(whole));
    gelDestroyWorld(a);
    gelDestroyWorld(b);
    gelDestroyWorld(whole);
}

static void single_and_double_precision_stay_close(void)
{
    gelWorld *single = makeReference(gel_referenceFloat), *twice = makeReference(gel_referenceDouble);
    gelDifference difference;
    for (int i = 0; i < 60; i++) {
        bool diverged;
        REQUIRE(gelStepAndCompare(single, twice, frame, &difference, NULL, &diverged));
        CHECK(!diverged, "no divergence is looked for between precisions");
    }
    CHECK(!difference.equal, "single precision cannot be exact");
    CHECK(difference.largest > 0.0 && difference.largest < 1e-3 * difference.bodySize,
          "they differ by %g of %g m", difference.largest, difference.bodySize);
    CHECK(difference.rootMeanSquare <= difference.largest, "%g > %g", difference.rootMeanSquare,
          difference.largest);
    gelDestroyWorld(single);
    gelDestroyWorld(twice);
}

static void worlds_with_different_bodies_are_refused(void)
{
    gelWorld *a = makeReference(gel_referenceFloat), *b = makeReference(gel_referenceFloat);
    gelBodyId ids[2];
    gelDifference difference;
    gelWorld_GetBodies(b, ids, 2);
    REQUIRE(gelDestroyBody(b, ids[1]));
    CHECK_STATUS(gelMeasureDifference(a, b, &difference), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "different bodies");
    gelDestroyWorld(a);
    gelDestroyWorld(b);
}

// One vertex is not finite, in one of the two worlds or in both; the others are equal.
static void what_is_not_finite_differs_by_infinity(void)
{
    static const float values[2] = {NAN, INFINITY};
    for (int i = 0; i < 8; i++) {
        gelWorld *a = makeReference(gel_referenceFloat), *b = makeReference(gel_referenceFloat);
        gelDifference difference;
        bool isVelocity = i / 4 == 1, inBoth = i / 2 % 2 == 1;
        REQUIRE(gelMeasureDifference(a, b, &difference));
        CHECK(difference.equal && difference.largest == 0.0, "%g m apart as they begin", difference.largest);
        double size = difference.bodySize;
        for (int k = 0; k < (inBoth ? 2 : 1); k++) {
            gelVertexState* vertex = &(k == 0 ? a : b)->vertices[1];
            (isVelocity ? vertex->velocity : vertex->position)[2] = (double)values[i % 2];
        }
        REQUIRE(gelMeasureDifference(a, b, &difference));
        CHECK(!difference.equal, "case %d: equal", i);
        CHECK(isinf(difference.largest) && isinf(difference.rootMeanSquare), "case %d: %g m, rms %g m", i,
              difference.largest, difference.rootMeanSquare);
        CHECK(difference.bodySize > 0.5 * size && difference.bodySize <= size, "case %d: %g m large", i,
              difference.bodySize);
        gelDestroyWorld(a);
        gelDestroyWorld(b);
    }
}

// Ever more memory is granted, until the planted fault is found: worlds that it is too short for are as before.
static void worlds_come_back_where_memory_stays_short(void)
{
    enum { plenty = 1 << 30 };
    gelSetAllocator(limitedResize, limitedFree);
    granted = plenty;
    gelWorld *a = makeReference(gel_referenceFloat), *b = makeReference(gel_referenceFloat);
    REQUIRE(gelWorld_Step(a, frame));
    REQUIRE(gelWorld_Step(b, frame));
    uint64_t before = gelWorld_Hash(a);
    bool diverged = false;
    int failures = 0, others = 0;
    for (int max = 0; !diverged && others == 0; max++) {
        gelDifference difference;
        gelDivergence divergence;
        plantFault(b, (PlantedFault){.step = 1, .stage = gel_stageConstraints, .colour = 1});
        granted = max;
        gelStatus status = gelStepAndCompare(a, b, frame, &difference, &divergence, &diverged);
        granted = plenty;
        failures += status == gel_outOfMemory;
        others += status != gel_success &&
                  (status != gel_outOfMemory || gelWorld_Hash(a) != before || gelWorld_Hash(b) != before);
        CHECK(others == 0, "after %d allocations: status %d, %016llx and %016llx, before %016llx", max,
              (int)status, (unsigned long long)gelWorld_Hash(a), (unsigned long long)gelWorld_Hash(b),
              (unsigned long long)before);
    }
    CHECK(failures > 20, "only %d allocations", failures);
    gelDestroyWorld(a);
    gelDestroyWorld(b);
    CHECK_INT(living, 0);
    gelSetAllocator(NULL, NULL);
}

TESTS(TEST(worlds_come_back_where_memory_stays_short), TEST(devices_and_reference_are_equal_in_lock_step),
      TEST(a_planted_fault_is_found_where_it_was_planted), TEST(comparing_leaves_pins_as_they_are),
      TEST(comparing_completes_the_steps_under_way), TEST(single_and_double_precision_stay_close),
      TEST(worlds_with_different_bodies_are_refused), TEST(what_is_not_finite_differs_by_infinity))
