// gel view: pictures without a display, and a window on a virtual display, driven by real keys and mouse.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "viewer"
#include "viewer/viewer_shot.h"

#define DRAW(mode, path, ...)                                                                                \
    RUN_FOR(0, "view", BEAR, "--backend", "reference", "--headless", "--frames", "12", "--width", "320",     \
            "--height", "200", "--json", "--mode", mode, "--shot", path, __VA_ARGS__)

static void each_mode_draws_a_picture_of_its_own_without_opengl_errors(void)
{
    static const char* const modes[] = {"shaded", "tets",   "tet-colours", "edge-colours",
                                        "strain", "volume", "speed",       "difference"};
    enum { count = sizeof modes / sizeof modes[0] };
    Shot shots[count];
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    setenv("GEL_OPENGL_DEBUG", "1", 1);
    for (int i = 0; i < count; i++) {
        const char* path = scratchPath("mode.png");
        remove(path);
        DRAW(modes[i], path, "--quiet");
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "opengl_errors"), 0);
        CHECK_INT(numberAt(end, "frames"), 12);
        cJSON_Delete(end);
        shots[i] = readShot(path);
        CHECK(i == 5 || countColoured(shots[i]) > 500, "%s shows %d coloured pixels", modes[i],
              countColoured(shots[i]));
        for (int k = 0; k < i; k++)
            CHECK(countDifferent(shots[i], shots[k]) > 500, "%s and %s look the same", modes[i], modes[k]);
    }
    unsetenv("GEL_OPENGL_DEBUG");
    for (int i = 0; i < count; i++)
        stbi_image_free(shots[i].pixels);
}

static void the_wireframe_darkens_the_picture_and_opengl_3_3_gives_the_same(void)
{
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    DRAW("shaded", scratchPath("plain.png"), "--quiet");
    DRAW("shaded", scratchPath("wire.png"), "--wireframe");
    setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1); // counts for Mesa's drivers only
    DRAW("shaded", scratchPath("old.png"), "--quiet");
    unsetenv("MESA_GL_VERSION_OVERRIDE");
    Shot plain = readShot(scratchPath("plain.png")), wire = readShot(scratchPath("wire.png"));
    Shot old = readShot(scratchPath("old.png"));
    CHECK(countDifferent(plain, wire) > 300, "only %d pixels differ", countDifferent(plain, wire));
    CHECK_INT(countDifferent(plain, old), 0);
    stbi_image_free(plain.pixels);
    stbi_image_free(wire.pixels);
    stbi_image_free(old.pixels);
}

static void contacts_are_drawn_as_arrows_over_what_touches(void)
{
    char scene[1024];
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    snprintf(scene, sizeof scene, "%s", scratchPath("touching.json"));
    writeText(scene, "{\"contact\":true,\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.2,0.2,0.2],"
                     "\"cells\":[2,2,2]},\"position\":[0,0.102,0]}],\"obstacles\":[{\"shape\":{\"type\":"
                     "\"box\",\"size\":[1,0.2,1]},\"position\":[0,-0.1,0]}]}");
    setenv("GEL_OPENGL_DEBUG", "1", 1);
    for (int with = 0; with < 2; with++) {
        RUN_FOR(0, "view", scene, "--backend", "reference", "--headless", "--frames", "9", "--width", "320",
                "--height", "200", "--json", "--shot", scratchPath(with ? "arrows.png" : "bare.png"),
                with ? "--contacts" : "--quiet");
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "opengl_errors"), 0);
        CHECK(cJSON_IsTrue(cJSON_GetObjectItem(end, "contacts")) == with, "contacts are not as asked for");
        cJSON_Delete(end);
    }
    unsetenv("GEL_OPENGL_DEBUG");
    Shot bare = readShot(scratchPath("bare.png")), arrows = readShot(scratchPath("arrows.png"));
    int yellow = 0;
    for (int i = 0; i < width * height && arrows.pixels != NULL; i++) {
        const unsigned char* c = arrows.pixels + 3 * i;
        yellow += c[0] > 200 && c[1] > 160 && c[2] < 120;
    }
    CHECK(yellow > 20 && countDifferent(bare, arrows) > 500, "%d yellow pixels, %d others", yellow,
          countDifferent(bare, arrows));
    stbi_image_free(bare.pixels);
    stbi_image_free(arrows.pixels);
}

