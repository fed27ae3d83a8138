// Why a call failed: what the library says, or this layer.
#include "gel_web.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char kept[9000]; // until web_error returns it; as long as the longest message of the library

gelStatus gelRefuse(const char* format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(kept, sizeof kept, format, list);
    va_end(list);
    return gel_invalidArgument;
}

void gelForgetError(void)
{
    kept[0] = '\0';
}

void gelKeepError(void)
{
    if (kept[0] == '\0')
        snprintf(kept, sizeof kept, "%s", gelLastError());
}

// Why the last call failed; to be called once, after it.
GEL_WEB(web_error) const char* web_error(void)
{
    static char returned[sizeof kept];
    memcpy(returned, kept, sizeof returned);
    kept[0] = '\0';
    return returned[0] != '\0' ? returned : gelLastError();
}
