// The world holds what the scene says.
#define _POSIX_C_SOURCE 200809L
#include "scene/scene.h"
#include "gel/bake.h"
#include "common/number.h"
#include "support/files.h"
#include "support/folder.h"
#include "support/fixtures.h"
#include "support/point_cache_files.h"
#include "support/system.h"

#include <dirent.h>

#define PATH GEL_SCRATCH "/good scene.json"
#define TET "\"vertices\":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],\"tets\":[[0,1,2,3]]"
#define STILL "\"gravity\":[0,0,0],"

// A world of the reference back end with the scene's bodies; NULL on failure.
static gelWorld* openWorld(const char* path, gelScene** scene)
{
    gelWorld* world = NULL;
    gelStatus status = gelLoadScene(path, scene);
    if (status == gel_success) {
        gelWorldDef def = gelScene_GetWorldDef(*scene);
        def.backend = gel_referenceFloat;
        status = gelCreateWorld(&def, &world);
    }
    if (status == gel_success)
        status = gelScene_CreateBodies(*scene, world);
    CHECK(status == gel_success, "%s", gelLastError());
    if (status != gel_success) {
        gelDestroyWorld(world);
        gelDestroyScene(*scene);
        *scene = NULL;
        return NULL;
    }
    return world;
}

static gelWorld* openText(const char* text, gelScene** scene)
{
    writeText(PATH, text);
    return openWorld(PATH, scene);
}

static void closeWorld(gelWorld* world, gelScene* scene)
{
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

// Positions of the world's body of that number; at most 64 vertices.
static void readBody(gelWorld* world, int index, float xyz[64][3])
{
    gelBodyId ids[16] = {{0, 0}};
    gelWorld_GetBodies(world, ids, 16);
    CHECK_INT(gelBody_ReadPositions(world, ids[index], xyz[0], 64), gel_success);
}

// Bodies and obstacles of the project's scenes; most have one.
static int bodiesOf(const char* name)
{
    static const struct {
        const char* name;
        int count;
    } scenes[] = {{"bear_pile.json", 12},     {"bears_100.json", 100},
                  {"bears_bowl.json", 101},   {"card_house.json", 7},
                  {"chain.json", 7},          {"cradle.json", 5},
                  {"crossed_beams.json", 3},  {"hand.json", 4},
                  {"linked_rings.json", 2},   {"mill.json", 5},
                  {"press.json", 4},          {"sieve.json", 9},
                  {"pool.json", 3},           {"squash.json", 2},
                  {"tower.json", 6},          {"wind.json", 3},
                  {"flag.json", 2},           {"balloon.json", 3},
                  {"rope_bridge.json", 7},    {"cloth_over_ball.json", 3},
                  {"values.json", 4},         {"clay.json", 4},
                  {"cage.json", 4},           {"torn_curtain.json", 2},
                  {"painted_curtain.json", 2}};
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++)
        if (strcmp(name, scenes[i].name) == 0)
            return scenes[i].count;
    return 1;
}

static char heard[4000];

// That XPBD is softer than a material is no fault of a scene, which is about more than its stiffness.
static void hear(void* context, gelLogLevel level, const char* text)
{
    (void)context;
    (void)level;
    if (strstr(text, "times softer than its material") == NULL)
        snprintf(heard + strlen(heard), sizeof heard - strlen(heard), "%s\n", text);
}

static void checkSceneFile(const char* name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/scenes/%s", GEL_ASSETS, name);
    gelScene* scene;
    heard[0] = '\0';
    gelSetLogFunction(hear, NULL);
    gelWorld* world = openWorld(path, &scene);
    if (world == NULL)
        return;
    float timeStep = gelScene_GetTimeStep(scene);
    uint64_t before = gelWorld_Hash(world);
    CHECK_INT(gelWorld_Step(world, timeStep), gel_success);
    gelSetLogFunction(NULL, NULL);
    CHECK(heard[0] == '\0', "%s: expected no warning, found: %s", name, heard);
    CHECK(gelWorld_Hash(world) != before, "%s does not move", name);
    CHECK_INT(gelWorld_GetBodyCount(world), bodiesOf(name));
    CHECK(gelScene_GetName(scene)[0] != '\0', "%s has no name", name);
    closeWorld(world, scene);
}

