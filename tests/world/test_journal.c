// A recording is written while it is made: whenever a session ends, what was done until then can be repeated.
#define _POSIX_C_SOURCE 200809L // fork, kill, nanosleep
#include "support/played.h"

#include "support/files.h"

#include "gel/snapshot.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RECORDING GEL_SCRATCH "/journal.json"
#define CUT GEL_SCRATCH "/journal_cut.json"

static Played openOwn(void)
{
    writeText(
        GEL_SCRATCH "/journal_scene.json",
        "{\"ground\":{},\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.4,0.4,0.4],\"cells\":[2,2,2]},"
        "\"position\":[0,0.5,0]}]}");
    return playReference(GEL_SCRATCH "/journal_scene.json");
}

static void step(Played* stage)
{
    advance(stage, 1);
    REQUIRE(gelPlayer_WriteJournal(stage->player));
}

// A session that knows what to do in each frame.
static void playFrame(Played* stage, int frame)
{
    gelEvent event = {.kind = frame % 50 == 0 ? gel_eventGrab : gel_eventPull,
                      .origin = {0.03f + 0.001f * (float)(frame % 50), 0.4f, 5.0f},
                      .direction = {0, 0, -1},
                      .stiffness = 300.0f};
    if (frame % 50 == 49)
        event.kind = gel_eventRelease;
    REQUIRE(gelPlayer_Apply(stage->player, &event));
    step(stage);
}

static void playForEver(void)
{
    Played stage = openOwn();
    REQUIRE(gelPlayer_OpenJournal(stage.player, "journal_scene.json", RECORDING));
    for (int frame = 0;; frame++)
        playFrame(&stage, frame);
}

