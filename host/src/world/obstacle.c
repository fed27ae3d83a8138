// Obstacles: bodies without tets, whose vertices keep the velocities that they are given for a step.
#include "base/vector3.h"
#include "gel/obstacle.h"
#include "gel/body.h"
#include "settings/settings.h"
#include "surface/contact_surface.h"
#include "world/sleep.h"
#include "world/world.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static gelBody* findObstacle(const gelWorld* world, gelBodyId id, gelStatus* status)
{
    gelBody* body = gelFindBody(world, id);
    *status = body == NULL ? gel_invalidHandle : gel_success;
    if (body == NULL || gelIsObstacle(body))
        return body;
    *status = gelFail(gel_invalidArgument, "body {%d, %u} is soft: expected an obstacle", (int)id.index1,
                      (unsigned)id.generation);
    return NULL;
}

bool gelBody_IsObstacle(const gelWorld* world, gelBodyId id)
{
    return gelBody_IsValid(world, id) && gelIsObstacle(world->slots[id.index1 - 1].body);
}

const gelSurfaceMesh* gelObstacle_GetSurface(const gelWorld* world, gelBodyId id)
{
    gelStatus status;
    const gelBody* body = findObstacle(world, id, &status);
    return body != NULL ? body->shape->surface : NULL;
}

gelStatus gelObstacle_GetDef(const gelWorld* world, gelBodyId id, gelObstacleDef* def)
{
    gelStatus status;
    const gelBody* body = findObstacle(world, id, &status);
    if (body == NULL)
        return status;
    *def = gelDefaultObstacleDef();
    def->position = body->position;
    def->rotation = body->rotation;
    def->scale = (float)body->scale;
    def->friction = body->material.friction;
    def->restitution = body->material.restitution;
    def->surfaceVelocity = body->surfaceVelocity;
    def->filter = body->filter;
    def->userData = body->userData;
    return gel_success;
}

static gelStatus placeObstacle(const gelBody* body, gelVec3 position, gelQuat rotation, float* places)
{
    double quaternion[4];
    gelStatus status = gelNormaliseRotation(rotation, quaternion);
    for (int i = 0; i < body->shape->mesh.vertexCount && status == gel_success; i++)
        status = gelPlaceVertex(body, i, position, quaternion, places + 3 * (size_t)i);
    return status;
}

// The surface's velocity turns with the obstacle, whose rotation is valid.
static void turnSurface(gelBody* body)
{
    const gelVec3 own = body->surfaceVelocity;
    double quaternion[4], v[3] = {(double)own.x, (double)own.y, (double)own.z}, turned[3];
    gelNormaliseRotation(body->rotation, quaternion);
    gelRotate(quaternion, v, turned);
    for (int k = 0; k < 3; k++) {
        body->contactRevision += body->drift[k] != (float)turned[k];
        body->drift[k] = (float)turned[k];
    }
}

void gelFindBending(gelBody* body)
{
    double quaternion[4];
    bool isPosed = gelNormaliseRotation(body->rotation, quaternion) == gel_success;
    for (int i = 0; i < body->shape->mesh.vertexCount && isPosed; i++) {
        float place[3];
        isPosed = gelPlaceVertex(body, i, body->position, quaternion, place) == gel_success &&
                  memcmp(place, body->targets + 3 * (size_t)i, sizeof place) == 0;
    }
    body->shapeRevision += body->isBent || !isPosed;
    body->isBent = !isPosed;
}

// Room for the places of all vertices.
static gelStatus allocateTargets(gelBody* body)
{
    size_t count = (size_t)body->shape->mesh.vertexCount;
    body->targets = gelAllocate(count, 3 * sizeof *body->targets);
    return body->targets != NULL ? gel_success : gelFailMemory(count, 3 * sizeof *body->targets);
}

static gelStatus makeObstacle(gelWorld* world, const gelObstacleDef* def, const gelSurfaceMesh* surface,
                              gelBody* body)
{
    gelStatus status = gel_success;
    body->material = gelDefaultMaterial();
    body->scale = (double)def->scale;
    body->strategy = world->def.strategy;
    body->position = def->position;
    body->rotation = def->rotation;
    body->material.friction = def->friction;
    body->material.restitution = def->restitution;
    body->surfaceVelocity = def->surfaceVelocity;
    body->filter = def->filter;
    body->userData = def->userData;
    body->firstVertex = world->vertexCount;
    status =
        gelShareShape(world, &(gelShapeSource){.kind = gel_obstacleBody, .surface = surface}, &body->shape);
    if (status == gel_success)
        status = allocateTargets(body);
    if (status == gel_success)
        status = placeObstacle(body, def->position, def->rotation, body->targets);
    if (status == gel_success)
        turnSurface(body);
    return status;
}

