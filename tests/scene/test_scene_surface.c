// Surfaces in scenes: any file of triangles becomes a body that behaves, and is displayed as drawn.
#define _POSIX_C_SOURCE 200809L
#include "support/fixtures.h"
#include "support/files.h"
#include "mesh/surface_shapes.h"

#include <dirent.h>
#include <sys/stat.h>

#define FOLDER GEL_SCRATCH "/surfaces"

static Soup soup;
static char warning[1024];

static void keepWarning(void* context, gelLogLevel level, const char* message)
{
    (void)context;
    if (level == gel_logWarning)
        snprintf(warning, sizeof warning, "%s", message);
}

// The soup as an .obj, its vertices not welded.
static void writeObj(const char* path)
{
    mkdir(FOLDER, 0777);
    FILE* file = fopen(path, "wb");
    for (int i = 0; i < 3 * soup.count; i++) {
        const float* at = soup.corners[i / 3][i % 3];
        fprintf(file, "v %.9g %.9g %.9g\n", (double)at[0], (double)at[1], (double)at[2]);
    }
    for (int t = 0; t < soup.count; t++)
        fprintf(file, "f %d %d %d\n", 3 * t + 1, 3 * t + 2, 3 * t + 3);
    CHECK(fclose(file) == 0, "%s cannot be written", path);
}

typedef struct Session {
    gelScene* scene;
    gelWorld* world;
    gelBodyId body;
    const gelSkin* skin; // NULL without one
    float* points;       // of the skin
} Session;

static void openSession(const char* path, Session* session)
{
    REQUIRE(gelLoadScene(path, &session->scene));
    gelWorldDef def = gelScene_GetWorldDef(session->scene);
    REQUIRE(gelCreateWorld(&def, &session->world));
    REQUIRE(gelScene_CreateBodies(session->scene, session->world));
    gelWorld_GetBodies(session->world, &session->body, 1);
    session->skin = gelBody_GetSkin(session->world, session->body);
    int count = session->skin != NULL ? session->skin->surface.vertexCount : 1;
    session->points = malloc((size_t)count * 3 * sizeof(float));
}

static void openText(const char* text, Session* session)
{
    writeText(FOLDER "/scene.json", text);
    openSession(FOLDER "/scene.json", session);
}

static void closeSession(Session* session)
{
    free(session->points);
    gelDestroyWorld(session->world);
    gelDestroyScene(session->scene);
}

static void step(Session* session, int frames)
{
    const gelTetMesh* mesh = gelBody_GetMesh(session->world, session->body);
    float* positions = malloc((size_t)mesh->vertexCount * 3 * sizeof(float));
    for (int i = 0; i < frames; i++)
        REQUIRE(gelWorld_Step(session->world, 1.0f / 60.0f));
    REQUIRE(gelBody_ReadPositions(session->world, session->body, positions, mesh->vertexCount));
    gelEvaluateEmbedding(&session->skin->embedding, mesh, positions, session->points);
    free(positions);
}

// The mean over the skin's vertices whose rest position is within [lower, upper] along an axis.
static double meanOf(const Session* session, int restAxis, float lower, float upper, int axis)
{
    double sum = 0.0;
    int count = 0;
    for (int v = 0; v < session->skin->surface.vertexCount; v++) {
        float at = session->skin->surface.positions[3 * v + restAxis];
        if (at >= lower && at <= upper) {
            sum += (double)session->points[3 * v + axis];
            count++;
        }
    }
    CHECK(count > 0, "no vertex between %g and %g", (double)lower, (double)upper);
    return sum / (count > 0 ? count : 1);
}

static void writeBall(const char* path, double radius)
{
    soup.count = 0;
    addSphere(&soup, (float[3]){0, 0, 0}, radius, 12);
    writeObj(path);
}

