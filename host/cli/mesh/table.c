#include "common/usual_size.h"
#include "mesh/table.h"

#include <math.h>
#include <string.h>

static void addVector(cJSON* object, const char* name, gelVec3 vector)
{
    cJSON* array = cJSON_AddArrayToObject(object, name);
    cJSON_AddItemToArray(array, cJSON_CreateNumber((double)vector.x));
    cJSON_AddItemToArray(array, cJSON_CreateNumber((double)vector.y));
    cJSON_AddItemToArray(array, cJSON_CreateNumber((double)vector.z));
}

static void addCounts(cJSON* object, const char* name, const int* counts, int count)
{
    cJSON_AddItemToObject(object, name, cJSON_CreateIntArray(counts, count));
}

void gelAddMeshReport(cJSON* object, const gelMeshRepair* repair, const gelMeshReport* report)
{
    cJSON_AddNumberToObject(object, "vertices", report->vertexCount);
    cJSON_AddNumberToObject(object, "tets", report->tetCount);
    cJSON_AddNumberToObject(object, "edges", report->edgeCount);
    cJSON_AddNumberToObject(object, "surface_triangles", report->surfaceTriangleCount);
    cJSON_AddNumberToObject(object, "surface_vertices", report->surfaceVertexCount);
    cJSON_AddNumberToObject(object, "components", report->componentCount);
    cJSON_AddNumberToObject(object, "volume_m3", report->volume);
    cJSON_AddNumberToObject(object, "surface_area_m2", report->surfaceArea);
    addVector(object, "lower_m", report->lower);
    addVector(object, "upper_m", report->upper);
    cJSON_AddNumberToObject(object, "smallest_dihedral_degrees", report->smallestDihedral);
    cJSON_AddNumberToObject(object, "largest_dihedral_degrees", report->largestDihedral);
    cJSON_AddNumberToObject(object, "smallest_valence", report->smallestValence);
    cJSON_AddNumberToObject(object, "mean_valence", report->meanValence);
    cJSON_AddNumberToObject(object, "largest_valence", report->largestValence);
    cJSON_AddNumberToObject(object, "edge_colours", report->edgeColourCount);
    cJSON_AddNumberToObject(object, "tet_colours", report->tetColourCount);
    cJSON_AddNumberToObject(object, "smallest_quality", report->smallestQuality);
    cJSON_AddNumberToObject(object, "mean_quality", report->meanQuality);
    cJSON_AddNumberToObject(object, "volume_ratio", report->volumeRatio);
    cJSON_AddNumberToObject(object, "edge_ratio", report->edgeRatio);
    cJSON_AddNumberToObject(object, "parts", report->partCount);
    cJSON_AddNumberToObject(object, "partly_filled_tets", report->partlyFilledCount);
    cJSON_AddNumberToObject(object, "filled_volume_m3", report->filledVolume);
    addCounts(object, "dihedral_counts", report->dihedralCounts, gel_dihedralBins);
    addCounts(object, "quality_counts", report->qualityCounts, gel_qualityBins);
    cJSON* repairs = cJSON_AddObjectToObject(object, "repairs");
    cJSON_AddNumberToObject(repairs, "turned_tets", repair->turnedTets);
    cJSON_AddNumberToObject(repairs, "zero_volume_tets", repair->zeroVolumeTets);
    cJSON_AddNumberToObject(repairs, "duplicate_tets", repair->duplicateTets);
    cJSON_AddNumberToObject(repairs, "unused_vertices", repair->unusedVertices);
    cJSON_AddNumberToObject(repairs, "other_cells", repair->otherCells);
}

static void printRepair(const gelOutput* output, int count, const char* one, const char* many,
                        const char* what)
{
    if (count > 0)
        gelPrintRow(output, "mended", "%s %s", GEL_COUNT(count, one, many), what);
}

void gelPrintMeshRepairs(const gelOutput* output, const gelMeshRepair* repair)
{
    printRepair(output, repair->turnedTets, "tet", "tets", "reversed: negative volume");
    printRepair(output, repair->zeroVolumeTets, "tet", "tets", "dropped: zero volume");
    printRepair(output, repair->duplicateTets, "tet", "tets", "dropped: duplicates of another");
    printRepair(output, repair->unusedVertices, "vertex", "vertices", "dropped: unused");
    if (repair->otherCells > 0)
        gelPrintRow(output, "left out", "%s of another kind", GEL_COUNT(repair->otherCells, "cell", "cells"));
}

