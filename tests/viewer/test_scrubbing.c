// Going back and forth in what a session of the window has played: the same bits, in bounded memory. The session
// itself is tested here, without a window.
#include "support/fixtures.h"

#include "support/files.h"
#include "viewer/history.h"
#include "viewer/softness_causes.h"

enum { played = 1000 };

// Skins that touch, restitution, an obstacle with keys, pins, bodies that fall asleep, and input of the scene's own.
static const char scene[] =
    "{\"contact\":true,\"sleep\":true,\"substeps\":4,\"ground\":{\"restitution\":0.2},\"bodies\":["
    "{\"shape\":{\"type\":\"box\",\"size\":[0.4,0.4,0.4],\"cells\":[2,2,2]},\"position\":[0,0.5,0],"
    "\"material\":{\"restitution\":0.4,\"damping\":0.5}},"
    "{\"shape\":{\"type\":\"box\",\"size\":[0.8,0.1,0.1],\"cells\":[5,1,1]},\"position\":[1.5,0.4,0],"
    "\"pins\":[{\"box\":{\"lower\":[1,0,-1],\"upper\":[1.11,1,1]}}]},"
    "{\"shape\":{\"type\":\"box\",\"size\":[0.2,0.05,0.2],\"cells\":[2,1,2]},\"position\":[-2,0,0],"
    "\"material\":{\"damping\":20}}],"
    "\"obstacles\":[{\"shape\":{\"type\":\"box\",\"size\":[0.2,0.3,1]},\"loop\":true,\"keys\":["
    "{\"time\":0,\"position\":[-0.6,0.15,0]},{\"time\":2,\"position\":[-0.1,0.15,0]},"
    "{\"time\":4,\"position\":[-0.6,0.15,0]}]}],"
    "\"input\":[{\"frame\":30,\"drop\":{\"body\":0,\"position\":[0,0.8,0.1]}}]}";

static gelOutput output;

static gelSession openWith(const char* text, const char* backend, size_t limit)
{
    gelSession session;
    gelSetup setup = {0};
    output = gelOpenOutput(false);
    writeText(GEL_SCRATCH "/scrubbing.json", text);
    CHECK_INT(gelOpenSession(&output, GEL_SCRATCH "/scrubbing.json", backend, &setup, &session), 0);
    session.timeline.limit = limit;
    CHECK_INT(gelSession_OpenWorld(&session), 0);
    return session;
}

static gelSession open(const char* backend, size_t limit)
{
    return openWith(scene, backend, limit);
}

static void act(gelSession* session, gelEvent event)
{
    CHECK_INT(gelSession_Do(session, &event), 0);
}

// Applies what the user does before a frame.
static void actBefore(gelSession* session, int frame)
{
    gelWorldDef settings = gelSession_Settings(session);
    int turn = frame % 200;
    if (turn >= 10 && turn < 50)
        act(session, (gelEvent){.kind = turn == 10 ? gel_eventGrab : gel_eventPull,
                                .origin = {1.6f, 0.45f + 0.01f * (float)(turn - 10), 5.0f},
                                .direction = {0.0f, 0.0f, -1.0f},
                                .stiffness = 300.0f});
    if (turn == 50)
        act(session, (gelEvent){.kind = gel_eventRelease});
    settings.gravity.x = frame == 340 ? 0.5f : 0.0f;
    settings.substepCount = frame == 340 ? 5 : 4;
    if (frame == 340 || frame == 440)
        act(session, (gelEvent){.kind = gel_eventSettings, .settings = settings});
    gelMaterial material = gelDefaultMaterial();
    material.youngModulus = 54321.0f;
    if (frame == 560)
        act(session, (gelEvent){.kind = gel_eventMaterial, .body = 0, .material = material});
    if (frame == 620)
        act(session, (gelEvent){.kind = gel_eventDrop, .body = 0, .position = {0.4f, 1.0f, 0.0f}});
    if (frame == 700)
        act(session, (gelEvent){.kind = gel_eventRemove, .body = 0});
}

static void play(gelSession* session, int frames, uint64_t* hashes)
{
    for (int i = 0; i < frames; i++) {
        hashes[session->frame] = gelWorld_Hash(session->world);
        actBefore(session, (int)session->frame);
        session->timeline.saveTime = 0.0; // as if saving took no time: how often depends on it
        CHECK_INT(gelSession_Step(session), 0);
    }
    hashes[session->frame] = gelWorld_Hash(session->world);
}

