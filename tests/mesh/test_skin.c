// Surfaces that follow tet meshes: embedding, skins of bodies.
#include "support/files.h"
#include "common/clock.h"
#include "gel/gel.h"

#include <float.h>

static double now(void)
{
    return gelMilliseconds();
}

// A ball of `rings` x 2 `rings` quadrilaterals.
static void makeBall(double radius, int rings, gelSurfaceMesh* surface)
{
    int columns = 2 * rings, vertexCount = (rings + 1) * columns, triangleCount = 0;
    float* positions = calloc((size_t)vertexCount, 3 * sizeof *positions);
    int* triangles = calloc((size_t)(rings * columns), 6 * sizeof *triangles);
    if (positions == NULL || triangles == NULL)
        abort();
    for (int v = 0; v < vertexCount; v++) {
        double up = acos(-1.0) * (v / columns) / rings, round = acos(-1.0) * 2 * (v % columns) / columns;
        bool pole = v < columns || v >= rings * columns;
        positions[3 * v] = pole ? 0.0f : (float)(radius * sin(up) * cos(round));
        positions[3 * v + 1] = (float)(radius * cos(up));
        positions[3 * v + 2] = pole ? -0.0f : (float)(radius * sin(up) * sin(round));
    }
    for (int i = 0; i < rings * columns; i++) {
        int a = i, b = i / columns * columns + (i + 1) % columns;
        int corners[6] = {a, b, a + columns, b, b + columns, a + columns};
        memcpy(&triangles[3 * triangleCount], corners, sizeof corners);
        triangleCount += 2;
    }
    CHECK_INT(gelCreateSurfaceMesh(positions, vertexCount, triangles, triangleCount, surface, NULL),
              gel_success);
    free(positions);
    free(triangles);
}

static void makeBallInBox(gelTetMesh* box, gelSurfaceMesh* ball, int cells, int rings)
{
    CHECK_INT(gelCreateBoxMesh((gelVec3){2, 2, 2}, cells, cells, cells, box), gel_success);
    makeBall(0.9, rings, ball);
}

static void points_inside_hang_in_the_tet_that_contains_them(void)
{
    gelTetMesh box;
    gelSurfaceMesh ball;
    gelEmbedding embedding;
    makeBallInBox(&box, &ball, 5, 24);
    CHECK_INT(gelCreateEmbedding(&box, ball.positions, ball.vertexCount, &embedding), gel_success);
    CHECK_INT(embedding.pointCount, ball.vertexCount);
    float* points = calloc((size_t)ball.vertexCount, 3 * sizeof *points);
    gelEvaluateEmbedding(&embedding, &box, box.positions, points);
    double min = 1, off = 0, furthest = 0;
    for (int v = 0; v < ball.vertexCount; v++) {
        const float* w = &embedding.weights[4 * v];
        for (int i = 0; i < 4; i++)
            min = fmin(min, (double)w[i]);
        off = fmax(off, fabs((double)w[0] + (double)w[1] + (double)w[2] + (double)w[3] - 1));
        for (int k = 0; k < 3; k++)
            furthest = fmax(furthest, fabs((double)points[3 * v + k] - (double)ball.positions[3 * v + k]));
    }
    CHECK_CLOSE(fmin(min, 0), 0, 1e-12, "on a face shared by two tets a weight is 0 but for rounding");
    CHECK_CLOSE(off, 0, 2e-7, "four weights rounded to single precision");
    CHECK_CLOSE(furthest, 0, 2e-7, "weights rounded to single precision, tets of 0.4 m");
    free(points);
    gelDestroyEmbedding(&embedding);
    gelDestroySurfaceMesh(&ball);
    gelDestroyTetMesh(&box);
}

