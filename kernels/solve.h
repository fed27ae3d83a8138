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

// Positions of two floats: the low parts are loaded as well, formulas see positions relative to the first vertex,
// and only the low parts change. physics/compensated.h explains why.
#ifdef GEL_COMPENSATED
#define WITH_LOW(more) , more
#define STORE_LOW(store) store
#define STORE_MOVED(high, low) low // what constraints have moved
#define LOAD_POINT(kept, k)                                                                                  \
    kept##_LOAD(k, x[k], w[k]);                                                                              \
    kept##_LOAD_LOW(k, low[k])
#define STORE_POINT(kept, k, move)                                                                           \
    low[k] = vec3_add(low[k], move);                                                                         \
    kept##_STORE_LOW(k, low[k])
#define SEE_POINTS(arity)                                                                                    \
    UNROLL for (int k = (arity)-1; k >= 0; k--) x[k] =                                                       \
        vec3_add(vec3_subtract(x[k], x[0]), vec3_subtract(low[k], low[0]));
#else
#define WITH_LOW(more)
#define STORE_LOW(store) (void)0
#define STORE_MOVED(high, low) high
#define LOAD_POINT(kept, k) kept##_LOAD(k, x[k], w[k])
#define STORE_POINT(kept, k, move)                                                                           \
    x[k] = vec3_add(x[k], move);                                                                             \
    kept##_STORE(k, x[k], w[k])
#define SEE_POINTS(arity)
#endif

// Solves one constraint. `find_multiplier` is the formula of its kind, lambda_NAME. `kept` is a prefix: the
// includer defines macros with it, which may use its local variables. kept_LOAD(k, x, w) reads position and inverse
// mass of vertex k, kept_STORE(k, x, w) writes them back, and kept_VALUE(k) is value k. kept_LOAD_LOW(k, low) and
// kept_STORE_LOW(k, low) do the same for the low parts.
#define SOLVE_CONSTRAINT(kept, find_multiplier, arity, value_count, inverse_h2)                              \
    {                                                                                                        \
        vec3 x[arity], gradients[arity] WITH_LOW(low[arity]);                                                \
        real w[arity], value[value_count];                                                                   \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            LOAD_POINT(kept, k);                                                                             \
        }                                                                                                    \
        UNROLL for (int k = 0; k < value_count; k++) value[k] = kept##_VALUE(k);                             \
        SEE_POINTS(arity)                                                                                    \
        real multiplier = find_multiplier(x, w, value, inverse_h2, gradients);                               \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            STORE_POINT(kept, k, constraint_move(gradients[k], multiplier, w[k]));                           \
        }                                                                                                    \
    }

#endif
