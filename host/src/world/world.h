// The internals of a world, for the files that implement it.
#pragma once

#include "backend/backend.h"
#include "contact/pairs.h"
#include "gel/stage.h"
#include "gel/goals.h"
#include "gel/world.h"
#include "plan/attachments.h"
#include "world/contact_events.h"
#include "world/field_step.h"
#include "world/plasticity.h"
#include "world/sync.h"

typedef struct gelBodySlot {
    uint32_t generation;
    int32_t nextFree1; // 1-based, 0 ends the list; valid while body is NULL
    gelBody* body;
} gelBodySlot;

// The progress of the current step, and its parameters; setters take effect at the next step.
typedef struct gelStepCursor {
    gelStepParameters parameters;
    float timeStep; // s
    int substepCount;
    int substep;
    int index; // of the stage within the substep; 0 at substep 0: between two steps
} gelStepCursor;

// A group of connected bodies, which may become an island; the number of its first body is its
// index.
typedef struct gelRestGroup {
    bool moves, isRested;
} gelRestGroup;

// Room for deciding which bodies sleep.
typedef struct gelSleepState {
    gelBodyMotion* motions; // of each body, as are the next five
    gelInterval* intervals;
    int* roots; // of trees, one per group
    gelRestGroup* groups;
    bool* moves;
    struct gelSavedSleep* before;
    int* firstOf;         // of each island, by the slot it is called after
    gelVertexState* seen; // by the back end, where bodies sleep
    int capacity, slotCapacity, seenCapacity;
    float elapsed;  // since the bodies were last measured, s
    bool isDecided; // for the step that is under way, or that failed
} gelSleepState;

// Registered with its world, which closes the back end's part.
struct gelSharedVertices {
    gelWorld* world; // NULL once it is destroyed
    gelSharedVertices* next;
    void* target;
    int vertexCount;
    bool onDevice;
};

// The fillings of bodies, one record each in their order, as the step that is under way began or
// ended with them.
typedef struct gelWorldPressures {
    PressureRecord* records;
    int count, capacity;
} gelWorldPressures;

// The bodies that are balanced in a step.
typedef struct gelBalance {
    gelBalanceList list;
    bool* takesPart; // [bodies of the plan]
    int capacity;
} gelBalance;

struct gelWorld {
    uint64_t serial; // no other world of the process has or had it
    gelBackend* backend;
    gelWorldDef def; // as created and changed since; the ground's normal is a unit vector
    gelGoal goals[GEL_MAXIMUM_GOALS];
    gelVertexGoal vertexGoals[GEL_MAXIMUM_GOALS]; // the same, by the world's vertices
    int goalCount, sentGoalCount;                 // sentGoalCount: of the goals that the back end has
    gelGoalList goalList;                         // those of the bodies
    gelTetherList tetherList;                     // as the back end has it
    gelAttachments attachments;
    gelAttachmentList attachmentList; // as the back end has it
    bool multipliersAreThere;
    gelWorldFields fields;
    gelWorldPressures pressures;
    gelBalance balance;
    gelTwoLevelList twoLevel;                // as the back end has it
    gelContactRows contactRows, waitingRows; // world/contact_rows.h

    gelBody** bodies; // in order of creation
    int bodyCount, bodyCapacity;
    gelBodySlot* slots;
    int slotCount;
    int32_t firstFree1; // list of empty slots

    unsigned dirty; // gelDirty
    gelStatePlace statePlace;
    gelVertexState* vertices; // the host's copy of the state
    int vertexCount, vertexCapacity;
    gelRestLengths restLengths;
    double* masses; // of the bodies, kg; infinite if a vertex is pinned
    bool massesAreStale;
    double reach; // the largest coordinate ever assigned to a vertex, m
    bool warnedOfRounding, warnedOfPassing, warnedOfLiquid;
    bool softnessIsSeen;      // of these bodies, materials and substeps
    double suspectedSoftness; // the largest that a step has found; 0: none
    int apartWarnings;        // see world/apart.h

    gelPlan plan;      // of all constraints
    gelPlan sweptPlan; // of those that sweeps solve, if there are others: the back end's; or empty
    gelSleepState rest;
    gelRecovery recovery;
    gelVertexState* preRecovery; // of bodies that were recovered, before; NULL before the first
    int preRecoveryCapacity;

    gelSharedVertices* shared; // list

    gelStageList stages; // of the step that is under way, or of the last
    gelStepCursor cursor;
    int64_t stepCount;
    gelProfile profile;
    gelReadout readout;
    char* explanation;                // of gelWorld_ExplainPlan, with contact; or NULL
    gelRestitutionStates restitution; // as the last step left them
    gelRestitutionStates nextRestitution;
};

// gel_invalidArgument, with a message, if a step may not take so long.
gelStatus gelCheckTimeStep(float timeStep);
// Warns if a body will be much softer than its material, and softer than was warned of before.
void gelWarnOfSoftness(gelWorld* world, float timeStep);
// Warns once if a body is too light for a liquid and so few substeps. Errors: gel_outOfMemory.
gelStatus gelWarnOfLiquids(gelWorld* world, float timeStep);

