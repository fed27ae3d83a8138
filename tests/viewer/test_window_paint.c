// Values that vary over a body are shown in colours, and painted in the window.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#define TEST_SUBJECT "window_paint"
#include "gel/gel.h"
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
    static const char* const modes[] = {"density", "stiffness", "bending", "damping", "friction", "tearing"};
    char scene[1024];
    if (!canDraw())
        SKIP("there is no OpenGL 3.3 through EGL (libgl1-mesa-dri)");
    snprintf(scene, sizeof scene, "%s", scratchPath("varied.json"));
    for (int i = 0; i < 6; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[4,4,4]},"
                 "\"values\":{\"%s\":{\"value\":0.05}},\"pins\":[{\"below\":9}],"
                 "\"goals\":{\"weight\":0.6}}]}",
                 modes[i]);
        writeText(scene, text);
        for (int k = 0; k < 2; k++) {
            const char* mode = modes[(i + k) % 6];
            int count = countColouredIn(scene, mode);
            CHECK(k == 0 ? count > 2000 : count < 50, "%s shows %d coloured pixels where %s varies", mode,
                  count, modes[i]);
        }
    }
    int pinned = countColouredIn(scene, "pins");
    CHECK(pinned > 1000, "pins show %d coloured pixels", pinned);
}

#define CURTAIN                                                                                              \
    "{\"ground\":{},\"bodies\":[{\"shape\":{\"type\":\"cloth\",\"sizeX\":1.6,\"sizeZ\":1.6,\"cellsX\":24,"   \
    "\"cellsZ\":24},\"position\":[0,1,0],\"rotation\":{\"axis\":[1,0,0],\"degrees\":90},"                    \
    "\"pins\":[{\"box\":{\"lower\":[-1,1.79,-1],\"upper\":[1,2,1]}}]%s}]}"
enum { curtainVertices = 25 * 25, maxDabs = 400 };

static void writeCurtain(const char* scene, const char* more)
{
    char text[1024];
    snprintf(text, sizeof text, CURTAIN, more);
    writeText(scene, text);
}

static bool playCurtain(const char* scene, const char* recording, const char* const* moves)
{
    const char* const arguments[] = {"gel",      "view",     scene,      "--backend", "reference",
                                     "--width",  "1000",     "--height", "740",       "--json",
                                     "--paused", "--record", recording,  NULL};
    return playWindow(arguments, moves);
}

// The dabs of a recording, and whether each is mirrored.
static int readDabs(const char* recording, gelEvent* dabs)
{
    gelScene* scene;
    int count, found = 0;
    CHECK_INT(gelLoadScene(recording, &scene), gel_success);
    const gelEvent* events = gelScene_GetEvents(scene, &count);
    for (int i = 0; i < count && found < maxDabs; i++)
        if (events[i].kind == gel_eventPaint)
            dabs[found++] = events[i];
    gelDestroyScene(scene);
    return found;
}

