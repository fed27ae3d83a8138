#include "scene/scene.h"
#include "scene/attachment.h"
#include "scene/body.h"
#include "probe/expectation.h"
#include "scene/field.h"
#include "scene/contents/files.h"
#include "scene/goals.h"
#include "scene/rest_shape.h"
#include "scene/json.h"
#include "scene/mesh_list.h"
#include "scene/meshing.h"
#include "scene/obstacle.h"
#include "probe/probe.h"
#include "scene/contents/quantity.h"
#include "scene/value.h"
#include "scene/contents/vertex_set.h"
#include "gel/rope.h"
#include "gel/sheet.h"
#include "world/world.h"

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
    size_t length = lengthWithoutPart(path);
    bool is = length >= 5;
    for (size_t i = 0; i < 5 && is; i++)
        is = (path[length - 5 + i] | 0x20) == (".json"[i] | 0x20);
    return is;
}

static void findBox(const float* positions, int count, float lower[3], float upper[3])
{
    for (int k = 0; k < 3; k++) {
        lower[k] = INFINITY;
        upper[k] = -INFINITY;
    }
    for (int i = 0; i < 3 * count; i++) {
        lower[i % 3] = fminf(lower[i % 3], positions[i]);
        upper[i % 3] = fmaxf(upper[i % 3], positions[i]);
    }
}

// Files do not state their unit: if the size cannot be in metres, scales the longest side to 1 m.
static float scaleToMetres(const char* path, const float* positions, int count)
{
    const float min = 0.02f, max = 50.0f;
    float lower[3], upper[3];
    findBox(positions, count, lower, upper);
    float size = fmaxf(fmaxf(upper[0] - lower[0], upper[1] - lower[1]), upper[2] - lower[2]);
    if ((size >= min && size <= max) || !isfinite(1.0f / size))
        return 1.0f;
    gelLog(gel_logWarning, "%s: %g m long; scaled to 1 m. To choose the size, write a scene with \"scale\"",
           path, (double)size);
    return 1.0f / size;
}

// Placed half its height above the ground, wherever its file has it.
static void placeDropped(const char* path, const gelScene* scene, gelSceneBody* body)
{
    const gelTetMesh* mesh = &scene->meshes[body->mesh].mesh;
    const gelSurfaceMesh* skin = body->skin >= 0 ? &scene->skins[body->skin].surface : NULL;
    float lower[3], upper[3];
    findBox(mesh->positions, mesh->vertexCount, lower, upper);
    body->def.scale = skin != NULL ? scaleToMetres(path, skin->positions, skin->vertexCount)
                                   : scaleToMetres(path, mesh->positions, mesh->vertexCount);
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
    placeDropped(path, scene, body);
    scene->worldDef.ground = gelDefaultGround();
    scene->worldDef.ground.enabled = true;
    return gel_success;
}

gelStatus gelReadAnyScene(const char* path, gelScene* scene)
{
    copyStem(path, scene->name, sizeof scene->name);
    gelStatus status = gelRecordSceneFile(scene, path);
    if (status != gel_success)
        return status;
    return isJsonPath(path) ? gelReadScene(path, scene) : readMeshAsScene(path, scene);
}

static bool isNumbered(const gelVertexSet* set)
{
    return set->kind == gel_setOfVertices && !set->isOfFile;
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

// What belongs to one mesh means nothing in another.
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
        if (scene->attachments[i].a.vertex >= 0 || scene->attachments[i].b.vertex >= 0)
            return gelFail(gel_unsupported, "%s: $.attachments[%d]: a vertex is named by number", scene->file,
                           i);
    for (int i = 0; i < scene->probeCount; i++)
        if (isNumbered(&scene->probes[i].set))
            return gelFail(gel_unsupported, "%s: $.probes[%d]: vertices are named by number", scene->file, i);
    if (scene->eventCount > 0)
        return gelFail(gel_unsupported, "%s: $.input: vertices are named by number", scene->file);
    return gel_success;
}

gelStatus gelLoadSceneRefined(const char* path, double factor, gelScene** scene)
{
    *scene = NULL;
    if (!(factor > 0.0 && factor <= 1000.0))
        return gelFail(gel_invalidArgument, "factor: expected a number above 0 to 1000, found %g", factor);
    gelScene* made = gelAllocate(1, sizeof *made);
    size_t size = strlen(path) + 1;
    char* file = gelAllocate(size, 1);
    if (made == NULL || file == NULL) {
        gelFree(made);
        gelFree(file);
        return gelFailMemory(size, 1);
    }
    made->file = memcpy(file, path, size);
    made->timeStep = 1.0f / 60.0f;
    made->cellFactor = factor;
    made->worldDef = gelDefaultWorldDef();
    gelStatus status = gelReadAnyScene(path, made);
    if (status == gel_success && factor != 1.0)
        status = checkRefined(made);
    if (status != gel_success) {
        gelDestroyScene(made);
        return status;
    }
    *scene = made;
    return gel_success;
}

gelStatus gelLoadScene(const char* path, gelScene** scene)
{
    return gelLoadSceneRefined(path, 1.0, scene);
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
    gelForgetSceneFiles(scene);
    gelFree(scene);
}

