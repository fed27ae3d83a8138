// The window's rows on the solver, what it does to bodies, gravity and ground, and its pictures and films.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "window_panel"
#include "viewer/viewer_shot.h"

#define PANEL_WINDOW                                                                                         \
    "gel", "view", BEAR, "--backend", "reference", "--width", "480", "--height", "700", "--json", "--paused"

static void hashOfRun(char hash[32], const char* order)
{
    RUN_FOR(0, "run", BEAR, "--backend", "reference", "--frames", "3", "--order", order, "--json");
    hashOf(hash);
}

static void the_order_is_chosen_and_the_state_stays(void)
{
    static const char* const arguments[] = {PANEL_WINDOW, NULL};
    static const char* const moves[] = {
        "click:solver", "click:order", "click:order: jacobi", "key --delay 60 o o o", "sleep 0.5",
        "key Escape",   NULL};
    char shown[32], run[32];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    hashOf(shown);
    hashOfRun(run, "jacobi");
    CHECK(strcmp(shown, run) == 0, "%s in the window, %s by run", shown, run);
}

static void a_time_step_is_taken_up(void)
{
    static const char* const arguments[] = {PANEL_WINDOW, NULL};
    static const char* const moves[] = {"key o",
                                        "sleep 0.3",
                                        "click:solver",
                                        "at:time step -20 +0",
                                        "mousedown 1 sleep 0.5",
                                        "mousemove_relative -- -60 0 sleep 0.5",
                                        "mouseup 1 sleep 0.7",
                                        "mousemove 470 400",
                                        "key --delay 60 o o",
                                        "sleep 0.5",
                                        "key Escape",
                                        NULL};
    char shown[32], run[32];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    cJSON* end = parseOutput();
    double time = numberAt(end, "time_s");
    CHECK_INT(numberAt(end, "frames"), 3);
    CHECK(time > 1.0 / 60.0 + 2e-4 && time < 2.0 / 60.0, "%g s after 3 frames", time);
    CHECK_INT(numberAt(end, "history/first_frame"), 1);
    cJSON_Delete(end);
    hashOf(shown);
    hashOfRun(run, "colour");
    CHECK(strcmp(shown, run) != 0, "nothing has changed");
}

