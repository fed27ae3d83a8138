// The surface as contact sees it: closed, outwards, in compact clusters, with the thickness under its
// triangles and the ways out of its tets.
#define _GNU_SOURCE // RTLD_NEXT
#include "support/fixtures.h"

#include "base/pool.h"
#include "base/triangle.h"
#include "surface/contact_surface.h"
#include "mesh/mesh.h"
#include "surface/tree.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>

static const char* const meshNames[] = {"lattice", "ball", "torus", "bear"};
static const int eulerNumbers[] = {2, 2, 0, 2};
enum { meshCount = 4 };

// The library's threads; those that may not start leave their work to the caller.
static bool threadsMayStart = true;
static int startedThreads;

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument)
{
    __typeof__(pthread_create)* next;
    void* address = dlsym(RTLD_NEXT, "pthread_create");
    memcpy(&next, &address, sizeof next);
    if (!threadsMayStart)
        return EAGAIN;
    startedThreads++;
    return next(thread, attributes, run, argument);
}

static gelTetMesh makeMesh(int which)
{
    gelTetMesh mesh;
    if (which == 0)
        REQUIRE(gelCreateBoxMesh((gelVec3){1, 2, 3}, 7, 14, 21, &mesh));
    else if (which == 1)
        REQUIRE(gelCreateSphereMesh(1.0f, 12, &mesh));
    else if (which == 2)
        REQUIRE(gelCreateTorusMesh(1.0f, 0.3f, 6, &mesh));
    else
        REQUIRE(gelLoadTetMesh(GEL_ASSETS "/meshes/bear.node", &mesh, NULL));
    return mesh;
}

static gelContactSurface makeSurface(const gelTetMesh* mesh)
{
    gelContactSurface surface;
    REQUIRE(gelCreateContactSurface(mesh, NULL, &surface));
    return surface;
}

static void checkAll(void (*check)(const gelTetMesh* mesh, const gelContactSurface* surface, int which))
{
    for (int m = 0; m < meshCount; m++) {
        gelTetMesh mesh = makeMesh(m);
        gelContactSurface surface = makeSurface(&mesh);
        check(&mesh, &surface, m);
        gelClearContactSurface(&surface);
        gelDestroyTetMesh(&mesh);
    }
}

static void placeOf(const gelTetMesh* mesh, const gelContactSurface* surface, int point, double place[3])
{
    const gelContactPoint* found = &surface->points[point];
    for (int k = 0; k < 3; k++) {
        place[k] = 0.0;
        for (int i = 0; i < 4; i++)
            place[k] += (double)found->weights[i] * (double)mesh->positions[3 * found->vertices[i] + k];
    }
}

static void checkClosed(const gelTetMesh* mesh, const gelContactSurface* surface, int which)
{
    const char* name = meshNames[which];
    int wrong = 0, unsorted = 0, doubled = 0;
    int* sides = calloc((size_t)surface->edgeCount, sizeof *sides);
    CHECK_INT(surface->pointCount - surface->edgeCount + surface->triangleCount, eulerNumbers[which]);
    for (int e = 0; e < surface->edgeCount; e++) {
        const int* edge = surface->edges[e];
        unsorted += edge[0] >= edge[1];
        for (int i = surface->triangleStarts[edge[0]]; i < surface->triangleStarts[edge[0] + 1]; i++) {
            const int* triangle = surface->triangles[surface->pointTriangles[i]];
            for (int k = 0; k < 3; k++) {
                sides[e] += triangle[k] == edge[0] && triangle[(k + 1) % 3] == edge[1] ? 1 : 0;
                sides[e] += triangle[k] == edge[1] && triangle[(k + 1) % 3] == edge[0] ? 16 : 0;
            }
        }
        wrong += sides[e] != 17; // one triangle runs along it each way
    }
    int* lasts = calloc((size_t)mesh->vertexCount, sizeof *lasts);
    for (int p = 0; p < surface->pointCount; p++)
        doubled += lasts[surface->points[p].vertices[0]]++ > 0;
    CHECK(wrong == 0, "%s: %d edges are not between two triangles", name, wrong);
    CHECK(unsorted == 0, "%s: %d edges have their larger point first", name, unsorted);
    CHECK(doubled == 0, "%s: %d vertices are two points", name, doubled);
    free(lasts);
    free(sides);
}

