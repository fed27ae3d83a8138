#define _GNU_SOURCE // RTLD_NOLOAD
#include "lost_window.h"

#include <dlfcn.h>
#include <stdlib.h>

// GLFW loads Xlib itself, where there is one: these are its types and functions, as far as they are used.
typedef int ErrorHandler(void* display, void* event);
typedef int IoErrorHandler(void* display);
typedef ErrorHandler* SetErrorHandler(ErrorHandler* handler);
typedef IoErrorHandler* SetIoErrorHandler(IoErrorHandler* handler);

static gelOutput* shownTo; // Xlib's handlers have no context
static bool lost;

static int noteError(void* display, void* event)
{
    (void)display, (void)event;
    lost = true;
    return 0;
}

static int endWithDisplay(void* display) // Xlib ends the process if this returns
{
    (void)display;
    shownTo->holdsErrors = false; // nobody will show them any more
    exit(gelReportError(shownTo, gel_exitDisplay, "the display is gone"));
}

void gelWatchForLostWindow(gelOutput* output)
{
    shownTo = output;
    void* xlib = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (xlib == NULL)
        return;
    SetErrorHandler* setError;
    SetIoErrorHandler* setIoError;
    *(void**)&setError = dlsym(xlib, "XSetErrorHandler"); // as POSIX says to take a function from dlsym
    *(void**)&setIoError = dlsym(xlib, "XSetIOErrorHandler");
    if (setError != NULL)
        setError(noteError);
    if (setIoError != NULL)
        setIoError(endWithDisplay);
    dlclose(xlib);
}

bool gelWindowIsLost(void)
{
    return lost;
}