static void drawScene(const char* scene, const char* path, const char* mode, const char* skin)
{
    RUN_FOR(0, "view", scene, "--backend", "reference", "--headless", "--frames", "8", "--width", "320",
            "--height", "200", "--json", "--mode", mode, "--shot", path, skin);
}

static int countDifferentIn(const char* firstPath, const char* secondPath)
{
    Shot first = readShot(firstPath), second = readShot(secondPath);
    CHECK(countColoured(first) > 500, "%s shows %d coloured pixels", firstPath, countColoured(first));
    int count = countDifferent(first, second);
    stbi_image_free(first.pixels);
    stbi_image_free(second.pixels);
    return count;
}

static void a_skin_is_shown_in_place_of_the_tets_where_they_are_shaded(void)
{
    const char* scene = GEL_ASSETS "/scenes/bear_skin.json";
    if (!canDraw() || !GEL_HAS_ASSIMP)
        SKIP("there is no OpenGL 3.3 through EGL, or no assimp");
    setenv("GEL_OPENGL_DEBUG", "1", 1);
    drawScene(scene, scratchPath("skin.png"), "shaded", "--quiet");
    cJSON* end = parseOutput();
    CHECK_INT(numberAt(end, "opengl_errors"), 0);
    cJSON_Delete(end);
    CHECK_TEXT(result.out, "\"skins\":\ttrue");
    unsetenv("GEL_OPENGL_DEBUG");
    drawScene(scene, scratchPath("bare.png"), "shaded", "--no-skin");
    CHECK_TEXT(result.out, "\"skins\":\tfalse");
    int count = countDifferentIn(scratchPath("skin.png"), scratchPath("bare.png"));
    CHECK(count > 300, "only %d pixels differ", count);
    drawScene(scene, scratchPath("skin_tets.png"), "tets", "--quiet");
    drawScene(scene, scratchPath("bare_tets.png"), "tets", "--no-skin");
    CHECK_INT(countDifferentIn(scratchPath("skin_tets.png"), scratchPath("bare_tets.png")), 0);
}

// The corners are embedded at the tets' vertices, the midpoints of the sides in between: while it falls, the
// picture is the same.
static void a_skin_that_is_the_tets_own_surface_looks_the_same(void)
{
    static const char obj[] =
        "v -0.5 -0.5 -0.5\nv 0.5 -0.5 -0.5\nv 0.5 0.5 -0.5\nv -0.5 0.5 -0.5\nv -0.5 -0.5 0.5\nv 0.5 -0.5 0.5\n"
        "v 0.5 0.5 0.5\nv -0.5 0.5 0.5\nv 0 0 0.5\nf 4 3 2 1\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n"
        "f 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    if (!canDraw() || !GEL_HAS_ASSIMP)
        SKIP("there is no OpenGL 3.3 through EGL, or no assimp");
    writeText(GEL_SCRATCH "/box.obj", obj);
    writeText(
        GEL_SCRATCH "/box.json",
        "{\"ground\": {}, \"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [2, 2, 2]},"
        "\"skin\": \"box.obj\", \"scale\": 2, \"position\": [3, 4, 5], \"rotation\": {\"axis\": [1, 2, 3], "
        "\"degrees\": 40}}, {\"shape\": {\"type\": \"box\", \"size\": [1, 1, 1], \"cells\": [1, 1, 1]}, "
        "\"position\": [1, 3, 5]}]}");
    drawScene(GEL_SCRATCH "/box.json", scratchPath("skin.png"), "shaded", "--quiet");
    drawScene(GEL_SCRATCH "/box.json", scratchPath("bare.png"), "shaded", "--no-skin");
    int count = countDifferentIn(scratchPath("skin.png"), scratchPath("bare.png"));
    CHECK(count < 40, "%d pixels differ", count); // at edges, where depths round otherwise
}

