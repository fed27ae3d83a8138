// Bodies that are taken out of the steps that follow.
#include "gel/body.h"
#include "world/rest.h"

#include <string.h>

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
        return gelRefuseObstacle(body, "it has no state that a step changes");
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
