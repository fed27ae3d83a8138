// The rigid motion that fits a body best.
#pragma once

#include "plan/body.h"
#include "plan/plan.h"

typedef struct gelRigidMotion {
    double rotation[4];              // a unit quaternion: gelRotate
    double centre[3], restCentre[3]; // of mass: in the world, and of the mesh, scaled
} gelRigidMotion;

// Finds the rigid motion of the body with these vertices; those that nothing moves count `held`
// times their mass.
void gelFindRigidMotion(const gelVertexState* vertices, const gelBody* body, double held,
                        gelRigidMotion* motion);
