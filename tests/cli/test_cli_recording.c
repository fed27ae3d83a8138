// Recordings that last: what they were made with, where a replay differs, and states to begin at.
#define _XOPEN_SOURCE 700
#define TEST_SUBJECT "cli_recording"
#include "support/command.h"
#include "support/patched_kernels.h"
#include "support/played.h"

#include "gel/snapshot.h"

#include <stdlib.h>

#define OWN GEL_SCRATCH "/cli_recording"
#define RECORDING OWN ".json"
#define STATES RECORDING ".states"

enum { frames = 200, change = 133 };

// A body of a file, and a box.
static void writeScene(const char* corner)
{
    char text[200];
    snprintf(text, sizeof text, "4 3 0 0\n0 0 0 0\n1 %s 0 0\n2 0 0.3 0\n3 0 0 0.3\n", corner);
    writeText(OWN "_tet.node", text);
    writeText(OWN "_tet.ele", "1 4 0\n0 0 1 2 3\n");
    writeText(
        OWN "_scene.json",
        "{\"contact\":true,\"substeps\":4,\"ground\":{},\"bodies\":[{\"mesh\":\"cli_recording_tet.node\","
        "\"position\":[1,0.5,0]},{\"shape\":{\"type\":\"box\",\"size\":[0.4,0.4,0.4],\"cells\":[2,2,2]},"
        "\"position\":[0,0.5,0]}]}");
}

static void act(Played* stage, gelEvent event)
{
    REQUIRE(gelPlayer_Apply(stage->player, &event));
}

// Applies what the user does after that frame, and steps the next one.
static void playFrame(Played* stage, int frame)
{
    if (frame == 5 || frame == 90)
        act(stage, (gelEvent){.kind = gel_eventGrab,
                              .origin = {0.03f, 0.2f, 5},
                              .direction = {0, 0, -1},
                              .stiffness = 300});
    if (frame % 90 > 5 && frame % 90 < 50)
        act(stage, (gelEvent){.kind = gel_eventPull,
                              .origin = {0.02f * (float)(frame % 90), 0.4f, 5},
                              .direction = {0, 0, -1}});
    if (frame % 90 == 50)
        act(stage, (gelEvent){.kind = gel_eventRelease});
    if (frame == 70)
        act(stage, (gelEvent){.kind = gel_eventDrop, .body = 1, .position = {0.1f, 1, 0}});
    if (frame == change)
        act(stage, (gelEvent){.kind = gel_eventFlatten, .body = 1, .height = 0.1f});
    advance(stage, 1);
    REQUIRE(gelPlayer_WriteJournal(stage->player));
}

static void writeRecording(Played* stage)
{
    REQUIRE(gelPlayer_WriteRecording(stage->player, "cli_recording_scene.json", gelWorld_Hash(stage->world),
                                     RECORDING));
    gelPlayer_CloseJournal(stage->player, false);
    stop(stage);
}

static void beginRecording(Played* stage)
{
    writeScene("0.3");
    remove(RECORDING);
    remove(STATES);
    *stage = playReference(OWN "_scene.json");
    REQUIRE(gelPlayer_OpenJournal(stage->player, "cli_recording_scene.json", RECORDING));
}

static void record(void)
{
    Played stage;
    beginRecording(&stage);
    for (int frame = 0; frame < frames; frame++)
        playFrame(&stage, frame);
    writeRecording(&stage);
}

static void replace(const char* path, const char* from, const char* to)
{
    static char text[1 << 16], changed[1 << 16];
    readText(RECORDING, text, sizeof text);
    char* place = strstr(text, from);
    CHECK(place != NULL, "there is no %s in %s", from, text);
    if (place == NULL)
        return;
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(place - text), text, to, place + strlen(from));
    writeText(path, changed);
}

static void checkReplay(int64_t keyframe, const gelWorldDef* backend)
{
    Played again = playFile(RECORDING, backend);
    int64_t found;
    REQUIRE(gelReadKeyframe(again.scene, keyframe, again.world, again.player, &found));
    CHECK_INT((int)gelPlayer_GetFrame(again.player), (int)keyframe);
    advance(&again, (int)gelScene_GetRecordedFrames(again.scene) - (int)keyframe);
    CHECK_HEX(gelWorld_Hash(again.world), gelScene_GetRecordedHash(again.scene));
    stop(&again);
}

