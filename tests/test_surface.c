// Surfaces from arrays and files.
#include "files.h"
#include "gel/surface.h"

#define CUBE_CORNERS                                                                                         \
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"                               \
    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"

static double volumeOf(const gelSurfaceMesh* surface)
{
    double volume = 0;
    for (int t = 0; t < surface->triangleCount; t++) {
        double p[3][3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                p[i][k] = (double)surface->positions[3 * surface->triangles[3 * t + i] + k];
        volume += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
                  p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
                  p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
    return volume / 6;
}

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
    CHECK_CLOSE(volumeOf(&surface), 1.0 / 6, 1e-7, "turned outwards; rounding");
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
    gelVec3 least = {INFINITY, INFINITY, INFINITY};
    for (int v = 0; v < surface.vertexCount; v++) {
        const float* p = &surface.positions[3 * v];
        least = (gelVec3){fminf(least.x, p[0]), fminf(least.y, p[1]), fminf(least.z, p[2])};
    }
    CHECK_INT(surface.vertexCount, 8);
    CHECK_INT(surface.triangleCount, 12);
    CHECK_CLOSE(volumeOf(&surface), 1, 1e-6, "rounding");
    CHECK(least.x == lower.x && least.y == lower.y && least.z == lower.z, "%s begins at %g, %g, %g", path,
          (double)least.x, (double)least.y, (double)least.z);
    gelDestroySurfaceMesh(&surface);
}

// Inside out, too, with lines beside it and in two parts.
static void a_cube_is_read_in_several_formats(void)
{
    if (!GEL_HAS_ASSIMP)
        SKIP("built without assimp");
    writeText(GEL_SCRATCH "/cube.obj", CUBE_CORNERS);
    checkCube(GEL_SCRATCH "/cube.obj", (gelVec3){0, 0, 0});
    writeText(GEL_SCRATCH "/cube_inside_out.obj",
              "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nv 7 7 7\nl 1 9\n"
              "f 1 2 3 4\nf 8 7 6 5\nf 5 6 2 1\nf 6 7 3 2\ng part\nf 7 8 4 3\nf 8 5 1 4\n");
    checkCube(GEL_SCRATCH "/cube_inside_out.obj", (gelVec3){0, 0, 0});
    writeText(GEL_SCRATCH "/cube.off", "OFF\n8 6 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n"
                                       "4 3 2 1 0\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n");
    checkCube(GEL_SCRATCH "/cube.off", (gelVec3){0, 0, 0});
    writeText(
        GEL_SCRATCH "/cube.ply",
        "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 6\nproperty list uchar int vertex_indices\nend_header\n"
        "0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n"
        "4 3 2 1 0\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n");
    checkCube(GEL_SCRATCH "/cube.ply", (gelVec3){0, 0, 0});
}

static void a_gltf_node_places_its_part(void)
{
    if (!GEL_HAS_ASSIMP)
        SKIP("built without assimp");
    // The triangle (0, 0, 0), (1, 0, 0), (0, 1, 0) as nine floats, at two nodes.
    writeText(GEL_SCRATCH "/two.gltf",
              "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],"
              "\"nodes\":[{\"mesh\":0},{\"mesh\":0,\"translation\":[5,0,0],\"scale\":[2,2,2]}],"
              "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
              "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\","
              "\"min\":[0,0,0],\"max\":[1,1,0]}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
              "\"buffers\":[{\"byteLength\":36,\"uri\":\"data:application/octet-stream;base64,"
              "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}]}");
    gelSurfaceMesh surface;
    CHECK(gelLoadSurfaceMesh(GEL_SCRATCH "/two.gltf", &surface, NULL) == gel_success, "%s", gelLastError());
    CHECK_INT(surface.vertexCount, 6);
    CHECK_INT(surface.triangleCount, 2);
    float largest = 0;
    for (int i = 0; i < 3 * surface.vertexCount; i++)
        largest = fmaxf(largest, surface.positions[i]);
    CHECK(largest == 7.0f, "the furthest coordinate is %g", (double)largest);
    gelDestroySurfaceMesh(&surface);
}

static void files_without_a_surface_are_refused_with_their_name(void)
{
    static const struct {
        const char *file, *content, *part;
        gelStatus status;
    } cases[] = {{"/no_such.obj", NULL, "cannot be opened", gel_fileError},
                 {"/empty.obj", "", "empty", gel_formatError},
                 {"/lines.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\n", "", gel_formatError},
                 {"/nonsense.ply", "ply\nformat nonsense\n", "end_header", gel_formatError},
                 {"/unknown.qqq", "nothing", "ending '.qqq'", gel_unsupported}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char path[1024];
        gelSurfaceMesh surface;
        snprintf(path, sizeof path, GEL_SCRATCH "%s", cases[i].file);
        remove(path);
        if (cases[i].content != NULL)
            writeText(path, cases[i].content);
        gelStatus status = gelLoadSurfaceMesh(path, &surface, NULL);
        if (!GEL_HAS_ASSIMP && i > 1) {
            CHECK_INT(status, gel_unsupported);
            CHECK_TEXT(gelLastError(), "libassimp-dev");
        } else {
            CHECK(status == cases[i].status, "%s gives %d: %s", path, (int)status, gelLastError());
            CHECK_TEXT(gelLastError(), cases[i].part);
        }
        CHECK_TEXT(gelLastError(), cases[i].file);
    }
}

TESTS(TEST(equal_places_become_one_vertex_and_what_is_left_over_is_dropped),
      TEST(arrays_that_are_no_surface_are_refused), TEST(a_cube_is_read_in_several_formats),
      TEST(a_gltf_node_places_its_part), TEST(files_without_a_surface_are_refused_with_their_name))
