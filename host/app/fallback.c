#include "app/fallback.h"

int gelListFallbacks(const gelWorld* world, gelLosses* losses, gelFallback places[gel_maxFallbacks])
{
    enum { maxDevices = gel_maxFallbacks - 2 };
    gelDeviceInfo infos[maxDevices];
    int deviceCount = 0, count = 0, own = gelWorld_GetDef(world).device;
    gelGetDevices(infos, maxDevices, &deviceCount);
    bool isCounted = own >= 0 && own < gel_maxFallbacks; // the reference may have no device's number
    if (isCounted && ++losses->counts[own] <= gel_maxLosses)
        places[count++] = (gelFallback){gel_opencl, own};
    for (int i = 0; i < deviceCount && i < maxDevices; i++)
        if (infos[i].index == gel_nativeDevice && own != gel_nativeDevice) // it cannot be lost
            places[count++] = (gelFallback){gel_native, gel_nativeDevice};
        else if (infos[i].index >= 0 && i != own && losses->counts[i] <= gel_maxLosses)
            places[count++] = (gelFallback){gel_opencl, i};
    places[count++] = (gelFallback){gel_referenceFloat, 0};
    return count;
}
