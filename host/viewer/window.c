#include "view.h"
int gelRunWindow(gelView* view)
{
    return gelReportError(view->output, gel_exitDisplay, "no window yet");
}
