// What planning counts with: numbers that were measured on a device, or rules where there are none.
#pragma once

#include "opencl/program.h"

// Rules, as rough as they must be where the device is unknown.
gelLaneTuning gelRuleTuning(const gelDeviceInfo* info, int lanes);

// Sets opencl->row for opencl->lanes from the tuning (nullable) or by the rules. Work-groups that the device
// cannot have are made smaller.
void gelUseTuning(gelOpencl* opencl, const gelDeviceTuning* tuning);

// For gelWorld_ExplainPlan: where the numbers come from; whole lines.
void gelExplainTuning(const gelOpencl* opencl, char* text, size_t capacity);
