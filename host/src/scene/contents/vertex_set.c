#include "scene/contents/vertex_set.h"
#include "scene/contents/group.h"
#include "scene/contents/tables.h"

#include <math.h>
#include <string.h>

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

// Converts vertex numbers of the mesh file to those of the mesh, which lacks vertices that belong to no tet.
static gelStatus readVertices(const gelJsonNode* node, const gelTetMesh* mesh, gelVertexSet* set)
{
    if (!cJSON_IsArray(node->item) || node->item->child == NULL)
        return gelFailJson(node, "an array of vertex numbers");
    int largest = 0;
    for (int i = 0; i < mesh->vertexCount; i++)
        largest = mesh->sourceVertices[i] > largest ? mesh->sourceVertices[i] : largest;
    int count = cJSON_GetArraySize(node->item);
    set->kind = gel_setOfVertices;
    set->vertices = gelAllocate((size_t)count, sizeof *set->vertices);
    int* meshVertex = gelAllocate((size_t)largest + 1, sizeof *meshVertex); // 1-based, 0 for none
    gelStatus status = set->vertices == NULL || meshVertex == NULL
                           ? gelFailMemory((size_t)largest + 1, sizeof(int))
                           : gel_success;
    for (int i = 0; status == gel_success && i < mesh->vertexCount; i++)
        meshVertex[mesh->sourceVertices[i]] = i + 1;
    const gelJsonField element = {.kind = gel_jsonInteger, GEL_RANGE(0, largest)};
    if (status == gel_success)
        status = gelReadJsonArray(node, &element, count, set->vertices);
    const cJSON* item = node->item->child;
    for (int i = 0; status == gel_success && i < count; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        set->vertices[i] = meshVertex[set->vertices[i]] - 1;
        if (set->vertices[i] < 0)
            status = gelFailJson(&child, "a vertex that belongs to a tet");
    }
    set->vertexCount = count;
    gelFree(meshVertex);
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
        return gelReadSceneGroup(&group, scene, body, set);
    if (draft->vertices != NULL)
        return readVertices(&vertices, &scene->meshes[body->mesh].mesh, set);
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
    *set = (gelVertexSet){0};
}

static bool isInBox(const gelVertexSet* set, const double x[3])
{
    return x[0] >= (double)set->lower.x && x[1] >= (double)set->lower.y && x[2] >= (double)set->lower.z &&
           x[0] <= (double)set->upper.x && x[1] <= (double)set->upper.y && x[2] <= (double)set->upper.z;
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
    for (int i = 0; i < count; i++) {
        const double* x = positions + 3 * (size_t)i;
        bool isMember = set->kind == gel_setOfAll ||
                        (set->kind == gel_setInBox ? isInBox(set, x) : x[1] <= (double)set->height);
        if (isMember)
            members[found++] = i;
    }
    return found;
}
