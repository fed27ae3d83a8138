// Motion of obstacles and goals: by keys as a whole, by a point cache vertex by vertex.
#include "base/angle.h"
#include "base/frame_time.h"
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
    int turns;
} KeyDraft;

typedef struct CacheDraft {
    const cJSON* file;
    float framesPerSecond, start;
    bool loop;
} CacheDraft;

enum { keyTurns };
static const gelJsonField keyFields[] = {
    [keyTurns] = GEL_FIELD("turns", Integer, KeyDraft, turns, GEL_RANGE(-10000, 10000)),
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

// Whether both rotations were given as degrees about one line; *turn is then the difference, about the axis of `after`.
static bool findTypedTurn(const gelSceneKey* before, const gelSceneKey* after, gelSceneTurn* turn)
{
    const double *a = before->typed.axis, *b = after->typed.axis;
    const gelQuat q = before->rotation;
    bool isNone = q.x == 0.0f && q.y == 0.0f && q.z == 0.0f; // no rotation is one about every axis
    double cosine = (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
    bool isSame = fabs(cosine) > 1.0 - 1e-9, hasAxis = ((b[0] != 0.0) | (b[1] != 0.0)) | (b[2] != 0.0);
    *turn = after->typed;
    if (isSame)
        turn->degrees -= cosine < 0.0 ? -before->typed.degrees : before->typed.degrees;
    return hasAxis && (isSame || isNone);
}

// Returns the shorter of the turns that end alike; one of half a turn keeps its direction.
static double shorten(double degrees)
{
    double left = fmod(degrees, 360.0);
    return left > 180.0 ? left - 360.0 : left < -180.0 ? left + 360.0 : left;
}

// Computes the shorter turn between two rotations.
static gelStatus findShorterTurn(gelQuat before, gelQuat after, gelSceneTurn* turn)
{
    double a[4], b[4];
    gelStatus status = gelNormaliseRotation(before, a);
    if (status == gel_success)
        status = gelNormaliseRotation(after, b);
    if (status != gel_success)
        return status;
    double w = ((b[0] * a[0] + b[1] * a[1]) + b[2] * a[2]) + b[3] * a[3], sign = w < 0.0 ? -1.0 : 1.0;
    double v[3]; // of after times the conjugate of before
    for (size_t k = 0; k < 3; k++) {
        size_t l = (k + 1) % 3, m = (k + 2) % 3;
        v[k] = sign * ((b[k] * a[3] - b[3] * a[k]) - (b[l] * a[m] - b[m] * a[l]));
    }
    double sine = sqrt((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]);
    *turn = (gelSceneTurn){{0}, 0.0};
    if (!(sine > 1e-7)) // what single precision rounds to
        return gel_success;
    for (int k = 0; k < 3; k++)
        turn->axis[k] = v[k] / sine;
    turn->degrees = 2.0 * gelAngleOf(sine, sign * w);
    return gel_success;
}

// Sets how it turns from one key to the next: the shorter way, and `turns` whole turns more.
static gelStatus findTurn(const gelJsonNode* node, const gelScene* scene, const KeyDraft* draft,
                          bool hasTurns, const gelSceneKey* before, gelSceneKey* key)
{
    gelSceneTurn* turn = &key->turn;
    bool isTyped = findTypedTurn(before, key, turn);
    double typed = turn->degrees;
    gelStatus status = gel_success;
    if (isTyped)
        turn->degrees = shorten(typed);
    else
        status = findShorterTurn(before->rotation, key->rotation, turn);
    if (status != gel_success)
        return status;
    if (draft->turns != 0 && turn->axis[0] == 0.0 && turn->axis[1] == 0.0 && turn->axis[2] == 0.0)
        return gelFailJsonText(node, "turns: expected a rotation with an axis, to turn about, found none");
    if (isTyped && !hasTurns && fabs(typed) > 180.0)
        gelWarnJson(
            node,
            "the key at %g s turns by %g degrees, the shorter way, and not by %g: state \"turns\", the "
            "whole turns to add, %g or 0",
            key->time, turn->degrees, typed, (typed - turn->degrees) / 360.0);
    turn->degrees += 360.0 * draft->turns;
    double perFrame = fabs(turn->degrees) * (double)scene->timeStep / (key->time - before->time);
    if (perFrame > 30.0)
        gelWarnJson(node,
                    "the key at %g s turns by %.3g degrees per frame, in which vertices move along straight "
                    "lines: expected at most 30; shorten timeStep",
                    key->time, perFrame);
    return gel_success;
}

// A key without position or rotation has that of the one before.
static gelStatus readKey(const gelJsonNode* node, const gelScene* scene, const gelSceneKey* before,
                         gelSceneKey* key)
{
    KeyDraft draft = {.position = before->position};
    uint32_t present = 0;
    gelStatus status = gelReadJsonObject(node, &gelObstacleKeyTable, &draft, &present);
    *key = (gelSceneKey){.time = (double)draft.time,
                         .position = draft.position,
                         .rotation = before->rotation,
                         .typed = before->typed};
    gelJsonNode rotation = gelJsonChild(node, draft.rotation, -1);
    if (status == gel_success && draft.rotation != NULL)
        status = gelReadRotation(&rotation, &key->rotation, &key->typed);
    if (status != gel_success)
        return status;
    if (key->time == 0.0 && node->index == 0)
        return draft.turns == 0
                   ? gel_success
                   : gelFailJsonText(node,
                                     "turns: expected 0 for a key at 0 s, which no key precedes, found %d",
                                     draft.turns);
    if (key->time > before->time)
        return findTurn(node, scene, &draft, (present & GEL_BIT(keyTurns)) != 0, before, key);
    return gelFailJsonText(node, "time: expected more than that of the key before, %.9g s, found %.9g s",
                           before->time, key->time);
}

// Warns of keys that begin again elsewhere than they end: in one frame, with the velocity of that.
static void warnOfJump(const gelJsonNode* node, const gelScene* scene, const gelSceneMotion* motion)
{
    const gelSceneKey *first = motion->keys, *last = first + motion->keyCount - 1;
    const double a[3] = {(double)first->position.x, (double)first->position.y, (double)first->position.z};
    const double b[3] = {(double)last->position.x, (double)last->position.y, (double)last->position.z};
    double apart[3], p[4], q[4];
    gelSubtract3(b, a, apart);
    double distance = sqrt(gelDot3(apart, apart));
    double reach = sqrt(fmax(gelDot3(a, a), gelDot3(b, b)));
    if (gelNormaliseRotation(first->rotation, p) != gel_success ||
        gelNormaliseRotation(last->rotation, q) != gel_success)
        return;
    double cosine = fabs(((p[0] * q[0] + p[1] * q[1]) + p[2] * q[2]) + p[3] * q[3]);
    if (distance > 1e-5 * reach)
        gelWarnJson(
            node,
            "loop: the last key is %.3g m from the first, so each repetition begins with a jump, which "
            "hits bodies at %.3g m/s; let the last key be as the first",
            distance, distance / (double)scene->timeStep);
    else if (cosine < 1.0 - 1e-6)
        gelWarnJson(node,
                    "loop: the last key has another rotation than the first, so each repetition begins with "
                    "a jump; let the last key be as the first");
}

gelStatus gelReadSceneKeys(const gelJsonNode* node, const gelScene* scene, gelSceneMotion* motion)
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
        gelStatus status = readKey(&child, scene, &before, &key);
        if (status != gel_success)
            return status;
        if (key.time == 0.0) { // where it starts
            motion->keyCount = 0;
            motion->start = key;
        }
        motion->keys[motion->keyCount++] = before = key;
    }
    if (motion->loop)
        warnOfJump(node, scene, motion);
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

// Returns the length of a frame, s, that the files of a sequence state; 0: none does. Warns if
// they differ.
static double findFrameTime(const gelMeshSequence* sequence)
{
    const char* first = sequence->frames[0].path;
    double time = gelReadFrameTime(first);
    for (int f = 1; f < sequence->count; f++) {
        const char* path = sequence->frames[f].path;
        double other = gelReadFrameTime(path);
        if (!(fabs(other - time) > 1e-4 * time))
            continue;
        if (time > 0.0 && other > 0.0)
            gelLog(gel_logWarning, "%s: its frames are %.9g s long, those of %s %.9g s: expected one length",
                   path, other, first, time);
        else
            gelLog(gel_logWarning, "%s: does not say how long its frames are, as %s does (%.9g s)",
                   time > 0.0 ? path : first, time > 0.0 ? first : path, fmax(time, other));
        return time > 0.0 ? time : other;
    }
    return time;
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
        setRate(scene, draft, pattern, findFrameTime(&sequence), cache);
    gelClearMeshSequence(&sequence);
    return status;
}

// Returns the square of the farthest that a point moves from one frame to another.
static double farthestMove(const gelPointCache* cache, int from, int to)
{
    const float* a = cache->positions + 3 * (size_t)from * (size_t)cache->pointCount;
    const float* b = cache->positions + 3 * (size_t)to * (size_t)cache->pointCount;
    double farthest = 0.0;
    for (size_t i = 0; i < (size_t)cache->pointCount; i++) {
        double x = (double)b[3 * i] - (double)a[3 * i], y = (double)b[3 * i + 1] - (double)a[3 * i + 1],
               z = (double)b[3 * i + 2] - (double)a[3 * i + 2];
        farthest = fmax(farthest, (x * x + y * y) + z * z);
    }
    return farthest;
}

// Its last frame may be the one before the first.
static void warnOfCacheJump(const gelJsonNode* node, const gelPointCache* cache)
{
    double largest = 0.0, jump = sqrt(farthestMove(cache, cache->frameCount - 1, 0));
    for (int f = 1; f < cache->frameCount; f++)
        largest = fmax(largest, sqrt(farthestMove(cache, f - 1, f)));
    if (jump > 2.0 * largest)
        gelWarnJson(
            node,
            "loop: the last frame is %.3g m from the first, and frames are at most %.3g m apart: each "
            "repetition begins with a jump; let the last frame be as the first",
            jump, largest);
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
    if (draft.loop)
        warnOfCacheJump(&file, &motion->cache);
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

// Returns a rotation after a share of a turn.
static gelQuat turnBy(gelQuat from, const gelSceneTurn* turn, double share)
{
    double a[4], sine, w;
    if (turn->degrees == 0.0 || gelNormaliseRotation(from, a) != gel_success)
        return from;
    gelSineAndCosine(0.5 * share * turn->degrees, &sine, &w);
    const double v[3] = {turn->axis[0] * sine, turn->axis[1] * sine, turn->axis[2] * sine};
    double q[4] = {0};
    for (size_t k = 0; k < 3; k++) {
        size_t l = (k + 1) % 3, m = (k + 2) % 3;
        q[k] = (w * a[k] + v[k] * a[3]) + (v[l] * a[m] - v[m] * a[l]);
    }
    q[3] = w * a[3] - ((v[0] * a[0] + v[1] * a[1]) + v[2] * a[2]);
    return (gelQuat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]};
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
    return (gelSceneKey){.position = {mix(next[-1].position.x, next->position.x, share),
                                      mix(next[-1].position.y, next->position.y, share),
                                      mix(next[-1].position.z, next->position.z, share)},
                         .rotation = turnBy(next[-1].rotation, &next->turn, share)};
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
