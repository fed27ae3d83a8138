// Lists the OpenCL devices and their properties.
#pragma once

#include "gel/device.h"

#include <CL/cl.h>

// The device with an index over all platforms, and its properties. gel_noDevice if there is none.
gelStatus gelFindDevice(int index, cl_device_id* device, gelDeviceInfo* info);

bool gelHasExtension(cl_device_id device, const char* name);
