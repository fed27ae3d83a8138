// The start page, lessons in the window, and files dropped onto it.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "window_start"
#include "viewer/viewer.h"

#include <dirent.h>
#include <stb/stb_image.h>
#include <sys/stat.h>

#define WINDOW "gel", "view", "--backend", "reference", "--width", "960", "--height", "600", "--json"
#define LESSON(name)                                                                                         \
    "gel", "view", GEL_ASSETS "/lessons/" name ".json", "--backend", "reference", "--width", "640",          \
        "--height", "400", "--json"

static void without_a_scene_a_page_opens_to_choose_one_from(void)
{
    static const char* const arguments[] = {WINDOW, NULL};
    static const char* const nothing[] = {"key Escape", NULL};
    static const char* const keys[] = {"key --delay 60 Down Right Up Return", "sleep 1", "key Escape", NULL};
    static const char* const mouse[] = {"mousemove 100 100",
                                        "sleep 0.3",
                                        "mousemove 105 105 click 1",
                                        "sleep 1",
                                        "key BackSpace",
                                        "sleep 0.5",
                                        "key Escape",
                                        "sleep 0.5",
                                        "key Escape",
                                        NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (playWindow(arguments, nothing)) {
        CHECK_TEXT(result.out, "\"start_page\":\ttrue");
        CHECK_TEXT(result.out, "\"frames\":\t0");
    }
    if (playWindow(arguments, keys)) {
        CHECK_TEXT(result.out, "\"scene\":\t\"Bear drop\"");
        CHECK_TEXT(result.out, "\"start_page\":\tfalse");
    }
    if (playWindow(arguments, mouse)) { // Escape leaves the page, once there is a scene to go back to
        CHECK_TEXT(result.out, "\"scene\":\t\"Balloons\"");
        CHECK_TEXT(result.out, "\"start_page\":\tfalse");
    }
}

// scripts/thumbnails.sh makes those that are missing.
static void each_scene_has_a_small_picture_for_the_start_page(void)
{
    int count = 0;
    DIR* folder = opendir(GEL_ASSETS "/scenes");
    for (struct dirent* entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char path[1024];
        struct stat found = {0};
        int length = (int)strcspn(entry->d_name, ".");
        if (strcmp(entry->d_name + length, ".json") != 0)
            continue;
        count++;
        snprintf(path, sizeof path, GEL_ASSETS "/thumbnails/%.*s.png", length, entry->d_name);
        CHECK(stat(path, &found) == 0 && found.st_size > 500 && found.st_size < 16384, "%s has %lld bytes",
              path, (long long)found.st_size);
    }
    if (folder != NULL)
        closedir(folder);
    CHECK(count > 20, "there are %d scenes", count);
}

// At scale 1, what is clicked is the card of another scene.
static void the_pointer_hits_what_is_drawn_at_a_larger_scale(void)
{
    static const char* const arguments[] = {WINDOW, "--scale", "1.5", NULL};
    static const char* const moves[] = {"mousemove 380 150", "sleep 0.3",  "mousemove 390 157 click 1",
                                        "sleep 1.5",         "key Escape", NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (playWindow(arguments, moves))
        CHECK_TEXT(result.out, "\"scene\":\t\"Bear drop\"");
}

static void the_start_page_is_not_for_pictures_and_recordings(void)
{
    RUN_FOR(2, "view", "--headless");
    CHECK_TEXT(result.error, "--headless needs a SCENE");
    RUN_FOR(2, "view", "--record", "a.json");
    CHECK_TEXT(result.error, "--record needs a SCENE");
    RUN_FOR(2, "view", "--frames", "3");
    CHECK_TEXT(result.error, "--frames needs a SCENE");
}

static void lessonAfter(const char* const* arguments, const char* const* moves, const char* stage)
{
    char expected[80];
    snprintf(expected, sizeof expected, "\"lesson\":\t\"%s\"", stage);
    if (playWindow(arguments, moves))
        CHECK_TEXT(result.out, expected);
}

static void a_lesson_asks_runs_and_answers(void)
{
    static const char* const number[] = {LESSON("pendulum"), NULL};
    static const char* const nothing[] = {"sleep 0.5", "key Escape", NULL};
    static const char* const typed[] = {"key Return", "sleep 0.5",  "key --delay 60 2 period 3",
                                        "sleep 0.3",  "key Return", "sleep 0.7",
                                        "key Escape", NULL};
    static const char* const bad[] = {"key Return", "sleep 0.5", "key --delay 60 o p e", "sleep 0.3",
                                      "key Return", "sleep 0.7", "key Escape",           "sleep 0.3",
                                      "key Escape", NULL};
    static const char* const answer[] = {"key Return", "sleep 0.5", "key --delay 60 2", "sleep 0.3",
                                         "key Return", "sleep 0.7", "key Return",       "sleep 0.5",
                                         "key Escape", NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    lessonAfter(number, nothing, "asks");
    CHECK_TEXT(result.out, "\"frames\":\t0");
    lessonAfter(number, bad, "asks");
    lessonAfter(number, typed, "runs");
    CHECK_TEXT(result.out, "\"paused\":\tfalse");
    lessonAfter(number, answer, "answers");
}

static void a_choice_is_made_by_a_digit_and_a_key_goes_to_the_next_lesson(void)
{
    static const char* const arguments[] = {LESSON("cantilever"), NULL};
    static const char* const chosen[] = {"key 4", "key Return", "sleep 0.7", "key Escape", NULL};
    static const char* const first[] = {LESSON("free_fall"), NULL};
    static const char* const next[] = {"key n", "sleep 0.7", "key Escape", NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    lessonAfter(arguments, chosen, "runs");
    lessonAfter(first, next, "asks");
    CHECK(strstr(result.out, "Free fall") == NULL, "still at the first lesson: %.60s", result.out);
    static const char* const fallen[] = {"key Return", "sleep 0.5", "key --delay 60 5", "sleep 0.3",
                                         "key Return", "sleep 5",   "key Escape",       NULL};
    lessonAfter(first, fallen, "answers");
    cJSON* end = parseOutput();
    const cJSON* target = cJSON_GetObjectItem(cJSON_GetObjectItem(end, "camera"), "target");
    double height = cJSON_GetNumberValue(cJSON_GetArrayItem(target, 1));
    CHECK(height < 7.0, "the camera looks at a height of %g m, and the body has fallen from 10.2 m to 5.3",
          height);
    cJSON_Delete(end);
}

// How wide the legend's box is, in pixels: the longest row in the left half where nothing else is as dark; the bar shrinks
// if there is no room. -1: there is no picture.
static int legendWidth(const char* path)
{
    int wide = 0, high = 0, channels = 0, max = -1;
    unsigned char* pixels = stbi_load(path, &wide, &high, &channels, 3);
    for (int y = 0; pixels != NULL && y < high; y++) {
        int count = 0;
        for (int x = 0; x < wide / 2; x++) {
            const unsigned char* pixel = &pixels[3 * (y * wide + x)];
            count += pixel[0] < 80 && pixel[1] < 80 && pixel[2] < 80;
        }
        max = count > max ? count : max;
    }
    stbi_image_free(pixels);
    return max;
}

static void texts_grow_with_the_scale(void)
{
    const char* const paths[] = {scratchPath("plain.png"), scratchPath("large.png")};
    int found[2];
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    setenv("GEL_OPENGL_DEBUG", "1", 1);
    for (int i = 0; i < 2; i++) {
        RUN_FOR(0, "view", BEAR, "--backend", "reference", "--headless", "--width", "640", "--height", "400",
                "--mode", "strain", "--scale", i == 0 ? "1" : "1.5", "--json", "--quiet", "--shot", paths[i]);
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "opengl_errors"), 0);
        cJSON_Delete(end);
        found[i] = legendWidth(paths[i]);
    }
    unsetenv("GEL_OPENGL_DEBUG");
    CHECK(found[0] > 80 && abs(2 * found[1] - 3 * found[0]) <= 12,
          "the legend is %d pixels wide, and %d at 1.5 times the size", found[0], found[1]);
}

static void a_file_that_is_dropped_opens(void)
{
#if defined(GEL_DROP_FILE)
    static const char* const page[] = {WINDOW, NULL};
    static const char* const scene[] = {"!" GEL_DROP_FILE " $(xdotool getwindowfocus) " GEL_ASSETS
                                        "/scenes/single_tet.json",
                                        "sleep 1", "key Escape", NULL};
    static const char* const mesh[] = {"!" GEL_DROP_FILE " $(xdotool getwindowfocus) " GEL_ASSETS
                                       "/meshes/bear_small.node",
                                       "sleep 3", "key Escape", NULL};
    static const char* const bad[] = {"!" GEL_DROP_FILE " $(xdotool getwindowfocus) " GEL_ASSETS
                                      "/pictures/window.png",
                                      "sleep 1", "key Escape", NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (playWindow(page, scene))
        CHECK_TEXT(result.out, "\"scene\":\t\"Single tet\"");
    if (playWindow(page, mesh))
        CHECK_TEXT(result.out, "\"start_page\":\tfalse");
    if (playWindow(page, bad)) { // says what is wrong, and stays
        CHECK_TEXT(result.out, "\"start_page\":\ttrue");
        CHECK_TEXT(result.out, "window.png");
    }
#else
    SKIP("there is no Xlib (libx11-dev)");
#endif
}

TESTS(TEST(each_scene_has_a_small_picture_for_the_start_page),
      TEST(without_a_scene_a_page_opens_to_choose_one_from),
      TEST(the_pointer_hits_what_is_drawn_at_a_larger_scale),
      TEST(the_start_page_is_not_for_pictures_and_recordings), TEST(a_lesson_asks_runs_and_answers),
      TEST(a_choice_is_made_by_a_digit_and_a_key_goes_to_the_next_lesson), TEST(texts_grow_with_the_scale),
      TEST(a_file_that_is_dropped_opens))
