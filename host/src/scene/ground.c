#include "scene/ground.h"
#include "scene/contents/tables.h"
#include "settings/settings.h"

typedef struct GroundDraft {
    gelWorldDef def;
    float height;
} GroundDraft;

// Instead of normal and offset.
static const gelJsonField groundFields[] = {
    GEL_FIELD("height", Number, GroundDraft, height, GEL_RANGE(-1e9, 1e9), .unit = "m"),
};

const gelJsonTable gelGroundTable = {
    GEL_TABLE_FIELDS("ground", groundFields),
    .settings = gelWorldRows,
    .prefix = "ground.",
    .settingsOffset = offsetof(GroundDraft, def),
};

gelStatus gelReadGround(const gelJsonNode* node, gelWorldDef* def)
{
    def->ground = gelDefaultGround();
    if (node->item == NULL || cJSON_IsFalse(node->item))
        return gel_success;
    if (!cJSON_IsObject(node->item))
        return gelFailJson(node, "an object, or false for no ground");
    GroundDraft draft = {*def, 0};
    gelStatus status = gelReadJsonObject(node, &gelGroundTable, &draft, NULL);
    if (status != gel_success)
        return status;
    if (gelJsonHas(node, "height")) {
        if (gelJsonHas(node, "normal") || gelJsonHas(node, "offset"))
            return gelFailJsonText(node, "expected either height or normal and offset, found both");
        draft.def.ground.offset = draft.height;
    }
    if (gelCheckWorldSettings(&draft.def) != gel_success)
        return gelFailJsonCause(node, gel_formatError);
    def->ground = draft.def.ground;
    def->ground.enabled = true;
    return gel_success;
}