static void what_is_recorded_keeps_the_order_of_its_scene(void)
{
    const char* recording = scratchPath("ordered.json");
    const char* const arguments[] = {PANEL_WINDOW, "--record", recording, NULL};
    static const char* const moves[] = {
        "click:solver", "click:order", "click:order: jacobi", "key --delay 60 o o", "sleep 0.5",
        "key Escape",   NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    CHECK_TEXT(result.out, "Bear drop is being recorded");
    RUN_FOR(0, "run", recording, "--json");
    CHECK_TEXT(result.out, "\"hash_as_recorded\":\ttrue");
}

static void the_wind_is_set_by_a_slider_and_that_is_recorded(void)
{
    const char *scene = scratchPath("windy.json"), *recording = scratchPath("calmed.json");
    static const char* const moves[] = {"key o",     "sleep 0.3",           "click:fields",
                                        "sleep 0.3", "click:field 0: wind", "key --delay 60 o o",
                                        "sleep 0.5", "key Escape",          NULL};
    static char text[65536];
    const char* const arguments[] = {"gel",      "view", scene,    "--backend", "reference", "--width", "480",
                                     "--height", "700",  "--json", "--paused",  "--record",  recording, NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    writeText(scene, "{\"fields\":[{\"type\":\"wind\",\"velocity\":[5,0,0]}],"
                     "\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[2,2,2]}}]}");
    if (!playWindow(arguments, moves))
        return;
    readText(recording, text, sizeof text);
    CHECK_TEXT(text, "\"adjust\":{\"field\":0,\"strength\":");
    RUN_FOR(0, "run", recording, "--json");
    CHECK_TEXT(result.out, "\"hash_as_recorded\":\ttrue");
}

static void the_substeps_that_are_enough_are_taken_by_a_button(void)
{
    const char* scene = scratchPath("stiff.json");
    const char* const arguments[] = {"gel", "view",     scene, "--backend", "reference", "--width",
                                     "480", "--height", "700", "--json",    "--paused",  NULL};
    static const char* const moves[] = {
        "click:solver", "sleep 1", "click:take substeps", "key --delay 60 o o", "sleep 0.5",
        "key Escape",   NULL};
    char shown[32], run[32];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    writeText(
        scene,
        "{\"substeps\":4,\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,0.2,0.2],\"cells\":[10,2,2]},"
        "\"material\":{\"youngModulus\":2e5},\"pins\":[{\"below\":-0.05}]}]}");
    if (!playWindow(arguments, moves))
        return;
    hashOf(shown);
    RUN_FOR(0, "run", scene, "--backend", "reference", "--frames", "2", "--json");
    hashOf(run);
    CHECK(strcmp(shown, run) != 0, "the substeps are still the scene's");
}

static void bodies_are_squashed_and_scrambled_and_that_is_recorded(void)
{
    const char* recording = scratchPath("squashed.json");
    const char* const arguments[] = {PANEL_WINDOW, "--record", recording, NULL};
    static const char* const moves[] = {"key o",
                                        "click:Squash",
                                        "key --delay 60 o o",
                                        "click:Scramble",
                                        "key --delay 60 o o",
                                        "sleep 0.5",
                                        "key Escape",
                                        NULL};
    static char text[65536];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    readText(recording, text, sizeof text);
    CHECK_TEXT(text, "\"frame\":1,\"flatten\":{\"body\":0");
    CHECK_TEXT(text, "\"frame\":3,\"scramble\":{\"body\":0");
    RUN_FOR(0, "run", recording, "--json");
    CHECK_TEXT(result.out, "\"hash_as_recorded\":\ttrue");
}

// 40 pixels at a quarter of a degree; the ground is given back by a double click.
static void gravity_and_ground_are_tilted_with_the_mouse_and_that_is_recorded(void)
{
    const char* recording = scratchPath("tilted.json");
    const char* const arguments[] = {WINDOW, "--paused", "--record", recording, NULL};
    static const char* const moves[] = {"mousemove 160 100 sleep 0.3 keydown ctrl",
                                        "mousedown 1 sleep 0.3",
                                        "mousemove_relative 40 0 sleep 0.3",
                                        "mouseup 1 keyup ctrl key o sleep 0.5",
                                        "keydown ctrl mousedown 3 sleep 0.3",
                                        "mousemove_relative 0 30 sleep 0.3",
                                        "mouseup 3 keyup ctrl key o sleep 1",
                                        "keydown ctrl click 3 sleep 0.1 click 3 sleep 0.3",
                                        "keyup ctrl key o sleep 0.5",
                                        "key Escape",
                                        NULL};
    static char text[65536];
    double gravity[3] = {0.0, 0.0, 0.0};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    readText(recording, text, sizeof text);
    const char* found = strstr(text, "\"gravity\":[");
    CHECK(found != NULL && sscanf(found + 11, "%lf, %lf, %lf", &gravity[0], &gravity[1], &gravity[2]) == 3,
          "no gravity: %s", text);
    double length = sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
    CHECK_CLOSE(length, 9.81, 1e-4, "as strong as before");
    CHECK(gravity[0] > 1.0 && gravity[1] > -9.75, "gravity {%g, %g, %g}", gravity[0], gravity[1], gravity[2]);
    CHECK_TEXT(text, "\"frame\":1,\"set\":");
    const char* last = strstr(text, "\"frame\":2,\"set\":");
    CHECK(last != NULL && strstr(last, "\"normal\":[0, 1, 0]") != NULL, "the ground stays tilted: %s", text);
    CHECK(strstr(text, "\"normal\":[0, 1, 0]") != NULL, "%s", text);
    RUN_FOR(0, "run", recording, "--json");
    CHECK_TEXT(result.out, "\"hash_as_recorded\":\ttrue");
}

static void pictures_and_films_get_names_of_their_own(void)
{
    static const char* const arguments[] = {WINDOW, "--paused", NULL};
    static const char* const moves[] = {"key F12",   "sleep 1",       "key o",     "key F12",
                                        "sleep 1",   "key shift+F12", "sleep 1",   "key --delay 60 o o o",
                                        "sleep 1.5", "key shift+F12", "sleep 1.5", "key Escape",
                                        NULL};
    char text[64] = "", folder[1024], line[64] = "";
    if (!haveDisplay() || !programIsThere("ffmpeg") || !programIsThere("ffprobe"))
        SKIP("there is no Xvfb, no xdotool or no ffmpeg");
    CHECK(getcwd(folder, sizeof folder) != NULL && chdir(GEL_SCRATCH) == 0, "no scratch folder");
    remove("bear_drop-2.png");
    remove("bear_drop-3.png");
    remove("bear_drop-1.mp4");
    writeText("bear_drop-1.png", "mine");
    if (playWindow(arguments, moves)) {
        cJSON* end = parseOutput();
        CHECK_TEXT(textAt(end, "message"), "/bear_drop-1.mp4");
        CHECK_INT(numberAt(end, "opengl_errors"), 0);
        cJSON_Delete(end);
        readText("bear_drop-1.png", text, sizeof text);
        CHECK(strcmp(text, "mine") == 0, "a file was overwritten");
        Shot first = readShot("bear_drop-2.png"), second = readShot("bear_drop-3.png");
        CHECK(countDifferent(first, second) > 0, "a frame later the picture is the same");
        stbi_image_free(first.pixels);
        stbi_image_free(second.pixels);
        FILE* pipe =
            popen("ffprobe -v error -count_frames -show_entries stream=nb_read_frames,width,r_frame_rate -of "
                  "csv=p=0 bear_drop-1.mp4",
                  "r");
        if (pipe != NULL && fgets(line, sizeof line, pipe) == NULL)
            line[0] = '\0';
        if (pipe != NULL)
            pclose(pipe);
        CHECK_TEXT(line, "320,60/1,4"); // where it began, and three more
    }
    CHECK(chdir(folder) == 0, "%s is gone", folder);
}

TESTS(TEST(the_order_is_chosen_and_the_state_stays), TEST(a_time_step_is_taken_up),
      TEST(what_is_recorded_keeps_the_order_of_its_scene),
      TEST(the_wind_is_set_by_a_slider_and_that_is_recorded),
      TEST(the_substeps_that_are_enough_are_taken_by_a_button),
      TEST(bodies_are_squashed_and_scrambled_and_that_is_recorded),
      TEST(gravity_and_ground_are_tilted_with_the_mouse_and_that_is_recorded),
      TEST(pictures_and_films_get_names_of_their_own))