static void an_affine_motion_of_the_mesh_is_one_of_the_skin(void)
{
    static const double motion[3][4] = {{0.8, -0.3, 0.1, 5}, {0.2, 1.3, -0.4, -2}, {0.5, 0.1, 0.7, 3}};
    gelTetMesh box;
    gelSurfaceMesh ball;
    gelEmbedding embedding;
    makeBallInBox(&box, &ball, 3, 16);
    CHECK_INT(gelCreateEmbedding(&box, ball.positions, ball.vertexCount, &embedding), gel_success);
    float* moved = calloc((size_t)box.vertexCount, 3 * sizeof *moved);
    float* points = calloc((size_t)ball.vertexCount, 3 * sizeof *points);
    double furthest = 0;
    for (int v = 0; v < box.vertexCount; v++)
        for (int k = 0; k < 3; k++)
            moved[3 * v + k] = (float)(motion[k][0] * (double)box.positions[3 * v] +
                                       motion[k][1] * (double)box.positions[3 * v + 1] +
                                       motion[k][2] * (double)box.positions[3 * v + 2] + motion[k][3]);
    gelEvaluateEmbedding(&embedding, &box, moved, points);
    for (int v = 0; v < ball.vertexCount; v++)
        for (int k = 0; k < 3; k++) {
            const float* p = &ball.positions[3 * v];
            double expected = motion[k][0] * (double)p[0] + motion[k][1] * (double)p[1] +
                              motion[k][2] * (double)p[2] + motion[k][3];
            furthest = fmax(furthest, fabs((double)points[3 * v + k] - expected));
        }
    CHECK_CLOSE(furthest, 0, 1e-6, "coordinates of 7 m in single precision");
    free(moved);
    free(points);
    gelDestroyEmbedding(&embedding);
    gelDestroySurfaceMesh(&ball);
    gelDestroyTetMesh(&box);
}

static void a_point_outside_hangs_in_the_nearest_tet(void)
{
    gelTetMesh box;
    gelEmbedding embedding;
    static const float points[4][3] = {{5, 0.1f, -0.1f}, {1.5f, 1.5f, 1.5f}, {0.1f, -3, 1.1f}, {1, 1, 1}};
    CHECK_INT(gelCreateBoxMesh((gelVec3){2, 2, 2}, 4, 4, 4, &box), gel_success);
    CHECK_INT(gelCreateEmbedding(&box, points[0], 4, &embedding), gel_success);
    for (int i = 0; i < 4; i++) {
        const int* tet = &box.tets[4 * embedding.tets[i]];
        bool reaches = false; // the tet has a vertex where the box is nearest, or in that cell
        double nearest[3], min = 0;
        for (int k = 0; k < 3; k++)
            nearest[k] = fmin(fmax((double)points[i][k], -1), 1);
        for (int j = 0; j < 4; j++) {
            double distance = 0;
            for (int k = 0; k < 3; k++)
                distance = fmax(distance, fabs((double)box.positions[3 * tet[j] + k] - nearest[k]));
            reaches = reaches || distance < 0.5;
            min = fmin(min, (double)embedding.weights[4 * i + j]);
        }
        CHECK(reaches, "point %d hangs in tet %d", i, embedding.tets[i]);
        CHECK(i == 3 ? min > -1e-12 : min < -0.4, "point %d: the least weight is %g", i, min);
    }
    gelDestroyEmbedding(&embedding);
    gelDestroyTetMesh(&box);
}

static double smallestWeight(const gelEmbedding* embedding, int point)
{
    const float* w = &embedding->weights[4 * point];
    return fmin(fmin((double)w[0], (double)w[1]), fmin((double)w[2], (double)w[3]));
}

