// A camera that circles round a point.
#pragma once

#include "draw/matrix.h"

typedef struct gelCamera {
    gelVec3 target;  // m
    float distance;  // m
    float azimuth;   // degrees round Y, from +Z to +X
    float elevation; // degrees above the horizon, -85 to 89
} gelCamera;

// Shows the whole box.
gelCamera gelFrameCamera(gelVec3 lower, gelVec3 upper, float aspect);

void gelCamera_Orbit(gelCamera* camera, float azimuth, float elevation); // degrees
void gelCamera_Pan(gelCamera* camera, float right, float up);            // parts of the picture's height
void gelCamera_Zoom(gelCamera* camera, float notches);                   // > 0 goes nearer

gelVec3 gelCamera_Eye(const gelCamera* camera);
// From the eye through a place in the picture: x and y from -1 (left, bottom) to 1. A unit vector.
gelVec3 gelCamera_Direction(const gelCamera* camera, float aspect, float x, float y);
gelMatrix gelCamera_View(const gelCamera* camera);
gelMatrix gelCamera_Projection(const gelCamera* camera, float aspect);
