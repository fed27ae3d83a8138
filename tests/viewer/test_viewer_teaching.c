// gel view as used in teaching: slow motion stage by stage, kernels edited while they run, and the difference
// between two back ends.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "viewer_teaching"
#include "support/patched_kernels.h"
#include "viewer/viewer_shot.h"

// The bear has 19 colours of edges and 32 of tets; with the stages over all vertices these are a substep's
// launches.
enum { stagesOfSubstep = 54, stagesOfFrame = 20 * stagesOfSubstep };

#define DRAW(path, ...)                                                                                      \
    RUN_FOR(0, "view", BEAR, "--backend", "reference", "--headless", "--width", "320", "--height", "200",    \
            "--json", "--quiet", "--shot", path, __VA_ARGS__)

static void hashOfRun(const char* frames, char hash[32])
{
    RUN_FOR(0, "run", BEAR, "--backend", "reference", "--frames", frames, "--json");
    hashOf(hash);
}

static void all_stages_of_a_frame_give_the_bits_of_the_frame(void)
{
    char stages[16], byStages[32], whole[32];
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    snprintf(stages, sizeof stages, "%d", stagesOfFrame);
    DRAW(scratchPath("frame.png"), "--frames", "2", "--stages", stages);
    cJSON* end = parseOutput();
    CHECK_INT(numberAt(end, "frames"), 3);
    CHECK_INT(numberAt(end, "stage/last_of_frame"), 1);
    CHECK_INT(numberAt(end, "stage/substep"), 19);
    cJSON_Delete(end);
    hashOf(byStages);
    hashOfRun("3", whole);
    CHECK(strcmp(byStages, whole) == 0, "%s by stages, %s as a whole", byStages, whole);
}

static void what_a_stage_solved_is_lit_up(void)
{
    static const struct {
        const char *stages, *name;
        int colour;
    } all[] = {{"1", "integrate", 0}, {"5", "distance", 3}, {"30", "volume", 9}};
    Shot shots[3];
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    setenv("GEL_OPENGL_DEBUG", "1", 1);
    for (int i = 0; i < 3; i++) {
        DRAW(scratchPath("lit.png"), "--stages", all[i].stages);
        cJSON* end = parseOutput();
        CHECK_TEXT(textAt(cJSON_GetObjectItem(end, "stage"), "name"), all[i].name);
        CHECK_INT(numberAt(end, "stage/colour"), all[i].colour);
        CHECK(cJSON_GetObjectItem(cJSON_GetObjectItem(end, "stage"), "phase") == NULL, "a phase of one");
        CHECK_INT(numberAt(end, "frames"), 0);
        CHECK_INT(numberAt(end, "opengl_errors"), 0);
        cJSON_Delete(end);
        shots[i] = readShot(scratchPath("lit.png"));
    }
    unsetenv("GEL_OPENGL_DEBUG");
    int none = countColoured(shots[0]), edges = countColoured(shots[1]), tets = countColoured(shots[2]);
    CHECK(edges > none + 100, "%d pixels shine with edges lit up, %d with none", edges, none);
    CHECK(tets > none + 100, "%d pixels shine with tets lit up, %d with none", tets, none);
    for (int i = 0; i < 3; i++)
        stbi_image_free(shots[i].pixels);
}

// The cells of a substep's launches, each in the hue of its colour of constraints.
static void the_strip_of_a_substep_has_colours(void)
{
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    DRAW(scratchPath("strip.png"), "--stages", "1");
    Shot shot = readShot(scratchPath("strip.png"));
    int found = countColouredRows(shot, height - 58, height - 46);
    stbi_image_free(shot.pixels);
    CHECK(found > 500, "%d pixels of the strip have a colour", found);
}

// The middle of what rises above the strip: the cell of the last launch. -1 if nothing does.
static double litCell(Shot shot)
{
    int count = 0, sum = 0;
    for (int x = 0; x < width && shot.pixels != NULL; x++) {
        const unsigned char* p = &shot.pixels[3 * (width * (height - 61) + x)];
        bool lit = p[0] > 120 || p[1] > 120 || p[2] > 120;
        count += lit;
        sum += lit ? x : 0;
    }
    return count > 0 ? (double)sum / count : -1.0;
}

