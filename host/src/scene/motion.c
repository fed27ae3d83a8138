// Motion of obstacles and goals: by keys as a whole, by a point cache vertex by vertex.
#include "base/vector3.h"
#include "scene/contents/rotation.h"
#include "scene/motion.h"
#include "scene/body.h"
#include "scene/contents/files.h"
#include "scene/contents/mesh_sequence.h"
#include "scene/contents/tables.h"
#include "files/generated_file.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

enum { maxKeys = 10000 };

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

gelStatus gelReadSceneKeys(const gelJsonNode* node, gelSceneMotion* motion)
{
    gelSceneKey before = motion->start;
    int count = cJSON_IsArray(node->item) ? cJSON_GetArraySize(node->item) : 0;
    if (count < 1 || count > maxKeys)
        return gelFailJson(node, "an array of 1 to 10000 keys");
    motion->keys = gelAllocate((size_t)count + 1, sizeof *motion->keys);
    if (motion->keys == NULL)
        return gelFailMemory((size_t)count + 1, sizeof *motion->keys);
    motion->keys[motion->keyCount++] = before;
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        gelSceneKey key;
        gelStatus status = readKey(&child, &before, &key);
        if (status != gel_success)
            return status;
        if (key.time == 0.0) { // where it starts
            motion->keyCount = 0;
            motion->start = key;
        }
        motion->keys[motion->keyCount++] = before = key;
    }
    return gel_success;
}

// Turns times in frames into seconds: by the frames per second that a scene states, or else the length of a frame that
// Gel has written into a mesh of the bake, or else, with a warning, the scene's own.
static void setRate(const gelScene* scene, const CacheDraft* draft, const char* path, double frameTime,
                    gelPointCache* cache)
{
    double stated = (double)draft->framesPerSecond, known = frameTime > 0.0 ? 1.0 / frameTime : 0.0;
    if (stated > 0.0 && known > 0.0 && fabs(stated - known) > 1e-4 * known)
        gelLog(
            gel_logWarning,
            "%s: it was baked at %.6g frames per second: with framesPerSecond %.6g it plays %.4g times as fast",
            path, known, stated, stated / known);
    if (stated == 0.0 && known == 0.0)
        gelLog(gel_logWarning,
               "%s: does not say how long its frames are: taken as %.9g s, the scene's; state "
               "\"framesPerSecond\"",
               path, (double)scene->timeStep);
    double rate = stated > 0.0 ? stated : known > 0.0 ? known : 1.0 / (double)scene->timeStep;
    for (int i = 0; i < cache->frameCount; i++)
        cache->times[i] /= rate;
}

static gelStatus loadCache(gelScene* scene, const char* path, const CacheDraft* draft, gelPointCache* cache)
{
    size_t room = strlen(path) + gel_restShapeRoom;
    gelStatus status = gelRecordSceneFile(scene, path);
    if (status == gel_success)
        status = gelLoadPointCache(path, cache);
    if (status == gel_success && gelIsTimedCache(path) && draft->framesPerSecond > 0.0f)
        gelLog(gel_logWarning, "%s: framesPerSecond has no effect: the file has times", path);
    if (status != gel_success || gelIsTimedCache(path))
        return status;
    char* rest = gelAllocate(room, 1);
    if (rest == NULL)
        return gelFailMemory(room, 1);
    gelNameRestShape(path, rest, room);
    double frameTime = gelReadFrameTime(rest);
    if (frameTime > 0.0)
        status = gelRecordSceneFile(scene, rest);
    setRate(scene, draft, path, frameTime, cache);
    gelFree(rest);
    return status;
}

static gelStatus loadSequence(gelScene* scene, const char* pattern, const CacheDraft* draft,
                              gelPointCache* cache)
{
    gelMeshSequence sequence;
    gelStatus status = gelListMeshSequence(pattern, &sequence);
    for (int f = 0; f < sequence.count && status == gel_success; f++)
        status = gelRecordSceneFile(scene, sequence.frames[f].path);
    if (status == gel_success)
        status = gelLoadMeshSequence(&sequence, cache);
    if (status == gel_success)
        setRate(scene, draft, pattern, gelReadFrameTime(sequence.frames[0].path), cache);
    gelClearMeshSequence(&sequence);
    return status;
}

gelStatus gelReadSceneCache(const gelJsonNode* node, gelScene* scene, int pointCount, gelSceneMotion* motion)
{
    CacheDraft draft = {0};
    char* path;
    gelStatus status = gelReadJsonObject(node, &gelObstacleCacheTable, &draft, NULL);
    if (status != gel_success)
        return status;
    gelJsonNode file = gelJsonChild(node, draft.file, -1);
    status = gelFindScenePath(
        scene, &file, "the path of a point cache, .pc2 or .mdd, or of meshes such as pose_*.obj", &path);
    if (status != gel_success)
        return status;
    status = gelIsMeshSequence(draft.file->valuestring) ? loadSequence(scene, path, &draft, &motion->cache)
                                                        : loadCache(scene, path, &draft, &motion->cache);
    gelFree(path);
    if (status != gel_success)
        return gelFailJsonCause(&file, status);
    motion->cacheStart = (double)draft.start;
    motion->cacheLoop = draft.loop;
    return motion->cache.pointCount == pointCount
               ? gel_success
               : gelFailJsonText(&file, "expected a cache of %d points, one per vertex of the mesh, found %d",
                                 pointCount, motion->cache.pointCount);
}

gelStatus gelReadSceneBodyCache(const gelJsonNode* node, gelScene* scene, const gelTetMesh* mesh,
                                gelSceneMotion* motion)
{
    return gelReadSceneCache(node, scene, mesh->sourceVertexCount, motion);
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

gelSceneKey gelScenePoseAt(const gelSceneMotion* motion, double time)
{
    if (motion->keyCount == 0)
        return motion->start;
    const gelSceneKey *first = motion->keys, *last = first + motion->keyCount - 1, *next = first;
    if (motion->loop && last->time > 0.0)
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

gelStatus gelPlaceScenePoints(const gelSceneKey* pose, double scale, const float* own, int count,
                              float* places)
{
    const double origin[3] = {(double)pose->position.x, (double)pose->position.y, (double)pose->position.z};
    double quaternion[4];
    gelStatus status = gelNormaliseRotation(pose->rotation, quaternion);
    for (size_t v = 0; v < (size_t)count && status == gel_success; v++) {
        double scaled[3], turned[3];
        for (size_t k = 0; k < 3; k++)
            scaled[k] = scale * (double)own[3 * v + k];
        gelRotate(quaternion, scaled, turned);
        for (size_t k = 0; k < 3; k++)
            places[3 * v + k] = (float)(turned[k] + origin[k]);
    }
    return status;
}

gelStatus gelSampleSceneMotion(const gelSceneMotion* motion, double time, const int* points, int count,
                               float* own)
{
    float* sampled = gelAllocate((size_t)motion->cache.pointCount, 3 * sizeof *sampled);
    if (sampled == NULL)
        return gelFailMemory((size_t)motion->cache.pointCount, 3 * sizeof *sampled);
    gelSamplePointCache(&motion->cache, time - motion->cacheStart, motion->cacheLoop, sampled);
    for (size_t v = 0; v < (size_t)count; v++)
        memcpy(own + 3 * v, sampled + 3 * (size_t)points[v], 3 * sizeof *own);
    gelFree(sampled);
    return gel_success;
}

void gelClearSceneMotion(gelSceneMotion* motion)
{
    gelFree(motion->keys);
    gelDestroyPointCache(&motion->cache);
    *motion = (gelSceneMotion){0};
}
