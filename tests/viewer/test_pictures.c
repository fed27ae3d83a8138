// Each display mode draws what it drew when a person last looked: small pictures are compared with those in
// tests/viewer/pictures. GEL_RENEW_PICTURES=1 build/release/tests/test_pictures replaces them; look at the
// new ones before committing them.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "pictures"
#include "viewer/viewer.h"

#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

#define SCENE GEL_ASSETS "/scenes/squash.json" // bodies of two colours, deformed, on the ground

enum { width = 320, height = 180, sizeOfPicture = 3 * width * height, tile = 20 };

// The state is the same to the bit everywhere; drivers are not. They place samples and round as they like, so
// that outlines and the grain of shadows differ: an outline through a tile is one pixel in twenty there, off
// by a third of the step from body to ground. A real drawing error affects the whole of some tile.
static const double largestMean = 3.0;    // of 255, over the pixels and channels of a tile
static const int largeDifference = 40;    // of 255, in a channel
static const double largestShare = 0.010; // of all pixels, that differ by more than that

typedef struct Mode {
    const char* name;
    const char *file, *sed; // an edit of a shader that must show
    bool wireframe;
} Mode;

static const Mode modes[] = {
    {"shaded", "shading.glsl", "s/skyLight(n) \\* 0.62/skyLight(n) * 0.5/", false},
    {"wireframe", "shading.glsl", "s/0.75 \\* at.wire/0.6 * at.wire/", true},
    {"tets", "tets.vert", "s/, options.w)/, 0.75)/", false},
    {"tet-colours", "frame.glsl", "s/+ 0.02)/+ 0.1)/", false},
    {"edge-colours", "edges.vert", "s/1.4 : 0.6/1.4 : 1.2/", false},
    {"strain", "tet_values.glsl", "s/sum \\/ 6.0/sum \\/ 5.0/", false},
    {"volume", "tet_values.glsl", "s/(6.0 \\* texelFetch/(5.9 * texelFetch/", false},
    {"speed", "corners.vert", "s/texelFetch(speeds, corner.x).x/0.9 * texelFetch(speeds, corner.x).x/",
     false},
    {"difference", "corners.vert", "s/\\* 0.30103/* 0.6/", false}, // from double precision
};
enum { modeCount = sizeof modes / sizeof modes[0] };

typedef struct Comparison {
    double mean, share; // the mean is that of the worst tile
    bool ok;
} Comparison;

static void draw(const char* scene, const Mode* mode, const char* path)
{
    const char* const arguments[] = {"gel",
                                     "view",
                                     scene,
                                     "--backend",
                                     "reference",
                                     "--headless",
                                     "--frames",
                                     "40",
                                     "--width",
                                     "320",
                                     "--height",
                                     "180",
                                     "--scale",
                                     "0.5",
                                     "--quiet",
                                     "--mode",
                                     mode->wireframe ? "shaded" : mode->name,
                                     "--shot",
                                     path,
                                     mode->wireframe ? "--wireframe" : NULL,
                                     NULL};
    remove(path);
    runCommand(arguments);
    CHECK(result.code == 0, "%s: exit code %d: %s", mode->name, result.code, result.error);
}

static unsigned char* load(const char* path)
{
    int w = 0, h = 0, channels = 0;
    unsigned char* pixels = stbi_load(path, &w, &h, &channels, 3);
    CHECK(pixels != NULL && w == width && h == height, "%s is %d x %d", path, w, h);
    if (pixels != NULL && (w != width || h != height)) {
        stbi_image_free(pixels);
        pixels = NULL;
    }
    return pixels;
}

static int largestOf(const unsigned char* a, const unsigned char* b)
{
    int largest = 0;
    for (int k = 0; k < 3; k++)
        largest = abs(a[k] - b[k]) > largest ? abs(a[k] - b[k]) : largest;
    return largest;
}

static Comparison compare(const unsigned char* a, const unsigned char* b)
{
    static double sums[height / tile][width / tile];
    Comparison made = {0};
    memset(sums, 0, sizeof sums);
    for (int i = 0; i < width * height; i++) {
        double* sum = &sums[i / width / tile][i % width / tile];
        for (int k = 0; k < 3; k++)
            *sum += abs(a[3 * i + k] - b[3 * i + k]) / (3.0 * tile * tile);
        made.mean = *sum > made.mean ? *sum : made.mean;
        made.share += (largestOf(&a[3 * i], &b[3 * i]) > largeDifference) / (double)(width * height);
    }
    made.ok = made.mean <= largestMean && made.share <= largestShare;
    return made;
}

// The differences, four times as bright.
static void writeDifference(const char* path, const unsigned char* a, const unsigned char* b)
{
    static unsigned char pixels[sizeOfPicture];
    for (int i = 0; i < sizeOfPicture; i++) {
        int difference = 4 * abs(a[i] - b[i]);
        pixels[i] = (unsigned char)(difference > 255 ? 255 : difference);
    }
    stbi_write_png(path, width, height, 3, pixels, 3 * width);
}

static void pathOf(const char* folder, const Mode* mode, const char* ending, char path[1024])
{
    snprintf(path, 1024, "%s/%s%s.png", folder, mode->name, ending);
}

