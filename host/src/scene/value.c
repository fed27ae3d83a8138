#include "scene/value.h"
#include "gel/values.h"
#include "scene/contents/array.h"
#include "scene/contents/files.h"
#include "scene/contents/tables.h"
#include "scene/contents/vertex_set.h"

#include <string.h>

enum { maxValues = 1000 };

typedef struct ValueDraft {
    gelVertexSetDraft vertices;
    float value, minimum, maximum;
    const cJSON *array, *file;
} ValueDraft;

typedef struct ValuesDraft {
    const cJSON* kinds[gel_vertexFactorCount];
} ValuesDraft;

enum { valueValue, valueArray, valueFile, valueMinimum, valueMaximum };
static const gelJsonField valueFields[] = {
    [valueValue] = GEL_FIELD("value", Number, ValueDraft, value, GEL_RANGE(0, 1e6)),
    [valueArray] = GEL_FIELD("array", Item, ValueDraft, array, .required = false),
    [valueFile] = GEL_FIELD("file", Item, ValueDraft, file, .required = false),
    [valueMinimum] = GEL_FIELD("minimum", Number, ValueDraft, minimum, GEL_RANGE(0, 1e6)),
    [valueMaximum] = GEL_FIELD("maximum", Number, ValueDraft, maximum, GEL_RANGE(0, 1e6)),
    GEL_FIELD("group", Item, ValueDraft, vertices.group, .required = false),
    GEL_FIELD("vertices", Item, ValueDraft, vertices.vertices, .required = false),
    GEL_FIELD("box", Item, ValueDraft, vertices.box, .required = false),
    GEL_FIELD("below", Number, ValueDraft, vertices.below, GEL_RANGE(-1e5, 1e5)),
};

#define KIND(name, kind) GEL_FIELD(name, Item, ValuesDraft, kinds[kind], .required = false)
static const gelJsonField valuesFields[] = {
    KIND("density", gel_densityFactor),   KIND("stiffness", gel_stiffnessFactor),
    KIND("bending", gel_bendingFactor),   KIND("damping", gel_dampingFactor),
    KIND("friction", gel_frictionFactor), KIND("tearing", gel_tearingFactor),
};

const gelJsonTable gelValueTable = GEL_TABLE("value", valueFields);
const gelJsonTable gelValuesTable = GEL_TABLE("values", valuesFields);

gelStatus gelReadSceneValueFile(const gelJsonNode* node, gelScene* scene, const gelSceneBody* body, float max,
                                float** values)
{
    const gelJsonField number = {.kind = gel_jsonNumber, GEL_RANGE(0, (double)max)};
    int count = scene->meshes[body->mesh].mesh.vertexCount;
    cJSON* document = NULL;
    char* path;
    gelStatus status =
        gelReadScenePath(scene, node, "the name of a JSON file with an array of numbers", &path);
    if (status == gel_success && (*values = gelAllocate((size_t)count, sizeof **values)) == NULL)
        status = gelFailMemory((size_t)count, sizeof **values);
    if (status == gel_success)
        status = gelReadJsonFile(path, &document);
    gelJsonNode root = {path, document, NULL, -1};
    if (status == gel_success && (!cJSON_IsArray(document) || cJSON_GetArraySize(document) != count))
        status = gelFailJsonText(&root,
                                 "expected an array of %d numbers, one for each vertex of the body, found %d",
                                 count, cJSON_IsArray(document) ? cJSON_GetArraySize(document) : 0);
    if (status == gel_success)
        status = gelReadJsonArray(&root, &number, count, *values);
    cJSON_Delete(document);
    gelFree(path);
    return status;
}

static gelStatus readValue(const gelJsonNode* node, gelScene* scene, const gelSceneBody* body,
                           gelSceneValue* value)
{
    ValueDraft draft = {.minimum = 0.0f, .maximum = 1.0f};
    uint32_t present = 0, ends = GEL_BIT(valueMinimum) | GEL_BIT(valueMaximum);
    gelStatus status = gelReadJsonObject(node, &gelValueTable, &draft, &present);
    if (status != gel_success)
        return status;
    gelJsonNode array = gelJsonChild(node, draft.array, -1), file = gelJsonChild(node, draft.file, -1);
    if (((present & GEL_BIT(valueValue)) != 0) + (draft.array != NULL) + (draft.file != NULL) != 1)
        return gelFailJsonText(node, "expected exactly one of value, array, file");
    if (draft.array == NULL && (present & ends) != 0)
        return gelFailJsonText(node,
                               "minimum and maximum are the values for 0 and 1 of an \"array\": expected "
                               "one, found none");
    value->value = draft.value;
    if (draft.array != NULL)
        status = gelReadSceneArray(&array, scene, body, &value->array);
    for (int i = 0; value->array != NULL && i < scene->meshes[body->mesh].mesh.vertexCount; i++)
        value->array[i] = draft.minimum + value->array[i] * (draft.maximum - draft.minimum);
    if (draft.file != NULL)
        status = gelReadSceneValueFile(&file, scene, body, 1e6f, &value->array);
    return status == gel_success ? gelReadVertexSet(node, &draft.vertices, scene, body, &value->set) : status;
}

