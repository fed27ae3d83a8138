// Where a body is, and how it is turned.
#include "gel/measures.h"
#include "base/vector3.h"
#include "world/rigid_motion.h"
#include "world/world.h"

gelStatus gelBody_GetTransform(gelWorld* world, gelBodyId id, gelVec3* position, gelQuat* rotation)
{
    const gelBody* body = gelFindBody(world, id);
    gelRigidMotion motion;
    double turned[3];
    if (body == NULL)
        return gel_invalidHandle;
    gelStatus status = gelWorldPull(world);
    if (status != gel_success)
        return status;
    gelFindRigidMotion(world->vertices + body->firstVertex, body, 1.0, &motion);
    const double* q = motion.rotation;
    gelRotate(q, motion.restCentre, turned);
    gelSubtract3(motion.centre, turned, turned);
    *position = (gelVec3){(float)turned[0], (float)turned[1], (float)turned[2]};
    *rotation = (gelQuat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]};
    return gel_success;
}