static void every_scene_of_the_project_loads_and_moves_without_a_warning(void)
{
    DIR* folder = opendir(GEL_ASSETS "/scenes");
    int count = 0;
    struct dirent* entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        const char* dot = strrchr(entry->d_name, '.');
        if (dot == NULL || strcmp(dot, ".json") != 0 ||
            (strcmp(entry->d_name, "bear_skin.json") == 0 && !GEL_HAS_ASSIMP))
            continue;
        checkSceneFile(entry->d_name);
        count++;
    }
    if (folder != NULL)
        closedir(folder);
    CHECK(count >= 6, "only %d scenes", count);
}

static void what_a_scene_leaves_out_has_its_default(void)
{
    gelScene* scene;
    gelWorld* world = openText("\xef\xbb\xbf{\"bodies\":[{" TET "}]}", &scene);
    if (world == NULL)
        return;
    gelWorldDef def = gelScene_GetWorldDef(scene);
    gelWorldDef expected = gelDefaultWorldDef();
    CHECK(strcmp(gelScene_GetName(scene), "good scene") == 0, "name is %s", gelScene_GetName(scene));
    CHECK(gelScene_GetTimeStep(scene) == 1.0f / 60.0f, "time step %g", (double)gelScene_GetTimeStep(scene));
    CHECK(def.gravity.y == expected.gravity.y && def.gravity.x == 0, "gravity %g", (double)def.gravity.y);
    CHECK_INT(def.substepCount, expected.substepCount);
    CHECK_INT(def.order, gel_colourOrder);
    CHECK_INT(def.ground.enabled, false);
    CHECK(scene->bodies[0].def.material.density == gelDefaultMaterial().density, "density");
    CHECK(scene->bodies[0].def.scale == 1, "scale");
    closeWorld(world, scene);
}

static void what_a_scene_says_reaches_the_world(void)
{
    gelScene* scene;
    gelWorld* world = openText(
        "{\"name\":\"N\",\"timeStep\":0.01,\"substeps\":7,\"gravity\":[1,2,3],\"order\":\"mesh\","
        "\"ground\":{\"normal\":[0,2,0],\"offset\":-5,\"friction\":0.25,\"restitution\":0.75},"
        "\"materials\":{\"a\":{\"density\":500,\"edgeCompliance\":1e-3,\"damping\":2}},"
        "\"bodies\":[{" TET ",\"material\":\"a\",\"velocity\":[1,0,-1]},"
        "{" TET ",\"material\":{\"model\":\"neoHookean\",\"youngModulus\":5e5,\"poissonRatio\":0.25}}]}",
        &scene);
    if (world == NULL)
        return;
    gelWorldDef def = gelScene_GetWorldDef(scene);
    CHECK(strcmp(gelScene_GetName(scene), "N") == 0, "name");
    CHECK(gelScene_GetTimeStep(scene) == 0.01f, "time step");
    CHECK_INT(def.substepCount, 7);
    CHECK_INT(def.order, gel_meshOrder);
    CHECK(def.gravity.x == 1 && def.gravity.y == 2 && def.gravity.z == 3, "gravity");
    CHECK(def.ground.enabled && def.ground.offset == -5 && def.ground.normal.y == 2, "ground");
    CHECK(def.ground.friction == 0.25f && def.ground.restitution == 0.75f, "contact");
    const gelMaterial* a = &scene->bodies[0].def.material;
    CHECK(a->stiffness == gel_compliances && a->density == 500 && a->edgeCompliance == 1e-3f &&
              a->damping == 2,
          "named");
    const gelMaterial* b = &scene->bodies[1].def.material;
    CHECK(b->stiffness == gel_elasticModuli && b->youngModulus == 5e5f && b->poissonRatio == 0.25f, "inline");
    CHECK(a->model == gel_edgesAndVolumes && b->model == gel_neoHookean, "models");
    gelBodyId ids[2];
    gelWorld_GetBodies(world, ids, 2);
    float velocity[4][3];
    CHECK_INT(gelBody_ReadVelocities(world, ids[0], velocity[0], 4), gel_success);
    CHECK(velocity[3][0] == 1 && velocity[3][1] == 0 && velocity[3][2] == -1, "velocity");
    closeWorld(world, scene);
}

