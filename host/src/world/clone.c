// Copies a world to another back end.
#include "gel/body.h"
#include "gel/settings.h"
#include "plan/links.h"
#include "plan/pressure.h"
#include "world/integrator.h"
#include "world/skin.h"
#include "world/state.h"
#include "world/world.h"

#include <assert.h>
#include <string.h>

// Worlds are independent and share no shapes; bodies of the clone with the same shape share it again.
static gelStatus copyShape(const gelWorld* world, int index, const gelWorld* clone, gelShape** shape)
{
    for (int i = 0; i < index; i++)
        if (world->bodies[i]->shape == world->bodies[index]->shape) {
            *shape = clone->bodies[i]->shape;
            (*shape)->useCount++;
            return gel_success;
        }
    const gelShape* original = world->bodies[index]->shape;
    gelShapeSource source = gelSourceOf(original);
    return gelCreateShapeOf(&source, original->tileSize, shape);
}

static gelStatus copyFactors(const gelBody* original, gelBody* body)
{
    int count = original->shape->mesh.vertexCount;
    for (int kind = 0; kind < gel_vertexFactorCount; kind++) {
        if (original->factors[kind] == NULL)
            continue;
        body->factors[kind] = gelMakeFactors(original->factors[kind]->values, count);
        if (body->factors[kind] == NULL)
            return gelFailMemory((size_t)count, sizeof(float));
    }
    return gel_success;
}

static gelStatus copyBody(const gelWorld* world, int index, gelWorld* clone)
{
    gelBody* body = gelAllocate(1, sizeof *body);
    if (body == NULL)
        return gelFailMemory(1, sizeof *body);
    const gelBody* original = world->bodies[index];
    *body = *original;
    body->skin = NULL;
    body->contactSurface = NULL;
    body->outerSkin = NULL;
    body->shape = NULL;
    body->targets = NULL;
    body->ignored = NULL;
    body->goals = NULL;
    memset(body->factors, 0, sizeof body->factors);
    body->restLengths = body->restPositions = NULL;
    body->history = NULL;
    gelStatus status = gelCheckSprings(clone, &original->material);
    if (status == gel_success)
        status = copyShape(world, index, clone, &body->shape);
    if (status == gel_success)
        status = copyFactors(original, body);
    if (status == gel_success)
        status = gelCheckFilling(body->shape, &body->material);
    if (status == gel_success)
        status = gelFindConstraints(body->shape, &body->material);
    if (status == gel_success)
        status = gelCopyBodyLists(original, body);
    if (status != gel_success) {
        gelReleaseBody(body);
        return status;
    }
    clone->bodies[clone->bodyCount++] = body;
    clone->slots[body->id.index1 - 1].body = body;
    const gelSharedSkin* skin = original->skin;
    if (skin == NULL)
        return gel_success;
    status = gelBody_SetSkin(clone, body->id, &skin->skin.surface,
                             skin->isEmbeddingGiven ? &skin->skin.embedding : NULL);
    body->isWoken = original->isWoken;
    return status;
}

static gelStatus copyBodies(const gelWorld* world, gelWorld* clone)
{
    gelStatus status =
        gelCopyBlock(world->slots, (size_t)world->slotCount, sizeof *world->slots, &clone->slots);
    if (status == gel_success) {
        clone->slotCount = world->slotCount;
        clone->firstFree1 = world->firstFree1;
        for (int i = 0; i < clone->slotCount; i++)
            clone->slots[i].body = NULL;
        clone->bodies = gelAllocate((size_t)world->bodyCount, sizeof *clone->bodies);
        if (clone->bodies == NULL)
            return gelFailMemory((size_t)world->bodyCount, sizeof *clone->bodies);
        clone->bodyCapacity = world->bodyCount;
    }
    for (int i = 0; i < world->bodyCount && status == gel_success; i++)
        status = copyBody(world, i, clone);
    return status;
}

