#include "opencl/device_verdict.h"

#include <stdio.h>

void gelOpenclBackend_SetTested(gelBackend* backend, const gelDeviceInfo* info)
{
    gelOpencl* opencl = &((gelOpenclBackend*)backend)->opencl;
    opencl->info = *info;
    backend->device = &opencl->info;
    backend->exact = info->exact;
    snprintf(backend->text, sizeof backend->text, "%s %.100s (%.60s), %d lane%s%s", opencl->info.backend,
             opencl->info.name, opencl->info.platform, opencl->lanes, opencl->lanes > 1 ? "s" : "",
             info->exact ? "" : ", INEXACT");
}

gelStatus gelOpenclBackend_JudgeTest(gelOpenclBackend* self, const gelDeviceInfo* info, const char* where)
{
    if (!self->base.exact || info->exact)
        return gel_success;
    if (!self->allowsInexact)
        return gelFail(
            gel_inexactDevice,
            "%s does not compute the reference's bits %s: %s; allowInexact (--allow-inexact) uses it anyway",
            info->name, where, info->reason);
    gelLog(gel_logWarning, "%s is not exact %s: %s", info->name, where, info->reason);
    gelOpenclBackend_SetTested(&self->base, info);
    return gel_success;
}

gelStatus gelOpenclBackend_RequireTested(gelOpenclBackend* self, bool* areTested, gelKernelTest* test,
                                         const char* where)
{
    gelDeviceInfo info = self->opencl.info;
    gelOpencl untimed = self->opencl;
    if (*areTested)
        return gel_success;
    untimed.launches = NULL;
    info.reason[0] = '\0';
    gelStatus status = test(self, &untimed, info.reason);
    info.exact = info.reason[0] == '\0';
    if (status == gel_success)
        status = gelOpenclBackend_JudgeTest(self, &info, where);
    *areTested = status == gel_success;
    return status;
}
