// What a tuning depends on.
#pragma once

#include "gel/device.h"

#include <CL/cl.h>

// All that the numbers of a device depend on, as lines of text, to be released with gelFree.
gelStatus gelMakeTuningKey(cl_device_id device, const gelDeviceInfo* info, char** key);
