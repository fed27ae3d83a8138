// How the obstacles of a scene move.
#include "mesh/mesh.h"
#include "scene/motion.h"
#include "scene/obstacle.h"
#include "world/world.h"

#include <string.h>

// Vertices that coincide in the file are one of the surface: it follows the first of them.
gelStatus gelFindCachePoints(gelSceneObstacle* obstacle)
{
    const gelSurfaceMesh* surface = &obstacle->surface;
    obstacle->cachePoints = gelAllocate((size_t)surface->vertexCount, sizeof *obstacle->cachePoints);
    if (obstacle->cachePoints == NULL)
        return gelFailMemory((size_t)surface->vertexCount, sizeof *obstacle->cachePoints);
    gelListSources(surface->originals, surface->originalCount, obstacle->cachePoints);
    return gel_success;
}

// Where its vertices are at a time, in the world; `places` is for gelFree.
static gelStatus placeCache(const gelSceneObstacle* obstacle, const gelSceneKey* pose, double time,
                            float** places)
{
    int count = obstacle->surface.vertexCount;
    float* own = gelAllocate((size_t)count, 3 * sizeof *own);
    *places = gelAllocate((size_t)count, 3 * sizeof **places);
    gelStatus status =
        own != NULL && *places != NULL ? gel_success : gelFailMemory((size_t)count, 3 * sizeof *own);
    if (status == gel_success)
        status = gelSampleSceneMotion(&obstacle->motion, time, obstacle->cachePoints, count, own);
    if (status == gel_success)
        status = gelPlaceScenePoints(pose, (double)obstacle->def.scale, own, count, *places);
    gelFree(own);
    return status;
}

gelStatus gelPutSceneObstacle(const gelSceneObstacle* obstacle, gelWorld* world, gelBodyId id)
{
    float* places = NULL;
    gelStatus status = placeCache(obstacle, &obstacle->motion.start, 0.0, &places);
    if (status == gel_success)
        status = gelObstacle_TeleportVertices(world, id, places, obstacle->surface.vertexCount);
    gelFree(places);
    return status;
}

// Its pose is set before its vertices, which the pose would otherwise move.
static gelStatus move(const gelSceneObstacle* obstacle, gelWorld* world, const gelBody* body, double time)
{
    gelSceneKey pose = gelScenePoseAt(&obstacle->motion, time);
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
    if (status == gel_success && !stays && obstacle->motion.keyCount > 0)
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
        if (obstacle != NULL && (obstacle->motion.keyCount > 0 || obstacle->cachePoints != NULL))
            status = move(obstacle, world, body, time);
    }
    return status;
}
