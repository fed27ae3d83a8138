// An OpenCL layer that never returns a buffer to the driver, for oclgrind's check for uninitialised values.
// That check (21.10, src/plugins/Uninitialized.cpp) keeps a shadow per address; it is not notified when a
// buffer is released, and gives a new buffer at the same address the old one's shadow. Whatever kernels write
// beyond the end of that is not recorded, and reading it counts as uninitialised. With this layer no address
// is reused.
//
// OPENCL_LAYERS=PATH/libkeep_buffers_layer.so loads it.
#include "stacks/opencl_layer.h"

#include <string.h>

static cl_int CL_API_CALL keep(cl_mem memory)
{
    (void)memory;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch* below, cl_uint* ourCount,
                                            const cl_icd_dispatch** ours)
{
    beginLayer(count, below, ourCount, ours);
    layer.clReleaseMemObject = keep;
    return CL_SUCCESS;
}
