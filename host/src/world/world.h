// The inside of a world, for the files that implement it.
#pragma once

#include "backend/backend.h"
#include "gel/compare.h"
#include "gel/goals.h"
#include "gel/world.h"

typedef struct gelBodySlot {
    uint32_t generation;
    int32_t nextFree1; // 1-based, 0 ends the list; of use while body is NULL
    gelBody* body;
} gelBodySlot;

// Where a step under way is, and what it was begun with; setters take effect at the next step.
typedef struct gelStepCursor {
    gelStepParameters parameters;
    float timeStep; // s
    gelOptionalStages optional;
    int substepCount;
    int substep;
    int index; // of the stage within the substep; 0 at substep 0: between two steps
} gelStepCursor;

// Known to its world, which closes what the back end holds for it.
struct gelSharedVertices {
    gelWorld* world; // NULL once that is destroyed
    gelSharedVertices* next;
    void* target;
    int vertexCount;
};

struct gelWorld {
    gelBackend* backend;
    gelWorldDef def; // as it was created, and as set since; the ground's normal has length 1
    gelGoal goals[GEL_MAXIMUM_GOALS];
    gelVertexGoal vertexGoals[GEL_MAXIMUM_GOALS]; // the same, by the world's vertices
    int goalCount;
    bool goalsAreStale; // the back end has other ones

    gelBody** bodies; // in order of creation
    int bodyCount, bodyCapacity;
    gelBodySlot* slots;
    int slotCount;
    int32_t firstFree1; // list of empty slots

    // The host's copy of the state, and who has the newer one.
    gelVertexState* vertices;
    int vertexCount, vertexCapacity;
    bool hostIsNewer, deviceIsNewer;
    double reach; // the largest coordinate that a vertex was ever put at, m
    bool warnedOfRounding;

    gelPlan plan;
    bool planIsStale;

    gelSharedVertices* shared; // list

    gelStepCursor cursor;
    int64_t stepCount;
    gelProfile profile;
    gelFault fault;
    bool faultIsPlanted;
};

// NULL, and a message, for an id that names no body.
gelBody* gelFindBody(const gelWorld* world, gelBodyId id);

// The inverse mass of a vertex that is not pinned, 1/kg: one over a quarter of the mass of its tets.
double gelFreeInverseMass(const gelBody* body, int vertex);

gelStatus gelCheckStrategy(gelStrategy strategy, gelConstraintOrder order);

// Takes note of where vertices were put.
void gelWorldNoteReach(gelWorld* world, const gelVertexState* vertices, int count);

// Brings the host's copy of the state up to date.
gelStatus gelWorldPull(gelWorld* world);

// Brings the back end up to date: plan and state.
gelStatus gelWorldPush(gelWorld* world);

// Lets go of what is shared, before the back end is destroyed.
void gelWorldDetachShared(gelWorld* world);

// Does the rest of a step that gelWorld_StepStage has begun, so that bodies may change.
gelStatus gelWorldFinishStep(gelWorld* world);
