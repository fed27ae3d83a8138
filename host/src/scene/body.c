#include "base/angle.h"
#include "common/nearest.h"
#include "scene/contents/rotation.h"
#include "scene/body.h"
#include "scene/field.h"
#include "scene/filter.h"
#include "scene/goals.h"
#include "scene/material.h"
#include "scene/mesh.h"
#include "scene/rest_shape.h"
#include "scene/sheet.h"
#include "scene/contents/tables.h"
#include "scene/value.h"
#include "scene/contents/vertex_set.h"
#include "settings/settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { maxPins = 1000 };

typedef struct BodyDraft {
    gelBodyDef def;
    const char *name, *category;
    int as;
    const cJSON *mesh, *meshing, *shape, *vertices, *tets, *skin, *clampSkin, *material, *rotation, *repeat,
        *pins, *goals, *rest, *squash, *ignores, *weights, *groups, *values;
} BodyDraft;

typedef enum gelMeshUse { asSolid, asCloth, asRope } gelMeshUse;
static const char* const useTexts[] = {"solid", "cloth", "rope", NULL};

enum { bodyMesh, bodyShape, bodyVertices, bodyTets, bodyMeshing };
static const gelJsonField bodyFields[] = {
    [bodyMesh] = GEL_FIELD("mesh", Item, BodyDraft, mesh, .required = false),
    [bodyShape] = GEL_FIELD("shape", Item, BodyDraft, shape, .required = false),
    [bodyVertices] = GEL_FIELD("vertices", Item, BodyDraft, vertices, .required = false),
    [bodyTets] = GEL_FIELD("tets", Item, BodyDraft, tets, .required = false),
    [bodyMeshing] = GEL_FIELD("meshing", Item, BodyDraft, meshing, .required = false),
    GEL_FIELD("as", Choice, BodyDraft, as, .choices = useTexts),
    GEL_FIELD("skin", Item, BodyDraft, skin, .required = false),
    GEL_FIELD("clampSkin", Item, BodyDraft, clampSkin, .required = false),
    GEL_FIELD("name", Text, BodyDraft, name, GEL_RANGE(1, 100)),
    GEL_FIELD("category", Text, BodyDraft, category, GEL_RANGE(1, 100)),
    GEL_FIELD("ignores", Item, BodyDraft, ignores, .required = false),
    GEL_FIELD("material", Item, BodyDraft, material, .required = false),
    GEL_FIELD("rotation", Item, BodyDraft, rotation, .required = false),
    GEL_FIELD("repeat", Item, BodyDraft, repeat, .required = false),
    GEL_FIELD("pins", Item, BodyDraft, pins, .required = false),
    GEL_FIELD("goals", Item, BodyDraft, goals, .required = false),
    GEL_FIELD("rest", Item, BodyDraft, rest, .required = false),
    GEL_FIELD("squash", Item, BodyDraft, squash, .required = false),
    GEL_FIELD("weights", Item, BodyDraft, weights, .required = false),
    GEL_FIELD("groups", Item, BodyDraft, groups, .required = false),
    GEL_FIELD("values", Item, BodyDraft, values, .required = false),
};

static const gelJsonField repeatFields[] = {
    GEL_FIELD("count", Counts, gelSceneBody, count, .required = true, GEL_RANGE(1, 1000)),
    GEL_FIELD("spacing", Vector, gelSceneBody, spacing, .required = true, GEL_RANGE(-1e4, 1e4)),
};

static const gelJsonField squashFields[] = {
    GEL_FIELD("height", Number, gelSceneBody, squashHeight, .required = true, GEL_RANGE(-1e5, 1e5)),
};

const gelJsonTable gelBodyTable = {
    GEL_TABLE_FIELDS("body", bodyFields),
    .settings = gelBodyRows,
    .prefix = "",
    .settingsOffset = offsetof(BodyDraft, def),
};
const gelJsonTable gelRepeatTable = GEL_TABLE("repeat", repeatFields);
const gelJsonTable gelSquashTable = GEL_TABLE("squash", squashFields);

