#include "opencl/runtime/native.h"
#include "base/core.h"
#include "common/processor.h"
#include "files/system.h"
#include "gel/base.h"
#include "opencl/runtime/native_kernels.h"
#include "base/pool.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { alignment = 64 }; // of buffers: that of 16 numbers

// Each object begins with this mark, where those of drivers have a pointer of their own.
const char gelNativeMark = 'G';

typedef enum Kind { plainObject, contextObject, bufferObject, kernelObject } Kind;

typedef struct Object {
    const char* mark;
    Kind kind;
    atomic_int references;
} Object;

typedef struct Buffer {
    Object object;
    void *memory, *owned; // owned: NULL if the memory is the caller's
    size_t size;
} Buffer;

typedef struct Event {
    Object object;
    cl_ulong queued, end; // ns
} Event;

typedef struct Kernel {
    Object object;
    const gelNativeKernel* kernel;
    gelItemCost cost;
    int argumentCount;
    void* arguments[64]; // each points to memory of its own, which holds the argument
    size_t sizes[64];
} Kernel;

static gelClFunctions drivers; // of other devices
static Object device = {.mark = &gelNativeMark}, platform = {.mark = &gelNativeMark};

static bool isOurs(const void* object)
{
    return object != NULL && ((const Object*)object)->mark == &gelNativeMark;
}

// Memory is a driver's, not counted as the library's: it fails in the same way.
static void* create(size_t size, Kind kind, cl_int* error)
{
    Object* object = calloc(1, size);
    if (error != NULL)
        *error = object != NULL ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (object == NULL)
        return NULL;
    object->mark = &gelNativeMark;
    object->kind = kind;
    atomic_init(&object->references, 1);
    return object;
}

static cl_int retain(void* object)
{
    atomic_fetch_add(&((Object*)object)->references, 1);
    return CL_SUCCESS;
}

static void freeArguments(Kernel* kernel)
{
    for (int i = 0; i < kernel->argumentCount; i++)
        free(kernel->arguments[i]);
}

static cl_int release(void* pointer)
{
    Object* object = pointer;
    if (atomic_fetch_sub(&object->references, 1) > 1)
        return CL_SUCCESS;
    if (object->kind == contextObject)
        gelClosePool();
    if (object->kind == bufferObject)
        free(((Buffer*)pointer)->owned);
    if (object->kind == kernelObject)
        freeArguments(pointer);
    free(object);
    return CL_SUCCESS;
}

// Programs are a part of the library.
static cl_int keep(void* program)
{
    (void)program;
    return CL_SUCCESS;
}

// Functions that count references.
#define COUNTING(own, count, theirs, type)                                                                   \
    static cl_int CL_API_CALL own(type object)                                                               \
    {                                                                                                        \
        return isOurs(object) ? count(object) : drivers.theirs(object);                                      \
    }
COUNTING(retainContext, retain, clRetainContext, cl_context)
COUNTING(releaseContext, release, clReleaseContext, cl_context)
COUNTING(retainQueue, retain, clRetainCommandQueue, cl_command_queue)
COUNTING(releaseQueue, release, clReleaseCommandQueue, cl_command_queue)
COUNTING(retainProgram, keep, clRetainProgram, cl_program)
COUNTING(releaseProgram, keep, clReleaseProgram, cl_program)
COUNTING(retainEvent, retain, clRetainEvent, cl_event)
COUNTING(releaseEvent, release, clReleaseEvent, cl_event)
COUNTING(releaseKernel, release, clReleaseKernel, cl_kernel)
COUNTING(releaseMemory, release, clReleaseMemObject, cl_mem)

// Returns the first row of a file whose kernels this processor runs, of that which GEL_NATIVE_PROCESSOR names if it
// does, and that have a number of lanes (0: any), and all kinds of constraint if these are needed: if not, the faster
// program comes first. Five files exist for one lane only; AVX-512 uses those of another processor.
static const gelNativeProgram* findProgram(const char* root, int lanes, bool needsAllKinds)
{
    const char* wanted = getenv("GEL_NATIVE_PROCESSOR");
    bool isAny = wanted == NULL || *wanted == '\0';
    const gelNativeProgram* other = NULL;
    for (const gelNativeProgram* row = gelNativePrograms; row->root != NULL; row++) {
        if (strcmp(row->root, root) != 0 || (lanes != 0 && row->lanes != lanes) ||
            (needsAllKinds && !row->hasAllKinds) || !gelHasInstructions(row->processor))
            continue;
        if (isAny || strcmp(wanted, row->processor) == 0)
            return row;
        if (row->lanes == 1 && other == NULL)
            other = row;
    }
    return other;
}

