// Stages whose kernels are built, and tested, when a world first needs them: fields, gas and liquid.
#include "opencl/backend_internal.h"
#include "opencl/device_verdict.h"
#include "opencl/self_test/self_test.h"

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
