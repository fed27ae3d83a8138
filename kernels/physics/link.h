// Goals, attachments and tethers: they move vertices besides the constraints of their bodies.
//
// Goals move on straight lines: from one place to another in a step. A vertex that follows its goal exactly has
// inverse mass 0, and at the start of each substep the velocity that takes it there. At the end of a
// substep a spring of stiffness k, in acceleration units, pulls the others. It is damped by c relative to the
// goal's velocity u. A vertex of velocity v has come h v far in the substep:
//
//     dx = ((g - x) k h^2 - (v - u) h (c h)) / (1 + k h^2 + c h);  x += dx;  v += dx / h / (1 + h d)
//
// which is goal.h at the end of the substep, with a damping of its own: under gravity a vertex hangs g / k below its
// goal, whatever the substep. The damping d of the vertex has acted on v by then (velocity.h), and acts on the change.
//
// An attachment joins two points of bodies, which are means of vertices:  C = sum_i c_i x_i,  sum_i c_i = 0, and
// the c_i of either point, but for their sign, add up to 1. C is a vector, but its gradients are the same in all
// directions, so that one multiplier solves it at once:
//
//     lambda = -C (1 - L / |C|) / (sum_i w_i c_i^2 + alpha / h^2);  dx_i = w_i c_i lambda;  v_i as above
//
// with L the distance that it keeps and alpha its compliance, m/N: Macklin, Mueller, Chentanez: XPBD, 2016, in a single
// iteration. The momentum stays, as the c_i add up to 0.
//
// One with a curve pulls with a force f that never falls as it is stretched, s = |C| - L: linear between points (s_i, f_i),
// and beyond them as beside them. With s0 before the substep and W = sum_i w_i c_i^2 the stretch at its end obeys
//
//     s + W h^2 f(s) = s0;  |lambda| = h^2 f(s), at most |C| / W: points do not pass through each other
//
// whose left side rises with s, and is known at the points. So the segment is the last whose point has less than s0 there,
// and in it, k_i its slope,
//
//     f = f_i + k_i (s0 - (s_i + W h^2 f_i)) / (1 + W h^2 k_i)
//
// The two-level solver (two_level.h) has springs to places in its system: goals, and attachments
// without length to obstacles. A substep takes a vertex to x + h v + h^2 a, and to the velocity v
// + h a. So a spring of stiffness k m and damping c m to the place g, of velocity u, accelerates
// it by
//
//     k (g - x - h v - h^2 a) - c (v + h a - u) = p - K h^2 a
//     p = k (g - x - h v) - c (v - u),  K = k + c / h
//
// The system has m K besides m / h^2, or 9/4 of that with BDF2, where h^2 a is not 0 at y. The last
// level takes the momenta as implicit Euler does: there the vertex has the mass (1 + h^2 K) m.
// Attachments between its bodies are rows of the system: row_attachment.
//
// An attachment gives the force f = -C / alpha at x + h v. The vertex i takes c_i f and |c_i| /
// alpha: as the |c_i| of an end add up to 1, no motion is resisted too little. k is at most
// greatest_pull, and c is then less in proportion. At 1e10 the place gives way by a
// thousandth of a millimetre under 1000 times the weight of the vertex.
//
// A tether keeps a vertex within a distance L of a pin p, as Kim, Chentanez, Mueller: Long Range Attachments, 2012, do; v
// as above:
//
//     dx = (L / |x - p| - 1) (x - p)  if |x - p| > L, else 0
#ifndef GEL_PHYSICS_LINK_H
#define GEL_PHYSICS_LINK_H

#include "physics/parameters.h"
#include "physics/row.h"
#include "physics/vector.h"

#define attached_vertices 8
#define curve_points 8
#define curve_numbers 3     // of a point: stretch, force, the slope from there on
#define greatest_pull 1e10f // 1/s^2

// Returns where a goal is. `progress`: the part of the step that is done when the substep ends, 1 in the
// last.
static inline vec3 goal_at(vec3 from, vec3 to, scalar progress)
{
    vec3 place = vec3_add(from, vec3_scale(vec3_subtract(to, from), (real)progress));
    return vec3_select((real)(1.0f - progress), place, to);
}

// Returns the velocity that moves a vertex by `offset` in a substep.
static inline vec3 kinematic_velocity(vec3 offset, const StepParameters* step)
{
    return vec3_scale(offset, (real)step->inverse_h);
}

// Stores the weights of a goal's spring. The move dx is weights[0] times the offset to the goal, less
// weights[1] times the velocity relative to the goal's; 0 for a vertex that does not move.
static inline void goal_spring_weights(real inverse_mass, real stiffness, real damping,
                                       const StepParameters* step, real weights[2])
{
    real pull = stiffness * step->h2, slow = damping * step->h;
    real share = inverse_mass > 0.0f ? 1.0f / ((1.0f + pull) + slow) : (real)0.0f;
    weights[0] = pull * share;
    weights[1] = (slow * step->h) * share;
}

// Stores p of a goal's spring, and returns K. `place`: x + h v; `slide`: v - u.
static inline real pull_of_goal(vec3 place, vec3 slide, vec3 goal, real stiffness, real damping,
                                const StepParameters* step, vec3* push)
{
    real share = stiffness > greatest_pull ? greatest_pull / stiffness : (real)1.0f;
    real pull = stiffness * share, slow = damping * share;
    *push = vec3_subtract(vec3_scale(vec3_subtract(goal, place), pull), vec3_scale(slide, slow));
    return pull + slow * step->inverse_h;
}

