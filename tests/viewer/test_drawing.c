// gel run --out FILE with rendering: films and pictures.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "drawing"
#include "mesh/appearance_fixtures.h"
#include "viewer/viewer_shot.h"

#include <sys/resource.h>

#define DRAW_TO(code, path)                                                                                  \
    RUN_FOR(code, "run", BEAR, "--backend", "reference", "--frames", "5", "--width", "160", "--height",      \
            "90", "--json", "--out", path)

static void ask(const char* command, char line[64])
{
    FILE* pipe = popen(command, "r");
    if (pipe == NULL || fgets(line, 64, pipe) == NULL)
        line[0] = '\0';
    if (pipe != NULL)
        pclose(pipe);
}

static void a_run_films_every_frame_in_the_format_of_the_ending(void)
{
    static const char* const films[][2] = {{"film.mp4", "h264,160,60/1,6"},
                                           {"film.mkv", "h264,160,60/1,6"},
                                           {"film.mov", "h264,160,60/1,6"},
                                           {"film.webm", "vp9,160,60/1,6"},
                                           {"film.gif", "gif,160,50/1,"}};
    if (!canDraw() || !programIsThere("ffmpeg") || !programIsThere("ffprobe"))
        SKIP("there is no OpenGL 3.3 or no ffmpeg (libgl1-mesa-dri, ffmpeg)");
    for (size_t i = 0; i < sizeof films / sizeof films[0]; i++) {
        char command[1300], line[64] = "";
        const char* path = scratchPath(films[i][0]);
        remove(path);
        DRAW_TO(0, path);
        CHECK_TEXT(result.out, path);
        snprintf(command, sizeof command,
                 "ffprobe -v error -count_frames -show_entries "
                 "stream=nb_read_frames,width,r_frame_rate,codec_name -of csv=p=0 '%s'",
                 path);
        ask(command, line);
        CHECK_TEXT(line, films[i][1]);
    }
}

static void a_run_draws_the_picture_that_view_draws(void)
{
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    const char *run = scratchPath("run.png"), *view = scratchPath("view.png");
    char command[2200];
    DRAW_TO(0, run);
    RUN_FOR(0, "view", BEAR, "--backend", "reference", "--frames", "5", "--width", "160", "--height", "90",
            "--headless", "--shot", view, "--quiet");
    snprintf(command, sizeof command, "cmp '%s' '%s'", run, view);
    CHECK(system(command) == 0, "%s and %s differ", run, view);
}

static void checkText(const char* path, const char* expected)
{
    char text[64];
    readText(path, text, sizeof text);
    CHECK(strcmp(text, expected) == 0, "%s holds \"%s\", not \"%s\"", path, text, expected);
}

// A file may not grow past the limit, as on a full disk.
static void a_film_on_a_full_disk_is_an_error_and_the_former_one_stays(void)
{
    static const char* const films[] = {"full.mp4", "full.mkv", "full.webm", "full.mov", "full.gif"};
    struct rlimit usual, small;
    if (!canDraw() || !programIsThere("ffmpeg"))
        SKIP("there is no OpenGL 3.3 or no ffmpeg (libgl1-mesa-dri, ffmpeg)");
    for (size_t i = 0; i < sizeof films / sizeof films[0]; i++) {
        const char* path = scratchPath(films[i]);
        writeText(path, "former");
        getrlimit(RLIMIT_FSIZE, &usual);
        small = usual;
        small.rlim_cur = 2048;
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &small);
        RUN("run", BEAR, "--backend", "reference", "--frames", "20", "--width", "160", "--height", "90",
            "--out", path, "--quiet");
        setrlimit(RLIMIT_FSIZE, &usual);
        CHECK(result.code == 4, "%s: exit code %d, not 4: %s%s", path, result.code, result.out, result.error);
        CHECK_TEXT(result.error, "ffmpeg could not write it: ");
        checkText(path, "former");
        CHECK(!partExists(path), "a part of %s is left", path);
    }
}