// The nearest point of a box is known independently: clamp each coordinate.
static void a_clamped_point_is_at_the_nearest_place_of_the_mesh(void)
{
    enum { count = 300 };
    static float points[count][3], places[count][3];
    gelTetMesh box;
    gelEmbedding loose, clamped;
    uint32_t random = 3;
    for (int i = 0; i < 3 * count; i++) {
        random = random * 1664525u + 1013904223u;
        points[i / 3][i % 3] = (float)(random >> 8) / 16777216.0f * 6 - 3;
    }
    CHECK_INT(gelCreateBoxMesh((gelVec3){2, 2, 2}, 3, 4, 5, &box), gel_success);
    CHECK_INT(gelCreateEmbedding(&box, points[0], count, &loose), gel_success);
    CHECK_INT(gelCreateEmbedding(&box, points[0], count, &clamped), gel_success);
    gelClampEmbedding(&box, &clamped);
    gelEvaluateEmbedding(&clamped, &box, box.positions, places[0]);
    double min = 1, off = 0, furthest = 0;
    int outside = 0, changed = 0;
    for (int i = 0; i < count; i++) {
        const float* w = &clamped.weights[4 * i];
        for (int k = 0; k < 3; k++)
            furthest = fmax(furthest, fabs((double)places[i][k] - fmin(fmax((double)points[i][k], -1), 1)));
        min = fmin(min, smallestWeight(&clamped, i));
        off = fmax(off, fabs((double)w[0] + (double)w[1] + (double)w[2] + (double)w[3] - 1));
        outside += smallestWeight(&loose, i) < 0;
        changed += smallestWeight(&loose, i) >= 0 && memcmp(w, &loose.weights[4 * i], 4 * sizeof *w) != 0;
    }
    CHECK(outside > 200 && outside < count, "%d of %d points are outside", outside, count);
    CHECK(min >= 0, "a weight of %g", min);
    CHECK_INT(changed, 0);
    CHECK_INT(memcmp(loose.tets, clamped.tets, sizeof(int) * count), 0);
    CHECK_CLOSE(off, 0, 2e-7, "four weights rounded to single precision");
    CHECK_CLOSE(furthest, 0, 2e-6, "weights of up to 6 in single precision, tets of 0.7 m");
    gelDestroyEmbedding(&loose);
    gelDestroyEmbedding(&clamped);
    gelDestroyTetMesh(&box);
}

// The distance of a point from a tet, to about a hundredth: each iteration moves towards the vertex that lies
// furthest in the direction of the point (Gilbert).
static double distanceTo(const gelTetMesh* mesh, int tet, const float* point)
{
    const float* corners[4];
    double at[3], off[3];
    for (int j = 0; j < 4; j++)
        corners[j] = &mesh->positions[3 * mesh->tets[4 * tet + j]];
    for (int k = 0; k < 3; k++)
        at[k] = (double)corners[0][k];
    for (int turn = 0; turn < 100; turn++) {
        double best = -INFINITY, along = 0, length = 0;
        int towards = 0;
        for (int k = 0; k < 3; k++)
            off[k] = (double)point[k] - at[k];
        for (int j = 0; j < 4; j++) {
            double height = 0;
            for (int k = 0; k < 3; k++)
                height += off[k] * (double)corners[j][k];
            towards = height > best ? j : towards;
            best = fmax(best, height);
        }
        for (int k = 0; k < 3; k++) {
            double step = (double)corners[towards][k] - at[k];
            along += step * off[k];
            length += step * step;
        }
        double part = length > 0 ? fmin(fmax(along / length, 0), 1) : 0;
        for (int k = 0; k < 3; k++)
            at[k] += part * ((double)corners[towards][k] - at[k]);
    }
    return sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
}

// For one point, tet by tet.
static void checkPoint(const gelTetMesh* mesh, const float* point, int tet, double smallest)
{
    double best = -INFINITY, nearest = INFINITY;
    int bestTet = -1;
    for (int t = 0; t < mesh->tetCount; t++) {
        gelEmbedding one;
        gelTetMesh single = *mesh;
        single.tets = mesh->tets + 4 * t;
        single.tetCount = 1;
        CHECK_INT(gelCreateEmbedding(&single, point, 1, &one), gel_success);
        bestTet = smallestWeight(&one, 0) > best ? t : bestTet;
        best = fmax(best, smallestWeight(&one, 0));
        gelDestroyEmbedding(&one);
    }
    if (best >= 0) {
        CHECK(tet == bestTet && smallest == best, "%g in tet %d, %g in tet %d", smallest, tet, best, bestTet);
        return;
    }
    for (int t = 0; t < mesh->tetCount; t++)
        nearest = fmin(nearest, distanceTo(mesh, t, point));
    CHECK(smallest < 0, "inside by %g", smallest);
    CHECK_CLOSE(distanceTo(mesh, tet, point), nearest, 0.01, "the test's own distance is a coarse one");
}

