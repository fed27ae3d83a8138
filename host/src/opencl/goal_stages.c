// Goals of bodies, tethers and attachments, of the back end.
#include "opencl/backend.h"
#include "opencl/backend_internal.h"
#include "opencl/device_verdict.h"

// Tested when first used.
static gelStatus requireLinks(gelOpenclBackend* self)
{
    gelDeviceInfo info = self->opencl.info;
    if (self->linksAreTested)
        return gel_success;
    gelStatus status = gelSelfTestLinks(&self->links, &self->opencl, info.reason);
    info.exact = info.reason[0] == '\0';
    if (status == gel_success)
        status = gelOpenclBackend_JudgeTest(self, &info, "for goals, tethers and attachments");
    self->linksAreTested = status == gel_success;
    return status;
}

gelStatus gelOpenclBackend_SetBodyGoals(gelBackend* backend, const gelGoalList* goals)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = goals->count > 0 ? requireLinks(self) : gel_success;
    if (status != gel_success)
        return status;
    return gelWriteGoalList(&self->links, &self->opencl, &self->state, goals, &self->base.bytes);
}

gelStatus gelOpenclBackend_SetTethers(gelBackend* backend, const gelTetherList* tethers)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = tethers->count > 0 ? requireLinks(self) : gel_success;
    if (status != gel_success)
        return status;
    return gelWriteTethers(&self->links, &self->opencl, &self->state, tethers, &self->base.bytes);
}

gelStatus gelOpenclBackend_SetAttachments(gelBackend* backend, const gelAttachmentList* attachments)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = attachments->count > 0 ? requireLinks(self) : gel_success;
    if (status != gel_success)
        return status;
    return gelWriteAttachments(&self->links, &self->opencl, &self->state, attachments, &self->base.bytes);
}

gelStatus gelOpenclBackend_ReadMultipliers(gelBackend* backend, double (*multipliers)[3])
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    return gelReadDeviceMultipliers(&self->links, &self->opencl, multipliers);
}
