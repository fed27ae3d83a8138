// Steps of the equation of motion x' = v, v' = a(x, v) by a Runge-Kutta method, one evaluation of a at a time:
//
//     k_e = (v, a) at the place of evaluation e
//     the next place:  (x0, v0) + h reach_e k_e;  after the last  (x0, v0) + h (sum_e weight_e k_e) / divisor
//
//     explicit Euler    weight 1, divisor 1
//     symplectic Euler  the same, with k = (v + h a, a)
//     Heun              reach 1; weights 1, 1; divisor 2
//     Runge-Kutta       reaches 1/2, 1/2, 1; weights 1, 2, 2, 1; divisor 6
//
// Runge: Ueber die numerische Aufloesung von Differentialgleichungen, 1895; Heun, 1900; Kutta, 1901. Hairer,
// Norsett, Wanner: Solving Ordinary Differential Equations I, 1993, section II.1.
#ifndef GEL_PHYSICS_RUNGE_KUTTA_H
#define GEL_PHYSICS_RUNGE_KUTTA_H

#include "physics/parameters.h"
#include "physics/vector.h"

// One row of a method. Flags are 1 or 0.
typedef struct Evaluation {
    scalar is_first, is_last, is_symplectic;
    scalar reach, weight, divisor;
} Evaluation;

// A vertex in the middle of a step.
typedef struct Moving {
    vec3 x, v;             // the place of this evaluation, then of the next
    vec3 start_x, start_v; // of the step
    vec3 sum_x, sum_v;     // of the slopes so far
} Moving;

// Gravity, the force on the vertex, damping in 1/s and drag: dv/dt = g + w f - (damping + c |v|) v. Vertices of inverse
// mass 0 keep their velocity.
static inline vec3 find_acceleration(vec3 v, vec3 force, real inverse_mass, real damping,
                                     const StepParameters* step)
{
    vec3 gravity = {(real)step->gravity_x, (real)step->gravity_y, (real)step->gravity_z};
    vec3 still = {(real)0.0f, (real)0.0f, (real)0.0f};
    real speed = real_sqrt(vec3_dot(v, v));
    real drag = step->drag > 0.0f ? step->drag * speed : (real)0.0f;
    real rate = damping < 0.0f ? (real)0.0f - damping : damping; // its sign has another meaning: ground.h
    vec3 pushed = vec3_add(gravity, vec3_scale(force, inverse_mass));
    return vec3_select(inverse_mass, vec3_subtract(pushed, vec3_scale(v, rate + drag)), still);
}

static inline void take_slope(Moving* a, vec3 acceleration, const Evaluation* row, const StepParameters* step)
{
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f}, slope = a->v;
    if (row->is_symplectic > 0.0f)
        slope = vec3_add(slope, vec3_scale(acceleration, (real)step->h));
    if (row->is_first > 0.0f) {
        a->start_x = a->x;
        a->start_v = a->v;
        a->sum_x = a->sum_v = none;
    }
    a->sum_x = vec3_add(a->sum_x, vec3_scale(slope, (real)row->weight));
    a->sum_v = vec3_add(a->sum_v, vec3_scale(acceleration, (real)row->weight));
    real time = row->is_last > 0.0f ? (real)(step->h / row->divisor) : (real)(step->h * row->reach);
    vec3 along_x = row->is_last > 0.0f ? a->sum_x : slope,
         along_v = row->is_last > 0.0f ? a->sum_v : acceleration;
    a->x = vec3_add(a->start_x, vec3_scale(along_x, time));
    a->v = vec3_add(a->start_v, vec3_scale(along_v, time));
}

// How far apart two results of a step are, m; what is not a number counts as very far.
static inline real step_error(vec3 once, vec3 twice)
{
    vec3 d = vec3_subtract(twice, once);
    real distance = real_sqrt(vec3_dot(d, d));
    return distance < 1e30f ? distance : (real)1e30f;
}

#endif
