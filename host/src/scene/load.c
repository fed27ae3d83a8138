// Reads scenes from files: scene files, recordings of them, and meshes alone.
#include "probe/expectation.h"
#include "common/path.h"
#include "files/system.h"
#include "mesh/mesh.h"
#include "scene/change.h"
#include "scene/contents/files.h"
#include "scene/contents/quantity.h"
#include "scene/contents/vertex_set.h"
#include "scene/cut_recording.h"
#include "scene/field.h"
#include "scene/goals.h"
#include "scene/input.h"
#include "scene/json.h"
#include "scene/mesh_list.h"
#include "scene/meshing.h"
#include "scene/obstacle.h"
#include "scene/rest_shape.h"
#include "scene/value.h"
#include "probe/probe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The part of a path between the last slash and the last dot.
static void copyStem(const char* path, char* name, size_t capacity)
{
    const char* start = path;
    for (const char* c = path; *c != '\0'; c++) {
        if (*c == '/' || *c == '\\')
            start = c + 1;
    }
    const char* dot = strrchr(start, '.');
    int length = dot != NULL && dot != start ? (int)(dot - start) : (int)strlen(start);
    snprintf(name, capacity, "%.*s", length, start);
}

// The length of a path without what names a journal: ".part", or ".1.part".
static size_t lengthWithoutPart(const char* path)
{
    size_t length = strlen(path), digits = 0;
    if (length < 5 || strcmp(path + length - 5, ".part") != 0)
        return length;
    length -= 5;
    while (digits < length && path[length - 1 - digits] >= '0' && path[length - 1 - digits] <= '9')
        digits++;
    bool isNumbered = digits > 0 && digits < length && path[length - 1 - digits] == '.';
    return isNumbered ? length - 1 - digits : length;
}

static bool isJsonPath(const char* path)
{
    return gelPartEndsWith(path, lengthWithoutPart(path), ".json");
}

// Files do not state their unit: if the size cannot be in metres, scales the longest side to 1 m.
static float scaleToMetres(const char* path, const float* positions, int count)
{
    const float min = 0.02f, max = 50.0f;
    float size = gelLongestSide(positions, count);
    if ((size >= min && size <= max) || !isfinite(1.0f / size))
        return 1.0f;
    gelLog(gel_logWarning, "%s: %g m long; scaled to 1 m. To choose the size, write a scene with \"scale\"",
           path, (double)size);
    return 1.0f / size;
}

static void scaleDropped(const char* path, const gelScene* scene, gelSceneBody* body)
{
    const gelTetMesh* mesh = &scene->meshes[body->mesh].mesh;
    const gelSurfaceMesh* skin = body->skin >= 0 ? &scene->skins[body->skin].surface : NULL;
    body->def.scale = skin != NULL ? scaleToMetres(path, skin->positions, skin->vertexCount)
                                   : scaleToMetres(path, mesh->positions, mesh->vertexCount);
}

// Placed half its height above the ground, wherever its file has it.
static void placeDropped(const gelScene* scene, gelSceneBody* body)
{
    const gelTetMesh* mesh = &scene->meshes[body->mesh].mesh;
    float lower[3], upper[3];
    gelFindBox(mesh->positions, mesh->vertexCount, lower, upper);
    body->def.position.y = body->def.scale * ((upper[1] - lower[1]) * 0.5f - lower[1]);
}