static void goTo(gelSession* session, int64_t frame)
{
    CHECK_INT(gelSession_GoTo(session, frame), 0);
    while (gelSession_IsTravelling(session) && gelSession_Travel(session, 1.0) == 0)
        ;
}

static void checkFrame(gelSession* session, int64_t frame, const uint64_t* hashes)
{
    goTo(session, frame);
    CHECK_INT((int)session->frame, (int)frame);
    CHECK(gelWorld_Hash(session->world) == hashes[frame], "frame %d is other than it was", (int)frame);
    CHECK(session->timeline.size <= session->timeline.limit, "%zu bytes are kept, %zu may be",
          session->timeline.size, session->timeline.limit);
}

// Jumps, then single steps back, then to the end, and on.
static void scrub(const char* backend, size_t limit)
{
    static uint64_t hashes[played + 20], again[played + 20];
    gelSession session = open(backend, limit), straight = open(backend, 0);
    unsigned random = 7;
    play(&session, played, hashes);
    for (int i = 0; i < 40; i++) {
        random = random * 1664525u + 1013904223u;
        checkFrame(&session, (random >> 8) % (played + 1), hashes);
    }
    checkFrame(&session, 640, hashes);
    for (int frame = 639; frame > 600; frame--)
        checkFrame(&session, frame, hashes);
    checkFrame(&session, 0, hashes);
    checkFrame(&session, played, hashes);
    CHECK(session.timeline.maxSize <= limit && session.timeline.count > 1, "%zu bytes in %d keyframes",
          session.timeline.maxSize, session.timeline.count);
    play(&session, 10, hashes);
    play(&straight, played + 10, again);
    CHECK_HEX(hashes[played + 10], again[played + 10]);
    gelCloseSession(&session);
    gelCloseSession(&straight);
}

static void a_thousand_frames_back_and_forth_end_with_the_same_bits(void)
{
    scrub("reference", (size_t)256 << 20);
}

static void scrubbing_with_memory_for_a_few_keyframes_ends_with_the_same_bits(void)
{
    scrub("reference", 200000);
}

static void scrubbing_in_double_precision_ends_with_the_same_bits(void)
{
    scrub("double", (size_t)1 << 20);
}

// Its steps adapt within a frame, and each frame begins anew.
static void an_integrator_is_repeated(void)
{
    static uint64_t hashes[played + 1];
    gelSession session = openWith(
        "{\"integrator\":\"heun\",\"integratorError\":1e-6,\"substeps\":10,\"bodies\":[{\"shape\":{\"type\":\"box\","
        "\"size\":[0.4,0.1,0.1],\"cells\":[4,1,1]},\"material\":{\"youngModulus\":2e4},\"pins\":[{\"below\":0.01}]}]}",
        "reference", 40000);
    for (int i = 0; i < 200; i++) {
        hashes[i] = gelWorld_Hash(session.world);
        CHECK_INT(gelSession_Step(&session), 0);
    }
    hashes[200] = gelWorld_Hash(session.world);
    checkFrame(&session, 50, hashes);
    checkFrame(&session, 171, hashes);
    checkFrame(&session, 3, hashes);
    checkFrame(&session, 200, hashes);
    gelCloseSession(&session);
}

