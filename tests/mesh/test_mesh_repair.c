// Every mesh created is fit to simulate, whatever it was made from.
#include "gel/mesh.h"
#include "support/harness.h"
#include "mesh/mesh.h"

#include <limits.h>

// Two tets on one face, volumes 1/6 and 1/6.
static const float twoTetPositions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1};
static const int twoTets[] = {0, 1, 2, 3, 0, 2, 1, 4};

static gelTetMesh make(const float* positions, int vertexCount, const int* tets, int tetCount,
                       gelMeshRepair* repair)
{
    gelTetMesh mesh;
    gelStatus status = gelCreateTetMesh(positions, vertexCount, tets, tetCount, NULL, &mesh, repair);
    CHECK(status == gel_success, "%s", gelLastError());
    return mesh;
}

static void checkRepair(const gelMeshRepair* repair, int turned, int zeroVolume, int duplicate, int unused)
{
    CHECK_INT(repair->turnedTets, turned);
    CHECK_INT(repair->zeroVolumeTets, zeroVolume);
    CHECK_INT(repair->duplicateTets, duplicate);
    CHECK_INT(repair->unusedVertices, unused);
    CHECK_INT(repair->otherCells, 0);
}

static void a_clean_mesh_is_taken_as_it_is(void)
{
    gelMeshRepair repair;
    gelTetMesh mesh = make(twoTetPositions, 5, twoTets, 2, &repair);
    checkRepair(&repair, 0, 0, 0, 0);
    CHECK_INT(mesh.vertexCount, 5);
    CHECK_INT(mesh.tetCount, 2);
    CHECK(memcmp(mesh.positions, twoTetPositions, sizeof twoTetPositions) == 0, "positions changed");
    CHECK(memcmp(mesh.tets, twoTets, sizeof twoTets) == 0, "tets changed");
    for (int i = 0; i < 5; i++)
        CHECK_INT(mesh.sourceVertices[i], i);
    gelDestroyTetMesh(&mesh);
    CHECK(mesh.tets == NULL && mesh.vertexCount == 0, "a destroyed mesh is empty");
}

static void an_inverted_tet_is_turned_round(void)
{
    static const int tets[] = {0, 1, 2, 3, 0, 1, 2, 4};
    gelMeshRepair repair;
    gelTetMesh mesh = make(twoTetPositions, 5, tets, 2, &repair);
    checkRepair(&repair, 1, 0, 0, 0);
    CHECK_CLOSE(gelTetDeterminant(mesh.positions, mesh.tets), 1, 0, "small integers are exact");
    CHECK_CLOSE(gelTetDeterminant(mesh.positions, mesh.tets + 4), 1, 0, "small integers are exact");
    gelDestroyTetMesh(&mesh);
}

static void flat_tets_are_dropped(void)
{
    static const float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 0.5f, 0.5f, 1e-13f};
    static const int tets[] = {0, 1, 2, 4, 0, 1, 2, 3, 0, 0, 1, 2, 0, 1, 2, 5, 3, 3, 3, 3};
    gelMeshRepair repair;
    gelTetMesh mesh = make(positions, 6, tets, 5, &repair);
    checkRepair(&repair, 0, 4, 0, 2);
    CHECK_INT(mesh.tetCount, 1);
    CHECK_INT(mesh.vertexCount, 4);
    gelDestroyTetMesh(&mesh);
}

static void a_sliver_with_a_volume_is_kept_at_any_scale(void)
{
    for (float scale = 1e-9f; scale < 1e10f; scale *= 1000) {
        float positions[] = {0, 0, 0, scale, 0, 0, 0, scale, 0, scale * 0.3f, scale * 0.3f, scale * 1e-9f};
        static const int tet[] = {0, 1, 2, 3};
        gelMeshRepair repair;
        gelTetMesh mesh = make(positions, 4, tet, 1, &repair);
        checkRepair(&repair, 0, 0, 0, 0);
        gelDestroyTetMesh(&mesh);
    }
}

static void a_tet_that_is_there_twice_counts_once(void)
{
    static const int tets[] = {0, 1, 2, 3, 3, 2, 1, 0, 1, 0, 2, 3, 0, 2, 1, 4, 0, 1, 2, 3};
    gelMeshRepair repair;
    gelTetMesh mesh = make(twoTetPositions, 5, tets, 5, &repair);
    checkRepair(&repair, 0, 0, 3, 0);
    CHECK_INT(mesh.tetCount, 2);
    CHECK(memcmp(mesh.tets, twoTets, sizeof twoTets) == 0, "the first of each stays, in order");
    gelDestroyTetMesh(&mesh);
}

