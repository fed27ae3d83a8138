// Constraints as forces: an edge is a damped spring, a volume resists by the gradient of its energy C^2 / (2 alpha).
//
//     f_i = -(C / alpha) grad_i C
//     edges also: f_1 = -k_d ((v1 - v0) . n) n,  f_0 = -f_1,  n = (x1 - x0) / |x1 - x0|,  k_d = damping / alpha
//
// An edge is Hooke's spring of stiffness k_s = 1 / alpha. Witkin, Baraff, Kass: Physically Based Modeling, SIGGRAPH
// course, 2001, "Particle System Dynamics". The first line is lambda_NAME with the masses infinite and h = 1:
// lambda = -C / (0 + alpha), f_i = lambda grad_i C. So each formula still stands once.
#ifndef GEL_PHYSICS_SPRING_H
#define GEL_PHYSICS_SPRING_H

#include "physics/vector.h"

// Returns what damping adds to the multiplier of an edge, whose gradients are -d and d and whose
// `values` are those of distance.h. An edge that is torn or rigid has no damping: a rigid one has
// no k_s, which k_d needs.
//
// For forces, `damping` is k_d / k_s in s, and the masses are infinite, as above. XPBD damps
// implicitly at the end of a substep, when velocities are known, which is stable for any k_d:
//
//     J = -h k_d u / (1 + h k_d (w0 + w1)),  u = (v1 - v0) . n,  v_i += w_i J grad_i C
//
// with damping = h k_d / k_s. It sees only how fast the edge becomes longer, so no rotation is damped, and it pushes both
// ends alike, so it keeps momentum. Without constraints u decays by 1 + h k_d (w0 + w1) in each substep.
static inline real damping_distance(const vec3* x, const vec3* v, const real* w, const real* values,
                                    scalar damping)
{
    vec3 d = vec3_subtract(x[1], x[0]);
    real divisor = (values[1] + damping * (w[0] + w[1])) * vec3_dot(d, d);
    real drag = damping * vec3_dot(vec3_subtract(v[1], v[0]), d);
    return ((values[1] > 0.0f) & (divisor > 0.0f) & (values[0] >= 0.0f)) ? ((real)0.0f - drag) / divisor
                                                                         : (real)0.0f;
}

// Returns the same for an edge that only pulls, and 0 while it is slack. The damping is that of its
// spring, also where its longest length holds it.
static inline real damping_tension(const vec3* x, const vec3* v, const real* w, const real* values,
                                   scalar damping)
{
    vec3 d = vec3_subtract(x[1], x[0]);
    real multiplier = damping_distance(x, v, w, values, damping);
    return vec3_dot(d, d) > values[0] * values[0] ? multiplier : (real)0.0f;
}

#endif
