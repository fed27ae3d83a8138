// The state of a world between two steps, kept in memory. What is added here is also packed: world/state_archive.c.
#pragma once

#include "base/archive.h"
#include "gel/goals.h"
#include "world/sleep.h"

enum { gel_stateReals = 6 }; // of a vertex: position, velocity

typedef struct gelWorldState {
    uint64_t serial; // of its world, which may be gone, and another one in its place
    size_t size;
    gelWorldDef def;
    gelBody** bodies; // copies, which share shapes and skins
    int bodyCount, vertexCount, slotCount;
    gelBodySlot* slots; // their bodies are not set
    int32_t firstFree1;
    // The state of each vertex, as exact as the back end's: [vertexCount][gel_stateReals]. The
    // other one is NULL.
    float* singles;
    double* doubles;
    unsigned char* pins; // a bit per vertex
    gelGoal* goals;
    gelField* fields;
    int goalCount, fieldCount;
    double fieldTime;
    gelAttachments attachments;
    gelRestitutionStates restitution;
    gelContactRows contactRows, waitingRows;
    gelTouchList touches;
    gelSavedSleep* rest; // of each body
    float restElapsed;   // as gelSleepState has it: a world without bodies has it, too
    bool restIsDecided;  // the same: a step has failed
    double reach;
    int64_t stepCount;
} gelWorldState;

// Save and restore the world alone, as gelTakeSnapshot and gelRestoreSnapshot do. On failure
// *state is NULL, and the world is unchanged.
gelStatus gelSaveWorldState(gelWorld* world, gelWorldState** state);
gelStatus gelRestoreWorldState(gelWorld* world, const gelWorldState* state);
void gelDestroyWorldState(gelWorldState* state); // NULL is allowed
// Does the work of gelWorld_Reopen. `state` is nullable.
gelStatus gelReopenWorld(gelWorld* world, gelBackendKind backend, int device, const gelWorldState* state);
// The lists that are a body's own, of another with as many vertices: `body` has none yet.
gelStatus gelCopyBodyLists(const gelBody* original, gelBody* body);
// gel_invalidArgument if the state is not one of the world's.
gelStatus gelCheckState(const gelWorld* world, const gelWorldState* state);

// The last state that was saved of the world comes back, whatever has been done since but gelWorld_DestroyBodies; a step
// under way is dropped. Cannot fail: it takes the state's own bodies, and only gelDestroyWorldState may follow.
void gelWorldReturnTo(gelWorld* world, gelWorldState* state);

// gel_formatError, with what no call could have left.
gelStatus gelCheckReadState(const gelWorld* world, const gelWorldState* state);

// Packs the state of a world; or reads one into `state`, which was saved of the world that it will be restored in: the
// bodies must be the same. Errors: gel_formatError, gel_invalidArgument (other bodies, or another kind of world),
// gel_outOfMemory; then the state is of no use.
void gelArchiveWorldState(gelArchive* archive, const gelWorld* world, gelWorldState* state);
