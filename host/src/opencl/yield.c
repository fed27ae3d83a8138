// Plasticity of the back end: its rest lengths, and the copies of them in the constraints of perColour's parts.
#include "opencl/runtime/error.h"
#include "opencl/backend_internal.h"
#include "opencl/device_verdict.h"
#include "opencl/self_test/self_test.h"
#include "opencl/runtime/wait.h"
#include "plan/plasticity.h"

static gelStatus testPlasticity(gelOpenclBackend* self, const gelOpencl* untimed, char reason[256])
{
    return gelSelfTestPlasticity(&self->plasticity, untimed, reason);
}

gelStatus gelPlanDevicePlasticity(gelOpenclBackend* self)
{
    const gelPlan* plan = self->plan;
    size_t count = (size_t)plan->plastic.count;
    if (count == 0)
        return gel_success;
    gelStatus status =
        gelOpenclBackend_RequireTested(self, &self->plasticityIsTested, testPlasticity, "for plasticity");
    if (status != gel_success)
        return status;
    int* vertices = gelAllocate(count, 2 * sizeof *vertices);
    float(*terms)[5] = gelAllocate(count, sizeof *terms);
    float* lengths = gelAllocate(count, sizeof *lengths);
    if (vertices != NULL && terms != NULL && lengths != NULL) {
        gelListPlasticEdges(plan, vertices, terms);
        gelGatherRestLengths(plan, lengths);
        status = gelWritePlasticEdges(&self->plasticity, &self->opencl, self->state.places, (int)count,
                                      vertices, terms, lengths, &self->base.bytes);
        if (status == gel_success)
            status = gelWriteTearingTets(&self->plasticity, &self->opencl, &plan->tearing, &self->base.bytes);
    } else {
        status = gelFailMemory(count, 8 * sizeof(float));
    }
    gelFree(vertices);
    gelFree(terms);
    gelFree(lengths);
    return status;
}

static gelStatus addSlots(gelOpenclBackend* self, const int* starts, const gelPlanConstraints* list,
                          cl_mem* buffer, int* count)
{
    gelPlasticSlot* slots;
    gelStatus status = gelFindPlasticSlots(self->plan, starts, list, &slots, count);
    if (status == gel_success && *count > 0)
        status =
            gelCreateBuffer(&self->opencl, (size_t)*count * sizeof *slots, slots, &self->base.bytes, buffer);
    gelFree(slots);
    return status;
}

gelStatus gelAddPlasticSlots(gelOpenclBackend* self, gelColourSet* part)
{
    const gelPlan* plan = self->plan;
    int launches = 0;
    if (plan->plastic.count == 0 || part->plan == NULL)
        return gel_success;
    const gelPlanConstraints* lists = part->plan->constraints;
    gelStatus status = addSlots(self, plan->plastic.starts, &lists[constraint_distance], &part->plasticSlots,
                                &part->plasticSlotCount);
    if (status == gel_success)
        status = addSlots(self, plan->tearing.starts, &lists[constraint_volume], &part->tetSlots,
                          &part->tetSlotCount);
    if (status == gel_success)
        status = gelSpreadRestLengths(&self->plasticity, &self->opencl, part, &launches);
    if (status != gel_success)
        gelClearColourSet(part); // and it is made again
    return status;
}

gelStatus gelSpreadToTwoLevel(gelOpenclBackend* self, int* launches)
{
    const gelDeviceTwoLevel* level = &self->twoLevel;
    const gelColourSet part = {.plasticSlots = level->edgeSlots,
                               .plasticSlotCount = level->edgeSlotCount,
                               .tetSlots = level->tetSlots,
                               .tetSlotCount = level->tetSlotCount,
                               .numbers = level->buffers[two_level_buffer_values].buffer};
    return level->edgeSlotCount > 0 ? gelSpreadRestLengths(&self->plasticity, &self->opencl, &part, launches)
                                    : gel_success;
}

static gelStatus spreadAll(gelOpenclBackend* self, int* launches)
{
    const gelColourSet* parts[] = {&self->all, &self->some};
    gelStatus status = gelSpreadToTwoLevel(self, launches);
    for (int i = 0; i < 2 && status == gel_success; i++)
        if (parts[i]->plan != NULL)
            status = gelSpreadRestLengths(&self->plasticity, &self->opencl, parts[i], launches);
    return status;
}

gelStatus gelRunYieldStage(gelOpenclBackend* self, const gelStepParameters* parameters, int* launches)
{
    gelStatus status = gelYieldEdges(&self->plasticity, &self->opencl, &self->state, parameters, launches);
    return status == gel_success ? spreadAll(self, launches) : status;
}

gelStatus gelOpenclBackend_WriteRestLengths(gelBackend* backend, const float* lengths)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    int launches = 0;
    cl_int error = gelWriteBuffer(&self->opencl, self->plasticity.lengths,
                                  (size_t)self->plasticity.count * sizeof *lengths, lengths);
    if (error != CL_SUCCESS)
        return gelFailCl("writing rest lengths", error);
    gelStatus status = gelTearTets(&self->plasticity, &self->opencl, &launches);
    return status == gel_success ? spreadAll(self, &launches) : status;
}

gelStatus gelOpenclBackend_ReadRestLengths(gelBackend* backend, bool kept, float* lengths)
{
    const gelOpenclBackend* self = (gelOpenclBackend*)backend;
    cl_mem from = kept ? self->plasticity.kept : self->plasticity.lengths;
    cl_int error =
        gelReadBuffer(&self->opencl, from, (size_t)self->plasticity.count * sizeof *lengths, lengths);
    return error == CL_SUCCESS ? gel_success : gelFailCl("reading rest lengths", error);
}
