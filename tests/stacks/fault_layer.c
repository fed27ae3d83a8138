// An OpenCL layer that makes calls fail, for programs and tests. OPENCL_LAYERS=PATH/libfault_layer.so loads it.
//     GEL_FAULT_CALL=NAME     of which function, such as clFinish; "any" (default): of all
//     GEL_FAULT_AT=N          the N-th call fails
//     GEL_FAULT_CODE=CODE     with this error, default -5, CL_OUT_OF_RESOURCES
//     GEL_FAULT_STAYS=1       and all calls after it: the device is lost; 2: until platforms are listed anew
//     GEL_FAULT_STAYS=3       the call is made, but what is queued from then on seems never to be done: the device hangs
//     GEL_FAULT_DELAY=MS      none fails: the N-th call takes so much longer, without GEL_FAULT_AT each one
//     GEL_FAULT_LARGEST=BYTES what CL_DEVICE_MAX_MEM_ALLOC_SIZE says
// Releases never fail: who lets go of something has no other way. Nor does a read bring fewer bytes than were asked for:
// OpenCL has no means to say so, unlike files (file_layer.c).
// A test sets the first ones with the functions of fault_layer.h.
#define _POSIX_C_SOURCE 200809L
#define CL_TARGET_OPENCL_VERSION 300
#include "stacks/fault_layer.h"
#include "opencl/runtime/command_buffer.h"
#include "stacks/opencl_layer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// CODE: of functions that return an error; OBJECT: of those that return an object, and the error through a pointer.
// clang-format off
#define CALLS(CODE, OBJECT)                                                                                  \
    CODE(clGetPlatformIDs, (cl_uint n, cl_platform_id * ids, cl_uint * count), (n, ids, count))              \
    CODE(clGetPlatformInfo,                                                                                  \
         (cl_platform_id platform, cl_platform_info what, size_t size, void* value, size_t* needed),         \
         (platform, what, size, value, needed))                                                              \
    OBJECT(cl_context, clCreateContext,                                                                      \
           (const cl_context_properties* properties, cl_uint n, const cl_device_id* devices,                 \
            void(CL_CALLBACK * notify)(const char*, const void*, size_t, void*), void* data, cl_int* error), \
           (properties, n, devices, notify, data, error))                                                    \
    OBJECT(                                                                                                  \
        cl_command_queue, clCreateCommandQueue,                                                              \
        (cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int * error),   \
        (context, device, properties, error))                                                                \
    OBJECT(cl_mem, clCreateBuffer,                                                                           \
           (cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* error),                 \
           (context, flags, size, host, error))                                                              \
    OBJECT(cl_program, clCreateProgramWithSource,                                                            \
           (cl_context context, cl_uint n, const char** texts, const size_t* sizes, cl_int* error),          \
           (context, n, texts, sizes, error))                                                                \
    OBJECT(cl_kernel, clCreateKernel, (cl_program program, const char* name, cl_int* error),                 \
           (program, name, error))                                                                           \
    OBJECT(cl_kernel, clCloneKernel, (cl_kernel kernel, cl_int * error), (kernel, error))                    \
    CODE(clGetKernelWorkGroupInfo,                                                                           \
         (cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, size_t size, void* value,   \
          size_t* needed),                                                                                   \
         (kernel, device, what, size, value, needed))                                                        \
    CODE(clSetKernelArg, (cl_kernel kernel, cl_uint index, size_t size, const void* value),                  \
         (kernel, index, size, value))                                                                       \
    CODE(clEnqueueReadBuffer,                                                                                \
         (cl_command_queue queue, cl_mem buffer, cl_bool waits, size_t offset, size_t size, void* to,        \
          cl_uint n, const cl_event* list, cl_event* event),                                                 \
         (queue, buffer, waits, offset, size, to, n, list, event))                                           \
    CODE(clEnqueueWriteBuffer,                                                                               \
         (cl_command_queue queue, cl_mem buffer, cl_bool waits, size_t offset, size_t size,                  \
          const void* from, cl_uint n, const cl_event* list, cl_event* event),                               \
         (queue, buffer, waits, offset, size, from, n, list, event))                                         \
    CODE(clEnqueueCopyBuffer,                                                                                \
         (cl_command_queue queue, cl_mem from, cl_mem to, size_t first, size_t second, size_t size,          \
          cl_uint n, const cl_event* list, cl_event* event),                                                 \
         (queue, from, to, first, second, size, n, list, event))                                             \
    CODE(clEnqueueFillBuffer,                                                                                \
         (cl_command_queue queue, cl_mem buffer, const void* pattern, size_t patternSize, size_t offset,     \
          size_t size, cl_uint n, const cl_event* list, cl_event* event),                                    \
         (queue, buffer, pattern, patternSize, offset, size, n, list, event))                                \
    CODE(clEnqueueNDRangeKernel,                                                                             \
         (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,                \
          const size_t* global, const size_t* local, cl_uint n, const cl_event* list, cl_event* event),      \
         (queue, kernel, dimensions, offset, global, local, n, list, event))                                 \
    CODE(clEnqueueMarkerWithWaitList,                                                                        \
         (cl_command_queue queue, cl_uint n, const cl_event* list, cl_event* event),                         \
         (queue, n, list, event))                                                                            \
    OBJECT(cl_mem, clCreateFromGLBuffer,                                                                     \
           (cl_context context, cl_mem_flags flags, cl_GLuint name, cl_int* error),                          \
           (context, flags, name, error))                                                                    \
    CODE(clEnqueueAcquireGLObjects,                                                                          \
         (cl_command_queue queue, cl_uint count, const cl_mem* buffers, cl_uint n, const cl_event* list,     \
          cl_event* event),                                                                                  \
         (queue, count, buffers, n, list, event))                                                            \
    CODE(clEnqueueReleaseGLObjects,                                                                          \
         (cl_command_queue queue, cl_uint count, const cl_mem* buffers, cl_uint n, const cl_event* list,     \
          cl_event* event),                                                                                  \
         (queue, count, buffers, n, list, event))                                                            \
    OBJECT(void*, clEnqueueMapBuffer,                                                                        \
           (cl_command_queue queue, cl_mem buffer, cl_bool waits, cl_map_flags flags, size_t offset,         \
            size_t size, cl_uint n, const cl_event* list, cl_event* event, cl_int* error),                   \
           (queue, buffer, waits, flags, offset, size, n, list, event, error))                               \
    CODE(clBuildProgram,                                                                                     \
         (cl_program program, cl_uint n, const cl_device_id* devices, const char* options,                   \
          void(CL_CALLBACK * notify)(cl_program, void*), void* data),                                        \
         (program, n, devices, options, notify, data))                                                       \
    CODE(clGetProgramBuildInfo,                                                                              \
         (cl_program program, cl_device_id device, cl_program_build_info what, size_t size, void* value,     \
          size_t* needed),                                                                                   \
         (program, device, what, size, value, needed))                                                       \
    CODE(clRetainEvent, (cl_event event), (event))                                                           \
    CODE(clFlush, (cl_command_queue queue), (queue))                                                         \
    CODE(clGetEventProfilingInfo,                                                                            \
         (cl_event event, cl_profiling_info what, size_t size, void* value, size_t* needed),                 \
         (event, what, size, value, needed))

