#include "opencl/runtime/command_buffer.h"
#include "opencl/runtime/device.h"
#include "opencl/runtime/error.h"
#include "opencl/runtime/wait.h"

#include <CL/cl_ext.h>
#include <stdio.h>
#include <string.h>

static const char* const extensionName = "cl_khr_command_buffer";

// The values of CL/cl_ext.h, which older headers lack.
enum {
    deviceCapabilities = 0x12A9,
    deviceRequiredProperties = 0x12AA,
    bufferFlags = 0x1293,
    simultaneousUse = 1 << 0,
    simultaneousCapability = 1 << 2
};

// These functions did not change from 0.9.0 to 1.0; later versions are unknown.
static bool isKnown(cl_uint version)
{
    cl_uint first = CL_MAKE_VERSION_KHR(0, 9, 0), last = CL_MAKE_VERSION_KHR(1, 0, 0);
    return version >= first && version <= last;
}

// The version that the device reports; 0 if it has none, or reports no versions.
static cl_uint findVersion(cl_device_id device)
{
    size_t size = 0;
    cl_uint version = 0;
    if (gelCl.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION_KHR, 0, NULL, &size) != CL_SUCCESS ||
        size < sizeof(cl_name_version_khr))
        return 0;
    cl_name_version_khr* rows = gelAllocate(size, 1);
    if (rows != NULL &&
        gelCl.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION_KHR, size, rows, NULL) == CL_SUCCESS)
        for (size_t i = 0; i < size / sizeof *rows; i++)
            if (strncmp(rows[i].name, extensionName, sizeof rows[i].name) == 0)
                version = rows[i].version;
    gelFree(rows);
    return version;
}