static void unused_vertices_go_and_sources_stay_known(void)
{
    static const float positions[] = {9, 9, 9, 0, 0, 0, 1, 0, 0, 8, 8, 8, 0, 1, 0, 7, 7, 7, 0, 0, 1};
    static const int tet[] = {1, 2, 4, 6};
    static const int sources[] = {1, 2, 4, 6};
    gelMeshRepair repair;
    gelTetMesh mesh = make(positions, 7, tet, 1, &repair);
    checkRepair(&repair, 0, 0, 0, 3);
    CHECK_INT(mesh.vertexCount, 4);
    for (int i = 0; i < 4; i++) {
        CHECK_INT(mesh.sourceVertices[i], sources[i]);
        CHECK_INT(mesh.tets[i], i);
        CHECK(memcmp(mesh.positions + 3 * i, positions + 3 * sources[i], 12) == 0, "vertex %d moved", i);
    }
    gelDestroyTetMesh(&mesh);
}

typedef struct BadInput {
    const char* what;
    float coordinate; // replaces the first
    int index;        // replaces the last
    int vertexCount, tetCount;
    const char* message;
} BadInput;

static void what_cannot_be_mended_is_refused(void)
{
    static const BadInput inputs[] = {
        {"not a number", NAN, 3, 4, 1, "vertex 0: expected x within 1e15"},
        {"infinity", INFINITY, 3, 4, 1, "vertex 0: expected x within 1e15"},
        {"a coordinate beyond 1e15", -1.1e15f, 3, 4, 1, "found -1.1e+15"},
        {"an index too large", 0, 4, 4, 1, "tet 0: expected vertices from 0 to 3, found 4"},
        {"a negative index", 0, -1, 4, 1, "found -1"},
        {"the largest index", 0, INT_MAX, 4, 1, "found 2147483647"},
        {"only flat tets", 1, 3, 4, 1, "all 1 are flat"},
        {"no tets", 0, 3, 4, 0, "found 0 tets and 4 vertices"},
        {"no vertices", 0, 3, 0, 1, "found 1 tets and 0 vertices"},
        {"a negative tet count", 0, 3, 4, -1, "found -1"},
        {"a negative vertex count", 0, 3, -5, 1, "found -5"},
        {"more tets than can be numbered", 0, 3, 4, INT_MAX, "found 2147483647"},
        {"more vertices than can be numbered", 0, 3, INT_MAX, 1, "found 2147483647"},
    };
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        const BadInput* input = &inputs[i];
        float positions[] = {input->coordinate, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
        if (strcmp(input->what, "only flat tets") == 0)
            positions[11] = 0;
        int tets[] = {0, 1, 2, input->index};
        gelTetMesh mesh;
        gelMeshRepair repair;
        gelStatus status =
            gelCreateTetMesh(positions, input->vertexCount, tets, input->tetCount, NULL, &mesh, &repair);
        CHECK(status == gel_invalidArgument, "%s: status %d", input->what, (int)status);
        CHECK_TEXT(gelLastError(), input->message);
        CHECK(mesh.positions == NULL && mesh.tets == NULL && mesh.vertexCount == 0, "%s: not empty",
              input->what);
    }
}

static int allocationsLeft;

static void* failingResize(void* block, size_t size)
{
    return allocationsLeft-- > 0 ? realloc(block, size) : NULL;
}

static void every_failed_allocation_is_reported_and_leaks_nothing(void)
{
    gelSetAllocator(failingResize, free);
    int failures = 0;
    for (int allowed = 0;; allowed++) {
        allocationsLeft = allowed;
        gelTetMesh mesh;
        int *triangles = NULL, *edges = NULL, triangleCount = 0, edgeCount = 0;
        gelStatus status = gelCreateTetMesh(twoTetPositions, 5, twoTets, 2, NULL, &mesh, NULL);
        if (status == gel_success)
            status = gelExtractSurface(&mesh, &triangles, &triangleCount);
        if (status == gel_success)
            status = gelExtractEdges(&mesh, &edges, &edgeCount, NULL);
        gelFree(triangles);
        gelFree(edges);
        gelDestroyTetMesh(&mesh);
        if (status == gel_success)
            break;
        CHECK_INT(status, gel_outOfMemory);
        failures++;
    }
    gelSetAllocator(NULL, NULL);
    CHECK(failures >= 8, "only %d allocations were made to fail", failures);
}

