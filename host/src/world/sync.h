// Keeping host and back end in step: what a setter changes, and where the state of the world is.
#pragma once

#include "gel/world.h"

// The parts of a world that are out of date on the back end. Setters add bits; gelWorldPush uploads these parts.
typedef enum gelDirty {
    gel_dirtyPlan = 1 << 0, // bodies, materials, constraints
    gel_dirtyRestShapes = 1 << 1,
    gel_dirtySleep = 1 << 2, // which bodies sleep
    gel_dirtyGoals = 1 << 3, // of the world
    gel_dirtyBodyGoals = 1 << 4,
    gel_dirtyAttachments = 1 << 5,
    gel_dirtyTethers = 1 << 6,
    gel_dirtyTwoLevel = 1 << 7, // the bodies that the two-level solver steps
    gel_dirtyLatePins = 1 << 8  // of these, set between two stages: they are listed when the step has ended
} gelDirty;

// Where the newest state is. Setters change it on the host, a step on the back end.
//
//      host ---- push ----> both ---- a stage ----> back end
//       ^                   |  ^                     |    |
//       +----- a setter ----+  +------- pull --------+    | the step fails, or is dropped (also from both)
//       |                                                 v
//       +---- pull, push: what was kept is read -------- kept
//
// Restoring a state and reopening a device lead to host from anywhere. gel_stateKept: the back end has
// the state that the failed step began with. If reading it fails, the next call tries again.
typedef enum gelStatePlace {
    gel_stateOnBoth,
    gel_stateOnHost,
    gel_stateOnBackend,
    gel_stateKept
} gelStatePlace;

// Whether unbreakable bodies were examined on the host, and perhaps drawn towards their shapes, for the step that is
// about to begin or under way.
//
//      none ---- a body is examined ----> applied ---- the step fails ----> to undo
//       ^                                    |                                 |
//       +----------- the step ends ----------+                                 |
//       +------------------ pull: what the bodies were before -----------------+
typedef enum gelRecovery { gel_recoveryNone, gel_recoveryApplied, gel_recoveryToUndo } gelRecovery;

// Notes that the host's copy of the state has changed. It must have been up to date: gelWorldPull.
void gelWorldStateChanged(gelWorld* world);

// Keeps the state, in case the step that is about to begin fails. All must be on the back end.
gelStatus gelWorldKeepState(gelWorld* world, bool isWhole);
// Brings the host's copy of the state up to date. A step that has failed is undone first; while that fails, the world has no
// state.
gelStatus gelWorldPull(gelWorld* world);

// Brings the back end up to date: plan and state.
gelStatus gelWorldPush(gelWorld* world);
