// Walls drawn over the picture while A is held: they become input of the session, and of its recording.
#pragma once

#include "window/window.h"

// Left button: draws a wall, or moves the one under the pointer. Right button: removes that. False if A is not held.
bool gelWindow_BeginWall(gelWindow* window, int button);
void gelWindow_DragWall(gelWindow* window);
bool gelWindow_EndWall(gelWindow* window, int button); // false if none was drawn or moved

// The line that is being drawn, in a picture of that size.
void gelWindow_DrawWallLine(const gelWindow* window, int width, int height);
