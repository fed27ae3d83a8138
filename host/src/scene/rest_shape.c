#include "scene/rest_shape.h"
#include "gel/body.h"
#include "scene/motion.h"
#include "scene/contents/tables.h"
#include "world/rest_shape.h"
#include "world/world.h"

#include <string.h>

typedef struct RestDraft {
    const cJSON* cache;
} RestDraft;

static const gelJsonField restFields[] = {
    GEL_FIELD("cache", Item, RestDraft, cache, .required = true),
};

const gelJsonTable gelRestTable = GEL_TABLE("rest", restFields);

// Every frame of the cache, so that what is wrong is seen before the first step.
static gelStatus checkFrames(const gelJsonNode* node, const gelPointCache* cache, const gelTetMesh* mesh)
{
    float* own = gelAllocate((size_t)mesh->vertexCount, 3 * sizeof *own);
    gelStatus status = own != NULL ? gel_success : gelFailMemory((size_t)mesh->vertexCount, 3 * sizeof *own);
    for (size_t f = 0; f < (size_t)cache->frameCount && status == gel_success; f++) {
        const float* frame = cache->positions + 3 * f * (size_t)cache->pointCount;
        for (size_t v = 0; v < (size_t)mesh->vertexCount; v++)
            memcpy(own + 3 * v, frame + 3 * (size_t)mesh->sourceVertices[v], 3 * sizeof *own);
        if (gelCheckRestTets(mesh, own) != gel_success)
            status = gelFailJsonText(node, "frame %zu: %s", f, gelLastError());
    }
    gelFree(own);
    return status;
}

gelStatus gelReadSceneRest(const gelJsonNode* node, gelScene* scene, gelSceneBody* body)
{
    const gelTetMesh* mesh = &scene->meshes[body->mesh].mesh;
    RestDraft draft = {NULL};
    gelStatus status = gelReadJsonObject(node, &gelRestTable, &draft, NULL);
    if (status != gel_success)
        return status;
    body->rest = gelAllocate(1, sizeof *body->rest);
    if (body->rest == NULL)
        return gelFailMemory(1, sizeof *body->rest);
    gelJsonNode cache = gelJsonChild(node, draft.cache, -1);
    status = gelReadSceneBodyCache(&cache, scene, mesh, body->rest);
    return status == gel_success ? checkFrames(&cache, &body->rest->cache, mesh) : status;
}

void gelClearSceneRest(gelSceneMotion* rest)
{
    if (rest != NULL)
        gelClearSceneMotion(rest);
    gelFree(rest);
}

static gelStatus setRest(const gelSceneMotion* rest, gelWorld* world, const gelBody* body, double time)
{
    const gelTetMesh* mesh = &body->shape->mesh;
    size_t count = (size_t)mesh->vertexCount, size = 3 * count * sizeof(float);
    float* own = gelAllocate(size, 1);
    if (own == NULL)
        return gelFailMemory(size, 1);
    gelStatus status = gelSampleSceneMotion(rest, time, mesh->sourceVertices, mesh->vertexCount, own);
    bool changes = body->restPositions == NULL || memcmp(body->restPositions, own, size) != 0;
    if (status == gel_success && changes)
        status = gelBody_SetRestPositions(world, body->id, own, mesh->vertexCount);
    gelFree(own);
    return status;
}

gelStatus gelSetSceneRest(const gelSceneBody* body, gelWorld* world, gelBodyId id)
{
    return body->rest != NULL ? setRest(body->rest, world, gelFindBody(world, id), 0.0) : gel_success;
}

gelStatus gelSetSceneRests(const gelScene* scene, gelWorld* world, double time)
{
    for (int b = 0; b < world->bodyCount; b++) {
        const gelBody* body = world->bodies[b];
        const gelSceneBody* of = body->sceneBody1 > 0 ? &scene->bodies[body->sceneBody1 - 1] : NULL;
        gelStatus status =
            of != NULL && of->rest != NULL ? setRest(of->rest, world, body, time) : gel_success;
        if (status != gel_success)
            return gelFail(status, "%s: $.bodies[%d].rest, at %g s: %s", scene->file, body->sceneBody1 - 1,
                           time, gelLastError());
    }
    return gel_success;
}
