#include "scene/obstacle.h"
#include "scene/body.h"
#include "scene/filter.h"
#include "scene/mesh.h"
#include "scene/tables.h"
#include "settings/settings.h"
#include "world/world.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { mostKeys = 10000 };

typedef struct ObstacleDraft {
    gelObstacleDef def;
    const char *name, *category;
    const cJSON *mesh, *shape, *rotation, *keys, *ignores;
    bool loop;
} ObstacleDraft;

typedef struct ShapeDraft {
    int type;
    gelVec3 size;
    float radius, length, sizeX, sizeZ;
    int segments, subdivisions;
} ShapeDraft;

typedef struct KeyDraft {
    float time;
    gelVec3 position;
    const cJSON* rotation;
} KeyDraft;

enum { obstacleMesh, obstacleShape, obstacleLoop };
static const gelJsonField obstacleFields[] = {
    [obstacleMesh] = GEL_FIELD("mesh", Item, ObstacleDraft, mesh, .required = false),
    [obstacleShape] = GEL_FIELD("shape", Item, ObstacleDraft, shape, .required = false),
    [obstacleLoop] = GEL_FIELD("loop", Switch, ObstacleDraft, loop, GEL_RANGE(0, 1)),
    GEL_FIELD("name", Text, ObstacleDraft, name, GEL_RANGE(1, 100)),
    GEL_FIELD("category", Text, ObstacleDraft, category, GEL_RANGE(1, 100)),
    GEL_FIELD("ignores", Item, ObstacleDraft, ignores, .required = false),
    GEL_FIELD("rotation", Item, ObstacleDraft, rotation, .required = false),
    GEL_FIELD("keys", Item, ObstacleDraft, keys, .required = false),
};

static const gelJsonField keyFields[] = {
    GEL_FIELD("time", Number, KeyDraft, time, .required = true, GEL_RANGE(0, 1e5)),
    GEL_FIELD("position", Vector, KeyDraft, position, GEL_RANGE(-1e9, 1e9)),
    GEL_FIELD("rotation", Item, KeyDraft, rotation, .required = false),
};

static const char* const allTypes[] = {"box", "sphere", "cylinder", "capsule", "sheet", NULL};
static const char* const boxTypes[] = {"box", NULL};
static const char* const sphereTypes[] = {"sphere", NULL};
static const char* const roundTypes[] = {"cylinder", "capsule", NULL};
static const char* const sheetTypes[] = {"sheet", NULL};

// The type chooses the table; readShape sets it again.
#define TYPE(list) GEL_FIELD("type", Choice, ShapeDraft, type, .required = true, .choices = (list))
#define LENGTH(member) GEL_FIELD(#member, Number, ShapeDraft, member, .required = true, GEL_RANGE(1e-6, 1e4))

static const gelJsonField boxFields[] = {
    TYPE(boxTypes),
    GEL_FIELD("size", Vector, ShapeDraft, size, .required = true, GEL_RANGE(1e-6, 1e4)),
};
static const gelJsonField sphereFields[] = {
    TYPE(sphereTypes),
    LENGTH(radius),
    GEL_FIELD("subdivisions", Integer, ShapeDraft, subdivisions, GEL_RANGE(0, 7)),
};
static const gelJsonField roundFields[] = {
    TYPE(roundTypes),
    LENGTH(radius),
    LENGTH(length),
    GEL_FIELD("segments", Integer, ShapeDraft, segments, GEL_RANGE(4, 1024)),
};
static const gelJsonField sheetFields[] = {TYPE(sheetTypes), LENGTH(sizeX), LENGTH(sizeZ)};

const gelJsonTable gelObstacleTable = {
    GEL_TABLE_FIELDS("obstacle", obstacleFields),
    .settings = gelObstacleRows,
    .prefix = "",
    .settingsOffset = offsetof(ObstacleDraft, def),
};
const gelJsonTable gelObstacleKeyTable = GEL_TABLE("obstacleKey", keyFields);
const gelJsonTable gelObstacleBoxTable = GEL_TABLE("obstacleBox", boxFields);
const gelJsonTable gelObstacleSphereTable = GEL_TABLE("obstacleSphere", sphereFields);
const gelJsonTable gelObstacleRoundTable = GEL_TABLE("obstacleRound", roundFields);
const gelJsonTable gelObstacleSheetTable = GEL_TABLE("obstacleSheet", sheetFields);