// Outside a corner of a box all tets at that corner are equally near.
static void of_equally_near_tets_the_one_that_is_left_least_is_taken(void)
{
    gelTetMesh box;
    int several = 0;
    CHECK_INT(gelCreateBoxMesh((gelVec3){2, 2, 2}, 3, 3, 3, &box), gel_success);
    for (int corner = 0; corner < 8; corner++) {
        float point[3], off[3] = {0.5f, 0.3f, 0.2f};
        gelEmbedding all, one;
        for (int k = 0; k < 3; k++)
            point[k] = (corner >> k & 1) != 0 ? 1 + off[k] : -1 - off[k];
        CHECK_INT(gelCreateEmbedding(&box, point, 1, &all), gel_success);
        double best = -INFINITY;
        int bestTet = -1, count = 0;
        for (int t = 0; t < box.tetCount; t++) {
            bool touches = false;
            for (int j = 0; j < 4; j++) {
                const float* p = &box.positions[3 * box.tets[4 * t + j]];
                touches =
                    touches || (p[0] * point[0] >= fabsf(point[0]) && p[1] * point[1] >= fabsf(point[1]) &&
                                p[2] * point[2] >= fabsf(point[2]));
            }
            if (!touches)
                continue;
            gelTetMesh single = box;
            single.tets = box.tets + 4 * t;
            single.tetCount = 1;
            CHECK_INT(gelCreateEmbedding(&single, point, 1, &one), gel_success);
            bestTet = smallestWeight(&one, 0) > best ? t : bestTet;
            best = fmax(best, smallestWeight(&one, 0));
            count++;
            gelDestroyEmbedding(&one);
        }
        several += count > 1;
        CHECK(smallestWeight(&all, 0) > best - 1e-6, "corner %d: tet %d by %g, expected %d by %g of %d",
              corner, all.tets[0], smallestWeight(&all, 0), bestTet, best, count);
        gelDestroyEmbedding(&all);
    }
    CHECK(several > 1, "only %d corners have several tets", several);
    gelDestroyTetMesh(&box);
}

// With cells of half a metre the weights of vertices are exact: 1 and 0 in each of their tets.
static void a_vertex_hangs_in_the_first_of_its_tets(void)
{
    gelTetMesh box;
    gelEmbedding embedding;
    CHECK_INT(gelCreateBoxMesh((gelVec3){2, 2, 2}, 4, 4, 4, &box), gel_success);
    CHECK_INT(gelCreateEmbedding(&box, box.positions, box.vertexCount, &embedding), gel_success);
    for (int v = 0; v < box.vertexCount; v++) {
        int first = 0;
        while (box.tets[first] != v)
            first++;
        CHECK(embedding.tets[v] == first / 4, "vertex %d hangs in tet %d, its first is %d", v,
              embedding.tets[v], first / 4);
    }
    gelDestroyEmbedding(&embedding);
    gelDestroyTetMesh(&box);
}

static void the_tree_finds_what_a_search_of_all_tets_finds(void)
{
    gelTetMesh ball;
    enum { count = 200 };
    static float points[count][3];
    uint32_t random = 1;
    CHECK_INT(gelCreateSphereMesh(0.5f, 6, &ball), gel_success);
    for (int i = 0; i < 3 * count; i++) {
        random = random * 1664525u + 1013904223u;
        points[i / 3][i % 3] = (float)(random >> 8) / 16777216.0f * 1.2f - 0.6f;
    }
    gelEmbedding embedding;
    CHECK_INT(gelCreateEmbedding(&ball, points[0], count, &embedding), gel_success);
    for (int i = 0; i < count; i++)
        checkPoint(&ball, points[i], embedding.tets[i], smallestWeight(&embedding, i));
    gelDestroyEmbedding(&embedding);
    gelDestroyTetMesh(&ball);
}

