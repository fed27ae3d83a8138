// A tet of stable neo-Hookean material (Macklin, Mueller: A Constraint-based Formulation of Stable Neo-Hookean
// Materials, 2021), of the energy V (mu / 2 (I1 - 3) + lambda / 2 ((J - gamma)^2 - (1 - gamma)^2)) with the
// deformation gradient F, I1 = |F|^2, J = det F. mu is the shear modulus of linear elasticity, and lambda the
// first of Lame's moduli plus mu; gamma = 1 + mu / lambda leaves the tet without force at rest.
//
//     d_i = grad_i I1 / 2 = sum_k M_ik e_k,  e_k = x_k - x0,  M = B B^T, B: inverse of the rest's matrix of e_k
//     c_i = grad_i J = e_j x e_k / (6 V)
//     force on vertex i: -V (mu d_i + lambda (J - gamma) c_i) = -V (mu u_i + lambda j c_i), u = d - c, j = J - 1
//
// Near rest the forces of both parts cancel, and in u and c nothing large is left: u and j are both small. The
// two are solved as one block, of all four vertices, which step to the minimum of inertia and energy:
//
//     dx_i / (w_i h^2) + (what mu adds) + lambda V c_i sum_k c_k . dx_k = -V (mu u_i + lambda j c_i)
//
// mu adds mu V sum_k M_ik dx_k, which is at most mu V t dx_i / w_i with t = sum_k w_k M_kk, the trace. With
// that in its place the block is solved in closed form: with s = 1 + mu V h^2 t, m = mu / lambda, and
// A_ab = mu V h^2 sum_i w_i a_i . b_i
//
//     dx_i = -(mu V h^2 / s) w_i (u_i + n c_i),  n = (j s - A_uc) / (m s + A_cc)
//
// So the multiplier is -mu V h^2 / s, and what is called gradients are both gradients, combined. Weights w_i may
// be any, also those of a Jacobi pass: s, m s and A_cc are positive, and at rest nothing moves.
//
// The paper's block takes sqrt(I1) and J as constraints: that leaves most of mu's stiffness out, and a tet that
// sound crosses in a substep trembles for ever. With s it comes to rest; for small steps both move alike.
//
// A tet shrunk in all directions would shrink on to a point: |F| pulls in proportion to its length, det F
// resists with the square. So where I1 is below least_spread, far from all else, mu fades: I1 becomes
// (I1^2 / least_spread + least_spread) / 2, which goes on smoothly, and the tet grows again. One stretched a
// thousandfold is only pulled together.
#ifndef GEL_PHYSICS_NEO_HOOKEAN_H
#define GEL_PHYSICS_NEO_HOOKEAN_H

#include "physics/measure.h"
#include "physics/vector.h"

#define min_spread 1.25f // of I1, which is 3 at rest
#define max_spread 1e6f  // of I1; beyond, det F is left out: its squares would overflow

typedef struct TetShape {
    vec3 d1, d2, d3, c1, c2, c3; // gradients at x1, x2, x3; d of the faded I1
    real spread;                 // the faded I1
    real growth;                 // J - 1
} TetShape;

// `metric`: M_11, M_22, M_33, M_12, M_13, M_23 in 1/m^2; sixth: 1 / (6 V).
static inline TetShape measure_tet(const vec3* x, const real* metric, real sixth)
{
    TetShape tet;
    vec3 e1 = vec3_subtract(x[1], x[0]);
    vec3 e2 = vec3_subtract(x[2], x[0]);
    vec3 e3 = vec3_subtract(x[3], x[0]);
    vec3 d1 =
        vec3_add(vec3_add(vec3_scale(e1, metric[0]), vec3_scale(e2, metric[3])), vec3_scale(e3, metric[4]));
    vec3 d2 =
        vec3_add(vec3_add(vec3_scale(e1, metric[3]), vec3_scale(e2, metric[1])), vec3_scale(e3, metric[5]));
    vec3 d3 =
        vec3_add(vec3_add(vec3_scale(e1, metric[4]), vec3_scale(e2, metric[5])), vec3_scale(e3, metric[2]));
    real spread = (vec3_dot(e1, d1) + vec3_dot(e2, d2)) + vec3_dot(e3, d3);
    real share = spread < min_spread ? spread * (1.0f / min_spread) : (real)1.0f;
    real scale = spread < max_spread ? sixth : (real)0.0f;
    tet.spread = spread < min_spread ? 0.5f * (share * spread + min_spread) : spread;
    tet.d1 = vec3_scale(d1, share);
    tet.d2 = vec3_scale(d2, share);
    tet.d3 = vec3_scale(d3, share);
    tet.c1 = vec3_scale(vec3_cross(e2, e3), scale);
    tet.c2 = vec3_scale(vec3_cross(e3, e1), scale);
    tet.c3 = vec3_scale(vec3_cross(e1, e2), scale);
    tet.growth = vec3_dot(e1, tet.c1) - 1.0f;
    return tet;
}

