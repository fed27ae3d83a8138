#include "backend/backend.h"
#include "backend/embedded_kernels.h"
#include "base/core.h"

uint64_t gelHashKernels(void)
{
    uint64_t hash = GEL_HASH_START;
    for (int i = 0; i < gelEmbeddedKernels.count; i++)
        hash = gelHashBytes(hash, gelEmbeddedKernels.files[i].text, gelEmbeddedKernels.files[i].size);
    return hash;
}
