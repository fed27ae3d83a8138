// Uses EGL: its surfaceless and device platforms need neither display nor window, on a GPU or on the
// processor. OSMesa would draw on the processor only, and a hidden window needs a display.
#include "draw/offscreen.h"

#include "draw/opengl.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdlib.h>
#include <string.h>

static bool hasExtension(const char* list, const char* name)
{
    return list != NULL && strstr(list, name) != NULL;
}

static EGLDisplay openPlatform(EGLenum platform, void* native)
{
    EGLDisplay display = eglGetPlatformDisplay(platform, native, NULL);
    return display != EGL_NO_DISPLAY && eglInitialize(display, NULL, NULL) ? display : EGL_NO_DISPLAY;
}

// GPUs first; Mesa's surfaceless platform always offers the processor.
static EGLDisplay openDisplay(void)
{
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!hasExtension(extensions, "EGL_EXT_platform_base"))
        return EGL_NO_DISPLAY;
    EGLDisplay display = EGL_NO_DISPLAY;
    const char* software = getenv("LIBGL_ALWAYS_SOFTWARE");
    PFNEGLQUERYDEVICESEXTPROC queryDevices =
        (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    PFNEGLQUERYDEVICESTRINGEXTPROC queryText =
        (PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
    if (hasExtension(extensions, "EGL_EXT_platform_device") && queryDevices != NULL && queryText != NULL &&
        (software == NULL || software[0] == '\0' || software[0] == '0')) {
        EGLDeviceEXT devices[16];
        EGLint count = 0;
        if (queryDevices(16, devices, &count) == EGL_FALSE)
            count = 0;
        for (EGLint i = 0; i < count && display == EGL_NO_DISPLAY; i++)
            if (!hasExtension(queryText(devices[i], EGL_EXTENSIONS), "EGL_MESA_device_software"))
                display = openPlatform(EGL_PLATFORM_DEVICE_EXT, devices[i]);
    }
    if (display == EGL_NO_DISPLAY && hasExtension(extensions, "EGL_MESA_platform_surfaceless"))
        display = openPlatform(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY);
    return display;
}

static EGLContext createContext(EGLDisplay display)
{
    static const EGLint versions[][2] = {{4, 5}, {3, 3}};
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                             EGL_NONE};
    EGLConfig config;
    EGLint count = 0;
    EGLContext context = EGL_NO_CONTEXT;
    if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, wanted, &config, 1, &count) || count == 0)
        return EGL_NO_CONTEXT;
    const char* debug = getenv("GEL_OPENGL_DEBUG");
    for (size_t i = 0; i < sizeof versions / sizeof versions[0] && context == EGL_NO_CONTEXT; i++) {
        const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                     versions[i][0],
                                     EGL_CONTEXT_MINOR_VERSION,
                                     versions[i][1],
                                     EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                     EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                     EGL_CONTEXT_OPENGL_DEBUG,
                                     debug != NULL && debug[0] != '\0' ? EGL_TRUE : EGL_FALSE,
                                     EGL_NONE};
        context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
    }
    return context;
}

int gelOpenOffscreen(gelOutput* output, gelOffscreen* offscreen)
{
    *offscreen = (gelOffscreen){.display = openDisplay()};
    if (offscreen->display == EGL_NO_DISPLAY)
        return gelReportError(
            output, gel_exitDisplay,
            "EGL found no device to draw with; install a graphics driver (Mesa's: libgl1-mesa-dri)");
    offscreen->context = createContext(offscreen->display);
    if (offscreen->context == EGL_NO_CONTEXT ||
        !eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context)) {
        gelCloseOffscreen(offscreen);
        return gelReportError(output, gel_exitDisplay,
                              "OpenGL 3.3 or later is required, but EGL does not offer it here");
    }
    int code = gelLoadOpengl(output, (GLADloadfunc)eglGetProcAddress);
    if (code != gel_exitDone)
        gelCloseOffscreen(offscreen);
    return code;
}

void gelCloseOffscreen(gelOffscreen* offscreen)
{
    if (offscreen->display != EGL_NO_DISPLAY) {
        eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (offscreen->context != EGL_NO_CONTEXT)
            eglDestroyContext(offscreen->display, offscreen->context);
        eglTerminate(offscreen->display);
    }
    *offscreen = (gelOffscreen){0};
}
