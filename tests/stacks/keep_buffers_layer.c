// An OpenCL layer that never gives a buffer back to the driver, for oclgrind's check for values never set. That check
// (21.10, src/plugins/Uninitialized.cpp) keeps a shadow for each address; it is not told when a buffer is released, and
// takes a new buffer at the address of an old one to have the old one's shadow. What kernels write behind the end of that is
// not noted, and what they read there counts as never set. With this layer no address comes twice.
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
