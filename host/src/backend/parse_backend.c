#include "backend/backend.h"
#include "base/core.h"

#include <string.h>

bool gelIsDevice(gelBackendKind kind)
{
    return kind == gel_opencl || kind == gel_native || kind == gel_autoBackend;
}

gelStatus gelParseBackend(const char* text, gelWorldDef* def)
{
    gelWorldDef parsed = *def;
    gelStatus status = gel_success;
    parsed.device = -1;
    if (strcmp(text, "auto") == 0)
        parsed.backend = gel_autoBackend;
    else if (strcmp(text, "reference") == 0)
        parsed.backend = gel_referenceFloat;
    else if (strcmp(text, "double") == 0)
        parsed.backend = gel_referenceDouble;
    else if (strcmp(text, "native") == 0) {
        parsed.backend = gel_native;
        status = gelFindNative();
    } else if (strcmp(text, "opencl") == 0)
        parsed.backend = gel_opencl;
    else if (strncmp(text, "opencl:", 7) == 0) {
        parsed.backend = gel_opencl;
        status = gelParseDevice(text + 7, &parsed.device);
    } else
        status = gelFail(gel_invalidArgument,
                         "\"%s\" is not a back end: expected auto, reference, double, native, opencl, "
                         "opencl:INDEX or opencl:NAME",
                         text);
    if (status == gel_success)
        *def = parsed;
    return status;
}
