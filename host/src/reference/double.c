#define GEL_DIALECT_DOUBLE
#include "reference/reference.inc"

gelStatus gelCreateReferenceDouble(gelBackend** backend)
{
    return createReference("reference (double)", backend);
}
