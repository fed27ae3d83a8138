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
// resists with the square. So where I1 is below min_spread, far from all else, mu fades: I1 becomes
// (I1^2 / min_spread + min_spread) / 2, which goes on smoothly, and the tet grows again. One stretched a
// thousandfold is only pulled together.
#ifndef GEL_PHYSICS_NEO_HOOKEAN_H
#define GEL_PHYSICS_NEO_HOOKEAN_H

#include "physics/measure.h"
#include "physics/row.h"
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

// The rows of a two-level solve (row.h), of which each is a number. With M = L L^T, F_m = sum_k L_km e_k are the columns of
// the deformation gradient in a frame of the tet. Rows 0 to 2 have the strains along these, (|F_m|^2 - 1) / 2, rows 3 to 5
// those between two, F_m . F_n, row 6 the volume:
//
//     K = mu V;  g of row m:  sqrt(2 K) L_km F_m,  of m and n:  sqrt(K) (L_km F_n + L_kn F_m),  of J:  sqrt(K / ratio) c_k
//
// A strain is 0 in a body that turns, so these resist no rotation; what they leave out of the second derivative is 0 at
// rest. The residuals are those that push as the energy above does: sqrt(K / 2), 0, sqrt(K / ratio) (J - 1) - sqrt(K ratio).
// Rows 0 to 2 also carry V = sqrt(K) F_m, of weight 0: no force, but the energy K I_1 / 2 of guarded bodies. I_1 is not faded.
static inline real safe_root(real a)
{
    return real_sqrt(a > 0.0f ? a : (real)0.0f);
}

static inline real safe_inverse(real a)
{
    return a > 0.0f ? 1.0f / a : (real)0.0f;
}

// The row whose derivative to x_k is p_k a + q_k b, k from 1.
static inline void store_strain(const real* p, vec3 a, const real* q, vec3 b, real scale,
                                Derivative* derivatives)
{
    vec3 g1 = vec3_add(vec3_scale(a, p[0]), vec3_scale(b, q[0])),
         g2 = vec3_add(vec3_scale(a, p[1]), vec3_scale(b, q[1])),
         g3 = vec3_add(vec3_scale(a, p[2]), vec3_scale(b, q[2]));
    store_gradients(vec3_negate(vec3_add(vec3_add(g1, g2), g3)), g1, g2, g3, scale, derivatives);
}

static inline void row_neo_hookean(const vec3* x, const real* w, const real* values, scalar h2,
                                   real resists_across, Residual* residuals, Derivative* derivatives)
{
    const real* m = values + 3;
    real l11 = safe_root(m[0]), over1 = safe_inverse(l11), l21 = m[3] * over1, l31 = m[4] * over1;
    real l22 = safe_root(m[1] - l21 * l21), l32 = (m[5] - l31 * l21) * safe_inverse(l22);
    real l33 = safe_root((m[2] - l31 * l31) - l32 * l32);
    const real none = (real)0.0f, p1[3] = {l11, l21, l31}, p2[3] = {none, l22, l32},
               p3[3] = {none, none, l33}, zero[3] = {none, none, none};
    vec3 e1 = vec3_subtract(x[1], x[0]), e2 = vec3_subtract(x[2], x[0]), e3 = vec3_subtract(x[3], x[0]);
    vec3 f1 = vec3_add(vec3_add(vec3_scale(e1, l11), vec3_scale(e2, l21)), vec3_scale(e3, l31)),
         f2 = vec3_add(vec3_scale(e2, l22), vec3_scale(e3, l32)), f3 = vec3_scale(e3, l33);
    vec3 c1 = vec3_cross(f2, f3), c2 = vec3_cross(f3, f1), c3 = vec3_cross(f1, f2);
    // M_00 is the sum of all M_ik.
    real metric0 = ((m[0] + m[1]) + m[2]) + 2.0f * ((m[3] + m[4]) + m[5]);
    real inertia = (w[0] * metric0 + w[1] * m[0]) + (w[2] * m[1] + w[3] * m[2]);
    real stiffness = row_stiffness(values[1], inertia, h2), root = real_sqrt(stiffness);
    real double_root = real_sqrt(2.0f * stiffness), pull = real_sqrt(0.5f * stiffness);
    real bulk = real_sqrt(stiffness / values[2]);
    (void)resists_across;
    store_strain(p1, f1, zero, f1, double_root, derivatives);
    store_strain(p2, f2, zero, f2, double_root, derivatives + 4);
    store_strain(p3, f3, zero, f3, double_root, derivatives + 8);
    store_strain(p1, f2, p2, f1, root, derivatives + 12);
    store_strain(p2, f3, p3, f2, root, derivatives + 16);
    store_strain(p3, f1, p1, f3, root, derivatives + 20);
    vec3 b1 = vec3_add(vec3_add(vec3_scale(c1, p1[0]), vec3_scale(c2, p2[0])), vec3_scale(c3, p3[0])),
         b2 = vec3_add(vec3_add(vec3_scale(c1, p1[1]), vec3_scale(c2, p2[1])), vec3_scale(c3, p3[1])),
         b3 = vec3_add(vec3_add(vec3_scale(c1, p1[2]), vec3_scale(c2, p2[2])), vec3_scale(c3, p3[2]));
    store_gradients(vec3_negate(vec3_add(vec3_add(b1, b2), b3)), b1, b2, b3, bulk, derivatives + 24);
    residuals[0] = residuals[1] = residuals[2] = number_residual(pull);
    residuals[0].vector = vec3_scale(f1, root);
    residuals[1].vector = vec3_scale(f2, root);
    residuals[2].vector = vec3_scale(f3, root);
    residuals[3] = residuals[4] = residuals[5] = number_residual(none);
    residuals[6] = number_residual(bulk * (vec3_dot(f1, c1) - 1.0f) - real_sqrt(stiffness * values[2]));
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
