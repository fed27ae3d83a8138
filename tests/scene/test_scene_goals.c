// Goals of bodies in scenes: sets, keys, caches, weights that are painted, and what is wrong with them.
#include "support/files.h"
#include "support/played.h"
#include "support/point_cache_files.h"

#define FOLDER GEL_SCRATCH "/scene_goals_"
#define BOX "\"shape\": {\"type\": \"box\", \"size\": [0.4, 0.2, 0.2], \"cells\": [2, 1, 1]}"
enum { points = 12, frames = 5 };

static gelStatus load(const char* goals, const char* more, gelScene** scene)
{
    char text[2000];
    snprintf(text, sizeof text, "{\"bodies\": [{" BOX ", \"position\": [0.5, 1, 0]%s, \"goals\": %s}]}", more,
             goals);
    writeText(FOLDER "scene.json", text);
    return gelLoadScene(FOLDER "scene.json", scene);
}

static Played playWith(const char* goals, const char* more)
{
    gelScene* scene;
    REQUIRE(load(goals, more, &scene));
    return play(scene);
}

// A .mdd whose points are all moved and stretched, from frame to frame by different amounts.
static void fillFrames(const float* rest, float times[frames], float* xyz)
{
    for (int f = 0; f < frames; f++) {
        times[f] = 0.05f * (float)f;
        for (int i = 0; i < 3 * points; i++)
            xyz[3 * points * f + i] = rest[i] * (1.0f + 0.1f * (float)(f * f)) + 0.07f * (float)(f * (i % 3));
    }
}

static void a_cache_is_followed_and_interpolated(void)
{
    gelTetMesh mesh;
    float times[frames], xyz[3 * points * frames], found[3 * points];
    REQUIRE(gelCreateBoxMesh((gelVec3){0.4f, 0.2f, 0.2f}, 2, 1, 1, &mesh));
    CHECK_INT(mesh.vertexCount, points);
    fillFrames(mesh.positions, times, xyz);
    writeMdd(FOLDER "moves.mdd", points, frames, times, xyz);
    Played played = playWith("{\"weight\": 1, \"cache\": {\"file\": \"scene_goals_moves.mdd\"}}", "");
    double largest = 0.0;
    for (int n = 0; n <= 14; n++) {
        double time = n / 60.0, place = fmin(time / 0.05, frames - 1.0);
        int before = place < frames - 1 ? (int)place : frames - 2;
        if (n > 0)
            advance(&played, 1);
        REQUIRE(gelBody_ReadPositions(played.world, gelWorld_GetBody(played.world, 0), found, points));
        for (int i = 0; i < 3 * points; i++) {
            const float* x = xyz + 3 * points * before + i;
            double expected = (double)x[0] + (place - before) * ((double)x[3 * points] - (double)x[0]) +
                              (i % 3 == 0   ? 0.5
                               : i % 3 == 1 ? 1.0
                                            : 0.0);
            largest = fmax(largest, fabs((double)found[i] - expected));
        }
    }
    CHECK_CLOSE(largest, 0.0, 1e-6, "rounding of places near 2 m");
    stop(&played);
    gelDestroyTetMesh(&mesh);
}

