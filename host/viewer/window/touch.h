// Actions of the pointer on bodies: they become events of the session, and of its recording.
#pragma once

#include "view.h"

// A position in the window, from the left and top, and the window's size, in the same unit; where it is split, in a
// half, and the half's size.
typedef struct gelPointer {
    double x, y;
    int width, height;
    int half; // 1: that of the second world
} gelPointer;

typedef struct gelRay {
    gelVec3 origin, direction; // m; 1 long
} gelRay;

gelRay gelView_RayThrough(const gelView* view, gelPointer pointer);     // from the eye
int gelView_CastRay(gelView* view, gelPointer pointer, gelRayHit* hit); // what it hits; exit code

// All report errors and return the exit code; they do nothing if the pointer hits nothing. In the half of the second
// world it hits the bodies of that; what it does happens to both.
int gelView_Grab(gelView* view, gelPointer pointer);
int gelView_Pull(gelView* view, gelPointer pointer);
int gelView_Release(gelView* view);
int gelView_DropBody(gelView* view,
                     gelPointer pointer); // the next of the scene's bodies, above the pointer's target
int gelView_RemoveBody(gelView* view, gelPointer pointer);

// Where in the window the grabbing hand is.
bool gelView_FindHand(const gelView* view, gelPointer* hand);