// A bar whose ends are pulled apart, with a row of free vertices between them: what tore is left out of the surface and of
// the volumes' errors, and the sides beside it are drawn.
static void a_torn_bar_looks_as_the_two_boxes_that_are_left(void)
{
#define ALL "{\"lower\": [-9, -9, -9], \"upper\": [9, 9, 9]}"
#define MOVED(set, from, to)                                                                                 \
    "\"goals\": {\"sets\": [{\"weight\": 1, \"box\": " set                                                   \
    "}], \"keys\": [{\"time\": 0, \"position\": [" from ", 1, 0]}, {\"time\": 0.1, \"position\": [" to       \
    ", 1, 0]}]}"
// Keeps both parts in sight, so that the camera stays: crumbs fall so fast that it does not follow them.
#define MARK                                                                                                        \
    "{\"shape\": {\"type\": \"box\", \"size\": [0.2, 0.2, 0.2], \"cells\": [1, 1, 1]}, \"position\": [1.4, 1, 0], " \
    "\"pins\": [{\"box\": " ALL "}]}"
    static const char torn[] =
        "{\"substeps\": 1, \"gravity\": [0, -5000, 0], \"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [1.6, 0.4, 0.4], \"cells\": [8, 2, 2]}, "
        "\"position\": [0, 1, 0], \"material\": {\"tearStrain\": 0.005}, "
        "\"pins\": [{\"box\": {\"lower\": [-9, -9, -9], \"upper\": [0.01, 9, 9]}}], " MOVED(
            "{\"lower\": [0.39, -9, -9], \"upper\": [9, 9, 9]}", "0", "0.4") "}, " MARK "]}";
    static const char boxes[] =
        "{\"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [0.8, 0.4, 0.4], \"cells\": [4, 2, 2]}, "
        "\"position\": [-0.4, 1, 0], \"pins\": [{\"box\": " ALL "}]}, "
        "{\"shape\": {\"type\": \"box\", \"size\": [0.4, 0.4, 0.4], \"cells\": [2, 2, 2]}, "
        "\"position\": [0.6, 1, 0], " MOVED(ALL, "0.6", "1") "}, " MARK "]}";
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    writeText(GEL_SCRATCH "/torn.json", torn);
    writeText(GEL_SCRATCH "/boxes.json", boxes);
    drawScene(GEL_SCRATCH "/torn.json", scratchPath("torn.png"), "volume", "--quiet");
    drawScene(GEL_SCRATCH "/boxes.json", scratchPath("boxes.png"), "volume", "--quiet");
    Shot a = readShot(scratchPath("torn.png")), b = readShot(scratchPath("boxes.png"));
    int red = countColoured(a) - countColoured(b), others = countDifferent(a, b);
    CHECK(abs(red) < 20 && others < 600, "%d coloured pixels more, %d differ", red,
          others); // the shadow differs
    stbi_image_free(a.pixels);
    stbi_image_free(b.pixels);
}

static void the_engines_bits_are_the_same_with_the_viewer_and_without(void)
{
    char with[32], without[32];
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    DRAW("speed", scratchPath("bits.png"), "--quiet");
    hashOf(with);
    RUN_FOR(0, "run", BEAR, "--backend", "reference", "--frames", "12", "--json");
    hashOf(without);
    CHECK(strcmp(with, without) == 0, "%s with, %s without", with, without);
}

static void a_film_has_a_picture_for_each_frame_and_one_for_the_start(void)
{
    char command[1200], line[64] = "";
    if (!canDraw() || !programIsThere("ffmpeg") || !programIsThere("ffprobe"))
        SKIP("there is no OpenGL 3.3 or no ffmpeg (libgl1-mesa-dri, ffmpeg)");
    const char* path = scratchPath("film.mp4");
    RUN_FOR(0, "view", BEAR, "--backend", "reference", "--headless", "--frames", "5", "--width", "160",
            "--height", "90", "--film", path, "--quiet");
    snprintf(command, sizeof command,
             "ffprobe -v error -count_frames -show_entries stream=nb_read_frames,width,r_frame_rate -of "
             "csv=p=0 '%s'",
             path);
    FILE* pipe = popen(command, "r");
    if (pipe != NULL && fgets(line, sizeof line, pipe) == NULL)
        line[0] = '\0';
    if (pipe != NULL)
        pclose(pipe);
    CHECK_TEXT(line, "160,60/1,6");
}