// Vertices that belong to nothing, or lie where another does: a cache has a point for them all the same.
static void a_cache_has_a_point_for_each_vertex_of_the_file(void)
{
    static const struct {
        const char* body;
        int pointCount, count, followed[6];
    } cases[] = {
        {"\"mesh\": \"scene_goals_seam.obj\", \"as\": \"cloth\"", 10, 6, {0, 1, 2, 3, 6, 7}},
        {"\"mesh\": \"scene_goals_seam.obj\", \"as\": \"rope\"", 10, 3, {3, 7, 8}},
        {"\"mesh\": \"scene_goals_loose.node\"", 6, 4, {1, 2, 3, 4}},
    };
    float xyz[3 * 10], found[3 * 6];
    for (int i = 0; i < 3 * 10; i++)
        xyz[i] = 0.25f * (float)i + (float)(i * i % 5);
    writeText(FOLDER "seam.obj", "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 5 5 5\nv 1 0 0\nv 2 0 0\nv 2 0 1\n"
                                 "v 1 0 1\nv 7 7 7\nf 1 4 3 2\nf 6 9 8 7\nl 4 9\nl 9 8\n");
    writeText(FOLDER "loose.node", "6 3 0 0\n1 9 9 9\n2 0 0 0\n3 1 0 0\n4 0 1 0\n5 0 0 1\n6 8 8 8\n");
    writeText(FOLDER "loose.ele", "1 4 0\n1 2 3 4 5\n");
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        char text[1000];
        gelScene* scene;
        writePc2(FOLDER "file.pc2", cases[c].pointCount, 1, 0.0f, 1.0f, xyz);
        snprintf(text, sizeof text,
                 "{\"bodies\": [{%s, \"rest\": {\"cache\": {\"file\": \"scene_goals_file.pc2\"}},"
                 "\"goals\": {\"weight\": 1, \"cache\": {\"file\": \"scene_goals_file.pc2\"}}}]}",
                 cases[c].body);
        writeText(FOLDER "scene.json", text);
        REQUIRE(gelLoadScene(FOLDER "scene.json", &scene));
        Played played = play(scene);
        advance(&played, 2);
        REQUIRE(
            gelBody_ReadPositions(played.world, gelWorld_GetBody(played.world, 0), found, cases[c].count));
        for (int i = 0; i < 3 * cases[c].count; i++)
            CHECK_CLOSE((double)found[i], (double)xyz[3 * cases[c].followed[i / 3] + i % 3], 1e-6,
                        "rounding of places within 16 m");
        stop(&played);
    }
}

// Frames 1, 2, 3 and 5 of 20 in a second, as files of each kind and as a cache of all five.
static void writeSequences(void)
{
    enum { first = 1, missing = 4 };
    gelTetMesh mesh;
    float times[frames], xyz[3 * points * frames];
    REQUIRE(gelCreateBoxMesh((gelVec3){0.4f, 0.2f, 0.2f}, 2, 1, 1, &mesh));
    fillFrames(mesh.positions, times, xyz);
    for (int i = 0; i < 3 * points * frames; i++)
        xyz[i] = roundf(1024.0f * xyz[i]) / 1024.0f; // so that a mean of two is exact
    for (int i = 3 * points * (missing - first); i < 3 * points * (missing - first + 1); i++)
        xyz[i] = 0.5f * (xyz[i - 3 * points] + xyz[i + 3 * points]);
    writePc2(FOLDER "pose.pc2", points, frames, first, 1.0f, xyz);
    for (int f = 0; f < frames; f++) {
        char path[1000];
        if (f + first == missing)
            continue;
        snprintf(path, sizeof path, FOLDER "pose_%02d.obj", f + first);
        writeObjPoints(path, points, xyz + 3 * points * f);
        memcpy(mesh.positions, xyz + 3 * points * f, 3 * points * sizeof *xyz);
        snprintf(path, sizeof path, FOLDER "pose%d.node", f + first);
        REQUIRE(gelSaveTetMesh(&mesh, path, NULL));
        snprintf(path, sizeof path, FOLDER "%04dpose.vtk", f + first);
        REQUIRE(gelSaveTetMesh(&mesh, path, NULL));
    }
    writeText(FOLDER "pose_rest.obj", "not of it");
    gelDestroyTetMesh(&mesh);
}

static uint64_t playCache(const char* file)
{
    char goals[200];
    snprintf(goals, sizeof goals,
             "{\"weight\": 0.9, \"cache\": {\"file\": \"%s\", \"framesPerSecond\": 20, \"start\": -0.03}}",
             file);
    Played played = playWith(goals, "");
    advance(&played, 18);
    uint64_t hash = gelWorld_Hash(played.world);
    stop(&played);
    return hash;
}