static void the_surface_is_closed_and_faces_outwards(void)
{
    gelTetMesh mesh = make(twoTetPositions, 5, twoTets, 2, NULL);
    int* triangles = NULL;
    int count = 0;
    CHECK_INT(gelExtractSurface(&mesh, &triangles, &count), gel_success);
    CHECK_INT(count, 6);
    double volume = 0;
    for (int i = 0; i < count; i++) {
        const int* corner = triangles + 3 * i;
        const float *a = mesh.positions + 3 * corner[0], *b = mesh.positions + 3 * corner[1],
                    *c = mesh.positions + 3 * corner[2];
        volume += ((double)a[0] * (double)(b[1] * c[2] - b[2] * c[1]) +
                   (double)a[1] * (double)(b[2] * c[0] - b[0] * c[2]) +
                   (double)a[2] * (double)(b[0] * c[1] - b[1] * c[0])) /
                  6;
        for (int k = 0; k < 3; k++) { // each edge is met once more, the other way
            int from = corner[k], to = corner[(k + 1) % 3], met = 0;
            for (int j = 0; j < 3 * count; j++)
                met += triangles[j] == to && triangles[j / 3 * 3 + (j + 1) % 3] == from;
            CHECK_INT(met, 1);
        }
    }
    CHECK_CLOSE(volume, 1.0 / 3, 1e-15, "the divergence theorem, in doubles");
    gelFree(triangles);
    gelDestroyTetMesh(&mesh);
}

static void edges_come_once_in_order_of_appearance(void)
{
    static const int expected[] = {0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3, 0, 4, 2, 4, 1, 4};
    gelTetMesh mesh = make(twoTetPositions, 5, twoTets, 2, NULL);
    int* edges = NULL;
    int count = 0;
    CHECK_INT(gelExtractEdges(&mesh, &edges, &count, NULL), gel_success);
    CHECK_INT(count, 9);
    CHECK(memcmp(edges, expected, sizeof expected) == 0, "the order differs");
    gelFree(edges);
    gelDestroyTetMesh(&mesh);
}

// The table of edges keeps those of a vertex together, and has little room there.
static void edges_of_vertices_with_thousands_of_neighbours_are_found_again(void)
{
    enum { ring = 5000 }; // tets around the edge from vertex 0 to vertex 1
    int *tets = malloc(ring * 4 * sizeof *tets), *ofTets = malloc(ring * 6 * sizeof *ofTets), *edges, count;
    for (int i = 0; i < ring; i++)
        memcpy(tets + 4 * i, (const int[4]){0, 1, 2 + i, 2 + (i + 1) % ring}, 4 * sizeof *tets);
    const gelTetMesh mesh = {.vertexCount = ring + 2, .tetCount = ring, .tets = tets};
    CHECK_INT(gelExtractEdges(&mesh, &edges, &count, ofTets), gel_success);
    CHECK_INT(count, 1 + 3 * ring);
    int wrong = 0;
    for (int i = 0; i < 6 * ring; i++) {
        int a = tets[i / 6 * 4 + gelTetEdges[i % 6][0]], b = tets[i / 6 * 4 + gelTetEdges[i % 6][1]];
        const int* edge = edges + 2 * ofTets[i];
        wrong += edge[0] != (a < b ? a : b) || edge[1] != (a < b ? b : a);
    }
    CHECK(wrong == 0, "%d edges of tets have the number of another", wrong);
    gelFree(edges);
    free(tets);
    free(ofTets);
}

static void the_report_measures_two_regular_tets_apart(void)
{
    // A regular tet of edge sqrt(8) and the same one ten metres away; a third shares a vertex with neither.
    static const float positions[] = {1,  1, 1, 1,  -1, -1, -1, 1, -1, -1, -1, 1,
                                      11, 1, 1, 11, -1, -1, 9,  1, -1, 9,  -1, 1};
    static const int tets[] = {0, 1, 2, 3, 4, 5, 6, 7};
    gelTetMesh mesh = make(positions, 8, tets, 2, NULL);
    gelMeshReport report;
    CHECK_INT(gelReportTetMesh(&mesh, &report), gel_success);
    CHECK_INT(report.vertexCount, 8);
    CHECK_INT(report.tetCount, 2);
    CHECK_INT(report.edgeCount, 12);
    CHECK_INT(report.surfaceTriangleCount, 8);
    CHECK_INT(report.surfaceVertexCount, 8);
    CHECK_INT(report.componentCount, 2);
    CHECK_CLOSE(report.volume, 2 * 8.0 / 3, 1e-14, "a / (6 sqrt 2) cubed, twice");
    CHECK_CLOSE(report.surfaceArea, 2 * sqrt(3) * 8, 1e-13, "sqrt 3 a squared, twice");
    CHECK_CLOSE(report.smallestDihedral, acos(1.0 / 3) * 180 / acos(-1), 1e-12, "a regular tet's angle");
    CHECK_CLOSE(report.largestDihedral, report.smallestDihedral, 1e-12, "all its angles are equal");
    CHECK_INT(report.smallestValence, 1);
    CHECK_INT(report.largestValence, 1);
    CHECK_CLOSE(report.meanValence, 1, 0, "exact");
    CHECK_CLOSE(report.lower.x, -1, 0, "exact");
    CHECK_CLOSE(report.upper.x, 11, 0, "exact");
    gelDestroyTetMesh(&mesh);
}

