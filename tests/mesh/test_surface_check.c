// The doctor: each defect planted in a clean surface and counted, and public surfaces with known defects.
#include "mesh/surface_shapes.h"

#include "gel/surface_check.h"

static Soup soup;
static const float origin[3] = {0, 0, 0}, one[3] = {1, 1, 1}, two[3] = {2, 2, 2}, far[3] = {5, 0, 0};

// The expected findings, and no others.
typedef struct Expected {
    gelSurfaceIssue finding;
    int count;
} Expected;

static void checkFindings(const gelSurfaceReport* report, const Expected* expected, int count)
{
    int counts[gel_surfaceIssueCount] = {0};
    gelSurfaceVerdict verdict = gel_surfaceFit;
    for (int i = 0; i < count; i++) {
        counts[expected[i].finding] = expected[i].count;
        gelSurfaceVerdict other = gelDescribeSurfaceIssue(expected[i].finding)->verdict;
        verdict = other > verdict ? other : verdict;
    }
    for (int i = 0; i < gel_surfaceIssueCount; i++)
        CHECK(report->counts[i] == counts[i], "%s: %d, not %d",
              gelDescribeSurfaceIssue((gelSurfaceIssue)i)->name, report->counts[i], counts[i]);
    CHECK_INT(report->verdict, verdict);
}

#define CHECK_FINDINGS(report, ...)                                                                          \
    checkFindings(&(report), (const Expected[]){__VA_ARGS__},                                                \
                  (int)(sizeof((const Expected[]){__VA_ARGS__}) / sizeof(Expected)))

static gelSurfaceReport reportOf(gelSurfaceMesh* surface)
{
    gelSurfaceReport report;
    CHECK(gelReportSurface(surface, &report) == gel_success, "%s", gelLastError());
    gelDestroySurfaceMesh(surface);
    return report;
}

static gelSurfaceReport reportOfSoup(void)
{
    gelSurfaceMesh surface = surfaceOf(&soup);
    return reportOf(&surface);
}

static void startBox(void)
{
    soup.count = 0;
    addBox(&soup, origin, one);
}

static void startSphere(void)
{
    soup.count = 0;
    addSphere(&soup, origin, 1, 20);
}

static void turn(int* triangle)
{
    int kept = triangle[1];
    triangle[1] = triangle[2];
    triangle[2] = kept;
}

static void a_box_and_a_sphere_are_fit(void)
{
    startBox();
    gelSurfaceReport report = reportOfSoup();
    checkFindings(&report, NULL, 0);
    CHECK_INT(report.vertexCount, 8);
    CHECK_INT(report.triangleCount, 12);
    CHECK_INT(report.partCount, 1);
    CHECK(report.closed && report.holeCount == 0, "%d holes", report.holeCount);
    CHECK_CLOSE(report.volume, 1, 1e-12, "rounding");
    CHECK_CLOSE(report.area, 6, 1e-12, "rounding");
    CHECK(report.lower.x == 0 && report.upper.z == 1, "%g to %g", (double)report.lower.x,
          (double)report.upper.z);
    startSphere();
    report = reportOfSoup();
    checkFindings(&report, NULL, 0);
}

static void holes_are_counted_with_their_edges(void)
{
    startSphere();
    soup.count--;
    memmove(soup.corners[0], soup.corners[1], (size_t)(--soup.count) * sizeof soup.corners[0]);
    gelSurfaceReport report = reportOfSoup();
    CHECK_FINDINGS(report, {gel_findingOpenEdges, 6});
    CHECK_INT(report.holeCount, 2);
    CHECK(!report.closed, "closed");
}

static void a_turned_triangle_turns_its_three_edges(void)
{
    startSphere();
    gelSurfaceMesh surface = surfaceOf(&soup);
    turn(surface.triangles + 300);
    gelSurfaceReport report = reportOf(&surface);
    CHECK_FINDINGS(report, {gel_findingTurnedEdges, 3});
    CHECK(report.closed, "open");
}