static void files_with_names_like_those_of_parts_are_not_touched(void)
{
    if (!canDraw() || !programIsThere("ffmpeg"))
        SKIP("there is no OpenGL 3.3 or no ffmpeg (libgl1-mesa-dri, ffmpeg)");
    static const char* const own[] = {"own.part.mp4", "own.mp4.part", "own.png.part"};
    for (int i = 0; i < 3; i++)
        writeText(scratchPath(own[i]), "mine");
    DRAW_TO(0, scratchPath("own.mp4"));
    DRAW_TO(0, scratchPath("own.png"));
    for (int i = 0; i < 3; i++)
        if (fileExists(scratchPath(own[i])))
            checkText(scratchPath(own[i]), "mine");
        else
            CHECK(false, "%s is gone", own[i]);
}

static void a_film_may_have_any_name(void)
{
    if (!canDraw() || !programIsThere("ffmpeg"))
        SKIP("there is no OpenGL 3.3 or no ffmpeg (libgl1-mesa-dri, ffmpeg)");
    static const char* const names[] = {"12:30.mp4", "-drawing.mp4", "%d.gif"};
    char* folder = getcwd(NULL, 0);
    CHECK(chdir(GEL_SCRATCH) == 0, "no folder %s", GEL_SCRATCH);
    for (int i = 0; i < 3; i++) {
        char option[64];
        snprintf(option, sizeof option, "--out=%s", names[i]);
        remove(names[i]);
        RUN_FOR(0, "run", BEAR, "--backend", "reference", "--frames", "3", "--width", "160", "--height", "90",
                option);
        CHECK(fileExists(names[i]), "there is no %s", names[i]);
        remove(names[i]);
    }
    CHECK(chdir(folder) == 0, "no folder %s", folder);
    free(folder);
}

// Blue pixels of the plots' curves, and of the marks at the bodies: a scene without bodies of that colour has none else.
static int countPlotted(const char* path)
{
    int w = 0, h = 0, channels = 0, count = 0;
    unsigned char* pixels = stbi_load(path, &w, &h, &channels, 3);
    for (int i = 0; pixels != NULL && i < w * h; i++)
        count +=
            abs(pixels[3 * i] - 120) < 12 && abs(pixels[3 * i + 1] - 190) < 12 && pixels[3 * i + 2] > 245;
    free(pixels);
    return count;
}

// The share of the picture's width that dark boxes cover.
static double shareCovered(const char* path)
{
    int w = 0, h = 0, channels = 0, covered = 0;
    unsigned char* pixels = stbi_load(path, &w, &h, &channels, 3);
    for (int x = 0; pixels != NULL && x < w; x++) {
        int dark = 0;
        for (int y = 0; y < h; y++) {
            const unsigned char* p = &pixels[3 * (y * w + x)];
            dark += p[0] < 80 && p[1] < 80 && p[2] < 80;
        }
        covered += dark > h / 8;
    }
    free(pixels);
    return covered / fmax(w, 1.0);
}

static void probes_are_plotted_over_the_picture(void)
{
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    const char *run = scratchPath("probes_run.png"), *view = scratchPath("probes_view.png");
    const char* spring = GEL_ASSETS "/lessons/spring.json";
    char command[2200];
    RUN_FOR(0, "view", spring, "--backend", "reference", "--frames", "90", "--width", "640", "--height",
            "480", "--headless", "--shot", view, "--quiet");
    int plotted = countPlotted(view);
    CHECK(plotted > 300, "%d pixels are of the colour of a plot", plotted);
    RUN_FOR(0, "run", spring, "--backend", "reference", "--frames", "90", "--width", "640", "--height", "480",
            "--out", run);
    snprintf(command, sizeof command, "cmp '%s' '%s'", run, view);
    CHECK(system(command) == 0, "%s and %s differ", run, view);
    RUN_FOR(0, "view", spring, "--backend", "reference", "--frames", "90", "--width", "1280", "--height",
            "720", "--scale", "2", "--headless", "--shot", view, "--quiet");
    double covered = shareCovered(view);
    CHECK(covered > 0.2 && covered < 0.38, "plots cover %.0f %% of the width of a picture of scale 2",
          100.0 * covered);
    RUN_FOR(0, "view", BEAR, "--backend", "reference", "--frames", "5", "--width", "640", "--height", "480",
            "--headless", "--shot", view, "--quiet");
    CHECK_INT(countPlotted(view), 0);
}

