// Finding bodies of a world, and whether it has some of a kind.
#include "gel/body.h"
#include "world/world.h"

#include <assert.h>

bool gelBody_IsValid(const gelWorld* world, gelBodyId id)
{
    return id.index1 >= 1 && id.index1 <= world->slotCount && world->slots[id.index1 - 1].body != NULL &&
           world->slots[id.index1 - 1].generation == id.generation;
}

gelBody* gelFindBody(const gelWorld* world, gelBodyId id)
{
    assert(world != NULL);
    if (gelBody_IsValid(world, id))
        return world->slots[id.index1 - 1].body;
    gelFail(gel_invalidHandle, "body {%d, %u} does not exist, or no longer", (int)id.index1,
            (unsigned)id.generation);
    return NULL;
}

gelStatus gelRefuseObstacle(const gelBody* body, const char* reason)
{
    return gelFail(gel_invalidArgument, "body {%d, %u} is an obstacle: %s", (int)body->id.index1,
                   (unsigned)body->id.generation, reason);
}

bool gelWorld_HasContact(const gelWorld* world)
{
    if (!world->def.contact || world->def.integrator != gel_xpbd)
        return false;
    for (int b = 0; b < world->bodyCount; b++) {
        const gelBody* body = world->bodies[b];
        if (!gelIsObstacle(body) &&
            (world->bodyCount > 1 || body->selfContact || (body->skin != NULL && world->def.ground.enabled)))
            return true;
    }
    return false;
}

bool gelWorldHasSleepers(const gelWorld* world)
{
    bool any = false;
    for (int b = 0; b < world->bodyCount && !any; b++)
        any = world->bodies[b]->island != 0;
    return any;
}
