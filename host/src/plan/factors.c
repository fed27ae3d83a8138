#include "plan/factors.h"
#include "base/core.h"

#include <string.h>

gelVertexFactors* gelMakeFactors(const float* values, int count)
{
    size_t size = (size_t)count * sizeof *values;
    gelVertexFactors* factors = gelAllocate(sizeof *factors + size, 1);
    if (factors != NULL) {
        factors->useCount = 1;
        memcpy(factors->values, values, size);
    }
    return factors;
}

void gelReleaseFactors(gelVertexFactors* factors)
{
    if (factors != NULL && --factors->useCount == 0)
        gelFree(factors);
}
