// The costs used in planning: measured on a device, or rules without measurements.
#pragma once

#include "opencl/runtime/program.h"

// Rules, necessarily rough for an unknown device.
gelLaneTuning gelRuleTuning(const gelDeviceInfo* info, int lanes);

// Sets opencl->row for opencl->lanes from the tuning (nullable) or by the rules. Reduces work-groups that the
// device does not support.
void gelUseTuning(gelOpencl* opencl, const gelDeviceTuning* tuning);

// Describes the source of the numbers in whole lines, for gelWorld_ExplainPlan.
void gelExplainTuning(const gelOpencl* opencl, char* text, size_t capacity);