static void meshes_with_numbers_in_their_names_are_followed_as_a_cache_is(void)
{
    writeSequences();
    uint64_t expected = playCache("scene_goals_pose.pc2");
    CHECK_HEX(playCache("scene_goals_pose_*.obj"), expected);
    CHECK_HEX(playCache("scene_goals_pose*.node"), expected);
    CHECK_HEX(playCache("scene_goals_*pose.vtk"), expected);
    gelScene* scene;
    REQUIRE(load("{\"cache\": {\"file\": \"scene_goals_pose_*.obj\"}}", "", &scene));
    CHECK_TEXT(gelScene_GetFileName(scene, 1), "scene_goals_pose_01.obj");
    CHECK_TEXT(gelScene_GetFileName(scene, 4), "scene_goals_pose_05.obj");
    CHECK(gelScene_GetFileName(scene, 5) == NULL, "the scene was read from more than its five files");
    gelDestroyScene(scene);
}

static void sequences_that_are_wrong_are_named(void)
{
    static const struct {
        const char *file, *error;
        gelStatus status;
    } cases[] = {
        {"scene_goals_none_*.obj", "expected files with a number in place of *, found none", gel_fileError},
        {"none/pose_*.obj", "none/pose_*.obj: the folder cannot be opened: No such file", gel_fileError},
        {"scene_goals_*_*.obj", "expected one *, in the name of the file", gel_formatError},
        {"*/pose.obj", "expected one *, in the name of the file", gel_formatError},
        {"scene_goals_two*.obj", "expected one file for each frame, found ", gel_formatError},
        {"scene_goals_few*.obj", "few2.obj: expected 12 vertices, as ", gel_formatError},
        {"scene_goals_bad*.obj", "expected a cache of 12 points, one per vertex of the mesh, found 1",
         gel_formatError},
        {"scene_goals_far*.obj", "far1.obj:1: expected a coordinate within 1e15, found '1e16'",
         gel_formatError},
        {"scene_goals_void*.obj", "void1.obj: expected vertices, found none", gel_formatError},
        {"scene_goals_tets*.node", "tets1.ele: cannot be opened", gel_fileError},
    };
    static const char* const files[][2] = {{"two1", "v 0 0 0"}, {"two01", "v 0 0 0"},   {"few2", "v 0 0 0"},
                                           {"bad1", "v 0 0 0"}, {"far1", "v 1e16 0 0"}, {"void1", "# none"}};
    writeObjPoints(FOLDER "few1.obj", points, (const float[3 * points]){0});
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[1000];
        snprintf(path, sizeof path, FOLDER "%s.obj", files[i][0]);
        writeText(path, files[i][1]);
    }
    writeText(FOLDER "tets1.node", "1 3 0 0\n1 0 0 0\n"); // without the .ele
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gelScene* scene;
        char goals[200];
        snprintf(goals, sizeof goals, "{\"cache\": {\"file\": \"%s\"}}", cases[i].file);
        CHECK_STATUS(load(goals, "", &scene), cases[i].status);
        CHECK_TEXT(gelLastError(), "$.bodies[0].goals.cache.file: ");
        CHECK_TEXT(gelLastError(), cases[i].error);
        gelDestroyScene(scene);
    }
}

static void keys_move_the_goals_of_each_copy(void)
{
    Played played =
        playWith("{\"weight\": 1, \"keys\": [{\"time\": 0}, {\"time\": 0.1, \"position\": [0.5, 1.3, 0]},"
                 "{\"time\": 0.2, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 90}}]}",
                 ", \"repeat\": {\"count\": [1, 1, 2], \"spacing\": [1, 1, 2]}");
    float start[2][3 * points], found[3 * points];
    for (int c = 0; c < 2; c++)
        REQUIRE(gelBody_ReadPositions(played.world, gelWorld_GetBody(played.world, c), start[c], points));
    for (int n = 1; n <= 15; n++) {
        advance(&played, 1);
        for (int c = 0; c < 2 && (n == 3 || n == 15); c++) {
            REQUIRE(gelBody_ReadPositions(played.world, gelWorld_GetBody(played.world, c), found, points));
            double largest = 0.0;
            for (int i = 0; i < points; i++) {
                const float *x = start[c] + 3 * i, *y = found + 3 * i;
                double out = (double)x[0] - 0.5, along = (double)x[2] - 2.0 * c;
                double expected[3] = {0.5 + (n == 3 ? out : along), (double)x[1] + (n == 3 ? 0.15 : 0.3),
                                      2.0 * c + (n == 3 ? along : -out)};
                for (int k = 0; k < 3; k++)
                    largest = fmax(largest, fabs((double)y[k] - expected[k]));
            }
            CHECK_CLOSE(largest, 0.0, 1e-6, "rounding of places near 2 m");
        }
    }
    stop(&played);
}

