// Surfaces from arrays: welding, dropping and orienting.
#include "mesh/surface_fixtures.h"

#define CUBE_CORNERS                                                                                         \
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"                               \
    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"

static void equal_places_become_one_vertex_and_what_is_left_over_is_dropped(void)
{
    static const float positions[7][3] = {{9, 9, 9},         {0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                          {-0.0f, 0, -0.0f}, {0, 0, 1}, {1, 0, 0}};
    static const int triangles[5][3] = {{1, 2, 3}, {4, 5, 6}, {1, 3, 5}, {2, 5, 3}, {1, 4, 5}};
    static const int expected[7] = {-1, 0, 1, 2, 0, 3, 1};
    gelSurfaceMesh surface;
    gelSurfaceRepair repair;
    CHECK_INT(gelCreateSurfaceMesh(positions[0], 7, triangles[0], 5, &surface, &repair), gel_success);
    CHECK_INT(surface.vertexCount, 4);
    CHECK_INT(surface.triangleCount, 4);
    CHECK_INT(surface.originalCount, 7);
    for (int i = 0; i < 7; i++)
        CHECK_INT(surface.originals[i], expected[i]);
    CHECK_INT(surface.partCount, 1);
    CHECK(strcmp(surface.partNames[0], "") == 0, "it is called %s", surface.partNames[0]);
    for (int i = 0; i < 4; i++)
        CHECK_INT(surface.parts[i], 0);
    CHECK(surface.cornerNormals == NULL && surface.cornerUvs == NULL, "arrays have no normals");
    CHECK_INT(repair.weldedVertices, 2);
    CHECK_INT(repair.unusedVertices, 1);
    CHECK_INT(repair.degenerateTriangles, 1);
    CHECK_INT(repair.turnedTriangles, 4);
    CHECK_CLOSE(enclosedBy(&surface), 1.0 / 6, 1e-7, "turned outwards; rounding");
    gelDestroySurfaceMesh(&surface);
}

static void arrays_that_are_no_surface_are_refused(void)
{
    static const float good[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const float bad[3][3] = {{0, 0, 0}, {1, NAN, 0}, {0, 1, 0}};
    static const int triangle[3] = {0, 1, 2}, beyond[3] = {0, 1, 3}, twice[3] = {0, 1, 1};
    gelSurfaceMesh surface;
    CHECK_INT(gelCreateSurfaceMesh(bad[0], 3, triangle, 1, &surface, NULL), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "vertex 1");
    CHECK_INT(gelCreateSurfaceMesh(good[0], 3, beyond, 1, &surface, NULL), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "found 3");
    CHECK_INT(gelCreateSurfaceMesh(good[0], 3, twice, 1, &surface, NULL), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "found none");
    CHECK(surface.positions == NULL && surface.triangles == NULL, "something is left");
}

static void checkCube(const char* path, gelVec3 lower)
{
    gelSurfaceMesh surface;
    gelStatus status = gelLoadSurfaceMesh(path, &surface, NULL);
    CHECK(status == gel_success, "%s: %s", path, gelLastError());
    if (status != gel_success)
        return;
    gelVec3 min = {INFINITY, INFINITY, INFINITY};
    for (int v = 0; v < surface.vertexCount; v++) {
        const float* p = &surface.positions[3 * v];
        min = (gelVec3){fminf(min.x, p[0]), fminf(min.y, p[1]), fminf(min.z, p[2])};
    }
    CHECK_INT(surface.vertexCount, 8);
    CHECK_INT(surface.triangleCount, 12);
    CHECK_CLOSE(enclosedBy(&surface), 1, 1e-6, "rounding");
    CHECK(min.x == lower.x && min.y == lower.y && min.z == lower.z, "%s begins at %g, %g, %g", path,
          (double)min.x, (double)min.y, (double)min.z);
    gelDestroySurfaceMesh(&surface);
}

static void a_cube_is_the_same_inside_out_and_in_parts(void)
{
    writeText(GEL_SCRATCH "/cube.obj", CUBE_CORNERS);
    checkCube(GEL_SCRATCH "/cube.obj", (gelVec3){0, 0, 0});
    writeText(GEL_SCRATCH "/cube_inside_out.obj",
              "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nv 7 7 7\nl 1 9\n"
              "f 1 2 3 4\nf 8 7 6 5\nf 5 6 2 1\nf 6 7 3 2\ng part\nf 7 8 4 3\nf 8 5 1 4\n");
    checkCube(GEL_SCRATCH "/cube_inside_out.obj", (gelVec3){0, 0, 0});
}

TESTS(TEST(equal_places_become_one_vertex_and_what_is_left_over_is_dropped),
      TEST(arrays_that_are_no_surface_are_refused), TEST(a_cube_is_the_same_inside_out_and_in_parts))
