// Keeps one state of a scene that is being stepped: that of an earlier frame, to step again from
// there. The window keeps many of them (viewer/timeline.h).
#pragma once

#include "app/fallback.h"
#include "app/setup.h"

#include "gel/snapshot.h"

// Initialise with the world, its player and the time step, s; the rest is 0.
typedef struct gelKeptState {
    gelWorld* world;
    gelPlayer* player;
    double timeStep;
    gelSnapshot* snapshot; // NULL: not kept
    int frame;
    bool stateHasInput;       // of the next frame: bodies that come with it are there
    bool worldHasInput;       // so has the world, which is to be stepped
    double savedAt, saveTime; // ms
    int count;                // how often one was kept
    double seconds;           // that this took, attempts that failed included
    size_t size;              // bytes of the last one
    gelLosses losses;
} gelKeptState;

// Whether another state may be kept, as that costs little.
bool gelKeptState_IsDue(const gelKeptState* kept);
// Keeps the state of the frame that was stepped last, in place of the former one. On failure the
// former state stays. `hasInput`: gelKeptState_Begin was called for the frame after `frame`, so that
// the bodies that come with its input are there.
gelStatus gelKeptState_Keep(gelKeptState* kept, int frame, bool hasInput);
// Restores the kept state, which must exist, and steps to the frame, if that is later.
gelStatus gelKeptState_GoTo(gelKeptState* kept, int frame);
// Applies the input of the next frame, unless that was done when the state was kept.
gelStatus gelKeptState_Begin(gelKeptState* kept);
// Steps one frame.
gelStatus gelKeptState_Step(gelKeptState* kept);
// Continues after the step to `frame` failed with gel_deviceError: reopens the device, or opens
// another or the reference, and steps again from the kept frame. Warns, or reports the failure.
// Returns the exit code.
int gelKeptState_Recover(gelKeptState* kept, gelOutput* output, int frame);
void gelKeptState_End(gelKeptState* kept);
