// Meshes that the library makes itself: boxes, balls, tori and the fill of an implicit function.
#include "support/harness.h"

#include "gel/mesh.h"

#include <limits.h>

// What every shape is asked for. Worked out here, apart from gelReportTetMesh.
typedef struct Measure {
    double volume;
    double smallestDihedral, largestDihedral; // degrees
    double leastDeterminant;                  // six volumes of the smallest tet
    int surfaceTriangles, eulerCharacteristic;
    int badFaces; // faces with more than two tets
    int badEdges; // surface edges with other than two surface triangles
} Measure;

typedef struct Vector {
    double x, y, z;
} Vector;

static Vector vertexOf(const gelTetMesh* mesh, int vertex)
{
    const float* p = mesh->positions + 3 * (size_t)vertex;
    return (Vector){p[0], p[1], p[2]};
}

static Vector minus(Vector a, Vector b)
{
    return (Vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static Vector cross(Vector a, Vector b)
{
    return (Vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double dot(Vector a, Vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// The angle at edge ab between the faces towards c and d.
static double dihedral(Vector a, Vector b, Vector c, Vector d)
{
    Vector n = cross(minus(b, a), minus(c, a)), m = cross(minus(b, a), minus(d, a));
    Vector k = cross(n, m);
    return atan2(sqrt(dot(k, k)), dot(n, m)) * 180 / 3.14159265358979323846;
}

static void measureTet(const gelTetMesh* mesh, int tet, Measure* measure)
{
    static const int edges[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                                    {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};
    Vector p[4];
    for (int i = 0; i < 4; i++)
        p[i] = vertexOf(mesh, mesh->tets[4 * (size_t)tet + (size_t)i]);
    double determinant = dot(cross(minus(p[1], p[0]), minus(p[2], p[0])), minus(p[3], p[0]));
    measure->volume += determinant / 6;
    measure->leastDeterminant = fmin(measure->leastDeterminant, determinant);
    for (int i = 0; i < 6; i++) {
        const int* e = edges[i];
        double angle = dihedral(p[e[0]], p[e[1]], p[e[2]], p[e[3]]);
        measure->smallestDihedral = fmin(measure->smallestDihedral, angle);
        measure->largestDihedral = fmax(measure->largestDihedral, angle);
    }
}

static int compareThreeInts(const void* left, const void* right)
{
    const int *a = left, *b = right;
    for (int i = 0; i < 3; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

static void sortPair(int* a, int* b)
{
    if (*a > *b) {
        int c = *a;
        *a = *b;
        *b = c;
    }
}

// Counts runs of equal rows of three. Keeps the first of each run of length 1 at the front, and counts runs that are
// longer than `most`.
static int keepSingles(int (*rows)[3], int count, int most, int* runs, int* longRuns)
{
    qsort(rows, (size_t)count, sizeof *rows, compareThreeInts);
    int kept = 0;
    *runs = 0;
    for (int i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && compareThreeInts(rows[i], rows[end]) == 0;)
            end++;
        ++*runs;
        *longRuns += end - i > most;
        if (end - i == 1)
            memmove(rows[kept++], rows[i], sizeof *rows);
    }
    return kept;
}

// Leaves the faces that belong to one tet, and counts those that belong to more than two.
static int findSurface(const gelTetMesh* mesh, int (*faces)[3], int* badFaces)
{
    for (int i = 0; i < mesh->tetCount * 4; i++) {
        for (int j = 0, k = 0; j < 4; j++) {
            if (j != i % 4)
                faces[i][k++] = mesh->tets[i / 4 * 4 + j];
        }
        sortPair(&faces[i][0], &faces[i][1]);
        sortPair(&faces[i][1], &faces[i][2]);
        sortPair(&faces[i][0], &faces[i][1]);
    }
    int runs;
    return keepSingles(faces, mesh->tetCount * 4, 2, &runs, badFaces);
}

static void measureSurface(const gelTetMesh* mesh, Measure* measure)
{
    int(*faces)[3] = malloc((size_t)mesh->tetCount * 4 * sizeof *faces);
    int count = findSurface(mesh, faces, &measure->badFaces);
    int(*edges)[3] = calloc((size_t)count * 3, sizeof *edges);
    char* onSurface = calloc((size_t)mesh->vertexCount, 1);
    int vertices = 0, edgeCount;
    for (int i = 0; i < count * 3; i++) {
        int a = faces[i / 3][i % 3], b = faces[i / 3][(i + 1) % 3];
        vertices += onSurface[a] == 0;
        onSurface[a] = 1;
        sortPair(&a, &b);
        edges[i][0] = a;
        edges[i][1] = b;
    }
    measure->badEdges = keepSingles(edges, count * 3, 2, &edgeCount, &measure->badEdges);
    measure->surfaceTriangles = count;
    measure->eulerCharacteristic = vertices - edgeCount + count;
    free(onSurface);
    free(edges);
    free(faces);
}

static Measure measureMesh(const gelTetMesh* mesh)
{
    Measure measure = {.smallestDihedral = 180, .leastDeterminant = HUGE_VAL};
    for (int i = 0; i < mesh->tetCount; i++)
        measureTet(mesh, i, &measure);
    measureSurface(mesh, &measure);
    return measure;
}

static void checkClosed(const Measure* measure, int eulerCharacteristic)
{
    CHECK(measure->leastDeterminant > 0, "%g", measure->leastDeterminant);
    CHECK_INT(measure->badFaces, 0);
    CHECK_INT(measure->badEdges, 0);
    CHECK_INT(measure->eulerCharacteristic, eulerCharacteristic);
}

static void checkSameBytes(const gelTetMesh* a, const gelTetMesh* b)
{
    CHECK_INT(a->vertexCount, b->vertexCount);
    CHECK_INT(a->tetCount, b->tetCount);
    if (a->vertexCount != b->vertexCount || a->tetCount != b->tetCount)
        return;
    CHECK(memcmp(a->positions, b->positions, (size_t)a->vertexCount * 3 * sizeof(float)) == 0,
          "positions differ");
    CHECK(memcmp(a->tets, b->tets, (size_t)a->tetCount * 4 * sizeof(int)) == 0, "tets differ");
}

static void checkEmpty(const gelTetMesh* mesh)
{
    CHECK_INT(mesh->vertexCount, 0);
    CHECK_INT(mesh->tetCount, 0);
    CHECK(mesh->positions == NULL && mesh->tets == NULL, "a mesh that was refused holds memory");
}

static void a_box_has_five_tets_a_cell_and_its_exact_volume(void)
{
    gelTetMesh mesh;
    CHECK_INT(gelCreateBoxMesh((gelVec3){2, 0.5f, 1}, 8, 3, 4, &mesh), gel_success);
    CHECK_INT(mesh.vertexCount, 9 * 4 * 5);
    CHECK_INT(mesh.tetCount, 8 * 3 * 4 * 5);
    Measure measure = measureMesh(&mesh);
    checkClosed(&measure, 2);
    CHECK_INT(measure.surfaceTriangles, 4 * (8 * 3 + 3 * 4 + 4 * 8));
    CHECK_CLOSE(measure.volume, 1, 1e-6, "thirds of 0.5 are rounded to float");
    gelDestroyTetMesh(&mesh);
}

static void a_box_is_centred_and_its_corners_are_where_they_were_asked_for(void)
{
    gelTetMesh mesh;
    CHECK_INT(gelCreateBoxMesh((gelVec3){1, 2, 3}, 1, 2, 3, &mesh), gel_success);
    const float first[3] = {-0.5f, -1, -1.5f}, last[3] = {0.5f, 1, 1.5f};
    CHECK(memcmp(mesh.positions, first, sizeof first) == 0, "first corner at %g", (double)mesh.positions[0]);
    CHECK(memcmp(mesh.positions + 3 * (mesh.vertexCount - 1), last, sizeof last) == 0, "last corner");
    for (int i = 0; i < mesh.vertexCount; i++)
        CHECK_INT(mesh.sourceVertices[i], i);
    gelDestroyTetMesh(&mesh);
}

static void cubic_cells_have_the_angles_of_the_five_tet_lattice(void)
{
    gelTetMesh mesh;
    CHECK_INT(gelCreateBoxMesh((gelVec3){1, 1, 1}, 2, 2, 2, &mesh), gel_success);
    Measure measure = measureMesh(&mesh);
    CHECK_CLOSE(measure.smallestDihedral, 54.735610317245346, 1e-9, "acos(1/sqrt 3); doubles");
    CHECK_CLOSE(measure.largestDihedral, 90, 1e-9, "doubles");
    gelDestroyTetMesh(&mesh);
}

static void boxes_out_of_range_are_refused_with_a_reason(void)
{
    gelTetMesh mesh;
    const gelVec3 one = {1, 1, 1};
    const gelVec3 sizes[] = {{NAN, 1, 1}, {1, INFINITY, 1}, {1, 1, 0},
                             {1, -1, 1},  {4e15f, 1, 1},    {1e-30f, 1, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        CHECK_INT(gelCreateBoxMesh(sizes[i], 1, 1, 1, &mesh), gel_invalidArgument);
        checkEmpty(&mesh);
    }
    const int cells[] = {0, -1, 1001, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        CHECK_INT(gelCreateBoxMesh(one, cells[i], 1, 1, &mesh), gel_invalidArgument);
        CHECK_INT(gelCreateBoxMesh(one, 1, cells[i], 1, &mesh), gel_invalidArgument);
        CHECK_INT(gelCreateBoxMesh(one, 1, 1, cells[i], &mesh), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), "along z, expected 1 to 1000");
    }
    CHECK_INT(gelCreateBoxMesh(one, 1000, 1000, 1000, &mesh), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "too many");
    checkEmpty(&mesh);
}

static void the_same_box_twice_has_the_same_bytes(void)
{
    gelTetMesh a, b;
    CHECK_INT(gelCreateBoxMesh((gelVec3){1, 0.3f, 0.7f}, 7, 3, 5, &a), gel_success);
    CHECK_INT(gelCreateBoxMesh((gelVec3){1, 0.3f, 0.7f}, 7, 3, 5, &b), gel_success);
    checkSameBytes(&a, &b);
    gelDestroyTetMesh(&a);
    gelDestroyTetMesh(&b);
}

static const double pi = 3.14159265358979323846;

static void checkAngles(const Measure* measure)
{
    CHECK(measure->smallestDihedral > 10, "smallest dihedral angle %g", measure->smallestDihedral);
    CHECK(measure->largestDihedral < 165, "largest dihedral angle %g", measure->largestDihedral);
}

// How many vertices of the surface are further than `tolerance` from where `distance` is 0. Which vertices lie on the
// surface is asked of the library here.
static int countOffSurface(const gelTetMesh* mesh, gelImplicitFunction* distance, void* context,
                           double tolerance)
{
    int *triangles, triangleCount, off = 0;
    CHECK_INT(gelExtractSurface(mesh, &triangles, &triangleCount), gel_success);
    for (int i = 0; i < triangleCount * 3; i++) {
        Vector p = vertexOf(mesh, triangles[i]);
        off += !(fabs(distance(context, p.x, p.y, p.z)) <= tolerance);
    }
    gelFree(triangles);
    return off;
}

static double ball(void* context, double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z) - *(const double*)context;
}

static void a_ball_is_closed_round_and_has_good_angles_at_any_size(void)
{
    for (int cells = 2; cells <= 16; cells++) {
        gelTetMesh mesh;
        double radius = 0.3f;
        CHECK_INT(gelCreateSphereMesh(0.3f, cells, &mesh), gel_success);
        Measure measure = measureMesh(&mesh);
        checkClosed(&measure, 2);
        checkAngles(&measure);
        CHECK_INT(countOffSurface(&mesh, ball, &radius, 1e-6 * radius), 0);
        double volume = 4 * pi / 3 * radius * radius * radius;
        CHECK_CLOSE(measure.volume / volume, 1, 1.5 / (cells * cells),
                    "flat triangles cut off an amount of second order; measured 0.9 to 1.46 / cells^2");
        gelDestroyTetMesh(&mesh);
    }
}

static double ringAroundY(void* context, double x, double y, double z)
{
    const double* radii = context;
    double fromRing = sqrt(x * x + z * z) - radii[0];
    return sqrt(fromRing * fromRing + y * y) - radii[1];
}

static void a_torus_has_one_hole_and_good_angles(void)
{
    for (int cells = 3; cells <= 9; cells += 2) {
        gelTetMesh mesh;
        double radii[2] = {0.5, 0.2f};
        CHECK_INT(gelCreateTorusMesh(0.5f, 0.2f, cells, &mesh), gel_success);
        Measure measure = measureMesh(&mesh);
        checkClosed(&measure, 0);
        checkAngles(&measure);
        CHECK_INT(countOffSurface(&mesh, ringAroundY, radii, 1e-6 * radii[0]), 0);
        double volume = 2 * pi * pi * radii[0] * radii[1] * radii[1];
        CHECK_CLOSE(measure.volume / volume, 1, 0.4 / (cells * cells),
                    "second order in the size of the cells; measured 0.33 to 0.35 / cells^2");
        gelDestroyTetMesh(&mesh);
    }
}

// Signs and cuts that no smooth surface has: the worst that a tet can meet.
static double noise(void* context, double x, double y, double z)
{
    const double position[3] = {x, y, z};
    uint64_t hash = *(const uint64_t*)context;
    for (int i = 0; i < 3; i++) {
        if (fabs(position[i]) > 0.9)
            return 1;
        hash = (hash ^ (uint64_t)(int64_t)floor(position[i] / 0.11)) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 33;
    }
    return (double)(hash >> 11) / 9007199254740992.0 - 0.5 + 0.3 * (x * y + z);
}

static void even_noise_is_filled_with_good_angles(void)
{
    for (uint64_t seed = 1; seed <= 10; seed++) {
        gelTetMesh mesh;
        CHECK_INT(gelCreateImplicitMesh(noise, &seed, (gelVec3){-1, -1, -1}, (gelVec3){1, 1, 1}, 0.1f, &mesh),
                  gel_success);
        CHECK(mesh.tetCount > 20000, "%d tets", mesh.tetCount);
        Measure measure = measureMesh(&mesh);
        CHECK(measure.leastDeterminant > 0, "%g", measure.leastDeterminant);
        CHECK_INT(measure.badFaces, 0);
        checkAngles(&measure);
        gelDestroyTetMesh(&mesh);
    }
}

static void round_shapes_are_the_same_bytes_every_time(void)
{
    gelTetMesh a, b;
    CHECK_INT(gelCreateSphereMesh(1, 9, &a), gel_success);
    CHECK_INT(gelCreateSphereMesh(1, 9, &b), gel_success);
    checkSameBytes(&a, &b);
    gelDestroyTetMesh(&a);
    gelDestroyTetMesh(&b);
    CHECK_INT(gelCreateTorusMesh(1, 0.4f, 5, &a), gel_success);
    CHECK_INT(gelCreateTorusMesh(1, 0.4f, 5, &b), gel_success);
    checkSameBytes(&a, &b);
    gelDestroyTetMesh(&a);
    gelDestroyTetMesh(&b);
}

static void round_shapes_out_of_range_are_refused_with_a_reason(void)
{
    gelTetMesh mesh;
    const float radii[] = {NAN, INFINITY, 0, -1};
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; i++) {
        CHECK_INT(gelCreateSphereMesh(radii[i], 4, &mesh), gel_invalidArgument);
        checkEmpty(&mesh);
        CHECK_INT(gelCreateTorusMesh(radii[i], 0.1f, 4, &mesh), gel_invalidArgument);
        checkEmpty(&mesh);
        CHECK_INT(gelCreateTorusMesh(1, radii[i], 4, &mesh), gel_invalidArgument);
        checkEmpty(&mesh);
    }
    CHECK_INT(gelCreateTorusMesh(1, 1, 4, &mesh), gel_invalidArgument);
    const int cells[] = {0, 1, -5, 201, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        CHECK_INT(gelCreateSphereMesh(1, cells[i], &mesh), gel_invalidArgument);
        CHECK_TEXT(gelLastError(), "expected 2 to 200");
        CHECK_INT(gelCreateTorusMesh(1, 0.1f, cells[i], &mesh), gel_invalidArgument);
        checkEmpty(&mesh);
    }
    CHECK_INT(gelCreateTorusMesh(1e9f, 1e-9f, 4, &mesh), gel_invalidArgument);
    checkEmpty(&mesh);
}

typedef struct Refusal {
    gelImplicitFunction* function;
    gelVec3 lower, upper;
    float cellSize;
    const char* reason;
} Refusal;

static double nothingInside(void* context, double x, double y, double z)
{
    (void)context, (void)x, (void)y, (void)z;
    return 1;
}

static double everythingInside(void* context, double x, double y, double z)
{
    return -nothingInside(context, x, y, z);
}

static double noNumberOnTheRight(void* context, double x, double y, double z)
{
    return x > 0.5 ? NAN : ball(context, x, y, z);
}

static void implicit_meshes_that_cannot_be_are_refused_with_a_reason(void)
{
    const gelVec3 low = {-1, -1, -1}, high = {1, 1, 1};
    const Refusal refusals[] = {
        {ball, low, high, NAN, "cellSize"},
        {ball, low, high, INFINITY, "cellSize"},
        {ball, low, high, 0, "cellSize"},
        {ball, low, high, -1, "cellSize"},
        {ball, low, high, 1e-3f, "too many"},
        {ball, low, high, 1e-30f, "from the origin"},
        {ball, high, low, 0.1f, "the box along x"},
        {ball, low, (gelVec3){1, NAN, 1}, 0.1f, "the box along y"},
        {ball, low, (gelVec3){1, 1, INFINITY}, 0.1f, "the box along z"},
        {ball, (gelVec3){1e6f, -1, -1}, (gelVec3){1e6f + 2, 1, 1}, 0.1f, "from the origin"},
        {ball, low, (gelVec3){1, 1, 0.3f}, 0.1f, "outside the box"},
        {everythingInside, low, high, 0.1f, "outside the box"},
        {nothingInside, low, high, 0.1f, "negative somewhere"},
        {noNumberOnTheRight, low, high, 0.1f, "not a number at (0."},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const Refusal* r = &refusals[i];
        gelTetMesh mesh;
        double radius = 0.8;
        CHECK_INT(gelCreateImplicitMesh(r->function, &radius, r->lower, r->upper, r->cellSize, &mesh),
                  gel_invalidArgument);
        CHECK_TEXT(gelLastError(), r->reason);
        checkEmpty(&mesh);
    }
}

static double infiniteSteps(void* context, double x, double y, double z)
{
    return ball(context, x, y, z) < 0 ? -HUGE_VAL : HUGE_VAL;
}

static void a_function_that_only_knows_inside_from_outside_is_enough(void)
{
    gelTetMesh mesh;
    double radius = 0.8;
    CHECK_INT(
        gelCreateImplicitMesh(infiniteSteps, &radius, (gelVec3){-1, -1, -1}, (gelVec3){1, 1, 1}, 0.2f, &mesh),
        gel_success);
    Measure measure = measureMesh(&mesh);
    checkClosed(&measure, 2);
    checkAngles(&measure);
    CHECK_INT(countOffSurface(&mesh, ball, &radius, 1e-6 * radius), 0);
    gelDestroyTetMesh(&mesh);
}

static void the_bears_stand_a_metre_tall_with_good_angles(void)
{
    const struct {
        const char* path;
        int fewestTets, mostTets;
    } bears[] = {{GEL_ASSETS "/meshes/bear.node", 1500, 2500},
                 {GEL_ASSETS "/meshes/bear_fine.node", 20000, 30000}};
    for (int i = 0; i < 2; i++) {
        gelTetMesh mesh;
        gelMeshRepair repair;
        CHECK_INT(gelLoadTetMesh(bears[i].path, &mesh, &repair), gel_success);
        CHECK_INT(repair.turnedTets + repair.zeroVolumeTets + repair.duplicateTets + repair.unusedVertices,
                  0);
        CHECK(mesh.tetCount >= bears[i].fewestTets && mesh.tetCount <= bears[i].mostTets, "%d tets",
              mesh.tetCount);
        Measure measure = measureMesh(&mesh);
        checkClosed(&measure, 2);
        checkAngles(&measure);
        double lowest = HUGE_VAL, highest = -HUGE_VAL;
        for (int v = 0; v < mesh.vertexCount; v++) {
            lowest = fmin(lowest, vertexOf(&mesh, v).y);
            highest = fmax(highest, vertexOf(&mesh, v).y);
        }
        CHECK_CLOSE(lowest, 0, 1e-6, "float");
        CHECK_CLOSE(highest, 1, 0.01, "no vertex need be at the very tip of an ear");
        gelDestroyTetMesh(&mesh);
    }
}

static int allocationsLeft;

static void* resizeUntilNoneIsLeft(void* block, size_t size)
{
    return allocationsLeft-- > 0 ? realloc(block, size) : NULL;
}

static void memory_that_runs_out_is_reported_and_nothing_leaks(void)
{
    gelTetMesh mesh;
    gelStatus status = gel_outOfMemory;
    int tries = 0;
    gelSetAllocator(resizeUntilNoneIsLeft, free);
    for (; tries < 1000 && status == gel_outOfMemory; tries++) {
        allocationsLeft = tries;
        status = gelCreateSphereMesh(1, 14, &mesh);
        if (status == gel_outOfMemory)
            checkEmpty(&mesh);
    }
    CHECK_INT(status, gel_success);
    CHECK(tries > 10, "only %d allocations", tries);
    gelDestroyTetMesh(&mesh);
    gelSetAllocator(NULL, NULL);
}

TESTS(TEST(a_box_has_five_tets_a_cell_and_its_exact_volume),
      TEST(a_box_is_centred_and_its_corners_are_where_they_were_asked_for),
      TEST(cubic_cells_have_the_angles_of_the_five_tet_lattice),
      TEST(boxes_out_of_range_are_refused_with_a_reason), TEST(the_same_box_twice_has_the_same_bytes),
      TEST(a_ball_is_closed_round_and_has_good_angles_at_any_size),
      TEST(a_torus_has_one_hole_and_good_angles), TEST(even_noise_is_filled_with_good_angles),
      TEST(round_shapes_are_the_same_bytes_every_time),
      TEST(round_shapes_out_of_range_are_refused_with_a_reason),
      TEST(implicit_meshes_that_cannot_be_are_refused_with_a_reason),
      TEST(a_function_that_only_knows_inside_from_outside_is_enough),
      TEST(the_bears_stand_a_metre_tall_with_good_angles),
      TEST(memory_that_runs_out_is_reported_and_nothing_leaks))
