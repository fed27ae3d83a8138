// The window in time: keys and the time line go back and forth, and playing on from the past.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "window_time"
#include "viewer/viewer_shot.h"

#define LARGE_WINDOW                                                                                         \
    "gel", "view", BEAR, "--backend", "reference", "--width", "800", "--height", "400", "--json", "--paused"

static void checkRun(int frames)
{
    char shown[32], run[32], count[16];
    snprintf(count, sizeof count, "%d", frames);
    hashOf(shown);
    RUN_FOR(0, "run", BEAR, "--backend", "reference", "--frames", count, "--json");
    hashOf(run);
    CHECK(strcmp(shown, run) == 0, "%s in the window, %s without", shown, run);
}

static void keys_go_back_and_forth_in_time(void)
{
    static const char* const arguments[] = {WINDOW, "--paused", NULL};
    static const char* const moves[] = {"key --delay 30 o o o o o o o o o o",
                                        "key --delay 30 Left Left Left Right Left",
                                        "sleep 0.5",
                                        "key --delay 30 Home Right Right",
                                        "sleep 0.5",
                                        "key --delay 30 End Right Left Left o",
                                        "sleep 1",
                                        "key Escape",
                                        NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    cJSON* end = parseOutput();
    CHECK_INT(numberAt(end, "frames"), 10);
    CHECK_INT(numberAt(end, "history/first_frame"), 0);
    CHECK_INT(numberAt(end, "history/last_frame"), 11); // Right, at the end, is a new frame
    CHECK(numberAt(end, "history/bytes") <= numberAt(end, "history/limit_bytes"), "more is kept than may be");
    cJSON_Delete(end);
    checkRun(10);
}

static void the_time_line_is_dragged_and_its_buttons_step(void)
{
    static const char* const arguments[] = {LARGE_WINDOW, NULL};
    static const char* const moves[] = {"key --delay 30 o o o o o o o o o o o o",
                                        "sleep 1",
                                        "at:time line +1 +0",
                                        "mousedown 1 sleep 0.7",
                                        "mousemove_relative -- -600 0 sleep 0.7",
                                        "mouseup 1 sleep 0.7",
                                        "click:>",
                                        "click:>",
                                        "click:>",
                                        "click:<",
                                        "key Escape",
                                        NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    cJSON* end = parseOutput();
    CHECK_INT(numberAt(end, "frames"), 2);
    CHECK_INT(numberAt(end, "history/last_frame"), 12);
    cJSON_Delete(end);
    checkRun(2);
}

static void playing_on_from_the_past_forgets_the_rest_and_says_so(void)
{
    static const char* const arguments[] = {WINDOW, "--paused", "--history", "8", NULL};
    static const char* const moves[] = {"key --delay 30 o o o o o o",
                                        "sleep 0.5",
                                        "key --delay 30 Home Right Right",
                                        "sleep 0.5",
                                        "key space",
                                        "sleep 0.6",
                                        "key space",
                                        "sleep 0.3",
                                        "key Escape",
                                        NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    cJSON* end = parseOutput();
    int frames = (int)numberAt(end, "frames");
    CHECK(frames > 2 && (int)numberAt(end, "history/last_frame") == frames, "frame %d of %g", frames,
          numberAt(end, "history/last_frame"));
    CHECK_TEXT(textAt(end, "message"), "Continued from frame 2");
    CHECK_INT(numberAt(end, "history/limit_bytes"), 8 << 20);
    cJSON_Delete(end);
    checkRun(frames);
}

// Going back in time undoes changes of bodies, and the recording holds what is seen at the end.
static void a_body_dropped_and_removed_comes_and_goes_with_the_time(void)
{
    const char* recording = scratchPath("past.json");
    const char* const arguments[] = {WINDOW, "--paused", "--record", recording, NULL};
    static const char* const moves[] = {"mousemove 60 120",
                                        "sleep 0.3",
                                        "key --delay 60 o o b o o",
                                        "sleep 0.5",
                                        "mousemove 160 95",
                                        "sleep 0.3",
                                        "key --delay 60 x o",
                                        "sleep 0.5",
                                        "key --delay 60 Home End Left Left",
                                        "sleep 1",
                                        "key Escape",
                                        NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    cJSON* end = parseOutput();
    CHECK_INT(numberAt(end, "frames"), 3);
    CHECK_INT(numberAt(end, "bodies"), 2);
    CHECK_INT(numberAt(end, "opengl_errors"), 0);
    cJSON_Delete(end);
    static char text[65536];
    readText(recording, text, sizeof text);
    CHECK_TEXT(text, "\"drop\":");
    CHECK(strstr(text, "\"remove\":") == NULL, "what comes later was recorded: %s", text);
    RUN_FOR(0, "run", recording, "--json");
    CHECK_TEXT(result.out, "\"hash_as_recorded\":\ttrue");
}

TESTS(TEST(keys_go_back_and_forth_in_time), TEST(the_time_line_is_dragged_and_its_buttons_step),
      TEST(playing_on_from_the_past_forgets_the_rest_and_says_so),
      TEST(a_body_dropped_and_removed_comes_and_goes_with_the_time))
