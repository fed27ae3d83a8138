// Positions reach the picture in every possible way: one picture, one hash. If no driver has
// cl_khr_gl_sharing a layer stands in for it, which copies but enforces the rules: see gl_sharing_layer.c.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "view_share"
#include "viewer/viewer.h"

enum { pictureSize = 1 << 20 };

// The bytes of a PNG file: equal pixels give equal bytes.
typedef struct Picture {
    size_t size;
    unsigned char bytes[pictureSize];
} Picture;

static void readPicture(const char* path, Picture* picture)
{
    FILE* file = fopen(path, "rb");
    picture->size = file != NULL ? fread(picture->bytes, 1, pictureSize, file) : 0;
    if (file != NULL)
        fclose(file);
    CHECK(picture->size > 1000 && picture->size < pictureSize, "%s has %zu bytes", path, picture->size);
}

static bool equal(const Picture* a, const Picture* b)
{
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

// The summary at the end of a drawing.
typedef struct Shown {
    char share[32], hash[32];
    int openglErrors;
} Shown;

static Shown parseShown(void)
{
    cJSON* end = parseOutput();
    Shown shown = {.openglErrors = (int)numberAt(end, "opengl_errors")};
    snprintf(shown.share, sizeof shown.share, "%s", textAt(end, "share"));
    snprintf(shown.hash, sizeof shown.hash, "%s", textAt(end, "hash"));
    cJSON_Delete(end);
    return shown;
}

#define VIEW(backend, way)                                                                                   \
    "view", BEAR, "--backend", backend, "--share", way, "--headless", "--frames", "12", "--width", "320",    \
        "--height", "200", "--mode", "speed", "--json", "--quiet"

static Shown draw(const char* backend, const char* way, Picture* picture)
{
    const char* path = scratchPath("shot.png");
    remove(path);
    RUN_FOR(0, VIEW(backend, way), "--shot", path);
    readPicture(path, picture);
    return parseShown();
}

static void standIn(const char* fault)
{
    setenv("OPENCL_LAYERS", GEL_LAYER, 1);
    setenv("GEL_STAND_IN_FAULT", fault, 1);
}

static void standDown(void)
{
    unsetenv("OPENCL_LAYERS");
    unsetenv("GEL_STAND_IN_FAULT");
}

static bool canMap(void)
{
    RUN("view", BEAR, "--backend", "reference", "--headless", "--share", "host-pointer", "--quiet");
    return result.code != 7;
}

// A processor as an OpenCL device, by its index; NULL if there is none.
static const char* processor(void)
{
    static char text[32];
    RUN("devices", "--json");
    cJSON* end = parseOutput();
    const cJSON* device;
    text[0] = '\0';
    cJSON_ArrayForEach(device, cJSON_GetObjectItemCaseSensitive(end, "devices"))
    {
        if (text[0] == '\0' && strcmp(textAt(device, "kind"), "CPU") == 0)
            snprintf(text, sizeof text, "opencl:%d", (int)numberAt(device, "index"));
    }
    cJSON_Delete(end);
    return text[0] != '\0' ? text : NULL;
}

// Whether the loader loads layers, and the driver below works.
static bool canStandIn(const char* device)
{
    standIn("");
    RUN("devices", "--json");
    bool loaded = strstr(result.error, "stand-in") != NULL;
    standDown();
    return loaded && device != NULL;
}

static void checkShown(const Shown* shown, const char* way, const char* hash)
{
    CHECK(strcmp(shown->share, way) == 0, "positions came by %s, not %s", shown->share, way);
    CHECK(strcmp(shown->hash, hash) == 0, "the hash is %s, not %s", shown->hash, hash);
    CHECK_INT(shown->openglErrors, 0);
}

static void every_way_gives_the_same_picture_and_the_hash_of_gel_run(void)
{
    static Picture copied, mapped, shared;
    char hash[32];
    const char* device = processor();
    if (!canDraw() || !canMap() || device == NULL)
        SKIP("there is no OpenGL 4.4 through EGL, or no processor among the OpenCL devices");
    RUN_FOR(0, "run", BEAR, "--backend", device, "--frames", "12", "--json");
    snprintf(hash, sizeof hash, "%s", parseShown().hash);
    setenv("GEL_OPENGL_DEBUG", "1", 1);
    Shown shown = draw(device, "copy", &copied);
    checkShown(&shown, "copy", hash);
    shown = draw(device, "host-pointer", &mapped);
    checkShown(&shown, "host-pointer", hash);
    CHECK(equal(&copied, &mapped), "host-pointer gives another picture than copy");
    shown = draw("reference", "host-pointer", &mapped);
    checkShown(&shown, "host-pointer", hash);
    CHECK(equal(&copied, &mapped), "the reference gives another picture");
    if (canStandIn(device)) {
        standIn("");
        shown = draw(device, "gl", &shared);
        checkShown(&shown, "gl", hash);
        CHECK_TEXT(result.error, "stand-in");
        CHECK(strstr(result.error, "complains") == NULL, "%s", result.error);
        CHECK(equal(&copied, &shared), "gl gives another picture than copy");
        standDown();
    } else
        SKIP_PART("the loader does not load layers: gl was not tried");
    unsetenv("GEL_OPENGL_DEBUG");
}

// The opposite of the test above: pictures do show whether positions have arrived.
static void a_driver_that_shares_nothing_is_seen_in_the_picture(void)
{
    static Picture copied, lost;
    const char* device = processor();
    if (!canDraw() || !canStandIn(device))
        SKIP("there is no OpenGL, no OpenCL on the processor or the loader does not load layers");
    Shown shown = draw(device, "copy", &copied);
    standIn("lost");
    draw(device, "gl", &lost);
    standDown();
    CHECK(!equal(&copied, &lost), "the same picture without positions");
    CHECK_INT(shown.openglErrors, 0);
}

static void auto_takes_the_best_way_that_works(void)
{
    static const char* const faults[] = {"no-context", "other-device", "deaf"};
    static Picture ignored;
    const char* device = processor();
    if (!canDraw() || !canMap() || !canStandIn(device))
        SKIP("there is no OpenGL 4.4, no OpenCL on the processor or the loader does not load layers");
    CHECK_TEXT(draw(device, "auto", &ignored).share, "host-pointer");
    standIn("");
    CHECK_TEXT(draw(device, "auto", &ignored).share, "gl");
    CHECK_TEXT(draw("reference", "auto", &ignored).share, "host-pointer");
    for (int i = 0; i < 3; i++) {
        standIn(faults[i]);
        const char* share = draw(device, "auto", &ignored).share;
        CHECK(strcmp(share, "host-pointer") == 0, "%s: %s", faults[i], share);
    }
    standDown();
    setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1); // both count for Mesa's drivers only
    setenv("MESA_EXTENSION_OVERRIDE", "-GL_ARB_buffer_storage", 1);
    CHECK_TEXT(draw("reference", "auto", &ignored).share, "copy");
    unsetenv("MESA_EXTENSION_OVERRIDE");
    unsetenv("MESA_GL_VERSION_OVERRIDE");
}

