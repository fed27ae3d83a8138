#include "world/contact.h"
#include "world/skin.h"

#include <math.h>

// The damping of a vertex whose body meets the ground with its skin is negative: kernels/physics/ground.h. So
// little is as good as none.
static const double minDamping = 1e-30;

void gelMarkVertices(gelWorld* world, const gelBody* body)
{
    gelVertexState* vertices = world->vertices + body->firstVertex;
    bool hasSkin = body->contactSurface != NULL;
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        double damping = gelVertexDamping(body, i);
        vertices[i].damping = hasSkin ? -fmax(damping, minDamping) : damping;
    }
}

gelStatus gelAttachContactSurfaces(gelWorld* world)
{
    bool meets = gelWorld_HasContact(world);
    for (int b = 0; b < world->bodyCount; b++) {
        gelBody* body = world->bodies[b];
        const gelContactSurface* surface = NULL;
        bool wants = meets && body->skin != NULL;
        if (wants && (surface = gelFindSkinSurface(body->skin, &body->shape->mesh)) == NULL)
            return gel_outOfMemory;
        bool isMarked = world->vertices[body->firstVertex].damping < 0.0;
        if (surface == body->contactSurface && isMarked == (surface != NULL))
            continue;
        gelStatus status = gelWorldPull(world);
        if (status != gel_success)
            return status;
        body->contactSurface = surface;
        gelMarkVertices(world, body);
        gelWorldStateChanged(world);
        world->dirty |= gel_dirtyPlan;
    }
    return gel_success;
}

// Inverse masses change with the host's state only.
gelStatus gelMeasureMasses(gelWorld* world)
{
    if (!world->massesAreStale)
        return gel_success;
    double* masses = gelResize(world->masses, (size_t)world->bodyCount, sizeof *masses);
    if (masses == NULL)
        return gelFailMemory((size_t)world->bodyCount, sizeof *masses);
    world->masses = masses;
    for (int b = 0; b < world->bodyCount; b++) {
        const gelBody* body = world->bodies[b];
        masses[b] = 0.0;
        for (int i = 0; i < body->shape->mesh.vertexCount; i++)
            masses[b] +=
                body->island != 0 ? INFINITY : 1.0 / world->vertices[body->firstVertex + i].inverseMass;
    }
    world->massesAreStale = false;
    return gel_success;
}

gelStatus gelWorldFindContacts(gelWorld* world)
{
    gelStatus status = gelMeasureMasses(world);
    return status == gel_success
               ? world->backend->functions->findContacts(world->backend, &world->cursor.parameters,
                                                         world->cursor.substepCount, world->masses,
                                                         &world->restitution, &world->profile.launchesPerStep)
               : status;
}
