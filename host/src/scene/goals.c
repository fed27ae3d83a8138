#include "scene/goals.h"
#include "gel/goals.h"
#include "scene/contents/array.h"
#include "scene/motion.h"
#include "scene/contents/tables.h"
#include "scene/value.h"
#include "scene/contents/vertex_set.h"
#include "world/world.h"

#include <string.h>

enum { maxSets = 1000 };

typedef struct GoalsDraft {
    gelGoalSet set;
    const cJSON *sets, *keys, *cache;
    bool loop;
} GoalsDraft;

typedef struct GoalDraft {
    gelVertexSetDraft vertices;
    float weight;
    const cJSON *array, *file;
} GoalDraft;

enum { goalsWeight, goalsLoop };
static const gelJsonField goalsFields[] = {
    [goalsWeight] = GEL_FIELD("weight", Number, GoalsDraft, set.weight, GEL_RANGE(0, 1)),
    [goalsLoop] = GEL_FIELD("loop", Switch, GoalsDraft, loop, GEL_RANGE(0, 1)),
    GEL_FIELD("minimum", Number, GoalsDraft, set.minimum, GEL_RANGE(0, 1)),
    GEL_FIELD("maximum", Number, GoalsDraft, set.maximum, GEL_RANGE(0, 1)),
    GEL_FIELD("spring", Number, GoalsDraft, set.spring, GEL_RANGE(0, 1e9), .unit = "1/s^2"),
    GEL_FIELD("damping", Number, GoalsDraft, set.damping, GEL_RANGE(0, 1e6), .unit = "1/s"),
    GEL_FIELD("sets", Item, GoalsDraft, sets, .required = false),
    GEL_FIELD("keys", Item, GoalsDraft, keys, .required = false),
    GEL_FIELD("cache", Item, GoalsDraft, cache, .required = false),
};

enum { goalWeight, goalArray, goalFile };
static const gelJsonField goalFields[] = {
    [goalWeight] = GEL_FIELD("weight", Number, GoalDraft, weight, .required = false, GEL_RANGE(0, 1)),
    [goalArray] = GEL_FIELD("array", Item, GoalDraft, array, .required = false),
    [goalFile] = GEL_FIELD("file", Item, GoalDraft, file, .required = false),
    GEL_FIELD("vertices", Item, GoalDraft, vertices.vertices, .required = false),
    GEL_FIELD("box", Item, GoalDraft, vertices.box, .required = false),
    GEL_FIELD("below", Number, GoalDraft, vertices.below, GEL_RANGE(-1e5, 1e5)),
    GEL_FIELD("group", Item, GoalDraft, vertices.group, .required = false),
};

const gelJsonTable gelGoalsTable = GEL_TABLE("goals", goalsFields);
const gelJsonTable gelGoalTable = GEL_TABLE("goal", goalFields);

// Minimum and maximum make weights of shares; a file has the weights of a body.
static gelStatus readFile(const gelJsonNode* node, gelScene* scene, const gelSceneBody* body, float** weights)
{
    const gelGoalSet* set = &body->goals->set;
    if (set->minimum != 0.0f || set->maximum != 1.0f)
        return gelFailJsonText(node,
                               "minimum and maximum do not apply to the weights of a file: expected 0 and "
                               "1, found %g and %g",
                               (double)set->minimum, (double)set->maximum);
    return gelReadSceneValueFile(node, scene, body, 1.0f, weights);
}

