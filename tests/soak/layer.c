// The layer that lets calls of OpenCL fail.
#define _XOPEN_SOURCE 700
#include "stacks/fault_layer.h"
#include "soak/soak.h"

#include <dlfcn.h>

static gelArmFaultFunction* arm;
static gelCountObjectsFunction* countThem;

bool loadLayer(void)
{
    int count;
    setenv("OPENCL_LAYERS", GEL_LAYER, 1);
    gelGetDevices(NULL, 0, &count);
    void *library = dlopen(GEL_LAYER, RTLD_NOW | RTLD_NOLOAD), *address;
    if (library == NULL || count == 0)
        return false;
    address = dlsym(library, GEL_FAULT_ARM);
    memcpy(&arm, &address, sizeof address);
    address = dlsym(library, GEL_FAULT_COUNT_OBJECTS);
    memcpy(&countThem, &address, sizeof address);
    return true;
}

int countObjects(void)
{
    return countThem();
}

void armLayer(const char* call, int at, int stays)
{
    arm(call, at, outOfResources, stays);
}
