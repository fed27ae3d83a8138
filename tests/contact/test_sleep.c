// Bodies that have come to rest sleep: they keep every bit, cost nothing, and wake when something moves them; on all
// back ends in the same steps.
#include "contact/obstacle_fixtures.h"
#include "support/failing_memory.h"

#include <inttypes.h>

static const gelStrategy strategies[] = {gel_strategyPerColour, gel_strategyBody, gel_strategyEnsemble,
                                         gel_strategyTiles};

// Two blocks on a table, or three with one beside them.
typedef struct Stack {
    gelWorld* world;
    gelBodyId table, blocks[3];
} Stack;

static gelWorld* newSleepy(const gelWorldDef* base)
{
    gelWorldDef def = *base;
    gelWorld* world;
    def.contact = true;
    def.sleep = true;
    def.substepCount = 10;
    REQUIRE(gelCreateWorld(&def, &world));
    return world;
}

static gelBodyId addSoft(gelWorld* world, gelStrategy strategy, float y, float x)
{
    gelBodyDef def = gelDefaultBodyDef();
    gelTetMesh mesh;
    gelBodyId id;
    REQUIRE(gelCreateBoxMesh((gelVec3){0.2f, 0.2f, 0.2f}, 2, 2, 2, &mesh));
    def.material.youngModulus = 3e5f;
    def.material.damping = 2.0f;
    def.position = (gelVec3){x, y, 0.0f};
    def.strategy = strategy;
    REQUIRE(gelCreateBody(world, &def, &mesh, &id));
    gelDestroyTetMesh(&mesh);
    return id;
}

static Stack newStack(const gelWorldDef* base, gelStrategy strategy)
{
    Stack stack = {.world = newSleepy(base)};
    stack.table = addBox(stack.world, (gelVec3){1.0f, 0.2f, 1.0f}, (gelVec3){0.0f, -0.1f, 0.0f});
    for (int i = 0; i < 2; i++)
        stack.blocks[i] = addSoft(stack.world, strategy, 0.11f + 0.22f * (float)i, 0.0f);
    return stack;
}

static Stack newReferenceStack(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    return newStack(&def, gel_strategyAuto);
}

static bool areAwake(const Stack* stack)
{
    return gelBody_IsAwake(stack->world, stack->blocks[0]) || gelBody_IsAwake(stack->world, stack->blocks[1]);
}

// Frames until all sleep, at most 300.
static int settle(const Stack* stack)
{
    int frames = 0;
    while (areAwake(stack) && frames < 300) {
        step(stack->world, 1);
        frames++;
    }
    CHECK(!areAwake(stack), "the stack is still awake after %d frames", frames);
    return frames;
}

static int countAwake(gelWorld* world)
{
    gelCounters counters;
    REQUIRE(gelWorld_GetCounters(world, &counters));
    return counters.awakeBodyCount;
}

static void a_stack_that_rests_sleeps_and_keeps_its_bits(void)
{
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        Stack stack = newStack(&backends.defs[b], gel_strategyAuto);
        CHECK(countAwake(stack.world) == 2, "%d", countAwake(stack.world));
        int frames = settle(&stack);
        CHECK(frames > 30, "it fell asleep after %d frames, before it could rest", frames);
        step(stack.world, 1);
        uint64_t asleep = gelWorld_Hash(stack.world);
        gelCounters before, after;
        REQUIRE(gelWorld_GetCounters(stack.world, &before));
        step(stack.world, 100);
        REQUIRE(gelWorld_GetCounters(stack.world, &after));
        uint64_t later = gelWorld_Hash(stack.world);
        CHECK(later == asleep, "%s: %016" PRIx64 ", and 100 frames later %016" PRIx64, backends.names[b],
              asleep, later);
        CHECK(gelWorld_GetProfile(stack.world).launchesPerStep == 0, "%d launches",
              gelWorld_GetProfile(stack.world).launchesPerStep);
        CHECK(after.stepCount == before.stepCount + 100, "%d steps",
              (int)(after.stepCount - before.stepCount));
        CHECK(after.awakeBodyCount == 0, "%d", after.awakeBodyCount);
        gelDestroyWorld(stack.world);
    }
}

static void without_the_setting_sleep_no_body_sleeps(void)
{
    Stack stack = newReferenceStack();
    gelWorldDef def = gelWorld_GetDef(stack.world);
    settle(&stack);
    def.sleep = false;
    REQUIRE(gelWorld_SetSettings(stack.world, &def));
    CHECK(areAwake(&stack), "it sleeps on");
    step(stack.world, 120);
    CHECK(areAwake(&stack), "it fell asleep");
    gelDestroyWorld(stack.world);
}