static void what_cannot_be_is_said_in_one_line(void)
{
    const char* path = getenv("PATH");
    char* kept = strdup(path != NULL ? path : "");
    char* display = getenv("DISPLAY") != NULL ? strdup(getenv("DISPLAY")) : NULL;
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    RUN_FOR(7, "view", BEAR, "--backend", "reference");
    CHECK_TEXT(result.error, "there is no display");
    CHECK_TEXT(result.error, "--headless");
    RUN_FOR(3, "view", "missing.json", "--headless");
    CHECK_TEXT(result.error, "missing.json");
    RUN_FOR(2, "view", BEAR, "--film", "a.mp4");
    CHECK_TEXT(result.error, "--headless");
    RUN_FOR(4, "view", BEAR, "--headless", "--shot", GEL_SCRATCH "/no folder/a.png");
    RUN_FOR(2, "view", BEAR, "--headless", "--shot", GEL_SCRATCH "/a.jpg");
    CHECK_TEXT(result.error, "--shot: expected a name ending in .png, found \"");
    RUN_FOR(2, "view", BEAR, "--headless", "--film", "film.xyz");
    CHECK_TEXT(result.error, ".mp4");
    if (canDraw() && programIsThere("ffmpeg")) {
        char* folder = strdup(scratchPath("folder")); // drivers make one that is missing
        writeText(folder, "not a folder");
        setenv("TMPDIR", folder, 1);
        RUN_FOR(4, "view", BEAR, "--backend", "reference", "--headless", "--film", scratchPath("none.mp4"),
                "--quiet");
        CHECK_TEXT(result.error, "-folder/gel-film");
        unsetenv("TMPDIR");
        free(folder);
    }
    if (canDraw()) {
        setenv("PATH", "/nonexistent", 1);
        RUN_FOR(4, "view", BEAR, "--backend", "reference", "--headless", "--film", scratchPath("none.mp4"),
                "--quiet");
        CHECK_TEXT(result.error, "ffmpeg");
        setenv("PATH", kept, 1);
        setenv("MESA_GL_VERSION_OVERRIDE", "2.1", 1);
        RUN("view", BEAR, "--backend", "reference", "--headless", "--quiet");
        CHECK(result.code == 7 || result.code == 0, "exit code %d",
              result.code); // 0: not one of Mesa's drivers
        if (result.code == 7)
            CHECK_TEXT(result.error, "OpenGL 3.3");
        unsetenv("MESA_GL_VERSION_OVERRIDE");
    }
    if (display != NULL)
        setenv("DISPLAY", display, 1);
    free(kept);
    free(display);
}

static void what_cannot_be_recorded_is_told_at_the_start(void)
{
    static const char scene[] =
        "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}}]}";
    char text[512], own[1024], copy[1024], recording[1024];
    snprintf(own, sizeof own, "%s", scratchPath("own.json"));
    snprintf(copy, sizeof copy, "%.*s/.%s", (int)(strrchr(own, '/') - own), own, strrchr(own, '/'));
    snprintf(recording, sizeof recording, "%s", scratchPath("of_own.json"));
    writeText(own, scene);
    RUN_FOR(4, "view", own, "--headless", "--backend", "reference", "--frames", "1", "--record", copy);
    CHECK_TEXT(result.error, "would be overwritten, from which the scene was read");
    readText(own, text, sizeof text);
    CHECK(strcmp(text, scene) == 0, "the scene was overwritten: %s", text);
    writeText(recording, "{\"scene\":\"viewer-own.json\",\"frames\":1,\"input\":[]}");
    RUN_FOR(2, "view", recording, "--headless", "--backend", "reference", "--frames", "1", "--record",
            scratchPath("twice.json"));
    CHECK_TEXT(result.error, "already contains recorded input");
    if (canDraw()) {
        RUN_FOR(0, "view", own, "--headless", "--backend", "reference", "--record", scratchPath("none.json"));
        CHECK_TEXT(result.out, "nothing, as no frame was stepped");
    }
    remove(own);
}