// One line of text, with all its parts.
static void checkLine(const char* part, const char* reason)
{
    char* line = strstr(result.error, "gel: ");
    CHECK(line != NULL && strchr(line, '\n') == line + strlen(line) - 1, "not one line: %s", result.error);
    CHECK_TEXT(result.error, part);
    CHECK_TEXT(result.error, reason);
}

#define FORCE(code, backend, way)                                                                            \
    RUN_FOR(code, "view", BEAR, "--backend", backend, "--share", way, "--headless", "--quiet", "--shot",     \
            scratchPath("refused.png"))

static void a_way_that_is_not_possible_is_refused_in_one_line(void)
{
    const char* device = processor();
    remove(scratchPath("refused.png"));
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    FORCE(5, "reference", "gl");
    checkLine("--share gl:", "reference (float)");
    RUN_FOR(2, "view", BEAR, "--headless", "--share", "telepathy");
    CHECK_TEXT(result.error, "host-pointer");
    setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1);
    setenv("MESA_EXTENSION_OVERRIDE", "-GL_ARB_buffer_storage", 1);
    RUN("view", BEAR, "--backend", "reference", "--share", "host-pointer", "--headless", "--quiet");
    if (result.code != 0) { // 0: not one of Mesa's drivers
        CHECK_INT(result.code, 7);
        checkLine("--share host-pointer:", "OpenGL 4.4");
    }
    unsetenv("MESA_EXTENSION_OVERRIDE");
    unsetenv("MESA_GL_VERSION_OVERRIDE");
    if (canStandIn(device)) {
        static const char* const faults[][2] = {
            {"no-context", "-1000"}, {"other-device", "another device"}, {"deaf", "CL_INVALID_OPERATION"}};
        for (int i = 0; i < 3; i++) {
            standIn(faults[i][0]);
            FORCE(5, device, "gl");
            checkLine("--share gl:", faults[i][1]);
        }
        CHECK_TEXT(result.error, "not acquired"); // the stand-in minds
        standDown();
    } else
        SKIP_PART("the loader does not load layers: gl was not tried");
    CHECK(!fileExists(scratchPath("refused.png")), "a picture was written");
}