cl_device_id gelNativeDevice(void)
{
    return findProgram("gel.cl", 0, false) != NULL ? (cl_device_id)(void*)&device : NULL;
}

const char* gelNoNativeText(void)
{
    const char* wanted = getenv("GEL_NATIVE_PROCESSOR");
    return gelNativePrograms[0].root == NULL
               ? "Gel was built without it; install clang and build again (Linux or BSD on x86-64 or aarch64)"
           : wanted != NULL && strcmp(wanted, "none") == 0
               ? "GEL_NATIVE_PROCESSOR is \"none\", which leaves it out; unset it"
           : wanted != NULL && *wanted != '\0'
               ? "GEL_NATIVE_PROCESSOR names no kernels for this processor: expected avx512, avx2, sse2 or neon, or unset it"
               : "the library has no kernels for this processor";
}

cl_program gelNativeProgramOf(const char* root, int lanes, bool needsAllKinds)
{
    return (cl_program)(uintptr_t)findProgram(root, lanes, needsAllKinds);
}

static void nameProgram(const gelNativeProgram* row, char name[128])
{
    snprintf(name, 128, "this processor, %s", row != NULL ? row->processor : "none");
}

void gelNameNative(cl_program program, char name[128])
{
    nameProgram((const void*)program, name);
}

// Copies a value as queries do.
static cl_int answer(const void* value, size_t valueSize, size_t size, void* to, size_t* neededSize)
{
    if (neededSize != NULL)
        *neededSize = valueSize;
    if (to != NULL && size < valueSize)
        return CL_INVALID_VALUE;
    if (to != NULL)
        memcpy(to, value, valueSize);
    return CL_SUCCESS;
}

static cl_int answerText(const char* text, size_t size, void* to, size_t* neededSize)
{
    return answer(text, strlen(text) + 1, size, to, neededSize);
}

