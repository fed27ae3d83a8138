// The reference whose positions are two floats.
#define GEL_DIALECT_FLOAT
#define GEL_COMPENSATED
#include "reference/reference.inc"

gelStatus gelCreateReferenceCompensated(gelBackend** backend)
{
    return createReference("reference (float, compensated)", backend);
}
