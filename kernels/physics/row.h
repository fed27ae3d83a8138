// The rows of a constraint in a linear system: its energy is written as a sum of squares,
//
//     U = (s^2 + |V|^2) / 2,  s = sqrt(k) C,  k = 1 / alpha
//
// with a number s, a vector V, and their derivatives: that of s to x_i is the vector g_i, that of V is the number a_i times
// the identity. So a constraint pushes and resists with
//
//     f_i = -(s g_i + a_i V),   K_ij = g_i g_j^T + a_i a_j 1
//
// K is symmetric, and no eigenvalue is below 0 (Gauss-Newton: second derivatives of C are left out). row_NAME of
// physics/NAME.h computes the rows of a constraint, of which rows_of_NAME (constraints.h) says how many it has. Rows of
// neo-Hookean tets have the forces of their energy, but are not its roots: neo_hookean.h.
//
// A spring of C = |d| - L, d = sum_i a_i x_i, is stretched if |d| > L. Then it also resists being moved across itself, by
// k (1 - L / |d|). This part k_a of k goes to V, the rest to s, which is the whole second derivative:
//
//     s = sqrt(k - k_a) C,  V = sqrt(k_a) C d / |d|
//
// An edge of a solid has no such part: there the edges that are compressed take it away again, and without them a
// turning body would be too heavy.
#ifndef GEL_PHYSICS_ROW_H
#define GEL_PHYSICS_ROW_H

#include "physics/vector.h"

// No constraint is stiffer than this many times the inertia of its vertices in a substep: more than single precision can
// solve for. So a rigid one, of compliance 0, yields a little.
#define greatest_stiffness 1e8f

typedef struct Residual {
    vec3 vector; // V
    real number; // s
} Residual;

typedef struct Derivative {
    vec3 gradient; // g_i
    real weight;   // a_i
} Derivative;

// Returns k. `inertia`: sum_i w_i |grad_i C|^2. It is 0 where no vertex can move, and so is k then.
static inline real row_stiffness(real compliance, real inertia, scalar h2)
{
    real least = inertia * (h2 / greatest_stiffness);
    real kept = compliance > least ? compliance : least;
    return ((inertia > 0.0f) & (kept > 0.0f)) ? 1.0f / kept : (real)0.0f;
}

// Both parts of a spring: the derivatives of vertex i are a_i times them.
typedef struct SpringRow {
    Residual residual;
    Derivative part;
} SpringRow;

// `d` and the length L as above. `resists_across`: 1 if it does when it is stretched; 0 in a solid.
static inline SpringRow row_of_spring(vec3 d, real rest, real stiffness, real resists_across)
{
    real length = real_sqrt(vec3_dot(d, d));
    real inverse = length > 0.0f ? 1.0f / length : (real)0.0f;
    real excess = length - rest;
    real share = excess > 0.0f ? resists_across * (excess * inverse) : (real)0.0f;
    share = rest > 0.0f ? share : (real)1.0f;
    real across = real_sqrt(stiffness * share), along = real_sqrt(stiffness * (1.0f - share));
    vec3 n = vec3_scale(d, inverse);
    SpringRow row = {{vec3_scale(n, across * excess), along * excess}, {vec3_scale(n, along), across}};
    return row;
}

static inline Derivative scale_derivative(Derivative part, real a)
{
    Derivative scaled = {vec3_scale(part.gradient, a), part.weight * a};
    return scaled;
}

static inline Derivative no_derivative(void)
{
    Derivative none = {{(real)0.0f, (real)0.0f, (real)0.0f}, (real)0.0f};
    return none;
}

static inline Residual number_residual(real s)
{
    Residual residual = {{(real)0.0f, (real)0.0f, (real)0.0f}, s};
    return residual;
}

// Damps a spring along itself by k_d = damping / alpha, as spring.h does, with the velocity
// u = v + b h a at the end of a substep: b = 1, or with BDF2 3/2, as u = (3 v_new - v) / 2
// (two_level.h). The solve finds what y lacks of h^2 a, here c:
//
//     f = -k_d n n . u = -(b k_d / h) n n . (moved + c),  moved = h v / b + y - x - h v
//
// So the row becomes stiffer by b k_d / h, and its residual greater by `moved` of both ends.
// `ratio`: b damping / h.
static inline void damp_spring_row(const vec3* x, const vec3* moved, const real* values, int only_pulls,
                                   real ratio, Residual* residual, Derivative* derivatives)
{
    vec3 d = vec3_subtract(x[1], x[0]), g = derivatives[1].gradient;
    real along = vec3_dot(g, g), whole = along + derivatives[1].weight * derivatives[1].weight;
    real stiffness = values[1] * whole > 1.0f ? 1.0f / values[1] : whole; // not of a limit of its length
    real is_tense = only_pulls ? vec3_dot(d, d) - values[0] * values[0] : (real)1.0f;
    real damps =
        ((along > 0.0f) & (values[1] > 0.0f) & (is_tense > 0.0f)) ? ratio * (stiffness / along) : (real)0.0f;
    real grown = real_sqrt(1.0f + damps), speed = vec3_dot(g, vec3_subtract(moved[1], moved[0]));
    residual->number = (residual->number + damps * speed) / grown;
    derivatives[0].gradient = vec3_scale(derivatives[0].gradient, grown);
    derivatives[1].gradient = vec3_scale(g, grown);
}

// Stores a row of a number: derivatives of vertices 0 to 3.
static inline void store_gradients(vec3 g0, vec3 g1, vec3 g2, vec3 g3, real scale, Derivative* derivatives)
{
    derivatives[0].gradient = vec3_scale(g0, scale);
    derivatives[1].gradient = vec3_scale(g1, scale);
    derivatives[2].gradient = vec3_scale(g2, scale);
    derivatives[3].gradient = vec3_scale(g3, scale);
    derivatives[0].weight = derivatives[1].weight = derivatives[2].weight = derivatives[3].weight =
        (real)0.0f;
}

#endif
