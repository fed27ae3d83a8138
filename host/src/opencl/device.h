// Which OpenCL devices there are, and what they can do.
#pragma once

#include "gel/device.h"

#include <CL/cl.h>

// The device of an index over all platforms, and what is known about it. gel_noDevice if there is none.
gelStatus gelFindDevice(int index, cl_device_id* device, gelDeviceInfo* info);

bool gelHasExtension(cl_device_id device, const char* name);
