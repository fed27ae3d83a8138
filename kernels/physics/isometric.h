// Isometric bending of two triangles that share an edge, as in bending.h: C(x0 ... x3) = |b| - C0 with b = sum_i k_i x_i,
// whose weights are those of the triangles at rest, laid flat beside each other:
//
//     k_2 = 1 / h2,  k_3 = 1 / h3,  k_1 = -s / h2 - t / h3,  k_0 = -(k_1 + k_2 + k_3)
//
// with h2, h3 the heights of x2 and x3 over the edge, and s, t where they meet it, in lengths of the edge from x0. b adds up
// what leads away from the edge in either triangle; where lengths are kept, as cloth does, |b| = 2 sin(theta / 2), theta the
// fold. So compliances are those of bending.h, alpha = A / (D L^2), and of rest values there the size.
//
// Bergou, Wardetzky, Harmon, Zorin, Grinspun: A Quadratic Bending Model for Inextensible Surfaces, 2006, whose matrix is
// Q = K^T K times a number, K = L (k_0 ... k_3). For a flat rest, C0 = 0, the energy |b|^2 / (2 alpha) is quadratic, all
// directions have the same gradients, and one multiplier solves them at once:
//
//     grad_i C = k_i b / |b|,  lambda = (C0 - |b|) / (sum_i w_i k_i^2 + alpha / h^2)
//
// The division by |b| is merged into the only one, as in distance.h. A fold without b has no direction to bend to, and is
// left as it is; one with a rest value keeps its angle, to whichever side.
#ifndef GEL_PHYSICS_ISOMETRIC_H
#define GEL_PHYSICS_ISOMETRIC_H

#include "physics/measure.h"
#include "physics/row.h"
#include "physics/vector.h"

static inline vec3 bend_of_weights(const vec3* x, const real* values)
{
    vec3 b = vec3_add(vec3_scale(vec3_subtract(x[1], x[0]), values[2]),
                      vec3_scale(vec3_subtract(x[2], x[0]), values[3]));
    return vec3_add(b, vec3_scale(vec3_subtract(x[3], x[0]), values[4]));
}

// Values: C0, compliance in 1 / (N m), k_1, k_2 and k_3 in 1/m. Inverse masses in 1/kg; inverse_h2 = 1 / h^2.
static inline real lambda_isometric(const vec3* x, const real* w, const real* values, scalar inverse_h2,
                                    vec3* gradients)
{
    real k1 = values[2], k2 = values[3], k3 = values[4], k0 = (k1 + k2) + k3;
    vec3 b = bend_of_weights(x, values);
    real bend = real_sqrt(vec3_dot(b, b));
    real sum = ((w[0] * k0) * k0 + (w[1] * k1) * k1) + ((w[2] * k2) * k2 + (w[3] * k3) * k3);
    real divisor = (sum + values[1] * inverse_h2) * bend;
    gradients[0] = vec3_negate(vec3_scale(b, k0));
    gradients[1] = vec3_scale(b, k1);
    gradients[2] = vec3_scale(b, k2);
    gradients[3] = vec3_scale(b, k3);
    return ((sum > 0.0f) & (divisor > 0.0f)) ? (values[0] - bend) / divisor : (real)0.0f;
}

// The row of a two-level solve: row.h. `resists_across` is ignored: a bend always does.
static inline void row_isometric(const vec3* x, const real* w, const real* values, scalar h2,
                                 real resists_across, Residual* residual, Derivative* derivatives)
{
    real k1 = values[2], k2 = values[3], k3 = values[4], k0 = (real)0.0f - ((k1 + k2) + k3);
    real inertia = ((w[0] * k0) * k0 + (w[1] * k1) * k1) + ((w[2] * k2) * k2 + (w[3] * k3) * k3);
    SpringRow row = row_of_spring(bend_of_weights(x, values), values[0],
                                  row_stiffness(values[1], inertia, h2), (real)1.0f);
    (void)resists_across;
    *residual = row.residual;
    derivatives[0] = scale_derivative(row.part, k0);
    derivatives[1] = scale_derivative(row.part, k1);
    derivatives[2] = scale_derivative(row.part, k2);
    derivatives[3] = scale_derivative(row.part, k3);
}

// The residual is in radians, about: it is relative to 1.
static inline Measure measure_isometric(const vec3* x, const real* values)
{
    vec3 b = bend_of_weights(x, values);
    Measure measure = {real_sqrt(vec3_dot(b, b)), values[0], (real)1.0f};
    return measure;
}

#endif