const char* gelScene_GetName(const gelScene* scene)
{
    return scene->name;
}

float gelScene_GetTimeStep(const gelScene* scene)
{
    return scene->timeStep;
}

const char* gelScene_GetBodyName(const gelScene* scene, const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelBody_IsValid(world, id) ? gelFindBody(world, id) : NULL;
    if (body != NULL && body->sceneBody1 > 0 && body->sceneBody1 <= scene->bodyCount)
        return scene->bodies[body->sceneBody1 - 1].name;
    if (body != NULL && body->sceneObstacle1 > 0 && body->sceneObstacle1 <= scene->obstacleCount)
        return scene->obstacles[body->sceneObstacle1 - 1].name;
    return "";
}

int gelScene_GetBodyCount(const gelScene* scene)
{
    return scene->bodyCount;
}

gelWorldDef gelScene_GetWorldDef(const gelScene* scene)
{
    return scene->worldDef;
}

static gelStatus pinBody(const gelSceneBody* body, gelWorld* world, gelBodyId id, int64_t* caught)
{
    gelStatus status = gel_success;
    for (int i = 0; status == gel_success && i < body->pinCount; i++) {
        const gelVertexSet* pin = &body->pins[i];
        int changed = 0;
        if (pin->kind == gel_setOfVertices) {
            status = gelBody_SetPinned(world, id, pin->vertices, pin->vertexCount, true);
            changed = pin->vertexCount;
        } else if (pin->kind == gel_setInBox)
            status = gelBody_PinBox(world, id, pin->lower, pin->upper, &changed);
        else
            status = gelBody_PinBelow(world, id, pin->height, &changed);
        *caught += changed;
    }
    return status;
}

static gelStatus squashBody(const gelSceneBody* body, gelWorld* world, gelBodyId id, float origin)
{
    float height = body->squash == gel_squashToHeight ? body->squashHeight : origin;
    int count = gelBody_GetMesh(world, id)->vertexCount;
    float* positions = gelAllocate((size_t)count, 3 * sizeof *positions);
    if (positions == NULL)
        return gelFailMemory((size_t)count, 3 * sizeof *positions);
    gelStatus status = gelBody_ReadPositions(world, id, positions, count);
    for (int i = 0; i < count; i++)
        positions[3 * i + 1] = height;
    if (status == gel_success)
        status = gelBody_WritePositions(world, id, positions, count);
    gelFree(positions);
    return status;
}

// Creates a body with its skin; on failure it does not exist.
static gelStatus makeBody(const gelScene* scene, const gelSceneBody* body, const gelBodyDef* def,
                          gelWorld* world, gelBodyId* id)
{
    const gelSceneMesh* mesh = &scene->meshes[body->mesh];
    gelStatus status = mesh->surface.triangleCount > 0 ? gelCreateSheet(world, def, &mesh->surface, id)
                       : mesh->lines.lineCount > 0     ? gelCreateRope(world, def, &mesh->lines, id)
                                                       : gelCreateBody(world, def, &mesh->mesh, id);
    if (status != gel_success)
        return status;
    gelFindBody(world, *id)->sceneBody1 = 1 + (int)(body - scene->bodies);
    status = gelWeighSceneBody(scene, body, world, *id);
    if (status == gel_success && body->skin >= 0) {
        const gelSceneSkin* skin = &scene->skins[body->skin];
        status = gelBody_SetSkin(world, *id, &skin->surface,
                                 skin->embedding.tets != NULL ? &skin->embedding : NULL);
    }
    if (status == gel_success)
        status = gelSetSceneRest(body, world, *id);
    if (status != gel_success)
        gelDestroyBody(world, *id);
    return status;
}

// Creates one copy of a body; on failure it does not exist.
static gelStatus createCopy(const gelScene* scene, const gelSceneBody* body, gelVec3 shift, gelWorld* world,
                            gelBodyId* id, int64_t* caught)
{
    gelBodyDef def = body->def;
    def.position.x += shift.x;
    def.position.y += shift.y;
    def.position.z += shift.z;
    gelStatus status = makeBody(scene, body, &def, world, id);
    if (status != gel_success)
        return status;
    status = gelSetSceneBodyValues(body, (gelVec3){0}, world, *id);
    if (status == gel_success)
        status = pinBody(body, world, *id, caught);
    if (status == gel_success && body->goals != NULL)
        status = gelSetSceneGoals(body, world, *id);
    if (status == gel_success && body->squash != gel_noSquash)
        status = squashBody(body, world, *id, def.position.y);
    if (status != gel_success)
        gelDestroyBody(world, *id);
    return status;
}

// The bottom centre of a body's bounding box, from its positions.
static gelVec3 bottomOf(const float* positions, int count)
{
    float lower[3], upper[3];
    findBox(positions, count, lower, upper);
    return (gelVec3){(lower[0] + upper[0]) * 0.5f, lower[1], (lower[2] + upper[2]) * 0.5f};
}

