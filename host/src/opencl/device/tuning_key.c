#include "opencl/device/tuning_key.h"
#include "opencl/runtime/kernel_source.h"
#include "opencl/runtime/program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Variables in the environment that affect the speed of CPU drivers.
static const char* const driverSettings[] = {
    "LP_NATIVE_VECTOR_WIDTH", "LP_NUM_THREADS",         "POCL_AFFINITY",
    "POCL_CPU_MAX_CU_COUNT",  "POCL_MAX_PTHREAD_COUNT", "POCL_WORK_GROUP_METHOD",
};
enum { settingCount = sizeof driverSettings / sizeof driverSettings[0] };

static const char* kindText(gelDeviceKind kind)
{
    return kind == gel_deviceCpu ? "CPU" : kind == gel_deviceGpu ? "GPU" : "other";
}

// Not the size of the memory, which changes from one start of a virtual machine to the next.
gelStatus gelMakeTuningKey(cl_device_id device, const gelDeviceInfo* info, char** key)
{
    enum { capacity = 4096 };
    char *source, options[GEL_BUILD_OPTIONS_SIZE];
    gelStatus status = gelMakeBuildOptions(device, 1, gelUsualKinds, options);
    *key = NULL;
    if (status == gel_success)
        status = gelExpandKernelSource("gel.cl", &source);
    if (status != gel_success)
        return status;
    uint64_t kernels = gelHashBytes(GEL_HASH_START, source, strlen(source));
    gelFree(source);
    char* text = gelAllocate(capacity, 1);
    if (text == NULL)
        return gelFailMemory(capacity, 1);
    snprintf(text, capacity,
             "gel %s\ndevice %s\nvendor %s\nplatform %s\ndriver %s\nversion %s\nkind %s\nunits %d\n"
             "work-group %d\nlocal memory %" PRIu64 "\nusual lanes %d\n"
             "options %s\nkernels %016" PRIx64 "\n",
             gelVersionText(), info->name, info->vendor, info->platform, info->driver, info->version,
             kindText(info->kind), info->computeUnits, info->maxWorkGroupSize, info->localMemory, info->lanes,
             options, kernels);
    for (int i = 0; i < settingCount; i++) {
        const char* value = getenv(driverSettings[i]);
        size_t length = strlen(text);
        if (value != NULL)
            snprintf(text + length, capacity - length, "%s %.200s\n", driverSettings[i], value);
    }
    *key = text;
    return gel_success;
}