static gelStatus readShape(const gelJsonNode* node, ShapeDraft* shape)
{
    static const gelJsonTable* const tables[] = {&gelObstacleBoxTable, &gelObstacleSphereTable,
                                                 &gelObstacleRoundTable, &gelObstacleRoundTable,
                                                 &gelObstacleSheetTable};
    int kind;
    gelStatus status = gelReadJsonTyped(node, allTypes, "one of box, sphere, cylinder, capsule, sheet",
                                        tables, shape, &kind);
    shape->type = kind;
    return status;
}

static gelStatus makeShape(const gelJsonNode* node, gelSurfaceMesh* surface)
{
    ShapeDraft shape = {.segments = 32, .subdivisions = 3};
    gelStatus status = readShape(node, &shape);
    if (status != gel_success)
        return status;
    switch (shape.type) {
        case 0:
            status = gelCreateBoxSurface(shape.size, surface);
            break;
        case 1:
            status = gelCreateSphereSurface(shape.radius, shape.subdivisions, surface);
            break;
        case 2:
            status = gelCreateCylinderSurface(shape.radius, shape.length, shape.segments, surface);
            break;
        case 3:
            status = gelCreateCapsuleSurface(shape.radius, shape.length, shape.segments, surface);
            break;
        default:
            status = gelCreateSheetSurface(shape.sizeX, shape.sizeZ, 1, 1, surface);
    }
    return status == gel_success ? status : gelFailJsonCause(node, status);
}

static gelStatus loadMesh(const gelJsonNode* node, const gelScene* scene, gelSurfaceMesh* surface)
{
    if (!cJSON_IsString(node->item) || node->item->valuestring[0] == '\0')
        return gelFailJson(node, "the path of a surface file");
    char* path = gelJoinScenePath(scene->file, node->item->valuestring);
    if (path == NULL)
        return gel_outOfMemory;
    gelStatus status = gelLoadSurfaceMesh(path, surface, NULL);
    gelFree(path);
    return status == gel_success ? status : gelFailJsonCause(node, status);
}

// A key without position or rotation has that of the one before.
static gelStatus readKey(const gelJsonNode* node, const gelSceneKey* before, gelSceneKey* key)
{
    KeyDraft draft = {.position = before->position};
    gelStatus status = gelReadJsonObject(node, &gelObstacleKeyTable, &draft, NULL);
    *key = (gelSceneKey){(double)draft.time, draft.position, before->rotation};
    gelJsonNode rotation = gelJsonChild(node, draft.rotation, -1);
    if (status == gel_success && draft.rotation != NULL)
        status = gelReadRotation(&rotation, &key->rotation);
    if (status != gel_success || key->time > before->time || (key->time == 0.0 && node->index == 0))
        return status;
    return gelFailJsonText(node, "time: expected more than that of the key before, %.9g s, found %.9g s",
                           before->time, key->time);
}

static gelStatus readKeys(const gelJsonNode* node, gelSceneObstacle* obstacle)
{
    gelSceneKey before = {0.0, obstacle->def.position, obstacle->def.rotation};
    int count = cJSON_IsArray(node->item) ? cJSON_GetArraySize(node->item) : 0;
    if (count < 1 || count > mostKeys)
        return gelFailJson(node, "an array of 1 to 10000 keys");
    obstacle->keys = gelAllocate((size_t)count + 1, sizeof *obstacle->keys);
    if (obstacle->keys == NULL)
        return gelFailMemory((size_t)count + 1, sizeof *obstacle->keys);
    obstacle->keys[obstacle->keyCount++] = before;
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        gelSceneKey key;
        gelStatus status = readKey(&child, &before, &key);
        if (status != gel_success)
            return status;
        if (key.time == 0.0) { // where it starts
            obstacle->keyCount = 0;
            obstacle->def.position = key.position;
            obstacle->def.rotation = key.rotation;
        }
        obstacle->keys[obstacle->keyCount++] = before = key;
    }
    return gel_success;
}