static void numbers_have_points_under_a_locale_with_commas(void)
{
    NEED_DECIMAL_COMMA();
    writeText(PATH, "{\"timeStep\":0.0125,\"bodies\":[{" TET "}]}");
    gelScene* scene;
    CHECK_INT(gelLoadScene(PATH, &scene), gel_success);
    CHECK(gelScene_GetTimeStep(scene) == 0.0125f, "%g", (double)gelScene_GetTimeStep(scene));
    gelDestroyScene(scene);
    static const double numbers[] = {0.5, -12345.678, 1e-7, 3.0, 1e300, INFINITY};
    static const char* const texts[] = {"0.5", "-12345.678", "1e-07", "3", "1e+300", "inf"};
    for (int i = 0; i < 6; i++) {
        char comma[40], text[gel_decimalSize];
        snprintf(comma, sizeof comma, "%.9g", numbers[i]);
        CHECK(i > 1 || strchr(comma, ',') != NULL, "no comma in %s", comma);
        CHECK_TEXT(gelFormatNumber(numbers[i], 9, text), texts[i]);
        CHECK_INT((int)strlen(text), (int)strlen(texts[i]));
    }
    setlocale(LC_NUMERIC, "C");
}

#define RATES GEL_SCRATCH "/scene_rate_"
enum { boxPoints = 12 };

static void writeBake(const char* path)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef bodyDef = gelDefaultBodyDef();
    gelBakeDef bakeDef = gelDefaultBakeDef();
    gelWorld* world;
    gelTetMesh mesh;
    gelBodyId body;
    gelBake* bake;
    def.backend = gel_referenceFloat;
    bakeDef.path = path;
    bakeDef.timeStep = 0.02f;
    bakeDef.frameCount = 3;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelCreateBoxMesh((gelVec3){0.4f, 0.2f, 0.2f}, 2, 1, 1, &mesh));
    REQUIRE(gelCreateBody(world, &bodyDef, &mesh, &body));
    REQUIRE(gelOpenBake(world, &bakeDef, &bake));
    for (int f = 0; f < 3; f++) {
        REQUIRE(gelBake_WriteFrame(bake));
        REQUIRE(gelWorld_Step(world, 0.02f));
    }
    REQUIRE(gelCloseBake(bake));
    gelDestroyTetMesh(&mesh);
    gelDestroyWorld(world);
}

static void checkWarning(const char* file, const char* warning)
{
    gelScene* scene;
    char text[300];
    snprintf(text, sizeof text,
             "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[0.4,0.2,0.2],\"cells\":[2,1,1]},"
             "\"goals\":{\"cache\":{\"file\":\"scene_rate_%s\"}}}]}",
             file);
    writeText(PATH, text);
    heard[0] = '\0';
    gelSetLogFunction(hear, NULL);
    REQUIRE(gelLoadScene(PATH, &scene));
    gelSetLogFunction(NULL, NULL);
    gelDestroyScene(scene);
    CHECK(warning[0] != '\0' ? strstr(heard, warning) != NULL : heard[0] == '\0',
          "%s: found the warning \"%s\", not \"%s\"", file, heard, warning);
}

static void checkHolds(const char* path, const char* text)
{
    char bytes[20000] = "";
    size_t size = readFile(path, bytes, sizeof bytes), length = strlen(text);
    bool holds = false;
    for (size_t i = 0; i + length <= size && !holds; i++)
        holds = memcmp(bytes + i, text, length) == 0;
    CHECK(holds, "%s: has no \"%s\"; it begins: %.200s", path, text, bytes);
}

