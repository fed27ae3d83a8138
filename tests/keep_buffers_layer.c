// An OpenCL layer that never gives a buffer back to the driver, for oclgrind's check for values never set. That check
// (21.10, src/plugins/Uninitialized.cpp) keeps a shadow for each address; it is not told when a buffer is released, and
// takes a new buffer at the address of an old one to have the old one's shadow. What kernels write behind the end of that is
// not noted, and what they read there counts as never set. With this layer no address comes twice.
//
// OPENCL_LAYERS=PATH/libkeep_buffers_layer.so loads it.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <string.h>

static cl_icd_dispatch layer;

static cl_int CL_API_CALL keep(cl_mem memory)
{
    (void)memory;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void* value,
                                               size_t* sizeNeeded)
{
    static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (what != CL_LAYER_API_VERSION || (value != NULL && size < sizeof version))
        return CL_INVALID_VALUE;
    if (value != NULL)
        memcpy(value, &version, sizeof version);
    if (sizeNeeded != NULL)
        *sizeNeeded = sizeof version;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch* below, cl_uint* ourCount,
                                            const cl_icd_dispatch** ours)
{
    cl_uint known = sizeof layer / sizeof(void*);
    memcpy(&layer, below, sizeof(void*) * (count < known ? count : known));
    layer.clReleaseMemObject = keep;
    *ourCount = known;
    *ours = &layer;
    return CL_SUCCESS;
}