static gelStatus readBodyMaterial(const gelJsonNode* node, const gelSceneReader* reader,
                                  gelMaterial* material)
{
    if (cJSON_IsObject(node->item))
        return gelReadMaterial(node, material);
    if (!cJSON_IsString(node->item))
        return gelFailJson(node, "a material or the name of one");
    const char* name = node->item->valuestring;
    for (int i = 0; reader->materialNames[i] != NULL; i++) {
        if (strcmp(reader->materialNames[i], name) == 0) {
            *material = reader->materials[i];
            return gel_success;
        }
    }
    const char* nearest = gelNearestText(name, reader->materialNames);
    if (nearest != NULL)
        return gelFailJsonText(node, "there is no material \"%.60s\"; did you mean \"%.60s\"?", name,
                               nearest);
    return gelFailJsonText(node, "there is no material \"%.60s\" in $.materials", name);
}

static gelStatus readPin(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body,
                         gelVertexSet* pin)
{
    gelVertexSetDraft draft = {0};
    uint32_t present = 0;
    gelStatus status = gelReadJsonObject(node, &gelPinTable, &draft, &present);
    if (status == gel_success && present == 0)
        return gelFailJsonText(node, "expected exactly one of vertices, box, below, group");
    return status == gel_success ? gelReadVertexSet(node, &draft, scene, body, pin) : status;
}

static gelStatus readPins(const gelJsonNode* node, const gelScene* scene, gelSceneBody* body)
{
    int count = cJSON_GetArraySize(node->item);
    if (!cJSON_IsArray(node->item) || count > maxPins)
        return gelFailJson(node, "an array of at most 1000 pins");
    body->pins = gelAllocate((size_t)count, sizeof *body->pins);
    if (body->pins == NULL)
        return gelFailMemory((size_t)count, sizeof *body->pins);
    body->pinCount = count;
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        gelStatus status = readPin(&child, scene, body, &body->pins[i]);
        if (status != gel_success)
            return status;
    }
    return gel_success;
}

static gelStatus readSquash(const gelJsonNode* node, gelSceneBody* body)
{
    body->squash = cJSON_IsTrue(node->item) ? gel_squashToOrigin : gel_noSquash;
    if (cJSON_IsBool(node->item))
        return gel_success;
    if (!cJSON_IsObject(node->item))
        return gelFailJson(node, "true, false or {\"height\": metres}");
    body->squash = gel_squashToHeight;
    return gelReadJsonObject(node, &gelSquashTable, body, NULL);
}

static gelStatus readBodyMesh(const gelJsonNode* node, gelScene* scene, const BodyDraft* draft,
                              uint32_t present, int* mesh, int* skin)
{
    gelJsonNode meshing = gelJsonChild(node, draft->meshing, -1);
    gelJsonNode file = gelJsonChild(node, draft->mesh, -1);
    gelJsonNode shape = gelJsonChild(node, draft->shape, -1);
    gelJsonNode vertices = gelJsonChild(node, draft->vertices, -1);
    gelJsonNode tets = gelJsonChild(node, draft->tets, -1);
    if (draft->meshing != NULL && draft->mesh == NULL)
        return gelFailJsonText(&meshing, "expected \"mesh\" with the path of a surface as well, found none");
    if (draft->as != asSolid && (draft->mesh == NULL || draft->meshing != NULL))
        return gelFailJsonText(node, "as: the lines or triangles of a file are used as they are: expected "
                                     "\"mesh\" with it, and no \"meshing\"");
    switch (present & (GEL_BIT(bodyMesh) | GEL_BIT(bodyShape) | GEL_BIT(bodyVertices) | GEL_BIT(bodyTets))) {
        case GEL_BIT(bodyMesh):
            return draft->as != asSolid ? gelAddSceneThinFile(scene, &file, draft->as == asRope, mesh)
                                        : gelAddSceneFile(scene, &file, &meshing, mesh, skin);
        case GEL_BIT(bodyShape):
            return gelAddSceneShape(scene, &shape, mesh);
        case GEL_BIT(bodyVertices) | GEL_BIT(bodyTets):
            return gelAddSceneArrays(scene, &vertices, &tets, mesh);
        default:
            return gelFailJsonText(node, "expected exactly one of mesh, shape, or vertices with tets");
    }
}

