// A camera that orbits a point.
#pragma once

#include "draw/matrix.h"

typedef struct gelCamera {
    gelVec3 target;  // m
    float distance;  // m
    float azimuth;   // degrees about Y, from +Z to +X
    float elevation; // degrees above the horizon, -85 to 89
    // Where the target is in the picture: 0 in the middle, 1 at the right and the upper edge.
    float shiftRight, shiftUp;
    float coveredWidth, coveredHeight; // the shares of the picture that panels hide
} gelCamera;

// Frames the whole box, as large as fits into what is not covered.
void gelCamera_Frame(gelCamera* camera, gelVec3 lower, gelVec3 upper, float aspect);

void gelCamera_Orbit(gelCamera* camera, float azimuth, float elevation); // degrees
void gelCamera_Pan(gelCamera* camera, float right, float up);            // fractions of the picture's height
void gelCamera_Zoom(gelCamera* camera, float notches);                   // > 0 moves closer

gelVec3 gelCamera_Eye(const gelCamera* camera);
// The unit vector from the eye through a point of the picture: x and y from -1 (left, bottom) to 1.
gelVec3 gelCamera_Direction(const gelCamera* camera, float aspect, float x, float y);
// Where a place is in the picture, x and y as above; false if it is behind the eye.
bool gelCamera_Find(const gelCamera* camera, float aspect, gelVec3 place, float* x, float* y);
// Returns the size of a pixel at the nearest place of a box, m, in a picture `height` pixels high;
// 0 if the eye is inside the box.
float gelCamera_Pixel(const gelCamera* camera, gelVec3 lower, gelVec3 upper, int height);
gelMatrix gelCamera_View(const gelCamera* camera);
gelMatrix gelCamera_Projection(const gelCamera* camera, float aspect);
