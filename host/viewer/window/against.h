// The second world of the window: what it is, and how it is shown.
#pragma once

#include "window/touch.h"
#include "window/window.h"

void gelWindow_FillAgainst(gelWindow* window);
void gelWindow_ObeyAgainst(gelWindow* window);
void gelWindow_NextTwoWorlds(gelWindow* window);
// Where a pointer into either half is in a half; -1: the one that it is in.
gelPointer gelWindow_InHalf(const gelWindow* window, gelPointer pointer, int half);