static void a_recording_replays_from_each_keyframe_to_the_same_hash(void)
{
    Backends backends = listBackends();
    record();
    for (int keyframe = 60; keyframe < frames; keyframe += 60)
        for (int i = 0; i < backends.count; i++)
            checkReplay(keyframe, &backends.defs[i]);
    RUN_FOR(0, "run", RECORDING, "--backend", "reference", "--from", "179");
    CHECK_TEXT(result.out, "at frame 120 of 200");
    CHECK_TEXT(result.out, "80 frames of");
    CHECK_TEXT(result.out, "as recorded");
    RUN_FOR(0, "compare", RECORDING, "--b", "reference", "--from", "130", "--json");
    cJSON* object = parseOutput();
    CHECK_INT((int)numberAt(object, "from_frame"), 120);
    CHECK_INT((int)numberAt(object, "frames"), 80);
    cJSON_Delete(object);
    RUN_FOR(2, "run", RECORDING, "--from", "60", "--out", OWN ".pc2");
    CHECK_TEXT(result.error, "--out begins earlier: add --first");
    RUN_FOR(2, "run", OWN "_scene.json", "--from", "60");
    RUN_FOR(3, "run", RECORDING, "--from", "59");
    CHECK_TEXT(result.error, "no keyframe at or before that frame");
}

static void a_recording_altered_in_one_event_names_the_first_frame_that_differs(void)
{
    static const char altered[] = OWN "_altered.json", states[] = OWN "_altered.json.states";
    record();
    replace(altered, "\"height\":0.1", "\"height\":0.11");
    RUN_FOR(1, "run", altered, "--backend", "reference");
    CHECK_TEXT(result.out, "from a frame of 121 to 180 on, in second 3");
    CHECK(rename(STATES, states) == 0, "%s cannot be renamed", STATES);
    RUN_FOR(1, "run", altered, "--backend", "reference");
    CHECK_TEXT(result.out, "from frame 134 on, in second 3");
    RUN_FOR(1, "run", altered, "--backend", "reference", "--from", "130", "--json");
    cJSON* object = parseOutput();
    CHECK_INT((int)numberAt(object, "as_recorded_up_to_frame"), 120);
    CHECK_INT((int)numberAt(object, "differs_at_frame"), 180);
    CHECK_INT((int)numberAt(object, "first_frame_that_differs"), change + 1);
    cJSON_Delete(object);
    RUN_FOR(0, "run", altered, "--backend", "reference", "--frames", "125"); // not yet
    RUN_FOR(1, "run", altered, "--backend", "reference", "--frames", "185"); // by its keyframe
    remove(states);
}

static void a_back_end_with_other_bits_is_told_from_another_recording(void)
{
    if (!hasDevice()) {
        SKIP_PART("no OpenCL device (pocl-opencl-icd)");
        return;
    }
    record();
    remove(STATES);
    patchKernels("physics/integrate.h", "step->h * step->gravity_y", "step->h * 1.0001f * step->gravity_y");
    RUN("run", RECORDING, "--backend", "opencl:0", "--allow-inexact", "--strategy", "perColour", "--lanes",
        "1");
    unsetenv("GEL_KERNEL_DIR");
    CHECK_INT(result.code, 1);
    CHECK_TEXT(result.out, "from frame 1 on, in second 1; the reference has the recorded states");
}

