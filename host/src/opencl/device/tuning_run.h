// The tuning run: the project's kernels on small bodies, timed.
#pragma once

#include "gel/device.h"
#include "gel/tuning.h"

// The two smallest times of a figure, one of which is added per round; HUGE_VAL at first. On an idle machine they are
// nearly equal, whatever disturbed a third.
typedef struct gelTimes {
    double min, second;
} gelTimes;

void gelAddTime(gelTimes* times, double time);

// Returns their ratio; 1 with fewer than two times.
double gelSpreadOf(const gelTimes* times);

// Opens the device with each candidate number of lanes. Those that do not build or are far slower are
// dropped; if none is left, gel_deviceError. Sets lanes and rows. `spread`: the largest one of all figures.
gelStatus gelMeasureTuning(int index, const gelDeviceInfo* info, gelDeviceTuning* tuning, double* spread);
