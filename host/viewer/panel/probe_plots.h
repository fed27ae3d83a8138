// Plots of a scene's probes over the picture, by Dear ImGui: between gelPanel_Begin and gelPanel_End.
#pragma once

#include "gel/probe.h"

#ifdef __cplusplus
extern "C" {
#endif

// Room for plots: left of `right`, from `bottom` upwards and below `top`.
typedef struct gelPlotColumn {
    int right, top, bottom;
    // It hides bodies: only if no plot fits into the one before, and for those with expectations.
    bool isReserve;
} gelPlotColumn;

// As many as fit into the columns, the first one first; those with expectations first: the value over time, its curve,
// and the expectations with their tolerance.
void gelDrawProbePlots(const gelScene* scene, const gelProbes* probes, const gelProbes* others,
                       const gelPlotColumn* columns, int columnCount);
// A mark where a probe is, in pixels, and its name, so many lines below.
void gelDrawProbePlace(const char* name, float x, float y, int lines);

#ifdef __cplusplus
}
#endif
