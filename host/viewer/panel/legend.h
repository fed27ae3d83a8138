// The legend of a display mode's colours, drawn by Dear ImGui: between gelPanel_Begin and
// gelPanel_End.
#pragma once

#include "draw/display_mode.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { gelLegendWidth = 130 }; // of a bar, with the margin; points

// At the lower left, right of `left` and above `bottom`, in points: a bar with numbers and unit. For the modes that show
// parallel batches, the hue of each of `batchCount`. Nothing for modes without colours.
void gelDrawLegend(int mode, int batchCount, int left, int bottom);

#ifdef __cplusplus
}
#endif
