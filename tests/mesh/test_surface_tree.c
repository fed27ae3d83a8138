// The tree over a surface, against closed forms and against testing every triangle.
#include "mesh/surface_shapes.h"
#include "surface/tree.h"
#include "base/triangle.h"

static Soup soup;
static const float origin[3] = {0, 0, 0}, one[3] = {1, 1, 1}, minusOne[3] = {-1, -1, -1};

static void startBox(void)
{
    soup.count = 0;
    addBox(&soup, minusOne, one);
}

static void startSphere(int rings)
{
    soup.count = 0;
    addSphere(&soup, origin, 1, rings);
}

static gelSurfaceTree treeOf(const gelSurfaceMesh* surface)
{
    gelSurfaceTree tree;
    if (gelCreateSurfaceTree(surface, &tree) != gel_success)
        abort();
    return tree;
}

static double windingAt(const gelSurfaceTree* tree, double x, double y, double z)
{
    return gelSurfaceTree_Winding(tree, (const double[3]){x, y, z});
}

static uint32_t randomState;

// Draws the same numbers with every C library.
static uint32_t drawNumber(void)
{
    randomState = randomState * 1664525u + 1013904223u;
    return randomState >> 8;
}

static double drawOne(void)
{
    return drawNumber() / 16777215.0;
}

static void drawPoint(double scale, double point[3])
{
    for (int k = 0; k < 3; k++)
        point[k] = scale * (2 * drawOne() - 1);
}

static void the_winding_number_is_1_inside_a_box_and_0_outside(void)
{
    startBox();
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelSurfaceTree tree = treeOf(&surface);
    CHECK_CLOSE(windingAt(&tree, 0, 0, 0), 1, 1e-12, "rounding: too near for dipoles");
    CHECK_CLOSE(windingAt(&tree, 0.999, -0.999, 0.9), 1, 1e-12, "rounding");
    CHECK_CLOSE(windingAt(&tree, 1.001, 0, 0), 0, 1e-12, "rounding");
    CHECK_CLOSE(windingAt(&tree, 9, 9, 9), 0, 1e-12, "the area vectors of a closed surface add up to 0");
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceMesh(&surface);
}

static void a_surface_inside_out_winds_the_other_way_round(void)
{
    startBox();
    gelSurfaceMesh surface = surfaceOf(&soup);
    for (int t = 0; t < surface.triangleCount; t++) { // making a surface would turn it outwards
        int kept = surface.triangles[3 * t];
        surface.triangles[3 * t] = surface.triangles[3 * t + 1];
        surface.triangles[3 * t + 1] = kept;
    }
    gelSurfaceTree tree = treeOf(&surface);
    CHECK_CLOSE(windingAt(&tree, 0.1, 0.2, 0.3), -1, 1e-12, "rounding");
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceMesh(&surface);
}

// Dipoles at an acceptance of 2: an error of some hundredths where many patches bend the same way.
static const double dipoleError = 0.06;

static void a_sphere_winds_once_round_what_is_inside(void)
{
    startSphere(60);
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelSurfaceTree tree = treeOf(&surface);
    randomState = 1;
    double worst = 0;
    for (int i = 0; i < 2000; i++) {
        double point[3];
        drawPoint(1.5, point);
        double distance = sqrt(gelDot3(point, point));
        if (fabs(distance - 1) < 0.01) // between the sphere and its chords
            continue;
        worst = fmax(worst, fabs(gelSurfaceTree_Winding(&tree, point) - (distance < 1)));
    }
    CHECK_CLOSE(worst, 0, dipoleError, "dipoles");
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceMesh(&surface);
}

static void dipoles_are_near_the_sum_over_all_triangles_also_of_a_surface_with_holes(void)
{
    startSphere(40);
    randomState = 2;
    int kept = 0;
    for (int t = 0; t < soup.count; t++)
        if (drawOne() < 0.5)
            memmove(soup.corners[kept++], soup.corners[t], sizeof soup.corners[0]);
    soup.count = kept;
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelSurfaceTree tree = treeOf(&surface);
    double worst = 0, middle = 0;
    for (int i = 0; i < 1000; i++) {
        double point[3], sum = 0;
        drawPoint(1.5, point);
        for (int t = 0; t < tree.triangleCount; t++)
            sum += gelTriangleWinding((const double(*)[3])tree.corners[t].corners, point);
        worst = fmax(worst, fabs(gelSurfaceTree_Winding(&tree, point) - sum));
    }
    middle = windingAt(&tree, 0, 0, 0);
    CHECK_CLOSE(worst, 0, dipoleError, "dipoles");
    CHECK_CLOSE(middle, 0.5, 0.05, "half of the triangles, drawn at random");
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceMesh(&surface);
}

