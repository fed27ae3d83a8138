// What goes wrong while the window steps: it pauses and says so, and the user may change settings and go on.
#pragma once

#include "window/window.h"

// After a frame or stage. A step that the integrator cannot take pauses; other failures end the window.
void gelWindow_RecordStep(gelWindow* window, int code);
// If a body's positions or velocities are no numbers: takes it out, says so, and the others go on; where that cannot be,
// pauses. Looks a few times a second, as it waits for the device.
void gelWindow_CheckDivergence(gelWindow* window);
// The same when the window closes, so that what is recorded ends as its replay does.
void gelWindow_EndDivergence(gelWindow* window);
