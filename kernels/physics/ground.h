// Contact of a vertex with the ground plane normal . x = offset, by position: push out, friction, bounce.
//
//     depth = offset - n . x > 0:   x += depth n                                   (non-penetration)
//     t = (x - p) - ((x - p) . n) n:  x -= t min(1, friction depth / |t|)          (Coulomb)
//     p is moved along n so that (x - p) . n / h = restitution times the approach  (bounce)
//
// Mueller, Macklin, Chentanez, Jeschke, Kim: Detailed Rigid Body Simulation with Extended Position Based Dynamics, 2020,
// sections 3.5 and 3.6: friction is limited by the push (depth / (w h^2) is the normal force), the bounce is left out below
// twice the speed that gravity gives in a substep, so that bodies at rest do not jitter.
#ifndef GEL_PHYSICS_GROUND_H
#define GEL_PHYSICS_GROUND_H

#include "physics/vector.h"

typedef struct Ground {
    scalar x, y, z;        // unit normal
    scalar offset;         // m
    scalar friction;       // coefficient
    scalar restitution;    // 0 to 1
    scalar slowest_bounce; // approach below this speed does not bounce, m/s
} Ground;

// `velocity` is that of the start of the substep (after gravity), before the constraints.
static inline void solve_ground(vec3* position, vec3* previous, vec3 velocity, real inverse_mass, Ground ground, scalar h)
{
    vec3 n = {(real)ground.x, (real)ground.y, (real)ground.z};
    real depth = ground.offset - vec3_dot(n, *position);
    depth = inverse_mass > 0.0f ? depth : (real)0.0f;
    depth = depth > 0.0f ? depth : (real)0.0f;
    vec3 x = vec3_add(*position, vec3_scale(n, depth));

    vec3 slide = vec3_subtract(x, *previous);
    slide = vec3_subtract(slide, vec3_scale(n, vec3_dot(slide, n)));
    real distance = real_sqrt(vec3_dot(slide, slide));
    real limit = ground.friction * depth;
    real share = distance > limit ? limit / distance : (real)1.0f;
    share = depth > 0.0f ? share : (real)0.0f;
    x = vec3_subtract(x, vec3_scale(slide, share));

    real approach = (real)0.0f - vec3_dot(velocity, n);
    real bounce = approach > ground.slowest_bounce ? ground.restitution * approach : (real)0.0f;
    real lift = h * bounce - vec3_dot(vec3_subtract(x, *previous), n);
    lift = depth > 0.0f ? lift : (real)0.0f;
    lift = bounce > 0.0f ? lift : (real)0.0f;
    *previous = vec3_subtract(*previous, vec3_scale(n, lift));
    *position = x;
}

#endif
