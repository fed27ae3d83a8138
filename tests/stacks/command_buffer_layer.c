// An OpenCL layer between the program and a driver with cl_khr_command_buffer, which gives it the fault
// GEL_COMMAND_BUFFER_FAULT:
//     forgets   what is recorded does not run
//     full      recording fails at the tenth launch
//     refuses   queueing fails from the sixth time on
//     alone     a command buffer may not be queued again before it has run; it fails where that is done
//     newer     the extension has a version that nobody knows yet
// OPENCL_LAYERS=PATH/libcommand_buffer_layer.so loads it.
#define CL_TARGET_OPENCL_VERSION 300
#include "opencl/runtime/command_buffer.h"
#include "stacks/opencl_layer.h"

#include <stdlib.h>
#include <string.h>

static const cl_icd_dispatch* driver; // what is below
static gelCommandBufferFunctions real;
static int recorded, queued;
static bool pending;

static bool fails(const char* fault)
{
    const char* wanted = getenv("GEL_COMMAND_BUFFER_FAULT");
    return wanted != NULL && strcmp(wanted, fault) == 0;
}

static cl_int CL_API_CALL record(void* commands, cl_command_queue queue, const uint64_t* properties,
                                 cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                                 const size_t* global, const size_t* local, cl_uint waitCount,
                                 const cl_uint* waits, cl_uint* syncPoint, void** handle)
{
    if (fails("full") && ++recorded == 10)
        return CL_OUT_OF_RESOURCES;
    return real.record(commands, queue, properties, kernel, dimensions, offset, global, local, waitCount,
                       waits, syncPoint, handle);
}

static cl_int CL_API_CALL enqueue(cl_uint queueCount, cl_command_queue* queues, void* commands,
                                  cl_uint waitCount, const cl_event* waits, cl_event* event)
{
    if ((fails("refuses") && queued >= 5) || (fails("alone") && pending))
        return CL_INVALID_OPERATION;
    queued++;
    pending = true;
    return fails("forgets") ? CL_SUCCESS
                            : real.enqueue(queueCount, queues, commands, waitCount, waits, event);
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    pending = false;
    return driver->clFinish(queue);
}

static cl_int CL_API_CALL deviceInfo(cl_device_id device, cl_device_info what, size_t size, void* value,
                                     size_t* sizeNeeded)
{
    enum { capabilities = 0x12A9, simultaneous = 1 << 2 };
    cl_int error = driver->clGetDeviceInfo(device, what, size, value, sizeNeeded);
    if (error == CL_SUCCESS && value != NULL && what == capabilities && fails("alone"))
        *(cl_bitfield*)value &= ~(cl_bitfield)simultaneous;
    if (error == CL_SUCCESS && value != NULL && what == CL_DEVICE_EXTENSIONS_WITH_VERSION && fails("newer"))
        for (size_t i = 0; i < size / sizeof(cl_name_version); i++)
            if (strcmp(((cl_name_version*)value)[i].name, "cl_khr_command_buffer") == 0)
                ((cl_name_version*)value)[i].version = CL_MAKE_VERSION(7, 1, 0);
    return error;
}

// Keeps the driver's function and returns ours, through memory, as a function is not an object.
static void* take(void* found, void* kept, void* ours)
{
    void* function;
    if (found == NULL)
        return NULL;
    memcpy(kept, &found, sizeof found);
    memcpy(&function, ours, sizeof function);
    return function;
}

static void* CL_API_CALL extensionFunction(cl_platform_id platform, const char* name)
{
    gelCommandBufferFunctions ours = {.record = record, .enqueue = enqueue};
    void* found = driver->clGetExtensionFunctionAddressForPlatform(platform, name);
    if (strcmp(name, "clCommandNDRangeKernelKHR") == 0)
        return take(found, &real.record, &ours.record);
    if (strcmp(name, "clEnqueueCommandBufferKHR") == 0)
        return take(found, &real.enqueue, &ours.enqueue);
    return found;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch* below, cl_uint* ourCount,
                                            const cl_icd_dispatch** ours)
{
    driver = below;
    beginLayer(count, below, ourCount, ours);
    layer.clGetDeviceInfo = deviceInfo;
    layer.clFinish = finish;
    layer.clGetExtensionFunctionAddressForPlatform = extensionFunction;
    return CL_SUCCESS;
}
