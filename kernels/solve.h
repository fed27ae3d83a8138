// Solving one constraint, or GEL_LANES of them, wherever its vertices are kept. Plain C and OpenCL C.
#ifndef GEL_SOLVE_H
#define GEL_SOLVE_H

#include "constraints.h"

// Loops over the vertices of a constraint are unrolled, or its points would lie in memory: some compilers do not see that
// by themselves. C compilers do.
#ifdef GEL_DIALECT_OPENCL
#define UNROLL _Pragma("unroll")
#else
#define UNROLL
#endif

// `solve` is the formula of the kind, solve_NAME. `kept` names three macros of the includer, which use what is at hand
// where the constraint is solved: kept_LOAD(k, x, w) reads position and inverse mass of vertex k, kept_STORE(k, x, w)
// writes them back, kept_VALUE(k) is number k.
#define SOLVE_CONSTRAINT(kept, solve, arity, value_count, inverse_h2)                                        \
    {                                                                                                        \
        vec3 x[arity];                                                                                       \
        real w[arity], value[value_count];                                                                   \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            kept##_LOAD(k, x[k], w[k]);                                                                      \
        }                                                                                                    \
        UNROLL for (int k = 0; k < value_count; k++) value[k] = kept##_VALUE(k);                             \
        solve(x, w, value, inverse_h2);                                                                      \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            kept##_STORE(k, x[k], w[k]);                                                                     \
        }                                                                                                    \
    }

#endif
