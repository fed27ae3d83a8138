// Attachments: created, removed and read.
#include "gel/attachment.h"
#include "world/apart.h"
#include "world/sleep.h"
#include "world/world.h"

#include <math.h>

enum { gel_attachmentCookie = 0x6a77a };

gelAttachmentDef gelDefaultAttachmentDef(void)
{
    return (gelAttachmentDef){.breakForce = INFINITY, .cookie = gel_attachmentCookie};
}

static gelStatus checkAnchor(const gelWorld* world, const char* name, const gelBodyPoint* anchor,
                             float maxWeight)
{
    const gelBody* body = gelFindBody(world, anchor->body);
    double sum = 0.0;
    if (body == NULL)
        return gel_invalidHandle;
    if (anchor->vertexCount < 1 || anchor->vertexCount > 4)
        return gelFail(gel_invalidArgument, "attachment: %s: expected 1 to 4 vertices, found %d", name,
                       anchor->vertexCount);
    for (int i = 0; i < anchor->vertexCount; i++) {
        int vertex = anchor->vertices[i];
        float weight = anchor->weights[i];
        sum += (double)weight;
        if (vertex < 0 || vertex >= body->shape->mesh.vertexCount)
            return gelFail(gel_invalidArgument, "attachment: %s: expected vertices from 0 to %d, found %d",
                           name, body->shape->mesh.vertexCount - 1, vertex);
        if (!(fabsf(weight) <= maxWeight))
            return gelFail(gel_invalidArgument, "attachment: %s: expected weights from -10 to 10, found %g",
                           name, (double)weight);
        for (int k = 0; k < i; k++)
            if (anchor->vertices[k] == vertex)
                return gelFail(gel_invalidArgument, "attachment: %s: vertex %d is named twice", name, vertex);
    }
    if (!(fabs(sum - 1.0) <= 1e-4))
        return gelFail(gel_invalidArgument, "attachment: %s: expected weights that add up to 1, found %.9g",
                       name, sum);
    return gel_success;
}

static gelStatus checkNumbers(const gelAttachmentDef* def)
{
    if (!(def->compliance >= 0.0f && def->compliance <= 1e6f))
        return gelFail(gel_invalidArgument, "attachment: compliance: expected 0 to 1e6 m/N, found %g",
                       (double)def->compliance);
    if (!(def->length >= 0.0f && def->length <= 1e6f))
        return gelFail(gel_invalidArgument, "attachment: length: expected 0 to 1e6 m, found %g",
                       (double)def->length);
    if (!(def->breakForce > 0.0f))
        return gelFail(gel_invalidArgument, "attachment: breakForce: expected more than 0 N, found %g",
                       (double)def->breakForce);
    gelStatus status = gelCheckForceCurve(def);
    return status == gel_success ? status : gelFail(status, "attachment: curve: %s", gelLastError());
}

static gelStatus checkPair(const gelWorld* world, const gelAttachmentDef* def)
{
    const gelBody *a = gelFindBody(world, def->a.body), *b = gelFindBody(world, def->b.body);
    if (gelIsObstacle(a) && gelIsObstacle(b))
        return gelFail(gel_invalidArgument,
                       "attachment: expected at least one soft body, found two obstacles");
    for (int i = 0; i < def->a.vertexCount && a == b; i++)
        for (int k = 0; k < def->b.vertexCount; k++)
            if (def->a.vertices[i] == def->b.vertices[k])
                return gelFail(
                    gel_invalidArgument,
                    "attachment: expected two points without a vertex in common, found vertex %d in both",
                    def->a.vertices[i]);
    return gel_success;
}

// Weights that add up to 1 as exactly as they can keep the momentum.
static void normalise(gelBodyPoint* anchor)
{
    double sum = 0.0;
    for (int i = 0; i < anchor->vertexCount; i++)
        sum += (double)anchor->weights[i];
    for (int i = 0; i < anchor->vertexCount; i++)
        anchor->weights[i] = (float)((double)anchor->weights[i] / sum);
}

