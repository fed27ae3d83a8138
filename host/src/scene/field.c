#include "scene/field.h"
#include "scene/idle_setting.h"
#include "common/nearest.h"
#include "scene/contents/tables.h"
#include "settings/settings.h"

#include <stdio.h>
#include <string.h>

typedef struct FieldDraft {
    gelField field;
    const char* name;
    const cJSON* keys;
} FieldDraft;

static const gelJsonField fieldFields[] = {
    GEL_FIELD("name", Text, FieldDraft, name, GEL_RANGE(1, 100)),
    GEL_FIELD("keys", Item, FieldDraft, keys, .required = false),
};

static const gelJsonField keyFields[] = {
    GEL_FIELD("time", Number, gelFieldKey, time, .required = true, GEL_RANGE(0, 1e5)),
    GEL_FIELD("share", Number, gelFieldKey, share, .required = true, GEL_RANGE(-1e6, 1e6)),
};

const gelJsonTable gelSceneFieldTable = {
    GEL_TABLE_FIELDS("field", fieldFields),
    .settings = gelFieldRows,
    .prefix = "",
    .settingsOffset = offsetof(FieldDraft, field),
};
const gelJsonTable gelSceneFieldKeyTable = GEL_TABLE("fieldKey", keyFields);

static const char* const gravityName = "gravity";

static gelStatus readKeys(const gelJsonNode* node, gelField* field)
{
    int count = cJSON_IsArray(node->item) ? cJSON_GetArraySize(node->item) : 0, i = 0;
    if (count < 1 || count > GEL_MAXIMUM_FIELD_KEYS)
        return gelFailJson(node, "an array of 1 to 64 keys");
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        gelStatus status = gelReadJsonObject(&child, &gelSceneFieldKeyTable, &field->keys[i], NULL);
        if (status != gel_success)
            return status;
    }
    field->keyCount = count;
    return gel_success;
}

// A name that is taken would make weights ambiguous.
static gelStatus nameField(const gelJsonNode* node, const char* name, gelScene* scene, int index)
{
    if (name == NULL)
        return gel_success;
    bool taken = strcmp(name, gravityName) == 0;
    for (int i = 0; i < index && !taken; i++)
        taken = strcmp(name, scene->fieldNames[i]) == 0;
    if (taken)
        return gelFailJsonText(node, "name: expected a unique name, found \"%.60s\" again", name);
    snprintf(scene->fieldNames[index], sizeof scene->fieldNames[index], "%s", name);
    return gel_success;
}

static gelStatus readDraft(const gelJsonNode* node, FieldDraft* draft)
{
    *draft = (FieldDraft){.field = gelDefaultField(gel_fieldUniform)};
    gelStatus status = gelReadJsonObject(node, &gelSceneFieldTable, draft, NULL);
    gelJsonNode keys = gelJsonChild(node, draft->keys, -1);
    if (status == gel_success && draft->keys != NULL)
        status = readKeys(&keys, &draft->field);
    if (status == gel_success && gelCheckField(&draft->field) != gel_success)
        status = gelFailJsonCause(node, gel_formatError);
    return status;
}

gelStatus gelReadReplacement(const gelJsonNode* node, gelField* field)
{
    FieldDraft draft;
    gelStatus status = readDraft(node, &draft);
    if (status == gel_success && draft.name != NULL)
        status = gelFailJsonText(node, "name: expected none, as the field keeps its name, found \"%.60s\"",
                                 draft.name);
    *field = draft.field;
    return status;
}

static gelStatus readField(const gelJsonNode* node, gelScene* scene, int index)
{
    FieldDraft draft;
    gelStatus status = readDraft(node, &draft);
    if (status == gel_success)
        status = nameField(node, draft.name, scene, index);
    if (status == gel_success)
        gelWarnOfIdleField(node, &draft.field);
    scene->fields[index] = draft.field;
    return status;
}

gelStatus gelReadSceneFields(const gelJsonNode* node, gelScene* scene)
{
    int count = cJSON_IsArray(node->item) ? cJSON_GetArraySize(node->item) : 0, i = 0;
    if (node->item == NULL)
        return gel_success;
    if (!cJSON_IsArray(node->item) || count > GEL_MAXIMUM_FIELDS)
        return gelFailJson(node, "an array of at most 16 fields");
    scene->fields = gelAllocate((size_t)count, sizeof *scene->fields);
    scene->fieldNames = gelAllocate((size_t)count, sizeof *scene->fieldNames);
    if (scene->fields == NULL || scene->fieldNames == NULL)
        return gelFailMemory((size_t)count, sizeof *scene->fields);
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        gelStatus status = readField(&child, scene, i);
        if (status != gel_success)
            return status;
        scene->fieldCount = i + 1;
    }
    return gel_success;
}

static gelStatus readWeight(const gelJsonNode* node, const gelScene* scene, gelSceneBody* body)
{
    const char *names[GEL_MAXIMUM_FIELDS + 2] = {gravityName}, *name = node->item->string;
    int count = 1, found = -1;
    for (int i = 0; i < scene->fieldCount; i++)
        names[count++] = scene->fieldNames[i];
    for (int i = 0; i < count && found < 0; i++)
        found = name[0] != '\0' && strcmp(names[i], name) == 0 ? i : -1;
    double weight = node->item->valuedouble;
    if (found >= 0 && (!cJSON_IsNumber(node->item) || !(weight >= -1e6 && weight <= 1e6)))
        return gelFailJson(node, "a number from -1e6 to 1e6");
    if (found >= 0) {
        body->fieldWeights[found] = (float)weight;
        return gel_success;
    }
    const char* nearest = gelNearestText(name, names);
    return nearest != NULL ? gelFailJsonText(node, "no field has this name; did you mean \"%.60s\"?", nearest)
                           : gelFailJsonText(node, "no field has this name: give one \"name\"");
}

void gelUsualFieldWeights(gelSceneBody* body)
{
    for (int i = 0; i <= GEL_MAXIMUM_FIELDS; i++)
        body->fieldWeights[i] = 1.0f;
}

gelStatus gelReadFieldWeights(const gelJsonNode* node, const gelScene* scene, gelSceneBody* body)
{
    gelStatus status = gel_success;
    gelUsualFieldWeights(body);
    if (node->item == NULL)
        return gel_success;
    if (!cJSON_IsObject(node->item))
        return gelFailJson(node, "an object of numbers by the names of fields, or \"gravity\"");
    for (const cJSON* item = node->item->child; item != NULL && status == gel_success; item = item->next) {
        gelJsonNode child = gelJsonChild(node, item, -1);
        status = readWeight(&child, scene, body);
    }
    return status;
}

void gelClearSceneFields(gelScene* scene)
{
    gelFree(scene->fields);
    gelFree(scene->fieldNames);
    scene->fields = NULL;
    scene->fieldNames = NULL;
    scene->fieldCount = 0;
}

gelStatus gelSetSceneFields(const gelScene* scene, gelWorld* world)
{
    if (scene->fieldCount == 0)
        return gel_success;
    gelStatus status = gelWorld_SetFields(world, scene->fields, scene->fieldCount);
    return status == gel_success ? status : gelFail(status, "%s: $.fields: %s", scene->file, gelLastError());
}

gelStatus gelWeighSceneBody(const gelScene* scene, const gelSceneBody* body, gelWorld* world, gelBodyId id)
{
    gelStatus status = gelBody_SetGravityWeight(world, id, body->fieldWeights[0]);
    for (int i = 0; i < scene->fieldCount && status == gel_success; i++)
        status = gelBody_SetFieldWeight(world, id, i, body->fieldWeights[1 + i]);
    return status;
}
