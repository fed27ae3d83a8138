#include "mesh/fill.h"

#include "mesh/check_surface.h"
#include "common/clock.h"
#include "app/progress.h"

bool gelFillSettings_AreGiven(const gelFillSettings* settings)
{
    return settings->tets > 0 || settings->size > 0.0f || settings->sheet > 0.0f || settings->hollow ||
           settings->conform;
}

static const int percent = 100;

static void showProgress(void* context, float done)
{
    gelProgress* progress = context;
    if (gelProgress_IsDue(progress))
        gelProgress_Draw(progress, (int)((float)percent * done));
}

int gelFillSurface(gelOutput* output, const char* path, const gelFillSettings* settings, bool quiet,
                   gelTetMesh* mesh, gelFilling* filling)
{
    if (settings->tets > 0 && settings->size > 0.0f)
        return gelReportError(output, gel_exitUsage, "expected either --tets or --size, found both");
    gelSurfaceMesh surface;
    double start = gelMilliseconds();
    gelStatus status = gelLoadSurfaceMesh(path, &surface, &filling->repair);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    double loaded = gelMilliseconds();
    gelProgress progress;
    gelMesherDef def = gelDefaultMesherDef();
    def.tetCount = settings->tets > 0 ? settings->tets : def.tetCount;
    def.cellSize = settings->size;
    def.sheetThickness = settings->sheet;
    def.hollow = settings->hollow;
    def.conform = settings->conform;
    def.progress = showProgress;
    def.progressContext = &progress;
    gelStartProgress(&progress, output, quiet, "%", percent);
    status = gelCreateMeshFromSurface(&surface, &def, mesh, NULL, &filling->report);
    gelEndProgress(&progress);
    filling->triangles = surface.triangleCount;
    filling->readTime = (loaded - start) * 1e-3;
    filling->fillTime = (gelMilliseconds() - loaded) * 1e-3;
    gelDestroySurfaceMesh(&surface);
    return status == gel_success ? gel_exitDone : gelReportStatus(output, status, gel_activityInput);
}

void gelAddFilling(cJSON* object, const gelFilling* filling)
{
    const gelMesherReport* report = &filling->report;
    cJSON* surface = cJSON_AddObjectToObject(object, "surface");
    cJSON_AddNumberToObject(surface, "triangles", filling->triangles);
    cJSON_AddBoolToObject(surface, "closed", report->closed);
    cJSON_AddNumberToObject(surface, "area_m2", report->surfaceArea);
    cJSON_AddNumberToObject(surface, "volume_m3", report->surfaceVolume);
    cJSON_AddItemToObject(surface, "repairs", gelSurfaceRepairsJson(&filling->repair));
    cJSON_AddNumberToObject(object, "cell_size_m", (double)report->cellSize);
    cJSON_AddNumberToObject(object, "inner_tets", report->innerTets);
    cJSON_AddNumberToObject(object, "split_tets", report->splitTets);
    cJSON_AddNumberToObject(object, "read_seconds", filling->readTime);
    cJSON_AddNumberToObject(object, "fill_seconds", filling->fillTime);
}

void gelPrintFilling(const gelOutput* output, const gelFilling* filling)
{
    const gelMesherReport* report = &filling->report;
    gelPrintSurfaceRepairs(output, &filling->repair);
    gelPrintRow(output, "time", "%.3g s to read, %.3g s to fill", filling->readTime, filling->fillTime);
    gelPrintRow(output, "surface", "%s, %s", GEL_COUNT(filling->triangles, "triangle", "triangles"),
                report->closed ? "closed" : "not closed; see gel check");
    if (report->closed)
        gelPrintRow(output, "encloses", "%.6g m^3, summed over its pieces; %.2f%% of it filled",
                    report->surfaceVolume, 100.0 * report->filledVolume / report->surfaceVolume);
    gelPrintRow(output, "cells", "%.4g m", (double)report->cellSize);
    if (report->splitTets > 0)
        gelPrintRow(output, "duplicated", "%s, to keep close things apart",
                    GEL_COUNT(report->splitTets, "tet", "tets"));
}
