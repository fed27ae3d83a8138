// The end of a substep: v = (x - p) / h, then damping.
//
// dv/dt = -k v is stepped implicitly, v / (1 + h k): stable for every k and h, and exp(-k t) in the limit of small steps.
#ifndef GEL_PHYSICS_VELOCITY_H
#define GEL_PHYSICS_VELOCITY_H

#include "physics/vector.h"

// Damping in 1/s.
static inline vec3 new_velocity(vec3 position, vec3 previous, real damping, scalar h, scalar inverse_h)
{
    real share = 1.0f / (1.0f + h * damping);
    return vec3_scale(vec3_scale(vec3_subtract(position, previous), (real)inverse_h), share);
}

#endif
