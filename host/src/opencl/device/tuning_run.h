// The tuning run: the project's kernels on small bodies, timed.
#pragma once

#include "gel/device.h"
#include "gel/tuning.h"

// Opens the device with each candidate number of lanes. Those that do not build or are far slower are
// dropped; if none is left, gel_deviceError. Sets lanes and rows. `spread`: the largest ratio of two times of the same
// work, which are equal on an idle machine.
gelStatus gelMeasureTuning(int index, const gelDeviceInfo* info, gelDeviceTuning* tuning, double* spread);