static void what_a_recording_was_made_with_is_told_where_it_differs(void)
{
    static const char other[] = OWN "_other.json";
    char kernels[64], text[1 << 14];
    record();
    RUN_FOR(0, "run", RECORDING, "--backend", "reference");
    CHECK_TEXT(result.error, "");
    CHECK(strstr(result.error, "warning") == NULL, "it warns of nothing: %s", result.error);
    replace(other, gelVersionText(), "0.0.7");
    RUN_FOR(0, "run", other, "--backend", "reference");
    CHECK_TEXT(result.error, "written by Gel 0.0.7, and this is Gel");
    readText(RECORDING, text, sizeof text);
    snprintf(kernels, sizeof kernels, "%.28s", strstr(text, "\"kernels\""));
    replace(other, kernels, "\"kernels\": \"0123456789abcdef");
    RUN_FOR(0, "run", other, "--backend", "reference");
    CHECK_TEXT(result.error, "with other kernels");
    RUN_FOR(0, "compare", other, "--b", "reference", "--frames", "2");
    CHECK_TEXT(result.error, "with other kernels");
    writeScene("0.31");
    RUN_FOR(1, "run", RECORDING, "--backend", "reference");
    CHECK_TEXT(result.error, "cli_recording_tet.node has changed since the recording");
    CHECK(strstr(result.error, "tet.ele") == NULL, "another file differs, too: %s", result.error);
    CHECK_TEXT(result.out, "from frame 1 on");
    RUN_FOR(3, "run", RECORDING, "--backend", "reference", "--from", "60");
    CHECK_TEXT(result.error, "has another mesh there");
    writeScene("0.3");
    replace(other, "cli_recording_tet.ele", "gone.ele");
    RUN_FOR(0, "run", other, "--backend", "reference");
    CHECK_TEXT(result.error, "gone.ele was read for the recording, but is not read now");
    CHECK_TEXT(result.error, "cli_recording_tet.ele is read now, but was not read for the recording");
}

// Errors of one line, after what may be warned of.
static void checkRefusal(const char* path, const char* from, const char* message)
{
    RUN("run", path, "--backend", "reference", "--from", from);
    CHECK_INT(result.code, 3);
    CHECK_TEXT(result.error, message);
    const char* end = strchr(result.error, '\n');
    CHECK(end != NULL && end[1] == '\0', "more than a line: %s", result.error);
}

static void what_is_not_a_recording_is_refused_in_one_line(void)
{
    static const struct Case {
        const char *from, *to, *message;
    } cases[] = {
        {"\"format\": 1", "\"format\": 2", "expected a recording of format 1, found 2"},
        {"\"format\": 1", "\"format\": NaN", "not valid JSON from here on"},
        {"\"format\": 1", "\"format\": 1e400", "format"},
        {"\"kernels\": \"", "\"kernels\": \"zz", "kernels"},
        {"\"files\": [", "\"files\": [7, ", "16 hexadecimal digits, a blank and a name"},
        {"\"hash\":\"", "\"hash\":\"q", "hash: expected 16 hexadecimal digits"},
    };
    static const char other[] = OWN "_bad.json";
    record();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        replace(other, cases[i].from, cases[i].to);
        checkRefusal(other, "60", cases[i].message);
    }
    remove(STATES);
    checkRefusal(RECORDING, "60", "cannot be opened");
    writeText(STATES, "not what it should be");
    checkRefusal(RECORDING, "60", "expected snapshots of Gel, found another kind of file");
    remove(STATES);
    CHECK(mkfifo(STATES, 0600) == 0, "no pipe");
    checkRefusal(RECORDING, "60", "expected a file");
    remove(STATES);
}

static void states_that_are_cut_anywhere_are_used_up_to_there(void)
{
    static char bytes[1 << 18];
    gelScene* scene;
    int64_t former = -1, found;
    record();
    REQUIRE(gelLoadScene(RECORDING, &scene));
    size_t size = readFile(STATES, bytes, sizeof bytes);
    for (size_t i = 0; i <= size; i = i < 100 || i > size - 41 ? i + 1 : i + 41) {
        writeFile(STATES, bytes, i);
        gelStatus status = gelReadKeyframe(scene, frames, NULL, NULL, &found);
        CHECK(status == gel_success || i < 56, "byte %zu: %s", i, gelLastError());
        CHECK(found >= former, "byte %zu: frame %d after %d", i, (int)found, (int)former);
        if (found != former)
            checkReplay(found, &(gelWorldDef){.backend = gel_referenceFloat});
        former = found;
    }
    CHECK_INT((int)found, 180);
    for (size_t i = 30; i < size; i += 499) { // damaged: refused, or what stands before it is used
        Played stage = playReference(RECORDING);
        bytes[i] ^= 0x10;
        writeFile(STATES, bytes, size);
        bytes[i] ^= 0x10;
        CHECK(gelReadKeyframe(stage.scene, frames, stage.world, stage.player, &found) == gel_success ||
                  strchr(gelLastError(), '\n') == NULL,
              "byte %zu: %s", i, gelLastError());
        stop(&stage);
    }
    gelDestroyScene(scene);
}

