// The distance constraint of an edge: C(x0, x1) = |x1 - x0| - rest_length.
//
//     grad_0 C = -d / |d|,  grad_1 C = d / |d|,  d = x1 - x0
//     lambda   = -C / (w0 + w1 + alpha / h^2)
//     dx0      = lambda w0 grad_0 C,  dx1 = lambda w1 grad_1 C
//
// Macklin, Mueller, Chentanez: XPBD, 2016, equation 18, with one iteration per substep, so that the multiplier starts at 0.
// The division by |d| is put into the one division there is: dx1 = s w1 d with s = -C / ((w0 + w1 + alpha / h^2) |d|).
#ifndef GEL_PHYSICS_DISTANCE_H
#define GEL_PHYSICS_DISTANCE_H

#include "physics/vector.h"

// Compliance in m/N, inverse masses in 1/kg, inverse_h2 = 1 / h^2. An edge between two pinned vertices, or of length 0
// (no direction), is left alone.
static inline void solve_distance(vec3* x0, vec3* x1, real w0, real w1, real rest_length, real compliance,
                                  scalar inverse_h2)
{
    vec3 d = vec3_subtract(*x1, *x0);
    real length = real_sqrt(vec3_dot(d, d));
    real divisor = ((w0 + w1) + compliance * inverse_h2) * length;
    real s = divisor > 0.0f ? (rest_length - length) / divisor : (real)0.0f;
    *x0 = vec3_subtract(*x0, vec3_scale(d, s * w0));
    *x1 = vec3_add(*x1, vec3_scale(d, s * w1));
}

#endif
