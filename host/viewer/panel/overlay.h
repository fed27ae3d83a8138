// The overlay drawn over the picture by Dear ImGui, with and without a window: between gelPanel_Begin and
// gelPanel_End.
#pragma once

#include "gel/compare.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gelShownStage {
    int64_t frame; // under way, 1-based
    gelStageInfo stage;
    int substepCount, phaseCount;
    const gelPhaseColours* phases;  // [phaseCount]
    bool takesPart[gel_stageCount]; // besides those that are under way; of the constraints, `phases` counts
    bool gathers;    // a Jacobi order or an integrator: each kind is followed by gel_stageGather
    bool integrates; // an integrator: gel_stageIntegrate comes after the constraints
} gelShownStage;

// Names the stage at the lower edge, above a strip of all launches of a substep, in order. Uses the space
// from `left` on.
void gelOverlay_DrawStage(const gelShownStage* shown, int left, int width, int height);

// At the upper right: the distance between the worlds, and what is compared with.
void gelOverlay_DrawDifference(const gelDifference* difference, const char* against, int width);

// At the top of a part of the picture from `left` on, in a line from 0: a setup and its time. The second in its colour.
void gelOverlay_DrawSetup(const char* setup, double milliseconds, bool isSecond, int left, int line,
                          int width);

// At the upper right, below the distance or the setups, if they are there: how many contacts there are, and what an arrow `length` m long
// stands for.
void gelOverlay_DrawContacts(int count, float newtons, float length, bool isBelow, int width);

// A line in the upper middle between `left` and `right`, if it fits; fades in the last of the `seconds` left to it.
void gelOverlay_DrawHint(const char* text, float seconds, int left, int right);

// A message in a separate window, right of `left` and below `top`; false once it has been closed.
bool gelOverlay_DrawMessage(const char* text, bool bad, int left, int top, int width, int height);

#ifdef __cplusplus
}
#endif
