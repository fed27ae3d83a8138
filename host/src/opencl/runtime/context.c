#include "opencl/runtime/context.h"
#include "opencl/runtime/device.h"
#include "opencl/runtime/error.h"

#include <stdio.h>
#include <string.h>

enum { propertyLimit = 2 * 6 + 3 };

static void addPlatform(cl_device_id device, const intptr_t* properties,
                        cl_context_properties complete[propertyLimit])
{
    cl_platform_id platform = NULL;
    int count = 0;
    gelCl.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    for (; properties[count] != 0 && count < 12; count += 2)
        memcpy(&complete[count], &properties[count], 2 * sizeof complete[0]);
    complete[count] = CL_CONTEXT_PLATFORM;
    complete[count + 1] = (cl_context_properties)platform;
    complete[count + 2] = 0;
}

// Check the extension string before anything else: drivers without it crash when its functions are called, or
// report success.
bool gelDrawsOpengl(cl_device_id device, const intptr_t* properties, char why[256])
{
    char ignored[256];
    cl_context_properties complete[propertyLimit];
    why = why != NULL ? why : ignored;
    if (properties == NULL) {
        snprintf(why, 256, "the world was made without an OpenGL context");
        return false;
    }
    if (!gelHasExtension(device, "cl_khr_gl_sharing")) {
        snprintf(why, 256, "its driver has no cl_khr_gl_sharing");
        return false;
    }
    addPlatform(device, properties, complete);
    cl_platform_id platform = NULL;
    gelCl.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    void* address = gelCl.clGetExtensionFunctionAddressForPlatform(platform, "clGetGLContextInfoKHR");
    clGetGLContextInfoKHR_fn getInfo;
    memcpy(&getInfo, &address, sizeof getInfo);
    cl_device_id drawing = NULL;
    cl_int error = getInfo != NULL ? getInfo(complete, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, sizeof drawing,
                                             &drawing, NULL)
                                   : CL_INVALID_OPERATION;
    if (getInfo == NULL)
        snprintf(why, 256, "its driver has no clGetGLContextInfoKHR");
    else if (error != CL_SUCCESS)
        snprintf(
            why, 256,
            "its driver does not report which device OpenGL draws with: clGetGLContextInfoKHR returned %s (%d)",
            gelClErrorText(error), (int)error);
    else if (drawing != device)
        snprintf(why, 256, "OpenGL draws with another device");
    return error == CL_SUCCESS && drawing == device;
}

gelStatus gelCreateContext(cl_device_id device, const intptr_t* properties, cl_context* context,
                           bool* sharesOpengl, char whyNotShared[256])
{
    cl_int error;
    *sharesOpengl = false;
    if (gelDrawsOpengl(device, properties, whyNotShared)) {
        cl_context_properties complete[propertyLimit];
        addPlatform(device, properties, complete);
        *context = gelCl.clCreateContext(complete, 1, &device, NULL, NULL, &error);
        *sharesOpengl = *context != NULL;
        if (*sharesOpengl)
            return gel_success;
        snprintf(whyNotShared, 256,
                 "no context could be shared with OpenGL: clCreateContext returned %s (%d)",
                 gelClErrorText(error), (int)error);
    }
    *context = gelCl.clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    return *context != NULL ? gel_success
                            : gelFailCl("creating a context", gelRecordCall("clCreateContext", error));
}