// A picture takes milliseconds, a frame of this scene a hundredth of one.
static void the_speed_that_is_told_is_the_simulations(void)
{
    char plain[64], filmed[64];
    if (!canDraw() || !programIsThere("ffmpeg"))
        SKIP("there is no OpenGL 3.3 or no ffmpeg (libgl1-mesa-dri, ffmpeg)");
    RUN_FOR(0, "run", GEL_ASSETS "/scenes/single_tet.json", "--backend", "reference", "--frames", "30",
            "--width", "320", "--height", "180", "--json", "--out", scratchPath("speed.mp4"));
    cJSON* object = parseOutput();
    double stepped = numberAt(object, "seconds"), drawn = numberAt(object, "drawing_seconds");
    snprintf(filmed, sizeof filmed, "%s", textAt(object, "hash"));
    cJSON_Delete(object);
    CHECK(drawn > 0.05 && stepped < 0.2 * drawn, "%g s of stepping, %g s of drawing", stepped, drawn);
    RUN_FOR(0, "run", GEL_ASSETS "/scenes/single_tet.json", "--backend", "reference", "--frames", "30",
            "--json");
    object = parseOutput();
    snprintf(plain, sizeof plain, "%s", textAt(object, "hash"));
    cJSON_Delete(object);
    CHECK(strcmp(plain, filmed) == 0, "%s without, %s with a film", plain, filmed);
}

static void what_cannot_be_drawn_is_said_and_leaves_nothing(void)
{
    char* kept = strdup(getenv("PATH"));
    RUN_FOR(2, "run", BEAR, "--out", "film.xyz");
    CHECK_TEXT(result.error, ".mp4");
    RUN_FOR(4, "run", BEAR, "--backend", "reference", "--out", GEL_SCRATCH "/no folder/x.mp4");
    if (canDraw()) {
        const char* path = scratchPath("none.mp4");
        remove(path);
        setenv("PATH", "/nonexistent", 1);
        RUN_FOR(4, "run", BEAR, "--backend", "reference", "--out", path);
        CHECK_TEXT(result.error, "ffmpeg");
        CHECK(!fileExists(path), "%s is there", path);
        setenv("PATH", kept, 1);
    }
    free(kept);
}

// Pixels where one channel is far above or below the others.
static int countTinted(Shot shot, int channel, int sign)
{
    int count = 0;
    for (int i = 0; i < width * height && shot.pixels != NULL; i++) {
        const unsigned char* p = &shot.pixels[3 * i];
        int other =
            sign > 0
                ? (p[(channel + 1) % 3] > p[(channel + 2) % 3] ? p[(channel + 1) % 3] : p[(channel + 2) % 3])
                : (p[(channel + 1) % 3] < p[(channel + 2) % 3] ? p[(channel + 1) % 3] : p[(channel + 2) % 3]);
        count += sign * (p[channel] - other) > 60;
    }
    return count;
}

// The picture has red and green at its top, blue and white below; what has no picture is orange.
static void textures_are_drawn_where_the_file_says(void)
{
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    mkdir(GEL_SCRATCH "/painted", 0777);
    writeCube(GEL_SCRATCH "/painted", cubeMtl);
    const char* path = scratchPath("painted.png");
    RUN_FOR(0, "view", GEL_SCRATCH "/painted/cube.obj", "--backend", "reference", "--frames", "1", "--width",
            "320", "--height", "200", "--headless", "--shot", path, "--quiet");
    CHECK(result.error[0] == '\0', "%s", result.error);
    Shot shot = readShot(path);
    int red = countTinted(shot, 0, 1), green = countTinted(shot, 1, 1), blue = countTinted(shot, 2, 1),
        orange = countTinted(shot, 2, -1);
    CHECK(red > 200 && green > 200 && blue > 200 && orange > 200, "%d red, %d green, %d blue, %d orange", red,
          green, blue, orange);
    stbi_image_free(shot.pixels);
    unsigned char damaged[sizeof smallPng];
    memcpy(damaged, smallPng, sizeof damaged);
    memset(damaged + 43, 0xff, 8); // within the pixels
    writeData(GEL_SCRATCH "/painted/picture.png", damaged, sizeof damaged);
    RUN_FOR(0, "view", GEL_SCRATCH "/painted/cube.obj", "--backend", "reference", "--frames", "1", "--width",
            "320", "--height", "200", "--headless", "--shot", path, "--quiet");
    CHECK_TEXT(result.error, "warning: the texture picture.png is not shown: ");
    shot = readShot(path);
    CHECK(countTinted(shot, 1, 1) < 10, "%d green pixels of a damaged picture", countTinted(shot, 1, 1));
    stbi_image_free(shot.pixels);
}