static cl_int CL_API_CALL getDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void* to,
                                        size_t* neededSize)
{
    char name[128];
    if (!isOurs(id))
        return drivers.clGetDeviceInfo(id, what, size, to, neededSize);
    const gelNativeProgram* row = findProgram("gel.cl", 0, false);
    switch (what) {
#define ANSWER(type, ...) return answer(&(type){__VA_ARGS__}, sizeof(type), size, to, neededSize)
        case CL_DEVICE_TYPE:
            ANSWER(cl_device_type, CL_DEVICE_TYPE_CPU);
        case CL_DEVICE_PLATFORM:
            ANSWER(cl_platform_id, (cl_platform_id)(void*)&platform);
        case CL_DEVICE_MAX_COMPUTE_UNITS:
            ANSWER(cl_uint, (cl_uint)gelCountPoolThreads());
        case CL_DEVICE_MAX_WORK_GROUP_SIZE:
            ANSWER(size_t, 1);
        case CL_DEVICE_GLOBAL_MEM_SIZE:
        case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
            ANSWER(cl_ulong, gelMemoryBytes());
        case CL_DEVICE_LOCAL_MEM_SIZE:
            ANSWER(cl_ulong, 0);
        case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
            ANSWER(cl_uint, row != NULL ? (cl_uint)row->lanes : 1);
        case CL_DEVICE_SINGLE_FP_CONFIG:
            ANSWER(cl_device_fp_config, CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
#undef ANSWER
        case CL_DEVICE_NAME:
            nameProgram(row, name);
            return answerText(name, size, to, neededSize);
        case CL_DEVICE_VENDOR:
            return answerText("Gel", size, to, neededSize);
        case CL_DRIVER_VERSION:
            return answerText(gelVersionText(), size, to, neededSize);
        case CL_DEVICE_VERSION:
            return answerText("OpenCL 1.2", size, to, neededSize);
        case CL_DEVICE_EXTENSIONS:
            return answerText("", size, to, neededSize);
        default:
            return CL_INVALID_VALUE;
    }
}

static cl_int CL_API_CALL getPlatformInfo(cl_platform_id id, cl_platform_info what, size_t size, void* to,
                                          size_t* neededSize)
{
    return isOurs(id) ? answerText("Gel", size, to, neededSize)
                      : drivers.clGetPlatformInfo(id, what, size, to, neededSize);
}

typedef void CL_CALLBACK Notify(const char* text, const void* data, size_t size, void* user);

static cl_context CL_API_CALL createContext(const cl_context_properties* properties, cl_uint count,
                                            const cl_device_id* devices, Notify* notify, void* user,
                                            cl_int* error)
{
    if (!isOurs(devices[0]))
        return drivers.clCreateContext(properties, count, devices, notify, user, error);
    Object* context = create(sizeof *context, contextObject, error);
    if (context != NULL)
        gelOpenPool();
    return (cl_context)(void*)context;
}

static cl_command_queue CL_API_CALL createQueue(cl_context context, cl_device_id id,
                                                cl_command_queue_properties properties, cl_int* error)
{
    return isOurs(context) ? create(sizeof(Object), plainObject, error)
                           : drivers.clCreateCommandQueue(context, id, properties, error);
}

static cl_kernel CL_API_CALL createKernel(cl_program object, const char* name, cl_int* error)
{
    if (!isOurs(object))
        return drivers.clCreateKernel(object, name, error);
    const gelNativeKernel* row = ((const gelNativeProgram*)(const void*)object)->kernels;
    while (row->name != NULL && strcmp(row->name, name) != 0)
        row++;
    if (row->name == NULL) {
        *error = CL_INVALID_KERNEL_NAME;
        return NULL;
    }
    Kernel* kernel = create(sizeof *kernel, kernelObject, error);
    if (kernel != NULL) {
        kernel->kernel = row;
        kernel->argumentCount = (int)strlen(row->kinds);
    }
    return (cl_kernel)(void*)kernel;
}

// Keeps a copy of what the kernel reads: for a buffer, the address of its memory.
static cl_int CL_API_CALL setKernelArgument(cl_kernel object, cl_uint index, size_t size, const void* value)
{
    if (!isOurs(object))
        return drivers.clSetKernelArg(object, index, size, value);
    Kernel* kernel = (Kernel*)(void*)object;
    void* memory = NULL;
    if (index >= (cl_uint)kernel->argumentCount)
        return CL_INVALID_ARG_INDEX;
    if (kernel->kernel->kinds[index] == 'b') {
        const Buffer* buffer = NULL;
        if (size != sizeof buffer)
            return CL_INVALID_ARG_SIZE;
        if (value != NULL)
            memcpy(&buffer, value, sizeof buffer);
        memory = buffer != NULL ? buffer->memory : NULL;
        value = &memory;
    }
    if (value == NULL)
        return CL_INVALID_ARG_VALUE;
    if (kernel->sizes[index] != size) {
        free(kernel->arguments[index]);
        kernel->arguments[index] = calloc(1, size);
        kernel->sizes[index] = kernel->arguments[index] != NULL ? size : 0;
    }
    if (kernel->arguments[index] == NULL)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(kernel->arguments[index], value, size);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL getKernelWorkGroupInfo(cl_kernel kernel, cl_device_id id,
                                                 cl_kernel_work_group_info what, size_t size, void* to,
                                                 size_t* neededSize)
{
    return !isOurs(kernel) ? drivers.clGetKernelWorkGroupInfo(kernel, id, what, size, to, neededSize)
           : what == CL_KERNEL_WORK_GROUP_SIZE ? answer(&(size_t){1}, sizeof(size_t), size, to, neededSize)
                                               : CL_INVALID_VALUE;
}

static cl_mem CL_API_CALL createBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host,
                                       cl_int* error)
{
    if (!isOurs(context))
        return drivers.clCreateBuffer(context, flags, size, host, error);
    Buffer* buffer = create(sizeof *buffer, bufferObject, error);
    if (buffer == NULL)
        return NULL;
    buffer->size = size;
    buffer->memory = host;
    if ((flags & CL_MEM_USE_HOST_PTR) == 0) {
        buffer->owned = size <= SIZE_MAX - alignment ? calloc(1, size + alignment) : NULL;
        if (buffer->owned == NULL) {
            free(buffer);
            *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
            return NULL;
        }
        buffer->memory =
            (char*)buffer->owned + (alignment - (uintptr_t)buffer->owned % alignment) % alignment;
        if ((flags & CL_MEM_COPY_HOST_PTR) != 0)
            memcpy(buffer->memory, host, size);
    }
    return (cl_mem)(void*)buffer;
}

static cl_ulong nanoseconds(void)
{
    return (cl_ulong)(gelMilliseconds() * 1e6);
}

// Makes the event of a command that has ended, if the caller wants it.
static cl_int end(cl_ulong queued, cl_event* event)
{
    cl_int error = CL_SUCCESS;
    if (event == NULL)
        return error;
    Event* made = create(sizeof *made, plainObject, &error);
    if (made != NULL) {
        made->queued = queued;
        made->end = nanoseconds();
    }
    *event = (cl_event)(void*)made;
    return error;
}

// Returns the memory of a part of a buffer; NULL if it has none there.
static char* partOf(cl_mem object, size_t offset, size_t size)
{
    const Buffer* buffer = (const Buffer*)(void*)object;
    bool isThere = isOurs(buffer) && offset <= buffer->size && size <= buffer->size - offset;
    return isThere ? (char*)buffer->memory + offset : NULL;
}

static cl_int copy(void* to, const void* from, size_t size, cl_event* event)
{
    if (to == NULL || from == NULL)
        return CL_INVALID_VALUE;
    memmove(to, from, size);
    return end(nanoseconds(), event);
}

#define WAITS cl_uint waitCount, const cl_event *waits, cl_event *event

static cl_int CL_API_CALL readBuffer(cl_command_queue queue, cl_mem buffer, cl_bool isBlocking, size_t offset,
                                     size_t size, void* to, WAITS)
{
    return isOurs(queue) ? copy(to, partOf(buffer, offset, size), size, event)
                         : drivers.clEnqueueReadBuffer(queue, buffer, isBlocking, offset, size, to, waitCount,
                                                       waits, event);
}

static cl_int CL_API_CALL writeBuffer(cl_command_queue queue, cl_mem buffer, cl_bool isBlocking,
                                      size_t offset, size_t size, const void* from, WAITS)
{
    return isOurs(queue) ? copy(partOf(buffer, offset, size), from, size, event)
                         : drivers.clEnqueueWriteBuffer(queue, buffer, isBlocking, offset, size, from,
                                                        waitCount, waits, event);
}

static cl_int CL_API_CALL copyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t fromOffset,
                                     size_t toOffset, size_t size, WAITS)
{
    return isOurs(queue) ? copy(partOf(to, toOffset, size), partOf(from, fromOffset, size), size, event)
                         : drivers.clEnqueueCopyBuffer(queue, from, to, fromOffset, toOffset, size, waitCount,
                                                       waits, event);
}