static void a_part_inside_out_is_told_from_a_cavity(void)
{
    startBox();
    addBox(&soup, far, (const float[3]){6, 1, 1});
    gelSurfaceMesh surface = surfaceOf(&soup);
    for (int t = 12; t < 24; t++)
        turn(surface.triangles + 3 * t);
    gelSurfaceReport report = reportOf(&surface);
    CHECK_FINDINGS(report, {gel_findingInvertedParts, 1});
    CHECK_INT(report.partCount, 2);
    soup.count = 0;
    addBox(&soup, (const float[3]){-1, -1, -1}, two);
    addBox(&soup, origin, one);
    surface = surfaceOf(&soup);
    for (int t = 12; t < 24; t++)
        turn(surface.triangles + 3 * t);
    report = reportOf(&surface);
    checkFindings(&report, NULL, 0);
    CHECK_CLOSE(report.volume, 26, 1e-9, "rounding");
}

static void a_surface_inside_out_as_a_whole_is_found(void)
{
    startSphere();
    gelSurfaceMesh surface = surfaceOf(&soup);
    for (int t = 0; t < surface.triangleCount; t++)
        turn(surface.triangles + 3 * t);
    gelSurfaceReport report = reportOf(&surface);
    CHECK_FINDINGS(report, {gel_findingInvertedParts, 1});
    CHECK(report.volume < 0, "volume %g", report.volume);
}

// One triangle three times: its edges have four triangles.
static void duplicates_are_counted_by_their_turn(void)
{
    startSphere();
    const float(*p)[3] = (const float(*)[3])soup.corners[100];
    addTriangle(&soup, p[1], p[2], p[0]);
    addTriangle(&soup, p[1], p[0], p[2]);
    gelSurfaceReport report = reportOfSoup();
    CHECK_FINDINGS(report, {gel_findingDuplicateTriangles, 1}, {gel_findingOppositeTriangles, 1},
                   {gel_findingNonManifoldEdges, 3});
}

// An edge of the box is split on one side only, with a triangle of zero area between.
static void triangles_without_area_are_counted(void)
{
    soup.count = 0;
    static const float a[3] = {0, 0, 0}, b[3] = {2, 0, 0}, c[3] = {0, 2, 0}, d[3] = {0, 0, 2},
                       middle[3] = {1, 0, 0};
    addTriangle(&soup, a, c, b);
    addTriangle(&soup, a, middle, d);
    addTriangle(&soup, middle, b, d);
    addTriangle(&soup, a, b, middle);
    addTriangle(&soup, b, c, d);
    addTriangle(&soup, c, a, d);
    gelSurfaceReport report = reportOfSoup();
    CHECK_FINDINGS(report, {gel_findingZeroAreaTriangles, 1});
    CHECK(report.closed, "open");
}

static void needles_are_told_but_do_no_harm(void)
{
    soup.count = 0;
    addBox(&soup, origin, (const float[3]){10, 0.005f, 10});
    gelSurfaceReport report = reportOfSoup();
    CHECK_FINDINGS(report, {gel_findingNeedleTriangles, 8});
    CHECK_INT(report.verdict, gel_surfaceFit);
}

static void two_spheres_in_each_other_intersect(void)
{
    startSphere();
    int first = soup.count;
    addSphere(&soup, far, 1, 20);
    gelSurfaceReport report = reportOfSoup();
    checkFindings(&report, NULL, 0);
    CHECK_INT(report.partCount, 2);
    soup.count = first;
    addSphere(&soup, (const float[3]){1.23f, 0.11f, 0.07f}, 1, 20);
    report = reportOfSoup();
    CHECK_INT(report.verdict, gel_surfaceNeedsRepair);
    int found = report.counts[gel_findingIntersecting];
    CHECK(found > 60 && found < 300, "%d triangles along the circle", found);
    report.counts[gel_findingIntersecting] = 0;
    report.verdict = gel_surfaceFit;
    checkFindings(&report, NULL, 0);
}

// Each has a corner in the middle of the other: three of its edges pass through the diagonals of three faces,
// into two triangles each.
static void boxes_set_in_each_other_on_a_diagonal_intersect(void)
{
    soup.count = 0;
    addBox(&soup, origin, two);
    addBox(&soup, one, (const float[3]){3, 3, 3});
    gelSurfaceReport report = reportOfSoup();
    CHECK(report.counts[gel_findingIntersecting] >= 12, "%d triangles intersect",
          report.counts[gel_findingIntersecting]);
    CHECK_INT(report.counts[gel_findingOverlapping], 0);
}