// With tiles of 200 vertices the bear has three phases, each of which solves edges, then tets.
static void the_strip_goes_phase_by_phase(void)
{
    static const struct {
        const char *stages, *name;
        int phase;
    } all[] = {{"5", "distance", 0}, {"40", "volume", 0}, {"55", "distance", 1}, {"75", "volume", 1}};
    double last = -1.0;
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    for (int i = 0; i < 4; i++) {
        DRAW(scratchPath("phase.png"), "--no-panel", "--tile-size", "200", "--stages", all[i].stages);
        cJSON* end = parseOutput();
        CHECK_TEXT(textAt(cJSON_GetObjectItem(end, "stage"), "name"), all[i].name);
        CHECK_INT(numberAt(end, "stage/phase"), all[i].phase);
        cJSON_Delete(end);
        Shot shot = readShot(scratchPath("phase.png"));
        double lit = litCell(shot);
        stbi_image_free(shot.pixels);
        CHECK(lit > last, "stage %s is lit up at %g, an earlier one at %g", all[i].stages, lit, last);
        last = lit;
    }
}

static void a_key_does_a_stage_and_the_next_frame_completes_them(void)
{
    static const char* const stages[] = {"key --delay 60 comma comma comma", "sleep 0.5", "key Escape", NULL};
    static const char* const rest[] = {"key --delay 60 comma comma comma", "key o", "sleep 0.5", "key Escape",
                                       NULL};
    static const char* const arguments[] = {WINDOW, "--paused", NULL};
    char shown[32], run[32];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (playWindow(arguments, stages)) {
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "frames"), 0);
        CHECK_INT(numberAt(end, "stage/substep"), 0);
        CHECK_INT(numberAt(end, "stage/colour"), 1);
        cJSON_Delete(end);
    }
    if (playWindow(arguments, rest)) {
        CHECK_TEXT(result.out, "\"stage\":\tnull");
        hashOf(shown);
        hashOfRun("1", run);
        CHECK(strcmp(shown, run) == 0, "%s after stages and a frame, %s after a frame", shown, run);
    }
}

// 3 ms apart, several of them come within one picture; GLFW drops events of the same millisecond.
static void keys_that_come_at_once_are_obeyed_in_order(void)
{
    static const char* const moves[] = {"key --delay 3 comma comma comma o comma", "sleep 0.5", "key Escape",
                                        NULL};
    static const char* const arguments[] = {WINDOW, "--paused", NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (playWindow(arguments, moves)) {
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "frames"), 1);
        CHECK_TEXT(textAt(cJSON_GetObjectItem(end, "stage"), "name"), "integrate");
        cJSON_Delete(end);
    }
}

static void a_key_slows_down_to_stages_and_back(void)
{
    static const char* const slow[] = {"key s",     "key space",  "sleep 2", "key space",
                                       "sleep 0.3", "key Escape", NULL};
    static const char* const back[] = {"key s",   "key space",  "sleep 2", "key s",
                                       "sleep 1", "key Escape", NULL};
    static const char* const arguments[] = {WINDOW, "--paused", NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (playWindow(arguments, slow)) {
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "frames"), 0);
        CHECK(numberAt(end, "stage/colour") >= 2, "colour %g", numberAt(end, "stage/colour"));
        cJSON_Delete(end);
    }
    if (playWindow(arguments, back)) {
        cJSON* end = parseOutput();
        CHECK(numberAt(end, "frames") > 2, "%g frames", numberAt(end, "frames"));
        CHECK_TEXT(result.out, "\"stage\":\tnull");
        cJSON_Delete(end);
    }
}

#define KERNELS "$GEL_KERNEL_DIR/physics/"
#define DEVICE_WINDOW                                                                                        \
    "gel", "view", BEAR, "--backend", "opencl:0", "--width", "320", "--height", "200", "--json",             \
        "--no-panel", "--paused", NULL

