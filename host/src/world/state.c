// Keeps the state of a world between two steps, to come back to it.
#include "world/state.h"
#include "gel/body.h"
#include "gel/settings.h"
#include "world/contact.h"
#include "world/contact_readout.h"
#include "plan/links.h"
#include "world/sleep.h"
#include "world/rest_shape.h"
#include "world/skin.h"
#include "world/two_level_step.h"

#include <assert.h>
#include <string.h>

void gelDestroyWorldState(gelWorldState* state)
{
    if (state == NULL)
        return;
    for (int i = 0; i < state->bodyCount; i++)
        gelReleaseBody(state->bodies[i]);
    gelFree(state->bodies);
    gelFree(state->slots);
    gelFree(state->singles);
    gelFree(state->doubles);
    gelFree(state->pins);
    gelFree(state->goals);
    gelFree(state->fields);
    gelFree(state->attachments.all);
    gelFree(state->restitution.pairs);
    gelFree(state->contactRows.all);
    gelFree(state->waitingRows.all);
    gelFree(state->touches.touches);
    gelFree(state->rest);
    gelFree(state);
}

// A block of the state; counts its size.
static gelStatus claim(gelWorldState* state, int count, size_t size, void** block)
{
    *block = gelAllocate((size_t)count, size);
    state->size += (size_t)count * size;
    return *block != NULL ? gel_success : gelFailMemory((size_t)count, size);
}

static gelStatus keep(gelWorldState* state, const void* from, int count, size_t size, void* copy)
{
    state->size += (size_t)count * size;
    return gelCopyBlock(from, (size_t)count, size, copy);
}

static size_t sizeOfTargets(const gelBody* body)
{
    return body->targets != NULL ? 3 * (size_t)body->shape->mesh.vertexCount : 0;
}

static size_t countRestLengths(const gelBody* body)
{
    return body->restLengths != NULL ? (size_t)body->shape->constraints[constraint_distance].count : 0;
}

static size_t countRestReals(const gelBody* body)
{
    return body->restPositions != NULL ? 3 * (size_t)body->shape->mesh.vertexCount : 0;
}

gelStatus gelCopyBodyLists(const gelBody* original, gelBody* body)
{
    body->ignoredCapacity = original->ignoredCount;
    gelStatus status = gelCopyBodyGoals(original->goals, &body->goals);
    if (status == gel_success && original->targets != NULL)
        status = gelCopyBlock(original->targets, sizeOfTargets(original), sizeof(float), &body->targets);
    if (status == gel_success && original->restLengths != NULL)
        status = gelCopyBlock(original->restLengths, countRestLengths(original), sizeof(float),
                              &body->restLengths);
    if (status == gel_success && original->restPositions != NULL)
        status = gelCopyBlock(original->restPositions, countRestReals(original), sizeof(float),
                              &body->restPositions);
    if (status == gel_success)
        status = gelCopyHistory(original, body);
    if (status == gel_success)
        status = gelCopyBlock(original->ignored, (size_t)original->ignoredCount, sizeof *body->ignored,
                              &body->ignored);
    return status;
}

// With its own lists, and shape, skin and factors that it shares.
static gelStatus copyBody(const gelBody* original, gelBody** result)
{
    gelBody* body = *result = gelAllocate(1, sizeof *body);
    if (body == NULL)
        return gelFailMemory(1, sizeof *body);
    *body = *original;
    body->shape->useCount++;
    if (body->skin != NULL)
        body->skin->useCount++;
    for (int kind = 0; kind < gel_vertexFactorCount; kind++)
        if (body->factors[kind] != NULL)
            body->factors[kind]->useCount++;
    body->targets = NULL;
    body->ignored = NULL;
    body->goals = NULL;
    body->restLengths = body->restPositions = NULL;
    body->history = NULL;
    return gelCopyBodyLists(original, body);
}

static gelStatus saveBodies(const gelWorld* world, gelWorldState* state)
{
    gelStatus status = claim(state, world->bodyCount, sizeof *state->bodies, (void**)&state->bodies);
    if (status == gel_success)
        status = claim(state, world->bodyCount, sizeof *state->rest, (void**)&state->rest);
    for (int i = 0; i < world->bodyCount && status == gel_success; i++) {
        const gelBody* body = world->bodies[i];
        status = copyBody(body, &state->bodies[i]);
        state->bodyCount += state->bodies[i] != NULL;
        state->size += sizeof *body +
                       (sizeOfTargets(body) + countRestLengths(body) + countRestReals(body)) * sizeof(float) +
                       (body->history != NULL
                            ? gel_historyNumbers * (size_t)body->shape->mesh.vertexCount * sizeof(double)
                            : 0) +
                       (size_t)body->ignoredCount * sizeof *body->ignored +
                       (body->goals != NULL ? body->goals->size : 0);
    }
    if (status == gel_success)
        gelWorldSaveSleep(world, state->rest);
    return status;
}

