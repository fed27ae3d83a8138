// Accidents of the window: it is closed in the middle of a long step, hidden and brought back, or
// cannot be opened.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "window_bad"
#include "gel/gel.h"
#include "viewer/viewer.h"

#include <sys/stat.h>

#define WINDOW                                                                                               \
    "gel", "view", BEAR, "--backend", "reference", "--width", "320", "--height", "200", "--json", "--no-panel"
// A step takes the reference half a second.
#define HEAVY                                                                                                \
    "gel", "view", GEL_ASSETS "/scenes/bear_fine.json", "--backend", "reference", "--substeps", "200",       \
        "--width", "320", "--height", "200", "--json", "--no-panel"

static int countLines(const char* text)
{
    int count = 0;
    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

static void the_window_closes_in_the_middle_of_a_long_step(void)
{
    static const char* const arguments[] = {HEAVY, NULL};
    static const char* const moves[] = {"key Escape", NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (playWindow(arguments, moves))
        CHECK_TEXT(result.out, "\"hash\"");
}

static void a_window_that_another_program_destroys_ends_in_one_line(void)
{
    static const char* const arguments[] = {"gel", "view", BEAR, "--backend", "reference", NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    for (int kill = 0; kill < 2; kill++) { // its window alone; its connection to the display
        pid_t child = startCommand(arguments, scratchPath("out"), scratchPath("error"));
        CHECK(waitForWindow(child), "no window came up");
        hand(kill ? "getwindowfocus windowkill" : "getwindowfocus windowclose");
        waitForCommand(child);
        CHECK_INT(result.code, 7);
        CHECK_INT(countLines(result.error), 1);
        CHECK_TEXT(result.error,
                   kill ? "the connection to the display was lost" : "destroyed by another program");
    }
}

static void an_interrupt_says_that_nothing_was_recorded(void)
{
    const char* recording = scratchPath("interrupted.json");
    const char* const arguments[] = {WINDOW, "--record", recording, NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    pid_t child = startCommand(arguments, scratchPath("out"), scratchPath("error"));
    CHECK(waitForWindow(child), "no window came up");
    kill(child, SIGINT);
    waitForCommand(child);
    CHECK_INT(result.code, 130);
    CHECK_TEXT(result.out, "nothing was written");
    CHECK(access(recording, F_OK) != 0, "%s is there", recording);
}

static void a_hidden_window_simulates_on_and_comes_back(void)
{
    static const char* const arguments[] = {WINDOW, NULL};
    char command[256], text[64] = "";
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    pid_t child = startCommand(arguments, scratchPath("out"), scratchPath("error"));
    CHECK(waitForWindow(child), "no window came up");
    snprintf(command, sizeof command,
             "w=$(xdotool search --onlyvisible --pid %d | tail -n 1); xdotool windowunmap --sync $w sleep 2 "
             "windowmap --sync $w sleep 0.5 windowfocus --sync $w key space sleep 0.5 key Escape; echo $w",
             (int)child);
    FILE* pipe = popen(command, "r");
    CHECK(pipe != NULL && fgets(text, sizeof text, pipe) != NULL, "xdotool failed");
    if (pipe != NULL)
        pclose(pipe);
    waitForCommand(child);
    CHECK(result.code == 0, "exit code %d: %s", result.code, result.error);
    cJSON* end = parseOutput();
    CHECK(numberAt(end, "frames") > 10.0, "%g frames", numberAt(end, "frames"));
    CHECK_TEXT(result.out, "\"paused\":\ttrue");
    cJSON_Delete(end);
}

static void a_window_goes_on_after_its_device_was_lost(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    bool hasNative = gelParseBackend("native", &def) == gel_success;
    char undisturbed[32];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    RUN_FOR(0, "view", BEAR, "--backend", "opencl", "--strategy", "perColour", "--frames", "20", "--width",
            "320", "--height", "200", "--json");
    cJSON* object = parseOutput();
    snprintf(undisturbed, sizeof undisturbed, "%s", textAt(object, "hash"));
    cJSON_Delete(object);
    setenv("OPENCL_LAYERS", GEL_LAYER, 1);
    setenv("GEL_FAULT_CALL", "clEnqueueNDRangeKernel", 1);
    setenv("GEL_FAULT_AT", "10000", 1); // in the middle
    setenv("GEL_FAULT_STAYS", "1", 1);
    RUN_FOR(0, "view", BEAR, "--backend", "opencl", "--strategy", "perColour", "--frames", "20", "--width",
            "320", "--height", "200", "--json");
    unsetenv("OPENCL_LAYERS");
    object = parseOutput();
    CHECK_TEXT(textAt(object, "hash"), undisturbed);
    CHECK_TEXT(textAt(object, "backend"), hasNative ? "native this processor" : "reference (float)");
    CHECK_TEXT(textAt(object, "message"), "CL_OUT_OF_RESOURCES (-5); the scene went on from frame ");
    cJSON_Delete(object);
}

// Nor a stage of the frame under way.
static void a_view_without_a_window_loses_no_frame_with_its_device(void)
{
    static const char* const views[][3] = {{"3", "0", "250"},
                                           {"0", "5", "4"}}; // frames, stages, call that fails
    if (!hasDevice())
        SKIP("no OpenCL device (pocl-opencl-icd)");
    char undisturbed[2][32];
    setenv("GEL_SELF_TEST", "off", 1); // its launches count, too
    for (int i = 0; i < 8; i++) { // the call fails once, for good, until devices are listed again, or hangs
        const char* const* view = views[i % 2];
        char how[2] = {(char)('0' + i / 2), '\0'};
        for (int isLost = i < 2 ? 0 : 1; isLost < 2; isLost++) {
            if (isLost) {
                setenv("OPENCL_LAYERS", GEL_LAYER, 1);
                setenv("GEL_FAULT_CALL", "clEnqueueNDRangeKernel", 1);
                setenv("GEL_FAULT_AT", view[2], 1);
                setenv("GEL_FAULT_STAYS", how, 1);
                setenv("GEL_DEVICE_TIME_LIMIT", "1", 1);
            }
            RUN_FOR(0, "view", BEAR, "--backend", "opencl", "--strategy", "perColour", "--allow-inexact",
                    "--frames", view[0], "--stages", view[1], "--headless", "--width", "160", "--height",
                    "90", "--json");
            unsetenv("OPENCL_LAYERS");
            cJSON* object = parseOutput();
            if (isLost) {
                CHECK_TEXT(textAt(object, "hash"), undisturbed[i % 2]);
                CHECK_TEXT(result.error, "the scene went on from frame ");
            } else {
                snprintf(undisturbed[i % 2], sizeof undisturbed[0], "%s", textAt(object, "hash"));
            }
            cJSON_Delete(object);
        }
    }
    unsetenv("GEL_DEVICE_TIME_LIMIT");
    unsetenv("GEL_SELF_TEST");
}

// The recording goes on without them.
static void a_pipe_in_place_of_states_is_not_waited_for(void)
{
    char pipe[1024];
    struct stat found;
    snprintf(pipe, sizeof pipe, "%s", scratchPath("piped.json.part.states"));
    remove(pipe);
    CHECK(mkfifo(pipe, 0600) == 0, "%s: no pipe was made", pipe);
    RUN_FOR(0, "view", BEAR, "--backend", "reference", "--headless", "--width", "160", "--height", "90",
            "--frames", "2", "--record", scratchPath("piped.json"));
    CHECK_TEXT(result.error, "without further states");
    CHECK(stat(pipe, &found) == 0 && S_ISFIFO(found.st_mode), "the pipe is gone");
    remove(pipe);
}

static void a_window_of_one_pixel_runs(void)
{
    static const char* const arguments[] = {WINDOW, NULL};
    static const char* const moves[] = {"getwindowfocus windowsize 1 1", "sleep 1", "key Escape", NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (playWindow(arguments, moves)) {
        cJSON* end = parseOutput();
        CHECK(numberAt(end, "frames") > 5.0, "%g frames", numberAt(end, "frames"));
        cJSON_Delete(end);
    }
}

static void old_opengl_is_refused_in_one_line_and_3_3_is_enough(void)
{
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    setenv("MESA_GL_VERSION_OVERRIDE", "2.1", 1); // counts for Mesa's drivers only
    RUN("view", BEAR, "--backend", "reference", "--frames", "3");
    CHECK(result.code == 7, "exit code %d: %s", result.code, result.error);
    CHECK_TEXT(result.error, "OpenGL 3.3");
    CHECK_INT(countLines(result.error), 1);
    setenv("MESA_GL_VERSION_OVERRIDE", "3.3FC", 1);
    setenv("MESA_GLSL_VERSION_OVERRIDE", "330", 1);
    RUN_FOR(0, "view", BEAR, "--backend", "reference", "--frames", "3", "--json");
    CHECK_TEXT(result.out, "\"opengl\":\t\"3.3");
    unsetenv("MESA_GL_VERSION_OVERRIDE");
    unsetenv("MESA_GLSL_VERSION_OVERRIDE");
}

// A body blows up; another makes steps that cannot be taken.
static void a_simulation_that_fails_says_why(void)
{
    static const struct {
        const char *scene, *message;
        double minFrames, maxFrames;
    } cases[2] = {
        {"{\"substeps\":1,\"integrator\":\"explicitEuler\",\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],"
         "\"cells\":[1,1,1]},\"material\":{\"youngModulus\":1e9},\"rotation\":[0.3,0,0,1]}]}",
         "vertex 0 of body 1 is NaN or infinite, first in the stage integrate of substep 1 of 1; the body was "
         "returned to its initial position and taken out",
         5, 1e9},
        {"{\"integrator\":\"heun\",\"integratorError\":1e-6,\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],"
         "\"cells\":[1,1,1]},\"velocity\":[1e6,0,0],\"material\":{\"youngModulus\":1e12}}]}",
         "Paused before frame 1, which failed. heun: a step of ", 0, 0}};
    static const char* const moves[] = {"sleep 4", "key o", "sleep 0.5", "key Escape", NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    for (int i = 0; i < 2; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s", scratchPath("fails.json"));
        writeText(path, cases[i].scene);
        const char* const arguments[] = {"gel", "view",     path,  "--backend", "reference",  "--width",
                                         "320", "--height", "200", "--json",    "--no-panel", NULL};
        if (!playWindow(arguments, moves))
            continue;
        cJSON* end = parseOutput();
        const cJSON* message = cJSON_GetObjectItem(end, "message");
        CHECK(cJSON_IsString(message) && strstr(message->valuestring, cases[i].message) != NULL,
              "\"%s\" does not tell \"%s\"", cJSON_IsString(message) ? message->valuestring : "nothing",
              cases[i].message);
        CHECK_TEXT(result.out, "\"paused\":\ttrue");
        CHECK(numberAt(end, "frames") >= cases[i].minFrames && numberAt(end, "frames") <= cases[i].maxFrames,
              "%g frames", numberAt(end, "frames"));
        cJSON_Delete(end);
    }
}

static void checkTakenOut(const cJSON* end, const char* hash)
{
    const cJSON* list = cJSON_GetObjectItem(end, "quarantined");
    CHECK(cJSON_GetArraySize(list) == 1 && cJSON_GetNumberValue(cJSON_GetArrayItem(list, 0)) == 2.0,
          "%d bodies, not the second alone", cJSON_GetArraySize(list));
    CHECK_TEXT(textAt(end, "hash"), hash);
    CHECK(numberAt(end, "frames") == 130.0, "%g frames", numberAt(end, "frames"));
}

// The second of three. What the window has recorded until it saw that is recorded anew.
static void a_body_that_blows_up_is_taken_out_as_in_a_run(void)
{
#define BOX_SHAPE                                                                                            \
    "{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]},\"pins\":[{\"below\":0.1}],"
    static const char scene[] = "{\"substeps\":1,\"integrator\":\"explicitEuler\",\"bodies\":[" BOX_SHAPE
                                "\"material\":{\"youngModulus\":100}}," BOX_SHAPE
                                "\"position\":[3,0,0],\"material\":{\"youngModulus\":1e6}}," BOX_SHAPE
                                "\"position\":[6,0,0],\"material\":{\"youngModulus\":100}}]}";
    char path[1024], recording[1024], hash[32];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    snprintf(path, sizeof path, "%s", scratchPath("row.json"));
    snprintf(recording, sizeof recording, "%s", scratchPath("row_recorded.json"));
    writeText(path, scene);
    RUN_FOR(10, "run", path, "--backend", "reference", "--frames", "130", "--json");
    cJSON* object = parseOutput();
    snprintf(hash, sizeof hash, "%s", textAt(object, "hash"));
    cJSON_Delete(object);
    for (int i = 0; i < 2; i++) { // with a time line, and without
        RUN_FOR(0, "view", path, "--backend", "reference", "--frames", "130", "--record", recording, "--json",
                "--width", "320", "--height", "200", "--history", i == 0 ? "256" : "0");
        object = parseOutput();
        checkTakenOut(object, hash);
        CHECK_TEXT(
            textAt(object, "message"),
            "of body 2 is NaN or infinite, first in the stage integrate of substep 1 of 1; the body was "
            "returned to its initial position and taken out");
        cJSON_Delete(object);
    }
    RUN_FOR(10, "run", recording, "--backend", "reference");
    CHECK_TEXT(result.out, hash);
    CHECK(strstr(result.out, "differ") == NULL, "the replay differs: %s", result.out);
    RUN_FOR(10, "view", path, "--backend", "reference", "--headless", "--frames", "130", "--width", "64",
            "--height", "64", "--json");
    CHECK_TEXT(result.error,
               "of body 2 is NaN or infinite, first in the stage integrate of substep 1 of 1; the body was "
               "returned to its initial position and taken out");
    object = parseOutput();
    checkTakenOut(object, hash);
    cJSON_Delete(object);
}

// A copy of the first, which is pinned; there is no state of it from before.
static void a_body_that_blows_up_in_its_first_frame_is_taken_out_as_in_a_run(void)
{
    static const char scene[] =
        "{\"substeps\":200,\"integrator\":\"explicitEuler\",\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":"
        "[1,1,1],\"cells\":[1,1,1]},\"rotation\":[0.3,0,0,1],\"material\":{\"youngModulus\":1e12},\"pins\":"
        "[{\"below\":100}]}],\"input\":[{\"frame\":4,\"drop\":{\"body\":0,\"position\":[3,5,0]}}]}";
    static const char* const ways[3][2] = {
        {"--history", "256"}, {"--history", "0"}, {"--headless", "--no-panel"}};
    char path[1024], hash[32];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    snprintf(path, sizeof path, "%s", scratchPath("dropped.json"));
    writeText(path, scene);
    RUN_FOR(10, "run", path, "--backend", "reference", "--frames", "20", "--json");
    cJSON* object = parseOutput();
    snprintf(hash, sizeof hash, "%s", textAt(object, "hash"));
    cJSON_Delete(object);
    for (int i = 0; i < 3; i++) {
        RUN_FOR(i == 2 ? 10 : 0, "view", path, "--backend", "reference", "--frames", "20", "--width", "64",
                "--height", "64", "--json", ways[i][0], ways[i][1]);
        CHECK_TEXT(result.error, "diverged at frame 5: ");
        object = parseOutput();
        CHECK_TEXT(textAt(object, "hash"), hash);
        cJSON_Delete(object);
    }
}

TESTS(TEST(the_window_closes_in_the_middle_of_a_long_step),
      TEST(a_window_that_another_program_destroys_ends_in_one_line),
      TEST(an_interrupt_says_that_nothing_was_recorded), TEST(a_hidden_window_simulates_on_and_comes_back),
      TEST(a_simulation_that_fails_says_why), TEST(a_body_that_blows_up_is_taken_out_as_in_a_run),
      TEST(a_body_that_blows_up_in_its_first_frame_is_taken_out_as_in_a_run),
      TEST(a_window_goes_on_after_its_device_was_lost),
      TEST(a_view_without_a_window_loses_no_frame_with_its_device), TEST(a_window_of_one_pixel_runs),
      TEST(a_pipe_in_place_of_states_is_not_waited_for),
      TEST(old_opengl_is_refused_in_one_line_and_3_3_is_enough))
