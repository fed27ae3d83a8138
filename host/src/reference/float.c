#define GEL_DIALECT_FLOAT
#include "reference/reference.inc"

gelStatus gelCreateReferenceFloat(gelBackend** backend)
{
    return createReference("reference (float)", backend);
}
