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

// The share of each corner of a triangle in a depth that is linear in it, where that is above 0:
// the mean over the triangle of the depth times the corner's barycentric coordinate. So forces and
// torques on a surface are exact.
//
// All of it above 0:  (a + b + c + own) / 12.
// Apex a alone:       the tip up to where the depth is 0, at t = a / (a - b) and s = a / (a - c)
//                     along two edges. b and c are 0 or below: no divisor is less than a.
// Apex alone below:   all, less the tip, whose depth is negative.
static inline vec3 tip_depths(real a, real b, real c)
{
    real t = a / (a - b), s = a / (a - c), share = ((a * t) * s) / (real)12.0f;
    vec3 depths = {share * (((real)4.0f - t) - s), share * t, share * s};
    return depths;
}

static inline vec3 corner_depths(real a, real b, real c)
{
    int wet_a = a > 0.0f, wet_b = b > 0.0f, wet_c = c > 0.0f, wet = wet_a + wet_b + wet_c;
    vec3 none = {(real)0.0f, (real)0.0f, (real)0.0f};
    real sum = (a + b) + c, sign = wet == 1 ? (real)1.0f : (real)-1.0f;
    vec3 all = {sum + a, sum + b, sum + c};
    all = vec3_scale(all, (real)1.0f / (real)12.0f);
    if (wet == 0)
        return none;
    if (wet == 3)
        return all;
    int apex = wet == 1 ? 1 : 0; // whether the apex is wet
    vec3 tip;
    if (wet_a == apex) {
        tip = tip_depths(a * sign, b * sign, c * sign);
    } else if (wet_b == apex) {
        vec3 turned = tip_depths(b * sign, c * sign, a * sign);
        vec3 own = {turned.z, turned.x, turned.y};
        tip = own;
    } else {
        vec3 turned = tip_depths(c * sign, a * sign, b * sign);
        vec3 own = {turned.y, turned.z, turned.x};
        tip = own;
    }
    return wet == 1 ? tip : vec3_add(all, tip);
}

#endif
