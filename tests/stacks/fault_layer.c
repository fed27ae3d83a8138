// An OpenCL layer that makes calls fail, for programs and tests. OPENCL_LAYERS=PATH/libfault_layer.so loads it.
//     GEL_FAULT_CALL=NAME     of which function, such as clFinish; "any" (default): of all
//     GEL_FAULT_AT=N          the N-th call fails
//     GEL_FAULT_CODE=CODE     with this error, default -5, CL_OUT_OF_RESOURCES
//     GEL_FAULT_STAYS=1       and all calls after it: the device is lost; 2: until platforms are listed anew
//     GEL_FAULT_STAYS=3       the call is made, but what is queued from then on seems never to be done: the device hangs
//     GEL_FAULT_DELAY=MS      each call of the function takes so much longer
//     GEL_FAULT_LARGEST=BYTES what CL_DEVICE_MAX_MEM_ALLOC_SIZE says
//     GEL_FAULT_FLUSH=1       numbers below 1.2e-38 are taken for 0: kernels are built with -cl-denorms-are-zero
// A test sets the first ones with the functions of fault_layer.h.
#define _POSIX_C_SOURCE 200809L
#define CL_TARGET_OPENCL_VERSION 300
#include "stacks/fault_layer.h"
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
    CODE(clFlush, (cl_command_queue queue), (queue))                                                         \
    CODE(clGetEventProfilingInfo,                                                                            \
         (cl_event event, cl_profiling_info what, size_t size, void* value, size_t* needed),                 \
         (event, what, size, value, needed))
// clang-format on

enum {
#define ROW(name, ...) call_##name,
#define OBJECT_ROW(type, name, ...) call_##name,
    CALLS(ROW, OBJECT_ROW)
#undef ROW
#undef OBJECT_ROW
        call_clBuildProgram,
    call_clFinish,
    call_clGetEventInfo,
    call_clSetEventCallback,
    call_clGetDeviceIDs,
    call_clGetDeviceInfo,
    callCount
};

static const char* const names[callCount + 1] = {
#define ROW(name, ...) #name,
#define OBJECT_ROW(type, name, ...) #name,
    CALLS(ROW, OBJECT_ROW)
#undef ROW
#undef OBJECT_ROW
        "clBuildProgram",
    "clFinish",
    "clGetEventInfo",
    "clSetEventCallback",
    "clGetDeviceIDs",
    "clGetDeviceInfo",
    NULL};

static const cl_icd_dispatch* driver; // what is below
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int armed = -1, faultAt, faultCode, faultStays; // armed: a call, callCount: any, -1: none
static int calls[callCount], allCalls, objects, delay, listing, overlaps;
static bool isLost, hangs, flushes;

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

// What the call is to return; CL_SUCCESS: it is made.
static cl_int strike(int call)
{
    pthread_mutex_lock(&lock);
    isLost = isLost && !(call == call_clGetPlatformIDs && faultStays == faultStaysUntilListed);
    calls[call]++;
    allCalls++;
    bool hit = armed == callCount ? allCalls == faultAt : armed == call && calls[call] == faultAt;
    hangs = hangs || (hit && faultStays == faultHangs);
    isLost = isLost || (hit && faultStays && !hangs);
    cl_int error = (hit && !hangs) || isLost ? faultCode : CL_SUCCESS;
    bool waits = delay > 0 && (armed == callCount || armed == call);
    pthread_mutex_unlock(&lock);
    const struct timespec time = {delay / 1000, delay % 1000 * 1000000L};
    if (waits)
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

static cl_int CL_API_CALL fault_clBuildProgram(cl_program program, cl_uint n, const cl_device_id* devices,
                                               const char* options,
                                               void(CL_CALLBACK* notify)(cl_program, void*), void* data)
{
    char all[2048];
    cl_int failed = strike(call_clBuildProgram);
    if (failed != CL_SUCCESS)
        return failed;
    snprintf(all, sizeof all, "%s%s", options != NULL ? options : "", flushes ? " -cl-denorms-are-zero" : "");
    return driver->clBuildProgram(program, n, devices, all, notify, data);
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

// Of a device that hangs: made once it no longer does.
typedef struct Callback {
    void(CL_CALLBACK* notify)(cl_event event, cl_int status, void* data);
    void* data;
} Callback;

enum { mostCallbacks = 16 };
static Callback callbacks[mostCallbacks];
static int callbackCount;

static cl_int CL_API_CALL fault_clSetEventCallback(cl_event event, cl_int status,
                                                   void(CL_CALLBACK* notify)(cl_event, cl_int, void*),
                                                   void* data)
{
    cl_int failed = strike(call_clSetEventCallback);
    if (failed != CL_SUCCESS || !isHanging())
        return failed != CL_SUCCESS ? failed : driver->clSetEventCallback(event, status, notify, data);
    if (callbackCount < mostCallbacks)
        callbacks[callbackCount++] = (Callback){notify, data};
    return CL_SUCCESS;
}

// What is retained is released once more.
#define COUNTED(name, type, change)                                                                          \
    static cl_int CL_API_CALL counted_##name(type object)                                                    \
    {                                                                                                        \
        count(change);                                                                                       \
        return driver->name(object);                                                                         \
    }
#define COUNTED_CALLS(X)                                                                                     \
    X(clRetainContext, cl_context, 1)                                                                        \
    X(clReleaseContext, cl_context, -1)                                                                      \
    X(clRetainCommandQueue, cl_command_queue, 1)                                                             \
    X(clReleaseCommandQueue, cl_command_queue, -1)                                                           \
    X(clRetainMemObject, cl_mem, 1)                                                                          \
    X(clReleaseMemObject, cl_mem, -1)                                                                        \
    X(clRetainProgram, cl_program, 1)                                                                        \
    X(clReleaseProgram, cl_program, -1) X(clRetainKernel, cl_kernel, 1) X(clReleaseKernel, cl_kernel, -1)
COUNTED_CALLS(COUNTED)

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
    armed = at > 0 || delay > 0 || stays == faultIsSlow ? callOf(name) : -1;
    faultAt = at;
    faultCode = code;
    faultStays = stays;
    isLost = hangs = false;
    delay = stays == faultIsSlow ? code : delay;
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
    layer.clBuildProgram = fault_clBuildProgram;
    layer.clFinish = fault_clFinish;
    layer.clEnqueueReadBuffer = waiting_clEnqueueReadBuffer;
    layer.clEnqueueWriteBuffer = waiting_clEnqueueWriteBuffer;
    layer.clGetEventInfo = fault_clGetEventInfo;
    layer.clSetEventCallback = fault_clSetEventCallback;
    layer.clGetDeviceIDs = fault_clGetDeviceIDs;
    layer.clGetDeviceInfo = fault_clGetDeviceInfo;
#define ROW(function, type, change) layer.function = counted_##function;
    COUNTED_CALLS(ROW)
#undef ROW
    delay = numberOf("GEL_FAULT_DELAY", 0);
    flushes = numberOf("GEL_FAULT_FLUSH", 0) != 0;
    gelArmFault(name != NULL ? name : "any", numberOf("GEL_FAULT_AT", 0), numberOf("GEL_FAULT_CODE", -5),
                numberOf("GEL_FAULT_STAYS", 0));
    return CL_SUCCESS;
}