static void the_surface_of_a_body_is_closed(void)
{
    checkAll(checkClosed);
}

// The divergence theorem: a sixth of the sum of a x b . c.
static void checkVolume(const gelTetMesh* mesh, const gelContactSurface* surface, int which)
{
    double volume = 0.0, expected = 0.0;
    for (int t = 0; t < surface->triangleCount; t++) {
        double corners[3][3];
        for (int i = 0; i < 3; i++)
            placeOf(mesh, surface, surface->triangles[t][i], corners[i]);
        volume += gelTripleProduct(corners[0], corners[1], corners[2]) / 6.0;
    }
    for (int t = 0; t < mesh->tetCount; t++)
        expected += gelTetDeterminant(mesh->positions, mesh->tets + 4 * t) / 6.0;
    CHECK(expected > 0.0, "%s: %g m^3", meshNames[which], expected);
    CHECK_CLOSE(volume / expected, 1.0, 1e-10, "rounding of sums of doubles");
}

static void the_triangles_hold_the_volume_of_the_tets(void)
{
    checkAll(checkVolume);
}

static void checkTriangles(const gelTetMesh* mesh, const gelContactSurface* surface, int which)
{
    int wrong = 0, notAscending = 0;
    (void)mesh;
    CHECK_INT(surface->triangleStarts[0], 0);
    CHECK_INT(surface->triangleStarts[surface->pointCount], 3 * surface->triangleCount);
    for (int p = 0; p < surface->pointCount; p++)
        for (int i = surface->triangleStarts[p]; i < surface->triangleStarts[p + 1]; i++) {
            const int* triangle = surface->triangles[surface->pointTriangles[i]];
            wrong += triangle[0] != p && triangle[1] != p && triangle[2] != p;
            notAscending += i > surface->triangleStarts[p] &&
                            surface->pointTriangles[i] <= surface->pointTriangles[i - 1];
        }
    CHECK(wrong == 0, "%s: %d triangles are not at their point", meshNames[which], wrong);
    CHECK(notAscending == 0, "%s: %d triangles are out of order", meshNames[which], notAscending);
}

static void a_point_knows_the_triangles_round_it(void)
{
    checkAll(checkTriangles);
}

static void checkMeanEdge(const gelTetMesh* mesh, const gelContactSurface* surface, int which)
{
    double sum = 0.0, ends[2][3];
    (void)which;
    for (int e = 0; e < surface->edgeCount; e++) {
        for (int i = 0; i < 2; i++)
            placeOf(mesh, surface, surface->edges[e][i], ends[i]);
        gelSubtract3(ends[1], ends[0], ends[0]);
        sum += sqrt(gelDot3(ends[0], ends[0]));
    }
    double mean = sum / surface->edgeCount;
    CHECK_CLOSE((double)surface->meanEdge / mean, 1.0, 1e-7, "rounding to a float");
}

static void the_mean_edge_is_that_of_the_edges(void)
{
    checkAll(checkMeanEdge);
}

// The mean diagonal of the boxes round clusters of items[count][arity], over the mean edge.
static double measureClusters(const gelTetMesh* mesh, const gelContactSurface* surface, const int* items,
                              int arity, int count)
{
    double sum = 0.0, size[3];
    int clusterCount = (count + gel_clusterSize - 1) / gel_clusterSize;
    for (int cluster = 0; cluster < clusterCount; cluster++) {
        gelBox box = gelEmptyBox();
        for (int i = cluster * gel_clusterSize; i < (cluster + 1) * gel_clusterSize && i < count; i++)
            for (int k = 0; k < arity; k++) {
                double place[3];
                placeOf(mesh, surface, items != NULL ? items[i * arity + k] : i, place);
                gelBox_Widen(&box, place, place);
            }
        gelSubtract3(box.upper, box.lower, size);
        sum += sqrt(gelDot3(size, size));
    }
    return sum / clusterCount / (double)surface->meanEdge;
}

