// Fields and media: what pushes at vertices and at outer triangles besides gravity. docs/fields.md has the formulas
// with their units.
#ifndef GEL_PHYSICS_FIELD_H
#define GEL_PHYSICS_FIELD_H

#include "physics/noise.h"

// The share of its strength that a field has at the distance r, over r: its acceleration is this times the way from
// its centre. It grows evenly up to the inner radius, as gravity does in a ball, and is (inner / r)^power beyond; 0
// beyond the outer radius, if there is one.
static inline real field_share(real r, real inner, real outer, int power)
{
    real share = (real)1.0f, ratio = inner / r;
    if (r <= inner)
        return (real)1.0f / inner;
    if (outer > 0.0f && r > outer)
        return (real)0.0f;
    for (int i = 0; i < power; i++)
        share = share * ratio;
    return share / r;
}

// Drag against a medium: dv/dt = -(k + c |u|) u, u = v - (the medium's velocity). Implicit Euler, whose |u'| after
// slowing solves h c |u'|^2 + (1 + h k) |u'| = |u|: stable for every k, c and h, and exact where drag balances a force.
static inline vec3 drag_along(vec3 velocity, vec3 medium, real linear, real quadratic, real h)
{
    vec3 u = vec3_subtract(velocity, medium);
    real speed = real_sqrt(vec3_dot(u, u)), still = (real)1.0f + h * linear;
    real root = real_sqrt(still * still + ((real)4.0f * (h * quadratic)) * speed);
    return vec3_add(medium, vec3_scale(u, (real)2.0f / (still + root)));
}

// The area of a triangle times its unit normal; counter-clockwise from outside, the normal points there.
static inline vec3 outer_area(vec3 a, vec3 b, vec3 c)
{
    return vec3_scale(vec3_cross(vec3_subtract(b, a), vec3_subtract(c, a)), (real)0.5f);
}

// The pressure of the wind on a triangle. u is the wind's velocity seen from the triangle, n the
// triangle's unit normal, and s = u . n:
//
//     drag  rho / 2 c_D |s| u                   the drag equation (Rayleigh: On the Resistance of Fluids, 1876), with
//                                               the area that the wind sees
//     lift  rho / 2 c_L s (|u| n - s u / |u|)   across the wind: sin a cos a of the angle of attack a, as of a plate
//                                               that is pushed along its normal with a force as sin a
//
// A closed surface is only met from outside, s < 0: a ball then has the drag of its disc.
static inline int wind_meets(vec3 u, vec3 normal, int is_closed)
{
    return is_closed == 0 || vec3_dot(u, normal) < 0.0f;
}

static inline vec3 wind_pressure(vec3 u, vec3 normal, real density, real drag, real lift, int is_closed)
{
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f};
    real s = vec3_dot(u, normal), speed = real_sqrt(vec3_dot(u, u));
    if (!(speed > 0.0f) || wind_meets(u, normal, is_closed) == 0)
        return none;
    real seen = s < 0.0f ? -s : s;
    vec3 across = vec3_subtract(vec3_scale(normal, speed), vec3_scale(u, s / speed));
    vec3 sum = vec3_add(vec3_scale(u, drag * seen), vec3_scale(across, lift * s));
    return vec3_scale(sum, (real)0.5f * density);
}

// The mean over a triangle of a depth that is linear in it, where it is above 0; with those of its corners.
//
// Exact: where one corner is above 0, the triangle above 0 has the area a^2 / ((a - b)(a - c)) of the whole, and the
// mean a / 3; where two are, it is the mean of all, and what is below 0 is taken away.
static inline real one_corner_depth(real a, real b, real c)
{
    return ((a * a) * a) / (((a - b) * (a - c)) * (real)3.0f);
}

static inline real mean_depth(real a, real b, real c)
{
    int above = (a > 0.0f) + (b > 0.0f) + (c > 0.0f);
    real all = ((a + b) + c) / (real)3.0f;
    real sign = above == 1 ? (real)1.0f : (real)-1.0f;
    if (above == 0)
        return (real)0.0f;
    if (above == 3)
        return all;
    real apex = a * sign > 0.0f ? a : b * sign > 0.0f ? b : c;
    real second = a * sign > 0.0f ? b : b * sign > 0.0f ? c : a;
    real third = a * sign > 0.0f ? c : b * sign > 0.0f ? a : b;
    real part = one_corner_depth(apex * sign, second * sign, third * sign);
    return above == 1 ? part : all + part;
}

#endif
