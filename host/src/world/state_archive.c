// Packs the state of a world into bytes, and reads it back into a world of the same bodies, in another process.
#include "gel/body.h"
#include "gel/settings.h"
#include "plan/links.h"
#include "plan/factors.h"
#include "plan/pressure.h"
#include "settings/settings.h"
#include "world/integrator.h"
#include "world/rest_positions.h"
#include "world/rest_shape.h"
#include "world/skin.h"
#include "world/state.h"

#include <limits.h>
#include <string.h>

enum { maxTouches = INT_MAX / 64 }; // and bounces, attachments, pairs that are ignored

static void archiveSettings(gelArchive* archive, gelSettingGroup group, void* values)
{
    static const size_t sizes[] = {[gel_settingNumber] = sizeof(float),
                                   [gel_settingWhole] = sizeof(int),
                                   [gel_settingVector] = sizeof(gelVec3),
                                   [gel_settingChoice] = sizeof(int)};
    for (const gelSetting* row = gelSettingRows[group]; row->name != NULL; row++) {
        char* member = (char*)values + row->offset;
        if (row->valueType == gel_settingSwitch)
            gelArchiveSwitch(archive, (bool*)member);
        else
            gelArchiveBytes(archive, member, sizes[row->valueType]);
    }
}

// Something that decides about the bits and cannot be changed by a state.
static void archiveTrait(gelArchive* archive, const char* what, int64_t own)
{
    int64_t found = own;
    GEL_ARCHIVE(archive, found);
    if (gelArchiveIsGood(archive) && found != own)
        gelFailArchive(archive,
                       gelFail(gel_invalidArgument, "it is of a world with %s %lld, and this one has %lld",
                               what, (long long)found, (long long)own));
}

// Packs the kind of a world, or fails if the state that is read is of another kind of world.
static void archiveKind(gelArchive* archive, const gelWorldState* state)
{
    archiveTrait(archive, "double precision", state->doubles != NULL);
    archiveTrait(archive, "the integrator number", state->def.integrator);
    archiveTrait(archive, "the order number", state->def.order);
    archiveTrait(archive, "a tile size of", state->def.tileSize);
    archiveTrait(archive, "a number of bodies of", state->bodyCount);
}

// Bodies are told by slot and by what they were made of.
static void archiveIdentity(gelArchive* archive, const gelBody* body, int index)
{
    const struct Identity {
        gelBodyId id;
        uint64_t hash;
        int32_t kind, vertexCount, skinVertices, firstVertex;
    } own = {body->id,
             body->shape->meshHash,
             (int32_t)body->shape->kind,
             body->shape->mesh.vertexCount,
             body->skin != NULL ? body->skin->skin.surface.vertexCount : 0,
             body->firstVertex};
    struct Identity found = own;
    GEL_ARCHIVE(archive, found);
    if (!gelArchiveIsGood(archive) || memcmp(&own, &found, sizeof own) == 0)
        return;
    const char* what = found.hash != own.hash || found.kind != own.kind   ? "mesh"
                       : found.skinVertices != own.skinVertices           ? "skin"
                       : memcmp(&found.id, &own.id, sizeof found.id) != 0 ? "id"
                                                                          : "place in the world";
    gelFailArchive(archive,
                   gelFail(gel_invalidArgument,
                           "body %d has another %s there than in this world: %d vertices and %d of a "
                           "skin, here %d and %d; make the same bodies, in the same order",
                           index, what, found.vertexCount, found.skinVertices, own.vertexCount,
                           own.skinVertices));
}

static void archiveGoals(gelArchive* archive, gelBody* body)
{
    size_t count = (size_t)body->shape->mesh.vertexCount,
           size = sizeof *body->goals + 7 * count * sizeof(float);
    bool isThere = body->goals != NULL;
    gelArchiveSwitch(archive, &isThere);
    if (!isThere || !gelArchiveIsGood(archive)) {
        gelFree(body->goals);
        body->goals = NULL;
        return;
    }
    if (body->goals == NULL)
        body->goals = gelAllocate(size, 1);
    if (body->goals == NULL) {
        gelFailArchive(archive, gelFailMemory(size, 1));
        return;
    }
    body->goals->size = size;
    body->goals->vertexCount = (int)count;
    GEL_ARCHIVE(archive, body->goals->spring);
    GEL_ARCHIVE(archive, body->goals->damping);
    gelArchiveSwitch(archive, &body->goals->hasTargets);
    gelArchiveSwitch(archive, &body->goals->isMoving);
    gelArchiveBytes(archive, body->goals->numbers, 7 * count * sizeof(float));
}

