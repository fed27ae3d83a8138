// Takes the place of the reference in single precision in a page.
#include "backend/backend.h"
#include "base/core.h"

gelStatus gelCreateReferenceFloat(gelBackend** backend)
{
    *backend = NULL;
    return gelFail(gel_unsupported, "a page has no \"reference\" back end: choose \"native\" or \"double\"");
}
