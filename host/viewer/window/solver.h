// How the scene is solved, and what is done to its bodies, as the panel asks for it.
#pragma once

#include "window/window.h"

void gelWindow_FillSolver(gelWindow* window);
void gelWindow_ObeySolver(gelWindow* window);