gelStatus gelReadSceneObstacle(const gelJsonNode* node, const gelSceneReader* reader,
                               gelSceneObstacle* obstacle)
{
    ObstacleDraft draft = {.def = gelDefaultObstacleDef()};
    uint32_t present = 0;
    gelStatus status = gelReadJsonObject(node, &gelObstacleTable, &draft, &present);
    gelJsonNode mesh = gelJsonChild(node, draft.mesh, -1), shape = gelJsonChild(node, draft.shape, -1);
    gelJsonNode rotation = gelJsonChild(node, draft.rotation, -1), keys = gelJsonChild(node, draft.keys, -1);
    if (status == gel_success && (draft.mesh != NULL) == (draft.shape != NULL))
        return gelFailJsonText(node, "expected exactly one of mesh and shape");
    if (status == gel_success && (present & GEL_BIT(obstacleLoop)) != 0 && draft.keys == NULL)
        return gelFailJsonText(node, "loop: expected \"keys\" beside it, found none");
    if (status == gel_success && draft.rotation != NULL)
        status = gelReadRotation(&rotation, &draft.def.rotation);
    if (status == gel_success)
        status = gelReadFilter(node, reader, draft.category, draft.ignores, &draft.def.filter);
    obstacle->def = draft.def;
    if (status == gel_success && draft.name != NULL)
        snprintf(obstacle->name, sizeof obstacle->name, "%s", draft.name);
    obstacle->loop = draft.loop;
    if (status == gel_success && draft.keys != NULL)
        status = readKeys(&keys, obstacle);
    if (status == gel_success)
        status = draft.mesh != NULL ? loadMesh(&mesh, reader->scene, &obstacle->surface)
                                    : makeShape(&shape, &obstacle->surface);
    return status;
}

void gelClearSceneObstacle(gelSceneObstacle* obstacle)
{
    gelDestroySurfaceMesh(&obstacle->surface);
    gelFree(obstacle->keys);
    *obstacle = (gelSceneObstacle){0};
}

gelStatus gelCreateSceneObstacle(const gelScene* scene, int index, gelWorld* world, gelBodyId* id)
{
    const gelSceneObstacle* obstacle = &scene->obstacles[index];
    gelStatus status = gelCreateObstacle(world, &obstacle->def, &obstacle->surface, id);
    if (status != gel_success)
        return gelFail(status, "%s: $.obstacles[%d]: %s", scene->file, index, gelLastError());
    gelFindBody(world, *id)->sceneObstacle1 = index + 1;
    return gel_success;
}

static float mix(float a, float b, double share)
{
    return (float)((double)a + share * ((double)b - (double)a));
}

// The shorter way round; its length is made right where it is used.
static gelQuat mixRotations(gelQuat a, gelQuat b, double share)
{
    double cosine = ((double)a.x * (double)b.x + (double)a.y * (double)b.y) +
                    ((double)a.z * (double)b.z + (double)a.w * (double)b.w);
    if (cosine < 0.0)
        b = (gelQuat){-b.x, -b.y, -b.z, -b.w};
    return (gelQuat){mix(a.x, b.x, share), mix(a.y, b.y, share), mix(a.z, b.z, share), mix(a.w, b.w, share)};
}

static gelSceneKey poseAt(const gelSceneObstacle* obstacle, double time)
{
    const gelSceneKey *first = obstacle->keys, *last = first + obstacle->keyCount - 1, *next = first;
    if (obstacle->loop && last->time > 0.0)
        time = fmod(time, last->time);
    while (next < last && next->time < time)
        next++;
    if (next == first || time >= last->time)
        return next == first ? *first : *last;
    double share = (time - next[-1].time) / (next->time - next[-1].time);
    return (gelSceneKey){0.0,
                         {mix(next[-1].position.x, next->position.x, share),
                          mix(next[-1].position.y, next->position.y, share),
                          mix(next[-1].position.z, next->position.z, share)},
                         mixRotations(next[-1].rotation, next->rotation, share)};
}

gelStatus gelMoveSceneObstacles(const gelScene* scene, gelWorld* world, double time)
{
    gelStatus status = gel_success;
    for (int b = 0; b < world->bodyCount && status == gel_success; b++) {
        const gelBody* body = world->bodies[b];
        const gelSceneObstacle* obstacle =
            body->sceneObstacle1 > 0 ? &scene->obstacles[body->sceneObstacle1 - 1] : NULL;
        if (obstacle == NULL || obstacle->keyCount == 0)
            continue;
        gelSceneKey pose = poseAt(obstacle, time);
        bool stays = memcmp(&pose.position, &body->position, sizeof pose.position) == 0 &&
                     memcmp(&pose.rotation, &body->rotation, sizeof pose.rotation) == 0;
        if (!stays)
            status = gelObstacle_SetPose(world, body->id, pose.position, pose.rotation);
    }
    return status;
}
