// What the planner counts with: numbers that were measured on a device, or rules where there are none.
#pragma once

#include "opencl/opencl.h"

// Rules, as rough as they must be where the device is unknown.
gelLaneTuning gelRuleTuning(const gelDeviceInfo* info, int lanes);

// Sets opencl->row for opencl->lanes from the tuning (nullable) or by the rules. Work-groups that the device cannot
// have are made smaller.
void gelUseTuning(gelOpencl* opencl, const gelDeviceTuning* tuning);

// As gelTuneDevice, but what fails becomes the tuning's note: a world goes on without.
void gelFindTuning(int index, gelTuningUse use, gelDeviceTuning* tuning);

// All that the numbers of a device depend on, as lines of text, to be released with gelFree; opencl_tuning_key.c.
gelStatus gelMakeTuningKey(cl_device_id device, const gelDeviceInfo* info, char** key);

// Measures with the project's kernels on small bodies; opencl_tuning_run.c. Numbers of lanes that do not build or are
// far slower are left out; none left is gel_deviceError. Fills lanes and rows.
gelStatus gelMeasureTuning(int index, const gelDeviceInfo* info, gelDeviceTuning* tuning);

// For gelWorld_ExplainPlan: where the numbers come from; whole lines.
void gelExplainTuning(const gelOpencl* opencl, char* text, size_t capacity);
