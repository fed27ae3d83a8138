#include "scene/contents/fingerprint.h"
#include "backend/backend.h"

#include <stdio.h>
#include <string.h>

gelFingerprint gelOwnFingerprint(void)
{
    gelFingerprint origin = {.kernels = gelHashKernels()};
    snprintf(origin.version, sizeof origin.version, "%s", gelVersionText());
    return origin;
}

bool gelFingerprintDiffers(const gelFingerprint* origin, int part, char* text, size_t size)
{
    gelFingerprint own = gelOwnFingerprint();
    if (part == 0)
        snprintf(text, size, "written by Gel %.19s, and this is Gel %.19s, whose steps may give other bits",
                 origin->version, own.version);
    else
        snprintf(text, size, "written by a build of Gel with other kernels, whose steps give other bits");
    return part == 0 ? strcmp(origin->version, own.version) != 0 : origin->kernels != own.kernels;
}
