// The rigid motion that fits a body best.
#pragma once

#include "world/world.h"

typedef struct gelRigidMotion {
    double rotation[4];              // a unit quaternion: gelRotate
    double centre[3], restCentre[3]; // of mass: in the world, and of the mesh, scaled
} gelRigidMotion;

// Vertices that nothing moves count `held` times their mass. The state of the world is on the host.
void gelFindRigidMotion(const gelWorld* world, const gelBody* body, double held, gelRigidMotion* motion);
