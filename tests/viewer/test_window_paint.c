// What varies over a body, in colours, and painted in the window.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "window_paint"
#include "viewer/viewer_shot.h"

#include <math.h>

static int countColouredIn(const char* scene, const char* mode)
{
    const char* path = scratchPath("mode.png");
    remove(path);
    RUN_FOR(0, "view", scene, "--backend", "reference", "--headless", "--width", "320", "--height", "200",
            "--mode", mode, "--shot", path, "--json");
    cJSON* end = parseOutput();
    CHECK_INT(numberAt(end, "opengl_errors"), 0);
    cJSON_Delete(end);
    Shot shot = readShot(path);
    for (int i = 0; i < height && shot.pixels != NULL; i++) // without the legend
        memset(shot.pixels + 3 * (size_t)(width * i), 0, 3 * 140);
    int count = countColoured(shot);
    stbi_image_free(shot.pixels);
    return count;
}

static void what_varies_over_a_body_has_colours_and_what_does_not_is_grey(void)
{
    static const char* const modes[] = {"density", "stiffness", "bending", "damping"};
    char scene[1024];
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    snprintf(scene, sizeof scene, "%s", scratchPath("varied.json"));
    for (int i = 0; i < 4; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[4,4,4]},"
                 "\"values\":{\"%s\":{\"value\":0.05}},\"pins\":[{\"below\":9}],"
                 "\"goals\":{\"weight\":0.6}}]}",
                 modes[i]);
        writeText(scene, text);
        for (int k = 0; k < 2; k++) {
            const char* mode = modes[(i + k) % 4];
            int count = countColouredIn(scene, mode);
            CHECK(k == 0 ? count > 2000 : count < 50, "%s shows %d coloured pixels where %s varies", mode,
                  count, modes[i]);
        }
    }
    int pinned = countColouredIn(scene, "pins");
    CHECK(pinned > 1000, "pins show %d coloured pixels", pinned);
}

TESTS(TEST(what_varies_over_a_body_has_colours_and_what_does_not_is_grey))
