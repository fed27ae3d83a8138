// The state of an earlier frame of a scene that is being stepped, to step on from there once more.
#pragma once

#include "setup.h"

#include "gel/state.h"

// Initialise with the world, its player and the time step, s; the rest is 0.
typedef struct gelKeptState {
    gelWorld* world;
    gelPlayer* player;
    double timeStep;
    gelWorldState* state; // NULL: not kept
    gelPlayerState* playerState;
    int frame;
    double savedAt, saveSeconds;
    int lossCount; // how often its device was lost
} gelKeptState;

// Keeps the state of the frame that was stepped last, in place of the former one, if that takes at most a hundredth of the
// time. What cannot be kept is not gone back to.
void gelKeptState_Keep(gelKeptState* kept, int frame);
// The same however long it takes; false, with the error, if it cannot.
bool gelKeptState_KeepNow(gelKeptState* kept, int frame);
// To the state that is kept, which there must be.
gelStatus gelKeptState_GoBack(const gelKeptState* kept);
// Steps one frame.
gelStatus gelKeptState_Step(const gelKeptState* kept);
// Continues after the step to `frame` failed with gel_deviceError: reopens the device, or takes another or the reference,
// and steps again from the kept frame. Warns, or reports the failure; exit code.
int gelKeptState_Recover(gelKeptState* kept, gelOutput* output, int frame);
void gelKeptState_End(gelKeptState* kept);
