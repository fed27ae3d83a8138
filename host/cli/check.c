#include "options.h"

#include "gel/gel.h"

#include <math.h>

typedef struct Settings {
    bool json;
} Settings;

static const gelOption options[] = {
    GEL_JSON_OPTION(Settings),
};

static void addVector(cJSON* object, const char* name, gelVec3 vector)
{
    cJSON* array = cJSON_AddArrayToObject(object, name);
    cJSON_AddItemToArray(array, cJSON_CreateNumber((double)vector.x));
    cJSON_AddItemToArray(array, cJSON_CreateNumber((double)vector.y));
    cJSON_AddItemToArray(array, cJSON_CreateNumber((double)vector.z));
}

static cJSON* jsonOf(const char* path, const gelMeshRepair* repair, const gelMeshReport* report)
{
    cJSON* object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "mesh", path);
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
    cJSON* repairs = cJSON_AddObjectToObject(object, "repairs");
    cJSON_AddNumberToObject(repairs, "turned_tets", repair->turnedTets);
    cJSON_AddNumberToObject(repairs, "zero_volume_tets", repair->zeroVolumeTets);
    cJSON_AddNumberToObject(repairs, "duplicate_tets", repair->duplicateTets);
    cJSON_AddNumberToObject(repairs, "unused_vertices", repair->unusedVertices);
    cJSON_AddNumberToObject(repairs, "other_cells", repair->otherCells);
    return object;
}

static void printRepair(const gelOutput* output, int count, const char* one, const char* many,
                        const char* what)
{
    if (count > 0)
        gelPrintRow(output, "mended", "%s %s", GEL_COUNT(count, one, many), what);
}

static void printRepairs(const gelOutput* output, const gelMeshRepair* repair)
{
    printRepair(output, repair->turnedTets, "tet", "tets", "turned round: negative volume");
    printRepair(output, repair->zeroVolumeTets, "tet", "tets", "dropped: no volume");
    printRepair(output, repair->duplicateTets, "tet", "tets", "dropped: the same vertices as another");
    printRepair(output, repair->unusedVertices, "vertex", "vertices", "dropped: in no tet");
    if (repair->otherCells > 0)
        gelPrintRow(output, "left out", "%s of another kind", GEL_COUNT(repair->otherCells, "cell", "cells"));
}

static void printReport(const gelOutput* output, const gelMeshReport* report)
{
    gelVec3 lower = report->lower, upper = report->upper;
    gelPrintRow(output, "vertices", "%s", GEL_GROUPED(report->vertexCount));
    gelPrintRow(output, "tets", "%s", GEL_GROUPED(report->tetCount));
    gelPrintRow(output, "edges", "%s", GEL_GROUPED(report->edgeCount));
    gelPrintRow(output, "surface", "%s, %s", GEL_COUNT(report->surfaceTriangleCount, "triangle", "triangles"),
                GEL_COUNT(report->surfaceVertexCount, "vertex", "vertices"));
    gelPrintRow(output, "parts", "%s", GEL_GROUPED(report->componentCount));
    gelPrintRow(output, "volume", "%.6g m^3", report->volume);
    gelPrintRow(output, "surface area", "%.6g m^2", report->surfaceArea);
    gelPrintRow(output, "box", "%.4g, %.4g, %.4g to %.4g, %.4g, %.4g m", (double)lower.x, (double)lower.y,
                (double)lower.z, (double)upper.x, (double)upper.y, (double)upper.z);
    gelPrintRow(output, "dihedral angles", "%.1f to %.1f degrees", report->smallestDihedral,
                report->largestDihedral);
    gelPrintRow(output, "tets per vertex", "%d to %d, %.1f on average", report->smallestValence,
                report->largestValence, report->meanValence);
    gelPrintRow(output, "colours", "%d of the edges, %d of the tets: %d launches a substep",
                report->edgeColourCount, report->tetColourCount,
                report->edgeColourCount + report->tetColourCount);
}

// What will run, but not well.
static void printDoubts(const gelOutput* output, const gelMeshReport* report)
{
    const double slow = 5.0, large = 100.0; // degrees, metres
    gelVec3 lower = report->lower, upper = report->upper;
    double size = fmax(fmax((double)upper.x - (double)lower.x, (double)upper.y - (double)lower.y),
                       (double)upper.z - (double)lower.z);
    if (report->smallestDihedral < slow)
        gelPrintRow(output, "poor", "smallest dihedral angle %.2g degrees; below 5 slows convergence",
                    report->smallestDihedral);
    if (size > large)
        gelPrintRow(output, "large", "the box is %.4g m: millimetres? use scale 0.001", size);
}

// Bodies are held to the same limit.
static int checkRange(gelOutput* output, const char* path, const gelMeshReport* report)
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

static int checkMesh(gelOutput* output, const char* path, const void* settings)
{
    gelTetMesh mesh;
    gelMeshRepair repair = {0};
    gelMeshReport report;
    (void)settings;
    gelStatus status = gelLoadTetMesh(path, &mesh, &repair);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    status = gelReportTetMesh(&mesh, &report);
    gelDestroyTetMesh(&mesh);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    if (checkRange(output, path, &report) != gel_exitDone)
        return gel_exitInput;
    if (output->json)
        return gelPrintJson(output, jsonOf(path, &repair, &report), gel_exitDone);
    bool mended =
        repair.turnedTets + repair.zeroVolumeTets + repair.duplicateTets + repair.unusedVertices > 0;
    printf("%sfit to simulate%s%s\n", gelInkText(output, gel_inkGood), gelInkText(output, gel_inkPlain),
           mended ? ", mended on reading" : "");
    gelPrintRow(output, "mesh", "%s", path);
    printRepairs(output, &repair);
    printReport(output, &report);
    printDoubts(output, &report);
    return gel_exitDone;
}

const gelCommand gelCheckCommand = {
    .name = "check",
    .argument = "MESH",
    .purpose = "Says what is in a tet mesh, what had to be mended, and whether it is fit to simulate.",
    .example = "gel check bear.msh",
    .notes = "Meshes: .node/.ele (TetGen), .msh (Gmsh 2.2, 4.0, 4.1), .mesh (MEDIT), .vtk (legacy), .vtu.\n"
             "Exit code 0: fit to simulate; 3: refused.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .execute = checkMesh,
};