static void what_is_done_again_replaces_the_keyframes_that_were(void)
{
    Played stage;
    gelSnapshot* snapshot;
    int64_t found;
    gelScene* scene;
    beginRecording(&stage);
    for (int frame = 0; frame < 100; frame++)
        playFrame(&stage, frame);
    REQUIRE(gelTakeSnapshot(stage.world, stage.player, &snapshot));
    for (int frame = 100; frame < 190; frame++)
        playFrame(&stage, frame);
    REQUIRE(gelRestoreSnapshot(stage.world, stage.player, snapshot));
    act(&stage, (gelEvent){.kind = gel_eventRelease});
    for (int frame = 100; frame < 170; frame++) {
        advance(&stage, 1);
        REQUIRE(gelPlayer_WriteJournal(stage.player));
    }
    gelDestroySnapshot(snapshot);
    writeRecording(&stage);
    REQUIRE(gelLoadScene(RECORDING, &scene));
    REQUIRE(gelReadKeyframe(scene, frames, NULL, NULL, &found));
    gelDestroyScene(scene);
    CHECK_INT((int)found, 120);
    checkReplay(60, &(gelWorldDef){.backend = gel_referenceFloat});
    checkReplay(120, &(gelWorldDef){.backend = gel_referenceFloat});
    RUN_FOR(0, "run", RECORDING, "--backend", "reference");
    CHECK_TEXT(result.out, "as recorded");
}

static int permissionsOf(const char* path)
{
    struct stat found;
    return stat(path, &found) == 0 ? (int)(found.st_mode & 0777) : -1;
}

static void the_states_of_a_recording_are_as_secret_as_it_is(void)
{
    Played stage;
    beginRecording(&stage);
    gelPlayer_CloseJournal(stage.player, false);
    writeText(RECORDING, "former");
    chmod(RECORDING, 0600);
    REQUIRE(gelPlayer_OpenJournal(stage.player, "cli_recording_scene.json", RECORDING));
    playFrame(&stage, 0);
    CHECK_INT(permissionsOf(RECORDING ".part"), 0600);
    CHECK_INT(permissionsOf(RECORDING ".part.states"), 0600);
    writeRecording(&stage);
    CHECK_INT(permissionsOf(RECORDING), 0600);
    CHECK_INT(permissionsOf(STATES), 0600);
    remove(RECORDING);
}

// The part of one is beside the file that it leads to, the states are where they are linked to.
static void a_recording_and_its_states_may_be_links(void)
{
    static const char there[] = OWN "_there.json";
    struct stat here, other;
    char far[64], link[64];
    Played stage;
    bool isFar = stat("/dev/shm", &other) == 0 && stat(GEL_SCRATCH, &here) == 0 &&
                 here.st_dev != other.st_dev && access("/dev/shm", W_OK) == 0;
    snprintf(far, sizeof far, isFar ? "/dev/shm/gel-test-%ld.states" : "cli_recording_%ld.states",
             (long)getpid());
    if (!isFar)
        SKIP_PART("/dev/shm is no other file system");
    beginRecording(&stage);
    gelPlayer_CloseJournal(stage.player, false);
    CHECK(symlink("cli_recording_there.json", RECORDING) == 0 && symlink(far, STATES) == 0, "no links");
    REQUIRE(gelPlayer_OpenJournal(stage.player, "cli_recording_scene.json", RECORDING));
    for (int frame = 0; frame < frames; frame++)
        playFrame(&stage, frame);
    CHECK(fileExists(OWN "_there.json.part") && fileExists(OWN "_there.json.part.states"), "no part there");
    writeRecording(&stage);
    CHECK(readlink(RECORDING, link, sizeof link) > 0 && readlink(STATES, link, sizeof link) > 0,
          "a link was replaced");
    CHECK(!fileExists(OWN "_there.json.part") && !fileExists(OWN "_there.json.part.states"),
          "parts are left");
    RUN_FOR(0, "run", RECORDING, "--backend", "reference", "--from", "179");
    CHECK_TEXT(result.out, "at frame 120 of 200");
    CHECK(fileExists(STATES) && fileExists(there), "nothing is where the links lead");
    if (isFar)
        remove(far);
    remove(there);
    remove(RECORDING);
    remove(STATES);
}