static void boxes_side_by_side_overlap_where_they_touch(void)
{
    startBox();
    addBox(&soup, (const float[3]){1, 0.25f, 0.25f}, (const float[3]){2, 0.75f, 0.75f});
    gelSurfaceReport report = reportOfSoup();
    CHECK_FINDINGS(report, {gel_findingOverlapping, 4});
}

static void a_fold_is_found(void)
{
    soup.count = 0;
    static const float a[3] = {0, 0, 0}, b[3] = {1, 0, 0}, c[3] = {0, 1, 0}, tip[3] = {0.25f, 0.25f, 0};
    addTriangle(&soup, a, c, b);
    addTriangle(&soup, a, b, tip);
    gelSurfaceReport report = reportOfSoup();
    CHECK_INT(report.counts[gel_findingFoldedTriangles], 2);
    CHECK_INT(report.counts[gel_findingOverlapping], 0);
}

static void a_fin_makes_an_edge_of_three_triangles(void)
{
    startBox();
    addTriangle(&soup, (const float[3]){0, 0, 0}, (const float[3]){1, 0, 0}, (const float[3]){0.5f, -1, -1});
    gelSurfaceReport report = reportOfSoup();
    CHECK_FINDINGS(report, {gel_findingNonManifoldEdges, 1}, {gel_findingOpenEdges, 2});
    CHECK_INT(report.holeCount, 1);
}

static void a_sheet_is_flat_and_can_be_filled(void)
{
    soup.count = 0;
    addQuad(&soup, (const float[3]){0, 0, 0}, (const float[3]){1, 0, 1}, (const float[3]){1, 1, 1},
            (const float[3]){0, 1, 0});
    gelSurfaceReport report = reportOfSoup();
    CHECK_FINDINGS(report, {gel_findingFlatParts, 1}, {gel_findingOpenEdges, 4});
    CHECK_INT(report.verdict, gel_surfaceNeedsRepair);
    addQuad(&soup, (const float[3]){0, 0, 0}, (const float[3]){0, 1, 0}, (const float[3]){1, 1, 1},
            (const float[3]){1, 0, 1}); // the back: the same two triangles
    report = reportOfSoup();
    CHECK_FINDINGS(report, {gel_findingFlatParts, 1}, {gel_findingOppositeTriangles, 2},
                   {gel_findingNonManifoldEdges, 1});
}

static void what_nothing_can_be_made_of_is_unfit(void)
{
    soup.count = 0;
    addTriangle(&soup, origin, one, two);
    gelSurfaceReport report = reportOfSoup();
    CHECK_INT(report.verdict, gel_surfaceUnfit);
    CHECK_INT(report.counts[gel_findingNoArea], 1);
    soup.count = 0;
    addBox(&soup, origin, (const float[3]){1e-7f, 1e-7f, 1e-7f});
    report = reportOfSoup();
    CHECK_FINDINGS(report, {gel_findingTooSmall, 1});
    soup.count = 0;
    addBox(&soup, origin, (const float[3]){1e10f, 1e10f, 1e10f});
    report = reportOfSoup();
    CHECK_FINDINGS(report, {gel_findingTooLarge, 1});
}

static void what_is_no_surface_is_refused(void)
{
    startBox();
    gelSurfaceMesh surface = surfaceOf(&soup), empty = {0};
    gelSurfaceReport report;
    surface.positions[4] = NAN;
    CHECK_INT(gelReportSurface(&surface, &report), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "vertex 1: expected finite");
    surface.positions[4] = 0;
    surface.triangles[7] = 8;
    CHECK_INT(gelReportSurface(&surface, &report), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "triangle 2: expected vertices from 0 to 7, found 8");
    gelDestroySurfaceMesh(&surface);
    CHECK_INT(gelReportSurface(&empty, &report), gel_invalidArgument);
    CHECK_TEXT(gelLastError(), "found none");
}

static void every_finding_has_its_words(void)
{
    for (int i = 0; i < gel_surfaceIssueCount; i++) {
        const gelSurfaceIssueText* text = gelDescribeSurfaceIssue((gelSurfaceIssue)i);
        CHECK(text->name != NULL && text->one != NULL && text->many != NULL && text->treatment != NULL &&
                  text->advice != NULL,
              "finding %d has no words", i);
        CHECK(text->verdict == gel_surfaceFit || text->advice[0] != '\0', "%s: no advice", text->name);
    }
}

