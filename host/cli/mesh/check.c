#include "mesh/check_surface.h"
#include "mesh/table.h"
#include "options.h"

#include "gel/gel.h"

typedef struct Settings {
    bool json;
} Settings;

static const gelOption options[] = {
    GEL_JSON_OPTION(Settings),
};

static int checkMesh(gelOutput* output, const char* path, const void* settings)
{
    gelTetMesh mesh;
    gelMeshRepair repair = {0};
    gelMeshReport report;
    (void)settings;
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
    if (output->json) {
        cJSON* object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "mesh", path);
        gelAddMeshReport(object, &repair, &report);
        return gelPrintJson(output, object, gel_exitDone);
    }
    bool mended =
        repair.turnedTets + repair.zeroVolumeTets + repair.duplicateTets + repair.unusedVertices > 0;
    printf("%sfit to simulate%s%s\n", gelInkText(output, gel_inkGood), gelInkText(output, gel_inkPlain),
           mended ? ", repaired on reading" : "");
    gelPrintRow(output, "mesh", "%s", path);
    gelPrintMeshRepairs(output, &repair);
    gelPrintMeshReport(output, &report);
    return gel_exitDone;
}

const gelCommand gelCheckCommand = {
    .name = "check",
    .argument = "MESH",
    .purpose = "Reports the contents and defects of a tet mesh or a surface, and whether it is fit to use.",
    .example = "gel check bear.msh",
    .notes = "Tet meshes: .node/.ele (TetGen), .msh (Gmsh), .mesh (MEDIT), .vtk, .vtu.\n"
             "Surfaces: .obj, .ply, .stl, .off, .gltf, .glb, .fbx, .dae, .3mf.\n"
             "Exit code 0: fit to use; 8: a surface with defects, which filling will repair; 3: refused.",
    .options = options,
    .optionCount = (int)(sizeof options / sizeof options[0]),
    .settingsSize = sizeof(Settings),
    .execute = checkMesh,
};
