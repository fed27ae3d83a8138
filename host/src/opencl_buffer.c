#include "opencl_buffer.h"

#include <stdio.h>

gelStatus gelCreateBuffer(const gelOpencl* opencl, size_t size, const void* content, uint64_t* bytes,
                          cl_mem* buffer)
{
    cl_int error;
    bool filled = content != NULL && size > 0;
    cl_mem_flags flags = filled ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE;
    void* source = filled ? (void*)(uintptr_t)content : NULL; // only read
    *buffer = clCreateBuffer(opencl->context, flags, size > 0 ? size : 4, source, &error);
    *bytes += size;
    if (*buffer != NULL)
        return gel_success;
    char doing[96];
    snprintf(doing, sizeof doing, "making a buffer of %zu bytes", size);
    return gelFailCl(doing, error);
}

void gelReleaseBuffer(cl_mem* buffer)
{
    if (*buffer != NULL)
        clReleaseMemObject(*buffer);
    *buffer = NULL;
}

cl_int gelSetBuffers(cl_kernel kernel, const cl_mem* buffers, int count, int firstArgument)
{
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < count && error == CL_SUCCESS; i++)
        error = clSetKernelArg(kernel, (cl_uint)(firstArgument + i), sizeof buffers[i], &buffers[i]);
    return error;
}

gelStatus gelLaunch(const gelOpencl* opencl, cl_kernel kernel, const char* name, const gelArgument* arguments,
                    int argumentCount, int firstArgument, size_t workItems, size_t local)
{
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < argumentCount && error == CL_SUCCESS; i++)
        error = clSetKernelArg(kernel, (cl_uint)(firstArgument + i), arguments[i].size, arguments[i].value);
    size_t global = local > 0 ? (workItems + local - 1) / local * local : workItems;
    if (error == CL_SUCCESS)
        error = clEnqueueNDRangeKernel(opencl->queue, kernel, 1, NULL, &global, local > 0 ? &local : NULL, 0,
                                       NULL, NULL);
    if (error == CL_SUCCESS)
        return gel_success;
    char doing[96];
    snprintf(doing, sizeof doing, "launching %s over %zu work-items", name, global);
    return gelFailCl(doing, error);
}

cl_float4 gelRecord(const double xyz[3], double w)
{
    cl_float4 result = {{(float)xyz[0], (float)xyz[1], (float)xyz[2], (float)w}};
    return result;
}

void gelToOffsets(const int* vertices, int count, int* offsets)
{
    for (int i = 0; i < count; i++)
        offsets[i] = 4 * vertices[i];
}
