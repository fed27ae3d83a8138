// Painting what varies over a body: while it is on, the left button draws dabs of a brush on the body that it begins on.
// Shown at once, they reach the world as events when the button is released.
#pragma once

#include "window/window.h"

void gelWindow_TogglePaint(gelWindow* window); // on: in a mode that shows a factor or weight
void gelWindow_GrowBrush(gelWindow* window);
void gelWindow_ShrinkBrush(gelWindow* window);

// Mouse; each returns whether it took the event. Ctrl erases, to factor 1 or weight 0; Shift softens.
bool gelWindow_BeginPaint(gelWindow* window, int button, int modifiers);
void gelWindow_DragPaint(gelWindow* window);
bool gelWindow_EndPaint(gelWindow* window, int button);
void gelWindow_DropPaint(gelWindow* window); // gives a stroke up

void gelWindow_FillPaint(gelWindow* window); // the panel's rows
void gelWindow_ObeyPaint(gelWindow* window);
// The brush at the pointer. Between gelPanel_Begin and gelPanel_End, in a picture of so many points.
void gelWindow_DrawBrush(gelWindow* window, int width, int height);

// window/paint_save.c: whether a body has such values: it is soft, and has goals if those are weights.
bool gelWindow_CanPaint(const gelWorld* world, int body, gelVertexValue kind);
// Writes the shown factor of each body, where it is not 1 everywhere, or the weights of its goals,
// beside the scene, and says how the scene names the files. Exit code.
int gelWindow_SavePaint(gelWindow* window);