static void archiveMaterial(gelArchive* archive, const gelWorld* world, gelBody* body)
{
    archiveSettings(archive, gel_materialSettings, &body->material);
    if (!archive->isReading || gelIsObstacle(body) || !gelArchiveIsGood(archive))
        return;
    gelStatus status = gelCheckMaterial(&body->material);
    if (status == gel_success)
        status = gelCheckSprings(world, &body->material);
    if (status == gel_success)
        status = gelCheckFilling(body->shape, &body->material);
    gelFailArchive(archive, status);
    if (status == gel_success) // what other materials asked for is there already
        gelFailArchive(archive, gelFindConstraints(body->shape, &body->material));
}

static void archiveFactors(gelArchive* archive, gelBody* body)
{
    size_t count = (size_t)body->shape->mesh.vertexCount;
    for (int kind = 0; kind < gel_vertexFactorCount; kind++) {
        gelVertexFactors** factors = &body->factors[kind];
        float *values = *factors != NULL ? (*factors)->values : NULL, *read = NULL;
        gelArchiveFloats(archive, archive->isReading ? &read : &values, count);
        if (!archive->isReading)
            continue;
        gelReleaseFactors(*factors);
        *factors = read != NULL ? gelMakeFactors(read, (int)count) : NULL;
        if (read != NULL && *factors == NULL)
            gelFailArchive(archive, gelFailMemory(count, sizeof *read));
        gelFree(read);
    }
}

static void archiveRestShape(gelArchive* archive, gelBody* body)
{
    const int count = body->shape->mesh.vertexCount;
    gelArchiveFloats(archive, &body->restPositions, 3 * (size_t)count);
    if (!archive->isReading || !gelArchiveIsGood(archive) || body->restPositions == NULL)
        return;
    if (gelIsObstacle(body) || body->restLengths != NULL)
        gelFailArchive(archive, gelFail(gel_formatError, "a rest shape of a body that has none"));
    else
        gelFailArchive(archive, gelCheckRestShape(body, body->restPositions, count));
    if (gelArchiveIsGood(archive))
        gelFailArchive(archive, gelCheckRestMaterial(&body->material));
}

// A choice that was made stays: the state may have other pins than the one it was made for.
static void archiveSolver(gelArchive* archive, gelBody* body)
{
    if (gelIsObstacle(body))
        return;
    gelBodyDef def = gelDefaultBodyDef();
    def.solver = body->steppedBy;
    def.cycles = body->cycles;
    def.aggregates = body->aggregates;
    GEL_ARCHIVE(archive, body->solver);
    GEL_ARCHIVE(archive, def.solver);
    GEL_ARCHIVE(archive, def.cycles);
    GEL_ARCHIVE(archive, def.aggregates);
    if (!archive->isReading || !gelArchiveIsGood(archive))
        return;
    gelFailArchive(archive, gelCheckSettings(gel_bodySettings, &def));
    if ((unsigned)body->solver >= gel_worldSolver || (unsigned)def.solver >= gel_worldSolver)
        gelFailArchive(archive, gelFail(gel_formatError, "a body with the solver number %d of %d",
                                        (int)def.solver, (int)body->solver));
    body->steppedBy = def.solver;
    body->cycles = def.cycles;
    body->aggregates = def.aggregates;
}

static void archiveHistory(gelArchive* archive, gelBody* body)
{
    size_t size = gel_historyNumbers * (size_t)body->shape->mesh.vertexCount * sizeof *body->history;
    bool isThere = body->history != NULL;
    gelArchiveSwitch(archive, &isThere);
    if (archive->isReading) {
        gelFree(body->history);
        body->history = isThere ? gelAllocate(size, 1) : NULL;
        if (isThere && body->history == NULL)
            gelFailArchive(archive, gelFailMemory(size, 1));
    }
    if (body->history != NULL)
        gelArchiveBytes(archive, body->history, size);
}