static void a_bake_states_its_rate_under_a_locale_with_commas(void)
{
    static const char* const outs[] = {"rate.obj", "rate.ply", "rate.pvd", "rate.pc2"};
    static const char* const ins[] = {"rate_*.obj", "rate_*.ply", "rate_*.vtu", "rate.pc2"};
    NEED_DECIMAL_COMMA();
    for (int i = 0; i < 4; i++) {
        char path[1000];
        snprintf(path, sizeof path, RATES "%s", outs[i]);
        writeBake(path);
        checkWarning(ins[i], "");
    }
    setlocale(LC_NUMERIC, "C");
    checkHolds(RATES "rate_0001.obj", ", frame 1 of 0.0199999996 s\n");
    checkHolds(RATES "rate_0001.ply", ", frame 1 of 0.0199999996 s\n");
    checkHolds(RATES "rate_0001.vtu", ", frame 1 of 0.0199999996 s -->\n");
    checkHolds(RATES "rate_0002.vtu", "format=\"ascii\">0.0399999991</DataArray>");
    for (int i = 0; i < 4; i++)
        checkWarning(ins[i], "");
}

// Begins a file with a line, before the 12 vertices.
static void writeHeaded(const char* path, const char* line)
{
    char bytes[4000] = "", headed[5000];
    float xyz[3 * boxPoints] = {0};
    writeObjPoints(path, boxPoints, xyz);
    bytes[readFile(path, bytes, sizeof bytes - 1)] = '\0';
    snprintf(headed, sizeof headed, "%s\n%s", line, bytes);
    writeText(path, headed);
}

static void a_sequence_has_the_rate_that_all_its_files_state(void)
{
    static const char* const foreign[] = {"# By Gel 9, frame 1 of 0.5 s",
                                          "# Gel 9, frame 1",
                                          "# Gel 9",
                                          "# Gel 9, frame 1 of 0,5 s",
                                          "#\n#\n#\n# Gel 9, frame 1 of 0.5 s",
                                          "# Gel 9\n# Other, frame 1 of 0.5 s"};
    writeHeaded(RATES "all_1.obj", "# Gel 9, frame 1 of 0.5 s");
    writeHeaded(RATES "all_2.obj", "# Gel 9, frame 2 of 0.5 s");
    writeHeaded(RATES "all_3.obj", "# Gel 9, frame 3 of 0.5 s");
    checkWarning("all_*.obj", "");
    writeHeaded(RATES "all_3.obj", "# Gel 9, frame 3 of 0.25 s");
    checkWarning("all_*.obj", "all_3.obj: its frames are 0.25 s long, those of ");
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        writeHeaded(RATES "all_3.obj", foreign[i]);
        checkWarning("all_*.obj", "all_3.obj: does not say how long its frames are, as ");
        writeHeaded(RATES "one_1.obj", foreign[i]);
        checkWarning("one_*.obj", "one_*.obj: does not say how long its frames are: taken as ");
    }
}

static void bodies_are_scaled_then_turned_then_moved(void)
{
    gelScene* scene;
    gelWorld* world =
        openText("{\"bodies\":[{" TET ",\"scale\":2,\"rotation\":{\"axis\":[0,0,3],\"degrees\":90},"
                 "\"position\":[10,20,30]},{" TET ",\"rotation\":[0,0,1,1]}]}",
                 &scene);
    if (world == NULL)
        return;
    static const double expected[2][3] = {{10, 22, 30}, {8, 20, 30}};
    float xyz[64][3];
    readBody(world, 0, xyz);
    for (int k = 0; k < 6; k++)
        CHECK_CLOSE(xyz[1 + k / 3][k % 3], expected[k / 3][k % 3], 1e-5, "rounding of coordinates up to 30");
    readBody(world, 1, xyz);
    CHECK_CLOSE(xyz[1][1], 1, 1e-6, "rounding; a quaternion need not be a unit one");
    closeWorld(world, scene);
}

static void rotations_are_right_to_the_last_digits(void)
{
    for (int degrees = -725; degrees <= 725; degrees += 5) {
        char text[256];
        snprintf(text, sizeof text, "{\"bodies\":[{" TET ",\"rotation\":{\"axis\":[1,0,0],\"degrees\":%d}}]}",
                 degrees);
        writeText(PATH, text);
        gelScene* scene;
        CHECK_INT(gelLoadScene(PATH, &scene), gel_success);
        double half = degrees * 3.14159265358979323846 / 360;
        CHECK_CLOSE(scene->bodies[0].def.rotation.x, sin(half), 6e-8,
                    "half a unit in the last place of a float");
        CHECK_CLOSE(scene->bodies[0].def.rotation.w, cos(half), 6e-8,
                    "half a unit in the last place of a float");
        gelDestroyScene(scene);
    }
}

