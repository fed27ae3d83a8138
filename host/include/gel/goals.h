// Touching bodies: which vertex does a ray meet, and pulling vertices towards places.
#pragma once

#include "gel/id.h"

// What a ray meets first.
typedef struct gelRayHit {
    bool met; // false: nothing, and the rest is 0
    gelBodyId body;
    int vertex;     // in mesh order: of those of the triangle that was met, the one nearest to the place
    float distance; // from the origin, m
    gelVec3 position;
} gelRayHit;

// From `origin` (m) along `direction` (of any length but 0), against the bodies as they are now, whatever side
// of their surface. Errors: gel_invalidArgument. Cost: linear in the tets of all bodies whose box the ray
// meets, some 20 ns each; waits for the device.
GEL_API gelStatus gelWorld_CastRay(gelWorld* world, gelVec3 origin, gelVec3 direction, gelRayHit* hit);

// Pulls a vertex towards a place, as a hand does: a spring in acceleration units, the same for light and
// heavy bodies.
typedef struct gelGoal {
    gelBodyId body;
    int vertex;       // in mesh order
    gelVec3 position; // m
    float stiffness;  // 1/s^2, >= 0; 1000 follows a hand closely, 1e9 holds like a pin
} gelGoal;

// Replaces all goals of the world; they act from the next step on, in the order given, until they are
// replaced. At most GEL_MAXIMUM_GOALS; a vertex may have one. The goals of a body go with it.
// Errors: gel_invalidHandle, gel_invalidArgument (the message names the goal). On failure the goals are as
// before.
enum { GEL_MAXIMUM_GOALS = 256 };
GEL_API gelStatus gelWorld_SetGoals(gelWorld* world, const gelGoal* goals, int count);
// The goals in the order given; writes at most `capacity`, returns how many there are: 0 to GEL_MAXIMUM_GOALS.
GEL_API int gelWorld_GetGoals(const gelWorld* world, gelGoal* goals, int capacity);

// Damps the pull of all goals, from the next step on, in proportion to their stiffness: 0 s (default) lets what hangs
// from them swing for ever, 2 / sqrt(stiffness) brings it to rest soonest; at most 1e6 s. Errors: gel_invalidArgument.
GEL_API gelStatus gelWorld_SetGoalDamping(gelWorld* world, float seconds);
GEL_API float gelWorld_GetGoalDamping(const gelWorld* world); // s