typedef void Disturb(Stack* stack);

static void changeGravity(Stack* stack)
{
    REQUIRE(gelWorld_SetGravity(stack->world, (gelVec3){0.0f, -12.0f, 0.0f}));
}

static void pull(Stack* stack)
{
    gelGoal goal = {stack->blocks[1], 0, {0.0f, 1.0f, 0.0f}, 1000.0f};
    REQUIRE(gelWorld_SetGoals(stack->world, &goal, 1));
}

static void pin(Stack* stack)
{
    REQUIRE(gelBody_SetPinned(stack->world, stack->blocks[1], (int[]){3}, 1, true));
}

static void throwBlock(Stack* stack)
{
    int count = gelBody_GetMesh(stack->world, stack->blocks[0])->vertexCount;
    float* v = calloc((size_t)count, 12);
    v[0] = 1.0f;
    REQUIRE(gelBody_WriteVelocities(stack->world, stack->blocks[0], v, count));
    free(v);
}

static void softenBlock(Stack* stack)
{
    gelMaterial material;
    REQUIRE(gelBody_GetMaterial(stack->world, stack->blocks[0], &material));
    material.youngModulus = 2e5f;
    REQUIRE(gelBody_SetMaterial(stack->world, stack->blocks[0], &material));
}

static void lift(Stack* stack)
{
    REQUIRE(gelObstacle_SetPose(stack->world, stack->table, (gelVec3){0.0f, -0.099f, 0.0f}, unturned));
}

static void teleport(Stack* stack)
{
    REQUIRE(gelObstacle_Teleport(stack->world, stack->table, (gelVec3){3.0f, -0.1f, 0.0f}, unturned));
}

static void removeTable(Stack* stack)
{
    REQUIRE(gelDestroyBody(stack->world, stack->table));
}

static void passThrough(Stack* stack)
{
    REQUIRE(gelWorld_IgnorePair(stack->world, stack->table, stack->blocks[0], true));
}

static void askToWake(Stack* stack)
{
    REQUIRE(gelBody_Wake(stack->world, stack->blocks[0]));
}

static void runBelt(Stack* stack)
{
    REQUIRE(gelObstacle_SetSurfaceVelocity(stack->world, stack->table, (gelVec3){0.1f, 0.0f, 0.0f}));
}

