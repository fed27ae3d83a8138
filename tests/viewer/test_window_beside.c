// A second world with a setup of its own: in halves of the picture, over the first, in one plot with it, by keys and rows.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "window_beside"
#include "viewer/viewer_shot.h"

#define SHOOT(path, frames, ...)                                                                             \
    RUN_FOR(0, "view", BEAR, "--backend", "reference", "--headless", "--width", "320", "--height", "200",    \
            "--frames", frames, "--shot", path, "--json", __VA_ARGS__)

enum { belowNames = 64 }; // rows that the setups' names take

static double shownDifference(void)
{
    cJSON* end = parseOutput();
    double difference = numberAt(end, "difference/max_difference_m");
    cJSON_Delete(end);
    return difference;
}

static double comparedDifference(const char* setup)
{
    RUN_FOR(0, "compare", BEAR, "--a", "reference", "--b", setup, "--frames", "20", "--json");
    cJSON* end = parseOutput();
    cJSON* rows = cJSON_GetObjectItem(end, "differences");
    double difference = numberAt(cJSON_GetArrayItem(rows, cJSON_GetArraySize(rows) - 1), "max_difference_m");
    cJSON_Delete(end);
    return difference;
}

static void any_setup_steps_as_a_side_of_a_comparison_does(void)
{
    static const char* const setups[] = {"substeps=7", "order=jacobi-averaged",
                                         "integrator=symplecticEuler,substeps=200",
                                         "double,model=neoHookean,substeps=30", "youngModulus=50000"};
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++) {
        SHOOT(scratchPath("any.png"), "20", "--against", setups[i]);
        double shown = shownDifference(), compared = comparedDifference(setups[i]);
        CHECK(shown > 0.0 && shown == compared, "%s: %.17g m shown, %.17g m compared", setups[i], shown,
              compared);
    }
}

// Counts the pixels by which the left half differs from the right one.
static int countDifferentHalves(Shot shot)
{
    int count = 0;
    for (int y = belowNames; y < height && shot.pixels != NULL; y++)
        for (int x = 0; x < width / 2; x++) {
            const unsigned char *a = &shot.pixels[3 * (width * y + x)], *b = a + 3 * (width / 2);
            count += abs(a[0] - b[0]) > 16 || abs(a[1] - b[1]) > 16 || abs(a[2] - b[2]) > 16;
        }
    return count;
}

static void each_world_has_its_half_under_the_same_camera(void)
{
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    SHOOT(scratchPath("alike.png"), "30", "--against", "reference");
    SHOOT(scratchPath("unlike.png"), "30", "--against", "substeps=3");
    CHECK_TEXT(result.out, "\"beside\":\t\"split\"");
    CHECK_TEXT(result.out, "\"opengl_errors\":\t0");
    Shot alike = readShot(scratchPath("alike.png")), unlike = readShot(scratchPath("unlike.png"));
    CHECK(countColoured(alike) > 2000, "%d pixels of the bears", countColoured(alike));
    CHECK(countDifferentHalves(alike) == 0, "%d pixels differ between two equal worlds",
          countDifferentHalves(alike));
    CHECK(countDifferentHalves(unlike) > 300, "only %d pixels differ", countDifferentHalves(unlike));
    stbi_image_free(alike.pixels);
    stbi_image_free(unlike.pixels);
}

// Much blue and red, little green: the second world's colour, in surfaces and plots.
static int countViolet(const char* path, int from)
{
    int w = 0, h = 0, channels, count = 0;
    unsigned char* pixels = stbi_load(path, &w, &h, &channels, 3);
    for (int i = from * w; i < w * h && pixels != NULL; i++) {
        const unsigned char* p = &pixels[3 * i];
        count += p[2] - p[1] > 60 && p[0] - p[1] > 10 && p[2] > 110;
    }
    stbi_image_free(pixels);
    return count;
}

static void the_second_world_lies_over_the_first_in_its_own_colour(void)
{
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    SHOOT(scratchPath("over.png"), "30", "--against", "substeps=3", "--beside", "overlay");
    SHOOT(scratchPath("hidden.png"), "30", "--against", "substeps=3", "--beside", "hidden");
    int over = countViolet(scratchPath("over.png"), 70), hidden = countViolet(scratchPath("hidden.png"), 70);
    CHECK(over > 1000 && hidden == 0, "%d violet pixels over the first, %d if hidden", over, hidden);
}

static void a_probe_of_both_worlds_has_two_curves_in_one_plot(void)
{
    static const char* const scene = GEL_ASSETS "/lessons/pendulum.json";
    int counts[2];
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    for (int i = 0; i < 2; i++) {
        RUN_FOR(0, "view", scene, "--backend", "reference", "--headless", "--width", "640", "--height", "480",
                "--frames", "100", "--against", i == 0 ? "reference" : "substeps=2", "--beside", "hidden",
                "--shot", scratchPath("probes.png"), "--quiet");
        counts[i] = countViolet(scratchPath("probes.png"), 0);
    }
    CHECK(counts[1] > counts[0] + 30, "%d violet pixels where it is apart, %d where it is the same",
          counts[1], counts[0]);
}

static void a_setup_that_cannot_be_is_refused_before_a_window_opens(void)
{
    RUN_FOR(2, "view", BEAR, "--against", "substep=40");
    CHECK_TEXT(result.error, "did you mean substeps?");
    RUN_FOR(2, "view", BEAR, "--against", "order=sideways");
    CHECK_TEXT(result.error, "--against: order: expected one of");
}

