// Stages whose kernels are built, and tested, when a world first needs them: fields, gas and liquid.
#include "opencl/backend_internal.h"
#include "opencl/device_verdict.h"
#include "opencl/self_test/self_test.h"

// Building them takes longer than all that worlds without fields do.
static gelStatus requireFields(gelOpenclBackend* self)
{
    gelDeviceInfo info = self->opencl.info;
    gelOpencl quiet = self->opencl; // the test's launches are not the world's
    if (self->fields.program.program != NULL)
        return gel_success;
    quiet.launches = NULL;
    gelStatus status = gelOpenDeviceFields(&self->fields, &self->opencl);
    if (status == gel_success)
        status = gelSelfTestFields(&self->fields, &quiet, info.reason);
    info.exact = info.reason[0] == '\0';
    if (status == gel_success)
        status = gelOpenclBackend_JudgeTest(self, &info, "for fields");
    if (status != gel_success)
        gelCloseDeviceFields(&self->fields);
    return status;
}

gelStatus gelOpenclBackend_SetFields(gelBackend* backend, const gelFieldTable* table)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = requireFields(self);
    return status == gel_success ? gelSetDeviceFields(&self->fields, &self->opencl, &self->state, self->plan,
                                                      table, &self->base.bytes)
                                 : status;
}

// Building them takes longer than all that worlds without them do.
static gelStatus requirePressures(gelOpenclBackend* self)
{
    gelDeviceInfo info = self->opencl.info;
    gelOpencl quiet = self->opencl; // the test's launches are not the world's
    if (self->pressures.program != NULL)
        return gel_success;
    quiet.launches = NULL;
    gelStatus status = gelOpenDevicePressures(&self->pressures, &self->opencl);
    if (status == gel_success)
        status = gelSelfTestPressures(&self->pressures, &quiet, info.reason);
    info.exact = info.reason[0] == '\0';
    if (status == gel_success)
        status = gelOpenclBackend_JudgeTest(self, &info, "for gas and liquid in bodies");
    if (status != gel_success)
        gelCloseDevicePressures(&self->pressures);
    return status;
}

gelStatus gelOpenclBackend_SetPressures(gelBackend* backend, const PressureRecord* records, int count)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    gelStatus status = requirePressures(self);
    return status == gel_success ? gelSetDevicePressures(&self->pressures, &self->opencl, &self->state,
                                                         self->plan, records, count, &self->base.bytes)
                                 : status;
}

gelStatus gelOpenclBackend_ReadPressures(gelBackend* backend, PressureRecord* records, int count)
{
    gelOpenclBackend* self = (gelOpenclBackend*)backend;
    return gelReadDevicePressures(&self->pressures, &self->opencl, records, count);
}