// 16 points in a square have a diagonal of 4.2 edges. Along a Morton curve, which jumps now and then, they would
// be up to 7.9. The bodies are 17 edges wide or more.
static void checkClusters(const gelTetMesh* mesh, const gelContactSurface* surface, int which)
{
    double points = measureClusters(mesh, surface, NULL, 1, surface->pointCount);
    double triangles = measureClusters(mesh, surface, surface->triangles[0], 3, surface->triangleCount);
    double edges = measureClusters(mesh, surface, surface->edges[0], 2, surface->edgeCount);
    gelVec3 lowest, highest;
    gelMeasureBox(mesh, &lowest, &highest);
    double body = gelVec3Length((gelVec3){highest.x - lowest.x, highest.y - lowest.y, highest.z - lowest.z}) /
                  (double)surface->meanEdge;
    CHECK(body > 17.0, "%s: %g edges wide", meshNames[which], body);
    CHECK(points < 5.5 && triangles < 5.0 && edges < 4.5, "%s: clusters are %g, %g, %g edges wide",
          meshNames[which], points, triangles, edges);
}

static void clusters_are_compact(void)
{
    checkAll(checkClusters);
}

// Odd cells mirror even ones, so that with 2 cells a ray from a triangle's centroid meets an edge on the other
// side.
static void a_plate_is_as_thick_as_it_is(void)
{
    for (int cells = 1; cells <= 3; cells++) {
        gelTetMesh mesh;
        REQUIRE(gelCreateBoxMesh((gelVec3){1.0f, 0.0625f, 0.75f}, 16, cells, 12, &mesh));
        gelContactSurface surface = makeSurface(&mesh);
        int wrong = 0;
        for (int t = 0; t < surface.triangleCount; t++) {
            double corners[3][3], sides[2][3], normal[3];
            for (int i = 0; i < 3; i++)
                placeOf(&mesh, &surface, surface.triangles[t][i], corners[i]);
            gelSubtract3(corners[1], corners[0], sides[0]);
            gelSubtract3(corners[2], corners[0], sides[1]);
            gelCross3(sides[0], sides[1], normal);
            double expected = fabs(normal[0]) > 0.0 ? 1.0 : fabs(normal[1]) > 0.0 ? 0.0625 : 0.75;
            wrong += fabs((double)surface.thicknesses[t] - expected) > 1e-6;
        }
        CHECK(wrong == 0, "%d cells: %d of %d thicknesses", cells, wrong, surface.triangleCount);
        gelClearContactSurface(&surface);
        gelDestroyTetMesh(&mesh);
    }
}

// Two boxes that share a side, but no vertex.
static void a_part_that_touches_another_is_as_thick_as_alone(void)
{
    gelTetMesh box, both;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 4, 4, 4, &box));
    float* positions = calloc(6 * (size_t)box.vertexCount, sizeof *positions);
    int* tets = calloc(8 * (size_t)box.tetCount, sizeof *tets);
    for (int i = 0; i < 6 * box.vertexCount; i++)
        positions[i] =
            box.positions[i % (3 * box.vertexCount)] + (i >= 3 * box.vertexCount && i % 3 == 0 ? 1.0f : 0.0f);
    for (int i = 0; i < 8 * box.tetCount; i++)
        tets[i] = box.tets[i % (4 * box.tetCount)] + (i >= 4 * box.tetCount ? box.vertexCount : 0);
    REQUIRE(gelCreateTetMesh(positions, 2 * box.vertexCount, tets, 2 * box.tetCount, NULL, &both, NULL));
    gelContactSurface surface = makeSurface(&both);
    int wrong = 0;
    for (int t = 0; t < surface.triangleCount; t++)
        wrong += fabs((double)surface.thicknesses[t] - 1.0) > 1e-6;
    CHECK(wrong == 0, "%d of %d thicknesses", wrong, surface.triangleCount);
    gelClearContactSurface(&surface);
    gelDestroyTetMesh(&both);
    gelDestroyTetMesh(&box);
    free(positions);
    free(tets);
}

