// Watches whether bodies are finite while a scene is stepped, and takes those out that are not.
#pragma once

#include "kept_state.h"

typedef struct gelFiniteWatch {
    gelBadVertex bad; // as last looked for
} gelFiniteWatch;

// Waits for the device, and reads all positions and velocities.
gelStatus gelFiniteWatch_Look(gelFiniteWatch* watch, gelWorld* world);
// Judges the frame that was looked at. If a body is not finite, goes back to before the first frame where one is not,
// takes it out, and steps to the frame again, with a warning for each that was taken out. Which are taken out, and when,
// does not depend on the frames that are looked at. Exit code.
int gelFiniteWatch_Check(gelFiniteWatch* watch, gelOutput* output, gelKeptState* kept, int frame);

// Bodies that were taken out.
int gelCountQuarantined(const gelWorld* world);
