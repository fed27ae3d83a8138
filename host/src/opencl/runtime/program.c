#include "opencl/runtime/program.h"
#include "opencl/runtime/native.h"
#include "opencl/runtime/context.h"
#include "opencl/runtime/device.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/kernel_source.h"
#include "opencl/runtime/wait.h"
#include "plan/kinds.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Keeps a long log from its first error on: later ones often only follow from it.
static gelStatus failBuild(const gelOpencl* opencl, cl_program program, const char* options,
                           const char* source, cl_int error)
{
    char kept[6000];
    size_t size = 0;
    gelCl.clGetProgramBuildInfo(program, opencl->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char* text = gelAllocate(size + 1, 1);
    if (text != NULL && size > 0)
        gelCl.clGetProgramBuildInfo(program, opencl->device, CL_PROGRAM_BUILD_LOG, size, text, NULL);
    const char* log = text != NULL && text[0] != '\0' ? text : "(the driver left no log)";
    const char* first = strlen(log) >= sizeof kept ? strstr(log, "error") : NULL;
    gelCopyBuildLog(first != NULL ? first : log, source, kept, sizeof kept);
    gelStatus status = gelFail(
        gel_deviceError,
        "building the kernels on %s failed: clBuildProgram returned %s (%d)\noptions: %s\nbuild log:\n%s",
        opencl->info.name, gelClErrorText(error), (int)error, options, kept);
    gelFree(text);
    return status;
}

static bool roundsDivisionCorrectly(cl_device_id device)
{
    cl_device_fp_config config = 0;
    return gelCl.clGetDeviceInfo(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, NULL) ==
               CL_SUCCESS &&
           (config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
}

const unsigned gelJacobiKernels = 1u << constraint_kinds;
const unsigned gelIntegratorKernels = 2u << constraint_kinds;
const unsigned gelUsualKinds = 1u << constraint_distance | 1u << constraint_volume;
const unsigned gelAttachmentRows = 4u << constraint_kinds;
const unsigned gelAllKinds = (8u << constraint_kinds) - 1;

unsigned gelKernelsOf(gelConstraintOrder order, gelIntegrator integrator)
{
    return integrator != gel_xpbd ? gelIntegratorKernels | gelJacobiKernels
           : gelIsJacobi(order)   ? gelJacobiKernels
                                  : 0;
}

gelStatus gelMakeBuildOptions(cl_device_id device, int lanes, unsigned kinds,
                              char options[GEL_BUILD_OPTIONS_SIZE])
{
    const char* more = getenv("GEL_KERNEL_OPTIONS");
    char without[256] = "";
    for (int kind = 0; kind < constraint_kinds; kind++)
        if ((kinds >> kind & 1u) == 0)
            gelAppend(without, sizeof without, " -DGEL_WITHOUT_%s", gelKinds[kind].name);
    if ((kinds & gelJacobiKernels) == 0)
        gelAppend(without, sizeof without, " -DGEL_WITHOUT_jacobi");
    if ((kinds & gelIntegratorKernels) == 0)
        gelAppend(without, sizeof without, " -DGEL_WITHOUT_integrators");
    if ((kinds & gelAttachmentRows) == 0)
        gelAppend(without, sizeof without, " -DGEL_WITHOUT_attachment");
    int length =
        snprintf(options, GEL_BUILD_OPTIONS_SIZE, "-cl-std=CL1.2 -DGEL_LANES=%d%s%s%s%s", lanes, without,
                 roundsDivisionCorrectly(device) ? " -cl-fp32-correctly-rounded-divide-sqrt" : "",
                 more != NULL ? " " : "", more != NULL ? more : "");
    return length < GEL_BUILD_OPTIONS_SIZE
               ? gel_success
               : gelFail(gel_invalidArgument, "GEL_KERNEL_OPTIONS: expected less than 900 characters");
}

static gelStatus openNative(const char* root, int lanes, unsigned kinds, cl_program* program)
{
    *program = gelNativeProgramOf(root, lanes, (kinds & ~gelUsualKinds) != 0);
    return *program != NULL ? gel_success
                            : gelFail(gel_unsupported,
                                      "the native back end has no kernels for %d lane%s: leave the number of "
                                      "lanes to it",
                                      lanes, lanes == 1 ? "" : "s");
}

gelStatus gelBuildProgram(const gelOpencl* opencl, const char* root, int lanes, unsigned kinds,
                          cl_program* program)
{
    char options[GEL_BUILD_OPTIONS_SIZE], *source = NULL;
    cl_int error;
    *program = NULL;
    if (opencl->info.index == gel_nativeDevice)
        return openNative(root, lanes, kinds, program);
    gelStatus status = gelMakeBuildOptions(opencl->device, lanes, kinds, options);
    if (status == gel_success)
        status = gelExpandKernelSource(root, &source);
    if (status != gel_success)
        return status;
    const char* text = source;
    *program = gelCl.clCreateProgramWithSource(opencl->context, 1, &text, NULL, &error);
    if (*program == NULL)
        status = gelFailCl("creating the program", gelRecordCall("clCreateProgramWithSource", error));
    else {
        error = gelCl.clBuildProgram(*program, 1, &opencl->device, options, NULL, NULL);
        if (error != CL_SUCCESS)
            status = failBuild(opencl, *program, options, source, error);
    }
    gelFree(source);
    return status;
}

// The native device has one program for all kinds beyond the usual: once it is tested, no other kind needs a new one.
static gelStatus buildMain(gelOpencl* opencl)
{
    if (opencl->info.index == gel_nativeDevice && (opencl->kinds & ~gelUsualKinds) != 0)
        opencl->kinds = gelAllKinds;
    return gelBuildProgram(opencl, "gel.cl", opencl->lanes, opencl->kinds, &opencl->program);
}

gelStatus gelOpenDevice(int index, int lanes, unsigned kinds, const intptr_t* contextProperties,
                        gelOpencl* opencl)
{
    cl_int error;
    *opencl = (gelOpencl){.maxTurns = INT_MAX /* until tested */, .kinds = kinds};
    if (lanes != 0 && lanes != 1 && lanes != 8 && lanes != 16)
        return gelFail(gel_invalidArgument, "lanes: expected 0 (automatic), 1, 8 or 16, found %d", lanes);
    gelStatus status = gelFindDevice(index, &opencl->device, &opencl->info);
    if (status != gel_success)
        return status;
    if (gelDeviceHangs(opencl->device))
        return gelFail(gel_deviceError, "%s (%s) hangs: work of another world has not returned from it yet",
                       opencl->info.backend, opencl->info.name);
    opencl->lanes = lanes != 0 ? lanes : opencl->info.lanes;
    status = gelCreateContext(opencl->device, contextProperties, &opencl->context, &opencl->sharesOpengl,
                              opencl->whyNotShared);
    if (status != gel_success)
        return status;
    opencl->queue = gelCl.clCreateCommandQueue(opencl->context, opencl->device, 0, &error);
    status = opencl->queue == NULL
                 ? gelFailCl("creating a queue", gelRecordCall("clCreateCommandQueue", error))
                 : buildMain(opencl);
    if (status == gel_success && index == gel_nativeDevice) // other lanes may need other instructions
        gelNameNative(opencl->program, opencl->info.name);
    if (status != gel_success)
        gelCloseDevice(opencl);
    return status;
}

gelStatus gelShareDevice(const gelOpencl* opencl, gelOpencl* other)
{
    *other = *opencl;
    other->launches = NULL; // its self-test must not show in the world's log
    cl_int error = GEL_CL(clRetainContext, opencl->context);
    other->context = error == CL_SUCCESS ? opencl->context : NULL;
    if (error == CL_SUCCESS)
        error = GEL_CL(clRetainCommandQueue, opencl->queue);
    other->queue = error == CL_SUCCESS ? opencl->queue : NULL;
    if (error == CL_SUCCESS)
        error = GEL_CL(clRetainProgram, opencl->program);
    other->program = error == CL_SUCCESS ? opencl->program : NULL;
    if (error == CL_SUCCESS) {
        gelShareWatch(other);
        return gel_success;
    }
    other->watch = NULL;
    gelCloseDevice(other);
    return gelFailCl("sharing the device", error);
}

gelStatus gelRebuildDevice(const gelOpencl* opencl, unsigned kinds, gelOpencl* rebuilt)
{
    gelStatus status = gelShareDevice(opencl, rebuilt);
    if (status != gel_success)
        return status;
    gelCl.clReleaseProgram(rebuilt->program);
    rebuilt->program = NULL;
    rebuilt->kinds = kinds;
    status = buildMain(rebuilt);
    if (status != gel_success)
        gelCloseDevice(rebuilt);
    return status;
}

void gelCloseDevice(gelOpencl* opencl)
{
    gelCloseWatch(opencl);
    if (opencl->queue != NULL)
        gelCl.clReleaseCommandQueue(opencl->queue);
    if (opencl->program != NULL)
        gelCl.clReleaseProgram(opencl->program);
    if (opencl->context != NULL)
        gelCl.clReleaseContext(opencl->context);
    *opencl = (gelOpencl){0};
}