// Errors: gel_unsupported (what that kind cannot do), gel_deviceError; then *backend is unchanged.
gelStatus gelCreateBackend(gelWorldDef* def, gelBackend** backend);

// Returns the body with the id, or NULL, with a message, if there is none.
gelBody* gelFindBody(const gelWorld* world, gelBodyId id);
bool gelWorldHasSleepers(const gelWorld* world);
// Returns the plan of the back end.
static inline gelPlan* gelWorldSweptPlan(gelWorld* world)
{
    return world->sweptPlan.isSwept ? &world->sweptPlan : &world->plan;
}
// Whether no step is under way.
static inline bool gelWorldIsBetweenSteps(const gelWorld* world)
{
    return world->cursor.substep == 0 && world->cursor.index == 0;
}
// Whether its bodies have the ids of those that were made first in a new world.
bool gelWorldHasFirstIds(const gelWorld* world);

// Errors name a number that is not one, or too large, or another number of vertices than the body's; `what`: "goals".
gelStatus gelCheckVertexValues(const gelBody* body, const char* what, const float* xyz, int vertexCount);

// Check a body's factors or weights, a world's goals and an attachment. Errors:
// gel_invalidArgument, gel_invalidHandle.
gelStatus gelCheckFactors(const gelBody* body, gelVertexValue kind, const float* values, int count);
gelStatus gelCheckGoalNumbers(float spring, float damping, const float* weights, int count); // of a body
gelStatus gelCheckGoals(const gelWorld* world, const gelGoal* goals, int count);
gelStatus gelCheckAttachment(const gelWorld* world, const gelAttachmentDef* def, float maxWeight);

// Reserves room for one more body and its vertices, so that nothing can fail afterwards.
gelStatus gelReserveBody(gelWorld* world, int vertexCount);
// Adds a body whose vertices have been placed in that room; gives it its id.
void gelAddBody(gelWorld* world, gelBody* body);
void gelReleaseBody(gelBody* body); // and what it owns
// A unit quaternion; gel_invalidArgument if the rotation is 0.
gelStatus gelNormaliseRotation(gelQuat rotation, double quaternion[4]);
// Computes where a body's vertex is placed. The place is rounded to single precision, so that all
// back ends start from the same numbers.
gelStatus gelPlaceVertex(const gelBody* body, int index, gelVec3 position, const double quaternion[4],
                         float place[3]);

// Finds whether an obstacle's vertices have been set one by one. Otherwise its mesh decides which
// of its faces are flat, since a pose rounds the vertices.
void gelFindBending(gelBody* body);
// Gives the obstacles the velocities of the step that is about to begin; once it has begun, these are done.
gelStatus gelWorldMoveObstacles(gelWorld* world, float timeStep);
void gelWorldEndObstacleStep(gelWorld* world);
// Puts a vertex of an obstacle somewhere, at rest.
void gelPutVertex(gelVertexState* vertex, const float place[3]);
// Fails with gel_invalidArgument: "body {1, 0} is an obstacle: REASON".
gelStatus gelRefuseObstacle(const gelBody* body, const char* reason);

// Makes a soft body; its definition has been initialised, and what it is made of has been checked.
gelStatus gelMakeSoftBody(gelWorld* world, const gelBodyDef* def, const gelShapeSource* source,
                          gelBodyId* id);
gelStatus gelCheckBodyCookie(const gelBodyDef* def);
// Finds the shape of a body made of the same source, and adds a reference to it; or creates a
// shape.
gelStatus gelShareShape(const gelWorld* world, const gelShapeSource* source, gelShape** shape);
// Whether a soft body of that kind may be of the material's model.
gelStatus gelCheckModel(gelBodyKind kind, const gelMaterial* material);
// Fails if none of a surface's triangles has an area; warns if some have none. `what`: "obstacle".
gelStatus gelCheckTriangles(const char* what, const gelSurfaceMesh* surface);

// Checks that all of a body's vertices have a mass: gel_invalidArgument names the first that has
// none.
gelStatus gelCheckMasses(const gelBody* body);
// Takes up what has changed of a body since gelWorldBeginChange: its material, vertex values or solver.
void gelBodyChanged(gelWorld* world, gelBody* body);

// Updates `reach` for newly placed vertices.
void gelWorldUpdateReach(gelWorld* world, const gelVertexState* vertices, int count);
// Half a unit in the last place of the largest coordinate, m: single precision is off by no more.
double gelWorldRounding(const gelWorld* world);
// Whether that is more than a tenth of g h^2, which is what gravity moves a vertex in a substep of h seconds with XPBD.
bool gelWorldLosesMotion(const gelWorld* world, double h);

// Detaches shared vertices, before the back end is destroyed.
void gelWorldDetachShared(gelWorld* world);

// Returns the parameters that a step of that length would have now.
gelStepParameters gelWorldStepParameters(const gelWorld* world, float timeStep);

// Completes a step begun by gelWorld_StepStage, so that bodies may change.
gelStatus gelWorldFinishStep(gelWorld* world);
// Completes that step and reads its contacts and the state, which the change would make wrong.
gelStatus gelWorldBeginChange(gelWorld* world);
// A step under way, if there is one, is undone once the state is next needed.
void gelWorldDropStep(gelWorld* world);