static void the_report_sees_right_and_obtuse_angles_and_shared_vertices(void)
{
    gelTetMesh mesh = make(twoTetPositions, 5, twoTets, 2, NULL);
    gelMeshReport report;
    CHECK_INT(gelReportTetMesh(&mesh, &report), gel_success);
    CHECK_INT(report.componentCount, 1);
    CHECK_INT(report.smallestValence, 1);
    CHECK_INT(report.largestValence, 2);
    CHECK_CLOSE(report.meanValence, 8.0 / 5, 1e-15, "one division");
    CHECK_CLOSE(report.largestDihedral, 90, 1e-12, "the corner of a cube");
    CHECK_CLOSE(report.smallestDihedral, atan(sqrt(2)) * 180 / acos(-1), 1e-12,
                "the face that cuts the corner");
    CHECK_CLOSE(report.surfaceArea, 2 * (3 * 0.5 + sqrt(3) / 2) - 2 * 0.5, 1e-14, "a few roundings");
    CHECK_CLOSE(report.lower.z, -1, 0, "exact");
    gelDestroyTetMesh(&mesh);
}

// A lattice of cells with six tets each: 1.5 million tets would work too, but a test should be short.
static void a_large_lattice_has_the_counts_of_euler(void)
{
    static const int corners[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7},
                                      {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};
    const int n = 24, side = 25, vertexCount = side * side * side, tetCount = 6 * n * n * n;
    float* positions = calloc((size_t)vertexCount * 3, sizeof *positions);
    int* tets = calloc((size_t)tetCount * 4, sizeof *tets);
    for (int i = 0; i < vertexCount; i++) {
        positions[3 * i] = (float)(i % side);
        positions[3 * i + 1] = (float)(i / side % side);
        positions[3 * i + 2] = (float)(i / side / side);
    }
    for (int i = 0; i < 4 * tetCount; i++) {
        int cell = i / 24, corner = corners[i / 4 % 6][i % 4];
        int x = cell % n + (corner & 1), y = cell / n % n + (corner >> 1 & 1),
            z = cell / n / n + (corner >> 2);
        tets[i] = (z * side + y) * side + x;
    }
    gelMeshRepair repair;
    gelTetMesh mesh = make(positions, vertexCount, tets, tetCount, &repair);
    checkRepair(&repair, 0, 0, 0, 0);
    int *triangles = NULL, *edges = NULL, triangleCount = 0, edgeCount = 0;
    CHECK_INT(gelExtractSurface(&mesh, &triangles, &triangleCount), gel_success);
    CHECK_INT(gelExtractEdges(&mesh, &edges, &edgeCount, NULL), gel_success);
    CHECK_INT(triangleCount, 6 * n * n * 2);
    int faceCount = (4 * tetCount + triangleCount) / 2;
    CHECK_INT(vertexCount - edgeCount + faceCount - tetCount, 1);
    gelFree(triangles);
    gelFree(edges);
    gelDestroyTetMesh(&mesh);
    free(positions);
    free(tets);
}

TESTS(TEST(a_clean_mesh_is_taken_as_it_is), TEST(an_inverted_tet_is_turned_round),
      TEST(flat_tets_are_dropped), TEST(a_sliver_with_a_volume_is_kept_at_any_scale),
      TEST(a_tet_that_is_there_twice_counts_once), TEST(unused_vertices_go_and_sources_stay_known),
      TEST(what_cannot_be_mended_is_refused), TEST(every_failed_allocation_is_reported_and_leaks_nothing),
      TEST(the_surface_is_closed_and_faces_outwards), TEST(edges_come_once_in_order_of_appearance),
      TEST(edges_of_vertices_with_thousands_of_neighbours_are_found_again),
      TEST(the_report_measures_two_regular_tets_apart),
      TEST(the_report_sees_right_and_obtuse_angles_and_shared_vertices),
      TEST(a_large_lattice_has_the_counts_of_euler))