// All that a body keeps from one step to the next, apart from what it was made of and what gelSavedSleep has.
static void archiveBody(gelArchive* archive, const gelWorld* world, gelBody* body)
{
    const double scale = body->scale; // fixed when the body was made
    archiveMaterial(archive, world, body);
    GEL_ARCHIVE(archive, body->scale);
    if (gelArchiveIsGood(archive) && !(body->scale == scale))
        gelFailArchive(
            archive, gelFail(gel_formatError, "scale of a body: expected %g, found %g", scale, body->scale));
    GEL_ARCHIVE(archive, body->position);
    GEL_ARCHIVE(archive, body->velocity);
    GEL_ARCHIVE(archive, body->rotation);
    archiveSolver(archive, body);
    gelArchiveSwitch(archive, &body->selfContact);
    gelArchiveSwitch(archive, &body->unbreakable);
    GEL_ARCHIVE(archive, body->brokenTime);
    GEL_ARCHIVE(archive, body->ruinedTime);
    body->preRuinedTime = body->ruinedTime;
    GEL_ARCHIVE(archive, body->filter);
    gelArchiveArray(archive, &body->ignored, &body->ignoredCount, maxTouches, sizeof *body->ignored);
    body->ignoredCapacity = body->ignoredCount;
    GEL_ARCHIVE(archive, body->fieldWeights);
    if (gelIsObstacle(body))
        gelArchiveFloats(archive, &body->targets, 3 * (size_t)body->shape->mesh.vertexCount);
    if (gelIsObstacle(body) && body->targets == NULL && gelArchiveIsGood(archive))
        gelFailArchive(archive, gelFail(gel_formatError, "an obstacle is nowhere"));
    if (gelIsObstacle(body) && archive->isReading && gelArchiveIsGood(archive))
        gelFindBending(body);
    gelArchiveSwitch(archive, &body->hasTargets);
    gelArchiveSwitch(archive, &body->isMoving);
    if (!gelIsObstacle(body) && (body->hasTargets || body->isMoving))
        gelFailArchive(archive, gelFail(gel_formatError, "a soft body moves as an obstacle"));
    GEL_ARCHIVE(archive, body->surfaceVelocity);
    GEL_ARCHIVE(archive, body->drift);
    archiveGoals(archive, body);
    GEL_ARCHIVE(archive, body->expectedVolume);
    GEL_ARCHIVE(archive, body->pressure);
    gelArchiveFloats(archive, &body->restLengths,
                     (size_t)body->shape->constraints[constraint_distance].count);
    archiveHistory(archive, body);
    archiveRestShape(archive, body);
    archiveFactors(archive, body);
    if (archive->isReading)
        body->lightnessIsKnown = false; // that of the body before was
}

static void archiveRest(gelArchive* archive, const gelWorld* world, gelSavedSleep* rest)
{
    GEL_ARCHIVE(archive, rest->island);
    gelArchiveSwitch(archive, &rest->isWoken);
    gelArchiveSwitch(archive, &rest->isQuarantined);
    GEL_ARCHIVE(archive, rest->sleepTimer);
    if (archive->isReading && (rest->island < 0 || rest->island > world->slotCount))
        gelFailArchive(archive, gelFail(gel_formatError, "expected an island of 0 to %d, found %d",
                                        world->slotCount, rest->island));
}

static void archiveVertices(gelArchive* archive, gelWorldState* state)
{
    size_t count = (size_t)state->vertexCount;
    if (state->doubles != NULL)
        gelArchiveBytes(archive, state->doubles, gel_stateReals * count * sizeof *state->doubles);
    else
        gelArchiveBytes(archive, state->singles, gel_stateReals * count * sizeof *state->singles);
    gelArchiveBytes(archive, state->pins, count / 8 + 1);
}

static void archiveFields(gelArchive* archive, gelWorldState* state)
{
    gelArchiveCount(archive, &state->fieldCount, GEL_MAXIMUM_FIELDS, 1);
    if (archive->isReading) {
        gelFree(state->fields);
        state->fields = gelAllocate((size_t)state->fieldCount, sizeof *state->fields);
        if (state->fields == NULL) {
            gelFailArchive(archive, gelFailMemory((size_t)state->fieldCount, sizeof *state->fields));
            state->fieldCount = 0;
        }
    }
    for (int i = 0; i < state->fieldCount; i++) {
        gelField* field = &state->fields[i];
        archiveSettings(archive, gel_fieldSettings, field);
        gelArchiveCount(archive, &field->keyCount, GEL_MAXIMUM_FIELD_KEYS, sizeof *field->keys);
        gelArchiveBytes(archive, field->keys, (size_t)field->keyCount * sizeof *field->keys);
        if (archive->isReading && gelArchiveIsGood(archive))
            gelFailArchive(archive, gelCheckField(field));
    }
    GEL_ARCHIVE(archive, state->fieldTime);
}

