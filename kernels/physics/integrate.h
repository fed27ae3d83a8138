// The start of a substep: symplectic Euler under gravity, before any constraint is looked at.
//
//     v += h g;  x += h v;  q = x
//
// Mueller, Heidelberger, Hennix, Ratcliff: Position Based Dynamics, 2007, algorithm 1, lines 5-7;
// Macklin et al.: Small Steps in Physics Simulation, 2019, algorithm 1. The predicted position q is kept for velocity.h.
#ifndef GEL_PHYSICS_INTEGRATE_H
#define GEL_PHYSICS_INTEGRATE_H

#include "physics/vector.h"

typedef struct Gravity {
    scalar x, y, z; // m/s^2
} Gravity;

// Vertices of inverse mass 0 (pinned) stay and come to rest.
static inline void integrate(vec3* position, vec3* velocity, real inverse_mass, Gravity gravity, scalar h)
{
    velocity->x = inverse_mass > 0.0f ? velocity->x + h * gravity.x : (real)0.0f;
    velocity->y = inverse_mass > 0.0f ? velocity->y + h * gravity.y : (real)0.0f;
    velocity->z = inverse_mass > 0.0f ? velocity->z + h * gravity.z : (real)0.0f;
    position->x = position->x + h * velocity->x;
    position->y = position->y + h * velocity->y;
    position->z = position->z + h * velocity->z;
}

#endif