static Comparison compareMode(const Mode* mode, bool keep)
{
    char kept[1024], drawn[1024], difference[1024];
    Comparison made = {0};
    mkdir(GEL_SCRATCH "/pictures", 0777);
    pathOf(GEL_PICTURES, mode, "", kept);
    pathOf(GEL_SCRATCH "/pictures", mode, "", drawn);
    pathOf(GEL_SCRATCH "/pictures", mode, "-difference", difference);
    draw(SCENE, mode, drawn);
    unsigned char *a = load(kept), *b = load(drawn);
    if (a != NULL && b != NULL)
        made = compare(a, b);
    if (keep && a != NULL && b != NULL && !made.ok) {
        writeDifference(difference, a, b);
        printf("  %s is not %s; what differs, four times as bright: %s\n", drawn, kept, difference);
    } else {
        remove(drawn);
    }
    stbi_image_free(a);
    stbi_image_free(b);
    return made;
}

static bool renew(void)
{
    const char* wanted = getenv("GEL_RENEW_PICTURES");
    if (wanted == NULL || wanted[0] == '\0')
        return false;
    for (int i = 0; i < modeCount; i++) {
        char kept[1024];
        pathOf(GEL_PICTURES, &modes[i], "", kept);
        draw(SCENE, &modes[i], kept);
        printf("  written %s\n", kept);
    }
    return true;
}

static void each_mode_draws_the_picture_that_was_looked_at(void)
{
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    if (renew())
        return;
    for (int i = 0; i < modeCount; i++) {
        Comparison made = compareMode(&modes[i], true);
        CHECK(made.ok,
              "%s differs by %.3f of 255 in a tile (allowed %.3f), %.2f %% of the pixels by more than %d "
              "(allowed %.2f %%)",
              modes[i].name, made.mean, largestMean, 100.0 * made.share, largeDifference,
              100.0 * largestShare);
    }
}

static void a_changed_shader_is_noticed(void)
{
    char command[8192], folder[1024];
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    snprintf(folder, sizeof folder, "%s", scratchPath("shaders"));
    for (int i = 0; i < modeCount; i++) {
        const char* file = modes[i].file;
        snprintf(command, sizeof command,
                 "rm -rf '%s' && cp -r '" GEL_SHADERS "' '%s' && chmod -R u+w '%s' && sed '%s' '" GEL_SHADERS
                 "/%s' > '%s/%s' && ! cmp -s '" GEL_SHADERS "/%s' '%s/%s'",
                 folder, folder, folder, modes[i].sed, file, folder, file, file, folder, file);
        CHECK(system(command) == 0, "%s: \"%s\" changes nothing", file, modes[i].sed);
        setenv("GEL_SHADER_DIR", folder, 1);
        Comparison made = compareMode(&modes[i], false);
        unsetenv("GEL_SHADER_DIR");
        CHECK(!made.ok, "%s with \"%s\" passes: mean %.3f, %.2f %% of the pixels", modes[i].name,
              modes[i].sed, made.mean, 100.0 * made.share);
    }
}

// A thick sheet and a thin one, which show different sides.
static const char sheets[] =
    "{\"ground\":{},\"bodies\":["
    "{\"shape\":{\"type\":\"cloth\",\"sizeX\":0.4,\"sizeZ\":0.4,\"cellsX\":8,\"cellsZ\":8},"
    "\"material\":{\"density\":300,\"thickness\":0.02},\"position\":[0,1.5,0],"
    "\"rotation\":{\"axis\":[1,0,0],\"degrees\":70}},"
    "{\"shape\":{\"type\":\"cloth\",\"sizeX\":0.4,\"sizeZ\":0.4,\"cellsX\":8,\"cellsZ\":8},"
    "\"material\":{\"density\":300,\"thickness\":0.0005},\"position\":[0.5,1.5,0],"
    "\"rotation\":{\"axis\":[1,0,0],\"degrees\":-70}}]}";

static Comparison compareCoarse(const char* scene, const Mode* mode)
{
    char full[1024], coarse[1024];
    Comparison made = {0};
    snprintf(full, sizeof full, "%s", scratchPath("full.png"));
    snprintf(coarse, sizeof coarse, "%s", scratchPath("coarse.png"));
    draw(scene, mode, full);
    setenv("GEL_PICTURE_LEVEL", "1", 1);
    draw(scene, mode, coarse);
    unsetenv("GEL_PICTURE_LEVEL");
    unsigned char *a = load(full), *b = load(coarse);
    if (a != NULL && b != NULL)
        made = compare(a, b);
    stbi_image_free(a);
    stbi_image_free(b);
    return made;
}

// Coarse pictures shade surfaces in a pass of its own. Their outlines are not smoothed: such pixels are few.
static void a_coarse_picture_shows_what_a_full_one_shows(void)
{
    static const Mode coarse[] = {
        {.name = "shaded"}, {.name = "wireframe", .wireframe = true}, {.name = "strain"}};
    const double mean = 11.0, share = 0.01;
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    char own[1024];
    snprintf(own, sizeof own, "%s", scratchPath("sheets.json"));
    writeText(own, sheets);
    const char* const scenes[] = {SCENE, own};
    for (int i = 0; i < 6; i++) {
        Comparison made = compareCoarse(scenes[i / 3], &coarse[i % 3]);
        CHECK(made.mean <= mean && made.share <= share,
              "%s, %s differs by %.3f of 255 in a tile (allowed %.3f), %.2f %% of the pixels by more than %d "
              "(allowed %.2f %%)",
              scenes[i / 3], coarse[i % 3].name, made.mean, mean, 100.0 * made.share, largeDifference,
              100.0 * share);
    }
}

TESTS(TEST(each_mode_draws_the_picture_that_was_looked_at), TEST(a_changed_shader_is_noticed),
      TEST(a_coarse_picture_shows_what_a_full_one_shows))