// C cannot cast an object pointer to a function pointer.
static bool findFunction(cl_platform_id platform, const char* name, void* function)
{
    void* address = gelCl.clGetExtensionFunctionAddressForPlatform(platform, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

static bool findFunctions(cl_device_id device, gelCommandBufferFunctions* functions)
{
    cl_platform_id platform;
    return gelCl.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) ==
               CL_SUCCESS &&
           findFunction(platform, "clCreateCommandBufferKHR", &functions->create) &&
           findFunction(platform, "clCommandNDRangeKernelKHR", &functions->record) &&
           findFunction(platform, "clFinalizeCommandBufferKHR", &functions->finalize) &&
           findFunction(platform, "clEnqueueCommandBufferKHR", &functions->enqueue) &&
           findFunction(platform, "clReleaseCommandBufferKHR", &functions->release);
}

static uint64_t readBits(cl_device_id device, cl_device_info what)
{
    cl_bitfield bits = 0;
    return gelCl.clGetDeviceInfo(device, what, sizeof bits, &bits, NULL) == CL_SUCCESS ? bits : 0;
}

static bool clonesKernels(const gelOpencl* opencl)
{
    int major = 0, minor = 0;
    return gelCl.clCloneKernel != NULL && sscanf(opencl->info.version, "OpenCL %d.%d", &major, &minor) == 2 &&
           10 * major + minor >= 21;
}

// The queue has no properties, see gelOpenDevice. A device without the extension is not queried further.
static const char* whyNot(const gelOpencl* opencl, gelCommandBufferUse use, cl_uint* version,
                          gelCommandBufferFunctions* functions)
{
    if (use == gel_commandBufferOff)
        return "turned off";
    if (use == gel_commandBufferAuto && opencl->info.kind == gel_deviceCpu)
        return "processors do not benefit from command buffers";
    if (!gelHasExtension(opencl->device, extensionName))
        return "the device has no cl_khr_command_buffer";
    if (!clonesKernels(opencl))
        return "the device is older than OpenCL 2.1";
    *version = findVersion(opencl->device);
    if (!isKnown(*version))
        return "its version is unknown";
    if (readBits(opencl->device, deviceRequiredProperties) != 0)
        return "the device requires another kind of queue for command buffers";
    return findFunctions(opencl->device, functions) ? NULL : "the driver lacks its functions";
}

void gelOpenCommandBuffer(const gelOpencl* opencl, gelCommandBufferUse use, gelCommandBuffer* buffer)
{
    cl_uint version = 0;
    *buffer = (gelCommandBuffer){0};
    const char* reason = whyNot(opencl, use, &version, &buffer->functions);
    buffer->used = reason == NULL;
    if (buffer->used) {
        buffer->simultaneous =
            (readBits(opencl->device, deviceCapabilities) & (uint64_t)simultaneousCapability) != 0;
        snprintf(buffer->text, sizeof buffer->text, "cl_khr_command_buffer %u.%u.%u",
                 CL_VERSION_MAJOR_KHR(version), CL_VERSION_MINOR_KHR(version), CL_VERSION_PATCH_KHR(version));
    } else
        snprintf(buffer->text, sizeof buffer->text, "%s", reason);
}

void gelForgetCommands(const gelOpencl* opencl, gelCommandBuffer* buffer)
{
    if (buffer->commands == NULL)
        return;
    if (gelFinishQueue(opencl) == gel_clNoAnswer) // it may still be running
        return;                                   // and does: it stays
    buffer->functions.release(buffer->commands);
    buffer->commands = NULL;
    for (int i = 0; i < buffer->launchCount; i++)
        gelCl.clReleaseKernel(buffer->kernels[i]);
    gelFree(buffer->kernels);
    buffer->kernels = NULL;
    buffer->launchCount = buffer->capacity = 0;
}

// Individual launches give the same bits, so this is not an error.
void gelRefuseCommandBuffer(const gelOpencl* opencl, gelCommandBuffer* buffer, const char* why)
{
    gelForgetCommands(opencl, buffer);
    buffer->used = false;
    snprintf(buffer->text, sizeof buffer->text, "the driver's command buffers are not used: %s", why);
    gelLog(gel_logWarning, "%s: %s", opencl->info.name, buffer->text);
}

static void refuse(const gelOpencl* opencl, gelCommandBuffer* buffer, const char* call, cl_int error)
{
    char why[96];
    snprintf(why, sizeof why, "%s returned %s (%d)", call, gelClErrorText(error), (int)error);
    gelRefuseCommandBuffer(opencl, buffer, why);
}

void gelBeginCommands(gelOpencl* opencl, gelCommandBuffer* buffer)
{
    const uint64_t properties[] = {bufferFlags, simultaneousUse, 0};
    cl_int error = CL_SUCCESS;
    gelForgetCommands(opencl, buffer);
    buffer->commands =
        buffer->functions.create(1, &opencl->queue, buffer->simultaneous ? properties : NULL, &error);
    if (buffer->commands == NULL)
        refuse(opencl, buffer, "clCreateCommandBufferKHR", error);
    else
        opencl->recording = buffer;
}

// PoCL 3.1 uses the arguments that a kernel has when the buffer is queued, not those at recording, so each
// launch gets its own copy of the kernel.
cl_int gelRecordLaunch(gelCommandBuffer* buffer, cl_kernel kernel, size_t global, size_t local)
{
    cl_int error = CL_OUT_OF_HOST_MEMORY;
    if (buffer->launchCount == buffer->capacity) {
        int capacity = 2 * buffer->capacity + 64;
        cl_kernel* grown = gelResize(buffer->kernels, (size_t)capacity, sizeof(cl_kernel));
        if (grown == NULL)
            return error;
        buffer->kernels = grown;
        buffer->capacity = capacity;
    }
    cl_kernel own = gelCl.clCloneKernel(kernel, &error);
    if (own == NULL)
        return gelRecordCall("clCloneKernel", error);
    buffer->kernels[buffer->launchCount++] = own;
    error = buffer->functions.record(buffer->commands, NULL, NULL, own, 1, NULL, &global,
                                     local > 0 ? &local : NULL, 0, NULL, NULL, NULL);
    return gelRecordCall("clCommandNDRangeKernelKHR", error);
}

void gelEndCommands(gelOpencl* opencl, gelCommandBuffer* buffer, gelStatus recorded)
{
    opencl->recording = NULL;
    if (recorded != gel_success) {
        gelRefuseCommandBuffer(opencl, buffer, gelLastError());
        return;
    }
    cl_int error = buffer->functions.finalize(buffer->commands);
    if (error != CL_SUCCESS)
        refuse(opencl, buffer, "clFinalizeCommandBufferKHR", error);
}

bool gelEnqueueCommands(const gelOpencl* opencl, gelCommandBuffer* buffer)
{
    if (buffer->commands == NULL)
        return false;
    if (!buffer->simultaneous)
        gelFinishQueue(opencl); // if in vain, the launches are refused
    cl_event event = NULL;
    bool isMarked = false;
    cl_int error = gelCheckLaunch(opencl, &isMarked);
    if (error == CL_SUCCESS) {
        error = buffer->functions.enqueue(0, NULL, buffer->commands, 0, NULL, isMarked ? &event : NULL);
        gelRecordCall("clEnqueueCommandBufferKHR", error);
    }
    if (error == gel_clNoAnswer)
        return false; // nor do single launches
    if (error == CL_SUCCESS && isMarked)
        gelKeepMark(opencl, event, false);
    if (error != CL_SUCCESS)
        refuse(opencl, buffer, gelRecordedCall(), error);
    return error == CL_SUCCESS;
}