static cl_int CL_API_CALL fillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                                     size_t patternSize, size_t offset, size_t size, WAITS)
{
    if (!isOurs(queue))
        return drivers.clEnqueueFillBuffer(queue, buffer, pattern, patternSize, offset, size, waitCount,
                                           waits, event);
    char* memory = partOf(buffer, offset, size);
    if (memory == NULL || patternSize == 0 || size % patternSize != 0)
        return CL_INVALID_VALUE;
    for (size_t i = 0; i < size; i += patternSize)
        memcpy(memory + i, pattern, patternSize);
    return end(nanoseconds(), event);
}

static void* CL_API_CALL mapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool isBlocking,
                                   cl_map_flags flags, size_t offset, size_t size, WAITS, cl_int* error)
{
    if (!isOurs(queue))
        return drivers.clEnqueueMapBuffer(queue, buffer, isBlocking, flags, offset, size, waitCount, waits,
                                          event, error);
    void* memory = partOf(buffer, offset, size);
    *error = memory != NULL ? end(nanoseconds(), event) : CL_INVALID_VALUE;
    return memory;
}

static cl_int CL_API_CALL unmapBuffer(cl_command_queue queue, cl_mem buffer, void* memory, WAITS)
{
    return isOurs(queue) ? end(nanoseconds(), event)
                         : drivers.clEnqueueUnmapMemObject(queue, buffer, memory, waitCount, waits, event);
}

typedef struct Launch {
    const Kernel* kernel;
    size_t all; // work-items
} Launch;

static void runItems(void* context, size_t first, size_t end)
{
    const Launch* launch = context;
    launch->kernel->kernel->run(launch->kernel->arguments, first, end, launch->all);
}

