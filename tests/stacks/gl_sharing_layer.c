// An OpenCL layer that stands in for a driver with cl_khr_gl_sharing if no driver has it: it adds the
// extension's name to every device and its functions to the loader. It does not share: acquiring copies
// OpenGL's buffer into one of OpenCL, releasing copies it back. But it is as strict as a driver may be, and
// reports violations on standard error:
//
//     stand-in for cl_khr_gl_sharing complains: ...
//
// OPENCL_LAYERS=PATH/libgl_sharing_layer.so loads it. GEL_STAND_IN_FAULT gives it a fault:
//     no-context    contexts with OpenGL's cannot be made
//     other-device  OpenGL draws with no device of OpenCL
//     deaf          acquiring is not noticed, as if the program had left it out
//     lost          what is released does not get to OpenGL
#include "stacks/opencl_layer.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXTENSION "cl_khr_gl_sharing"
enum { max = 256, glCopyWriteBuffer = 0x8F37, glBufferSize = 0x8764 };

typedef struct Shared {
    cl_mem memory;
    unsigned name;
    int size;
    bool acquired;
} Shared;

typedef struct Argument {
    cl_kernel kernel;
    cl_uint index;
    Shared* shared;
} Argument;

static const cl_icd_dispatch* driver; // what is below
static Shared shareds[max];
static Argument arguments[max];
static cl_context context; // the one with OpenGL's

static bool fails(const char* fault)
{
    const char* wanted = getenv("GEL_STAND_IN_FAULT");
    return wanted != NULL && strcmp(wanted, fault) == 0;
}

static cl_int complain(const char* what, cl_int error)
{
    fprintf(stderr, "stand-in for " EXTENSION " complains: %s\n", what);
    return error;
}

typedef void Function(void);

// A function of a library that the program has loaded; NULL if it has not.
static Function* libraryFunction(const char* library, const char* name)
{
    void* loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    void* address = loaded != NULL ? dlsym(loaded, name) : NULL;
    Function* function;
    memcpy(&function, &address, sizeof function);
    return function;
}

// EGL's look-up serves contexts of GLX too.
static Function* openglFunction(const char* name)
{
    Function* (*look)(const char*) =
        (Function * (*)(const char*)) libraryFunction("libEGL.so.1", "eglGetProcAddress");
    return look(name);
}

// Returns the current context of EGL or GLX; NULL if there is none.
static void* currentContext(void)
{
    void* (*egl)(void) = (void* (*)(void))libraryFunction("libEGL.so.1", "eglGetCurrentContext");
    void* (*glx)(void) = (void* (*)(void))libraryFunction("libGLX.so.0", "glXGetCurrentContext");
    void* found = egl != NULL ? egl() : NULL;
    return found == NULL && glx != NULL ? glx() : found;
}

static void copyBuffer(Shared* shared, cl_command_queue queue, bool toOpengl)
{
    void (*bind)(unsigned, unsigned) = (void (*)(unsigned, unsigned))openglFunction("glBindBuffer");
    void (*move)(unsigned, ptrdiff_t, ptrdiff_t, void*) =
        (void (*)(unsigned, ptrdiff_t, ptrdiff_t, void*))openglFunction(toOpengl ? "glBufferSubData"
                                                                                 : "glGetBufferSubData");
    void* content = malloc((size_t)shared->size);
    bind(glCopyWriteBuffer, shared->name);
    if (toOpengl)
        driver->clEnqueueReadBuffer(queue, shared->memory, CL_TRUE, 0, (size_t)shared->size, content, 0, NULL,
                                    NULL);
    move(glCopyWriteBuffer, 0, shared->size, content);
    if (!toOpengl)
        driver->clEnqueueWriteBuffer(queue, shared->memory, CL_TRUE, 0, (size_t)shared->size, content, 0,
                                     NULL, NULL);
    bind(glCopyWriteBuffer, 0);
    free(content);
}

static Shared* find(cl_mem memory)
{
    for (int i = 0; i < max && memory != NULL; i++)
        if (shareds[i].memory == memory)
            return &shareds[i];
    return NULL;
}

