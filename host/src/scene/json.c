#include "scene/json.h"
#include "scene/attachment.h"
#include "scene/body.h"
#include "probe/expectation.h"
#include "scene/field.h"
#include "scene/filter.h"
#include "scene/ground.h"
#include "scene/input.h"
#include "probe/lesson.h"
#include "scene/material.h"
#include "scene/obstacle.h"
#include "scene/unit_hint.h"
#include "probe/probe.h"
#include "scene/contents/quantity.h"
#include "scene/contents/tables.h"
#include "settings/settings.h"

#include <stdio.h>
#include <string.h>

enum { maxMaterials = 1000, maxCopies = 100000, maxObstacles = 10000 };

typedef struct SceneDraft {
    const char *schema, *name, *description;
    float timeStep;
    int order, integrator, solver;
    gelWorldDef def;
    const cJSON *ground, *materials, *bodies, *obstacles, *attachments, *fields, *numbers, *probes,
        *expectations, *lesson, *input;
} SceneDraft;

static const gelJsonField sceneFields[] = {
    GEL_FIELD("$schema", Text, SceneDraft, schema, GEL_RANGE(1, 1000)),
    GEL_FIELD("name", Text, SceneDraft, name, GEL_RANGE(1, 100)),
    GEL_FIELD("description", Text, SceneDraft, description, GEL_RANGE(1, 2000)),
    GEL_FIELD("timeStep", Number, SceneDraft, timeStep, GEL_RANGE(1e-6, 1), .unit = "s"),
    GEL_FIELD("order", Choice, SceneDraft, order, .choices = gelOrderTexts),
    GEL_FIELD("integrator", Choice, SceneDraft, integrator, .choices = gelIntegratorTexts),
    GEL_FIELD("solver", Choice, SceneDraft, solver, .choices = gelSolverTexts),
    GEL_FIELD("ground", Item, SceneDraft, ground, .required = false),
    GEL_FIELD("materials", Item, SceneDraft, materials, .required = false),
    GEL_FIELD("bodies", Item, SceneDraft, bodies, .required = true),
    GEL_FIELD("obstacles", Item, SceneDraft, obstacles, .required = false),
    GEL_FIELD("fields", Item, SceneDraft, fields, .required = false),
    GEL_FIELD("numbers", Item, SceneDraft, numbers, .required = false),
    GEL_FIELD("attachments", Item, SceneDraft, attachments, .required = false),
    GEL_FIELD("probes", Item, SceneDraft, probes, .required = false),
    GEL_FIELD("expectations", Item, SceneDraft, expectations, .required = false),
    GEL_FIELD("lesson", Item, SceneDraft, lesson, .required = false),
    GEL_FIELD("input", Item, SceneDraft, input, .required = false),
};

static const gelJsonTable sceneTable = {
    GEL_TABLE_FIELDS("scene", sceneFields),
    .settings = gelWorldRows,
    .prefix = "",
    .settingsOffset = offsetof(SceneDraft, def),
    .removedKey = "compensated",
    .insteadOfIt = "there are no positions of two floats any more: remove this key, and use the solver "
                   "twoLevel for stiff bodies, or the back end double",
};

