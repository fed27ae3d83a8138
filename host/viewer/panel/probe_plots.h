// Plots of a scene's probes over the picture, by Dear ImGui: between gelPanel_Begin and gelPanel_End.
#pragma once

#include "gel/probe.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Room for plots, in pixels.
typedef struct gelPlotRoom {
    int left, right, top, bottom;
    bool isRow; // beside each other along the bottom, from the left; otherwise above each other, at the right
} gelPlotRoom;

// The height of a row of plots in a picture so many pixels high.
float gelPlotRowHeight(float pictureHeight);
// Returns the width that a column of plots takes from a picture, in pixels, with its margins; 0 where that is more than
// half of it: such plots lie over the bodies.
float gelPlotColumnWidth(float pictureWidth);
// Draws as many plots as fit, those with expectations first. A plot shows the value over time, its
// curve, and the expectations with their tolerance.
void gelDrawProbePlots(const gelScene* scene, const gelProbes* probes, const gelProbes* others,
                       const gelPlotRoom* room);
// A mark where a probe is, in pixels, and its name, so many lines below.
void gelDrawProbePlace(const char* name, float x, float y, int lines);

#ifdef __cplusplus
}
#endif
