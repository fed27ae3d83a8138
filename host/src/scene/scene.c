#include "scene/scene.h"
#include "mesh/mesh.h"
#include "scene/attachment.h"
#include "scene/body.h"
#include "scene/field.h"
#include "scene/goals.h"
#include "scene/idle_setting.h"
#include "scene/mesh.h"
#include "scene/rest_shape.h"
#include "scene/obstacle.h"
#include "scene/contents/vertex_set.h"
#include "scene/unit_hint.h"
#include "scene/value.h"
#include "scene/without_effect.h"
#include "gel/measures.h"
#include "gel/rope.h"
#include "gel/sheet.h"
#include "world/two_level_step.h"
#include "world/world.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

static gelStatus pinBody(const gelSceneBody* body, gelWorld* world, gelBodyId id)
{
    int count = gelBody_GetMesh(world, id)->vertexCount, room = count;
    for (int i = 0; i < body->pinCount; i++)
        room = body->pins[i].vertexCount > room ? body->pins[i].vertexCount : room;
    double* positions = body->pinCount > 0 ? gelAllocate((size_t)count, 3 * sizeof *positions) : NULL;
    int* members = body->pinCount > 0 ? gelAllocate((size_t)room, sizeof *members) : NULL;
    gelStatus status = gel_success;
    if (body->pinCount > 0)
        status = positions != NULL && members != NULL
                     ? gelBody_ReadPositionsDouble(world, id, positions, count)
                     : gelFailMemory((size_t)room, 3 * sizeof *positions);
    for (int i = 0; status == gel_success && i < body->pinCount; i++) {
        int found = gelListVertexSet(&body->pins[i], positions, count, members);
        status = gelBody_SetPinned(world, id, members, found, true);
    }
    gelFree(positions);
    gelFree(members);
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
                            gelBodyId* id, gelSceneUse* use)
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
        status = pinBody(body, world, *id);
    if (status == gel_success)
        status = gelNoteSceneUse(body, world, *id, use);
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
    gelFindBox(positions, count, lower, upper);
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
                            int* created, gelSceneUse* use)
{
    for (int z = 0; z < body->count[2]; z++) {
        for (int y = 0; y < body->count[1]; y++) {
            for (int x = 0; x < body->count[0]; x++) {
                gelVec3 shift = {(float)x * body->spacing.x, (float)y * body->spacing.y,
                                 (float)z * body->spacing.z};
                gelStatus status = createCopy(scene, body, shift, world, &ids[*created], use);
                if (status != gel_success)
                    return status;
                ++*created;
            }
        }
    }
    return gel_success;
}

static void hintAtUnit(const gelScene* scene, const gelSceneBody* body)
{
    const gelSceneMesh* entry = &scene->meshes[body->mesh];
    const gelSurfaceMesh* skin = body->skin >= 0 ? &scene->skins[body->skin].surface : NULL;
    if (skin != NULL)
        gelHintAtUnit(entry->file, body->def.scale, skin->positions, skin->vertexCount);
    else
        gelHintAtUnit(entry->file, body->def.scale, entry->mesh.positions, entry->mesh.vertexCount);
}

// Warns if the mesh of a sheet makes it much stiffer or softer than its material, once for a mesh.
static void warnOfSheet(const gelScene* scene, int index, const gelWorld* world, gelBodyId id)
{
    const double much = 1.5;
    const gelMaterial* material = &scene->bodies[index].def.material;
    gelSheetStiffness found;
    bool isNew = scene->meshes[scene->bodies[index].mesh].surface.triangleCount > 0;
    for (int i = 0; i < index && isNew; i++)
        isNew = scene->bodies[i].mesh != scene->bodies[index].mesh;
    if (!isNew || material->stiffness == gel_compliances ||
        gelBody_EstimateSheetStiffness(world, id, &found) != gel_success || !(found.softest > 0.0))
        return;
    if (found.softest < 1.0 / much || found.stiffest > much)
        gelLog(gel_logWarning,
               "the triangles make this sheet %.2g to %.2g times as stiff as its material, by direction; "
               "expected triangles about as long as wide",
               found.softest, found.stiffest);
    if (found.bending > much || (found.bending > 0.0 && found.bending < 1.0 / much))
        gelLog(gel_logWarning,
               "the triangles make this sheet %.2g times as stiff against bending as its material; expected "
               "triangles about as long as wide",
               found.bending);
}

// Creates all copies of a body, as createBody does. Messages begin with the body's place in the
// scene.
static gelStatus createBodyInPlace(const gelScene* scene, int index, gelWorld* world, gelBodyId* ids,
                                   int* created)
{
    const gelSceneBody* body = &scene->bodies[index];
    gelSceneUse use;
    int first = *created;
    char place[4200];
    snprintf(place, sizeof place, "%s: $.bodies[%d]", scene->file, index);
    gelSetLogPlace(place);
    hintAtUnit(scene, body);
    gelHintAtModulus(scene, body);
    gelWarnOfIdleBounce(scene, body);
    gelStatus status = gelOpenSceneUse(body, &use);
    if (status == gel_success)
        status = createBody(scene, body, world, ids, created, &use);
    if (status == gel_success)
        warnOfSheet(scene, index, world, ids[first]);
    if (status == gel_success)
        gelWarnOfIdleCycles(gelFindBody(world, ids[first]));
    gelSetLogPlace(NULL);
    if (status != gel_success)
        gelFail(status, "%s: %s", place, gelLastError());
    else
        gelWarnOfSceneUse(place, body, &use);
    gelCloseSceneUse(&use);
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

// Refuses what the two-level solver lacks, which a step would refuse later and without a place.
static gelStatus checkSolvers(const gelScene* scene, const gelWorld* world, const gelBodyId* ids)
{
    int64_t made = 0;
    for (int i = 0; i < scene->bodyCount; made += copiesOf(&scene->bodies[i++])) {
        const gelBody* body = gelFindBody(world, ids[made]);
        const char* lack = gelIsTwoLevel(body) ? gelFindTwoLevelLack(world, body) : NULL;
        if (lack != NULL)
            return gelFail(
                gel_unsupported,
                "%s: $.bodies[%d]: expected the solver xpbd or auto, found twoLevel, which does not support %s",
                scene->file, i, lack);
    }
    return gel_success;
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
    if (status == gel_success)
        status = checkSolvers(scene, world, ids);
    if (status == gel_success)
        gelWarnOfIdleFields(scene, world);
    while (status != gel_success && created > 0)
        gelDestroyBody(world, ids[--created]);
    gelFree(ids);
    return status;
}
