// The motion of obstacles within a step: their vertices keep the velocities that they are given at its start.
#include "world/world.h"

void gelPutVertex(gelVertexState* vertex, const float place[3])
{
    for (int k = 0; k < 3; k++) {
        vertex->position[k] = vertex->predicted[k] = (double)place[k];
        vertex->velocity[k] = 0.0;
    }
}

// Rounded to single precision, so that all back ends begin with the same numbers.
static void steer(gelVertexState* vertex, const float target[3], float timeStep)
{
    for (int k = 0; k < 3; k++)
        vertex->velocity[k] = (double)(float)(((double)target[k] - vertex->position[k]) / (double)timeStep);
}

gelStatus gelWorldMoveObstacles(gelWorld* world, float timeStep)
{
    bool any = false;
    for (int b = 0; b < world->bodyCount; b++)
        any = any || world->bodies[b]->hasTargets || world->bodies[b]->isMoving;
    gelStatus status = any ? gelWorldPull(world) : gel_success;
    if (!any || status != gel_success)
        return status;
    for (int b = 0; b < world->bodyCount; b++) {
        const gelBody* body = world->bodies[b];
        if (!body->hasTargets && !body->isMoving)
            continue;
        gelVertexState* vertices = world->vertices + body->firstVertex;
        for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
            if (body->hasTargets)
                steer(&vertices[i], body->targets + 3 * (size_t)i, timeStep);
            else
                gelPutVertex(&vertices[i],
                             body->targets + 3 * (size_t)i); // exactly, whatever the steps rounded
        }
    }
    gelWorldStateChanged(world);
    return gel_success;
}

void gelWorldEndObstacleStep(gelWorld* world)
{
    for (int b = 0; b < world->bodyCount; b++) {
        gelBody* body = world->bodies[b];
        body->isMoving = body->hasTargets;
        body->hasTargets = false;
    }
}
