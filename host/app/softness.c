#include "app/softness.h"
#include "app/memory.h"

#include <math.h>

enum { maxBodies = 1000 };
static const double allowed = 0.05, visible = 5e-4;

// Returns the substeps for an excess of 5 %. The excess falls with the square of their number.
static int64_t substepsFor(int substeps, const gelSoftness* softness)
{
    const double more = sqrt(0.1 / allowed),
                 needed = softness->substepCount > 0
                              ? more * softness->substepCount
                              : substeps * sqrt(fmax(0.0, softness->ratio - 1.0) / allowed);
    return needed < 1.0                 ? 1
           : softness->substepCount > 0 ? (int64_t)ceil(needed - 1e-9)
                                        : (int64_t)fmin(fmax(needed, GEL_MAXIMUM_SUBSTEPS + 1), 1e15);
}

gelSoftnessReport gelReportSoftness(const gelScene* scene, const gelWorld* world)
{
    gelSoftnessReport report = {.substeps = gelWorld_GetDef(world).substepCount};
    int count = gelWorld_GetBodyCount(world);
    for (int i = 0; i < count && i < maxBodies; i++) {
        gelSoftness softness;
        gelBodyId id = gelWorld_GetBody(world, i);
        if (gelBody_IsObstacle(world, id))
            continue;
        gelStatus status = gelBody_EstimateSoftness(world, id, gelScene_GetTimeStep(scene), &softness);
        if (status == gel_outOfMemory)
            gelNoteLackOfMemory();
        if (status != gel_success || !isfinite(softness.ratio) ||
            (report.isKnown && softness.ratio <= report.ratio))
            continue;
        report.isKnown = true;
        report.body = i;
        report.ratio = softness.ratio;
        report.suitsTwoLevel = softness.suitsTwoLevel;
        report.substepsFor = substepsFor(report.substeps, &softness);
    }
    if (report.isKnown)
        gelNameOfBody(scene, world, report.body, report.name);
    return report;
}

void gelPrintSoftness(const gelOutput* output, const gelSoftnessReport* report, const char* who)
{
    const char* substeps = GEL_COUNT(report->substeps, "substep", "substeps");
    if (!report->isKnown)
        return;
    who = who != NULL ? who : report->name;
    if (report->ratio < 1.0 + visible) {
        gelPrintRow(output, "softness", "%s is as stiff as its material", who);
        return;
    }
    if (report->ratio <= 1.0 + allowed) {
        gelPrintRow(output, "softness", "%s is about %.2g %% softer than its material", who,
                    100.0 * (report->ratio - 1.0));
        gelPrintRow(output, "", "at %s", substeps);
        return;
    }
    gelPrintRow(output, "softness", "%s is about %.3g times softer than its material", who, report->ratio);
    if (report->substepsFor <= GEL_MAXIMUM_SUBSTEPS)
        gelPrintRow(output, "", "at %s; %s substeps bring it within 5 %%", substeps,
                    GEL_GROUPED(report->substepsFor));
    else
        gelPrintRow(output, "", "at %s; even %s are too few: a coarser mesh is stiffer", substeps,
                    GEL_GROUPED(GEL_MAXIMUM_SUBSTEPS));
    if (report->suitsTwoLevel)
        gelPrintRow(output, "", "the solver twoLevel makes it as stiff as its material");
}

void gelAddSoftness(cJSON* object, const gelSoftnessReport* report)
{
    if (!report->isKnown)
        return;
    cJSON* softness = cJSON_AddObjectToObject(object, "softness");
    cJSON_AddNumberToObject(softness, "body", report->body + 1);
    cJSON_AddStringToObject(softness, "name", report->name);
    cJSON_AddNumberToObject(softness, "ratio", report->ratio);
    cJSON_AddNumberToObject(softness, "substeps", report->substeps);
    cJSON_AddNumberToObject(softness, "substeps_for_5_percent", (double)report->substepsFor);
    cJSON_AddBoolToObject(softness, "suits_two_level", report->suitsTwoLevel);
}
