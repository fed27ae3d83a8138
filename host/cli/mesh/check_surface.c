#include "mesh/check_surface.h"
#include "mesh/sheet_rows.h"
#include "mesh/table.h"

#include "gel/gel.h"

#include <math.h>

static const struct {
    const char *name, *title;
    gelInk ink;
    int code;
} verdicts[] = {
    [gel_surfaceFit] = {"fit", "fit to fill with tets", gel_inkGood, gel_exitDone},
    [gel_surfaceNeedsRepair] = {"repair", "can be filled with tets, with repairs", gel_inkWarning,
                                gel_exitRepair},
    [gel_surfaceUnfit] = {"unfit", "not fit to fill with tets", gel_inkBad, gel_exitInput},
};

static void addVector(cJSON* object, const char* name, gelVec3 vector)
{
    const double numbers[3] = {(double)vector.x, (double)vector.y, (double)vector.z};
    cJSON_AddItemToObject(object, name, cJSON_CreateDoubleArray(numbers, 3));
}

cJSON* gelSurfaceRepairsJson(const gelSurfaceRepair* repair)
{
    cJSON* repairs = cJSON_CreateObject();
    cJSON_AddNumberToObject(repairs, "welded_vertices", repair->weldedVertices);
    cJSON_AddNumberToObject(repairs, "unused_vertices", repair->unusedVertices);
    cJSON_AddNumberToObject(repairs, "degenerate_triangles", repair->degenerateTriangles);
    cJSON_AddNumberToObject(repairs, "turned_triangles", repair->turnedTriangles);
    cJSON_AddNumberToObject(repairs, "other_elements", repair->otherElements);
    return repairs;
}

static cJSON* jsonOf(const char* path, const gelSurfaceRepair* repair, const gelSurfaceReport* report)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "mesh", path);
    cJSON_AddStringToObject(object, "verdict", verdicts[report->verdict].name);
    cJSON_AddNumberToObject(object, "vertices", report->vertexCount);
    cJSON_AddNumberToObject(object, "triangles", report->triangleCount);
    cJSON_AddNumberToObject(object, "parts", report->partCount);
    cJSON_AddBoolToObject(object, "closed", report->closed);
    cJSON_AddNumberToObject(object, "holes", report->holeCount);
    cJSON_AddNumberToObject(object, "volume_m3", report->volume);
    cJSON_AddNumberToObject(object, "area_m2", report->area);
    addVector(object, "lower_m", report->lower);
    addVector(object, "upper_m", report->upper);
    cJSON* findings = cJSON_AddObjectToObject(object, "findings");
    for (int i = 0; i < gel_surfaceIssueCount; i++)
        cJSON_AddNumberToObject(findings, gelDescribeSurfaceIssue((gelSurfaceIssue)i)->name,
                                report->counts[i]);
    cJSON_AddItemToObject(object, "repairs", gelSurfaceRepairsJson(repair));
    return object;
}

static void printFindings(const gelOutput* output, const gelSurfaceReport* report)
{
    for (int i = 0; i < gel_surfaceIssueCount; i++) {
        const gelSurfaceIssueText* text = gelDescribeSurfaceIssue((gelSurfaceIssue)i);
        if (report->counts[i] == 0)
            continue;
        bool holes = i == gel_findingOpenEdges;
        gelPrintRow(output, "found", "%s%s%s", GEL_COUNT(report->counts[i], text->one, text->many),
                    holes ? ", in " : "", holes ? GEL_COUNT(report->holeCount, "chain", "chains") : "");
        gelPrintRow(output, "  then", "%s", text->treatment);
        if (text->advice[0] != '\0')
            gelPrintRow(output, "  Blender", "%s", text->advice);
    }
}

void gelPrintSurfaceRepairs(const gelOutput* output, const gelSurfaceRepair* repair)
{
    if (repair->turnedTriangles > 0)
        gelPrintRow(output, "mended", "turned outwards: it enclosed a negative volume");
    if (repair->degenerateTriangles > 0)
        gelPrintRow(output, "mended", "%s dropped: coincident corners",
                    GEL_COUNT(repair->degenerateTriangles, "triangle", "triangles"));
    if (repair->unusedVertices > 0)
        gelPrintRow(output, "mended", "%s dropped: unused",
                    GEL_COUNT(repair->unusedVertices, "vertex", "vertices"));
    if (repair->otherElements > 0)
        gelPrintRow(output, "left out", "%s",
                    GEL_COUNT(repair->otherElements, "point or line", "points and lines"));
}

