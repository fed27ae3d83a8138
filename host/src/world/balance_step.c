#include "world/balance_step.h"
#include "plan/pressure.h"
#include "plan/tearing.h"

#include <string.h>

static void markVertex(const gelWorld* world, int vertex, bool* takesPart)
{
    if (vertex < world->vertexCount)
        takesPart[gelFindPlanBody(&world->plan, vertex)] = true;
}

static void markLinks(const gelWorld* world, bool* takesPart)
{
    const gelAttachmentList* attachments = &world->attachmentList;
    for (int i = 0; i < attachments->count * gel_attachedVertices; i++)
        markVertex(world, attachments->vertices[i], takesPart);
    for (int i = 0; i < world->tetherList.count; i++)
        markVertex(world, world->tetherList.vertices[i], takesPart);
    for (int i = 0; i < world->goalList.count; i++)
        markVertex(world, world->goalList.vertices[i], takesPart);
    for (int i = 0; i < world->goalCount; i++)
        markVertex(world, world->vertexGoals[i].vertex, takesPart);
}

static bool feelsFields(const gelWorld* world, const gelBody* body)
{
    bool feels = false;
    for (int i = 0; i < world->fields.count && !feels; i++)
        feels = body->fieldWeights[1 + i] != 0.0f;
    return feels;
}

static bool isSmoothSomewhere(const gelBody* body)
{
    const gelVertexFactors* factors = body->factors[gel_frictionFactor];
    bool smooth = body->material.friction == 0.0f;
    for (int i = 0; factors != NULL && i < body->shape->mesh.vertexCount && !smooth; i++)
        smooth = factors->values[i] == 0.0f;
    return smooth;
}

// Whether something that bodies may touch is smooth. Elsewhere friction holds what the order of constraints would turn.
static bool isSmooth(const gelWorld* world)
{
    const gelGround* ground = &world->def.ground;
    bool smooth = ground->enabled && ground->friction == 0.0f;
    for (int b = 0; b < world->plan.bodyCount && gelWorld_HasContact(world) && !smooth; b++)
        smooth = isSmoothSomewhere(world->plan.bodies[b]);
    return smooth;
}

// A body in pieces takes no part: its pieces do not move as one. Where corrections are averaged, all others do: vertices
// divide theirs by different numbers, so that constraints do not keep the momentum.
// Contacts themselves do not count: a device keeps those of earlier frames that may be near, so its list is not the
// reference's.
static void markBodies(const gelWorld* world, bool smooth, bool* takesPart)
{
    bool all = smooth || world->def.order == gel_jacobiAveragedOrder;
    memset(takesPart, 0, (size_t)world->plan.bodyCount * sizeof *takesPart);
    markLinks(world, takesPart);
    for (int b = 0; b < world->plan.bodyCount; b++) {
        const gelBody* body = world->plan.bodies[b];
        takesPart[b] = (all || takesPart[b] || gelIsFilled(body) || feelsFields(world, body)) &&
                       body->shape->isOnePiece && !gelHasTorn(body) && !gelIsStill(body) &&
                       !gelIsTwoLevel(body);
    }
}

gelStatus gelPushBalance(gelWorld* world)
{
    gelBalance* balance = &world->balance;
    balance->list.bodyCount = 0;
    if (gelPlanIntegrates(&world->plan) || world->vertexCount == 0)
        return gel_success;
    gelStatus status = gelReserve(&balance->takesPart, &balance->capacity, world->plan.bodyCount,
                                  sizeof *balance->takesPart);
    if (status != gel_success)
        return status;
    bool smooth = isSmooth(world);
    markBodies(world, smooth, balance->takesPart);
    status = gelListBalance(&world->plan, balance->takesPart,
                            smooth ? (float)world->cursor.parameters.h : 0.0f, &balance->list);
    return status == gel_success && balance->list.bodyCount > 0
               ? world->backend->functions->setBalance(world->backend, &balance->list)
               : status;
}
