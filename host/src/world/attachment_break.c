#include "world/attachment_break.h"
#include "world/sleep.h"

#include <math.h>

static bool anyBreaks(const gelAttachments* attachments)
{
    bool any = false;
    for (int i = 0; i < attachments->count && !any; i++)
        any = isfinite(attachments->all[i].def.breakForce);
    return any;
}

static void release(gelWorld* world, int index)
{
    gelWakeAttached(world, &world->attachments.all[index].def);
    gelRemoveAttachment(&world->attachments, index);
    world->dirty |= gel_dirtyAttachments;
}

gelStatus gelWorldFindBroken(gelWorld* world)
{
    const gelAttachmentList* list = &world->attachmentList;
    if (!anyBreaks(&world->attachments))
        return gel_success;
    double(*multipliers)[4] = gelAllocate((size_t)list->count, sizeof *multipliers);
    gelStatus status = multipliers != NULL
                           ? world->backend->functions->readMultipliers(world->backend, multipliers)
                           : gelFailMemory((size_t)list->count, sizeof *multipliers);
    for (int i = 0; i < list->count && status == gel_success; i++) {
        gelAttachment* attachment = &world->attachments.all[list->numbers[i]];
        attachment->isBroken = multipliers[i][3] > (double)gelBreakSquare(&attachment->def);
    }
    gelFree(multipliers);
    return status;
}

void gelWorldReleaseBroken(gelWorld* world)
{
    world->multipliersAreThere = world->attachmentList.count > 0;
    for (int i = world->attachments.count - 1; i >= 0; i--)
        if (world->attachments.all[i].isBroken)
            release(world, i);
}