// The functions that are written out below: OWN_CALLS are in the layer's table, FOUND_CALLS are
// found by their address.
#define OWN_CALLS(X)                                                                                         \
    X(clEnqueueUnmapMemObject)                                                                               \
    X(clFinish)                                                                                              \
    X(clGetEventInfo)                                                                                        \
    X(clSetEventCallback)                                                                                    \
    X(clGetDeviceIDs)                                                                                        \
    X(clGetDeviceInfo)                                                                                       \
    X(clGetExtensionFunctionAddressForPlatform)                                                              \
    X(clRetainContext)                                                                                       \
    X(clRetainCommandQueue)                                                                                  \
    X(clRetainMemObject)                                                                                     \
    X(clRetainProgram)                                                                                       \
    X(clRetainKernel)
#define FOUND_CALLS(X)                                                                                       \
    X(clGetGLContextInfoKHR, getContext)                                                                     \
    X(clCreateCommandBufferKHR, commands.create)                                                             \
    X(clCommandNDRangeKernelKHR, commands.record)                                                            \
    X(clFinalizeCommandBufferKHR, commands.finalize)                                                         \
    X(clEnqueueCommandBufferKHR, commands.enqueue)
// clang-format on

enum {
#define ROW(name, ...) call_##name,
#define OBJECT_ROW(type, name, ...) call_##name,
#define OWN_ROW(name) call_##name,
    CALLS(ROW, OBJECT_ROW) OWN_CALLS(OWN_ROW) FOUND_CALLS(ROW) callCount
#undef ROW
#undef OBJECT_ROW
#undef OWN_ROW
};

