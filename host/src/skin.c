// Skins of bodies: making, sharing, handing out.
#include "skin.h"

#include "surface_internal.h"
#include "world.h"

#include <assert.h>
#include <string.h>

void gelReleaseSkin(gelSharedSkin* skin)
{
    if (skin == NULL || --skin->useCount > 0)
        return;
    gelDestroySurfaceMesh(&skin->skin.surface);
    gelDestroyEmbedding(&skin->skin.embedding);
    gelFree(skin);
}

static gelStatus makeSkin(const gelTetMesh* mesh, const gelSurfaceMesh* surface, gelSharedSkin** result)
{
    gelSharedSkin* made = gelAllocate(1, sizeof *made);
    if (made == NULL)
        return gelFailMemory(1, sizeof *made);
    made->useCount = 1;
    gelStatus status = gelCopySurfaceMesh(surface, &made->skin.surface);
    if (status == gel_success)
        status = gelCreateEmbedding(mesh, surface->positions, surface->vertexCount, &made->skin.embedding);
    if (status == gel_success)
        *result = made;
    else
        gelReleaseSkin(made);
    return status;
}

// From the newest body on: copies of a body follow each other.
static gelSharedSkin* findSkin(const gelWorld* world, const gelShape* shape, const gelSurfaceMesh* surface)
{
    for (int i = world->bodyCount - 1; i >= 0; i--) {
        const gelBody* body = world->bodies[i];
        if (body->shape == shape && body->skin != NULL &&
            gelSurfaceMesh_IsEqual(&body->skin->skin.surface, surface))
            return body->skin;
    }
    return NULL;
}

gelStatus gelBody_SetSkin(gelWorld* world, gelBodyId id, const gelSurfaceMesh* surface)
{
    assert(world != NULL);
    gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    gelSharedSkin* skin = surface != NULL ? findSkin(world, body->shape, surface) : NULL;
    gelStatus status = gel_success;
    if (skin != NULL)
        skin->useCount++;
    else if (surface != NULL)
        status = makeSkin(&body->shape->mesh, surface, &skin);
    if (status != gel_success)
        return status;
    gelReleaseSkin(body->skin);
    body->skin = skin;
    return gel_success;
}

const gelSkin* gelBody_GetSkin(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL && body->skin != NULL ? &body->skin->skin : NULL;
}
