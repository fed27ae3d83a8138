// How the obstacles of a scene move: by keys as a whole, by a point cache vertex by vertex.
#include "scene/body.h"
#include "scene/mesh.h"
#include "scene/obstacle.h"
#include "scene/tables.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

enum { mostKeys = 10000 };

typedef struct KeyDraft {
    float time;
    gelVec3 position;
    const cJSON* rotation;
} KeyDraft;

typedef struct CacheDraft {
    const cJSON* file;
    float framesPerSecond, start;
    bool loop;
} CacheDraft;

static const gelJsonField keyFields[] = {
    GEL_FIELD("time", Number, KeyDraft, time, .required = true, GEL_RANGE(0, 1e5)),
    GEL_FIELD("position", Vector, KeyDraft, position, GEL_RANGE(-1e9, 1e9)),
    GEL_FIELD("rotation", Item, KeyDraft, rotation, .required = false),
};

static const gelJsonField cacheFields[] = {
    GEL_FIELD("file", Item, CacheDraft, file, .required = true),
    GEL_FIELD("framesPerSecond", Number, CacheDraft, framesPerSecond, GEL_RANGE(1e-3, 1e6)),
    GEL_FIELD("start", Number, CacheDraft, start, GEL_RANGE(-1e5, 1e5)),
    GEL_FIELD("loop", Switch, CacheDraft, loop, GEL_RANGE(0, 1)),
};

const gelJsonTable gelObstacleKeyTable = GEL_TABLE("obstacleKey", keyFields);
const gelJsonTable gelObstacleCacheTable = GEL_TABLE("obstacleCache", cacheFields);

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

gelStatus gelReadSceneKeys(const gelJsonNode* node, gelSceneObstacle* obstacle)
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

// Vertices that coincide in the file are one of the surface: it follows the first of them.
static gelStatus findCachePoints(const gelJsonNode* node, gelSceneObstacle* obstacle)
{
    const gelSurfaceMesh* surface = &obstacle->surface;
    if (obstacle->cache.pointCount != surface->originalCount)
        return gelFailJsonText(node, "expected a cache of %d points, one per vertex of the mesh, found %d",
                               surface->originalCount, obstacle->cache.pointCount);
    obstacle->cachePoints = gelAllocate((size_t)surface->vertexCount, sizeof *obstacle->cachePoints);
    if (obstacle->cachePoints == NULL)
        return gelFailMemory((size_t)surface->vertexCount, sizeof *obstacle->cachePoints);
    for (int i = surface->originalCount - 1; i >= 0; i--)
        if (surface->originals[i] >= 0)
            obstacle->cachePoints[surface->originals[i]] = i;
    return gel_success;
}

gelStatus gelReadSceneCache(const gelJsonNode* node, gelScene* scene, gelSceneObstacle* obstacle)
{
    CacheDraft draft = {.framesPerSecond = 1.0f / scene->timeStep};
    char* path;
    gelStatus status = gelReadJsonObject(node, &gelObstacleCacheTable, &draft, NULL);
    if (status != gel_success)
        return status;
    gelJsonNode file = gelJsonChild(node, draft.file, -1);
    status = gelReadScenePath(scene, &file, "the path of a point cache, .pc2 or .mdd", &path);
    if (status != gel_success)
        return status;
    status = gelLoadPointCache(path, (double)draft.framesPerSecond, &obstacle->cache);
    gelFree(path);
    if (status != gel_success)
        return gelFailJsonCause(&file, status);
    obstacle->cacheStart = (double)draft.start;
    obstacle->cacheLoop = draft.loop;
    return findCachePoints(&file, obstacle);
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

// Where its vertices are at a time, in the world; `places` is for gelFree.
static gelStatus placeCache(const gelSceneObstacle* obstacle, const gelSceneKey* pose, double time,
                            float** places)
{
    size_t count = (size_t)obstacle->surface.vertexCount;
    const double origin[3] = {(double)pose->position.x, (double)pose->position.y, (double)pose->position.z};
    double quaternion[4];
    gelStatus status = gelNormaliseRotation(pose->rotation, quaternion);
    if (status != gel_success)
        return status;
    float* points = gelAllocate((size_t)obstacle->cache.pointCount, 3 * sizeof *points);
    *places = gelAllocate(count, 3 * sizeof **places);
    if (points == NULL || *places == NULL) {
        gelFree(points);
        return gelFailMemory((size_t)obstacle->cache.pointCount + count, 3 * sizeof *points);
    }
    gelSamplePointCache(&obstacle->cache, time - obstacle->cacheStart, obstacle->cacheLoop, points);
    for (size_t v = 0; v < count; v++) {
        double own[3], turned[3];
        for (size_t k = 0; k < 3; k++)
            own[k] = (double)obstacle->def.scale * (double)points[3 * (size_t)obstacle->cachePoints[v] + k];
        gelRotate(quaternion, own, turned);
        for (size_t k = 0; k < 3; k++)
            (*places)[3 * v + k] = (float)(turned[k] + origin[k]);
    }
    gelFree(points);
    return gel_success;
}

gelStatus gelPutSceneObstacle(const gelSceneObstacle* obstacle, gelWorld* world, gelBodyId id)
{
    const gelSceneKey pose = {0.0, obstacle->def.position, obstacle->def.rotation};
    float* places = NULL;
    gelStatus status = placeCache(obstacle, &pose, 0.0, &places);
    if (status == gel_success)
        status = gelObstacle_TeleportVertices(world, id, places, obstacle->surface.vertexCount);
    gelFree(places);
    return status;
}

// Its pose is set before its vertices, which the pose would otherwise move.
static gelStatus move(const gelSceneObstacle* obstacle, gelWorld* world, const gelBody* body, double time)
{
    gelSceneKey pose = obstacle->keyCount > 0
                           ? poseAt(obstacle, time)
                           : (gelSceneKey){0.0, obstacle->def.position, obstacle->def.rotation};
    bool stays = memcmp(&pose.position, &body->position, sizeof pose.position) == 0 &&
                 memcmp(&pose.rotation, &body->rotation, sizeof pose.rotation) == 0;
    float* places = NULL;
    int count = obstacle->surface.vertexCount;
    gelStatus status = gel_success;
    if (obstacle->cachePoints != NULL) {
        status = placeCache(obstacle, &pose, time, &places);
        stays = stays && status == gel_success &&
                memcmp(places, body->targets, (size_t)count * 3 * sizeof *places) == 0;
    }
    if (status == gel_success && !stays && obstacle->keyCount > 0)
        status = gelObstacle_SetPose(world, body->id, pose.position, pose.rotation);
    if (status == gel_success && !stays && places != NULL)
        status = gelObstacle_SetVertices(world, body->id, places, count);
    gelFree(places);
    return status;
}

gelStatus gelMoveSceneObstacles(const gelScene* scene, gelWorld* world, double time)
{
    gelStatus status = gel_success;
    for (int b = 0; b < world->bodyCount && status == gel_success; b++) {
        const gelBody* body = world->bodies[b];
        const gelSceneObstacle* obstacle =
            body->sceneObstacle1 > 0 ? &scene->obstacles[body->sceneObstacle1 - 1] : NULL;
        if (obstacle != NULL && (obstacle->keyCount > 0 || obstacle->cachePoints != NULL))
            status = move(obstacle, world, body, time);
    }
    return status;
}
