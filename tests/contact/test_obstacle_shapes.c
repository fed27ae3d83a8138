// Shapes of obstacles made from data: hulls of points, heightfields of pictures, distance fields, and what is refused.
#include "contact/obstacle_fixtures.h"
#include "support/files.h"
#include "support/png.h"

#include "base/vector3.h"

static float nextRandom(unsigned* seed) // 0 to 1
{
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / 16777216.0f;
}

// Whether all points are on the inner side of all triangles, up to `tolerance` metres.
static void checkHolds(const gelSurfaceMesh* hull, const float* points, int count, double tolerance)
{
    double highest = -1e30;
    for (int t = 0; t < hull->triangleCount; t++) {
        double corners[3][3], sides[2][3], normal[3], away[3];
        for (int i = 0; i < 9; i++)
            corners[i / 3][i % 3] = (double)hull->positions[3 * hull->triangles[3 * t + i / 3] + i % 3];
        gelSubtract3(corners[1], corners[0], sides[0]);
        gelSubtract3(corners[2], corners[0], sides[1]);
        gelCross3(sides[0], sides[1], normal);
        double length = sqrt(gelDot3(normal, normal));
        for (int p = 0; p < count; p++) {
            for (int k = 0; k < 3; k++)
                away[k] = (double)points[3 * p + k] - corners[0][k];
            double height = gelDot3(normal, away) / length;
            highest = height > highest ? height : highest;
        }
    }
    CHECK(highest <= tolerance, "a point is %g m outside, of %d points and %d triangles", highest, count,
          hull->triangleCount);
}

static void checkClosed(const gelSurfaceMesh* hull)
{
    gelSurfaceReport report;
    REQUIRE(gelReportSurface(hull, &report));
    CHECK(report.closed, "it is open");
    CHECK_INT(report.counts[gel_findingTurnedEdges], 0);
    CHECK_INT(hull->vertexCount - hull->triangleCount / 2, 2); // Euler
}

static double volumeOf(const gelSurfaceMesh* surface)
{
    gelSurfaceReport report;
    REQUIRE(gelReportSurface(surface, &report));
    return report.volume;
}

// A lattice of points in a box: on its corners, edges, faces, and inside; each twice.
static void the_hull_of_a_lattice_is_a_box(void)
{
    enum { side = 5, count = 2 * side * side * side };
    float points[count][3];
    for (int i = 0; i < count; i++) {
        int cell = i * 77 % (count / 2); // in no order
        points[i][0] = 0.3f * (float)(cell % side) - 7.0f;
        points[i][1] = 0.7f * (float)(cell / side % side);
        points[i][2] = 0.25f * (float)(cell / side / side) + 0.1f;
    }
    gelSurfaceMesh hull;
    REQUIRE(gelCreateHullSurface(points[0], count, &hull));
    CHECK_INT(hull.vertexCount, 8);
    CHECK_INT(hull.triangleCount, 12);
    CHECK_CLOSE(volumeOf(&hull), 1.2 * 2.8 * 1.0, 1e-5, "single precision at 7 m");
    checkClosed(&hull);
    checkHolds(&hull, points[0], count, 5e-7);
    CHECK_INT(hull.originalCount, count);
    for (int i = 0; i < count; i++) {
        if (hull.originals[i] < 0)
            continue;
        for (int k = 0; k < 3; k++)
            CHECK_CLOSE((double)hull.positions[3 * hull.originals[i] + k], (double)points[i][k], 1e-7,
                        "the point that it was, rounded");
    }
    gelDestroySurfaceMesh(&hull);
}

static void hulls_of_random_points_hold_them_all(void)
{
    unsigned seed = 7;
    float points[3000];
    for (int trial = 0; trial < 300; trial++) {
        int count = (trial % 6 == 1 ? 20 : 6) + (int)(nextRandom(&seed) * 300.0f);
        int kind = trial % 6;
        for (int i = 0; i < 3 * count; i++) {
            float r = nextRandom(&seed) - 0.5f;
            points[i] = kind == 0   ? r
                        : kind == 1 ? floorf(5.0f * r)                     // many in planes and on lines
                        : kind == 2 ? (i % 3 == 1 ? 1e-4f * r : r)         // a plate
                        : kind == 3 ? (i % 3 == 1 ? r : 1e-4f * r)         // a needle
                        : kind == 4 ? 1000.0f + r                          // far away: 14 bits
                                    : floorf(3.0f * r) + 1e-7f * (float)i; // nearly in planes
        }
        for (int i = 0; i < 3 && trial >= 6; i++)
            points[3 * (count / 2) + i] = points[i]; // twice the same
        gelSurfaceMesh hull;
        REQUIRE(gelCreateHullSurface(points, count, &hull));
        checkClosed(&hull);
        checkHolds(&hull, points, count, kind == 4 ? 1e-12 : 5e-7);
        gelDestroySurfaceMesh(&hull);
    }
}

