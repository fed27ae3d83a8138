// Goals: pull vertices with a hand, or whole bodies towards target positions (docs/goals.md). Also
// finds the vertex that a ray hits.
//
//     gelRayHit hit;
//     gelWorld_CastRay(world, eye, direction, &hit);
//     if (hit.met) {
//         gelGoal goal = {hit.body, hit.vertex, hit.position, 1000.0f};
//         gelWorld_SetGoals(world, &goal, 1);
//     }
#pragma once

#include "gel/id.h"

// The first hit of a ray.
typedef struct gelRayHit {
    bool met; // false: no hit, and the rest is 0
    gelBodyId body;
    int vertex;     // in mesh order: the corner of the triangle nearest to the hit
    float distance; // from the origin, m
    gelVec3 position;
    // The hit in the rest shape: in the frame of the body's mesh, at the body's scale, m.
    gelVec3 rest;
} gelRayHit;

// Casts a ray from `origin` (m) along `direction` (any length but 0). *hit is the first hit on the
// surface of a soft body, from either side. Uses the current state; waits for the device.
// Errors: gel_invalidArgument.
// Cost: about 20 ns per tet of all bodies whose bounding box the ray hits.
GEL_API gelStatus gelWorld_CastRay(gelWorld* world, gelVec3 origin, gelVec3 direction, gelRayHit* hit);

// A spring that pulls a vertex towards a position, like a hand. Its stiffness is in acceleration
// units, so it acts equally on light and heavy bodies.
typedef struct gelGoal {
    gelBodyId body;
    int vertex;       // in mesh order
    gelVec3 position; // m
    float stiffness;  // 1/s^2, 0 to 1e12; 1000 follows a hand closely, 1e9 holds like a pin
} gelGoal;

// The maximum number of goals of a world.
enum { GEL_MAXIMUM_GOALS = 256 };
// Replaces all goals of the world. They act from the next step on, in the given order, until
// replaced. There are at most GEL_MAXIMUM_GOALS, and at most one per vertex. Destroying a body
// removes its goals. On failure the goals are unchanged.
// Errors: gel_invalidHandle, gel_invalidArgument (the message names the goal).
GEL_API gelStatus gelWorld_SetGoals(gelWorld* world, const gelGoal* goals, int count);
// Stores the goals in the given order, at most `capacity`. Returns the number of all goals.
GEL_API int gelWorld_GetGoals(const gelWorld* world, gelGoal* goals, int capacity);

// Damps the pull of all goals from the next step on, in proportion to their stiffness. With 0 s
// (default) a hanging body swings forever; 2 / sqrt(stiffness) brings it to rest fastest. Maximum
// 1e6 s.
// Errors: gel_invalidArgument.
GEL_API gelStatus gelWorld_SetGoalDamping(gelWorld* world, float seconds);
// Returns the damping of goals, s.
GEL_API float gelWorld_GetGoalDamping(const gelWorld* world);

// Goals of a body: each vertex has a weight w and a target position. With w = 1 the vertex follows
// its goal exactly, like an obstacle. With w = 0 it is free. In between a spring pulls it, with
// stiffness spring w / (1 - w) in acceleration units (maximum 1e12 1/s^2). It hangs gravity /
// stiffness below its goal.
typedef struct gelGoalSet {
    float weight;         // weight of all vertices, 0 to 1; default 0.7
    const float* weights; // [vertexCount], weight per vertex; NULL (default): `weight`
    // Range to which weights are mapped: w = minimum + weight (maximum - minimum). 0 to 1, minimum
    // <= maximum; default 0 and 1.
    float minimum, maximum;
    float spring; // 1/s^2, 0 to 1e9; the stiffness at weight 1/2; default 100
    // Damping relative to the goal's motion, 1/s, 0 to 1e6; default 0. 2 sqrt(stiffness) is
    // critical.
    float damping;
} gelGoalSet;

// Returns the default goals of a body.
GEL_API gelGoalSet gelDefaultGoalSet(void);

// Gives a body goals, or replaces them, from the next step on; NULL removes them. The first set
// places the goals at the current positions; later sets leave them where they are. Pinned vertices
// have no goals. On failure the goals are unchanged.
// Errors: gel_invalidHandle, gel_invalidArgument (an obstacle, or a number out of range; the
// message names the vertex or number).
// Cost: a launch per substep for vertices that follow exactly, and a launch for the others.
// Launches of whole steps are cut at each substep.
GEL_API gelStatus gelBody_SetGoals(gelWorld* world, gelBodyId body, const gelGoalSet* set);
// Returns whether a body has goals; false if the id is invalid.
GEL_API bool gelBody_HasGoals(const gelWorld* world, gelBodyId body);
// Moves the goals of a body during the next step to [vertexCount][3] in m. Each goal moves on a
// straight line, at the same speed in all substeps. The goals then stand still until they are moved
// again.
// Errors: gel_invalidHandle, gel_invalidArgument (no goals, another vertex count, or a number out
// of range).
GEL_API gelStatus gelBody_MoveGoals(gelWorld* world, gelBodyId body, const float* xyz, int vertexCount);
// Places the goals of a body at [vertexCount][3] in m at once, with the vertices that follow them
// exactly. A step under way is completed first.
// Errors: gel_invalidHandle, gel_invalidArgument (no goals, another vertex count, or a number out
// of range).
GEL_API gelStatus gelBody_PlaceGoals(gelWorld* world, gelBodyId body, const float* xyz, int vertexCount);
// Copies the weight w of each vertex (0 if it is pinned), and the goal positions at the end of the
// step that moves them, [vertexCount][3]. Both arrays are nullable.
// Errors: gel_invalidHandle, gel_invalidArgument (no goals, or `vertexCapacity` too small).
GEL_API gelStatus gelBody_ReadGoals(const gelWorld* world, gelBodyId body, float* weights, float* xyz,
                                    int vertexCapacity);
