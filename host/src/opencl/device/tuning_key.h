// The key of a tuning.
#pragma once

#include "gel/device.h"

#include <CL/cl.h>

// Everything that the costs of a device depend on, as lines of text; release it with gelFree.
gelStatus gelMakeTuningKey(cl_device_id device, const gelDeviceInfo* info, char** key);