// A reset and a way back in time keep the setup: the difference after three frames is the same each time.
static void the_setup_holds_after_a_reset_and_back_in_time(void)
{
    static const char* const arguments[] = {WINDOW, "--paused", "--against", "substeps=5,youngModulus=40000",
                                            NULL};
    static const char* const moves[] = {"key --delay 60 o o o o",
                                        "sleep 0.5",
                                        "key r",
                                        "sleep 0.5",
                                        "key --delay 60 o o o o o",
                                        "sleep 0.5",
                                        "key --delay 300 Left Left",
                                        "sleep 1",
                                        "key Escape",
                                        NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    CHECK_TEXT(result.out, "\"frames\":\t3");
    double played = shownDifference();
    SHOOT(scratchPath("three.png"), "3", "--against", "substeps=5,youngModulus=40000");
    double straight = shownDifference();
    CHECK(played > 0.0 && played == straight, "%.17g m in the window, %.17g m without", played, straight);
}

// In a scene with contact, which is of XPBD alone.
static void what_a_setup_ends_does_not_stand_in_its_way(void)
{
    static const char* const scene = GEL_ASSETS "/scenes/bear_pile.json";
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    RUN_FOR(0, "view", scene, "--backend", "reference", "--headless", "--width", "64", "--height", "64",
            "--frames", "2", "--against", "integrator=heun,substeps=100");
    CHECK_TEXT(result.error, "contact is disabled: the integrator heun does not support it");
    RUN_FOR(2, "view", scene, "--backend", "reference", "--headless", "--against", "tileSize=64");
}

// The second world's order has no pin forces; its other curves remain.
static void a_probe_that_the_second_world_cannot_read_is_left_out_alone(void)
{
    const char* path = scratchPath("forces.json");
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    writeText(
        path,
        "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,0.2,0.2],\"cells\":[5,1,1]},\"pins\":[{\"box\":"
        "{\"lower\":[-1,-1,-1],\"upper\":[-0.49,1,1]}}]}],\"probes\":[{\"name\":\"load\",\"measure\":"
        "\"pinForce.y\",\"body\":0},{\"name\":\"height\",\"measure\":\"position.y\",\"body\":0}]}");
    RUN_FOR(0, "view", path, "--backend", "reference", "--headless", "--width", "640", "--height", "480",
            "--frames", "60", "--against", "order=jacobi,youngModulus=5000", "--beside", "hidden", "--shot",
            scratchPath("one.png"), "--quiet");
    CHECK_TEXT(result.error, "The second world has no curve of load: ");
    CHECK(countViolet(scratchPath("one.png"), 0) > 30, "%d violet pixels",
          countViolet(scratchPath("one.png"), 0));
}

// The ground of the second world is higher: there the bear is where nothing is in the first.
static void the_hand_takes_what_is_under_it_in_the_half_of_the_second_world(void)
{
    const char* recording = scratchPath("grabbed.json");
    const char* const arguments[] = {
        "gel", "view",     BEAR,  "--backend", "reference",  "--against", "ground.offset=0.5", "--width",
        "640", "--height", "400", "--json",    "--no-panel", "--record",  recording,           NULL};
    static const char* const moves[] = {
        "sleep 5",
        "key space",
        "sleep 0.5",
        "mousemove 540 185 sleep 0.2 keydown shift mousedown 1 sleep 0.2 mousemove 560 150 "
        "sleep 0.3 mouseup 1 keyup shift",
        "sleep 0.3",
        "key Escape",
        NULL};
    char text[65536];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    remove(recording);
    if (!playWindow(arguments, moves))
        return;
    readText(recording, text, sizeof text);
    CHECK_TEXT(text, "\"vertex\"");
    CHECK_TEXT(text, "\"pull\"");
}

static void a_key_and_rows_choose_what_is_beside_and_how(void)
{
    static const char* const arguments[] = {"gel", "view",     BEAR,  "--backend", "reference", "--width",
                                            "900", "--height", "700", "--json",    "--paused",  NULL};
    static const char* const moves[] = {
        "click:against", "click:against: double", "key a", "sleep 0.5", "key Escape", NULL};
    static const char* const rows[] = {"click:against",
                                       "click:against: reference",
                                       "click:beside",
                                       "click:beside: hidden",
                                       "sleep 0.5",
                                       "key Escape",
                                       NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (playWindow(arguments, moves)) {
        CHECK_TEXT(result.out, "\"beside\":\t\"overlay\"");
        CHECK_TEXT(result.out, "reference (double)");
    }
    if (playWindow(arguments, rows)) {
        CHECK_TEXT(result.out, "\"beside\":\t\"hidden\"");
        CHECK_TEXT(result.out, "\"equal\":\ttrue");
    }
}

TESTS(TEST(any_setup_steps_as_a_side_of_a_comparison_does),
      TEST(each_world_has_its_half_under_the_same_camera),
      TEST(the_second_world_lies_over_the_first_in_its_own_colour),
      TEST(a_probe_of_both_worlds_has_two_curves_in_one_plot),
      TEST(a_setup_that_cannot_be_is_refused_before_a_window_opens),
      TEST(the_setup_holds_after_a_reset_and_back_in_time), TEST(what_a_setup_ends_does_not_stand_in_its_way),
      TEST(a_probe_that_the_second_world_cannot_read_is_left_out_alone),
      TEST(the_hand_takes_what_is_under_it_in_the_half_of_the_second_world),
      TEST(a_key_and_rows_choose_what_is_beside_and_how))