// One, or an array of them.
static gelStatus readKind(const gelJsonNode* node, gelScene* scene, gelSceneBody* body, int kind)
{
    bool isList = cJSON_IsArray(node->item);
    int count = isList ? cJSON_GetArraySize(node->item) : 1, i = 0;
    if ((!isList && !cJSON_IsObject(node->item)) || count > maxValues)
        return gelFailJson(node,
                           "a value such as {\"group\": \"tail\", \"value\": 2}, or an array of at most "
                           "1000");
    gelSceneValue* values = body->values[kind] = gelAllocate((size_t)count, sizeof *values);
    if (values == NULL)
        return gelFailMemory((size_t)count, sizeof *values);
    body->valueCounts[kind] = count;
    if (!isList)
        return readValue(node, scene, body, &values[0]);
    gelStatus status = gel_success;
    for (const cJSON* item = node->item->child; item != NULL && status == gel_success;
         item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        status = readValue(&child, scene, body, &values[i]);
    }
    return status;
}

gelStatus gelReadSceneBodyValues(const gelJsonNode* node, gelScene* scene, gelSceneBody* body)
{
    ValuesDraft draft = {{NULL}};
    if (node->item == NULL)
        return gel_success;
    gelStatus status = gelReadJsonObject(node, &gelValuesTable, &draft, NULL);
    for (int kind = 0; kind < gel_vertexFactorCount && status == gel_success; kind++) {
        gelJsonNode child = gelJsonChild(node, draft.kinds[kind], -1);
        if (draft.kinds[kind] != NULL)
            status = readKind(&child, scene, body, kind);
    }
    return status;
}

void gelClearSceneValues(gelSceneValue* values, int count)
{
    for (int i = 0; i < count; i++) {
        gelClearVertexSet(&values[i].set);
        gelFree(values[i].array);
    }
    gelFree(values);
}

void gelClearSceneBodyValues(gelSceneBody* body)
{
    for (int kind = 0; kind < gel_vertexFactorCount; kind++)
        gelClearSceneValues(body->values[kind], body->valueCounts[kind]);
}

gelStatus gelFillSceneValues(const gelSceneValue* list, int count, const double* positions, int vertexCount,
                             float* values)
{
    int max = vertexCount;
    for (int i = 0; i < count; i++)
        max = list[i].set.vertexCount > max ? list[i].set.vertexCount : max;
    int* members = gelAllocate((size_t)max, sizeof *members);
    if (members == NULL)
        return gelFailMemory((size_t)max, sizeof *members);
    for (int i = 0; i < count; i++) {
        int found = gelListVertexSet(&list[i].set, positions, vertexCount, members);
        for (int k = 0; k < found; k++)
            values[members[k]] = list[i].array != NULL ? list[i].array[members[k]] : list[i].value;
    }
    gelFree(members);
    return gel_success;
}

static gelStatus setKind(const gelSceneBody* scene, gelVertexValue kind, const double* positions,
                         gelWorld* world, gelBodyId id, int count)
{
    float* values = gelAllocate((size_t)count, sizeof *values);
    if (values == NULL)
        return gelFailMemory((size_t)count, sizeof *values);
    for (int i = 0; i < count; i++)
        values[i] = 1.0f;
    gelStatus status =
        gelFillSceneValues(scene->values[kind], scene->valueCounts[kind], positions, count, values);
    if (status == gel_success)
        status = gelBody_SetVertexValues(world, id, kind, values, count);
    gelFree(values);
    return status;
}

gelStatus gelSetSceneBodyValues(const gelSceneBody* scene, gelVec3 offset, gelWorld* world, gelBodyId id)
{
    bool any = false;
    for (int kind = 0; kind < gel_vertexFactorCount; kind++)
        any = any || scene->valueCounts[kind] > 0;
    if (!any)
        return gel_success;
    int count = gelBody_GetMesh(world, id)->vertexCount;
    double* positions = gelAllocate((size_t)count, 3 * sizeof *positions);
    gelStatus status = positions != NULL ? gelBody_ReadPositionsDouble(world, id, positions, count)
                                         : gelFailMemory((size_t)count, 3 * sizeof *positions);
    for (int i = 0; i < count && status == gel_success; i++) {
        positions[3 * (size_t)i] += (double)offset.x;
        positions[3 * (size_t)i + 1] += (double)offset.y;
        positions[3 * (size_t)i + 2] += (double)offset.z;
    }
    for (int kind = 0; kind < gel_vertexFactorCount && status == gel_success; kind++)
        if (scene->valueCounts[kind] > 0)
            status = setKind(scene, (gelVertexValue)kind, positions, world, id, count);
    gelFree(positions);
    return status;
}