static void printFigures(const gelOutput* output, const gelMeshReport* report)
{
    gelVec3 lower = report->lower, upper = report->upper;
    gelPrintRow(output, "vertices", "%s", GEL_GROUPED(report->vertexCount));
    gelPrintRow(output, "tets", "%s", GEL_GROUPED(report->tetCount));
    gelPrintRow(output, "edges", "%s", GEL_GROUPED(report->edgeCount));
    gelPrintRow(output, "surface", "%s, %s", GEL_COUNT(report->surfaceTriangleCount, "triangle", "triangles"),
                GEL_COUNT(report->surfaceVertexCount, "vertex", "vertices"));
    if (report->partCount > 1)
        gelPrintRow(output, "pieces", "%s, of %s", GEL_GROUPED(report->componentCount),
                    GEL_COUNT(report->partCount, "part", "parts"));
    else
        gelPrintRow(output, "pieces", "%s", GEL_GROUPED(report->componentCount));
    gelPrintRow(output, "volume", "%.6g m^3", report->volume);
    if (report->partlyFilledCount > 0)
        gelPrintRow(output, "filled", "%.6g m^3; %s partly filled", report->filledVolume,
                    GEL_COUNT(report->partlyFilledCount, "tet", "tets"));
    gelPrintRow(output, "surface area", "%.6g m^2", report->surfaceArea);
    gelPrintRow(output, "box", "%.4g, %.4g, %.4g to %.4g, %.4g, %.4g m", (double)lower.x, (double)lower.y,
                (double)lower.z, (double)upper.x, (double)upper.y, (double)upper.z);
    gelPrintRow(output, "dihedral angles", "%.1f to %.1f degrees", report->smallestDihedral,
                report->largestDihedral);
    gelPrintRow(output, "quality 3r/R", "%.3f on average, %.2g at least (regular: 1, flat: 0)",
                report->meanQuality, report->smallestQuality);
    gelPrintRow(output, "ratios", "largest to smallest volume %.4g, longest to shortest edge %.4g",
                report->volumeRatio, report->edgeRatio);
    gelPrintRow(output, "tets per vertex", "%d to %d, %.1f on average", report->smallestValence,
                report->largestValence, report->meanValence);
    gelPrintRow(output, "colours", "%d of the edges, %d of the tets, without tiles", report->edgeColourCount,
                report->tetColourCount);
}

// A row of a histogram: its range, a bar, its share. Zero is blank, and a small share is a dot.
static void putBar(const char* range, int count, double total, int max, char* text, size_t size)
{
    enum { barWidth = 16 };
    char bar[barWidth + 1];
    int cells = max > 0 ? (int)((double)barWidth * count / max + 0.5) : 0;
    memset(bar, ' ', barWidth);
    memset(bar, '#', (size_t)cells);
    bar[barWidth] = '\0';
    if (count > 0 && cells == 0)
        bar[0] = '.';
    snprintf(text, size, "%9s %s %5.1f %%", range, bar, 100.0 * count / total);
}

static int largestOf(const int* counts, int count)
{
    int largest = 0;
    for (int i = 0; i < count; i++)
        largest = counts[i] > largest ? counts[i] : largest;
    return largest;
}

// Side by side: the dihedral angles and the quality.
static void printHistograms(const gelOutput* output, const gelMeshReport* report)
{
    int maxAngles = largestOf(report->dihedralCounts, gel_dihedralBins);
    int maxTets = largestOf(report->qualityCounts, gel_qualityBins);
    printf("\n  %s%-38s%s%s\n", gelInkText(output, gel_inkDim), "  dihedral angles, degrees",
           "  quality 3r/R", gelInkText(output, gel_inkPlain));
    for (int i = 0; i < gel_dihedralBins; i++) {
        char range[16], angles[64], tets[64] = "";
        snprintf(range, sizeof range, "%d - %d", 10 * i, 10 * (i + 1));
        putBar(range, report->dihedralCounts[i], 6.0 * report->tetCount, maxAngles, angles, sizeof angles);
        snprintf(range, sizeof range, "%.1f - %.1f", 0.1 * i, 0.1 * (i + 1));
        if (i < gel_qualityBins)
            putBar(range, report->qualityCounts[i], report->tetCount, maxTets, tets, sizeof tets);
        printf("  %-*s%s\n", tets[0] != '\0' ? 38 : 0, angles, tets);
    }
}

void gelPrintSizeDoubt(const gelOutput* output, gelVec3 lower, gelVec3 upper)
{
    double size = fmax(fmax((double)upper.x - (double)lower.x, (double)upper.y - (double)lower.y),
                       (double)upper.z - (double)lower.z);
    if (size > GEL_USUAL_MAXIMUM)
        gelPrintRow(output, "large", "the box is %.4g m: millimetres? use scale 0.001", size);
    else if (size < GEL_USUAL_MINIMUM)
        gelPrintRow(output, "small", "the box is %.4g m: another unit? use scale", size);
}

// Warnings about meshes that will run, but not well.
static void printDoubts(const gelOutput* output, const gelMeshReport* report)
{
    const double slow = 5.0; // degrees
    if (report->smallestDihedral < slow)
        gelPrintRow(output, "poor", "smallest dihedral angle %.2g degrees; below 5 slows convergence",
                    report->smallestDihedral);
    gelPrintSizeDoubt(output, report->lower, report->upper);
}

void gelPrintMeshReport(const gelOutput* output, const gelMeshReport* report)
{
    printFigures(output, report);
    printDoubts(output, report);
    printHistograms(output, report);
}

// Bodies have the same limit.
int gelCheckMeshRange(gelOutput* output, const char* path, const gelMeshReport* report)
{
    const float corners[6] = {report->lower.x, report->lower.y, report->lower.z,
                              report->upper.x, report->upper.y, report->upper.z};
    for (int i = 0; i < 6; i++) {
        if (!(fabsf(corners[i]) <= 1e9f))
            return gelReportError(output, gel_exitInput,
                                  "%s: expected coordinates within 1e9 m, found %g; scale the mesh down",
                                  path, (double)corners[i]);
    }
    return gel_exitDone;
}
