#include "app/stage_parts.h"

#include "gel/gel.h"

static bool flows(const gelMaterial* material)
{
    return material->creep > 0.0f || gelMaterial_Tears(material);
}

static bool isFilled(const gelMaterial* material)
{
    return material->filling != gel_notFilled;
}

static bool isTethered(const gelMaterial* material)
{
    return material->tethers != gel_noTethers;
}

static bool isOfAnyBody(const gelWorld* world, bool (*is)(const gelMaterial*))
{
    gelMaterial material;
    bool any = false;
    for (int i = 0; i < gelWorld_GetBodyCount(world) && !any; i++)
        any =
            gelBody_GetMaterial(world, gelWorld_GetBody(world, i), &material) == gel_success && is(&material);
    return any;
}

static bool weighsGravity(const gelWorld* world)
{
    bool weighs = false;
    for (int i = 0; i < gelWorld_GetBodyCount(world) && !weighs; i++) {
        gelBodyId id = gelWorld_GetBody(world, i);
        weighs = !gelBody_IsObstacle(world, id) && gelBody_GetGravityWeight(world, id) != 1.0f;
    }
    return weighs;
}

static bool hasGoals(const gelWorld* world)
{
    bool has = false;
    for (int i = 0; i < gelWorld_GetBodyCount(world) && !has; i++)
        has = gelBody_HasGoals(world, gelWorld_GetBody(world, i));
    return has;
}

bool gelHasStage(const gelWorld* world, gelStage stage)
{
    switch (stage) {
        case gel_stageContact:
            return gelWorld_HasContact(world);
        case gel_stageField:
            return gelWorld_GetFields(world, NULL, 0) > 0 || weighsGravity(world);
        case gel_stageLead:
        case gel_stageDraw:
            return hasGoals(world);
        case gel_stageAttach:
            return gelWorld_GetAttachments(world, NULL, 0) > 0;
        case gel_stagePressure:
            return isOfAnyBody(world, isFilled);
        case gel_stageYield:
            return isOfAnyBody(world, flows);
        case gel_stageTether:
            return isOfAnyBody(world, isTethered);
        case gel_stageDamp:
            return gelWorld_GetDef(world).springDamping > 0.0f &&
                   gelWorld_GetDef(world).integrator == gel_xpbd;
        default:
            return true;
    }
}
