#include "backend/backend.h"
#include "backend/embedded_kernels.h"

uint64_t gelHashKernels(void)
{
    return gelEmbeddedKernelHash;
}
