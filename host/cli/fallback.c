#include "fallback.h"

int gelListFallbacks(const gelWorld* world, gelLosses* losses, gelFallback places[gel_mostFallbacks])
{
    enum { mostDevices = gel_mostFallbacks - 2 };
    gelDeviceInfo infos[mostDevices];
    int deviceCount = 0, count = 0, own = gelWorld_GetDef(world).device;
    gelGetDevices(infos, mostDevices, &deviceCount);
    bool isCounted = own >= 0 && own < gel_mostFallbacks; // the reference may have no device's number
    if (isCounted && ++losses->counts[own] <= gel_mostLosses)
        places[count++] = (gelFallback){gel_opencl, own};
    for (int i = 0; i < deviceCount && i < mostDevices; i++)
        if (i != own && losses->counts[i] <= gel_mostLosses)
            places[count++] = (gelFallback){gel_opencl, i};
    places[count++] = (gelFallback){gel_referenceFloat, 0};
    return count;
}