static void copies_stand_in_a_block_x_first(void)
{
    gelScene* scene;
    gelWorld* world = openText("{\"bodies\":[{" TET ",\"position\":[1,2,3],"
                               "\"repeat\":{\"count\":[2,3,2],\"spacing\":[10,20,-30]}}]}",
                               &scene);
    if (world == NULL)
        return;
    CHECK_INT(gelWorld_GetBodyCount(world), 12);
    for (int i = 0; i < 12; i++) {
        float xyz[64][3];
        readBody(world, i, xyz);
        CHECK(xyz[0][0] == (float)(1 + 10 * (i % 2)) && xyz[0][1] == (float)(2 + 20 * (i / 2 % 3)) &&
                  xyz[0][2] == (float)(3 - 30 * (i / 6)),
              "copy %d is at %g %g %g", i, (double)xyz[0][0], (double)xyz[0][1], (double)xyz[0][2]);
    }
    closeWorld(world, scene);
}

// Vertex 0 of the file belongs to no tet and is dropped, so number 2 in the file is number 1 in the mesh.
static void pins_take_the_vertex_numbers_of_the_file(void)
{
    gelScene* scene;
    gelWorld* world = openText("{\"bodies\":[{\"vertices\":[[9,9,9],[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"
                               "\"tets\":[[1,2,3,4]],\"pins\":[{\"vertices\":[2]}]}]}",
                               &scene);
    if (world == NULL)
        return;
    float before[64][3], after[64][3];
    readBody(world, 0, before);
    CHECK_INT(gelWorld_Step(world, 0.01f), gel_success);
    readBody(world, 0, after);
    for (int i = 0; i < 4; i++)
        CHECK((memcmp(before[i], after[i], sizeof before[i]) == 0) == (i == 1), "vertex %d", i);
    closeWorld(world, scene);
}

static void pins_hold_what_is_in_the_box_or_below(void)
{
    gelScene* scene;
    gelWorld* world =
        openText("{\"bodies\":[{" TET ",\"pins\":[{\"box\":{\"lower\":[0.5,-1,-1],\"upper\":[2,1,1]}}]},"
                 "{" TET ",\"position\":[0,5,0],\"pins\":[{\"below\":5.5}]}]}",
                 &scene);
    if (world == NULL)
        return;
    for (int body = 0; body < 2; body++) {
        float before[64][3], after[64][3];
        gelBodyId ids[2];
        gelWorld_GetBodies(world, ids, 2);
        readBody(world, body, before);
        CHECK_INT(gelWorld_Step(world, 0.01f), gel_success);
        readBody(world, body, after);
        for (int i = 0; i < 4; i++)
            CHECK((memcmp(before[i], after[i], sizeof before[i]) == 0) == (body == 0 ? i == 1 : i != 2),
                  "body %d, vertex %d", body, i);
    }
    closeWorld(world, scene);
}

static void squashed_bodies_are_flat(void)
{
    gelScene* scene;
    gelWorld* world = openText("{" STILL "\"bodies\":[{" TET ",\"position\":[0,3,0],\"squash\":true},"
                               "{" TET ",\"squash\":{\"height\":0.5}},{" TET ",\"squash\":false}]}",
                               &scene);
    if (world == NULL)
        return;
    float xyz[64][3];
    readBody(world, 0, xyz);
    for (int i = 0; i < 4; i++)
        CHECK(xyz[i][1] == 3, "vertex %d is at height %g", i, (double)xyz[i][1]);
    CHECK(xyz[1][0] == 1, "x has changed");
    readBody(world, 1, xyz);
    for (int i = 0; i < 4; i++)
        CHECK(xyz[i][1] == 0.5f, "vertex %d is at height %g", i, (double)xyz[i][1]);
    readBody(world, 2, xyz);
    CHECK(xyz[2][1] == 1, "squashed without being asked to");
    closeWorld(world, scene);
}

