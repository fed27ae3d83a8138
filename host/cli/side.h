// One side of a comparison, as it is typed: a back end, settings, or both: "opencl:0,lanes=1,substeps=40".
#pragma once

#include "output.h"

#include "gel/gel.h"

enum { gel_sideMostValues = 64, gel_sideTextSize = 512 };

typedef struct gelSideValue {
    const gelSetting* setting;
    double numbers[3];
} gelSideValue;

typedef struct gelSide {
    const char* text;               // as typed
    char backend[gel_sideTextSize]; // as in gelParseBackend; "reference" where none was named
    gelSideValue values[gel_sideMostValues];
    int valueCount;
} gelSide;

// The names of all settings, for a list; NULL after the last.
const char* gelSideChoice(int index);

// `option` names the option in errors. Reports and returns the exit code.
int gelParseSide(gelOutput* output, const char* option, const char* text, gelSide* side);

// Writes the settings, not the back end, into a definition.
void gelSide_Apply(const gelSide* side, gelWorldDef* def);

// Sets again what the recorded input of a scene has set otherwise since the last frame.
gelStatus gelSide_Hold(const gelSide* side, gelWorld* world);

// Whether worlds of these definitions compute the same, but for their precision: back end, lanes, strategy and
// the like may differ.
bool gelComputeTheSame(const gelWorldDef* a, const gelWorldDef* b);
