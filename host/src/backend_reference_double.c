#define GEL_DIALECT_DOUBLE
#include "backend_reference.inc"

gelStatus gelCreateReferenceDouble(gelBackend** backend)
{
    return createReference("reference (double)", backend);
}
