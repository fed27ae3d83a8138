// The layer that makes calls of OpenCL fail (stacks/fault_layer.c), loaded into a test.
#pragma once

#include "stacks/fault_layer.h"
#include "gel/device.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static gelArmFaultFunction* arm;
static gelCountCallsFunction* countCalls;
static gelCountObjectsFunction* countObjects;
static gelListCallsFunction* listCalls;

static inline void findInLayer(void* library, const char* name, void* function)
{
    void* address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
}

// Finds the functions of the layer in the library that OpenCL's loader has loaded. False if it
// loads no layers, or there is no device. `info` becomes that of the first device.
static inline bool loadLayer(gelDeviceInfo* info)
{
    int count = 0;
    setenv("GEL_NATIVE_PROCESSOR", "none", 1); // which would take the place of the first one
    setenv("OPENCL_LAYERS", GEL_LAYER, 1);
    gelGetDevices(info, 1, &count);
    void* library = dlopen(GEL_LAYER, RTLD_NOW | RTLD_NOLOAD);
    if (library == NULL || count == 0)
        return false;
    findInLayer(library, GEL_FAULT_ARM, &arm);
    findInLayer(library, GEL_FAULT_COUNT_CALLS, &countCalls);
    findInLayer(library, GEL_FAULT_COUNT_OBJECTS, &countObjects);
    findInLayer(library, GEL_FAULT_LIST_CALLS, &listCalls);
    return true;
}

static inline void disarm(void)
{
    arm("any", 0, 0, 0);
}
