// Access to a body's state: pins, positions, velocities, volume.
#include "gel/body.h"
#include "gel/measures.h"
#include "mesh/mesh.h"
#include "plan/links.h"
#include "world/shape_recovery.h"
#include "world/sleep.h"
#include "world/pressure_step.h"
#include "world/world.h"

#include <math.h>
#include <string.h>

// The body's vertices, up to date on the host; NULL, with *status, on failure.
static gelVertexState* pullBody(gelWorld* world, gelBodyId id, gelBody** body, gelStatus* status)
{
    *body = gelFindBody(world, id);
    *status = *body == NULL ? gel_invalidHandle : gelWorldPull(world);
    return *status == gel_success ? world->vertices + (*body)->firstVertex : NULL;
}

// Steps leave the velocity of pinned vertices alone.
static bool setPin(gelWorld* world, gelBody* body, gelVertexState* vertex, int index, bool pinned)
{
    double inverseMass = pinned ? 0.0 : gelFreeInverseMass(body, index);
    if (vertex->inverseMass == inverseMass || gelHasKinematicGoal(body, index))
        return false;
    vertex->inverseMass = inverseMass;
    memset(vertex->velocity, 0, sizeof vertex->velocity);
    gelWakeBody(body);
    gelWorldStateChanged(world);
    return true;
}

gelStatus gelBody_SetPinned(gelWorld* world, gelBodyId id, const int* vertices, int count, bool pinned)
{
    gelBody* body;
    gelStatus status;
    gelVertexState* states = pullBody(world, id, &body, &status);
    if (states == NULL)
        return status;
    if (gelIsObstacle(body))
        return gelRefuseObstacle(body, "only soft bodies have pins");
    int vertexCount = body->shape->mesh.vertexCount;
    for (int i = 0; i < count; i++)
        if (vertices[i] < 0 || vertices[i] >= vertexCount)
            return gelFail(gel_invalidArgument, "pin %d names vertex %d: expected 0 to %d", i, vertices[i],
                           vertexCount - 1);
    for (int i = 0; i < count; i++)
        setPin(world, body, &states[vertices[i]], vertices[i], pinned);
    return gel_success;
}

gelStatus gelBody_PinBox(gelWorld* world, gelBodyId id, gelVec3 lower, gelVec3 upper, int* changed)
{
    gelBody* body;
    gelStatus status;
    int count = 0;
    if (!(lower.x <= upper.x && lower.y <= upper.y && lower.z <= upper.z))
        return gelFail(gel_invalidArgument,
                       "pin box: expected lower <= upper, found {%g, %g, %g} and {%g, %g, %g}",
                       (double)lower.x, (double)lower.y, (double)lower.z, (double)upper.x, (double)upper.y,
                       (double)upper.z);
    gelVertexState* states = pullBody(world, id, &body, &status);
    for (int i = 0; states != NULL && i < body->shape->mesh.vertexCount; i++) {
        const double* x = states[i].position;
        if (x[0] >= (double)lower.x && x[1] >= (double)lower.y && x[2] >= (double)lower.z &&
            x[0] <= (double)upper.x && x[1] <= (double)upper.y && x[2] <= (double)upper.z)
            count += setPin(world, body, &states[i], i, true);
    }
    if (changed != NULL)
        *changed = count;
    return status;
}

gelStatus gelBody_PinBelow(gelWorld* world, gelBodyId id, float height, int* changed)
{
    if (isnan(height))
        return gelFail(gel_invalidArgument, "pin below: expected a height, found NaN");
    return gelBody_PinBox(world, id, (gelVec3){-INFINITY, -INFINITY, -INFINITY},
                          (gelVec3){INFINITY, height, INFINITY}, changed);
}

static gelStatus checkCapacity(const gelBody* body, int capacity)
{
    int vertexCount = body->shape->mesh.vertexCount;
    if (capacity >= vertexCount)
        return gel_success;
    return gelFail(gel_invalidArgument, "room for %d vertices, but the body has %d", capacity, vertexCount);
}

// Copies positions or velocities, in single or double precision: the other target is NULL.
static gelStatus readBody(gelWorld* world, gelBodyId id, int capacity, bool velocity, float* single,
                          double* twice)
{
    gelBody* body;
    gelStatus status;
    const gelVertexState* states = pullBody(world, id, &body, &status);
    if (states != NULL)
        status = checkCapacity(body, capacity);
    for (int i = 0; status == gel_success && i < body->shape->mesh.vertexCount; i++)
        for (int k = 0; k < 3; k++) {
            double value = velocity ? states[i].velocity[k] : states[i].position[k];
            if (single != NULL)
                *single++ = (float)value;
            else
                *twice++ = value;
        }
    return status;
}

gelStatus gelBody_ReadPositions(gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity)
{
    return readBody(world, id, vertexCapacity, false, xyz, NULL);
}

gelStatus gelBody_ReadPositionsDouble(gelWorld* world, gelBodyId id, double* xyz, int vertexCapacity)
{
    return readBody(world, id, vertexCapacity, false, NULL, xyz);
}

gelStatus gelBody_ReadVelocities(gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity)
{
    return readBody(world, id, vertexCapacity, true, xyz, NULL);
}

