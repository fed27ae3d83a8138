// The effect of goals of bodies, tethers and attachments on a vertex, in a substep. Plain C and OpenCL C,
// as vertex.h.
#ifndef GEL_LINKS_H
#define GEL_LINKS_H

#include "physics/link.h"
#include "solve.h"
#include "vertex.h"

// At the end of a substep, when the velocity has been damped: so is its change, or what rests would not.
static inline void move_linked_vertex(Vertex* a, vec3 move, const StepParameters* step)
{
    a->x.xyz = vec3_add(a->x.xyz, move);
    real rate = a->v.w < 0.0f ? (real)0.0f - a->v.w : a->v.w;
    real share = step->inverse_h / (1.0f + step->h * rate);
    a->v.xyz = vec3_add(a->v.xyz, vec3_scale(move, share));
}

// Sets the velocity that moves a vertex exactly to its goal. `from` has {place, stiffness}, `to` has
// {place, damping}.
static inline void follow_goal(Vertex* a, const Record* from, const Record* to, scalar progress,
                               const StepParameters* step)
{
    a->v.xyz = kinematic_velocity(vec3_subtract(goal_at(from->xyz, to->xyz, progress), a->x.xyz), step);
}

// Pulls a vertex to its goal by a spring. `inverse_time`: of the whole step, 1/s.
static inline void apply_goal_spring(Vertex* a, const Record* from, const Record* to, scalar progress,
                                     scalar inverse_time, const StepParameters* step)
{
    vec3 goal_velocity = vec3_scale(vec3_subtract(to->xyz, from->xyz), (real)inverse_time);
    vec3 slide = vec3_subtract(a->v.xyz, goal_velocity);
    vec3 offset = vec3_subtract(goal_at(from->xyz, to->xyz, progress), a->x.xyz);
    real weights[2];
    goal_spring_weights(a->x.w, from->w, to->w, step, weights);
    move_linked_vertex(a, vec3_subtract(vec3_scale(offset, weights[0]), vec3_scale(slide, weights[1])), step);
}

// Moves a vertex back to the length of its tether, by *move.
static inline void hold_tether(Vertex* a, const Vertex* pin, real length, const StepParameters* step,
                               vec3* move)
{
    vec3 apart = vec3_subtract(a->x.xyz, pin->x.xyz);
    *move = vec3_scale(apart, tether_share(apart, a->x.w, length));
    move_linked_vertex(a, *move, step);
}

// Adds a spring to a place to those of a vertex. `pull`: {p, K} of physics/link.h.
static inline void add_pull(vec3 push, real stiffness, real inverse_mass, Record* pull)
{
    real share = inverse_mass > 0.0f ? (real)1.0f : (real)0.0f;
    pull->xyz = vec3_add(pull->xyz, vec3_scale(push, share));
    pull->w = pull->w + stiffness * share;
}

static inline void add_goal_pull(const Vertex* a, const Record* from, const Record* to, scalar progress,
                                 scalar inverse_time, const StepParameters* step, Record* pull)
{
    vec3 goal_velocity = vec3_scale(vec3_subtract(to->xyz, from->xyz), (real)inverse_time), push;
    vec3 led = vec3_add(a->x.xyz, vec3_scale(a->v.xyz, (real)step->h));
    real stiffness = pull_of_goal(led, vec3_subtract(a->v.xyz, goal_velocity),
                                  goal_at(from->xyz, to->xyz, progress), from->w, to->w, step, &push);
    add_pull(push, stiffness, a->x.w, pull);
}

// Finds the stiffness and the force of an attachment to an obstacle where the velocities lead in
// `h`.
static inline real find_anchor_force(const Vertex* a, const real* c, real compliance, scalar h, vec3* force)
{
    vec3 gap = {(real)0.0f, (real)0.0f, (real)0.0f};
    real w[attached_vertices];
    UNROLL for (int i = 0; i < attached_vertices; i++)
    {
        vec3 way = vec3_add(vec3_subtract(a[i].x.xyz, a[0].x.xyz), vec3_scale(a[i].v.xyz, (real)h));
        gap = vec3_add(gap, vec3_scale(way, c[i]));
        w[i] = a[i].x.w;
    }
    real stiffness = anchor_stiffness(w, c, compliance);
    *force = vec3_scale(gap, (real)0.0f - stiffness);
    return stiffness;
}

static inline void add_anchor_pull(const Vertex* a, real c, vec3 force, real stiffness, Record* pull)
{
    real size = c < 0.0f ? (real)0.0f - c : c;
    add_pull(vec3_scale(force, c * a->x.w), (stiffness * size) * a->x.w, a->x.w, pull);
}

// Solves an attachment of the vertices; their coefficients are `c`. Where it has a curve, `points` are in place of the
// compliance. Nothing moves where it has broken: `greatest` is the return value of limit_force, of the substeps before, then
// of this one, too. Stores the multiplier. One that `is_in_system` of the two-level solver
// has moved its vertices already.
static inline void solve_attachment(Vertex* a, const real* c, real compliance, real length, bool has_curve,
                                    real (*points)[curve_numbers], real bears, bool is_in_system,
                                    const StepParameters* step, real* greatest, vec3* multiplier)
{
    vec3 x[attached_vertices];
    real w[attached_vertices];
    UNROLL for (int i = 0; i < attached_vertices; i++)
    {
        x[i] = vec3_subtract(a[i].x.xyz, a[0].x.xyz);
        w[i] = a[i].x.w;
    }
    if (is_in_system) {
        vec3 force;
        real stiffness = find_anchor_force(a, c, compliance, 0.0f, &force);
        real size = real_sqrt(vec3_dot(force, force));
        real excess = size > 0.0f ? 1.0f - (stiffness * length) / size : (real)0.0f;
        *multiplier = vec3_scale(force, excess * (real)step->h2);
    } else if (has_curve)
        find_curved_multiplier(x, w, c, points, length, step, multiplier);
    else
        find_attachment_multiplier(x, w, c, compliance, length, step, multiplier);
    *multiplier = vec3_scale(*multiplier, *greatest > bears ? (real)0.0f : (real)1.0f);
    *greatest = limit_force(multiplier, bears, *greatest, step);
    UNROLL for (int i = 0; i < attached_vertices; i++)
    {
        move_linked_vertex(&a[i], vec3_scale(*multiplier, is_in_system ? (real)0.0f : w[i] * c[i]), step);
    }
}

#endif
