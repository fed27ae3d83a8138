// Reloads kernels and shaders while the window runs.
#include "history.h"
#include "view.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool isSet(const char* variable)
{
    const char* value = getenv(variable);
    return value != NULL && value[0] != '\0';
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
add(gelView* view, const char* format, ...)
{
    size_t length = strlen(view->message);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(view->message + length, sizeof view->message - length, format, arguments);
    va_end(arguments);
}

// Shared positions use their own kernels, so they are recreated with the new ones.
static int reloadKernels(gelView* view)
{
    bool exact = true;
    gelStatus status = gelWorld_ReloadKernels(view->session.world, &exact);
    view->messageIsBad = (status != gel_success && status != gel_unsupported) || !exact;
    if (status == gel_unsupported)
        add(view, "%s\n", gelLastError());
    else if (status != gel_success)
        add(view, "The old kernels stay in use: %s\n", gelLastError());
    else if (!exact)
        add(view, "Kernels reloaded. They do not compute the reference's bits.\n");
    else if (isSet("GEL_KERNEL_DIR"))
        add(view, "Kernels reloaded from %s\n", getenv("GEL_KERNEL_DIR"));
    else
        add(view,
            "Kernels unchanged: set GEL_KERNEL_DIR to a folder with Gel's kernels, and edit them there.\n");
    if (status != gel_success)
        return gel_exitDone;
    gelSession_ForgetHistory(&view->session); // other kernels would not repeat it
    return gelView_AdoptWorld(view, false);
}

static void reloadShaders(gelView* view)
{
    int code = gelRenderer_ReloadShaders(view->renderer, view->output);
    view->messageIsBad = view->messageIsBad || code != gel_exitDone;
    if (code != gel_exitDone)
        add(view, "The old shaders stay in use: %s\n", view->output->lastError);
    else if (isSet("GEL_SHADER_DIR"))
        add(view, "Shaders reloaded from %s\n", getenv("GEL_SHADER_DIR"));
}

int gelView_Reload(gelView* view)
{
    view->message[0] = '\0';
    int code = reloadKernels(view);
    reloadShaders(view);
    return code;
}