static char heard[4000];

static void hear(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    (void)level;
    snprintf(heard + strlen(heard), sizeof heard - strlen(heard), "%s\n", text);
}

// Its goals turn on from where the body stands, the shorter way: half a second later they are half way.
static void keys_turn_goals_from_the_rotation_of_the_body(void)
{
    static const struct {
        double degrees, turned; // of the key, after 1 s; after half of it
        const char* warning;
    } cases[] = {
        {210, 90, ""},
        {-150, -90, ""},
        {300, -45,
         "scene.json: $.bodies[0].goals.keys[0]: the key at 1 s turns by -90 degrees, the shorter way, "
         "and not by 270: state \"turns\""}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        char goals[300];
        float start[3 * points], found[3 * points];
        double angle = cases[c].turned * 3.14159265358979 / 180.0, largest = 0.0;
        heard[0] = '\0';
        snprintf(
            goals, sizeof goals,
            "{\"weight\": 1, \"keys\": [{\"time\": 1, \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": %g}}]}",
            cases[c].degrees);
        gelSetLogFunction(hear, NULL);
        Played played = playWith(goals, ", \"rotation\": {\"axis\": [0, 1, 0], \"degrees\": 30}");
        gelSetLogFunction(NULL, NULL);
        CHECK(cases[c].warning[0] != '\0' ? strstr(heard, cases[c].warning) != NULL : heard[0] == '\0',
              "%g degrees: found the warning \"%s\"", cases[c].degrees, heard);
        REQUIRE(gelBody_ReadPositions(played.world, gelWorld_GetBody(played.world, 0), start, points));
        advance(&played, 30);
        REQUIRE(gelBody_ReadPositions(played.world, gelWorld_GetBody(played.world, 0), found, points));
        for (int i = 0; i < points; i++) {
            double x = (double)start[3 * i] - 0.5, z = (double)start[3 * i + 2];
            largest = fmax(largest, fabs((double)found[3 * i] - 0.5 - (x * cos(angle) + z * sin(angle))));
            largest = fmax(largest, fabs((double)found[3 * i + 2] - (z * cos(angle) - x * sin(angle))));
        }
        CHECK_CLOSE(largest, 0.0, 1e-5, "rounding of places near 1 m and of half a second in steps");
        stop(&played);
    }
}

// The last set that names a vertex counts, and others have the default: 0, where there are sets.
static void sets_give_vertices_their_weights(void)
{
    Played played =
        playWith("{\"sets\": [{\"weight\": 0.5, \"below\": 0.95}, {\"weight\": 1, \"box\":"
                 "{\"lower\": [0, 0, -1], \"upper\": [0.35, 2, 1]}}, {\"weight\": 0.25, \"vertices\": [0]}]}",
                 "");
    float weights[points], goals[3 * points], xyz[3 * points];
    REQUIRE(gelBody_ReadGoals(played.world, gelWorld_GetBody(played.world, 0), weights, goals, points));
    REQUIRE(gelBody_ReadPositions(played.world, gelWorld_GetBody(played.world, 0), xyz, points));
    for (int i = 0; i < points; i++) {
        const float* x = xyz + 3 * i;
        float expected = i == 0 ? 0.25f : x[0] < 0.35f ? 1.0f : x[1] < 0.95f ? 0.5f : 0.0f;
        CHECK_CLOSE((double)weights[i], (double)expected, 0.0, "they are as they were written");
        CHECK_CLOSE((double)goals[3 * i], (double)x[0], 0.0, "goals are where vertices are");
    }
    stop(&played);
    played = playWith("{}", ", \"pins\": [{\"vertices\": [2]}]");
    REQUIRE(gelBody_ReadGoals(played.world, gelWorld_GetBody(played.world, 0), weights, NULL, points));
    for (int i = 0; i < points; i++)
        CHECK_CLOSE((double)weights[i], i == 2 ? 0.0 : 0.7f, 0.0,
                    "Blender's default; what is pinned has none");
    stop(&played);
}

