// Windows that are taken away: another program may destroy one, or the display may go. Xlib would end the process in the middle,
// with a page of text and an exit code of its own.
#pragma once

#include "output.h"

// After glfwInit. Does nothing where windows are not X's.
void gelWatchForLostWindow(gelOutput* output);
// The window is gone: draw no more.
bool gelWindowIsLost(void);