// Pixels of the middle row that are green.
static int countGreenAcross(const char* path)
{
    int count = 0;
    Shot shot = readShot(path);
    for (int x = 0; x < width && shot.pixels != NULL; x++) {
        const unsigned char* p = &shot.pixels[3 * (height / 2 * width + x)];
        count += p[1] - (p[0] > p[2] ? p[0] : p[2]) > 60;
    }
    stbi_image_free(shot.pixels);
    return count;
}

// A green square of 1 m, upright, which the camera sees exactly from its side. Returns the distance of its nearest edge.
static double drawSheetFromItsSide(double thickness, const char* picture)
{
    char scene[600];
    writeText(GEL_SCRATCH "/sheet.mtl", "newmtl green\nKd 0 0.8 0.1\n");
    writeText(GEL_SCRATCH "/sheet.obj", "mtllib sheet.mtl\nv -0.5 0 -0.5\nv -0.5 0 0.5\nv 0.5 0 0.5\n"
                                        "v 0.5 0 -0.5\nusemtl green\nf 1 2 3 4\n");
    snprintf(scene, sizeof scene,
             "{ \"gravity\": [0, 0, 0], \"bodies\": [{ \"mesh\": \"sheet.obj\", \"as\": \"cloth\", "
             "\"material\": { \"density\": 100, \"thickness\": %g, \"youngModulus\": 1e4 }, "
             "\"rotation\": { \"axis\": [0.15305, 0.15305, 0.69035], \"degrees\": 92.69 } }] }",
             thickness);
    writeText(GEL_SCRATCH "/sheet.json", scene);
    RUN_FOR(0, "view", GEL_SCRATCH "/sheet.json", "--backend", "reference", "--width", "320", "--height",
            "200", "--headless", "--json", "--shot", picture);
    cJSON* object = parseOutput();
    double distance = numberAt(object, "camera/distance");
    cJSON_Delete(object);
    return distance - 0.5 / cos(18.0 * 3.14159265 / 180.0); // the camera looks down by 18 degrees
}

static void a_sheet_is_drawn_with_its_thickness_and_its_rim_painted(void)
{
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    const char* path = scratchPath("sheet.png");
    double distance = drawSheetFromItsSide(0.1, path);
    double expected = 0.1 * height / (2.0 * tan(16.0 * 3.14159265 / 180.0) * distance);
    int found = countGreenAcross(path);
    CHECK(fabs(found - expected) < 1.5 && found > 10, "a sheet of 0.1 m is %d pixels thick, not %.1f", found,
          expected);
    drawSheetFromItsSide(0.001, path); // a seventh of a pixel
    CHECK(countGreenAcross(path) <= 1, "a sheet of 1 mm is %d pixels thick", countGreenAcross(path));
}

static void the_stages_of_a_picture_are_measured(void)
{
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    RUN_FOR(0, "bench", "--viewer", BEAR, "--backend", "reference", "--frames", "3", "--warm-up", "1",
            "--width", "160", "--height", "90", "--json");
    cJSON* object = parseOutput();
    const cJSON* stages = cJSON_GetObjectItem(object, "stages");
    double sum = 0.0;
    for (const cJSON* stage = stages != NULL ? stages->child : NULL; stage != NULL; stage = stage->next) {
        CHECK(numberAt(stage, "min_ms") > 0.0 && numberAt(stage, "median_ms") >= numberAt(stage, "min_ms"),
              "%s: %g ms, median %g ms", textAt(stage, "key"), numberAt(stage, "min_ms"),
              numberAt(stage, "median_ms"));
        sum += numberAt(stage, "min_ms");
    }
    CHECK_INT(cJSON_GetArraySize(stages), 10);
    CHECK(sum <= numberAt(object, "sum/min_ms") * 1.001, "stages of %g ms, all of %g ms", sum,
          numberAt(object, "sum/min_ms"));
    CHECK_INT(numberAt(object, "frames"), 3);
    cJSON_Delete(object);
}