// A picture of a machine without a GPU keeps a core busy for as long as it is drawn.
static void a_paused_window_is_drawn_ten_times_a_second(void)
{
    static const char* const arguments[] = {WINDOW, "--paused", NULL};
    static const char* const moves[] = {"sleep 6", "key o", "sleep 0.1", "key Escape", NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (playWindow(arguments, moves)) {
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "frames"), 1); // a key is obeyed
        CHECK(numberAt(end, "pictures") >= 5.0 && numberAt(end, "pictures") < 100.0,
              "%g pictures in 7 seconds", numberAt(end, "pictures"));
        cJSON_Delete(end);
    }
}

static void keys_and_mouse_drive_the_window(void)
{
    static const char* const arguments[] = {WINDOW, "--paused", NULL};
    static const char* const moves[] = {"key --delay 60 o period o",
                                        "key w",
                                        "key v",
                                        "key m",
                                        "mousemove 160 100",
                                        "sleep 0.3",
                                        "mousedown 1",
                                        "sleep 0.3",
                                        "mousemove 200 110",
                                        "sleep 0.3",
                                        "mouseup 1",
                                        "click 4",
                                        "sleep 0.5",
                                        "key Escape",
                                        NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    setenv("GEL_OPENGL_DEBUG", "1", 1);
    if (playWindow(arguments, moves)) {
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "frames"), 3);
        CHECK_INT(numberAt(end, "opengl_errors"), 0);
        CHECK_TEXT(result.out, "\"paused\":\ttrue");
        CHECK_TEXT(result.out, "\"wireframe\":\ttrue");
        CHECK_TEXT(result.out, "\"skins\":\tfalse");
        CHECK_TEXT(result.out, "\"mode\":\t\"tets\"");
        CHECK_CLOSE(numberAt(end, "camera/azimuth"), 25.0 - 40.0 * 0.4, 0.01, "40 pixels at 0.4 degrees");
        CHECK_CLOSE(numberAt(end, "camera/elevation"), 18.0 + 10.0 * 0.4, 0.01, "10 pixels at 0.4 degrees");
        cJSON_Delete(end);
        char shown[32], run[32];
        hashOf(shown);
        RUN_FOR(0, "run", BEAR, "--backend", "reference", "--frames", "3", "--json");
        hashOf(run);
        CHECK(strcmp(shown, run) == 0, "%s in the window, %s without", shown, run);
    }
    unsetenv("GEL_OPENGL_DEBUG");
}

static void a_window_runs_by_itself_pauses_and_goes_back_to_the_start(void)
{
    static const char* const arguments[] = {WINDOW, NULL};
    static const char* const moves[] = {"sleep 1", "key space", "key r", "sleep 0.5", "key Escape", NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (playWindow(arguments, moves)) {
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "frames"), 0);
        CHECK(numberAt(end, "pictures") > 3, "%g pictures", numberAt(end, "pictures"));
        CHECK_TEXT(result.out, "\"paused\":\ttrue");
        cJSON_Delete(end);
    }
}

