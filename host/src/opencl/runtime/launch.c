#include "opencl/runtime/launch.h"
#include "opencl/runtime/command_buffer.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/wait.h"

#include <stdio.h>

cl_int gelSetBuffers(cl_kernel kernel, const cl_mem* buffers, int count, int firstArgument)
{
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < count && error == CL_SUCCESS; i++)
        error = GEL_CL(clSetKernelArg, kernel, (cl_uint)(firstArgument + i), sizeof buffers[i], &buffers[i]);
    return error;
}

gelStatus gelOpenGroupKernel(const gelOpencl* opencl, const char* name, size_t workGroupSize,
                             gelGroupKernel* kernel)
{
    cl_int error;
    size_t largest = 1;
    kernel->kernel = gelCl.clCreateKernel(opencl->program, name, &error);
    if (kernel->kernel == NULL)
        return gelFailCl("creating a kernel", gelRecordCall("clCreateKernel", error));
    error = gelCl.clGetKernelWorkGroupInfo(kernel->kernel, opencl->device, CL_KERNEL_WORK_GROUP_SIZE,
                                           sizeof largest, &largest, NULL);
    kernel->workGroupSize = error == CL_SUCCESS && workGroupSize > largest ? largest : workGroupSize;
    return gel_success;
}

static gelStatus openProgram(const gelOpencl* opencl, const char* root, int lanes, unsigned kinds,
                             const char* const* names, int count, size_t workGroupSize, cl_program* program,
                             gelGroupKernel* kernels)
{
    gelOpencl own = *opencl; // with this program in place of the device's
    gelStatus status = gelBuildProgram(opencl, root, lanes, kinds, program);
    own.program = *program;
    for (int k = 0; k < count && status == gel_success; k++)
        if (names[k] != NULL)
            status = gelOpenGroupKernel(&own, names[k], workGroupSize, &kernels[k]);
    if (status != gel_success)
        gelCloseGroupProgram(program, kernels, count);
    return status;
}

gelStatus gelOpenGroupProgram(const gelOpencl* opencl, const char* root, int lanes, const char* const* names,
                              int count, size_t workGroupSize, cl_program* program, gelGroupKernel* kernels)
{
    const unsigned allKinds = ~0u;
    return openProgram(opencl, root, lanes, allKinds, names, count, workGroupSize, program, kernels);
}

gelStatus gelOpenKindProgram(const gelOpencl* opencl, const char* root, unsigned kinds,
                             const char* const* names, int count, size_t workGroupSize, cl_program* program,
                             gelGroupKernel* kernels)
{
    return openProgram(opencl, root, opencl->lanes, kinds, names, count, workGroupSize, program, kernels);
}

void gelCloseGroupProgram(cl_program* program, gelGroupKernel* kernels, int count)
{
    for (int k = 0; k < count; k++) {
        if (kernels[k].kernel != NULL)
            gelCl.clReleaseKernel(kernels[k].kernel);
        kernels[k] = (gelGroupKernel){0};
    }
    if (*program != NULL)
        gelCl.clReleaseProgram(*program);
    *program = NULL;
}

void gelSwapGroupPrograms(cl_program* a, gelGroupKernel* kernelsOfA, cl_program* b,
                          gelGroupKernel* kernelsOfB, int count)
{
    cl_program program = *a;
    *a = *b;
    *b = program;
    for (int k = 0; k < count; k++) {
        gelGroupKernel kernel = kernelsOfA[k];
        kernelsOfA[k] = kernelsOfB[k];
        kernelsOfB[k] = kernel;
    }
}

// `name` is for the launch log.
static cl_int enqueue(const gelOpencl* opencl, cl_kernel kernel, const char* name, size_t global,
                      size_t local)
{
    cl_event event = NULL;
    if (opencl->recording != NULL)
        return gelRecordLaunch(opencl->recording, kernel, global, local);
    bool isMarked = false;
    cl_int refused = gelCheckLaunch(opencl, &isMarked);
    if (refused != CL_SUCCESS)
        return refused;
    gelLaunchRecord* record = opencl->launches != NULL ? gelLogLaunch(opencl->launches, name) : NULL;
    cl_int error = GEL_CL(clEnqueueNDRangeKernel, opencl->queue, kernel, 1, NULL, &global,
                          local > 0 ? &local : NULL, 0, NULL, record != NULL || isMarked ? &event : NULL);
    if (record != NULL && error == CL_SUCCESS)
        record->event = event;
    else if (record != NULL)
        opencl->launches->count--; // it never ran
    if (isMarked && error == CL_SUCCESS)
        gelKeepMark(opencl, event, record != NULL);
    return error;
}

gelStatus gelLaunch(const gelOpencl* opencl, cl_kernel kernel, const char* name, const gelArgument* arguments,
                    int argumentCount, int firstArgument, size_t workItems, size_t local)
{
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < argumentCount && error == CL_SUCCESS; i++)
        error = GEL_CL(clSetKernelArg, kernel, (cl_uint)(firstArgument + i), arguments[i].size,
                       arguments[i].value);
    size_t global = local > 0 ? (workItems + local - 1) / local * local : workItems;
    if (error == CL_SUCCESS)
        error = enqueue(opencl, kernel, name, global, local);
    if (error == CL_SUCCESS)
        return gel_success;
    char doing[96];
    snprintf(doing, sizeof doing, "launching %s over %zu work-items", name, global);
    return gelFailCl(doing, error);
}
