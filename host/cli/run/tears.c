#include "run/tears.h"
#include "app/body_name.h"
#include "app/memory.h"

#include <stdlib.h>

enum { maxRows = 8 };

static bool isGone(const gelBodyTears* tears)
{
    return tears->springCount > 0 && tears->tornCount == tears->springCount;
}

gelStatus gelReportTears(gelWorld* world, gelTearReport* report)
{
    int count = gelWorld_GetBodyCount(world);
    gelStatus status = gel_success;
    *report = (gelTearReport){.bodies = gelNew((size_t)count + 1, sizeof *report->bodies)};
    for (int i = 0; i < count && report->bodies != NULL && status == gel_success; i++) {
        gelBodyId id = gelWorld_GetBody(world, i);
        gelBodyTears tears = {.body = i, .springCount = gelBody_GetSpringCount(world, id)};
        gelMaterial material;
        if (gelBody_IsObstacle(world, id))
            continue;
        status = gelBody_GetMaterial(world, id, &material);
        if (status == gel_success)
            status = gelBody_GetTornSprings(world, id, NULL, 0, &tears.tornCount);
        if (status == gel_success && (gelMaterial_Tears(&material) || tears.tornCount > 0))
            report->bodies[report->count++] = tears;
    }
    return report->bodies != NULL ? status : gel_outOfMemory;
}

void gelWarnOfTears(gelOutput* output, const gelTearReport* report, const gelScene* scene,
                    const gelWorld* world)
{
    const gelBodyTears* first = NULL;
    int goneCount = 0;
    for (int i = 0; i < report->count; i++) {
        if (!isGone(&report->bodies[i]))
            continue;
        first = first != NULL ? first : &report->bodies[i];
        goneCount++;
    }
    if (first == NULL)
        return;
    char name[gel_bodyNameSize], what[gel_bodyNameSize + 2 * gel_countSize];
    gelNameOfBody(scene, world, first->body, name);
    if (goneCount == 1)
        snprintf(what, sizeof what, "all %s of %s", GEL_COUNT(first->springCount, "spring", "springs"), name);
    else
        snprintf(what, sizeof what, "all springs of %s and of %s", name,
                 GEL_COUNT(goneCount - 1, "other body", "other bodies"));
    gelPrintWarning(
        output,
        "%s have torn, so that nothing holds %s together; raise tearStrain or tearForce, or use more "
        "substeps, which spread the load over more springs before the first one tears",
        what, goneCount == 1 ? "it" : "them");
}

static void printRow(const gelOutput* output, bool first, const char* name, int torn, int springs)
{
    gelPrintRow(output, first ? "torn" : "", "%s: %s of %s", name, GEL_GROUPED(torn),
                GEL_COUNT(springs, "spring", "springs"));
}

void gelPrintTears(const gelOutput* output, const gelTearReport* report, const gelScene* scene,
                   const gelWorld* world)
{
    char name[gel_bodyNameSize];
    int shown = report->count <= maxRows ? report->count : maxRows - 1;
    gelBodyTears others = {.body = -1};
    for (int i = 0; i < shown; i++)
        printRow(output, i == 0, gelNameOfBody(scene, world, report->bodies[i].body, name),
                 report->bodies[i].tornCount, report->bodies[i].springCount);
    for (int i = shown; i < report->count; i++) {
        others.springCount += report->bodies[i].springCount;
        others.tornCount += report->bodies[i].tornCount;
    }
    if (shown == report->count)
        return;
    snprintf(name, sizeof name, "%s more", GEL_COUNT(report->count - shown, "body", "bodies"));
    printRow(output, false, name, others.tornCount, others.springCount);
}

void gelAddTears(cJSON* object, const gelTearReport* report, const gelScene* scene, const gelWorld* world)
{
    char name[gel_bodyNameSize];
    cJSON* list = report->count > 0 ? cJSON_AddArrayToObject(object, "tearing") : NULL;
    for (int i = 0; i < report->count; i++) {
        const gelBodyTears* tears = &report->bodies[i];
        cJSON* entry = cJSON_CreateObject();
        cJSON_AddNumberToObject(entry, "body", tears->body + 1);
        cJSON_AddStringToObject(entry, "name", gelNameOfBody(scene, world, tears->body, name));
        cJSON_AddNumberToObject(entry, "springs", tears->springCount);
        cJSON_AddNumberToObject(entry, "torn", tears->tornCount);
        cJSON_AddItemToArray(list, entry);
    }
}

void gelClearTears(gelTearReport* report)
{
    free(report->bodies);
    *report = (gelTearReport){0};
}
