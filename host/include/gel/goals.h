// Touching bodies: find the vertex that a ray hits, and pull vertices towards goals. And goals of whole bodies, of any
// number of vertices: docs/goals.md.
#pragma once

#include "gel/id.h"

// The first hit of a ray.
typedef struct gelRayHit {
    bool met; // false: no hit, and the rest is 0
    gelBodyId body;
    int vertex;     // in mesh order: the corner of the triangle nearest to the hit
    float distance; // from the origin, m
    gelVec3 position;
    gelVec3 rest; // the same place in the rest shape: in the frame of the body's mesh, at the body's scale, m
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

// Goals of a body: each vertex has a weight, and a place that it is drawn to. Weight 1 follows its goal exactly, like an
// obstacle; weight 0 is free; in between a spring draws it, of stiffness spring w / (1 - w) in acceleration units (at
// most 1e12 1/s^2), so that it hangs gravity / stiffness below a goal.
typedef struct gelGoalSet {
    float weight;         // of all vertices, 0 to 1; default 0.7
    const float* weights; // [vertexCount], of each; NULL (default): `weight` counts
    // Weights are taken for shares of the way from one to the other: w = minimum + weight (maximum - minimum). 0 to 1,
    // minimum <= maximum; default 0 and 1.
    float minimum, maximum;
    float spring;  // 1/s^2, 0 to 1e9; that of weight 1/2; default 100
    float damping; // 1/s, 0 to 1e6, relative to the goal's motion; default 0; 2 sqrt(stiffness) is critical
} gelGoalSet;

// Returns the defaults of the members.
GEL_API gelGoalSet gelDefaultGoalSet(void);

// Gives a body goals, or others, from the next step on; NULL takes them away. The first goals are where the vertices are
// now; later sets leave them where they are. Pinned vertices have none: they keep their place. Errors:
// gel_invalidHandle, gel_invalidArgument (the message names the vertex or number; an obstacle). On failure the goals are
// unchanged. Cost: of each substep, a launch for those that follow exactly and one for the others; launches of whole
// steps are cut at each substep.
GEL_API gelStatus gelBody_SetGoals(gelWorld* world, gelBodyId body, const gelGoalSet* set);
GEL_API bool gelBody_HasGoals(const gelWorld* world, gelBodyId body); // false if the id is invalid
// Moves the goals of a body in the next step, at whose end they are there, [vertexCount][3] in m: each on a straight
// line, at the same speed in all substeps; after that step they stand still, unless they are moved again. Errors:
// gel_invalidHandle, gel_invalidArgument (no goals; another number of vertices; a number out of range).
GEL_API gelStatus gelBody_MoveGoals(gelWorld* world, gelBodyId body, const float* xyz, int vertexCount);
// Puts them there at once, with the vertices that follow exactly. A step under way is completed first.
GEL_API gelStatus gelBody_PlaceGoals(gelWorld* world, gelBodyId body, const float* xyz, int vertexCount);
// The weights w of the vertices, 0 for those that are pinned, and where their goals are at the end of the step that moves
// them, [vertexCount][3]. Nullable: weights, xyz. Errors: gel_invalidHandle,
// gel_invalidArgument (no goals; too little room).
GEL_API gelStatus gelBody_ReadGoals(const gelWorld* world, gelBodyId body, float* weights, float* xyz,
                                    int vertexCapacity);
