// Handles lost windows: another program may destroy one, or the display may go. Xlib would end the process
// abruptly, with a page of text and its own exit code.
#pragma once

#include "app/output.h"

// Call after glfwInit. Does nothing if windows are not X windows.
void gelWatchForLostWindow(gelOutput* output);
// Whether the window is gone: stop drawing.
bool gelWindowIsLost(void);
