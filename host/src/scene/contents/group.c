#include "scene/contents/group.h"
#include "common/nearest.h"
#include "gel/values.h"
#include "scene/contents/tables.h"
#include "scene/contents/vertex_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { maxListed = 32 };

static gelStatus readGroup(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body,
                           gelVertexSet* set)
{
    gelVertexSetDraft draft = {0};
    uint32_t present = 0;
    gelStatus status = gelReadJsonObject(node, &gelPinTable, &draft, &present);
    if (status == gel_success && (present == 0 || draft.group != NULL))
        return gelFailJsonText(node, "expected exactly one of vertices, box, below");
    return status == gel_success ? gelReadVertexSet(node, &draft, scene, body, set) : status;
}

typedef struct Key {
    const char* name;
    int index;
} Key;

static int byName(const void* a, const void* b)
{
    const Key *p = a, *q = b;
    int order = strcmp(p->name, q->name);
    return order != 0 ? order : (p->index > q->index) - (p->index < q->index);
}

// The index of the first group whose name an earlier one has; -1: none. `node` has at least one.
static gelStatus findDuplicate(const gelJsonNode* node, int* duplicate)
{
    int count = cJSON_GetArraySize(node->item), i = 0;
    Key* keys = gelAllocate((size_t)count, sizeof *keys);
    *duplicate = -1;
    if (keys == NULL)
        return gelFailMemory((size_t)count, sizeof *keys);
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++)
        keys[i] = (Key){item->string, i};
    qsort(keys, (size_t)count, sizeof *keys, byName);
    for (i = 1; i < count; i++)
        if (strcmp(keys[i - 1].name, keys[i].name) == 0 && (*duplicate < 0 || keys[i].index < *duplicate))
            *duplicate = keys[i].index;
    gelFree(keys);
    return gel_success;
}

gelStatus gelCheckSceneGroups(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body)
{
    int duplicate = -1, i = 0;
    if (node->item == NULL)
        return gel_success;
    if (!cJSON_IsObject(node->item))
        return gelFailJson(node, "an object of groups by their names");
    gelStatus status = node->item->child != NULL ? findDuplicate(node, &duplicate) : gel_success;
    for (const cJSON* item = node->item->child; item != NULL && status == gel_success;
         item = item->next, i++) {
        gelVertexSet set = {0};
        gelJsonNode child = gelJsonChild(node, item, -1);
        if (i == duplicate)
            return gelFailJsonText(&child, "duplicate key");
        status = readGroup(&child, scene, body, &set);
        gelClearVertexSet(&set);
    }
    return status;
}

// Vertices of one place are one: the first of them counts.
static gelStatus carryFromSurface(const gelSurfaceMesh* surface, const gelTetMesh* mesh, const float* ofFile,
                                  float* values)
{
    float* ofSurface = gelAllocate((size_t)surface->vertexCount, sizeof *ofSurface);
    if (ofSurface == NULL)
        return gelFailMemory((size_t)surface->vertexCount, sizeof *ofSurface);
    for (int i = surface->originalCount - 1; i >= 0; i--)
        if (surface->originals[i] >= 0)
            ofSurface[surface->originals[i]] = ofFile[i];
    gelStatus status = gelCarryVertexValues(surface, ofSurface, mesh, values);
    gelFree(ofSurface);
    return status;
}

static gelStatus takeArray(const gelScene* scene, const gelSceneMesh* source, const float* ofFile, int count,
                           float** result)
{
    const gelTetMesh* mesh = &source->mesh;
    const gelSurfaceMesh* surface = source->skin1 > 0 ? &scene->skins[source->skin1 - 1].surface : NULL;
    int needed = surface != NULL ? surface->originalCount : 0;
    for (int i = 0; i < mesh->vertexCount && surface == NULL; i++)
        needed = mesh->sourceVertices[i] >= needed ? mesh->sourceVertices[i] + 1 : needed;
    if (count < needed)
        return gelFail(gel_formatError, "%s: expected values of %d vertices, found %d", source->file, needed,
                       count);
    float* values = gelAllocate((size_t)mesh->vertexCount, sizeof *values);
    if (values == NULL)
        return gelFailMemory((size_t)mesh->vertexCount, sizeof *values);
    gelStatus status = surface != NULL ? carryFromSurface(surface, mesh, ofFile, values) : gel_success;
    for (int i = 0; i < mesh->vertexCount && surface == NULL; i++)
        values[i] = ofFile[mesh->sourceVertices[i]];
    if (status == gel_success)
        *result = values;
    else
        gelFree(values);
    return status;
}