static const char* const names[callCount + 1] = {
#define ROW(name, ...) #name,
#define OBJECT_ROW(type, name, ...) #name,
#define OWN_ROW(name) #name,
    CALLS(ROW, OBJECT_ROW) OWN_CALLS(OWN_ROW) FOUND_CALLS(ROW) NULL
#undef ROW
#undef OBJECT_ROW
#undef OWN_ROW
};

static const cl_icd_dispatch* driver; // what is below
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int armed = -1, faultAt, faultCode, faultStays; // armed: a call, callCount: any, -1: none
static int calls[callCount], allCalls, objects, delay, listing, overlaps;
static bool isLost, hangs;

static bool isHanging(void)
{
    pthread_mutex_lock(&lock);
    bool does = hangs;
    pthread_mutex_unlock(&lock);
    return does;
}

// Who waits for a device that hangs does so for ever: better to say so.
static void refuseToWait(const char* name)
{
    if (!isHanging())
        return;
    fprintf(stderr, "fault layer: %s waits for a device that hangs\n", name);
    abort();
}

// Counts a call, and returns the error that it must return instead of being made; CL_SUCCESS: it is
// made.
static cl_int strike(int call)
{
    pthread_mutex_lock(&lock);
    isLost = isLost && !(call == call_clGetPlatformIDs && faultStays == faultStaysUntilListed);
    calls[call]++;
    allCalls++;
    bool isNamed = armed == callCount || armed == call;
    int number = armed == callCount ? allCalls : calls[call], wait = 0;
    bool hit = isNamed && delay == 0 && number == faultAt;
    hangs = hangs || (hit && faultStays == faultHangs);
    isLost = isLost || (hit && faultStays && !hangs);
    cl_int error = (hit && !hangs) || isLost ? faultCode : CL_SUCCESS;
    if (isNamed && (faultAt == 0 || number == faultAt))
        wait = delay;
    pthread_mutex_unlock(&lock);
    const struct timespec time = {wait / 1000, wait % 1000 * 1000000L};
    if (wait > 0)
        nanosleep(&time, NULL);
    return error;
}

static void count(int change)
{
    pthread_mutex_lock(&lock);
    objects += change;
    pthread_mutex_unlock(&lock);
}

#define CODE(name, parameters, arguments)                                                                    \
    static cl_int CL_API_CALL fault_##name parameters                                                        \
    {                                                                                                        \
        cl_int failed = strike(call_##name);                                                                 \
        return failed != CL_SUCCESS ? failed : driver->name arguments;                                       \
    }
#define OBJECT(type, name, parameters, arguments)                                                            \
    static type CL_API_CALL fault_##name parameters                                                          \
    {                                                                                                        \
        cl_int failed = strike(call_##name);                                                                 \
        if (failed != CL_SUCCESS) {                                                                          \
            if (error != NULL)                                                                               \
                *error = failed;                                                                             \
            return NULL;                                                                                     \
        }                                                                                                    \
        type object = driver->name arguments;                                                                \
        count(object != NULL);                                                                               \
        return object;                                                                                       \
    }
CALLS(CODE, OBJECT)
#undef CODE
#undef OBJECT

static cl_int CL_API_CALL waiting_clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool waits,
                                                      size_t offset, size_t size, void* to, cl_uint n,
                                                      const cl_event* list, cl_event* event)
{
    if (waits)
        refuseToWait("clEnqueueReadBuffer");
    return fault_clEnqueueReadBuffer(queue, buffer, waits, offset, size, to, n, list, event);
}

static cl_int CL_API_CALL waiting_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool waits,
                                                       size_t offset, size_t size, const void* from,
                                                       cl_uint n, const cl_event* list, cl_event* event)
{
    if (waits)
        refuseToWait("clEnqueueWriteBuffer");
    return fault_clEnqueueWriteBuffer(queue, buffer, waits, offset, size, from, n, list, event);
}