static void a_mesh_that_several_bodies_use_is_loaded_once(void)
{
    writeText(GEL_SCRATCH "/shared.node", "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n");
    writeText(GEL_SCRATCH "/shared.ele", "1 4 0\n0 0 1 2 3\n");
    gelScene* scene;
    gelWorld* world =
        openText("{\"bodies\":[{\"mesh\":\"shared.node\"},{\"mesh\":\"shared.node\",\"scale\":2},"
                 "{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}},"
                 "{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[1,1,1]}},"
                 "{\"shape\":{\"type\":\"box\",\"size\":[1,1,2],\"cells\":[1,1,1]}}]}",
                 &scene);
    if (world == NULL)
        return;
    CHECK_INT(gelWorld_GetBodyCount(world), 5);
    CHECK_INT(scene->meshCount, 3);
    closeWorld(world, scene);
}

static void a_mesh_in_place_of_a_scene_is_dropped_onto_the_ground(void)
{
    writeText(GEL_SCRATCH "/dropped.node", "4 3 0 0\n0 0 -4 0\n1 1 -4 0\n2 0 -2 0\n3 0 -4 1\n");
    writeText(GEL_SCRATCH "/dropped.ele", "1 4 0\n0 0 1 2 3\n");
    gelScene* scene;
    gelWorld* world = openWorld(GEL_SCRATCH "/dropped.node", &scene);
    if (world == NULL)
        return;
    CHECK(gelScene_GetWorldDef(scene).ground.enabled, "there is no ground");
    CHECK(strcmp(gelScene_GetName(scene), "dropped") == 0, "name is %s", gelScene_GetName(scene));
    float xyz[64][3];
    readBody(world, 0, xyz);
    CHECK(xyz[0][1] == 1 && xyz[2][1] == 3, "it stands from %g to %g", (double)xyz[0][1], (double)xyz[2][1]);
    closeWorld(world, scene);
}

// The second body is too light for single precision, which only the world can detect.
static void a_body_that_cannot_be_created_leaves_the_world_as_it_was(void)
{
    writeText(PATH, "{\"bodies\":[{" TET "},{" TET ",\"scale\":1e-14}]}");
    gelScene* scene = NULL;
    gelWorldDef def = gelDefaultWorldDef();
    def.backend = gel_referenceFloat;
    gelWorld* world;
    CHECK_INT(gelCreateWorld(&def, &world), gel_success);
    CHECK_INT(gelLoadScene(PATH, &scene), gel_success);
    uint64_t before = gelWorld_Hash(world);
    CHECK_INT(gelScene_CreateBodies(scene, world), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "good scene.json: $.bodies[1]: ");
    CHECK_INT(gelWorld_GetBodyCount(world), 0);
    CHECK_HEX(gelWorld_Hash(world), before);
    closeWorld(world, scene);
}

static int64_t tetsOf(double factor, gelStatus expected)
{
    gelScene* scene;
    gelStatus status = gelLoadSceneRefined(PATH, factor, &scene);
    CHECK(status == expected, "factor %g: %s", factor, gelStatusText(status));
    CHECK((scene != NULL) == (status == gel_success), "a scene after %s", gelStatusText(status));
    int64_t tets = scene != NULL ? gelScene_GetTetCount(scene) : 0;
    gelDestroyScene(scene);
    return tets;
}

static void a_refined_scene_has_the_cells_of_its_shapes_times_the_factor(void)
{
    writeText(PATH, "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[2,2,4]}}]}");
    CHECK_INT(tetsOf(1.0, gel_success), 2 * 2 * 4 * 5);
    CHECK_INT(tetsOf(2.0, gel_success), 4 * 4 * 8 * 5);
    CHECK_INT(tetsOf(0.5, gel_success), 2 * 5);
    CHECK_INT(tetsOf(0.25, gel_unsupported), 0);
    CHECK_INT(tetsOf(0.0, gel_invalidArgument), 0);
}