static gelStatus saveVertices(const gelWorld* world, gelWorldState* state)
{
    const int count = state->vertexCount = world->vertexCount;
    const bool isDouble = world->backend->doublePrecision;
    gelStatus status = isDouble
                           ? claim(state, count, gel_stateReals * sizeof(double), (void**)&state->doubles)
                           : claim(state, count, gel_stateReals * sizeof(float), (void**)&state->singles);
    if (status == gel_success)
        status = claim(state, count / 8 + 1, 1, (void**)&state->pins);
    for (size_t i = 0; i < (size_t)count && status == gel_success; i++) {
        const gelVertexState* vertex = &world->vertices[i];
        state->pins[i / 8] |= (unsigned char)((vertex->inverseMass == 0.0) << (i % 8));
        for (size_t k = 0; k < 3; k++) {
            if (isDouble) {
                state->doubles[gel_stateReals * i + k] = vertex->position[k];
                state->doubles[gel_stateReals * i + 3 + k] = vertex->velocity[k];
                continue;
            }
            state->singles[gel_stateReals * i + k] = (float)vertex->position[k];
            state->singles[gel_stateReals * i + 3 + k] = (float)vertex->velocity[k];
        }
    }
    return status;
}

static gelStatus saveRest(gelWorld* world, gelWorldState* state)
{
    gelStatus status = keep(state, world->slots, world->slotCount, sizeof *world->slots, &state->slots);
    if (status == gel_success)
        status = keep(state, world->goals, world->goalCount, sizeof *world->goals, &state->goals);
    if (status == gel_success)
        status =
            keep(state, world->fields.list, world->fields.count, sizeof *world->fields.list, &state->fields);
    if (status == gel_success)
        status = gelCopyAttachments(&world->attachments, &state->attachments);
    if (status == gel_success)
        status = gelCopyContactRows(&world->contactRows, &state->contactRows);
    if (status == gel_success)
        status = gelCopyContactRows(&world->waitingRows, &state->waitingRows);
    if (status == gel_success) // each has two blocks, which take turns: gelWorldReturnTo needs room in both
        status = gelReserve(&world->nextRestitution.pairs, &world->nextRestitution.capacity,
                            world->restitution.count, sizeof *world->restitution.pairs);
    gelTouchList* before = &world->readout.before;
    if (status == gel_success)
        status = gelReserve(&before->touches, &before->capacity, world->readout.now.count,
                            sizeof *before->touches);
    if (status == gel_success)
        status = keep(state, world->restitution.pairs, world->restitution.count,
                      sizeof *world->restitution.pairs, &state->restitution.pairs);
    if (status == gel_success)
        status = keep(state, world->readout.now.touches, world->readout.now.count,
                      sizeof *world->readout.now.touches, &state->touches.touches);
    state->def = world->def;
    state->slotCount = world->slotCount;
    state->firstFree1 = world->firstFree1;
    state->goalCount = world->goalCount;
    state->fieldCount = world->fields.count;
    state->fieldTime = world->fields.time;
    state->restitution.count = world->restitution.count;
    state->touches.count = world->readout.now.count;
    state->reach = world->reach;
    state->stepCount = world->stepCount;
    state->restElapsed = world->rest.elapsed;
    state->restIsDecided = world->rest.isDecided;
    return status;
}

gelStatus gelSaveWorldState(gelWorld* world, gelWorldState** result)
{
    assert(world != NULL && result != NULL);
    *result = NULL;
    gelStatus status = gelWorldFinishStep(world);
    if (status == gel_success)
        status = gelWorldPull(world);
    if (status != gel_success)
        return status;
    gelWorldState* state = gelAllocate(1, sizeof *state);
    if (state == NULL)
        return gelFailMemory(1, sizeof *state);
    state->serial = world->serial;
    state->size = sizeof *state;
    status = saveBodies(world, state);
    if (status == gel_success)
        status = saveVertices(world, state);
    if (status == gel_success)
        status = saveRest(world, state);
    if (status == gel_success)
        *result = state;
    else
        gelDestroyWorldState(state);
    return status;
}

static bool hasSameBodies(const gelWorld* world, const gelWorldState* state)
{
    bool same = world->bodyCount == state->bodyCount;
    for (int i = 0; i < state->bodyCount && same; i++) {
        const gelBody *now = world->bodies[i], *then = state->bodies[i];
        same = now->id.index1 == then->id.index1 && now->id.generation == then->id.generation &&
               now->shape == then->shape && now->skin == then->skin;
    }
    return same;
}

