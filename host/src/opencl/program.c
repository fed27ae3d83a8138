// Opening a device: context, queue, and the project's kernels built for it.
#include "opencl/opencl.h"
#include "opencl/kernel_source.h"
#include "opencl/tuning.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// clang-format would indent each line of the list deeper.
// clang-format off
#define ERROR_LIST(X)                                                                                        \
    X(CL_SUCCESS)                                                                                            \
    X(CL_DEVICE_NOT_FOUND) X(CL_DEVICE_NOT_AVAILABLE) X(CL_COMPILER_NOT_AVAILABLE)                           \
        X(CL_MEM_OBJECT_ALLOCATION_FAILURE) X(CL_OUT_OF_RESOURCES) X(CL_OUT_OF_HOST_MEMORY)                  \
            X(CL_BUILD_PROGRAM_FAILURE) X(CL_MAP_FAILURE) X(CL_INVALID_VALUE) X(CL_INVALID_DEVICE)           \
                X(CL_INVALID_CONTEXT) X(CL_INVALID_COMMAND_QUEUE) X(CL_INVALID_MEM_OBJECT)                   \
                    X(CL_INVALID_BINARY) X(CL_INVALID_BUILD_OPTIONS) X(CL_INVALID_PROGRAM)                   \
                        X(CL_INVALID_PROGRAM_EXECUTABLE) X(CL_INVALID_KERNEL_NAME) X(CL_INVALID_KERNEL)      \
                            X(CL_INVALID_ARG_INDEX) X(CL_INVALID_ARG_VALUE) X(CL_INVALID_ARG_SIZE)           \
                                X(CL_INVALID_KERNEL_ARGS) X(CL_INVALID_WORK_DIMENSION)                       \
                                    X(CL_INVALID_WORK_GROUP_SIZE) X(CL_INVALID_WORK_ITEM_SIZE)               \
                                        X(CL_INVALID_GLOBAL_OFFSET) X(CL_INVALID_EVENT_WAIT_LIST)            \
                                            X(CL_INVALID_BUFFER_SIZE) X(CL_INVALID_GLOBAL_WORK_SIZE)         \
                                                X(CL_INVALID_OPERATION) X(CL_INVALID_GL_OBJECT)
// clang-format on

// "CL_OUT_OF_RESOURCES" and the like.
static const char* errorText(cl_int error)
{
    switch (error) {
#define ERROR_CASE(code)                                                                                     \
    case code:                                                                                               \
        return #code;
        ERROR_LIST(ERROR_CASE)
#undef ERROR_CASE
        case -1001:
            return "no OpenCL platform";
        case -9999:
            return "driver's own error -9999";
        default:
            return "unknown OpenCL error";
    }
}

gelStatus gelFailCl(const char* doing, cl_int error)
{
    gelStatus status = error == CL_OUT_OF_HOST_MEMORY || error == CL_MEM_OBJECT_ALLOCATION_FAILURE
                           ? gel_outOfMemory
                           : gel_deviceError;
    return gelFail(status, "OpenCL: %s failed: %s (%d)", doing, errorText(error), (int)error);
}

// The end of a long log is kept: errors come last, or the first lines repeat.
static gelStatus failBuild(const gelOpencl* opencl, const char* options, cl_int error)
{
    enum { keptSize = 6000 };
    size_t size = 0;
    clGetProgramBuildInfo(opencl->program, opencl->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char* text = gelAllocate(size + 1, 1);
    if (text != NULL && size > 0)
        clGetProgramBuildInfo(opencl->program, opencl->device, CL_PROGRAM_BUILD_LOG, size, text, NULL);
    size_t length = text != NULL ? strlen(text) : 0;
    const char* kept =
        length == 0 ? "(the driver left no log)" : text + (length > keptSize ? length - keptSize : 0);
    gelStatus status =
        gelFail(gel_deviceError, "the kernels do not build on %s with \"%s\": %s (%d); build log:\n%s",
                opencl->info.name, options, errorText(error), (int)error, kept);
    gelFree(text);
    return status;
}

static bool roundsDivisionCorrectly(cl_device_id device)
{
    cl_device_fp_config config = 0;
    return clGetDeviceInfo(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, NULL) == CL_SUCCESS &&
           (config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
}

void gelMakeBuildOptions(cl_device_id device, int lanes, char options[128])
{
    snprintf(options, 128, "-cl-std=CL1.2 -DGEL_LANES=%d%s", lanes,
             roundsDivisionCorrectly(device) ? " -cl-fp32-correctly-rounded-divide-sqrt" : "");
}

static gelStatus buildProgram(gelOpencl* opencl)
{
    char options[128];
    cl_int error;
    gelMakeBuildOptions(opencl->device, opencl->lanes, options);
    char* source;
    gelStatus status = gelExpandKernelSource("gel.cl", &source);
    if (status != gel_success)
        return status;
    const char* text = source;
    opencl->program = clCreateProgramWithSource(opencl->context, 1, &text, NULL, &error);
    gelFree(source);
    if (opencl->program == NULL)
        return gelFailCl("creating the program", error);
    error = clBuildProgram(opencl->program, 1, &opencl->device, options, NULL, NULL);
    return error == CL_SUCCESS ? gel_success : failBuild(opencl, options, error);
}

gelStatus gelOpenDevice(int index, const gelOpenclSetup* setup, gelOpencl* opencl)
{
    cl_int error;
    int lanes = setup->lanes;
    *opencl = (gelOpencl){0};
    if (lanes != 0 && lanes != 1 && lanes != 8 && lanes != 16)
        return gelFail(gel_invalidArgument, "lanes: expected 0 (automatic), 1, 8 or 16, found %d", lanes);
    gelStatus status = gelFindDevice(index, &opencl->device, &opencl->info);
    if (status != gel_success)
        return status;
    opencl->lanesWereAsked = lanes != 0;
    opencl->mostTurns = INT_MAX; // until it is tested
    opencl->lanes = lanes != 0 ? lanes : setup->tuning != NULL ? setup->tuning->lanes : 0;
    if (opencl->lanes == 0)
        opencl->lanes = opencl->info.lanes;
    gelUseTuning(opencl, setup->tuning);
    status = gelCreateContext(opencl, setup->contextProperties);
    if (status != gel_success)
        return status;
    opencl->queue = clCreateCommandQueue(opencl->context, opencl->device, 0, &error);
    status = opencl->queue == NULL ? gelFailCl("creating a queue", error) : buildProgram(opencl);
    if (status != gel_success)
        gelCloseDevice(opencl);
    return status;
}

gelStatus gelRebuildDevice(const gelOpencl* opencl, gelOpencl* rebuilt)
{
    *rebuilt = *opencl;
    rebuilt->program = NULL;
    rebuilt->launches = NULL; // its self-test is none of the world's
    clRetainContext(rebuilt->context);
    clRetainCommandQueue(rebuilt->queue);
    gelStatus status = buildProgram(rebuilt);
    if (status != gel_success)
        gelCloseDevice(rebuilt);
    return status;
}

void gelCloseDevice(gelOpencl* opencl)
{
    if (opencl->queue != NULL)
        clReleaseCommandQueue(opencl->queue);
    if (opencl->program != NULL)
        clReleaseProgram(opencl->program);
    if (opencl->context != NULL)
        clReleaseContext(opencl->context);
    *opencl = (gelOpencl){0};
}
