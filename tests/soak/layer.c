// The layer that lets calls of OpenCL fail.
#define _XOPEN_SOURCE 700
#include "soak/soak.h"
#include "support/fault_layer_loaded.h"

bool openLayer(void)
{
    gelDeviceInfo device;
    return loadLayer(&device);
}

int countLayerObjects(void)
{
    return countObjects();
}

void armLayer(const char* call, int at, int stays)
{
    arm(call, at, outOfResources, stays);
}
