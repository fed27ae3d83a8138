// Bodies whose state is not finite: which these are, and how they are taken out of the steps that follow.
#include "gel/body.h"
#include "world/sleep.h"

#include <math.h>
#include <string.h>

static bool isFinite(const gelVertexState* vertex)
{
    bool finite = true;
    for (int k = 0; k < 3; k++)
        finite = finite && isfinite((float)vertex->position[k]) && isfinite((float)vertex->velocity[k]);
    return finite;
}

static void lookThrough(const gelWorld* world, int index, gelBadVertex* bad)
{
    const gelBody* body = world->bodies[index];
    for (int i = 0; i < body->shape->mesh.vertexCount && !bad->found; i++)
        if (!isFinite(&world->vertices[body->firstVertex + i]))
            *bad = (gelBadVertex){true, gelWorld_GetBody(world, index), index, i};
}

gelStatus gelWorld_FindBadVertex(gelWorld* world, gelBadVertex* bad)
{
    *bad = (gelBadVertex){.found = false};
    gelStatus status = gelWorldPull(world);
    for (int i = 0; i < world->bodyCount && status == gel_success && !bad->found; i++)
        lookThrough(world, i, bad);
    return status;
}

gelStatus gelBody_FindBadVertex(gelWorld* world, gelBodyId id, gelBadVertex* bad)
{
    *bad = (gelBadVertex){.found = false};
    const int index = gelBody_GetIndex(world, id);
    gelStatus status = index < 0 ? gel_invalidHandle : gelWorldPull(world);
    if (status == gel_success)
        lookThrough(world, index, bad);
    return status;
}

// In the shape of its mesh, where no constraint of it computes what is not finite.
static gelStatus putBack(gelWorld* world, const gelBody* body)
{
    gelVertexState* vertices = world->vertices + body->firstVertex;
    double quaternion[4];
    gelStatus status = gelNormaliseRotation(body->rotation, quaternion);
    for (int i = 0; i < body->shape->mesh.vertexCount && status == gel_success; i++) {
        float place[3];
        status = gelPlaceVertex(body, i, body->position, quaternion, place);
        for (int k = 0; k < 3 && status == gel_success; k++)
            vertices[i].position[k] = vertices[i].predicted[k] = (double)place[k];
    }
    return status;
}

gelStatus gelBody_Quarantine(gelWorld* world, gelBodyId id)
{
    gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    if (gelIsObstacle(body))
        return gelRefuseObstacle(body, "only soft bodies can be quarantined");
    gelStatus status = gelWorldFinishStep(world);
    if (status == gel_success)
        status = gelWorldPull(world);
    if (status == gel_success && !body->isQuarantined)
        status = putBack(world, body);
    if (status == gel_success && !body->isQuarantined)
        gelWorldLayToSleepForGood(world, body);
    return status;
}

bool gelBody_IsQuarantined(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL && body->isQuarantined;
}
