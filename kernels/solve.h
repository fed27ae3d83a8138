// Solves one constraint, or GEL_LANES of them, wherever its vertices are stored. Plain C and OpenCL C.
#ifndef GEL_SOLVE_H
#define GEL_SOLVE_H

#include "constraints.h"

// Loops over the vertices of a constraint are unrolled, or its points would be kept in memory: some OpenCL
// compilers do not unroll them on their own. C compilers do.
#ifdef GEL_DIALECT_OPENCL
#define UNROLL _Pragma("unroll")
#else
#define UNROLL
#endif

// The move of a vertex: dx_i = lambda w_i g_i.
static inline vec3 constraint_move(vec3 gradient, real multiplier, real w)
{
    return vec3_scale(gradient, multiplier * w);
}

// Solves one constraint. `find_multiplier` is the formula of its kind, lambda_NAME. `kept` is a prefix: the
// includer defines macros with it, which may use its local variables. kept_LOAD(k, x, w) reads position and inverse
// mass of vertex k, kept_STORE(k, x, w) writes them back, and kept_VALUE(k) is value k.
#define SOLVE_CONSTRAINT(kept, find_multiplier, arity, value_count, inverse_h2)                              \
    {                                                                                                        \
        vec3 x[arity], gradients[arity];                                                                     \
        real w[arity], value[value_count];                                                                   \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            kept##_LOAD(k, x[k], w[k]);                                                                      \
        }                                                                                                    \
        UNROLL for (int k = 0; k < value_count; k++) value[k] = kept##_VALUE(k);                             \
        real multiplier = find_multiplier(x, w, value, inverse_h2, gradients);                               \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            x[k] = vec3_add(x[k], constraint_move(gradients[k], multiplier, w[k]));                          \
            kept##_STORE(k, x[k], w[k]);                                                                     \
        }                                                                                                    \
    }

#endif