// Ends another process that plays, after some milliseconds.
static void playAndKill(int milliseconds)
{
    struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    pid_t child = fork();
    if (child == 0)
        playForEver();
    nanosleep(&pause, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static uint64_t hashAfter(int frames)
{
    Played stage = openOwn();
    for (int frame = 0; frame < frames; frame++)
        playFrame(&stage, frame);
    uint64_t hash = gelWorld_Hash(stage.world);
    stop(&stage);
    return hash;
}

static void goOnFromLastKeyframe(int frames)
{
    int64_t keyframe;
    Played again = playReference(RECORDING ".part");
    REQUIRE(gelReadKeyframe(again.scene, frames, again.world, again.player, &keyframe));
    CHECK(frames < 120 || keyframe >= frames - frames % 60 - 60, "%d frames, and a keyframe of %d", frames,
          (int)keyframe);
    if (keyframe > 0) {
        advance(&again, frames - (int)keyframe);
        CHECK_HEX(gelWorld_Hash(again.world), hashAfter(frames));
    }
    stop(&again);
}

static void a_session_that_is_killed_can_be_repeated(void)
{
    int longest = 0;
    for (int i = 0; i < 12; i++) {
        remove(RECORDING ".part");
        playAndKill(100 + 37 * i);
        if (!fileExists(RECORDING ".part"))
            continue; // it had not begun
        Played again = playReference(RECORDING ".part");
        int frames = (int)gelScene_GetRecordedFrames(again.scene);
        for (int frame = 0; frame < frames; frame++)
            step(&again);
        CHECK_HEX(gelWorld_Hash(again.world), hashAfter(frames));
        stop(&again);
        goOnFromLastKeyframe(frames);
        longest = frames > longest ? frames : longest;
    }
    CHECK(longest > 1, "no session came further than frame %d", longest);
    remove(RECORDING ".part");
}

static void a_journal_is_the_recording_without_its_hash(void)
{
    static char journal[1 << 16], recording[1 << 16];
    Played stage = openOwn();
    REQUIRE(gelPlayer_OpenJournal(stage.player, "journal_scene.json", RECORDING));
    CHECK_TEXT(gelPlayer_GetJournal(stage.player), "journal.json.part");
    for (int frame = 0; frame < 60; frame++)
        playFrame(&stage, frame);
    REQUIRE(gelPlayer_WriteRecording(stage.player, "journal_scene.json", 0, RECORDING));
    readText(RECORDING ".part", journal, sizeof journal);
    readText(RECORDING, recording, sizeof recording);
    CHECK(strcmp(journal, recording) == 0, "the journal is\n%s\nand the recording\n%s", journal, recording);
    gelPlayer_CloseJournal(stage.player, false);
    CHECK(!fileExists(RECORDING ".part"), "the journal is left");
    CHECK(gelPlayer_GetJournal(stage.player) == NULL, "it has a name");
    stop(&stage);
}

static void what_is_done_again_after_a_reset_replaces_what_was(void)
{
    static char journal[1 << 16];
    Played stage = openOwn();
    REQUIRE(gelPlayer_OpenJournal(stage.player, "journal_scene.json", RECORDING));
    for (int frame = 0; frame < 40; frame++)
        playFrame(&stage, frame);
    REQUIRE(gelPlayer_Reset(stage.player));
    for (int frame = 0; frame < 3; frame++)
        step(&stage);
    gelPlayer_CloseJournal(stage.player, true);
    readText(RECORDING ".part", journal, sizeof journal);
    CHECK(strstr(journal, "pull") == NULL, "it still has what was done before: %s", journal);
    stop(&stage);
    Played again = playReference(RECORDING ".part");
    CHECK_INT(gelScene_GetRecordedFrames(again.scene), 3);
    stop(&again);
    remove(RECORDING ".part");
}

static void a_journal_takes_no_name_that_is_taken(void)
{
    static char text[64];
    writeText(RECORDING ".part", "mine");
    Played stage = openOwn();
    REQUIRE(gelPlayer_OpenJournal(stage.player, "journal_scene.json", RECORDING));
    CHECK_TEXT(gelPlayer_GetJournal(stage.player), "journal.json.1.part");
    step(&stage);
    Played again = playReference(RECORDING ".1.part");
    CHECK_INT(gelScene_GetRecordedFrames(again.scene), 1);
    stop(&again);
    gelPlayer_CloseJournal(stage.player, false);
    readText(RECORDING ".part", text, sizeof text);
    CHECK_TEXT(text, "mine");
    CHECK_INT(gelPlayer_OpenJournal(stage.player, "journal_scene.json", GEL_SCRATCH "/no/such/folder.json"),
              gel_fileError);
    stop(&stage);
    remove(RECORDING ".part");
}

// The window does the same when a body has blown up.
static void hashes_are_noted_anew_after_a_body_was_taken_out(void)
{
    gelSnapshot* snapshot;
    uint64_t hashes[2] = {0, 0}, noted = 0;
    int count, found = 0;
    Played stage = openOwn();
    REQUIRE(gelPlayer_OpenJournal(stage.player, "journal_scene.json", RECORDING));
    for (int frame = 1; frame <= 70; frame++) {
        step(&stage);
        if (frame == 60)
            hashes[0] = gelWorld_Hash(stage.world);
        if (frame != 50)
            continue;
        REQUIRE(gelTakeSnapshot(stage.world, stage.player, &snapshot));
    }
    REQUIRE(gelRestoreSnapshot(stage.world, stage.player, snapshot));
    REQUIRE(gelBody_Quarantine(stage.world, gelWorld_GetBody(stage.world, 0)));
    gelPlayer_ForgetHashes(stage.player, 50);
    for (int frame = 51; frame <= 70; frame++) {
        step(&stage);
        if (frame == 60)
            hashes[1] = gelWorld_Hash(stage.world);
    }
    Played again = playReference(gelPlayer_GetJournal(stage.player));
    const gelEvent* events = gelScene_GetEvents(again.scene, &count);
    for (int i = 0; i < count; i++)
        if (events[i].kind == gel_eventHash && events[i].frame == 60) {
            noted = events[i].hash;
            found++;
        }
    CHECK(hashes[0] != hashes[1], "both hashes are %016llx", (unsigned long long)hashes[0]);
    CHECK_INT(found, 1);
    CHECK_HEX(noted, hashes[1]);
    gelDestroySnapshot(snapshot);
    stop(&again);
    gelPlayer_CloseJournal(stage.player, false);
    stop(&stage);
}

// The hash after each frame of the session.
static void playHashes(uint64_t* hashes, int frames)
{
    Played stage = openOwn();
    for (int frame = 0; frame < frames; frame++) {
        playFrame(&stage, frame);
        hashes[frame + 1] = gelWorld_Hash(stage.world);
    }
    stop(&stage);
}

// Loads it, and replays it unless it is as long as the one before; returns its frames.
static int checkCut(const char* text, size_t length, const uint64_t* hashes, const char* what)
{
    writeFile(CUT, text, length);
    gelScene* scene;
    gelStatus status = gelLoadScene(CUT, &scene);
    CHECK(status == gel_success, "%s at byte %zu: %s", what, length, gelLastError());
    if (status != gel_success)
        return 0;
    static int former[2] = {-1, -1};
    int count, frames = (int)gelScene_GetRecordedFrames(scene);
    gelScene_GetEvents(scene, &count);
    if (frames == former[0] && count == former[1]) {
        gelDestroyScene(scene);
        return frames;
    }
    former[0] = frames;
    former[1] = count;
    Played again = play(scene);
    advance(&again, frames);
    REQUIRE(gelPlayer_EndRecording(again.player));
    CHECK(gelWorld_Hash(again.world) == hashes[frames],
          "%s at byte %zu: frame %d has hash %016llx, not %016llx", what, length, frames,
          (unsigned long long)gelWorld_Hash(again.world), (unsigned long long)hashes[frames]);
    stop(&again);
    return frames;
}

enum { cutFrames = 64 };

static void a_journal_cut_at_any_byte_is_read_to_its_last_whole_frame(void)
{
    static char text[1 << 16], before[1 << 16];
    static uint64_t hashes[cutFrames + 1];
    playHashes(hashes, cutFrames);
    remove(RECORDING ".part");
    Played stage = openOwn();
    REQUIRE(gelPlayer_OpenJournal(stage.player, "journal_scene.json", RECORDING));
    for (int frame = 0; frame < cutFrames; frame++) {
        playFrame(&stage, frame);
        readText(RECORDING ".part", frame < cutFrames - 1 ? before : text, sizeof text);
    }
    gelPlayer_CloseJournal(stage.player, false);
    stop(&stage);
    int former = 0;
    size_t length = strlen(text), known = strlen(before),
           lastEvent = (size_t)(strstr(text, "\n    ],\n    \"frames\"") - text);
    for (size_t size = length - 1024; size <= length; size++) {
        int frames = checkCut(text, size, hashes, "cut");
        CHECK(frames >= former, "cut at byte %zu: %d frames, and %d of one byte less", size, frames, former);
        former = frames;
        CHECK(size < lastEvent || frames >= cutFrames - 1,
              "cut at byte %zu of %zu, in the end: only %d frames", size, length, frames);
    }
    CHECK_INT(former, cutFrames);
    for (size_t size = 0; size < length; size++) { // a part of the last write, over what was there
        if (size < known && text[size] == before[size])
            continue;
        static char mixed[sizeof text];
        memcpy(mixed, text, size);
        memcpy(mixed + size, before + size, size < known ? known - size : 0);
        int frames = checkCut(mixed, size < known ? known : size, hashes, "mixed");
        CHECK(frames >= cutFrames - 3, "%zu bytes of the last write: only %d frames", size, frames);
    }
    remove(CUT);
}

static void only_the_end_of_a_recording_may_be_missing(void)
{
    static const char head[] = "{\n    \"scene\": \"journal_scene.json\",\n    \"input\": [\n",
                      event[] = "        {\"frame\":3,\"release\":true}";
    char text[400];
    gelScene* scene;
    Played own = openOwn(); // which writes the scene
    stop(&own);
    snprintf(text, sizeof text, "%s%s,\n        {\"frame\":5,\"relea\n%s\n    ],\n    \"frames\": 9\n}\n",
             head, event, event);
    writeText(CUT, text);
    CHECK_INT(gelLoadScene(CUT, &scene), gel_formatError);
    CHECK_TEXT(gelLastError(), "not valid JSON from here on");
    snprintf(text, sizeof text, "%s        {\"frame\":0,\"relea", head);
    writeText(CUT, text);
    CHECK_INT(gelLoadScene(CUT, &scene), gel_formatError);
    CHECK_TEXT(gelLastError(), "cut off before its first frame was complete");
    snprintf(text, sizeof text, "{\n    \"bodies\": [");
    writeText(CUT, text);
    CHECK_INT(gelLoadScene(CUT, &scene), gel_formatError);
    CHECK_TEXT(gelLastError(), "unexpected end of the JSON text");
    remove(CUT);
}

TESTS(TEST(hashes_are_noted_anew_after_a_body_was_taken_out), TEST(a_session_that_is_killed_can_be_repeated),
      TEST(a_journal_is_the_recording_without_its_hash),
      TEST(what_is_done_again_after_a_reset_replaces_what_was), TEST(a_journal_takes_no_name_that_is_taken),
      TEST(a_journal_cut_at_any_byte_is_read_to_its_last_whole_frame),
      TEST(only_the_end_of_a_recording_may_be_missing))
