// The bending constraint of three vertices of a rope: C(x0, x1, x2) = |t1 - t0| - C0, with t0 = (x1 - x0) / l0 and
// t1 = (x2 - x1) / l1 the directions of two lines that follow one another; l0 and l1 are their lengths at rest. Where
// these are kept C is 2 sin(theta / 2), theta the angle between the lines, and (l0 + l1) / 2 times the curvature.
//
//     d = t1 - t0,  u = d / |d|
//     grad_0 C = u / l0,  grad_1 C = -u (1 / l0 + 1 / l1),  grad_2 C = u / l1
//
// A rod of bending stiffness E I stores E I / 2 per length and squared curvature, which is E I |d|^2 / (l0 + l1): so
// alpha = (l0 + l1) / (2 E I). The division by |d| is merged into the only one, as in distance.h. A straight rod has
// no direction to bend to, and is left as it is.
#ifndef GEL_PHYSICS_ROD_H
#define GEL_PHYSICS_ROD_H

#include "physics/measure.h"
#include "physics/row.h"
#include "physics/vector.h"

static inline vec3 bend_of_rod(const vec3* x, const real* values)
{
    vec3 before = vec3_scale(vec3_subtract(x[1], x[0]), values[2]);
    return vec3_subtract(vec3_scale(vec3_subtract(x[2], x[1]), values[3]), before);
}

// Values: C0, compliance in 1 / (N m), 1 / l0 and 1 / l1 in 1/m. Inverse masses in 1/kg; inverse_h2 = 1 / h^2.
static inline real lambda_rod(const vec3* x, const real* w, const real* values, scalar inverse_h2,
                              vec3* gradients)
{
    real a = values[2], c = values[3], b = a + c;
    vec3 d = bend_of_rod(x, values);
    real bend = real_sqrt(vec3_dot(d, d));
    real sum = ((w[0] * a) * a + (w[1] * b) * b) + (w[2] * c) * c;
    real divisor = (sum + values[1] * inverse_h2) * bend;
    gradients[0] = vec3_scale(d, a);
    gradients[1] = vec3_negate(vec3_scale(d, b));
    gradients[2] = vec3_scale(d, c);
    return ((sum > 0.0f) & (divisor > 0.0f)) ? (values[0] - bend) / divisor : (real)0.0f;
}

// The row of a two-level solve: row.h. `resists_across` is ignored: a bend always does.
static inline void row_rod(const vec3* x, const real* w, const real* values, scalar h2, real resists_across,
                           Residual* residual, Derivative* derivatives)
{
    real a = values[2], c = values[3], b = (real)0.0f - (a + c);
    real inertia = ((w[0] * a) * a + (w[1] * b) * b) + (w[2] * c) * c;
    SpringRow row =
        row_of_spring(bend_of_rod(x, values), values[0], row_stiffness(values[1], inertia, h2), (real)1.0f);
    (void)resists_across;
    *residual = row.residual;
    derivatives[0] = scale_derivative(row.part, a);
    derivatives[1] = scale_derivative(row.part, b);
    derivatives[2] = scale_derivative(row.part, c);
}

// The residual is in radians, about: it is relative to 1.
static inline Measure measure_rod(const vec3* x, const real* values)
{
    vec3 d = bend_of_rod(x, values);
    Measure measure = {real_sqrt(vec3_dot(d, d)), values[0], (real)1.0f};
    return measure;
}

#endif