// Drivers keep pools, which grow during the first few thousand pictures and then stop. A leak of 16 bytes per
// picture is 32 with malloc's overhead: 94 KiB in the second half. It would not show in resident memory,
// where it fills holes.
static void six_thousand_pictures_leave_memory_as_it_is(void)
{
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    RUN_FOR(0, "bench", "--viewer", GEL_ASSETS "/scenes/single_tet.json", "--backend", "reference",
            "--frames", "3000", "--width", "64", "--height", "36", "--json"); // each is drawn twice
    cJSON* object = parseOutput();
    double allocated =
        numberAt(object, "memory/allocated_bytes") - numberAt(object, "memory_at_half/allocated_bytes");
    double resident =
        numberAt(object, "memory/resident_bytes") - numberAt(object, "memory_at_half/resident_bytes");
    CHECK(allocated < 64.0 * 1024.0, "%g KiB more in use than after half of the pictures",
          allocated / 1024.0);
    CHECK(resident < 512.0 * 1024.0, "%g KiB more resident than after half of the pictures",
          resident / 1024.0);
    cJSON_Delete(object);
}

static int show(const char* path)
{
    char command[4096];
    snprintf(command, sizeof command,
             GEL_SCRIPTS "/show.sh " GEL_COMMAND " " GEL_ASSETS "/scenes/single_tet.json '%s' 6 >'%s' 2>&1",
             path, scratchPath("show"));
    int status = system(command);
    readText(scratchPath("show"), result.out, sizeof result.out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void the_demo_shows_a_film_where_there_is_no_display_and_ends_well_without_one(void)
{
    const char* film = scratchPath("show.mp4");
    char* display = getenv("DISPLAY") != NULL ? strdup(getenv("DISPLAY")) : NULL;
    if (!canDraw() || !programIsThere("ffmpeg"))
        SKIP("there is no OpenGL 3.3 or no ffmpeg (libgl1-mesa-dri, ffmpeg)");
    remove(film);
    unsetenv("WAYLAND_DISPLAY");
    setenv("DISPLAY", ":4711", 1); // set, but nobody is there
    CHECK_INT(show(film), 0);
    CHECK_TEXT(result.out, "there is no display");
    CHECK_TEXT(result.out, "The film is");
    CHECK(fileExists(film), "there is no %s", film);
    remove(film);
    unsetenv("DISPLAY");
    setenv("MESA_GL_VERSION_OVERRIDE", "2.1", 1);
    CHECK_INT(show(film), 0);
    CHECK(strstr(result.out, "Opening") == NULL, "it tries a window: %s", result.out);
    CHECK(fileExists(film) || strstr(result.out, "There is no film") != NULL, "%s", result.out);
    unsetenv("MESA_GL_VERSION_OVERRIDE");
    if (display != NULL)
        setenv("DISPLAY", display, 1);
    free(display);
}

TESTS(TEST(a_run_films_every_frame_in_the_format_of_the_ending),
      TEST(a_film_on_a_full_disk_is_an_error_and_the_former_one_stays),
      TEST(files_with_names_like_those_of_parts_are_not_touched), TEST(a_film_may_have_any_name),
      TEST(a_run_draws_the_picture_that_view_draws), TEST(probes_are_plotted_over_the_picture),
      TEST(the_speed_that_is_told_is_the_simulations), TEST(what_cannot_be_drawn_is_said_and_leaves_nothing),
      TEST(textures_are_drawn_where_the_file_says),
      TEST(a_sheet_is_drawn_with_its_thickness_and_its_rim_painted),
      TEST(the_stages_of_a_picture_are_measured), TEST(six_thousand_pictures_leave_memory_as_it_is),
      TEST(the_demo_shows_a_film_where_there_is_no_display_and_ends_well_without_one))