// A material that no step can take: it is undone, and with the former one all goes on as if nothing had been.
static void a_step_that_cannot_be_taken_is_undone(void)
{
    static const char soft[] =
        "{\"integrator\":\"heun\",\"integratorError\":1e-6,\"substeps\":10,\"bodies\":[{\"shape\":{\"type\":\"box\","
        "\"size\":[0.4,0.1,0.1],\"cells\":[4,1,1]},\"material\":{\"youngModulus\":2e4},\"pins\":[{\"below\":0.01}]}]}";
    static uint64_t hashes[played + 1];
    gelSession session = openWith(soft, "reference", (size_t)1 << 20),
               straight = openWith(soft, "reference", 0);
    gelMaterial material, stiff;
    for (int i = 0; i <= 150; i++) {
        hashes[i] = gelWorld_Hash(straight.world);
        CHECK_INT(gelSession_Step(&straight), 0);
    }
    CHECK_INT(gelSession_SetAgainst(&session, "double"), 0);
    for (int i = 0; i < 100; i++)
        CHECK_INT(gelSession_Step(&session), 0);
    CHECK(gelSession_GetMaterial(&session, 0, &material), "no material");
    stiff = material;
    stiff.youngModulus = 1e12f;
    CHECK_INT(gelSession_SetMaterial(&session, 0, &stiff), 0);
    for (int again = 0; again < 2; again++) {
        CHECK_INT(gelSession_Step(&session), 6);
        CHECK_INT((int)session.status, gel_stepTooSmall);
        CHECK_TEXT(output.lastError, "heun: a step of ");
        while (gelSession_IsTravelling(&session) && gelSession_Travel(&session, 1.0) == 0)
            ;
        CHECK_INT((int)session.frame, 100);
        CHECK_INT((int)gelPlayer_GetFrame(session.player), 100);
        CHECK_INT((int)gelPlayer_GetFrame(session.besidePlayer), 100);
        CHECK_HEX(gelWorld_Hash(session.world), hashes[100]);
        CHECK(gelSession_GetMaterial(&session, 0, &stiff) && stiff.youngModulus == 1e12f,
              "what the user had set is forgotten: %g Pa", (double)stiff.youngModulus);
    }
    CHECK_INT(gelSession_SetMaterial(&session, 0, &material), 0);
    for (int i = 100; i < 150; i++)
        CHECK_INT(gelSession_Step(&session), 0);
    CHECK_HEX(gelWorld_Hash(session.world), hashes[150]);
    checkFrame(&session, 70, hashes);
    checkFrame(&session, 130, hashes);
    gelCloseSession(&session);
    gelCloseSession(&straight);
}

static void keyframes_are_dense_where_the_user_is_and_sparse_elsewhere(void)
{
    static uint64_t hashes[played + 1];
    gelSession session = open("reference", 200000);
    play(&session, played, hashes);
    const gelTimeline* timeline = &session.timeline;
    int count = timeline->count;
    int64_t late = timeline->keys[count - 1].frame - timeline->keys[count - 2].frame,
            early = timeline->keys[1].frame - timeline->keys[0].frame;
    CHECK_INT((int)timeline->keys[0].frame, 0);
    CHECK(count > 4 && late * 4 < early, "%d keyframes, %d frames apart at the start and %d at the end",
          count, (int)early, (int)late);
    gelCloseSession(&session);
}

static void input_in_the_past_replaces_what_came_after(void)
{
    static uint64_t hashes[played + 1];
    static char text[200000];
    gelSession session = open("reference", (size_t)64 << 20);
    REQUIRE(
        gelPlayer_OpenJournal(session.player, GEL_SCRATCH "/scrubbing.json", GEL_SCRATCH "/scrubbed.json"));
    play(&session, 300, hashes);
    goTo(&session, 30); // something is held there
    act(&session, (gelEvent){.kind = gel_eventRemove, .body = 2});
    CHECK(!gelSession_IsInPast(&session), "frames up to %d are still there", (int)session.timeline.last);
    CHECK(gelWorld_GetBodyCount(session.world) == 3, "%d bodies", gelWorld_GetBodyCount(session.world));
    for (int i = 0; i < 60; i++)
        CHECK_INT(gelSession_Step(&session), 0);
    uint64_t hash = gelWorld_Hash(session.world);
    REQUIRE(gelPlayer_WriteRecording(session.player, GEL_SCRATCH "/scrubbing.json", hash,
                                     GEL_SCRATCH "/scrubbed.json"));
    readText(GEL_SCRATCH "/scrubbed.json.part", text, sizeof text);
    CHECK_TEXT(text, "{\"frame\":30,\"remove\":{\"body\":2}}");
    CHECK(strstr(text, "{\"frame\":31,\"pull\"") == NULL, "the journal has a forgotten pull: %s", text);
    gelPlayer_CloseJournal(session.player, false);
    gelCloseSession(&session);
    readText(GEL_SCRATCH "/scrubbed.json", text, sizeof text);
    CHECK_TEXT(text, "{\"frame\":30,\"remove\":{\"body\":2}}");
    CHECK(strstr(text, "{\"frame\":31,\"pull\"") == NULL, "a forgotten pull was recorded: %s", text);
}