gelStatus gelCreateObstacle(gelWorld* world, const gelObstacleDef* def, const gelSurfaceMesh* surface,
                            gelBodyId* id)
{
    assert(world != NULL && surface != NULL && id != NULL);
    *id = (gelBodyId){0};
    if (def == NULL || def->cookie != gel_obstacleCookie)
        return gelFail(gel_invalidArgument,
                       "obstacle definition: expected one initialised with gelDefaultObstacleDef()");
    gelStatus status = gelCheckSettings(gel_obstacleSettings, def);
    if (status == gel_success)
        status = gelCheckTriangles("obstacle", surface);
    if (status == gel_success)
        status = gelWorldBeginChange(world);
    if (status == gel_success)
        status = gelReserveBody(world, surface->vertexCount);
    if (status != gel_success)
        return status;
    gelBody* body = gelAllocate(1, sizeof *body);
    if (body == NULL)
        return gelFailMemory(1, sizeof *body);
    status = makeObstacle(world, def, surface, body);
    if (status != gel_success) {
        gelReleaseBody(body);
        return status;
    }
    for (int i = 0; i < surface->vertexCount; i++) {
        world->vertices[body->firstVertex + i] = (gelVertexState){.inverseMass = 0.0};
        gelPutVertex(&world->vertices[body->firstVertex + i], body->targets + 3 * (size_t)i);
    }
    gelAddBody(world, body);
    gelWakeBody(body);
    *id = body->id;
    return gel_success;
}

gelStatus gelObstacle_SetPose(gelWorld* world, gelBodyId id, gelVec3 position, gelQuat rotation)
{
    gelStatus status;
    gelBody* body = findObstacle(world, id, &status);
    if (body == NULL)
        return status;
    float* places = gelAllocate((size_t)body->shape->mesh.vertexCount, 3 * sizeof *places);
    if (places == NULL)
        return gelFailMemory((size_t)body->shape->mesh.vertexCount, 3 * sizeof *places);
    status = placeObstacle(body, position, rotation, places);
    if (status == gel_success) {
        body->position = position;
        body->rotation = rotation;
        gelFree(body->targets);
        body->targets = places;
        body->hasTargets = true;
        body->shapeRevision += body->isBent;
        body->isBent = false;
        turnSurface(body);
    } else {
        gelFree(places);
    }
    return status;
}

gelStatus gelObstacle_SetVertices(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount)
{
    gelStatus status;
    gelBody* body = findObstacle(world, id, &status);
    if (body == NULL)
        return status;
    if (vertexCount != body->shape->mesh.vertexCount)
        return gelFail(gel_invalidArgument, "%d vertices given, but the obstacle has %d", vertexCount,
                       body->shape->mesh.vertexCount);
    for (size_t i = 0; i < 3 * (size_t)vertexCount; i++)
        if (!(fabsf(xyz[i]) <= 1e9f))
            return gelFail(gel_invalidArgument, "vertex %zu has the coordinate %g, expected -1e9 to 1e9",
                           i / 3, (double)xyz[i]);
    memcpy(body->targets, xyz, (size_t)vertexCount * 3 * sizeof *xyz);
    body->hasTargets = true;
    gelFindBending(body);
    return gel_success;
}

// Puts its vertices where they were to be led, at once.
static void arrive(gelWorld* world, gelBody* body)
{
    for (int i = 0; i < body->shape->mesh.vertexCount; i++)
        gelPutVertex(&world->vertices[body->firstVertex + i], body->targets + 3 * (size_t)i);
    body->hasTargets = body->isMoving = false;
    gelWakeBody(body);
    gelWorldStateChanged(world);
}

// The obstacle, when the state of the world is complete and here; NULL on failure.
static gelBody* fetchObstacle(gelWorld* world, gelBodyId id, gelStatus* status)
{
    gelBody* body = findObstacle(world, id, status);
    if (body != NULL)
        *status = gelWorldFinishStep(world);
    if (*status == gel_success)
        *status = gelWorldPull(world);
    return *status == gel_success ? body : NULL;
}

gelStatus gelObstacle_Teleport(gelWorld* world, gelBodyId id, gelVec3 position, gelQuat rotation)
{
    gelStatus status;
    gelBody* body = fetchObstacle(world, id, &status);
    if (body != NULL)
        status = gelObstacle_SetPose(world, id, position, rotation);
    if (status == gel_success)
        arrive(world, body);
    return status;
}

gelStatus gelObstacle_TeleportVertices(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount)
{
    gelStatus status;
    gelBody* body = fetchObstacle(world, id, &status);
    if (body != NULL)
        status = gelObstacle_SetVertices(world, id, xyz, vertexCount);
    if (status == gel_success)
        arrive(world, body);
    return status;
}

gelStatus gelObstacle_SetSurfaceVelocity(gelWorld* world, gelBodyId id, gelVec3 velocity)
{
    gelStatus status;
    gelBody* body = findObstacle(world, id, &status);
    if (body == NULL)
        return status;
    gelObstacleDef def = gelDefaultObstacleDef();
    def.surfaceVelocity = velocity;
    status = gelCheckSettings(gel_obstacleSettings, &def);
    if (status != gel_success)
        return status;
    body->surfaceVelocity = velocity;
    turnSurface(body);
    return gel_success;
}

gelStatus gelObstacle_GetPose(const gelWorld* world, gelBodyId id, gelVec3* position, gelQuat* rotation)
{
    gelStatus status;
    const gelBody* body = findObstacle(world, id, &status);
    if (body == NULL)
        return status;
    *position = body->position;
    *rotation = body->rotation;
    return gel_success;
}
