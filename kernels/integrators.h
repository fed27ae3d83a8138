// The mass-spring model: in an evaluation of the equation of motion each constraint writes the forces on its vertices
// to slots that are its own, each vertex adds up its slots in the order of the constraints (gather_corrections), and
// takes a slope of its method. Plain C and OpenCL C.
#ifndef GEL_INTEGRATORS_H
#define GEL_INTEGRATORS_H

#include "physics/runge_kutta.h"
#include "physics/spring.h"
#include "solve.h"
#include "vertex.h"

// Computes the forces of a constraint. Besides the loads of CORRECT_CONSTRAINT (jacobi.h) it needs
// two macros: kept_LOAD_VELOCITY(k, v), and kept_FORCE(k, force), which writes the force on vertex
// k, N. `damping` is that of springs, s.
#define FORCE_CONSTRAINT(kept, find_multiplier, kind, arity, value_count, damping)                           \
    {                                                                                                        \
        vec3 x[arity], v[arity], gradients[arity];                                                           \
        real w[arity], value[value_count];                                                                   \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            kept##_LOAD(k, x[k], w[k]);                                                                      \
            kept##_LOAD_VELOCITY(k, v[k]);                                                                   \
            w[k] = (real)0.0f;                                                                               \
        }                                                                                                    \
        UNROLL for (int k = 0; k < value_count; k++) value[k] = kept##_VALUE(k);                             \
        real multiplier = find_multiplier(x, w, value, 1.0f, gradients);                                     \
        if (kind == constraint_distance)                                                                     \
            multiplier = multiplier + damping_distance(x, v, w, value, damping);                             \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            kept##_FORCE(k, vec3_scale(gradients[k], multiplier));                                           \
        }                                                                                                    \
    }

// The state of a vertex between two evaluations, besides the start of the step, which is in `q`.
typedef struct Slopes {
    vec3 start_v, sum_x, sum_v;
} Slopes;

static inline void evaluate_vertex(Vertex* a, Slopes* slopes, vec3 force, const Evaluation* row,
                                   const StepParameters* step)
{
    Moving moving = {a->x.xyz, a->v.xyz, a->q.xyz, slopes->start_v, slopes->sum_x, slopes->sum_v};
    vec3 acceleration = find_acceleration(a->v.xyz, force, a->x.w, a->v.w, step);
    take_slope(&moving, acceleration, row, step);
    a->x.xyz = moving.x;
    a->v.xyz = moving.v;
    a->q.xyz = row->is_last > 0.0f ? moving.x : moving.start_x; // goals and ground see where it came to
    slopes->start_v = moving.start_v;
    slopes->sum_x = moving.sum_x;
    slopes->sum_v = moving.sum_v;
}

// The end of a substep: what goals and ground have moved changes the velocity; damping and drag have acted already.
static inline void push_velocity(Vertex* a, const StepParameters* step)
{
    vec3 change = vec3_scale(vec3_subtract(a->x.xyz, a->q.xyz), (real)step->inverse_h);
    a->v.xyz = vec3_select(a->x.w, slow_vector(vec3_add(a->v.xyz, change), (real)1.0f), a->v.xyz);
}

#endif
