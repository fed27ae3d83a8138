#include "world/integrator.h"

gelStatus gelCheckIntegrator(const gelWorldDef* def)
{
    const char* name = gelIntegratorText(def->integrator);
    if (def->integrator == gel_xpbd)
        return gel_success;
    if (def->sleep)
        return gelFail(gel_unsupported,
                       "sleep: expected false with the integrator %s, found true: only xpbd supports "
                       "sleeping",
                       name);
    if (def->order != gel_colourOrder)
        return gelFail(
            gel_unsupported,
            "order: expected colour with the integrator %s, found %s: only xpbd supports other orders", name,
            gelConstraintOrderText(def->order));
    return gel_success;
}

gelStatus gelCheckSprings(const gelWorld* world, const gelMaterial* material)
{
    const char* name = gelIntegratorText(world->def.integrator);
    bool isRigid = material->stiffness == gel_compliances &&
                   !(material->edgeCompliance > 0.0f && material->volumeCompliance > 0.0f);
    if (world->def.integrator == gel_xpbd)
        return gel_success;
    if (material->springs != gel_pushAndPull || material->stretchLimit > 0.0f)
        return gelFail(gel_unsupported,
                       "material.%s: expected %s with the integrator %s: only xpbd "
                       "supports this setting",
                       material->stretchLimit > 0.0f ? "stretchLimit" : "springs",
                       material->stretchLimit > 0.0f ? "0" : "pushAndPull", name);
    if (material->tethers != gel_noTethers)
        return gelFail(gel_unsupported,
                       "material.tethers: expected none with the integrator %s: only xpbd supports tethers",
                       name);
    if (material->bending != gel_bendingAsGiven)
        return gelFail(gel_unsupported,
                       "material.bending: expected given with the integrator %s: only xpbd supports bending",
                       name);
    if (material->bendingStiffness > 0.0f)
        return gelFail(
            gel_unsupported,
            "material.bendingStiffness: expected 0 with the integrator %s, found %g: only xpbd supports "
            "bending",
            name, (double)material->bendingStiffness);
    if (isRigid)
        return gelFail(
            gel_unsupported,
            "material.%s: expected more than 0 with the integrator %s, found 0, an infinitely stiff "
            "spring: 1e20 disables it",
            material->edgeCompliance > 0.0f ? "volumeCompliance" : "edgeCompliance", name);
    return gel_success;
}

gelIntegratorReport gelWorld_GetIntegratorReport(const gelWorld* world)
{
    const gelStepCursor* cursor = &world->cursor;
    if (world->stages.contents.adaptive)
        return world->backend->integration.report;
    return (gelIntegratorReport){.stepCount = cursor->substepCount,
                                 .step = cursor->parameters.h,
                                 .shortestStep = cursor->parameters.h};
}

gelStatus gelCheckTimeStep(float timeStep)
{
    return timeStep >= 1e-6f && timeStep <= 1.0f
               ? gel_success
               : gelFail(gel_invalidArgument, "timeStep: expected 1e-6 to 1 s, found %g", (double)timeStep);
}