static gelStatus readSet(const gelJsonNode* node, gelScene* scene, const gelSceneBody* body,
                         gelSceneValue* goal)
{
    GoalDraft draft = {.weight = 0.0f};
    uint32_t present = 0;
    gelStatus status = gelReadJsonObject(node, &gelGoalTable, &draft, &present);
    if (status != gel_success)
        return status;
    gelJsonNode array = gelJsonChild(node, draft.array, -1), file = gelJsonChild(node, draft.file, -1);
    if (((present & GEL_BIT(goalWeight)) != 0) + (draft.array != NULL) + (draft.file != NULL) != 1)
        return gelFailJsonText(node, "expected exactly one of weight, array, file");
    if (present == GEL_BIT(goalWeight))
        return gelFailJsonText(node, "expected exactly one of vertices, box, below, group with the weight");
    goal->value = draft.weight;
    if (draft.array != NULL)
        status = gelReadSceneArray(&array, scene, body, &goal->array);
    if (draft.file != NULL)
        status = readFile(&file, scene, body, &goal->array);
    return status == gel_success ? gelReadVertexSet(node, &draft.vertices, scene, body, &goal->set) : status;
}

static gelStatus readSets(const gelJsonNode* node, gelScene* scene, const gelSceneBody* body,
                          gelSceneGoals* goals)
{
    int count = cJSON_GetArraySize(node->item), i = 0;
    if (!cJSON_IsArray(node->item) || count > maxSets)
        return gelFailJson(node, "an array of at most 1000 sets");
    goals->goals = gelAllocate((size_t)count, sizeof *goals->goals);
    if (goals->goals == NULL)
        return gelFailMemory((size_t)count, sizeof *goals->goals);
    goals->goalCount = count;
    gelStatus status = gel_success;
    for (const cJSON* item = node->item->child; item != NULL && status == gel_success;
         item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        status = readSet(&child, scene, body, &goals->goals[i]);
    }
    return status;
}

static gelStatus readMotion(const gelJsonNode* node, const GoalsDraft* draft, gelScene* scene,
                            const gelTetMesh* mesh, gelSceneMotion* motion)
{
    gelJsonNode keys = gelJsonChild(node, draft->keys, -1), cache = gelJsonChild(node, draft->cache, -1);
    gelStatus status = gel_success;
    if (draft->keys != NULL)
        status = gelReadSceneKeys(&keys, scene, motion);
    if (status == gel_success && draft->cache != NULL)
        status = gelReadSceneBodyCache(&cache, scene, mesh, motion);
    return status;
}

gelStatus gelReadSceneGoals(const gelJsonNode* node, gelScene* scene, gelSceneBody* body)
{
    const gelTetMesh* mesh = &scene->meshes[body->mesh].mesh;
    GoalsDraft draft = {.set = gelDefaultGoalSet()};
    uint32_t present = 0;
    gelStatus status = gelReadJsonObject(node, &gelGoalsTable, &draft, &present);
    if (status != gel_success)
        return status;
    if (draft.set.minimum > draft.set.maximum)
        return gelFailJsonText(node, "expected minimum <= maximum, found %g and %g",
                               (double)draft.set.minimum, (double)draft.set.maximum);
    if ((present & GEL_BIT(goalsLoop)) != 0 && draft.keys == NULL)
        return gelFailJsonText(node, "loop: expected \"keys\" as well, found none");
    gelSceneGoals* goals = body->goals = gelAllocate(1, sizeof *goals);
    if (goals == NULL)
        return gelFailMemory(1, sizeof *goals);
    if (draft.sets != NULL && (present & GEL_BIT(goalsWeight)) == 0)
        draft.set.weight = 0.0f;
    goals->set = draft.set;
    goals->motion = (gelSceneMotion){
        .start = {.position = body->def.position, .rotation = body->def.rotation, .typed = body->typed},
        .loop = draft.loop};
    gelJsonNode sets = gelJsonChild(node, draft.sets, -1);
    if (draft.sets != NULL)
        status = readSets(&sets, scene, body, goals);
    return status == gel_success ? readMotion(node, &draft, scene, mesh, &goals->motion) : status;
}

void gelClearSceneGoals(gelSceneGoals* goals)
{
    if (goals != NULL) {
        gelClearSceneValues(goals->goals, goals->goalCount);
        gelClearSceneMotion(&goals->motion);
    }
    gelFree(goals);
}

