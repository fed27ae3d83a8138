// A lesson in the window: predict, run, compare.
#pragma once

#include "window/window.h"

// Fills the pane before it is drawn. Shows the answer once all is measured.
void gelWindow_FillLesson(gelWindow* window);
// Does what was asked for in the pane.
void gelWindow_ObeyLesson(gelWindow* window);
// True if the key was the lesson's: a digit that chooses.
bool gelWindow_LessonKey(gelWindow* window, int key);
// Enter: predicts, shows the answer, goes to the next lesson.
void gelWindow_GoOn(gelWindow* window);
void gelWindow_NextLesson(gelWindow* window); // the first one from a scene that is none
