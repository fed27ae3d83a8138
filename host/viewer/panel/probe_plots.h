// Plots of a scene's probes over the picture, by Dear ImGui: between gelPanel_Begin and gelPanel_End.
#pragma once

#include "gel/probe.h"

#ifdef __cplusplus
extern "C" {
#endif

// At the right edge, from `bottom` upwards and below `top`, as many as fit; those with expectations first: the value
// over time, its curve, and the expectations with their tolerance.
void gelDrawProbePlots(const gelScene* scene, const gelProbes* probes, const gelProbes* others, int top,
                       int bottom, int width);
// A mark with a name where a probe is, in pixels.
void gelDrawProbePlace(const char* name, float x, float y);

#ifdef __cplusplus
}
#endif
