// Takes the place of host/src/opencl in a library that is built without it.
#include "backend/backend.h"
#include "base/core.h"
#include "gel/tuning.h"

static gelStatus failWithoutDevices(void)
{
    return gelFail(gel_noDevice, "this Gel is built without OpenCL (GEL_USE_OPENCL is OFF): choose the "
                                 "\"reference\" back end");
}

gelStatus gelGetDevices(gelDeviceInfo* infos, int capacity, int* count)
{
    (void)infos;
    (void)capacity;
    *count = 0;
    return gel_success;
}

gelStatus gelTestDevice(int index, gelDeviceInfo* info)
{
    (void)index;
    (void)info;
    return failWithoutDevices();
}

bool gelFindFirstDevice(const gelWorldDef* def, gelDeviceInfo* info)
{
    (void)def;
    (void)info;
    return false;
}

gelStatus gelTuneDevice(int index, gelTuningUse use, gelDeviceTuning* tuning)
{
    (void)index;
    (void)use;
    (void)tuning;
    return failWithoutDevices();
}

gelStatus gelParseDevice(const char* text, int* device)
{
    (void)text;
    (void)device;
    return failWithoutDevices();
}

gelStatus gelFindNative(void)
{
    return gelFail(gel_noDevice,
                   "there is no native back end: install clang and opencl-headers, and build Gel again");
}

gelStatus gelCreateOpenclBackend(const gelWorldDef* def, gelBackend** backend)
{
    (void)def;
    *backend = NULL;
    return failWithoutDevices();
}
