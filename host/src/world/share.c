// Vertices for drawing: the part common to all back ends.
#include "world/world.h"

static gelStatus checkDef(const gelWorld* world, const gelSharedVerticesDef* def)
{
    int needed = GEL_SHARED_CAPACITY(world->plan.vertexCount > 0 ? world->plan.vertexCount : 1);
    bool opengl = def->positionBuffer != 0 && def->speedBuffer != 0;
    bool memory = def->positions != NULL && def->speeds != NULL;
    int targets = (int)opengl + (int)memory + (int)def->onDevice;
    if (targets != 1)
        return gelFail(gel_invalidArgument,
                       "shared vertices: expected two OpenGL buffers, two arrays or onDevice, found %s",
                       targets > 1 ? "several of them" : "none of them");
    if (((uintptr_t)def->positions | (uintptr_t)def->speeds) % 16 != 0)
        return gelFail(gel_invalidArgument, "shared vertices: expected arrays aligned to 16 bytes");
    if (def->capacity < needed)
        return gelFail(gel_invalidArgument, "shared vertices: expected room for %d vertices, found %d",
                       needed, def->capacity);
    return gel_success;
}

gelStatus gelCreateSharedVertices(gelWorld* world, const gelSharedVerticesDef* def,
                                  gelSharedVertices** result)
{
    *result = NULL;
    gelStatus status = gelWorldPush(world);
    if (status == gel_success)
        status = checkDef(world, def);
    if (status != gel_success)
        return status;
    gelSharedVertices* shared = gelAllocate(1, sizeof *shared);
    if (shared == NULL)
        return gelFailMemory(1, sizeof *shared);
    status = world->backend->functions->openShare(world->backend, def, &shared->target);
    if (status != gel_success) {
        gelFree(shared);
        return status;
    }
    shared->world = world;
    shared->vertexCount = world->plan.vertexCount;
    shared->onDevice = def->onDevice;
    shared->next = world->shared;
    world->shared = shared;
    *result = shared;
    return gel_success;
}

static void detach(gelSharedVertices* shared)
{
    shared->world->backend->functions->closeShare(shared->world->backend, shared->target);
    shared->world = NULL;
    shared->target = NULL;
}

void gelDestroySharedVertices(gelSharedVertices* shared)
{
    if (shared == NULL)
        return;
    if (shared->world != NULL) {
        gelSharedVertices** link = &shared->world->shared;
        while (*link != shared)
            link = &(*link)->next;
        *link = shared->next;
        detach(shared);
    }
    gelFree(shared);
}

void gelWorldDetachShared(gelWorld* world)
{
    while (world->shared != NULL) {
        gelSharedVertices* shared = world->shared;
        world->shared = shared->next;
        detach(shared);
    }
}

gelStatus gelSharedVertices_Update(gelSharedVertices* shared, bool withSpeeds, gelBounds* bounds)
{
    gelWorld* world = shared->world;
    if (world == NULL)
        return gelFail(gel_invalidHandle, "shared vertices: their world was destroyed");
    gelStatus status = gelWorldPush(world);
    if (status != gel_success)
        return status;
    if (world->plan.vertexCount != shared->vertexCount)
        return gelFail(gel_invalidArgument, "shared vertices: made for %d vertices, but the world has %d now",
                       shared->vertexCount, world->plan.vertexCount);
    return world->backend->functions->writeShare(world->backend, shared->target, withSpeeds, bounds);
}

gelStatus gelSharedVertices_GetOpencl(const gelSharedVertices* shared, gelOpenclVertices* objects)
{
    *objects = (gelOpenclVertices){0};
    if (shared->world == NULL)
        return gelFail(gel_invalidHandle, "shared vertices: their world was destroyed");
    if (!shared->onDevice)
        return gelFail(gel_invalidArgument, "shared vertices: expected some with onDevice, found others");
    gelBackend* backend = shared->world->backend;
    *objects = backend->functions->openclOfShare(backend, shared->target);
    return gel_success;
}