// Returns the stiffness of an attachment to an obstacle, N/m.
static inline real anchor_stiffness(const real* w, const real* c, real compliance)
{
    real kept = compliance;
    for (int i = 0; i < attached_vertices; i++) {
        real least = (w[i] * (c[i] < 0.0f ? (real)0.0f - c[i] : c[i])) * (1.0f / greatest_pull);
        kept = kept > least ? kept : least;
    }
    return kept > 0.0f ? 1.0f / kept : (real)0.0f;
}

// An attachment between bodies of the two-level solver is a row of their system: a spring of C = |d| - L, d = sum_i c_i x_i,
// as row.h has it. Without length V = sqrt(k) d, a_i = sqrt(k) c_i. `values`: c_i, the compliance, L.
static inline void row_attachment(const vec3* x, const real* w, const real* values, scalar h2,
                                  real resists_across, Residual* residual, Derivative* derivatives)
{
    real stiffness = anchor_stiffness(w, values, values[attached_vertices]);
    vec3 apart = vec3_scale(vec3_subtract(x[1], x[0]), values[1]);
    for (int i = 2; i < attached_vertices; i++)
        apart = vec3_add(apart, vec3_scale(vec3_subtract(x[i], x[0]), values[i]));
    SpringRow row = row_of_spring(apart, values[attached_vertices + 1], stiffness, resists_across);
    *residual = row.residual;
    (void)h2;
    for (int i = 0; i < attached_vertices; i++)
        derivatives[i] = scale_derivative(row.part, values[i]);
}

// C, and `weight` plus the sum of w_i c_i^2. Positions are relative to any of the vertices, `c` the coefficients.
static inline real find_gap(const vec3* x, const real* w, const real* c, real weight, vec3* gap)
{
    vec3 apart = {(real)0.0f, (real)0.0f, (real)0.0f};
    for (int i = 0; i < attached_vertices; i++) {
        apart = vec3_add(apart, vec3_scale(x[i], c[i]));
        weight = weight + (w[i] * c[i]) * c[i];
    }
    *gap = apart;
    return weight;
}

static inline void find_attachment_multiplier(const vec3* x, const real* w, const real* c, real compliance,
                                              real length, const StepParameters* step, vec3* multiplier)
{
    vec3 apart;
    real weight = find_gap(x, w, c, compliance * step->inverse_h2, &apart);
    real distance = real_sqrt(vec3_dot(apart, apart));
    real excess = distance > 0.0f ? 1.0f - length / distance : (real)0.0f;
    real share = weight > 0.0f ? excess / weight : (real)0.0f;
    *multiplier = vec3_scale(apart, (real)0.0f - share);
}

// `give`: how much a force of 1 N shortens the stretch in a substep, m/N.
static inline real force_of_curve(real (*points)[curve_numbers], real stretch, real give)
{
    real force = points[0][1], slope = points[0][2], beyond = stretch - (points[0][0] + give * force);
    for (int i = 1; i < curve_points; i++) {
        real further = stretch - (points[i][0] + give * points[i][1]);
        force = further > 0.0f ? points[i][1] : force;
        slope = further > 0.0f ? points[i][2] : slope;
        beyond = further > 0.0f ? further : beyond;
    }
    return force + slope * (beyond / (1.0f + give * slope));
}

static inline void find_curved_multiplier(const vec3* x, const real* w, const real* c,
                                          real (*points)[curve_numbers], real length,
                                          const StepParameters* step, vec3* multiplier)
{
    vec3 apart;
    real weight = find_gap(x, w, c, (real)0.0f, &apart);
    real distance = real_sqrt(vec3_dot(apart, apart));
    real pull = step->h2 * force_of_curve(points, distance - length, weight * step->h2);
    real most = weight > 0.0f ? distance / weight : pull;
    pull = pull > most ? most : pull;
    real share = distance > 0.0f ? pull / distance : (real)0.0f;
    *multiplier = vec3_scale(apart, (real)0.0f - share);
}

// An attachment breaks in the substep in which its force exceeds what it bears: it still gives that force, and none in
// later substeps. It is removed when the step ends.
//
// Limits a multiplier to the force that an attachment bears; `bears`: its square, N^2. Returns the square of the greatest
// force that was needed in the step so far; `before`: in earlier substeps.
static inline real limit_force(vec3* multiplier, real bears, real before, const StepParameters* step)
{
    vec3 force = vec3_scale(*multiplier, (real)step->inverse_h2);
    real square = vec3_dot(force, force);
    *multiplier = vec3_scale(*multiplier, square > bears ? real_sqrt(bears / square) : (real)1.0f);
    return square > before ? square : before;
}

// From a pin to a vertex: the move is this part of it, 0 of a vertex that does not move.
static inline real tether_share(vec3 apart, real inverse_mass, real length)
{
    real distance = real_sqrt(vec3_dot(apart, apart));
    return ((distance > length) & (inverse_mass > 0.0f)) ? length / distance - 1.0f : (real)0.0f;
}

#endif
