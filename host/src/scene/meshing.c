// Surfaces in a scene: filled with tets, and used as skins.
#include "scene/meshing.h"
#include "scene/mesh_list.h"
#include "scene/contents/tables.h"

#include <string.h>

typedef struct MeshingDraft {
    int tetCount;
    float cellSize, sheetThickness;
    bool hollow, conform;
    int cage[3];
} MeshingDraft;

enum { meshingTets, meshingCellSize, meshingCage };
static const gelJsonField meshingFields[] = {
    [meshingTets] = GEL_FIELD("tets", Integer, MeshingDraft, tetCount, GEL_RANGE(50, 10000000)),
    [meshingCellSize] = GEL_FIELD("cellSize", Number, MeshingDraft, cellSize, GEL_RANGE_ABOVE(0, 1e4)),
    [meshingCage] = GEL_FIELD("cage", Counts, MeshingDraft, cage, GEL_RANGE(1, 100)),
    GEL_FIELD("sheetThickness", Number, MeshingDraft, sheetThickness, GEL_RANGE_ABOVE(0, 1e4)),
    GEL_FIELD("hollow", Switch, MeshingDraft, hollow, .required = false),
    GEL_FIELD("conform", Switch, MeshingDraft, conform, .required = false),
};

const gelJsonTable gelMeshingTable = GEL_TABLE("meshing", meshingFields);

gelStatus gelReadMeshing(const gelJsonNode* node, gelMesherDef* def)
{
    MeshingDraft draft = {.tetCount = def->tetCount};
    uint32_t present = 0;
    gelStatus status = gelReadJsonObject(node, &gelMeshingTable, &draft, &present);
    if (status != gel_success)
        return status;
    if ((present & GEL_BIT(meshingTets)) != 0 && (present & GEL_BIT(meshingCellSize)) != 0)
        return gelFailJsonText(node, "expected either tets or cellSize, found both");
    if ((present & GEL_BIT(meshingCage)) != 0 && present != GEL_BIT(meshingCage))
        return gelFailJsonText(node, "expected a cage alone, found other keys as well");
    def->tetCount = draft.tetCount;
    def->cellSize = draft.cellSize;
    def->sheetThickness = draft.sheetThickness;
    def->hollow = draft.hollow;
    def->conform = draft.conform;
    memcpy(def->cage, draft.cage, sizeof def->cage);
    return gel_success;
}

void gelRefineMeshing(const gelScene* scene, gelMesherDef* def)
{
    double tets = def->tetCount * scene->cellFactor * scene->cellFactor * scene->cellFactor;
    def->cellSize = (float)((double)def->cellSize / scene->cellFactor);
    def->tetCount = tets < 1e9 ? (int)(tets + 0.5) : 1000000000;
}

gelStatus gelFillSceneSurface(gelScene* scene, const char* path, const gelMesherDef* def, const char* key,
                              int* mesh, int* skin)
{
    gelSceneSkin added = {0};
    gelTetMesh filled = {0};
    gelStatus status = gelLoadSurfaceMesh(path, &added.surface, NULL);
    if (status != gel_success)
        return status;
    status = gelCreateMeshFromSurface(&added.surface, def, &filled, &added.embedding, NULL);
    if (status != gel_success) {
        gelDestroySurfaceMesh(&added.surface);
        return gelFail(status, "%s: %s", path, gelLastError());
    }
    status = gelAddSceneSurface(scene, key, &added, skin);
    if (status != gel_success) {
        gelDestroyTetMesh(&filled);
        return status;
    }
    return gelAddSceneMesh(scene, key, &filled, mesh);
}