static void a_surface_is_filled_as_asked_and_worn_as_skin(void)
{
    writeBall(FOLDER "/ball.obj", 0.5);
    Session session;
    openText("{\"gravity\":[0,0,0],\"bodies\":[{\"mesh\":\"ball.obj\",\"meshing\":{\"tets\":3000},"
             "\"velocity\":[1,0,0],\"material\":{\"density\":1000}}]}",
             &session);
    const gelTetMesh* mesh = gelBody_GetMesh(session.world, session.body);
    CHECK(abs(mesh->tetCount - 3000) <= 150, "%d tets", mesh->tetCount);
    CHECK(session.skin != NULL, "there is no skin");
    step(&session, 0);
    double farthest = 0.0;
    for (int i = 0; i < 3 * session.skin->surface.vertexCount; i++) {
        farthest =
            fmax(farthest, fabs((double)session.points[i] - (double)session.skin->surface.positions[i]));
        CHECK(session.skin->embedding.weights[i] >= -1e-6f, "weight %g",
              (double)session.skin->embedding.weights[i]);
    }
    CHECK_CLOSE(farthest, 0.0, 1e-6, "weights and positions are single precision");
    gelMeasures measures;
    REQUIRE(gelWorld_Measure(session.world, &measures));
    double volume = 4.0 / 3.0 * 3.14159265358979 * 0.125;
    CHECK_CLOSE(measures.kineticEnergy, 0.5 * 1000.0 * volume, 0.05 * 500.0 * volume,
                "twelve rings of flat triangles enclose 4% less than the ball");
    closeSession(&session);
}

// The mass is that of the surface, not of the lattice, to 2%, whatever the cell size.
static void the_mass_does_not_depend_on_the_cells(void)
{
    soup.count = 0;
    addBox(&soup, (float[3]){0, 0, 0}, (float[3]){1.0f, 0.3f, 0.2f});
    writeObj(FOLDER "/box.obj");
    for (int i = 0; i < 3; i++) {
        Session session;
        gelMeasures measures;
        char text[512];
        snprintf(text, sizeof text,
                 "{\"gravity\":[0,0,0],\"bodies\":[{\"mesh\":\"box.obj\",\"meshing\":{\"cellSize\":%g},"
                 "\"velocity\":[1,0,0]}]}",
                 i == 0   ? 0.3
                 : i == 1 ? 0.11
                          : 0.04);
        openText(text, &session);
        REQUIRE(gelWorld_Measure(session.world, &measures));
        CHECK_CLOSE(measures.kineticEnergy, 0.5 * 1000.0 * 0.06, 0.02 * 30.0, "promised are 2%");
        closeSession(&session);
    }
}

// The lower plate is held, the other rises freely: h above it from the first frame on, s = g t^2 / 2.
static void plates_nearer_than_a_cell_come_apart(void)
{
    soup.count = 0;
    addBox(&soup, (float[3]){0, 0, 0}, (float[3]){1, 0.02f, 1});
    addBox(&soup, (float[3]){0, 0.05f, 0}, (float[3]){1, 0.07f, 1});
    writeObj(FOLDER "/plates.obj");
    Session session;
    openText("{\"gravity\":[0,2,0],\"bodies\":[{\"mesh\":\"plates.obj\",\"meshing\":{\"cellSize\":0.1}}]}",
             &session);
    const gelTetMesh* mesh = gelBody_GetMesh(session.world, session.body);
    for (int v = 0; v < session.skin->surface.vertexCount; v++)
        if (session.skin->surface.positions[3 * v + 1] < 0.03f)
            REQUIRE(gelBody_SetPinned(session.world, session.body,
                                      mesh->tets + 4 * session.skin->embedding.tets[v], 4, true));
    step(&session, 60);
    CHECK_CLOSE(meanOf(&session, 1, -1.0f, 0.03f, 1), 0.01, 1e-4, "the held plate hardly bends upwards");
    CHECK_CLOSE(meanOf(&session, 1, 0.04f, 1.0f, 1), 0.06 + 0.5 * 2.0, 0.01,
                "symplectic Euler is g h t / 2 ahead");
    closeSession(&session);
}