gelStatus gelCheckVertexValues(const gelBody* body, const char* what, const float* xyz, int vertexCount)
{
    if (vertexCount != body->shape->mesh.vertexCount)
        return gelFail(gel_invalidArgument, "%d %s given, but the body has %d vertices", vertexCount, what,
                       body->shape->mesh.vertexCount);
    for (size_t i = 0; i < 3 * (size_t)vertexCount; i++)
        if (!(fabsf(xyz[i]) <= 1e9f))
            return gelFail(gel_invalidArgument, "%s: vertex %zu has the component %g, expected -1e9 to 1e9",
                           what, i / 3, (double)xyz[i]);
    return gel_success;
}

// The body's vertices, to be overwritten with `xyz` once that is valid; otherwise NULL, with *status.
static gelVertexState* openForWriting(gelWorld* world, gelBodyId id, const char* what, const float* xyz,
                                      int vertexCount, gelStatus* status)
{
    gelBody* body;
    gelVertexState* states = pullBody(world, id, &body, status);
    if (states != NULL && gelIsObstacle(body))
        *status = gelRefuseObstacle(body, "gel/obstacle.h moves it");
    else if (states != NULL)
        *status = gelCheckVertexValues(body, what, xyz, vertexCount);
    if (*status != gel_success)
        return NULL;
    gelWakeBody(body);
    gelWorldStateChanged(world);
    return states;
}

gelStatus gelBody_WritePositions(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount)
{
    gelStatus status;
    gelVertexState* states = openForWriting(world, id, "positions", xyz, vertexCount, &status);
    for (int i = 0; states != NULL && i < vertexCount; i++)
        for (int k = 0; k < 3; k++)
            states[i].position[k] = states[i].predicted[k] = (double)*xyz++;
    if (states != NULL) {
        gelWorldUpdateReach(world, states, vertexCount);
        gelForgetFilling(gelFindBody(world, id));
        gelForgetHistory(gelFindBody(world, id));
    }
    return status;
}

gelStatus gelBody_WriteVelocities(gelWorld* world, gelBodyId id, const float* xyz, int vertexCount)
{
    gelStatus status;
    gelVertexState* states = openForWriting(world, id, "velocities", xyz, vertexCount, &status);
    for (int i = 0; states != NULL && i < vertexCount; i++)
        for (int k = 0; k < 3; k++, xyz++)
            states[i].velocity[k] = states[i].inverseMass > 0.0 ? (double)*xyz : 0.0;
    return status;
}

static gelStatus checkGoal(const gelWorld* world, const gelGoal* goals, int index)
{
    const gelGoal* goal = &goals[index];
    const gelBody* body = gelFindBody(world, goal->body);
    const float xyz[3] = {goal->position.x, goal->position.y, goal->position.z};
    if (body == NULL)
        return gel_invalidHandle;
    if (goal->vertex < 0 || goal->vertex >= body->shape->mesh.vertexCount)
        return gelFail(gel_invalidArgument, "goal %d names vertex %d: expected 0 to %d", index, goal->vertex,
                       body->shape->mesh.vertexCount - 1);
    for (int k = 0; k < 3; k++)
        if (!(fabsf(xyz[k]) <= 1e9f))
            return gelFail(gel_invalidArgument, "goal %d has the coordinate %g, expected -1e9 to 1e9", index,
                           (double)xyz[k]);
    if (!(goal->stiffness >= 0.0f && goal->stiffness <= 1e12f)) // more would overflow
        return gelFail(gel_invalidArgument, "goal %d has the stiffness %g, expected 0 to 1e12 (1/s^2)", index,
                       (double)goal->stiffness);
    for (int i = 0; i < index; i++)
        if (goals[i].body.index1 == goal->body.index1 && goals[i].vertex == goal->vertex)
            return gelFail(gel_invalidArgument, "goals %d and %d are both for vertex %d", i, index,
                           goal->vertex);
    return gel_success;
}

gelStatus gelCheckGoals(const gelWorld* world, const gelGoal* goals, int count)
{
    gelStatus status = gel_success;
    if (count < 0 || count > GEL_MAXIMUM_GOALS)
        return gelFail(gel_invalidArgument, "%d goals: expected 0 to %d", count, GEL_MAXIMUM_GOALS);
    for (int i = 0; i < count && status == gel_success; i++)
        status = checkGoal(world, goals, i);
    return status;
}

gelStatus gelWorld_SetGoals(gelWorld* world, const gelGoal* goals, int count)
{
    gelStatus status = gelCheckGoals(world, goals, count);
    if (status == gel_success)
        status = gelWorldFinishStep(world);
    if (status != gel_success)
        return status;
    if (count > 0)
        memcpy(world->goals, goals, (size_t)count * sizeof *goals);
    world->goalCount = count;
    world->dirty |= gel_dirtyGoals;
    return gel_success;
}

gelStatus gelBody_SetUnbreakable(gelWorld* world, gelBodyId id, bool unbreakable)
{
    gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    gelStatus status = gelCheckUnbreakable(body->shape->kind, unbreakable);
    if (status == gel_success)
        status = gelWorldFinishStep(world);
    if (status != gel_success)
        return status;
    body->unbreakable = unbreakable;
    body->brokenTime = unbreakable ? body->brokenTime : 0.0f;
    gelWakeBody(body);
    return gel_success;
}

bool gelBody_IsUnbreakable(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL && body->unbreakable;
}
