// Watches whether bodies are finite while a scene is stepped, and takes those out that are not.
#pragma once

#include "app/kept_state.h"

typedef struct gelDivergenceGuard {
    gelBadVertex bad;          // as last looked for
    double lookedAt, lookTime; // ms
    int outCount;              // bodies that were taken out
    int firstFrame;            // in which the first of them was not finite, and the warning about it
    char message[400];
} gelDivergenceGuard;

// Whether looking again costs little.
bool gelFiniteWatch_IsDue(const gelDivergenceGuard* watch);
// Waits for the device, and reads all positions and velocities.
gelStatus gelDivergenceGuard_Check(gelDivergenceGuard* watch, gelWorld* world);
// Judges the frame that was looked at. If a body is not finite, goes back to before the first frame where one is not,
// takes it out, and steps to the frame again, with a warning for each that was taken out. Which are taken out, and when,
// does not depend on the frames that are looked at. Exit code.
int gelFiniteWatch_Check(gelDivergenceGuard* watch, gelOutput* output, gelKeptState* kept, int frame);

// Does the same for callers that handle errors themselves. Keeps the state before the last frame
// that was not finite, with those bodies taken out. If a body cannot be taken out, watch->bad.found
// is true, `reached` is its frame, and the world is at `kept`. Errors: as of stepping.
gelStatus gelDivergenceGuard_Isolate(gelDivergenceGuard* watch, gelOutput* output, gelKeptState* kept,
                                     int frame, int* reached);

// Their numbers, from 1 among those that are there, as "quarantined"; nothing if there are none.
void gelAddQuarantined(cJSON* object, const gelWorld* world);
// Bodies that were taken out.
int gelCountQuarantined(const gelWorld* world);
