#include "scene/material.h"
#include "scene/idle_setting.h"
#include "scene/contents/tables.h"
#include "settings/settings.h"

const gelJsonTable gelMaterialTable = {.name = "material", .settings = gelMaterialRows, .prefix = ""};

gelStatus gelReadMaterial(const gelJsonNode* node, gelMaterial* material)
{
    *material = gelDefaultMaterial();
    gelStatus status = gelReadJsonObject(node, &gelMaterialTable, material, NULL);
    if (status != gel_success)
        return status;
    bool moduli = gelJsonHas(node, "youngModulus") || gelJsonHas(node, "poissonRatio");
    bool compliances = gelJsonHas(node, "edgeCompliance") || gelJsonHas(node, "volumeCompliance");
    if (moduli && compliances)
        return gelFailJsonText(node, "expected either youngModulus and poissonRatio or edgeCompliance and "
                                     "volumeCompliance, found some of both");
    if (compliances && material->model != gel_edgesAndVolumes)
        return gelFailJsonText(node,
                               "expected youngModulus and poissonRatio, which the model neoHookean needs, "
                               "found compliances");
    const char* ofCreep = material->yieldStrain > 0.0f    ? "yield"
                          : material->plasticLimit > 0.0f ? "plasticLimit"
                                                          : NULL;
    if (ofCreep != NULL && !gelJsonHas(node, "creep"))
        return gelFailJsonText(
            node,
            "%s needs creep, the rate at which edges flow, in 1/s: expected a creep above 0, "
            "found none",
            ofCreep);
    if (compliances)
        material->stiffness = gel_compliances;
    gelWarnOfIdleMaterial(node, material);
    return gel_success;
}