// The squared distance from a tet's sample point to its exit, compared with the least over all triangles.
static void checkExits(const gelTetMesh* mesh, const gelContactSurface* surface, int which)
{
    int wrong = 0;
    for (int t = 0; t < mesh->tetCount; t += 1 + mesh->tetCount / 100)
        for (int i = 0; i < gel_exitCount; i++) {
            int exits[gel_exitCount];
            gelFindExits(surface, mesh, t, exits);
            double point[3], corners[3][3], nearest[3], min = INFINITY, found = INFINITY;
            for (int k = 0; k < 3; k++) {
                double centroid = 0.0;
                for (int j = 0; j < 4; j++)
                    centroid += 0.25 * (double)mesh->positions[3 * mesh->tets[4 * t + j] + k];
                double corner = (double)mesh->positions[3 * mesh->tets[4 * t + (i > 0 ? i - 1 : 0)] + k];
                point[k] = i > 0 ? 0.4 * centroid + 0.6 * corner : centroid;
            }
            for (int s = 0; s < surface->triangleCount; s++) {
                for (int j = 0; j < 3; j++)
                    placeOf(mesh, surface, surface->triangles[s][j], corners[j]);
                double distance = gelNearestOnTriangle((const double(*)[3])corners, point, nearest);
                min = fmin(min, distance);
                found = s == exits[i] ? distance : found;
            }
            wrong += found > min * (1.0 + 1e-9) + 1e-15;
        }
    CHECK(wrong == 0, "%s: %d exits are not the nearest", meshNames[which], wrong);
}

static void the_exits_of_a_tet_are_the_nearest_triangles(void)
{
    checkAll(checkExits);
}

static void a_tet_at_a_side_of_a_box_leaves_by_that_side(void)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateBoxMesh((gelVec3){1, 1, 1}, 10, 10, 10, &mesh));
    gelContactSurface surface = makeSurface(&mesh);
    int tried = 0, wrong = 0;
    for (int t = 0; t < mesh.tetCount; t++) {
        double centroid[3] = {0.0};
        for (int i = 0; i < 12; i++)
            centroid[i % 3] += 0.25 * (double)mesh.positions[3 * mesh.tets[4 * t + i / 3] + i % 3];
        if (centroid[1] < 0.4 || fabs(centroid[0]) > 0.35 || fabs(centroid[2]) > 0.35)
            continue;
        tried++;
        int exits[gel_exitCount];
        gelFindExits(&surface, &mesh, t, exits);
        for (int i = 0; i < gel_exitCount * 3; i++) {
            double place[3];
            placeOf(&mesh, &surface, surface.triangles[exits[i / 3]][i % 3], place);
            wrong += fabs(place[1] - 0.5) > 1e-6;
        }
    }
    CHECK(tried > 200, "%d tets are at the top", tried);
    CHECK(wrong == 0, "%d corners of exits are not on it", wrong);
    gelClearContactSurface(&surface);
    gelDestroyTetMesh(&mesh);
}

// A tet mesh from few vertices, which must need no repair.
static gelTetMesh makeSmallMesh(const float* positions, int vertexCount, const int* tets, int tetCount)
{
    gelTetMesh mesh;
    REQUIRE(gelCreateTetMesh(positions, vertexCount, tets, tetCount, NULL, &mesh, NULL));
    CHECK_INT(mesh.tetCount, tetCount);
    CHECK_INT(mesh.vertexCount, vertexCount);
    return mesh;
}