// Makes a scene from a mesh.
static gelStatus readMeshAsScene(const char* path, gelScene* scene)
{
    scene->meshes = gelAllocate(1, sizeof *scene->meshes);
    scene->skins = gelAllocate(1, sizeof *scene->skins);
    scene->bodies = gelAllocate(1, sizeof *scene->bodies);
    if (scene->meshes == NULL || scene->skins == NULL || scene->bodies == NULL)
        return gelFailMemory(1, sizeof *scene->bodies);
    gelSceneBody* body = &scene->bodies[0];
    *body = (gelSceneBody){.def = gelDefaultBodyDef(), .skin = -1, .count = {1, 1, 1}};
    gelUsualFieldWeights(body);
    gelMesherDef def = gelDefaultMesherDef();
    gelTetMesh mesh;
    gelStatus status = gel_success;
    gelRefineMeshing(scene, &def);
    if (gelIsSurfacePath(path))
        status = gelFillSceneSurface(scene, path, &def, path, &body->mesh, &body->skin);
    else if (scene->cellFactor != 1.0)
        return gelFail(gel_unsupported, "%s: its tets are those of the file", path);
    else if ((status = gelLoadTetMesh(path, &mesh, NULL)) == gel_success)
        status = gelAddSceneMesh(scene, NULL, &mesh, &body->mesh);
    if (status != gel_success)
        return status;
    scene->bodyCount = 1;
    scaleDropped(path, scene, body);
    placeDropped(scene, body);
    scene->worldDef.ground = gelDefaultGround();
    scene->worldDef.ground.enabled = true;
    return gel_success;
}

// A mesh as the scene file that drops it, which can be changed. NULL: out of memory.
static cJSON* describeDropped(const char* path)
{
    const char* slash = gelLastSlash(path);
    cJSON *document = cJSON_CreateObject(), *body = cJSON_CreateObject();
    bool isWhole = cJSON_AddObjectToObject(document, "ground") != NULL &&
                   cJSON_AddStringToObject(body, "mesh", slash != NULL ? slash + 1 : path) != NULL &&
                   cJSON_AddItemToArray(cJSON_AddArrayToObject(document, "bodies"), body);
    if (isWhole)
        return document;
    cJSON_Delete(document);
    return NULL;
}

static gelStatus readChangedMesh(const char* path, gelScene* scene)
{
    gelJsonNode root = {path, describeDropped(path), NULL, -1};
    scene->document = (cJSON*)(uintptr_t)root.item;
    gelStatus status =
        root.item != NULL ? gelApplyChanges(scene, scene->document) : gelFailMemory(1, sizeof(cJSON));
    if (status == gel_success)
        status = gelReadScene(&root, scene);
    if (status != gel_success)
        return status;
    const cJSON* item = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(root.item, "bodies"), 0);
    gelSceneBody* body = &scene->bodies[0];
    if (cJSON_GetObjectItemCaseSensitive(item, "scale") == NULL)
        scaleDropped(path, scene, body);
    if (cJSON_GetObjectItemCaseSensitive(item, "position") == NULL)
        placeDropped(scene, body);
    return gel_success;
}

static gelStatus readAnyScene(const char* path, gelScene* scene);

static gelStatus readRecording(const gelJsonNode* root, gelScene* scene)
{
    const char* base = NULL;
    gelJsonNode input;
    gelStatus status = gelReadRecording(root, scene, &base, &input);
    if (status != gel_success)
        return status;
    char* path = gelJoinScenePath(root->file, base);
    if (path == NULL)
        return gel_outOfMemory;
    gelFree(scene->file);
    scene->file = path; // released with the scene
    status = readAnyScene(path, scene);
    if (status != gel_success)
        return gelFailJsonCause(root, status);
    return scene->eventCount > 0 ? gelFailJsonText(root, "the scene already contains recorded input")
                                 : gelReadEvents(&input, scene);
}

// Takes over the document.
static gelStatus readDocument(const char* path, cJSON* document, gelScene* scene)
{
    gelJsonNode root = {path, document, NULL, -1};
    bool isRecording = cJSON_GetObjectItemCaseSensitive(document, "scene") != NULL ||
                       cJSON_GetObjectItemCaseSensitive(document, "frames") != NULL;
    scene->document = isRecording ? NULL : document; // formulas look into it
    gelStatus status = isRecording ? gel_success : gelApplyChanges(scene, document);
    if (status == gel_success)
        status = isRecording ? readRecording(&root, scene) : gelReadScene(&root, scene);
    if (isRecording)
        cJSON_Delete(document);
    else if (status == gel_success && scene->probeCount == 0 && scene->lesson.title == NULL) {
        cJSON_Delete(document); // up to some hundred MB
        scene->document = NULL;
    }
    return status;
}

