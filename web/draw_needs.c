// Functions of the command that its renderer and its guard of bodies call. Errors become a text for the page.
#include "app/output.h"
#include "draw/picture_clock.h"

#include <stdarg.h>
#include <stdio.h>

int gelReportError(gelOutput* output, int code, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(output->lastError, sizeof output->lastError, format, list);
    va_end(list);
    return code;
}

int gelReportStatus(gelOutput* output, gelStatus status, gelActivity activity)
{
    (void)activity;
    if (status == gel_success)
        return gel_exitDone;
    return gelReportError(output, gel_exitInternal, "%s", gelReasonOf(status));
}

const char* gelReasonOf(gelStatus status)
{
    (void)status;
    return gelLastError();
}

void gelPrintWarning(gelOutput* output, const char* format, ...)
{
    (void)output;
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}

// The browser times pictures itself.
void gelPictureClock_Mark(gelPictureClock* clock, gelPictureStage stage)
{
    (void)clock, (void)stage;
}
