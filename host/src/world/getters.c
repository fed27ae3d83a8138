// Getters for what worlds and bodies were given.
#include "gel/body.h"
#include "gel/measures.h"
#include "mesh/mesh.h"
#include "plan/pressure.h"
#include "world/world.h"

#include <string.h>

gelWorldDef gelWorld_GetDef(const gelWorld* world)
{
    gelWorldDef def = world->def;
    def.contextProperties = NULL;
    if (world->backend->device != NULL)
        def.device = world->backend->device->index;
    return def;
}

void* gelWorld_GetUserData(const gelWorld* world)
{
    return world->def.userData;
}

void gelWorld_SetUserData(gelWorld* world, void* userData)
{
    world->def.userData = userData;
}

bool gelWorld_GetDevice(const gelWorld* world, gelDeviceInfo* info)
{
    const gelDeviceInfo* device = world->backend->device;
    *info = device != NULL ? *device : (gelDeviceInfo){.index = -1};
    return device != NULL;
}

int gelWorld_GetGoals(const gelWorld* world, gelGoal* goals, int capacity)
{
    for (int i = 0; i < world->goalCount && i < capacity; i++)
        goals[i] = world->goals[i];
    return world->goalCount;
}

float gelWorld_GetGoalDamping(const gelWorld* world)
{
    return world->def.goalDamping;
}

gelBodyId gelWorld_GetBody(const gelWorld* world, int index)
{
    return index >= 0 && index < world->bodyCount ? world->bodies[index]->id : (gelBodyId){0};
}

int gelBody_GetIndex(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    int index = 0;
    while (body != NULL && world->bodies[index] != body)
        index++;
    return body != NULL ? index : -1;
}

int gelBody_GetFirstVertex(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL ? body->firstVertex : -1;
}

gelStatus gelBody_GetDef(const gelWorld* world, gelBodyId id, gelBodyDef* def)
{
    const gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    *def = gelDefaultBodyDef();
    def->material = body->material;
    def->position = body->position;
    def->rotation = body->rotation;
    def->scale = (float)body->scale;
    def->velocity = body->velocity;
    def->strategy = body->strategy;
    def->solver = body->solver;
    def->cycles = body->cycles;
    def->aggregates = body->aggregates;
    def->filter = body->filter;
    def->selfContact = body->selfContact;
    def->unbreakable = body->unbreakable;
    def->userData = body->userData;
    return gel_success;
}

void* gelBody_GetUserData(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL ? body->userData : NULL;
}

gelStatus gelBody_SetUserData(gelWorld* world, gelBodyId id, void* userData)
{
    gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    body->userData = userData;
    return gel_success;
}

gelStatus gelBody_GetPinned(const gelWorld* world, gelBodyId id, bool* pinned, int vertexCapacity)
{
    const gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    int count = body->shape->mesh.vertexCount;
    if (vertexCapacity < count)
        return gelFail(gel_invalidArgument, "there is room for %d vertices, but the body has %d",
                       vertexCapacity, count);
    // Only the host changes inverse masses, so its copy is always current.
    for (int i = 0; i < count; i++)
        pinned[i] = world->vertices[body->firstVertex + i].inverseMass == 0.0;
    return gel_success;
}

gelStatus gelBody_GetStrategy(gelWorld* world, gelBodyId id, gelStrategy* strategy)
{
    const gelBody* body = gelFindBody(world, id);
    gelStatus status =
        body == NULL ? gel_invalidHandle : gelWorldPush(world); // plans again if bodies have changed
    if (status != gel_success)
        return status;
    const gelBackend* backend = world->backend;
    if (backend->functions->strategyOf != NULL)
        *strategy = backend->functions->strategyOf(backend, gelBody_GetIndex(world, id));
    else
        *strategy = gel_strategyPerColour;
    return gel_success;
}