static void half_a_sphere_winds_half_round_its_centre(void)
{
    startSphere(40);
    int kept = 0;
    for (int t = 0; t < soup.count; t++)
        if (soup.corners[t][0][2] + soup.corners[t][1][2] + soup.corners[t][2][2] > 0)
            memmove(soup.corners[kept++], soup.corners[t], sizeof soup.corners[0]);
    CHECK_INT(2 * kept, soup.count);
    soup.count = kept;
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelSurfaceTree tree = treeOf(&surface);
    CHECK_CLOSE(windingAt(&tree, 0, 0, 0), 0.5, dipoleError, "dipoles");
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceMesh(&surface);
}

static void duplicates_and_overlaps_count_as_often_as_they_are_there(void)
{
    startBox();
    addBox(&soup, minusOne, one);
    addBox(&soup, origin, (const float[3]){2, 2, 2});
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelSurfaceTree tree = treeOf(&surface);
    CHECK_CLOSE(windingAt(&tree, -0.5, -0.5, -0.5), 2, dipoleError, "dipoles");
    CHECK_CLOSE(windingAt(&tree, 0.5, 0.6, 0.7), 3, dipoleError, "dipoles");
    CHECK_CLOSE(windingAt(&tree, 1.5, 1.6, 1.7), 1, dipoleError, "dipoles");
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceMesh(&surface);
}

static void the_nearest_place_of_a_box_is_known(void)
{
    static const double cases[][2][3] = {{{3, 0.25, 0.5}, {1, 0.25, 0.5}},
                                         {{3, 3, 0.5}, {1, 1, 0.5}},
                                         {{-2, -3, 4}, {-1, -1, 1}},
                                         {{0.75, 0.1, -0.3}, {1, 0.1, -0.3}},
                                         {{0.2, -1.0, 0.1}, {0.2, -1.0, 0.1}}};
    startBox();
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelSurfaceTree tree = treeOf(&surface);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double off[3];
        gelSurfacePlace place = gelSurfaceTree_Nearest(&tree, cases[i][0]);
        gelSubtract3(cases[i][0], cases[i][1], off);
        CHECK_CLOSE(place.distance, sqrt(gelDot3(off, off)), 1e-12, "rounding");
        for (int k = 0; k < 3; k++)
            CHECK_CLOSE(place.point[k], cases[i][1][k], 1e-12, "rounding");
        CHECK(place.triangle >= 0 && place.triangle < 12, "triangle %d", place.triangle);
    }
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceMesh(&surface);
}

static void the_nearest_place_is_that_of_asking_every_triangle(void)
{
    startSphere(20);
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelSurfaceTree tree = treeOf(&surface);
    randomState = 3;
    for (int i = 0; i < 500; i++) {
        double point[3], place[3], min = INFINITY;
        drawPoint(2, point);
        for (int t = 0; t < tree.triangleCount; t++)
            min = fmin(min, gelNearestOnTriangle((const double(*)[3])tree.corners[t].corners, point, place));
        gelSurfacePlace found = gelSurfaceTree_Nearest(&tree, point);
        CHECK(found.distance == sqrt(min), "%g, not %g", found.distance, sqrt(min));
        gelSubtract3(found.point, point, place);
        CHECK_CLOSE(sqrt(gelDot3(place, place)), found.distance, 1e-12, "rounding");
        CHECK_INT(gelSurfaceTree_NearestWithin(&tree, point, found.distance * 1.01).triangle, found.triangle);
        CHECK_INT(gelSurfaceTree_NearestWithin(&tree, point, found.distance * 0.99).triangle, -1);
    }
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceMesh(&surface);
}