static void a_second_run_gives_the_same_bytes_and_a_hundred_thousand_points_take_no_second(void)
{
    gelTetMesh box;
    gelSurfaceMesh ball;
    gelEmbedding runs[2];
    makeBallInBox(&box, &ball, 16, 225);
    CHECK(ball.vertexCount > 100000 && box.tetCount > 20000, "%d points in %d tets", ball.vertexCount,
          box.tetCount);
    double start = now();
    CHECK_INT(gelCreateEmbedding(&box, ball.positions, ball.vertexCount, &runs[0]), gel_success);
    double milliseconds = now() - start;
    CHECK_INT(gelCreateEmbedding(&box, ball.positions, ball.vertexCount, &runs[1]), gel_success);
    size_t count = (size_t)ball.vertexCount;
    CHECK(memcmp(runs[0].tets, runs[1].tets, count * sizeof(int)) == 0, "other tets");
    CHECK(memcmp(runs[0].weights, runs[1].weights, count * 4 * sizeof(float)) == 0, "other weights");
    printf("  %d points in %d tets: %.0f ms\n", ball.vertexCount, box.tetCount, milliseconds);
    CHECK(milliseconds < 10000, "%g ms", milliseconds); // generous: sanitizers, busy machines
    for (int i = 0; i < 2; i++)
        gelDestroyEmbedding(&runs[i]);
    gelDestroySurfaceMesh(&ball);
    gelDestroyTetMesh(&box);
}

static gelWorld* makeWorld(void)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelWorld* world = NULL;
    def.backend = gel_referenceFloat;
    CHECK_INT(gelCreateWorld(&def, &world), gel_success);
    return world;
}

static void a_body_has_the_skin_that_it_was_given_and_equal_bodies_share_it(void)
{
    gelTetMesh box;
    gelSurfaceMesh ball, small;
    gelBodyDef def = gelDefaultBodyDef();
    gelBodyId ids[3];
    gelWorld* world = makeWorld();
    makeBallInBox(&box, &ball, 2, 6);
    makeBall(0.5, 4, &small);
    for (int i = 0; i < 3; i++)
        CHECK_INT(gelCreateBody(world, &def, &box, &ids[i]), gel_success);
    uint64_t bare = gelWorld_Hash(world);
    CHECK(gelBody_GetSkin(world, ids[0]) == NULL, "a skin from nowhere");
    for (int i = 0; i < 3; i++)
        CHECK_INT(gelBody_SetSkin(world, ids[i], i < 2 ? &ball : &small, NULL), gel_success);
    const gelSkin* skin = gelBody_GetSkin(world, ids[0]);
    CHECK(skin != NULL && skin == gelBody_GetSkin(world, ids[1]), "%p", (const void*)skin);
    CHECK(skin != gelBody_GetSkin(world, ids[2]), "unequal skins are one");
    CHECK_INT(skin->surface.vertexCount, ball.vertexCount);
    CHECK_INT(skin->embedding.pointCount, ball.vertexCount);
    CHECK_HEX(gelWorld_Hash(world), bare);
    CHECK_INT(gelDestroyBody(world, ids[0]), gel_success);
    CHECK(gelBody_GetSkin(world, ids[0]) == NULL, "a skin of a destroyed body");
    CHECK_INT(gelBody_SetSkin(world, ids[0], &ball, NULL), gel_invalidHandle);
    CHECK(gelBody_GetSkin(world, ids[1]) == skin, "the other body lost it");
    CHECK_INT(gelBody_SetSkin(world, ids[1], &small, NULL), gel_success);
    CHECK(gelBody_GetSkin(world, ids[1]) == gelBody_GetSkin(world, ids[2]), "equal skins are two");
    CHECK_INT(gelBody_SetSkin(world, ids[2], NULL, NULL), gel_success);
    CHECK(gelBody_GetSkin(world, ids[2]) == NULL, "the skin was not taken off");
    gelDestroyWorld(world);
    gelDestroySurfaceMesh(&ball);
    gelDestroySurfaceMesh(&small);
    gelDestroyTetMesh(&box);
}