static cl_int CL_API_CALL getDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void* value,
                                        size_t* sizeNeeded)
{
    size_t length = 0;
    if (what != CL_DEVICE_EXTENSIONS)
        return driver->clGetDeviceInfo(device, what, size, value, sizeNeeded);
    cl_int error = driver->clGetDeviceInfo(device, what, 0, NULL, &length);
    size_t whole = length + sizeof EXTENSION;
    if (error == CL_SUCCESS && sizeNeeded != NULL)
        *sizeNeeded = whole;
    if (error != CL_SUCCESS || value == NULL)
        return error;
    if (size < whole)
        return CL_INVALID_VALUE;
    error = driver->clGetDeviceInfo(device, what, length, value, NULL);
    strcat(value, " " EXTENSION);
    return error;
}

static cl_int CL_API_CALL getContextInfo(const cl_context_properties* properties, cl_gl_context_info what,
                                         size_t size, void* value, size_t* sizeNeeded)
{
    cl_platform_id platform = NULL;
    cl_device_id device = NULL;
    for (; properties[0] != 0; properties += 2)
        if (properties[0] == CL_CONTEXT_PLATFORM)
            platform = (cl_platform_id)properties[1];
    if (what != CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR || size < sizeof device)
        return complain("an unknown question about the context", CL_INVALID_VALUE);
    if (!fails("other-device"))
        driver->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    memcpy(value, &device, sizeof device);
    if (sizeNeeded != NULL)
        *sizeNeeded = sizeof device;
    return CL_SUCCESS;
}

static void* CL_API_CALL getAddress(cl_platform_id platform, const char* name)
{
    cl_api_clGetGLContextInfoKHR function = getContextInfo;
    void* address;
    memcpy(&address, &function, sizeof address);
    return strcmp(name, "clGetGLContextInfoKHR") == 0
               ? address
               : driver->clGetExtensionFunctionAddressForPlatform(platform, name);
}

// The driver below would not understand OpenGL's properties.
static cl_context CL_API_CALL
createContext(const cl_context_properties* properties, cl_uint count, const cl_device_id* devices,
              void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*), void* user, cl_int* error)
{
    cl_context_properties kept[32];
    int keptCount = 0;
    void* opengl = NULL;
    bool display = false;
    for (; properties != NULL && properties[0] != 0 && keptCount < 30; properties += 2)
        if (properties[0] == CL_GL_CONTEXT_KHR)
            opengl = (void*)properties[1];
        else if (properties[0] == CL_EGL_DISPLAY_KHR || properties[0] == CL_GLX_DISPLAY_KHR)
            display = properties[1] != 0;
        else {
            kept[keptCount++] = properties[0];
            kept[keptCount++] = properties[1];
        }
    kept[keptCount] = 0;
    if (opengl != NULL && (fails("no-context") || opengl != currentContext() || !display)) {
        *error = CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
        if (!fails("no-context"))
            complain("the properties do not name the current OpenGL context and its display", 0);
        return NULL;
    }
    cl_context made =
        driver->clCreateContext(keptCount > 0 ? kept : NULL, count, devices, notify, user, error);
    context = opengl != NULL ? made : context;
    return made;
}

static cl_int CL_API_CALL releaseContext(cl_context released)
{
    if (released == context && currentContext() == NULL)
        complain("the OpenGL context is gone before the OpenCL context", 0);
    return driver->clReleaseContext(released);
}

static cl_mem CL_API_CALL createFromBuffer(cl_context from, cl_mem_flags flags, cl_GLuint name, cl_int* error)
{
    void (*bind)(unsigned, unsigned) = (void (*)(unsigned, unsigned))openglFunction("glBindBuffer");
    void (*ask)(unsigned, unsigned, int*) =
        (void (*)(unsigned, unsigned, int*))openglFunction("glGetBufferParameteriv");
    int size = 0, i = 0;
    bind(glCopyWriteBuffer, name);
    ask(glCopyWriteBuffer, glBufferSize, &size);
    bind(glCopyWriteBuffer, 0);
    while (i < max && shareds[i].memory != NULL)
        i++;
    if (from != context || size == 0 || i == max) {
        *error = complain("a buffer without storage, or for a context without OpenGL", CL_INVALID_GL_OBJECT);
        return NULL;
    }
    cl_mem memory = driver->clCreateBuffer(from, flags, (size_t)size, NULL, error);
    shareds[i] = (Shared){memory, name, size, false};
    return memory;
}