static void whatever_moves_one_wakes_its_island(void)
{
    static const struct {
        const char* name;
        Disturb* disturb;
        bool moves;
    } rows[] = {{"gravity", changeGravity, true},
                {"a goal", pull, true},
                {"a pin", pin, false},
                {"a velocity", throwBlock, true},
                {"a material", softenBlock, true},
                {"a table that moves", lift, true},
                {"a table that jumps", teleport, true},
                {"no table", removeTable, true},
                {"an ignored pair", passThrough, true},
                {"being told to", askToWake, false},
                {"a belt", runBelt, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Stack stack = newReferenceStack();
        settle(&stack);
        step(stack.world, 1);
        uint64_t before = gelWorld_Hash(stack.world);
        rows[i].disturb(&stack);
        step(stack.world, 1);
        CHECK(countAwake(stack.world) == 2, "%s wakes %d", rows[i].name, countAwake(stack.world));
        uint64_t after = gelWorld_Hash(stack.world);
        CHECK(!rows[i].moves || after != before, "%s moves nothing", rows[i].name);
        gelDestroyWorld(stack.world);
    }
}

static void what_is_destroyed_wakes_what_it_held_up(void)
{
    Stack stack = newReferenceStack();
    settle(&stack);
    REQUIRE(gelDestroyBody(stack.world, stack.blocks[0]));
    step(stack.world, 30);
    State upper = look(stack.world, stack.blocks[1]);
    CHECK(upper.mean[1] < 0.15, "it hangs at %g m", upper.mean[1]);
    gelDestroyWorld(stack.world);
}

// The ball is a block.
static void a_stack_wakes_when_something_falls_onto_it_and_one_far_away_does_not(void)
{
    Stack stack = newReferenceStack();
    gelBodyId far = addSoft(stack.world, gel_strategyAuto, 0.11f, -0.38f);
    settle(&stack);
    step(stack.world, 60);
    CHECK(!gelBody_IsAwake(stack.world, far), "the other block is awake");
    gelBodyId ball = addSoft(stack.world, gel_strategyAuto, 1.0f, 0.0f);
    step(stack.world, 10);
    CHECK(!areAwake(&stack), "it woke before the ball came near");
    CHECK(countAwake(stack.world) == 1, "%d are awake", countAwake(stack.world));
    State before = look(stack.world, stack.blocks[1]);
    int frames = 0;
    for (; frames < 60 && !areAwake(&stack); frames++)
        step(stack.world, 1);
    CHECK(frames < 60, "it sleeps on");
    CHECK(!gelBody_IsAwake(stack.world, far), "the far block wakes");
    step(stack.world, 20);
    State after = look(stack.world, stack.blocks[1]);
    CHECK(fabs(after.mean[1] - before.mean[1]) > 1e-4, "the stack bore it like a rock, %g m, %g m",
          after.mean[1], before.mean[1]);
    stack.blocks[1] = ball;
    settle(&stack);
    gelDestroyWorld(stack.world);
}

// One sleeps while another moves about: of every strategy, and so is left out of launches. Then it is hit.
static Stack newScene(const gelWorldDef* base, gelStrategy strategy)
{
    Stack stack = newStack(base, strategy);
    stack.blocks[2] = addSoft(stack.world, strategy, 6.0f, 0.06f);
    addSoft(stack.world, gel_strategyAuto, 0.11f, -0.38f);
    return stack;
}

static void every_strategy_has_the_bits_of_the_reference(void)
{
    enum { checks = 20 };
    uint64_t expected[checks];
    int awake[checks], max = 0, min = 9;
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++)
        for (int s = 0; s < (b == 0 ? 1 : 4); s++) {
            Stack stack = newScene(&backends.defs[b], strategies[s]);
            for (int i = 0; i < checks; i++) {
                step(stack.world, 10);
                uint64_t hash = gelWorld_Hash(stack.world);
                int count = countAwake(stack.world);
                if (b == 0) {
                    expected[i] = hash;
                    awake[i] = count;
                    max = count > max ? count : max;
                    min = count < min ? count : min;
                }
                CHECK(hash == expected[i] && count == awake[i],
                      "%s, %s, frame %d: %016" PRIx64 ", %d awake; the reference: %016" PRIx64 ", %d",
                      backends.names[b], gelStrategyText(strategies[s]), 10 * (i + 1), hash, count,
                      expected[i], awake[i]);
            }
            gelDestroyWorld(stack.world);
        }
    CHECK(max == 4 && min <= 1, "%d to %d were awake: the test shows little", min, max);
}

static void what_sleeps_is_left_out_of_launches(void)
{
    Backends backends = listBackends();
    for (int b = 1; b < backends.count; b++) {
        Stack stack = newStack(&backends.defs[b], gel_strategyTiles);
        step(stack.world, 5);
        gelBodyId high = addSoft(stack.world, gel_strategyBody, 1000.0f, 0.0f);
        step(stack.world, 1);
        int before = gelWorld_GetProfile(stack.world).launchesPerStep;
        settle(&stack);
        step(stack.world, 1);
        int after = gelWorld_GetProfile(stack.world).launchesPerStep;
        CHECK(gelBody_IsAwake(stack.world, high), "what falls sleeps");
        CHECK(after < 20 && after < before, "%d launches, %d before", after, before);
        gelDestroyWorld(stack.world);
    }
}

static void clones_go_on_with_the_same_bits(void)
{
    static const int at[] = {20, 60, 110};
    for (int i = 0; i < 3; i++) {
        gelWorldDef def = gelDefaultWorldDef();
        def.backend = gel_referenceFloat;
        Stack stack = newScene(&def, gel_strategyAuto);
        gelWorld* clone;
        step(stack.world, at[i]);
        REQUIRE(gelCloneWorld(stack.world, &def, &clone));
        for (int k = 0; k < 10; k++) {
            step(stack.world, 10);
            step(clone, 10);
            uint64_t a = gelWorld_Hash(stack.world), b = gelWorld_Hash(clone);
            CHECK(a == b && countAwake(clone) == countAwake(stack.world),
                  "frame %d: %016" PRIx64 ", the clone %016" PRIx64, at[i] + 10 * (k + 1), a, b);
        }
        gelDestroyWorld(clone);
        gelDestroyWorld(stack.world);
    }
}