static void archiveAttachments(gelArchive* archive, gelAttachments* attachments)
{
    int count = attachments->count;
    gelArchiveCount(archive, &count, maxTouches, sizeof(gelAttachmentDef));
    if (archive->isReading && gelReserve(&attachments->all, &attachments->capacity, count,
                                         sizeof *attachments->all) != gel_success) {
        gelFailArchive(archive, gel_outOfMemory);
        return;
    }
    attachments->count = count;
    for (int i = 0; i < count; i++) {
        gelAttachment* attachment = &attachments->all[i];
        GEL_ARCHIVE(archive, attachment->id);
        GEL_ARCHIVE(archive, attachment->def);
        gelArchiveSwitch(archive, &attachment->isBroken);
        GEL_ARCHIVE(archive, attachment->sceneAttachment1);
    }
    GEL_ARCHIVE(archive, attachments->lastNumber);
}

static void archiveContactRows(gelArchive* archive, gelContactRows* rows)
{
    int count = rows->count;
    gelArchiveCount(archive, &count, maxTouches, 153); // without the padding of a row
    if (archive->isReading &&
        gelReserve(&rows->all, &rows->capacity, count, sizeof *rows->all) != gel_success) {
        gelFailArchive(archive, gel_outOfMemory);
        return;
    }
    rows->count = count;
    for (int i = 0; i < count; i++) {
        gelContactRow* row = &rows->all[i];
        GEL_ARCHIVE(archive, row->bodies);
        GEL_ARCHIVE(archive, row->kind);
        GEL_ARCHIVE(archive, row->elements);
        GEL_ARCHIVE(archive, row->feature);
        GEL_ARCHIVE(archive, row->ends);
        GEL_ARCHIVE(archive, row->vertices);
        GEL_ARCHIVE(archive, row->thickness);
        GEL_ARCHIVE(archive, row->friction);
        GEL_ARCHIVE(archive, row->side);
        GEL_ARCHIVE(archive, row->push);
        GEL_ARCHIVE(archive, row->gap);
        GEL_ARCHIVE(archive, row->normal);
        GEL_ARCHIVE(archive, row->share);
        GEL_ARCHIVE(archive, row->pushedOut);
        GEL_ARCHIVE(archive, row->time);
        gelArchiveSwitch(archive, &row->isHeld);
    }
}

static void archiveTouches(gelArchive* archive, gelTouchList* list)
{
    int count = list->count;
    gelArchiveCount(archive, &count, maxTouches, 28);
    if (archive->isReading &&
        gelReserve(&list->touches, &list->capacity, count, sizeof *list->touches) != gel_success) {
        gelFailArchive(archive, gel_outOfMemory);
        return;
    }
    list->count = count;
    for (int i = 0; i < count; i++) {
        gelTouch* touch = &list->touches[i];
        GEL_ARCHIVE(archive, touch->bodies);
        GEL_ARCHIVE(archive, touch->sum);
        GEL_ARCHIVE(archive, touch->run);
    }
}

void gelArchiveWorldState(gelArchive* archive, const gelWorld* world, gelWorldState* state)
{
    archiveKind(archive, state);
    for (int i = 0; i < state->bodyCount && gelArchiveIsGood(archive); i++)
        archiveIdentity(archive, state->bodies[i], i);
    if (!gelArchiveIsGood(archive))
        return;
    archiveSettings(archive, gel_worldSettings, &state->def);
    GEL_ARCHIVE(archive, state->def.goalDamping);
    if (archive->isReading && gelArchiveIsGood(archive))
        gelFailArchive(archive, gelCheckWorldSettings(&state->def));
    for (int i = 0; i < state->bodyCount && gelArchiveIsGood(archive); i++)
        archiveBody(archive, world, state->bodies[i]);
    for (int i = 0; i < state->bodyCount && gelArchiveIsGood(archive); i++)
        archiveRest(archive, world, &state->rest[i]);
    GEL_ARCHIVE(archive, state->restElapsed);
    gelArchiveSwitch(archive, &state->restIsDecided);
    archiveVertices(archive, state);
    gelArchiveArray(archive, &state->goals, &state->goalCount, GEL_MAXIMUM_GOALS, sizeof *state->goals);
    archiveFields(archive, state);
    archiveAttachments(archive, &state->attachments);
    gelArchiveArray(archive, &state->restitution.pairs, &state->restitution.count, maxTouches,
                    sizeof *state->restitution.pairs);
    archiveTouches(archive, &state->touches);
    archiveContactRows(archive, &state->contactRows);
    archiveContactRows(archive, &state->waitingRows);
    GEL_ARCHIVE(archive, state->reach);
    GEL_ARCHIVE(archive, state->stepCount);
    if (archive->isReading && gelArchiveIsGood(archive))
        gelFailArchive(archive, gelCheckReadState(world, state));
}