static gelStatus readBodySkin(const gelJsonNode* node, gelScene* scene, const BodyDraft* draft,
                              gelSceneBody* body)
{
    gelJsonNode skin = gelJsonChild(node, draft->skin, -1);
    gelJsonNode clamp = gelJsonChild(node, draft->clampSkin, -1);
    if (draft->clampSkin != NULL && !cJSON_IsBool(draft->clampSkin))
        return gelFailJson(&clamp, "true or false");
    if (draft->clampSkin != NULL && draft->skin == NULL)
        return gelFailJsonText(&clamp, "expected \"skin\" with the path of a surface as well, found none");
    if (draft->skin == NULL)
        return gel_success;
    if (scene->meshes[body->mesh].mesh.tetCount == 0)
        return gelFailJsonText(&skin, "cloth and ropes cannot have a skin: their own surface is rendered");
    return gelAddSceneSkin(scene, &skin, cJSON_IsTrue(draft->clampSkin) ? body->mesh : -1, &body->skin);
}

// Reads the parts of a body that name vertices.
static gelStatus readVertices(const gelJsonNode* node, gelScene* scene, const BodyDraft* draft,
                              gelSceneBody* body)
{
    gelJsonNode groups = gelJsonChild(node, draft->groups, -1);
    gelJsonNode values = gelJsonChild(node, draft->values, -1);
    gelJsonNode pins = gelJsonChild(node, draft->pins, -1);
    gelJsonNode goals = gelJsonChild(node, draft->goals, -1);
    gelJsonNode rest = gelJsonChild(node, draft->rest, -1);
    gelStatus status = gelCheckSceneGroups(&groups, scene, body);
    if (status == gel_success)
        status = gelReadSceneBodyValues(&values, scene, body);
    if (status == gel_success && draft->pins != NULL)
        status = readPins(&pins, scene, body);
    if (status == gel_success && draft->goals != NULL)
        status = gelReadSceneGoals(&goals, scene, body);
    if (status == gel_success && draft->rest != NULL)
        status = gelReadSceneRest(&rest, scene, body);
    return status;
}

gelStatus gelReadSceneBody(const gelJsonNode* node, const gelSceneReader* reader, gelSceneBody* body)
{
    BodyDraft draft = {.def = gelDefaultBodyDef()};
    uint32_t present = 0;
    gelStatus status = gelReadJsonObject(node, &gelBodyTable, &draft, &present);
    gelJsonNode material = gelJsonChild(node, draft.material, -1);
    gelJsonNode rotation = gelJsonChild(node, draft.rotation, -1);
    gelJsonNode repeat = gelJsonChild(node, draft.repeat, -1);
    gelJsonNode squash = gelJsonChild(node, draft.squash, -1);
    gelJsonNode weights = gelJsonChild(node, draft.weights, -1);
    if (status == gel_success && draft.material != NULL)
        status = readBodyMaterial(&material, reader, &draft.def.material);
    if (status == gel_success && draft.rotation != NULL)
        status = gelReadRotation(&rotation, &draft.def.rotation, &body->typed);
    if (status == gel_success)
        status = gelReadFilter(node, reader, draft.category, draft.ignores, &draft.def.filter);
    body->def = draft.def;
    body->item = node->item;
    if (status == gel_success)
        status = gelReadFieldWeights(&weights, reader->scene, body);
    if (status == gel_success && draft.name != NULL)
        snprintf(body->name, sizeof body->name, "%s", draft.name);
    body->skin = -1;
    body->count[0] = body->count[1] = body->count[2] = 1;
    if (status == gel_success && draft.repeat != NULL)
        status = gelReadJsonObject(&repeat, &gelRepeatTable, body, NULL);
    if (status == gel_success && draft.squash != NULL)
        status = readSquash(&squash, body);
    if (status == gel_success)
        status = readBodyMesh(node, reader->scene, &draft, present, &body->mesh, &body->skin);
    if (status == gel_success && reader->scene->meshes[body->mesh].mesh.tetCount == 0 &&
        draft.def.material.model != gel_edgesAndVolumes)
        return gelFailJsonText(draft.material != NULL ? &material : node,
                               "model: expected \"edges\" for cloth and ropes, found \"neoHookean\", which "
                               "needs tets");
    if (status == gel_success && reader->scene->meshes[body->mesh].mesh.tetCount == 0 &&
        draft.def.unbreakable)
        return gelFailJsonText(node, "unbreakable: expected a body of tets, found cloth or a rope, which "
                                     "cannot be inverted");
    if (status == gel_success)
        status = readBodySkin(node, reader->scene, &draft, body);
    return status == gel_success ? readVertices(node, reader->scene, &draft, body) : status;
}