static void the_hull_of_a_ball_has_all_its_vertices(void)
{
    gelSurfaceMesh ball, hull;
    REQUIRE(gelCreateSphereSurface(0.5f, 4, &ball));
    REQUIRE(gelCreateHullSurface(ball.positions, ball.vertexCount, &hull));
    CHECK_INT(hull.vertexCount, ball.vertexCount);
    CHECK_INT(hull.triangleCount, ball.triangleCount);
    CHECK_CLOSE(volumeOf(&hull), volumeOf(&ball), 1e-6, "the same polyhedron");
    gelDestroySurfaceMesh(&hull);
    gelDestroySurfaceMesh(&ball);
}

static void points_without_a_hull_are_refused(void)
{
    static const float few[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, same[12] = {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3};
    static const float line[15] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 5, 5, 5, -1, -1, -1};
    static const float plane[15] = {0, 0, 0, 1, 0, 1, 0, 1, 1, 1, 1, 2, 3, 4, 7};
    static const float broken[12] = {0, 0, 0, 1, 0, 0, 0, NAN, 0, 0, 0, 1};
    static const float far[12] = {0, 0, 0, 1, 0, 0, 0, 2e9f, 0, 0, 0, 1};
    static const struct {
        const float* points;
        int count;
        const char* message;
    } cases[] = {
        {few, 3, "expected at least 4 points, found 3"},
        {same, 4, "the 4 points lie within 0 m"},
        {line, 5, "the 5 points lie on a line"},
        {plane, 5, "the 5 points lie in a plane"},
        {broken, 4, "point 2: expected coordinates within 1e+09 m, found nan"},
        {far, 4, "point 2: expected coordinates within 1e+09 m, found 2e+09"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gelSurfaceMesh hull;
        CHECK_STATUS(gelCreateHullSurface(cases[i].points, cases[i].count, &hull), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), cases[i].message);
        CHECK(hull.positions == NULL && hull.triangles == NULL, "it is not empty");
    }
}

#define PICTURE GEL_SCRATCH "/obstacle_hills.png"

static void checkHeights(const char* path, const float* heights)
{
    gelSurfaceMesh hills;
    REQUIRE(gelLoadHeightfieldSurface(path, 2.0f, 1.0f, -1.0f, 3.0f, &hills));
    CHECK_INT(hills.vertexCount, 6);
    for (int i = 0; i < hills.vertexCount; i++) {
        const float* x = hills.positions + 3 * i;
        CHECK_CLOSE((double)x[0], i % 3 - 1.0, 1e-7, "columns lie along X");
        CHECK_CLOSE((double)x[1], (double)heights[i], 1e-6, "from black at -1 m to white at 3 m");
        CHECK_CLOSE((double)x[2], i / 3 - 0.5, 1e-7, "rows lie along Z");
    }
    gelDestroySurfaceMesh(&hills);
}

static void pictures_become_hills(void)
{
#if GEL_HAS_STB
    static const uint16_t bytes[6] = {0, 255, 51, 102, 153, 204};
    static const uint16_t words[6] = {0, 65535, 13107, 1, 32768, 65534};
    const float fine[6] = {-1.0f, 3.0f, -0.2f, -1.0f + 4.0f / 65535.0f, 1.00003052f, 3.0f - 4.0f / 65535.0f};
    writePng(PICTURE, 3, 2, 8, 1, bytes);
    checkHeights(PICTURE, (const float[]){-1.0f, 3.0f, -0.2f, 0.6f, 1.4f, 2.2f});
    writePng(PICTURE, 3, 2, 16, 1, words);
    checkHeights(PICTURE, fine);
#else
    SKIP("built without stb_image (libstb-dev)");
#endif
}

