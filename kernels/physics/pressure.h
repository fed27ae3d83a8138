// The pressure of the gas or liquid in a closed surface pushes each vertex along the gradient of
// the volume V that the surface encloses, F_i = p grad_i V.
//
//     V = sum over triangles of a . (b x c) / 6        grad_i V = sum over the triangles of i of (b - i) x (c - i) / 6
//     V = sum_i x_i . grad_i V / 3, since V is homogeneous of degree 3 (Euler)
//
// (Mueller, Heidelberger, Hennix, Ratcliff: Position Based Dynamics, 2007, section 4.4, has this volume as a constraint.)
//
// A gas keeps its temperature: (p + a) V = n, p the pressure over the ambient pressure a, and n the same always (Boyle).
// A substep is implicit Euler with the gradient where the velocities lead. In it the volume becomes V' = u + g p, where u is what it
// would be without the push, and g = h^2 sum_i w_i |grad_i V|^2 what the pressure adds to it:
//
//     (p + a) (u + g p) = n        p = 2 (n - a u) / (u + a g + sqrt((u - a g)^2 + 4 g n))
//
// the root at which V' is above 0. It exists for every u, h and mass: no gas is too stiff and no skin too light.
// A liquid that fills the volume t, and gives way by the compliance c = dV/dp, is the XPBD constraint C = V - t (Macklin,
// Mueller, Chentanez: XPBD, 2016), which also pulls where the surface holds more: p = (t - u) / (g + c).
//
// The skin resists after the push, within the same substep, so u has to foresee it: the last substep expected the volume
// V' without it and found V, so it is taken for granted that the skin will do V - V' again. At rest that is exactly
// what it does, and p is that of the gas at the volume it has, however long the substep. Without it a gas of an
// atmosphere in a skin of 0.5 kg/m^2 and 0.3 m would lack five sixths of its pressure at ten substeps a frame.
#ifndef GEL_PHYSICS_PRESSURE_H
#define GEL_PHYSICS_PRESSURE_H

#include "physics/vector.h"

// A gas is never taken for denser than this, whatever a surface that is turned inside out seems to
// hold. The foreseen volume u may well be below 0: a skin takes back many times what a push would
// widen it by, if it is stiff or one vertex is light.
#define least_gas_share 0.001f // of the rest volume

// Six times the gradient of the volume that a triangle, counter-clockwise from outside, adds to its corner a.
static inline vec3 volume_gradient(vec3 a, vec3 b, vec3 c)
{
    return vec3_cross(vec3_subtract(b, a), vec3_subtract(c, a));
}

// The volume that a surface leaves to a gas. One that is turned inside out holds less than nothing.
static inline real volume_of_gas(real measured, real rest)
{
    real least = rest * least_gas_share;
    return measured > least ? measured : least;
}

// `excess`: what n is above a `rest`, J; `rest`: the volume at which that is so, m^3; `u`, m^3;
// `give`: g, m^3/Pa.
static inline real gas_pressure(real excess, real ambient, real rest, real u, real give)
{
    real whole = excess + ambient * rest, n = whole > 0.0f ? whole : (real)0.0f; // rounded, of a vacuum
    real missing = u - ambient * give, sum = u + ambient * give;
    real root = real_sqrt(missing * missing + (real)4.0f * (give * n));
    real outer = (real)2.0f * (excess - ambient * (u - rest)) / (sum + root);
    return sum < 0.0f ? (root - sum) / ((real)2.0f * give) : outer;
}

// 0 if nothing can move and nothing gives way.
static inline real liquid_pressure(real compliance, real rest, real foreseen, real give)
{
    real sum = give + compliance;
    return sum > 0.0f ? (rest - foreseen) / sum : (real)0.0f;
}

#endif