gelStatus gelCheckAttachment(const gelWorld* world, const gelAttachmentDef* def, float maxWeight)
{
    if (def == NULL || def->cookie != gel_attachmentCookie)
        return gelFail(gel_invalidArgument,
                       "attachment definition: expected one initialised with gelDefaultAttachmentDef()");
    gelStatus status = checkAnchor(world, "a", &def->a, maxWeight);
    if (status == gel_success)
        status = checkAnchor(world, "b", &def->b, maxWeight);
    if (status == gel_success)
        status = checkNumbers(def);
    return status == gel_success ? checkPair(world, def) : status;
}

gelStatus gelCreateAttachment(gelWorld* world, const gelAttachmentDef* def, gelAttachmentId* id)
{
    gelAttachments* attachments = &world->attachments;
    *id = (gelAttachmentId){0};
    gelStatus status = gelCheckAttachment(world, def, 10.0f);
    if (status == gel_success)
        status = gelWorldFinishStep(world);
    if (status == gel_success)
        status = gelWorldPull(world);
    if (status == gel_success)
        status = gelReserve(&attachments->all, &attachments->capacity, attachments->count + 1,
                            sizeof *attachments->all);
    if (status != gel_success)
        return status;
    gelAttachment* attachment = &attachments->all[attachments->count++];
    *attachment = (gelAttachment){.id = {++attachments->lastNumber}, .def = *def};
    normalise(&attachment->def.a);
    normalise(&attachment->def.b);
    gelWakeAttached(world, def);
    gelWarnOfGap(world, &attachment->def);
    world->dirty |= gel_dirtyAttachments;
    *id = attachment->id;
    return gel_success;
}

static gelStatus failGone(gelAttachmentId id)
{
    return gelFail(gel_invalidHandle, "attachment %u does not exist, or no longer", (unsigned)id.number);
}

gelStatus gelDestroyAttachment(gelWorld* world, gelAttachmentId id)
{
    int index = gelIndexOfAttachment(&world->attachments, id);
    gelStatus status = index < 0 ? failGone(id) : gelWorldFinishStep(world);
    if (status != gel_success)
        return status;
    index = gelIndexOfAttachment(&world->attachments, id);
    if (index < 0)
        return gel_success; // the step has released it
    gelWakeAttached(world, &world->attachments.all[index].def);
    gelRemoveAttachment(&world->attachments, index);
    world->dirty |= gel_dirtyAttachments;
    return gel_success;
}

bool gelAttachment_IsValid(const gelWorld* world, gelAttachmentId id)
{
    return gelIndexOfAttachment(&world->attachments, id) >= 0;
}

gelStatus gelAttachment_GetDef(const gelWorld* world, gelAttachmentId id, gelAttachmentDef* def)
{
    int index = gelIndexOfAttachment(&world->attachments, id);
    if (index < 0)
        return failGone(id);
    *def = world->attachments.all[index].def;
    return gel_success;
}

int gelWorld_GetAttachments(const gelWorld* world, gelAttachmentId* ids, int capacity)
{
    for (int i = 0; i < world->attachments.count && i < capacity; i++)
        ids[i] = world->attachments.all[i].id;
    return world->attachments.count;
}

gelStatus gelAttachment_GetForce(gelWorld* world, gelAttachmentId id, gelVec3* force)
{
    int index = gelIndexOfAttachment(&world->attachments, id);
    *force = (gelVec3){0};
    if (index < 0)
        return failGone(id);
    const gelAttachmentList* list = &world->attachmentList;
    if (!world->multipliersAreThere || (world->dirty & gel_dirtyAttachments) != 0)
        return gel_success;
    double(*multipliers)[4] = gelAllocate((size_t)list->count, sizeof *multipliers);
    if (multipliers == NULL)
        return gelFailMemory((size_t)list->count, sizeof *multipliers);
    gelStatus status = world->backend->functions->readMultipliers(world->backend, multipliers);
    double share = world->cursor.parameters.inverse_h2;
    for (int i = 0; i < list->count && status == gel_success; i++)
        if (list->numbers[i] == index)
            *force = (gelVec3){(float)(multipliers[i][0] * share), (float)(multipliers[i][1] * share),
                               (float)(multipliers[i][2] * share)};
    gelFree(multipliers);
    return status;
}
