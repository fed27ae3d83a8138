#include "mesh/check_surface.h"
#include "mesh/sheet_rows.h"
#include "common/path.h"
#include "mesh/table.h"
#include "app/setup.h"
#include "app/scene_size.h"
#include "app/softness.h"

#include "gel/gel.h"

#include <string.h>

typedef struct Settings {
    gelTexts set;
    bool json;
} Settings;

static const gelOption options[] = {
    GEL_SET_OPTION(Settings, set),
    GEL_JSON_OPTION(Settings),
};

enum { maxBodies = 1000 };

// A scene, or a mesh as a body of the default material, in a world that is not stepped.
static gelStatus openWorld(const gelScene* scene, gelWorld** world)
{
    gelWorldDef def = gelScene_GetWorldDef(scene);
    def.backend = gel_referenceFloat;
    gelStatus status = gelCreateWorld(&def, world);
    return status == gel_success ? gelScene_CreateBodies(scene, *world) : status;
}

// Not known of a mesh that is no body as it is.
static gelSoftnessReport softnessOfMesh(gelOutput* output, const char* path)
{
    gelScene* scene;
    gelWorld* world = NULL;
    gelSoftnessReport report = {.isKnown = false};
    output->holdsWarnings = true; // about how it would be dropped
    if (gelLoadScene(path, &scene) == gel_success && openWorld(scene, &world) == gel_success)
        report = gelReportSoftness(scene, world);
    output->holdsWarnings = false;
    gelDestroyWorld(world);
    gelDestroyScene(scene);
    return report;
}

// Returns the largest number of substeps that a body needs in the scene's liquids; 0: more than a world allows.
static int countLiquidSubsteps(const gelScene* scene, const gelWorld* world, int* lightest)
{
    int most = 1;
    *lightest = 0;
    for (int i = 0; i < gelWorld_GetBodyCount(world) && i < maxBodies && most > 0; i++) {
        int count;
        if (gelBody_CountLiquidSubsteps(world, gelWorld_GetBody(world, i), gelScene_GetTimeStep(scene),
                                        &count) != gel_success ||
            (count > 0 && count <= most))
            continue;
        most = count;
        *lightest = i;
    }
    return most;
}

// A row about a body that is too light for a liquid.
static void printLiquidSubsteps(const gelOutput* output, const gelScene* scene, const gelWorld* world)
{
    char name[gel_bodyNameSize];
    int lightest, needed = countLiquidSubsteps(scene, world, &lightest),
                  now = gelWorld_GetDef(world).substepCount;
    if (needed > 0 && needed <= now)
        return;
    gelNameOfBody(scene, world, lightest, name);
    gelPrintRow(output, "liquid", "%s is so light that it will tremble or leap", name);
    if (needed > 0)
        gelPrintRow(output, "", "at %s; %s are enough", GEL_COUNT(now, "substep", "substeps"),
                    GEL_GROUPED(needed));
    else
        gelPrintRow(output, "", "at %s; even %s are too few: use larger cells or a shorter time step",
                    GEL_COUNT(now, "substep", "substeps"), GEL_GROUPED(GEL_MAXIMUM_SUBSTEPS));
}

static int checkScene(gelOutput* output, const char* path, const gelTexts* set)
{
    gelScene* scene;
    gelWorld* world = NULL;
    gelCounters counters = {0};
    int code = gelOpenScene(output, path, 1.0, set, &scene);
    gelStatus status = code == gel_exitDone ? openWorld(scene, &world) : gel_success;
    if (code == gel_exitDone && status == gel_success)
        status = gelWorld_GetCounters(world, &counters);
    if (status != gel_success)
        code = gelReportStatus(output, status, gel_activityInput);
    if (code == gel_exitDone) {
        gelSoftnessReport softness = gelReportSoftness(scene, world);
        if (output->json) {
            cJSON* object = cJSON_CreateObject();
            cJSON_AddStringToObject(object, "scene", gelScene_GetName(scene));
            gelAddSet(object, scene);
            gelAddBodyCounts(object, &counters);
            cJSON_AddNumberToObject(object, "vertices", counters.vertexCount);
            cJSON_AddNumberToObject(object, "tets", counters.tetCount);
            gelAddSoftness(object, &softness);
            cJSON_AddNumberToObject(object, "liquid_substeps", countLiquidSubsteps(scene, world, &(int){0}));
            gelAddSheetsOfScene(object, scene, world);
            code = gelPrintJson(output, object, code);
        } else {
            printf("%sfit to simulate%s\n", gelInkText(output, gel_inkGood),
                   gelInkText(output, gel_inkPlain));
            gelPrintSceneSize(output, gelScene_GetName(scene), &counters);
            gelPrintSet(output, scene);
            gelPrintSoftness(output, &softness, NULL);
            printLiquidSubsteps(output, scene, world);
            gelPrintSheetsOfScene(output, scene, world);
        }
    }
    gelDestroyWorld(world);
    gelDestroyScene(scene);
    return code;
}

static bool isScene(const char* path)
{
    return gelEndsWith(path, ".json");
}

static int checkMesh(gelOutput* output, const char* path, const void* given)
{
    const Settings* settings = given;
    gelTetMesh mesh;
    gelMeshRepair repair = {0};
    gelMeshReport report;
    if (isScene(path) || settings->set.count > 0)
        return checkScene(output, path, &settings->set);
    if (gelIsSurfacePath(path))
        return gelCheckSurface(output, path);
    gelStatus status = gelLoadTetMesh(path, &mesh, &repair);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    status = gelReportTetMesh(&mesh, &report);
    gelDestroyTetMesh(&mesh);
    if (status != gel_success)
        return gelReportStatus(output, status, gel_activityInput);
    if (gelCheckMeshRange(output, path, &report) != gel_exitDone)
        return gel_exitInput;
    gelSoftnessReport softness = softnessOfMesh(output, path);
    if (output->json) {
        cJSON* object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "mesh", path);
        gelAddMeshReport(object, &repair, &report);
        gelAddSoftness(object, &softness);
        return gelPrintJson(output, object, gel_exitDone);
    }
    bool mended =
        repair.turnedTets + repair.zeroVolumeTets + repair.duplicateTets + repair.unusedVertices > 0;
    printf("%sfit to simulate%s%s\n", gelInkText(output, gel_inkGood), gelInkText(output, gel_inkPlain),
           mended ? ", repaired on reading" : "");
    gelPrintRow(output, "mesh", "%s", path);
    gelPrintMeshRepairs(output, &repair);
    gelPrintMeshReport(output, &report);
    gelPrintSoftness(output, &softness, "as jelly it");
    return gel_exitDone;
}

const gelCommand gelCheckCommand = {
    .name = "check",
    .argument = "MESH",
    .takesScene = true,
    .purpose =
        "Reports the contents and defects of a tet mesh or a surface, and whether it can be used; for a "
        "scene, its contents.",
    .example = "gel check bear.msh",
    .notes =
        "Tet meshes: .node/.ele (TetGen), .msh (Gmsh), .mesh (MEDIT), .vtk, .vtu.\nSurfaces: .obj, .ply, "
        ".stl, .off, .gltf, .glb, .fbx, .dae, .3mf.\nRopes: lines of an .obj.\nScenes: .json.\nSoftness: how much softer than its "
        "material a body is with its number of substeps (a mesh: with the defaults, 10 substeps and a "
        "material of 1e5 Pa), and how many substeps bring it within 5 %.\nSheets: how stiff their triangles make them, over the material.\nExit code 0: fit to use; 8: a "
        "surface with defects, which filling will repair; 3: refused.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .execute = checkMesh,
};
