// The tuning run: the project's kernels on small bodies, timed.
#pragma once

#include "gel/device.h"
#include "gel/tuning.h"

// Opens the device with the numbers of lanes that come into question. Those that do not build or are far slower are left
// out; none left is gel_deviceError. Fills lanes and rows.
gelStatus gelMeasureTuning(int index, const gelDeviceInfo* info, gelDeviceTuning* tuning);
