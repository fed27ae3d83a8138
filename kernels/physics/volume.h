// The volume constraint of a tet: C(x0 ... x3) = V - V0, V = ((x1 - x0) x (x2 - x0)) . (x3 - x0) / 6.
//
//     6 grad_1 C = (x2 - x0) x (x3 - x0),  6 grad_2 C = (x3 - x0) x (x1 - x0),  6 grad_3 C = (x1 - x0) x (x2 - x0)
//     6 grad_0 C = -(6 grad_1 C + 6 grad_2 C + 6 grad_3 C)
//     lambda     = -C / (sum_i w_i |grad_i C|^2 + alpha / h^2),  dx_i = lambda w_i grad_i C
//
// Mueller: Ten Minute Physics 10, "Soft bodies", 2022; XPBD as in distance.h. Everything is kept sixfold, which saves the
// divisions by 6: dx_i = s w_i g_i with g_i = 6 grad_i C and s = (6 V0 - 6 V) / (sum_i w_i |g_i|^2 + 36 alpha / h^2).
#ifndef GEL_PHYSICS_VOLUME_H
#define GEL_PHYSICS_VOLUME_H

#include "physics/vector.h"

typedef struct TetPositions {
    vec3 x0, x1, x2, x3;
} TetPositions;

typedef struct TetInverseMasses {
    real w0, w1, w2, w3;
} TetInverseMasses;

// Rest volume in m^3, compliance in m^3/Pa (of C = V - V0), inverse_h2 = 1 / h^2. A tet without gradients (all pinned, or
// shrunk to a point) is left alone.
static inline void solve_volume(TetPositions* x, TetInverseMasses w, real rest_volume, real compliance,
                                scalar inverse_h2)
{
    vec3 d1 = vec3_subtract(x->x1, x->x0);
    vec3 d2 = vec3_subtract(x->x2, x->x0);
    vec3 d3 = vec3_subtract(x->x3, x->x0);
    vec3 g1 = vec3_cross(d2, d3);
    vec3 g2 = vec3_cross(d3, d1);
    vec3 g3 = vec3_cross(d1, d2);
    vec3 g0 = vec3_add(vec3_add(g1, g2), g3); // the gradient of x0, with its sign turned
    real sum = (w.w0 * vec3_dot(g0, g0) + w.w1 * vec3_dot(g1, g1)) + (w.w2 * vec3_dot(g2, g2) + w.w3 * vec3_dot(g3, g3));
    real divisor = sum + 36.0f * (compliance * inverse_h2);
    real s = divisor > 0.0f ? (6.0f * rest_volume - vec3_dot(g3, d3)) / divisor : (real)0.0f;
    x->x0 = vec3_subtract(x->x0, vec3_scale(g0, s * w.w0));
    x->x1 = vec3_add(x->x1, vec3_scale(g1, s * w.w1));
    x->x2 = vec3_add(x->x2, vec3_scale(g2, s * w.w2));
    x->x3 = vec3_add(x->x3, vec3_scale(g3, s * w.w3));
}

#endif