// A lost device has nothing mapped.
static cl_int CL_API_CALL fault_clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void* mapped,
                                                        cl_uint n, const cl_event* list, cl_event* event)
{
    cl_int failed = strike(call_clEnqueueUnmapMemObject);
    if (failed != CL_SUCCESS && !isLost)
        return failed;
    cl_int given = driver->clEnqueueUnmapMemObject(queue, buffer, mapped, n, list, event);
    count(given == CL_SUCCESS ? -1 : 0);
    return failed != CL_SUCCESS ? failed : given;
}

static int numberOf(const char* variable, int otherwise)
{
    const char* text = getenv(variable);
    return text != NULL ? atoi(text) : otherwise;
}

// Drivers may set themselves up here.
static cl_int CL_API_CALL fault_clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint n,
                                               cl_device_id* ids, cl_uint* number)
{
    pthread_mutex_lock(&lock);
    overlaps += listing++ > 0;
    pthread_mutex_unlock(&lock);
    cl_int failed = strike(call_clGetDeviceIDs);
    if (failed == CL_SUCCESS)
        failed = driver->clGetDeviceIDs(platform, type, n, ids, number);
    pthread_mutex_lock(&lock);
    listing--;
    pthread_mutex_unlock(&lock);
    return failed;
}

static cl_int CL_API_CALL fault_clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size,
                                                void* value, size_t* needed)
{
    cl_int failed = strike(call_clGetDeviceInfo);
    if (failed != CL_SUCCESS)
        return failed;
    int largest = numberOf("GEL_FAULT_LARGEST", 0);
    failed = driver->clGetDeviceInfo(device, what, size, value, needed);
    if (failed == CL_SUCCESS && what == CL_DEVICE_MAX_MEM_ALLOC_SIZE && value != NULL && largest > 0)
        *(cl_ulong*)value = (cl_ulong)largest;
    return failed;
}

// A lost device has done with all that it was given.
static cl_int CL_API_CALL fault_clFinish(cl_command_queue queue)
{
    cl_int failed = strike(call_clFinish);
    refuseToWait("clFinish");
    if (failed != CL_SUCCESS && !isLost)
        return failed;
    cl_int finished = driver->clFinish(queue);
    return failed != CL_SUCCESS ? failed : finished;
}

static cl_int CL_API_CALL fault_clGetEventInfo(cl_event event, cl_event_info what, size_t size, void* value,
                                               size_t* needed)
{
    cl_int failed = strike(call_clGetEventInfo);
    if (failed != CL_SUCCESS)
        return failed;
    failed = driver->clGetEventInfo(event, what, size, value, needed);
    if (failed == CL_SUCCESS && what == CL_EVENT_COMMAND_EXECUTION_STATUS && value != NULL && isHanging())
        *(cl_int*)value = CL_RUNNING;
    return failed;
}

// A callback that a hanging device owes: it is called once the device no longer hangs.
typedef struct Callback {
    void(CL_CALLBACK* notify)(cl_event event, cl_int status, void* data);
    void* data;
} Callback;

enum { maxCallbacks = 16 };
static Callback callbacks[maxCallbacks];
static int callbackCount;

