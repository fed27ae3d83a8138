#define GEL_DIALECT_FLOAT
#include "backend_reference.inc"

gelStatus gelCreateReferenceFloat(gelBackend** backend)
{
    return createReference("reference (float)", backend);
}