static gelStatus readJson(const char* path, gelScene* scene)
{
    cJSON* document = NULL;
    gelStatus status = gelReadJsonFile(path, &document);
    gelStatus cut = status == gel_formatError ? gelReadCutRecording(path, &document) : gel_success;
    if (cut != gel_success || document == NULL)
        return cut != gel_success ? cut : status;
    return readDocument(path, document, scene);
}

// Fills an empty scene from any file that may stand where a scene is expected; after a failure gelDestroyScene releases what
// was filled.
static gelStatus readAnyScene(const char* path, gelScene* scene)
{
    copyStem(path, scene->name, sizeof scene->name);
    gelStatus status = gelRecordSceneFile(scene, path);
    if (status != gel_success)
        return status;
    if (isJsonPath(path))
        return readJson(path, scene);
    return scene->changeCount > 0 ? readChangedMesh(path, scene) : readMeshAsScene(path, scene);
}

static bool isNumbered(const gelVertexSet* set)
{
    return set->kind == gel_setOfVertices && !set->isOfFile;
}

static bool isNumberedAnchor(const gelSceneAnchor* anchor)
{
    return anchor->vertex.vertexCount > 0 && !anchor->isOfFile;
}

static gelStatus checkRefinedValues(const gelScene* scene, int index)
{
    const gelSceneBody* body = &scene->bodies[index];
    for (int kind = 0; kind < gel_vertexFactorCount; kind++)
        for (int j = 0; j < body->valueCounts[kind]; j++)
            if (isNumbered(&body->values[kind][j].set))
                return gelFail(gel_unsupported,
                               "%s: $.bodies[%d].values.%s[%d]: vertices are named by number", scene->file,
                               index, gelVertexValueText((gelVertexValue)kind), j);
    return gel_success;
}

// Checks that a scene with refined meshes uses nothing that belongs to one mesh: compliances,
// vertices named by number, caches.
static gelStatus checkRefined(const gelScene* scene)
{
    for (int i = 0; i < scene->bodyCount; i++) {
        const gelSceneBody* body = &scene->bodies[i];
        if (body->def.material.stiffness == gel_compliances)
            return gelFail(
                gel_unsupported,
                "%s: $.bodies[%d].material: compliances apply to edges and tets, so that another mesh is "
                "another material",
                scene->file, i);
        for (int j = 0; j < body->pinCount; j++)
            if (isNumbered(&body->pins[j]))
                return gelFail(gel_unsupported, "%s: $.bodies[%d].pins[%d]: vertices are named by number",
                               scene->file, i, j);
        const gelSceneGoals* goals = body->goals;
        for (int j = 0; goals != NULL && j < goals->goalCount; j++)
            if (isNumbered(&goals->goals[j].set))
                return gelFail(gel_unsupported,
                               "%s: $.bodies[%d].goals.sets[%d]: vertices are named by number", scene->file,
                               i, j);
        if (goals != NULL && goals->motion.cache.frameCount > 0)
            return gelFail(gel_unsupported,
                           "%s: $.bodies[%d].goals.cache: its points are vertices of this mesh", scene->file,
                           i);
        if (body->rest != NULL)
            return gelFail(gel_unsupported,
                           "%s: $.bodies[%d].rest.cache: its points are vertices of this mesh", scene->file,
                           i);
        gelStatus status = checkRefinedValues(scene, i);
        if (status != gel_success)
            return status;
    }
    for (int i = 0; i < scene->attachmentCount; i++)
        if (isNumberedAnchor(&scene->attachments[i].a) || isNumberedAnchor(&scene->attachments[i].b))
            return gelFail(gel_unsupported, "%s: $.attachments[%d]: a vertex is named by number", scene->file,
                           i);
    for (int i = 0; i < scene->probeCount; i++)
        if (isNumbered(&scene->probes[i].set))
            return gelFail(gel_unsupported, "%s: $.probes[%d]: vertices are named by number", scene->file, i);
    if (scene->eventCount > 0)
        return gelFail(gel_unsupported, "%s: $.input: vertices are named by number", scene->file);
    return gel_success;
}

