#include "scene/attachment.h"
#include "scene/contents/tables.h"
#include "scene/contents/body_ref.h"
#include "scene/contents/file_vertex.h"
#include "world/apart.h"

#include <math.h>
#include <stdio.h>

enum { maxAttachments = 100000 };
static const double slack = 1e-6; // s: frames are counted in single precision

typedef struct AnchorDraft {
    const cJSON *body, *obstacle;
    gelVec3 point;
    int vertex;
} AnchorDraft;

typedef struct AttachmentDraft {
    const cJSON *a, *b, *curve;
    float stiffness, length, breakForce, until;
} AttachmentDraft;

enum { anchorPoint, anchorVertex };
static const gelJsonField anchorFields[] = {
    [anchorPoint] = GEL_FIELD("point", Vector, AnchorDraft, point, GEL_RANGE(-1e5, 1e5)),
    [anchorVertex] = GEL_FIELD("vertex", Integer, AnchorDraft, vertex, GEL_RANGE(0, 1e9)),
    GEL_FIELD("body", Item, AnchorDraft, body, .required = false),
    GEL_FIELD("obstacle", Item, AnchorDraft, obstacle, .required = false),
};

static const gelJsonField attachmentFields[] = {
    GEL_FIELD("a", Item, AttachmentDraft, a, .required = true),
    GEL_FIELD("b", Item, AttachmentDraft, b, .required = true),
    GEL_FIELD("stiffness", Number, AttachmentDraft, stiffness, GEL_RANGE(1e-6, 1e9), .unit = "N/m"),
    GEL_FIELD("curve", Item, AttachmentDraft, curve, .required = false),
    GEL_FIELD("length", Number, AttachmentDraft, length, GEL_RANGE(0, 1e6), .unit = "m"),
    GEL_FIELD("breakForce", Number, AttachmentDraft, breakForce, GEL_RANGE_ABOVE(0, 1e12), .unit = "N"),
    GEL_FIELD("until", Number, AttachmentDraft, until, GEL_RANGE(0, 1e9), .unit = "s"),
};

const gelJsonTable gelAnchorTable = GEL_TABLE("anchor", anchorFields);
const gelJsonTable gelAttachmentTable = GEL_TABLE("attachment", attachmentFields);

static gelStatus findVertex(const gelJsonNode* node, const gelScene* scene, int mesh, int number,
                            gelSceneAnchor* anchor)
{
    gelFileVertices vertices;
    gelBodyPoint* point = &anchor->vertex;
    gelStatus status = gelOpenFileVertices(scene, mesh, &vertices);
    if (status != gel_success)
        return status;
    if (number < vertices.count)
        point->vertexCount = gelFindCarriers(&vertices, number, point->vertices, point->weights);
    anchor->isOfFile = vertices.embedding != NULL;
    if (number >= vertices.count)
        status = gelFailJsonText(node, "vertex: expected a whole number from 0 to %d, found %d",
                                 vertices.count - 1, number);
    else if (point->vertexCount == 0)
        status =
            gelFailJsonText(node, "vertex: expected a vertex that belongs to %s, found %d, which does not",
                            vertices.element, number);
    gelCloseFileVertices(&vertices);
    return status;
}

static gelStatus readAnchor(const gelJsonNode* node, const gelScene* scene, gelSceneAnchor* anchor)
{
    AnchorDraft draft = {0};
    uint32_t present = 0;
    int index = 0;
    gelStatus status = gelReadJsonObject(node, &gelAnchorTable, &draft, &present);
    if (status != gel_success)
        return status;
    gelJsonNode body = gelJsonChild(node, draft.body, -1), obstacle = gelJsonChild(node, draft.obstacle, -1);
    bool hasVertex = (present & GEL_BIT(anchorVertex)) != 0, hasPoint = (present & GEL_BIT(anchorPoint)) != 0;
    *anchor = (gelSceneAnchor){.body = -1, .obstacle = -1, .point = draft.point};
    if ((draft.body != NULL) == (draft.obstacle != NULL))
        return gelFailJsonText(node, "expected exactly one of body and obstacle");
    if (hasVertex == hasPoint || (hasVertex && draft.obstacle != NULL))
        return gelFailJsonText(node, "expected exactly one of point and vertex, of an obstacle a point");
    status = draft.body != NULL ? gelResolveBodyRef(&body, scene, false, &anchor->body, &index)
                                : gelResolveBodyRef(&obstacle, scene, true, &anchor->obstacle, &index);
    if (status == gel_success && hasVertex)
        status = findVertex(node, scene, scene->bodies[index].mesh, draft.vertex, anchor);
    return status;
}

// [[stretch, force], ...]
static gelStatus readCurve(const gelJsonNode* node, gelAttachmentDef* def)
{
    static const gelJsonField element = {.kind = gel_jsonNumber, GEL_RANGE(-1e9, 1e9)};
    const int count = cJSON_GetArraySize(node->item);
    if (!cJSON_IsArray(node->item) || count < 2 || count > GEL_MAXIMUM_FORCE_POINTS)
        return gelFailJson(node, "an array of 2 to 8 points [stretch in m, force in N]");
    for (const cJSON* item = node->item->child; item != NULL; item = item->next) {
        gelJsonNode child = gelJsonChild(node, item, def->curvePointCount);
        float point[2];
        gelStatus status = gelReadJsonArray(&child, &element, 2, point);
        if (status != gel_success)
            return status;
        def->curve[def->curvePointCount++] = (gelForcePoint){point[0], point[1]};
    }
    gelStatus status = gelCheckForceCurve(def);
    return status == gel_success ? status : gelFailJsonCause(node, gel_formatError);
}

