// What the pointer does to bodies: it becomes events of the session, which go into its recording.
#pragma once

#include "view.h"

// A place in the window, and the window's size, in the same unit; from the left and from the top.
typedef struct gelPointer {
    double x, y;
    int width, height;
} gelPointer;

// All report failures and return the exit code; where the pointer meets nothing they do nothing.
int gelView_Grab(gelView* view, gelPointer pointer);
int gelView_Pull(gelView* view, gelPointer pointer);
int gelView_Release(gelView* view);
int gelView_DropBody(gelView* view,
                     gelPointer pointer); // the next of the scene's bodies, above what is pointed at
int gelView_RemoveBody(gelView* view, gelPointer pointer);

// Where in the window the hand is that holds something.
bool gelView_FindHand(const gelView* view, gelPointer* hand);
