#include "scene/contents/vertex_set.h"
#include "common/nearest.h"
#include "scene/contents/array.h"
#include "scene/contents/file_vertex.h"
#include "scene/contents/tables.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { maxListed = 32 };

static const gelJsonField pinFields[] = {
    GEL_FIELD("vertices", Item, gelVertexSetDraft, vertices, .required = false),
    GEL_FIELD("box", Item, gelVertexSetDraft, box, .required = false),
    GEL_FIELD("below", Number, gelVertexSetDraft, below, GEL_RANGE(-1e5, 1e5)),
    GEL_FIELD("group", Item, gelVertexSetDraft, group, .required = false),
};

static const gelJsonField pinBoxFields[] = {
    GEL_FIELD("lower", Vector, gelVertexSet, lower, .required = true, GEL_RANGE(-1e5, 1e5)),
    GEL_FIELD("upper", Vector, gelVertexSet, upper, .required = true, GEL_RANGE(-1e5, 1e5)),
};

const gelJsonTable gelPinTable = GEL_TABLE("pin", pinFields);
const gelJsonTable gelPinBoxTable = GEL_TABLE("pinBox", pinBoxFields);

// Reads numbers of vertices of the file into those of the mesh. Those of a filled surface become the
// vertices of tets that carry them.
static gelStatus readNumbers(const gelJsonNode* node, const gelFileVertices* vertices, int* numbers,
                             gelVertexSet* set)
{
    const gelJsonField element = {.kind = gel_jsonInteger, GEL_RANGE(0, vertices->count - 1)};
    int count = cJSON_GetArraySize(node->item), i = 0;
    gelStatus status = gelReadJsonArray(node, &element, count, numbers);
    for (const cJSON* item = node->item->child; status == gel_success && i < count; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        int found = gelFindCarriers(vertices, numbers[i], set->vertices + set->vertexCount,
                                    set->weights + set->vertexCount);
        if (found == 0)
            return gelFailJsonText(&child, "expected a vertex that belongs to %s, found %d, which does not",
                                   vertices->element, numbers[i]);
        set->vertexCount += found;
    }
    set->isOfFile = vertices->embedding != NULL;
    return status;
}

static gelStatus readVertices(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body,
                              gelVertexSet* set)
{
    if (!cJSON_IsArray(node->item) || node->item->child == NULL)
        return gelFailJson(node, "an array of vertex numbers");
    size_t count = (size_t)cJSON_GetArraySize(node->item);
    gelFileVertices vertices;
    gelStatus status = gelOpenFileVertices(scene, body->mesh, &vertices);
    set->kind = gel_setOfVertices;
    set->vertices = gelAllocate(4 * count, sizeof *set->vertices);
    set->weights = gelAllocate(4 * count, sizeof *set->weights);
    int* numbers = gelAllocate(count, sizeof *numbers);
    if (status == gel_success && (set->vertices == NULL || set->weights == NULL || numbers == NULL))
        status = gelFailMemory(count, sizeof(int));
    if (status == gel_success)
        status = readNumbers(node, &vertices, numbers, set);
    gelCloseFileVertices(&vertices);
    gelFree(numbers);
    return status;
}

