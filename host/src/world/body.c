// Creates and destroys the bodies of a world.
#include "gel/body.h"
#include "base/vector3.h"
#include "plan/pressure.h"
#include "settings/settings.h"
#include "plan/plasticity.h"
#include "world/filter.h"
#include "world/integrator.h"
#include "world/shape_recovery.h"
#include "world/contact_readout.h"
#include "world/sleep.h"
#include "world/skin.h"
#include "world/world.h"

#include <assert.h>
#include <math.h>
#include <string.h>

gelStatus gelNormaliseRotation(gelQuat q, double quaternion[4])
{
    double length = sqrt((double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z +
                         (double)q.w * (double)q.w);
    double raw[4] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
    for (int k = 0; k < 4; k++)
        quaternion[k] = raw[k] / length;
    if (length > 1e-12 && isfinite(length))
        return gel_success;
    return gelFail(gel_invalidArgument,
                   "rotation: expected a quaternion other than 0, found {%g, %g, %g, %g}", raw[0], raw[1],
                   raw[2], raw[3]);
}

static gelStatus checkBodyDef(const gelBodyDef* def, double quaternion[4])
{
    gelStatus status = gelCheckMaterial(&def->material);
    if (status == gel_success)
        status = gelCheckSettings(gel_bodySettings, def);
    return status == gel_success ? gelNormaliseRotation(def->rotation, quaternion) : status;
}

gelStatus gelPlaceVertex(const gelBody* body, int index, gelVec3 position, const double quaternion[4],
                         float place[3])
{
    // Beyond this, the squared gradients of a tet overflow single precision.
    const double largest = 1e9, origin[3] = {(double)position.x, (double)position.y, (double)position.z};
    double v[3], x[3];
    bool fits = true;
    for (int k = 0; k < 3; k++)
        v[k] = body->scale * (double)body->shape->mesh.positions[3 * (size_t)index + (size_t)k];
    gelRotate(quaternion, v, x);
    for (int k = 0; k < 3; k++) {
        x[k] += origin[k];
        place[k] = (float)x[k];
        fits = fits && fabs(x[k]) <= largest;
    }
    if (fits)
        return gel_success;
    return gelFail(gel_invalidArgument,
                   "vertex %d would be at {%g, %g, %g}: expected coordinates within 1e9 m", index, x[0], x[1],
                   x[2]);
}

static gelStatus placeVertices(const gelBody* body, const gelBodyDef* def, const double quaternion[4],
                               gelVertexState* vertices)
{
    for (int i = 0; i < body->shape->mesh.vertexCount; i++) {
        float place[3];
        gelStatus status = gelPlaceVertex(body, i, def->position, quaternion, place);
        if (status != gel_success)
            return status;
        gelVertexState* vertex = &vertices[i];
        *vertex = (gelVertexState){
            .inverseMass = gelFreeInverseMass(body, i),
            .velocity = {(double)def->velocity.x, (double)def->velocity.y, (double)def->velocity.z},
            .damping = gelVertexDamping(body, i)};
        for (int k = 0; k < 3; k++)
            vertex->position[k] = vertex->predicted[k] = (double)place[k];
        if (!(vertex->inverseMass > 0.0) || !isfinite(vertex->inverseMass))
            return gelFail(gel_invalidArgument,
                           "vertex %d would have the inverse mass %g /kg: check density and scale", i,
                           vertex->inverseMass);
    }
    return gel_success;
}

gelStatus gelShareShape(const gelWorld* world, const gelShapeSource* source, gelShape** shape)
{
    uint64_t hash = gelHashSource(source);
    for (int i = 0; i < world->bodyCount; i++) {
        *shape = world->bodies[i]->shape;
        if (gelShapeIsOf(*shape, source, hash)) {
            (*shape)->useCount++;
            return gel_success;
        }
    }
    *shape = NULL;
    return gelCreateShapeOf(source, world->def.tileSize, shape);
}

gelStatus gelReserveBody(gelWorld* world, int vertexCount)
{
    if (vertexCount > INT32_MAX / 8 - world->vertexCount)
        return gelFail(gel_unsupported, "a world holds at most 2^28 vertices");
    if (world->bodyCount == world->bodyCapacity) {
        int capacity = world->bodyCapacity * 2 + 8;
        gelBody** bodies = gelResize(world->bodies, (size_t)capacity, sizeof *bodies);
        if (bodies == NULL)
            return gelFailMemory((size_t)capacity, sizeof *bodies);
        world->bodies = bodies;
        world->plan.bodies = bodies; // if no body comes after all, the plans stay, and may yet be listed
        world->sweptPlan.bodies = world->sweptPlan.isSwept ? bodies : NULL;
        world->bodyCapacity = capacity;
    }
    if (world->firstFree1 == 0) {
        gelBodySlot* slots = gelResize(world->slots, (size_t)world->slotCount + 1, sizeof *slots);
        if (slots == NULL)
            return gelFailMemory((size_t)world->slotCount + 1, sizeof *slots);
        world->slots = slots;
        slots[world->slotCount] = (gelBodySlot){0};
        world->firstFree1 = ++world->slotCount;
    }
    if (world->vertexCount + vertexCount > world->vertexCapacity) {
        int capacity = world->vertexCount + vertexCount + world->vertexCapacity / 2;
        gelVertexState* vertices = gelResize(world->vertices, (size_t)capacity, sizeof *vertices);
        if (vertices == NULL)
            return gelFailMemory((size_t)capacity, sizeof *vertices);
        world->vertices = vertices;
        world->vertexCapacity = capacity;
    }
    return gel_success;
}

void gelAddBody(gelWorld* world, gelBody* body)
{
    gelBodySlot* slot = &world->slots[world->firstFree1 - 1];
    body->id = (gelBodyId){world->firstFree1, slot->generation};
    world->firstFree1 = slot->nextFree1;
    slot->nextFree1 = 0;
    slot->body = body;
    world->bodies[world->bodyCount++] = body;
    if (!gelIsObstacle(body))
        gelWorldUpdateReach(world, world->vertices + body->firstVertex, body->shape->mesh.vertexCount);
    world->vertexCount += body->shape->mesh.vertexCount;
    world->dirty |= gel_dirtyPlan;
    world->softnessIsSeen = false;
}

static gelStatus fillBody(gelWorld* world, const gelBodyDef* def, const gelShapeSource* source,
                          const double quaternion[4], gelBody* body)
{
    body->material = def->material;
    body->scale = (double)def->scale;
    body->strategy = def->strategy != gel_strategyAuto ? def->strategy : world->def.strategy;
    body->cycles = def->cycles;
    body->aggregates = def->aggregates;
    body->position = def->position;
    body->velocity = def->velocity;
    body->rotation =
        (gelQuat){(float)quaternion[0], (float)quaternion[1], (float)quaternion[2], (float)quaternion[3]};
    body->filter = def->filter;
    body->selfContact = def->selfContact;
    body->unbreakable = def->unbreakable;
    body->userData = def->userData;
    for (int i = 0; i <= GEL_MAXIMUM_FIELDS; i++)
        body->fieldWeights[i] = 1.0f;
    body->firstVertex = world->vertexCount;
    gelStatus status = gelShareShape(world, source, &body->shape);
    if (status == gel_success)
        gelAskForSolver(body, def->solver != gel_worldSolver ? def->solver : world->def.solver);
    if (status == gel_success)
        status = gelCheckFilling(body->shape, &body->material);
    if (status == gel_success)
        status = gelFindConstraints(body->shape, &body->material);
    if (status == gel_success)
        status = gelMakeRestLengths(body);
    if (status == gel_success)
        status = placeVertices(body, def, quaternion, world->vertices + world->vertexCount);
    return status;
}

gelStatus gelMakeSoftBody(gelWorld* world, const gelBodyDef* def, const gelShapeSource* source, gelBodyId* id)
{
    double quaternion[4];
    gelStatus status = checkBodyDef(def, quaternion);
    if (status == gel_success)
        status = gelCheckModel(source->kind, &def->material);
    if (status == gel_success)
        status = gelCheckUnbreakable(source->kind, def->unbreakable);
    if (status == gel_success)
        status = gelCheckSprings(world, &def->material);
    if (status == gel_success)
        status = gelWorldBeginChange(world);
    if (status == gel_success)
        status = gelReserveBody(world, gelCountSourceVertices(source));
    if (status != gel_success)
        return status;
    gelBody* body = gelAllocate(1, sizeof *body);
    if (body == NULL)
        return gelFailMemory(1, sizeof *body);
    status = fillBody(world, def, source, quaternion, body);
    if (status != gel_success) {
        gelReleaseBody(body);
        return status;
    }
    gelAddBody(world, body);
    *id = body->id;
    return gel_success;
}

gelStatus gelCheckBodyCookie(const gelBodyDef* def)
{
    if (def != NULL && def->cookie == gel_bodyCookie)
        return gel_success;
    return gelFail(gel_invalidArgument, "body definition: expected one initialised with gelDefaultBodyDef()");
}

gelStatus gelCreateBody(gelWorld* world, const gelBodyDef* def, const gelTetMesh* mesh, gelBodyId* id)
{
    assert(world != NULL && mesh != NULL && id != NULL);
    *id = (gelBodyId){0};
    gelStatus status = gelCheckBodyCookie(def);
    if (status == gel_success && (mesh->vertexCount < 4 || mesh->tetCount < 1))
        status =
            gelFail(gel_invalidArgument, "mesh: expected at least one tet, found %d vertices and %d tets",
                    mesh->vertexCount, mesh->tetCount);
    const gelShapeSource source = {.kind = gel_solidBody, .mesh = mesh};
    return status == gel_success ? gelMakeSoftBody(world, def, &source, id) : status;
}

static void dropGoals(gelWorld* world, gelBodyId id)
{
    int kept = 0;
    for (int i = 0; i < world->goalCount; i++)
        if (world->goals[i].body.index1 != id.index1)
            world->goals[kept++] = world->goals[i];
    world->goalCount = kept;
}

gelStatus gelDestroyBody(gelWorld* world, gelBodyId id)
{
    gelBody* body = gelFindBody(world, id);
    if (body == NULL)
        return gel_invalidHandle;
    gelStatus status = gelWorldBeginChange(world);
    if (status != gel_success)
        return status;
    for (int i = 0; i < world->bodyCount; i++) // what it may have held up
        if (gelIsObstacle(body) || (body->island != 0 && world->bodies[i]->island == body->island))
            gelWakeBody(world->bodies[i]);
    int count = body->shape->mesh.vertexCount, end = body->firstVertex + count;
    memmove(world->vertices + body->firstVertex, world->vertices + end,
            (size_t)(world->vertexCount - end) * sizeof *world->vertices);
    world->vertexCount -= count;
    int kept = 0;
    for (int i = 0; i < world->bodyCount; i++) {
        gelBody* other = world->bodies[i];
        if (other == body)
            continue;
        if (other->firstVertex >= end)
            other->firstVertex -= count;
        world->bodies[kept++] = other;
    }
    world->bodyCount = kept;
    gelBodySlot* slot = &world->slots[id.index1 - 1];
    dropGoals(world, id);
    if (gelRemoveAttachmentsOf(&world->attachments, id))
        world->dirty |= gel_dirtyAttachments;
    gelDropIgnoredPairs(world, body);
    slot->body = NULL;
    slot->generation++;
    slot->nextFree1 = world->firstFree1;
    world->firstFree1 = id.index1;
    world->dirty |= gel_dirtyPlan;
    gelReleaseBody(body);
    return gel_success;
}

gelStatus gelWorld_DestroyBodies(gelWorld* world)
{
    gelStatus status = gelWorldFinishStep(world);
    while (status == gel_success && world->bodyCount > 0)
        status = gelDestroyBody(world, world->bodies[world->bodyCount - 1]->id);
    if (status != gel_success)
        return status;
    world->slotCount = 0;
    world->firstFree1 = 0;
    world->attachments.lastNumber = 0;
    world->restitution.count = 0; // by id, as are touches
    gelWorldForgetContacts(world);
    world->readout.now.count = 0;
    world->readout.eventCount = 0;
    world->rest.elapsed = 0.0f;
    world->reach = 0.0;
    world->stepCount = 0;
    return gel_success;
}

bool gelWorldHasFirstIds(const gelWorld* world)
{
    bool has = world->slotCount == world->bodyCount;
    for (int i = 0; i < world->bodyCount && has; i++)
        has = world->bodies[i]->id.index1 == i + 1 && world->bodies[i]->id.generation == 0;
    return has;
}

int gelWorld_GetBodyCount(const gelWorld* world)
{
    return world->bodyCount;
}

int gelWorld_GetBodies(const gelWorld* world, gelBodyId* ids, int capacity)
{
    for (int i = 0; i < world->bodyCount && i < capacity; i++)
        ids[i] = world->bodies[i]->id;
    return world->bodyCount;
}

const gelTetMesh* gelBody_GetMesh(const gelWorld* world, gelBodyId id)
{
    const gelBody* body = gelFindBody(world, id);
    return body != NULL ? &body->shape->mesh : NULL;
}
