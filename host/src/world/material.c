// Materials of bodies: checks, and changes while bodies move.
#include "gel/body.h"
#include "settings/settings.h"
#include "world/contact_readout.h"
#include "world/integrator.h"
#include "world/rest.h"
#include "world/world.h"

#include <math.h>

double gelFreeInverseMass(const gelBody* body, int vertex)
{
    double volume = body->shape->vertexVolumes[vertex] * body->scale * body->scale * body->scale;
    return (double)(float)(1.0 / ((double)body->material.density * volume));
}

gelStatus gelBody_GetMaterial(const gelWorld* world, gelBodyId id, gelMaterial* material)
{
    const gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    *material = body->material;
    return gel_success;
}

static gelStatus checkMasses(const gelBody* body)
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
        status = gelCheckSprings(world, material);
    if (status == gel_success)
        status = checkMasses(&changed);
    if (status == gel_success)
        status = gelWorldFinishStep(world);
    if (status == gel_success)
        status = gelWorldKeepContacts(world);
    if (status == gel_success)
        status = gelWorldPull(world);
    if (status == gel_success)
        status = gelFindConstraints(body->shape, material);
    if (status != gel_success)
        return status;
    body->material = *material;
    gelVertexState* vertices = world->vertices + body->firstVertex;
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        bool pinned = vertices[i].inverseMass == 0.0;
        vertices[i].inverseMass = pinned ? 0.0 : gelFreeInverseMass(body, i);
        vertices[i].damping = (double)material->damping;
    }
    gelWakeBody(body);
    world->hostIsNewer = true;
    world->planIsStale = true;
    world->softnessIsSeen = false;
    return gel_success;
}