// A hand with two fingers on its back: one is held at its tip, the other bends under its weight.
static void the_fingers_of_a_hand_move_apart(void)
{
    soup.count = 0;
    addBox(&soup, (float[3]){0, 0, 0}, (float[3]){0.5f, 0.3f, 0.2f});
    addBox(&soup, (float[3]){0.02f, 0.1f, 0.01f}, (float[3]){0.23f, 1, 0.19f});
    addBox(&soup, (float[3]){0.27f, 0.1f, 0.01f}, (float[3]){0.48f, 1, 0.19f});
    writeObj(FOLDER "/hand.obj");
    Session session;
    openText(
        "{\"gravity\":[6,0,0],\"substeps\":20,\"bodies\":[{\"mesh\":\"hand.obj\",\"meshing\":{\"cellSize\":0.12},"
        "\"material\":{\"youngModulus\":1e5,\"damping\":3},\"pins\":[{\"box\":{\"lower\":[-1,0.9,-1],"
        "\"upper\":[0.1,2,1]}},{\"below\":0.1}]}]}",
        &session);
    step(&session, 120);
    double held = 0.0, loose = 0.0;
    int heldCount = 0, looseCount = 0;
    for (int v = 0; v < session.skin->surface.vertexCount; v++) {
        const float* at = session.skin->surface.positions + 3 * v;
        double moved = (double)session.points[3 * v] - (double)at[0];
        if (at[1] > 0.95f && at[0] < 0.25f) {
            held += moved;
            heldCount++;
        } else if (at[1] > 0.95f) {
            loose += moved;
            looseCount++;
        }
    }
    held /= heldCount;
    loose /= looseCount;
    CHECK(fabs(held) < 0.01, "the held tip moved by %g m", held);
    CHECK(loose > 0.2, "the loose tip moved by %g m only", loose);
    closeSession(&session);
}

static void bodies_of_one_surface_share_all(void)
{
    writeBall(FOLDER "/ball.obj", 0.5);
    Session session;
    openText("{\"bodies\":[{\"mesh\":\"ball.obj\",\"meshing\":{\"tets\":500},\"repeat\":{\"count\":[2,1,1],"
             "\"spacing\":[2,0,0]}},{\"mesh\":\"ball.obj\",\"meshing\":{\"tets\":500},\"position\":[0,2,0]},"
             "{\"mesh\":\"ball.obj\",\"meshing\":{\"tets\":900},\"position\":[0,4,0]}]}",
             &session);
    gelBodyId ids[4];
    CHECK_INT(gelWorld_GetBodies(session.world, ids, 4), 4);
    for (int i = 1; i < 4; i++) {
        bool same = gelBody_GetSkin(session.world, ids[i]) == session.skin &&
                    gelBody_GetMesh(session.world, ids[i]) == gelBody_GetMesh(session.world, ids[0]);
        CHECK(same == (i < 3), "body %d: shared %d", i, same);
    }
    closeSession(&session);
}

static void a_skin_of_its_own_is_worn_instead(void)
{
    writeBall(FOLDER "/ball.obj", 0.5);
    writeBall(FOLDER "/small.obj", 0.4);
    Session session;
    openText("{\"bodies\":[{\"mesh\":\"ball.obj\",\"meshing\":{\"tets\":500},\"skin\":\"small.obj\"}]}",
             &session);
    float highest = 0.0f;
    for (int v = 0; v < session.skin->surface.vertexCount; v++)
        highest = fmaxf(highest, session.skin->surface.positions[3 * v + 2]);
    CHECK_CLOSE((double)highest, 0.4, 1e-6, "single precision");
    closeSession(&session);
}

static void what_cannot_be_meshed_is_refused_with_its_place(void)
{
    static const struct {
        const char *body, *expected;
    } cases[] = {
        {"{\"mesh\":\"ball.obj\",\"meshing\":{\"tets\":500,\"cellSize\":0.1}}",
         "$.bodies[0].meshing: expected either tets or cellSize, found both"},
        {"{\"mesh\":\"ball.obj\",\"meshing\":{\"tets\":5}}", "$.bodies[0].meshing.tets: expected"},
        {"{\"mesh\":\"ball.obj\",\"meshing\":{\"hollow\":1}}",
         "$.bodies[0].meshing.hollow: expected true or false"},
        {"{\"mesh\":\"ball.obj\",\"meshing\":{\"cellSize\":0.00001}}", "$.bodies[0].mesh: "},
        {"{\"mesh\":\"lines.obj\"}", "lines.obj: expected triangles or polygons, found none"},
        {"{\"mesh\":\"nothing.obj\"}", "nothing.obj: cannot be opened"},
        {"{\"mesh\":\"tets.vtu\",\"meshing\":{}}", "$.bodies[0].meshing: only surfaces are filled with tets"},
        {"{\"shape\":{\"type\":\"sphere\",\"radius\":1,\"cells\":2},\"meshing\":{}}",
         "$.bodies[0].meshing: expected \"mesh\" with the path of a surface"},
    };
    writeBall(FOLDER "/ball.obj", 0.5);
    writeText(FOLDER "/lines.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512];
        gelScene* scene;
        snprintf(text, sizeof text, "{\"bodies\":[%s]}", cases[i].body);
        writeText(FOLDER "/bad.json", text);
        gelStatus status = gelLoadScene(FOLDER "/bad.json", &scene);
        CHECK(status != gel_success && scene == NULL, "%s: taken", cases[i].body);
        CHECK_TEXT(gelLastError(), cases[i].expected);
    }
}