// Every second ray starts beyond the first triangle that it meets.
static void a_ray_meets_what_it_meets_when_asking_every_triangle(void)
{
    int metCount = 0;
    startSphere(20);
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelSurfaceTree tree = treeOf(&surface);
    randomState = 5;
    for (int i = 0; i < 1000; i++) {
        double start[3], direction[3], expected = INFINITY, min = 0.0;
        drawPoint(2, start);
        drawPoint(1, direction);
        direction[i % 3] = i % 5 == 0 ? 0.0 : direction[i % 3];
        if (i % 2 == 0)
            min = gelSurfaceTree_CastRay(&tree, start, direction, 0.0) + 1e-9;
        for (int t = 0; t < tree.triangleCount; t++) {
            double met = gelMeetRay((const double(*)[3])tree.corners[t].corners, start, direction);
            expected = met >= min ? fmin(expected, met) : expected;
        }
        double found = gelSurfaceTree_CastRay(&tree, start, direction, min);
        CHECK(found == expected, "%g, not %g", found, expected);
        metCount += isfinite(found);
    }
    CHECK(metCount > 100 && metCount < 900, "%d rays meet the ball", metCount);
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceMesh(&surface);
}

// From a box's middle to its edges and corners, where its triangles meet.
static void no_ray_slips_between_triangles(void)
{
    startBox();
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelSurfaceTree tree = treeOf(&surface);
    for (int i = 0; i < 125; i++) {
        const double start[3] = {0.0},
                     direction[3] = {i % 5 * 0.5 - 1.0, i / 5 % 5 * 0.5 - 1.0, i / 25 * 0.5 - 1.0};
        double max = fmax(fabs(direction[0]), fmax(fabs(direction[1]), fabs(direction[2])));
        double met = gelSurfaceTree_CastRay(&tree, start, direction, 0.0);
        if (max > 0.0)
            CHECK_CLOSE(met, 1.0 / max, 1e-12, "rounding; the box has sides of 2 m");
        else
            CHECK(isinf(met), "a ray that goes nowhere meets something at %g", met);
    }
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceMesh(&surface);
}

static void answers_do_not_depend_on_the_order_of_the_triangles(void)
{
    startSphere(20);
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelSurfaceTree tree = treeOf(&surface);
    randomState = 4;
    for (int t = soup.count - 1; t > 0; t--) {
        int other = (int)(drawNumber() % (uint32_t)(t + 1)), turn = (int)(drawNumber() % 3);
        float kept[3][3];
        memcpy(kept, soup.corners[t], sizeof kept);
        for (int i = 0; i < 3; i++)
            memcpy(soup.corners[t][i], soup.corners[other][i], sizeof kept[0]);
        for (int i = 0; i < 3; i++)
            memcpy(soup.corners[other][i], kept[(i + turn) % 3], sizeof kept[0]);
    }
    gelSurfaceMesh shuffled = surfaceOf(&soup);
    gelSurfaceTree otherTree = treeOf(&shuffled);
    for (int i = 0; i < 1000; i++) {
        double point[3];
        drawPoint(1.5, point);
        double a = gelSurfaceTree_Winding(&tree, point), b = gelSurfaceTree_Winding(&otherTree, point);
        CHECK(a == b, "%.17g in one order, %.17g in another", a, b);
        gelSurfacePlace near = gelSurfaceTree_Nearest(&tree, point);
        gelSurfacePlace otherNear = gelSurfaceTree_Nearest(&otherTree, point);
        CHECK(memcmp(near.point, otherNear.point, sizeof near.point) == 0, "%g and %g", near.distance,
              otherNear.distance);
    }
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceTree(&otherTree);
    gelDestroySurfaceMesh(&surface);
    gelDestroySurfaceMesh(&shuffled);
}

typedef struct Count {
    int visits;
    bool met[soupCapacity];
} Count;

static void countVisit(void* context, int item)
{
    Count* count = context;
    count->visits++;
    count->met[item] = true;
}

