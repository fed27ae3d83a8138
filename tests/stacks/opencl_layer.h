// The start of every OpenCL layer of the tests: a table that forwards all calls to the layer below.
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <string.h>

static cl_icd_dispatch layer;

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

static inline void beginLayer(cl_uint count, const cl_icd_dispatch* below, cl_uint* ourCount,
                              const cl_icd_dispatch** ours)
{
    cl_uint known = sizeof layer / sizeof(void*);
    memcpy(&layer, below, sizeof(void*) * (count < known ? count : known));
    *ourCount = known;
    *ours = &layer;
}