static void checkCounts(gelTetMesh mesh, int pointCount, int triangleCount, int edgeCount)
{
    gelContactSurface surface = makeSurface(&mesh);
    CHECK_INT(surface.pointCount, pointCount);
    CHECK_INT(surface.triangleCount, triangleCount);
    CHECK_INT(surface.edgeCount, edgeCount);
    for (int t = 0; t < mesh.tetCount; t++) {
        int exits[gel_exitCount];
        gelFindExits(&surface, &mesh, t, exits);
        for (int i = 0; i < gel_exitCount; i++)
            CHECK(exits[i] >= 0 && exits[i] < triangleCount, "tet %d leaves by %d", t, exits[i]);
    }
    gelClearContactSurface(&surface);
    gelDestroyTetMesh(&mesh);
}

static void tets_that_share_an_edge_or_a_vertex_keep_all_their_triangles(void)
{
    const float positions[8][3] = {{0, 0, 0},  {1, 0, 0},   {0, 1, 0},  {0, 0, 1},
                                   {0, 0, -1}, {0, -1, -1}, {-1, 0, 0}, {-1, -1, 0}};
    checkCounts(makeSmallMesh(positions[0], 4, (int[]){0, 1, 2, 3}, 1), 4, 4, 6);
    checkCounts(makeSmallMesh(positions[0], 6, (int[]){0, 1, 2, 3, 0, 1, 4, 5}, 2), 6, 8, 11);
    checkCounts(makeSmallMesh(positions[0], 7, (int[]){0, 1, 2, 3, 0, 4, 5, 6}, 2), 7, 8, 12);
}

// Three tets on one face: it is inside, whatever the third is.
static void a_face_of_three_tets_is_no_part_of_the_surface(void)
{
    const float positions[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}, {0.1f, 0.1f, 2}};
    checkCounts(makeSmallMesh(positions[0], 6, (int[]){0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 2, 5}, 3), 6, 9, 12);
}