// The rest shape of the cloth, whose middle is x = 0.
static void readRest(const char* path, float* positions)
{
    gelScene* scene;
    gelWorld* world;
    CHECK_INT(gelLoadScene(path, &scene), gel_success);
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    CHECK_INT(gelCreateWorld(&def, &world), gel_success);
    CHECK_INT(gelScene_CreateBodies(scene, world), gel_success);
    const gelTetMesh* mesh = gelBody_GetMesh(world, gelWorld_GetBody(world, 0));
    CHECK_INT(mesh->vertexCount, curtainVertices);
    memcpy(positions, mesh->positions, 3 * curtainVertices * sizeof *positions);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

// The distance to the nearest dab or mirror image, in radii.
static double nearestDab(const float* x, const gelEvent* dabs, int count)
{
    double min = 1e9;
    for (int i = 0; i < count; i++) {
        const gelBrush* brush = &dabs[i].brush;
        for (int side = 0; side <= brush->mirror; side++) {
            double middle = (side == 0 ? 1.0 : -1.0) * (double)brush->position.x;
            double a = (double)x[0] - middle, b = (double)x[1] - (double)brush->position.y,
                   c = (double)x[2] - (double)brush->position.z;
            min = fmin(min, sqrt(a * a + b * b + c * c) / (double)brush->radius);
        }
    }
    return min;
}

// The sum of what neighbours in the cloth's grid differ by.
static double roughnessOf(const float* values)
{
    double sum = 0.0;
    for (int i = 0; i < curtainVertices; i++) {
        sum += i % 25 < 24 ? fabs((double)values[i + 1] - (double)values[i]) : 0.0;
        sum += i + 25 < curtainVertices ? fabs((double)values[i + 25] - (double)values[i]) : 0.0;
    }
    return sum;
}

// Repeats the dabs on factors of 1: one that softens leaves neighbours that differ less, and none that are beyond what
// there was.
static void checkSoftened(const char* path, const gelEvent* dabs, int count)
{
    static float values[curtainVertices];
    gelScene* scene;
    gelWorld* world;
    CHECK_INT(gelLoadScene(path, &scene), gel_success);
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    CHECK_INT(gelCreateWorld(&def, &world), gel_success);
    CHECK_INT(gelScene_CreateBodies(scene, world), gel_success);
    gelBodyId cloth = gelWorld_GetBody(world, 0);
    for (int i = 0; i < curtainVertices; i++)
        values[i] = 1.0f;
    for (int i = 0; i < count; i++) {
        double before = roughnessOf(values);
        CHECK_INT(gelBody_BrushValues(world, cloth, &dabs[i].brush, values, curtainVertices), gel_success);
        double after = roughnessOf(values);
        CHECK(!dabs[i].brush.soften || after < before, "neighbours differ by %g in all, and by %g softened",
              before, after);
    }
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

// `before`: what all vertices had.
static void checkPainted(const char* scene, const char* saved, double before, const gelEvent* dabs,
                         int dabCount)
{
    static float positions[3 * curtainVertices];
    static char text[65536];
    int within = 0, beyond = 0, left = 0, right = 0;
    readRest(scene, positions);
    readText(saved, text, sizeof text);
    cJSON* values = cJSON_Parse(text);
    CHECK_INT(cJSON_GetArraySize(values), curtainVertices);
    int i = 0;
    for (const cJSON* item = values != NULL ? values->child : NULL; item != NULL; item = item->next, i++) {
        const float* x = positions + 3 * i;
        double away = nearestDab(x, dabs, dabCount);
        bool isPainted = item->valuedouble != before;
        CHECK(away > 0.95 || isPainted, "vertex %d, %g radii from the brush, is as it was", i, away);
        CHECK(away < 1.0 + 1e-6 || !isPainted, "vertex %d, %g radii from the brush, is %g", i, away,
              item->valuedouble);
        within += isPainted;
        beyond += !isPainted;
        left += isPainted && x[0] < -0.05f;
        right += isPainted && x[0] > 0.05f;
    }
    cJSON_Delete(values);
    CHECK(within > 20 && beyond > 200, "%d are painted, %d not", within, beyond);
    CHECK(left > 5 && right > 5, "%d on the left and %d on the right: no mirror image", left, right);
}

// Paints what is chosen by a click, which all vertices of the curtain have as `before`. `more` is of the curtain, `taken` in
// its place takes the file that is saved.
static void paintAndReadBack(gelVertexValue kind, const char* click, double before, const char* more,
                             const char* taken)
{
    char scene[1024], again[1024], recording[1024], saved[1024], name[64], live[32], run[32];
    static gelEvent dabs[maxDabs];
    const char* const moves[] = {"key e sleep 0.3",
                                 "click:painted",
                                 click,
                                 "mousemove 600 250 sleep 0.3 mousedown 1",
                                 "mousemove 640 300",
                                 "mouseup 1",
                                 "click:mirror across x",
                                 "mousemove 620 420 sleep 0.3 mousedown 1",
                                 "mousemove 640 460",
                                 "mouseup 1",
                                 "click:Save values",
                                 "mousemove 900 700",
                                 "key --delay 60 o o o",
                                 "key Escape",
                                 NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    snprintf(scene, sizeof scene, "%s", scratchPath("curtain.json"));
    snprintf(again, sizeof again, "%s", scratchPath("again.json"));
    snprintf(recording, sizeof recording, "%s", scratchPath("painted.json"));
    snprintf(name, sizeof name, "curtain.%s.values", gelVertexValueText(kind));
    snprintf(saved, sizeof saved, "%s", scratchPath(name));
    remove(saved);
    writeCurtain(scene, more);
    if (!playCurtain(scene, recording, moves))
        return;
    hashOf(live);
    CHECK_TEXT(result.out, name);
    int count = readDabs(recording, dabs), mirrored = 0;
    for (int i = 0; i < count; i++)
        mirrored += dabs[i].brush.mirror;
    CHECK(count > 4 && mirrored > 1 && mirrored < count, "%d dabs, %d mirrored", count, mirrored);
    CHECK_INT(dabs[0].factor, kind);
    checkPainted(scene, saved, before, dabs, count);
    RUN_FOR(0, "run", recording, "--json");
    CHECK_TEXT(result.out, "\"hash_as_recorded\":\ttrue");
    writeCurtain(again, taken);
    RUN_FOR(0, "run", again, "--backend", "reference", "--frames", "3", "--json");
    hashOf(run);
    CHECK(strcmp(live, run) == 0, "%s painted, %s by the file", live, run);
    RUN_FOR(0, "run", scene, "--backend", "reference", "--frames", "3", "--json");
    hashOf(run);
    CHECK(strcmp(live, run) != 0, "what was painted has no effect");
}

static void a_stroke_changes_what_it_goes_over_and_its_file_gives_the_same_bits(void)
{
    paintAndReadBack(gel_stiffnessFactor, "click:painted: stiffness", 1.0, "",
                     ",\"values\":{\"stiffness\":{\"file\":\"window_paint-curtain.stiffness.values\"}}");
}

static void weights_of_goals_are_painted_and_saved_like_factors(void)
{
    paintAndReadBack(
        gel_goalWeight, "click:painted: goals", 0.0, ",\"goals\":{\"weight\":0,\"spring\":200}",
        ",\"goals\":{\"spring\":200,\"sets\":[{\"file\":\"window_paint-curtain.goals.values\"}]}");
}

static void weights_are_erased_to_0_and_a_body_without_goals_has_none(void)
{
    char scene[1024], recording[1024];
    static gelEvent dabs[maxDabs];
    static const char* const moves[] = {"key e sleep 0.3",
                                        "click:painted",
                                        "click:painted: goals",
                                        "click:Save values",
                                        "mousemove 600 250 sleep 0.3 keydown ctrl mousedown 1",
                                        "mouseup 1 keyup ctrl",
                                        "click:Fill",
                                        "key o",
                                        "key Escape",
                                        NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    snprintf(scene, sizeof scene, "%s", scratchPath("curtain.json"));
    snprintf(recording, sizeof recording, "%s", scratchPath("erased.json"));
    for (int goals = 0; goals < 2; goals++) {
        writeCurtain(scene, goals == 0 ? "" : ",\"goals\":{\"weight\":0.6}");
        remove(scratchPath("curtain.goals.values"));
        if (!playCurtain(scene, recording, moves))
            return;
        int count = readDabs(recording, dabs);
        CHECK_INT(count, 2 * goals);
        CHECK(count < 1 || dabs[0].brush.value == 0.0f, "it is erased to %g", (double)dabs[0].brush.value);
        CHECK(count < 2 || dabs[1].brush.value == 1.0f, "it is filled with %g", (double)dabs[1].brush.value);
        FILE* saved = fopen(scratchPath("curtain.goals.values"), "rb");
        CHECK((saved != NULL) == (goals > 0), "weights of %d bodies with goals are saved", goals);
        if (saved != NULL)
            fclose(saved);
    }
}

static void what_is_painted_erased_and_softened_is_repeated_in_the_past(void)
{
    char scene[1024], recording[1024];
    static gelEvent dabs[maxDabs];
    static const char* const moves[] = {"key --delay 60 o o",
                                        "mousemove 600 250 sleep 0.3 key --delay 60 e m bracketright",
                                        "sleep 0.3 mousedown 1",
                                        "mousemove 640 300 sleep 0.3 mouseup 1",
                                        "keydown ctrl mousedown 1",
                                        "mouseup 1 keyup ctrl",
                                        "keydown shift mousedown 1",
                                        "mouseup 1 keyup shift",
                                        "key --delay 60 o o o o",
                                        "key Home sleep 0.7",
                                        "key End sleep 1",
                                        "key Escape",
                                        NULL};
    if (!haveDisplay())
        SKIP("there is no Xvfb or no xdotool (xvfb, xdotool)");
    snprintf(scene, sizeof scene, "%s", scratchPath("curtain.json"));
    snprintf(recording, sizeof recording, "%s", scratchPath("past.json"));
    writeCurtain(scene, "");
    if (!playCurtain(scene, recording, moves))
        return;
    CHECK_TEXT(result.out, "\"frames\":\t6");
    int count = readDabs(recording, dabs), erased = 0, softened = 0;
    for (int i = 0; i < count; i++) {
        CHECK_INT(dabs[i].frame, 2);
        CHECK_INT(dabs[i].factor, gel_bendingFactor);
        erased += !dabs[i].brush.soften && dabs[i].brush.value == 1.0f;
        softened += dabs[i].brush.soften;
    }
    CHECK(count > 3 && erased == 1 && softened == 1, "%d dabs, %d erase, %d soften", count, erased, softened);
    checkSoftened(scene, dabs, count);
    RUN_FOR(0, "run", recording, "--json");
    CHECK_TEXT(result.out, "\"hash_as_recorded\":\ttrue");
}

TESTS(TEST(what_varies_over_a_body_has_colours_and_what_does_not_is_grey),
      TEST(a_stroke_changes_what_it_goes_over_and_its_file_gives_the_same_bits),
      TEST(weights_of_goals_are_painted_and_saved_like_factors),
      TEST(weights_are_erased_to_0_and_a_body_without_goals_has_none),
      TEST(what_is_painted_erased_and_softened_is_repeated_in_the_past))