static void roundToSingle(gelVertexState* vertex)
{
    for (int k = 0; k < 3; k++) {
        vertex->position[k] = (double)(float)vertex->position[k];
        vertex->predicted[k] = (double)(float)vertex->predicted[k];
        vertex->velocity[k] = (double)(float)vertex->velocity[k];
    }
}

static gelStatus copyState(const gelWorld* world, gelWorld* clone)
{
    gelStatus status =
        gelCopyBlock(world->vertices, (size_t)world->vertexCount, sizeof *world->vertices, &clone->vertices);
    if (status != gel_success)
        return status;
    clone->vertexCount = clone->vertexCapacity = world->vertexCount;
    for (int i = 0; i < clone->vertexCount && !clone->backend->doublePrecision; i++)
        roundToSingle(&clone->vertices[i]);
    status = gelCopyBlock(world->restitution.pairs, (size_t)world->restitution.count,
                          sizeof *world->restitution.pairs, &clone->restitution.pairs);
    if (status != gel_success)
        return status;
    status = gelCopyAttachments(&world->attachments, &clone->attachments);
    if (status == gel_success)
        status = gelCopyContactRows(&world->contactRows, &clone->contactRows);
    if (status == gel_success)
        status = gelCopyContactRows(&world->waitingRows, &clone->waitingRows);
    if (status != gel_success)
        return status;
    clone->restitution.count = clone->restitution.capacity = world->restitution.count;
    memcpy(clone->goals, world->goals, sizeof clone->goals);
    clone->goalCount = world->goalCount;
    memcpy(clone->fields.list, world->fields.list, sizeof clone->fields.list);
    clone->fields.count = world->fields.count;
    clone->fields.time = world->fields.time;
    gelWorldStateChanged(clone);
    clone->reach = world->reach;
    clone->stepCount = world->stepCount;
    clone->warnedOfRounding = world->warnedOfRounding;
    clone->warnedOfPassing = world->warnedOfPassing;
    clone->softnessIsSeen = world->softnessIsSeen;
    clone->warnedOfLiquid = world->warnedOfLiquid;
    clone->suspectedSoftness = world->suspectedSoftness;
    clone->rest.elapsed = world->rest.elapsed;
    clone->rest.isDecided = world->rest.isDecided;
    return gel_success;
}

// All of `own` is used but gel_worldSettings.
static gelStatus copyWorld(gelWorld* world, gelWorldDef own, gelWorld** result)
{
    gelWorldDef settings = gelWorld_GetDef(world);
    gelCopySettings(gel_worldSettings, &settings, &own);
    own.goalDamping = settings.goalDamping;
    own.tileSize = settings.tileSize;
    own.userData = settings.userData;
    gelWorld* clone;
    gelStatus status = gelWorldFinishStep(world);
    if (status == gel_success)
        status = gelWorldPull(world);
    if (status == gel_success)
        status = gelCreateWorld(&own, &clone);
    if (status != gel_success)
        return status;
    status = copyBodies(world, clone);
    if (status == gel_success)
        status = copyState(world, clone);
    if (status != gel_success) {
        gelDestroyWorld(clone);
        return status;
    }
    *result = clone;
    return gel_success;
}

gelStatus gelCloneWorld(gelWorld* world, const gelWorldDef* def, gelWorld** result)
{
    assert(world != NULL && def != NULL && result != NULL);
    *result = NULL;
    gelWorldDef own = *def, settings = gelWorld_GetDef(world);
    own.strategy = settings.strategy;
    own.solver = settings.solver;
    own.integrator = settings.integrator;
    return copyWorld(world, own, result);
}

gelStatus gelConvertWorld(gelWorld* world, const gelWorldDef* def, gelWorld** result)
{
    assert(world != NULL && def != NULL && result != NULL);
    *result = NULL;
    gelStatus status = copyWorld(world, *def, result);
    for (int b = 0; b < world->bodyCount && status == gel_success; b++) {
        gelBody* body = (*result)->bodies[b];
        if (def->strategy != world->def.strategy)
            body->strategy = def->strategy;
        if (def->solver != world->def.solver)
            gelAskForSolver(body, def->solver);
    }
    return status;
}
