// The pull of a vertex towards a goal: a spring of stiffness k in acceleration units, so that it moves light
// and heavy bodies alike. It is the constraint C = x - g with the compliance 1 / (k m):
//
//     dx = -w C / (w + 1 / (k m h^2)) = (g - x) k h^2 / (1 + k h^2)
//
// XPBD as in distance.h; stable for every k, and a pin in the limit of large ones.
#ifndef GEL_PHYSICS_GOAL_H
#define GEL_PHYSICS_GOAL_H

#include "physics/vector.h"

// Stiffness in 1/s^2, h2 = h^2. Pinned vertices stay.
static inline void solve_goal(vec3* position, vec3 goal, real inverse_mass, real stiffness, scalar h2)
{
    real pull = stiffness * h2;
    real share = inverse_mass > 0.0f ? pull / (1.0f + pull) : (real)0.0f;
    *position = vec3_add(*position, vec3_scale(vec3_subtract(goal, *position), share));
}

#endif