static void bad_pictures_are_refused_in_clear_words(void)
{
    gelSurfaceMesh hills;
#if GEL_HAS_STB
    static const uint16_t values[3 * 1002];
    char bytes[200];
    CHECK_STATUS(gelLoadHeightfieldSurface("none.png", 1, 1, 0, 1, &hills), gel_fileError);
    CHECK_TEXT(gelLastError(), "none.png");
    writeText(PICTURE, "no picture");
    CHECK_STATUS(gelLoadHeightfieldSurface(PICTURE, 1, 1, 0, 1, &hills), gel_formatError);
    CHECK_TEXT(gelLastError(), "expected a PNG picture, found none");
    writePng(PICTURE, 2, 2, 8, 3, values);
    CHECK_STATUS(gelLoadHeightfieldSurface(PICTURE, 1, 1, 0, 1, &hills), gel_formatError);
    CHECK_TEXT(gelLastError(), "expected a grey picture, found colours");
    writePng(PICTURE, 1002, 2, 8, 1, values);
    CHECK_STATUS(gelLoadHeightfieldSurface(PICTURE, 1, 1, 0, 1, &hills), gel_formatError);
    CHECK_TEXT(gelLastError(), "expected 2 to 1001 pixels each way, found 1002 x 2");
    writePng(PICTURE, 5, 5, 16, 1, values);
    CHECK_STATUS(gelLoadHeightfieldSurface(PICTURE, -1, 1, 0, 1, &hills), gel_invalidArgument);
    CHECK_STATUS(gelLoadHeightfieldSurface(PICTURE, 1, 1, 0, NAN, &hills), gel_invalidArgument);
    FILE* file = fopen(PICTURE, "rb");
    size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file != NULL)
        fclose(file);
    for (size_t kept = 0; kept < size - 20; kept++) { // without the end of the pixels
        file = fopen(PICTURE, "wb");
        if (file == NULL || fwrite(bytes, 1, kept, file) != kept || fclose(file) != 0)
            abort();
        CHECK_STATUS(gelLoadHeightfieldSurface(PICTURE, 1, 1, 0, 1, &hills), gel_formatError);
        CHECK(hills.positions == NULL, "it is not empty");
    }
#else
    CHECK_STATUS(gelLoadHeightfieldSurface(PICTURE, 1, 1, 0, 1, &hills), gel_unsupported);
    CHECK_TEXT(gelLastError(), "built without stb_image");
#endif
}

// A tent, whose ridge is at 0.5 m, of points in no order.
static void a_block_rests_on_a_hull_and_is_led_out_of_it(void)
{
    static const float points[21] = {-1, 0, -1,   1, 0, 1, 0,  0.5f, -1, 0, 0.5f,
                                     1,  0, 0.2f, 0, 1, 0, -1, -1,   0,  1};
    gelWorld* world = newReference();
    gelSurfaceMesh hull;
    REQUIRE(gelCreateHullSurface(points, 7, &hull));
    CHECK_INT(hull.vertexCount, 6);
    CHECK_CLOSE(volumeOf(&hull), 1.0, 1e-6, "half of 2 x 0.5 x 2");
    addObstacle(world, &hull, (gelVec3){0});
    REQUIRE(gelWorld_SetGravity(world, (gelVec3){-9.81f * 0.4472136f, -9.81f * 0.8944272f, 0.0f}));
    gelBodyId block = addBlock(world, 3, (gelVec3){0.5f, 0.45f, 0.0f}); // the slope is down there
    step(world, 120);
    State state = look(world, block);
    // The middle of a block flat on the slope y = 0.5 - 0.5 x is 0.1 m along its normal from it.
    CHECK_CLOSE((state.mean[1] - 0.5 + 0.5 * state.mean[0]) * 0.8944272, 0.1, 0.01,
                "its height over the slope");
    CHECK_CLOSE(state.fastest, 0.0, 0.05, "at rest");
    gelDestroyWorld(world);

    world = newReference();
    REQUIRE(gelWorld_SetGravity(world, (gelVec3){0}));
    REQUIRE(gelCreateHullSurface(points, 7, &hull));
    addObstacle(world, &hull, (gelVec3){0});
    block = addBlock(world, 3, (gelVec3){0.02f, 0.2f, 0.03f});
    step(world, 60);
    state = look(world, block);
    CHECK(state.highest[1] < 0.0 || state.lowest[1] > 0.0, "it still overlaps the tent, from %g m to %g m",
          state.lowest[1], state.highest[1]);
    gelDestroyWorld(world);
}