static gelStatus loadArray(const gelScene* scene, const gelSceneBody* body, const char* name, float** values)
{
    const gelSceneMesh* mesh = &scene->meshes[body->mesh];
    float* ofFile;
    int count;
    if (mesh->file == NULL)
        return gelFail(gel_formatError,
                       "there is no \"%.60s\": only meshes of files have arrays, and this is a shape", name);
    gelStatus status = gelLoadVertexArray(mesh->file, name, &ofFile, &count);
    if (status != gel_success)
        return status;
    status = takeArray(scene, mesh, ofFile, count, values);
    gelFree(ofFile);
    return status;
}

static gelStatus checkName(const gelJsonNode* node)
{
    return cJSON_IsString(node->item) && node->item->valuestring[0] != '\0' ? gel_success
                                                                            : gelFailJson(node, "a name");
}

gelStatus gelReadSceneArray(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body,
                            float** values)
{
    gelStatus status = checkName(node);
    if (status != gel_success)
        return status;
    status = loadArray(scene, body, node->item->valuestring, values);
    return status == gel_success ? status : gelFailJsonCause(node, status);
}

// After a message about the file: `groups` has members.
static gelStatus failUnknown(const gelJsonNode* node, const cJSON* groups, bool hasFile)
{
    const char *names[maxListed + 1] = {NULL}, *name = node->item->valuestring;
    char list[400] = "", hint[100] = "", cause[600] = "";
    int count = 0;
    if (hasFile)
        snprintf(cause, sizeof cause, "; %s", gelLastError());
    for (const cJSON* item = groups->child; item != NULL && count < maxListed; item = item->next) {
        gelAppend(list, sizeof list, "%s%s", count > 0 ? ", " : "", item->string);
        names[count++] = item->string;
    }
    const char* nearest = gelNearestText(name, names);
    if (nearest != NULL)
        snprintf(hint, sizeof hint, "; did you mean \"%.60s\"?", nearest);
    return gelFailJsonText(node, "\"groups\" has no \"%.60s\"%s It has: %s%s", name,
                           nearest != NULL ? hint : ".", list, cause);
}

static gelStatus listMembers(const float* values, int count, gelVertexSet* set)
{
    set->kind = gel_setOfVertices;
    set->isOfFile = true;
    set->vertices = gelAllocate((size_t)count, sizeof *set->vertices);
    if (set->vertices == NULL)
        return gelFailMemory((size_t)count, sizeof *set->vertices);
    for (int i = 0; i < count; i++)
        if (values[i] >= 0.5f)
            set->vertices[set->vertexCount++] = i;
    return gel_success;
}

gelStatus gelReadSceneGroup(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body,
                            gelVertexSet* set)
{
    gelStatus status = checkName(node);
    if (status != gel_success)
        return status;
    const cJSON *groups = cJSON_GetObjectItemCaseSensitive(body->item, "groups"),
                *group = cJSON_GetObjectItemCaseSensitive(groups, node->item->valuestring);
    if (group != NULL) {
        gelJsonNode root = {scene->file, scene->document, NULL, -1};
        gelJsonNode bodies =
            gelJsonChild(&root, cJSON_GetObjectItemCaseSensitive(scene->document, "bodies"), -1);
        int index = (int)(body - scene->bodies);
        gelJsonNode one = gelJsonChild(&bodies, body->item, index);
        gelJsonNode all = gelJsonChild(&one, groups, -1), own = gelJsonChild(&all, group, -1);
        return readGroup(&own, scene, body, set);
    }
    float* values;
    if (groups == NULL && scene->meshes[body->mesh].file == NULL)
        return gelFailJsonText(
            node, "there is no group \"%.60s\": the body has no \"groups\", and a shape has none",
            node->item->valuestring);
    status = loadArray(scene, body, node->item->valuestring, &values);
    if (status != gel_success)
        return groups != NULL && groups->child != NULL
                   ? failUnknown(node, groups, scene->meshes[body->mesh].file != NULL)
                   : gelFailJsonCause(node, status);
    status = listMembers(values, scene->meshes[body->mesh].mesh.vertexCount, set);
    gelFree(values);
    return status;
}
