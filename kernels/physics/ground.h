// Contact of a vertex with the ground plane normal . x = offset, by position: push out, friction, bounce.
//
//     depth = offset - n . x > 0:   x += depth n                                   (non-penetration)
//     s = x - (q - h v),  t = s - (s . n) n:  x -= t min(1, friction depth / |t|)  (Coulomb; q - h v: start of the substep)
//     q is moved along n so that the new velocity v + (x - q) / h has the normal part restitution * approach  (bounce)
//
// Mueller, Macklin, Chentanez, Jeschke, Kim: Detailed Rigid Body Simulation with Extended Position Based
// Dynamics, 2020, sections 3.5 and 3.6: friction is limited by the push (depth / (w h^2) is the normal
// force), the bounce is left out below twice the speed that gravity gives in a substep, so that bodies at
// rest do not jitter.
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

// `velocity` is that after gravity, before the constraints; `predicted` is where it led.
static inline void solve_ground(vec3* position, vec3* predicted, vec3 velocity, real inverse_mass,
                                Ground ground, scalar h)
{
    vec3 n = {(real)ground.x, (real)ground.y, (real)ground.z};
    real depth = ground.offset - vec3_dot(n, *position);
    depth = inverse_mass > 0.0f ? depth : (real)0.0f;
    depth = depth > 0.0f ? depth : (real)0.0f;
    vec3 x = vec3_add(*position, vec3_scale(n, depth));

    vec3 push = vec3_subtract(x, *predicted);
    vec3 slide = vec3_add(push, vec3_scale(velocity, (real)h));
    slide = vec3_subtract(slide, vec3_scale(n, vec3_dot(slide, n)));
    real slide_length = real_sqrt(vec3_dot(slide, slide));
    real limit = ground.friction * depth;
    real share = slide_length > limit ? limit / slide_length : (real)1.0f;
    share = depth > 0.0f ? share : (real)0.0f;
    x = vec3_subtract(x, vec3_scale(slide, share));

    real approach = (real)0.0f - vec3_dot(velocity, n);
    real bounce = approach > ground.slowest_bounce ? ground.restitution * approach : (real)0.0f;
    real excess = vec3_dot(push, n) - h * (bounce + approach);
    excess = depth > 0.0f ? excess : (real)0.0f;
    excess = bounce > 0.0f ? excess : (real)0.0f;
    *predicted = vec3_add(*predicted, vec3_scale(n, excess));
    *position = x;
}

#endif
