// Vectors and 4x4 matrices, column-major as in OpenGL. For drawing only.
#pragma once

#include "gel/base.h"

typedef struct gelMatrix {
    float m[16];
} gelMatrix;

gelVec3 gelAdd(gelVec3 a, gelVec3 b);
gelVec3 gelSubtract(gelVec3 a, gelVec3 b);
gelVec3 gelScale(gelVec3 a, float s);
gelVec3 gelCross(gelVec3 a, gelVec3 b);
float gelDot(gelVec3 a, gelVec3 b);
gelVec3 gelNormalise(gelVec3 a); // {0, 1, 0} for a zero vector

gelMatrix gelMultiply(gelMatrix a, gelMatrix b);
gelMatrix gelLookAt(gelVec3 eye, gelVec3 target, gelVec3 up);
gelMatrix gelPerspective(float verticalAngle, float aspect, float nearest, float furthest); // radians, metres
gelMatrix gelOrthographic(gelVec3 lower, gelVec3 upper); // of a box in view space, seen along -z
gelMatrix gelInvert(gelMatrix a);                        // all zero if there is no inverse