// A trough of two slopes in a picture, and a rock on its bottom; a block falls into it.
static void scenes_hold_hulls_and_hills(void)
{
#if GEL_HAS_STB
    gelScene* scene;
    gelWorld* world;
    writePng(PICTURE, 3, 2, 8, 1, (uint16_t[]){255, 0, 255, 255, 0, 255});
    writeText(GEL_SCRATCH "/obstacle_rock.obj",
              "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0.1 0.1 0.1\nf 1 3 5\nf 1 2 4\nf 1 4 3\n");
    writeText(GEL_SCRATCH "/obstacle_hills.json",
              "{\"contact\": true, \"substeps\": 20, \"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": "
              "[0.2, 0.2, 0.2], \"cells\": [3, 3, 3]}, \"position\": [0.03, 0.5, 0.01]}], \"obstacles\": ["
              "{\"shape\": {\"type\": \"heightfield\", \"picture\": \"obstacle_hills.png\", \"sizeX\": 2, "
              "\"sizeZ\": 2, \"lowest\": -0.1, \"highest\": 0.9}},"
              "{\"shape\": {\"type\": \"hull\", \"mesh\": \"obstacle_rock.obj\"}, \"position\": [5, 0, 0]},"
              "{\"shape\": {\"type\": \"hull\", \"points\": [[0, 0, 0], [1, 0, 0], [0, 0, 1], [0, 2, 0]]}, "
              "\"position\": [7, 0, 0]}]}");
    REQUIRE(gelLoadScene(GEL_SCRATCH "/obstacle_hills.json", &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    for (int i = 2; i < 4; i++) {
        const gelSurfaceMesh* hull = gelObstacle_GetSurface(world, gelWorld_GetBody(world, i));
        CHECK_INT(hull->vertexCount, 4);
        CHECK_CLOSE(volumeOf(hull), i == 2 ? 1.0 / 6.0 : 2.0 / 6.0, 1e-6, "a tet");
    }
    step(world, 120);
    State state = look(world, gelWorld_GetBody(world, 0));
    // An edge of the block, or its face, in a trough of a right angle: its middle is up to 0.1 m from both slopes.
    CHECK(state.mean[1] > 0.0 && state.mean[1] < 0.2, "it lies at %g m in the trough", state.mean[1]);
    CHECK(state.lowest[1] > -0.11, "its lowest vertex is at %g m, the bottom at -0.1 m", state.lowest[1]);
    gelDestroyWorld(world);
    gelDestroyScene(scene);
#else
    SKIP("built without stb_image (libstb-dev)");
#endif
}

enum { fieldSide = 24 };

// Distances from a ball of 0.4 m and, if there are two, from another one beside it that overlaps it.
static void makeField(int balls, float* distances)
{
    for (int i = 0; i < fieldSide * fieldSide * fieldSide; i++) {
        double x = 0.05 * (i % fieldSide) - 0.575, y = 0.05 * (i / fieldSide % fieldSide) - 0.575;
        double z = 0.05 * (i / fieldSide / fieldSide) - 0.575, near = sqrt(x * x + y * y + z * z) - 0.4;
        double other = sqrt((x - 0.6) * (x - 0.6) + y * y + z * z) - 0.4;
        distances[i] = (float)(balls == 2 && other < near ? other : near);
    }
}

static void distance_fields_become_closed_surfaces(void)
{
    static float distances[fieldSide * fieldSide * fieldSide];
    const int counts[3] = {fieldSide, fieldSide, fieldSide};
    const gelVec3 lower = {-0.575f, -0.575f, -0.575f};
    gelSurfaceMesh ball, two;
    makeField(1, distances);
    REQUIRE(gelCreateDistanceFieldSurface(distances, counts, lower, 0.05f, &ball));
    checkClosed(&ball);
    CHECK_CLOSE(volumeOf(&ball), 4.0 / 3.0 * 3.14159265 * 0.064, 0.004, "1.5 %: chords of 0.05 m, inside it");
    for (int v = 0; v < ball.vertexCount; v++) {
        const float* x = ball.positions + 3 * v;
        double r =
            sqrt((double)x[0] * (double)x[0] + (double)x[1] * (double)x[1] + (double)x[2] * (double)x[2]);
        CHECK_CLOSE(r, 0.4, 0.004, "an edge's curvature, and the middle of several");
    }
    int thin = 0;
    for (int t = 0; t < ball.triangleCount; t++) {
        double sides[3][3], normal[3], longest = 0.0;
        for (int k = 0; k < 3; k++) {
            for (int m = 0; m < 3; m++)
                sides[k][m] = (double)ball.positions[3 * ball.triangles[3 * t + (k + 1) % 3] + m] -
                              (double)ball.positions[3 * ball.triangles[3 * t + k] + m];
            longest = fmax(longest, gelDot3(sides[k], sides[k]));
        }
        gelCross3(sides[0], sides[1], normal);
        thin += sqrt(gelDot3(normal, normal)) < 0.1 * longest;
    }
    CHECK(20 * thin < ball.triangleCount, "%d of %d triangles are thin", thin, ball.triangleCount);
    gelDestroySurfaceMesh(&ball);
    makeField(2, distances); // the second one reaches beyond the grid, and is cut off there
    REQUIRE(gelCreateDistanceFieldSurface(distances, counts, lower, 0.05f, &two));
    checkClosed(&two);
    double highest = 0.0;
    for (int v = 0; v < two.vertexCount; v++)
        highest = fmax(highest, (double)two.positions[3 * v]);
    CHECK_CLOSE(highest, 0.575, 0.011, "the rim of the grid, or a fifth of the spacing less");
    gelDestroySurfaceMesh(&two);
}

// x + 2 y + 3 z is linear: tets cut along it are exact.
static void a_plane_through_a_distance_field_is_flat(void)
{
    float distances[6 * 6 * 6];
    for (int i = 0; i < 6 * 6 * 6; i++)
        distances[i] = (float)(i % 6) + 2.0f * (float)(i / 6 % 6) + 3.0f * (float)(i / 36) - 14.7f;
    gelSurfaceMesh half;
    REQUIRE(gelCreateDistanceFieldSurface(distances, (const int[]){6, 6, 6}, (gelVec3){0}, 1.0f, &half));
    checkClosed(&half);
    for (int v = 0; v < half.vertexCount; v++) {
        const float* x = half.positions + 3 * v;
        bool onRim = false;
        for (int k = 0; k < 3; k++)
            onRim = onRim || x[k] < 0.21f || x[k] > 4.79f;
        if (!onRim)
            CHECK_CLOSE((double)(x[0] + 2.0f * x[1] + 3.0f * x[2]), 14.7, 1e-4, "on the plane");
    }
    // A cube of 5 m below x + 2 y + 3 z = t: (t^3 - (t - 5)^3 - (t - 10)^3) / 36.
    CHECK_CLOSE(volumeOf(&half), 60.0007, 0.5, "its rim is rounded off by a fifth of 1 m");
    gelDestroySurfaceMesh(&half);
}

static void a_block_rests_on_a_distance_field(void)
{
    gelScene* scene;
    gelWorld* world;
    FILE* file = fopen(GEL_SCRATCH "/obstacle.sdf", "wb");
    CHECK(file != NULL, "cannot be written");
    if (file == NULL)
        return;
    fprintf(file, "9 5 9\n-1 -0.5 -1\n0.25\n"); // a flat floor at 0.1 m, within the second highest cells
    for (int i = 0; i < 9 * 5 * 9; i++)
        fprintf(file, "%g\n", 0.25 * (i / 9 % 5) - 0.6);
    fclose(file);
    writeText(
        GEL_SCRATCH "/obstacle_field.json",
        "{\"contact\": true, \"substeps\": 20, \"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": "
        "[0.2, 0.2, 0.2], \"cells\": [3, 3, 3]}, \"position\": [0.03, 0.25, 0.01]}], \"obstacles\": [{\"shape\": "
        "{\"type\": \"distanceField\", \"file\": \"obstacle.sdf\"}}]}");
    REQUIRE(gelLoadScene(GEL_SCRATCH "/obstacle_field.json", &scene));
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    REQUIRE(gelCreateWorld(&def, &world));
    REQUIRE(gelScene_CreateBodies(scene, world));
    step(world, 90);
    State state = look(world, gelWorld_GetBody(world, 0));
    CHECK_CLOSE(state.mean[1], 0.2, 0.01, "half a block above the floor");
    CHECK_CLOSE(state.fastest, 0.0, 0.02, "at rest");
    gelDestroyWorld(world);
    gelDestroyScene(scene);
}

static void bad_distance_fields_are_refused(void)
{
    static const char* const files[][2] = {
        {"1 2 2\n0 0 0\n1\n-1 1 1 1", "obstacle_bad.sdf:1: expected a number of points along an axis"},
        {"2 2 2\n0 0 0\n0\n-1 1 1 1 1 1 1 1", "expected a spacing of 1e-6 to 1e6 m, found 0"},
        {"2 2 2\n0 0 0\n1\n-1 1 1 1 1 1 1", "obstacle_bad.sdf:4: expected a coordinate"},
        {"2 2 2\n0 0 0\n1\n-1 1 1 1 1 1 1 1 1", "expected only as many distances as its counts announce"},
        {"2 2 2\n0 0 0\n1\n1 1 1 1 1 1 1 1", "expected distances below 0"},
        {"9999 9999 9999\n0 0 0\n1\n1 1", "expected a number of distances that"},
        {"2 2 2\n0 0 0\n1\n-1 1 x 1 1 1 1 1", "found 'x'"},
    };
    gelSurfaceMesh surface;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        writeText(GEL_SCRATCH "/obstacle_bad.sdf", files[i][0]);
        CHECK_STATUS(gelLoadDistanceFieldSurface(GEL_SCRATCH "/obstacle_bad.sdf", &surface), gel_formatError);
        CHECK_TEXT(gelLastError(), files[i][1]);
    }
    CHECK_STATUS(gelLoadDistanceFieldSurface("none.sdf", &surface), gel_fileError);
    const float values[8] = {-1, 1, 1, 1, 1, NAN, 1, 1};
    CHECK_STATUS(gelCreateDistanceFieldSurface(values, (const int[]){2, 2, 2}, (gelVec3){0}, 1.0f, &surface),
                 gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "distance 5: expected a number, found nan");
    CHECK_STATUS(gelCreateDistanceFieldSurface(values, (const int[]){1 << 20, 1 << 20, 2}, (gelVec3){0}, 1.0f,
                                               &surface),
                 gel_invalidArgument);
}

static void bad_shapes_in_scenes_are_named(void)
{
    static const char* const cases[][2] = {
        {"{\"type\": \"hull\"}", "$.obstacles[0].shape: expected exactly one of points and mesh"},
        {"{\"type\": \"hull\", \"points\": 3}", "expected an array of vertices [x, y, z]"},
        {"{\"type\": \"hull\", \"points\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}",
         "$.obstacles[0].shape.points: hull: the 4 points lie in a plane"},
        {"{\"type\": \"hull\", \"mesh\": \"none.obj\"}", "$.obstacles[0].shape.mesh: "},
#if GEL_HAS_STB
        {"{\"type\": \"heightfield\", \"picture\": \"none.png\", \"sizeX\": 1, \"sizeZ\": 1}", "none.png"},
#endif
        {"{\"type\": \"heightfield\", \"sizeX\": 1, \"sizeZ\": 1}", "\"picture\" is missing"},
        {"{\"type\": \"distanceField\", \"file\": \"none.sdf\"}", "$.obstacles[0].shape.file: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[600];
        gelScene* scene;
        snprintf(text, sizeof text,
                 "{\"bodies\": [{\"shape\": {\"type\": \"sphere\", \"radius\": 1, \"cells\": 2}}], "
                 "\"obstacles\": [{\"shape\": %s}]}",
                 cases[i][0]);
        writeText(GEL_SCRATCH "/obstacle_shapes_bad.json", text);
        CHECK(gelLoadScene(GEL_SCRATCH "/obstacle_shapes_bad.json", &scene) != gel_success, "%s",
              cases[i][0]);
        CHECK_TEXT(gelLastError(), cases[i][1]);
    }
}

TESTS(TEST(the_hull_of_a_lattice_is_a_box), TEST(hulls_of_random_points_hold_them_all),
      TEST(the_hull_of_a_ball_has_all_its_vertices), TEST(points_without_a_hull_are_refused),
      TEST(a_block_rests_on_a_hull_and_is_led_out_of_it), TEST(pictures_become_hills),
      TEST(bad_pictures_are_refused_in_clear_words), TEST(scenes_hold_hulls_and_hills),
      TEST(distance_fields_become_closed_surfaces), TEST(a_plane_through_a_distance_field_is_flat),
      TEST(a_block_rests_on_a_distance_field), TEST(bad_distance_fields_are_refused),
      TEST(bad_shapes_in_scenes_are_named))