static void a_cloned_world_has_skins_of_its_own(void)
{
    gelTetMesh box;
    gelSurfaceMesh ball;
    gelBodyDef def = gelDefaultBodyDef();
    gelWorldDef worldDef = gelDefaultWorldDef();
    gelBodyId ids[3];
    gelWorld *world = makeWorld(), *clone = NULL;
    makeBallInBox(&box, &ball, 2, 6);
    for (int i = 0; i < 3; i++)
        CHECK_INT(gelCreateBody(world, &def, &box, &ids[i]), gel_success);
    for (int i = 0; i < 2; i++)
        CHECK_INT(gelBody_SetSkin(world, ids[i], &ball, NULL), gel_success);
    worldDef.backend = gel_referenceDouble;
    CHECK_INT(gelCloneWorld(world, &worldDef, &clone), gel_success);
    gelDestroyWorld(world);
    const gelSkin* skin = gelBody_GetSkin(clone, ids[0]);
    CHECK(skin != NULL && skin->surface.vertexCount == ball.vertexCount,
          "the first body's skin is not there");
    CHECK(gelBody_GetSkin(clone, ids[1]) == skin, "the skin is not shared");
    CHECK(gelBody_GetSkin(clone, ids[2]) == NULL, "a skin from nowhere");
    gelDestroyWorld(clone);
    gelDestroySurfaceMesh(&ball);
    gelDestroyTetMesh(&box);
}

static void a_scene_gives_its_bodies_skins_or_says_what_is_missing(void)
{
    static const char scene[] =
        "{\"bodies\": [{\"shape\": {\"type\": \"box\", \"size\": [2, 2, 2], \"cells\": [2, 2, "
        "2]}, \"skin\": \"%s\", \"repeat\": {\"count\": [2, 1, 1], \"spacing\": [3, 0, 0]}}, "
        "{\"shape\": {\"type\": \"box\", \"size\": [2, 2, 2], \"cells\": [1, 1, 1]}}]}";
    char text[512];
    gelScene* loaded;
    writeText(GEL_SCRATCH "/skin.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3 4\n");
    snprintf(text, sizeof text, scene, "skin.obj");
    writeText(GEL_SCRATCH "/skin.json", text);
    gelStatus status = gelLoadScene(GEL_SCRATCH "/skin.json", &loaded);
    CHECK(status == gel_success, "%s", gelLastError());
    gelWorld* world = makeWorld();
    gelBodyId ids[3];
    CHECK_INT(gelScene_CreateBodies(loaded, world), gel_success);
    CHECK_INT(gelWorld_GetBodies(world, ids, 3), 3);
    const gelSkin* skin = gelBody_GetSkin(world, ids[0]);
    CHECK(skin != NULL && skin->surface.vertexCount == 4, "no skin of four vertices");
    CHECK(gelBody_GetSkin(world, ids[1]) == skin && gelBody_GetSkin(world, ids[2]) == NULL, "other skins");
    gelDestroyWorld(world);
    gelDestroyScene(loaded);
    snprintf(text, sizeof text, scene, "no_such.obj");
    writeText(GEL_SCRATCH "/skin.json", text);
    CHECK_INT(gelLoadScene(GEL_SCRATCH "/skin.json", &loaded), gel_fileError);
    CHECK_TEXT(gelLastError(), "$.bodies[0].skin");
    CHECK_TEXT(gelLastError(), "no_such.obj");
}

