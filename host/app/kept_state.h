// The state of an earlier frame of a scene that is being stepped, to step on from there once more.
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

// Keeps the state of the frame that was stepped last, in place of the former one, if that costs little. If it cannot, the
// former state stays.
void gelKeptState_Keep(gelKeptState* kept, int frame);
// The same however long it takes.
gelStatus gelKeptState_KeepNow(gelKeptState* kept, int frame);
// The same after gelKeptState_Begin, with the bodies that came with the frame after `frame`.
gelStatus gelKeptState_KeepBegun(gelKeptState* kept, int frame);
// To the state that is kept, which there must be.
gelStatus gelKeptState_GoBack(gelKeptState* kept);
// Applies the input of the next frame, unless that was done when the state was kept.
gelStatus gelKeptState_Begin(gelKeptState* kept);
// Steps one frame.
gelStatus gelKeptState_Step(gelKeptState* kept);
// Continues after the step to `frame` failed with gel_deviceError: reopens the device, or takes another or the reference,
// and steps again from the kept frame. Warns, or reports the failure; exit code.
int gelKeptState_Recover(gelKeptState* kept, gelOutput* output, int frame);
void gelKeptState_End(gelKeptState* kept);