typedef struct Known {
    const char* file;
    int vertices, triangles, parts, open, nonManifold;
    int intersecting; // -1: hangs on what rounding makes of edges that just touch
} Known;

// Counted by another program.
static const Known known[] = {
    {"Cray_left.obj", 292, 576, 2, 0, 0, 0},
    {"Havocglass8_left.obj", 84, 164, 1, 0, 0, 0},
    {"blub_open.obj", 5857, 11648, 1, 64, 0, 0},
    {"bumpyDice.obj", 8, 12, 1, 0, 0, 0},
    {"bunny_10k.obj", 5002, 10000, 1, 0, 0, 0},
    {"busted.stl", 1941, 3878, 1, 0, 0, 0},
    {"chair_model.obj", 3158, 12756, 3, 0, 9518, -1},
    {"edge4tri.off", 6, 4, 1, 8, 1, 0},
    {"fixed_top.ply", 2374, 4772, 1, 0, 0, 0},
    {"fuze.obj", 502, 1000, 1, 0, 0, 0},
    {"hour_glass.off", 259, 512, 1, 0, 0, 0},
    {"hull_mask.obj", 3996, 7980, 3, 0, 0, 0},
    {"multibody.stl", 20, 32, 2, 0, 0, 0},
    {"openscad_nonmanifold.obj", 657, 1442, 1, 0, 18, -1},
    {"quadknot.obj", 1440, 2880, 1, 0, 0, 0},
    {"rabbit.obj", 644, 1252, 9, 0, 0, 189},
    {"self_intersectA.obj", 8582, 17160, 1, 0, 0, 334},
    {"soup.stl", 300, 100, 100, 300, 0, 99},
    {"thingi_37322.stl", 18, 32, 1, 0, 0, 0},
    {"torus.obj", 400, 800, 1, 0, 0, 0},
};

static void public_surfaces_have_the_defects_that_are_known(void)
{
    const char* data = getenv("GEL_DATA");
    if (!GEL_HAS_ASSIMP)
        SKIP("built without assimp (libassimp-dev)");
    if (data == NULL)
        SKIP_EVEN_IN_CI("GEL_DATA does not name the folder of public meshes");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char path[1024];
        gelSurfaceMesh surface;
        snprintf(path, sizeof path, "%s/surfaces/%s", data, known[i].file);
        gelStatus status = gelLoadSurfaceMesh(path, &surface, NULL);
        CHECK(status == gel_success, "%s", gelLastError());
        if (status != gel_success)
            continue;
        gelSurfaceReport report = reportOf(&surface);
        const int found[6] = {report.vertexCount,
                              report.triangleCount,
                              report.partCount,
                              report.counts[gel_findingOpenEdges],
                              report.counts[gel_findingNonManifoldEdges],
                              report.counts[gel_findingIntersecting]};
        const int expected[6] = {known[i].vertices, known[i].triangles,   known[i].parts,
                                 known[i].open,     known[i].nonManifold, known[i].intersecting};
        for (int k = 0; k < 6; k++)
            CHECK(found[k] == expected[k] || (expected[k] < 0 && found[k] > 0), "%s, figure %d: %d, not %d",
                  known[i].file, k, found[k], expected[k]);
    }
}

TESTS(TEST(a_box_and_a_sphere_are_fit), TEST(holes_are_counted_with_their_edges),
      TEST(a_turned_triangle_turns_its_three_edges), TEST(a_part_inside_out_is_told_from_a_cavity),
      TEST(a_surface_inside_out_as_a_whole_is_found), TEST(duplicates_are_counted_by_their_turn),
      TEST(triangles_without_area_are_counted), TEST(needles_are_told_but_do_no_harm),
      TEST(two_spheres_in_each_other_intersect), TEST(boxes_set_in_each_other_on_a_diagonal_intersect),
      TEST(boxes_side_by_side_overlap_where_they_touch), TEST(a_fold_is_found),
      TEST(a_fin_makes_an_edge_of_three_triangles), TEST(a_sheet_is_flat_and_can_be_filled),
      TEST(what_nothing_can_be_made_of_is_unfit), TEST(what_is_no_surface_is_refused),
      TEST(every_finding_has_its_words), TEST(public_surfaces_have_the_defects_that_are_known))
