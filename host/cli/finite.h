// Watches whether positions are finite while a scene is stepped, and finds the first frame where they are not.
#pragma once

#include "kept_state.h"

typedef struct gelFiniteWatch {
    int frame;        // that was last checked
    gelBadVertex bad; // as last looked for
} gelFiniteWatch;

// Waits for the device, and reads all positions.
gelStatus gelFiniteWatch_Look(gelFiniteWatch* watch, gelWorld* world);
// Judges the frame that was looked at. If positions are not finite, repeats what was stepped since a state was kept to
// find the first frame where they are not, and reports it. Exit code.
int gelFiniteWatch_Check(gelFiniteWatch* watch, gelOutput* output, gelKeptState* kept, int frame);