static gelStatus readAttachment(const gelJsonNode* node, const gelScene* scene,
                                gelSceneAttachment* attachment)
{
    AttachmentDraft draft = {.stiffness = INFINITY, .breakForce = INFINITY, .until = INFINITY};
    gelStatus status = gelReadJsonObject(node, &gelAttachmentTable, &draft, NULL);
    gelJsonNode a = gelJsonChild(node, draft.a, -1), b = gelJsonChild(node, draft.b, -1),
                curve = gelJsonChild(node, draft.curve, -1);
    if (status == gel_success)
        status = readAnchor(&a, scene, &attachment->a);
    if (status == gel_success)
        status = readAnchor(&b, scene, &attachment->b);
    attachment->def = gelDefaultAttachmentDef();
    attachment->def.compliance = 1.0f / draft.stiffness;
    attachment->def.length = draft.length;
    attachment->def.breakForce = draft.breakForce;
    attachment->until = (double)draft.until;
    return status == gel_success && draft.curve != NULL ? readCurve(&curve, &attachment->def) : status;
}

gelStatus gelReadSceneAttachments(const gelJsonNode* node, gelScene* scene)
{
    if (node->item == NULL)
        return gel_success;
    int count = cJSON_GetArraySize(node->item), i = 0;
    if (!cJSON_IsArray(node->item) || count > maxAttachments)
        return gelFailJson(node, "an array of at most 100000 attachments");
    scene->attachments = gelAllocate((size_t)count, sizeof *scene->attachments);
    if (scene->attachments == NULL)
        return gelFailMemory((size_t)count, sizeof *scene->attachments);
    gelStatus status = gel_success;
    for (const cJSON* item = node->item->child; item != NULL && status == gel_success;
         item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        status = readAttachment(&child, scene, &scene->attachments[scene->attachmentCount++]);
    }
    return status;
}

static gelStatus findAnchor(const gelSceneAnchor* of, const char* end, gelWorld* world, gelBodyId body,
                            gelBodyPoint* anchor)
{
    if (of->vertex.vertexCount == 0) {
        gelStatus status = gelBody_FindPoint(world, body, of->point, anchor);
        if (status == gel_success)
            gelWarnOfFarPoint(world, end, of->point, anchor);
        return status;
    }
    *anchor = of->vertex;
    anchor->body = body;
    return gel_success;
}

static gelStatus create(const gelScene* scene, int index, gelWorld* world, const gelBodyId* ids,
                        const gelBodyId* obstacles)
{
    const gelSceneAttachment* attachment = &scene->attachments[index];
    const gelSceneAnchor* ends[] = {&attachment->a, &attachment->b};
    gelAttachmentDef def = attachment->def;
    gelAttachmentId id;
    gelStatus status = gel_success;
    char place[4200];
    if (attachment->until <= slack)
        return gel_success;
    snprintf(place, sizeof place, "%s: $.attachments[%d]", scene->file, index);
    gelSetLogPlace(place);
    for (int i = 0; i < 2 && status == gel_success; i++)
        status = findAnchor(ends[i], i == 0 ? "a" : "b", world,
                            ends[i]->body >= 0 ? ids[ends[i]->body] : obstacles[ends[i]->obstacle],
                            i == 0 ? &def.a : &def.b);
    if (status == gel_success)
        status = gelCreateAttachment(world, &def, &id);
    gelSetLogPlace(NULL);
    if (status == gel_success)
        world->attachments.all[world->attachments.count - 1].sceneAttachment1 = index + 1;
    return status == gel_success ? status : gelFail(status, "%s: %s", place, gelLastError());
}

gelStatus gelCreateSceneAttachments(const gelScene* scene, gelWorld* world, const gelBodyId* ids)
{
    const gelBodyId* obstacles = ids;
    gelStatus status = gel_success;
    for (int i = 0; i < scene->bodyCount; i++)
        obstacles += scene->bodies[i].count[0] * scene->bodies[i].count[1] * scene->bodies[i].count[2];
    for (int i = 0; i < scene->attachmentCount && status == gel_success; i++)
        status = create(scene, i, world, ids, obstacles);
    return status;
}

gelStatus gelReleaseSceneAttachments(const gelScene* scene, gelWorld* world, double time)
{
    gelStatus status = gel_success;
    for (int i = world->attachments.count - 1; i >= 0 && status == gel_success; i--) {
        int of1 = world->attachments.all[i].sceneAttachment1;
        if (of1 > 0 && of1 <= scene->attachmentCount && scene->attachments[of1 - 1].until <= time + slack)
            status = gelDestroyAttachment(world, world->attachments.all[i].id);
    }
    return status;
}

gelStatus gelDetachSceneAttachment(const gelScene* scene, gelWorld* world, int index)
{
    const gelAttachments* attachments = &world->attachments;
    if (index < 0 || index >= scene->attachmentCount)
        return gelFail(gel_invalidArgument,
                       "there is no attachment %d in the scene: it has %d, counted from 0", index,
                       scene->attachmentCount);
    for (int i = 0; i < attachments->count; i++)
        if (attachments->all[i].sceneAttachment1 == index + 1)
            return gelDestroyAttachment(world, attachments->all[i].id);
    return gel_success;
}