const gelJsonTable* const* gelSceneTables(int* count)
{
    static const gelJsonTable* const tables[] = {
        &sceneTable,
        &gelGroundTable,
        &gelMaterialTable,
        &gelBodyTable,
        &gelRotationTable,
        &gelRepeatTable,
        &gelPinTable,
        &gelPinBoxTable,
        &gelValuesTable,
        &gelValueTable,
        &gelSquashTable,
        &gelMeshingTable,
        &gelBoxTable,
        &gelSphereTable,
        &gelTorusTable,
        &gelClothTable,
        &gelRopeTable,
        &gelBalloonTable,
        &gelRecordingTable,
        &gelEventTable,
        &gelGrabTable,
        &gelPullTable,
        &gelDropTable,
        &gelRemoveTable,
        &gelSetTable,
        &gelAlterTable,
        &gelFlattenTable,
        &gelScrambleTable,
        &gelWallTable,
        &gelMoveTable,
        &gelDetachTable,
        &gelPaintTable,
        &gelAdjustTable,
        &gelHoldTable,
        &gelReplaceTable,
        &gelObstacleTable,
        &gelObstacleKeyTable,
        &gelObstacleBoxTable,
        &gelObstacleSphereTable,
        &gelObstacleRoundTable,
        &gelObstacleSheetTable,
        &gelObstacleHullTable,
        &gelObstacleHeightfieldTable,
        &gelObstacleCacheTable,
        &gelObstacleDistanceFieldTable,
        &gelGoalsTable,
        &gelGoalTable,
        &gelRestTable,
        &gelAttachmentTable,
        &gelAnchorTable,
        &gelSceneFieldTable,
        &gelSceneFieldKeyTable,
        &gelProbeTable,
        &gelExpectationTable,
        &gelLessonTable,
        &gelPredictionTable,
    };
    *count = (int)(sizeof tables / sizeof tables[0]);
    return tables;
}

static gelStatus readMaterials(const gelJsonNode* node, gelSceneReader* reader)
{
    if (node->item != NULL && !cJSON_IsObject(node->item))
        return gelFailJson(node, "an object of materials by name");
    int count = node->item != NULL ? cJSON_GetArraySize(node->item) : 0;
    if (count > maxMaterials)
        return gelFailJsonText(node, "expected at most %d materials, found %d", maxMaterials, count);
    reader->materialNames = gelAllocate((size_t)count + 1, sizeof *reader->materialNames);
    reader->materials = gelAllocate((size_t)count, sizeof *reader->materials);
    if (reader->materialNames == NULL || reader->materials == NULL)
        return gelFailMemory((size_t)count, sizeof *reader->materials);
    const cJSON* item = count > 0 ? node->item->child : NULL;
    for (int i = 0; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, -1);
        for (int j = 0; j < i; j++) {
            if (strcmp(reader->materialNames[j], item->string) == 0)
                return gelFailJsonText(&child, "duplicate key");
        }
        reader->materialNames[i] = item->string;
        gelStatus status = gelReadMaterial(&child, &reader->materials[i]);
        if (status != gel_success)
            return status;
    }
    return gel_success;
}

static gelStatus readBodies(const gelJsonNode* node, const gelSceneReader* reader)
{
    gelScene* scene = reader->scene;
    if (!cJSON_IsArray(node->item) || node->item->child == NULL)
        return gelFailJson(node, "an array of at least one body");
    size_t count = (size_t)cJSON_GetArraySize(node->item);
    scene->bodies = gelAllocate(count, sizeof *scene->bodies);
    scene->meshes = gelAllocate(count, sizeof *scene->meshes);
    scene->skins = gelAllocate(2 * count, sizeof *scene->skins); // of the mesh's file, and the body's own
    if (scene->bodies == NULL || scene->meshes == NULL || scene->skins == NULL)
        return gelFailMemory(count, sizeof *scene->bodies);
    int64_t copies = 0;
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        gelSceneBody* body = &scene->bodies[scene->bodyCount++];
        gelStatus status = gelReadSceneBody(&child, reader, body);
        if (status != gel_success)
            return status;
        copies += (int64_t)body->count[0] * body->count[1] * body->count[2];
        if (copies > maxCopies)
            return gelFailJsonText(&child, "expected at most %d bodies in all, repeats counted, found more",
                                   maxCopies);
    }
    return gel_success;
}

