// What is written over the picture by Dear ImGui, in a window and without one: between gelPanel_Begin and gelPanel_End.
#pragma once

#include "gel/compare.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gelShownStage {
    int64_t frame; // under way, 1-based
    gelStageInfo stage;
    int substepCount, edgeColourCount, tetColourCount;
    bool patches, ground; // take part
} gelShownStage;

// Names the stage at the lower edge, over a strip with all launches of a substep. From `left` on nothing else stands there.
void gelOverlay_DrawStage(const gelShownStage* shown, int left, int width, int height);

// Under the legend: how far the worlds are apart, and what is compared with.
void gelOverlay_DrawDifference(const gelDifference* difference, const char* against, int width);

// A message in a window of its own, right of `left` and under `top`; false when it has been closed.
bool gelOverlay_DrawMessage(const char* text, bool bad, int left, int top, int width, int height);

#ifdef __cplusplus
}
#endif
