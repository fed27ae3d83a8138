// Goals of bodies, tethers and attachments, of the back end.
#include "opencl/backend.h"
#include "opencl/backend_internal.h"
#include "opencl/device_verdict.h"
#include "opencl/self_test/self_test.h"

static gelStatus testLinks(gelOpenclBackend* self, const gelOpencl* untimed, char reason[256])
{
    return gelSelfTestLinks(&self->links, untimed, reason);
}

static gelStatus requireLinks(gelOpenclBackend* self)
{
    return gelOpenclBackend_RequireTested(self, &self->linksAreTested, testLinks,
                                          "for goals, tethers and attachments");
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

gelStatus gelOpenclBackend_ReadMultipliers(gelBackend* backend, double (*multipliers)[4])
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    return gelReadDeviceMultipliers(&self->links, &self->opencl, multipliers);
}
