// Which springs have torn: physics/plasticity.h.
#include "gel/sheet.h"
#include "world/world.h"

#include <string.h>

gelStatus gelBody_GetTornSprings(gelWorld* world, gelBodyId id, int* vertices, int capacity, int* count)
{
    gelBody* body = gelFindBody(world, id);
    if (count == NULL || (vertices == NULL && capacity > 0))
        return gelFail(gel_invalidArgument,
                       "expected room for the springs, and for their number, found NULL");
    *count = 0;
    if (body == NULL)
        return gel_invalidHandle;
    // Springs that do not tear any more stay as they are: the host knows which have torn.
    gelStatus status = body->material.tearStrain > 0.0f ? gelWorldPull(world) : gel_success;
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