static void a_reset_brings_back_no_setting_of_a_forgotten_future(void)
{
    gelSession session =
        openWith("{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}}]}",
                 "reference", (size_t)1 << 20);
    gelWorldDef def = gelSession_Settings(&session);
    for (int i = 0; i < 20; i++) {
        if (i == 15) {
            def.gravity.y = -1.0f;
            CHECK_INT(gelSession_Adjust(&session, &def), 0);
        }
        CHECK_INT(gelSession_Step(&session), 0);
    }
    goTo(&session, 10);
    CHECK_INT(gelSession_ForgetFuture(&session), 0);
    CHECK_INT(gelSession_Reset(&session), 0);
    CHECK_CLOSE((double)gelSession_Settings(&session).gravity.y, -9.81, 1e-6, "the scene's");
    gelCloseSession(&session);
}

// A scene with input of its own could not be recorded, so this one has none. The held body is let
// go, and a replay repeats that.
static void a_hand_that_holds_at_the_end_of_the_past_lets_go(void)
{
    static uint64_t hashes[played + 1];
    char text[4096];
    snprintf(text, sizeof text, "%s", scene);
    char* input = strstr(text, ",\"input\"");
    CHECK(input != NULL, "no input in the scene");
    strcpy(input, "}");
    gelSession session = openWith(text, "reference", (size_t)64 << 20);
    session.recording = GEL_SCRATCH "/scrubbed.json";
    play(&session, 100, hashes);
    goTo(&session, 30);
    CHECK_INT(gelSession_ForgetFuture(&session), 0);
    for (int i = 0; i < 30; i++)
        CHECK_INT(gelSession_Step(&session), 0);
    uint64_t hash = gelWorld_Hash(session.world);
    CHECK_INT(gelSession_WriteRecording(&session), 0);
    gelCloseSession(&session);
    gelSetup setup = {0};
    CHECK_INT(gelOpenSession(&output, GEL_SCRATCH "/scrubbed.json", "reference", &setup, &session), 0);
    CHECK_INT(gelSession_OpenWorld(&session), 0);
    CHECK_INT((int)gelScene_GetRecordedFrames(session.scene), 60);
    for (int i = 0; i < 60; i++)
        CHECK_INT(gelSession_Step(&session), 0);
    CHECK_HEX(gelWorld_Hash(session.world), hash);
    gelCloseSession(&session);
}

static double differenceAt(gelSession* session)
{
    gelDifference difference = {0};
    REQUIRE(gelMeasureDifference(session->world, session->beside, &difference));
    return difference.largest;
}

static void a_comparison_goes_back_with_its_world(void)
{
    static uint64_t hashes[played + 1];
    gelSession session = open("reference", (size_t)64 << 20);
    play(&session, 40, hashes);
    CHECK_INT(gelSession_SetAgainst(&session, "double"), 0);
    play(&session, 60, hashes);
    double early = differenceAt(&session);
    play(&session, 100, hashes);
    double late = differenceAt(&session);
    goTo(&session, 100);
    CHECK(differenceAt(&session) == early && early > 0.0, "%.9g m, %.9g m before", differenceAt(&session),
          early);
    goTo(&session, 200);
    CHECK(differenceAt(&session) == late && late > 0.0, "%.9g m, %.9g m before", differenceAt(&session),
          late);
    checkFrame(&session, 20, hashes); // before it began: it begins there
    CHECK(session.beside != NULL && differenceAt(&session) == 0.0, "the comparison is gone, or goes on");
    gelCloseSession(&session);
}

static void a_frame_under_way_is_completed_and_stages_repeat_the_past(void)
{
    static uint64_t hashes[played + 1];
    gelSession session = open("reference", (size_t)64 << 20);
    play(&session, 60, hashes);
    for (int i = 0; i < 5; i++)
        CHECK_INT(gelSession_StepStage(&session), 0);
    goTo(&session, 41);
    CHECK_INT((int)session.timeline.last, 61);
    do
        CHECK_INT(gelSession_StepStage(&session), 0);
    while (gelSession_IsUnderWay(&session));
    CHECK_HEX(gelWorld_Hash(session.world), hashes[42]);
    CHECK(gelSession_IsInPast(&session), "stages have made the past the present");
    gelCloseSession(&session);
}

