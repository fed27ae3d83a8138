// Steps a scene from its start as far as its expectations reach: shared by the commands that tell about it.
#pragma once

#include "app/divergence_guard.h"
#include "app/preparation.h"
#include "app/probe_table.h"
#include "app/setup.h"

typedef struct gelPlay {
    gelOutput* output;
    gelScene* scene;
    gelWorldDef def;
    gelWorld* world;
    gelPlayer* player;
    gelProbeTable probes;
    int frames;
    int start; // the frame at which the world is when it is made: 0, or a keyframe of a recording
    int next;  // frame to step, or the start; later where another process has stepped those before it
    gelDivergenceGuard finite;
    gelKeptState kept;
    gelPreparation preparation; // creating the world, and the untimed frames
    int untimedFrames;          // 1 if the first frame is a part of the preparation, else 0
    double timeStep, seconds;   // s; `seconds` is of the other frames
    double stepStart, stepEnd;  // of the last step, ms, as gelMilliseconds
    uint64_t hash;              // of the last frame
} gelPlay;

// Loads a scene with changes. `frames` 0: the length of a recording, what its expectations need, or else 300. Reports errors and
// returns the exit code; gelClosePlay in any case. `quiet` shows no progress.
int gelLoadPlay(gelOutput* output, const char* path, const gelTexts* set, int frames, bool quiet,
                gelPlay* play);
// Creates the world of the scene. Its probes are measured if `csv` names a file for them, if `keepsProbes`, or if
// something is expected of them.
int gelOpenPlay(gelPlay* play, const char* backend, const gelSetup* setup, const char* csv, bool keepsProbes);

// Called after every frame, from 0, the start; reports errors and returns the exit code.
typedef int gelFrameSeen(void* context, int frame);
// Called when the user interrupts, after that frame; returns how the message goes on.
typedef const char* gelPlayLeft(void* context, int frame);
// Called before every frame where several processes step the world: returns what the first of them has given. They must
// read the world alike, although each would choose by its own clock.
typedef unsigned gelPlayAgreed(void* context, unsigned choices);
typedef struct gelPlayUse {
    bool writesFiles; // an interruption says that nothing was written
    // Positions are checked before every frame is seen; otherwise at most ten times a second, for 0.5 % of the
    // time, and at the end.
    bool seesPlaces;
    gelFrameSeen* seen;     // NULL: none
    gelPlayLeft* left;      // NULL: none
    gelPlayAgreed* agreed;  // NULL: this is the only process
    bool ignoresInterrupts; // another process answers them
    void* context;
} gelPlayUse;
// The first frame that is stepped, beyond the last if none is.
int gelPlay_FirstFrame(const gelPlay* play);
// Steps all frames. Reports errors and returns the exit code.
int gelPlayFrames(gelPlay* play, const gelPlayUse* use);
void gelClosePlay(gelPlay* play);

// gel_exitQuarantined if a body was taken out, else gel_exitMissed if an expectation was missed.
int gelPlayCode(const gelPlay* play);