static void readWeights(const gelWorld* world, float* weights)
{
    REQUIRE(gelBody_GetVertexValues(world, gelWorld_GetBody(world, 0), gel_goalWeight, weights, points));
}

static void a_file_has_a_weight_for_each_vertex(void)
{
    float weights[points];
    writeText(FOLDER "own.values", "[0, 0.125, 0.25, 1, 0.5, 0, 0, 0.3, 0.9, 1, 0, 0.7]");
    Played played =
        playWith("{\"spring\": 300, \"damping\": 2, \"sets\": [{\"vertices\": [0, 1], \"weight\": 1},"
                 "{\"file\": \"scene_goals_own.values\"}, {\"vertices\": [2], \"weight\": 0.5}]}",
                 ", \"pins\": [{\"vertices\": [3]}]");
    static const float expected[points] = {0, 0.125f, 0.5f, 0, 0.5f, 0, 0, 0.3f, 0.9f, 1, 0, 0.7f};
    readWeights(played.world, weights);
    for (int i = 0; i < points; i++)
        CHECK_CLOSE((double)weights[i], (double)expected[i], 0.0, "the last counts; what is pinned has none");
    stop(&played);
    played = playWith(
        "{\"weight\": 0.6, \"sets\": [{\"file\": \"scene_goals_own.values\", \"vertices\": [3]}]}", "");
    readWeights(played.world, weights);
    for (int i = 0; i < points; i++)
        CHECK_CLOSE((double)weights[i], i == 3 ? 1.0 : (double)0.6f, 0.0, "of those that are named");
    stop(&played);
}

static void files_of_weights_that_are_wrong_are_named(void)
{
    static const char* const cases[][2] = {
        {"[1, 0.5]",
         "bad.values: $: expected an array of 12 numbers, one for each vertex of the body, found 2"},
        {"{}", "bad.values: $: expected an array of 12 numbers, one for each vertex of the body, found 0"},
        {"[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.5]",
         "bad.values: $[11]: expected a number from 0 to 1, found 1.5"},
        {"[0, -0.1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]",
         "bad.values: $[1]: expected a number from 0 to 1, found -0.1"},
        {"[0, 1e999, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]",
         "bad.values: $[1]: expected a number from 0 to 1, found "},
        {"[0, 0, null, 0, 0, 0, 0, 0, 0, 0, 0, 0]",
         "bad.values: $[2]: expected a number from 0 to 1, found null"},
        {"[0, 0, NaN, 0, 0, 0, 0, 0, 0, 0, 0, 0]", "bad.values:1:"},
        {"", "bad.values"},
    };
    gelScene* scene;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        writeText(FOLDER "bad.values", cases[i][0]);
        CHECK_STATUS(load("{\"sets\": [{\"file\": \"scene_goals_bad.values\"}]}", "", &scene),
                     gel_formatError);
        CHECK_TEXT(gelLastError(), cases[i][1]);
        CHECK(strchr(gelLastError(), '\n') == NULL, "several lines: %s", gelLastError());
        gelDestroyScene(scene);
    }
    CHECK_STATUS(load("{\"sets\": [{\"file\": \"none.values\"}]}", "", &scene), gel_fileError);
    CHECK_TEXT(gelLastError(), "none.values");
    gelDestroyScene(scene);
}

static gelEvent dabOf(gelVec3 position, float radius, float strength, float value)
{
    return (gelEvent){
        .kind = gel_eventPaint,
        .factor = gel_goalWeight,
        .brush = {.position = position, .radius = radius, .strength = strength, .value = value}};
}

// Two corners that nearly follow, something soft about them, and a corner that follows exactly.
static void paint(gelPlayer* player)
{
    gelEvent dab = dabOf((gelVec3){0.2f, 0.1f, 0.1f}, 0.3f, 0.8f, 0.9f);
    dab.brush.mirror = true;
    REQUIRE(gelPlayer_Apply(player, &dab));
    dab.brush.soften = true;
    REQUIRE(gelPlayer_Apply(player, &dab));
    dab = dabOf((gelVec3){-0.2f, -0.1f, -0.1f}, 0.1f, 1.0f, 1.0f);
    REQUIRE(gelPlayer_Apply(player, &dab));
}