// Any call that sharing needs fails once, by another layer on top of the stand-in: auto takes another way, with the same
// bits, and gl says which call it was.
static void a_call_that_fails_while_sharing_is_told_or_done_without(void)
{
    static const char* const calls[] = {"clCreateFromGLBuffer", "clEnqueueAcquireGLObjects",
                                        "clEnqueueReleaseGLObjects", "clGetGLContextInfoKHR",
                                        "clGetExtensionFunctionAddressForPlatform"};
    char hash[32], reason[100];
    const char* device = processor();
    if (!canDraw() || !canMap() || !canStandIn(device))
        SKIP("there is no OpenGL 4.4, no OpenCL on the processor or the loader does not load layers");
    RUN_FOR(0, "view", BEAR, "--backend", device, "--headless", "--frames", "2", "--width", "160", "--height",
            "90", "--json", "--quiet");
    snprintf(hash, sizeof hash, "%s", parseShown().hash);
    standIn("");
    setenv("OPENCL_LAYERS", GEL_LAYER ":" GEL_FAULT_LAYER, 1);
    setenv("GEL_FAULT_AT", "1", 1);
    for (int i = 0; i < 5; i++) {
        setenv("GEL_FAULT_CALL", calls[i], 1);
        RUN_FOR(0, "view", BEAR, "--backend", device, "--headless", "--frames", "2", "--width", "160",
                "--height", "90", "--json", "--quiet");
        CHECK(strstr(result.error, "complains") == NULL, "%s: %s", calls[i], result.error);
        Shown shown = parseShown();
        checkShown(&shown, "host-pointer", hash);
        RUN_FOR(5, "view", BEAR, "--backend", device, "--share", "gl", "--headless", "--frames", "2",
                "--quiet");
        snprintf(reason, sizeof reason, "%s returned CL_OUT_OF_RESOURCES (-5)", calls[i]);
        checkLine("--share gl:", i < 4 ? reason : "its driver has no clGetGLContextInfoKHR");
        CHECK(strstr(result.error, "complains") == NULL, "%s: %s", calls[i], result.error);
    }
    unsetenv("GEL_FAULT_CALL");
    unsetenv("GEL_FAULT_AT");
    standDown();
}

// Runs a window on the stand-in, with positions by gl at the start; checks that rules were kept and the bits
// are those of gel run after as many frames.
static void playShared(const char* device, const char* const* moves, const char* share)
{
    const char* arguments[] = {"gel",     "view",   BEAR,       "--backend",  device,
                               "--share", "gl",     "--width",  "320",        "--height",
                               "200",     "--json", "--paused", "--no-panel", NULL};
    char hash[32], frames[16];
    standIn("");
    if (playWindow(arguments, moves)) {
        cJSON* end = parseOutput();
        CHECK_TEXT(textAt(end, "share"), share);
        CHECK(strstr(result.error, "complains") == NULL, "%s", result.error);
        snprintf(hash, sizeof hash, "%s", textAt(end, "hash"));
        snprintf(frames, sizeof frames, "%d", (int)numberAt(end, "frames"));
        cJSON_Delete(end);
        CHECK_INT(atoi(frames), 2);
        standDown();
        RUN_FOR(0, "run", BEAR, "--backend", "reference", "--frames", frames, "--json");
        Shown without = parseShown();
        CHECK(strcmp(hash, without.hash) == 0, "%s in the window, %s without", hash, without.hash);
    }
    standDown();
}

// Through GLX. R resets, D continues on the next back end, with the best way available there.
static void a_window_shares_too_after_a_reset_and_on_another_back_end(void)
{
    static const char* const reset[] = {"key o",     "sleep 0.3",  "key r", "sleep 0.3", "key --delay 60 o o",
                                        "sleep 0.5", "key Escape", NULL};
    static const char* const change[] = {"key o", "sleep 0.3", "key d",      "sleep 0.5",
                                         "key o", "sleep 0.5", "key Escape", NULL};
    const char* device = processor();
    if (!canStandIn(device) || !haveDisplay())
        SKIP("there is no Xvfb, no xdotool, no OpenCL on the processor or the loader does not load layers");
    playShared(device, reset, "gl");
    playShared(device, change, "host-pointer"); // the reference comes next
}

TESTS(TEST(every_way_gives_the_same_picture_and_the_hash_of_gel_run),
      TEST(a_driver_that_shares_nothing_is_seen_in_the_picture), TEST(auto_takes_the_best_way_that_works),
      TEST(a_way_that_is_not_possible_is_refused_in_one_line),
      TEST(a_call_that_fails_while_sharing_is_told_or_done_without),
      TEST(a_window_shares_too_after_a_reset_and_on_another_back_end))