static cl_int CL_API_CALL fault_clSetEventCallback(cl_event event, cl_int status,
                                                   void(CL_CALLBACK* notify)(cl_event, cl_int, void*),
                                                   void* data)
{
    cl_int failed = strike(call_clSetEventCallback);
    if (failed != CL_SUCCESS || !isHanging())
        return failed != CL_SUCCESS ? failed : driver->clSetEventCallback(event, status, notify, data);
    if (callbackCount < maxCallbacks)
        callbacks[callbackCount++] = (Callback){notify, data};
    return CL_SUCCESS;
}

// The functions that retain an object. They count it, since it is released once more.
#define RETAINED_CALLS(X)                                                                                    \
    X(clRetainContext, cl_context)                                                                           \
    X(clRetainCommandQueue, cl_command_queue)                                                                \
    X(clRetainMemObject, cl_mem)                                                                             \
    X(clRetainProgram, cl_program)                                                                           \
    X(clRetainKernel, cl_kernel)
#define RETAINED(name, type)                                                                                 \
    static cl_int CL_API_CALL fault_##name(type object)                                                      \
    {                                                                                                        \
        cl_int failed = strike(call_##name);                                                                 \
        if (failed == CL_SUCCESS)                                                                            \
            failed = driver->name(object);                                                                   \
        count(failed == CL_SUCCESS);                                                                         \
        return failed;                                                                                       \
    }
RETAINED_CALLS(RETAINED)

#define RELEASED_CALLS(X)                                                                                    \
    X(clReleaseContext, cl_context)                                                                          \
    X(clReleaseCommandQueue, cl_command_queue)                                                               \
    X(clReleaseMemObject, cl_mem)                                                                            \
    X(clReleaseProgram, cl_program)                                                                          \
    X(clReleaseKernel, cl_kernel)
#define RELEASED(name, type)                                                                                 \
    static cl_int CL_API_CALL counted_##name(type object)                                                    \
    {                                                                                                        \
        count(-1);                                                                                           \
        return driver->name(object);                                                                         \
    }
RELEASED_CALLS(RELEASED)

// The driver's functions that are found by their address, and ours.
typedef struct Found {
    gelCommandBufferFunctions commands;
    cl_api_clGetGLContextInfoKHR getContext;
} Found;
static Found found;

static cl_int CL_API_CALL fault_clGetGLContextInfoKHR(const cl_context_properties* properties,
                                                      cl_gl_context_info what, size_t size, void* value,
                                                      size_t* needed)
{
    cl_int failed = strike(call_clGetGLContextInfoKHR);
    return failed != CL_SUCCESS ? failed : found.getContext(properties, what, size, value, needed);
}

static void* CL_API_CALL fault_clCreateCommandBufferKHR(cl_uint n, const cl_command_queue* queues,
                                                        const uint64_t* properties, cl_int* error)
{
    *error = strike(call_clCreateCommandBufferKHR);
    void* made = *error == CL_SUCCESS ? found.commands.create(n, queues, properties, error) : NULL;
    count(made != NULL);
    return made;
}

static cl_int CL_API_CALL fault_clCommandNDRangeKernelKHR(void* commands, cl_command_queue queue,
                                                          const uint64_t* properties, cl_kernel kernel,
                                                          cl_uint dimensions, const size_t* offset,
                                                          const size_t* global, const size_t* local,
                                                          cl_uint n, const cl_uint* waits, cl_uint* syncPoint,
                                                          void** handle)
{
    cl_int failed = strike(call_clCommandNDRangeKernelKHR);
    return failed != CL_SUCCESS ? failed
                                : found.commands.record(commands, queue, properties, kernel, dimensions,
                                                        offset, global, local, n, waits, syncPoint, handle);
}

static cl_int CL_API_CALL fault_clFinalizeCommandBufferKHR(void* commands)
{
    cl_int failed = strike(call_clFinalizeCommandBufferKHR);
    return failed != CL_SUCCESS ? failed : found.commands.finalize(commands);
}

static cl_int CL_API_CALL fault_clEnqueueCommandBufferKHR(cl_uint queueCount, cl_command_queue* queues,
                                                          void* commands, cl_uint n, const cl_event* waits,
                                                          cl_event* event)
{
    cl_int failed = strike(call_clEnqueueCommandBufferKHR);
    return failed != CL_SUCCESS ? failed
                                : found.commands.enqueue(queueCount, queues, commands, n, waits, event);
}

static cl_int CL_API_CALL fault_clReleaseCommandBufferKHR(void* commands)
{
    count(-1);
    return found.commands.release(commands);
}

// Through memory, as a function is not an object.
static void* CL_API_CALL fault_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                                        const char* name)
{
    static Found ours = {
#define ROW(function, member) .member = fault_##function,
        FOUND_CALLS(ROW) ROW(clReleaseCommandBufferKHR, commands.release)
#undef ROW
    };
    if (strike(call_clGetExtensionFunctionAddressForPlatform) != CL_SUCCESS)
        return NULL;
    void* address = driver->clGetExtensionFunctionAddressForPlatform(platform, name);
#define ROW(function, member)                                                                                \
    if (address != NULL && strcmp(name, #function) == 0) {                                                   \
        memcpy(&found.member, &address, sizeof address);                                                     \
        memcpy(&address, &ours.member, sizeof address);                                                      \
    }
    FOUND_CALLS(ROW)
    ROW(clReleaseCommandBufferKHR, commands.release)
#undef ROW
    return address;
}

void gelArmFault(const char* name, int at, int code, int stays);
int gelCountCalls(const char* name);
int gelCountObjects(void);
int gelCountOverlaps(void);
const char* const* gelListCalls(void);

static int callOf(const char* name)
{
    int call = 0;
    while (call < callCount && strcmp(name, names[call]) != 0)
        call++;
    if (call == callCount && strcmp(name, "any") != 0)
        fprintf(stderr, "fault layer: %s is none of its functions\n", name);
    return call;
}

void gelArmFault(const char* name, int at, int code, int stays)
{
    pthread_mutex_lock(&lock);
    memset(calls, 0, sizeof calls);
    allCalls = 0;
    armed = at > 0 || stays == faultIsSlow ? callOf(name) : -1;
    faultAt = at;
    faultCode = code;
    faultStays = stays;
    isLost = hangs = false;
    delay = stays == faultIsSlow ? code : 0;
    int late = callbackCount;
    callbackCount = 0;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < late; i++)
        callbacks[i].notify(NULL, CL_COMPLETE, callbacks[i].data);
}

