#include "mesh/sheet_rows.h"
#include "app/body_name.h"

enum { maxSheets = 8 };

gelSheetStiffness gelStiffnessAsCloth(gelOutput* output, const gelSurfaceMesh* surface)
{
    gelWorldDef def = gelDefaultWorldDef();
    gelBodyDef body = gelDefaultBodyDef();
    gelSheetStiffness stiffness = {0};
    gelWorld* world;
    gelBodyId id;
    def.backend = gel_referenceFloat;
    body.material.bending = gel_bendingOfPlate;
    output->holdsWarnings = true; // they are of a use that may not be meant
    if (gelCreateWorld(&def, &world) == gel_success) {
        if (gelCreateSheet(world, &body, surface, &id) == gel_success)
            gelBody_EstimateSheetStiffness(world, id, &stiffness);
        gelDestroyWorld(world);
    }
    output->holdsWarnings = false;
    return stiffness;
}

void gelPrintSheetStiffness(const gelOutput* output, const char* title, const gelSheetStiffness* stiffness)
{
    if (!(stiffness->softest > 0.0))
        return;
    gelPrintRow(output, title, "stretches %.3g to %.3g times as stiffly as its material,", stiffness->softest,
                stiffness->stiffest);
    if (stiffness->bending > 0.0)
        gelPrintRow(output, "", "by direction; bends %.3g times as stiffly", stiffness->bending);
    else
        gelPrintRow(output, "", "by direction");
}

void gelAddSheetStiffness(cJSON* object, const char* name, const gelSheetStiffness* stiffness)
{
    if (!(stiffness->softest > 0.0))
        return;
    cJSON* of = cJSON_AddObjectToObject(object, name);
    cJSON_AddNumberToObject(of, "softest", stiffness->softest);
    cJSON_AddNumberToObject(of, "stiffest", stiffness->stiffest);
    if (stiffness->bending > 0.0)
        cJSON_AddNumberToObject(of, "bending", stiffness->bending);
}

// Finds the next body from `*body` on that is a sheet, of other triangles than the one before; false: there is none.
static bool findSheet(const gelWorld* world, int* body, const gelSurfaceMesh** before,
                      gelSheetStiffness* stiffness)
{
    for (int count = gelWorld_GetBodyCount(world); *body < count; ++*body) {
        gelBodyId id = gelWorld_GetBody(world, *body);
        const gelSurfaceMesh* surface =
            gelBody_GetKind(world, id) == gel_sheetBody ? gelBody_GetSurface(world, id) : NULL;
        if (surface == NULL || surface == *before)
            continue;
        *before = surface;
        if (gelBody_EstimateSheetStiffness(world, id, stiffness) == gel_success)
            return true;
    }
    return false;
}

void gelPrintSheetsOfScene(const gelOutput* output, const gelScene* scene, const gelWorld* world)
{
    gelSheetStiffness stiffness;
    const gelSurfaceMesh* before = NULL;
    for (int i = 0, body = 0; i < maxSheets && findSheet(world, &body, &before, &stiffness); i++, body++) {
        char name[gel_bodyNameSize];
        gelNameOfBody(scene, world, body, name);
        gelPrintSheetStiffness(output, name, &stiffness);
    }
}

void gelAddSheetsOfScene(cJSON* object, const gelScene* scene, const gelWorld* world)
{
    gelSheetStiffness stiffness;
    const gelSurfaceMesh* before = NULL;
    cJSON* sheets = cJSON_AddObjectToObject(object, "sheets");
    for (int i = 0, body = 0; i < maxSheets && findSheet(world, &body, &before, &stiffness); i++, body++) {
        char name[gel_bodyNameSize];
        gelNameOfBody(scene, world, body, name);
        gelAddSheetStiffness(sheets, name, &stiffness);
    }
}
