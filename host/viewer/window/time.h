// Going back and forth in time, by keys and the time line.
#pragma once

#include "window/window.h"

// Steps a stage, or else a frame, unless the window is at its last.
void gelWindow_DoNext(gelWindow* window, bool stage);
// In order with frames and stages: all are asked for.
void gelWindow_RequestMove(gelWindow* window, gelMove move);
// Does the requested moves and steps as far as possible now, and travels on towards a wanted frame.
// Returns whether it is still travelling: then nothing is played.
bool gelWindow_WorkOnTime(gelWindow* window);
// When playing begins in the past: forgets what came after, and says so.
void gelWindow_PlayOn(gelWindow* window);

// The height at the lower edge that is taken, pixels.
int gelWindow_DrawTimeline(gelWindow* window, int width, int height);
void gelWindow_ObeyTimeline(gelWindow* window);
