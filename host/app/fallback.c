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
    for (int preference = 0; preference < gel_preferenceCount; preference++)
        for (int i = 0; i < deviceCount && i < maxDevices; i++) {
            int index = infos[i].index;
            if (infos[i].preference != preference || index == own)
                continue;
            if (index == gel_nativeDevice) // it cannot be lost
                places[count++] = (gelFallback){gel_native, index};
            else if (losses->counts[index] <= gel_maxLosses)
                places[count++] = (gelFallback){gel_opencl, index};
        }
    places[count++] = (gelFallback){gel_referenceFloat, 0};
    return count;
}
