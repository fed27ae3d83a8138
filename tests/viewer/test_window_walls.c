// Walls in the window: drawn, moved and removed by the mouse while A is held; all of it is recorded.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "window_walls"
#include "viewer/viewer_shot.h"

// A block that hangs in the air, without contact.
static const char* writeScene(void)
{
    static char scene[1024];
    snprintf(scene, sizeof scene, "%s", scratchPath("block.json"));
    writeText(
        scene,
        "{\"contact\":false,\"ground\":{},\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.4,0.4,0.4],"
        "\"cells\":[2,2,2]},\"position\":[0,0.8,0]}]}");
    return scene;
}

static bool play(const char* recording, const char* const* moves)
{
    const char* const arguments[] = {"gel",      "view",       writeScene(), "--backend", "reference",
                                     "--width",  "480",        "--height",   "360",       "--json",
                                     "--paused", "--no-panel", "--record",   recording,   NULL};
    return playWindow(arguments, moves);
}

static void checkReplay(const char* recording)
{
    RUN_FOR(0, "run", recording, "--json");
    CHECK_TEXT(result.out, "\"hash_as_recorded\":\ttrue");
}

static void a_drawn_wall_switches_contact_on_and_is_repeated_in_the_past(void)
{
    char recording[1024];
    static char text[65536];
    static const char* const moves[] = {"key --delay 30 o o sleep 0.5",
                                        "mousemove 120 240 sleep 0.3 keydown g",
                                        "mousedown 1 sleep 0.3",
                                        "mousemove_relative 240 0 sleep 0.5",
                                        "mouseup 1 keyup g sleep 0.3",
                                        "key --delay 30 o o o o sleep 0.5",
                                        "key Home sleep 0.7",
                                        "key End sleep 1.5",
                                        "key Escape",
                                        NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    snprintf(recording, sizeof recording, "%s", scratchPath("drawn.json"));
    if (!play(recording, moves))
        return;
    cJSON* end = parseOutput();
    CHECK_INT(numberAt(end, "frames"), 6);
    CHECK_INT(numberAt(end, "opengl_errors"), 0);
    cJSON_Delete(end);
    readText(recording, text, sizeof text);
    CHECK_TEXT(text, "\"contact\":true");
    CHECK_TEXT(text, "\"frame\":2,\"wall\":{\"from\":[");
    checkReplay(recording);
}

static void a_wall_is_moved_and_removed_and_a_click_draws_none(void)
{
    char recording[1024];
    static char text[65536];
    static const char* const moves[] = {"mousemove 120 240 sleep 0.3 keydown g",
                                        "mousedown 1 sleep 0.3",
                                        "mousemove_relative 240 0 sleep 0.3",
                                        "mouseup 1 sleep 0.3 keyup g",
                                        "key --delay 30 o o sleep 0.3",
                                        "mousemove 240 240 sleep 0.3 keydown g",
                                        "mousedown 1 sleep 0.3",
                                        "mousemove_relative -- 0 -20 sleep 0.3",
                                        "mouseup 1 sleep 0.3 keyup g",
                                        "key --delay 30 o o sleep 0.5",
                                        "mousemove 240 220 sleep 0.3 keydown g",
                                        "click 3 sleep 0.3",
                                        "mousemove 100 200 sleep 0.3 click 1 sleep 0.3 keyup g",
                                        "key --delay 30 o o sleep 0.5",
                                        "key Escape",
                                        NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    snprintf(recording, sizeof recording, "%s", scratchPath("moved.json"));
    if (!play(recording, moves))
        return;
    readText(recording, text, sizeof text);
    const char* drawn = strstr(text, "\"wall\":{");
    CHECK(drawn != NULL && strstr(drawn + 1, "\"wall\":{") == NULL, "not one wall: %s", text);
    CHECK_TEXT(text, "\"frame\":2,\"move\":{\"body\":1,\"position\":[");
    CHECK_TEXT(text, "\"frame\":4,\"remove\":{\"body\":1}");
    checkReplay(recording);
}

TESTS(TEST(a_drawn_wall_switches_contact_on_and_is_repeated_in_the_past),
      TEST(a_wall_is_moved_and_removed_and_a_click_draws_none))