// The five tets between five vertices: every face belongs to two of them.
static void tets_may_hide_the_whole_surface(void)
{
    const float positions[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    gelTetMesh mesh = makeSmallMesh(positions[0], 5,
                                    (int[]){1, 2, 3, 4, 0, 2, 3, 4, 0, 1, 3, 4, 0, 1, 2, 4, 0, 1, 2, 3}, 5);
    gelContactSurface surface = makeSurface(&mesh);
    CHECK_INT(surface.triangleCount, 0);
    CHECK_INT(surface.pointCount, 0);
    int exits[gel_exitCount];
    gelFindExits(&surface, &mesh, 4, exits);
    CHECK_INT(exits[4], -1);
    gelClearContactSurface(&surface);
    gelDestroyTetMesh(&mesh);
}

static bool areEqual(const gelContactSurface* a, const gelContactSurface* b)
{
    size_t points = (size_t)a->pointCount, triangles = (size_t)a->triangleCount, edges = (size_t)a->edgeCount;
    return a->pointCount == b->pointCount && a->triangleCount == b->triangleCount &&
           a->edgeCount == b->edgeCount && memcmp(&a->meanEdge, &b->meanEdge, sizeof a->meanEdge) == 0 &&
           memcmp(a->points, b->points, points * sizeof *a->points) == 0 &&
           memcmp(a->triangles, b->triangles, triangles * sizeof *a->triangles) == 0 &&
           memcmp(a->edges, b->edges, edges * sizeof *a->edges) == 0 &&
           memcmp(a->triangleStarts, b->triangleStarts, (points + 1) * sizeof(int)) == 0 &&
           memcmp(a->pointTriangles, b->pointTriangles, 3 * triangles * sizeof(int)) == 0 &&
           memcmp(a->thicknesses, b->thicknesses, triangles * sizeof(float)) == 0;
}

static void the_bits_are_the_same_again_and_with_any_number_of_threads(void)
{
    for (int m = 0; m < meshCount; m++) {
        gelTetMesh mesh = makeMesh(m);
        gelContactSurface surfaces[3];
        startedThreads = 0;
        for (int i = 0; i < 3; i++) {
            threadsMayStart = i < 2;
            surfaces[i] = makeSurface(&mesh);
        }
        threadsMayStart = true;
        CHECK((startedThreads > 0) == (gelThreadCount(0) > 1), "%s: %d threads for %d processors",
              meshNames[m], startedThreads, gelThreadCount(0));
        CHECK(areEqual(&surfaces[0], &surfaces[1]), "%s, again", meshNames[m]);
        CHECK(areEqual(&surfaces[0], &surfaces[2]), "%s, on one thread", meshNames[m]);
        for (int i = 0; i < 3; i++)
            gelClearContactSurface(&surfaces[i]);
        gelDestroyTetMesh(&mesh);
    }
}

// The hash is that of gcc on x86-64. Other compilers and processors must give it, too.
static void the_bits_are_the_same_everywhere(void)
{
    gelTetMesh mesh = makeMesh(3);
    gelContactSurface surface = makeSurface(&mesh);
    size_t triangles = (size_t)surface.triangleCount;
    uint64_t hash =
        gelHashBytes(GEL_HASH_START, surface.points, (size_t)surface.pointCount * sizeof *surface.points);
    hash = gelHashBytes(hash, surface.triangles, triangles * sizeof *surface.triangles);
    hash = gelHashBytes(hash, surface.edges, (size_t)surface.edgeCount * sizeof *surface.edges);
    hash = gelHashBytes(hash, surface.thicknesses, triangles * sizeof *surface.thicknesses);
    for (int t = 0; t < mesh.tetCount; t++) {
        int exits[gel_exitCount];
        gelFindExits(&surface, &mesh, t, exits);
        hash = gelHashBytes(hash, exits, sizeof exits);
    }
    hash = gelHashBytes(hash, &surface.meanEdge, sizeof surface.meanEdge);
    CHECK_HEX(hash, 0x4f7fc245ed1feedau);
    gelClearContactSurface(&surface);
    gelDestroyTetMesh(&mesh);
}

static int allocationsLeft;

static void* scarceResize(void* block, size_t size)
{
    return allocationsLeft-- > 0 ? realloc(block, size) : NULL;
}

static void without_memory_nothing_is_left_behind(void)
{
    gelTetMesh mesh = makeMesh(3);
    gelStatus status = gel_outOfMemory;
    int tries = 0;
    gelSetAllocator(scarceResize, free);
    for (; status != gel_success && tries < 1000; tries++) {
        const gelContactSurface empty = {0};
        gelContactSurface surface;
        allocationsLeft = tries;
        status = gelCreateContactSurface(&mesh, NULL, &surface);
        if (status == gel_success) {
            gelClearContactSurface(&surface);
            break;
        }
        CHECK_INT(status, gel_outOfMemory);
        CHECK(surface.points == NULL && surface.triangles == NULL && surface.edges == NULL &&
                  surface.triangleCount == empty.triangleCount,
              "with %d allocations it is not empty", tries);
    }
    gelSetAllocator(NULL, NULL);
    CHECK(tries > 20, "%d allocations suffice", tries);
    gelDestroyTetMesh(&mesh);
}

TESTS(TEST(the_surface_of_a_body_is_closed), TEST(the_triangles_hold_the_volume_of_the_tets),
      TEST(a_point_knows_the_triangles_round_it), TEST(the_mean_edge_is_that_of_the_edges),
      TEST(clusters_are_compact), TEST(a_plate_is_as_thick_as_it_is),
      TEST(a_part_that_touches_another_is_as_thick_as_alone),
      TEST(the_exits_of_a_tet_are_the_nearest_triangles), TEST(a_tet_at_a_side_of_a_box_leaves_by_that_side),
      TEST(tets_that_share_an_edge_or_a_vertex_keep_all_their_triangles),
      TEST(a_face_of_three_tets_is_no_part_of_the_surface), TEST(tets_may_hide_the_whole_surface),
      TEST(the_bits_are_the_same_again_and_with_any_number_of_threads),
      TEST(the_bits_are_the_same_everywhere), TEST(without_memory_nothing_is_left_behind))
