// Mesh reports agree with geometry.
#include "gel/mesh.h"
#include "support/harness.h"

static gelMeshReport reportOf(const float* positions, int vertexCount, const int* tets, int tetCount,
                              const gelTetAttributes* attributes)
{
    gelTetMesh mesh;
    gelMeshReport report = {0};
    CHECK(gelCreateTetMesh(positions, vertexCount, tets, tetCount, attributes, &mesh, NULL) == gel_success,
          "%s", gelLastError());
    CHECK(gelReportTetMesh(&mesh, &report) == gel_success, "%s", gelLastError());
    gelDestroyTetMesh(&mesh);
    return report;
}

static const int oneTet[4] = {0, 1, 2, 3};

static void a_regular_tet_has_quality_1_and_angles_of_70_degrees(void)
{
    static const float corners[12] = {1, 1, 1, -1, 1, -1, 1, -1, -1, -1, -1, 1};
    gelMeshReport report = reportOf(corners, 4, oneTet, 1, NULL);
    CHECK_CLOSE(report.smallestQuality, 1.0, 1e-14, "rounding");
    CHECK_CLOSE(report.meanQuality, 1.0, 1e-14, "rounding");
    CHECK_CLOSE(report.largestDihedral, 70.528779365509308, 1e-12, "acos(1/3)");
    CHECK_CLOSE(report.edgeRatio, 1.0, 1e-14, "rounding");
    CHECK_CLOSE(report.volumeRatio, 1.0, 1e-14, "rounding");
    CHECK_INT(report.qualityCounts[9], 1);
    CHECK_INT(report.dihedralCounts[7], 6);
}

// r = 1 / (3 + sqrt 3), R = sqrt 3 / 2. Three right angles lie on the border of two bins and belong to the
// upper.
static void the_corner_of_a_cube_has_its_known_measures(void)
{
    static const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    gelMeshReport report = reportOf(corners, 4, oneTet, 1, NULL);
    CHECK_CLOSE(report.smallestQuality, 6.0 / (sqrt(3.0) * (3.0 + sqrt(3.0))), 1e-14, "rounding");
    CHECK_CLOSE(report.edgeRatio, sqrt(2.0), 1e-14, "rounding");
    CHECK_CLOSE(report.smallestDihedral, 54.735610317245346, 1e-12, "atan(sqrt 2)");
    CHECK_INT(report.dihedralCounts[9], 3);
    CHECK_INT(report.dihedralCounts[5], 3);
    CHECK_INT(report.qualityCounts[7], 1);
}

static void a_sliver_has_a_quality_near_0_with_its_digits(void)
{
    const float height =
        0x1p-20f; // four corners of a square, one of them lifted: R goes to sqrt 1/2, r = 3 V / A
    const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, height};
    gelMeshReport report = reportOf(corners, 4, oneTet, 1, NULL);
    double volume = 0x1p-20 / 6.0, area = 2.0, radius = sqrt(0.5);
    CHECK_CLOSE(report.smallestQuality / (3.0 * (3.0 * volume / area) / radius), 1.0, 1e-5,
                "of the height, 1e-6");
    CHECK_INT(report.qualityCounts[0], 1);
    CHECK_INT(report.dihedralCounts[0] + report.dihedralCounts[17], 6);
}

static void every_angle_and_every_tet_is_in_a_bin(void)
{
    gelTetMesh mesh;
    gelMeshReport report;
    CHECK(gelCreateSphereMesh(0.5f, 10, &mesh) == gel_success, "%s", gelLastError());
    CHECK(gelReportTetMesh(&mesh, &report) == gel_success, "%s", gelLastError());
    int angles = 0, tets = 0;
    for (int i = 0; i < gel_dihedralBins; i++)
        angles += report.dihedralCounts[i];
    for (int i = 0; i < gel_qualityBins; i++)
        tets += report.qualityCounts[i];
    CHECK_INT(angles, 6 * report.tetCount);
    CHECK_INT(tets, report.tetCount);
    int first = (int)(report.smallestDihedral / 10), last = (int)(report.largestDihedral / 10);
    for (int i = 0; i < gel_dihedralBins; i++)
        if (i < first || i > last)
            CHECK_INT(report.dihedralCounts[i], 0);
    CHECK(report.dihedralCounts[first] > 0 && report.dihedralCounts[last] > 0, "the extremes are in no bin");
    CHECK(report.smallestQuality < report.meanQuality && report.meanQuality < 1, "quality %g to %g",
          report.smallestQuality, report.meanQuality);
    CHECK_CLOSE(report.filledVolume, report.volume, 0, "all full");
    CHECK_INT(report.partlyFilledCount, 0);
    gelDestroyTetMesh(&mesh);
}

static void fill_fractions_and_parts_are_counted(void)
{
    static const float corners[] = {0,  0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0,
                                    -3, 9, 9, 9, 8, 9, 9, 9, 8, 9, 9, 9, 8};
    static const int tets[] = {0, 1, 2, 3, 0, 2, 1, 4, 5, 6, 7, 8};
    static const float fills[] = {1, 0.5f, 0.25f};
    static const int parts[] = {7, -2, 7};
    gelTetAttributes attributes = {fills, parts};
    gelMeshReport report = reportOf(corners, 9, tets, 3, &attributes);
    CHECK_INT(report.componentCount, 2);
    CHECK_INT(report.partCount, 2);
    CHECK_INT(report.partlyFilledCount, 2);
    CHECK_CLOSE(report.volume, 5.0 / 6.0, 1e-14, "rounding");
    CHECK_CLOSE(report.filledVolume, (1.0 + 1.5 + 0.25) / 6.0, 1e-14, "rounding");
    CHECK_CLOSE(report.volumeRatio, 3.0, 1e-14, "rounding");
    CHECK_CLOSE(report.edgeRatio, sqrt(10.0), 1e-14, "rounding");
}

TESTS(TEST(a_regular_tet_has_quality_1_and_angles_of_70_degrees),
      TEST(the_corner_of_a_cube_has_its_known_measures), TEST(a_sliver_has_a_quality_near_0_with_its_digits),
      TEST(every_angle_and_every_tet_is_in_a_bin), TEST(fill_fractions_and_parts_are_counted))
