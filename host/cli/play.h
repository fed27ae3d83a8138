// Steps a scene from its start as far as its expectations reach: shared by the commands that tell about it.
#pragma once

#include "probes.h"
#include "setup.h"

typedef struct gelPlay {
    gelOutput* output;
    gelScene* scene;
    gelWorldDef def;
    gelWorld* world;
    gelPlayer* player;
    gelProbeTable probes;
    int frames;
    double timeStep, seconds; // s
    uint64_t hash;            // of the last frame
} gelPlay;

// Loads a scene and creates its world. `frames` 0: the length of a recording, what its expectations need, or else 300.
// Reports errors and returns the exit code; gelClosePlay in any case.
int gelOpenPlay(gelOutput* output, const char* path, const char* backend, const gelSetup* setup, int frames,
                gelPlay* play);
// Called after every frame, from 0, the start; reports errors and returns the exit code.
typedef int gelFrameSeen(void* context, int frame);
// Steps all frames; `seen` may be NULL. Reports errors and returns the exit code.
int gelPlayFrames(gelPlay* play, bool quiet, gelFrameSeen* seen, void* context);
void gelClosePlay(gelPlay* play);

// gel_exitMissed if an expectation was missed.
int gelPlayCode(const gelPlay* play);