static void a_window_of_one_pixel_lives_on(void)
{
    static const char* const arguments[] = {WINDOW, "--paused", NULL};
    static const char* const moves[] = {"getwindowfocus windowsize 1 1",
                                        "sleep 0.5",
                                        "getwindowfocus windowsize 200 100",
                                        "sleep 0.5",
                                        "key o",
                                        "sleep 0.3",
                                        "key Escape",
                                        NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (playWindow(arguments, moves)) {
        cJSON* end = parseOutput();
        CHECK_INT(numberAt(end, "frames"), 1);
        cJSON_Delete(end);
    }
}

static void a_hand_grabs_drops_and_removes_and_what_it_did_is_repeated_by_run(void)
{
    const char* recording = scratchPath("recording.json");
    const char* const arguments[] = {WINDOW, "--paused", "--record", recording, NULL};
    static const char* const moves[] = {
        "mousemove 160 95",
        "sleep 0.3",
        "keydown shift",
        "mousedown 1",
        "keyup shift",
        "key --delay 60 o o",
        "mousemove 220 60",
        "sleep 0.3",
        "key --delay 60 o o o o o o",
        "mousemove 240 50",
        "mouseup 1",
        "sleep 0.3",
        "key --delay 60 o o",
        "mousemove 60 150",
        "sleep 0.3",
        "key --delay 60 b o b o",
        "mousemove 60 120",
        "sleep 0.3",
        "key --delay 60 x o",
        "key --delay 400 d d", // past double precision, which leaves no hash to meet
        "sleep 0.5",
        "key --delay 60 o o",
        "sleep 0.5",
        "key Escape",
        NULL};
    static const char* const done[] = {"\"grab\":", "\"pull\":", "\"release\":", "\"drop\":", "\"remove\":"};
    static char text[65536];
    char live[32], again[32], untouched[32], frames[16];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    hashOf(live);
    cJSON* end = parseOutput();
    CHECK_INT(numberAt(end, "bodies"), 2);
    CHECK(strstr(result.out, "\"backend\":\t\"reference (float)\"") == NULL, "D did not change the device");
    snprintf(frames, sizeof frames, "%d", (int)numberAt(end, "frames"));
    cJSON_Delete(end);
    readText(recording, text, sizeof text);
    for (size_t i = 0; i < sizeof done / sizeof done[0]; i++)
        CHECK_TEXT(text, done[i]);
    RUN_FOR(0, "run", recording, "--json");
    CHECK_TEXT(result.out, "\"hash_as_recorded\":\ttrue");
    hashOf(again);
    CHECK(strcmp(live, again) == 0, "%s in the window, %s again", live, again);
    RUN_FOR(0, "run", BEAR, "--frames", frames, "--json");
    hashOf(untouched);
    CHECK(strcmp(live, untouched) != 0, "the hand moved nothing");
}

static void a_difference_that_nobody_chose_is_from_another_back_end_than_the_own(void)
{
    static const char* const arguments[] = {WINDOW, "--paused", "--mode", "difference", NULL};
    static const char* const moves[] = {"key --delay 60 o o", "sleep 0.5", "key d", "sleep 1",
                                        "key Escape",         NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    CHECK_TEXT(result.out, "\"backend\":\t\"reference (double)\"");
    CHECK_TEXT(result.out, "\"against\":\t\"reference (float)\"");
}

static void recorded_settings_are_taken_back_by_a_reset(void)
{
    const char* scene = scratchPath("settings.json");
    const char* const arguments[] = {"gel",        "view",     scene,      "--backend", "reference",
                                     "--width",    "320",      "--height", "200",       "--json",
                                     "--no-panel", "--paused", NULL};
    static const char* const moves[] = {"key --delay 60 o o o o", "sleep 0.5", "key r",      "sleep 0.5",
                                        "key --delay 60 o o o o", "sleep 0.5", "key Escape", NULL};
    char live[32], again[32];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    writeText(scene,
              "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}}],\"input\":["
              "{\"frame\":2,\"set\":{\"gravity\":[1,2,3],\"ground\":false,\"substeps\":3}}]}");
    if (!playWindow(arguments, moves))
        return;
    hashOf(live);
    RUN_FOR(0, "run", scene, "--backend", "reference", "--frames", "4", "--json");
    hashOf(again);
    CHECK(strcmp(live, again) == 0, "%s after a reset, %s at once", live, again);
    remove(scene);
}

static void a_session_that_ends_in_double_precision_leaves_no_hash(void)
{
    const char* recording = scratchPath("double.json");
    const char* const arguments[] = {WINDOW, "--paused", "--record", recording, NULL};
    static const char* const moves[] = {"key --delay 60 o o", "sleep 0.5",  "key d",
                                        "sleep 0.5",          "key Escape", NULL};
    static char text[4096];
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    CHECK_TEXT(result.out, "reference (double)");
    readText(recording, text, sizeof text);
    CHECK_TEXT(text, "\"frames\": 2");
    CHECK(strstr(text, "hash") == NULL, "single precision cannot meet it: %s", text);
}

static void the_panel_changes_the_material_and_records_it(void)
{
    const char* recording = scratchPath("material.json");
    const char* const arguments[] = {"gel",      "view", BEAR,     "--backend", "reference", "--width", "400",
                                     "--height", "700",  "--json", "--paused",  "--record",  recording, NULL};
    static const char* const moves[] = {"click:material",
                                        "at:material: Young's -20 +0",
                                        "mousedown 1 sleep 0.7",
                                        "mousemove_relative -- -60 0 sleep 0.7",
                                        "mouseup 1 sleep 0.7",
                                        "mousemove 390 690",
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
    CHECK_TEXT(text, "\"frame\":0,\"alter\":{\"body\":0");
    CHECK(strstr(text, "\"youngModulus\":200000,") == NULL, "the modulus is still the scene's: %s", text);
    RUN_FOR(0, "run", recording, "--json");
    CHECK_TEXT(result.out, "\"hash_as_recorded\":\ttrue");
}

static void a_scene_that_is_recorded_is_not_left(void)
{
    const char* recording = scratchPath("kept.json");
    const char* const arguments[] = {"gel",      "view", BEAR,     "--backend", "reference", "--width", "360",
                                     "--height", "320",  "--json", "--paused",  "--record",  recording, NULL};
    static const char* const moves[] = {
        "key --delay 60 o o", "click:scene", "click:bear_pile.json", "sleep 1", "key o", "sleep 0.3",
        "key Escape",         NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    remove(recording);
    if (!playWindow(arguments, moves))
        return;
    cJSON* end = parseOutput();
    CHECK_TEXT(textAt(end, "scene"), "Bear drop");
    CHECK_TEXT(textAt(end, "message"), "is being recorded and can hold only one scene");
    CHECK_INT(numberAt(end, "frames"), 3);
    cJSON_Delete(end);
    RUN_FOR(0, "run", recording, "--json");
    CHECK_TEXT(result.out, "\"hash_as_recorded\":\ttrue");
}

static void a_message_leaves_the_panels_buttons_in_reach(void)
{
    static const char* const arguments[] = {"gel", "view",     BEAR,  "--backend", "reference", "--width",
                                            "720", "--height", "320", "--json",    "--paused",  NULL};
    static const char* const moves[] = {"key k", "click:Stage", "key k", "key Escape", NULL}; // it fades
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    if (!playWindow(arguments, moves))
        return;
    cJSON* end = parseOutput();
    CHECK_TEXT(textAt(cJSON_GetObjectItem(end, "stage"), "name"), "integrate");
    CHECK_TEXT(textAt(end, "message"), "compiled in");
    cJSON_Delete(end);
}

TESTS(TEST(each_mode_draws_a_picture_of_its_own_without_opengl_errors),
      TEST(the_wireframe_darkens_the_picture_and_opengl_3_3_gives_the_same),
      TEST(contacts_are_drawn_as_arrows_over_what_touches),
      TEST(a_skin_is_shown_in_place_of_the_tets_where_they_are_shaded),
      TEST(a_skin_that_is_the_tets_own_surface_looks_the_same),
      TEST(a_torn_bar_looks_as_the_two_boxes_that_are_left),
      TEST(a_paused_window_is_drawn_ten_times_a_second),
      TEST(the_engines_bits_are_the_same_with_the_viewer_and_without),
      TEST(a_film_has_a_picture_for_each_frame_and_one_for_the_start),
      TEST(what_cannot_be_is_said_in_one_line), TEST(what_cannot_be_recorded_is_told_at_the_start),
      TEST(keys_and_mouse_drive_the_window), TEST(a_window_runs_by_itself_pauses_and_goes_back_to_the_start),
      TEST(a_window_of_one_pixel_lives_on),
      TEST(a_hand_grabs_drops_and_removes_and_what_it_did_is_repeated_by_run),
      TEST(a_difference_that_nobody_chose_is_from_another_back_end_than_the_own),
      TEST(recorded_settings_are_taken_back_by_a_reset),
      TEST(a_session_that_ends_in_double_precision_leaves_no_hash),
      TEST(the_panel_changes_the_material_and_records_it), TEST(a_message_leaves_the_panels_buttons_in_reach),
      TEST(a_scene_that_is_recorded_is_not_left))
