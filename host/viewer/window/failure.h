// Failures while the window steps: it pauses and reports them, and the user may change settings and
// continue.
#pragma once

#include "window/window.h"

// After a frame or stage. A step that the integrator cannot take pauses; other failures end the window.
void gelWindow_RecordStep(gelWindow* window, int code);
// If a body's positions or velocities are no numbers: takes it out, says so, and the others go on; where that cannot be,
// pauses. Looks a few times a second, as it waits for the device.
void gelWindow_CheckDivergence(gelWindow* window);
// Checks for divergence when the window closes, so that the recording ends as its replay does.
void gelWindow_EndDivergence(gelWindow* window);