static void stages_one_by_one_have_the_same_bits(void)
{
    Stack whole = newReferenceStack(), staged = newReferenceStack();
    for (int frames = settle(&whole) + 10; frames > 0; frames--) {
        gelStageInfo info = {0};
        while (!info.lastOfStep)
            REQUIRE(gelWorld_StepStage(staged.world, frame, &info));
    }
    step(whole.world, 10);
    uint64_t a = gelWorld_Hash(whole.world), b = gelWorld_Hash(staged.world);
    CHECK(a == b && !areAwake(&staged), "%016" PRIx64 ", stage by stage %016" PRIx64, a, b);
    gelDestroyWorld(whole.world);
    gelDestroyWorld(staged.world);
}

static void falling_asleep_ends_no_contact(void)
{
    Stack stack = newReferenceStack();
    gelContactEvent events[16];
    int quiet = 0, frames = 0;
    gelWorld_SetContactEvents(stack.world, true);
    for (; areAwake(&stack) && frames < 300; frames++) {
        step(stack.world, 1);
        quiet = gelWorld_GetContactEvents(stack.world, events, 16) == 0 ? quiet + 1 : 0;
    }
    CHECK(quiet > 2, "%d of the last frames of %d passed without events", quiet, frames);
    step(stack.world, 1);
    int count = gelWorld_GetContactEvents(stack.world, events, 16);
    CHECK(count == 0, "%d events while all sleep", count);
    REQUIRE(gelBody_Wake(stack.world, stack.blocks[0]));
    step(stack.world, 1);
    count = gelWorld_GetContactEvents(stack.world, events, 16);
    CHECK(count == 0, "%d events as they wake", count);
    gelDestroyWorld(stack.world);
}

static void bodies_sleep_on_the_ground_without_contact(void)
{
    Backends backends = listBackends();
    uint64_t reference = 0;
    for (int b = 0; b < backends.count; b++) {
        gelWorldDef def = backends.defs[b];
        gelWorld* world;
        def.sleep = true;
        def.contact = false;
        def.ground.enabled = true;
        REQUIRE(gelCreateWorld(&def, &world));
        gelBodyId low = addSoft(world, gel_strategyAuto, 0.11f, 0.0f);
        gelBodyId high =
            addSoft(world, gel_strategyAuto, 20.0f, 0.0f); // falls through the other, without contact
        step(world, 100);
        CHECK(!gelBody_IsAwake(world, low) && gelBody_IsAwake(world, high), "%s", backends.names[b]);
        step(world, 300);
        CHECK(!gelBody_IsAwake(world, low) && !gelBody_IsAwake(world, high), "%s", backends.names[b]);
        uint64_t hash = gelWorld_Hash(world);
        reference = b == 0 ? hash : reference;
        CHECK(hash == reference, "%s: %016" PRIx64 ", not %016" PRIx64, backends.names[b], hash, reference);
        gelDestroyWorld(world);
    }
}

static void what_flies_or_turns_round_does_not_sleep(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world = newSleepy(&def);
    gelBodyId id = addSoft(world, gel_strategyAuto, 0.0f, 0.0f);
    for (int i = 0; i < 4; i++) {
        REQUIRE(gelWorld_Step(world, 1.0f));
        CHECK(gelBody_IsAwake(world, id), "it sleeps in the air after %d s", i + 1);
    }
    gelDestroyWorld(world);
}

// In how many steps blocks that float at rest fall asleep. If the first one runs out of memory first, as often as it can,
// the world goes on from the state that it then has.
static int stepsToSleep(bool fails)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelSnapshot* state;
    int steps = 0, failed = 0;
    def.backend = gel_referenceFloat;
    def.gravity = (gelVec3){0, 0, 0};
    Stack stack = newStack(&def, gel_strategyAuto);
    gelWorld* world = stack.world;
    for (; areAwake(&stack) && steps < 100; steps++) {
        armMemory(fails && steps == 0 ? 1 : 0);
        while (gelWorld_Step(world, 1.0f / 60.0f) != gel_success && failed++ < 1000) {
            armMemory(0);
            REQUIRE(gelTakeSnapshot(world, NULL, &state));
            REQUIRE(gelRestoreSnapshot(world, NULL, state));
            gelDestroySnapshot(state);
            armMemory(failed + 1);
        }
        armMemory(0);
    }
    CHECK((failed > 0) == fails, "%d steps failed", failed);
    gelDestroyWorld(world);
    return steps;
}

// It had counted the time at rest already, and counted it once more where its state went on.
static void a_step_that_fails_makes_nothing_sleep_earlier(void)
{
    useFailingMemory(true);
    CHECK_INT(stepsToSleep(true), stepsToSleep(false));
    CHECK_INT(livingBlocks, 0);
    useFailingMemory(false);
}

