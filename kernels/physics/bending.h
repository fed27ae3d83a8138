// The bending constraint of two triangles that share an edge: C(x0 ... x3) = 2 sin(theta / 2) - C0, with
// theta the angle by which they are folded out of a common plane. x0 and x1 are the ends of the edge, x2 and
// x3 the opposite corners.
//
//     e = x1 - x0,  a = x2 - x0,  b = x3 - x0,  N2 = e x a,  N3 = b x e   (normals, twice the areas long)
//     sin theta = ((N3 x N2) . e) / (|e| |N2| |N3|),  cos theta = N2 . N3 / (|N2| |N3|)
//     grad_2 theta = |e| N2 / |N2|^2,  grad_3 theta = |e| N3 / |N3|^2
//     grad_0 theta = -(1 - s) grad_2 - (1 - t) grad_3,  grad_1 theta = -s grad_2 - t grad_3
//     with s = a . e / |e|^2, t = b . e / |e|^2: where the heights of x2 and x3 meet the edge
//     grad C = cos(theta / 2) grad theta
//
// Bridson, Marino, Fedkiw: Simulation of Clothing with Folds and Wrinkles, 2003, for the gradients. The sine
// of the half angle replaces the angle, which would need an arc tangent; 2 sin(theta / 2) = sin theta /
// cos(theta / 2) stays accurate for small theta. Triangles folded flat onto each other, or without area, are
// left unchanged.
#ifndef GEL_PHYSICS_BENDING_H
#define GEL_PHYSICS_BENDING_H

#include "physics/measure.h"
#include "physics/row.h"
#include "physics/vector.h"

typedef struct Fold {
    vec3 edge, normal2, normal3;  // e, N2, N3
    real edge2, square2, square3; // their squared lengths
    real sine, half_cosine;       // of theta, of theta / 2
} Fold;

static inline Fold measure_fold(const vec3* x)
{
    Fold fold;
    fold.edge = vec3_subtract(x[1], x[0]);
    fold.normal2 = vec3_cross(fold.edge, vec3_subtract(x[2], x[0]));
    fold.normal3 = vec3_cross(vec3_subtract(x[3], x[0]), fold.edge);
    fold.edge2 = vec3_dot(fold.edge, fold.edge);
    fold.square2 = vec3_dot(fold.normal2, fold.normal2);
    fold.square3 = vec3_dot(fold.normal3, fold.normal3);
    real areas = real_sqrt(fold.square2) * real_sqrt(fold.square3);
    real across = vec3_dot(vec3_cross(fold.normal3, fold.normal2), fold.edge);
    real volume = areas * real_sqrt(fold.edge2);
    real cosine = areas > 0.0f ? vec3_dot(fold.normal2, fold.normal3) / areas : (real)1.0f;
    real rest = 0.5f * (1.0f + cosine);
    fold.sine = volume > 0.0f ? across / volume : (real)0.0f;
    fold.half_cosine = real_sqrt(rest > 0.0f ? rest : (real)0.0f);
    return fold;
}

// 2 sin(theta / 2)
static inline real bend_of_fold(Fold fold)
{
    return fold.half_cosine > 0.0f ? fold.sine / fold.half_cosine : (real)0.0f;
}

// Stores the gradients of C.
static inline void gradients_of_fold(const Fold* fold, const vec3* x, vec3* gradients)
{
    real length = real_sqrt(fold->edge2);
    real scale2 = fold->square2 > 0.0f ? (length * fold->half_cosine) / fold->square2 : (real)0.0f;
    real scale3 = fold->square3 > 0.0f ? (length * fold->half_cosine) / fold->square3 : (real)0.0f;
    vec3 g2 = vec3_scale(fold->normal2, scale2), g3 = vec3_scale(fold->normal3, scale3);
    real inverse_edge2 = fold->edge2 > 0.0f ? 1.0f / fold->edge2 : (real)0.0f;
    real s = vec3_dot(vec3_subtract(x[2], x[0]), fold->edge) * inverse_edge2;
    real t = vec3_dot(vec3_subtract(x[3], x[0]), fold->edge) * inverse_edge2;
    gradients[0] = vec3_negate(vec3_add(vec3_scale(g2, 1.0f - s), vec3_scale(g3, 1.0f - t)));
    gradients[1] = vec3_negate(vec3_add(vec3_scale(g2, s), vec3_scale(g3, t)));
    gradients[2] = g2;
    gradients[3] = g3;
}

static inline real inertia_of_fold(const vec3* g, const real* w)
{
    return (w[0] * vec3_dot(g[0], g[0]) + w[1] * vec3_dot(g[1], g[1])) +
           (w[2] * vec3_dot(g[2], g[2]) + w[3] * vec3_dot(g[3], g[3]));
}

// Values: C0, compliance in 1 / (N m). Inverse masses in 1/kg; inverse_h2 = 1 / h^2.
static inline real lambda_bending(const vec3* x, const real* w, const real* values, scalar inverse_h2,
                                  vec3* gradients)
{
    Fold fold = measure_fold(x);
    gradients_of_fold(&fold, x, gradients);
    real sum = inertia_of_fold(gradients, w);
    real divisor = sum + values[1] * inverse_h2;
    return sum > 0.0f ? (values[0] - bend_of_fold(fold)) / divisor : (real)0.0f;
}

// The row of a two-level solve: row.h.
static inline void row_bending(const vec3* x, const real* w, const real* values, scalar h2,
                               real resists_across, Residual* residual, Derivative* derivatives)
{
    Fold fold = measure_fold(x);
    vec3 g[4];
    gradients_of_fold(&fold, x, g);
    real root = real_sqrt(row_stiffness(values[1], inertia_of_fold(g, w), h2));
    (void)resists_across;
    *residual = number_residual(root * (bend_of_fold(fold) - values[0]));
    store_gradients(g[0], g[1], g[2], g[3], root, derivatives);
}

// The residual is in radians, about: it is relative to 1.
static inline Measure measure_bending(const vec3* x, const real* values)
{
    Measure measure = {bend_of_fold(measure_fold(x)), values[0], (real)1.0f};
    return measure;
}

#endif