static void a_scene_clamps_the_skins_that_it_is_told_to(void)
{
    static const char body[] = "{\"shape\": {\"type\": \"box\", \"size\": [2, 2, 2], \"cells\": [2, 2, "
                               "2]}, \"skin\": \"far.obj\", \"repeat\": {\"count\": [2, 1, 1], \"spacing\": "
                               "[3, 0, 0]}, \"clampSkin\": %s}";
    char bodies[2][512], text[1200];
    gelScene* scene;
    gelBodyId ids[4];
    writeText(GEL_SCRATCH "/far.obj", "v 0 0 0\nv 3 0 0\nv 0 0.5 0\nf 1 2 3\n");
    for (int i = 0; i < 2; i++)
        snprintf(bodies[i], sizeof bodies[i], body, i == 0 ? "true" : "false");
    snprintf(text, sizeof text, "{\"bodies\": [%s, %s]}", bodies[0], bodies[1]);
    writeText(GEL_SCRATCH "/clamp.json", text);
    CHECK(gelLoadScene(GEL_SCRATCH "/clamp.json", &scene) == gel_success, "%s", gelLastError());
    gelWorld* world = makeWorld();
    CHECK_INT(gelScene_CreateBodies(scene, world), gel_success);
    CHECK_INT(gelWorld_GetBodies(world, ids, 4), 4);
    for (int i = 0; i < 4; i++) {
        float points[9];
        const gelSkin* skin = gelBody_GetSkin(world, ids[i]);
        const gelTetMesh* mesh = gelBody_GetMesh(world, ids[i]);
        gelEvaluateEmbedding(&skin->embedding, mesh, mesh->positions, points);
        CHECK_CLOSE((double)points[3], i < 2 ? 1 : 3, 1e-6, "single precision");
        CHECK(skin == gelBody_GetSkin(world, ids[i / 2 * 2]), "copy %d has a separate skin", i);
    }
    gelDestroyWorld(world);
    gelDestroyScene(scene);
    snprintf(text, sizeof text,
             "{\"bodies\": [{\"shape\": {\"type\": \"sphere\", \"radius\": 1, \"cells\": 2}, "
             "\"clampSkin\": true}]}");
    writeText(GEL_SCRATCH "/clamp.json", text);
    CHECK_INT(gelLoadScene(GEL_SCRATCH "/clamp.json", &scene), gel_formatError);
    CHECK_TEXT(gelLastError(), "$.bodies[0].clampSkin: expected \"skin\" with the path of a surface as well");
}

// Rows of `width` numbers, some preceded by `lead`; release with free.
static double* readRows(const char* path, const char* lead, int width, int* count)
{
    FILE* file = fopen(path, "r");
    double* rows = NULL;
    char line[512];
    *count = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, lead, strlen(lead)) != 0)
            continue;
        double* grown = realloc(rows, (size_t)(*count + 1) * (size_t)width * sizeof *rows);
        if (grown == NULL)
            abort();
        rows = grown;
        char* at = line + strlen(lead);
        for (int i = 0; i < width; i++)
            rows[*count * width + i] = strtod(at, &at);
        ++*count;
    }
    if (file != NULL)
        fclose(file);
    return rows;
}

static double furthestApart(const double* a, const float* b, int count)
{
    double furthest = 0;
    for (int i = 0; i < count; i++)
        furthest = fmax(furthest, fabs(a[i] - (double)b[i]));
    return furthest;
}