static void printReport(const gelOutput* output, const gelSurfaceReport* report)
{
    gelVec3 lower = report->lower, upper = report->upper;
    gelPrintRow(output, "vertices", "%s", GEL_GROUPED(report->vertexCount));
    gelPrintRow(output, "triangles", "%s", GEL_GROUPED(report->triangleCount));
    gelPrintRow(output, "parts", "%s", GEL_GROUPED(report->partCount));
    if (report->closed)
        gelPrintRow(output, "volume", "%.6g m^3", report->volume);
    else
        gelPrintRow(output, "volume", "not closed");
    gelPrintRow(output, "area", "%.6g m^2", report->area);
    gelPrintRow(output, "box", "%.4g, %.4g, %.4g to %.4g, %.4g, %.4g m", (double)lower.x, (double)lower.y,
                (double)lower.z, (double)upper.x, (double)upper.y, (double)upper.z);
    gelPrintSizeDoubt(output, lower, upper);
}

static double lengthOf(const gelLineMesh* lines)
{
    double length = 0.0;
    for (int i = 0; i < lines->lineCount; i++) {
        const float *a = lines->positions + 3 * (size_t)lines->lines[2 * i],
                    *b = lines->positions + 3 * (size_t)lines->lines[2 * i + 1];
        double d[3] = {(double)a[0] - (double)b[0], (double)a[1] - (double)b[1], (double)a[2] - (double)b[2]};
        length += sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    }
    return length;
}

// Reports a file of lines. False if it has none.
static bool checkLines(gelOutput* output, const char* path, int* code)
{
    gelLineMesh lines;
    if (gelLoadLineMesh(path, &lines) != gel_success)
        return false;
    *code = gel_exitDone;
    if (output->json) {
        cJSON* object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "mesh", path);
        cJSON_AddStringToObject(object, "verdict", "rope");
        cJSON_AddNumberToObject(object, "vertices", lines.vertexCount);
        cJSON_AddNumberToObject(object, "lines", lines.lineCount);
        cJSON_AddNumberToObject(object, "length_m", lengthOf(&lines));
        *code = gelPrintJson(output, object, *code);
    } else {
        printf("%sfit for a rope%s\n", gelInkText(output, gel_inkGood), gelInkText(output, gel_inkPlain));
        gelPrintRow(output, "mesh", "%s", path);
        gelPrintRow(output, "vertices", "%s", GEL_GROUPED(lines.vertexCount));
        gelPrintRow(output, "lines", "%s", GEL_GROUPED(lines.lineCount));
        gelPrintRow(output, "length", "%.6g m", lengthOf(&lines));
        gelPrintRow(output, "use", "\"as\": \"rope\" in a body; it has no triangles to fill");
    }
    gelDestroyLineMesh(&lines);
    return true;
}

int gelCheckSurface(gelOutput* output, const char* path)
{
    gelSurfaceMesh surface;
    gelSurfaceRepair repair = {0};
    gelSurfaceReport report;
    int code;
    gelStatus status = gelLoadSurfaceMesh(path, &surface, &repair);
    if (status == gel_formatError) {
        char message[4600];
        snprintf(message, sizeof message, "%s", gelLastError());
        return checkLines(output, path, &code) ? code : gelReportError(output, gel_exitInput, "%s", message);
    }
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    status = gelReportSurface(&surface, &report);
    gelSheetStiffness stiffness = gelStiffnessAsCloth(output, &surface);
    gelDestroySurfaceMesh(&surface);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    code = verdicts[report.verdict].code;
    if (output->json) {
        cJSON* object = jsonOf(path, &repair, &report);
        gelAddSheetStiffness(object, "as_cloth", &stiffness);
        return gelPrintJson(output, object, code);
    }
    printf("%s%s%s\n", gelInkText(output, verdicts[report.verdict].ink), verdicts[report.verdict].title,
           gelInkText(output, gel_inkPlain));
    gelPrintRow(output, "mesh", "%s", path);
    printFindings(output, &report);
    gelPrintSurfaceRepairs(output, &repair);
    printReport(output, &report);
    gelPrintSheetStiffness(output, "as cloth", &stiffness);
    return code;
}