// Room for what the state has more than the world, and copies of its bodies, so that nothing can fail afterwards.
static gelStatus prepare(gelWorld* world, const gelWorldState* state, gelBody** bodies)
{
    if (state->slotCount > world->slotCount) {
        gelBodySlot* slots = gelResize(world->slots, (size_t)state->slotCount, sizeof *slots);
        if (slots == NULL)
            return gelFailMemory((size_t)state->slotCount, sizeof *slots);
        world->slots = slots;
    }
    gelStatus status =
        gelReserve(&world->vertices, &world->vertexCapacity, state->vertexCount, sizeof *world->vertices);
    if (status == gel_success)
        status = gelReserve(&world->restitution.pairs, &world->restitution.capacity, state->restitution.count,
                            sizeof *world->restitution.pairs);
    gelTouchList* touches = &world->readout.now;
    gelAttachments* attachments = &world->attachments;
    if (status == gel_success)
        status = gelReserve(&attachments->all, &attachments->capacity, state->attachments.count,
                            sizeof *attachments->all);
    gelContactRows* rows[] = {&world->contactRows, &world->waitingRows};
    const int rowCounts[] = {state->contactRows.count, state->waitingRows.count};
    for (int i = 0; i < 2 && status == gel_success; i++)
        status = gelReserve(&rows[i]->all, &rows[i]->capacity, rowCounts[i], sizeof *rows[i]->all);
    if (status == gel_success)
        status =
            gelReserve(&touches->touches, &touches->capacity, state->touches.count, sizeof *touches->touches);
    for (int i = 0; i < state->bodyCount && status == gel_success; i++)
        status = copyBody(state->bodies[i], &bodies[i]);
    return status;
}

static bool hasSameTerms(const gelBody* a, const gelBody* b)
{
    size_t ignored = (size_t)a->ignoredCount * sizeof *a->ignored;
    return a->selfContact == b->selfContact && memcmp(&a->filter, &b->filter, sizeof a->filter) == 0 &&
           memcmp(a->drift, b->drift, sizeof a->drift) == 0 && a->ignoredCount == b->ignoredCount &&
           (ignored == 0 || memcmp(a->ignored, b->ignored, ignored) == 0);
}

// `body` becomes the world's, and the world's own is left in its place. Revisions never go back: what the back end keeps
// by them would be taken for that of another time.
static void swapBody(gelWorld* world, int index, gelBody* body)
{
    gelBody now = *world->bodies[index];
    bool same = memcmp(&now.material, &body->material, sizeof now.material) == 0 &&
                now.contactSurface == body->contactSurface && now.outerSkin == body->outerSkin &&
                gelPlansRestLengthsAlike(&now, body) && now.steppedBy == body->steppedBy &&
                now.cycles == body->cycles && now.aggregates == body->aggregates &&
                (now.history == NULL) == (body->history == NULL) &&
                (now.restPositions == NULL) == (body->restPositions == NULL) &&
                memcmp(now.factors, body->factors, sizeof now.factors) == 0;
    body->contactRevision = now.contactRevision + !hasSameTerms(&now, body);
    body->restRevision = body->contactRevision;
    body->shapeRevision = now.shapeRevision + (now.isBent || body->isBent);
    body->island = now.island; // gelWorldRestoreSleep sees what changes
    body->isQuarantined = now.isQuarantined;
    if (!gelHasSameRestShape(&now, body))
        world->dirty |= gel_dirtyRestShapes;
    if (!same)
        world->dirty |= gel_dirtyPlan;
    *world->bodies[index] = *body;
    *body = now;
}

// The bodies become the world's, and its own are left in their place.
static void exchangeBodies(gelWorld* world, const gelWorldState* state, gelBody*** bodies, int* count)
{
    gelBody** own = world->bodies;
    int ownCount = world->bodyCount;
    if (hasSameBodies(world, state)) {
        for (int i = 0; i < ownCount; i++)
            swapBody(world, i, (*bodies)[i]);
        return;
    }
    world->bodyCount = world->bodyCapacity = state->bodyCount;
    world->vertexCount = state->vertexCount;
    world->bodies = *bodies;
    *bodies = own;
    *count = ownCount;
    world->dirty |= gel_dirtyPlan;
}

static void restoreSlots(gelWorld* world, const gelWorldState* state)
{
    world->slotCount = state->slotCount;
    world->firstFree1 = state->firstFree1;
    for (int i = 0; i < state->slotCount; i++) {
        world->slots[i] = state->slots[i];
        world->slots[i].body = NULL;
    }
    for (int i = 0; i < world->bodyCount; i++)
        world->slots[world->bodies[i]->id.index1 - 1].body = world->bodies[i];
}

