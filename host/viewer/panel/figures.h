// The figures that the panel plots: times of every picture, and measurements of the state at intervals.
#pragma once

#include "gel/gel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum gelPlot {
    gel_plotPicture,
    gel_plotSimulation,
    gel_plotPositions,
    gel_plotDrawing,
    gel_plotPanel,
    gel_plotKinetic,
    gel_plotGravity,
    gel_plotElastic,
    gel_plotTotal,
    gel_plotVolume,
    gel_plotEdges,
    gel_plotTets,
    gel_plotCount
} gelPlot;

typedef enum gelPlotGroup {
    gel_plotTimes,
    gel_plotEnergies,
    gel_plotErrors,
    gel_plotGroupCount
} gelPlotGroup;

typedef struct gelPlotInfo {
    gelPlotGroup group;
    const char *label, *format, *help; // of one float, with its unit
} gelPlotInfo;

extern const gelPlotInfo gelPlots[gel_plotCount];
extern const char* const gelPlotGroups[gel_plotGroupCount];

enum { gelHistorySize = 240 };

typedef struct gelHistory {
    float values[gelHistorySize]; // oldest at `first`
    int first, count;
} gelHistory;

typedef struct gelFigures {
    gelHistory plots[gel_plotCount];
    gelCounters counters;
    uint64_t hash;
    char out[80];             // the numbers of the bodies that were taken out, "2, 5"; "" for none
    gelDifference difference; // from the world beside, if there is one
    double nextTime;          // s, when the next measurement is due
} gelFigures;

void gelFigures_Note(gelFigures* figures, gelPlot plot, double value);

// Reads the state and measures it, unless just done: at most seven times per second, and in at most a
// twentieth of the time. `beside` may be NULL. `now` is in s.
gelStatus gelFigures_Measure(gelFigures* figures, gelWorld* world, gelWorld* beside, double now);

#ifdef __cplusplus
}
#endif
