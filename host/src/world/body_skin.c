// Skins of bodies: creation, sharing, access.
#include "surface/surface.h"
#include "world/contact_readout.h"
#include "world/sleep.h"
#include "world/skin.h"
#include "world/world.h"

#include <assert.h>
#include <string.h>

static gelStatus copyEmbedding(const gelEmbedding* embedding, gelEmbedding* copy)
{
    size_t count = (size_t)embedding->pointCount;
    *copy = (gelEmbedding){.pointCount = embedding->pointCount,
                           .tets = gelAllocate(count, sizeof *copy->tets),
                           .weights = gelAllocate(count, 4 * sizeof *copy->weights)};
    if (copy->tets == NULL || copy->weights == NULL)
        return gelFailMemory(count, 5 * sizeof(float));
    memcpy(copy->tets, embedding->tets, count * sizeof *copy->tets);
    memcpy(copy->weights, embedding->weights, count * 4 * sizeof *copy->weights);
    return gel_success;
}

static gelStatus makeSkin(const gelTetMesh* mesh, const gelSurfaceMesh* surface,
                          const gelEmbedding* embedding, gelSharedSkin** result)
{
    gelSharedSkin* made = gelAllocate(1, sizeof *made);
    if (made == NULL)
        return gelFailMemory(1, sizeof *made);
    made->useCount = 1;
    made->isEmbeddingGiven = embedding != NULL;
    gelStatus status = gelCopySurfaceMesh(surface, &made->skin.surface);
    if (status == gel_success && embedding != NULL)
        status = copyEmbedding(embedding, &made->skin.embedding);
    else if (status == gel_success)
        status = gelCreateEmbedding(mesh, surface->positions, surface->vertexCount, &made->skin.embedding);
    if (status == gel_success)
        *result = made;
    else
        gelReleaseSkin(made);
    return status;
}

static bool isEqual(const gelEmbedding* a, const gelEmbedding* b)
{
    size_t count = (size_t)a->pointCount;
    return a->pointCount == b->pointCount && memcmp(a->tets, b->tets, count * sizeof *a->tets) == 0 &&
           memcmp(a->weights, b->weights, count * 4 * sizeof *a->weights) == 0;
}

// Newest body first: copies of a body follow each other.
static gelSharedSkin* findSkin(const gelWorld* world, const gelShape* shape, const gelSurfaceMesh* surface,
                               const gelEmbedding* embedding)
{
    for (int i = world->bodyCount - 1; i >= 0; i--) {
        const gelBody* body = world->bodies[i];
        gelSharedSkin* skin = body->skin;
        if (body->shape == shape && skin != NULL && skin->isEmbeddingGiven == (embedding != NULL) &&
            gelSurfaceMesh_IsEqual(&skin->skin.surface, surface) &&
            (embedding == NULL || isEqual(&skin->skin.embedding, embedding)))
            return skin;
    }
    return NULL;
}

gelStatus gelBody_SetSkin(gelWorld* world, gelBodyId id, const gelSurfaceMesh* surface,
                          const gelEmbedding* embedding)
{
    assert(world != NULL &&
           (surface == NULL || embedding == NULL || embedding->pointCount == surface->vertexCount));
    gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    if (gelIsObstacle(body))
        return gelRefuseObstacle(body, "its own surface is rendered; only soft bodies can have a skin");
    if (body->shape->kind != gel_solidBody && surface != NULL)
        return gelFail(gel_invalidArgument,
                       "body {%d, %u}: expected a body of tets, found a %s, whose own surface is rendered",
                       (int)id.index1, (unsigned)id.generation,
                       body->shape->kind == gel_ropeBody ? "rope" : "sheet");
    gelStatus status = gelWorldFinishStep(world);
    if (status == gel_success)
        status = gelWorldKeepContacts(world);
    if (status != gel_success)
        return status;
    gelSharedSkin* skin = surface != NULL ? findSkin(world, body->shape, surface, embedding) : NULL;
    if (skin != NULL)
        skin->useCount++;
    else if (surface != NULL)
        status = makeSkin(&body->shape->mesh, surface, embedding, &skin);
    if (status != gel_success)
        return status;
    if (body->outerSkin != NULL)
        world->dirty |= gel_dirtyPlan;
    body->contactSurface = NULL; // until the next step
    body->outerSkin = NULL;
    body->lightnessIsKnown = false;
    gelReleaseSkin(body->skin);
    body->skin = skin;
    gelWakeBody(body);
    return gel_success;
}

gelStatus gelBody_ReadSkin(gelWorld* world, gelBodyId id, float* xyz, int vertexCapacity)
{
    assert(world != NULL && xyz != NULL);
    const gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    if (body->skin == NULL)
        return gelFail(gel_invalidArgument, "body {%d, %u}: expected a body with a skin, found none",
                       (int)id.index1, (unsigned)id.generation);
    const gelSkin* skin = &body->skin->skin;
    if (vertexCapacity < skin->surface.vertexCount)
        return gelFail(gel_invalidArgument, "room for %d vertices, but the skin has %d", vertexCapacity,
                       skin->surface.vertexCount);
    const gelTetMesh* mesh = &body->shape->mesh;
    float* positions = gelAllocate((size_t)mesh->vertexCount, 3 * sizeof *positions);
    if (positions == NULL)
        return gelFailMemory((size_t)mesh->vertexCount, 3 * sizeof *positions);
    gelStatus status = gelBody_ReadPositions(world, id, positions, mesh->vertexCount);
    if (status == gel_success)
        gelEvaluateEmbedding(&skin->embedding, mesh, positions, xyz);
    gelFree(positions);
    return status;
}

const gelSkin* gelBody_GetSkin(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL && body->skin != NULL ? &body->skin->skin : NULL;
}
