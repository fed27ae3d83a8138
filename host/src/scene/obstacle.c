#include "scene/contents/rotation.h"
#include "scene/obstacle.h"
#include "scene/body.h"
#include "scene/filter.h"
#include "scene/mesh.h"
#include "scene/motion.h"
#include "scene/contents/tables.h"
#include "settings/settings.h"
#include "world/world.h"

#include <stdio.h>

typedef struct ObstacleDraft {
    gelObstacleDef def;
    const char *name, *category;
    const cJSON *mesh, *shape, *rotation, *keys, *cache, *ignores;
    bool loop;
} ObstacleDraft;

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
    GEL_FIELD("cache", Item, ObstacleDraft, cache, .required = false),
};

const gelJsonTable gelObstacleTable = {
    GEL_TABLE_FIELDS("obstacle", obstacleFields),
    .settings = gelObstacleRows,
    .prefix = "",
    .settingsOffset = offsetof(ObstacleDraft, def),
};

gelStatus gelReadSceneObstacle(const gelJsonNode* node, const gelSceneReader* reader,
                               gelSceneObstacle* obstacle)
{
    ObstacleDraft draft = {.def = gelDefaultObstacleDef()};
    uint32_t present = 0;
    gelStatus status = gelReadJsonObject(node, &gelObstacleTable, &draft, &present);
    gelJsonNode mesh = gelJsonChild(node, draft.mesh, -1), shape = gelJsonChild(node, draft.shape, -1);
    gelJsonNode rotation = gelJsonChild(node, draft.rotation, -1), keys = gelJsonChild(node, draft.keys, -1);
    gelJsonNode cache = gelJsonChild(node, draft.cache, -1);
    if (status == gel_success && (draft.mesh != NULL) == (draft.shape != NULL))
        return gelFailJsonText(node, "expected exactly one of mesh and shape");
    if (status == gel_success && (present & GEL_BIT(obstacleLoop)) != 0 && draft.keys == NULL)
        return gelFailJsonText(node, "loop: expected \"keys\" as well, found none");
    if (status == gel_success && draft.cache != NULL && draft.mesh == NULL)
        return gelFailJsonText(node, "cache: expected \"mesh\" as well, found none");
    if (status == gel_success && draft.rotation != NULL)
        status = gelReadRotation(&rotation, &draft.def.rotation, &obstacle->motion.start.typed);
    if (status == gel_success)
        status = gelReadFilter(node, reader, draft.category, draft.ignores, &draft.def.filter);
    obstacle->def = draft.def;
    if (status == gel_success && draft.name != NULL)
        snprintf(obstacle->name, sizeof obstacle->name, "%s", draft.name);
    obstacle->motion.start.position = draft.def.position;
    obstacle->motion.start.rotation = draft.def.rotation;
    obstacle->motion.loop = draft.loop;
    if (status == gel_success && draft.keys != NULL)
        status = gelReadSceneKeys(&keys, reader->scene, &obstacle->motion);
    obstacle->def.position = obstacle->motion.start.position;
    obstacle->def.rotation = obstacle->motion.start.rotation;
    if (status == gel_success)
        status = draft.mesh != NULL ? gelLoadSceneObstacleMesh(&mesh, reader->scene, obstacle)
                                    : gelMakeSceneObstacleShape(&shape, reader->scene, obstacle);
    if (status == gel_success && draft.cache != NULL)
        status = gelReadSceneCache(&cache, reader->scene, obstacle->surface.originalCount, &obstacle->motion);
    if (status == gel_success && draft.cache != NULL)
        status = gelFindCachePoints(obstacle);
    return status;
}

void gelClearSceneObstacle(gelSceneObstacle* obstacle)
{
    gelDestroySurfaceMesh(&obstacle->surface);
    gelClearSceneMotion(&obstacle->motion);
    gelFree(obstacle->cachePoints);
    gelFree(obstacle->file);
    *obstacle = (gelSceneObstacle){0};
}

gelStatus gelCreateSceneObstacle(const gelScene* scene, int index, gelWorld* world, gelBodyId* id)
{
    const gelSceneObstacle* obstacle = &scene->obstacles[index];
    char place[4200];
    snprintf(place, sizeof place, "%s: $.obstacles[%d]", scene->file, index);
    gelSetLogPlace(place);
    gelHintAtUnit(obstacle->file, obstacle->def.scale, obstacle->surface.positions,
                  obstacle->surface.vertexCount);
    gelStatus status = gelCreateObstacle(world, &obstacle->def, &obstacle->surface, id);
    gelSetLogPlace(NULL);
    bool isCreated = status == gel_success;
    if (isCreated && obstacle->cachePoints != NULL)
        status = gelPutSceneObstacle(obstacle, world, *id);
    if (status != gel_success) {
        gelFail(status, "%s: %s", place, gelLastError());
        if (isCreated)
            gelDestroyBody(world, *id);
        return status;
    }
    gelFindBody(world, *id)->sceneObstacle1 = index + 1;
    return gel_success;
}
