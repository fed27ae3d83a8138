// The stages in which bodies of the two-level solver and contacts meet: obstacles offer planes, which become rows.
#include "opencl/backend_internal.h"

gelStatus gelRunStiffStage(gelOpenclBackend* self, const gelStepParameters* parameters, gelPlanStage stage,
                           int* launches)
{
    const gelGrownBuffer* buffers = self->twoLevel.buffers;
    gelStatus status = gel_success;
    bool hasOffers = stage.stage == gel_stageLoads && self->twoLevel.cycles > 0 &&
                     gelHasOffers(&self->contacts, parameters);
    if (hasOffers)
        status =
            gelOfferPlanes(&self->contacts, &self->opencl, buffers[two_level_buffer_offers].buffer, launches);
    if (status == gel_success)
        status = gelRunDeviceTwoLevel(&self->twoLevel, &self->opencl, &self->state, parameters, stage.stage,
                                      hasOffers, launches);
    return status == gel_success && stage.stage == gel_stageLoads
               ? gelPullSlots(&self->links, &self->opencl, &self->state,
                              buffers[two_level_buffer_pulls].buffer, parameters, stage, launches)
               : status;
}

gelStatus gelRunContactStage(gelOpenclBackend* self, const gelStepParameters* parameters, int* launches)
{
    const gelGrownBuffer* buffers = self->twoLevel.buffers;
    gelStatus status = gelSolveDeviceContacts(&self->contacts, &self->opencl, parameters, launches);
    return status == gel_success && self->twoLevel.cycles > 0 && gelHasOffers(&self->contacts, parameters)
               ? gelRecordHolds(&self->contacts, &self->opencl, parameters,
                                buffers[two_level_buffer_offers].buffer,
                                buffers[two_level_buffer_history].buffer, launches)
               : status;
}
