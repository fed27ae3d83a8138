// An edge that pulls and never pushes, up to a length that it never exceeds:
//
//     C(x0, x1) = |x1 - x0| - L if that is positive, 0 otherwise
//
// with L the length at which it begins to pull and the compliance alpha; beyond its longest length L is that, and alpha 0.
// Gradients and multiplier as in distance.h.
#ifndef GEL_PHYSICS_TENSION_H
#define GEL_PHYSICS_TENSION_H

#include "physics/measure.h"
#include "physics/row.h"
#include "physics/vector.h"

// Values: length at which it pulls in m, compliance in m/N, longest length in m. Inverse masses in 1/kg; inverse_h2 =
// 1 / h^2. The multiplier of an edge between two pinned vertices is 0.
static inline real lambda_tension(const vec3* x, const real* w, const real* values, scalar inverse_h2,
                                  vec3* gradients)
{
    vec3 d = vec3_subtract(x[1], x[0]);
    real length = real_sqrt(vec3_dot(d, d));
    real target = length > values[2] ? values[2] : values[0];
    real compliance = length > values[2] ? (real)0.0f : values[1];
    real divisor = ((w[0] + w[1]) + compliance * inverse_h2) * length;
    gradients[0] = vec3_negate(d);
    gradients[1] = d;
    return ((length > values[0]) & (divisor > 0.0f)) ? (target - length) / divisor : (real)0.0f;
}

// The row of a two-level solve: row.h. Gel refuses longest lengths there. An edge that is slack by little may be tense at the
// end of the substep. So it already resists, without which it would be thrown to and fro; it pulls by nothing.
#define nearly_tense 0.99f
static inline void row_tension(const vec3* x, const real* w, const real* values, scalar h2,
                               real resists_across, Residual* residual, Derivative* derivatives)
{
    vec3 d = vec3_subtract(x[1], x[0]);
    real square = vec3_dot(d, d), inertia = w[0] + w[1], nearly = nearly_tense * values[0];
    real pulls = square > values[0] * values[0] ? (real)1.0f : (real)0.0f;
    real stiffness = square > nearly * nearly ? row_stiffness(values[1], inertia, h2) : (real)0.0f;
    SpringRow row = row_of_spring(d, values[0], stiffness, resists_across);
    residual->vector = vec3_scale(row.residual.vector, pulls);
    residual->number = row.residual.number * pulls;
    derivatives[0] = scale_derivative(row.part, (real)-1.0f);
    derivatives[1] = row.part;
}

static inline Measure measure_tension(const vec3* x, const real* values)
{
    vec3 d = vec3_subtract(x[1], x[0]);
    real length = real_sqrt(vec3_dot(d, d));
    Measure measure = {length > values[0] ? length : values[0], values[0], values[0]};
    return measure;
}

#endif