static void a_box_meets_the_triangles_whose_box_meets_it(void)
{
    static Count count;
    startSphere(20);
    gelSurfaceMesh surface = surfaceOf(&soup);
    gelSurfaceTree tree = treeOf(&surface);
    randomState = 5;
    for (int i = 0; i < 200; i++) {
        double a[3], b[3];
        int expected = 0, wrong = 0;
        drawPoint(1.2, a);
        drawPoint(1.2, b);
        gelBox box = gelEmptyBox();
        gelBox_Widen(&box, a, a);
        gelBox_Widen(&box, b, b);
        count = (Count){0};
        gelBoxTree_VisitMeeting(&tree.boxes, &box, countVisit, &count);
        for (int t = 0; t < tree.triangleCount; t++) {
            bool meets = gelBoxesMeet(&tree.boxes.boxes[t], &box);
            expected += meets;
            wrong += meets != count.met[t];
        }
        CHECK_INT(count.visits, expected);
        CHECK_INT(wrong, 0);
    }
    gelDestroySurfaceTree(&tree);
    gelDestroySurfaceMesh(&surface);
}

static void triangles_that_meet_are_told_from_those_that_do_not(void)
{
    static const double flat[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    static const struct {
        const char* what;
        double other[3][3];
        int meeting;
    } cases[] = {
        {"apart", {{0, 0, 1}, {4, 0, 1}, {0, 4, 1}}, 0},
        {"its edge through the first", {{1, 1, -1}, {1, 1, 1}, {1.25, 1.25, 0.5}}, 1},
        {"each an edge through the other", {{1, 1, -1}, {1, 1, 1}, {9, 9, 5}}, 3},
        {"an edge of the first through it", {{2, -1, -1}, {2, -1, 1}, {2, 9, 0}}, 2},
        {"the same, not reaching as far", {{2, -1, -1}, {2, -1, 1}, {2, 1, 0}}, 2},
        {"touching with a corner", {{1, 1, 0}, {1, 1, 1}, {2, 2, 1}}, 0},
        {"touching with an edge", {{1, 1, 0}, {2, 1, 0}, {1, 1, 1}}, 0},
        {"in its plane, within", {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}, 4},
        {"in its plane, outside", {{5, 5, 0}, {6, 5, 0}, {5, 6, 0}}, 0},
        {"in its plane, side by side", {{4, 0, 0}, {0, 4, 0}, {4, 4, 0}}, 0},
        {"folded over on an edge", {{0, 0, 0}, {4, 0, 0}, {1, 1, 0}}, 4},
        {"on the same edge, upright", {{0, 0, 0}, {4, 0, 0}, {1, 1, 1}}, 0},
        {"at the same corner, through it", {{0, 0, 0}, {1, 2, -1}, {2, 1, 1}}, 1},
        {"at the same corner, beside it", {{0, 0, 0}, {-1, -2, -1}, {-2, -1, 1}}, 0},
        {"an edge across an edge", {{2, 0, -1}, {2, 0, 1}, {2, -9, 0}}, 3},
        {"through a corner of the first", {{4, 0, -1}, {4, 0, 1}, {9, 0, 0}}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int found = gelMeetTriangles(flat, cases[i].other), back = gelMeetTriangles(cases[i].other, flat);
        int turned = (found & 4) | (found & 1) << 1 | (found & 2) >> 1;
        CHECK(found == cases[i].meeting, "%s: %d, not %d", cases[i].what, found, cases[i].meeting);
        CHECK(back == turned, "%s, the other way round: %d, not %d", cases[i].what, back, turned);
    }
}

TESTS(TEST(the_winding_number_is_1_inside_a_box_and_0_outside),
      TEST(a_surface_inside_out_winds_the_other_way_round), TEST(a_sphere_winds_once_round_what_is_inside),
      TEST(dipoles_are_near_the_sum_over_all_triangles_also_of_a_surface_with_holes),
      TEST(half_a_sphere_winds_half_round_its_centre),
      TEST(duplicates_and_overlaps_count_as_often_as_they_are_there),
      TEST(the_nearest_place_of_a_box_is_known), TEST(the_nearest_place_is_that_of_asking_every_triangle),
      TEST(a_ray_meets_what_it_meets_when_asking_every_triangle), TEST(no_ray_slips_between_triangles),
      TEST(answers_do_not_depend_on_the_order_of_the_triangles),
      TEST(a_box_meets_the_triangles_whose_box_meets_it),
      TEST(triangles_that_meet_are_told_from_those_that_do_not))