static void a_file_in_place_of_a_scene_is_dropped_and_scaled_where_it_cannot_be_in_metres(void)
{
    static const struct {
        double radius, expected;
    } cases[] = {{0.5, 1.0}, {5.0, 10.0}, {80.0, 1.0}, {0.004, 1.0}};
    gelSetLogFunction(keepWarning, NULL);
    for (int i = 0; i < 4; i++) {
        writeBall(FOLDER "/dropped.obj", cases[i].radius);
        warning[0] = '\0';
        Session session;
        openSession(FOLDER "/dropped.obj", &session);
        step(&session, 0);
        float lower = INFINITY, upper = -INFINITY;
        for (int v = 0; v < session.skin->surface.vertexCount; v++) {
            lower = fminf(lower, session.points[3 * v + 2]);
            upper = fmaxf(upper, session.points[3 * v + 2]);
        }
        CHECK(upper - lower > 0.999f * (float)cases[i].expected &&
                  upper - lower < 1.001f * (float)cases[i].expected,
              "a radius of %g m: %g m long", cases[i].radius, (double)(upper - lower));
        CHECK((strstr(warning, "scaled to 1 m") != NULL) == (i >= 2), "found the warning \"%s\"", warning);
        closeSession(&session);
    }
    gelSetLogFunction(NULL, NULL);
}

// Drops a mesh file; every position stays finite and near.
static void runFile(const char* path, const char* name, int tets)
{
    char text[1200];
    Session session;
    snprintf(text, sizeof text, "{\"ground\":{},\"bodies\":[{\"mesh\":\"%s\",\"meshing\":{\"tets\":%d}}]}",
             path, tets);
    writeText(FOLDER "/public.json", text);
    gelStatus status = gelLoadScene(FOLDER "/public.json", &session.scene);
    bool isLines = strcmp(name, "rocket.obj") == 0;
    CHECK((status == gel_success) != isLines, "%s: %s", name, gelLastError());
    if (status != gel_success) {
        CHECK_TEXT(gelLastError(), isLines ? "found none (655 vertices, 616 lines" : "");
        return;
    }
    gelDestroyScene(session.scene);
    openSession(FOLDER "/public.json", &session);
    double size = 0.0, farthest = 0.0;
    for (int i = 0; i < 3 * session.skin->surface.vertexCount; i++)
        size = fmax(size, fabs((double)session.skin->surface.positions[i]));
    step(&session, 120);
    for (int i = 0; i < 3 * session.skin->surface.vertexCount; i++)
        farthest = isfinite(session.points[i]) ? fmax(farthest, fabs((double)session.points[i])) : INFINITY;
    CHECK(farthest < 4.0 * size + 25.0, "%s, %d tets: %g m from the origin, of %g m at rest", name, tets,
          farthest, size);
    closeSession(&session);
}

static void every_public_surface_runs(void)
{
    mkdir(FOLDER, 0777);
    char folder[512], path[1024];
    const char* data = getenv("GEL_DATA");
    if (data == NULL)
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    snprintf(folder, sizeof folder, "%s/surfaces", data);
    DIR* entries = opendir(folder);
    CHECK(entries != NULL, "%s cannot be opened", folder);
    int count = 0;
    for (struct dirent* entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        runFile(path, entry->d_name, 2000);
        runFile(path, entry->d_name, 20000);
        count++;
    }
    if (entries != NULL)
        closedir(entries);
    CHECK(count >= 20, "%d surfaces", count);
}

TESTS(TEST(a_surface_is_filled_as_asked_and_worn_as_skin), TEST(the_mass_does_not_depend_on_the_cells),
      TEST(plates_nearer_than_a_cell_come_apart), TEST(the_fingers_of_a_hand_move_apart),
      TEST(bodies_of_one_surface_share_all), TEST(a_skin_of_its_own_is_worn_instead),
      TEST(what_cannot_be_meshed_is_refused_with_its_place),
      TEST(a_file_in_place_of_a_scene_is_dropped_and_scaled_where_it_cannot_be_in_metres),
      TEST(every_public_surface_runs))
