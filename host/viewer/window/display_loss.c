#define _GNU_SOURCE // RTLD_NOLOAD
#include "window/display_loss.h"

#include <dlfcn.h>
#include <stdlib.h>

// GLFW loads Xlib at run time: these are the types and functions used here.
typedef int ErrorHandler(void* display, void* event);
typedef int IoErrorHandler(void* display);
typedef ErrorHandler* SetErrorHandler(ErrorHandler* handler);
typedef IoErrorHandler* SetIoErrorHandler(IoErrorHandler* handler);

static gelOutput* shownTo; // Xlib's handlers take no context
static bool lost;

// The beginning of Xlib's XErrorEvent.
typedef struct ErrorEvent {
    int type;
    void* display;
    unsigned long resource, serial;
    unsigned char code;
} ErrorEvent;

// Errors of the window: BadWindow, BadDrawable, and those of GLX. Others concern single requests and are no
// reason to end.
static int noteError(void* display, void* event)
{
    enum { badWindow = 3, badDrawable = 9, firstOfExtensions = 128 };
    int code = ((const ErrorEvent*)event)->code;
    (void)display;
    lost = lost || code == badWindow || code == badDrawable || code >= firstOfExtensions;
    return 0;
}

static int endWithDisplay(void* display) // Xlib ends the process if this returns
{
    (void)display;
    shownTo->holdsErrors = false; // nobody is left to show them
    exit(gelReportError(shownTo, gel_exitDisplay, "the connection to the display was lost"));
}

void gelWatchForLostWindow(gelOutput* output)
{
    shownTo = output;
    void* xlib = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (xlib == NULL)
        return;
    SetErrorHandler* setError;
    SetIoErrorHandler* setIoError;
    *(void**)&setError = dlsym(xlib, "XSetErrorHandler"); // as POSIX recommends for functions from dlsym
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
