// The internals of a world, for the files that implement it.
#pragma once

#include "backend/backend.h"
#include "contact/pairs.h"
#include "gel/compare.h"
#include "gel/goals.h"
#include "gel/world.h"
#include "world/contact_events.h"

typedef struct gelBodySlot {
    uint32_t generation;
    int32_t nextFree1; // 1-based, 0 ends the list; valid while body is NULL
    gelBody* body;
} gelBodySlot;

// The progress of the current step, and its parameters; setters take effect at the next step.
typedef struct gelStepCursor {
    gelStepParameters parameters;
    float timeStep; // s
    gelOptionalStages optional;
    int substepCount;
    int substep;
    int index; // of the stage within the substep; 0 at substep 0: between two steps
} gelStepCursor;

// Of an island, by its first body.
typedef struct gelRestGroup {
    bool moves, isRested;
} gelRestGroup;

// Room for deciding which bodies sleep.
typedef struct gelRest {
    gelBodyMotion* motions; // of each body, as are the next four
    gelInterval* intervals;
    int* roots; // of trees, one per group
    gelRestGroup* groups;
    bool* moves;
    int* firstOf;         // of each island, by the slot it is called after
    gelVertexState* seen; // by the back end, where bodies sleep
    int capacity, slotCapacity, seenCapacity;
    float elapsed; // since the bodies were last measured, s
} gelRest;

// Registered with its world, which closes the back end's part.
struct gelSharedVertices {
    gelWorld* world; // NULL once it is destroyed
    gelSharedVertices* next;
    void* target;
    int vertexCount;
};

struct gelWorld {
    gelBackend* backend;
    gelWorldDef def; // as created and changed since; the ground's normal is a unit vector
    gelGoal goals[GEL_MAXIMUM_GOALS];
    gelVertexGoal vertexGoals[GEL_MAXIMUM_GOALS]; // the same, by the world's vertices
    int goalCount;
    bool goalsAreStale; // the back end's goals differ

    gelBody** bodies; // in order of creation
    int bodyCount, bodyCapacity;
    gelBodySlot* slots;
    int slotCount;
    int32_t firstFree1; // list of empty slots

    // The host's copy of the state, and which copy is newer.
    gelVertexState* vertices;
    int vertexCount, vertexCapacity;
    bool hostIsNewer, deviceIsNewer;
    double* masses; // of the bodies, kg; infinite if a vertex is pinned
    bool massesAreStale;
    double reach; // the largest coordinate ever assigned to a vertex, m
    bool warnedOfRounding;
    bool softnessIsSeen;   // of these bodies, materials and substeps
    double warnedSoftness; // the largest; 0: none

    gelPlan plan;
    bool planIsStale;

    bool awakeIsStale; // the back end's list of what is awake differs
    gelRest rest;

    gelSharedVertices* shared; // list

    gelStepCursor cursor;
    int64_t stepCount;
    gelProfile profile;
    gelReadout readout;
    char* explanation;       // of gelWorld_ExplainPlan, with contact; or NULL
    gelBounceStates bounces; // as the last step left them
    gelFault fault;
    bool faultIsPlanted;
};

// gel_invalidArgument, with a message, if a step may not take so long.
gelStatus gelCheckTimeStep(float timeStep);
// Warns if a body will be much softer than its material, and softer than was warned of before.
void gelWarnOfSoftness(gelWorld* world, float timeStep);

// NULL, with a message, if the id names no body.
gelBody* gelFindBody(const gelWorld* world, gelBodyId id);

// Reserves room for one more body and its vertices, so that nothing can fail afterwards.
gelStatus gelReserveBody(gelWorld* world, int vertexCount);
// Adds a body whose vertices have been placed in that room; gives it its id.
void gelAddBody(gelWorld* world, gelBody* body);
void gelReleaseBody(gelBody* body); // and what it owns
// A unit quaternion; gel_invalidArgument if the rotation is 0.
gelStatus gelNormaliseRotation(gelQuat rotation, double quaternion[4]);
// By a unit quaternion.
void gelRotate(const double q[4], const double v[3], double rotated[3]);
// Where a body's vertex is put. Rounded to single precision, so that all back ends start from the same numbers.
gelStatus gelPlaceVertex(const gelBody* body, int index, gelVec3 position, const double quaternion[4],
                         float place[3]);

// Gives the obstacles the velocities of the step that is about to begin; once it has begun, these are done.
gelStatus gelWorldMoveObstacles(gelWorld* world, float timeStep);
void gelWorldNoteObstacles(gelWorld* world);
// Puts a vertex of an obstacle somewhere, at rest.
void gelPutVertex(gelVertexState* vertex, const float place[3]);
// Fails with gel_invalidArgument: "body {1, 0} is an obstacle: REASON".
gelStatus gelRefuseObstacle(const gelBody* body, const char* reason);

// The inverse mass of an unpinned vertex, 1/kg: the reciprocal of a quarter of its tets' mass.
double gelFreeInverseMass(const gelBody* body, int vertex);

// Updates `reach` for newly placed vertices.
void gelWorldNoteReach(gelWorld* world, const gelVertexState* vertices, int count);

// Brings the host's copy of the state up to date.
gelStatus gelWorldPull(gelWorld* world);

// Brings the back end up to date: plan and state.
gelStatus gelWorldPush(gelWorld* world);

// Detaches shared vertices, before the back end is destroyed.
void gelWorldDetachShared(gelWorld* world);

// What a step of that length would be like now.
gelStepParameters gelWorldStepParameters(const gelWorld* world, float timeStep);

// Completes a step begun by gelWorld_StepStage, so that bodies may change.
gelStatus gelWorldFinishStep(gelWorld* world);