// A box that comes to rest, as the first does while others are added, removed and forgotten.
static Played beginRestingRecording(void)
{
    writeText(
        OWN "_scene.json",
        "{\"contact\":true,\"sleep\":true,\"substeps\":4,\"ground\":{},\"bodies\":[{\"shape\":{\"type\":\"box\","
        "\"size\":[0.4,0.4,0.4],\"cells\":[2,2,2]},\"position\":[0,0.02,0],\"material\":{\"restitution\":0.3},"
        "\"unbreakable\":true}]}");
    Played stage = playReference(OWN "_scene.json");
    REQUIRE(gelPlayer_OpenJournal(stage.player, "cli_recording_scene.json", RECORDING));
    return stage;
}

static void playOn(Played* stage, int count)
{
    for (int i = 0; i < count; i++) {
        advance(stage, 1);
        REQUIRE(gelPlayer_WriteJournal(stage->player));
    }
}

static void checkEachKeyframe(int64_t last, int count)
{
    gelScene* scene;
    int64_t frame = last, found;
    int seen = 0;
    REQUIRE(gelLoadScene(RECORDING, &scene));
    while (gelReadKeyframe(scene, frame, NULL, NULL, &found) == gel_success && found > 0) {
        checkReplay(found, &(gelWorldDef){.backend = gel_referenceFloat});
        frame = found - 1;
        seen++;
    }
    gelDestroyScene(scene);
    CHECK_INT(seen, count);
}

static void what_is_recorded_after_a_reset_has_states(void)
{
    Played stage = beginRestingRecording();
    playOn(&stage, 37);
    act(&stage, (gelEvent){.kind = gel_eventDrop, .position = {1, 1, 0}});
    playOn(&stage, 40);
    act(&stage, (gelEvent){.kind = gel_eventRemove, .body = 0});
    playOn(&stage, 5);
    REQUIRE(gelWorld_DestroyBodies(stage.world));
    REQUIRE(gelScene_CreateBodies(stage.scene, stage.world));
    REQUIRE(gelPlayer_Reset(stage.player));
    playOn(&stage, 150);
    Played fresh = playReference(OWN "_scene.json");
    advance(&fresh, 150);
    CHECK_HEX(gelWorld_Hash(stage.world), gelWorld_Hash(fresh.world));
    stop(&fresh);
    writeRecording(&stage);
    checkEachKeyframe(150, 2);
    RUN_FOR(0, "run", RECORDING, "--backend", "reference", "--from", "130");
    CHECK_TEXT(result.out, "at frame 120 of 150");
}

static void keyframes_go_on_after_going_back_past_bodies_that_came_and_went(void)
{
    Played stage = beginRestingRecording();
    gelSnapshot* snapshot;
    playOn(&stage, 50);
    act(&stage, (gelEvent){.kind = gel_eventDrop, .position = {1, 1, 0}});
    playOn(&stage, 20);
    REQUIRE(gelTakeSnapshot(stage.world, stage.player, &snapshot));
    act(&stage, (gelEvent){.kind = gel_eventDrop, .position = {2, 1, 0}});
    act(&stage, (gelEvent){.kind = gel_eventRemove, .body = 1});
    playOn(&stage, 60);
    REQUIRE(gelRestoreSnapshot(stage.world, stage.player, snapshot));
    act(&stage, (gelEvent){.kind = gel_eventRemove, .body = 0});
    act(&stage, (gelEvent){.kind = gel_eventDrop, .position = {0, 2, 0}});
    playOn(&stage, 130);
    gelDestroySnapshot(snapshot);
    writeRecording(&stage);
    checkEachKeyframe(200, 3);
}

TESTS(TEST(what_is_recorded_after_a_reset_has_states),
      TEST(keyframes_go_on_after_going_back_past_bodies_that_came_and_went),
      TEST(a_recording_replays_from_each_keyframe_to_the_same_hash),
      TEST(a_recording_altered_in_one_event_names_the_first_frame_that_differs),
      TEST(a_back_end_with_other_bits_is_told_from_another_recording),
      TEST(what_a_recording_was_made_with_is_told_where_it_differs),
      TEST(what_is_not_a_recording_is_refused_in_one_line),
      TEST(states_that_are_cut_anywhere_are_used_up_to_there),
      TEST(the_states_of_a_recording_are_as_secret_as_it_is), TEST(a_recording_and_its_states_may_be_links),
      TEST(what_is_done_again_replaces_the_keyframes_that_were))