// Where the goals of a body, or of a copy beside it, are at a time.
static gelStatus placeGoals(const gelSceneBody* scene, const gelBody* body, double time, float* places)
{
    const gelSceneMotion* motion = &scene->goals->motion;
    const gelTetMesh* mesh = &body->shape->mesh;
    gelSceneKey pose = gelScenePoseAt(motion, time);
    pose.position.x += body->position.x - scene->def.position.x;
    pose.position.y += body->position.y - scene->def.position.y;
    pose.position.z += body->position.z - scene->def.position.z;
    if (motion->cache.frameCount == 0)
        return gelPlaceScenePoints(&pose, body->scale, mesh->positions, mesh->vertexCount, places);
    float* own = gelAllocate((size_t)mesh->vertexCount, 3 * sizeof *own);
    if (own == NULL)
        return gelFailMemory((size_t)mesh->vertexCount, 3 * sizeof *own);
    gelStatus status = gelSampleSceneMotion(motion, time, mesh->sourceVertices, mesh->vertexCount, own);
    if (status == gel_success)
        status = gelPlaceScenePoints(&pose, body->scale, own, mesh->vertexCount, places);
    gelFree(own);
    return status;
}

static bool moves(const gelSceneBody* body)
{
    return body->goals != NULL &&
           (body->goals->motion.keyCount > 0 || body->goals->motion.cache.frameCount > 0);
}

gelStatus gelSetSceneGoals(const gelSceneBody* scene, gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    int count = body->shape->mesh.vertexCount;
    double* positions = gelAllocate((size_t)count, 3 * sizeof *positions);
    float* numbers = gelAllocate((size_t)count, 3 * sizeof *numbers);
    gelStatus status = positions != NULL && numbers != NULL
                           ? gelBody_ReadPositionsDouble(world, id, positions, count)
                           : gelFailMemory((size_t)count, 3 * sizeof *positions);
    for (int i = 0; i < count && status == gel_success; i++)
        numbers[i] = scene->goals->set.weight;
    if (status == gel_success)
        status = gelFillSceneValues(scene->goals->goals, scene->goals->goalCount, positions, count, numbers);
    if (status == gel_success) {
        gelGoalSet set = scene->goals->set;
        set.weights = numbers;
        status = gelBody_SetGoals(world, id, &set);
    }
    if (status == gel_success && moves(scene)) {
        status = placeGoals(scene, body, 0.0, numbers);
        if (status == gel_success)
            status = gelBody_PlaceGoals(world, id, numbers, count);
    }
    gelFree(positions);
    gelFree(numbers);
    return status;
}

static gelStatus moveGoals(const gelSceneBody* scene, gelWorld* world, const gelBody* body, double time)
{
    int count = body->shape->mesh.vertexCount;
    float* places = gelAllocate((size_t)count, 2 * 3 * sizeof *places);
    if (places == NULL)
        return gelFailMemory((size_t)count, 2 * 3 * sizeof *places);
    float* now = places + 3 * (size_t)count;
    gelStatus status = placeGoals(scene, body, time, places);
    if (status == gel_success)
        status = gelBody_ReadGoals(world, body->id, NULL, now, count);
    if (status == gel_success && memcmp(places, now, 3 * (size_t)count * sizeof *places) != 0)
        status = gelBody_MoveGoals(world, body->id, places, count);
    gelFree(places);
    return status;
}

gelStatus gelMoveSceneGoals(const gelScene* scene, gelWorld* world, double time)
{
    gelStatus status = gel_success;
    for (int b = 0; b < world->bodyCount && status == gel_success; b++) {
        const gelBody* body = world->bodies[b];
        const gelSceneBody* of = body->sceneBody1 > 0 ? &scene->bodies[body->sceneBody1 - 1] : NULL;
        if (of != NULL && body->goals != NULL && moves(of))
            status = moveGoals(of, world, body, time);
    }
    return status;
}
