// Corners of a surface share normals as its file says, otherwise by angle.
#include "support/files.h"
#include "gel/gel.h"

#define CUBE                                                                                                 \
    "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"                   \
    "vn 0 0 -1\nvn 0 0 1\nvn 0 -1 0\nvn 1 0 0\nvn 0 1 0\nvn -1 0 0\n"
#define FLAT_FACES                                                                                           \
    "f 1//1 4//1 3//1 2//1\nf 5//2 6//2 7//2 8//2\nf 1//3 2//3 6//3 5//3\nf 2//4 3//4 7//4 6//4\n"           \
    "f 3//5 4//5 8//5 7//5\nf 4//6 1//6 5//6 8//6\n"

// A surface with its groups, each as expected.
typedef struct Grouped {
    gelSurfaceMesh surface;
    gelCornerGroups groups;
} Grouped;

static void checkGroups(const Grouped* grouped)
{
    const gelCornerGroups* groups = &grouped->groups;
    int wrong = 0, listed = 0, corners = 3 * grouped->surface.triangleCount;
    CHECK_INT(groups->triangleCount, grouped->surface.triangleCount);
    CHECK_INT(groups->firsts[groups->groupCount], corners);
    for (int i = 0; i < corners; i++) {
        int group = groups->groupsOf[i];
        wrong += group < 0 || group >= groups->groupCount ||
                 groups->vertices[group] != grouped->surface.triangles[i];
    }
    for (int g = 0; g < groups->groupCount; g++)
        for (int i = groups->firsts[g]; i < groups->firsts[g + 1]; i++) {
            const int* of = &groups->groupsOf[3 * groups->around[i]];
            listed += of[0] == g || of[1] == g || of[2] == g;
        }
    CHECK_INT(wrong, 0);
    CHECK_INT(listed, corners);
}

static Grouped groupText(const char* text)
{
    Grouped grouped = {0};
    writeText(GEL_SCRATCH "/corners.obj", text);
    CHECK(gelLoadSurfaceMesh(GEL_SCRATCH "/corners.obj", &grouped.surface, NULL) == gel_success, "%s",
          gelLastError());
    CHECK_INT(gelGroupCorners(&grouped.surface, &grouped.groups), gel_success);
    checkGroups(&grouped);
    return grouped;
}

static void destroy(Grouped* grouped)
{
    gelDestroyCornerGroups(&grouped->groups);
    gelDestroySurfaceMesh(&grouped->surface);
}

static int countGroups(const char* text)
{
    Grouped grouped = groupText(text);
    int count = grouped.groups.groupCount;
    destroy(&grouped);
    return count;
}

static void a_cube_is_smooth_or_hard_as_its_file_says(void)
{
    CHECK_INT(countGroups(CUBE FLAT_FACES), 24);
    CHECK_INT(countGroups(CUBE "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"), 24);
    CHECK_INT(countGroups("vn -1 -1 -1\nvn 1 -1 -1\nvn 1 1 -1\nvn -1 1 -1\nvn -1 -1 1\nvn 1 -1 1\nvn 1 1 1\n"
                          "vn -1 1 1\n" CUBE
                          "f 1//1 4//4 3//3 2//2\nf 5//5 6//6 7//7 8//8\nf 1//1 2//2 6//6 5//5\n"
                          "f 2//2 3//3 7//7 6//6\nf 3//3 4//4 8//8 7//7\nf 4//4 1//1 5//5 8//8\n"),
              8);
}

