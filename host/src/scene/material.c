#include "scene/scene.h"

enum { materialYoung, materialPoisson, materialEdge, materialVolume };
static const gelJsonField materialFields[] = {
    [materialYoung] =
        GEL_FIELD("youngModulus", Number, gelMaterial, youngModulus, GEL_RANGE(0, 1e12), .lowerOpen = true),
    [materialPoisson] =
        GEL_FIELD("poissonRatio", Number, gelMaterial, poissonRatio, GEL_RANGE(0, 0.5), .upperOpen = true),
    [materialEdge] = GEL_FIELD("edgeCompliance", Number, gelMaterial, edgeCompliance, GEL_RANGE(0, 1e6)),
    [materialVolume] =
        GEL_FIELD("volumeCompliance", Number, gelMaterial, volumeCompliance, GEL_RANGE(0, 1e6)),
    GEL_FIELD("density", Number, gelMaterial, density, GEL_RANGE(0, 1e6), .lowerOpen = true),
    GEL_FIELD("damping", Number, gelMaterial, damping, GEL_RANGE(0, 1e4)),
};

const gelJsonTable gelMaterialTable = GEL_TABLE("material", materialFields);

gelStatus gelReadMaterial(const gelJsonNode* node, gelMaterial* material)
{
    *material = gelDefaultMaterial();
    uint32_t present = 0;
    gelStatus status = gelReadJsonObject(node, &gelMaterialTable, material, &present);
    if (status != gel_success)
        return status;
    bool moduli = (present & (GEL_BIT(materialYoung) | GEL_BIT(materialPoisson))) != 0;
    bool compliances = (present & (GEL_BIT(materialEdge) | GEL_BIT(materialVolume))) != 0;
    if (moduli && compliances)
        return gelFailJsonText(node, "expected either youngModulus and poissonRatio or edgeCompliance and "
                                     "volumeCompliance, found some of both");
    if (compliances)
        material->stiffness = gel_compliances;
    return gel_success;
}
