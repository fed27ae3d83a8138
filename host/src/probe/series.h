// A probe's values over time, and their statistics.
#pragma once

#include "base/core.h"
#include "gel/probe.h"

// One column of a table of frames.
typedef struct gelSeries {
    const double* times; // [count], ascending, s
    const double* values;
    int stride; // of the values
    int count;
} gelSeries;

// Returns by how much a frame may miss a time and still count as being at it: the time step is
// rounded to single precision, and the errors add up.
double gelTimeSlack(double time, double timeStep);

// Whether the frames reach a time.
bool gelSeriesReaches(const gelSeries* series, double time);

// Computes a statistic, as gelProbes_Statistic does.
gelStatus gelStatisticOfSeries(const gelSeries* series, gelStatistic take, const gelSpan* span,
                               double* value);
