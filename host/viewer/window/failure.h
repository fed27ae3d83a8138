// What goes wrong while the window steps: it pauses and says so, and the user may change settings and go on.
#pragma once

#include "window/window.h"

// After a frame or stage. A step that the integrator cannot take pauses; other failures end the window.
void gelWindow_NoteStep(gelWindow* window, int code);
// Pauses if a body's positions are no numbers. Looks a few times a second, as it waits for the device.
void gelWindow_CheckFinite(gelWindow* window);