static void an_edited_kernel_is_seen_on_a_key(void)
{
    static const char* const arguments[] = {DEVICE_WINDOW};
    static const char* const moves[] = {
        "key o",      "sleep 0.5", "!sed -i 's/y + step->h/y - step->h/' " KERNELS "integrate.h",
        "key k",      "key o",     "sleep 0.5",
        "key Escape", NULL};
    char shown[32], run[32];
    if (!haveDisplay() || !hasDevice())
        SKIP("there is no Xvfb, no xdotool or no OpenCL device");
    patchKernels(NULL, NULL, NULL);
    if (playWindow(arguments, moves)) {
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "frames"), 2);
        CHECK_TEXT(textAt(end, "backend"), "INEXACT");
        CHECK_TEXT(textAt(end, "message"), "do not compute the reference's bits");
        cJSON_Delete(end);
        hashOf(shown);
        unsetenv("GEL_KERNEL_DIR");
        hashOfRun("2", run);
        CHECK(strcmp(shown, run) != 0, "both are %s", run);
    }
    unsetenv("GEL_KERNEL_DIR");
}

static void a_kernel_that_does_not_build_is_told_with_its_line_and_the_old_one_goes_on(void)
{
    static const char* const arguments[] = {DEVICE_WINDOW};
    static const char* const moves[] = {
        "key o",      "sleep 0.5", "!sed -i 's/real_sqrt/broken_sqrt/' " KERNELS "distance.h",
        "key k",      "key o",     "sleep 0.5",
        "key Escape", NULL};
    char shown[32], run[32];
    if (!haveDisplay() || !hasDevice())
        SKIP("there is no Xvfb, no xdotool or no OpenCL device");
    patchKernels(NULL, NULL, NULL);
    if (playWindow(arguments, moves)) {
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "frames"), 2);
        CHECK_TEXT(textAt(end, "message"), "physics/distance.h:24");
        CHECK_TEXT(textAt(end, "message"), "broken_sqrt");
        cJSON_Delete(end);
        hashOf(shown);
        unsetenv("GEL_KERNEL_DIR");
        hashOfRun("2", run);
        CHECK(strcmp(shown, run) == 0, "%s after the failed build, %s without", shown, run);
    }
    unsetenv("GEL_KERNEL_DIR");
}

// The kernels of kernels/share.cl belong to the sharing of positions, not to the simulation.
static void an_edited_kernel_of_the_picture_is_seen_on_a_key(void)
{
    const char* path = scratchPath("raised.png");
    const char* const arguments[] = {"gel",        "view",     BEAR,       "--backend", "opencl:0",
                                     "--width",    "320",      "--height", "200",       "--json",
                                     "--no-panel", "--paused", "--shot",   path,        NULL};
    static const char* const moves[] = {
        "!sed -i 's/x.w = (real)1.0f;/x.w = (real)1.0f; x.xyz.x = x.xyz.y = x.xyz.z = (real)0.0f;/' $GEL_KERNEL_DIR/share.cl",
        "key k", "key Escape", NULL};
    if (!haveDisplay() || !hasDevice())
        SKIP("there is no Xvfb, no xdotool or no OpenCL device");
    patchKernels(NULL, NULL, NULL);
    if (playWindow(arguments, moves)) {
        Shot shot = readShot(path);
        int coloured = countColoured(shot);
        CHECK(coloured == 0, "%d pixels show the bear, which is a point", coloured);
        stbi_image_free(shot.pixels);
    }
    unsetenv("GEL_KERNEL_DIR");
}

static void a_shader_that_does_not_compile_is_told_with_its_file_and_line(void)
{
    static const char* const arguments[] = {WINDOW, "--paused", NULL};
    static const char* const moves[] = {
        "!sed -i 's/float path = sunPath/float path = moonPath/' $GEL_SHADER_DIR/solid.frag",
        "key k",
        "sleep 1",
        "key o",
        "sleep 0.3",
        "key Escape",
        NULL};
    char command[4500], folder[1024];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    snprintf(folder, sizeof folder, "%s", scratchPath("shaders"));
    snprintf(command, sizeof command, "rm -rf '%s' && cp -r '%s' '%s' && chmod -R u+w '%s'", folder,
             GEL_SHADERS, folder, folder);
    CHECK(system(command) == 0, "the shaders could not be copied");
    setenv("GEL_SHADER_DIR", folder, 1);
    if (playWindow(arguments, moves)) {
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "frames"), 1);
        CHECK_INT(numberAt(end, "opengl_errors"), 0);
        CHECK_TEXT(textAt(end, "message"), "shader solid.frag:18");
        CHECK_TEXT(textAt(end, "message"), "moonPath");
        cJSON_Delete(end);
    }
    unsetenv("GEL_SHADER_DIR");
}