static void a_scene_whose_numbers_belong_to_its_mesh_cannot_be_refined(void)
{
    writeText(PATH, "{\"bodies\":[{" TET "}]}");
    tetsOf(2.0, gel_unsupported);
    CHECK_TEXT(gelLastError(), "$.bodies[0].tets: the tets are listed");
#define BOX "{\"bodies\":[{\"shape\":{\"type\":\"box\",\"size\":[1,1,1],\"cells\":[2,2,2]}"
    writeText(PATH, BOX ",\"pins\":[{\"vertices\":[0]}]}]}");
    tetsOf(2.0, gel_unsupported);
    CHECK_TEXT(gelLastError(), "$.bodies[0].pins[0]: vertices are named by number");
    writeText(PATH, BOX ",\"material\":{\"edgeCompliance\":1e-4,\"volumeCompliance\":0}}]}");
    tetsOf(2.0, gel_unsupported);
    CHECK_TEXT(gelLastError(), "compliances apply to edges");
    writeText(PATH,
              BOX "}],\"probes\":[{\"name\":\"a\",\"body\":0,\"vertices\":[1],\"measure\":\"position.y\"}]}");
    tetsOf(2.0, gel_unsupported);
    CHECK_TEXT(gelLastError(), "$.probes[0]: vertices are named by number");
}

static void a_text_with_a_folder_is_read_as_the_file(void)
{
    static const char text[] = "{\"bodies\":[{\"mesh\":\"meshes/cube.msh\"}]}", wrong[] = "{\"bodies\":[{]}";
    gelScene *parsed, *loaded;
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 2, 1, 1, &mesh));
    emptyFolder(GEL_SCRATCH "/text");
    emptyFolder(GEL_SCRATCH "/text/meshes");
    REQUIRE(gelSaveTetMesh(&mesh, GEL_SCRATCH "/text/meshes/cube.msh", NULL));
    writeText(GEL_SCRATCH "/text/scene.json", text);
    REQUIRE(gelLoadScene(GEL_SCRATCH "/text/scene.json", &loaded));
    REQUIRE(gelParseScene(text, GEL_SCRATCH "/text", &parsed));
    CHECK_INT((int)gelScene_GetTetCount(parsed), (int)gelScene_GetTetCount(loaded));
    CHECK_TEXT(gelScene_GetFileName(parsed, 0), "text/meshes/cube.msh");
    gelDestroyScene(parsed);
    gelDestroyScene(loaded);
    CHECK_STATUS(gelParseScene(text, NULL, &parsed), gel_fileError);
    CHECK(parsed == NULL, "a scene is there");
    CHECK_TEXT(gelLastError(), "meshes/cube.msh");
    CHECK_STATUS(gelParseScene(wrong, NULL, &parsed), gel_formatError);
    CHECK_TEXT(gelLastError(), "text:1:13: not valid JSON");
    CHECK_STATUS(gelParseScene("{\"solids\":[]}", "/some", &parsed), gel_formatError);
    CHECK_TEXT(gelLastError(), "/some/text: $.solids");
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(a_text_with_a_folder_is_read_as_the_file),
      TEST(a_refined_scene_has_the_cells_of_its_shapes_times_the_factor),
      TEST(a_scene_whose_numbers_belong_to_its_mesh_cannot_be_refined),
      TEST(every_scene_of_the_project_loads_and_moves_without_a_warning),
      TEST(what_a_scene_leaves_out_has_its_default), TEST(what_a_scene_says_reaches_the_world),
      TEST(numbers_have_points_under_a_locale_with_commas),
      TEST(a_bake_states_its_rate_under_a_locale_with_commas),
      TEST(a_sequence_has_the_rate_that_all_its_files_state), TEST(bodies_are_scaled_then_turned_then_moved),
      TEST(rotations_are_right_to_the_last_digits), TEST(copies_stand_in_a_block_x_first),
      TEST(pins_take_the_vertex_numbers_of_the_file), TEST(pins_hold_what_is_in_the_box_or_below),
      TEST(squashed_bodies_are_flat), TEST(a_mesh_that_several_bodies_use_is_loaded_once),
      TEST(a_mesh_in_place_of_a_scene_is_dropped_onto_the_ground),
      TEST(a_body_that_cannot_be_created_leaves_the_world_as_it_was))
