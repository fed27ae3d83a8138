// The torn edges and tets of bodies: physics/plasticity.h and tearing_passes.h.
#include "gel/tearing.h"
#include "plan/tearing.h"
#include "world/world.h"

#include <string.h>

// A body whose rest lengths are known.
static gelStatus findBody(gelWorld* world, gelBodyId id, const int* room, int capacity, int* count,
                          const gelBody** body)
{
    *body = gelFindBody(world, id);
    if (count == NULL || (room == NULL && capacity > 0))
        return gelFail(gel_invalidArgument,
                       "expected a place for the torn edges and one for their number, found NULL");
    *count = 0;
    if (*body == NULL)
        return gel_invalidHandle;
    // Springs that do not tear any more stay as they are: the host knows which have torn.
    return gelMaterial_Tears(&(*body)->material) ? gelWorldPull(world) : gel_success;
}

int gelBody_GetSpringCount(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL ? body->shape->constraints[constraint_distance].count : 0;
}

gelStatus gelBody_GetTornSprings(gelWorld* world, gelBodyId id, int* vertices, int capacity, int* count)
{
    const gelBody* body;
    gelStatus status = findBody(world, id, vertices, capacity, count, &body);
    if (status != gel_success)
        return status;
    const gelConstraintSet* edges = &body->shape->constraints[constraint_distance];
    for (int e = 0; e < edges->count && body->restLengths != NULL && status == gel_success; e++) {
        if (!(body->restLengths[e] < 0.0f))
            continue;
        if (*count < capacity)
            memcpy(vertices + 2 * *count, edges->vertices + 2 * e, 2 * sizeof *vertices);
        ++*count;
    }
    return status;
}

gelStatus gelBody_GetTornTets(gelWorld* world, gelBodyId id, int* tets, int capacity, int* count)
{
    const gelBody* body;
    gelStatus status = findBody(world, id, tets, capacity, count, &body);
    if (status != gel_success || body->shape->kind != gel_solidBody || !gelHasTorn(body))
        return status;
    status = gelFindTetEdges(body->shape);
    for (int t = 0; t < body->shape->mesh.tetCount && status == gel_success; t++) {
        if (!gelTetIsTorn(body, t))
            continue;
        if (*count < capacity)
            tets[*count] = t;
        ++*count;
    }
    return status;
}