static cl_int CL_API_CALL releaseMemory(cl_mem memory)
{
    Shared* shared = find(memory);
    if (shared != NULL && shared->acquired)
        complain("a buffer is let go of while OpenCL has it", 0);
    if (shared != NULL)
        *shared = (Shared){0};
    return driver->clReleaseMemObject(memory);
}

// For both directions: checks what is transferred, and that it may be.
static cl_int handOver(cl_command_queue queue, cl_uint count, const cl_mem* memories, bool toOpengl)
{
    if (currentContext() == NULL)
        return complain("no OpenGL context is current", CL_INVALID_CONTEXT);
    driver->clFinish(queue);
    for (cl_uint i = 0; i < count; i++) {
        Shared* shared = find(memories[i]);
        if (shared == NULL)
            return complain("a buffer is not OpenGL's", CL_INVALID_GL_OBJECT);
        if (!toOpengl && fails("deaf"))
            continue;
        if (shared->acquired != toOpengl && !fails("deaf"))
            return complain(toOpengl ? "a buffer is released twice" : "a buffer is acquired twice",
                            CL_INVALID_GL_OBJECT);
        shared->acquired = !toOpengl;
        if (!toOpengl || !fails("lost"))
            copyBuffer(shared, queue, toOpengl);
    }
    return CL_SUCCESS;
}

static cl_int CL_API_CALL acquire(cl_command_queue queue, cl_uint count, const cl_mem* memories,
                                  cl_uint waitCount, const cl_event* wait, cl_event* event)
{
    (void)waitCount, (void)wait, (void)event;
    return handOver(queue, count, memories, false);
}

static cl_int CL_API_CALL release(cl_command_queue queue, cl_uint count, const cl_mem* memories,
                                  cl_uint waitCount, const cl_event* wait, cl_event* event)
{
    (void)waitCount, (void)wait, (void)event;
    return handOver(queue, count, memories, true);
}

static cl_int CL_API_CALL setArgument(cl_kernel kernel, cl_uint index, size_t size, const void* value)
{
    cl_mem memory = NULL;
    if (size == sizeof memory && value != NULL)
        memcpy(&memory, value, sizeof memory);
    int i = 0;
    while (i < max - 1 && arguments[i].kernel != NULL &&
           (arguments[i].kernel != kernel || arguments[i].index != index))
        i++;
    arguments[i] = (Argument){kernel, index, find(memory)};
    return driver->clSetKernelArg(kernel, index, size, value);
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimension,
                                 const size_t* offset, const size_t* global, const size_t* local,
                                 cl_uint waitCount, const cl_event* wait, cl_event* event)
{
    for (int i = 0; i < max; i++)
        if (arguments[i].kernel == kernel && arguments[i].shared != NULL && !arguments[i].shared->acquired)
            return complain("a kernel uses a buffer that was not acquired", CL_INVALID_OPERATION);
    return driver->clEnqueueNDRangeKernel(queue, kernel, dimension, offset, global, local, waitCount, wait,
                                          event);
}

cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch* target, cl_uint* countNeeded,
                               const cl_icd_dispatch** result)
{
    if (target == NULL || countNeeded == NULL || result == NULL)
        return CL_INVALID_VALUE;
    driver = target;
    beginLayer(count, target, countNeeded, result);
    layer.clGetDeviceInfo = getDeviceInfo;
    layer.clGetExtensionFunctionAddressForPlatform = getAddress;
    layer.clGetGLContextInfoKHR = getContextInfo;
    layer.clCreateContext = createContext;
    layer.clReleaseContext = releaseContext;
    layer.clCreateFromGLBuffer = createFromBuffer;
    layer.clReleaseMemObject = releaseMemory;
    layer.clEnqueueAcquireGLObjects = acquire;
    layer.clEnqueueReleaseGLObjects = release;
    layer.clSetKernelArg = setArgument;
    layer.clEnqueueNDRangeKernel = launch;
    fprintf(stderr, "stand-in for " EXTENSION ": buffers of OpenGL are copied\n");
    return CL_SUCCESS;
}
