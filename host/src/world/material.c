// Materials of bodies: checks, and changes while bodies move.
#include "gel/body.h"
#include "plan/plasticity.h"
#include "plan/tearing.h"
#include "settings/settings.h"
#include "world/integrator.h"
#include "world/sleep.h"
#include "world/rest_shape.h"
#include "world/pressure_step.h"
#include "world/world.h"

#include <math.h>

gelStatus gelCheckModel(gelBodyKind kind, const gelMaterial* material)
{
    if (kind == gel_solidBody || material->model == gel_edgesAndVolumes)
        return gel_success;
    return gelFail(gel_invalidArgument,
                   "material.model: expected edges for a sheet or rope, found neoHookean, which needs tets");
}

gelStatus gelBody_GetMaterial(const gelWorld* world, gelBodyId id, gelMaterial* material)
{
    const gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    *material = body->material;
    return gel_success;
}

gelStatus gelCheckMasses(const gelBody* body)
{
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        double inverseMass = gelFreeInverseMass(body, i);
        if (!(inverseMass > 0.0) || !isfinite(inverseMass))
            return gelFail(gel_invalidArgument,
                           "vertex %d would have the inverse mass %g /kg: check density and scale", i,
                           inverseMass);
    }
    return gel_success;
}

void gelBodyChanged(gelWorld* world, gelBody* body)
{
    gelVertexState* vertices = world->vertices + body->firstVertex;
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        bool pinned = vertices[i].inverseMass == 0.0;
        vertices[i].inverseMass = pinned ? 0.0 : gelFreeInverseMass(body, i);
        vertices[i].damping = gelVertexDamping(body, i);
    }
    gelAskForSolver(body, body->solver);
    gelWakeBody(body);
    gelWorldStateChanged(world);
    world->dirty |= gel_dirtyPlan;
    world->softnessIsSeen = false;
    body->lightnessIsKnown = false;
}

gelStatus gelBody_SetMaterial(gelWorld* world, gelBodyId id, const gelMaterial* material)
{
    gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    if (gelIsObstacle(body))
        return gelRefuseObstacle(body, "it has no material");
    gelBody changed = *body;
    changed.material = *material;
    gelStatus status = gelCheckMaterial(material);
    if (status == gel_success)
        status = gelCheckModel(body->shape->kind, material);
    if (status == gel_success)
        status = gelCheckSprings(world, material);
    if (status == gel_success)
        status = gelCheckMasses(&changed);
    if (status == gel_success && body->restPositions != NULL)
        status = gelCheckRestMaterial(material);
    if (status == gel_success)
        status = gelWorldBeginChange(world);
    if (status == gel_success)
        status = gelCheckFilling(body->shape, material);
    if (status == gel_success && material->model != gel_edgesAndVolumes && gelHasTorn(body))
        status =
            gelFail(gel_invalidArgument, "material.model: expected edges, as edges of the body have torn, "
                                         "found neoHookean, which does not support tearing");
    if (status == gel_success)
        status = gelFindConstraints(body->shape, material);
    changed.restLengths = body->restLengths; // which a step may just have changed
    if (status == gel_success)
        status = gelMakeRestLengths(&changed);
    if (status != gel_success)
        return status;
    if (body->material.filling != material->filling)
        gelForgetFilling(body);
    body->restLengths = changed.restLengths;
    body->material = *material;
    gelBodyChanged(world, body);
    return gel_success;
}