static uint64_t playOn(const gelWorldDef* backend, const char* path)
{
    gelScene* scene;
    gelWorld* world;
    gelPlayer* player;
    REQUIRE(gelLoadScene(path, &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = backend->backend;
    def.device = backend->device;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    REQUIRE(gelCreatePlayer(scene, world, &player));
    Played played = {scene, world, player};
    advance(&played, 20);
    uint64_t hash = gelWorld_Hash(world);
    stop(&played);
    return hash;
}

static void painted_weights_are_repeated_and_read_back_with_the_same_bits_everywhere(void)
{
    static const char* const painted = FOLDER "painted.json";
    float weights[points];
    Played played = playWith("{\"weight\": 0, \"spring\": 200, \"damping\": 3}", "");
    paint(played.player);
    readWeights(played.world, weights);
    CHECK_CLOSE((double)weights[0], 1.0, 0.0, "the corner");
    FILE* file = fopen(FOLDER "painted.values", "wb");
    for (int i = 0; i < points; i++)
        fprintf(file, "%s%.9g", i == 0 ? "[" : ", ", (double)weights[i]);
    fputs("]", file);
    fclose(file);
    advance(&played, 20);
    uint64_t hash = gelWorld_Hash(played.world);
    REQUIRE(gelPlayer_WriteRecording(played.player, "scene_goals_free.json", hash, painted));
    stop(&played);
    gelScene* scene;
    REQUIRE(load("{\"spring\": 200, \"damping\": 3, \"sets\": [{\"file\": \"scene_goals_painted.values\"}]}",
                 "", &scene));
    gelDestroyScene(scene);
    rename(FOLDER "scene.json", FOLDER "read.json");
    REQUIRE(load("{\"weight\": 0, \"spring\": 200, \"damping\": 3}", "", &scene));
    gelDestroyScene(scene);
    rename(FOLDER "scene.json", FOLDER "free.json");
    Backends backends = listBackends();
    for (int b = 0; b < backends.count; b++) {
        CHECK_HEX(playOn(&backends.defs[b], painted), hash);
        CHECK_HEX(playOn(&backends.defs[b], FOLDER "read.json"), hash);
        CHECK(playOn(&backends.defs[b], FOLDER "free.json") != hash, "what was painted has no effect");
    }
}

static void weights_are_erased_and_what_cannot_be_painted_is_refused(void)
{
    float weights[points];
    Played played = playWith("{\"weight\": 0}", "");
    advance(&played, 10);
    uint64_t hash = gelWorld_Hash(played.world);
    stop(&played);
    played = playWith("{\"weight\": 0}", "");
    paint(played.player);
    gelEvent dab = dabOf((gelVec3){0, 0, 0}, 1e6f, 1.0f, 0.0f);
    REQUIRE(gelPlayer_Apply(played.player, &dab));
    dab = dabOf((gelVec3){-0.2f, -0.1f, -0.1f}, 0.1f, 1.0f, 2.0f);
    CHECK_STATUS(gelPlayer_Apply(played.player, &dab), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "values: vertex 0 has the goals weight 2, expected 0 to 1");
    readWeights(played.world, weights);
    for (int i = 0; i < points; i++)
        CHECK_CLOSE((double)weights[i], 0.0, 1e-12,
                    "erased by a brush of 1e6 m, of which a body is not the very middle");
    gelBodyId id = gelWorld_GetBody(played.world, 0);
    CHECK_STATUS(gelBody_SetVertexValues(played.world, id, gel_goalWeight, weights, 3), gel_invalidArgument);
    weights[5] = NAN;
    CHECK_STATUS(gelBody_SetVertexValues(played.world, id, gel_goalWeight, weights, points),
                 gel_invalidArgument);
    weights[5] = 1.0f;
    REQUIRE(gelBody_SetVertexValues(played.world, id, gel_goalWeight, weights, points));
    REQUIRE(gelBody_SetVertexValues(played.world, id, gel_goalWeight, NULL, 0));
    advance(&played, 10);
    CHECK_HEX(gelWorld_Hash(played.world), hash);
    REQUIRE(gelBody_SetGoals(played.world, id, NULL));
    dab.brush.value = 1.0f;
    CHECK_STATUS(gelPlayer_Apply(played.player, &dab), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "has no goals");
    CHECK_STATUS(gelBody_SetVertexValues(played.world, id, gel_goalWeight, NULL, 0), gel_invalidArgument);
    stop(&played);
}

static void bad_goals_in_scenes_are_named(void)
{
    static const char* const cases[][2] = {
        {"{\"weight\": 1.5}",
         "scene.json: $.bodies[0].goals.weight: expected a number from 0 to 1, found 1.5"},
        {"{\"weight\": NaN}", "scene.json"},
        {"{\"sets\": [{\"weight\": -1, \"below\": 1}]}",
         "$.bodies[0].goals.sets[0].weight: expected a number from 0 to 1, found -1"},
        {"{\"sets\": [{\"weight\": 1, \"group\": \"arm\"}]}",
         "$.bodies[0].goals.sets[0].group: there is no group \"arm\": the body has no \"groups\""},
        {"{\"sets\": [{\"weight\": 1}]}", "expected exactly one of vertices, box, below, group"},
        {"{\"sets\": [{\"below\": 1}]}",
         "$.bodies[0].goals.sets[0]: expected exactly one of weight, array, file"},
        {"{\"sets\": [{\"weight\": 1, \"file\": \"a.values\"}]}",
         "expected exactly one of weight, array, file"},
        {"{\"maximum\": 0.5, \"sets\": [{\"file\": \"a.values\"}]}",
         "$.bodies[0].goals.sets[0].file: minimum and maximum do not apply to the weights of a "
         "file: expected 0 and 1, found 0 and 0.5"},
        {"{\"sets\": [{\"weight\": 1, \"vertices\": [99]}]}", "$.bodies[0].goals.sets[0].vertices[0]"},
        {"{\"minimum\": 0.6, \"maximum\": 0.5}",
         "$.bodies[0].goals: expected minimum <= maximum, found 0.6 and 0.5"},
        {"{\"loop\": true}", "$.bodies[0].goals: loop: expected \"keys\" as well"},
        {"{\"cache\": {\"file\": \"scene_goals_bad.mdd\"}}",
         "$.bodies[0].goals.cache.file: expected a cache of 12 points, one per vertex of the mesh, found 3"},
        {"{\"cache\": {\"file\": \"none.mdd\"}}", "$.bodies[0].goals.cache.file: "},
        {"{\"cache\": \"dance.mdd\"}",
         "$.bodies[0].goals.cache: expected an object with \"file\", found \"dance.mdd\""},
    };
    writeMdd(FOLDER "bad.mdd", 3, 1, (const float[]){0.0f}, (const float[9]){0});
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gelScene* scene;
        CHECK_STATUS(load(cases[i][0], "", &scene), i == 12 ? gel_fileError : gel_formatError);
        CHECK_TEXT(gelLastError(), cases[i][1]);
        gelDestroyScene(scene);
    }
}

TESTS(TEST(a_cache_is_followed_and_interpolated), TEST(a_cache_has_a_point_for_each_vertex_of_the_file),
      TEST(meshes_with_numbers_in_their_names_are_followed_as_a_cache_is),
      TEST(sequences_that_are_wrong_are_named), TEST(keys_move_the_goals_of_each_copy),
      TEST(keys_turn_goals_from_the_rotation_of_the_body), TEST(sets_give_vertices_their_weights),
      TEST(a_file_has_a_weight_for_each_vertex), TEST(files_of_weights_that_are_wrong_are_named),
      TEST(painted_weights_are_repeated_and_read_back_with_the_same_bits_everywhere),
      TEST(weights_are_erased_and_what_cannot_be_painted_is_refused), TEST(bad_goals_in_scenes_are_named))