gelStatus gelDropSceneBody(const gelScene* scene, int index, gelVec3 position, gelWorld* world, gelBodyId* id)
{
    if (index < 0 || index >= scene->bodyCount)
        return gelFail(gel_invalidArgument, "there is no body %d in the scene: it holds %d, counted from 0",
                       index, scene->bodyCount);
    const gelSceneBody* body = &scene->bodies[index];
    const gelTetMesh* mesh = &scene->meshes[body->mesh].mesh;
    gelBodyDef def = body->def;
    def.position = (gelVec3){0.0f, 0.0f, 0.0f};
    gelStatus status = makeBody(scene, body, &def, world, id);
    if (status != gel_success)
        return status;
    float* positions = gelAllocate((size_t)mesh->vertexCount, 3 * sizeof *positions);
    status = positions != NULL ? gelSetSceneBodyValues(body, body->def.position, world, *id)
                               : gelFailMemory((size_t)mesh->vertexCount, 3 * sizeof *positions);
    if (status == gel_success)
        status = gelBody_ReadPositions(world, *id, positions, mesh->vertexCount);
    if (status == gel_success) {
        gelVec3 bottom = bottomOf(positions, mesh->vertexCount);
        const float shift[3] = {position.x - bottom.x, position.y - bottom.y, position.z - bottom.z};
        for (int i = 0; i < 3 * mesh->vertexCount; i++)
            positions[i] += shift[i % 3];
        status = gelBody_WritePositions(world, *id, positions, mesh->vertexCount);
    }
    if (status != gel_success)
        gelDestroyBody(world, *id);
    gelFree(positions);
    return status;
}

// Creates all copies of a body; x varies fastest. On failure *created is the number of those that exist.
static gelStatus createBody(const gelScene* scene, const gelSceneBody* body, gelWorld* world, gelBodyId* ids,
                            int* created, int64_t* caught)
{
    for (int z = 0; z < body->count[2]; z++) {
        for (int y = 0; y < body->count[1]; y++) {
            for (int x = 0; x < body->count[0]; x++) {
                gelVec3 shift = {(float)x * body->spacing.x, (float)y * body->spacing.y,
                                 (float)z * body->spacing.z};
                gelStatus status = createCopy(scene, body, shift, world, &ids[*created], caught);
                if (status != gel_success)
                    return status;
                ++*created;
            }
        }
    }
    return gel_success;
}

// The same; messages say which body it is.
static gelStatus createBodyInPlace(const gelScene* scene, int index, gelWorld* world, gelBodyId* ids,
                                   int* created)
{
    const gelSceneBody* body = &scene->bodies[index];
    int64_t caught = 0;
    char place[4200];
    snprintf(place, sizeof place, "%s: $.bodies[%d]", scene->file, index);
    gelSetLogPlace(place);
    gelStatus status = createBody(scene, body, world, ids, created, &caught);
    gelSetLogPlace(NULL);
    if (status != gel_success)
        gelFail(status, "%s: %s", place, gelLastError());
    else if (body->pinCount > 0 && caught == 0)
        gelLog(gel_logWarning, "%s.pins: no vertex is pinned; check the body's position and size", place);
    return status;
}

static int64_t copiesOf(const gelSceneBody* body)
{
    return (int64_t)body->count[0] * body->count[1] * body->count[2];
}

int64_t gelScene_GetTetCount(const gelScene* scene)
{
    int64_t tets = 0;
    for (int i = 0; i < scene->bodyCount; i++)
        tets += copiesOf(&scene->bodies[i]) * scene->meshes[scene->bodies[i].mesh].mesh.tetCount;
    return tets;
}

bool gelScene_HasContact(const gelScene* scene)
{
    return scene->worldDef.contact && (scene->bodyCount > 1 || scene->obstacleCount > 0 ||
                                       (scene->bodyCount == 1 && copiesOf(&scene->bodies[0]) > 1));
}

gelStatus gelScene_CreateBodies(const gelScene* scene, gelWorld* world)
{
    size_t copies = (size_t)scene->obstacleCount;
    for (int i = 0; i < scene->bodyCount; i++)
        copies += (size_t)copiesOf(&scene->bodies[i]);
    gelBodyId* ids = gelAllocate(copies, sizeof *ids);
    if (ids == NULL)
        return gelFailMemory(copies, sizeof *ids);
    int created = 0;
    gelStatus status = gel_success;
    for (int i = 0; status == gel_success && i < scene->bodyCount; i++)
        status = createBodyInPlace(scene, i, world, ids, &created);
    for (int i = 0; status == gel_success && i < scene->obstacleCount; i++) {
        status = gelCreateSceneObstacle(scene, i, world, &ids[created]);
        created += status == gel_success;
    }
    if (status == gel_success)
        status = gelCreateSceneAttachments(scene, world, ids);
    if (status == gel_success && scene->obstacleCount > 0 && scene->attachmentCount == 0 &&
        !world->def.contact)
        gelLog(gel_logWarning, "%s: $.obstacles: bodies pass through obstacles, as \"contact\" is false",
               scene->file);
    if (status == gel_success)
        status = gelSetSceneFields(scene, world);
    while (status != gel_success && created > 0)
        gelDestroyBody(world, ids[--created]);
    gelFree(ids);
    return status;
}