// Row i of the attachments is `tet b0 b1 b2` of line i of the visual mesh's vertices, for the vertices of the
// tet in the file's order; b3 = 1 - b0 - b1 - b2. They have four decimals. Compared, in metres and over all
// 29 800 vertices: what our embedding of those vertices gives at rest, with the vertices and with what the
// attachments give at rest.
static void the_dragon_is_put_together_again_at_rest(void)
{
    const char* data = getenv("GEL_DATA");
    char path[4][1024];
    static const char* const names[] = {"tmp12_dragon.node", "tmp12_dragon.ele", "tmp12_dragon_vis.obj",
                                        "ch_dragon.attachments.txt"};
    if (data == NULL)
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    for (int i = 0; i < 4; i++)
        snprintf(path[i], sizeof path[i], "%s/tets/%s", data, names[i]);
    gelTetMesh mesh;
    gelMeshRepair repair;
    if (gelLoadTetMesh(path[0], &mesh, &repair) != gel_success)
        SKIP_EVEN_IN_CI("%s", gelLastError());
    CHECK_INT(repair.turnedTets + repair.zeroVolumeTets + repair.duplicateTets + repair.unusedVertices, 0);
    int count = 0, rowCount = 0;
    double* expected = readRows(path[2], "v ", 3, &count);
    double* rows = readRows(path[3], "", 4, &rowCount);
    CHECK_INT(count, 29800);
    CHECK_INT(rowCount, count);
    float* vertices = calloc(3 * (size_t)count, sizeof *vertices);
    float* ours = calloc(3 * (size_t)count, sizeof *ours);
    double* theirs = calloc(3 * (size_t)count, sizeof *theirs);
    for (int i = 0; i < 3 * count; i++)
        vertices[i] = (float)expected[i];
    gelEmbedding embedding;
    double start = now();
    CHECK_INT(gelCreateEmbedding(&mesh, vertices, count, &embedding), gel_success);
    double milliseconds = now() - start;
    gelEvaluateEmbedding(&embedding, &mesh, mesh.positions, ours);
    int same = 0, outside = 0;
    for (int i = 0; i < count; i++) {
        const double* row = &rows[4 * i];
        double weights[4] = {row[1], row[2], row[3], 1 - row[1] - row[2] - row[3]}, min = 1;
        for (int j = 0; j < 4; j++) {
            min = fmin(min, (double)embedding.weights[4 * i + j]);
            for (int k = 0; k < 3; k++)
                theirs[3 * i + k] +=
                    weights[j] * (double)mesh.positions[3 * mesh.tets[4 * (int)row[0] + j] + k];
        }
        same += (int)row[0] == embedding.tets[i];
        outside += min < -1e-6;
    }
    printf("  %.0f ms; the same tet for %d of %d, %d extrapolate\n", milliseconds, same, count, outside);
    printf(
        "  furthest apart: ours and the mesh %.3g m, ours and the attachments %.3g m, those and the mesh %.3g m\n",
        furthestApart(expected, ours, 3 * count), furthestApart(theirs, ours, 3 * count),
        furthestApart(theirs, vertices, 3 * count));
    CHECK_CLOSE(furthestApart(expected, ours, 3 * count), 0, 1e-6, "weights in single precision, in slivers");
    CHECK_CLOSE(furthestApart(theirs, ours, 3 * count), 0, 1e-5, "the attachments have four decimals");
    CHECK(same > count * 9 / 10, "only %d of %d hang in the same tet", same, count);
    free(vertices);
    free(ours);
    free(theirs);
    free(expected);
    free(rows);
    gelDestroyEmbedding(&embedding);
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(points_inside_hang_in_the_tet_that_contains_them),
      TEST(an_affine_motion_of_the_mesh_is_one_of_the_skin), TEST(a_point_outside_hangs_in_the_nearest_tet),
      TEST(a_clamped_point_is_at_the_nearest_place_of_the_mesh),
      TEST(the_tree_finds_what_a_search_of_all_tets_finds),
      TEST(of_equally_near_tets_the_one_that_is_left_least_is_taken),
      TEST(a_vertex_hangs_in_the_first_of_its_tets),
      TEST(a_second_run_gives_the_same_bytes_and_a_hundred_thousand_points_take_no_second),
      TEST(a_body_has_the_skin_that_it_was_given_and_equal_bodies_share_it),
      TEST(a_cloned_world_has_skins_of_its_own), TEST(a_scene_gives_its_bodies_skins_or_says_what_is_missing),
      TEST(a_scene_clamps_the_skins_that_it_is_told_to), TEST(the_dragon_is_put_together_again_at_rest))
