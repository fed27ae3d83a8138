#include "draw/context_properties.h"

#include <EGL/egl.h>
#include <string.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

// Names of properties, as in CL/cl_gl.h, which a build without OpenCL lacks.
enum { keyOfContext = 0x2008, keyOfEglDisplay = 0x2009, keyOfGlxDisplay = 0x200a };

typedef void* CurrentFunction(void);

// Uses the library that created the context, so that GLX is needed only where it exists.
static intptr_t currentOfGlx(const char* name)
{
    GLFWglproc address = glfwGetCurrentContext() != NULL ? glfwGetProcAddress(name) : NULL;
    CurrentFunction* current;
    memcpy(&current, &address, sizeof current);
    return current != NULL ? (intptr_t)current() : 0;
}

bool gelReadContextProperties(intptr_t properties[gelContextPropertyCount])
{
    bool egl = eglGetCurrentContext() != EGL_NO_CONTEXT;
    properties[0] = keyOfContext;
    properties[1] = egl ? (intptr_t)eglGetCurrentContext() : currentOfGlx("glXGetCurrentContext");
    properties[2] = egl ? keyOfEglDisplay : keyOfGlxDisplay;
    properties[3] = egl ? (intptr_t)eglGetCurrentDisplay() : currentOfGlx("glXGetCurrentDisplay");
    properties[4] = 0;
    return properties[1] != 0 && properties[3] != 0;
}