static gelStatus readObstacles(const gelJsonNode* node, const gelSceneReader* reader)
{
    gelScene* scene = reader->scene;
    if (node->item == NULL)
        return gel_success;
    if (!cJSON_IsArray(node->item))
        return gelFailJson(node, "an array of obstacles");
    int count = cJSON_GetArraySize(node->item);
    if (count > maxObstacles)
        return gelFailJsonText(node, "expected at most %d obstacles, found %d", maxObstacles, count);
    scene->obstacles = gelAllocate((size_t)count, sizeof *scene->obstacles);
    if (scene->obstacles == NULL)
        return gelFailMemory((size_t)count, sizeof *scene->obstacles);
    int i = 0;
    for (const cJSON* item = node->item->child; item != NULL; item = item->next, i++) {
        gelJsonNode child = gelJsonChild(node, item, i);
        gelStatus status = gelReadSceneObstacle(&child, reader, &scene->obstacles[scene->obstacleCount++]);
        if (status != gel_success)
            return status;
    }
    return gel_success;
}

// Reads the numbers, attachments, probes, expectations and the lesson.
static gelStatus readProbes(const gelJsonNode* root, const SceneDraft* draft, gelScene* scene)
{
    gelJsonNode numbers = gelJsonChild(root, draft->numbers, -1);
    gelJsonNode attachments = gelJsonChild(root, draft->attachments, -1);
    gelJsonNode probes = gelJsonChild(root, draft->probes, -1);
    gelJsonNode expectations = gelJsonChild(root, draft->expectations, -1);
    gelStatus status = gelReadNumbers(&numbers, scene);
    if (status == gel_success)
        status = gelReadSceneAttachments(&attachments, scene);
    if (status == gel_success)
        status = gelReadProbes(&probes, scene);
    if (status == gel_success)
        status = gelReadExpectations(&expectations, scene);
    gelJsonNode lesson = gelJsonChild(root, draft->lesson, -1);
    return status == gel_success ? gelReadLesson(&lesson, scene) : status;
}

static gelStatus readScene(const gelJsonNode* root, gelSceneReader* reader)
{
    gelScene* scene = reader->scene;
    gelWorldDef* def = &scene->worldDef;
    SceneDraft draft = {.timeStep = scene->timeStep,
                        .order = (int)def->order,
                        .integrator = (int)def->integrator,
                        .solver = (int)def->solver,
                        .def = *def};
    gelStatus status = gelReadJsonObject(root, &sceneTable, &draft, NULL);
    if (status != gel_success)
        return status;
    scene->timeStep = draft.timeStep;
    *def = draft.def;
    def->order = (gelConstraintOrder)draft.order;
    def->integrator = (gelIntegrator)draft.integrator;
    def->solver = (gelSolver)draft.solver;
    if (draft.name != NULL)
        snprintf(scene->name, sizeof scene->name, "%s", draft.name);
    gelJsonNode gravity = gelJsonChild(root, cJSON_GetObjectItemCaseSensitive(root->item, "gravity"), -1);
    gelHintAtGravity(&gravity, def->gravity);
    gelJsonNode ground = gelJsonChild(root, draft.ground, -1);
    gelJsonNode materials = gelJsonChild(root, draft.materials, -1);
    gelJsonNode bodies = gelJsonChild(root, draft.bodies, -1);
    gelJsonNode obstacles = gelJsonChild(root, draft.obstacles, -1);
    gelJsonNode fields = gelJsonChild(root, draft.fields, -1);
    status = gelReadGround(&ground, def);
    if (status == gel_success)
        status = gelReadSceneFields(&fields, scene);
    if (status == gel_success)
        status = readMaterials(&materials, reader);
    if (status == gel_success)
        status = gelReadCategories(&bodies, &obstacles, reader);
    if (status == gel_success)
        status = readBodies(&bodies, reader);
    if (status == gel_success)
        status = readObstacles(&obstacles, reader);
    if (status == gel_success)
        status = readProbes(root, &draft, scene);
    gelJsonNode input = gelJsonChild(root, draft.input, -1);
    return status == gel_success ? gelReadEvents(&input, scene) : status;
}

gelStatus gelReadScene(const gelJsonNode* root, gelScene* scene)
{
    gelSceneReader reader = {.scene = scene};
    gelStatus status = readScene(root, &reader);
    gelFree(reader.materials);
    gelFree(reader.materialNames);
    return status;
}
