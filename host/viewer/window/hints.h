// A line of hints for the first minute: what the mouse does, and the next useful key that was not pressed yet.
#pragma once

#include "window/window.h"

// A key was pressed: no hint is needed for it any more.
void gelWindow_RecordUse(gelWindow* window, int key);
// In the upper middle of what the panel leaves free, up to `right`, in points.
void gelWindow_DrawHint(gelWindow* window, int right);