static gelVertexState vertexOf(const gelWorldState* state, const gelBody* body, int index)
{
    size_t i = (size_t)(body->firstVertex + index);
    bool isPinned = (state->pins[i / 8] >> (i % 8) & 1) != 0;
    gelVertexState vertex = {.inverseMass = isPinned ? 0.0 : gelFreeInverseMass(body, index)};
    for (size_t k = 0; k < 3; k++) {
        bool isDouble = state->doubles != NULL;
        double place = isDouble ? state->doubles[gel_stateReals * i + k]
                                : (double)state->singles[gel_stateReals * i + k];
        vertex.position[k] = vertex.predicted[k] = place;
        vertex.velocity[k] = isDouble ? state->doubles[gel_stateReals * i + 3 + k]
                                      : (double)state->singles[gel_stateReals * i + 3 + k];
    }
    return vertex;
}

static void restoreVertices(gelWorld* world, const gelWorldState* state)
{
    for (int b = 0; b < world->bodyCount; b++) {
        const gelBody* body = world->bodies[b];
        for (int i = 0; i < body->shape->mesh.vertexCount; i++)
            world->vertices[body->firstVertex + i] = vertexOf(state, body, i);
        gelMarkVertices(world, body);
    }
    world->statePlace = gel_stateOnHost;
}

static void restoreLists(gelWorld* world, const gelWorldState* state)
{
    gelReadout* readout = &world->readout;
    memcpy(world->goals, state->goals, (size_t)state->goalCount * sizeof *state->goals);
    world->goalCount = state->goalCount;
    world->dirty |= gel_dirtyGoals | gel_dirtyBodyGoals | gel_dirtyAttachments;
    gelCopyAttachments(&state->attachments, &world->attachments); // there is room
    if (world->contactRows.count + state->contactRows.count > 0)
        world->dirty |= gel_dirtyLatePins;
    gelCopyContactRows(&state->contactRows, &world->contactRows);
    gelCopyContactRows(&state->waitingRows, &world->waitingRows);
    if (world->twoLevel.rows.count > 0) // of another world, numbers may mean other attachments
        world->dirty |= gel_dirtyLatePins;
    memcpy(world->fields.list, state->fields, (size_t)state->fieldCount * sizeof *state->fields);
    world->fields.count = state->fieldCount;
    world->fields.time = state->fieldTime;
    if (state->restitution.count > 0)
        memcpy(world->restitution.pairs, state->restitution.pairs,
               (size_t)state->restitution.count * sizeof *state->restitution.pairs);
    world->restitution.count = state->restitution.count;
    gelWorldForgetContacts(world);
    if (state->touches.count > 0)
        memcpy(readout->now.touches, state->touches.touches,
               (size_t)state->touches.count * sizeof *state->touches.touches);
    readout->now.count = state->touches.count;
    readout->eventCount = 0;
}

static void restoreAll(gelWorld* world, const gelWorldState* state)
{
    gelCopySettings(gel_worldSettings, &state->def, &world->def);
    world->def.goalDamping = state->def.goalDamping;
    restoreSlots(world, state);
    restoreVertices(world, state);
    restoreLists(world, state);
    gelWorldRestoreSleep(world, state->rest);
    world->reach = state->reach;
    world->stepCount = state->stepCount;
    world->rest.elapsed = state->restElapsed;
    world->rest.isDecided = state->restIsDecided;
    world->recovery = gel_recoveryNone;
    world->softnessIsSeen = world->softnessIsSeen && (world->dirty & gel_dirtyPlan) == 0;
}

gelStatus gelCheckState(const gelWorld* world, const gelWorldState* state)
{
    return state->serial == world->serial
               ? gel_success
               : gelFail(gel_invalidArgument,
                         "the state is of another world: restore it in the one it was saved of");
}

gelStatus gelRestoreWorldState(gelWorld* world, const gelWorldState* state)
{
    assert(world != NULL && state != NULL);
    gelStatus status = gelCheckState(world, state);
    if (status == gel_success)
        status = gelWorldFinishStep(world);
    if (status != gel_success)
        return status;
    int count = state->bodyCount;
    gelBody** bodies = gelAllocate((size_t)count, sizeof *bodies);
    if (bodies == NULL)
        return gelFailMemory((size_t)count, sizeof *bodies);
    status = prepare(world, state, bodies);
    if (status == gel_success) {
        exchangeBodies(world, state, &bodies, &count);
        restoreAll(world, state);
    }
    for (int i = 0; i < count; i++)
        if (bodies[i] != NULL)
            gelReleaseBody(bodies[i]);
    gelFree(bodies);
    return status;
}

void gelWorldReturnTo(gelWorld* world, gelWorldState* state)
{
    gelWorldDropStep(world);
    exchangeBodies(world, state, &state->bodies, &state->bodyCount);
    restoreAll(world, state);
}
