// Which springs have torn: physics/plasticity.h.
#include "gel/sheet.h"
#include "world/world.h"

#include <string.h>

gelStatus gelBody_GetTornSprings(gelWorld* world, gelBodyId id, int* vertices, int capacity, int* count)
{
    gelBody* body = gelFindBody(world, id);
    *count = 0;
    if (body == NULL)
        return gel_invalidHandle;
    gelStatus status = body->restLengths != NULL ? gelWorldPull(world) : gel_success;
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
