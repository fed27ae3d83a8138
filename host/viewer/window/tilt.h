// Gravity and the ground, tilted by dragging with Ctrl: they become settings of the session, and of its recording.
#pragma once

#include "window/window.h"

// With Ctrl held: the left button takes gravity, the right one the ground. A second click soon after gives it back the
// scene's direction. Returns false if the click is not for this.
bool gelWindow_BeginTilt(gelWindow* window, int button, int modifiers);
bool gelWindow_EndTilt(gelWindow* window); // false if nothing was tilted
void gelWindow_Tilt(gelWindow* window, double dx, double dy);
// While they are tilted: arrows that show how, above `bottom`. Returns where the room above them begins.
int gelWindow_DrawTilt(gelWindow* window, int bottom);