static cl_int CL_API_CALL launchKernel(cl_command_queue queue, cl_kernel object, cl_uint dimensions,
                                       const size_t* offset, const size_t* global, const size_t* local, WAITS)
{
    Kernel* kernel = (Kernel*)(void*)object;
    if (!isOurs(queue))
        return drivers.clEnqueueNDRangeKernel(queue, object, dimensions, offset, global, local, waitCount,
                                              waits, event);
    if (dimensions != 1 || offset != NULL)
        return CL_INVALID_WORK_DIMENSION;
    if (local != NULL && *local != 1)
        return CL_INVALID_WORK_GROUP_SIZE;
    for (int i = 0; i < kernel->argumentCount; i++)
        if (kernel->arguments[i] == NULL)
            return CL_INVALID_KERNEL_ARGS;
    cl_ulong start = nanoseconds();
    gelRunInPool(*global, &kernel->cost, runItems, &(Launch){kernel, *global});
    return end(start, event);
}

static cl_int CL_API_CALL markQueue(cl_command_queue queue, WAITS)
{
    return isOurs(queue) ? end(nanoseconds(), event)
                         : drivers.clEnqueueMarkerWithWaitList(queue, waitCount, waits, event);
}

static cl_int CL_API_CALL flush(cl_command_queue queue)
{
    return isOurs(queue) ? CL_SUCCESS : drivers.clFlush(queue);
}

static cl_int CL_API_CALL finish(cl_command_queue queue)
{
    return isOurs(queue) ? CL_SUCCESS : drivers.clFinish(queue);
}

typedef void CL_CALLBACK EventCallback(cl_event event, cl_int status, void* user);

static cl_int CL_API_CALL setEventCallback(cl_event event, cl_int status, EventCallback* function, void* user)
{
    if (!isOurs(event))
        return drivers.clSetEventCallback(event, status, function, user);
    function(event, CL_COMPLETE, user);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL getEventInfo(cl_event event, cl_event_info what, size_t size, void* to,
                                       size_t* neededSize)
{
    return !isOurs(event) ? drivers.clGetEventInfo(event, what, size, to, neededSize)
           : what == CL_EVENT_COMMAND_EXECUTION_STATUS
               ? answer(&(cl_int){CL_COMPLETE}, sizeof(cl_int), size, to, neededSize)
               : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL getProfilingInfo(cl_event object, cl_profiling_info what, size_t size, void* to,
                                           size_t* neededSize)
{
    if (!isOurs(object))
        return drivers.clGetEventProfilingInfo(object, what, size, to, neededSize);
    const Event* event = (const Event*)(void*)object;
    return answer(what == CL_PROFILING_COMMAND_END ? &event->end : &event->queued, sizeof event->end, size,
                  to, neededSize);
}

void gelAddNativeFunctions(void)
{
    drivers = gelCl;
    gelCl.clGetDeviceInfo = getDeviceInfo;
    gelCl.clGetPlatformInfo = getPlatformInfo;
    gelCl.clCreateContext = createContext;
    gelCl.clRetainContext = retainContext;
    gelCl.clReleaseContext = releaseContext;
    gelCl.clCreateCommandQueue = createQueue;
    gelCl.clRetainCommandQueue = retainQueue;
    gelCl.clReleaseCommandQueue = releaseQueue;
    gelCl.clRetainProgram = retainProgram;
    gelCl.clReleaseProgram = releaseProgram;
    gelCl.clCreateKernel = createKernel;
    gelCl.clSetKernelArg = setKernelArgument;
    gelCl.clGetKernelWorkGroupInfo = getKernelWorkGroupInfo;
    gelCl.clReleaseKernel = releaseKernel;
    gelCl.clCreateBuffer = createBuffer;
    gelCl.clReleaseMemObject = releaseMemory;
    gelCl.clEnqueueReadBuffer = readBuffer;
    gelCl.clEnqueueWriteBuffer = writeBuffer;
    gelCl.clEnqueueCopyBuffer = copyBuffer;
    gelCl.clEnqueueFillBuffer = fillBuffer;
    gelCl.clEnqueueMapBuffer = mapBuffer;
    gelCl.clEnqueueUnmapMemObject = unmapBuffer;
    gelCl.clEnqueueNDRangeKernel = launchKernel;
    gelCl.clEnqueueMarkerWithWaitList = markQueue;
    gelCl.clFlush = flush;
    gelCl.clFinish = finish;
    gelCl.clSetEventCallback = setEventCallback;
    gelCl.clGetEventInfo = getEventInfo;
    gelCl.clGetEventProfilingInfo = getProfilingInfo;
    gelCl.clRetainEvent = retainEvent;
    gelCl.clReleaseEvent = releaseEvent;
}