void gelDestroyScene(gelScene* scene)
{
    if (scene == NULL)
        return;
    for (int i = 0; i < scene->meshCount; i++) {
        gelDestroyTetMesh(&scene->meshes[i].mesh);
        gelDestroySurfaceMesh(&scene->meshes[i].surface);
        gelDestroyLineMesh(&scene->meshes[i].lines);
        gelFree(scene->meshes[i].key);
        gelFree(scene->meshes[i].file);
    }
    for (int i = 0; i < scene->skinCount; i++) {
        gelDestroySurfaceMesh(&scene->skins[i].surface);
        gelDestroyEmbedding(&scene->skins[i].embedding);
        gelFree(scene->skins[i].key);
    }
    for (int i = 0; i < scene->bodyCount; i++) {
        for (int j = 0; j < scene->bodies[i].pinCount; j++)
            gelClearVertexSet(&scene->bodies[i].pins[j]);
        gelFree(scene->bodies[i].pins);
        gelClearSceneGoals(scene->bodies[i].goals);
        gelClearSceneRest(scene->bodies[i].rest);
        gelClearSceneBodyValues(&scene->bodies[i]);
    }
    for (int i = 0; i < scene->obstacleCount; i++)
        gelClearSceneObstacle(&scene->obstacles[i]);
    gelClearSceneFields(scene);
    gelClearProbes(scene);
    gelClearExpectations(scene);
    gelClearNumbers(scene);
    cJSON_Delete(scene->document);
    gelFree(scene->obstacles);
    gelFree(scene->attachments);
    gelFree(scene->meshes);
    gelFree(scene->skins);
    gelFree(scene->bodies);
    gelFree(scene->events);
    gelFree(scene->eventFile);
    gelFree(scene->file);
    gelForgetChanges(scene);
    gelForgetSceneFiles(scene);
    gelFree(scene);
}

// A scene that is read from a file in a folder; gelDestroyScene releases it. Errors: gel_outOfMemory.
static gelStatus beginScene(const char* folder, const char* name, double factor, gelScene** scene)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    gelScene* made = gelAllocate(1, sizeof *made);
    char* file = gelAllocate(size, 1);
    if (made == NULL || file == NULL) {
        gelFree(made);
        gelFree(file);
        return gelFailMemory(size, 1);
    }
    snprintf(file, size, "%s%s%s", folder, folder[0] != '\0' ? "/" : "", name);
    made->file = file;
    made->timeStep = 1.0f / 60.0f;
    made->cellFactor = factor;
    made->worldDef = gelDefaultWorldDef();
    *scene = made;
    return gel_success;
}

gelStatus gelLoadSceneChanged(const char* path, double factor, const char* const* changes, int changeCount,
                              gelScene** scene)
{
    *scene = NULL;
    if (!(factor > 0.0 && factor <= 1000.0))
        return gelFail(gel_invalidArgument, "factor: expected a number above 0 to 1000, found %g", factor);
    gelScene* made;
    gelStatus status = beginScene("", path, factor, &made);
    if (status != gel_success)
        return status;
    status = gelAddChanges(made, changes, changeCount);
    if (status == gel_success)
        status = gelBlameChange(made, readAnyScene(path, made));
    if (status == gel_success && factor != 1.0)
        status = checkRefined(made);
    if (status != gel_success) {
        gelDestroyScene(made);
        return status;
    }
    *scene = made;
    return gel_success;
}

gelStatus gelLoadSceneRefined(const char* path, double factor, gelScene** scene)
{
    return gelLoadSceneChanged(path, factor, NULL, 0, scene);
}

gelStatus gelLoadScene(const char* path, gelScene** scene)
{
    return gelLoadSceneRefined(path, 1.0, scene);
}

gelStatus gelParseScene(const char* text, const char* folder, gelScene** scene)
{
    static const char name[] = "text";
    gelScene* made;
    *scene = NULL;
    gelStatus status = beginScene(folder != NULL ? folder : "", name, 1.0, &made);
    if (status != gel_success)
        return status;
    snprintf(made->name, sizeof made->name, "%s", name);
    cJSON* document;
    status = gelParseJson(name, text, strlen(text), &document);
    if (status == gel_success)
        status = readDocument(made->file, document, made);
    if (status == gel_success)
        *scene = made;
    else
        gelDestroyScene(made);
    return status;
}