// sum_i w_i a_i . b_i
static inline real weigh_tet(const real* w, const vec3* a, const vec3* b)
{
    return (w[0] * vec3_dot(a[0], b[0]) + w[1] * vec3_dot(a[1], b[1])) +
           (w[2] * vec3_dot(a[2], b[2]) + w[3] * vec3_dot(a[3], b[3]));
}

// Values: volume V at rest in m^3; 1 / (mu V) in 1/J; mu / lambda; then M as measure_tet takes it. Inverse
// masses in 1/kg; inverse_h2 = 1 / h^2.
static inline real lambda_neo_hookean(const vec3* x, const real* w, const real* values, scalar inverse_h2,
                                      vec3* gradients)
{
    real six_volumes = 6.0f * values[0], compliance = values[1] * inverse_h2, ratio = values[2];
    real inverse = 1.0f / (six_volumes * compliance);
    real stiffness = inverse * six_volumes;
    TetShape tet = measure_tet(x, values + 3, inverse * compliance);
    vec3 u[4], c[4];
    c[1] = tet.c1;
    c[2] = tet.c2;
    c[3] = tet.c3;
    c[0] = vec3_negate(vec3_add(vec3_add(c[1], c[2]), c[3]));
    u[1] = vec3_subtract(tet.d1, c[1]);
    u[2] = vec3_subtract(tet.d2, c[2]);
    u[3] = vec3_subtract(tet.d3, c[3]);
    u[0] = vec3_negate(vec3_add(vec3_add(u[1], u[2]), u[3]));
    real weights[4] = {w[0] * stiffness, w[1] * stiffness, w[2] * stiffness, w[3] * stiffness};
    real uc = weigh_tet(weights, u, c), cc = weigh_tet(weights, c, c);
    // M_00 is the sum of all M_ik.
    real metric0 = ((values[3] + values[4]) + values[5]) + 2.0f * ((values[6] + values[7]) + values[8]);
    real trace =
        (weights[0] * metric0 + weights[1] * values[3]) + (weights[2] * values[4] + weights[3] * values[5]);
    real damped = 1.0f + trace;
    real along_c = (tet.growth * damped - uc) / (ratio * damped + cc);
    gradients[0] = vec3_add(u[0], vec3_scale(c[0], along_c));
    gradients[1] = vec3_add(u[1], vec3_scale(c[1], along_c));
    gradients[2] = vec3_add(u[2], vec3_scale(c[2], along_c));
    gradients[3] = vec3_add(u[3], vec3_scale(c[3], along_c));
    return ((real)0.0f - stiffness) / damped;
}

// The value is sqrt(2 energy / (mu V)): for small strains e it is sqrt(2 e : e + (1 / m - 1) (tr e)^2).
static inline Measure measure_neo_hookean(const vec3* x, const real* values)
{
    TetShape tet = measure_tet(x, values + 3, 1.0f / (6.0f * values[0]));
    real growth = tet.growth, square = ((tet.spread - 3.0f) - 2.0f * growth) + (growth * growth) / values[2];
    Measure measure = {real_sqrt(square > 0.0f ? square : (real)0.0f), (real)0.0f, (real)1.0f};
    return measure;
}

#endif
