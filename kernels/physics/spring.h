// Constraints as forces: an edge is a damped spring, a volume resists by the gradient of its energy C^2 / (2 alpha).
//
//     f_i = -(C / alpha) grad_i C
//     edges also: f_1 = -k_d ((v1 - v0) . n) n,  f_0 = -f_1,  n = (x1 - x0) / |x1 - x0|,  k_d = damping / alpha
//
// An edge is Hooke's spring of stiffness k_s = 1 / alpha. Witkin, Baraff, Kass: Physically Based Modeling, SIGGRAPH
// course, 2001, "Particle System Dynamics". The first line is multiplier_NAME with the masses infinite and h = 1:
// lambda = -C / (0 + alpha), f_i = lambda grad_i C. So each formula still stands once.
#ifndef GEL_PHYSICS_SPRING_H
#define GEL_PHYSICS_SPRING_H

#include "physics/vector.h"

// What damping adds to the multiplier of an edge, whose gradients are -d and d (distance.h), unless it is torn. `values`
// as there, damping k_d / k_s in s.
static inline real damp_spring(const vec3* x, const vec3* v, const real* values, scalar damping)
{
    vec3 d = vec3_subtract(x[1], x[0]);
    real divisor = values[1] * vec3_dot(d, d);
    real drag = damping * vec3_dot(vec3_subtract(v[1], v[0]), d);
    return ((divisor > 0.0f) & (values[0] >= 0.0f)) ? ((real)0.0f - drag) / divisor : (real)0.0f;
}

#endif
