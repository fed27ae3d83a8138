// Stages whose kernels are built, and tested, when a world first needs them: fields, gas and liquid, balance, and the two-level
// solver. Such
// kernels are built again with all others.
#include "opencl/backend_internal.h"
#include "opencl/device_verdict.h"
#include "opencl/self_test/self_test.h"

#include <string.h>

static gelStatus testFields(gelOpenclBackend* self, const gelOpencl* untimed, char reason[256])
{
    return gelSelfTestFields(&self->fields, untimed, reason);
}

gelStatus gelOpenclBackend_SetFields(gelBackend* backend, const gelFieldTable* table)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = gelOpenclBackend_RequireTested(self, &self->fieldsAreTested, testFields, "for fields");
    return status == gel_success ? gelSetDeviceFields(&self->fields, &self->opencl, &self->state, self->plan,
                                                      table, &self->base.bytes)
                                 : status;
}

static gelStatus testPressures(gelOpenclBackend* self, const gelOpencl* untimed, char reason[256])
{
    return gelSelfTestPressures(&self->pressures, untimed, reason);
}

gelStatus gelOpenclBackend_SetPressures(gelBackend* backend, const PressureRecord* records, int count)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = gelOpenclBackend_RequireTested(self, &self->pressuresAreTested, testPressures,
                                                      "for gas and liquid in bodies");
    return status == gel_success ? gelSetDevicePressures(&self->pressures, &self->opencl, &self->state,
                                                         self->plan, records, count, &self->base.bytes)
                                 : status;
}

gelStatus gelOpenclBackend_ReadPressures(gelBackend* backend, PressureRecord* records, int count)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    return gelReadDevicePressures(&self->pressures, &self->opencl, records, count);
}

static gelStatus testBalance(gelOpenclBackend* self, const gelOpencl* untimed, char reason[256])
{
    return gelSelfTestBalance(&self->balance, untimed, reason);
}

gelStatus gelOpenclBackend_SetBalance(gelBackend* backend, const gelBalanceList* list)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status =
        gelOpenclBackend_RequireTested(self, &self->balanceIsTested, testBalance, "for bodies under stress");
    return status == gel_success ? gelSetDeviceBalance(&self->balance, &self->opencl, list, &self->base.bytes)
                                 : status;
}

static gelStatus testTwoLevel(gelOpenclBackend* self, const gelOpencl* untimed, char reason[256])
{
    return gelSelfTestTwoLevel(&self->twoLevel, untimed, self->twoLevelKinds, reason);
}

gelStatus gelOpenclBackend_SetTwoLevel(gelBackend* backend, const gelTwoLevelList* list)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    int launches = 0; // not part of a step
    self->twoLevelKinds |= gelKindsOfList(list);
    self->twoLevelIsTested = self->twoLevelIsTested && gelHasKindsOf(&self->twoLevel, list);
    gelStatus status = gelOpenclBackend_RequireTested(self, &self->twoLevelIsTested, testTwoLevel,
                                                      "for the solver twoLevel");
    if (status == gel_success)
        status = gelSetDeviceTwoLevel(&self->twoLevel, &self->opencl, &self->state, list, &self->base.bytes);
    gelSetTouchSlots(&self->contacts, status == gel_success ? list->slots : NULL, list->slotCount);
    return status == gel_success ? gelSpreadToTwoLevel(self, &launches) : status;
}

gelStatus gelRenewStages(const gelOpenclBackend* self, gelOpenclBackend* fresh, gelDeviceInfo* info)
{
    char reasons[6][sizeof info->reason] = {""};
    gelOpencl untimed = fresh->opencl;
    gelStatus status = gel_success;
    untimed.launches = NULL;
    if (self->fields.program != NULL)
        status = gelSelfTestFields(&fresh->fields, &untimed, reasons[0]);
    if (status == gel_success && self->pressures.program != NULL)
        status = gelSelfTestPressures(&fresh->pressures, &untimed, reasons[1]);
    if (status == gel_success && self->links.program != NULL)
        status = gelSelfTestLinks(&fresh->links, &untimed, reasons[2]);
    if (status == gel_success && self->plasticity.program != NULL)
        status = gelSelfTestPlasticity(&fresh->plasticity, &untimed, reasons[3]);
    if (status == gel_success && self->balance.program != NULL)
        status = gelSelfTestBalance(&fresh->balance, &untimed, reasons[4]);
    if (status == gel_success && self->twoLevel.program != NULL)
        status = gelSelfTestTwoLevel(&fresh->twoLevel, &untimed, self->twoLevel.kinds, reasons[5]);
    for (int i = 0; i < 6 && status == gel_success && info->exact; i++) {
        info->exact = reasons[i][0] == '\0';
        memcpy(info->reason, reasons[i], sizeof info->reason);
    }
    return status;
}

void gelSwapStagePrograms(gelOpenclBackend* a, gelOpenclBackend* b)
{
#define SWAP(stage, count)                                                                                   \
    gelSwapGroupPrograms(&a->stage.program, a->stage.kernels, &b->stage.program, b->stage.kernels, count);
    SWAP(fields, gel_fieldKernelCount)
    SWAP(pressures, gel_pressureKernelCount)
    SWAP(links, gel_linkKernelCount)
    SWAP(plasticity, gel_plasticityKernelCount)
    SWAP(balance, gel_balanceKernelCount)
    SWAP(twoLevel, gel_twoLevelKernelCount)
#undef SWAP
}

gelStatus gelOpenclBackend_ReadTouches(gelBackend* backend, double* touches)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    return gelReadDeviceTouches(&self->twoLevel, &self->opencl, touches);
}