int gelCountCalls(const char* name)
{
    int call = callOf(name);
    return call == callCount ? allCalls : calls[call];
}

int gelCountObjects(void)
{
    return objects;
}

int gelCountOverlaps(void)
{
    return overlaps;
}

const char* const* gelListCalls(void)
{
    return names;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint number, const cl_icd_dispatch* below, cl_uint* ourNumber,
                                            const cl_icd_dispatch** ours)
{
    const char* name = getenv("GEL_FAULT_CALL");
    driver = below;
    beginLayer(number, below, ourNumber, ours);
#define ROW(function, ...) layer.function = fault_##function;
#define OBJECT_ROW(type, function, ...) layer.function = fault_##function;
    CALLS(ROW, OBJECT_ROW)
#undef ROW
#undef OBJECT_ROW
#define ROW(function) layer.function = fault_##function;
    OWN_CALLS(ROW)
#undef ROW
#define ROW(function, type) layer.function = counted_##function;
    RELEASED_CALLS(ROW)
#undef ROW
    layer.clEnqueueReadBuffer = waiting_clEnqueueReadBuffer;
    layer.clEnqueueWriteBuffer = waiting_clEnqueueWriteBuffer;
    int slower = numberOf("GEL_FAULT_DELAY", 0);
    gelArmFault(name != NULL ? name : "any", numberOf("GEL_FAULT_AT", 0),
                slower > 0 ? slower : numberOf("GEL_FAULT_CODE", -5),
                slower > 0 ? faultIsSlow : numberOf("GEL_FAULT_STAYS", 0));
    return CL_SUCCESS;
}