// Four bodies share a hook, a table and the ground: two hang from the hook, one of them swings; one lies on the table,
// which moves for a second, one on the ground. Stores the first frame in which each sleeps.
static void sleepInOrder(const int order[4], bool hookLast, int frames[4])
{
    static const float places[4][2] = {{-0.5f, 1.0f}, {0.5f, 1.0f}, {2.0f, 1.11f}, {4.0f, 0.11f}};
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    def.ground.enabled = true;
    gelWorld* world = newSleepy(&def);
    gelBodyId hook = {0}, table = {0}, bodies[4];
    gelAttachmentId swing = {0};
    float velocities[81] = {0};
    for (int v = 0; v < 27; v++)
        velocities[3 * v + 2] = 0.5f;
    for (int i = 0; i < 6; i++) {
        if (i == (hookLast ? 5 : 0))
            hook = addBox(world, (gelVec3){2.0f, 0.1f, 0.2f}, (gelVec3){0.0f, 2.0f, 0.0f});
        else if (i == (hookLast ? 4 : 1))
            table = addBox(world, (gelVec3){0.5f, 0.2f, 0.5f}, (gelVec3){2.0f, 0.9f, 0.0f});
        else {
            int which = order[hookLast ? i : i - 2];
            bodies[which] = addSoft(world, gel_strategyAuto, places[which][1], places[which][0]);
        }
    }
    for (int i = 0; i < 4; i++)
        if (order[i] < 2) {
            gelAttachmentDef link = gelDefaultAttachmentDef();
            float x = places[order[i]][0];
            link.length = 0.85f;
            REQUIRE(gelBody_FindPoint(world, bodies[order[i]], (gelVec3){x, 1.1f, 0.0f}, &link.a));
            REQUIRE(gelBody_FindPoint(world, hook, (gelVec3){x, 1.95f, 0.0f}, &link.b));
            REQUIRE(gelCreateAttachment(world, &link, order[i] == 1 ? &swing : &(gelAttachmentId){0}));
        }
    REQUIRE(gelBody_WriteVelocities(world, bodies[1], velocities, 27));
    for (int f = 0; f < 150; f++) {
        if (f < 60)
            REQUIRE(gelObstacle_SetPose(world, table, (gelVec3){2.0f + 0.001f * (float)f, 0.9f, 0.0f},
                                        (gelQuat){0, 0, 0, 1}));
        step(world, 1);
        for (int i = 0; i < 4; i++)
            frames[i] = gelBody_IsAwake(world, bodies[i]) ? 0 : frames[i] > 0 ? frames[i] : f;
        if (f == 120)
            REQUIRE(gelDestroyAttachment(world, swing));
    }
    gelDestroyWorld(world);
}

static void obstacles_connect_nothing_in_whatever_order_bodies_were_made(void)
{
    int first[4] = {0};
    for (int n = 0; n < 48; n++) {
        int order[4] = {0, 1, 2, 3}, frames[4] = {0};
        for (int i = 3, left = n / 2; i > 0; left /= i + 1, i--) {
            int k = left % (i + 1), other = order[k];
            order[k] = order[i];
            order[i] = other;
        }
        sleepInOrder(order, n % 2 == 1, frames);
        for (int i = 0; i < 4; i++) {
            first[i] = n == 0 ? frames[i] : first[i];
            CHECK(frames[i] == first[i] && (frames[i] > 0) == (i != 1),
                  "order %d %d %d %d, hook %s: body %d sleeps since frame %d, first since %d", order[0],
                  order[1], order[2], order[3], n % 2 == 1 ? "last" : "first", i, frames[i], first[i]);
        }
    }
}

TESTS(TEST(a_stack_that_rests_sleeps_and_keeps_its_bits), TEST(without_the_setting_sleep_no_body_sleeps),
      TEST(whatever_moves_one_wakes_its_island), TEST(what_is_destroyed_wakes_what_it_held_up),
      TEST(a_stack_wakes_when_something_falls_onto_it_and_one_far_away_does_not),
      TEST(every_strategy_has_the_bits_of_the_reference), TEST(what_sleeps_is_left_out_of_launches),
      TEST(clones_go_on_with_the_same_bits), TEST(stages_one_by_one_have_the_same_bits),
      TEST(falling_asleep_ends_no_contact), TEST(bodies_sleep_on_the_ground_without_contact),
      TEST(obstacles_connect_nothing_in_whatever_order_bodies_were_made),
      TEST(what_flies_or_turns_round_does_not_sleep), TEST(a_step_that_fails_makes_nothing_sleep_earlier))