static void a_new_back_end_a_reset_and_no_memory_leave_nothing_to_go_back_to(void)
{
    static uint64_t hashes[played + 1];
    gelSession session = open("reference", (size_t)64 << 20), forgetful = open("reference", 100);
    play(&session, 50, hashes);
    goTo(&session, 20);
    CHECK_INT(gelSession_SetBackend(&session, "double"), 0);
    goTo(&session, 0);
    CHECK_INT((int)session.frame, 20);
    play(&session, 10, hashes);
    goTo(&session, 0);
    CHECK_INT((int)session.frame, 20);
    CHECK_INT(gelSession_Reset(&session), 0);
    goTo(&session, 25);
    CHECK_INT((int)session.frame, 0);
    play(&forgetful, 20, hashes);
    goTo(&forgetful, 3);
    CHECK_INT((int)forgetful.frame, 20);
    CHECK_INT(forgetful.timeline.count, 0);
    gelCloseSession(&session);
    gelCloseSession(&forgetful);
}

// Frames leave the causes of the estimate; each input of the user or the scene changes them.
static void each_input_and_no_frame_changes_the_causes_of_softness(void)
{
    enum { inputFrame = 30, causeCount = 12 };
    gelSession session = open("reference", (size_t)64 << 20);
    uint64_t seen[causeCount];
    int count = 0;
    seen[count++] = gelHashSoftnessCauses(&session, -1);
    seen[count++] = gelHashSoftnessCauses(&session, 0);
    for (int i = 0; i < inputFrame; i++)
        CHECK_INT(gelSession_Step(&session), 0);
    CHECK_HEX(gelHashSoftnessCauses(&session, -1), seen[0]);
    CHECK_INT(gelSession_Step(&session), 0); // the scene drops a body
    seen[count++] = gelHashSoftnessCauses(&session, -1);
    gelWorldDef def = gelSession_Settings(&session);
    def.gravity.y = -2.0f;
    CHECK_INT(gelSession_Adjust(&session, &def), 0);
    seen[count++] = gelHashSoftnessCauses(&session, -1);
    def.substepCount = 9;
    CHECK_INT(gelSession_Adjust(&session, &def), 0);
    seen[count++] = gelHashSoftnessCauses(&session, -1);
    CHECK_INT(gelSession_SetTimeStep(&session, 0.01f), 0);
    seen[count++] = gelHashSoftnessCauses(&session, -1);
    gelMaterial material;
    CHECK(gelSession_GetMaterial(&session, 1, &material), "no material");
    material.youngModulus *= 2.0f;
    CHECK_INT(gelSession_SetMaterial(&session, 1, &material), 0);
    seen[count++] = gelHashSoftnessCauses(&session, -1);
    act(&session, (gelEvent){.kind = gel_eventDrop, .body = 0, .position = {0, 2, 0}});
    seen[count++] = gelHashSoftnessCauses(&session, -1);
    act(&session, (gelEvent){.kind = gel_eventRemove, .body = 1});
    seen[count++] = gelHashSoftnessCauses(&session, -1);
    def.order = gel_meshOrder;
    CHECK_INT(gelSession_Rebuild(&session, &def), 0);
    seen[count++] = gelHashSoftnessCauses(&session, -1);
    CHECK_INT(gelSession_Step(&session), 0);
    CHECK_HEX(gelHashSoftnessCauses(&session, -1), seen[count - 1]);
    goTo(&session, inputFrame + 1);
    seen[count++] = gelHashSoftnessCauses(&session, -1);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            CHECK(seen[i] != seen[k], "causes %d and %d have one hash", k, i);
    gelCloseSession(&session);
}

TESTS(TEST(a_thousand_frames_back_and_forth_end_with_the_same_bits),
      TEST(scrubbing_with_memory_for_a_few_keyframes_ends_with_the_same_bits),
      TEST(scrubbing_in_double_precision_ends_with_the_same_bits), TEST(an_integrator_is_repeated),
      TEST(a_step_that_cannot_be_taken_is_undone),
      TEST(keyframes_are_dense_where_the_user_is_and_sparse_elsewhere),
      TEST(input_in_the_past_replaces_what_came_after),
      TEST(a_hand_that_holds_at_the_end_of_the_past_lets_go),
      TEST(a_reset_brings_back_no_setting_of_a_forgotten_future), TEST(a_comparison_goes_back_with_its_world),
      TEST(a_frame_under_way_is_completed_and_stages_repeat_the_past),
      TEST(a_new_back_end_a_reset_and_no_memory_leave_nothing_to_go_back_to),
      TEST(each_input_and_no_frame_changes_the_causes_of_softness))
