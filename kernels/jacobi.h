// Jacobi: all constraints of a kind are computed from the same positions. Each writes the corrections of its
// vertices to slots that are its own; then each vertex adds up its corrections, in the order of the constraints.
// Plain C and OpenCL C.
//
//     lambda_c = -C_c / (sum_i p_i w_i |g_ci|^2 + alpha_c / h^2)      physics/NAME.h, with p_i w_i for w_i
//     dx_i     = (sum_c lambda_c w_i g_ci) / d_i
//
// with n_i constraints of the kind at vertex i:
//
//   jacobi           p_i = n_i, d_i = 1: each constraint gets a part of the vertex, 1 / n_i of its mass, and the
//                    vertex moves by the mean of its parts. Momentum is conserved, and with more substeps the body
//                    becomes that of its material. Tonge, Benevolenski, Voroshilov: Mass Splitting for Jitter-Free
//                    Parallel Rigid Body Simulation, 2012.
//   jacobi-averaged  p_i = 1, d_i = n_i: the mean of the corrections. Macklin, Mueller, Chentanez, Kim: Unified
//                    Particle Physics for Real-Time Applications, 2014, section 4.2. The wrong material: with many
//                    substeps corrections are forces, and these are divided by n_i.
//   jacobi-relaxed   p_i = 1, d_i = 5: a fifth of the sum. Mueller: Ten Minute Physics 16, "GPU cloth", 2022. The
//                    wrong material, for the same reason.
#ifndef GEL_JACOBI_H
#define GEL_JACOBI_H

#include "solve.h"

// Computes the corrections of a constraint. Besides the loads of SOLVE_CONSTRAINT it needs two
// macros: kept_PARTS(k) is p_i of vertex k, and kept_CORRECT(k, move) writes the vertex's
// correction.
#define CORRECT_CONSTRAINT(kept, find_multiplier, arity, value_count, inverse_h2)                            \
    {                                                                                                        \
        vec3 x[arity], gradients[arity];                                                                     \
        real w[arity], split[arity], value[value_count];                                                     \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            kept##_LOAD(k, x[k], w[k]);                                                                      \
            split[k] = w[k] * kept##_PARTS(k);                                                               \
        }                                                                                                    \
        UNROLL for (int k = 0; k < value_count; k++) value[k] = kept##_VALUE(k);                             \
        real multiplier = find_multiplier(x, split, value, inverse_h2, gradients);                           \
        UNROLL for (int k = 0; k < arity; k++)                                                               \
        {                                                                                                    \
            kept##_CORRECT(k, constraint_move(gradients[k], multiplier, w[k]));                              \
        }                                                                                                    \
    }

// The sum of a vertex's corrections begins with 0, so that further zeros, with which devices fill rows, change
// no bit of it.
static inline vec3 no_correction(void)
{
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f};
    return none;
}

static inline vec3 add_corrections(vec3 x, vec3 sum, real divisor)
{
    vec3 moved = {x.x + sum.x / divisor, x.y + sum.y / divisor, x.z + sum.z / divisor};
    return moved;
}

#endif