// A roof of two rectangles that turn by 10 degrees.
#define ROOF "v 0 0 -1\nv 0 0 1\nv 1 -0.0875 -1\nv 1 -0.0875 1\nv -1 -0.0875 -1\nv -1 -0.0875 1\n"
static void an_edge_that_the_file_marks_is_kept_however_blunt(void)
{
    CHECK_INT(countGroups(ROOF "f 1 2 4 3\nf 2 1 5 6\n"), 6);
    CHECK_INT(countGroups(ROOF "vn 0 1 0\nf 1//1 2//1 4//1 3//1\nf 2//1 1//1 5//1 6//1\n"), 6);
    CHECK_INT(countGroups(ROOF "vn 0.0872 0.9962 0\nvn -0.0872 0.9962 0\n"
                               "f 1//1 2//1 4//1 3//1\nf 2//2 1//2 5//2 6//2\n"),
              8);
    // One end of the edge alone, and normals of three digits.
    CHECK_INT(countGroups(ROOF "vn 0.087 0.996 0\nvn -0.087 0.996 0\nvn 0.001 1 0\nvn 0 1 0.001\n"
                               "f 1//1 2//3 4//1 3//1\nf 2//4 1//2 5//2 6//2\n"),
              7);
    // Corners without a normal: by angle.
    CHECK_INT(countGroups(ROOF "vn 0.0872 0.9962 0\nf 1//1 2//1 4//1 3//1\nf 2 1 5 6\n"), 6);
}

static void a_bar_of_six_sides_keeps_its_edges_and_a_coarse_ball_is_round(void)
{
    char text[2048] = "";
    for (int i = 0; i < 12; i++) { // turned by degrees of which no cosine is exact
        double turn = (i / 2 * 60 + 7) * acos(-1.0) / 180;
        snprintf(text + strlen(text), sizeof text - strlen(text), "v %.7f %d %.7f\n", cos(turn), i % 2,
                 sin(turn));
    }
    for (int i = 0; i < 6; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "f %d %d %d %d\n", 2 * i + 1, 2 * i + 2,
                 (2 * i + 3) % 12 + 1, (2 * i + 2) % 12 + 1);
    CHECK_INT(countGroups(text), 24);
    gelTetMesh mesh;
    Grouped ball = {0};
    CHECK_INT(gelCreateSphereMesh(1, 6, &mesh), gel_success);
    ball.surface = (gelSurfaceMesh){.vertexCount = mesh.vertexCount, .positions = mesh.positions};
    CHECK_INT(gelExtractSurface(&mesh, &ball.surface.triangles, &ball.surface.triangleCount), gel_success);
    CHECK_INT(gelGroupCorners(&ball.surface, &ball.groups), gel_success);
    checkGroups(&ball);
    CHECK_INT(ball.groups.groupCount, ball.surface.triangleCount / 2 + 2); // Euler: its vertices
    gelFree(ball.surface.triangles);
    gelDestroyCornerGroups(&ball.groups);
    gelDestroyTetMesh(&mesh);
}

// Front and back would cancel out.
static void the_sides_of_a_sheet_are_told_apart_where_they_have_one_normal(void)
{
    CHECK_INT(countGroups("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvn 0 0 1\n"
                          "f 1//1 2//1 3//1\nf 1//1 3//1 4//1\nf 2//1 1//1 3//1\nf 3//1 1//1 4//1\n"),
              8);
}

static void a_fan_may_have_any_number_of_triangles(void)
{
    enum { rim = 1000 };
    static float positions[rim + 1][3];
    static int triangles[rim][3];
    positions[0][1] = 0.1f;
    for (int i = 0; i < rim; i++) {
        double turn = 2 * acos(-1.0) * i / rim;
        positions[i + 1][0] = (float)cos(turn);
        positions[i + 1][2] = (float)sin(turn);
        memcpy(triangles[i], ((const int[]){0, (i + 1) % rim + 1, i + 1}), sizeof triangles[i]);
    }
    Grouped fan = {0};
    CHECK_INT(gelCreateSurfaceMesh(positions[0], rim + 1, triangles[0], rim, &fan.surface, NULL),
              gel_success);
    CHECK_INT(gelGroupCorners(&fan.surface, &fan.groups), gel_success);
    checkGroups(&fan);
    CHECK_INT(fan.groups.groupCount, rim + 4); // the middle one in four
    destroy(&fan);
}

TESTS(TEST(a_cube_is_smooth_or_hard_as_its_file_says),
      TEST(an_edge_that_the_file_marks_is_kept_however_blunt),
      TEST(a_bar_of_six_sides_keeps_its_edges_and_a_coarse_ball_is_round),
      TEST(the_sides_of_a_sheet_are_told_apart_where_they_have_one_normal),
      TEST(a_fan_may_have_any_number_of_triangles))