static gelStatus readBox(const gelJsonNode* node, gelVertexSet* set)
{
    gelStatus status = gelReadJsonObject(node, &gelPinBoxTable, set, NULL);
    if (status != gel_success)
        return status;
    set->kind = gel_setInBox;
    if (set->lower.x > set->upper.x || set->lower.y > set->upper.y || set->lower.z > set->upper.z)
        return gelFailJsonText(node, "expected lower <= upper along each axis");
    return gel_success;
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

// The group of the name in `node`: one of the body's "groups" in the scene, or of its mesh's file, of whose array those
// vertices are in it that have 0.5 or more.
static gelStatus readNamed(const gelJsonNode* node, const gelScene* scene, const gelSceneBody* body,
                           gelVertexSet* set)
{
    if (!gelIsName(node->item))
        return gelFailJson(node, "a name");
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
    gelStatus status = gelLoadSceneArray(scene, body, node->item->valuestring, &values);
    if (status != gel_success)
        return groups != NULL && groups->child != NULL
                   ? failUnknown(node, groups, scene->meshes[body->mesh].file != NULL)
                   : gelFailJsonCause(node, status);
    status = listMembers(values, scene->meshes[body->mesh].mesh.vertexCount, set);
    gelFree(values);
    return status;
}

gelStatus gelReadVertexSet(const gelJsonNode* node, const gelVertexSetDraft* draft, const gelScene* scene,
                           const gelSceneBody* body, gelVertexSet* set)
{
    gelJsonNode group = gelJsonChild(node, draft->group, -1);
    gelJsonNode vertices = gelJsonChild(node, draft->vertices, -1), box = gelJsonChild(node, draft->box, -1);
    bool isBelow = gelJsonHas(node, "below"), isNearest = gelJsonHas(node, "point");
    if ((draft->vertices != NULL) + (draft->box != NULL) + (draft->group != NULL) + isBelow + isNearest > 1)
        return gelFailJsonText(node, "expected exactly one of vertices, box, below, group%s",
                               isNearest ? ", point" : "");
    if ((draft->vertices != NULL || draft->group != NULL) && body == NULL)
        return gelFailJsonText(draft->group != NULL ? &group : &vertices,
                               "expected point, box or below of an obstacle, found %s",
                               draft->group != NULL ? "a group" : "vertex numbers");
    if (draft->group != NULL)
        return readNamed(&group, scene, body, set);
    if (draft->vertices != NULL)
        return readVertices(&vertices, scene, body, set);
    if (draft->box != NULL)
        return readBox(&box, set);
    set->kind = isBelow ? gel_setBelow : isNearest ? gel_setNearest : gel_setOfAll;
    set->height = draft->below;
    set->point = draft->point;
    return gel_success;
}

void gelClearVertexSet(gelVertexSet* set)
{
    gelFree(set->vertices);
    gelFree(set->weights);
    *set = (gelVertexSet){0};
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

// Positions of copies are rounded, so a plane through a layer of vertices would hold some and miss others:
// what is within 1e-5 of the body's size, or a few roundings of its coordinates, is in a set.
static double toleranceOf(const double* positions, int count)
{
    static const double share = 1e-5, rounding = 4.0 * FLT_EPSILON;
    double lower[3] = {INFINITY, INFINITY, INFINITY}, upper[3] = {-INFINITY, -INFINITY, -INFINITY};
    double size = 0.0, reach = 0.0;
    for (int i = 0; i < 3 * count; i++) {
        lower[i % 3] = fmin(lower[i % 3], positions[i]);
        upper[i % 3] = fmax(upper[i % 3], positions[i]);
    }
    for (int k = 0; k < 3 && count > 0; k++) {
        size = fmax(size, upper[k] - lower[k]);
        reach = fmax(reach, fmax(fabs(lower[k]), fabs(upper[k])));
    }
    return share * size + rounding * reach;
}

static bool isInBox(const gelVertexSet* set, const double x[3], double tolerance)
{
    const double lower[3] = {(double)set->lower.x, (double)set->lower.y, (double)set->lower.z};
    const double upper[3] = {(double)set->upper.x, (double)set->upper.y, (double)set->upper.z};
    for (int k = 0; k < 3; k++)
        if (!(x[k] >= lower[k] - tolerance && x[k] <= upper[k] + tolerance))
            return false;
    return true;
}

static int nearestTo(gelVec3 point, const double* positions, int count)
{
    int nearest = 0;
    double min = INFINITY;
    for (int i = 0; i < count; i++) {
        const double* x = positions + 3 * (size_t)i;
        double d[3] = {x[0] - (double)point.x, x[1] - (double)point.y, x[2] - (double)point.z};
        double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        nearest = square < min ? i : nearest;
        min = square < min ? square : min;
    }
    return nearest;
}

int gelListVertexSet(const gelVertexSet* set, const double* positions, int count, int* members)
{
    int found = 0;
    if (set->kind == gel_setOfVertices) {
        memcpy(members, set->vertices, (size_t)set->vertexCount * sizeof *members);
        return set->vertexCount;
    }
    if (set->kind == gel_setNearest) {
        members[0] = nearestTo(set->point, positions, count);
        return 1;
    }
    const double tolerance = set->kind == gel_setOfAll ? 0.0 : toleranceOf(positions, count);
    for (int i = 0; i < count; i++) {
        const double* x = positions + 3 * (size_t)i;
        bool isMember = set->kind == gel_setOfAll ||
                        (set->kind == gel_setInBox ? isInBox(set, x, tolerance)
                                                   : x[1] <= (double)set->height + tolerance);
        if (isMember)
            members[found++] = i;
    }
    return found;
}
