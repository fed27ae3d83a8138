// Damping along springs, of XPBD, when a substep has found its velocities: all edges of a kind see the same velocities,
// each writes what changes those of its two vertices to slots that are its own, and each vertex adds up its slots, as in
// the Jacobi orders (jacobi.h, with p_i and d_i as there: in other orders those of `jacobi`). So each kind of spring takes
// two launches, whatever the number of colours. It keeps momentum and is stable for any damping where d_i is 1. Plain C
// and OpenCL C.
#ifndef GEL_DAMPING_H
#define GEL_DAMPING_H

#include "jacobi.h"
#include "physics/spring.h"

// Damps a spring. It needs kept_LOAD_VELOCITY(k, v) and the macros of CORRECT_CONSTRAINT
// (jacobi.h), of which kept_CORRECT(k, move) here changes a velocity.
#define DAMP_SPRING(kept, find_multiplier, step)                                                             \
    {                                                                                                        \
        vec3 x[2], v[2];                                                                                     \
        real w[2], split[2], value[2];                                                                       \
        UNROLL for (int k = 0; k < 2; k++)                                                                   \
        {                                                                                                    \
            kept##_LOAD(k, x[k], w[k]);                                                                      \
            kept##_LOAD_VELOCITY(k, v[k]);                                                                   \
            split[k] = w[k] * kept##_PARTS(k);                                                               \
            value[k] = kept##_VALUE(k);                                                                      \
        }                                                                                                    \
        vec3 d = vec3_subtract(x[1], x[0]), gradients[2] = {vec3_negate(d), d};                              \
        real multiplier = find_multiplier(x, v, split, value, (step).h * (step).spring_damping);             \
        UNROLL for (int k = 0; k < 2; k++)                                                                   \
        {                                                                                                    \
            kept##_CORRECT(k, constraint_move(gradients[k], multiplier, w[k]));                              \
        }                                                                                                    \
    }

#endif
