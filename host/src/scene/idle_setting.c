#include "scene/idle_setting.h"

#define FIELD(kind) (1u << gel_field##kind)
#define ROUND (FIELD(Point) | FIELD(Line) | FIELD(Vortex))
#define MEDIUM (FIELD(Drag) | FIELD(Wind) | FIELD(Liquid))

void gelWarnOfIdleMaterial(const gelJsonNode* node, const gelMaterial* material)
{
    static const struct {
        const char *key, *needed;
        gelContents filling;
    } rows[] = {
        {"pressure", "gas", gel_filledWithGas},
        {"ambientPressure", "gas", gel_filledWithGas},
        {"fillingVolume", "liquid", gel_filledWithLiquid},
        {"fillingCompliance", "liquid", gel_filledWithLiquid},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (gelJsonHas(node, rows[i].key) && material->filling != rows[i].filling)
            gelWarnJson(node, "%s has no effect: expected \"filling\": \"%s\" as well", rows[i].key,
                        rows[i].needed);
    if (gelJsonHas(node, "bendingStiffness") && material->bending == gel_bendingOfPlate)
        gelWarnJson(node, "bendingStiffness has no effect: \"bending\": \"plate\" computes it from the "
                          "thickness and Young's modulus");
}

void gelWarnOfIdleField(const gelJsonNode* node, const gelField* field)
{
    static const struct {
        const char* key;
        unsigned kinds;
    } rows[] = {
        {"position", ROUND | FIELD(Liquid)},
        {"direction", FIELD(Uniform) | FIELD(Line) | FIELD(Vortex) | FIELD(Liquid)},
        {"velocity", MEDIUM | FIELD(Turbulence)},
        {"falloff", ROUND},
        {"innerRadius", ROUND},
        {"outerRadius", ROUND},
        {"size", FIELD(Turbulence)},
        {"linearDrag", FIELD(Drag) | FIELD(Liquid)},
        {"quadraticDrag", FIELD(Drag) | FIELD(Liquid)},
        {"perArea", FIELD(Drag)},
        {"density", FIELD(Wind) | FIELD(Liquid)},
        {"dragCoefficient", FIELD(Wind)},
        {"liftCoefficient", FIELD(Wind)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (gelJsonHas(node, rows[i].key) && (rows[i].kinds >> field->kind & 1u) == 0)
            gelWarnJson(node, "%s has no effect: a field of the type %s does not use it", rows[i].key,
                        gelFieldKindText(field->kind));
    if (gelJsonHas(node, "gustRate") && field->gust == 0.0f)
        gelWarnJson(node, "gustRate has no effect: expected a \"gust\" as well");
    if ((gelJsonHas(node, "boundCentre") && field->bound == gel_fieldUnbounded) ||
        (gelJsonHas(node, "boundRadius") && field->bound != gel_fieldBall) ||
        (gelJsonHas(node, "boundSize") && field->bound != gel_fieldBox))
        gelWarnJson(node,
                    "boundCentre, boundRadius or boundSize has no effect: expected \"bound\": \"ball\" with "
                    "a radius, or \"box\" with a size");
}

void gelWarnOfIdleBounce(const gelScene* scene, const gelSceneBody* body)
{
    float own = body->def.material.restitution, ground = scene->worldDef.ground.restitution;
    bool hasTets = scene->meshes[body->mesh].mesh.tetCount > 0;
    bool isAlone = !scene->worldDef.contact || (scene->obstacleCount == 0 && scene->bodyCount == 1 &&
                                                body->count[0] * body->count[1] * body->count[2] == 1);
    if (!scene->worldDef.ground.enabled || body->skin >= 0)
        return;
    if (hasTets && (ground > 0.0f || (own > 0.0f && isAlone)))
        gelLog(
            gel_logWarning,
            "a restitution of %g has little effect on the ground, where the vertices of tets without a skin "
            "bounce one by one: expected an obstacle as the ground, or a skin",
            (double)(ground > own ? ground : own));
    else if (!hasTets && own > ground && isAlone)
        gelLog(
            gel_logWarning,
            "a restitution of %g has no effect on the ground, whose own %g counts for bodies without a skin",
            (double)own, (double)ground);
}
