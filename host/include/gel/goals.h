// Touching bodies: find the vertex that a ray hits, and pull vertices towards goals.
#pragma once

#include "gel/id.h"

// The first hit of a ray.
typedef struct gelRayHit {
    bool met; // false: no hit, and the rest is 0
    gelBodyId body;
    int vertex;     // in mesh order: the corner of the triangle nearest to the hit
    float distance; // from the origin, m
    gelVec3 position;
} gelRayHit;

// Casts a ray from `origin` (m) along `direction` (any length but 0) against the current state of the bodies,
// hitting either side of their surfaces. Errors: gel_invalidArgument. Cost: linear in the tets of all bodies
// whose bounding box the ray hits, some 20 ns each; waits for the device.
GEL_API gelStatus gelWorld_CastRay(gelWorld* world, gelVec3 origin, gelVec3 direction, gelRayHit* hit);

// Pulls a vertex towards a position, like a hand: a spring in acceleration units, the same for light and
// heavy bodies.
typedef struct gelGoal {
    gelBodyId body;
    int vertex;       // in mesh order
    gelVec3 position; // m
    float stiffness;  // 1/s^2, 0 to 1e12; 1000 follows a hand closely, 1e9 holds like a pin
} gelGoal;

// Replaces all goals of the world; they act from the next step on, in the given order, until replaced. At
// most GEL_MAXIMUM_GOALS, at most one per vertex. Destroying a body removes its goals. Errors:
// gel_invalidHandle, gel_invalidArgument (the message names the goal). On failure the goals are unchanged.
enum { GEL_MAXIMUM_GOALS = 256 };
GEL_API gelStatus gelWorld_SetGoals(gelWorld* world, const gelGoal* goals, int count);
// The goals in the given order; writes at most `capacity`, returns their number: 0 to GEL_MAXIMUM_GOALS.
GEL_API int gelWorld_GetGoals(const gelWorld* world, gelGoal* goals, int capacity);

// Damps the pull of all goals, from the next step on, in proportion to their stiffness: with 0 s (default)
// whatever hangs from them swings for ever, 2 / sqrt(stiffness) brings it to rest soonest; at most 1e6 s.
// Errors: gel_invalidArgument.
GEL_API gelStatus gelWorld_SetGoalDamping(gelWorld* world, float seconds);
GEL_API float gelWorld_GetGoalDamping(const gelWorld* world); // s