static void the_difference_map_tells_what_a_comparison_tells(void)
{
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    setenv("GEL_OPENGL_DEBUG", "1", 1);
    DRAW(scratchPath("far.png"), "--frames", "30", "--mode", "difference", "--against", "double");
    cJSON* end = parseOutput();
    double shown = numberAt(end, "difference/max_difference_m");
    CHECK_INT(numberAt(end, "opengl_errors"), 0);
    CHECK_INT(numberAt(end, "difference/equal"), 0);
    CHECK_TEXT(textAt(cJSON_GetObjectItem(end, "difference"), "against"), "reference (double)");
    cJSON_Delete(end);
    RUN_FOR(0, "compare", BEAR, "--a", "reference", "--b", "double", "--frames", "30", "--json");
    end = parseOutput();
    cJSON* rows = cJSON_GetObjectItem(end, "differences");
    double expected = numberAt(cJSON_GetArrayItem(rows, cJSON_GetArraySize(rows) - 1), "max_difference_m");
    CHECK(expected > 0.0 && shown == expected, "%.17g m shown, %.17g m compared", shown, expected);
    cJSON_Delete(end);
    DRAW(scratchPath("start.png"), "--mode", "difference"); // finds something to compare with
    end = parseOutput();
    CHECK_INT(numberAt(end, "difference/equal"), 1);
    cJSON_Delete(end);
    unsetenv("GEL_OPENGL_DEBUG");
    DRAW(scratchPath("same.png"), "--frames", "30", "--mode", "difference", "--against", "reference");
    Shot apart = readShot(scratchPath("far.png")), same = readShot(scratchPath("same.png"));
    CHECK(countDifferent(apart, same) > 500, "only %d pixels differ", countDifferent(apart, same));
    stbi_image_free(apart.pixels);
    stbi_image_free(same.pixels);
}

static void a_device_beside_the_reference_keeps_its_bits_through_all_that_is_done_to_it(void)
{
    static const char* const arguments[] = {"gel",     "view",       BEAR,       "--backend", "opencl:0",
                                            "--width", "320",        "--height", "200",       "--json",
                                            "--mode",  "difference", "--paused", NULL};
    static const char* const moves[] = {"key --delay 60 o comma comma o",
                                        "key r",
                                        "sleep 1",
                                        "key --delay 60 o o comma",
                                        "mousemove 160 60",
                                        "key b",
                                        "sleep 0.5",
                                        "key --delay 60 o comma comma",
                                        "sleep 0.5",
                                        "key Escape",
                                        NULL};
    static const char* const left[] = {"key o",     "key m",      "sleep 0.5", "key o",
                                       "sleep 0.3", "key Escape", NULL};
    if (!haveDisplay() || !hasDevice())
        SKIP("there is no Xvfb, no xdotool or no OpenCL device");
    if (playWindow(arguments, moves)) {
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "frames"), 4); // a drop completes the one under way
        CHECK_INT(numberAt(end, "stage/substep"), 0);
        CHECK_INT(numberAt(end, "difference/equal"), 1);
        cJSON_Delete(end);
    }
    if (playWindow(arguments, left)) // no longer looked at, no longer paid for
        CHECK_TEXT(result.out, "\"difference\":\tnull");
}

TESTS(TEST(all_stages_of_a_frame_give_the_bits_of_the_frame), TEST(what_a_stage_solved_is_lit_up),
      TEST(the_strip_of_a_substep_has_colours), TEST(the_strip_goes_phase_by_phase),
      TEST(a_key_does_a_stage_and_the_next_frame_completes_them),
      TEST(keys_that_come_at_once_are_obeyed_in_order), TEST(a_key_slows_down_to_stages_and_back),
      TEST(an_edited_kernel_is_seen_on_a_key), TEST(an_edited_kernel_of_the_picture_is_seen_on_a_key),
      TEST(a_kernel_that_does_not_build_is_told_with_its_line_and_the_old_one_goes_on),
      TEST(a_shader_that_does_not_compile_is_told_with_its_file_and_line),
      TEST(the_difference_map_tells_what_a_comparison_tells),
      TEST(a_device_beside_the_reference_keeps_its_bits_through_all_that_is_done_to_it))
